import AtriumSDK
import GRDB

/// The tags of records, in the host's tables.
///
/// One instance serves one transaction.
final class RecordTags: TagStore {
    private let db: Database
    private let collections: CollectionNumbers
    /// The tags that were written, by how they were written.
    private var known: [String: Tag] = [:]

    private struct Tag {
        let id: Int64
        /// The first spelling, which the vault shows.
        let name: String
    }

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

    func setTags(_ tags: [String], ofNew record: RecordReference) throws {
        guard !tags.isEmpty else { return }
        try insert(foundOrMade(tags), collections.number(record.collection), record.id)
    }

    /// The tags with these texts, each once and none for an empty text; those that are missing are made.
    private func foundOrMade(_ texts: [String]) throws -> [(text: String, tag: Tag)] {
        var seen: Set<Int64> = []
        return try texts.compactMap { text in try tag(text).map { (text: text, tag: $0) } }
            .filter { seen.insert($0.tag.id).inserted }
    }

    func setTags(_ tags: [String], of record: RecordReference) throws {
        let wanted = try foundOrMade(tags)
        let present = try self.tags(of: record)
        if wanted.map(\.text) == present { return }
        let number = try collections.number(record.collection)
        if present.isEmpty { return try insert(wanted, number, record.id) }
        // What stays keeps its row, so that a change of one tag is a change of one row.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, tag_id FROM host_record_tag WHERE collection_id = ? AND record_id = ?
                """, arguments: [number, record.id])
        let ids = Set(wanted.map(\.tag.id))
        for row in rows where !ids.contains(row["tag_id"]) {
            try db.execute(sql: "DELETE FROM host_record_tag WHERE id = ?", arguments: [row["id"]])
        }
        try insert(
            wanted, number, record.id,
            orElse: """
                ON CONFLICT (collection_id, record_id, tag_id)
                DO UPDATE SET position = excluded.position, spelling = excluded.spelling
                """)
    }

    private func insert(
        _ tags: [(text: String, tag: Tag)], _ collection: Int64, _ record: Int64,
        orElse conflict: String = ""
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO host_record_tag (tag_id, collection_id, record_id, position, spelling)
                VALUES (?, ?, ?, ?, ?) \(conflict)
                """)
        for (position, (text, tag)) in tags.enumerated() {
            var row = RowStatement(statement)
            row.bind(tag.id)
            row.bind(collection)
            row.bind(record)
            row.bind(position)
            row.bind(text == tag.name ? nil : text)
            try row.run()
        }
    }

    func condition(idColumn: String, in collection: CollectionID) -> String {
        let number = (try? collections.number(collection)) ?? 0
        return """
            \(idColumn) IN (SELECT rt.record_id FROM host_record_tag rt JOIN host_tag ht ON ht.id = rt.tag_id
            WHERE rt.collection_id = \(number) AND ht.folded = \(TagFolding.functionName)(?))
            """
    }

    func counts(in collection: CollectionID) throws -> [(tag: String, records: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT t.name, count(*) FROM host_record_tag r JOIN host_tag t ON t.id = r.tag_id
                WHERE r.collection_id = ? GROUP BY t.id ORDER BY t.folded
                """, arguments: [collections.number(collection)]
        ).map { ($0[0], $0[1]) }
    }

    /// Forgets the tags that it knows: after a rollback they may be gone.
    func forget() {
        known = [:]
    }

    /// A tag of any spelling, made if there is none; nil for an empty text.
    private func tag(_ text: String) throws -> Tag? {
        if let tag = known[text] { return tag }
        let folded = Words.foldedTag(text)
        guard !folded.isEmpty else { return nil }
        let found = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, name FROM host_tag WHERE folded = ?"), arguments: [folded])
        let tag: Tag
        if let found {
            tag = Tag(id: found[0], name: found[1])
        } else {
            var row = RowStatement(
                try db.cachedStatement(sql: "INSERT INTO host_tag (name, folded) VALUES (?, ?)"))
            row.bind(text)
            row.bind(folded)
            try row.run()
            tag = Tag(id: db.lastInsertedRowID, name: text)
        }
        known[text] = tag
        return tag
    }
}
