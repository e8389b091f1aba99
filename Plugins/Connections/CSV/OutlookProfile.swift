import CSVFormat

/// Contacts as Outlook exports them, on the desktop and on the web, in English.
extension ContactProfiles {
    static let outlook = Dialect(
        profile: CSVProfile(
            name: "outlook-contacts", signature: ["First Name", "Last Name", "E-mail Address"],
            columns: outlookSingles + outlookPhones + outlookAddresses),
        readsDates: true, splitsAtColons: false)

    private static let outlookSingles: Columns = [
        (single(.prefix), ["Title"]), (single(.given), ["First Name"]),
        (single(.additional), ["Middle Name"]),
        (single(.family), ["Last Name"]), (single(.suffix), ["Suffix"]),
        (single(.phoneticGiven), ["Given Yomi"]),
        (single(.phoneticFamily), ["Surname Yomi"]), (single(.birthday), ["Birthday"]),
        (single(.anniversary), ["Anniversary"]), (single(.gender), ["Gender"]),
        (detail(.nickname, .value), ["Nickname"]), (detail(.organization, .value), ["Company"]),
        (detail(.organization, .qualifier), ["Department"]), (detail(.title, .value), ["Job Title"]),
        (detail(.role, .value), ["Profession"]), (detail(.note, .value), ["Notes"]),
        (detail(.email, .value), ["E-mail Address"]),
        (detail(.email, .value), ["E-mail # Address"]),
        (detail(.url, .value), ["Web Page"]), (detail(.url, .value, ["home"]), ["Personal Web Page"]),
        (detail(.messaging, .value), ["IMAddress", "IM Address"]), (detail(.language, .value), ["Language"]),
        (detail(.relation, .value, ["spouse"]), ["Spouse"]),
        (detail(.relation, .value, ["child"]), ["Children"]),
        (detail(.relation, .value, ["manager"]), ["Manager's Name", "Manager’s Name"]),
        (detail(.relation, .value, ["assistant"]), ["Assistant's Name", "Assistant’s Name"]),
        (ContactColumn(meaning: .tags(separator: .semicolon)), ["Categories"]),
    ]

    private static let outlookPhones: Columns = {
        let phones: [([String], [String])] = [
            (["pref"], ["Primary Phone"]), (["home"], ["Home Phone"]), (["home", "voice"], ["Home Phone 2"]),
            (["cell"], ["Mobile Phone"]), (["work"], ["Business Phone"]),
            (["work", "voice"], ["Business Phone 2"]),
            (["home", "fax"], ["Home Fax"]), (["work", "fax"], ["Business Fax"]), (["fax"], ["Other Fax"]),
            (["voice"], ["Other Phone"]), (["pager"], ["Pager"]), (["car"], ["Car Phone"]),
            (["isdn"], ["ISDN"]), (["textphone"], ["TTY/TDD Phone"]), (["x-radio"], ["Radio Phone"]),
            (["x-telex"], ["Telex"]), (["x-callback"], ["Callback"]), (["x-company"], ["Company Main Phone"]),
            (["x-assistant"], ["Assistant's Phone", "Assistant’s Phone"]),
        ]
        return phones.map { (detail(.phone, .value, $0), $1) }
    }()

    private static let outlookAddresses: Columns = {
        let parts: [(ContactColumn.AddressPart, [String])] = [
            (.formatted, ["Address"]), (.poBox, ["Address PO Box"]),
            (.street, ["Street", "Street 2", "Street 3"]),
            (.locality, ["City"]), (.region, ["State"]), (.postalCode, ["Postal Code"]),
            (.country, ["Country", "Country/Region"]),
        ]
        return typedAddresses(parts, of: [("Home", ["home"]), ("Business", ["work"]), ("Other", [])])
    }()
}
