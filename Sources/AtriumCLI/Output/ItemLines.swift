import AtriumHost
import AtriumSDK

/// The items of an import, for people: a line each, and below it the fields that differ.
enum ItemLines {
    /// The lines of one item.
    static func lines(of item: ImportReport.Item) -> [String] {
        let name = item.title ?? item.kind.rawValue
        var lines = ["line \(item.line): \(item.outcome.rawValue): \(name)"] + changes(of: item)
        if item.hasNewText {
            lines.append("  no field changed; the new original text is kept")
        }
        if !item.duplicates.isEmpty {
            let ids = item.duplicates.map { String($0.id) }.joined(separator: ", ")
            lines.append(
                "  possible duplicate of \(item.duplicates.count == 1 ? "record" : "records") \(ids)")
        }
        return lines
    }

    /// The fields in which an item and its record differ, a line each.
    static func changes(of item: ImportReport.Item) -> [String] {
        item.changes.map { "  \(ValueText.label($0.field)): \(text($0.from)) -> \(text($0.to))" }
    }

    private static func text(_ value: DataValue) -> String {
        let text = ValueText.cell(value)
        return text.isEmpty ? "(empty)" : text
    }
}
