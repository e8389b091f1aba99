import AtriumSDK
import CSVFormat

/// Contacts of programs with a header of one language.
extension ContactProfiles {
    /// The address book of KDE; from a real file.
    static let kAddressBook = Dialect(
        profile: CSVProfile(
            name: "kaddressbook-contacts", signature: ["Formatted Name", "Family Name", "Given Name"],
            columns: [
                (single(.name), ["Formatted Name"]), (single(.family), ["Family Name"]),
                (single(.given), ["Given Name"]), (single(.additional), ["Additional Names"]),
                (single(.prefix), ["Honorific Prefixes"]), (single(.suffix), ["Honorific Suffixes"]),
                (detail(.nickname, .value), ["Nick Name"]), (single(.birthday), ["Birthday"]),
                (single(.anniversary), ["Anniversary"]), (detail(.phone, .value, ["home"]), ["Home Phone"]),
                (detail(.phone, .value, ["work"]), ["Business Phone"]),
                (detail(.phone, .value, ["cell"]), ["Mobile Phone"]),
                (detail(.phone, .value, ["home", "fax"]), ["Home Fax"]),
                (detail(.phone, .value, ["work", "fax"]), ["Business Fax"]),
                (detail(.phone, .value, ["car"]), ["Car Phone"]),
                (detail(.phone, .value, ["isdn"]), ["ISDN"]), (detail(.phone, .value, ["pager"]), ["Pager"]),
                (detail(.email, .value), ["Email Address"]), (detail(.title, .value), ["Title"]),
                (detail(.role, .value), ["Role"]), (detail(.organization, .value), ["Organization"]),
                (detail(.organization, .qualifier), ["Department"]), (detail(.note, .value), ["Note"]),
                (detail(.url, .value), ["URL"]), (detail(.messaging, .value), ["IM Address"]),
                (detail(.relation, .value, ["spouse"]), ["Spouse's Name"]),
                (detail(.relation, .value, ["manager"]), ["Manager's Name"]),
                (detail(.relation, .value, ["assistant"]), ["Assistant's Name"]),
            ]
                + typedAddresses(
                    [
                        (.street, ["Street"]), (.locality, ["Locality"]), (.region, ["Region"]),
                        (.postalCode, ["Postal Code"]), (.country, ["Country"]), (.formatted, ["Label"]),
                    ], of: [("Home Address", ["home"]), ("Business Address", ["work"])])),
        isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "KAddressBook", profile: "kaddressbook-contacts",
            steps: "KAddressBook: File > Export > Export CSV file...", isTried: true))

    /// Windows Address Book and Windows Live Mail in English; from real files.
    static let windows = Dialect(
        profile: CSVProfile(
            name: "windows-contacts", signature: ["Name", "Business Web Page", "Home Street"],
            columns: [(single(.name), ["Name"]), (detail(.url, .value, ["work"]), ["Business Web Page"])]
                + OutlookColumn.allCases.compactMap { column in
                    outlookEnglish[column].map { (column.column, $0) }
                }), isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "Windows Address Book", profile: "windows-contacts",
            steps: "Address Book: File > Export > Other Address Book..., then Text File", isTried: true))

    /// Windows Live Mail in German; from a real file.
    static let windowsGerman = Dialect(
        profile: CSVProfile(
            name: "windows-contacts-de", signature: ["Name", "Vorname", "Nachname", "Straße (privat)"],
            columns: [
                (single(.given), ["Vorname"]), (single(.family), ["Nachname"]),
                (single(.additional), ["2. Vorname"]), (single(.name), ["Name"]),
                (detail(.nickname, .value), ["Spitzname"]), (detail(.email, .value), ["E-Mail-Adresse"]),
                (detail(.phone, .value, ["home"]), ["Telefon (privat)"]),
                (detail(.phone, .value, ["home", "fax"]), ["Fax (privat)"]),
                (detail(.phone, .value, ["cell"]), ["Mobiltelefon"]),
                (detail(.phone, .value, ["work"]), ["Telefon (geschäftlich)"]),
                (detail(.phone, .value, ["work", "fax"]), ["Fax (geschäftlich)"]),
                (detail(.phone, .value, ["pager"]), ["Pager"]),
                (detail(.url, .value, ["home"]), ["Webseite (privat)"]),
                (detail(.url, .value, ["work"]), ["Webseite (geschäftlich)"]),
                (detail(.organization, .value), ["Firma"]),
                (detail(.organization, .qualifier), ["Abteilung"]), (detail(.title, .value), ["Position"]),
                (detail(.note, .value), ["Notizen"]),
            ]
                + germanAddress("privat", type: "home") + germanAddress("geschäftlich", type: "work")),
        isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "Windows Live Mail", profile: "windows-contacts-de",
            steps: "Contacts: Export > Comma separated values (.CSV)", isTried: true))

    private static func germanAddress(_ place: String, type: String) -> Columns {
        let parts: [(ContactColumn.AddressPart, String)] = [
            (.street, "Straße"), (.locality, "Ort"), (.postalCode, "Postleitzahl"), (.region, "Bundesland"),
            (.country, "Land/Region"),
        ]
        return parts.map { part, name in
            (ContactColumn(meaning: .address(part), types: [type]), ["\(name) (\(place))"])
        }
    }

    /// A table of Apple's Contacts in Numbers; the program exports no CSV itself.
    ///
    /// From the names of its fields.
    static let apple = Dialect(
        profile: CSVProfile(
            name: "apple-contacts", signature: ["First Name", "Last Name", "Phone", "Email"],
            columns: [
                (single(.prefix), ["Prefix"]), (single(.given), ["First Name"]),
                (single(.additional), ["Middle Name"]), (single(.family), ["Last Name"]),
                (single(.suffix), ["Suffix"]), (single(.phoneticGiven), ["Phonetic First Name"]),
                (single(.phoneticFamily), ["Phonetic Last Name"]), (single(.birthday), ["Birthday"]),
                (detail(.nickname, .value), ["Nickname"]),
                (detail(.organization, .value), ["Company", "Organization"]),
                (detail(.organization, .qualifier), ["Department"]), (detail(.title, .value), ["Job Title"]),
                (detail(.email, .value), ["Email"]), (detail(.email, .value, ["home"]), ["Home Email"]),
                (detail(.email, .value, ["work"]), ["Work Email"]), (detail(.phone, .value), ["Phone"]),
                (detail(.phone, .value, ["cell"]), ["Mobile"]),
                (detail(.phone, .value, ["cell", "iphone"]), ["iPhone"]),
                (detail(.phone, .value, ["home"]), ["Home Phone"]),
                (detail(.phone, .value, ["work"]), ["Work Phone"]),
                (detail(.url, .value), ["URL", "Home Page"]), (detail(.note, .value), ["Note", "Notes"]),
                (ContactColumn(meaning: .address(.street)), ["Street"]),
                (ContactColumn(meaning: .address(.locality)), ["City"]),
                (ContactColumn(meaning: .address(.region)), ["State"]),
                (ContactColumn(meaning: .address(.postalCode)), ["ZIP", "Postal Code"]),
                (ContactColumn(meaning: .address(.country)), ["Country"]),
            ]), isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "Apple Numbers", profile: "apple-contacts",
            steps: "Numbers: File > Export To > CSV…, of a table of contacts", isTried: false))

    /// The table of contacts in Monica's database; the program exports no CSV itself.
    ///
    /// From the names of its columns.
    static let monica = Dialect(
        profile: CSVProfile(
            name: "monica-contacts", signature: ["first_name", "last_name", "is_starred"],
            columns: [
                (single(.uid), ["uuid"]), (single(.given), ["first_name"]),
                (single(.additional), ["middle_name"]), (single(.family), ["last_name"]),
                (detail(.nickname, .value), ["nickname"]), (single(.gender), ["gender"]),
                (detail(.note, .value), ["description"]), (detail(.title, .value), ["job"]),
                (detail(.organization, .value), ["company"]), (single(.birthday), ["birthdate"]),
                (single(.metDate), ["first_met_date"]), (single(.metPlace), ["first_met_where"]),
                (detail(.email, .value), ["email"]), (detail(.phone, .value), ["phone"]),
                (ContactColumn(meaning: .tags(separator: .semicolon)), ["tags"]),
            ]), isForeign: true, splitsAtColons: false)
}
