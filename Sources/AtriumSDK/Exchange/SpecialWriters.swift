/// A writer whose records may have been created from references before a file contains the full records.
///
/// For instance, a row about a workout set names an exercise, and a later file contains the exercise itself.
public protocol AdoptingWriter: RecordWriter {
    /// Assigns a new uid to the existing record that a draft describes and returns the record's id.
    ///
    /// Returns nil if no record matches, so that the host adds a record.
    ///
    /// The host calls this method for each draft with an unknown uid. The host then updates the record with
    /// the draft's values and counts the record as changed.
    func adopt(_ draft: Draft, uid: String) throws -> Int64?
}

/// A writer that recognizes a record by all values in an item, for formats without identifiers.
///
/// For instance, a line identifies a task if the line has exactly the task's values.
public protocol MatchingWriter: RecordWriter {
    /// Returns the id of the record that has exactly a draft's values.
    ///
    /// Returns nil if no record matches, if the matching record's format has identifiers, or if another item
    /// in the file already matches the record. The host calls this method for each item with unknown text,
    /// and then stores the item's text as the record's own original text.
    func record(matching draft: Draft) throws -> Int64?
}

/// A writer whose records belong to parent records that an item's text does not identify.
///
/// For instance, an outline tree shows a model's category, but the model's own text does not.
public protocol PlacingWriter: RecordWriter {
    /// Returns an item's place in its file, in the file's own terms, or nil if the file does not specify a
    /// place.
    ///
    /// The host stores the place with the item's text, so that an item that only moved within its file counts
    /// as changed. Return a value that does not change when the file renames a parent, such as the parent's
    /// identifier. Do not return a value from the vault, because the user controls names and places in the
    /// vault.
    func place(of draft: Draft) -> String?
    /// Returns a copy of a draft with a place.
    ///
    /// If `place` is nil, the returned draft has no place, so that the draft's record remains in its current
    /// place.
    func placed(_ draft: Draft, at place: String?) -> Draft
    /// Returns true if a record is at the place that a draft's file specifies, or if the vault has no such
    /// place.
    func isPlaced(_ record: Int64, as draft: Draft) throws -> Bool
}

/// A writer that omits values which another record's current state does not allow.
///
/// For instance, a set cannot have a weight if the exercise has no weights.
public protocol SelectiveWriter: RecordWriter {
    /// Returns true if a record can now have values from its unchanged original text that the record still
    /// lacks.
    func canTakeMore(_ record: Int64, of draft: Draft) throws -> Bool
}

/// A writer that merges a draft into an edited record, value by value.
///
/// If a writer is not a merging writer, the host merges records with the commands `show` and `edit` and with
/// ``RecordWriter/merged(_:with:since:)``.
public protocol MergingWriter: RecordWriter {
    /// Updates a record with both sides' changes; if both sides changed a value, the record keeps its own
    /// value.
    ///
    /// - Parameter base: the common ancestor, or nil if the ancestor is unknown; nil means that all of the
    ///   record's values count as edited.
    /// - Returns: the names of the fields that both sides changed, or nil if a module rule rejects the merged
    ///   values and nothing was written.
    func merge(_ draft: Draft, into record: Int64, since base: Draft?) throws -> [String]?
    /// Returns true if a draft specifies every value in a record.
    ///
    /// If a draft does not specify a value, an edit of that value still counts as the user's edit.
    func isComplete(_ draft: Draft, for record: Int64) throws -> Bool
}

/// A writer whose items refer to each other by position in the file, such as a subtask below its parent task.
public protocol RelatingWriter: RecordWriter {
    /// Tells the writer which record a file's item belongs to, after the host has processed the item.
    ///
    /// The host calls this method for every item with a record, even if the item is unchanged.
    func met(_ record: Int64, as draft: Draft) throws
}

