import AtriumFormats
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Journal

/// It is Sunday, 15 March 2026, half past nine in UTC.
@Suite struct DecisionCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [journalModule])
        try hub.run(
            "journal decisions add",
            [
                "title": "Move", "context": "Rent", "options": ["Stay", "Go"], "chosen": "Go",
                "models": ["Inversion"], "expected": "Less noise", "confidence": 70, "reviewOn": "2026-03-20",
            ])
    }

    private func refusal(_ command: String, _ values: DataObject) throws -> (message: String, remedy: String)
    {
        let before = try hub.run("journal decisions show", ["record": 1])
        let error = try #require(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(try hub.run("journal decisions show", ["record": 1]) == before, "\(error)")
        return (error.message, error.remedy.description)
    }

    private func seal() throws { try hub.run("journal decisions seal", ["record": 1]) }

    // MARK: - The seal

    @Test func aSealKeepsWhatWasExpected() throws {
        try seal()
        let sealed = try hub.run("journal decisions show", ["record": 1])
        #expect(sealed["status"] == "decided")
        #expect(sealed["sealedAt"] == "2026-03-15T09:30:00Z")
        let edits: [(DataObject, String)] = [
            (["expected": "More noise"], "expected"), (["expected": .null], "expected"),
            (["confidence": 20], "confidence"), (["context": "None"], "context"),
            (["options": ["Go"]], "options"), (["chosen": "Stay"], "chosen"), (["models": .null], "models"),
        ]
        for (edit, name) in edits {
            var values = edit
            values["record"] = 1
            let refused = try refusal("journal decisions edit", values)
            #expect(refused.message == "\(name) was sealed at 2026-03-15 09:30 and cannot be changed")
            #expect(
                refused.remedy
                    == "add a note with atrium journal decisions amend, or the outcome with atrium journal decisions review"
            )
        }
        // The same again is no change, and what is not sealed can be changed.
        let edited = try hub.run(
            "journal decisions edit",
            [
                "record": 1, "expected": "Less noise", "title": "Move out", "reviewOn": "2026-04-01",
                "tags": ["home"],
            ])
        #expect(edited["title"] == "Move out")
        #expect(edited["reviewOn"] == "2026-04-01")
    }

    @Test func nothingIsSealedTwice() throws {
        try seal()
        let refused = try refusal("journal decisions seal", ["record": 1])
        #expect(refused.message == "the decision was already sealed at 2026-03-15 09:30")
        #expect(refused.remedy == "add to the expectation with atrium journal decisions amend")
    }

    @Test(arguments: [("expected", "expectation"), ("confidence", "confidence")])
    func aSealNeedsSomethingToBeHeldTo(field: String, words: String) throws {
        try hub.run("journal decisions edit", ["record": 1, field: .null])
        #expect(
            try refusal("journal decisions seal", ["record": 1]).message
                == "the decision has no \(words), so it cannot be sealed")
    }

    @Test func whatWasExpectedCanBeAddedTo() throws {
        #expect(
            try refusal("journal decisions amend", ["record": 1, "text": "Too early"]).message
                == "the decision is not sealed yet, so its expectation can still be changed")
        try seal()
        #expect(
            try refusal("journal decisions amend", ["record": 1, "text": " \n"]).message
                == "the note is empty")
        hub.clock.advance(days: 1)
        let amended = try hub.run("journal decisions amend", ["record": 1, "text": "And less rent"])
        #expect(amended["addenda"] == [["addedAt": "2026-03-16T09:30:00Z", "text": "And less rent"]])
        #expect(amended["expected"] == "Less noise")
    }

    @Test func undoTakesBackASeal() throws {
        try seal()
        try hub.run("undo")
        #expect(try hub.run("journal decisions show", ["record": 1])["status"] == "open")
        #expect(try hub.run("journal decisions edit", ["record": 1, "confidence": 20])["confidence"] == 20)
    }

    // MARK: - Bounds

    @Test func boundsAreSaid() throws {
        let confidence = try refusal("journal decisions edit", ["record": 1, "confidence": 101])
        #expect(confidence.message == "confidence has a wrong value")
        #expect(confidence.remedy == "it must be a whole number from 0 to 100")
        try seal()
        let rating = try refusal(
            "journal decisions review", ["record": 1, "outcome": "x", "cameOut": "yes", "rating": 6])
        #expect(rating.message == "rating has a wrong value")
        #expect(rating.remedy == "it must be a whole number from 1 to 5")
        #expect(
            try refusal("journal decisions edit", ["record": 1, "title": " "]).message
                == "title cannot be empty")
    }

    // MARK: - Review

    @Test func onlyWhatIsDecidedIsReviewed() throws {
        let refused = try refusal(
            "journal decisions review", ["record": 1, "outcome": "x", "cameOut": "yes"])
        #expect(refused.message == "the decision is not sealed yet")
        #expect(refused.remedy == "seal it first with atrium journal decisions seal")
    }

    @Test func aReviewSaysWhatHappenedAndWhetherItCameOut() throws {
        try seal()
        #expect(
            try refusal("journal decisions review", ["record": 1, "cameOut": "yes"]).message
                == "the outcome is missing")
        let bare = try refusal("journal decisions review", ["record": 1, "outcome": "Quiet"])
        #expect(bare.message == "the review does not say whether the expectation came true")
        #expect(bare.remedy == "give --came-out yes, --came-out partly or --came-out no")
        hub.clock.advance(days: 30)
        let reviewed = try hub.run(
            "journal decisions review",
            ["record": 1, "outcome": "Quiet", "cameOut": "partly", "lessons": "Ask neighbours", "rating": 4])
        #expect(reviewed["status"] == "reviewed")
        #expect(reviewed["reviewedAt"] == "2026-04-14T09:30:00Z")
        #expect(reviewed["expected"] == "Less noise")
        hub.clock.advance(days: 1)
        let again = try hub.run(
            "journal decisions review", ["record": 1, "cameOut": "yes", "lessons": .null])
        #expect(again["reviewedAt"] == "2026-04-14T09:30:00Z")
        #expect(again["outcome"] == "Quiet")
        #expect(again["cameOut"] == "yes")
        #expect(again["lessons"] == .null)
        #expect(again["rating"] == 4)
    }

    @Test func dueReviewsAreListedAndStandInToday() throws {
        func due(_ values: DataObject = [:]) throws -> [DataValue?] {
            try hub.items("journal decisions due", values).map { $0["title"] }
        }
        func today() throws -> [DataObject] {
            try hub.items("today").filter { $0["kind"] == "review" }
        }
        #expect(try due(["within": 10]) == [])
        try seal()
        #expect(try due() == [])
        #expect(try due(["within": 5]) == ["Move"])
        #expect(try today().isEmpty)
        hub.clock.advance(days: 5)
        #expect(try due() == ["Move"])
        #expect(try today().map { $0["title"] } == ["Move"])
        #expect(try today().map { $0["overdue"] } == [false])
        hub.clock.advance(days: 2)
        #expect(try today().map { $0["overdue"] } == [true])
        try hub.run("journal decisions review", ["record": 1, "outcome": "Quiet", "cameOut": "yes"])
        #expect(try due() == [])
        #expect(try today().isEmpty)
    }

    @Test func listsFilter() throws {
        try hub.run("journal decisions add", ["title": "Bike", "models": ["inversion", "Margin of safety"]])
        try seal()
        func titles(_ values: DataObject) throws -> [DataValue?] {
            try hub.items("journal decisions list", values).map { $0["title"] }
        }
        #expect(try titles(["status": "open"]) == ["Bike"])
        #expect(try titles(["status": "decided"]) == ["Move"])
        #expect(try titles(["status": "reviewed"]) == [])
        #expect(try titles(["model": "Inversion", "sort": "title"]) == ["Bike", "Move"])
        #expect(try titles(["model": "margin of safety"]) == ["Bike"])
        #expect(try titles(["model": "margin"]) == [])
        #expect(try titles(["text": "NOISE"]) == ["Move"])
    }
}

