import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// What stays of the texts that brought people, whatever comes after them.
@Suite struct KeptSourceTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
    }

    /// What an undone import said of its columns stays with the records that the undo has kept.
    @Test func aKeptRecordKeepsHowItsFileWasRead() throws {
        let file = TextFile("q.csv", "A,B\r\nBob,+49 30 123\r\nAl,+49 30 124\r\n")
        let columns = [(column: "A", field: "name"), (column: "B", field: "phone")]
        try hub.importFile(file, columns: columns)
        try hub.run("connections edit", ["record": "Bob", "notes": ["mine"]])
        let undone = try hub.run("imports undo", ["run": 1])
        #expect(undone["kept"]?.listValue?.count == 1)
        #expect(try hub.items("connections list").map { $0["name"] } == ["Bob"])
        let report = try hub.importFile(file, columns: columns)
        #expect([report.added, report.unchanged, report.conflicts] == [1, 1, 0])
    }

    /// An older text that says the same takes nothing from the richer one, also where the record was edited.
    @Test(arguments: ["2.1", "3.0"])
    func aPoorerExportThatComesBackReplacesNothing(version: String) throws {
        func card(_ version: String, _ lines: String) -> String {
            "BEGIN:VCARD\r\nVERSION:\(version)\r\nUID:rich\r\nFN:Ada\r\n\(lines)\r\nEND:VCARD\r\n"
        }
        // The vault has no field for PID.
        try hub.importFile(TextFile("rich.vcf", card("4.0", "TEL;PID=1.1;VALUE=uri:tel:+43-1")))
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["edited"]])
        let before = try hub.export("connections", format: .vcard)
        let poorer = try hub.export("connections", format: .vcard, options: ["vcardVersion": .text(version)])
        for text in [poorer, card(version, "TEL:+43-1\r\nNOTE:edited"), poorer] {
            let report = try hub.importFile(TextFile("poor.vcf", text))
            #expect([report.unchanged, report.conflicts] == [1, 0])
            #expect(try hub.export("connections", format: .vcard) == before)
        }
    }

    /// An older text that says more than the source does is no older copy of it.
    @Test(arguments: ["X-PET:Rex", "KEY:http://x.example/key", "AGENT:Jo"])
    func whatAnOlderTextSaysNewIsKept(line: String) throws {
        func card(_ version: String, _ lines: String) -> String {
            "BEGIN:VCARD\r\nVERSION:\(version)\r\nUID:rich\r\nFN:Ada\r\n\(lines)\r\nEND:VCARD\r\n"
        }
        try hub.importFile(TextFile("rich.vcf", card("4.0", "TEL;PID=1.1;VALUE=uri:tel:+43-1")))
        try hub.importFile(TextFile("more.vcf", card("3.0", "N:;Ada;;;\r\nTEL:+43-1\r\n" + line)))
        #expect(try hub.export("connections", format: .vcard).contains(line))
    }

    /// An older text with another number changes the number in the richer text, and takes nothing else from it.
    @Test func aPoorerTextThatChangesTheRecordLeavesTheRest() throws {
        try hub.importFile(
            TextFile(
                "a.vcf", card("a", "4.0", "+43 1", "KEY:data:application/x;base64,AQID\r\n")))
        let poorer = TextFile("a.vcf", card("a", "3.0", "+43 2"))
        #expect(try hub.importFile(poorer).updated == 1)
        let text = try hub.export("connections", format: .vcard)
        for part in ["PID=1.1", "+43 2", "AQID"] { #expect(text.contains(part), "\(part)") }
        let contents = try hub.session().contents()
        #expect(try hub.importFile(poorer).unchanged == 1)
        #expect(try hub.session().contents().difference(from: contents) == [])
        try edit(phone: "+43 3")
        #expect(try hub.importFile(poorer).unchanged == 1)
        #expect(try hub.importFile(TextFile("a.vcf", card("a", "3.0", "+43 4"))).conflicts == 1)
    }

    /// A parameter that no field holds is something new, too.
    @Test func aParameterThatOnlyTheOlderTextHasIsKept() throws {
        try hub.importFile(TextFile("a.vcf", card("a", "4.0", "+43 1")))
        try hub.importFile(
            TextFile("a.vcf", card("a", "3.0", "+43 1").replacing("TEL:", with: "TEL;X-SLOT=9:")))
        #expect(try hub.export("connections", format: .vcard).contains("X-SLOT=9"))
    }

    /// What came back says what was edited here: the next change in the file is no conflict with that edit.
    @Test func afterAnEditHasComeBackOnlyANewerOneIsAConflict() throws {
        let rich = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:rich\r\nFN:Ada\r\nTEL;PID=1.1:+43-1\r\nEND:VCARD\r\n"
        try hub.importFile(TextFile("rich.vcf", rich))
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["edited"]])
        func exported() throws -> String {
            try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"])
        }
        let back = TextFile("back.vcf", try exported())
        #expect(try hub.importFile(back).unchanged == 1)
        // Once is enough.
        let contents = try hub.session().contents()
        #expect(try hub.importFile(back).unchanged == 1)
        #expect(try hub.session().contents().difference(from: contents) == [])
        #expect(try hub.export("connections", format: .vcard).contains("PID"))

        func phone(_ number: String) throws -> TextFile {
            TextFile("back.vcf", try exported().replacing(/TEL.*\r\n/) { _ in "TEL:\(number)\r\n" })
        }
        let changed = try hub.importFile(phone("+43-2"))
        #expect([changed.updated, changed.conflicts] == [1, 0])
        let text = try hub.export("connections", format: .vcard)
        #expect(text.contains("+43-2") && text.contains("NOTE:edited"))
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["again"]])
        #expect(try hub.importFile(phone("+43-3")).conflicts == 1)
    }

    @Test func anEditAfterwardsIsAConflictAgainAndItsUndoIsNot() throws {
        let rich = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:rich\r\nFN:Ada\r\nTEL;PID=1.1:+43-1\r\nEND:VCARD\r\n"
        try hub.importFile(TextFile("rich.vcf", rich))
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["edited"]])
        let back = try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"])
        try hub.importFile(TextFile("back.vcf", back))
        let changed = TextFile("back.vcf", back.replacing("+43-1", with: "+43-2"))
        let contents = try hub.session().contents()
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["again"]])
        #expect(try hub.importFile(changed).conflicts == 1)
        try hub.run("undo")
        #expect(try hub.session().contents().difference(from: contents) == [])
        #expect(try hub.importFile(changed).updated == 1)
    }

    private func card(_ uid: String, _ version: String, _ phone: String, _ more: String = "") -> String {
        "BEGIN:VCARD\r\nVERSION:\(version)\r\nUID:\(uid)\r\nFN:Ada\r\nTEL;PID=1.1:\(phone)\r\n\(more)END:VCARD\r\n"
            .replacing(version == "4.0" ? "" : ";PID=1.1", with: "")
    }

    private func phones() throws -> [DataValue?] {
        let shown = try hub.run("connections show", ["record": 1])
        return shown["phones"]?.listValue?.map { $0.objectValue?["value"] } ?? []
    }

    /// Of two sources that one person has since a merge, each agrees by itself.
    @Test func whatOneFileSaysIsNoAgreementOfAnother() throws {
        for uid in ["a", "b"] {
            try hub.importFile(TextFile("\(uid).vcf", card(uid, "4.0", "+43-\(uid == "a" ? 1 : 2)")))
        }
        try hub.run("connections merge", ["record": "a", "other": "b"])
        let back = try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"])
        #expect(try hub.importFile(TextFile("back.vcf", back)).unchanged == 1)
        let report = try hub.importFile(TextFile("b.vcf", card("b", "4.0", "+43-3")))
        #expect([report.updated, report.conflicts] == [0, 1])
        #expect(try phones() == ["+43-1", "+43-2"])
    }

    private func edit(phone: DataValue) throws {
        try hub.run("connections edit", ["record": 1, "phones": .list([.object(["value": phone])])])
    }

    /// An edit that a file has agreed with is not taken back from under that.
    @Test func anAgreementStandsOnTheEdit() throws {
        try hub.importFile(TextFile("a.vcf", card("a", "4.0", "+43 1")))
        for phone in ["+43 2", "+43 3"] as [DataValue] { try edit(phone: phone) }
        let back = TextFile(
            "back.vcf", try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"]))
        #expect(try hub.importFile(back).unchanged == 1)
        let error = #expect(throws: AtriumError.self) { try hub.run("undo", ["change": 3]) }
        #expect(
            error?.message
                == "change 3 (connections edit) cannot be undone yet, because change 4 (import) builds on it")
        try hub.run("undo")
        try hub.run("undo")
        #expect(try phones() == ["+43 2"])
        let again = try hub.importFile(back)
        #expect([again.updated, again.conflicts] == [0, 1])
    }

    /// What a file said last is what it is compared with: unchanged it is no conflict, and its changes are merged from there.
    @Test func aFileThatHasAgreedIsUnchangedAfterTheNextEdit() throws {
        try hub.importFile(TextFile("a.vcf", card("a", "4.0", "+43 1")))
        try hub.run("connections edit", ["record": 1, "addNotes": ["first"]])
        let text = try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"])
        try hub.importFile(TextFile("back.vcf", text))
        try hub.run("connections edit", ["record": 1, "notes": .list([])])
        let contents = try hub.session().contents()
        for decision in [nil, .replace, .merge] as [ConflictDecision?] {
            var request = ImportRequest(files: [("back.vcf", TextFile("back.vcf", text))])
            request.onConflict = decision
            let file = try #require(try hub.session().importFiles(request).files.first)
            #expect([file.unchanged, file.conflicts] == [1, 0])
            #expect(try hub.session().contents().difference(from: contents) == [])
        }
        // The note that was taken away since does not come back with another number.
        let changed = text.replacing("+43 1", with: "+43 2")
        var request = ImportRequest(files: [("back.vcf", TextFile("back.vcf", changed))])
        request.onConflict = .merge
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        #expect(try phones() == ["+43 2"])
        #expect(try hub.run("connections show", ["record": 1])["notes"] == .list([]))
    }

    /// A file that has said what was edited here, and then what it did at first, has changed.
    @Test func aFileThatReturnsToItsFirstTextHasChanged() throws {
        let first = TextFile("a.vcf", card("a", "4.0", "+43 1"))
        try hub.importFile(first)
        try edit(phone: "+43 2")
        let back = try hub.export("connections", format: .vcard, options: ["vcardVersion": "3.0"])
        try hub.importFile(TextFile("a.vcf", back))
        #expect(try hub.importFile(first).updated == 1)
        #expect(try phones() == ["+43 1"])
    }

    /// Nothing of a person stays when they are removed: no text that they had, none that was declined for them.
    @Test(arguments: [ConflictDecision.keep, nil])
    func aRemovedPersonLeavesNoText(decision: ConflictDecision?) throws {
        func card(_ version: String, _ lines: String) -> TextFile {
            TextFile(
                "a.vcf",
                "BEGIN:VCARD\r\nVERSION:\(version)\r\nUID:rich\r\nFN:Ada\r\n\(lines)\r\nEND:VCARD\r\n")
        }
        try hub.importFile(card("4.0", "TEL;PID=1.1:+43-1"))
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["edited"]])
        if decision == nil {
            #expect(try hub.importFile(card("3.0", "TEL:+43-1\r\nNOTE:edited")).unchanged == 1)
        } else {
            var request = ImportRequest(files: [("a.vcf", card("3.0", "TEL:+43-2"))])
            request.onConflict = decision
            #expect(try hub.session().importFiles(request).files.map(\.kept) == [1])
        }
        let contents = try hub.session().contents()
        #expect(contents.rows["host_source_item"]?.count == (decision == nil ? 1 : 2))
        try hub.run("connections remove", ["record": "Ada"])
        #expect(try hub.session().contents().rows["host_source_item"] == nil)
        try hub.run("undo")
        #expect(try hub.session().contents().difference(from: contents) == [])
    }

    @Test func whatIsOfOneLineIsReadSo() throws {
        let file = TextFile(
            "a.csv", "Who,Tel,Text\r\n\"Ada\n Lovelace\",\"+43\r\n1\",\"two\nlines\"\r\n")
        let report = try hub.importFile(
            file, columns: [("Who", "name"), ("Tel", "phone"), ("Text", "note")])
        #expect(
            report.issues.map { [$0.code, $0.property] } == [["line-break", "Who"], ["line-break", "Tel"]])
        let ada = try hub.run("connections show", ["record": "Ada Lovelace"])
        #expect(ada["phones"]?.listValue?.first?.objectValue?["value"] == "+43 1")
        #expect(ada["notes"] == ["two\nlines"])
        #expect(
            try hub.importFile(file, columns: [("Who", "name"), ("Tel", "phone"), ("Text", "note")]).unchanged
                == 1)
    }
}
