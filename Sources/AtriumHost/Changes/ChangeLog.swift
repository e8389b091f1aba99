import AtriumSDK
import GRDB

/// The change sets of a vault, and which of them are in force.
///
/// An undo is itself a change set that names the one that it undid; undoing the undo brings the first back in force.
struct ChangeLog {
    /// One change set.
    struct Entry {
        let id: Int64
        let madeAt: String
        let actor: String
        let command: String
        let undoes: Int64?
    }

    private let undoes: [Int64: Int64]
    private let undoers: [Int64: [Int64]]

    /// Reads the log, as if one change set (an undo that is being made) were not there.
    init(_ db: Database, excluding excluded: Int64? = nil) throws {
        var undoes: [Int64: Int64] = [:]
        var undoers: [Int64: [Int64]] = [:]
        for row in try Row.fetchAll(
            db, sql: "SELECT id, undoes FROM host_change_set WHERE undoes IS NOT NULL ORDER BY id")
        {
            let (id, undone): (Int64, Int64) = (row["id"], row["undoes"])
            if id == excluded { continue }
            undoes[id] = undone
            undoers[undone, default: []].append(id)
        }
        self.undoes = undoes
        self.undoers = undoers
    }

    /// Whether a change set's changes stand: it has not been undone, or its undo has.
    func isInForce(_ id: Int64) -> Bool {
        // An undo is later than what it undoes, so the recursion ends.
        undoesInForce(of: id).isEmpty
    }

    /// The undoes of a change set that are in force; more than one where what the first had left went by force.
    func undoesInForce(of id: Int64) -> [Int64] { (undoers[id] ?? []).filter(isInForce) }

    /// The change set at the end of a chain of undoes: what an undo of an undo is about in the end.
    func root(of id: Int64) -> Int64 {
        var id = id
        while let undone = undoes[id] { id = undone }
        return id
    }

    /// Whether a change set is an undo.
    func isUndo(_ id: Int64) -> Bool { undoes[id] != nil }

    /// Says which change set is the latest, by its number and time: `new` where there is none.
    ///
    /// A vault that was restored gives the numbers of its changes once more, but not their times.
    ///
    /// - Parameter later: those from this one on do not count.
    static func latest(before later: Int64 = .max, _ db: Database) throws -> String {
        let row = try Row.fetchOne(
            db, sql: "SELECT id, made_at FROM host_change_set WHERE id < ? ORDER BY id DESC LIMIT 1",
            arguments: [later])
        return row.map { "\($0["id"] as Int64) \($0["made_at"] as String)" } ?? "new"
    }

    /// The command that takes changes back one by one; what it made is not what its next call takes back.
    static let undoCommand = "undo"

    /// The newest change set that is in force and that `atrium undo` did not make: what `atrium undo` takes back.
    ///
    /// An `atrium imports undo` is taken back like any other command. Passed over, it could stand for good on what was
    /// written before it: by force it takes away what later commands made too.
    func newest(_ db: Database) throws -> Int64? {
        let ids = try Int64.fetchCursor(
            db,
            sql: "SELECT id FROM host_change_set WHERE undoes IS NULL OR command <> ? ORDER BY id DESC",
            arguments: [Self.undoCommand])
        while let id = try ids.next() {
            if isInForce(id) { return id }
        }
        return nil
    }

    /// The change sets after one that stand on its effects, where they touch the same.
    ///
    /// Left out are those that cancel out, an undone one and its undo, both later; and undoes of `id` itself, which left
    /// something that is now to go by force.
    func laterInForce(than id: Int64, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM host_change_set WHERE id > ? ORDER BY id", arguments: [id]
        ).filter { later in
            guard isInForce(later) else { return false }
            guard let undone = undoes[later] else { return true }
            return undone < id
        }
    }

    /// A change set by id.
    static func entry(_ id: Int64, _ db: Database) throws -> Entry? {
        try Row.fetchOne(
            db, sql: "SELECT id, made_at, actor, command, undoes FROM host_change_set WHERE id = ?",
            arguments: [id]
        ).map {
            Entry(
                id: $0["id"], madeAt: $0["made_at"], actor: $0["actor"], command: $0["command"],
                undoes: $0["undoes"])
        }
    }
}
