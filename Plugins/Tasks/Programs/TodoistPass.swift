import CSVExchange
import CSVFormat

/// Todoist's table of one project, gone through once: a section is a row above its tasks, a note a row below its task, and the
/// parent of a task is the nearest row above that is indented less.
///
/// | row | what becomes of it |
/// |---|---|
/// | `task` | a row, with its project, section, parent, level and notes |
/// | `section` | the section of the tasks below |
/// | `note` | text below the description of the task above |
/// | `meta`, rows and lines without text | kept in the row of the task below |
/// | any other | a row of its own, which becomes no task and is kept as text |
struct TodoistPass: RowPassing {
    static let project = "(project)"
    static let section = "(section)"
    static let parent = "(parent)"
    static let level = "(level)"
    static let notes = "(notes)"

    static let pass = RowPass(
        "todoist", columns: [project, section, parent, level, notes], isHeader: TodoistProfile.isHeader
    ) { TodoistPass($0) }

    private let header: CSVHeader
    private let projectName: String
    private var sectionName = ""
    /// The titles of the tasks above, of which each is a part of the one before.
    private var titles: [String] = []
    /// The task above, until all of its notes are known.
    private var task: Task?
    /// The texts of rows since the last task.
    private var rows: [String] = []

    private struct Task {
        var row: PassedRow
        var notes: [String] = []
    }

    init(_ file: RowPassFile) {
        header = file.header
        projectName = Self.projectName(ofFile: file.name) ?? ""
    }

    /// The project that a file is of: `Home` of `Home [2203306141].csv`; nil: the inbox, or the file has no name.
    static func projectName(ofFile name: String) -> String? {
        let names = name.split(separator: ".", omittingEmptySubsequences: false)
        var title = names.count > 1 ? names.dropLast().joined(separator: ".") : name
        // Browsers number a file that is loaded down twice.
        if let match = title.wholeMatch(of: /(.*\S)\s*\[\d+\](?:\s*\(\d+\))?/) { title = String(match.1) }
        title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return ["", "-", "inbox"].contains(title.lowercased()) ? nil : title
    }

    mutating func passOver(blankLines: Int) { rows += Array(repeating: "", count: blankLines) }

    mutating func take(_ row: CSVRow) -> [PassedRow] {
        let content = row.value("CONTENT", in: header) ?? ""
        switch row.value("TYPE", in: header)?.trimmed.lowercased() ?? "" {
        case "task": return begin(row, content)
        case "section":
            let last = flush()
            sectionName = content.trimmed
            titles = []
            rows.append(row.text)
            return last
        case "note" where task != nil:
            task?.notes.append(content)
            task?.row.rows += rows + [row.text]
            rows = []
            return []
        case "note", "meta":
            rows.append(row.text)
            return []
        case "" where row.isEmpty || content.isEmpty:
            rows.append(row.text)
            return []
        case "": return begin(row, content)
        default:
            let last = flush()
            return last + [passed(row, level: 0)]
        }
    }

    mutating func end() -> [PassedRow] {
        if task != nil {
            task?.row.rows += rows
            rows = []
            return flush()
        }
        return rows.allSatisfy(\.isEmpty) ? [] : [PassedRow(nil, line: 0, cells: Self.nothing, rows: rows)]
    }

    private static let nothing = ["", "", "", "", ""]

    private mutating func begin(_ row: CSVRow, _ content: String) -> [PassedRow] {
        let last = flush()
        let indent = row.value("INDENT", in: header).flatMap { Int($0.trimmed) } ?? 1
        let level = min(max(indent, 1), titles.count + 1)
        titles.removeSubrange((level - 1)...)
        task = Task(row: passed(row, level: level))
        // What has no title becomes no task, and nothing can be a part of it.
        if let title = TodoistProfile.title(of: content)?.title { titles.append(title) }
        return last
    }

    private mutating func passed(_ row: CSVRow, level: Int) -> PassedRow {
        defer { rows = [] }
        let cells =
            level == 0
            ? Self.nothing
            : [projectName, sectionName, level > 1 ? titles[level - 2] : "", String(level), ""]
        return PassedRow(row, line: row.line, cells: cells, rows: rows)
    }

    /// The task above, with its notes.
    private mutating func flush() -> [PassedRow] {
        guard var last = task else { return [] }
        task = nil
        last.row.cells[4] = last.notes.joined(separator: "\n\n")
        return [last.row]
    }
}

extension StringProtocol {
    /// Without white space around it.
    var trimmed: String {
        let text = drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
    }
}
