import AtriumSDK
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
        "todoist", columns: [project, section, parent, level, notes],
        knownBy: ["TYPE", "CONTENT", "PRIORITY", "INDENT"]
    ) { TodoistPass($0) }

    /// The columns that the pass reads.
    private let columns: (type: Int?, content: Int?, indent: Int?)
    private let projectName: String
    private var sectionName = ""
    /// The tasks above, of which each is a part of the one before.
    private var above: [Above] = []
    /// The task above, until all of its notes are known.
    private var task: Task?
    /// The texts of rows since the last task.
    private var rows: [String] = []

    private struct Task {
        var row: PassedRow
        var notes: [String] = []
    }

    /// A task of which others may be parts, which then have its title.
    private struct Above {
        let content: String
        /// The title, once a part has asked for it: most tasks have none.
        lazy var title = TodoistProfile.title(of: content)?.title ?? ""
    }

    init(_ file: RowPassFile) {
        let header = file.header
        columns = (
            header.firstIndex(of: "TYPE"), header.firstIndex(of: "CONTENT"), header.firstIndex(of: "INDENT")
        )
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
        let content = columns.content.flatMap { row[$0] } ?? ""
        switch columns.type.flatMap({ row[$0] })?.trimmed.lowercased() ?? "" {
        case "task": return begin(row, content)
        case "section":
            let last = flush()
            sectionName = content.trimmed
            above = []
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
        let indent = columns.indent.flatMap { row[$0] }.flatMap { Int($0.trimmed) } ?? 1
        let level = min(max(indent, 1), above.count + 1)
        above.removeSubrange((level - 1)...)
        task = Task(row: passed(row, level: level))
        // What has no title becomes no task, and nothing can be a part of it.
        if Words.line(content) != nil { above.append(Above(content: content)) }
        return last
    }

    private mutating func passed(_ row: CSVRow, level: Int) -> PassedRow {
        defer { rows = [] }
        let cells =
            level == 0
            ? Self.nothing
            : [projectName, sectionName, level > 1 ? above[level - 2].title : "", String(level), ""]
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
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return String(self) }
        let text = drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
    }
}
