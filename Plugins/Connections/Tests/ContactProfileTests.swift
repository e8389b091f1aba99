import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import SharedFiles
import Testing

@testable import Connections

/// Files of the programs that are known, as those programs write them; the values are made up.
@Suite struct ContactProfileTests {
    private static func person(_ text: String, _ profile: String, order: String? = nil) throws -> Person {
        let file = try CSVFile(Array(text.utf8))
        #expect(file.recognition?.profile == profile)
        let items = try file.items(order: order)
        #expect(items.flatMap(\.issues) == [])
        return try #require(items.first).draft.person
    }

    @Test func pitfall39LinkedInHasNotesBeforeItsHeader() throws {
        let text =
            "\u{FEFF}Notes:\n\"When exporting, some addresses are missing. This is how it is.\"\n\n"
            + "First Name,Last Name,URL,Email Address,Company,Position,Connected On\n"
            + "Zoë,Ng,https://www.linkedin.com/in/zoe,,\"Acme, Inc.\",Engineer,15 Jan 2024\n"
        var zoe = Person(displayName: "Zoë Ng", isNameDerived: true)
        zoe.name = PersonName(given: "Zoë", family: "Ng")
        zoe.details = [
            Detail(.url, "https://www.linkedin.com/in/zoe"), Detail(.organization, "Acme, Inc."),
            Detail(.title, "Engineer"), Detail(.date, "2024-01-15", label: "Connected on LinkedIn"),
        ]
        expectEqual(try Self.person(text, "linkedin-connections"), zoe)
    }

    /// Several values in a cell have ` ::: ` between them; `* ` stands before a group of Google's own and before what is
    /// preferred.
    @Test(arguments: [
        (
            "google-contacts",
            "First Name,Last Name,Phonetic First Name,Labels,E-mail 1 - Label,E-mail 1 - Value",
            "Ada,King,,* myContacts ::: Friends,* Home,a@example.org ::: b@example.org"
        ),
        (
            "google-contacts-old",
            "Given Name,Family Name,Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value",
            "Ada,King,,* myContacts ::: Friends,* Home,a@example.org ::: b@example.org"
        ),
    ])
    func pitfall39GoogleWritesListsInCells(profile: String, header: String, row: String) throws {
        let ada = try Self.person("\(header)\r\n\(row)\r\n", profile)
        #expect(ada.tags == ["myContacts", "Friends"])
        let emails = ada.details.filter { $0.kind == .email }
        #expect(emails.map(\.value) == ["a@example.org", "b@example.org"])
        #expect(emails.first?.types == ["home"] && emails.first?.preference == 1)
    }

    @Test func pitfall39YahooInAmericanAndBritishEnglish() throws {
        let american =
            "\"First\",\"Middle\",\"Last\",\"Nickname\",\"Email\",\"Category\",\"Home\",\"Mobile\",\"Alternate Email 1\","
            + "\"Home Address\",\"Home City\",\"Home State\",\"Home ZIP\",\"Birthday\",\"Custom 1\",\"Comments\",\"Skype ID\"\r\n"
            + "\"Ada\",\"\",\"King\",\"\",\"a@example.org\",\"Friends;Work\",\"1\",\"2\",\"b@example.org\",\"Way 1\",\"Town\","
            + "\"X\",\"123\",\"12/31/1990\",\"blue\",\"two\nlines\",\"ada.k\"\r\n"
        var ada = Person(displayName: "Ada King", isNameDerived: true)
        ada.name = PersonName(given: "Ada", family: "King")
        ada.birthday = "1990-12-31"
        ada.tags = ["Friends", "Work"]
        ada.addresses = [
            PostalAddress(street: "Way 1", locality: "Town", region: "X", postalCode: "123", types: ["home"])
        ]
        ada.details = [
            Detail(.email, "a@example.org"), Detail(.email, "b@example.org"),
            Detail(.phone, "1", types: ["home"]),
            Detail(.phone, "2", types: ["cell"]), Detail(.messaging, "ada.k", qualifier: "Skype"),
            Detail(.note, "two\nlines"), Detail(.custom, "blue", qualifier: "Custom 1"),
        ]
        expectEqual(try Self.person(american, "yahoo-contacts"), ada)
        let british = american.replacing("Home City", with: "Home Town").replacing(
            "Home State", with: "Home County"
        )
        .replacing("Home ZIP", with: "Home Post Code")
        expectEqual(try Self.person(british, "yahoo-contacts"), ada)
    }

