import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Journal

/// What a file says of a decision and no command does: that is left to the file, and said.
///
/// It is Sunday, 15 March 2026, half past nine in UTC.
@Suite struct DecisionImportTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [journalModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    /// Rows of CSV, or the lines of a component.
    private static func file(_ format: FormatID, _ text: String) -> TextFile {
        let header =
            "uid,title,expected,confidence,sealedAt,addenda,reviewedAt,outcome,cameOut,rating,lessons"
        return format == .csv
            ? TextFile("d.csv", "\(header)\n\(text)\n")
            : Fixtures.file("SUMMARY:Move\nX-ATRIUM-DECISION:\n\(text)")
    }

    private func shown() throws -> DataObject { try hub.run("journal decisions show", ["record": 1]) }

    private func export(_ format: FormatID, of hub: TemporaryHub? = nil) throws -> String {
        try (hub ?? self.hub).export("journal", collection: "decisions", format: format)
    }

    // MARK: - The seal

    /// Such a seal would stay for ever: nothing opens one, and nothing that it lacks could be said any more.
    @Test(
        arguments: [
            (.csv, "1,Move,,70,2026-03-01T10:00:00Z,,,,,,", "expected", []),
            (.csv, "1,Move,Noise,,2026-03-01T10:00:00Z,,,,,,", "confidence", []),
            (.csv, "1,Move,Noise,101,2026-03-01T10:00:00Z,,,,,,", "confidence", ["bad-confidence"]),
            (.icalendar, "X-ATRIUM-CONFIDENCE:70\nX-ATRIUM-SEALED:2026-03-01T10:00:00Z", "expected", []),
            (
                .icalendar,
                "X-ATRIUM-EXPECTED:Noise\nX-ATRIUM-CONFIDENCE:101\nX-ATRIUM-SEALED:2026-03-01T10:00:00Z",
                "confidence", ["bad-value"]
            ),
        ] as [(FormatID, String, String, [String])])
    func nothingIsSealedThatHoldsNobody(format: FormatID, text: String, missing: String, also: [String])
        throws
    {
        let report = try hub.importFile(Self.file(format, text))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == also + ["seal-without-expectation"])
        let issue = try #require(report.issues.last)
        let words = missing == "expected" ? "expectation" : missing
        #expect(
            issue.message
                == "the decision has no \(words), so its seal was kept and ignored")
        #expect(issue.isKept && issue.line > 1)
        #expect(try shown()["status"] == "open")
        #expect(try export(format).contains("2026-03-01T10:00:00Z"))
        // The mended file comes in.
        let mended =
            format == .csv
            ? "1,Move,Noise,10,2026-03-01T10:00:00Z,,,,,,"
            : "X-ATRIUM-EXPECTED:Noise\nX-ATRIUM-CONFIDENCE:10\nX-ATRIUM-SEALED:2026-03-01T10:00:00Z"
        let again = try hub.importFile(Self.file(format, mended))
        #expect(again.updated == 1 && again.issues.isEmpty)
        #expect(try shown()["status"] == "decided")
        #expect(try shown()["confidence"] == 10)
    }

    /// What meant nothing in the text that came means nothing beside what is edited, either.
    @Test(arguments: [FormatID.csv, .icalendar])
    func whatStaysOpenComesBackOpen(format: FormatID) throws {
        try hub.importFile(
            Self.file(
                format,
                format == .csv
                    ? "1,Move,Noise,,2026-03-01T10:00:00Z,2026-03-02T10:00:00Z: Rent,2026-03-03T10:00:00Z,Quiet,yes,4,"
                    : """
                    X-ATRIUM-EXPECTED:Noise
                    X-ATRIUM-SEALED:2026-03-01T10:00:00Z
                    X-ATRIUM-ADDENDUM;X-ADDED="2026-03-02T10:00:00Z":Rent
                    X-ATRIUM-REVIEWED:2026-03-03T10:00:00Z
                    X-ATRIUM-OUTCOME:Quiet
                    X-ATRIUM-CAME-OUT:yes
                    """))
        try hub.run("journal decisions edit", ["record": 1, "tags": ["home"]])
        #expect(try export(format).contains("2026-03-01T10:00:00Z"), "it still says nothing")
        try hub.run("journal decisions edit", ["record": 1, "confidence": 70])
        let open = try Self.hub()
        let text = try export(format)
        #expect(try open.importFile(TextFile("a.\(format)", text)).issues.isEmpty, "\(text)")
        #expect(try open.run("journal decisions show", ["record": 1])["status"] == "open")
        try hub.run("journal decisions seal", ["record": 1])
        let sealed = try Self.hub()
        try sealed.importFile(TextFile("a.\(format)", try export(format)))
        let found = try sealed.run("journal decisions show", ["record": 1])
        #expect(found["sealedAt"] == "2026-03-15T09:30:00Z")
        #expect(found["status"] == "decided")
        #expect(found["addenda"] == [])
    }

    /// Earlier versions took seals from files that lack what they hold to: that, and no more, can be said.
    @Test func whatASealLacksCanBeSaid() throws {
        var old = Decision(title: "Move")
        old.expected = "Noise"
        old.sealedAt = "2026-03-01T10:00:00Z"
        var new = old
        new.confidence = 70
        try new.checkSeal(since: old, in: .gmt)
        new.expected = "Rent"
        #expect(throws: AtriumError.self) { try new.checkSeal(since: old, in: .gmt) }
    }

    // MARK: - What comes after it

    private static let open = "the decision is not sealed, so"
    private static let sealed =
        "X-ATRIUM-EXPECTED:Noise\nX-ATRIUM-CONFIDENCE:70\nX-ATRIUM-SEALED:2026-03-01T10:00:00Z"

    private static let left: [(FormatID, String, [String])] = [
        (
            .csv, "1,Move,Noise,70,,2026-03-02T10:00:00Z: Rent,,,,,",
            ["addendum-without-decision: \(open) its additions were kept and ignored"]
        ),
        (
            .csv, "1,Move,Noise,70,,,2026-03-10T10:00:00Z,Quiet,yes,,",
            ["review-without-decision: \(open) its review was kept and ignored"]
        ),
        (
            .icalendar, "X-ATRIUM-ADDENDUM;X-ADDED=\"2026-03-02T10:00:00Z\":Rent\nX-ATRIUM-OUTCOME:Quiet",
            [
                "addendum-without-decision: \(open) its additions were kept and ignored",
                "review-without-decision: \(open) its review was kept and ignored",
            ]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,2020-01-01T10:00:00Z: Rent,,,,,",
            ["addendum-before-decision: additions from before the seal were kept and ignored"]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,yesterday: Rent,,,,,",
            ["bad-addendum: 1 of the lines cannot be read; write them as 2026-03-01T19:30:00Z: text"]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,2020-01-01T10:00:00Z,Quiet,yes,,",
            ["review-before-decision: a review from before the seal was kept and ignored"]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,2026-03-10T10:00:00Z,Quiet,,,",
            ["incomplete-review: the review has no cameOut, so it was kept and ignored"]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,2026-03-10T10:00:00Z,,yes,,",
            ["incomplete-review: the review has no outcome, so it was kept and ignored"]
        ),
        (
            .csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,,Quiet,perhaps,,",
            [
                "bad-came-out: the value is not yes, partly or no",
                "incomplete-review: the review has no cameOut, so it was kept and ignored",
            ]
        ),
        (
            .icalendar, "\(sealed)\nX-ATRIUM-RATING:6",
            [
                "bad-value: The value is not a number from 1 to 5.",
                "incomplete-review: the review has no outcome, so it was kept and ignored",
            ]
        ),
    ]

    @Test(arguments: left)
    func whatNoCommandDoesIsLeftToTheFile(format: FormatID, text: String, issues: [String]) throws {
        let report = try hub.importFile(Self.file(format, text))
        #expect(report.issues.map { "\($0.code): \($0.message)" } == issues)
        #expect(report.issues.allSatisfy { $0.isKept && $0.line > 1 && $0.property != nil })
        let decision = try shown()
        #expect(decision["addenda"] == [])
        #expect(decision["reviewedAt"] == .null)
        // It is in the file that goes out.
        let exported = try export(format)
        for part in text.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            #expect(exported.contains(part), "\(part)")
        }
        // The same in a file of a decision that is open, or sealed, is said too.
        let again = try hub.importFile(Self.file(format, text.replacing("Noise", with: "Rain")))
        #expect(!again.issues.isEmpty || !text.contains("Noise"))
    }

    /// Of a decision that is sealed here, nothing of such an item is taken.
    @Test(
        arguments: left.filter {
            $0.2.count == 1 && $0.1.contains("70,2026-03-01") && $0.2[0].contains("kept")
        })
    func aSealedDecisionRefusesIt(format: FormatID, text: String, issues: [String]) throws {
        try hub.importFile(Self.file(.csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,,,,,"))
        let before = try shown()
        let report = try hub.importFile(Self.file(format, text))
        #expect(report.issues.map(\.code) == ["unusable-item"])
        #expect(report.issues.allSatisfy { issue in issues.contains { $0.hasSuffix(issue.message) } })
        #expect(try shown() == before)
    }

    @Test func aRatingThatIsNoneIsLeftOutOfItsReview() throws {
        let report = try hub.importFile(
            Self.file(.csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,2026-03-10T10:00:00Z,Quiet,yes,6,"))
        #expect(report.issues.map(\.message) == ["the rating is not a number from 1 to 5"])
        #expect(report.issues.map(\.code) == ["bad-rating"])
        #expect(try shown()["status"] == "reviewed")
        #expect(try shown()["rating"] == .null)
    }

    @Test func whatIsYetToComeIsSaid() throws {
        let report = try hub.importFile(
            Self.file(.csv, "1,Move,Noise,70,2030-01-01T10:00:00Z,,2030-02-01T10:00:00Z,Quiet,yes,,"))
        #expect(report.issues.map(\.code) == ["yet-to-come", "yet-to-come"])
        #expect(report.issues.map(\.property) == ["sealedAt", "reviewedAt"])
        #expect(
            report.issues.first?.message
                == "the file dates it on 2030-01-01, which is in the future; the date was imported unchanged")
        #expect(try shown()["status"] == "reviewed")
    }

    /// Without it the decision would never be due again, and count for nothing.
    @Test func aReviewIsNotTakenAway() throws {
        let reviewed = "1,Move,Noise,70,2026-03-01T10:00:00Z,,2026-03-10T10:00:00Z,Quiet,yes,4,Ask"
        try hub.importFile(Self.file(.csv, reviewed))
        let part = try hub.importFile(Self.file(.csv, reviewed.replacing("yes,4", with: ",3")))
        #expect(
            part.issues.map(\.message) == [
                "the review has no cameOut, so it was kept and ignored"
            ])
        #expect(part.unreadable == 1)
        #expect(try shown()["cameOut"] == "yes")
        #expect(try shown()["rating"] == 4)
        let none = try hub.importFile(
            Self.file(.csv, "1,Move,Noise,70,2026-03-01T10:00:00Z,,,,,,"))
        #expect(
            none.issues.map(\.message) == [
                "the decision was reviewed at 2026-03-10 10:00; a review cannot be removed"
            ])
        #expect(try shown()["cameOut"] == "yes")
        // What else is new in a review comes in.
        let other = try hub.importFile(Self.file(.csv, reviewed.replacing("yes,4,Ask", with: "no,3,")))
        #expect(other.updated == 1 && other.issues.isEmpty)
        #expect(try shown()["cameOut"] == "no")
        #expect(try shown()["lessons"] == .null)
        #expect(try hub.run("journal decisions calibration")["count"] == 1)
    }

    @Test func aMergeTakesNoReviewAway() throws {
        let reviewed = "1,Move,Noise,70,2026-03-01T10:00:00Z,,2026-03-10T10:00:00Z,Quiet,yes,4,Ask"
        try hub.importFile(Self.file(.csv, reviewed))
        try hub.run("journal decisions edit", ["record": 1, "title": "Move out"])
        let file = Self.file(.csv, "1,Move far,Noise,70,2026-03-01T10:00:00Z,,,,,,")
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = .merge
        _ = try hub.session().importFiles(request)
        #expect(try shown()["cameOut"] == "yes")
    }
}
