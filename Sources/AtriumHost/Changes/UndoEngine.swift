import AtriumSDK
import GRDB

/// Takes a change set back: removes what it inserted, puts back what it changed and removed.
///
/// Rows come back exactly: ids, values, types. An undo is a change set itself and can be undone.
struct UndoEngine {
    /// The ids of records, by collection.
    typealias Records = [CollectionID: Set<Int64>]

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
        /// The records that the undo removed, changed or brought back, in words.
        var touched = ""
        /// The modules whose records it is about.
        var modules: Set<String> = []
        /// The undo's own change set; nil where nothing was left to take back.
        var changeSet: Int64?
        /// Records that were left, because they were changed since, or something that stays refers to them.
        var kept: [RecordReference] = []
        /// Settings that were left, because they were changed since.
        var keptSettings: [Setting] = []
        /// Modules that were switched on with an import that stands again.
        var enabled: [String] = []
        /// Modules that were switched off with an import that was taken back.
        var disabled: [String] = []
    }

    /// A row of the settings.
    struct Setting {
        let id: Int64
        let key: String
    }

    /// Undoes a change set; nil: the newest that is in force.
    ///
    /// Where changes have been taken back or brought back out of order, something may stand on the newest: then that goes
    /// first, so that nobody has to untangle it.
    ///
    /// - Parameter describe: describes the records of a change set. It is called with the undone change set before the
    ///   undo, when added records still have their titles, and with the undo's own change set after it. The second
    ///   result counts.
    /// - Throws: ``AtriumError``: `notFound` for an unknown id, `conflict` where it has been undone already, where later
    ///   changes stand on it, or where a migration has changed a table since; `unavailable` where it is of a module that is
    ///   off, by the user's or the admin's will.
    func undo(
        _ id: Int64?, policy: Policy, cause: ChangeRecorder.Cause,
        describing describe: (Int64, Database) throws -> String = { _, _ in "" }
    ) throws -> Outcome {
        let newest = try vault.pool.read { db in try ChangeLog(db).newest(db) }
        guard var wanted = id ?? newest else { throw AtriumError(.notFound, "there is no change to undo") }
        while true {
            let target = try vault.pool.read { db in try ChangeLog.entry(wanted, db) }
            guard let target else {
                throw AtriumError(
                    .notFound, "there is no change \(wanted)", remedy: "see \(command: "history")")
            }
            do {
                return try undo(target, policy: policy, cause: cause, describe)
            } catch let obstacle as UndoObstacle {
                let (error, later) = try vault.pool.read { db in try explain(obstacle, to: target, db) }
                guard id == nil, let later else { throw error }
                // Later than what it stands on, so that this ends.
                wanted = later
            }
        }
    }

    private func undo(
        _ target: ChangeLog.Entry, policy: Policy, cause: ChangeRecorder.Cause,
        _ describe: (Int64, Database) throws -> String
    ) throws -> Outcome {
        var (outcome, changeSet) = try ChangeRecorder(vault: vault).reverse(cause, undoes: target.id) {
            db, changeSet, graph in
            let log = try ChangeLog(db, excluding: changeSet)
            let isInForce = log.isInForce(target.id)
            guard isInForce || policy == .force else { throw Self.undoneAlready(target) }
            let wereOn = try ModuleSwitch.enabled(db)
            _ = try describe(target.id, db)
            var outcome = try reverse(target, policy: policy, log, into: changeSet, graph, db)
            if try Self.hasChanged(changeSet, db) {
                // In one transaction: an undo whose modules did not follow could not be made good by another.
                let modules = try ImportedModules(of: target.id, in: vault, db)?.follow(allowedModules, db)
                (outcome.enabled, outcome.disabled) = modules ?? ([], [])
            } else if outcome.kept.isEmpty, outcome.keptSettings.isEmpty {
                throw isInForce ? Self.nothingLeft(of: target) : Self.undoneAlready(target)
            }
            let visible = wereOn.union(outcome.enabled).intersection(allowedModules)
            try checkModules(outcome.modules.subtracting(visible), of: target)
            outcome.touched = try describe(changeSet, db)
            return outcome
        }
        outcome.changeSet = changeSet
        return outcome
    }

    /// Why a change set cannot be undone, and which later one is to be undone first; nil: none can be.
    private func explain(
        _ obstacle: UndoObstacle, to target: ChangeLog.Entry, _ db: Database
    ) throws -> (AtriumError, later: Int64?) {
        let later = try ChangeLog(db).laterInForce(than: target.id, db)
        // Each later change back to just after the target leads there, whatever else is in its way.
        guard let found = try obstacle.change(among: later, db) ?? later.last else {
            let error = AtriumError(
                .conflict,
                "change \(target.id) (\(target.command)) cannot be undone: its old values conflict with your current records",
                remedy: "change the records by hand, or restore a backup")
            return (error, nil)
        }
        let entry = try ChangeLog.entry(found, db)
        let error = AtriumError(
            .conflict,
            "change \(target.id) (\(target.command)) cannot be undone yet, because change \(found) (\(entry?.command ?? "")) builds on it",
            remedy: "undo change \(found) first: \(command: "undo", .argument("change", String(found)))")
        return (error, found)
    }

    private static func undoneAlready(_ entry: ChangeLog.Entry) -> AtriumError {
        AtriumError(
            .conflict, "change \(entry.id) (\(entry.command)) is already undone",
            remedy: "see \(command: "history"); to redo it, undo the change that undid it")
    }

    private static func nothingLeft(of entry: ChangeLog.Entry) -> AtriumError {
        AtriumError(
            .conflict,
            "change \(entry.id) (\(entry.command)) has nothing left to undo, because its records were removed later",
            remedy: "see \(command: "history"); you can undo the change that removed them")
    }

    /// Whether an undo has put back or removed anything.
    private static func hasChanged(_ changeSet: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_change_row WHERE change_set_id = ?)",
            arguments: [changeSet]) ?? false
    }

    /// The same, but for what says of sources where they stood: an undo that keeps all records may find some that no source
    /// needs any more, and has taken nothing back for that.
    private static func hasChangedMore(_ changeSet: Int64, _ db: Database) throws -> Bool {
        let tables = TableGraph.aroundSources.sorted().map(ChangeTriggers.quotedText).joined(separator: ", ")
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM host_change_row WHERE change_set_id = ?
                AND table_name NOT IN (\(tables)))
                """, arguments: [changeSet]) ?? false
    }

    private func reverse(
        _ target: ChangeLog.Entry, policy: Policy, _ log: ChangeLog, into changeSet: Int64,
        _ graph: TableGraph, _ db: Database
    ) throws -> Outcome {
        try checkBarriers(target, db)
        let reversible = try ReversibleChange(
            target.id, policy: policy, log, into: changeSet, graph: graph, db)
        let modules = try Set(reversible.touched.records.keys.map(\.module)).union(
            modulesOfSettings(in: target.id, db))
        guard policy != .refuse else {
            if let user = try reversible.reverse(leaving: [:]).user { throw UndoObstacle.row(user) }
            return Outcome(undone: target, modules: modules)
        }
        var kept = try withParents(
            policy == .force ? [:] : reversible.shared, of: reversible.touched, graph: graph, db)
        while true {
            // A record that something refers to stays whole, with its source, or goes: never its row alone.
            var more: Records = [:]
            try db.inSavepoint {
                more = try reversible.reverse(leaving: kept).records.subtracting(kept)
                return try more.isEmpty && Self.hasChangedMore(changeSet, db) ? .commit : .rollback
            }
            if more.isEmpty { break }
            kept.merge(more) { $0.union($1) }
            kept = try withParents(kept, of: reversible.touched, graph: graph, db)
        }
        return Outcome(
            undone: target, modules: modules, kept: try present(kept, graph, db),
            keptSettings: policy == .force
                ? [] : try settings(of: target.id, changedBy: reversible.later, db))
    }

    /// Those of some records that are there, in the order of their collections and ids.
    private func present(_ records: Records, _ graph: TableGraph, _ db: Database) throws -> [RecordReference]
    {
        try graph.recordTables.sorted { $0.collection.description < $1.collection.description }.flatMap {
            table, collection in
            let statement = try db.makeStatement(
                sql: "SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE id = ?")
            return try (records[collection] ?? []).sorted()
                .filter { try Int.fetchOne(statement, arguments: [$0]) != nil }
                .map { RecordReference(collection, $0) }
        }
    }

    /// The settings that a change set made or changed and that later ones have changed again.
    private func settings(of target: Int64, changedBy later: [Int64], _ db: Database) throws -> [Setting] {
        let later = later.map(String.init).joined(separator: ", ")
        return try Row.fetchAll(
            db,
            sql: """
                SELECT s.id, s.key FROM host_setting s
                WHERE s.id IN (SELECT l.row_id FROM host_change_row l
                    WHERE l.table_name = 'host_setting' AND l.change_set_id IN (\(later)))
                AND (EXISTS (SELECT 1 FROM host_change_range r WHERE r.change_set_id = ?1
                        AND r.table_name = 'host_setting' AND s.id BETWEEN r.first AND r.last)
                    OR s.id IN (SELECT e.row_id FROM host_change_row e
                        WHERE e.table_name = 'host_setting' AND e.change_set_id = ?1))
                ORDER BY s.key
                """, arguments: [target]
        ).map { Setting(id: $0["id"], key: $0["key"]) }
    }

    /// The installed modules whose settings a change set made, changed or removed.
    private func modulesOfSettings(in changeSet: Int64, _ db: Database) throws -> Set<String> {
        let keys = try String.fetchSet(
            db,
            sql: """
                SELECT s.key FROM host_setting s JOIN host_change_range r ON s.id BETWEEN r.first AND r.last
                WHERE r.change_set_id = ?1 AND r.table_name = 'host_setting'
                UNION SELECT s.key FROM host_setting s JOIN host_change_row c ON c.row_id = s.id
                WHERE c.change_set_id = ?1 AND c.table_name = 'host_setting'
                UNION SELECT json_extract(c.old_row, '$.key') FROM host_change_row c
                WHERE c.change_set_id = ?1 AND c.table_name = 'host_setting' AND c.old_row IS NOT NULL
                """, arguments: [changeSet])
        return Set(keys.compactMap(SettingKey.module)).filter { vault.registry.module($0) != nil }
    }

    /// Refuses to write into modules that are off before and after: nobody sees there what they take back.
    private func checkModules(_ off: Set<String>, of target: ChangeLog.Entry) throws {
        guard let module = off.subtracting(allowedModules).min() ?? off.min() else { return }
        let change = "change \(target.id) (\(target.command)) belongs to the module \(module)"
        guard allowedModules.contains(module) else {
            throw AtriumError(
                .unavailable, "\(change), which your admin has not allowed",
                remedy: "ask your admin to allow it")
        }
        throw AtriumError(
            .unavailable, "\(change), which is off",
            remedy:
                "enable it first with \(command: "modules enable", .argument("id", module)), or choose another change: \(command: "history")"
        )
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

    /// Adds the records that kept ones refer to and that the same change set made: a series of a kept override.
    private func withParents(
        _ kept: Records, of mine: TouchedRecords, graph: TableGraph, _ db: Database
    ) throws -> Records {
        var all = kept
        var new = kept
        while !new.isEmpty {
            var next: Records = [:]
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

extension UndoEngine.Records {
    /// The records that are not among others.
    func subtracting(_ others: Self) -> Self {
        reduce(into: [:]) { result, entry in
            let left = entry.value.subtracting(others[entry.key] ?? [])
            if !left.isEmpty { result[entry.key] = left }
        }
    }
}

extension UndoEngine {
    /// Returns the records that a change set and later changes have touched: an undo with ``Policy/keepChanged`` keeps them.
    func sharedRecords(of changeSet: Int64) throws -> [RecordReference] {
        try vault.read { db in
            let graph = try TableGraph(db, registry: vault.registry)
            // No change set has the number 0: an undo that has not begun.
            let change = try ReversibleChange(
                changeSet, policy: .keepChanged, ChangeLog(db), into: 0, graph: graph, db)
            return try present(change.shared, graph, db)
        }
    }

    /// Undoes what a session's user has done.
    init(_ session: Session) { self.init(vault: session.vault, allowedModules: session.allowedModules) }
}
