import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
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

    private static let refused: [(String, DataObject, String)] = [
        (
            "mental-models edit",
            ["record": .text("Sunk cost"), "addRelated": .list([.text("Sunk cost")])],
            "a model is not related to itself"
        ),
        (
            "mental-models capture", ["text": .text(" \n\t ")],
            "the text is nothing but blanks"
        ),
        ("mental-models edit", ["record": .text("Sunk cost"), "name": .text("  ")], "name cannot be empty"),
        (
            "mental-models categories remove", ["record": .text("Economics")],
            "the category has 1 model"
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

    // MARK: - Capture

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
            #expect(item["fetchedAt"]?.textValue.flatMap(Instant.date) != nil)
        }
        hub.clock.advance(days: 1)
        let later = try hub.items("mental-models stats").first { $0["name"] == .text("analyses-today") }
        #expect(later?["value"] == .integer(0))
    }
}
