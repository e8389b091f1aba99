import AtriumSDK
import Foundation
import GRDB
import Synchronization

/// Writes that were asked for with a key, so that the same request is done once, however often it comes.
///
/// A key is kept in the transaction of what it was asked with: in the vault for what changes the vault, in `hub.sqlite` for
/// what changes accounts. So neither is there without the other.
struct RequestKeys {
    /// For how many days a key is kept; a browser that was off as long asks anew.
    static let days = 30.0

    /// The table, which has the same columns in a vault and in `hub.sqlite`.
    let table: String

    static let inVault = RequestKeys(table: "host_request_key")
    static let inAccounts = RequestKeys(table: "hub_request_key")

    /// What came of a request with this key; nil where there was none.
    func outcome(of key: String, _ db: Database) throws -> RepeatedRequest? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT change_set_id, record_id FROM \(table) WHERE request_key = ?"),
            arguments: [key]
        ).map { RepeatedRequest(change: $0["change_set_id"], record: $0["record_id"]) }
    }

    /// Keeps a key with what came of its request, and forgets those that are too old.
    func keep(_ key: String, change: Int64?, record: Int64?, now: Date, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(table) WHERE asked_at < ?",
            arguments: [Timestamp.text(now.addingTimeInterval(-Self.days * 86_400))])
        try db.execute(
            sql: "INSERT INTO \(table) (request_key, asked_at, change_set_id, record_id) VALUES (?, ?, ?, ?)",
            arguments: [key, Timestamp.text(now), change, record])
    }

    /// Forgets a key that was kept before its request was done, since it failed.
    func forget(_ key: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM \(table) WHERE request_key = ?", arguments: [key])
    }
}

/// Is thrown where a request with a key was done before: with what came of it then.
struct RepeatedRequest: Error, Sendable, Hashable {
    /// The change set that it made; nil where it made none.
    let change: Int64?
    /// The record that it added; nil where it added none.
    let record: Int64?
}

/// One request that writes: the key by which it is known again, and what comes of it.
///
/// It goes with the thread that does the request, through whatever calls write for it.
final class AskedWrite: Sendable {
    @TaskLocal static var current: AskedWrite?

    private let key: String?
    private let state = Mutex(State())

    private struct State {
        var change: Int64?
        var record: Int64?
        var isKept = false
    }

    init(key: String?) { self.key = key }

    /// The change set that it made; nil where it made none.
    var change: Int64? { state.withLock(\.change) }
    /// The record that it added.
    var record: Int64? { state.withLock(\.record) }

    /// Notes the record that it adds, before its transaction ends.
    func note(record: Int64?) { state.withLock { $0.record = record } }

    /// Does one transaction of the request: the first keeps the key, what others do belongs to it.
    ///
    /// - Parameter write: gives also the change set that it made.
    /// - Throws: ``RepeatedRequest`` where the request was done before, and what `write` throws.
    static func once<Result>(
        in keys: RequestKeys, now: Date, _ db: Database, _ write: () throws -> (Result, change: Int64?)
    ) throws -> (Result, change: Int64?) {
        guard let asked = current else { return try write() }
        let key = asked.state.withLock(\.isKept) ? nil : asked.key
        if let key, let earlier = try keys.outcome(of: key, db) { throw earlier }
        let outcome = try write()
        let record = asked.state.withLock {
            if let change = outcome.change { $0.change = change }
            $0.isKept = true
            return $0.record
        }
        if let key { try keys.keep(key, change: outcome.change, record: record, now: now, db) }
        return outcome
    }
}

extension Session {
    /// What came of a request with a key, in the vault or the accounts; nil where it is new.
    func earlier(_ key: String?) throws -> RepeatedRequest? {
        guard let key else { return nil }
        if let found = try vault.read({ db in try RequestKeys.inVault.outcome(of: key, db) }) { return found }
        return try hub.accounts().read { db in try RequestKeys.inAccounts.outcome(of: key, db) }
    }

    /// Does what is no transaction of its own: the key is kept before it begins, and forgotten where it fails.
    ///
    /// Where the power goes meanwhile, it counts as done: it may have been, and whoever asks looks.
    func keepingFirst<Result>(_ key: String?, _ body: () throws -> Result) throws -> Result {
        guard let key else { return try body() }
        try vault.explainingErrors {
            try vault.pool.write { db in
                if let earlier = try RequestKeys.inVault.outcome(of: key, db) { throw earlier }
                try RequestKeys.inVault.keep(
                    key, change: nil, record: nil, now: vault.environment.now(), db)
            }
        }
        do {
            return try body()
        } catch {
            try? vault.pool.write { db in try RequestKeys.inVault.forget(key, db) }
            throw error
        }
    }
}
