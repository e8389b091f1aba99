import AtriumSDK
import GRDB

/// Which of the records that a change set touched it removed, and which it brought back: an undo of a removal.
struct RecordFates {
    private(set) var removed: [CollectionID: Set<Int64>] = [:]
    private(set) var broughtBack: [CollectionID: Set<Int64>] = [:]

    init(of changeSet: Int64, _ db: Database, graph: TableGraph) throws {
        let touched = try String.fetchSet(
            db,
            sql: """
                SELECT DISTINCT table_name FROM host_change_row
                WHERE change_set_id = ? AND operation IN ('insert', 'delete')
                """, arguments: [changeSet])
        for (table, collection) in graph.recordTables where touched.contains(table) {
            broughtBack[collection] = try Int64.fetchSet(
                db,
                sql: """
                    SELECT row_id FROM host_change_row
                    WHERE change_set_id = ? AND table_name = ? AND operation = 'insert'
                    """, arguments: [changeSet, table])
            // One that is there again was put in place of itself, or an undo has brought it back.
            removed[collection] = try Int64.fetchSet(
                db,
                sql: """
                    SELECT o.row_id FROM host_change_row o
                    WHERE o.change_set_id = ?1 AND o.table_name = ?2 AND o.operation = 'delete'
                    AND (NOT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) t WHERE t.id = o.row_id)
                        OR EXISTS (SELECT 1 FROM host_change_row n WHERE n.table_name = ?2
                            AND n.row_id = o.row_id AND n.operation = 'insert' AND n.change_set_id > ?1))
                    """, arguments: [changeSet, table])
        }
    }
}