    /// One person in the header of each language; the dates are written with dots or slashes.
    @Test(arguments: [
        (
            "outlook-contacts-de",
            "Anrede;Vorname;Nachname;Firma;Position;Straße privat;Ort privat;Mobiltelefon;E-Mail-Adresse;E-Mail 2: Adresse;Geburtstag"
        ),
        (
            "outlook-contacts-fr",
            "Titre;Prénom;Nom;Société;Titre;Rue (domicile);Ville (domicile);Tél. mobile;Adresse de messagerie;Adresse de messagerie 2;Anniversaire"
        ),
        (
            "outlook-contacts-es",
            "Tratamiento;Nombre;Apellidos;Organización;Puesto;Calle del domicilio;Ciudad de residencia;Teléfono móvil;Dirección de correo electrónico;Dirección de correo electrónico 2;Cumpleaños"
        ),
        (
            "outlook-contacts-it",
            "Titolo;Nome;Cognome;Società;Posizione;Via (ab.);Città (ab.);Cellulare;Indirizzo posta elettronica;Indirizzo posta elettronica 2;Compleanno"
        ),
        (
            "outlook-contacts-nl",
            "Titel;Voornaam;Achternaam;Bedrijf;Functie;Huisadres, straat;Huisadres, plaats;Mobiele telefoon;E-mailadres;E-mailadres 2;Verjaardag"
        ),
    ])
    func pitfall39OutlookWritesTheLanguageOfItsScreen(profile: String, header: String) throws {
        let text =
            header + "\r\nDr.;Ada;King;Acme;Chief;Way 1;Bonn;+49 1;a@example.org;b@example.org;31.12.1990\r\n"
        var ada = Person(displayName: "Dr. Ada King", isNameDerived: true)
        ada.name = PersonName(prefix: "Dr.", given: "Ada", family: "King")
        ada.birthday = "1990-12-31"
        ada.addresses = [PostalAddress(street: "Way 1", locality: "Bonn", types: ["home"])]
        ada.details = [
            Detail(.email, "a@example.org"), Detail(.email, "b@example.org"),
            Detail(.phone, "+49 1", types: ["cell"]), Detail(.organization, "Acme"), Detail(.title, "Chief"),
        ]
        expectEqual(try Self.person(text, profile), ada)
        let file = try CSVFile(Array(text.replacing("31.12.1990", with: "3/4/1990").utf8))
        let error = #expect(throws: AtriumError.self) { try file.items() }
        #expect(error?.field == "dateOrder")
    }

    @Test(arguments: [
        ("1990", "12", "31", "1990-12-31", []), ("", "2", "5", "--02-05", []), ("1990", "", "", "1990", []),
        ("1977", "2", "31", "1977-2-31", ["bad-date"]), ("x", "2", "3", "x-2-3", ["bad-date"]),
        ("", "", "", nil, []),
    ])
    func pitfall39ThunderbirdHasABirthdayInThreeColumns(
        year: String, month: String, day: String, birthday: String?, issues: [String]
    ) throws {
        let file = try CSVFile(
            Array(
                ("Vorname,Nachname,Anzeigename,Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse,Geburtsjahr,Geburtsmonat,"
                    + "Geburtstag,\r\nAda,King,Ada K.,a@example.org,,\(year),\(month),\(day),\r\n").utf8))
        #expect(file.recognition?.profile == "thunderbird-contacts-de")
        let item = try #require(try file.items().first)
        #expect(item.draft.person.birthday == birthday)
        #expect(item.issues.map(\.code) == issues)
        #expect(item.draft.person.displayName == "Ada K.")
    }

    @Test func tablesOfApplesAndMonicasFields() throws {
        let apple = try Self.person(
            "First name;Last name;Company;Phone;Mobile;Email;Work email;Street;City;ZIP;Note\r\n"
                + "Ada;King;Acme;1;2;a@x.org;w@x.org;Way 1;Bonn;5;hi\r\n", "apple-contacts")
        #expect(apple.details.filter { $0.kind == .email }.map(\.types) == [[], ["work"]])
        #expect(apple.addresses.map(\.locality) == ["Bonn"])
        let monica = try Self.person(
            "id,first_name,last_name,is_starred,job,company,first_met_where\r\n7,Ada,King,1,Chief,Acme,Bonn\r\n",
            "monica-contacts")
        #expect(monica.metPlace == "Bonn")
        #expect(monica.details.filter { $0.kind == .custom }.map(\.qualifier) == ["id", "is_starred"])
    }