@Suite struct CalibrationTests {
    private static func held(_ confidence: Int, _ yes: Int, _ no: Int, partly: Int = 0) -> [Calibration.Held]
    {
        let all =
            Array(repeating: Review.CameOut.yes, count: yes)
            + Array(repeating: .no, count: no) + Array(repeating: .partly, count: partly)
        return all.map { Calibration.Held(confidence: confidence, cameOut: $0) }
    }

    @Test func bucketsGoByTens() {
        let held =
            Self.held(65, 1, 0) + Self.held(74, 0, 1) + Self.held(70, 4, 1, partly: 3) + Self.held(100, 1, 0)
            + Self.held(4, 0, 1)
        let calibration = Calibration(held)
        #expect(calibration.count == 12)
        #expect(calibration.buckets.map(\.heldAt) == [0, 70, 100])
        #expect(calibration.buckets.map(\.count) == [1, 10, 1])
        #expect(calibration.buckets.map(\.cameOut) == [0, 6.5, 1])
        #expect(calibration.buckets[1].percent == 65)
    }

    /// Reckoned by hand: (0.7 - 1)² = 0.09, (0.7 - 0)² = 0.49, (0.7 - 0.5)² = 0.04; the mean of the three is 0.62 / 3.
    @Test func theBrierScoreIsTheMeanOfSquares() throws {
        let score = try #require(Calibration(Self.held(70, 1, 1, partly: 1)).brierScore)
        #expect(abs(score - 0.62 / 3) < 1e-12)
        #expect(Calibration(Self.held(50, 10, 10)).brierScore == 0.25)
        #expect(Calibration(Self.held(100, 3, 0)).brierScore == 0)
        #expect(Calibration(Self.held(100, 0, 3)).brierScore == 1)
        #expect(Calibration([]).brierScore == nil)
    }

