import AtriumSDK
import Foundation
import GRDB

/// An attempt to log in whose password was looked at.
public struct LogInRecord: Sendable, Hashable {
    /// What came of an attempt.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// A session was begun.
        case success
        /// The user has another password, or none.
        case wrongPassword = "wrong-password"
        /// There is no such user; what was typed is not kept, since it may be a password.
        case unknownUser = "unknown-user"
    }

    /// Its id.
    public let id: Int64
    /// The user's name; nil where there is none.
    public let user: String?
    /// When it was made (RFC 3339, UTC).
    public let madeAt: String
    /// What came of it.
    public let outcome: Outcome
    /// From where it was made.
    public let address: String
    /// What the client said that it is, cut to a bounded length.
    public let userAgent: String

    /// How many are kept of each user, and of unknown ones together: a flood of one kind washes no other away.
    static let kept = 1000
}

extension Accounts {
    /// The attempts to log in, the last one first; of one user, or of all and of unknown ones.
    public func logIns(of user: User?, limit: Int) throws -> [LogInRecord] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT l.*, u.name FROM hub_login l LEFT JOIN hub_user u ON u.id = l.user_id
                    WHERE ?1 IS NULL OR l.user_id = ?1 ORDER BY l.id DESC LIMIT ?2
                    """, arguments: [user?.id, limit]
            ).map { row in
                LogInRecord(
                    id: row["id"], user: row["name"], madeAt: row["made_at"],
                    outcome: LogInRecord.Outcome(rawValue: row["outcome"]) ?? .wrongPassword,
                    address: row["address"], userAgent: row["user_agent"])
            }
        }
    }

    /// Writes an attempt down.
    func record(
        _ outcome: LogInRecord.Outcome, user: Int64?, address: String, userAgent: String, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO hub_login (user_id, made_at, outcome, address, user_agent) VALUES (?, ?, ?, ?, ?)
                """, arguments: [user, now, outcome.rawValue, address, userAgent])
        try db.execute(
            sql: """
                DELETE FROM hub_login WHERE user_id IS ?1 AND id <= (
                    SELECT id FROM hub_login WHERE user_id IS ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """, arguments: [user, LogInRecord.kept])
    }
}
