public import AtriumSDK
import Foundation
import GRDB

/// What came due since the last time, handed on item by item; see ``Session/handOnDue(_:to:)``.
public struct DueItem: Sendable, Hashable {
    /// The item, as the query gives it.
    public let values: DataObject
    /// Whether it was taken.
    public let isTaken: Bool
}

extension Session {
    /// How far back it is looked the first time, in seconds: a day.
    private static let firstSpan = 86_400.0

    /// Hands on what came due since the last time, the first to come due first, and remembers what was taken.
    ///
    /// Each item is handed on at least once: what is not taken comes again the next time, as does what was under way when the
    /// process ended. A clock that was set back brings again what it passes again. The first time, what came due within a
    /// day is handed on. What is remembered belongs to no change set, and to no export.
    ///
    /// - Parameters:
    ///   - entry: a query that is a ``DueList``.
    ///   - take: says whether it took an item. It runs outside of all transactions.
    /// - Returns: the items, and the warnings of the query.
    /// - Throws: ``AtriumError``: `tryAgain` while another process does the same; what the query throws; what `take` throws,
    ///   and then that item, and those after it, come again.
    public func handOnDue(
        _ entry: CatalogEntry, to take: (DataObject) throws -> Bool
    ) throws -> (items: [DueItem], warnings: [String]) {
        let lock = try VaultLock.telling(forVaultAt: vault.folder)
        defer { lock.release() }
        let now = vault.environment.now()
        let marks = DueMarks(
            vault: vault, module: entry.module ?? "", command: entry.path.joined(separator: " "))
        let known = try marks.read()
        let mark = min(known.until ?? now.addingTimeInterval(-Self.firstSpan), now)
        // A second earlier, so that what came due at that very instant is among what the query gives.
        let since = known.rest.values.map { $0.addingTimeInterval(-1) }.reduce(mark, min)
        let answer = try run(entry, values: [DueList.since.declaration.name: .text(Timestamp.text(since))])
        let waiting = (answer.objectValue?["items"]?.listValue ?? []).compactMap { value -> Waiting? in
            guard let item = Waiting(value), item.cameDue > mark || known.rest[item.uid] != nil else {
                return nil
            }
            return item
        }
        // Before anything is told: what cannot be remembered would be told at every run.
        try marks.begin(at: mark, keeping: Set(waiting.map(\.uid)), of: known.rest)
        var items: [DueItem] = []
        var changes: [String: Date?] = [:]
        for (index, item) in waiting.enumerated() {
            let isTaken = try take(item.values)
            items.append(DueItem(values: item.values, isTaken: isTaken))
            changes.updateValue(isTaken ? nil : item.cameDue, forKey: item.uid)
            // Of those that came due at one instant the last one moves the mark.
            let next = waiting.dropFirst(index + 1).first?.cameDue ?? now
            guard next > item.cameDue else { continue }
            try marks.move(to: min(max(mark, item.cameDue), now), changing: changes)
            changes = [:]
        }
        try marks.move(to: now, changing: changes)
        let warnings = answer.objectValue?["warnings"]?.listValue?.compactMap(\.textValue) ?? []
        return (items, warnings)
    }

    /// An item that is to be handed on.
    private struct Waiting {
        let uid: String
        let cameDue: Date
        let values: DataObject

        init?(_ value: DataValue) {
            guard let values = value.objectValue, let uid = values["uid"]?.textValue,
                let cameDue = values[DueList.cameDue.name]?.textValue.flatMap(Timestamp.date)
            else { return nil }
            (self.uid, self.cameDue, self.values) = (uid, cameDue, values)
        }
    }
}

/// Until when it was told what came due of one query, and what was not taken.
private struct DueMarks {
    let vault: Vault
    let module: String
    let command: String

    /// What is remembered; nothing where it was never told.
    func read() throws -> (until: Date?, rest: [String: Date]) {
        try vault.read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT id, told_until FROM host_due_mark WHERE command = ?", arguments: [command])
            guard let row else { return (nil, [:]) }
            let rest = try Row.fetchAll(
                db, sql: "SELECT uid, came_due FROM host_due_rest WHERE mark_id = ?",
                arguments: [row[0] as Int64])
            let dates = rest.compactMap { row -> (String, Date)? in
                Timestamp.date(row[1]).map { (row[0], $0) }
            }
            return (Timestamp.date(row[1]), Dictionary(dates, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Remembers the mark, and forgets what was not taken and is due no more.
    func begin(at mark: Date, keeping uids: Set<String>, of rest: [String: Date]) throws {
        let gone = rest.keys.filter { !uids.contains($0) }
        try move(to: mark, changing: Dictionary(uniqueKeysWithValues: gone.map { ($0, nil) }))
    }

    /// Moves the mark, and remembers what changed of what was not taken, in a transaction that is no change set.
    ///
    /// - Parameter changes: when what was not taken came due; nil for what was.
    func move(to mark: Date, changing changes: [String: Date?]) throws {
        try vault.explainingErrors {
            try vault.pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO host_due_mark (module, command, told_until) VALUES (?1, ?2, ?3)
                        ON CONFLICT (command) DO UPDATE SET told_until = ?3
                        """, arguments: [module, command, Timestamp.text(mark)])
                guard !changes.isEmpty else { return }
                let id = try Int64.fetchOne(
                    db, sql: "SELECT id FROM host_due_mark WHERE command = ?", arguments: [command])
                for (uid, cameDue) in changes.sorted(by: { $0.key < $1.key }) {
                    try db.execute(
                        sql: "DELETE FROM host_due_rest WHERE mark_id = ? AND uid = ?", arguments: [id, uid])
                    guard let cameDue else { continue }
                    try db.execute(
                        sql: "INSERT INTO host_due_rest (mark_id, uid, came_due) VALUES (?, ?, ?)",
                        arguments: [id, uid, Timestamp.text(cameDue)])
                }
            }
        }
    }
}
