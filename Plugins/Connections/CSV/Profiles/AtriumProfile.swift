import CSVFormat

/// Atrium's own contacts file, which is read back to equal records.
extension ContactProfiles {
    /// The name of the first column of Atrium's own file, by which it is known with certainty.
    static let uidColumn = "Atrium UID"

    /// The columns of Atrium's own file that hold one value each, in order.
    static let ownSingles: [(SingleColumn, String)] = [
        (.uid, uidColumn), (.name, "Name"), (.kind, "Kind"), (.prefix, "Name Prefix"), (.given, "Given Name"),
        (.additional, "Additional Name"), (.family, "Family Name"), (.suffix, "Name Suffix"),
        (.phoneticGiven, "Phonetic Given Name"), (.phoneticAdditional, "Phonetic Additional Name"),
        (.phoneticFamily, "Phonetic Family Name"), (.gender, "Gender"), (.genderText, "Gender Text"),
        (.birthday, "Birthday"), (.anniversary, "Anniversary"), (.metPlace, "Met Place"),
        (.metDate, "Met Date"), (.cadenceDays, "Cadence"),
    ]

    /// The column of all tags.
    static let tagsColumn = "Tags"

    /// The column of a part of the detail of a kind with a number; `#` stands for any number.
    static func ownColumn(_ kind: DetailKind, _ part: ContactColumn.DetailPart, _ number: String = "#")
        -> String
    {
        let name = ownNames[kind].map { "\($0) \(number)" } ?? ""
        return switch part {
        case .value: name
        case .qualifier: kind == .organization ? name + " Units" : name + " Service"
        case .types: name + " Type"
        case .label: name + " Label"
        case .preference, .word: name + " Preference"
        }
    }

    /// The column of a part of the address with a number; `#` stands for any number.
    static func ownColumn(_ part: ContactColumn.AddressPart, _ number: String = "#") -> String {
        let name =
            switch part {
            case .poBox: "PO Box"
            case .extended: "Extended"
            case .street: "Street"
            case .locality: "City"
            case .region: "Region"
            case .postalCode: "Postal Code"
            case .country: "Country"
            case .formatted: "Formatted"
            case .types: "Type"
            case .label: "Label"
            case .preference, .word: "Preference"
            }
        return "Address \(number) \(name)"
    }

    /// The kinds that have numbered columns; custom fields have columns by their own names.
    private static let ownNames: [DetailKind: String] = [
        .nickname: "Nickname", .email: "E-mail", .phone: "Phone", .url: "Website", .messaging: "Messaging",
        .organization: "Organization", .title: "Title", .role: "Role", .interest: "Interest",
        .relation: "Relation", .date: "Date",
        .language: "Language", .geo: "Position", .timezone: "Time Zone", .member: "Member", .note: "Note",
    ]

    /// The parts of a detail, or of an address, that Atrium writes.
    static let ownDetailParts: [ContactColumn.DetailPart] = [.value, .qualifier, .types, .label, .preference]
    static let ownAddressParts = ContactColumn.AddressPart.allCases.filter { $0 != .word }

    /// What Atrium writes itself.
    static let own = Dialect(
        profile: CSVProfile(
            name: "atrium-contacts", signature: [uidColumn, "Name"],
            columns: ownColumns),
        isForeign: false, splitsAtColons: false)

    private static let ownColumns: Columns = {
        var columns: Columns = ownSingles.map { (single($0), [$1]) }
        columns.append((ContactColumn(meaning: .tags(separator: .line)), [tagsColumn]))
        for kind in ownNames.keys {
            for part in ownDetailParts {
                if part == .qualifier && kind != .organization && kind != .messaging { continue }
                columns.append((detail(kind, part), [ownColumn(kind, part)]))
            }
        }
        for part in ownAddressParts {
            columns.append((ContactColumn(meaning: .address(part)), [ownColumn(part)]))
        }
        return columns
    }()

    /// Whether a custom field's name cannot be a column of Atrium's own file as it stands.
    static func isReserved(_ name: String) -> Bool {
        name.hasPrefix(fieldPrefix) || own.profile.match(CSVHeader(names: [name])).mappedCount > 0
            || name.allSatisfy(\.isWhitespace)
    }

    /// What stands before the name of a custom field whose name is reserved.
    static let fieldPrefix = "Field: "
}
