import AtriumSDK
import GRDB

/// Moves or copies the host's data about one record to another, and reads original texts.
///
/// One instance serves one transaction.
struct RecordMerger: RecordStore {
    let db: Database
    let collections: CollectionNumbers
    let registry: ModuleRegistry

    func originalText(of record: RecordReference, in format: FormatID) throws -> [UInt8]? {
        var text: [UInt8]?
        try RecordSources(db: db, collections: collections, registry: registry).forEachRecord(
            in: record.collection, format: format, where: "r.id = \(record.id)"
        ) { text = $1?.text }
        return text
    }

    func merge(
        _ other: RecordReference, into record: RecordReference, identifier: (uid: String, part: String)?
    ) throws -> RecordMerge {
        guard other.collection == record.collection, let collection = registry.collection(record.collection)
        else { throw AtriumError(.badData, "records of different kinds cannot be merged") }
        guard other.id != record.id else {
            throw AtriumError(
                .badData, "a record cannot be merged with itself", remedy: "choose another record")
        }
        let table = collection.table.quotedDatabaseIdentifier
        let uid = try String.fetchOne(
            db, sql: "SELECT uid FROM \(table) WHERE id = ?", arguments: [other.id])
        guard let uid else { throw AtriumError(.notFound, "the record to merge no longer exists") }
        let number = try collections.number(record.collection)
        var result = RecordMerge()
        try moveTags(number, from: other, to: record)
        result.links = try moveLinks(number, from: other.id, to: record.id)
        result.attachments = try moveAttachments(number, from: other.id, to: record.id)
        let key = identifier.map { SourceKeys.key(uid: $0.uid, part: $0.part) } ?? uid
        result.sources = try moveSources(number, from: other.id, to: record.id, key: key)
        try db.execute(
            sql: "UPDATE host_former_uid SET record_id = ? WHERE collection_id = ? AND record_id = ?",
            arguments: [record.id, number, other.id])
        for name in [uid, key].unique {
            // Another record may have the identifier as its uid: then it is not a former one.
            try db.execute(
                sql: """
                    INSERT INTO host_former_uid (collection_id, record_id, uid)
                    SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE uid = ?3 AND id <> ?4)
                    ON CONFLICT (collection_id, uid) DO UPDATE SET record_id = excluded.record_id
                    """, arguments: [number, record.id, name, other.id])
        }
        return result
    }

    func copy(
        from record: RecordReference, to copy: RecordReference, format: FormatID,
        rewriting: ([UInt8]) throws -> [UInt8]
    ) throws {
        let number = try collections.number(record.collection)
        for (side, other) in [("from", "to"), ("to", "from")] {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO host_link
                        (\(side)_collection_id, \(side)_record_id, \(other)_collection_id, \(other)_record_id, kind, created_at)
                    SELECT \(side)_collection_id, ?3, \(other)_collection_id, \(other)_record_id, kind, created_at
                    FROM host_link WHERE \(side)_collection_id = ?1 AND \(side)_record_id = ?2 ORDER BY id
                    """, arguments: [number, record.id, copy.id])
        }
        let sources = RecordSources(db: db, collections: collections, registry: registry)
        try sources.forEachRecord(
            in: record.collection, format: format, where: "r.id = \(record.id)"
        ) { _, source in
            guard let source else { return }
            try db.execute(
                sql: """
                    INSERT INTO host_source_item
                        (container_id, collection_id, record_id, format, scope, item_key, ordinal, is_edited, text)
                    SELECT container_id, collection_id, ?2, format, scope, NULL, ordinal, 1, ?3
                    FROM host_source_item WHERE collection_id = ?4 AND record_id = ?1 AND format = ?5 AND container_id = ?6
                    ORDER BY id DESC LIMIT 1
                    """,
                arguments: [
                    record.id, copy.id, try rewriting(source.text).databaseBytes, number, format.rawValue,
                    source.container,
                ])
        }
    }

    private func moveTags(_ number: Int64, from other: RecordReference, to record: RecordReference) throws {
        let tags = RecordTags(db, collections: collections)
        let moved = try tags.tags(of: other)
        guard !moved.isEmpty else { return }
        try tags.setTags(tags.tags(of: record) + moved, of: record)
        try tags.setTags([], of: other)
    }

    /// A link that the record has already goes, and so does one between the two.
    private func moveLinks(_ number: Int64, from other: Int64, to record: Int64) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM host_link WHERE from_collection_id = ?1 AND to_collection_id = ?1
                AND ((from_record_id = ?2 AND to_record_id = ?3) OR (from_record_id = ?3 AND to_record_id = ?2))
                """, arguments: [number, other, record])
        var moved = 0
        for side in ["from", "to"] {
            try db.execute(
                sql: """
                    UPDATE OR IGNORE host_link SET \(side)_record_id = ?
                    WHERE \(side)_collection_id = ? AND \(side)_record_id = ?
                    """, arguments: [record, number, other])
            moved += db.changesCount
            try db.execute(
                sql: "DELETE FROM host_link WHERE \(side)_collection_id = ? AND \(side)_record_id = ?",
                arguments: [number, other])
        }
        return moved
    }

    /// They are made anew, so that they stand behind those that the record has.
    private func moveAttachments(_ number: Int64, from other: Int64, to record: Int64) throws -> Int {
        try db.execute(
            sql: """
                INSERT INTO host_attachment (collection_id, record_id, role, sha256, media_type, byte_count, name)
                SELECT collection_id, ?3, role, sha256, media_type, byte_count, name FROM host_attachment o
                WHERE collection_id = ?1 AND record_id = ?2 AND NOT EXISTS (SELECT 1 FROM host_attachment a
                    WHERE a.collection_id = ?1 AND a.record_id = ?3 AND a.role = o.role AND a.sha256 = o.sha256)
                ORDER BY id
                """, arguments: [number, other, record])
        let moved = db.changesCount
        try db.execute(
            sql: "DELETE FROM host_attachment WHERE collection_id = ? AND record_id = ?",
            arguments: [number, other])
        return moved
    }

    /// Moves a merged record's sources and marks them as edited: each differs from the record, and exports join them.
    ///
    /// A source that was found by its record's uid gets its item's identifier as key; one that is known by its text keeps it.
    private func moveSources(_ number: Int64, from other: Int64, to record: Int64, key: String) throws -> Int
    {
        try db.execute(
            sql: """
                UPDATE host_source_item
                SET record_id = ?, item_key = ifnull(item_key, ?), is_edited = 1, is_agreed = NULL
                WHERE collection_id = ? AND record_id = ?
                """, arguments: [record, key, number, other])
        let moved = db.changesCount
        try SourceRows.markEdited(record, in: number, db)
        return moved
    }
}
