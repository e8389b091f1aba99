import AtriumSDK

/// What becomes of two people who are one: a pure function on values.
///
/// Lists are united without repeats, the remaining person's elements first. If both have a value that a
/// person has only once, the remaining person's stays, unless the merge takes the merged person's. The value
/// that gives way becomes a custom field (`Merged birthday`), so that nothing is lost. The host moves tags
/// and photos.
struct PersonMerge {
    /// A value that gave way to the other person's.
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
    /// The values of both people that gave way.
    private(set) var kept: [Kept] = []

    /// Joins a person into another one, who remains.
    ///
    /// - Parameter taken: names of ``takeable`` fields; the merged person's value stands, if they have one.
    init(_ merged: Person, into remaining: Person, taking taken: Set<String> = []) {
        person = remaining
        joinName(merged, isTaken: taken.contains("name"))
        for text in Self.texts {
            let isTaken = !taken.isDisjoint(with: text.fields)
            join(text.noun, text.path, of: merged, isTaken: isTaken) { $0 }
        }
        join("gender", \.gender, of: merged, isTaken: taken.contains("gender")) { $0.rawValue }
        join("cadence in days", \.cadence, of: merged, isTaken: taken.contains("cadenceDays")) {
            $0.description
        }
        for detail in merged.details { join(detail) }
        for address in merged.addresses { join(address) }
        // The values from which a derived name is made may be others than before.
        if person.isNameDerived { person.displayName = person.derivedDisplayName }
        person.details = Detail.inOrder(person.details + kept.map(\.detail))
    }

    // MARK: Values that a person has once

    /// The fields of `show` that a merge can take from the merged person: all that a person has once.
    static let takeable: [FieldDeclaration] = {
        let names = Set(["name", "gender", "cadenceDays", photo] + texts.flatMap(\.fields))
        return PersonValue.fields.filter { names.contains($0.name) }
    }()

    /// The name of the field that takes the merged person's photo, which is an attachment.
    static let photo = "photo"

    /// A text that a person has once, beside the name to show.
    private struct SingleText: Sendable {
        /// The fields under which `show` gives it: a date or its words stand in one of two.
        let fields: [String]
        /// What the custom field of the value that gives way is called, after `Merged`.
        let noun: String
        let path: any WritableKeyPath<Person, String?> & Sendable

        init(
            _ fields: String..., noun: String, at path: any WritableKeyPath<Person, String?> & Sendable
        ) {
            (self.fields, self.noun, self.path) = (fields, noun, path)
        }
    }

    private static let texts = [
        SingleText("kind", noun: "kind", at: \.kind),
        SingleText("prefix", noun: "name prefix", at: \.name.prefix),
        SingleText("given", noun: "given name", at: \.name.given),
        SingleText("additional", noun: "additional name", at: \.name.additional),
        SingleText("family", noun: "family name", at: \.name.family),
        SingleText("suffix", noun: "name suffix", at: \.name.suffix),
        SingleText("phoneticGiven", noun: "phonetic given name", at: \.name.phoneticGiven),
        SingleText("phoneticAdditional", noun: "phonetic additional name", at: \.name.phoneticAdditional),
        SingleText("phoneticFamily", noun: "phonetic family name", at: \.name.phoneticFamily),
        SingleText("birthday", "birthdayText", noun: "birthday", at: \.birthday),
        SingleText("anniversary", "anniversaryText", noun: "anniversary", at: \.anniversary),
        SingleText("genderText", noun: "gender text", at: \.genderText),
        SingleText("metPlace", noun: "met place", at: \.metPlace),
        SingleText("metDate", noun: "met date", at: \.metDate),
    ]

    /// A name that somebody gave stands before one that was made of other values.
    ///
    /// A name that is taken counts as given.
    private mutating func joinName(_ merged: Person, isTaken: Bool) {
        let hasName = !merged.isNameDerived || merged.displayName != Person.unnamed
        guard isTaken && hasName || !merged.isNameDerived else { return }
        if person.isNameDerived || isTaken {
            // A derived name needs no custom field: the values that it was made of stay.
            if !person.isNameDerived { keep("name", person.displayName, besides: merged.displayName) }
            person.displayName = merged.displayName
            person.isNameDerived = false
        } else {
            keep("name", merged.displayName, besides: person.displayName)
        }
    }

    /// Fills a value from the merged person's; if both have one, keeps the one that gives way.
    private mutating func join<Value>(
        _ noun: String, _ path: WritableKeyPath<Person, Value?>, of merged: Person, isTaken: Bool,
        text: (Value) -> String
    ) {
        guard let other = merged[keyPath: path] else { return }
        guard let own = person[keyPath: path] else {
            person[keyPath: path] = other
            return
        }
        if isTaken { person[keyPath: path] = other }
        keep(noun, text(isTaken ? own : other), besides: text(isTaken ? other : own))
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
