import AtriumSDK
import CSVFormat

/// Contacts as Google exports them: since 2024, and before.
extension ContactProfiles {
    private static func google(
        _ name: String, signature: [String], program: SourceProgram? = nil
    ) -> Dialect {
        return Dialect(
            profile: CSVProfile(
                name: name, signature: signature,
                columns: googleSingles + googleAddress + googleNumbered),
            isForeign: true, splitsAtColons: true, program: program)
    }

    private static let numbered: [(DetailKind, String)] = [
        (.email, "E-mail"), (.phone, "Phone"), (.url, "Website"), (.relation, "Relation"), (.date, "Event"),
    ]

    static let googleNumbered: Columns = {
        var columns: Columns = [
            (detail(.messaging, .value), ["IM # - Value"]),
            (detail(.messaging, .word), ["IM # - Type", "IM # - Label"]),
            (detail(.messaging, .qualifier), ["IM # - Service"]),
            (detail(.custom, .value), ["Custom Field # - Value"]),
            (detail(.custom, .qualifier), ["Custom Field # - Type", "Custom Field # - Label"]),
            (detail(.organization, .value), ["Organization # - Name", "Organization Name"]),
            (
                detail(.organization, .qualifier),
                ["Organization # - Department", "Organization Department"]
            ),
            (detail(.organization, .word), ["Organization # - Type"]),
            (detail(.title, .value), ["Organization # - Title", "Organization Title"]),
        ]
        for (kind, column) in numbered {
            columns.append((detail(kind, .value), [column + " # - Value"]))
            columns.append((detail(kind, .word), [column + " # - Type", column + " # - Label"]))
        }
        return columns
    }()

    /// The header is from documentation; real files were tried only of the former exports.
    static let google = google(
        "google-contacts", signature: ["First Name", "Last Name", "Phonetic First Name", "Labels"],
        program: SourceProgram(
            "Google Contacts", profile: "google-contacts",
            steps: "contacts.google.com: Export, then Google CSV", isTried: false))
    static let googleOld = google(
        "google-contacts-old", signature: ["Name", "Given Name", "Group Membership"])

    static let googleSingles: Columns = [
        (single(.name), ["Name"]), (single(.prefix), ["Name Prefix"]),
        (single(.given), ["First Name", "Given Name"]),
        (single(.additional), ["Middle Name", "Additional Name"]),
        (single(.family), ["Last Name", "Family Name"]),
        (single(.suffix), ["Name Suffix"]),
        (single(.phoneticGiven), ["Phonetic First Name", "Given Name Yomi"]),
        (single(.phoneticAdditional), ["Phonetic Middle Name", "Additional Name Yomi"]),
        (single(.phoneticFamily), ["Phonetic Last Name", "Family Name Yomi"]),
        (single(.birthday), ["Birthday"]),
        (single(.gender), ["Gender"]), (detail(.nickname, .value), ["Nickname"]),
        (detail(.note, .value), ["Notes"]), (detail(.language, .value), ["Language"]),
        (ContactColumn(meaning: .tags(separator: .colons)), ["Labels", "Group Membership"]),
    ]

    static let googleAddress: Columns = {
        let parts: [(ContactColumn.AddressPart, [String])] = [
            (.word, ["Type", "Label"]), (.formatted, ["Formatted"]), (.street, ["Street"]),
            (.locality, ["City"]),
            (.poBox, ["PO Box"]), (.region, ["Region"]), (.postalCode, ["Postal Code"]),
            (.country, ["Country"]),
            (.extended, ["Extended Address"]),
        ]
        return parts.map { part, names in
            (ContactColumn(meaning: .address(part)), names.map { "Address # - " + $0 })
        }
    }()

    /// As Gmail exported them before 2009, in numbered sections; from a real file.
    static let googleSections = Dialect(
        profile: CSVProfile(
            name: "google-contacts-2008", signature: ["Name", "E-mail", "Notes", "Section 1 - Email"],
            columns: [
                (single(.name), ["Name"]), (detail(.email, .value), ["E-mail"]),
                (detail(.note, .value), ["Notes"]), (detail(.email, .value), ["Section # - Email"]),
                (detail(.messaging, .value), ["Section # - IM"]),
                (detail(.phone, .value), ["Section # - Phone"]),
                (detail(.phone, .value, ["cell"]), ["Section # - Mobile"]),
                (detail(.phone, .value, ["pager"]), ["Section # - Pager"]),
                (detail(.phone, .value, ["fax"]), ["Section # - Fax"]),
                (detail(.organization, .value), ["Section # - Company"]),
                (detail(.title, .value), ["Section # - Title"]),
                (ContactColumn(meaning: .address(.formatted)), ["Section # - Address"]),
            ]), isForeign: true, splitsAtColons: false)
}
