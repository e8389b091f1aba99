public import AtriumSDK
import Foundation
import GRDB

/// A secret link under which anyone who knows it may read one module's records in one format.
public struct Feed: Sendable, Hashable {
    /// Its id, which is no secret.
    public let id: Int64
    /// What the user calls it.
    public let name: String
    /// The module whose records it gives.
    public let module: String
    /// What it gives.
    public let kind: FeedKind
    /// When it was made (RFC 3339, UTC).
    public let createdAt: String
    /// When it was used last, to about ten minutes; nil: never.
    public let usedAt: String?

    /// Reads a row; nil if it gives what this version of Atrium does not know.
    init?(row: Row) {
        guard let kind = FeedKind(rawValue: row["kind"]) else { return nil }
        self.kind = kind
        id = row["id"]
        name = row["name"]
        module = row["module"]
        createdAt = row["created_at"]
        usedAt = row["used_at"]
    }

    /// The path of the link on a server: `/feeds/SECRET/calendar.ics`.
    public func path(secret: String) -> String { "/feeds/\(secret)/\(kind.fileName)" }
}

extension Accounts {
    /// What a secret link gives, and to whom it belongs; nil where there is no such link.
    ///
    /// The principal may read the one module and do nothing else.
    public func feed(_ secret: String, kind: FeedKind) throws -> (principal: Principal, feed: Feed)? {
        guard let hash = AccountSecret.feed.hash(secret) else { return nil }
        let found = try read { db -> (User, Feed)? in
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM hub_feed WHERE secret_hash = ? AND kind = ?")
            guard let row = try Row.fetchOne(statement, arguments: [hash, kind.rawValue]),
                let user = try Self.user(id: row["user_id"], db), let feed = Feed(row: row)
            else { return nil }
            return (user, feed)
        }
        guard let (user, feed) = found else { return nil }
        noteUse(of: feed.id, in: "hub_feed", lastAt: feed.usedAt.flatMap(Timestamp.date))
        let scope = Scope(modules: [feed.module], access: .read)
        return (Principal(user: user, means: .feed(feed.id), scope: scope), feed)
    }

    /// Makes a secret link.
    ///
    /// - Returns: its secret, which can never be shown again, and the feed.
    /// - Throws: ``AtriumError``: `conflict` where the user has too many.
    public func addFeed(
        of user: User, name: String, module: String, kind: FeedKind
    ) throws -> (secret: String, feed: Feed) {
        let secret = AccountSecret.feed.make()
        let feed = try change { db -> Feed? in
            try requireRoom(in: "hub_feed", of: user, called: "feeds", db)
            try db.execute(
                sql: """
                    INSERT INTO hub_feed (user_id, name, secret_hash, module, kind, created_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    user.id, Self.checkedLabel(name), AccountSecret.hash(new: secret), module, kind.rawValue,
                    now,
                ])
            return try Row.fetchOne(
                db, sql: "SELECT * FROM hub_feed WHERE id = ?", arguments: [db.lastInsertedRowID]
            ).flatMap(Feed.init)
        }
        guard let feed else { throw AtriumError(.internal, "the new feed is missing") }
        return (secret, feed)
    }

    /// A user's secret links, in the order in which they were made.
    public func feeds(of user: User) throws -> [Feed] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM hub_feed WHERE user_id = ? ORDER BY id", arguments: [user.id]
            ).compactMap(Feed.init)
        }
    }

    /// Revokes a secret link.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` where the user has no such link.
    public func revokeFeed(_ id: Int64, of user: User) throws {
        try remove(id, of: user, from: "hub_feed", called: "feed")
    }
}