/// A writer for items that can be messages about existing records: a cancellation, a reply to an invitation.
///
/// The host applies a message twice: to the record's values, and to the record's original text, so that the text still is
/// what the last file stated. It keeps the message's own text too.
public protocol MessageWriter: RecordWriter {
    /// Returns the records that a message changes, the named record first, or an empty array if the vault has none.
    func records(for message: Draft, uid: String, part: String) throws -> [Int64]
    /// Adds the record for a part of a record, such as an occurrence of a series, that has no record of its own yet.
    ///
    /// - Parameter source: the whole record's original text, or nil if it has none.
    /// - Returns: the new record and the text of the part, or nil if the record has no such part.
    func makePart(of record: Int64, source: ItemSource?, for message: Draft) throws -> (
        record: Int64, text: [UInt8]
    )?
    /// Returns the reason why the user must agree before a message is applied, or nil if there is no reason.
    ///
    /// - Parameters:
    ///   - text: the message's text.
    ///   - source: the record's original text, or nil if it has none.
    ///   - earlier: the texts of the messages that were applied to the record before.
    func objection(
        to message: Draft, text: [UInt8], about record: Int64, source: [UInt8]?, after earlier: [[UInt8]]
    ) throws -> ImportIssue?
    /// Applies a message to a record's values; changes nothing if the record has these values.
    func apply(_ message: Draft, to record: Int64) throws
    /// Returns a record's original text with a message applied to it.
    func applied(_ message: Draft, to source: ItemSource) throws -> [UInt8]
}

extension MessageWriter {
    /// Calls ``records(for:uid:part:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func records(forErased message: any Sendable, uid: String, part: String) throws -> [Int64] {
        try records(for: typed(message), uid: uid, part: part)
    }

    /// Calls ``makePart(of:source:for:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func makePart(
        of record: Int64, source: ItemSource?, forErased message: any Sendable
    ) throws -> (record: Int64, text: [UInt8])? {
        try makePart(of: record, source: source, for: typed(message))
    }

    /// Calls ``objection(to:text:about:source:after:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func objection(
        toErased message: any Sendable, text: [UInt8], about record: Int64, source: [UInt8]?,
        after earlier: [[UInt8]]
    ) throws -> ImportIssue? {
        try objection(to: typed(message), text: text, about: record, source: source, after: earlier)
    }

    /// Calls ``apply(_:to:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func apply(erased message: any Sendable, to record: Int64) throws {
        try apply(typed(message), to: record)
    }

    /// Calls ``applied(_:to:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func applied(erased message: any Sendable, to source: ItemSource) throws -> [UInt8] {
        try applied(typed(message), to: source)
    }
}

extension RelatingWriter {
    /// Calls ``met(_:as:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func met(_ record: Int64, asErased draft: any Sendable) throws {
        try met(record, as: typed(draft))
    }
}

/// Variants of the protocol's requirements with type-erased drafts, which the host calls.
extension MergingWriter {
    /// Calls ``merge(_:into:since:)`` with drafts from ``Importer/map(_:in:options:)``.
    public func merge(
        erased draft: any Sendable, into record: Int64, since base: (any Sendable)?
    ) throws -> [String]? {
        try merge(typed(draft), into: record, since: base.map(typed))
    }

    /// Calls ``isComplete(_:for:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func isComplete(erased draft: any Sendable, for record: Int64) throws -> Bool {
        try isComplete(typed(draft), for: record)
    }
}

extension AdoptingWriter {
    /// Calls ``adopt(_:uid:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func adopt(erased draft: any Sendable, uid: String) throws -> Int64? {
        try adopt(typed(draft), uid: uid)
    }
}

extension MatchingWriter {
    /// Calls ``record(matching:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func record(matchingErased draft: any Sendable) throws -> Int64? {
        try record(matching: typed(draft))
    }
}

extension PlacingWriter {
    /// Calls ``place(of:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func place(ofErased draft: any Sendable) throws -> String? { place(of: try typed(draft)) }

    /// Calls ``placed(_:at:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func placed(erased draft: any Sendable, at place: String?) throws -> any Sendable {
        placed(try typed(draft), at: place)
    }

    /// Calls ``isPlaced(_:as:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func isPlaced(_ record: Int64, asErased draft: any Sendable) throws -> Bool {
        try isPlaced(record, as: typed(draft))
    }
}

extension SelectiveWriter {
    /// Calls ``canTakeMore(_:of:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func canTakeMore(_ record: Int64, ofErased draft: any Sendable) throws -> Bool {
        try canTakeMore(record, of: typed(draft))
    }
}
