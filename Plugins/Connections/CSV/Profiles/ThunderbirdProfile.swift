import AtriumSDK
import CSVFormat

/// What a column of Thunderbird's contacts says, in the order in which the program writes them.
enum ThunderbirdColumn: CaseIterable {
    case given, family, name, nickname, email, otherEmail, screenName, workPhone, homePhone, fax, pager,
        mobile
    case homeAddress, homeAddress2, homeCity, homeState, homePostalCode, homeCountry
    case workAddress, workAddress2, workCity, workState, workPostalCode, workCountry
    case title, department, organization, workPage, homePage, birthYear, birthMonth, birthDay, notes

    /// What the column means.
    var column: ContactColumn {
        func address(_ part: ContactColumn.AddressPart, _ type: String) -> ContactColumn {
            ContactColumn(meaning: .address(part), types: [type])
        }
        return switch self {
        case .given: ContactProfiles.single(.given)
        case .family: ContactProfiles.single(.family)
        case .name: ContactProfiles.single(.name)
        case .nickname: ContactProfiles.detail(.nickname, .value)
        case .email: ContactProfiles.detail(.email, .value, ["pref"])
        case .otherEmail: ContactProfiles.detail(.email, .value)
        case .screenName: ContactProfiles.detail(.messaging, .value)
        case .workPhone: ContactProfiles.detail(.phone, .value, ["work"])
        case .homePhone: ContactProfiles.detail(.phone, .value, ["home"])
        case .fax: ContactProfiles.detail(.phone, .value, ["fax"])
        case .pager: ContactProfiles.detail(.phone, .value, ["pager"])
        case .mobile: ContactProfiles.detail(.phone, .value, ["cell"])
        case .homeAddress: address(.street, "home")
        case .homeAddress2: address(.extended, "home")
        case .homeCity: address(.locality, "home")
        case .homeState: address(.region, "home")
        case .homePostalCode: address(.postalCode, "home")
        case .homeCountry: address(.country, "home")
        case .workAddress: address(.street, "work")
        case .workAddress2: address(.extended, "work")
        case .workCity: address(.locality, "work")
        case .workState: address(.region, "work")
        case .workPostalCode: address(.postalCode, "work")
        case .workCountry: address(.country, "work")
        case .title: ContactProfiles.detail(.title, .value)
        case .department: ContactProfiles.detail(.organization, .qualifier)
        case .organization: ContactProfiles.detail(.organization, .value)
        case .workPage: ContactProfiles.detail(.url, .value, ["work"])
        case .homePage: ContactProfiles.detail(.url, .value, ["home"])
        case .birthYear: ContactColumn(meaning: .birthday(.year))
        case .birthMonth: ContactColumn(meaning: .birthday(.month))
        case .birthDay: ContactColumn(meaning: .birthday(.day))
        case .notes: ContactProfiles.detail(.note, .value)
        }
    }
}

/// Contacts as Thunderbird exports them: the header is in the language of the program.
extension ContactProfiles {
    private static func thunderbird(
        _ name: String, _ names: [ThunderbirdColumn: [String]], signature: [ThunderbirdColumn],
        program: SourceProgram? = nil
    ) -> Dialect {
        Dialect(
            profile: CSVProfile(
                name: name, signature: signature.compactMap { names[$0]?.first },
                columns: ThunderbirdColumn.allCases.compactMap { column in
                    names[column].map { (column.column, $0) }
                }), isForeign: true, splitsAtColons: false, program: program)
    }

    /// All languages of Thunderbird.
    static let thunderbird = [
        thunderbird(
            "thunderbird-contacts", thunderbirdEnglish, signature: [.name, .email, .screenName],
            program: SourceProgram(
                "Thunderbird", profile: "thunderbird-contacts",
                steps: "Address Book: right-click an address book > Export…, then Comma Separated",
                isTried: true)),
        thunderbird("thunderbird-contacts-de", thunderbirdGerman, signature: [.name, .email, .otherEmail]),
        thunderbird("thunderbird-contacts-fr", thunderbirdFrench, signature: [.name, .email, .given]),
        thunderbird("thunderbird-contacts-es", thunderbirdSpanish, signature: [.name, .email, .given]),
        thunderbird("thunderbird-contacts-it", thunderbirdItalian, signature: [.name, .email, .given]),
        thunderbird("thunderbird-contacts-nl", thunderbirdDutch, signature: [.name, .email, .given]),
    ]
}
