/// A key that recognizes an item without an identifier after its text has changed since the last import.
///
/// The host compares a file's new items with unmatched items from earlier imports, one fingerprint after the
/// other in declaration order. If an old item and a new item have the same key, no other item has this key,
/// and the files are related as ``FingerprintStrength`` requires, the host treats the two items as one
/// record. The host reports all other similarities as possible duplicates and merges nothing.
public struct Fingerprint<Draft: Sendable>: Sendable {
    /// The description of the key's values for the report: `name and birthday`.
    public let name: String
    /// The required relation between the two files.
    public let strength: FingerprintStrength
    /// Returns a draft's key, or nil if the draft does not have enough values for a distinctive key.
    public let key: @Sendable (Draft) -> String?

    /// Declares a fingerprint.
    public init(_ name: String, strength: FingerprintStrength, key: @escaping @Sendable (Draft) -> String?) {
        self.name = name
        self.strength = strength
        self.key = key
    }

    /// The type-erased fingerprint, for drafts whose type only the importer knows.
    var erased: Fingerprint<any Sendable> {
        Fingerprint<any Sendable>(name, strength: strength) { draft in (draft as? Draft).flatMap(key) }
    }
}

/// The relation between two files that a fingerprint requires before it accepts two items as one record.
public enum FingerprintStrength: Sendable, Hashable {
    /// The tables have equal header rows, or the files are related.
    case sure
    /// The files are related: they have equal names, or half of their items are equal.
    case likely
    /// At least half of the file's items are identical to earlier items.
    case weak
}
