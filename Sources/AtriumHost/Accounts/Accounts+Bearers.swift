import AtriumSDK
import Foundation
import GRDB

extension Accounts {
    /// Who a session's secret stands for; nil where there is no such session or it has ended.
    public func principal(session secret: String) throws -> Principal? {
        try Credential(.session, secret: secret).flatMap(principal(using:))
    }

    /// Who a token stands for; nil where there is no such token or it has ended.
    public func principal(token secret: String) throws -> Principal? {
        try Credential(.token, secret: secret).flatMap(principal(using:))
    }

    /// Who comes with a credential, which is used by that; nil where it stands for nobody, or has ended.
    public func principal(using credential: Credential) throws -> Principal? {
        guard let bearer = try bearer(of: credential) else { return nil }
        switch bearer.principal.means {
        case .session(let id): noteUse(of: id, in: "hub_session", lastAt: bearer.usedAt)
        case .token(let id): noteUse(of: id, in: "hub_token", lastAt: bearer.usedAt)
        case .terminal, .feed: break
        }
        return bearer.principal
    }

    /// Whom a credential stands for; nil where that is nobody, or it has ended.
    ///
    /// To look is no use of it: a session that nobody uses ends, however often the server looks.
    public func principal(behind credential: Credential) throws -> Principal? {
        try bearer(of: credential)?.principal
    }

    private func bearer(of credential: Credential) throws -> Bearer? {
        let found = try explainingErrors {
            try bearers.bearer(credential) { db in
                switch credential.kind {
                case .session: try Self.session(credential.hash, db)
                case .token: try Self.token(credential.hash, db)
                }
            }
        }
        guard let found else { return nil }
        if let end = found.endsAt, end <= environment.now() { return nil }
        return found
    }

    private static func session(_ hash: Data, _ db: Database) throws -> Bearer? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.id AS means_id, s.created_at AS begun_at, s.used_at, s.is_elsewhere,
                \(User.columns)
                FROM hub_session s JOIN hub_user u ON u.id = s.user_id WHERE s.secret_hash = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [hash]),
            let begun = Timestamp.date(row["begun_at"]), let used = Timestamp.date(row["used_at"])
        else { return nil }
        let days = try Double(number(of: .sessionDays, db))
        let idleDays = try Double(number(of: .sessionIdleDays, db))
        return Bearer(
            principal: Principal(
                user: User(row: row), means: .session(row["means_id"]), scope: .everything,
                isElsewhere: row["is_elsewhere"]),
            usedAt: used,
            endsAt: min(
                begun.addingTimeInterval(days * 86_400), used.addingTimeInterval(idleDays * 86_400)))
    }

    private static func token(_ hash: Data, _ db: Database) throws -> Bearer? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.id AS means_id, t.modules, t.access, t.used_at, t.expires_at, \(User.columns)
                FROM hub_token t JOIN hub_user u ON u.id = t.user_id WHERE t.secret_hash = ?
                """)
        return try Row.fetchOne(statement, arguments: [hash]).map { row in
            Bearer(
                principal: Principal(
                    user: User(row: row), means: .token(row["means_id"]), scope: AccessToken.scope(row)),
                usedAt: (row["used_at"] as String?).flatMap(Timestamp.date),
                endsAt: (row["expires_at"] as String?).map { Timestamp.date($0) ?? .distantPast })
        }
    }
}
