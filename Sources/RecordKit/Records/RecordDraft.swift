import AtriumSDK

/// The values that an import reads from one item in a file.
public struct RecordDraft: Sendable, Hashable {
    /// The values in the declaration's order; nil for each value that the item does not contain.
    var values: [DataValue?] {
        didSet { newRecordValues = nil }
    }
    /// The corrected values for a new record, if they were computed when the item was read.
    var newRecordValues: RecordValues?
    /// Additional facts that identify the record for fingerprints but are not stored.
    public var clues: [String: String] = [:]
    /// The item's creation time as ``Timestamp`` text, or nil if the file does not contain the time.
    public var createdAt: String?
    /// The item's modification time from the file.
    public var updatedAt: String?
}
