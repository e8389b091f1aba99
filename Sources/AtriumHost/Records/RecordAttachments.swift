import AtriumSDK
import GRDB

/// The attachments of records, in the host's table and the vault's folder.
///
/// One instance serves one transaction.
struct RecordAttachments: AttachmentStore {
    let db: Database
    let collections: CollectionNumbers
    let folder: String
    /// Where new content goes; nil on reads.
    let content: AttachmentContent?

    func attachments(of record: RecordReference, role: String?) throws -> [Attachment] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, role, sha256, media_type, byte_count, name FROM host_attachment
                WHERE collection_id = ? AND record_id = ? AND (?3 IS NULL OR role = ?3) ORDER BY id
                """)
        return try Row.fetchAll(
            statement, arguments: [collections.number(record.collection), record.id, role]
        ).map {
            Attachment(
                id: $0["id"], role: $0["role"], sha256: $0["sha256"], mediaType: $0["media_type"],
                byteCount: $0["byte_count"], name: $0["name"])
        }
    }

    func add(
        _ bytes: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) throws -> Attachment {
        guard let content else {
            throw AtriumError(.internal, "a read-only command tried to add an attachment")
        }
        let sha256 = try content.stage(bytes)
        try db.cachedStatement(
            sql: """
                INSERT INTO host_attachment (collection_id, record_id, role, sha256, media_type, byte_count, name)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                collections.number(record.collection), record.id, role, sha256, mediaType, bytes.count, name,
            ])
        return Attachment(
            id: db.lastInsertedRowID, role: role, sha256: sha256, mediaType: mediaType,
            byteCount: Int64(bytes.count),
            name: name)
    }

    func setRole(_ role: String, of id: Int64) throws {
        try db.execute(sql: "UPDATE host_attachment SET role = ? WHERE id = ?", arguments: [role, id])
    }

    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM host_attachment WHERE id = ?", arguments: [id])
    }

    func holds(_ bytes: [UInt8], as attachment: Attachment) -> Bool {
        let name = content?.place(of: attachment.sha256) ?? attachment.sha256
        // The file itself is not read: the doctor does that.
        return attachment.byteCount == Int64(bytes.count)
            && FileSystem.size(ofFile: "\(folder)/\(name)") == attachment.byteCount
            && AttachmentContent.name(of: bytes) == attachment.sha256
    }

    func content(of attachment: Attachment) throws -> [UInt8] {
        try content?.read(attachment.sha256)
            ?? AttachmentContent.read(attachment.sha256, folder: folder)
    }
}
