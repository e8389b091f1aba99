import AtriumSDK

/// One of the values that a person may have any number of: an e-mail address, a title, a note.
///
/// All kinds share one shape, so that one table, one edit rule and one patch rule serve them all. Addresses have
/// components and a shape of their own: ``PostalAddress``.
struct Detail: Hashable, Sendable {
    /// What the value is.
    var kind: DetailKind
    /// The value itself.
    ///
    /// A phone number and an e-mail address without `tel:` and `mailto:`; a date as ``DateText`` has it, or
    /// words where no date is known; never empty but for an organization of which only units are known.
    var value: String
    /// What completes the value.
    ///
    /// An organization's units, one a line; the service of a messaging handle; the name of a custom field. Nil for
    /// other kinds.
    var qualifier: String?
    /// What the user calls the value, such as `Summer house`; nil where only types are known.
    var label: String?
    /// The types (RFC 6350 section 5.6) in order and as written: `home`, `cell`; never `pref`, without commas.
    var types: [String]
    /// The preference (RFC 6350 section 5.3), 1 the most to 100 the least preferred; nil: none given.
    var preference: Int?

    /// Makes a detail.
    init(
        _ kind: DetailKind, _ value: String, qualifier: String? = nil, label: String? = nil,
        types: [String] = [],
        preference: Int? = nil
    ) {
        self.kind = kind
        self.value = value
        self.qualifier = qualifier
        self.label = label
        self.types = types
        self.preference = preference
    }

    /// The details in the order in which persons hold them: by kind, custom fields by their name, else as they stand.
    static func inOrder(_ details: [Detail]) -> [Detail] {
        DetailKind.allCases.flatMap { kind in
            let ofKind = details.filter { $0.kind == kind }
            return kind == .custom ? ofKind.sorted { ($0.qualifier ?? "") < ($1.qualifier ?? "") } : ofKind
        }
    }

    /// Of details of one kind those with the lowest preference, and of these the first, else the first of all.
    static func preferred(_ details: [Detail]) -> Detail? {
        details.min { ($0.preference ?? 101) < ($1.preference ?? 101) }
    }

    /// The units of an organization, from the largest to the smallest.
    var units: [String] {
        qualifier.map { $0.split(separator: "\n").map(String.init) } ?? []
    }
}

/// Details by their kinds: grouped once where each kind is asked for.
struct DetailsByKind {
    private var groups: [(kind: DetailKind, details: [Detail])] = []

    init(_ details: some Sequence<Detail> = []) {
        for detail in details { append(detail) }
    }

    /// Adds a detail behind the others of its kind.
    mutating func append(_ detail: Detail) {
        // Few kinds are in use at once, and mostly it is the last one again.
        if let index = groups.lastIndex(where: { $0.kind == detail.kind }) {
            groups[index].details.append(detail)
        } else {
            groups.append((detail.kind, [detail]))
        }
    }

    /// The details of a kind, in order.
    subscript(kind: DetailKind) -> [Detail] { groups.first { $0.kind == kind }?.details ?? [] }

    /// See ``Detail/preferred(_:)``.
    func preferred(_ kind: DetailKind) -> Detail? { Detail.preferred(self[kind]) }
}

/// The kinds of details, in the order in which a record shows and stores them.
///
/// The raw value is what the table `connections_detail` holds: the property of vCard where there is one. To add a kind: a case here with its row in
/// ``declaration``, a migration that widens the CHECK, and a line in the vCard mapping.
enum DetailKind: String, Sendable, CaseIterable {
    case nickname, email
    case phone = "tel"
    case url
    case messaging = "impp"
    case organization = "org"
    case title, role, interest
    case relation = "related"
    case date
    case language = "lang"
    case geo
    case timezone = "tz"
    case member, note, custom

    /// Which fields an element has in commands.
    enum Shape: Sendable, Equatable {
        /// One line of text.
        case text
        /// Text of any number of lines.
        case longText
        /// An object of value, types, label and preferred.
        case typed
        /// The same, with the field that stands in ``Detail/qualifier``.
        case qualified(String)
    }

    /// How commands name the kind.
    struct Declaration: Sendable {
        /// The field of the whole list: `emails`.
        let field: String
        /// The terminal's option: `email`.
        let option: String
        /// What one element is, for help.
        let noun: String
        /// The fields of an element.
        let shape: Shape
        /// What the value of an element is, for help.
        let help: String
    }

    /// What the values are about; nil if it is nothing that a form or a link knows.
    var format: TextFormat? {
        switch self {
        case .email: .email
        case .phone: .phone
        case .url: .uri
        case .interest: .words
        default: nil
        }
    }

    /// How commands name the kind.
    var declaration: Declaration {
        switch self {
        case .nickname:
            Declaration(
                field: "nicknames", option: "nickname", noun: "nickname", shape: .text, help: "A nickname.")
        case .email:
            Declaration(
                field: "emails", option: "email", noun: "e-mail address", shape: .typed,
                help: "The e-mail address, such as ada@example.org.")
        case .phone:
            Declaration(
                field: "phones", option: "phone", noun: "phone number", shape: .typed,
                help: "The number as you dial it.")
        case .url:
            Declaration(field: "urls", option: "url", noun: "web address", shape: .typed, help: "The URL.")
        case .messaging:
            Declaration(
                field: "messaging", option: "messaging", noun: "messaging handle",
                shape: .qualified("service"),
                help: "The handle without the service, such as ada@example.org.")
        case .organization:
            Declaration(
                field: "organizations", option: "organization", noun: "organization",
                shape: .qualified("units"), help: "The organization's name.")
        case .title:
            Declaration(
                field: "titles", option: "title", noun: "job title", shape: .text, help: "A job title.")
        case .role: Declaration(field: "roles", option: "role", noun: "role", shape: .text, help: "A role.")
        case .interest:
            Declaration(
                field: "interests", option: "interest", noun: "interest", shape: .text,
                help: "Something the person likes, such as sailing.")
        case .relation:
            Declaration(
                field: "relations", option: "relation", noun: "relation", shape: .typed,
                help: "The related person: a name or the uid of a card.")
        case .date:
            Declaration(
                field: "dates", option: "date", noun: "labeled date", shape: .typed,
                help: "The date, possibly incomplete (2026-03-01, --03-01, 2026-03), or words.")
        case .language:
            Declaration(
                field: "languages", option: "language", noun: "language", shape: .typed,
                help: "The language tag (RFC 5646), such as en or pt-BR.")
        case .geo:
            Declaration(
                field: "positions", option: "position", noun: "position", shape: .typed,
                help: "Latitude and longitude in degrees: 37.386,-122.083.")
        case .timezone:
            Declaration(
                field: "timeZones", option: "time-zone", noun: "time zone", shape: .text,
                help: "A time zone's name or an offset from UTC.")
        case .member:
            Declaration(
                field: "members", option: "member", noun: "member of a group", shape: .text,
                help: "The uid of the member's card.")
        case .note:
            Declaration(field: "notes", option: "note", noun: "note", shape: .longText, help: "A note.")
        case .custom:
            Declaration(
                field: "customFields", option: "custom-field", noun: "custom field",
                shape: .qualified("name"),
                help: "The field's value.")
        }
    }
}
