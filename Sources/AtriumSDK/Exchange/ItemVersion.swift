/// The version of an item, as the item's text states it.
///
/// If several texts have the same identifier, the version tells which one is newer: SEQUENCE and then DTSTAMP in
/// iCalendar. The host compares texts with texts, never with a record, whose own revision also counts edits.
public struct ItemVersion: Sendable, Hashable {
    /// The number of the revision; 0 if the text has none.
    public var revision: Int
    /// The moment at which this text was written, in seconds since 1970, or nil if unknown.
    public var stamp: Int?
    /// The text without its stamp: texts that have the same content, except for line breaks, are copies of one item.
    public var content: [UInt8]

    /// Creates a version.
    public init(revision: Int, stamp: Int?, content: [UInt8]) {
        self.revision = revision
        self.stamp = stamp
        self.content = content
    }

    /// True if another version is newer; false if it is older or if the order is unknown.
    public func isOlder(than other: ItemVersion) -> Bool {
        if revision != other.revision { return revision < other.revision }
        guard let stamp, let otherStamp = other.stamp else { return false }
        return stamp < otherStamp
    }
}

/// The effect of an item that is a message about a record, such as an invitation, rather than a copy of a record.
public enum ItemMessage: Sendable, Hashable {
    /// The record gets the message's values, unless the message is older than the record's text.
    case version
    /// The message changes some values of an existing record; a ``MessageWriter`` applies it.
    case change
    /// The message changes nothing; the item's issues explain its request to the user.
    case notice
}
