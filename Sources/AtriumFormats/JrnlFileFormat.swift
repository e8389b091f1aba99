public import AtriumSDK
import JrnlFormat
import TextDecoding

/// Journals that jrnl keeps as text, as the SDK's ``Format``.
///
/// Items hold a `JrnlEntry`. What stands before the first entry is an item of another kind, which nobody takes.
public struct JrnlFileFormat: Format {
    /// Makes the format.
    public init() {}

    /// `jrnl`.
    public var id: FormatID { .jrnl }
    /// `txt`, `jrnl`, `journal`.
    public var fileExtensions: [String] { ["txt", "jrnl", "journal"] }

    /// Likely where the first line is an entry's: a time, mostly in brackets, and a title.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        JrnlRecognition(prefix: prefix) == .likely ? .likely : .none
    }

    /// Reads entries; see ``Format/read(_:events:)``.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        do {
            var reader = JrnlReader(try FileByteSource(file))
            try events(.container(Container(format: .jrnl, source: [], value: ())))
            while let item = try reader.next() {
                for issue in reader.takeIssues() { try events(.issue(ImportIssue(issue, line: item.line))) }
                // Blank lines before the first entry say nothing.
                if item.entry == nil, item.source.allSatisfy({ $0 <= 0x20 }) { continue }
                let value: any Sendable = item.entry.map { $0 as any Sendable } ?? ()
                try events(
                    .item(
                        Item(
                            kind: item.entry == nil ? .text : .jrnlEntry, source: item.source,
                            line: item.line, value: value, issues: [])))
            }
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as TextTooLong {
            throw AtriumError(
                .badData, "the entry on line \(error.line) is longer than 64 MB",
                remedy: "split the file")
        }
    }
}
