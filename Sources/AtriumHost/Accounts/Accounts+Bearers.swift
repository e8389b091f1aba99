import AtriumSDK
import Foundation
import GRDB

extension Accounts {
    /// Who a session's secret stands for; nil where there is no such session or it has ended.
    public func principal(session secret: String) throws -> Principal? {
        guard let hash = AccountSecret.session.hash(secret) else { return nil }
        return try principal(hash, usedIn: "hub_session") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT s.id AS means_id, s.created_at AS begun_at, s.used_at, \(User.columns)
                    FROM hub_session s JOIN hub_user u ON u.id = s.user_id WHERE s.secret_hash = ?
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [hash]),
                let begun = Instant.date(row["begun_at"]), let used = Instant.date(row["used_at"])
            else { return nil }
            let days = try Double(Self.number(of: .sessionDays, db))
            let idleDays = try Double(Self.number(of: .sessionIdleDays, db))
            return Bearer(
                principal: Principal(
                    user: User(row: row), means: .session(row["means_id"]), scope: .everything),
                usedAt: used,
                endsAt: min(
                    begun.addingTimeInterval(days * 86_400), used.addingTimeInterval(idleDays * 86_400)))
        }
    }

    /// Who a token stands for; nil where there is no such token or it has ended.
    public func principal(token secret: String) throws -> Principal? {
        guard let hash = AccountSecret.token.hash(secret) else { return nil }
        return try principal(hash, usedIn: "hub_token") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT t.id AS means_id, t.modules, t.access, t.used_at, t.expires_at, \(User.columns)
                    FROM hub_token t JOIN hub_user u ON u.id = t.user_id WHERE t.secret_hash = ?
                    """)
            return try Row.fetchOne(statement, arguments: [hash]).map { row in
                Bearer(
                    principal: Principal(
                        user: User(row: row), means: .token(row["means_id"]), scope: AccessToken.scope(row)),
                    usedAt: (row["used_at"] as String?).flatMap(Instant.date),
                    endsAt: (row["expires_at"] as String?).map { Instant.date($0) ?? .distantPast })
            }
        }
    }

    private func principal(
        _ hash: Data, usedIn table: String, find: (Database) throws -> Bearer?
    ) throws -> Principal? {
        guard let bearer = try explainingErrors({ try bearers.bearer(hash, find: find) }) else { return nil }
        if let end = bearer.endsAt, end <= environment.now() { return nil }
        switch bearer.principal.means {
        case .session(let id), .token(let id): noteUse(of: id, in: table, lastAt: bearer.usedAt)
        case .terminal, .feed: break
        }
        return bearer.principal
    }

    /// How old the remembered time of the last use may be, in seconds: not every request is a write.
    static let useGranularity = 600.0

    /// Writes down that something was used, where that was last written some time ago.
    ///
    /// A disk that is full or may not be written keeps nobody from reading: the use is then not written down.
    func noteUse(of id: Int64, in table: String, lastAt: Date?) {
        guard environment.now().timeIntervalSince(lastAt ?? .distantPast) >= Self.useGranularity else {
            return
        }
        try? write { db in
            try db.execute(sql: "UPDATE \(table) SET used_at = ? WHERE id = ?", arguments: [now, id])
        }
    }
}