    /// Every file of contacts in the corpus, by its program.
    @Test(
        .needsShared(),
        arguments: [
            ("FolkerKinzel.Contacts.IO.Tests/TestFiles/ThunderbirdAnsi.csv", "thunderbird-contacts-de"),
            ("FolkerKinzel.Contacts.IO.Tests/TestFiles/ThunderbirdUtf8.csv", "thunderbird-contacts-de"),
            ("FolkerKinzel.Contacts.IO.Tests/TestFiles/WindowsLiveMail.csv", "windows-contacts-de"),
            (
                "FolkerKinzel.Contacts.IO/Outlook/Sample CSV file for importing contacts.csv",
                "outlook-contacts"
            ),
            ("doc/Horde/Data/examples/KMail.csv", "kaddressbook-contacts"),
            ("doc/Horde/Data/examples/Gmail.csv", "google-contacts-2008"),
            ("doc/Horde/Data/examples/WAB.csv", "windows-contacts"),
            ("doc/Horde/Data/examples/WAB-selectable.csv", "windows-contacts"),
            ("doc/Horde/Data/examples/Yahoo.csv", "yahoo-contacts"),
            ("fixtures/getcsv/bug_6311.csv", "outlook-contacts"),
            ("fixtures/getcsv/bug_6370.csv", "outlook-contacts"),
            ("fixtures/getcsv/bug_6372.csv", "outlook-contacts"),
            ("kawsay/tests/fixtures/linkedin/Connections.csv", "linkedin-connections"),
            ("linkedin-network-intelligence/tests/fixtures/Connections.csv", "linkedin-connections"),
            ("TestFiles/Outlook365_DifferentColumnNames.csv", nil), ("TestFiles/NoHeader.csv", nil),
            ("TestFiles/ThunderbirdUtf8UnknownAndLessColumnNames.csv", nil),
            ("doc/Horde/Data/examples/Palm.csv", nil), ("doc/Horde/Data/examples/Thunderbird.csv", nil),
            ("kawsay/tests/fixtures/linkedin/messages.csv", nil),
        ])
    func realFilesAreKnownByTheirHeaders(end: String, profile: String?) throws {
        let path = try #require(Corpus.files("csv", extensions: ["csv"]).first { $0.hasSuffix(end) })
        let file = try CSVFile(Corpus.bytes(path))
        #expect(file.recognition?.profile == profile)
        guard profile != nil else { return }
        let items = try file.items(order: "mdy")
        #expect(items.count == file.rows.count)
        for (item, row) in zip(items, file.rows) {
            let texts = item.draft.person.allTexts
            for (name, cell) in zip(file.header.names, row.fields) where cell.nonEmpty != nil {
                let isDate = (try? CSVDate.parse(cell, order: .monthDayYear)).map { date in
                    texts.contains(date.description)
                }
                let isPart = name.lowercased().contains("geburt") && item.draft.person.birthday != nil
                #expect(
                    texts.contains { $0.contains(cell.trimmed) } || isDate == true || isPart
                        || cell == "0/0/00"
                        || name == "Priority" || name == "Sensitivity" || name == "Gender", "\(name)")
            }
        }
    }

    // MARK: Guesses

    @Test func columnsThatNoProfileKnowsAreGuessed() throws {
        let file = try CSVFile(
            Array(
                "Kunde;Mail;Handy;PLZ;Geburtsdatum;Seite;Farbe\r\nAda;a@x.org;+49 1234567;53111;1.2.1990;https://x.org;rot\r\n"
                    .utf8))
        #expect(file.recognition == nil)
        let items = file.rows.map {
            Item(kind: .csvRow, source: $0.bytes, line: $0.line, value: $0, issues: [])
        }
        let guesses = ContactsCSV.importer.guess(file.container, items)
        #expect(guesses.map(\.column) == file.header.names)
        #expect(
            guesses.map(\.field) == ["name", "email", "phone", "postalCode", "birthday", "url", nil])
        #expect(guesses.map(\.evidence).prefix(2) == [.name, .name])
        #expect(guesses.last?.samples == ["rot"])
        #expect(guesses.first?.option == "--map Kunde=name")
    }

    /// Each field is proposed for a column that is called as the field is, but for two names that tables use for others.
    @Test(arguments: MappedField.all.map(\.declaration.name))
    func aFieldIsProposedForItsOwnName(field: String) {
        let guesses = MappedField.guesses(for: CSVHeader(names: [field]), rows: [])
        #expect(guesses.first?.field == ["title": "prefix", "position": "title"][field] ?? field)
    }

    // MARK: Spreadsheets

    @Test func pitfall40PeopleComeBackFromAFileForSpreadsheets() throws {
        let hub = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        try hub.run(
            "connections add",
            [
                "name": "=cmd|' /C calc'!A0", "notes": ["'=quoted", "-1+1\n=2;=3"], "birthday": "--04-20",
                "phones": [["value": "+49 30 123"]], "customFields": [["name": "=f", "value": "@x"]],
            ])
        let plain = try hub.export("connections", format: .csv)
        let safe = try hub.export(
            "connections", format: .csv,
            options: ["forSpreadsheet": true, "delimiter": "semicolon", "bom": true])
        #expect(safe.hasPrefix("\u{FEFF}Atrium UID [' before formulas];Name;"))
        #expect(safe.contains(";'=cmd|' /C calc'!A0;"))
        #expect(safe.contains("+49 30 123") && !safe.contains("'+49"))
        let copy = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        #expect(try copy.importFile(TextFile("contacts.csv", safe), module: "connections").added == 1)
        #expect(try copy.export("connections", format: .csv) == plain)
        #expect(try copy.importFile(TextFile("contacts.csv", safe), module: "connections").unchanged == 1)
    }

    /// Whether a row says something new is a matter of its fields, not of how they are written.
    @Test func peopleAreUnchangedHoweverTheirExportIsWritten() throws {
        let hub = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        try hub.run(
            "connections add", ["name": "=1+1", "notes": ["\"a\";b\tc"], "phones": [["value": "+49 30 1"]]])
        try hub.run("connections add", ["name": "Bo", "emails": [["value": "bo@example.org"]]])
        let plain = try hub.export("connections", format: .csv)
        let copy = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        #expect(try copy.importFile(TextFile("a.csv", plain), module: "connections").added == 2)
        // Another person may need columns that the others leave empty.
        try hub.run(
            "connections add",
            ["name": "Cy", "emails": [["value": "1@example.org"], ["value": "2@example.org"]]])
        let options: [DataObject] = [
            [:], ["forSpreadsheet": true], ["delimiter": "semicolon"], ["delimiter": "tab", "bom": true],
            ["delimiter": "semicolon", "forSpreadsheet": true],
        ]
        for (round, option) in options.enumerated() {
            let text = try hub.export("connections", format: .csv, options: option)
            let report = try copy.importFile(TextFile("b.csv", text), module: "connections")
            #expect(report.updated == 0 && report.unchanged == (round == 0 ? 2 : 3), "\(option)")
        }
        // A field more is a change.
        let lines = plain.split(separator: "\r\n")
        let more = ([lines[0] + ",Shoe size"] + lines.dropFirst().map { $0 + ",42" }).joined(
            separator: "\r\n")
        #expect(try copy.importFile(TextFile("c.csv", more), module: "connections").updated == 2)
    }

    @Test func anExportSaysHowManyCellsAreFormulas() throws {
        let vault = try TestVault()
        _ = try vault.run("add", ["name": "=1+1", "phones": [["value": "+49 30 1"]], "notes": ["@x"]])
        var warnings: [String] = []
        _ = try vault.export(ContactsCSV.exporter, warnings: &warnings)
        #expect(
            warnings == [
                "a spreadsheet would run 2 cells of the file as formulas; --for-spreadsheet makes them harmless"
            ])
        _ = try vault.export(ContactsCSV.exporter, options: ["forSpreadsheet": true], warnings: &warnings)
        #expect(warnings.isEmpty)
    }
}
