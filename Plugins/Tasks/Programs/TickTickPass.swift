import CSVExchange
import CSVFormat

/// TickTick's table of all lists, gone through once: the lines of a check list become rows behind its own.
struct TickTickPass: RowPassing {
    /// Of a line of a check list: the list, the title and the id of the task, and the line with its box.
    static let list = "(list)"
    static let task = "(part of)"
    static let taskID = "(part of id)"
    static let line = "(line)"

    static let pass = RowPass(
        "ticktick", columns: [list, task, taskID, line], knownBy: ["Folder Name", "List Name", "Title"]
    ) { TickTickPass(header: $0.header) }

    private let header: CSVHeader

    func take(_ row: CSVRow) -> [PassedRow] {
        let own = PassedRow(row, line: row.line, cells: ["", "", "", ""])
        guard TickTickProfile.isCheckList(row, header) else { return [own] }
        let content = CheckList(row.value("Content", in: header) ?? "")
        func cell(_ column: String) -> String { row.value(column, in: header) ?? "" }
        return [own]
            + content.lines.map {
                PassedRow(nil, line: row.line, cells: [cell("List Name"), cell("Title"), cell("taskId"), $0])
            }
    }
}

/// The content of a check list: lines with a box, `▫` if they are open and `▪` if they are done, and text without one.
struct CheckList {
    static let open: Character = "▫"
    static let done: Character = "▪"
    /// The lines with their boxes.
    private(set) var lines: [String] = []
    /// The other text; nil if there is none.
    private(set) var text: String?

    init(_ content: String) {
        var others: [String] = []
        for line in content.split(whereSeparator: \.isNewline) {
            var parts: [String] = []
            for character in line {
                if parts.isEmpty || Self.isBox(character) { parts.append("") }
                parts[parts.count - 1].append(character)
            }
            for part in parts {
                if part.first.map(Self.isBox) ?? false {
                    if !part.dropFirst().trimmed.isEmpty { lines.append(part.trimmed) }
                } else if !part.trimmed.isEmpty {
                    others.append(part)
                }
            }
        }
        text = others.isEmpty ? nil : others.joined(separator: "\n")
    }

    private static func isBox(_ character: Character) -> Bool { character == open || character == done }
}
