import AtriumSDK

/// What an item of a file says of a record.
public struct RecordDraft: Sendable, Hashable {
    /// By the values of the declaration: nil where the row says nothing.
    var said: [DataValue?] {
        didSet { whole = nil }
    }
    /// The values of a new record that it says, mended, if they were worked out where it was read.
    var whole: RecordValues?
    /// What else tells which record is meant, and is not kept: for fingerprints.
    public var clues: [String: String] = [:]
    /// When the file says that it was made: ``Instant``; nil if it does not.
    public var createdAt: String?
    /// When the file says that it was last changed.
    public var updatedAt: String?
}
