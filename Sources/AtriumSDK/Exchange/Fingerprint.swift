/// By what an item without an identifier is known again, when its text has changed since it was last imported.
///
/// The host compares the items that are new in a file with those that the vault has from before, fingerprint by
/// fingerprint in the order of declaration. Two that share a key which no other of them has are the same record, if the
/// files belong together as ``FingerprintStrength`` asks. Any other likeness is shown as a possible duplicate; nothing is merged.
public struct Fingerprint<Draft: Sendable>: Sendable {
    /// What it is made of, for the report: `name and birthday`.
    public let name: String
    /// What else must speak for it.
    public let strength: FingerprintStrength
    /// The key of a draft; nil where the draft does not say enough to be told from others.
    public let key: @Sendable (Draft) -> String?

    /// Declares a fingerprint.
    public init(_ name: String, strength: FingerprintStrength, key: @escaping @Sendable (Draft) -> String?) {
        self.name = name
        self.strength = strength
        self.key = key
    }

    /// The same for drafts whose type only the importer knows.
    var erased: Fingerprint<any Sendable> {
        Fingerprint<any Sendable>(name, strength: strength) { draft in (draft as? Draft).flatMap(key) }
    }
}

/// How much else must speak for it that two items are the same.
public enum FingerprintStrength: Sendable, Hashable {
    /// The two stand in tables with the same header, or in files that belong together.
    case sure
    /// The two files belong together: they have the same name, or half of the items are the same.
    case likely
    /// At least half of the file's items are the same, to the letter, as those from before.
    case weak
}
