/// A writer whose records may be there by hearsay alone before a file brings them: exercises that rows of sets have named.
public protocol AdoptingWriter: RecordWriter {
    /// Gives a uid to the record that a draft, of no uid that is known, is about all the same, and gives its id; nil: there is
    /// none, and one is made.
    ///
    /// The host makes its values those of the draft, and counts it among what has changed.
    func adopt(_ draft: Draft, uid: String) throws -> Int64?
}

/// A writer that knows a record by all that an item says of it, in formats that have no names for records: a line that says just
/// what a task does is that task.
public protocol SayingWriter: RecordWriter {
    /// The record that says just what a draft does; nil: there is none, its format has names for records, or another item of
    /// the file is that record.
    ///
    /// The host asks it of items whose text it does not know, and takes the item's text for the record's own then.
    func record(saying draft: Draft) throws -> Int64?
}

/// A writer whose records stand in others, where an item's text does not say in which: a model in a category of a tree of outlines.
public protocol PlacingWriter: RecordWriter {
    /// Where a draft's item stands in its file, in the file's own words; nil: it does not say that.
    ///
    /// It is kept beside the text, so that what has only moved in a file counts as changed. Give what stays where the file
    /// gives others another name, such as the identifier of what the item stands in; and nothing of the vault, where names
    /// and places are the user's.
    func place(of draft: Draft) -> String?
    /// The draft as an item at such a place; nil: of which the file does not say where it stands, so that its record stays
    /// where it is.
    func placed(_ draft: Draft, at place: String?) -> Draft
    /// Whether a record stands where a draft's item does in its file, or the vault has no such place.
    func stands(_ record: Int64, where draft: Draft) throws -> Bool
}

/// A writer that leaves out what a record cannot have as long as another one is as it is: a weight, where the exercise is one
/// without.
public protocol SelectiveWriter: RecordWriter {
    /// Whether a record lacks what the unchanged text that it came from says, and can have it by now.
    func canTakeMore(_ record: Int64, of draft: Draft) throws -> Bool
}

/// A writer that merges a draft into a record that was edited, value by value; what other writers' records need for it are the
/// commands `show` and `edit`, and ``RecordWriter/joined(_:with:since:)``.
public protocol MergingWriter: RecordWriter {
    /// Makes a record's values those of both sides: what one of them changed is so, and where both changed one value the record
    /// stays as it is.
    ///
    /// - Parameter base: what both began from; nil: nobody knows, and all that the record says counts as edited.
    /// - Returns: the names of the fields that both changed; nil: a rule of the module does not take the values of both, and
    ///   nothing was done.
    func merge(_ draft: Draft, into record: Int64, since base: Draft?) throws -> [String]?
    /// Whether a draft says of each value what a record has; else an edit of the others is still one of the user's alone.
    func says(_ draft: Draft, allOf record: Int64) throws -> Bool
}

/// A writer whose items name each other by their places in the file: a task, say, that is a part of the task above.
public protocol RelatingWriter: RecordWriter {
    /// An item of the file is this record; called of each item that has one, also of those that are unchanged, when it has been
    /// put.
    func met(_ record: Int64, as draft: Draft) throws
}

extension RelatingWriter {
    /// ``met(_:as:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func met(_ record: Int64, asErased draft: any Sendable) throws {
        try met(record, as: typed(draft))
    }
}

/// The same with drafts whose type only the writer knows: what the host calls.
extension MergingWriter {
    /// ``merge(_:into:since:)`` of drafts from ``Importer/map(_:in:options:)``.
    public func merge(
        erased draft: any Sendable, into record: Int64, since base: (any Sendable)?
    ) throws -> [String]? {
        try merge(typed(draft), into: record, since: base.map(typed))
    }

    /// ``says(_:allOf:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func says(erased draft: any Sendable, allOf record: Int64) throws -> Bool {
        try says(typed(draft), allOf: record)
    }
}

extension AdoptingWriter {
    /// ``adopt(_:uid:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func adopt(erased draft: any Sendable, uid: String) throws -> Int64? {
        try adopt(typed(draft), uid: uid)
    }
}

extension SayingWriter {
    /// ``record(saying:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func record(sayingErased draft: any Sendable) throws -> Int64? {
        try record(saying: typed(draft))
    }
}

extension PlacingWriter {
    /// ``place(of:)`` of a draft from ``Importer/map(_:in:options:)``.
    public func place(ofErased draft: any Sendable) throws -> String? { place(of: try typed(draft)) }

    /// ``placed(_:at:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func placed(erased draft: any Sendable, at place: String?) throws -> any Sendable {
        placed(try typed(draft), at: place)
    }

    /// ``stands(_:where:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func stands(_ record: Int64, whereErased draft: any Sendable) throws -> Bool {
        try stands(record, where: typed(draft))
    }
}

extension SelectiveWriter {
    /// ``canTakeMore(_:of:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func canTakeMore(_ record: Int64, ofErased draft: any Sendable) throws -> Bool {
        try canTakeMore(record, of: typed(draft))
    }
}