    @Test func theDrawingShowsEachBucket() {
        let calibration = Calibration(Self.held(70, 6, 3, partly: 1) + Self.held(100, 1, 0))
        #expect(
            calibration.drawing == """
                   sure  came true (| marks how sure you were)
                    70%  ██████████████████████████··|···········  65%  6.5 of 10
                   100%  ███████████████████████████████████████| 100%  1 of 1

                Brier score 0.186 over 11 decisions: 0 is perfect, 0.25 is guessing.
                """)
        #expect(calibration.drawing.split(separator: "\n").allSatisfy { $0.count <= 76 })
    }

    @Test func anEmptyVaultSaysSo() throws {
        let hub = try TemporaryHub(modules: [journalModule])
        let empty = try hub.run("journal decisions calibration")
        #expect(empty["count"] == 0)
        #expect(empty["brierScore"] == .null)
        #expect(empty["buckets"] == [])
        #expect(empty["drawing"] == "No reviewed decisions with a confidence yet.")
    }

    @Test func theCommandReckonsReviewedDecisions() throws {
        let hub = try TemporaryHub(modules: [journalModule])
        for (title, cameOut) in [("a", "yes"), ("b", "no"), ("c", nil)] as [(String, String?)] {
            try hub.run(
                "journal decisions add",
                ["title": .text(title), "expected": "x", "confidence": 80, "tags": [.text(title)]])
            try hub.run("journal decisions seal", ["record": .text(title)])
            guard let cameOut else { continue }
            try hub.run(
                "journal decisions review",
                ["record": .text(title), "outcome": "y", "cameOut": .text(cameOut)])
        }
        let all = try hub.run("journal decisions calibration")
        #expect(all["count"] == 2)
        #expect(
            all["buckets"]
                == [["heldAt": 80, "count": 2, "cameOut": .decimal(1), "percent": .decimal(50)]])
        #expect(try hub.run("journal decisions calibration", ["tag": "b"])["count"] == 1)
        #expect(all["brierScore"] == .decimal(0.34))
        try hub.run("journal decisions add", ["title": "d", "expected": "x", "confidence": 77])
        try hub.run("journal decisions seal", ["record": "d"])
        try hub.run("journal decisions review", ["record": "d", "outcome": "y", "cameOut": "yes"])
        // (0.04 + 0.64 + 0.0529) / 3, and two of three.
        let three = try hub.run("journal decisions calibration")
        #expect(three["brierScore"] == .decimal(0.244))
        #expect(
            three["buckets"] == [
                ["heldAt": 80, "count": 3, "cameOut": .decimal(2), "percent": .decimal(66.7)]
            ])
        try hub.run("journal decisions remove", ["record": "d"])
        let figures = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue) ?? []
        let score = figures.first { $0["module"] == "journal" && $0["name"] == "brier-score" }
        #expect(score?["value"] == .decimal(0.34))
    }
}
