import Foundation

extension Person {
    /// The name to show where nobody has given one: the structured name, else the first of nickname, organization,
    /// e-mail address, phone number, messaging handle and web address that is known, else `Unnamed`.
    var derivedDisplayName: String {
        let joined = name.joined
        if !joined.isEmpty { return joined }
        for kind in [DetailKind.nickname, .organization, .email, .phone, .messaging, .url] {
            guard let detail = preferred(kind) else { continue }
            let text = detail.value.isEmpty ? detail.units.first ?? "" : detail.value
            if !text.isEmpty { return text }
        }
        return Self.unnamed
    }

    /// The name that is shown if a person has neither a name nor anything that could stand for one.
    static let unnamed = "Unnamed"

    /// What the person is sorted by among names, where SQLite cannot find it by itself; nil for ASCII.
    var nameKey: String? { SortKey.unlessASCII(displayName) }

    /// What the person is sorted by among families, where SQLite cannot find it by itself; nil for ASCII.
    var familyKey: String? {
        guard let family = name.family else { return nameKey }
        return SortKey.unlessASCII(name.given.map { family + " " + $0 } ?? family)
    }
}

/// Text as it is compared: in lower case and without diacritics.
///
/// SQLite's `lower` folds ASCII only. Where that is enough nothing is stored, so that most rows stay small.
enum SortKey {
    /// SQL for what people are sorted by among names; the index `connections_person_by_name` has this very text.
    static let nameSQL = "ifnull(r.name_key, lower(r.display_name))"
    /// SQL for what people are sorted by among families.
    static let familySQL = """
        ifnull(r.family_key, lower(ifnull(r.family || ifnull(' ' || r.given, ''), r.display_name)))
        """

    /// The folded form of a text, or nil where the text is ASCII.
    static func unlessASCII(_ text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : folded(text)
    }

    /// The folded form of a text.
    @Sendable static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
        return String(folded)
    }
}
