/// The headers of Thunderbird by language.
///
/// English and German are from real files, the others from what is known of its translations: a column that is called
/// otherwise becomes a custom field.
extension ContactProfiles {
    static let thunderbirdEnglish: [ThunderbirdColumn: [String]] = [
        .given: ["First Name"], .family: ["Last Name"], .name: ["Display Name"], .nickname: ["Nickname"],
        .email: ["Primary Email"], .otherEmail: ["Secondary Email"], .screenName: ["Screen Name"],
        .workPhone: ["Work Phone"], .homePhone: ["Home Phone"], .fax: ["Fax Number"],
        .pager: ["Pager Number"], .mobile: ["Mobile Number"], .homeAddress: ["Home Address"],
        .homeAddress2: ["Home Address 2", "Home Address2"], .homeCity: ["Home City"],
        .homeState: ["Home State"], .homePostalCode: ["Home ZipCode", "Home Zip"],
        .homeCountry: ["Home Country"], .workAddress: ["Work Address"],
        .workAddress2: ["Work Address 2", "Work Address2"], .workCity: ["Work City"],
        .workState: ["Work State"], .workPostalCode: ["Work ZipCode", "Work Zip"],
        .workCountry: ["Work Country"], .title: ["Job Title"], .department: ["Department"],
        .organization: ["Organization"], .workPage: ["Web Page 1"], .homePage: ["Web Page 2"],
        .birthYear: ["Birth Year"], .birthMonth: ["Birth Month"], .birthDay: ["Birth Day"],
        .notes: ["Notes"],
    ]

    static let thunderbirdGerman: [ThunderbirdColumn: [String]] = [
        .given: ["Vorname"], .family: ["Nachname"], .name: ["Anzeigename"], .nickname: ["Spitzname"],
        .email: ["Primäre E-Mail-Adresse"], .otherEmail: ["Sekundäre E-Mail-Adresse"],
        .screenName: ["Messenger-Name"], .workPhone: ["Tel. dienstlich"], .homePhone: ["Tel. privat"],
        .fax: ["Fax-Nummer"], .pager: ["Pager-Nummer"], .mobile: ["Mobil-Tel.-Nr."],
        .homeAddress: ["Privat: Adresse"], .homeAddress2: ["Privat: Adresse 2"],
        .homeCity: ["Privat: Ort"], .homeState: ["Privat: Bundesland"], .homePostalCode: ["Privat: PLZ"],
        .homeCountry: ["Privat: Land"], .workAddress: ["Dienstlich: Adresse"],
        .workAddress2: ["Dienstlich: Adresse 2"], .workCity: ["Dienstlich: Ort"],
        .workState: ["Dienstlich: Bundesland"], .workPostalCode: ["Dienstlich: PLZ"],
        .workCountry: ["Dienstlich: Land"], .title: ["Arbeitstitel"], .department: ["Abteilung"],
        .organization: ["Organisation"], .workPage: ["Webseite 1"], .homePage: ["Webseite 2"],
        .birthYear: ["Geburtsjahr"], .birthMonth: ["Geburtsmonat"], .birthDay: ["Geburtstag"],
        .notes: ["Notizen"],
    ]

    static let thunderbirdFrench: [ThunderbirdColumn: [String]] = [
        .given: ["Prénom"], .family: ["Nom de famille"], .name: ["Nom à afficher"], .nickname: ["Surnom"],
        .email: ["Première adresse électronique", "Adresse électronique principale"],
        .otherEmail: ["Deuxième adresse électronique", "Adresse électronique secondaire"],
        .screenName: ["Nom à l'écran", "Pseudo"], .workPhone: ["Tél. professionnel"],
        .homePhone: ["Tél. personnel"], .fax: ["Fax"], .pager: ["Pager"], .mobile: ["Portable"],
        .homeAddress: ["Adresse privée"], .homeAddress2: ["Adresse privée 2"],
        .homeCity: ["Ville"], .homeState: ["Pays/État"], .homePostalCode: ["Code postal"],
        .homeCountry: ["Région"], .workAddress: ["Adresse professionnelle"],
        .workAddress2: ["Adresse professionnelle 2"], .title: ["Profession"], .department: ["Service"],
        .organization: ["Société"], .workPage: ["Page Web 1"], .homePage: ["Page Web 2"],
        .birthYear: ["Année de naissance"], .birthMonth: ["Mois de naissance", "Mois"],
        .birthDay: ["Jour de naissance", "Jour"], .notes: ["Notes"],
    ]

