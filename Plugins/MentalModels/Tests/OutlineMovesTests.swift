import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import MentalModels

/// Outlines that stand elsewhere in a file than they did: their tags are what they were.
@Suite struct OutlineMovesTests {
    private func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [mentalModelsModule], formats: [OPMLFileFormat()])
    }

    private func importFile(_ file: TextFile, _ decision: ConflictDecision, into hub: TemporaryHub) throws
        -> ImportReport.File
    {
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = decision
        return try #require(try hub.session().importFiles(request).files.first)
    }

    /// A tree with uids, as an outliner has it: two categories, and a model with a failure mode in one of them.
    private static func tree(
        model: String = "Inertia", in category: String = "Physics", mode: String? = nil,
        physics: String = "Physics", level: String = "hard-sciences"
    ) -> TextFile {
        let failure = "<outline type=\"failure-mode\" uid=\"f-1\" text=\"Rest\" severity=\"low\"/>"
        let models = [
            "Inertia": "<outline type=\"mental-model\" uid=\"m-1\" text=\"Inertia\">",
            "Entropy": "<outline type=\"mental-model\" uid=\"m-2\" text=\"Entropy\">",
        ]
        func outlines(of name: String) -> String {
            ["Inertia", "Entropy"].filter { ($0 == model ? category : "Physics") == name }
                .map { (models[$0] ?? "") + ($0 == mode ?? "Inertia" ? failure : "") + "</outline>" }.joined()
        }
        return TextFile(
            "tree.opml",
            """
            <opml version="2.0"><body>
            <outline type="mental-model-level" text="L1" level="\(level)">
            <outline type="mental-model-category" uid="c-1" text="\(physics)">\(outlines(of: "Physics"))</outline>
            </outline>
            <outline type="mental-model-level" text="L2" level="meta-skills">
            <outline type="mental-model-category" uid="c-2" text="Habit">\(outlines(of: "Habit"))</outline>
            </outline>
            </body></opml>
            """)
    }

    private func category(of model: String, _ hub: TemporaryHub) throws -> DataValue? {
        try hub.run("mental-models show", ["record": .text(model)])["category"]
    }

    /// Nothing of its tag says so: where it stands does.
    @Test func aModelMovesToAnotherCategory() throws {
        let hub = try hub()
        #expect(try hub.importFile(Self.tree()).added == 7)
        let moved = Self.tree(in: "Habit")
        let report = try hub.importFile(moved)
        #expect(report.updated == 1 && report.unchanged == 6)
        #expect(try category(of: "Inertia", hub) == "Habit")
        #expect(try hub.importFile(moved).unchanged == 7)
        // And back again.
        #expect(try hub.importFile(Self.tree()).updated == 1)
        #expect(try category(of: "Inertia", hub) == "Physics")
    }

    @Test func aFailureModeMovesToAnotherModelAndACategoryToAnotherLevel() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        #expect(try hub.importFile(Self.tree(mode: "Entropy")).updated == 1)
        #expect(try hub.items("mental-models failure-modes list").map { $0["model"] } == ["Entropy"])
        let text = try hub.export("mental-models")
        let level = "<outline type=\"mental-model-level\" text=\"L2\""
        let split = try #require(text.range(of: level))
        let head = String(text[..<split.lowerBound])
        let tail = String(text[split.lowerBound...])
        // The second category goes before the end of the first level.
        let habit = try #require(tail.range(of: "<outline type=\"mental-model-category\""))
        let line = try #require(tail[habit.lowerBound...].split(separator: "\n").first)
        let end = try #require(head.range(of: "</outline>", options: .backwards))
        let file =
            head[..<end.lowerBound] + line + "\n</outline>\n"
            + tail.replacing(line, with: "")
        let report = try hub.importFile(TextFile("tree.opml", String(file)))
        #expect(report.updated == 1 && report.added == 0)
        #expect(
            try hub.items("mental-models categories list").filter { $0["name"] == "Habit" }
                .map { $0["level"] } == ["hard-sciences"])
    }

    /// What was moved here stays, as long as it has not moved in the file too.
    @Test func aModelMovedHereAndInTheFileIsAConflict() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.run(
            "mental-models categories add", ["name": .text("Third"), "level": .text("meta-skills")])
        try hub.run("mental-models edit", ["record": .text("Inertia"), "category": .text("Third")])
        #expect(try hub.importFile(Self.tree()).unchanged == 7)
        let moved = Self.tree(in: "Habit")
        let report = try hub.importFile(moved)
        #expect(report.conflicts == 1 && report.unchanged == 6)
        #expect(try category(of: "Inertia", hub) == "Third")
        let merged = try self.importFile(moved, .merge, into: hub)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        #expect(try category(of: "Inertia", hub) == "Third")
        #expect(try self.importFile(moved, .replace, into: hub).updated == 1)
        #expect(try category(of: "Inertia", hub) == "Habit")
    }

    /// Another edit here and a move in the file: a merge takes both.
    @Test func aMoveIsMergedWithAnEdit() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.run(
            "mental-models edit", ["record": .text("Inertia"), "description": .text("Stays")])
        let report = try self.importFile(Self.tree(in: "Habit"), .merge, into: hub)
        #expect(report.updated == 1 && report.issues.isEmpty)
        let model = try hub.run("mental-models show", ["record": .text("Inertia")])
        #expect(model["category"] == "Habit" && model["description"] == "Stays")
    }

    /// Another name of its category moves no model: edited ones are in no conflict with that.
    @Test func anotherNameOfACategoryMovesNothing() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.run(
            "mental-models edit", ["record": .text("Inertia"), "description": .text("Stays")])
        let report = try hub.importFile(Self.tree(physics: "Mechanics"))
        #expect(report.updated == 1 && report.unchanged == 6)
        #expect(try category(of: "Inertia", hub) == "Mechanics")
    }

    /// In a vault made before places were kept, what was not edited here is where its file had it.
    @Test func aMoveArrivesWherePlacesWereNotKept() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.session().execute("UPDATE host_source_item SET place = NULL")
        #expect(try hub.importFile(Self.tree()).unchanged == 7)
        try hub.session().execute("UPDATE host_source_item SET place = NULL")
        #expect(try hub.importFile(Self.tree(in: "Habit")).updated == 1)
        #expect(try category(of: "Inertia", hub) == "Habit")
    }
}
