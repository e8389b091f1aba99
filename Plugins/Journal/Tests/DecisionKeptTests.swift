import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVExchange
import CSVFormat
import ContentLine
import Foundation
import ICalendarFormat
import Testing

@testable import Journal

/// What of a file is only kept, in the exports of a decision that was edited since.
@Suite struct DecisionKeptTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [journalModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    private static let header =
        "uid,title,expected,confidence,sealedAt,addenda,reviewedAt,outcome,cameOut,rating,lessons"

    private static let row =
        "1,Move,,,2026-03-01T10:00:00Z,2026-03-02T10:00:00Z: Rent,2026-03-03T10:00:00Z,Quiet,yes,4,Ask"
    private static let component = """
        SUMMARY:Move
        X-ATRIUM-DECISION:
        X-ATRIUM-SEALED:2026-03-01T10:00:00Z
        X-ATRIUM-ADDENDUM;X-ADDED="2026-03-02T10:00:00Z":Rent
        X-ATRIUM-REVIEWED:2026-03-03T10:00:00Z
        X-ATRIUM-OUTCOME;LANGUAGE=en:Quiet
        X-ATRIUM-CAME-OUT:yes
        X-ATRIUM-LESSONS:Ask
        X-ATRIUM-RATING:4
        """

    private static func file(_ format: FormatID) -> TextFile {
        format == .csv ? TextFile("d.csv", "\(header)\n\(row)\n") : Fixtures.file(component)
    }

    private static let texts = [
        "2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "Rent", "2026-03-03T10:00:00Z", "Quiet", "yes", "Ask",
    ]

    private func export(_ format: FormatID, of hub: TemporaryHub? = nil) throws -> String {
        try (hub ?? self.hub).export("journal", collection: "decisions", format: format)
    }

    private func shown(_ hub: TemporaryHub? = nil) throws -> DataObject {
        try (hub ?? self.hub).run("journal decisions show", ["record": 1])
    }

    /// An edit that lets the file's seal mean something moves it aside, and nothing is lost over any number of exports.
    @Test(arguments: [FormatID.csv, .icalendar])
    func anEditLosesNothingThatIsOnlyKept(format: FormatID) throws {
        try hub.importFile(Self.file(format))
        try hub.run("journal decisions edit", ["record": 1, "tags": ["home"]])
        #expect(!(try export(format).lowercased().contains("kept")), "it still says nothing")
        try hub.run("journal decisions edit", ["record": 1, "expected": "Noise", "confidence": 70])
        let first = try export(format)
        for text in Self.texts { #expect(first.contains(text), "\(text) in \(first)") }
        if format == .icalendar {
            #expect(first.contains("X-ATRIUM-KEPT-OUTCOME;LANGUAGE=en:Quiet\r\n"))
            #expect(first.contains("X-ATRIUM-KEPT-SEALED:2026-03-01T10:00:00Z\r\n"))
            #expect(first.contains("X-ATRIUM-KEPT-RATING:4\r\n"))
            #expect(!first.contains("X-ATRIUM-SEALED"))
        } else {
            let names = ["SealedAt", "Addenda", "ReviewedAt", "Outcome", "CameOut", "Lessons", "Rating"]
            #expect(first.contains(names.map { ",kept\($0)" }.joined()))
        }
        // In an empty vault it is kept, not said.
        let second = try Self.hub()
        let report = try second.importFile(TextFile("a.\(format)", first))
        #expect(report.issues.isEmpty && report.added == 1)
        #expect(try shown(second)["status"] == "open")
        #expect(try export(format, of: second) == first)
        try second.run("journal decisions edit", ["record": 1, "title": "Move out"])
        #expect(
            try export(format, of: second)
                == first.replacing("Move", with: "Move out").replacing("SEQUENCE:1", with: "SEQUENCE:2"))
    }

    /// A seal and a review of one's own take nothing of it away.
    @Test(arguments: [FormatID.csv, .icalendar])
    func whatIsSaidHereStandsBesideIt(format: FormatID) throws {
        try hub.importFile(Self.file(format))
        try hub.run("journal decisions edit", ["record": 1, "expected": "Noise", "confidence": 70])
        try hub.run("journal decisions seal", ["record": 1])
        try hub.run("journal decisions amend", ["record": 1, "text": "Dust"])
        try hub.run(
            "journal decisions review", ["record": 1, "outcome": "Loud", "cameOut": "no", "lessons": "Look"])
        let text = try export(format)
        for part in Self.texts + ["Dust", "Loud", "Look"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let other = try Self.hub()
        #expect(try other.importFile(TextFile("a.\(format)", text)).issues.isEmpty)
        let (here, there) = (try shown(), try shown(other))
        for field in ["status", "sealedAt", "addenda", "outcome", "cameOut", "lessons", "rating"] {
            #expect(there[field] == here[field], "\(field)")
        }
        #expect(try export(format, of: other) == text)
    }

    /// A column that the user has mapped is looked at as it was read.
    @Test func aMappedColumnIsKeptToo() throws {
        let text = "uid,title,expected,confidence,sealedAt,Result\n1,Move,,,2026-03-01T10:00:00Z,Quiet\n"
        try hub.importFile(TextFile("d.csv", text), columns: [("Result", "outcome")])
        try hub.run("journal decisions edit", ["record": 1, "expected": "Noise", "confidence": 70])
        #expect(try export(.csv).contains("Quiet"))
    }

    // MARK: - Vaults of earlier versions

    /// A decision as earlier versions took it from such a file: sealed and reviewed, without an expectation.
    private static var old: Decision {
        var decision = Decision(title: "Move")
        decision.sealedAt = "2026-03-01T10:00:00Z"
        decision.addenda = [Addendum(addedAt: "2026-03-02T10:00:00Z", text: "Rent")]
        decision.review = Review(reviewedAt: "2026-03-03T10:00:00Z", outcome: "Quiet", cameOut: .yes)
        decision.review?.lessons = "Ask"
        decision.review?.rating = 4
        return decision
    }

    private static func stored(_ decision: Decision) -> StoredDecision {
        StoredDecision(
            id: 1, uid: "1", decision: decision, createdAt: "2026-03-01T10:00:00Z",
            updatedAt: "2026-03-04T10:00:00Z")
    }

    @Test func theSealOfAnEarlierVersionIsNoEditOfAComponent() throws {
        let text = "BEGIN:VJOURNAL\nUID:1\n\(Self.component)\nEND:VJOURNAL\n"
        let component = Component.parse(Array(text.utf8)).component
        #expect(DecisionJournal.patched(component, version: .iCalendar, to: Self.stored(Self.old)) == nil)
        var edited = Self.old
        edited.title = "Move out"
        let patched = try #require(
            DecisionJournal.patched(component, version: .iCalendar, to: Self.stored(edited)))
        let lines = patched.component.properties.filter {
            !["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].contains($0.canonicalName)
        }
        let before = component.properties.map { String(decoding: $0.value, as: UTF8.self) }
        #expect(
            lines.map { String(decoding: $0.value, as: UTF8.self) }
                == before.map { $0 == "Move" ? "Move out" : $0 })
        #expect(lines.map(\.name) == component.properties.map(\.name))
    }

    @Test func theSealOfAnEarlierVersionIsNoEditOfARow() throws {
        let source = try #require(
            CSVSourceRow(row: Array(Self.row.utf8), header: Array("\(Self.header)\n".utf8)))
        var edited = Self.old
        edited.title = "Move out"
        let cells = DecisionCSV.table.cells(
            of: Self.stored(edited),
            OriginalRow(source: source, isEdited: true, options: ImportOptions(timeZone: .gmt)))
        #expect(cells(.title) == "Move out")
        for column in DecisionCSV.Column.allCases where column != .title {
            let text = source.value(column.rawValue) ?? ""
            #expect(cells(column) == text, "\(column)")
        }
    }
}
