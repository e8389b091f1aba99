/// The English header of Outlook on the desktop and on the web.
///
/// From real files.
extension ContactProfiles {
    static let outlookEnglish: [OutlookColumn: [String]] = [
        .prefix: ["Title"], .given: ["First Name"], .middle: ["Middle Name"], .family: ["Last Name"],
        .suffix: ["Suffix"], .givenYomi: ["Given Yomi", "Given Name Yomi"],
        .familyYomi: ["Surname Yomi", "Family Name Yomi"], .nickname: ["Nickname"], .company: ["Company"],
        .department: ["Department"], .jobTitle: ["Job Title"], .profession: ["Profession"],
        .notes: ["Notes"], .categories: ["Categories"], .language: ["Language"], .email: ["E-mail Address"],
        .otherEmails: ["E-mail # Address"], .webPage: ["Web Page"], .personalWebPage: ["Personal Web Page"],
        .messaging: ["IMAddress", "IM Address"], .spouse: ["Spouse"], .children: ["Children"],
        .manager: ["Manager's Name", "Manager’s Name"], .assistant: ["Assistant's Name", "Assistant’s Name"],
        .birthday: ["Birthday"], .anniversary: ["Anniversary"], .gender: ["Gender"],
        .primaryPhone: ["Primary Phone"], .homePhone: ["Home Phone"], .homePhone2: ["Home Phone 2"],
        .mobilePhone: ["Mobile Phone"], .businessPhone: ["Business Phone"],
        .businessPhone2: ["Business Phone 2"], .homeFax: ["Home Fax"], .businessFax: ["Business Fax"],
        .otherFax: ["Other Fax"], .otherPhone: ["Other Phone"], .pager: ["Pager"], .carPhone: ["Car Phone"],
        .isdn: ["ISDN"], .textPhone: ["TTY/TDD Phone"], .radioPhone: ["Radio Phone"], .telex: ["Telex"],
        .callback: ["Callback"], .companyPhone: ["Company Main Phone"],
        .assistantPhone: ["Assistant's Phone", "Assistant’s Phone"],
        .homeStreet: ["Home Street", "Home Street 2", "Home Street 3"], .homeCity: ["Home City"],
        .homeState: ["Home State"], .homePostalCode: ["Home Postal Code"],
        .homeCountry: ["Home Country", "Home Country/Region"], .homePOBox: ["Home Address PO Box"],
        .homeAddress: ["Home Address"],
        .businessStreet: ["Business Street", "Business Street 2", "Business Street 3"],
        .businessCity: ["Business City"], .businessState: ["Business State"],
        .businessPostalCode: ["Business Postal Code"],
        .businessCountry: ["Business Country", "Business Country/Region"],
        .businessPOBox: ["Business Address PO Box"], .businessAddress: ["Business Address"],
        .otherStreet: ["Other Street", "Other Street 2", "Other Street 3"], .otherCity: ["Other City"],
        .otherState: ["Other State"], .otherPostalCode: ["Other Postal Code"],
        .otherCountry: ["Other Country", "Other Country/Region"], .otherPOBox: ["Other Address PO Box"],
        .otherAddress: ["Other Address"],
    ]
}
