import AtriumSDK
import Foundation
import GRDB

/// A session that a log-in began: one browser, say.
public struct LogInSession: Sendable, Hashable {
    /// Its id, which is no secret.
    public let id: Int64
    /// The user.
    public let userID: Int64
    /// When it began (RFC 3339, UTC).
    public let createdAt: String
    /// When it was used last, to about ten minutes (RFC 3339, UTC).
    public let usedAt: String
    /// When it ends at the latest (RFC 3339, UTC).
    public let expiresAt: String
    /// The network address from which it was begun.
    public let address: String
    /// What the client said that it is, cut to a bounded length.
    public let userAgent: String
    /// Whether it was begun on a device of others.
    public let isElsewhere: Bool

    init(row: Row, days: Int) {
        id = row["id"]
        userID = row["user_id"]
        createdAt = row["created_at"]
        usedAt = row["used_at"]
        address = row["address"]
        userAgent = row["user_agent"]
        isElsewhere = row["is_elsewhere"]
        let begun = Timestamp.date(createdAt) ?? .distantPast
        expiresAt = Timestamp.text(begun.addingTimeInterval(Double(days) * 86_400))
    }
}

extension Accounts {
    /// The most sessions of one user; the one used longest ago goes.
    static let maximumSessions = 100

    /// A user's sessions that have not ended, the last used one first.
    public func sessions(of user: User) throws -> [LogInSession] {
        try read { db in
            let days = try Self.number(of: .sessionDays, db)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM hub_session WHERE user_id = ? AND used_at > ? AND created_at > ?
                    ORDER BY used_at DESC, id DESC
                    """,
                arguments: [
                    user.id, instant(inDays: -Double(Self.number(of: .sessionIdleDays, db))),
                    instant(inDays: -Double(days)),
                ]
            ).map { LogInSession(row: $0, days: days) }
        }
    }

    /// Ends a session: logs out.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` where the user has no such session.
    public func endSession(_ id: Int64, of user: User) throws {
        try remove(id, of: user, from: "hub_session", called: "session")
    }

    /// Ends all sessions of a user but one.
    ///
    /// - Returns: how many were ended.
    @discardableResult
    public func endSessions(of user: User, except kept: Int64? = nil) throws -> Int {
        try change { db in
            try db.execute(
                sql: "DELETE FROM hub_session WHERE user_id = ? AND id IS NOT ?", arguments: [user.id, kept])
            return db.changesCount
        }
    }

    /// Clears away the sessions that have ended.
    func removeEndedSessions(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM hub_session WHERE used_at <= ? OR created_at <= ?",
            arguments: [
                instant(inDays: -Double(Self.number(of: .sessionIdleDays, db))),
                instant(inDays: -Double(Self.number(of: .sessionDays, db))),
            ])
    }

    /// Begins a session, and clears away those that have ended.
    func beginSession(
        of user: Int64, address: String, userAgent: String, isElsewhere: Bool = false, _ db: Database
    ) throws -> (secret: String, LogInSession) {
        let days = try Self.number(of: .sessionDays, db)
        try removeEndedSessions(db)
        try db.execute(
            sql: """
                DELETE FROM hub_session WHERE id IN (SELECT id FROM hub_session WHERE user_id = ?
                    ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)
                """, arguments: [user, Self.maximumSessions - 1])
        let secret = AccountSecret.session.make()
        try db.execute(
            sql: """
                INSERT INTO hub_session (
                    user_id, secret_hash, created_at, used_at, address, user_agent, is_elsewhere)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [user, AccountSecret.hash(new: secret), now, now, address, userAgent, isElsewhere])
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM hub_session WHERE id = ?", arguments: [db.lastInsertedRowID])
        guard let row else { throw AtriumError(.internal, "the new session is missing") }
        return (secret, LogInSession(row: row, days: days))
    }

    /// Removes a row that must belong to a user.
    func remove(_ id: Int64, of user: User, from table: String, called name: String) throws {
        try change { db in
            try db.execute(
                sql: "DELETE FROM \(table) WHERE id = ? AND user_id = ?", arguments: [id, user.id])
            guard db.changesCount == 1 else {
                throw AtriumError(
                    .notFound, "you have no \(name) \(id)", remedy: "see \(command: "\(name)s list")",
                    field: "id")
            }
        }
    }
}
