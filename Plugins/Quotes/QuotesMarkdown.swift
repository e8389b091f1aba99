import AtriumSDK
import RecordKit

/// Exports quotes as readable Markdown text.
///
/// Each quote is a block quote (CommonMark section 5.1), followed by the author and source.
struct QuotesMarkdown {
    let kind: RecordKind

    init(_ kind: RecordKind) { self.kind = kind }

    var exporter: Exporter {
        Exporter(.markdown, of: .quotes, fileName: "quotes.md") { context in
            let table = RecordTable(kind, RecordContext(context))
            try context.sources.forEachRecord(in: .quotes, format: .csv, where: context.condition) { id, _ in
                try context.write(Array(Self.text(of: table.record(id).values).utf8))
            }
        }
    }

    static func text(of quote: RecordValues) -> String {
        let lines = (quote.text("text") ?? "").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let origin = [quote.text("author"), quote.text("source").map { "*\($0)*" }].compactMap { $0 }
        return lines.map { "> \($0)\n" }.joined() + "\n"
            + (origin.isEmpty ? "" : "- " + origin.joined(separator: ", ") + "\n\n")
    }
}
