import AtriumSDK
import GRDB

/// What an undo by force must not take along: what later changes made of records that are not the target's.
struct ForcedUndo {
    /// The change set that is to be undone.
    let target: Int64
    let db: Database
    let graph: TableGraph
    let collections: CollectionNumbers

    /// Refuses where a later change cannot be taken back for some records alone.
    ///
    /// - Parameters:
    ///   - shared: the records that the target and later changes touched.
    ///   - sharing: those changes, the newest first.
    ///   - touched: the records that a change set touched.
    /// - Throws: ``UndoObstacle`` with the later change that is to be undone first.
    func check(
        _ shared: UndoEngine.Records, _ sharing: [Int64], touched: (Int64) throws -> TouchedRecords
    ) throws {
        for id in sharing where try isMergeWithOthers(id, shared) { throw UndoObstacle.change(id) }
        let own = try TouchedRecords(
            of: target, db, graph: graph, collections: collections,
            hostTables: TouchedRecords.dependentTables.subtracting(["host_source_item"]))
        for (collection, ids) in shared {
            guard let other = ids.first(where: { own.records[collection]?.contains($0) != true }) else {
                continue
            }
            // Only a source of the record is the target's: one that a later change has moved to it.
            let mover = try sharing.reversed().first { id in
                let both = try touched(id)
                return both.records[collection]?.contains(other) == true
                    && !both.intersection(own).isEmpty
            }
            throw mover.map(UndoObstacle.change) ?? UndoObstacle.unknown
        }
    }

    /// Whether a change set made one of two records, of which the other is not to be taken back.
    ///
    /// Half of a merge cannot be undone: the record that it removed would stay away, and what it had would be nobody's.
    private func isMergeWithOthers(_ id: Int64, _ shared: UndoEngine.Records) throws -> Bool {
        for (table, collection) in graph.recordTables {
            guard let ids = shared[collection] else { continue }
            let isMerge = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM host_former_uid f WHERE f.collection_id = ?2 AND (
                        EXISTS (SELECT 1 FROM host_change_range r WHERE r.change_set_id = ?1
                            AND r.table_name = 'host_former_uid' AND f.id BETWEEN r.first AND r.last)
                        OR EXISTS (SELECT 1 FROM host_change_row c WHERE c.change_set_id = ?1
                            AND c.table_name = 'host_former_uid' AND c.row_id = f.id
                            AND c.operation = 'update')))
                    """, arguments: [id, collections.number(collection)])
            guard isMerge == true else { continue }
            let removed = try Int64.fetchSet(
                db,
                sql: """
                    SELECT row_id FROM host_change_row
                    WHERE change_set_id = ? AND table_name = ? AND operation = 'delete'
                    """, arguments: [id, table])
            if !removed.isSubset(of: ids) { return true }
        }
        return false
    }
}
