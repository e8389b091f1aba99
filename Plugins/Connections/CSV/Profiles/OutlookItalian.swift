/// The Italian header of Outlook on the desktop.
///
/// From the header that programs write for it.
extension ContactProfiles {
    static let outlookItalian: [OutlookColumn: [String]] = [
        .prefix: ["Titolo"], .given: ["Nome"], .middle: ["Secondo nome"], .family: ["Cognome"],
        .suffix: ["Titolo straniero"], .givenYomi: ["Given Yomi"], .familyYomi: ["Surname Yomi"],
        .nickname: ["Nome alternativo", "Soprannome"], .company: ["Società"], .department: ["Reparto"],
        .jobTitle: ["Posizione"], .profession: ["Professione"], .notes: ["Note", "Notes"],
        .categories: ["Categorie"], .language: ["Lingua"],
        .email: ["Indirizzo posta elettronica", "Indirizzo e-mail"],
        .otherEmails: ["Indirizzo posta elettronica #", "Indirizzo e-mail #"], .webPage: ["Pagina Web"],
        .spouse: ["Nome coniuge"], .children: ["Figli"], .manager: ["Nome manager"],
        .assistant: ["Nome assistente"], .birthday: ["Compleanno"], .anniversary: ["Anniversario"],
        .gender: ["Sesso"], .primaryPhone: ["Telefono principale"], .homePhone: ["Abitazione"],
        .homePhone2: ["Abitazione 2"], .mobilePhone: ["Cellulare"], .businessPhone: ["Ufficio"],
        .businessPhone2: ["Ufficio 2"], .homeFax: ["Fax (ab.)"], .businessFax: ["Fax (uff.)"],
        .otherFax: ["Altro fax"], .otherPhone: ["Altro telefono"], .pager: ["Cercapersone"],
        .carPhone: ["Telefono auto"], .isdn: ["ISDN"], .textPhone: ["Telefono TTY/TDD"],
        .radioPhone: ["Radiotelefono"], .telex: ["Telex"], .callback: ["Richiamata automatica"],
        .companyPhone: ["Telefono principale società"], .assistantPhone: ["Telefono assistente"],
        .homeStreet: ["Via (ab.)", "Via (ab.) 2", "Via (ab.) 3"], .homeCity: ["Città (ab.)"],
        .homeState: ["Provincia (ab.)"], .homePostalCode: ["CAP (ab.)"], .homeCountry: ["Paese (ab.)"],
        .homePOBox: ["Indirizzo (ab.) - Casella postale"],
        .businessStreet: ["Via (uff.)", "Via (uff.) 2", "Via (uff.) 3"], .businessCity: ["Città (uff.)"],
        .businessState: ["Provincia (uff.)"], .businessPostalCode: ["CAP (uff.)"],
        .businessCountry: ["Paese (uff.)"], .businessPOBox: ["Indirizzo (uff.) - Casella postale"],
        .otherStreet: ["Altra via", "Altra via 2", "Altra via 3"], .otherCity: ["Altra città"],
        .otherState: ["Altra provincia"], .otherPostalCode: ["Altro CAP"], .otherCountry: ["Altro paese"],
        .otherPOBox: ["Altro indirizzo - Casella postale"],
    ]
}
