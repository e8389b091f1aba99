import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import GRDB
import SharedFiles
import Testing
import TextDecoding

@testable import Connections

@Suite struct CSVTests {
    // MARK: Profiles

    @Test func googleSince2024() throws {
        let file = try CSVFile(Fixture.bytes("google-2024.csv"))
        #expect(file.recognition?.profile == "google-contacts")
        #expect(file.recognition?.unmappedColumns == ["File As", "Photo"])
        var ada = Person(displayName: "Dr. Ada King Lovelace FRS", isNameDerived: true)
        ada.name = PersonName(
            prefix: "Dr.", given: "Ada", additional: "King", family: "Lovelace", suffix: "FRS",
            phoneticFamily: "Luv-lace")
        ada.birthday = "1815-12-10"
        ada.anniversary = "1835-07-08"
        ada.tags = ["Poets", "myContacts"]
        ada.addresses = [
            PostalAddress(
                street: "12 St James's Square", locality: "London", postalCode: "SW1Y", country: "England",
                formatted: "12 St James's Square\nLondon", types: ["home"])
        ]
        ada.details = [
            Detail(.nickname, "Countess"),
            Detail(.email, "ada@example.org", types: ["home"], preference: 1),
            Detail(.email, "ada2@example.org", types: ["home"], preference: 1),
            Detail(.email, "lab@example.org", label: "Lab"),
            Detail(.phone, "+44 20 7946 0000", types: ["cell"]),
            Detail(.organization, "Analytical Engines", qualifier: "Programs"),
            Detail(.title, "Programmer"),
            Detail(.relation, "Charles Babbage", types: ["friend"]),
            Detail(.note, "First programmer\nof all"),
            Detail(.custom, "Lovelace, Ada", qualifier: "File As"),
            Detail(.custom, "38", qualifier: "Shoe size"),
        ]
        let items = try file.items()
        expectEqual(items[0].draft.person, ada)
        #expect(items[0].uid == nil)
        #expect(items[1].draft.person.displayName == "Bob")
        #expect(items[1].draft.person.birthday == "--04-20")
        #expect(items.flatMap(\.issues) == [])
    }

    @Test func outlook() throws {
        let file = try CSVFile(Fixture.bytes("outlook.csv"))
        #expect(file.recognition?.profile == "outlook-contacts")
        let error = #expect(throws: AtriumError.self) { try file.items() }
        #expect(error == .dateOrderNeeded(line: 2, column: "Anniversary"))
        let item = try #require(try file.items(order: "mdy").first)
        var anita = Person(displayName: "Anita Jorgensen", isNameDerived: true)
        anita.name = PersonName(given: "Anita", family: "Jorgensen")
        anita.birthday = "1981-01-20"
        anita.anniversary = "2005-06-03"
        anita.gender = .unknown
        anita.tags = ["Friends", "Ski club"]
        anita.addresses = [
            PostalAddress(
                street: "1 Main Street, Floor 2", locality: "Redmond", country: "USA", types: ["work"])
        ]
        anita.details = [
            Detail(.email, "anita@example.com"), Detail(.email, "anita@home.example.com"),
            Detail(.phone, "555-555-1212", types: ["home"]), Detail(.phone, "555-555-1313", types: ["cell"]),
            Detail(.phone, "555-555-1414", types: ["work", "fax"]), Detail(.url, "http://www.example.com/"),
            Detail(.organization, "Contoso", qualifier: "Sales"), Detail(.title, "Buyer"),
            Detail(.relation, "Ole", types: ["spouse"]), Detail(.custom, "Skiing", qualifier: "Hobby"),
        ]
        expectEqual(item.draft.person, anita)
        #expect(item.issues == [])
        let european = try #require(try file.items(order: "dmy").first)
        #expect(european.draft.person.anniversary == "2005-03-06")
    }

