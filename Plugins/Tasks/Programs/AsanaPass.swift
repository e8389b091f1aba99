import AtriumSDK
import CSVExchange
import CSVFormat

/// Asana's table, gone through once: a subtask names its parent by the title, and gets the parent's id beside it.
///
/// Of a file only the titles that are named as parents are held, as numbers, with an id each.
struct AsanaPass: RowPassing {
    static let parent = "(parent)"
    static let problem = "(parent problem)"
    static let ambiguous = "ambiguous"
    static let unknown = "unknown"
    static let itself = "itself"

    static let pass = RowPass(
        "asana", columns: [parent, problem], knownBy: ["Task ID", "Created At", "Completed At", "Name"]
    ) {
        try AsanaPass($0)
    }

    private let header: CSVHeader
    /// The ids by the hashes of titles; empty: more than one task has it, or none with an id.
    private var ids: [Int: String] = [:]

    private init(_ file: RowPassFile) throws {
        header = file.header
        guard header.firstIndex(of: "Parent task") != nil else { return }
        var wanted: Set<Int> = []
        try file.forEachRow { row in
            if let title = title("Parent task", of: row) { wanted.insert(title.hashValue) }
        }
        guard !wanted.isEmpty else { return }
        try file.forEachRow { row in
            guard let title = title("Name", of: row)?.hashValue, wanted.contains(title) else { return }
            let id = row.value("Task ID", in: header)?.trimmed ?? ""
            ids[title] = ids[title] == nil ? id : ""
        }
    }

    private func title(_ column: String, of row: CSVRow) -> String? {
        row.value(column, in: header).flatMap(Words.line)
    }

    func take(_ row: CSVRow) -> [PassedRow] {
        var cells = ["", ""]
        if let title = title("Parent task", of: row) {
            switch ids[title.hashValue] {
            case nil: cells[1] = Self.unknown
            case "": cells[1] = Self.ambiguous
            case row.value("Task ID", in: header)?.trimmed: cells[1] = Self.itself
            case let id?: cells[0] = id
            }
        }
        return [PassedRow(row, line: row.line, cells: cells)]
    }
}
