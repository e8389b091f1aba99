import AtriumSDK
import CSVFormat

/// What a column of Outlook's contacts says, whatever the language of its header.
enum OutlookColumn: CaseIterable {
    case prefix, given, middle, family, suffix, givenYomi, familyYomi, nickname
    case company, department, jobTitle, profession, notes, categories, language
    case email, otherEmails, webPage, personalWebPage, messaging
    case spouse, children, manager, assistant
    case birthday, anniversary, gender
    case primaryPhone, homePhone, homePhone2, mobilePhone, businessPhone, businessPhone2, homeFax, businessFax
    case otherFax, otherPhone, pager, carPhone, isdn, textPhone, radioPhone, telex, callback, companyPhone
    case assistantPhone
    case homeStreet, homeCity, homeState, homePostalCode, homeCountry, homePOBox, homeAddress
    case businessStreet, businessCity, businessState, businessPostalCode, businessCountry, businessPOBox
    case businessAddress
    case otherStreet, otherCity, otherState, otherPostalCode, otherCountry, otherPOBox, otherAddress

    /// What the column means.
    var column: ContactColumn {
        switch self {
        case .prefix: ContactProfiles.single(.prefix)
        case .given: ContactProfiles.single(.given)
        case .middle: ContactProfiles.single(.additional)
        case .family: ContactProfiles.single(.family)
        case .suffix: ContactProfiles.single(.suffix)
        case .givenYomi: ContactProfiles.single(.phoneticGiven)
        case .familyYomi: ContactProfiles.single(.phoneticFamily)
        case .birthday: ContactProfiles.single(.birthday)
        case .anniversary: ContactProfiles.single(.anniversary)
        case .gender: ContactProfiles.single(.gender)
        case .nickname: ContactProfiles.detail(.nickname, .value)
        case .company: ContactProfiles.detail(.organization, .value)
        case .department: ContactProfiles.detail(.organization, .qualifier)
        case .jobTitle: ContactProfiles.detail(.title, .value)
        case .profession: ContactProfiles.detail(.role, .value)
        case .notes: ContactProfiles.detail(.note, .value)
        case .language: ContactProfiles.detail(.language, .value)
        case .categories: ContactColumn(meaning: .tags(separator: .semicolon))
        case .email, .otherEmails: ContactProfiles.detail(.email, .value)
        case .webPage: ContactProfiles.detail(.url, .value)
        case .personalWebPage: ContactProfiles.detail(.url, .value, ["home"])
        case .messaging: ContactProfiles.detail(.messaging, .value)
        case .spouse: ContactProfiles.detail(.relation, .value, ["spouse"])
        case .children: ContactProfiles.detail(.relation, .value, ["child"])
        case .manager: ContactProfiles.detail(.relation, .value, ["manager"])
        case .assistant: ContactProfiles.detail(.relation, .value, ["assistant"])
        default: addressPart ?? ContactProfiles.detail(.phone, .value, phoneTypes)
        }
    }

    /// The types of a phone; no two columns have the same, so that each makes a number of its own.
    private var phoneTypes: [String] {
        switch self {
        case .primaryPhone: ["pref"]
        case .homePhone: ["home"]
        case .homePhone2: ["home", "voice"]
        case .mobilePhone: ["cell"]
        case .businessPhone: ["work"]
        case .businessPhone2: ["work", "voice"]
        case .homeFax: ["home", "fax"]
        case .businessFax: ["work", "fax"]
        case .otherFax: ["fax"]
        case .pager: ["pager"]
        case .carPhone: ["car"]
        case .isdn: ["isdn"]
        case .textPhone: ["textphone"]
        case .radioPhone: ["x-radio"]
        case .telex: ["x-telex"]
        case .callback: ["x-callback"]
        case .companyPhone: ["x-company"]
        case .assistantPhone: ["x-assistant"]
        default: ["voice"]
        }
    }

    private var addressPart: ContactColumn? {
        let (part, types): (ContactColumn.AddressPart, [String]) =
            switch self {
            case .homeStreet: (.street, ["home"])
            case .homeCity: (.locality, ["home"])
            case .homeState: (.region, ["home"])
            case .homePostalCode: (.postalCode, ["home"])
            case .homeCountry: (.country, ["home"])
            case .homePOBox: (.poBox, ["home"])
            case .homeAddress: (.formatted, ["home"])
            case .businessStreet: (.street, ["work"])
            case .businessCity: (.locality, ["work"])
            case .businessState: (.region, ["work"])
            case .businessPostalCode: (.postalCode, ["work"])
            case .businessCountry: (.country, ["work"])
            case .businessPOBox: (.poBox, ["work"])
            case .businessAddress: (.formatted, ["work"])
            case .otherStreet: (.street, [])
            case .otherCity: (.locality, [])
            case .otherState: (.region, [])
            case .otherPostalCode: (.postalCode, [])
            case .otherCountry: (.country, [])
            case .otherPOBox: (.poBox, [])
            case .otherAddress: (.formatted, [])
            default: (.word, ["none"])
            }
        return part == .word ? nil : ContactColumn(meaning: .address(part), types: types)
    }
}

/// Contacts as Outlook exports them: the header is in the language of the program.
extension ContactProfiles {
    /// The profiles of one language: its names, and the columns that a file of it has for certain.
    static func outlook(
        _ name: String, _ names: [OutlookColumn: [String]], signatures: [[String]],
        program: SourceProgram? = nil
    ) -> [Dialect] {
        let columns: Columns = OutlookColumn.allCases.compactMap { column in
            names[column].map { (column.column, $0) }
        }
        return signatures.map {
            Dialect(
                profile: CSVProfile(name: name, signature: $0, columns: columns), isForeign: true,
                splitsAtColons: false, program: program)
        }
    }

    /// All languages of Outlook.
    static let outlook =
        outlook(
            "outlook-contacts", outlookEnglish, signatures: [["First Name", "Last Name", "E-mail Address"]],
            program: SourceProgram(
                "Outlook", profile: "outlook-contacts",
                steps: "Outlook: File > Open & Export > Import/Export > Export to a file, then CSV",
                isTried: true))
        + outlook(
            "outlook-contacts-de", outlookGerman, signatures: [["Vorname", "Nachname", "E-Mail-Adresse"]])
        + outlook(
            "outlook-contacts-fr", outlookFrench, signatures: [["Prénom", "Nom", "Adresse de messagerie"]])
        + outlook(
            "outlook-contacts-es", outlookSpanish,
            signatures: [
                ["Nombre", "Apellidos", "Dirección de correo electrónico"],
                ["Nombre", "Apellidos", "E-mail Address"],
            ])
        + outlook(
            "outlook-contacts-it", outlookItalian,
            signatures: [
                ["Nome", "Cognome", "Indirizzo posta elettronica"], ["Nome", "Cognome", "Indirizzo e-mail"],
            ])
        + outlook(
            "outlook-contacts-nl", outlookDutch, signatures: [["Voornaam", "Achternaam", "E-mailadres"]])
}
