import AtriumSDK
import Foundation
import GRDB

/// An API token or app password: what a program shows instead of its user's password.
public struct AccessToken: Sendable, Hashable {
    /// Its id, which is no secret.
    public let id: Int64
    /// What the user calls it.
    public let name: String
    /// How far it reaches.
    public let scope: Scope
    /// When it was made (RFC 3339, UTC).
    public let createdAt: String
    /// When it was used last, to about ten minutes; nil: never.
    public let usedAt: String?
    /// When it ends; nil: never.
    public let expiresAt: String?

    init(row: Row) {
        id = row["id"]
        name = row["name"]
        scope = Self.scope(row)
        createdAt = row["created_at"]
        usedAt = row["used_at"]
        expiresAt = row["expires_at"]
    }

    /// How far a token reaches, from its row.
    static func scope(_ row: Row) -> Scope {
        Scope(
            modules: ModuleList.modules(row["modules"]),
            access: Scope.Access(rawValue: row["access"]) ?? .read)
    }
}

extension Accounts {
    /// The most tokens of one user, and feeds.
    static let maximumTokens = 100

    /// Makes a token.
    ///
    /// - Parameter expiresAt: when it ends, as stored text; nil: never.
    /// - Returns: its secret, which can never be shown again, and the token.
    /// - Throws: ``AtriumError``: `conflict` where the user has too many.
    public func addToken(
        of user: User, name: String, scope: Scope, expiresAt: String? = nil
    ) throws -> (secret: String, token: AccessToken) {
        let secret = AccountSecret.token.make()
        let token = try change { db -> AccessToken? in
            try requireRoom(in: "hub_token", of: user, called: "tokens", db)
            try db.execute(
                sql: """
                    INSERT INTO hub_token (user_id, name, secret_hash, modules, access, created_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    user.id, Self.checkedLabel(name), AccountSecret.hash(new: secret),
                    ModuleList.text(scope.modules), scope.access.rawValue, now, expiresAt,
                ])
            return try Row.fetchOne(
                db, sql: "SELECT * FROM hub_token WHERE id = ?", arguments: [db.lastInsertedRowID]
            ).map(AccessToken.init)
        }
        guard let token else { throw AtriumError(.internal, "the new token is missing") }
        return (secret, token)
    }

    /// A user's tokens, in the order in which they were made.
    public func tokens(of user: User) throws -> [AccessToken] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM hub_token WHERE user_id = ? ORDER BY id", arguments: [user.id]
            ).map(AccessToken.init)
        }
    }

    /// Revokes a token.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` where the user has no such token.
    public func revokeToken(_ id: Int64, of user: User) throws {
        try remove(id, of: user, from: "hub_token", called: "token")
    }

    /// Revokes all tokens of a user.
    ///
    /// - Returns: the number of tokens that were still valid.
    @discardableResult
    public func revokeTokens(of user: User) throws -> Int {
        try change { db in try revokeTokens(of: user, db) }
    }

    func revokeTokens(of user: User, _ db: Database) throws -> Int {
        let count = try validTokens(of: user, db).count
        try db.execute(sql: "DELETE FROM hub_token WHERE user_id = ?", arguments: [user.id])
        return count
    }

    /// A user's tokens that have not expired.
    func validTokens(of user: User, _ db: Database) throws -> [AccessToken] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM hub_token WHERE user_id = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY id
                """, arguments: [user.id, now]
        ).map(AccessToken.init)
    }

    func requireRoom(in table: String, of user: User, called name: String, _ db: Database) throws {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table) WHERE user_id = ?", arguments: [user.id])
        guard count ?? 0 < Self.maximumTokens else {
            throw AtriumError(
                .conflict, "you have reached the limit of \(Self.maximumTokens) \(name)",
                remedy: "revoke some that you no longer use")
        }
    }

    /// A name that a user gives to a token or a feed.
    static func checkedLabel(_ text: String) throws -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...100).contains(text.count) else {
            throw AtriumError(
                .badData, "the name is empty or too long", remedy: "use 1 to 100 characters", field: "name")
        }
        return text
    }
}
