import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import AtriumHost

/// Imports taken back where later changes, by whatever command, stand on them.
@Suite struct ImportUndoTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    @discardableResult
    private func undoImport(_ run: Int64, force: Bool = false) throws -> DataObject {
        try hub.run("imports undo", ["run": .integer(run), "force": .bool(force)])
    }

    private func kept(_ result: DataObject) -> [String?]? {
        result["kept"]?.listValue?.map { $0.objectValue?["title"]?.textValue }
    }

    // MARK: - Merges

    /// Half of a merge cannot be taken back: the other record would be gone for good.
    @Test(arguments: [true, false], ["u1", "u2"])
    func forceDoesNotTakeAnotherImportsRecord(isImported: Bool, remaining: String) throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        if isImported {
            try hub.importFile(TextFile("b.lines", "tools:\nu2|Axe\n"))
        } else {
            try hub.session().execute("INSERT INTO workshop_tool (uid, name) VALUES ('u2', 'Axe')")
        }
        let other = remaining == "u1" ? "u2" : "u1"
        try hub.run("workshop merge", ["record": .text(remaining), "other": .text(other)])
        let before = try hub.session().contents(.everything)
        #expect(
            message { try undoImport(1, force: true) }
                == "change 1 (import) cannot be undone yet, because change 3 (workshop merge) builds on it: undo change 3 first: atrium undo 3"
        )
        #expect(try hub.session().contents(.everything).difference(from: before) == [])
        try hub.run("undo")
        #expect(kept(try undoImport(1, force: true)) == [])
        #expect(try hub.items("workshop list").map { $0["uid"] } == ["u2"])
        #expect(try hub.session().contradictions() == [])
    }

    @Test func forceTakesWhatTheImportBroughtAndSomeoneMerged() throws {
        let before = try hub.session().contents()
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        try hub.run("workshop merge", ["record": "u1", "other": "u2"])
        #expect(kept(try undoImport(1)) == ["Saw"])
        #expect(kept(try undoImport(1, force: true)) == [])
        #expect(try hub.session().contents().difference(from: before) == [])
        #expect(try hub.session().contradictions() == [])
    }

    // MARK: - What others refer to

    /// Its row alone would be another record: without its source.
    @Test(arguments: [true, false]) func whatALaterRecordRefersToStaysWithItsSource(force: Bool) throws {
        try hub.session().execute(
            "CREATE TABLE workshop_stand (id INTEGER PRIMARY KEY AUTOINCREMENT, tool_id INTEGER REFERENCES workshop_tool (id))"
        )
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        try hub.session().execute("INSERT INTO workshop_stand (tool_id) VALUES (1)")
        #expect(kept(try undoImport(1, force: force)) == ["Saw"])
        let rows = try hub.session().contents().rows
        #expect(rows["workshop_tool"]?.count == 1 && rows["host_source_item"]?.count == 1)
        let again = try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        #expect((again.added, again.unchanged) == (1, 1))
    }

    // MARK: - What is gone

    @Test func whatIsGoneIsNotKept() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        try hub.run("workshop remove", ["record": "u1"])
        let result = try undoImport(1)
        #expect(kept(result) == [] && result["change"] == 3)
        #expect(try hub.items("workshop list").isEmpty)
    }

    @Test func anImportOfWhichAllIsGoneHasNothingToTakeBack() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        try hub.run("workshop remove", ["record": "u1"])
        #expect(
            message { try undoImport(1) }
                == "change 1 (import) has nothing left to undo, because its records were removed later: see atrium history; you can undo the change that removed them"
        )
    }

    /// By force the later imports of a record go with the first.
    @Test func whatIsGoneIsNotInForce() throws {
        for name in ["Saw", "Jigsaw", "Fretsaw"] {
            try hub.importFile(TextFile("a.lines", "tools:\nu1|\(name)\n"))
        }
        _ = try undoImport(1, force: true)
        #expect(try hub.items("workshop list").isEmpty)
        #expect(try hub.items("imports list").map { $0["inForce"] } == [false, false, false])
        try hub.run("undo")
        #expect(try hub.items("imports list").map { $0["inForce"] } == [true, true, true])
    }

    // MARK: - The history

    @Test func anUndoCountsTheRecordsThatItRemoved() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        let undone = try hub.run("undo")
        #expect(undone["touched"] == "workshop/tools: 2 removed")
        let redone = try hub.run("undo", ["change": undone["change"] ?? .null])
        #expect(redone["touched"] == "workshop/tools: 2 brought back")
    }

    @Test func theHistoryTellsRemovalsFromChanges() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\nu3|Rasp\n"))
        try hub.session().execute("DELETE FROM workshop_tool WHERE id > 1")
        try hub.run("undo")
        #expect(
            try hub.items("history").map { $0["touched"] } == [
                "workshop/tools: 2 brought back", "workshop/tools: 2 removed", "workshop/tools: 3 new",
            ])
        let history = try hub.items("history", ["rows": true])
        #expect(
            history.map { $0["records"]?.listValue?.compactMap { $0.objectValue?["what"]?.textValue } } == [
                ["back", "back"], ["removed", "removed"], ["new", "new", "new"],
            ])
    }
}
