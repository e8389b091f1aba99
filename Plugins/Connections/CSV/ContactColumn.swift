import AtriumSDK

/// What a column of a CSV file says about a person.
struct ContactColumn: Hashable, Sendable {
    /// Which value the column holds, or a part of one.
    var meaning: Meaning
    /// The types that the column's name implies: `home` for `Home Phone`.
    var types: [String] = []
    /// The label that the column's name implies.
    var label: String?
    /// The service that the column's name implies: `Skype` for `Skype ID`.
    var qualifier: String?

    /// The values that a column may hold.
    enum Meaning: Hashable, Sendable {
        /// A value of which a person has one.
        case single(SingleColumn)
        /// All tags.
        case tags(separator: TagSeparator)
        /// A part of a detail. Columns of one number, or else of the same types, make one detail.
        case detail(DetailKind, DetailPart)
        /// A part of an address. Columns of one number, or else of the same types, make one address.
        case address(AddressPart)
        /// A part of the birthday, where it has three columns.
        case birthday(DatePart)
        /// Nothing that is worth keeping: what other columns say already.
        case nothing

        /// Whether the values are texts of any number of lines, as commands take them; else of one.
        var isLong: Bool {
            switch self {
            case .tags, .nothing, .detail(.note, .value), .detail(.custom, .value),
                .detail(.organization, .qualifier), .address(.street), .address(.formatted):
                true
            default: false
            }
        }
    }

    /// The parts of a date, as numbers.
    enum DatePart: Int, Hashable, Sendable {
        case year, month, day
    }

    /// How tags stand in one cell.
    enum TagSeparator: String, Sendable {
        /// One a line, as Atrium writes them.
        case line = "\n"
        /// As Google writes them, system groups with an asterisk in front.
        case colons = " ::: "
        /// As Outlook writes them.
        case semicolon = ";"
    }

    /// The parts of a detail.
    enum DetailPart: String, Hashable, Sendable, CaseIterable {
        /// ``Detail/value``.
        case value
        /// ``Detail/qualifier``.
        case qualifier
        /// ``Detail/types``, with commas.
        case types
        /// ``Detail/label``.
        case label
        /// ``Detail/preference``.
        case preference
        /// A program's word for types or label, with an asterisk in front where it is preferred.
        case word
    }

    /// The parts of an address.
    enum AddressPart: String, Hashable, Sendable, CaseIterable {
        case poBox, extended, street, locality, region, postalCode, country, formatted
        case types, label, preference, word

        /// Where the part stands in an address; nil for what all details have too.
        var path: WritableKeyPath<PostalAddress, String?>? {
            switch self {
            case .poBox: \.poBox
            case .extended: \.extended
            case .street: \.street
            case .locality: \.locality
            case .region: \.region
            case .postalCode: \.postalCode
            case .country: \.country
            case .formatted: \.formatted
            case .types, .label, .preference, .word: nil
            }
        }
    }
}

/// The values of which a person has one, as columns.
enum SingleColumn: String, Hashable, Sendable, CaseIterable {
    case uid, name, kind, prefix, given, additional, family, suffix
    case phoneticGiven, phoneticAdditional, phoneticFamily
    case gender, genderText, birthday, anniversary, metPlace, metDate, cadenceDays

    /// Where a text stands in a person; nil for what is no optional text there.
    var path: WritableKeyPath<Person, String?>? {
        switch self {
        case .uid, .name, .gender, .cadenceDays: nil
        case .kind: \.kind
        case .prefix: \.name.prefix
        case .given: \.name.given
        case .additional: \.name.additional
        case .family: \.name.family
        case .suffix: \.name.suffix
        case .phoneticGiven: \.name.phoneticGiven
        case .phoneticAdditional: \.name.phoneticAdditional
        case .phoneticFamily: \.name.phoneticFamily
        case .genderText: \.genderText
        case .birthday: \.birthday
        case .anniversary: \.anniversary
        case .metPlace: \.metPlace
        case .metDate: \.metDate
        }
    }
}
