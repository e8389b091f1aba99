/// The German header of Outlook on the desktop.
///
/// From the header that programs write for it.
extension ContactProfiles {
    static let outlookGerman: [OutlookColumn: [String]] = [
        .prefix: ["Anrede"], .given: ["Vorname"], .middle: ["Weitere Vornamen"], .family: ["Nachname"],
        .suffix: ["Suffix"], .givenYomi: ["Vorname Yomi"], .familyYomi: ["Nachname Yomi"],
        .nickname: ["Spitzname"], .company: ["Firma"], .department: ["Abteilung"], .jobTitle: ["Position"],
        .profession: ["Beruf"], .notes: ["Notizen"], .categories: ["Kategorien"], .language: ["Sprache"],
        .email: ["E-Mail-Adresse"], .otherEmails: ["E-Mail #: Adresse"], .webPage: ["Webseite"],
        .personalWebPage: ["Persönliche Webseite"], .messaging: ["Chat-Adresse", "IM-Adresse"],
        .spouse: ["Partner"], .children: ["Kinder"], .manager: ["Name des/der Vorgesetzten"],
        .assistant: ["Name Assistent"], .birthday: ["Geburtstag"], .anniversary: ["Jahrestag"],
        .gender: ["Geschlecht"], .primaryPhone: ["Haupttelefon"], .homePhone: ["Telefon privat"],
        .homePhone2: ["Telefon privat 2"], .mobilePhone: ["Mobiltelefon"],
        .businessPhone: ["Telefon geschäftlich"], .businessPhone2: ["Telefon geschäftlich 2"],
        .homeFax: ["Fax privat"], .businessFax: ["Fax geschäftlich"], .otherFax: ["Weiteres Fax"],
        .otherPhone: ["Weiteres Telefon"], .pager: ["Pager"], .carPhone: ["Autotelefon"], .isdn: ["ISDN"],
        .textPhone: ["Telefon für Hörbehinderte", "Texttelefon"],
        .radioPhone: ["Mobiltelefon 2", "Funktelefon"], .telex: ["Telex"], .callback: ["Rückmeldung"],
        .companyPhone: ["Telefon Firma"], .assistantPhone: ["Telefon Assistent"],
        .homeStreet: ["Straße privat", "Straße privat 2", "Straße privat 3"], .homeCity: ["Ort privat"],
        .homeState: ["Bundesland/Kanton privat", "Region privat"],
        .homePostalCode: ["Postleitzahl privat"], .homeCountry: ["Land/Region privat", "Land privat"],
        .homePOBox: ["Postfach privat"],
        .businessStreet: ["Straße geschäftlich", "Straße geschäftlich 2", "Straße geschäftlich 3"],
        .businessCity: ["Ort geschäftlich"],
        .businessState: ["Region geschäftlich", "Bundesland/Kanton geschäftlich"],
        .businessPostalCode: ["Postleitzahl geschäftlich"],
        .businessCountry: ["Land/Region geschäftlich", "Land geschäftlich"],
        .businessPOBox: ["Postfach geschäftlich"],
        .otherStreet: ["Weitere Straße", "Weitere Straße 2", "Weitere Straße 3"],
        .otherCity: ["Weiterer Ort"], .otherState: ["Weiteres/r Bundesland/Kanton"],
        .otherPostalCode: ["Weitere Postleitzahl"],
        .otherCountry: ["Weiteres/e Land/Region", "Weiteres Land"], .otherPOBox: ["Weiteres Postfach"],
    ]
}
