import AtriumHost
import AtriumSDK

/// The items of an import, for people: a line each, and below it the fields that differ.
enum ItemLines {
    /// The lines of one item.
    static func lines(of item: ImportReport.Item) -> [String] {
        let name = item.title ?? item.kind.rawValue
        var lines = ["line \(item.line): \(item.outcome.rawValue): \(name)"]
        for change in item.changes {
            lines.append("  \(ValueText.label(change.field)): \(text(change.from)) -> \(text(change.to))")
        }
        if !item.duplicates.isEmpty {
            let ids = item.duplicates.map { String($0.id) }.joined(separator: ", ")
            lines.append("  may be the same as \(item.duplicates.count == 1 ? "record" : "records") \(ids)")
        }
        return lines
    }

    private static func text(_ value: DataValue) -> String {
        let text = ValueText.cell(value)
        return text.isEmpty ? "(nothing)" : text
    }
}
