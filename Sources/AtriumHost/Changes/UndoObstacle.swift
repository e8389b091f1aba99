import GRDB

/// What is in the way of an undo: something that was written after what is to be undone.
enum UndoObstacle: Error {
    /// A later change set.
    case change(Int64)
    /// A row that a later change has made, changed or removed.
    case row(TableGraph.Row)
    /// Later changes that are not known.
    case unknown

    /// The newest of some change sets that it is, or that has touched the row that it is; nil: none of them.
    func change(among later: [Int64], _ db: Database) throws -> Int64? {
        switch self {
        case .change(let id): return id
        case .unknown: return nil
        case .row(let row):
            let touching = try Int64.fetchSet(
                db,
                sql: """
                    SELECT change_set_id FROM host_change_row WHERE table_name = ?1 AND row_id = ?2
                    UNION SELECT change_set_id FROM host_change_range
                    WHERE table_name = ?1 AND ?2 BETWEEN first AND last
                    """, arguments: [row.table, row.id])
            return later.last(where: touching.contains)
        }
    }

    /// A row that others refer to and that is not there; nil where all references hold.
    static func missingRow(_ db: Database) throws -> TableGraph.Row? {
        guard let broken = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") else { return nil }
        let (child, row, parent, number): (String, Int64?, String, Int64) = (
            broken["table"], broken["rowid"], broken["parent"], broken["fkid"]
        )
        let column = try String.fetchOne(
            db, sql: "SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?",
            arguments: [child, number])
        let id = try column.flatMap {
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT \($0.quotedDatabaseIdentifier) FROM \(child.quotedDatabaseIdentifier) WHERE id = ?
                    """, arguments: [row])
        }
        return TableGraph.Row(table: parent, id: id ?? 0)
    }
}
