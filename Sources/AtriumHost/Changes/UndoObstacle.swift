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

    /// A record that is not there, though something of the host's names it: what the undo has put back, or what stayed where
    /// the undo removed the record; nil where there is none.
    ///
    /// This is for what no other rule has thought of: it is found before the commit.
    static func missingRecord(after changeSet: Int64, graph: TableGraph, _ db: Database) throws
        -> TableGraph.Row?
    {
        let touched = try String.fetchSet(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [changeSet])
        let collections = try CollectionNumbers(db)
        for (table, collection) in graph.recordTables {
            let number = try collections.number(collection)
            let isMissing =
                "NOT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) r WHERE r.id = record)"
            for (host, collectionColumn, recordColumn) in ChangeRecorder.recordColumns {
                var queries: [String] = []
                if touched.contains(host) {
                    queries.append(
                        """
                        SELECT h.\(recordColumn) AS record FROM host_change_row c JOIN \(host) h ON h.id = c.row_id
                        WHERE c.change_set_id = ?1 AND c.table_name = \(ChangeTriggers.quotedText(host))
                        AND h.\(collectionColumn) = ?2 AND record <> 0 AND \(isMissing)
                        """)
                }
                if touched.contains(table) {
                    queries.append(
                        """
                        SELECT c.row_id AS record FROM host_change_row c JOIN \(host) h
                        ON h.\(collectionColumn) = ?2 AND h.\(recordColumn) = c.row_id
                        WHERE c.change_set_id = ?1 AND c.table_name = \(ChangeTriggers.quotedText(table))
                        AND c.operation = 'delete' AND \(isMissing)
                        """)
                }
                for query in queries {
                    let found = try Int64.fetchOne(
                        db, sql: query + " LIMIT 1", arguments: [changeSet, number])
                    if let found { return TableGraph.Row(table: table, id: found) }
                }
            }
        }
        return nil
    }
}
