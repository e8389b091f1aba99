import AtriumSDK
import GRDB

/// A change set that is being undone, with what later changes share with it.
///
/// It can be reversed as often as it takes to find out what must stay: each time within a savepoint.
struct ReversibleChange {
    /// What it touched.
    let touched: TouchedRecords
    /// The later changes in force, the oldest first, without the undo's own.
    let later: [Int64]
    /// What later changes have touched of that; by force, without what an undo before has put back.
    private(set) var shared: UndoEngine.Records = [:]
    /// The later changes that touched records of it, the newest first.
    private var sharing: [Int64] = []

    private let id: Int64
    private let policy: UndoEngine.Policy
    /// The undo's own change set.
    private let changeSet: Int64
    /// The undoes of it that are in force: where some records were kept, and are now taken back by force.
    private let undoes: [Int64]
    private let graph: TableGraph
    private let collections: CollectionNumbers
    private let db: Database

    /// Looks at what a change set and those after it have touched.
    ///
    /// - Parameters:
    ///   - log: the changes without the undo's own.
    ///   - changeSet: the undo's own.
    /// - Throws: ``UndoObstacle`` with the later change that is to be undone first: where the policy is to refuse, and
    ///   where force would take along what is not the target's.
    init(
        _ id: Int64, policy: UndoEngine.Policy, _ log: ChangeLog, into changeSet: Int64, graph: TableGraph,
        _ db: Database
    ) throws {
        self.id = id
        self.policy = policy
        self.changeSet = changeSet
        self.graph = graph
        self.db = db
        collections = try CollectionNumbers(db)
        later = try log.laterInForce(than: id, db).filter { $0 != changeSet }
        undoes = log.undoesInForce(of: id)
        touched = try Self.touched(by: id, graph, collections, db)
        try findShared()
        guard policy == .force else { return }
        // What an undo before has put back is not the target's any more.
        for undo in undoes {
            shared = try shared.subtracting(putBack(of: touched.intersection(touched(by: undo))))
        }
        try ForcedUndo(target: id, db: db, graph: graph, collections: collections)
            .check(shared, sharing, touched: touched(by:))
    }

    private static func touched(
        by id: Int64, _ graph: TableGraph, _ collections: CollectionNumbers, _ db: Database
    ) throws -> TouchedRecords {
        try TouchedRecords(
            of: id, db, graph: graph, collections: collections, hostTables: TouchedRecords.dependentTables)
    }

    private func touched(by change: Int64) throws -> TouchedRecords {
        try Self.touched(by: change, graph, collections, db)
    }

    /// Returns the records that an undo has put back, of those that it touched.
    ///
    /// A new record that still exists was kept: the undo has only removed its links to other records.
    private func putBack(of records: UndoEngine.Records) throws -> UndoEngine.Records {
        let tables = Dictionary(uniqueKeysWithValues: graph.recordTables.map { ($0.collection, $0.table) })
        return try records.reduce(into: [:]) { result, entry in
            let made = touched.records[entry.key]?.inserted ?? []
            guard let table = tables[entry.key], !made.isEmpty else {
                result[entry.key] = entry.value
                return
            }
            let exists = try db.makeStatement(
                sql: "SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE id = ?")
            result[entry.key] = try entry.value.filter { id in
                try !made.contains { $0.contains(id) } || Int.fetchOne(exists, arguments: [id]) == nil
            }
        }
    }

    private mutating func findShared() throws {
        for change in later.reversed() {
            let found = try touched.intersection(touched(by: change))
            let isSharing = try !found.isEmpty || TouchedRecords.shareRow(id, change, db)
            if isSharing, policy == .refuse { throw UndoObstacle.change(change) }
            if !found.isEmpty { sharing.append(change) }
            shared.merge(found) { $0.union($1) }
        }
    }

    /// Reverses all but some records; by force, first what later changes did to the others.
    ///
    /// - Returns: what had to stay.
    func reverse(leaving kept: UndoEngine.Records) throws -> Reversal.Stayed {
        guard policy == .force else {
            return try reversal(
                of: id, .allBut(kept), leaving: policy == .refuse ? [] : later, later: later)
        }
        var stayed = Reversal.Stayed()
        for change in sharing {
            let wanted = shared.subtracting(kept)
            stayed.add(try reversal(of: change, .only(wanted), leaving: [], before: id))
        }
        stayed.add(try reversal(of: id, .allBut(kept), leaving: undoes))
        return stayed
    }

    private func reversal(
        of change: Int64, _ scope: Reversal.Scope, leaving: [Int64], later: [Int64] = [],
        before maker: Int64? = nil
    ) throws -> Reversal.Stayed {
        try Reversal(
            of: change, db, graph: graph, collections: collections, scope: scope, leaving: leaving,
            later: later, before: maker
        ).run(into: changeSet)
    }
}
