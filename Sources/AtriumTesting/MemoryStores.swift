public import AtriumSDK
import Foundation

/// Tags in memory, by the host's rules: for tests of a module's commands without a host.
public final class MemoryTags: TagStore {
    private var tags: [RecordReference: [String]] = [:]

    /// Makes a store without tags.
    public init() {}

    private func fold(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    /// The tags, in the order in which they were given.
    public func tags(of record: RecordReference) -> [String] { tags[record] ?? [] }

    /// Keeps tags; empty ones and repeats are left out.
    public func setTags(_ tags: [String], ofNew record: RecordReference) {
        // Those of a record of the same number may be there still: a rollback takes nothing back here.
        setTags(tags, of: record)
    }

    /// Keeps tags; empty ones and repeats are left out.
    public func setTags(_ tags: [String], of record: RecordReference) {
        var seen: Set<String> = []
        self.tags[record] = tags.filter { !fold($0).isEmpty && seen.insert(fold($0)).inserted }
    }

    /// A condition that lists the collection's records with their tags: SQL cannot ask this store.
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
    /// The tags of a collection's records, each in its first spelling, with how many have it.
    public func counts(in collection: CollectionID) -> [(tag: String, records: Int64)] {
        let all = tags.filter { $0.key.collection == collection }.sorted { $0.key.id < $1.key.id }.flatMap(
            \.value)
        let counts = all.reduce(into: [String: (tag: String, records: Int64)]()) { counts, tag in
            counts[fold(tag), default: (tag, 0)].records += 1
        }
        return counts.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Attachments in memory: for tests of a module's commands without a host.
public final class MemoryAttachments: AttachmentStore {
    private var stored: [(record: RecordReference, attachment: AtriumSDK.Attachment, content: [UInt8])] = []
    private var lastID: Int64 = 0
    /// Whether the files are gone, as after a disk was damaged.
    public var isMissingFiles = false

    /// Makes a store without attachments.
    public init() {}

    /// A record's attachments, of one role or of all.
    public func attachments(of record: RecordReference, role: String?) -> [AtriumSDK.Attachment] {
        stored.filter { $0.record == record && (role == nil || $0.attachment.role == role) }.map(\.attachment)
    }

    /// Keeps content; its SHA-256 is a stand-in that tells it from others.
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

    /// Gives an attachment another role.
    public func setRole(_ role: String, of id: Int64) {
        for place in stored.indices where stored[place].attachment.id == id {
            let old = stored[place].attachment
            stored[place].attachment = AtriumSDK.Attachment(
                id: id, role: role, sha256: old.sha256, mediaType: old.mediaType, byteCount: old.byteCount,
                name: old.name)
        }
    }

    /// Removes an attachment.
    public func remove(_ id: Int64) { stored.removeAll { $0.attachment.id == id } }

    /// The content; an error where the files are gone.
    public func content(of attachment: AtriumSDK.Attachment) throws -> [UInt8] {
        if isMissingFiles { throw AtriumError(.inputOutput, "the file of an attachment is missing") }
        return stored.first { $0.attachment.id == attachment.id }?.content ?? []
    }

    /// Whether an attachment has this content.
    public func holds(_ content: [UInt8], as attachment: AtriumSDK.Attachment) throws -> Bool {
        try !isMissingFiles && self.content(of: attachment) == content
    }
}
