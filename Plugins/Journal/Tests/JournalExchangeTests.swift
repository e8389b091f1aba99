import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import StandInModules
import Testing

@testable import Journal

/// It is Sunday, 15 March 2026, half past nine in UTC.
@Suite struct JournalExchangeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(
            modules: [PeopleModule.module, journalModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    private func ics(_ collection: String = "entries") throws -> String {
        try hub.export("journal", collection: collection, format: .icalendar)
    }

    private func csv(_ collection: String) throws -> String {
        try hub.export("journal", collection: collection, format: .csv)
    }

    // MARK: - Entries

    @Test func aComponentBecomesAnEntry() throws {
        try hub.run("connections add", ["name": "Ann", "uid": "ann-1"])
        let report = try hub.importFile(Fixtures.journal)
        #expect(report.added == 4)
        let minutes = try hub.run("journal show", ["record": "minutes"])
        #expect(minutes["at"] == "2026-04-05T08:00:00")
        #expect(minutes["zone"] == "Office")
        #expect(minutes["title"] == "Minutes, second version")
        #expect(minutes["text"] == "First, the roof.\n\nThen the garden\nand the fence.")
        #expect(minutes["place"] == "The hall")
        #expect(minutes["mood"] == "okay")
        #expect(minutes["tags"] == ["Meeting", "House"])
        #expect(minutes["people"] == ["Ann"])
        #expect(try hub.run("journal show", ["record": "when"])["at"] == .null)
    }

    /// A zone that there is not is said, kept by its name, and written so that every program can read the time.
    @Test func anUnknownZoneIsSaidAndKept() throws {
        let row = "e1,2026-04-01T10:00:00,Mars/Olympus,,Dust,okay"
        let report = try hub.importFile(TextFile("j.csv", "uid,date,zone,title,text,mood\r\n\(row)\r\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unknown-zone"] && report.issues.map(\.property) == ["zone"])
        #expect(try csv("entries").contains(row))
        let text = try ics()
        #expect(text.contains("DTSTART;X-ATRIUM-TZID=Mars/Olympus:20260401T100000\r\n"))
        #expect(!text.contains(";TZID=") && !text.contains("VTIMEZONE"))
        let other = try Self.hub()
        try other.importFile(TextFile("j.ics", text))
        let shown = try other.run("journal show", ["record": "e1"])
        #expect(shown["at"] == "2026-04-01T10:00:00" && shown["zone"] == "Mars/Olympus")
    }

    @Test func untouchedComponentsComeBackToTheByte() throws {
        try hub.importFile(Fixtures.journal)
        let file = String(decoding: Fixtures.journal.content, as: UTF8.self)
        let exported = try ics() + ics("decisions")
        for component in file.components(separatedBy: "BEGIN:VJOURNAL").dropFirst() {
            let lines = component.components(separatedBy: "END:VJOURNAL")[0]
            #expect(exported.contains("BEGIN:VJOURNAL" + lines + "END:VJOURNAL"), "\(lines)")
        }
        #expect(exported.contains("TZID:Office\r\n"))
    }

    @Test func anEditChangesJustWhatItIs() throws {
        try hub.importFile(Fixtures.journal)
        let before = try ics().split(separator: "\r\n")
        try hub.run("journal edit", ["record": "minutes", "mood": "great", "place": .null])
        let after = try ics().split(separator: "\r\n")
        var removed = ["LOCATION:The hall", "X-ATRIUM-MOOD:okay"]
        let stamp = "DTSTAMP:20260101T000000Z"
        if before.contains(Substring(stamp)), !after.contains(Substring(stamp)) { removed.append(stamp) }
        #expect(before.filter { !after.contains($0) }.map(String.init) == removed)
        #expect(
            after.filter { !before.contains($0) } == [
                "DTSTAMP:20260315T093000Z", "X-ATRIUM-MOOD:great", "LAST-MODIFIED:20260315T093000Z",
                "SEQUENCE:1",
            ])
        // Several descriptions are kept as they are, until the text is edited.
        try hub.run("journal edit", ["record": "minutes", "text": "All of it"])
        let lines = try ics()
        #expect(lines.contains("DESCRIPTION:All of it\r\n"))
        #expect(!lines.contains("DESCRIPTION:Then the garden"))
        #expect(lines.contains("X-OWN;X-A=1:kept\r\n"))
    }

    @Test func aWrongMoodIsSaidAndKept() throws {
        let report = try hub.importFile(Fixtures.file("SUMMARY:a\nX-ATRIUM-MOOD:so-so"))
        #expect(report.issues.map(\.code) == ["bad-mood"])
        try hub.run("journal edit", ["record": 1, "title": "b"])
        #expect(try ics().contains("X-ATRIUM-MOOD:so-so\r\n"))
    }

    @Test func rowsSayWhatTheyCannotMean() throws {
        let report = try hub.importFile(
            TextFile(
                "a.csv",
                """
                date,text,mood
                2026-13-01,One,good
                2026-01-02,Two,so-so
                2026-01-03,,

                """))
        #expect(report.added == 2)
        #expect(report.issues.map(\.code).sorted() == ["bad-date", "bad-mood", "unusable-item"])
        #expect(try csv("entries").contains("2026-13-01,,,One,good"))
    }

    @Test func aZoneThatThereIsNotIsSaid() throws {
        let report = try hub.importFile(
            TextFile(
                "a.csv", "date,zone,text,mood\n2026-01-02T08:00,Mars/Olympus,One,good\n2026-01-03,,Two,bad\n")
        )
        #expect(report.issues.map(\.code) == ["unknown-zone"])
        #expect(report.issues.map(\.property) == ["zone"])
        #expect(
            report.issues.map(\.message)
                == ["unknown time zone; its times are read in the viewer's time zone"])
        try hub.run("journal edit", ["record": 1, "mood": "great"])
        #expect(try csv("entries").contains("2026-01-02T08:00,Mars/Olympus,,One,great"))
    }

    @Test func aDateThatMayBeTwoStopsTheFile() throws {
        let file = TextFile("a.csv", "date,text,mood\n3/4/2026 08:00,One,good\n")
        let error = try #require(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(
            error.message
                == "line 2: a date in the column “date” can be read with the month first or the day first")
        try hub.importFile(file, options: ["dateOrder": "dmy"])
        #expect(try hub.run("journal show", ["record": 1])["at"] == "2026-04-03T08:00:00")
    }

    @Test func peopleInACellAreFoundByName() throws {
        try hub.run("connections add", ["name": "Ann"])
        try hub.importFile(TextFile("a.csv", "date,text,mood,people\n2026-01-02,Tea,good,\"Ann,Stranger\"\n"))
        #expect(try hub.run("journal show", ["record": 1])["people"] == ["Ann", "Stranger"])
        #expect(try hub.items("journal list", ["person": "Ann"]).count == 1)
    }

    // MARK: - Sealed decisions

    private static func decision(
        expected: String = "Less noise", confidence: Int = 70, sealed: String? = "2026-03-01T10:00:00Z",
        title: String = "Move", addendum: String? = nil, outcome: String? = nil
    ) -> TextFile {
        let lines = [
            "SUMMARY:\(title)", "X-ATRIUM-DECISION:", "X-ATRIUM-EXPECTED:\(expected)",
            "X-ATRIUM-CONFIDENCE:\(confidence)", sealed.map { "X-ATRIUM-SEALED:\($0)" },
            addendum.map { "X-ATRIUM-ADDENDUM;X-ADDED=\"2026-03-02T10:00:00Z\":\($0)" },
            outcome.map {
                "X-ATRIUM-REVIEWED:2026-03-10T10:00:00Z\nX-ATRIUM-CAME-OUT:yes\nX-ATRIUM-OUTCOME:\($0)"
            },
        ]
        return Fixtures.file(lines.compactMap(\.self).joined(separator: "\n"))
    }

    private func shown() throws -> DataObject { try hub.run("journal decisions show", ["record": 1]) }

    /// Each tells another past than the one that was sealed.
    @Test(
        arguments: [
            (decision(expected: "More noise"), "expected"), (decision(confidence: 20), "confidence"),
            (decision(sealed: nil), "the decision"),
            (decision(sealed: "2026-01-01T10:00:00Z"), "the decision"),
        ])
    func aFileOpensNoSeal(file: TextFile, what: String) throws {
        try hub.importFile(Self.decision())
        let before = try shown()
        let exported = try ics("decisions")
        let report = try hub.importFile(file)
        #expect(report.updated == 0)
        let issue = try #require(report.issues.first)
        #expect(issue.message.contains("\(what) was sealed at 2026-03-01 10:00"), "\(issue)")
        #expect(issue.isKept)
        #expect(try shown() == before)
        #expect(try ics("decisions") == exported)
    }

    @Test func aFileMayAddToASealedDecision() throws {
        try hub.importFile(Self.decision())
        let report = try hub.importFile(
            Self.decision(title: "Move out", addendum: "And less rent", outcome: "Quiet"))
        #expect(report.updated == 1)
        let decision = try shown()
        #expect(decision["title"] == "Move out")
        #expect(decision["addenda"] == [["addedAt": "2026-03-02T10:00:00Z", "text": "And less rent"]])
        #expect(decision["cameOut"] == "yes")
        // What was added is not taken away.
        let without = try hub.importFile(Self.decision(title: "Move out", outcome: "Quiet"))
        #expect(
            without.issues.first?.message.contains("additions to a sealed expectation") == true)
        #expect(try shown() == decision)
    }

    @Test func aMergeTakesAllButWhatIsSealed() throws {
        try hub.importFile(Self.decision(sealed: nil))
        try hub.run("journal decisions seal", ["record": 1])
        try hub.run("journal decisions amend", ["record": 1, "text": "And less rent"])
        let file = Self.decision(expected: "More noise", sealed: nil, title: "Move out")
        let open = try hub.importFile(file)
        #expect(open.conflicts == 1)
        #expect(try shown()["expected"] == "Less noise")
        let session = try hub.session()
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = .merge
        _ = try session.importFiles(request)
        let merged = try shown()
        #expect(merged["title"] == "Move out")
        #expect(merged["expected"] == "Less noise")
        #expect(merged["sealedAt"] == "2026-03-15T09:30:00Z")
        #expect(merged["addenda"]?.listValue?.count == 1)
        #expect(try ics("decisions").contains("X-ATRIUM-EXPECTED:Less noise\r\n"))
        request.onConflict = .replace
        _ = try session.importFiles(request)
        #expect(try shown()["expected"] == "Less noise")
    }

    /// Seals, addenda and reviews come back whole, in both formats.
    @Test(arguments: [FormatID.icalendar, .csv])
    func decisionsComeBackWhole(format: FormatID) throws {
        try hub.run(
            "journal decisions add",
            [
                "title": "Move; or not", "context": "Rent,\nand noise", "options": ["Stay, for now", "Go"],
                "chosen": "Go", "models": ["Inversion"], "expected": "Less\nnoise", "confidence": 70,
                "reviewOn": "2026-06-01", "tags": ["home, sweet"],
            ])
        try hub.run("journal decisions seal", ["record": 1])
        hub.clock.advance(days: 1)
        try hub.run("journal decisions amend", ["record": 1, "text": "Or: less rent;\nperhaps"])
        hub.clock.advance(days: 1)
        try hub.run(
            "journal decisions review",
            ["record": 1, "outcome": "Quiet,\nmostly", "cameOut": "partly", "lessons": "Ask", "rating": 4])
        let other = try Self.hub()
        let text = try hub.export("journal", collection: "decisions", format: format)
        try other.importFile(TextFile("a.\(format)", text))
        var (wanted, found) = try (shown(), other.run("journal decisions show", ["record": 1]))
        for field in ["createdAt", "updatedAt"] { (wanted[field], found[field]) = (nil, nil) }
        #expect(found == wanted)
        let error = try #require(throws: AtriumError.self) {
            try other.run("journal decisions edit", ["record": 1, "expected": "Else"])
        }
        #expect(error.message == "expected was sealed at 2026-03-15 09:30 and cannot be changed")
    }

    @Test func aReviewOfWhatIsNotDecidedIsOnlyKeptInTheFile() throws {
        let report = try hub.importFile(
            TextFile("a.csv", "title,expected,confidence,outcome,cameOut\nMove,Noise,70,Quiet,yes\n"))
        #expect(report.issues.map(\.code) == ["review-without-decision"])
        #expect(try shown()["status"] == "open")
        #expect(try csv("decisions").contains("Quiet,yes"))
    }
}
