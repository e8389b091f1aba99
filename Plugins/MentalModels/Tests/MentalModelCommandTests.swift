import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import MentalModels

@Suite struct MentalModelCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [mentalModelsModule], formats: [OPMLFileFormat()])
        try hub.run(
            "mental-models categories add",
            ["name": .text("Economics"), "level": .text("applied-knowledge")])
        try hub.run(
            "mental-models add",
            [
                "name": .text("Sunk cost"), "category": .text("Economics"),
                "keywords": .list([.text("already spent, too late to stop"), .text("Wasted")]),
            ])
    }

    @Test func keywordsAreSplitAndNotRepeated() throws {
        let model = try hub.run(
            "mental-models edit",
            ["record": .text("sunk cost"), "addKeywords": .list([.text("wasted; thrown away,,")])])
        #expect(
            model["keywords"]
                == .list(["already spent", "too late to stop", "Wasted", "thrown away"].map(DataValue.text)))
    }

    @Test func aModelKeepsItsRelationsWhereTheOtherIsRenamed() throws {
        try hub.run(
            "mental-models add",
            [
                "name": .text("Regret"), "category": .text("Economics"),
                "related": .list([.text("Sunk cost")]),
            ])
        try hub.run("mental-models edit", ["record": .text("Sunk cost"), "name": .text("Sunk costs")])
        let model = try hub.run("mental-models show", ["record": .text("Regret")])
        #expect(model["related"] == .list([.text("Sunk costs")]))
    }

    /// What a model was related to is still to be read, unless that would be taken for another one.
    @Test func aModelThatIsRemovedStaysByName() throws {
        for name in ["Regret", "Twin", "Twin"] {
            try hub.run("mental-models add", ["name": .text(name), "category": .text("Economics")])
        }
        try hub.run(
            "mental-models edit",
            ["record": .text("Regret"), "related": .list([.integer(1), .integer(3), .integer(4)])])
        func related() throws -> DataValue? {
            try hub.run("mental-models show", ["record": .text("Regret")])["related"]
        }
        try hub.run("mental-models remove", ["record": .text("Sunk cost")])
        #expect(try related() == .list([.text("Sunk cost"), .text("Twin"), .text("Twin")]))
        try hub.run("mental-models remove", ["record": .integer(3)])
        #expect(try related() == .list([.text("Sunk cost"), .text("Twin")]))
        #expect(try hub.export("mental-models").contains("related=\"Sunk cost&#10;Twin\""))
        try hub.run("undo")
        #expect(try related() == .list([.text("Sunk cost"), .text("Twin"), .text("Twin")]))
        // A model of the name is meant by it again.
        try hub.run("mental-models add", ["name": .text("sunk cost"), "category": .text("Economics")])
        let seen = try hub.run("mental-models capture", ["text": .text("A sunk cost.")])
        #expect(seen["models"]?.listValue?.first == .text("sunk cost"))
    }

    private static let refused: [(String, DataObject, String)] = [
        (
            "mental-models edit",
            ["record": .text("Sunk cost"), "addRelated": .list([.text("Sunk cost")])],
            "a model cannot be related to itself"
        ),
        (
            "mental-models capture", ["text": .text(" \n\t ")],
            "the text is empty"
        ),
        ("mental-models edit", ["record": .text("Sunk cost"), "name": .text("  ")], "name cannot be empty"),
        (
            "mental-models categories remove", ["record": .text("Economics")],
            "the category has 1 model"
        ),
        (
            "mental-models levels edit",
            ["record": .text("applied-knowledge"), "title": .text("Meta  Skills")],
            "“Meta  Skills” is a name of the level meta-skills"
        ),
        (
            "mental-models capture", ["text": .text(String(repeating: "a", count: 1_000_001))],
            "the text is longer than 1,000,000 bytes"
        ),
    ]

    @Test(arguments: refused)
    func refusals(command: String, values: DataObject, message: String) throws {
        let before = try hub.session().contents()
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(error?.message == message)
        #expect(error?.remedy.isEmpty == false)
        #expect(try hub.session().contents().difference(from: before).isEmpty)
    }

    /// The level is one of six, and the message says which.
    @Test func anUnknownLevelIsRefused() throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.run(
                "mental-models categories add", ["name": .text("X"), "level": .text("soft-sciences")])
        }
        #expect(error?.field == "level")
        #expect(error.map { "\($0)".contains("flight-simulators") } == true)
    }

    @Test func aLevelIsInUseFromItsFirstCategoryOn() throws {
        #expect(try hub.items("mental-models levels list").map { $0["uid"] } == [.text("applied-knowledge")])
        try hub.run("mental-models categories add", ["name": .text("A"), "level": .text("hard-sciences")])
        #expect(
            try hub.items("mental-models levels list").map { $0["title"] }
                == [.text("Hard sciences"), .text("Applied knowledge")])
    }

    /// Outlines name the level of a category by its title.
    @Test func twoLevelsHaveTwoTitles() throws {
        try hub.run("mental-models categories add", ["name": .text("A"), "level": .text("hard-sciences")])
        try hub.run(
            "mental-models levels edit", ["record": .text("hard-sciences"), "title": .text("Numbers")])
        let error = #expect(throws: AtriumError.self) {
            try hub.run(
                "mental-models levels edit",
                ["record": .text("applied-knowledge"), "title": .text("numbers")])
        }
        #expect(error?.message == "“numbers” is a name of the level hard-sciences")
        #expect(error?.remedy.description == "give applied-knowledge another title")
        // As in a vault made before this was refused.
        try hub.session().execute(
            "UPDATE mental_models_level SET title = 'Meta skills' WHERE uid = 'hard-sciences'")
        let taken = #expect(throws: AtriumError.self) {
            try hub.run(
                "mental-models categories add", ["name": .text("B"), "level": .text("meta-skills")])
        }
        #expect(taken?.message == "“Meta skills” is a name of the level hard-sciences")
        #expect(
            taken?.remedy.description
                == "give hard-sciences another title with atrium mental-models levels edit hard-sciences")
        // Its own title in other letters is its own.
        let level = try hub.run(
            "mental-models levels edit", ["record": .text("hard-sciences"), "title": .text("NUMBERS")])
        #expect(level["title"] == .text("NUMBERS"))
    }

    // MARK: - Capture

    /// A transcript has no points; what speaks for a model is a few lines of it all the same.
    @Test func evidenceIsShortWhateverTheText() throws {
        let text = String(repeating: "and so much was already spent that it was wasted ", count: 2_000)
        let captured = try hub.run("mental-models capture", ["text": .text(text)])
        let evidence = captured["findings"]?.listValue?.first?.objectValue?["evidence"]?.listValue ?? []
        #expect((1...6).contains(evidence.count))
        #expect(evidence.compactMap(\.textValue).allSatisfy { $0.utf8.count <= 400 })
    }

    @Test func aCapturedTextIsKeptWithWhatItShows() throws {
        try hub.run(
            "mental-models failure-modes add",
            ["name": .text("Quitting"), "model": .text("Sunk cost"), "severity": .text("high")])
        let captured = try hub.run(
            "mental-models capture",
            ["text": .text("Lunch was fine. So much is already spent that it is too late to stop.")]
        )
        let finding = captured["findings"]?.listValue?.first?.objectValue
        #expect(finding?["name"] == .text("Sunk cost"))
        #expect(
            finding?["evidence"]
                == .list([.text("So much is already spent that it is too late to stop.")]))
        #expect(
            finding?["failureModes"]
                == .list([.object(["severity": .text("high"), "name": .text("Quitting")])]))
        #expect(captured["lollapalooza"] == .bool(false))
        #expect(try hub.items("mental-models observations list").count == 1)
    }

    /// What was found stays as it was, until it is looked for anew.
    @Test func anAnalysisIsOfItsTime() throws {
        try hub.run("mental-models capture", ["text": .text("Rust never sleeps.")])
        try hub.run(
            "mental-models add",
            [
                "name": .text("Entropy"), "category": .text("Economics"),
                "keywords": .list([.text("rust, rust never sleeps")]),
            ])
        let record: DataObject = ["record": .text("Rust never sleeps.")]
        func models(_ command: String) throws -> DataValue? {
            try hub.run("mental-models observations \(command)", record)["models"]
        }
        #expect(try models("show") == .list([]))
        #expect(try models("analyze") == .list([.text("Entropy")]))
        try hub.run("mental-models remove", ["record": .text("Entropy")])
        let shown = try hub.run("mental-models observations show", record)
        #expect(shown["models"] == .list([.text("Entropy")]))
        #expect(shown["findings"]?.listValue?.first?.objectValue?["model"] == .null)
    }

    /// Days and local times are those of the user's clock.
    @Test(
        arguments: [
            ("2026-01-02T07:30:00Z", "2026-01-02T07:30:00Z"), ("2026-01-02", "2026-01-01T23:00:00Z"),
            ("2026-01-02T08:30", "2026-01-02T07:30:00Z"), ("2026-07-02T08:30:15", "2026-07-02T06:30:15Z"),
            // The clocks go forward at one in UTC.
            ("2026-03-29", "2026-03-28T23:00:00Z"), ("2026-03-30", "2026-03-29T22:00:00Z"),
        ])
    func whenIsAnInstant(when: String, instant: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
        #expect(UserClock.instant(of: when, in: zone) == instant)
    }

    @Test func spansTakeDays() throws {
        for (text, at) in [("One", "2026-01-01T12:00:00Z"), ("Two", "2026-01-02T12:00:00Z")] {
            try hub.run(
                "mental-models observations add", ["text": .text(text), "capturedAt": .text(at)])
        }
        func texts(_ values: DataObject) throws -> [DataValue?] {
            try hub.items("mental-models observations list", values).map { $0["text"] }
        }
        #expect(try texts(["from": "2026-01-02"]) == ["Two"])
        #expect(try texts(["to": "2026-01-02"]) == ["One"])
        #expect(try texts(["from": "2026-01-01T12:30"]) == ["Two"])
        #expect(try texts(["to": "2026-01-02T12:00:00Z"]) == ["One"])
        #expect(try texts(["from": "today"]) == [])
    }

    // MARK: - Stats

    /// Every number can be had by running the query that stands beside it.
    @Test func statsSayWhereTheyComeFrom() throws {
        try hub.run("mental-models capture", ["text": .text("All wasted.")])
        let items = try hub.items("mental-models stats")
        func value(_ name: String) -> DataValue? { items.first { $0["name"] == .text(name) }?["value"] }
        #expect(value("models") == .integer(1))
        #expect(value("applied-knowledge") == .integer(1))
        #expect(value("observations") == .integer(1))
        #expect(value("analyses-today") == .integer(1))
        #expect(value("lollapalooza") == .integer(0))
        for item in items {
            let query = item["query"]?.textValue ?? ""
            #expect(query.hasPrefix("SELECT count(*) FROM mental_models_"))
            #expect(item["table"]?.textValue?.hasPrefix("mental_models_") == true)
            #expect(item["fetchedAt"]?.textValue.flatMap(Timestamp.date) != nil)
        }
        // Analysed now, whenever it was written: the dashboard counts as this does.
        try hub.run(
            "mental-models observations add",
            ["text": .text("Old"), "capturedAt": .text("2020-01-01T00:00:00Z")])
        let today = try hub.items("mental-models stats").first { $0["name"] == .text("analyses-today") }
        #expect(today?["value"] == .integer(2))
        let figures = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue) ?? []
        let month = figures.first { $0["name"] == .text("analyses-this-month") }
        #expect(month?["value"] == .decimal(2))
        hub.clock.advance(days: 1)
        let later = try hub.items("mental-models stats").first { $0["name"] == .text("analyses-today") }
        #expect(later?["value"] == .integer(0))
    }
}
