/// The store for records' tags, which all modules share.
///
/// The CATEGORIES properties in vCards and events are tags.
///
/// Tags keep their order and their spelling; comparisons ignore the case of letters.
public protocol TagStore {
    /// Returns a record's tags in order.
    func tags(of record: RecordReference) throws -> [String]
    /// Replaces a record's tags, without duplicates and empty tags; an unchanged list writes nothing.
    func setTags(_ tags: [String], of record: RecordReference) throws
    /// Like `setTags(_:of:)`, but for a new record, which has no tags yet, so that the store reads no tags.
    func setTags(_ tags: [String], ofNew record: RecordReference) throws
    /// Returns an SQL condition that is true if the record with the id in `idColumn` has a tag.
    ///
    /// The tag is the condition's next argument.
    func condition(idColumn: String, in collection: CollectionID) -> String
    /// Returns a collection's tags in alphabetical order, each with the number of records that have the tag.
    func counts(in collection: CollectionID) throws -> [(tag: String, records: Int64)]
}

/// The host's data about records in all modules: links, tags, attachments, original texts and former uids.
public protocol RecordStore {
    /// Moves all host data from `other` to `record`, another record in the same collection.
    ///
    /// * Tags are appended to the tags of `record`. Links from and to `other` become links of `record`; a
    ///   link that would lead from `record` to itself is removed.
    /// * Attachments are appended to the attachments of `record`, except attachments with equal role and
    ///   content.
    /// * Original texts are kept, each with the uid from its import. An import finds `record` by that uid,
    ///   and an exporter finds the original texts in ``Source/merged``.
    /// * After the merge, the uid of `other` finds `record`. Uids of records that were merged into `other`
    ///   earlier also find `record`.
    ///
    /// The module merges its own rows and then deletes the row of `other`. Undo reverses the whole merge.
    /// - Parameter identifier: the identifier and the part by which files name the item of `other`, or nil if
    ///   that is the uid of `other`.
    /// - Returns: the numbers of moved objects.
    /// - Throws: ``AtriumError`` with code `badData` if both references name one record or belong to two
    ///   collections, or `notFound` if `other` no longer exists.
    @discardableResult
    func merge(
        _ other: RecordReference, into record: RecordReference, identifier: (uid: String, part: String)?
    ) throws -> RecordMerge
    /// Copies a record's links and its newest original text to `copy`, a new record in the same collection.
    ///
    /// A module calls this for a record that it makes from another one, such as the rest of a divided series. Exports then
    /// write the copied text with the differences of the new record, so that nothing is lost that only the text contains.
    ///
    /// - Parameters:
    ///   - format: the format of the text. If the record has no text in that format, only links are copied.
    ///   - rewriting: returns the text for the copy, such as with another identifier.
    func copy(
        from record: RecordReference, to copy: RecordReference, format: FormatID,
        rewriting: ([UInt8]) throws -> [UInt8]) throws
    /// Returns the newest text from which the record was imported in a format, or nil for a record without such a text.
    func originalText(of record: RecordReference, in format: FormatID) throws -> [UInt8]?
}

extension RecordStore {
    /// Like `merge(_:into:identifier:)`, for records whose uid is the identifier of their items.
    @discardableResult
    public func merge(_ other: RecordReference, into record: RecordReference) throws -> RecordMerge {
        try merge(other, into: record, identifier: nil)
    }
}

/// The numbers of links, attachments and original texts that ``RecordStore/merge(_:into:)`` moved.
public struct RecordMerge: Sendable, Hashable {
    /// The number of links that now lead from or to the remaining record.
    public var links = 0
    /// The number of attachments that the remaining record gained.
    public var attachments = 0
    /// The number of original texts that the remaining record gained.
    public var sources = 0

    /// Creates a result with all numbers at zero.
    public init() {}
}

/// A file that is attached to a record: a photo, a document.
public struct Attachment: Sendable, Hashable {
    /// The attachment's id.
    public let id: Int64
    /// The file's role for the record: `photo`, `attachment`.
    public let role: String
    /// The content's SHA-256 hash in lower-case hex, which is also the file's name in the vault.
    public let sha256: String
    /// The media type (RFC 6838), such as `image/jpeg`.
    public let mediaType: String
    /// The size in bytes.
    public let byteCount: Int64
    /// The file name to offer for downloads; may be empty.
    public let name: String

    /// Creates an attachment.
    public init(id: Int64, role: String, sha256: String, mediaType: String, byteCount: Int64, name: String) {
        self.id = id
        self.role = role
        self.sha256 = sha256
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.name = name
    }
}

/// The store for records' attachments.
///
/// The store writes content to the vault's folder before the transaction commits, and removes the new files
/// if the transaction is rolled back. Therefore no row refers to a missing file.
public protocol AttachmentStore {
    /// Returns a record's attachments with a given role, in order; if `role` is nil, returns all attachments.
    func attachments(of record: RecordReference, role: String?) throws -> [Attachment]
    /// Stores content for a record and returns the new attachment.
    @discardableResult
    func add(
        _ content: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) throws -> Attachment
    /// Changes an attachment's role without reading the content.
    func setRole(_ role: String, of id: Int64) throws
    /// Removes an attachment from its record, but keeps the content's file, because undo may need the file.
    func remove(_ id: Int64) throws
    /// Returns an attachment's content.
    func content(of attachment: Attachment) throws -> [UInt8]
    /// Returns true if an attachment has the given content.
    ///
    /// Returns false if the attachment's file is missing, so that the caller can add the content again.
    func holds(_ content: [UInt8], as attachment: Attachment) throws -> Bool
}
