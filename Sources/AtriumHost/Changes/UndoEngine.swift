import AtriumSDK
import GRDB

/// Takes a change set back: removes what it inserted, puts back what it changed and removed.
///
/// Rows come back exactly: ids, values, types. An undo is a change set itself and can be undone.
struct UndoEngine {
    let vault: Vault
    /// The ids of the modules that may follow an import, on and off again.
    let allowedModules: Set<String>

    /// What to do where later changes stand on the one to be undone.
    enum Policy {
        /// Refuse, naming them: `atrium undo`.
        case refuse
        /// Leave those records as they are, and name them: `atrium imports undo`.
        case keepChanged
        /// Take back what later changes did to those records too: `atrium imports undo --force`; also where an undo before
        /// has kept them.
        case force
    }

    /// What an undo did.
    struct Outcome {
        /// The change set that was taken back.
        let undone: ChangeLog.Entry
        /// The undo's own change set; nil where nothing was left to take back.
        var changeSet: Int64?
        /// Records that were left, because they were changed since.
        let kept: [RecordReference]
        /// Modules that were switched on with an import that stands again.
        var enabled: [String] = []
        /// Modules that were switched off with an import that was taken back.
        var disabled: [String] = []
    }

    /// Undoes a change set; nil: the newest that is in force.
    ///
    /// - Throws: ``AtriumError``: `notFound` for an unknown id, `conflict` where it has been undone already, where later
    ///   changes stand on it, or where a migration has changed a table since.
    func undo(_ id: Int64?, policy: Policy, cause: ChangeRecorder.Cause) throws -> Outcome {
        let (target, isInForce) = try vault.pool.read { db -> (ChangeLog.Entry, Bool) in
            let log = try ChangeLog(db)
            guard let id = try id ?? newest(log, db) else {
                throw AtriumError(.notFound, "there is no change to undo")
            }
            guard let entry = try ChangeLog.entry(id, db) else {
                throw AtriumError(.notFound, "there is no change \(id)", remedy: "see \(command: "history")")
            }
            let isInForce = log.isInForce(id)
            guard isInForce || policy == .force else { throw Self.undoneAlready(entry) }
            return (entry, isInForce)
        }
        var (outcome, changeSet) = try ChangeRecorder(vault: vault).reverse(cause, undoes: target.id) {
            db, changeSet in
            var outcome = try reverse(target, policy: policy, into: changeSet, db)
            guard try Self.hasChanged(changeSet, db) else { return outcome }
            // In one transaction: an undo whose modules did not follow could not be made good by another.
            let modules = try ImportedModules(of: target.id, in: vault, db)?.follow(allowedModules, db)
            (outcome.enabled, outcome.disabled) = modules ?? ([], [])
            return outcome
        }
        guard isInForce || changeSet != nil else { throw Self.undoneAlready(target) }
        outcome.changeSet = changeSet
        return outcome
    }

    /// The change that is taken back where none is named; nil: there is none.
    ///
    /// Where it has been taken back or brought back out of order, something may stand on the newest: then that goes first,
    /// so that nobody has to untangle it.
    private func newest(_ log: ChangeLog, _ db: Database) throws -> Int64? {
        guard var id = try log.newest(db) else { return nil }
        while let later = try changeStanding(on: id, log, db) { id = later }
        return id
    }

    /// The newest change that stands on one; nil: none does.
    private func changeStanding(on id: Int64, _ log: ChangeLog, _ db: Database) throws -> Int64? {
        let later = try log.laterInForce(than: id, db)
        guard !later.isEmpty else { return nil }
        let graph = try TableGraph(db, registry: vault.registry)
        let collections = try CollectionNumbers(db)
        func touched(_ id: Int64) throws -> TouchedRecords {
            try TouchedRecords(
                of: id, db, graph: graph, collections: collections,
                hostTables: TouchedRecords.dependentTables)
        }
        let mine = try touched(id)
        return try later.last { try mine.shares(with: touched($0)) }
    }

    private static func undoneAlready(_ entry: ChangeLog.Entry) -> AtriumError {
        AtriumError(
            .conflict, "change \(entry.id) (\(entry.command)) has been undone already",
            remedy: "see \(command: "history"); to have it back, undo its undo")
    }

