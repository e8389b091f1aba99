import AtriumSDK
import Foundation
import GRDB

/// The links between records, in the host's table; see ``LinkStore``.
struct RecordLinks: LinkStore {
    let db: Database
    let collections: CollectionNumbers
    /// The modules that are on: what is in others is as if it were not there.
    let enabled: Set<String>
    /// When what is linked was linked.
    let now: Date

    func targets(of record: RecordReference, kind: String) throws -> [RecordReference] {
        try ends("to", of: record, at: "from", kind)
    }

    func origins(of record: RecordReference, kind: String) throws -> [RecordReference] {
        try ends("from", of: record, at: "to", kind)
    }

    /// The records at the other side of a record's links.
    private func ends(
        _ wanted: String, of record: RecordReference, at side: String, _ kind: String
    ) throws -> [RecordReference] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(wanted)_collection_id, \(wanted)_record_id FROM host_link
                WHERE \(side)_collection_id = ? AND \(side)_record_id = ? AND kind = ? ORDER BY id
                """)
        return try Row.fetchAll(
            statement, arguments: [collections.number(record.collection), record.id, kind]
        ).compactMap { row in
            guard let collection = collections.id(row[0]), enabled.contains(collection.module) else {
                return nil
            }
            return RecordReference(collection, row[1])
        }
    }

    func setTargets(
        _ targets: [Int64], in collection: CollectionID, of record: RecordReference, kind: String
    ) throws {
        guard enabled.contains(collection.module) else {
            if targets.isEmpty { return }
            throw AtriumError(
                .unavailable, "the module \(collection.module) is off",
                remedy: "enable it with \(command: "modules enable", .argument("id", collection.module))")
        }
        var seen: Set<Int64> = []
        let wanted = targets.filter { seen.insert($0).inserted }
        let present = try self.targets(of: record, kind: kind).filter { $0.collection == collection }.map(
            \.id)
        guard wanted != present else { return }
        let from = try collections.number(record.collection)
        let to = try collections.number(collection)
        // Their order is that of their ids: what stays in its place keeps its row.
        let kept = zip(wanted, present).prefix(while: ==).count
        for id in present.dropFirst(kept) {
            try db.execute(
                sql: """
                    DELETE FROM host_link WHERE from_collection_id = ? AND from_record_id = ? AND to_collection_id = ?
                    AND to_record_id = ? AND kind = ?
                    """, arguments: [from, record.id, to, id, kind])
        }
        for id in wanted.dropFirst(kept) {
            try insert(from: record, to: RecordReference(collection, id), kind: kind)
        }
    }

    /// Keeps a link and says whether it is new.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where both ends are one record.
    @discardableResult
    func insert(
        from: RecordReference, to: RecordReference, kind: String
    ) throws -> Bool {
        guard from != to else {
            throw AtriumError(
                .badData, "a record cannot be linked to itself", remedy: "choose another record")
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO host_link (from_collection_id, from_record_id, to_collection_id, to_record_id, kind,
                    created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        ).execute(
            arguments: [
                collections.number(from.collection), from.id, collections.number(to.collection), to.id, kind,
                Timestamp.text(now),
            ])
        return db.changesCount > 0
    }

    /// The id of the newest link; 0 where there is none.
    static func newest(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(id) FROM host_link") ?? 0
    }

    /// Makes ``now`` the time at which a link was made, if it came after another one.
    func date(from: RecordReference, to: RecordReference, kind: String, after newest: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE host_link SET created_at = ? WHERE from_collection_id = ? AND from_record_id = ?
                AND to_collection_id = ? AND to_record_id = ? AND kind = ? AND id > ?
                """
        ).execute(
            arguments: [
                Timestamp.text(now), collections.number(from.collection), from.id,
                collections.number(to.collection), to.id,
                kind, newest,
            ])
    }

    func condition(
        idColumn: String, in collection: CollectionID, linkedTo target: CollectionID, kind: String
    ) -> String {
        // A collection that no module of this vault ever had has no links; its number would be none.
        let from = (try? collections.number(collection)) ?? 0
        let to = enabled.contains(target.module) ? (try? collections.number(target)) ?? 0 : 0
        return """
            \(idColumn) IN (SELECT from_record_id FROM host_link WHERE from_collection_id = \(from)
            AND to_collection_id = \(to) AND kind = \(kind.quotedDatabaseLiteral) AND to_record_id = ?)
            """
    }

    func condition(
        idColumn: String, in collection: CollectionID, linkedFrom origin: CollectionID, kind: String,
        since: String?
    ) -> String {
        let from = enabled.contains(origin.module) ? (try? collections.number(origin)) ?? 0 : 0
        let to = (try? collections.number(collection)) ?? 0
        let made = since.map { " AND created_at >= \($0.quotedDatabaseLiteral)" } ?? ""
        return """
            \(idColumn) IN (SELECT to_record_id FROM host_link WHERE from_collection_id = \(from)
            AND to_collection_id = \(to) AND kind = \(kind.quotedDatabaseLiteral)\(made))
            """
    }
}

extension String {
    /// The text as an SQL string literal.
    fileprivate var quotedDatabaseLiteral: String { "'" + replacing("'", with: "''") + "'" }
}