    static let thunderbirdSpanish: [ThunderbirdColumn: [String]] = [
        .given: ["Nombre"], .family: ["Apellidos"], .name: ["Nombre mostrado", "Nombre para mostrar"],
        .nickname: ["Apodo"], .email: ["Correo electrónico primario", "Correo primario"],
        .otherEmail: ["Correo electrónico secundario", "Correo secundario"],
        .screenName: ["Nombre en pantalla"], .workPhone: ["Teléfono del trabajo"],
        .homePhone: ["Teléfono particular"], .fax: ["Número de fax"], .pager: ["Número de busca"],
        .mobile: ["Número de móvil"], .homeAddress: ["Dirección particular"],
        .homeAddress2: ["Dirección particular 2"], .homeCity: ["Ciudad particular"],
        .homeState: ["Provincia particular"], .homePostalCode: ["Código postal particular"],
        .homeCountry: ["País particular"], .workAddress: ["Dirección del trabajo"],
        .workAddress2: ["Dirección del trabajo 2"], .workCity: ["Ciudad del trabajo"],
        .workState: ["Provincia del trabajo"], .workPostalCode: ["Código postal del trabajo"],
        .workCountry: ["País del trabajo"], .title: ["Cargo"], .department: ["Departamento"],
        .organization: ["Organización"], .workPage: ["Página web 1"], .homePage: ["Página web 2"],
        .birthYear: ["Año de nacimiento"], .birthMonth: ["Mes de nacimiento"],
        .birthDay: ["Día de nacimiento"], .notes: ["Notas"],
    ]

    static let thunderbirdItalian: [ThunderbirdColumn: [String]] = [
        .given: ["Nome"], .family: ["Cognome"], .name: ["Nome visualizzato"], .nickname: ["Soprannome"],
        .email: ["E-mail primaria", "Email primaria"],
        .otherEmail: ["E-mail secondaria", "Email secondaria"], .screenName: ["Nome in chat"],
        .workPhone: ["Telefono ufficio"], .homePhone: ["Telefono casa"], .fax: ["Numero fax"],
        .pager: ["Numero cercapersone"], .mobile: ["Numero cellulare"],
        .homeAddress: ["Indirizzo casa"], .homeAddress2: ["Indirizzo casa 2"], .homeCity: ["Città casa"],
        .homeState: ["Provincia casa"], .homePostalCode: ["CAP casa"], .homeCountry: ["Nazione casa"],
        .workAddress: ["Indirizzo ufficio"], .workAddress2: ["Indirizzo ufficio 2"],
        .workCity: ["Città ufficio"], .workState: ["Provincia ufficio"],
        .workPostalCode: ["CAP ufficio"], .workCountry: ["Nazione ufficio"], .title: ["Qualifica"],
        .department: ["Dipartimento"], .organization: ["Organizzazione"], .workPage: ["Pagina web 1"],
        .homePage: ["Pagina web 2"], .birthYear: ["Anno di nascita"], .birthMonth: ["Mese di nascita"],
        .birthDay: ["Giorno di nascita"], .notes: ["Note"],
    ]

    static let thunderbirdDutch: [ThunderbirdColumn: [String]] = [
        .given: ["Voornaam"], .family: ["Achternaam"], .name: ["Weergavenaam"], .nickname: ["Bijnaam"],
        .email: ["Primair e-mailadres"], .otherEmail: ["Secundair e-mailadres"],
        .screenName: ["Schermnaam"], .workPhone: ["Telefoon werk"], .homePhone: ["Telefoon thuis"],
        .fax: ["Faxnummer"], .pager: ["Pagernummer"], .mobile: ["Mobiel nummer"],
        .homeAddress: ["Thuisadres"], .homeAddress2: ["Thuisadres 2"], .homeCity: ["Woonplaats"],
        .homeState: ["Provincie thuis"], .homePostalCode: ["Postcode thuis"],
        .homeCountry: ["Land thuis"], .workAddress: ["Werkadres"], .workAddress2: ["Werkadres 2"],
        .workCity: ["Plaats werk"], .workState: ["Provincie werk"], .workPostalCode: ["Postcode werk"],
        .workCountry: ["Land werk"], .title: ["Functie"], .department: ["Afdeling"],
        .organization: ["Organisatie"], .workPage: ["Webpagina 1"], .homePage: ["Webpagina 2"],
        .birthYear: ["Geboortejaar"], .birthMonth: ["Geboortemaand"], .birthDay: ["Geboortedag"],
        .notes: ["Notities"],
    ]
}