    @Test func mappedColumns() throws {
        let csv = "Kunde,Mail 1,Mail 2,Strasse,Ort,Farbe\r\nAda,a@x,b@x,Weg 1,Bonn,rot\r\n"
        let unknown = try CSVFile(Array(csv.utf8))
        #expect(unknown.recognition == nil)
        let file = try CSVFile(
            Array(csv.utf8),
            columns: [
                ("kunde", "name"), ("Mail 1", "email"), ("Mail 2", "email"), ("Strasse", "street"),
                ("Ort", "locality"),
            ])
        #expect(file.recognition?.profile == "mapped")
        #expect(file.recognition?.unmappedColumns == ["Farbe"])
        var ada = Person(displayName: "Ada")
        ada.addresses = [PostalAddress(street: "Weg 1", locality: "Bonn")]
        ada.details = [
            Detail(.email, "a@x"), Detail(.email, "b@x"), Detail(.custom, "rot", qualifier: "Farbe"),
        ]
        expectEqual(try #require(try file.items().first).draft.person, ada)
    }

    @Test(arguments: ["place", "photo"])
    func anUnknownFieldIsNotMapped(_ field: String) throws {
        #expect(try CSVFile(Array("A\r\nx\r\n".utf8), columns: [("A", field)]).recognition == nil)
    }

    @Test(
        .needsShared(),
        arguments: [
            (
                "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles/Google.csv",
                "google-contacts-old", 1
            ),
            (
                "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles/Outlook365.csv",
                "outlook-contacts", 6
            ),
            (
                "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles/Outlook365 Web.csv",
                "outlook-contacts", 1
            ),
            (
                "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles/GoogleCreatedOutlook.csv",
                "outlook-contacts", 1
            ),
            (
                "csv/FolkerKinzel-Contacts.IO/src/FolkerKinzel.Contacts.IO.Tests/TestFiles/"
                    + "ThunderbirdUtf8EnglishColumnsInvalidBDay.csv", "thunderbird-contacts", 1
            ),
            ("csv/horde-Data/doc/Horde/Data/examples/Outlook.csv", "outlook-contacts", 1),
        ])
    func realFilesKeepEveryCell(_ path: String, _ profile: String, _ rows: Int) throws {
        let file = try CSVFile(Corpus.bytes(path))
        #expect(file.recognition?.profile == profile)
        let items = try file.items(order: "mdy")
        #expect(items.count == rows)
        for (item, row) in zip(items, file.rows) {
            let person = item.draft.person
            let texts = person.allTexts
            for (name, cell) in zip(file.header.names, row.fields) where cell.nonEmpty != nil {
                let isThere =
                    texts.contains { $0.contains(cell) }
                    || cell.split(separator: " ::: ").allSatisfy { part in
                        let word = part.trimmed.split(separator: "* ").last ?? ""
                        return texts.contains { $0.lowercased().contains(word.lowercased()) }
                    }
                    || CSVTests.isRead(cell, as: name, in: person)
                #expect(isThere, "\(name)")
            }
        }
    }

    /// Whether a cell became something that no longer holds its text: a date, a word for a type, no date at all.
    private static func isRead(_ cell: String, as column: String, in person: Person) -> Bool {
        if let date = try? CSVDate.parse(cell, order: .monthDayYear) {
            return person.allTexts.contains(date.description)
        }
        if column == "Categories" {
            return cell.split(separator: ";").allSatisfy { person.tags.contains($0.trimmed) }
        }
        return (column == "Gender" && person.gender != nil) || cell == "0/0/00"
            || (cell == "Anniversary" && person.anniversary != nil)
            || (column.hasSuffix("Type")
                && ["* home", "home", "work", "mobile", "* other", "other"].contains(cell.lowercased()))
    }

    // MARK: Atrium's own file

    @Test func exportedPeopleAreReadBackEqual() throws {
        let vault = try TestVault()
        _ = try vault.run("add", CommandTests.everything)
        _ = try vault.run("add", ["name": "Bob", "emails": [["value": "b@x"]], "tags": ["a, b", "c;d"]])
        _ = try vault.run(
            "add",
            [
                "name": "=1+1", "organizations": [["units": ["Only a unit"]]], "phones": [["value": "+49 1"]],
                "customFields": [
                    ["name": "Shoe size", "value": "40"], ["name": "Shoe size", "value": "41"],
                    ["name": "Name", "value": "taken"], ["name": "Field: x", "value": "prefixed"],
                    ["name": "E-mail 7", "value": "looks numbered"], ["name": "a\"b,c", "value": "quoted"],
                ],
                "notes": ["with \"quotes\", commas\nand lines", " blanks around "],
                "birthdayText": "circa 1800",
            ])
        try vault.queue.write { db in
            try db.execute(sql: "UPDATE connections_detail SET preference = 7 WHERE value = 'b@x'")
        }
        let exported = try vault.export(ContactsCSV.exporter)
        let file = try CSVFile(exported)
        #expect(file.recognition?.profile == "atrium-contacts")
        let items = try file.items()
        #expect(items.count == 3)
        let copy = try TestVault()
        try copy.importAll(items)
        for id in 1...3 as ClosedRange<Int64> {
            expectEqual(try copy.person(id), try vault.person(id))
            #expect(items[Int(id) - 1].uid == (try vault.uid(id)))
        }
        #expect(try copy.export(ContactsCSV.exporter) == exported)
        #expect(items.flatMap(\.issues) == [])
    }

    @Test func importTakesNoPhotoAway() throws {
        let vault = try TestVault()
        let png = UploadedFile(
            name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])
        _ = try vault.run("add", ["name": "Ada"], files: ["photo": png])
        let item = try #require(try CSVFile(vault.export(ContactsCSV.exporter)).items().first)
        try vault.withWriter { writer in
            #expect(try writer.matches(1, item.draft))
            var changed = item.draft
            changed.person.displayName = "Ada L."
            #expect(try !writer.matches(1, changed))
            try writer.update(1, to: changed)
        }
        let shown = try vault.run("show", ["record": 1])
        #expect(shown["name"] == "Ada L.")
        #expect(shown["photo"]?.isNull == false)
    }
}

/// A CSV file as the host would hand it to the importer.
struct CSVFile {
    let container: Container
    let header: CSVHeader
    let rows: [CSVRow]
    let options: ImportOptions

    init(_ bytes: [UInt8], columns: [(column: String, field: String)] = []) throws {
        var reader = try CSVReader(ArrayByteSource(bytes))
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        header = reader.header
        self.rows = rows
        container = Container(format: .csv, source: [], value: reader.header)
        options = ImportOptions(columns: columns, timeZone: .gmt)
    }

    var recognition: Importer.Recognition? { ContactsCSV.importer.recognise(container, options) }

    func items(order: String? = nil) throws -> [MappedItem<PersonDraft>] {
        var options = options
        if let order { options.arguments = Arguments(checked: ["dateOrder": .text(order)]) }
        return try rows.map { row in
            let item = Item(kind: .csvRow, source: row.bytes, line: row.line, value: row, issues: [])
            let mapped = try ContactsCSV.importer.map(item, in: container, options: options)
            return MappedItem(
                draft: try #require(mapped.draft as? PersonDraft), uid: mapped.uid, issues: mapped.issues)
        }
    }
}