    /// Whether an undo has put back or removed anything.
    private static func hasChanged(_ changeSet: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_change_row WHERE change_set_id = ?)",
            arguments: [changeSet]) ?? false
    }

    private func reverse(
        _ target: ChangeLog.Entry, policy: Policy, into changeSet: Int64, _ db: Database
    ) throws -> Outcome {
        let graph = try TableGraph(db, registry: vault.registry)
        let collections = try CollectionNumbers(db)
        // Read again inside the write: another process may have undone it in between.
        guard try policy == .force || ChangeLog(db, excluding: changeSet).isInForce(target.id) else {
            throw Self.undoneAlready(target)
        }
        try checkBarriers(target, db)
        let kept = try laterChanges(
            to: target, policy: policy, except: changeSet, graph: graph, collections, db)
        let reversal = try Reversal(
            of: target.id, into: changeSet, db, graph: graph, collections: collections, edited: kept,
            isForced: policy == .force)
        let stillUsed = try reversal.run()
        if policy == .refuse,
            let table = stillUsed.first(where: { !HostMigrations.undoableTables.contains($0) })
        {
            throw AtriumError(
                .conflict,
                "change \(target.id) (\(target.command)) made what later changes refer to (\(table))",
                remedy: "undo the later changes first; see \(command: "history")")
        }
        let references = (policy == .force ? [:] : kept).flatMap { collection, ids in
            ids.sorted().map { RecordReference(collection, $0) }
        }
        return Outcome(undone: target, changeSet: nil, kept: references)
    }

    private func checkBarriers(_ target: ChangeLog.Entry, _ db: Database) throws {
        let reason = try String.fetchOne(
            db,
            sql: """
                SELECT reason FROM host_undo_barrier b WHERE b.change_set_id >= ?1 AND (
                    EXISTS (SELECT 1 FROM host_change_range r
                            WHERE r.change_set_id = ?1 AND r.table_name = b.table_name)
                    OR EXISTS (SELECT 1 FROM host_change_row r
                               WHERE r.change_set_id = ?1 AND r.table_name = b.table_name))
                """, arguments: [target.id])
        if let reason {
            throw AtriumError(
                .conflict, "change \(target.id) (\(target.command)) can no longer be undone: \(reason)",
                remedy: "change the records by hand, or restore a backup")
        }
    }

    /// Finds the records that later changes touched too; refuses, or gives them to be kept.
    private func laterChanges(
        to target: ChangeLog.Entry, policy: Policy, except own: Int64, graph: TableGraph,
        _ collections: CollectionNumbers, _ db: Database
    ) throws -> [CollectionID: Set<Int64>] {
        let later = try ChangeLog(db, excluding: own).laterInForce(than: target.id, db).filter { $0 != own }
        guard !later.isEmpty else { return [:] }
        let mine = try TouchedRecords(
            of: target.id, db, graph: graph, collections: collections,
            hostTables: TouchedRecords.dependentTables)
        var kept: [CollectionID: Set<Int64>] = [:]
        for id in later {
            let theirs = try TouchedRecords(
                of: id, db, graph: graph, collections: collections, hostTables: TouchedRecords.dependentTables
            )
            var isShared = mine.sharesLooseRow(with: theirs)
            for (collection, records) in mine.records {
                let shared = theirs.records[collection].map(records.intersection) ?? []
                guard !shared.isEmpty else { continue }
                isShared = true
                kept[collection, default: []].formUnion(shared)
            }
            if isShared, policy == .refuse {
                let entry = try ChangeLog.entry(id, db)
                throw AtriumError(
                    .conflict,
                    "change \(id) (\(entry?.command ?? "")) stands on change \(target.id) (\(target.command))",
                    remedy: "undo change \(id) first: \(command: "undo", .argument("change", String(id)))")
            }
        }
        if policy == .force { try checkForce(kept, target, graph, collections, db) }
        return try withParents(kept, of: mine, graph: graph, db)
    }

    /// Refuses to force where only the source of a record is the target's: what later changes made of the record is then
    /// not the target's to take back, as after a merge.
    private func checkForce(
        _ kept: [CollectionID: Set<Int64>], _ target: ChangeLog.Entry, _ graph: TableGraph,
        _ collections: CollectionNumbers, _ db: Database
    ) throws {
        let own = try TouchedRecords(
            of: target.id, db, graph: graph, collections: collections,
            hostTables: TouchedRecords.dependentTables.subtracting(["host_source_item"]))
        for (collection, ids) in kept {
            guard let id = ids.first(where: { own.records[collection]?.contains($0) != true }) else {
                continue
            }
            throw AtriumError(
                .conflict,
                "later changes stand on change \(target.id) (\(target.command)): the \(collection) record \(id), which it did not make, has a source of it",
                remedy: "undo the later changes first, such as a merge; see \(command: "history")")
        }
    }

    /// Adds the records that kept ones refer to and that the same change set made: a series of a kept override.
    private func withParents(
        _ kept: [CollectionID: Set<Int64>], of mine: TouchedRecords, graph: TableGraph, _ db: Database
    ) throws -> [CollectionID: Set<Int64>] {
        var all = kept
        var new = kept
        while !new.isEmpty {
            var next: [CollectionID: Set<Int64>] = [:]
            for edge in graph.edges {
                guard case .itself(let child) = graph.owner(of: edge.child), let ids = new[child],
                    case .itself(let parent) = graph.owner(of: edge.parent), let made = mine.records[parent]
                else { continue }
                let statement = try db.cachedStatement(
                    sql: """
                        SELECT \(edge.column.quotedDatabaseIdentifier)
                        FROM \(edge.child.quotedDatabaseIdentifier) WHERE id = ?
                        """)
                for id in ids {
                    guard let found = try Int64.fetchOne(statement, arguments: [id]), made.contains(found),
                        all[parent, default: []].insert(found).inserted
                    else { continue }
                    next[parent, default: []].insert(found)
                }
            }
            new = next
        }
        return all
    }
}

extension UndoEngine {
    /// Undoes what a session's user has done.
    init(_ session: Session) { self.init(vault: session.vault, allowedModules: session.allowedModules) }
}
