import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// What happened to one record, and what was removed of a collection.
@Suite struct RecordHistoryTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module])
        for name in ["Saw", "Drill"] {
            try hub.run("workshop add", ["name": .text(name), "weight": .decimal(1)])
        }
        try hub.run("workshop fill", ["record": .text("Saw"), "name": .text("blade"), "size": .integer(3)])
        try hub.run("workshop edit", ["record": .text("Drill"), "name": .text("Awl")])
        try hub.run(
            "tags add", ["collection": .text("workshop"), "record": .text("Saw"), "tags": .texts(["old"])])
    }

    private func commands(_ input: DataObject) throws -> [String] {
        try hub.items("history", input).compactMap { $0["command"]?.textValue }
    }

    @Test func aRecordHasTheChangesOfAllThatBelongsToIt() throws {
        #expect(
            try commands(["collection": .text("workshop/tools"), "record": .integer(1)])
                == ["tags add", "workshop fill", "workshop add"])
        #expect(
            try commands(["collection": .text("workshop"), "record": .integer(2)]) == [
                "workshop edit", "workshop add",
            ])
    }

    @Test func whatWasRemovedIsNamedAndCanComeBack() throws {
        let removals: DataObject = [
            "collection": .text("workshop"), "removed": .bool(true), "rows": .bool(true),
        ]
        #expect(try commands(removals).isEmpty)
        try hub.run("workshop remove", ["record": .text("Saw")])
        let removal = try #require(try hub.items("history", removals).first)
        let records = removal["records"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }
        #expect(records == ["Saw"])
        #expect(
            try commands(["collection": .text("workshop"), "record": .integer(1)]).first == "workshop remove")
        let change = try #require(removal["id"])
        try hub.run("undo", ["change": change])
        #expect(try commands(removals).isEmpty)
        #expect(try hub.items("workshop list").count == 2)
    }

    @Test(
        arguments: [
            ["record": .integer(1)], ["removed": .bool(true)], ["collection": .text("workshop")],
            ["collection": .text("nothing")],
        ] as [DataObject]) func whatIsHalfAskedIsRefused(input: DataObject) throws
    {
        #expect(throws: AtriumError.self) { try hub.run("history", input) }
    }
}
