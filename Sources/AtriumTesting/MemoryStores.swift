public import AtriumSDK
import Foundation

/// An in-memory tag store for tests that run a module's commands without a host.
///
/// The store follows the same rules as the host's tag store.
public final class MemoryTags: TagStore {
    private var tags: [RecordReference: [String]] = [:]

    /// Creates an empty store.
    public init() {}

    private func fold(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    /// Returns a record's tags in the order in which the tags were set.
    public func tags(of record: RecordReference) -> [String] { tags[record] ?? [] }

    /// Sets a new record's tags.
    ///
    /// Empty and duplicate tags are ignored.
    public func setTags(_ tags: [String], ofNew record: RecordReference) {
        // Tags from an earlier record with the same id may remain, because this store ignores rollbacks.
        setTags(tags, of: record)
    }

    /// Sets a record's tags.
    ///
    /// Empty and duplicate tags are ignored.
    public func setTags(_ tags: [String], of record: RecordReference) {
        var seen: Set<String> = []
        self.tags[record] = tags.filter { !fold($0).isEmpty && seen.insert(fold($0)).inserted }
    }

    /// Returns an SQL condition that lists the collection's record ids and tags as literal values.
    ///
    /// The condition needs literal values because SQL cannot query this in-memory store.
    public func condition(idColumn: String, in collection: CollectionID) -> String {
        let pairs = tags.filter { $0.key.collection == collection }.flatMap { record, tags in
            tags.map { "(\(record.id), '\(fold($0).replacing("'", with: "''"))')" }
        }
        return pairs.isEmpty
            ? "? IS NULL"
            : """
            \(idColumn) IN (SELECT column1 FROM (VALUES \(pairs.joined(separator: ", "))) WHERE column2 = lower(?))
            """
    }
}

extension MemoryTags {
    /// Returns each tag in a collection with the number of records that have the tag.
    ///
    /// If records spell a tag differently, the result contains the first spelling.
    public func counts(in collection: CollectionID) -> [(tag: String, records: Int64)] {
        let all = tags.filter { $0.key.collection == collection }.sorted { $0.key.id < $1.key.id }.flatMap(
            \.value)
        let counts = all.reduce(into: [String: (tag: String, records: Int64)]()) { counts, tag in
            counts[fold(tag), default: (tag, 0)].records += 1
        }
        return counts.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// An in-memory attachment store for tests that run a module's commands without a host.
public final class MemoryAttachments: AttachmentStore {
    private var stored: [(record: RecordReference, attachment: AtriumSDK.Attachment, content: [UInt8])] = []
    private var lastID: Int64 = 0
    /// Set this property to true to simulate missing attachment files, for example after disk damage.
    public var isMissingFiles = false

    /// Creates an empty store.
    public init() {}

    /// Returns a record's attachments with the given role, or all attachments if `role` is nil.
    public func attachments(of record: RecordReference, role: String?) -> [AtriumSDK.Attachment] {
        stored.filter { $0.record == record && (role == nil || $0.attachment.role == role) }.map(\.attachment)
    }

    /// Adds an attachment to a record.
    ///
    /// The SHA-256 hash is a placeholder that distinguishes this attachment from the other attachments.
    public func add(
        _ content: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) -> AtriumSDK.Attachment {
        lastID += 1
        let attachment = AtriumSDK.Attachment(
            id: lastID, role: role, sha256: String(repeating: "0", count: 63) + String(lastID % 10),
            mediaType: mediaType, byteCount: Int64(content.count), name: name)
        stored.append((record, attachment, content))
        return attachment
    }

    /// Changes an attachment's role.
    public func setRole(_ role: String, of id: Int64) {
        for place in stored.indices where stored[place].attachment.id == id {
            let old = stored[place].attachment
            stored[place].attachment = AtriumSDK.Attachment(
                id: id, role: role, sha256: old.sha256, mediaType: old.mediaType, byteCount: old.byteCount,
                name: old.name)
        }
    }

    /// Removes the attachment with the given id.
    public func remove(_ id: Int64) { stored.removeAll { $0.attachment.id == id } }

    /// Returns an attachment's content.
    ///
    /// Throws an error if ``isMissingFiles`` is true.
    public func content(of attachment: AtriumSDK.Attachment) throws -> [UInt8] {
        if isMissingFiles { throw AtriumError(.inputOutput, "the file of an attachment is missing") }
        return stored.first { $0.attachment.id == attachment.id }?.content ?? []
    }

    /// Returns true if an attachment's file has the given content.
    public func holds(_ content: [UInt8], as attachment: AtriumSDK.Attachment) throws -> Bool {
        try !isMissingFiles && self.content(of: attachment) == content
    }
}
