import AtriumSDK

/// What becomes of two people who are one: a pure function on values.
///
/// Lists are united without repeats, the remaining person's elements first. Of a value that a person has only once the
/// remaining person's stays; where the other one has a different value, it becomes a custom field (`Merged birthday`), so
/// that nothing is lost and a person finds it. Tags and photos are the host's to move.
struct PersonMerge {
    /// A value that found no place of its own.
    struct Kept: Hashable, Sendable {
        /// What it was: `birthday`.
        let field: String
        /// The value.
        let value: String
        /// As what it is kept.
        let detail: Detail
    }

    /// The person with the values of both.
    private(set) var person: Person
    /// The values of the merged person that differed.
    private(set) var kept: [Kept] = []

    /// Joins a person into another one, who remains.
    init(_ merged: Person, into remaining: Person) {
        person = remaining
        joinName(merged)
        for (field, path) in Self.texts {
            if person[keyPath: path] == nil {
                person[keyPath: path] = merged[keyPath: path]
            } else {
                keep(field, merged[keyPath: path], besides: person[keyPath: path])
            }
        }
        if person.gender == nil {
            person.gender = merged.gender
        } else {
            keep("gender", merged.gender?.rawValue, besides: person.gender?.rawValue)
        }
        if person.cadence == nil {
            person.cadence = merged.cadence
        } else {
            keep("cadence in days", merged.cadence?.description, besides: person.cadence?.description)
        }
        for detail in merged.details { join(detail) }
        for address in merged.addresses { join(address) }
        // Where the merged name was derived, so may be this one: of other values than before.
        if person.isNameDerived { person.displayName = person.derivedDisplayName }
        person.details = Detail.inOrder(person.details + kept.map(\.detail))
    }

    /// Values that a person has once, beside the name to show and the gender.
    private static let texts: [(String, any WritableKeyPath<Person, String?> & Sendable)] = [
        ("kind", \.kind), ("name prefix", \.name.prefix), ("given name", \.name.given),
        ("additional name", \.name.additional), ("family name", \.name.family),
        ("name suffix", \.name.suffix), ("phonetic given name", \.name.phoneticGiven),
        ("phonetic additional name", \.name.phoneticAdditional),
        ("phonetic family name", \.name.phoneticFamily), ("birthday", \.birthday),
        ("anniversary", \.anniversary), ("gender text", \.genderText), ("met place", \.metPlace),
        ("met date", \.metDate),
    ]

    /// A name that somebody gave stands before one that was made of other values.
    private mutating func joinName(_ merged: Person) {
        guard !merged.isNameDerived else { return }
        if person.isNameDerived {
            person.displayName = merged.displayName
            person.isNameDerived = false
        } else {
            keep("name", merged.displayName, besides: person.displayName)
        }
    }

    private mutating func keep(_ field: String, _ value: String?, besides present: String?) {
        guard let value, value != present else { return }
        // A card takes a long text as a note only.
        let detail =
            value.utf8.count <= CustomFields.longest
            ? Detail(.custom, value, qualifier: "Merged \(field)")
            : Detail(.note, "Merged \(field): \(value)")
        guard !person.details.contains(detail), !kept.contains(where: { $0.detail == detail }) else { return }
        kept.append(Kept(field: field, value: value, detail: detail))
    }

    // MARK: Lists

    private mutating func join(_ detail: Detail) {
        if let place = person.details.firstIndex(where: { $0.isSameWhenMerged(as: detail) }) {
            person.details[place].types = Self.union(person.details[place].types, detail.types)
            if person.details[place].label == nil {
                person.details[place].label = detail.label
            } else {
                keep("label of \(detail.value)", detail.label, besides: person.details[place].label)
            }
            return
        }
        var new = detail
        if person.details.contains(where: { $0.kind == detail.kind && $0.preference != nil }) {
            new.preference = nil
        }
        person.details.append(new)
    }

    private mutating func join(_ address: PostalAddress) {
        if let place = person.addresses.firstIndex(where: { $0.isSameWhenMerged(as: address) }) {
            person.addresses[place].types = Self.union(person.addresses[place].types, address.types)
            if person.addresses[place].label == nil {
                person.addresses[place].label = address.label
            } else {
                keep(
                    "label of \(address.oneLine)", address.label, besides: person.addresses[place].label)
            }
            return
        }
        var new = address
        if person.addresses.contains(where: { $0.preference != nil }) { new.preference = nil }
        person.addresses.append(new)
    }

    private static func union(_ types: [String], _ more: [String]) -> [String] {
        types + more.filter { type in !types.contains { $0.lowercased() == type.lowercased() } }
    }
}

extension Detail {
    /// Whether two people's details are one: e-mail addresses and phone numbers as they are compared, others as written.
    fileprivate func isSameWhenMerged(as other: Detail) -> Bool {
        guard kind == other.kind else { return false }
        if value == other.value, qualifier == other.qualifier { return true }
        switch kind {
        case .email:
            let key = EmailKey.of(value)
            return key != nil && key == EmailKey.of(other.value)
        case .phone:
            guard let key = PhoneKey(value), let otherKey = PhoneKey(other.value) else { return false }
            // An extension is no part of the key, but of the number that one dials.
            return key.isSame(as: otherKey) && Self.dialled(value) == Self.dialled(other.value)
        default: return false
        }
    }

    /// What stands behind the number itself: an extension.
    private static func dialled(_ text: String) -> Substring {
        let start = text.firstIndex { $0.isLetter || $0 == ";" || $0 == "," || $0 == "#" }
        return start.map { text[$0...] } ?? ""
    }
}

extension PostalAddress {
    /// Whether two people's addresses are one: all components equal but for case, diacritics and spaces.
    fileprivate func isSameWhenMerged(as other: PostalAddress) -> Bool {
        func folded(_ text: String?) -> [UInt32] { text.map(NameKey.folded) ?? [] }
        return Self.components.allSatisfy { folded(self[keyPath: $0]) == folded(other[keyPath: $0]) }
            && folded(formatted) == folded(other.formatted)
    }
}
