/// The Dutch header of Outlook on the desktop.
///
/// From the header that programs write for it.
extension ContactProfiles {
    static let outlookDutch: [OutlookColumn: [String]] = [
        .prefix: ["Titel"], .given: ["Voornaam"], .middle: ["Middelste naam"], .family: ["Achternaam"],
        .suffix: ["Achtervoegsel"], .nickname: ["Bijnaam"], .company: ["Bedrijf"],
        .department: ["Afdeling"], .jobTitle: ["Functie"], .profession: ["Beroep"], .notes: ["Notities"],
        .categories: ["Categorieën", "Categorien"], .language: ["Taal"], .email: ["E-mailadres"],
        .otherEmails: ["E-mailadres #"], .webPage: ["Webpagina"], .spouse: ["Partner"],
        .children: ["Kinderen"], .manager: ["Naam manager"], .assistant: ["Naam assistent"],
        .birthday: ["Verjaardag"], .anniversary: ["Speciale datum"], .gender: ["Geslacht"],
        .primaryPhone: ["Hoofdtelefoon"], .homePhone: ["Telefoon thuis"],
        .homePhone2: ["Telefoon thuis 2"], .mobilePhone: ["Mobiele telefoon"],
        .businessPhone: ["Telefoon op werk"], .businessPhone2: ["Telefoon op werk 2"],
        .homeFax: ["Fax thuis"], .businessFax: ["Fax op werk"], .otherFax: ["Andere fax"],
        .otherPhone: ["Andere telefoon"], .pager: ["Pager"], .carPhone: ["Autotelefoon"], .isdn: ["ISDN"],
        .textPhone: ["Teksttelefoon"], .radioPhone: ["Radiotelefoon"], .telex: ["Telex"],
        .callback: ["Terugbellen"], .companyPhone: ["Hoofdtelefoon bedrijf"],
        .assistantPhone: ["Telefoon assistent"],
        .homeStreet: ["Huisadres, straat", "Huisadres, straat 2", "Huisadres, straat 3"],
        .homeCity: ["Huisadres, plaats"], .homeState: ["Huisadres, provincie"],
        .homePostalCode: ["Huisadres, postcode"], .homeCountry: ["Land/regio (thuis)"],
        .homePOBox: ["Huisadres, postbusnummer"],
        .businessStreet: ["Werkadres, straat", "Werkadres 2, straat", "Werkadres 3, straat"],
        .businessCity: ["Werkadres, plaats"], .businessState: ["Werkadres, provincie"],
        .businessPostalCode: ["Werkadres, postcode"], .businessCountry: ["Land/regio (werk)"],
        .businessPOBox: ["Werkadres, postbusnummer"],
        .otherStreet: ["Ander adres, straat", "Ander adres, straat 2", "Ander adres, straat 3"],
        .otherCity: ["Ander adres, plaats"], .otherState: ["Ander adres, provincie"],
        .otherPostalCode: ["Ander adres, postcode"], .otherCountry: ["Land/regio (anders)"],
        .otherPOBox: ["Ander adres, postbusnummer"],
    ]
}
