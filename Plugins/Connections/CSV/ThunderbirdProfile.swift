import CSVFormat

/// Contacts as Thunderbird exports them, in English.
extension ContactProfiles {
    static let thunderbird = Dialect(
        profile: CSVProfile(
            name: "thunderbird-contacts", signature: ["Display Name", "Primary Email", "Screen Name"],
            columns: thunderbirdColumns + thunderbirdAddresses),
        readsDates: true, splitsAtColons: false)

    private static let thunderbirdColumns: Columns = [
        (single(.name), ["Display Name"]), (single(.given), ["First Name"]),
        (single(.family), ["Last Name"]),
        (detail(.nickname, .value), ["Nickname"]),
        (detail(.email, .value, ["pref"]), ["Primary Email"]),
        (detail(.email, .value), ["Secondary Email"]), (detail(.messaging, .value), ["Screen Name"]),
        (detail(.phone, .value, ["work"]), ["Work Phone"]),
        (detail(.phone, .value, ["home"]), ["Home Phone"]),
        (detail(.phone, .value, ["fax"]), ["Fax Number"]),
        (detail(.phone, .value, ["pager"]), ["Pager Number"]),
        (detail(.phone, .value, ["cell"]), ["Mobile Number"]),
        (detail(.title, .value), ["Job Title"]), (detail(.organization, .value), ["Organization"]),
        (detail(.organization, .qualifier), ["Department"]),
        (detail(.url, .value, ["work"]), ["Web Page 1"]),
        (detail(.url, .value, ["home"]), ["Web Page 2"]),
        (detail(.note, .value), ["Notes"]),
    ]

    private static let thunderbirdAddresses: Columns = {
        let parts: [(ContactColumn.AddressPart, [String])] = [
            (.street, ["Address"]), (.extended, ["Address2", "Address 2"]), (.locality, ["City"]),
            (.region, ["State"]), (.postalCode, ["ZipCode", "Zip"]), (.country, ["Country"]),
        ]
        return typedAddresses(parts, of: [("Home", ["home"]), ("Work", ["work"])])
    }()
}
