/// The tags of records, shared by all modules.
///
/// A vCard's and an event's CATEGORIES are tags.
///
/// Tags keep their order and their spelling; comparisons ignore the case of letters.
public protocol TagStore {
    /// The tags of a record in order.
    func tags(of record: RecordReference) throws -> [String]
    /// Makes these, without repeats and empty ones, the tags of a record; an unchanged list writes nothing.
    func setTags(_ tags: [String], of record: RecordReference) throws
    /// The same of a record that was just made: it has none, and is not asked for them.
    func setTags(_ tags: [String], ofNew record: RecordReference) throws
    /// SQL for a WHERE clause that holds where the record `idColumn` of a collection has the tag in the next argument.
    func condition(idColumn: String, in collection: CollectionID) -> String
    /// The tags that records of a collection have, in the order of their letters, each with how many have it.
    func counts(in collection: CollectionID) throws -> [(tag: String, records: Int64)]
}

/// What the host keeps for records, whatever their module: links, tags, attachments, sources, former uids.
public protocol RecordStore {
    /// Makes everything that the host keeps for `other` belong to `record`, another record of the same collection.
    ///
    /// * Tags come behind those that `record` has; links lead from and to `record`, one to itself goes.
    /// * Attachments come behind its own, but for one of the same role and content.
    /// * Sources stay, each known by the uid under which it came: an import finds `record` by it, and an exporter finds
    ///   the texts in ``Source/merged``.
    /// * The uid of `other`, and those of records that were merged into it before, find `record` from now on.
    ///
    /// The module joins its own rows and then deletes that of `other`. Undo takes all of it back.
    /// - Returns: how much was moved.
    /// - Throws: ``AtriumError`` with code `badData` where both are one record or of two collections, `notFound` where
    ///   `other` is gone.
    @discardableResult
    func merge(_ other: RecordReference, into record: RecordReference) throws -> RecordMerge
}

/// What ``RecordStore/merge(_:into:)`` moved.
public struct RecordMerge: Sendable, Hashable {
    /// Links that lead from or to the remaining record now.
    public var links = 0
    /// Attachments that it has now.
    public var attachments = 0
    /// Sources that it has now.
    public var sources = 0

    /// Nothing yet.
    public init() {}
}

/// A file that belongs to a record: a photo, a document.
public struct Attachment: Sendable, Hashable {
    /// The attachment's id.
    public let id: Int64
    /// What it is to the record: `photo`, `attachment`.
    public let role: String
    /// The SHA-256 of the content in lower-case hex; the name of its file.
    public let sha256: String
    /// The media type (RFC 6838), such as `image/jpeg`.
    public let mediaType: String
    /// The size in bytes.
    public let byteCount: Int64
    /// The file name to offer; may be empty.
    public let name: String

    /// Describes an attachment.
    public init(id: Int64, role: String, sha256: String, mediaType: String, byteCount: Int64, name: String) {
        self.id = id
        self.role = role
        self.sha256 = sha256
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.name = name
    }
}

/// The attachments of records.
///
/// Content is written to the vault's folder before the transaction commits, and what a
/// rolled-back transaction leaves is cleaned up, so that a row never points at nothing.
public protocol AttachmentStore {
    /// The attachments of a record in order, of one role or of all.
    func attachments(of record: RecordReference, role: String?) throws -> [Attachment]
    /// Keeps content for a record and gives its attachment.
    @discardableResult
    func add(
        _ content: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) throws -> Attachment
    /// Makes an attachment something else to its record; its content is not looked at.
    func setRole(_ role: String, of id: Int64) throws
    /// Takes an attachment from its record. The content's file stays, since undo may need it.
    func remove(_ id: Int64) throws
    /// The content of an attachment.
    func content(of attachment: Attachment) throws -> [UInt8]
    /// Whether an attachment has this content; one whose file is missing has none, so that it can be brought again.
    func holds(_ content: [UInt8], as attachment: Attachment) throws -> Bool
}
