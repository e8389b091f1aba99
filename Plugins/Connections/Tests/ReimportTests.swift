import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Files that come again after something in them has changed, and records that were edited in between.
@Suite struct ReimportTests {
    private let hub: TemporaryHub
    private let header =
        "First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Birthday,Phonetic First Name,Labels\r\n"

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
    }

    private func people(_ rows: String...) -> TextFile {
        TextFile("contacts.csv", header + rows.map { $0 + "\r\n" }.joined())
    }

    private func names() throws -> [String?] {
        try hub.items("connections list").map { $0["name"]?.textValue }.sorted { ($0 ?? "") < ($1 ?? "") }
    }

    /// Changed in two cells, and known again by a third in the form in which duplicates are compared.
    @Test(arguments: [
        "Zoe,MULLER,z@example.org,1,1990-05-06",  // name and birthday
        "Zoe,Muller,ZOEM@googlemail.com,1,",  // e-mail and name
        "Z,M,zoe.m+x@gmail.com,1,",  // e-mail
        "Z,M,z@example.org,0043 664 123 45 67,",  // phone
    ])
    func aChangedRowIsKnownByItsKeys(row: String) throws {
        let bob = "Bob,Brown,bob@example.org,555 3333,"
        try hub.importFile(people("Zoë,Müller,zoe.m@gmail.com,+43 664 1234567,1990-05-06", bob))
        let report = try hub.importFile(people(bob, row))
        #expect([report.added, report.updated, report.unchanged] == [0, 1, 1])
    }

    /// A row without an identifier that goes back to an earlier text has changed once more.
    @Test(arguments: [false, true]) func aRowThatSaysAgainWhatItDidAtFirstHasChanged(isEdited: Bool) throws {
        func file(_ phone: String) -> TextFile {
            people("Bob,Brown,bob@example.org,\(phone),", "Ada,Lovelace,ada@example.org,555 1111,")
        }
        try hub.importFile(file("555 2222"))
        #expect(try hub.importFile(file("555 3333")).updated == 1)
        if isEdited { try hub.run("connections edit", ["record": "Bob Brown", "notes": ["mine"]]) }
        let report = try hub.importFile(file("555 2222"))
        #expect(
            [report.updated, report.unchanged, report.conflicts] == (isEdited ? [0, 1, 1] : [1, 1, 0]))
        guard !isEdited else { return }
        let bob = try hub.run("connections show", ["record": "Bob Brown"])
        #expect(bob["phones"]?.listValue?.first?.objectValue?["value"] == "555 2222")
        #expect(try hub.importFile(file("555 2222")).unchanged == 2)
        #expect(try names().count == 2)
    }

    /// A mapping with which no file could be read is a mistake, and not kept.
    @Test(arguments: ["First Name", "Nope"]) func onlyAMappingThatFitsIsKept(column: String) throws {
        var request = ImportRequest(
            files: [("contacts.csv", people("Ada,Lovelace,,,"))], columns: [(column, "name")])
        request.mapToSave = "mine"
        let report = try hub.session().importFiles(request)
        #expect(report.failedFiles.count == (column == "Nope" ? 1 : 0))
        #expect(try hub.items("maps list").count == (column == "Nope" ? 0 : 1))
    }

    @Test func rowsOfEmptyCellsAreNobody() throws {
        let report = try hub.importFile(people(",,,,,,", "Ada,Lovelace,,,,,", "\"\",,,,,,", ",", ",,,,,,,,"))
        #expect([report.items, report.added] == [1, 1])
        #expect(report.issues.isEmpty)
        #expect(try names() == ["Ada Lovelace"])
    }

    @Test func aCellThatIsNoPositionIsNoPlaceOnTheEarth() throws {
        let file = TextFile("a.csv", "Who,Where\r\nAda,Vienna\r\nBob,\"48.2;16.3\"\r\nCy,\"0.00001,1\"\r\n")
        let report = try hub.importFile(file, columns: [("Who", "name"), ("Where", "position")])
        #expect(report.issues.map { [$0.code, $0.property] } == [["bad-position", "Where"]])
        let people = try hub.items("connections list", ["sort": "name"])
        #expect(people.count == 3)
        let ada = try hub.run("connections show", ["record": "Ada"])
        #expect(ada["positions"] == .list([]))
        let field = ada["customFields"]?.listValue?.first?.objectValue
        #expect(field?["name"] == "Where" && field?["value"] == "Vienna")
        let text = try hub.export("connections", format: .vcard)
        #expect(
            text.split(separator: "\r\n").filter { $0.hasPrefix("GEO") } == [
                "GEO:geo:48.2,16.3", "GEO:geo:0.00001,1.0",
            ])
    }

    @Test(arguments: [
        "Ada,Lovelace,ada@example.org,555 2222,1815-12-10",  // phone
        "Ada,Lovelace,countess@example.org,555 1111,1815-12-10",  // e-mail
        "Ada,King,ada@example.org,555 1111,1815-12-10",  // name
        "Ada,Lovelace,ada@example.org,555 1111,1815-12-11",  // birthday
    ])
    func oneChangedCellChangesTheRecord(row: String) throws {
        let bob = "Bob,Brown,bob@example.org,555 3333,"
        try hub.importFile(people("Ada,Lovelace,ada@example.org,555 1111,1815-12-10", bob))
        let report = try hub.importFile(people(bob, row))
        #expect([report.added, report.updated, report.unchanged] == [0, 1, 1])
        #expect(try hub.items("connections list").count == 2)
        #expect(try hub.importFile(people(bob, row)).unchanged == 2)
    }

    /// Single rows that were kept are read in the dialect of their file, which they do not show by themselves.
    @Test(arguments: [
        "Vorname;Nachname;Mail;Notiz, privat\r\n",
        "# one, two\r\n# three\r\n# four, five, six\r\n# seven\r\nVorname;Nachname;Mail;Notiz, privat\r\n",
    ])
    func aKeptRowIsReadInTheDialectOfItsFile(header: String) throws {
        let columns: [(column: String, field: String)] = [
            ("Vorname", "given"), ("Nachname", "family"), ("Mail", "email"), ("Notiz, privat", "note"),
        ]
        func file(bob note: String) -> TextFile {
            let others = (1...20).map { "Ada;Nr \($0), Dr.;ada\($0)@example.org;a, b, c\r\n" }.joined()
            return TextFile("leute.csv", header + others + "Bob;Jones, Jr.;bob@example.org;\(note)\r\n")
        }
        #expect(try hub.importFile(file(bob: "hi"), columns: columns).added == 21)
        let changed = try hub.importFile(file(bob: "hello"), columns: columns)
        #expect([changed.added, changed.updated, changed.unchanged] == [0, 1, 20])

        // A merge asks what the row said before the edit.
        let bob = DataValue.text("Bob Jones, Jr.")
        try hub.run("connections edit", ["record": bob, "titles": .list([.text("Lord")])])
        var request = ImportRequest(
            files: [("leute.csv", file(bob: "goodbye"))], columns: columns)
        request.onConflict = .merge
        let merged = try hub.session().importFiles(request)
        #expect(merged.files.flatMap(\.issues).map(\.code) == [])
        let shown = try hub.run("connections show", ["record": bob])
        #expect(shown["notes"] == .list([.text("goodbye")]))
        #expect(shown["titles"] == .list([.text("Lord")]))
    }

    @Test func aSharedAddressMergesNobody() throws {
        try hub.importFile(people("Ada,Smith,home@example.org,,", "Bob,Smith,home@example.org,,"))
        let report = try hub.importFile(
            people(
                "Cara,Smith,home@example.org,,", "Ada,Smith,home@example.org,555 1234,",
                "Bob,Smith,home@example.org,,"))
        #expect([report.added, report.updated, report.unchanged] == [1, 1, 1])
        #expect(try names() == ["Ada Smith", "Bob Smith", "Cara Smith"])
    }

    /// Another file with the same header says nothing of records that are not in it.
    @Test func namesakesOfAnotherFileAreAddedAndShown() throws {
        try hub.importFile(people("John,Smith,,555 1111,", "Bob,Brown,bob@example.org,,"))
        let other = TextFile("work.csv", header + "John,Smith,js@example.org,555 9999,\r\nEve,Green,,,\r\n")
        let report = try hub.importFile(other)
        #expect([report.added, report.updated] == [2, 0])
        #expect(report.possibleDuplicates == 1)
        #expect(report.matchedBy.first == "e-mail and name")
        #expect(
            report.issues.first { $0.code == "possible-duplicate" }?.message
                == "it was added, but may be a duplicate of an existing record; this is uncertain, because the file "
                + "has a new name and most records are new")
        #expect(try names().count == 4)
    }

    @Test func cardsWithoutAnIdentifierAreKnownAgain() throws {
        func card(_ phone: String) -> TextFile {
            TextFile(
                "old.vcf",
                "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Ada\r\nEMAIL:ada@example.org\r\nTEL:\(phone)\r\nEND:VCARD\r\n"
            )
        }
        try hub.importFile(card("555 1111"))
        #expect(try hub.importFile(card("555 2222")).updated == 1)
        #expect(try hub.items("connections list").count == 1)
    }

    @Test func anotherMappingReadsTheSameTextAnew() throws {
        let file = TextFile("list.csv", "Who,Where,When\r\nAda,London,03/04/2020\r\n")
        let first: [(column: String, field: String)] = [("Who", "name"), ("When", "birthday")]
        let american: DataObject = ["dateOrder": .text("mdy")]
        try hub.importFile(file, columns: first, options: american)
        #expect(try hub.importFile(file, columns: first, options: american).unchanged == 1)
        let dated = try hub.importFile(file, columns: first, options: ["dateOrder": .text("dmy")])
        #expect(dated.updated == 1)
        let other = try hub.importFile(
            file, columns: first + [("Where", "locality")], options: ["dateOrder": .text("dmy")])
        #expect(other.updated == 1)
        let person = try hub.run("connections show", ["record": .text("Ada")])
        #expect(person["birthday"] == .text("2020-04-03"))
        #expect(try hub.items("connections list").count == 1)
    }

    // MARK: - What our own exports bring back

    private let list = TextFile(
        "q.csv", "Name,Phone\r\nBob,+49 30 12345\r\nAl,+49 30 12346\r\nAl,+49 30 12346\r\n")

    @Test func aTableIsKnownAgainAfterItsExportCameBack() throws {
        try hub.importFile(list, columns: SampleFiles.nameAndPhone)
        let export = TextFile("qx.csv", try hub.export("connections", format: .csv))
        #expect(try hub.importFile(export).unchanged == 3)
        let again = try hub.importFile(list, columns: SampleFiles.nameAndPhone)
        #expect([again.added, again.updated, again.unchanged, again.issues.count] == [0, 0, 3, 0])
        let changed = try hub.importFile(
            TextFile("q.csv", list.text.replacing("Bob,+49 30 12345", with: "Bob,+49 30 99999")),
            columns: SampleFiles.nameAndPhone)
        #expect([changed.added, changed.updated, changed.unchanged] == [0, 1, 2])
        // The export of then is as it was: nothing new came with it.
        #expect(try hub.importFile(export).unchanged == 3)
        #expect(try hub.export("connections", format: .csv).contains("99999"))
    }

    @Test(arguments: [FormatID.csv, .vcard])
    func aTableIsKnownAgainInAVaultThatItsExportMade(format: FormatID) throws {
        try hub.importFile(list, columns: SampleFiles.nameAndPhone)
        let export = TextFile("export", try hub.export("connections", format: format))
        let other = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        #expect(try other.importFile(export).added == 3)
        let again = try other.importFile(list, columns: SampleFiles.nameAndPhone)
        #expect([again.added, again.updated, again.unchanged, again.issues.count] == [0, 0, 3, 0])
        let changed = try other.importFile(
            TextFile("q.csv", list.text.replacing("Bob,+49 30 12345", with: "Bob,+49 30 99999")),
            columns: SampleFiles.nameAndPhone)
        #expect([changed.added, changed.updated, changed.unchanged] == [0, 1, 2])
    }

    @Test func whatOneFormatBringsStandsInExportsOfAnother() throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        let table = try hub.export("connections", format: .csv)
        let file = TextFile("t.csv", table.replacing("555 1111", with: "555 2222"))
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        #expect(try hub.export("connections").contains("TEL:555 2222"))
        // The card of before says the same as ever: that is no news.
        #expect(try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111")).unchanged == 1)
    }

    @Test(arguments: ["2.1", "3.0"])
    func aCardInAnotherVersionIsTheSame(version: String) throws {
        let text =
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u1\r\nFN:Ada\r\nN:;Ada;;;\r\nLANG:fr\r\nX-A:b\r\nEND:VCARD\r\n"
        try hub.importFile(TextFile("ada.vcf", text))
        let old = TextFile(
            "old.vcf", try hub.export("connections", options: ["vcardVersion": .text(version)]))
        #expect(old.text.contains("VERSION:\(version)"))
        #expect(try hub.importFile(old).unchanged == 1)
        #expect(try hub.export("connections") == text)
        // What the record does not say is news all the same.
        let more = TextFile("old.vcf", old.text.replacing("X-A:b", with: "X-A:c"))
        #expect(try hub.importFile(more).updated == 1)
        #expect(try hub.export("connections").contains("X-A:c"))
    }

    @Test func anExportSaysWhenARecordChangedNotWhenItWasWritten() throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        hub.clock.advance(seconds: 60)
        try hub.run("connections edit", ["record": .text("Ada"), "notes": .list([.text("mine")])])
        let changed = hub.clock.now
        let export = try hub.export("connections")
        hub.clock.advance(seconds: 60)
        #expect(try hub.export("connections") == export)
        #expect(export.contains("REV:" + Timestamp.text(changed).filter { $0 != "-" && $0 != ":" }))
    }

    @Test func aColumnThatTheFileHasNotIsNamed() throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.importFile(TextFile("a.csv", "Name,Phone\r\nAda,1\r\n"), columns: [("Phones", "phone")])
        }
        #expect(error?.description == "there is no column “Phones”: did you mean “Phone”?")
    }

    @Test func aFormatThatAFileClearlyHasNotIsRefused() throws {
        let file = SampleFiles.ada(note: "old", phone: "1")
        let report = try hub.session().importFiles(
            ImportRequest(files: [(file.name, file)], format: .csv))
        #expect(
            report.files.first?.error?.description
                == "the file is vcard, not csv: import it without --format")
        let forced = try hub.session().importFiles(
            ImportRequest(files: [(file.name, file)], format: .vcard))
        #expect(forced.files.map(\.added) == [1])
    }

    /// A row that comes back with another delimiter says nothing new, and the vault stays as it is.
    @Test func anotherSpellingOfARowChangesNothing() throws {
        try hub.importFile(SampleFiles.before, columns: SampleFiles.nameAndPhone)
        let contents = try hub.session().contents()
        let spelled = TextFile("q.csv", "Name;Phone\r\nBob;+49 30 123\r\nAl;+49 30 124\r\n")
        for file in [spelled, SampleFiles.before, spelled] {
            #expect(try hub.importFile(file, columns: SampleFiles.nameAndPhone).unchanged == 2)
            #expect(try hub.session().contents().difference(from: contents) == [])
        }
    }

    @Test func anotherSpellingReadInAnotherWayIsKeptOnce() throws {
        try hub.importFile(SampleFiles.before, columns: SampleFiles.nameAndPhone)
        let spelled = TextFile("q.csv", "Name;Phone\r\nBob;+49 30 123\r\nAl;+49 30 124\r\n")
        let options: DataObject = ["dateOrder": "dmy"]
        #expect(
            try hub.importFile(spelled, columns: SampleFiles.nameAndPhone, options: options).unchanged == 2)
        let contents = try hub.session().contents()
        #expect(
            try hub.importFile(spelled, columns: SampleFiles.nameAndPhone, options: options).unchanged == 2)
        #expect(try hub.session().contents().difference(from: contents) == [])
    }

    // MARK: - Rehearsal

    @Test func aRehearsalSaysWhatChangesAndChangesNothing() throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        let before = try hub.session().contents(.everything)
        var request = ImportRequest(
            files: [
                ("ada.vcf", SampleFiles.ada(note: "old", phone: "555 2222")),
                (
                    "b.vcf",
                    TextFile("b.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bob\r\nCATEGORIES:x\r\nEND:VCARD\r\n")
                ),
            ], isDryRun: true)
        request.isVerbose = true
        let report = try hub.session().importFiles(request)
        #expect(report.items.map(\.outcome) == [.changed, .new])
        let change = report.items.first?.changes.first { $0.field == "phone" }
        #expect(change?.from == .text("555 1111") && change?.to == .text("555 2222"))
        #expect(report.items.map(\.title) == ["Ada", "Bob"])
        #expect(report.value(spelling: \.description).objectValue?["items"]?.listValue?.count == 2)
        #expect(try hub.session().contents(.everything).difference(from: before) == [])
    }

    /// What a module that is off would take is nobody's guess.
    @Test func aTableOfAModuleThatIsOffHasNoGuesses() throws {
        var module = Module(
            manifest: Manifest(
                id: "shop", title: "Shop", summary: "Keeps wares.", version: "1.0.0", icon: "cart"),
            migrations: [], collections: [])
        module.importers = [
            Importer(
                .csv, kinds: [.csvRow], into: PersonStore.collection,
                recognise: { container, _ in
                    container.columns.first == "Ware"
                        ? Importer.Recognition(profile: "wares", confidence: .certain) : nil
                }, map: { _, _, _ in throw AtriumError(.internal, "the module is off") },
                writer: PersonWriter.init)
        ]
        let hub = try TemporaryHub(modules: [connectionsModule, module], formats: [CSVFileFormat()])
        func guesses(_ header: String) throws -> Int {
            let file = TextFile("a.csv", "\(header),Phone\r\nAda,+49 30 123\r\n")
            return try hub.session().columnTables(for: ImportRequest(files: [(file.name, file)])).count
        }
        try hub.run("modules disable", ["id": "shop"])
        #expect(try [guesses("Ware"), guesses("Name")] == [0, 1])
    }

    /// A table in an archive has guesses, too, where it is asked for by its path.
    @Test func aTableInAnArchiveHasGuesses() throws {
        // A zip with sub/q.csv: Name,Phone and a row.
        let content: [UInt8] = [
            0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0x13, 0xd4,
            0x0b, 0xa2, 0x1c, 0x00, 0x00, 0x00, 0x1c, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x73, 0x75,
            0x62, 0x2f, 0x71, 0x2e, 0x63, 0x73, 0x76, 0x4e, 0x61, 0x6d, 0x65, 0x2c, 0x50, 0x68, 0x6f, 0x6e,
            0x65, 0x0d, 0x0a, 0x41, 0x64, 0x61, 0x2c, 0x2b, 0x34, 0x39, 0x20, 0x33, 0x30, 0x20, 0x31, 0x32,
            0x33, 0x0d, 0x0a, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x21, 0x00, 0x13, 0xd4, 0x0b, 0xa2, 0x1c, 0x00, 0x00, 0x00, 0x1c, 0x00, 0x00, 0x00, 0x09,
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00,
            0x00, 0x73, 0x75, 0x62, 0x2f, 0x71, 0x2e, 0x63, 0x73, 0x76, 0x50, 0x4b, 0x05, 0x06, 0x00, 0x00,
            0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x37, 0x00, 0x00, 0x00, 0x43, 0x00, 0x00, 0x00, 0x00, 0x00,
        ]
        let file = TextFile("t.zip", content: content)
        let request = ImportRequest(files: [(file.name, file)])
        #expect(try hub.session().columnTables(for: request).isEmpty)
        #expect(try hub.session().columnTables(for: request, of: ["t.zip/sub/r.csv"]).isEmpty)
        let tables = try hub.session().columnTables(for: request, of: ["t.zip/sub/q.csv"])
        #expect(tables.map(\.path) == ["t.zip/sub/q.csv"])
        #expect(tables.first?.columns.map(\.field) == ["name", "phone"])
    }

    /// What stands beside a record's fields is new text, and no change of the record.
    @Test func aTextThatChangesNoFieldIsNoUpdate() throws {
        func file(_ line: String) -> ImportRequest {
            let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:a\r\nFN:Ada\r\n\(line)\r\nEND:VCARD\r\n"
            var request = ImportRequest(files: [("a.vcf", TextFile("a.vcf", card))])
            request.isVerbose = true
            return request
        }
        _ = try hub.session().importFiles(file("TEL;PID=1.1:1"))
        let report = try hub.session().importFiles(file("TEL;PID=2.1:1"))
        #expect(report.hasChanged)
        #expect(report.files.map { [$0.updated, $0.unchanged] } == [[0, 1]])
        #expect(report.items.map(\.hasNewText) == [true])
        #expect(try hub.export("connections", format: .vcard).contains("TEL;PID=2.1:1"))
        let again = try hub.session().importFiles(file("TEL;PID=2.1:1"))
        #expect(!again.hasChanged && again.items.map(\.hasNewText) == [false])
    }
}

extension TextFile {
    /// The content as text.
    fileprivate var text: String { String(decoding: content, as: UTF8.self) }
}
