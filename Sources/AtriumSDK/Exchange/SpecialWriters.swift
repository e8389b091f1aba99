/// A writer whose records may be there by hearsay alone before a file brings them: exercises that rows of sets have named.
public protocol AdoptingWriter: RecordWriter {
    /// Gives a uid to the record that a draft, of no uid that is known, is about all the same, and gives its id; nil: there is
    /// none, and one is made.
    ///
    /// The host makes its values those of the draft, and counts it among what has changed.
    func adopt(_ draft: Draft, uid: String) throws -> Int64?
}

/// A writer whose records stand in others, where an item's text does not say in which: a model in a category of a tree of outlines.
public protocol PlacingWriter: RecordWriter {
    /// In which record a draft's item stands; nil: in none that is known.
    ///
    /// It is kept beside the text, so that what has only moved in a file counts as changed. Give what stays where others get
    /// another name: an id.
    func place(of draft: Draft) throws -> String?
    /// A draft of a kept text, which stands nowhere, at the place that its item had in the file.
    func placed(_ draft: Draft, at place: String) throws -> Draft
}

/// The same with drafts whose type only the writer knows: what the host calls.
extension AdoptingWriter {
    /// ``adopt(_:uid:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func adopt(erased draft: any Sendable, uid: String) throws -> Int64? {
        try adopt(typed(draft), uid: uid)
    }
}

extension PlacingWriter {
    /// ``place(of:)`` of a draft from ``Importer/map(_:in:options:)``.
    public func place(ofErased draft: any Sendable) throws -> String? { try place(of: typed(draft)) }

    /// ``placed(_:at:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func placed(erased draft: any Sendable, at place: String) throws -> any Sendable {
        try placed(typed(draft), at: place)
    }
}
