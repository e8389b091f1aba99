import AtriumSDK
import GRDB

/// Which change sets made, changed or removed the records of a collection: one of them, or any.
struct RecordHistory {
    let collection: Collection
    let db: Database
    let graph: TableGraph
    let collections: CollectionNumbers

    /// The change sets that touched one record, also with what belongs to it: rows of its own tables, tags, attachments,
    /// links.
    func changes(of id: Int64) throws -> Set<Int64> {
        var found = try changes(ofRows: [id], in: collection.table)
        for table in graph.tables where table != collection.table {
            guard let owner = graph.record(of: table, alias: "t"), owner.collection == collection.id,
                case .parent(let parent, let column) = graph.owner(of: table)
            else { continue }
            let rows = try Int64.fetchAll(
                db, sql: "SELECT t.id FROM \(table.quotedDatabaseIdentifier) t WHERE \(owner.id) = ?",
                arguments: [id])
            found.formUnion(try changes(ofRows: rows, in: table))
            // Of rows that are gone, only those of the record's own children are looked for.
            guard parent == collection.table else { continue }
            let path = ChangeTriggers.quotedText("$.\"\(column)\"")
            found.formUnion(
                try Int64.fetchSet(
                    db,
                    sql: """
                        SELECT change_set_id FROM host_change_row
                        WHERE table_name = ? AND json_extract(old_row, \(path)) = ?
                        """, arguments: [table, id]))
        }
        let number = try collections.number(collection.id)
        for (table, collectionColumn, recordColumn) in ChangeRecorder.recordColumns
        where TouchedRecords.shownTables.contains(table) {
            let rows = try Int64.fetchAll(
                db, sql: "SELECT id FROM \(table) WHERE \(collectionColumn) = ? AND \(recordColumn) = ?",
                arguments: [number, id])
            found.formUnion(try changes(ofRows: rows, in: table))
            found.formUnion(
                try Int64.fetchSet(
                    db,
                    sql: """
                        SELECT change_set_id FROM host_change_row
                        WHERE table_name = ? AND json_extract(old_row, '$.\(collectionColumn)') = ?
                        AND json_extract(old_row, '$.\(recordColumn)') = ?
                        """, arguments: [table, number, id]))
        }
        return found
    }

    /// The change sets that removed records of the collection.
    func removals() throws -> Set<Int64> {
        try Int64.fetchSet(
            db,
            sql: """
                SELECT change_set_id FROM host_change_row WHERE table_name = ? AND operation = 'delete'
                AND NOT EXISTS (SELECT 1 FROM \(collection.table.quotedDatabaseIdentifier) t WHERE t.id = row_id)
                """, arguments: [collection.table])
    }

    private func changes(ofRows rows: [Int64], in table: String) throws -> Set<Int64> {
        let ranges = try db.cachedStatement(
            sql:
                "SELECT change_set_id FROM host_change_range WHERE table_name = ? AND ? BETWEEN first AND last"
        )
        let changes = try db.cachedStatement(
            sql: "SELECT change_set_id FROM host_change_row WHERE table_name = ? AND row_id = ?")
        return try rows.reduce(into: []) { found, row in
            found.formUnion(try Int64.fetchAll(ranges, arguments: [table, row]))
            found.formUnion(try Int64.fetchAll(changes, arguments: [table, row]))
        }
    }

    /// What a record was called before a change set removed it; nil where its rows do not tell.
    static func formerTitle(
        of id: Int64, in collection: Collection, removedBy changeSet: Int64, _ db: Database
    ) throws -> String? {
        let columns = try db.columns(in: collection.table).map { column in
            let path = ChangeTriggers.quotedText("$.\"\(column.name)\"")
            return "json_extract(old_row, \(path)) AS \(column.name.quotedDatabaseIdentifier)"
        }
        return try String.fetchOne(
            db,
            sql: """
                SELECT \(collection.titleSQL) FROM (
                    SELECT \(columns.joined(separator: ", ")) FROM host_change_row
                    WHERE change_set_id = ? AND table_name = ? AND row_id = ? AND operation = 'delete') r
                """, arguments: [changeSet, collection.table, id])
    }
}
