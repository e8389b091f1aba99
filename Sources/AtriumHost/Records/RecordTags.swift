import AtriumSDK
import GRDB

/// The tags of records, in the host's tables.
///
/// One instance serves one transaction.
final class RecordTags: TagStore {
    private let db: Database
    private let collections: CollectionNumbers
    private var tagIDs: [String: (id: Int64, name: String)] = [:]

    init(_ db: Database, collections: CollectionNumbers) {
        self.db = db
        self.collections = collections
    }

    func tags(of record: RecordReference) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT ifnull(r.spelling, t.name) FROM host_record_tag r JOIN host_tag t ON t.id = r.tag_id
                WHERE r.collection_id = ? AND r.record_id = ? ORDER BY r.position
                """)
        return try String.fetchAll(
            statement, arguments: [collections.number(record.collection), record.id])
    }

    func setTags(_ tags: [String], of record: RecordReference) throws {
        var folded: Set<String> = []
        let wanted = tags.filter { !Self.fold($0).isEmpty && folded.insert(Self.fold($0)).inserted }
        let present = try self.tags(of: record)
        if wanted == present { return }
        let number = try collections.number(record.collection)
        if !present.isEmpty {
            // What stays keeps its row, so that a change of one tag is a change of one row.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.id, t.folded FROM host_record_tag r JOIN host_tag t ON t.id = r.tag_id
                    WHERE r.collection_id = ? AND r.record_id = ?
                    """, arguments: [number, record.id])
            for row in rows where !folded.contains(row["folded"]) {
                try db.execute(sql: "DELETE FROM host_record_tag WHERE id = ?", arguments: [row["id"]])
            }
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO host_record_tag (tag_id, collection_id, record_id, position, spelling) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (collection_id, record_id, tag_id)
                DO UPDATE SET position = excluded.position, spelling = excluded.spelling
                """)
        for (position, tag) in wanted.enumerated() {
            let (id, name) = try self.tag(tag)
            try statement.execute(arguments: [id, number, record.id, position, tag == name ? nil : tag])
        }
    }

    func condition(idColumn: String, in collection: CollectionID) -> String {
        let number = (try? collections.number(collection)) ?? 0
        return """
            \(idColumn) IN (SELECT rt.record_id FROM host_record_tag rt JOIN host_tag ht ON ht.id = rt.tag_id
            WHERE rt.collection_id = \(number) AND ht.folded = \(TagFolding.functionName)(?))
            """
    }

    /// Forgets the tags that it knows: after a rollback they may be gone.
    func forget() {
        tagIDs = [:]
    }

    /// The tag's id and first spelling, made where there is none.
    private func tag(_ name: String) throws -> (id: Int64, name: String) {
        let folded = Self.fold(name)
        if let known = tagIDs[folded] { return known }
        let found = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, name FROM host_tag WHERE folded = ?"), arguments: [folded])
        let tag: (id: Int64, name: String)
        if let found {
            tag = (found["id"], found["name"])
        } else {
            try db.execute(
                sql: "INSERT INTO host_tag (name, folded) VALUES (?, ?)", arguments: [name, folded])
            tag = (db.lastInsertedRowID, name)
        }
        tagIDs[folded] = tag
        return tag
    }

    /// The form in which tags are compared: without case and outer white space.
    static func fold(_ tag: String) -> String {
        TagFolding.fold(tag)
    }
}
