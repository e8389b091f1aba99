import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

@Suite struct UndoTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    private func names() throws -> [String?] { try hub.items("workshop list").map { $0["name"]?.textValue } }

    // MARK: - Refusals

    @Test func anUndoNamesTheLaterChangeThatStandsOnIt() throws {
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run("workshop edit", ["record": .text("Saw"), "name": .text("Jigsaw")])
        let before = try hub.session().contents(.everything)
        #expect(
            message { try hub.run("undo", ["change": .integer(1)]) }
                == "change 1 (workshop add) cannot be undone yet, because change 2 (workshop edit) builds on it: undo change 2 first: atrium undo 2"
        )
        #expect(try hub.session().contents(.everything) == before)
        try hub.run("undo", ["change": .integer(2)])
        try hub.run("undo", ["change": .integer(1)])
        #expect(try names() == [])
    }

    /// Nothing is written into a module that the admin has taken away, and nothing of one that is off is shown.
    @Test func whatTheAdminTookAwayIsLeftAlone() throws {
        try hub.run("workshop add", ["name": .text("Saw")])
        func history() throws -> String {
            DataValue.list(try hub.items("history", ["rows": .bool(true)]).map(DataValue.object)).json
        }
        #expect(try history().contains("workshop_tool"))
        let accounts = try hub.hub.accounts()
        try accounts.setAllowedModules([], of: hub.hub.firstUser())
        let before = try hub.session().contents(.everything)
        #expect(try !history().contains("workshop_tool"))
        for input in [[:], ["change": .integer(1)]] as [DataObject] {
            #expect(
                message { try hub.run("undo", input) }
                    == "change 1 (workshop add) belongs to the module workshop, which your admin has not allowed: ask your admin to allow it"
            )
        }
        #expect(try hub.session().contents(.everything) == before)
        try accounts.setAllowedModules(nil, of: hub.hub.firstUser())
        try hub.run("undo", ["change": .integer(1)])
        #expect(try names() == [])
    }

    /// Nobody sees what they would take back of a module that is off, whatever wrote to it.
    @Test(arguments: [
        "workshop add", "workshop edit", "workshop remove", "tags add", "links add", "import", "undo",
    ])
    func whatIsOffIsLeftAlone(write: String) throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        let record: DataObject = ["collection": "workshop", "record": "Saw", "tags": .list(["loud"])]
        switch write {
        case "workshop add": try hub.run(write, ["name": "Adze"])
        case "workshop edit": try hub.run(write, ["record": "Saw", "name": "Jigsaw"])
        case "workshop remove": try hub.run(write, ["record": "Saw"])
        case "tags add": try hub.run(write, record)
        case "links add":
            try hub.run(
                write,
                [
                    "fromCollection": "workshop", "fromRecord": "Saw", "toCollection": "workshop",
                    "toRecord": "Axe",
                ])
        case "undo":
            try hub.run("workshop add", ["name": "Adze"])
            try hub.run("undo")
        default: break
        }
        let newest = try #require(try hub.items("history").first?["id"]?.integerValue)
        try hub.run("modules disable", ["id": "workshop"])
        let before = try hub.session().contents(.everything)
        var inputs: [DataObject] = [["change": .integer(newest)]]
        // Without a number it is about what no `undo` has made.
        if write != "undo" { inputs.append([:]) }
        for input in inputs {
            let refused = error { try hub.run("undo", input) }
            #expect(refused?.code == .unavailable)
            #expect(
                refused?.message
                    == "change \(newest) (\(write)) belongs to the module workshop, which is off")
            #expect(refused?.remedy.description.contains("workshop") == true)
        }
        #expect(error { try hub.run("imports undo", ["run": 1]) }?.code == .unavailable)
        #expect(error { try hub.run("imports undo", ["run": 1, "force": true]) }?.code == .unavailable)
        #expect(try hub.session().contents(.everything) == before)
        try hub.run("modules enable", ["id": "workshop"])
        try hub.run("undo", ["change": .integer(newest)])
    }

    private static let writesOnSaw = [
        SampleCommand(
            "workshop fill", ["record": .text("Saw"), "name": .text("blade"), "size": .integer(1)]),
        SampleCommand(
            "tags add",
            ["collection": .text("workshop"), "record": .text("Saw"), "tags": .list([.text("loud")])]),
        SampleCommand(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text("Drill"),
                "toCollection": .text("workshop"),
                "toRecord": .text("Saw"),
            ]),
    ]

    @Test(arguments: writesOnSaw)
    func whatStandsOnARecordKeepsIt(write: SampleCommand) throws {
        try hub.run("workshop add", ["name": .text("Drill")])
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run(write)
        #expect(
            message { try hub.run("undo", ["change": .integer(2)]) }
                == "change 2 (workshop add) cannot be undone yet, because change 3 (\(write.command)) builds on it: undo change 3 first: atrium undo 3"
        )
    }

    @Test func whatLaterRecordsReferToKeepsIt() throws {
        try hub.run("workshop shelves add", ["name": .text("Top")])
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.session().execute("UPDATE workshop_tool SET shelf_id = 1")
        #expect(
            message { try hub.run("undo", ["change": .integer(1)]) }
                == "change 1 (workshop shelves add) cannot be undone yet, because change 3 (test) builds on it: undo change 3 first: atrium undo 3"
        )
    }

    @Test func independentChangesAreUndoneInAnyOrder() throws {
        for name in ["Axe", "Drill", "Saw"] { try hub.run("workshop add", ["name": .text(name)]) }
        try hub.run("undo", ["change": .integer(2)])
        #expect(try names() == ["Axe", "Saw"])
        try hub.run("undo", ["change": .integer(1)])
        #expect(try names() == ["Saw"])
    }

    @Test func anUndoneChangeCannotBeUndoneAgain() throws {
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run("undo")
        #expect(
            message { try hub.run("undo", ["change": .integer(1)]) }
                == "change 1 (workshop add) is already undone: see atrium history; to redo it, undo the change that undid it"
        )
        #expect(message { try hub.run("undo") } == "there is no change to undo")
        #expect(
            message { try hub.run("undo", ["change": .integer(9)]) }
                == "there is no change 9: see atrium history")
    }

    // MARK: - Imports

    @Test func anImportIsTakenBackWhole() throws {
        let before = try hub.session().contents()
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nDrill\n"))
        #expect(try names() == ["Drill", "Saw"])
        let result = try hub.run("imports undo", ["run": .integer(1)])
        #expect(result["kept"] == .list([]))
        #expect(try hub.session().contents().difference(from: before) == [])
        #expect(try hub.session().contradictions() == [])
        #expect(try hub.items("imports list").map { $0["inForce"] } == [.bool(false)])
        // The file can be imported again.
        #expect(try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nDrill\n")).added == 2)
    }

    @Test func whatWasEditedSinceIsKeptAndNamed() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Axe\nu2|Drill\nu3|Rasp\nu4|Saw\n"))
        try hub.run("workshop edit", ["record": .text("u2"), "name": .text("Power drill")])
        try hub.run("workshop fill", ["record": .text("u3"), "name": .text("handle"), "size": .integer(2)])
        try hub.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("u4"), "tags": .list([.text("loud")])])
        let kept = try hub.session().contents()

        let result = try hub.run("imports undo", ["run": .integer(1)])

        let titles = result["kept"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }
        #expect(titles == ["Power drill", "Rasp", "Saw"])
        #expect(try names() == ["Power drill", "Rasp", "Saw"])
        #expect(
            try hub.session().contents().difference(from: kept).allSatisfy {
                // The last is the source, u1|Axe, as SQLite quotes it.
                $0.contains("Axe") || $0.contains("u1") || $0.contains("X'75317C417865'")
            })
        #expect(try hub.session().contradictions() == [])
        // Their sources stay too: importing again adds only what went.
        let again = try hub.importFile(TextFile("a.lines", "tools:\nu1|Axe\nu2|Drill\nu3|Rasp\nu4|Saw\n"))
        #expect(again.added == 1)
        #expect(again.unchanged == 3)
    }

    @Test func anImportThatChangedRecordsPutsThemBack() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        let before = try hub.session().contents()
        let report = try hub.importFile(TextFile("b.lines", "tools:\nu1|Jigsaw\nu2|Axe\n"))
        #expect((report.added, report.updated) == (1, 1))
        try hub.run("imports undo", ["run": .integer(2)])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    @Test func aDryRunChangesNothing() throws {
        let before = try hub.session().contents(.everything)
        let report = try hub.importFiles([TextFile("a.lines", "tools:\nu1|Saw\n")], isDryRun: true)
        #expect(report.files.first?.added == 1)
        #expect(try hub.session().contents(.everything).difference(from: before) == [])
    }

    @Test func anItemThatBreaksARuleIsKeptAsTextAndTheOthersComeIn() throws {
        let report = try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n|\nu2|Axe\n"))
        #expect((report.items, report.added) == (3, 2))
        #expect(report.issues.map(\.code) == ["unusable-item"])
        #expect(report.issues.map(\.line) == [3])
        let before = try hub.session().contents()
        try hub.run("imports undo", ["run": .integer(1)])
        #expect(try hub.session().contents().rows["host_source_item"] == nil)
        #expect(before.rows["host_source_item"]?.count == 3)
    }

    @Test func anItemWithoutUIDIsKnownAgainWhenItsExportNamesIt() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nSaw\nSaw\n"))
        let text = try hub.export("workshop")
        let again = try hub.importFile(TextFile("b.lines", text))
        #expect((again.items, again.added, again.conflicts) == (2, 0, 0))
        #expect(try hub.importFile(TextFile("b.lines", text)).unchanged == 2)
        #expect(try names() == ["Saw", "Saw"])
    }

    /// Two items of one file with one identifier are two records.
    @Test func aRepeatedUIDMakesTwoRecordsOnce() throws {
        let file = TextFile("a.lines", "tools:\nu1|Saw\nu1|Axe\n")
        let report = try hub.importFile(file)
        #expect((report.added, report.issues.map(\.code)) == (2, ["duplicate-uid"]))
        #expect(try hub.importFile(file).unchanged == 2)
        #expect(try names() == ["Axe", "Saw"])
    }

    /// What a change made is known also where it is gone again.
    @Test func theHistoryNamesTheRecordOfRowsThatAreGone() throws {
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run(
            "workshop fill", ["record": .text("Saw"), "name": .text("blade"), "size": .integer(1)])
        try hub.run("undo")
        #expect(
            try hub.items("history").map { $0["touched"] } == [
                "workshop/tools: Saw", "workshop/tools: Saw", "workshop/tools: Saw",
            ])
    }

    /// So is the record of a row whose parent is gone as well.
    @Test func theHistoryNamesTheRecordOfRowsWhoseParentsAreGone() throws {
        try hub.run("workshop add", ["name": .text("Saw")])
        for size: Int64 in [1, 2] {
            try hub.run(
                "workshop fill",
                ["record": .text("Saw"), "name": .text("blade"), "size": .integer(size)])
        }
        try hub.run("workshop replace-part", ["record": .text("Saw"), "name": .text("blade")])
        let touched = try hub.items("history").map { $0["touched"] }
        #expect(touched == Array(repeating: "workshop/tools: Saw", count: 4))
    }
}
