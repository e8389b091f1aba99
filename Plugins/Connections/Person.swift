/// A person, or a group, an organization, a place: all that one vCard can say about it, but for the photo.
///
/// It is a plain value. The mapping of an imported card's source is equal to the value that the tables give back, as
/// long as nobody has edited the record: exporters rely on it to find what was edited.
struct Person: Hashable, Sendable {
    /// What the card is about (RFC 6350 section 6.1.4) in lower case: `group`, `org`; nil for an individual.
    var kind: String?
    /// The name to show (FN); never empty.
    ///
    /// Where nobody has given one it is ``derivedDisplayName``.
    var displayName: String
    /// Whether the display name is derived from other values, which it then follows.
    var isNameDerived = false
    /// The structured name.
    var name = PersonName()
    /// The day of birth as ``DateText`` has it, or words where no date is known.
    var birthday: String?
    /// The wedding day, or its like, as ``DateText`` has it, or words where no date is known.
    var anniversary: String?
    /// The gender (RFC 6350 section 6.2.7); nil: not said.
    var gender: Sex?
    /// The gender identity in words.
    var genderText: String?
    /// Where the user met the person.
    var metPlace: String?
    /// When the user met the person, as ``DateText`` has it, or words.
    var metDate: String?
    /// How often the user wants to be in touch with the person; nil: they have not said.
    var cadence: Cadence?
    /// E-mail addresses, phone numbers and all other values that may come many times, grouped by kind in the kinds'
    /// order, each kind in the
    /// user's order; custom fields by their name.
    var details: [Detail] = []
    /// Postal addresses in the user's order.
    var addresses: [PostalAddress] = []
    /// The categories: tags that all modules share, in order, without repeats.
    var tags: [String] = []

    /// The person without what a version of vCard may not be able to say.
    ///
    /// That is the case of types; and a display name that is derived, since most versions want one to be there.
    var comparable: Person {
        var copy = self
        copy.isNameDerived = false
        for index in copy.details.indices {
            copy.details[index].types = copy.details[index].types.map { $0.lowercased() }
        }
        for index in copy.addresses.indices {
            copy.addresses[index].types = copy.addresses[index].types.map { $0.lowercased() }
        }
        return copy
    }

    /// The details of one kind in order.
    func details(_ kind: DetailKind) -> [Detail] {
        details.filter { $0.kind == kind }
    }

    /// Makes these the details of one kind; those of other kinds stay.
    mutating func setDetails(_ kind: DetailKind, to new: [Detail]) {
        details = Detail.inOrder(details.filter { $0.kind != kind } + new)
    }

    /// The preferred detail of a kind: of those with the lowest preference the first, else the first of all.
    func preferred(_ kind: DetailKind) -> Detail? {
        Detail.preferred(details(kind))
    }
}

/// A structured name (RFC 6350 section 6.2.2); several names in one component are joined by spaces.
struct PersonName: Hashable, Sendable {
    /// Honorific prefixes, such as `Dr`.
    var prefix: String?
    /// Given names.
    var given: String?
    /// Additional (middle) names.
    var additional: String?
    /// Family names.
    var family: String?
    /// Honorific suffixes, such as `Jr`.
    var suffix: String?
    /// How the given name sounds, or is written for sorting.
    var phoneticGiven: String?
    /// How the additional names sound.
    var phoneticAdditional: String?
    /// How the family name sounds.
    var phoneticFamily: String?

    /// The components as one reads them, joined by spaces; empty where none is known.
    var joined: String {
        [prefix, given, additional, family, suffix].compactMap(\.self).joined(separator: " ")
    }
}

/// The sex component of GENDER (RFC 6350 section 6.2.7), in words.
enum Sex: String, Sendable, CaseIterable {
    case male, female, other, none, unknown

    /// The letter that a vCard writes.
    var letter: String { rawValue.prefix(1).uppercased() }

    /// Reads the letter of a vCard in any case; nil for anything else.
    init?(letter: String) {
        guard letter.utf8.count == 1,
            let match = Self.allCases.first(where: { $0.letter == letter.uppercased() })
        else { return nil }
        self = match
    }
}
