import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import AtriumHost

@Suite struct ChangeSetTests {
    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module])
        session = try hub.session()
        for name in ["Saw", "Drill"] {
            try hub.run("workshop add", ["name": .text(name), "weight": .decimal(0.1 + 0.2)])
        }
        for (part, size) in [("blade", 3), ("handle", 4)] {
            try hub.run(
                "workshop fill", ["record": .text("Saw"), "name": .text(part), "size": .integer(Int64(size))])
        }
        try hub.run("workshop shelves add", ["name": .text("Top")])
        try hub.run("workshop move-all", ["name": .text("Bottom")])
    }

    /// What the newest change changed, as `history --rows` has it: table, inserted, updated, deleted.
    private func newestRows() throws -> [String] {
        let change = try hub.items("history", ["rows": .bool(true)]).first
        return try #require(change?["tables"]?.listValue).compactMap(\.objectValue).map { table in
            let counts = ["inserted", "updated", "deleted"].map { String(table[$0]?.integerValue ?? -1) }
            return "\(table["table"]?.textValue ?? "") \(counts.joined(separator: " "))"
        }
    }

    @Test func theHistoryNamesWhatWasTouched() throws {
        let saw = try #require(try hub.items("history", ["rows": .bool(true)]).last)
        #expect(saw["records"]?.listValue?.isEmpty == false)
        try hub.run("workshop add", ["name": .text("Axe")])
        try hub.run("workshop edit", ["record": .text("Axe"), "name": .text("Adze")])
        let edited = try #require(try hub.items("history", ["rows": .bool(true)]).first)
        #expect(edited["touched"] == .text("workshop/tools: Adze"))
        let record = try #require(edited["records"]?.listValue?.first?.objectValue)
        #expect([record["title"], record["what"]] == [.text("Adze"), .text("changed")])
        try hub.run("workshop remove", ["record": .text("Adze")])
        let removed = try #require(try hub.items("history").first)
        #expect(removed["touched"]?.textValue?.hasSuffix("which is gone") == true)
        #expect(removed["records"] == .null)
        try hub.run("modules disable", ["id": .text("workshop")])
        for change in try hub.items("history", ["rows": .bool(true)]) {
            #expect(change["touched"] == .text(""))
            #expect(change["records"]?.listValue?.isEmpty == true)
        }
    }

    private static let writes: [(SampleCommand, rows: [String])] = [
        (SampleCommand("workshop add", ["name": .text("Axe")]), ["workshop_tool 1 0 0"]),
        (
            SampleCommand("workshop edit", ["record": .text("Saw"), "name": .text("Saw 2")]),
            ["workshop_tool 0 1 0"]
        ),
        (
            SampleCommand("workshop edit", ["record": .text("Saw"), "weight": .decimal(1e-300)]),
            ["workshop_tool 0 1 0"]
        ),
        (
            SampleCommand("workshop remove", ["record": .text("Saw")]),
            ["workshop_part 0 0 2", "workshop_screw 0 0 2", "workshop_tool 0 0 1"]
        ),
        (
            SampleCommand(
                "workshop fill", ["record": .text("Saw"), "name": .text("blade"), "size": .integer(1)]),
            ["workshop_screw 1 0 0"]
        ),
        (
            SampleCommand("workshop replace-part", ["record": .text("Saw"), "name": .text("blade")]),
            ["workshop_part 1 0 1", "workshop_screw 0 0 1"]
        ),
        (
            SampleCommand("workshop replace", ["record": .text("Saw"), "name": .text("New saw")]),
            ["workshop_part 0 0 2", "workshop_screw 0 0 2", "workshop_tool 0 0 1"]
        ),
        (
            SampleCommand("workshop move-all", ["name": .text("Middle")]),
            ["workshop_shelf 1 0 0", "workshop_tool 0 2 0"]
        ),
        (SampleCommand("workshop come-and-go", ["name": .text("Rasp")]), ["workshop_tool 1 0 0"]),
        (
            SampleCommand("workshop shelves remove", ["record": .text("Bottom")]),
            ["workshop_shelf 0 0 1", "workshop_tool 0 2 0"]
        ),
        (
            SampleCommand("workshop shelves replace", ["record": .text("Bottom")]),
            ["workshop_shelf 1 0 1", "workshop_tool 0 4 0"]
        ),
        (
            SampleCommand(
                "tags add",
                ["collection": .text("workshop"), "record": .text("Saw"), "tags": .list([.text("loud")])]),
            ["host_record_tag 1 0 0", "host_tag 1 0 0"]
        ),
        (
            SampleCommand("settings set", ["key": .text("zone"), "value": .text("Europe/Vienna")]),
            ["host_setting 1 0 0"]
        ),
    ]

    @Test(arguments: writes.indices)
    func everyWriteIsRecordedAndUndoneAndDoneAgain(index: Int) throws {
        let (sample, rows) = Self.writes[index]
        let before = try session.contents()
        try hub.run(sample)
        let after = try session.contents()
        #expect(after != before)
        #expect(try newestRows() == rows)

        let undo = try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
        #expect(try session.contradictions() == [])

        let redo = try hub.run("undo", ["change": #require(undo["change"])])
        #expect(try session.contents().difference(from: after) == [])
        #expect(try session.contradictions() == [])

        // And once more, through the undo of the undo.
        try hub.run("undo", ["change": #require(redo["change"])])
        #expect(try session.contents().difference(from: before) == [])
    }

    @Test func allOfThemAreUndoneOneAfterAnother() throws {
        let start = try session.contents()
        var states: [VaultContents] = []
        // Those that still find their records.
        for index in [0, 4, 5, 7, 8, 11, 12, 2, 6] {
            states.append(try session.contents())
            try hub.run(Self.writes[index].0)
        }
        for state in states.reversed() {
            try hub.run("undo")
            #expect(try session.contents().difference(from: state) == [])
            #expect(try session.contradictions() == [])
        }
        #expect(try session.contents() == start)
    }

    @Test func aWriteThatThrowsLeavesNothing() throws {
        let before = try session.contents(.everything)
        #expect(throws: AtriumError(.conflict, "it failed")) { try hub.run("workshop fail") }
        #expect(try session.contents(.everything).difference(from: before) == [])
    }

    @Test func aWriteThatChangesNothingMakesNoChange() throws {
        let count = try hub.items("history").count
        try hub.run("workshop edit", ["record": .text("Saw"), "name": .text("Saw")])
        #expect(try hub.items("history").count == count)
    }

    @Test func rowsThatAreGoneWithinTheirWriteLeaveNoChange() throws {
        let count = try hub.items("history").count
        try session.execute(
            "INSERT INTO workshop_tool (uid, name) VALUES ('x', 'X'); DELETE FROM workshop_tool WHERE uid = 'x';"
        )
        #expect(try hub.items("history").count == count)
        #expect(try session.contradictions() == [])
    }

    @Test func theHistorySaysWhoAndWhat() throws {
        hub.clock.advance(days: 1)
        try hub.run("workshop add", ["name": .text("Axe")])
        let change = try #require(try hub.items("history").first)
        #expect(change["actor"] == .text("ada"))
        #expect(change["command"] == .text("workshop add"))
        #expect(change["madeAt"] == .text("2026-03-16T09:30:00Z"))
        #expect(change["inForce"] == .bool(true))
        try hub.run("undo")
        #expect(try hub.items("history").map { $0["inForce"] }.prefix(2) == [.bool(true), .bool(false)])
        #expect(try hub.items("history").first?["undoes"] == change["id"])
    }

    /// What belonged to a record in the host's tables goes with it, and comes back.
    @Test func removingARecordTakesItsTagsAndLinks() throws {
        try hub.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("Saw"), "tags": .list([.text("loud")])])
        try hub.run(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text("Drill"),
                "toCollection": .text("workshop/tools"), "toRecord": .text("Saw"), "kind": .text("goes with"),
            ])
        let before = try session.contents()
        try hub.run("workshop remove", ["record": .text("Saw")])
        #expect(try session.contents().rows["host_record_tag"] == nil)
        #expect(try session.contents().rows["host_link"] == nil)
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
    }
}
