import AtriumSDK
import CSVFormat

/// Contacts as Yahoo exports them, in American and in British English.
///
/// The first part of the header is from a real file, the accounts behind it from documentation.
extension ContactProfiles {
    static let yahoo = Dialect(
        profile: CSVProfile(
            name: "yahoo-contacts", signature: ["First", "Middle", "Last", "Nickname", "Email"],
            columns: yahooColumns), isForeign: true, splitsAtColons: false,
        program: SourceProgram(
            "Yahoo Mail", profile: "yahoo-contacts",
            steps: "mail.yahoo.com: open Contacts and export them as CSV", isTried: true))

    private static let yahooColumns: Columns = yahooValues + yahooAccounts + yahooAddresses

    private static let yahooValues: Columns = [
        (single(.given), ["First"]), (single(.additional), ["Middle"]), (single(.family), ["Last"]),
        (detail(.nickname, .value), ["Nickname"]), (detail(.email, .value), ["Email"]),
        (detail(.email, .value), ["Alternate Email #"]),
        (ContactColumn(meaning: .tags(separator: .semicolon)), ["Category"]),
        (detail(.phone, .value, ["home"]), ["Home"]), (detail(.phone, .value, ["work"]), ["Work"]),
        (detail(.phone, .value, ["pager"]), ["Pager"]), (detail(.phone, .value, ["fax"]), ["Fax"]),
        (detail(.phone, .value, ["cell"]), ["Mobile"]), (detail(.phone, .value, ["voice"]), ["Other"]),
        (detail(.phone, .value, ["pref"]), ["Primary"]),
        (detail(.phone, .value, ["x-yahoo"]), ["Yahoo! Phone", "Yahoo Phone"]),
        (detail(.url, .value, ["home"]), ["Personal Website"]),
        (detail(.url, .value, ["work"]), ["Business Website"]),
        (detail(.title, .value), ["Title"]), (detail(.organization, .value), ["Company"]),
        (single(.birthday), ["Birthday"]), (single(.anniversary), ["Anniversary"]),
        (detail(.note, .value), ["Comments"]),
    ]

    private static let yahooAccounts: Columns =
        [
            (detail(.messaging, .value), ["Yahoo! ID", "Messenger ID"]),
            (detail(.messaging, .value), ["Messenger ID#"]),
        ]
        + ["Skype", "IRC", "ICQ", "Google", "MSN", "AIM", "QQ"].map { (service: String) in
            (ContactColumn(meaning: .detail(.messaging, .value), qualifier: service), [service + " ID"])
        }

    private static let yahooAddresses = typedAddresses(
        [
            (.street, ["Address"]), (.locality, ["City", "Town"]), (.region, ["State", "County"]),
            (.postalCode, ["ZIP", "Post Code"]), (.country, ["Country"]),
        ], of: [("Work", ["work"]), ("Home", ["home"])])
}
