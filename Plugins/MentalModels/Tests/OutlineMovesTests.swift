import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import MentalModels

extension TextFile {
    fileprivate var text: String { String(decoding: content, as: UTF8.self) }
}

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

    /// The same file, whose categories, and perhaps models, say who they are or do not.
    private static func without(_ uids: String, _ file: TextFile) throws -> TextFile {
        guard !uids.isEmpty else { return file }
        return TextFile(file.name, file.text.replacing(try Regex(" uid=\"[\(uids)]-[0-9]\""), with: ""))
    }

    /// Names are the user's here: the same file moves nothing, even where they are swapped.
    @Test(arguments: ["", "cm"])
    func theSameFileMovesNothingWhateverThingsAreCalledHere(uids: String) throws {
        let hub = try hub()
        let file = try Self.without(uids, Self.tree())
        #expect(try hub.importFile(file).added == 7)
        for (command, name, new) in [
            ("categories edit", "Physics", "Mechanics"), ("categories edit", "Habit", "Physics"),
            ("edit", "Inertia", "Momentum"), ("edit", "Entropy", "Inertia"),
        ] {
            try hub.run("mental-models \(command)", ["record": .text(name), "name": .text(new)])
        }
        let before = try hub.items("history").count
        #expect(try hub.importFile(file).unchanged == 7)
        #expect(try hub.items("history").count == before)
        #expect(try category(of: "Momentum", hub) == "Mechanics")
        #expect(try hub.items("mental-models failure-modes list").map { $0["model"] } == ["Momentum"])
        // Nor does what else an outline says: the identifier of what it stands in, or the place that it had, says where it is.
        let changed = TextFile(
            file.name, file.text.replacing("severity=\"low\"", with: "severity=\"high\""))
        let report = try hub.importFile(changed)
        #expect(report.updated == 1 && report.unchanged == 6)
        #expect(try hub.items("mental-models failure-modes list").allSatisfy { $0["model"] == "Momentum" })
    }

    /// It moves to what the file means: the outline with that identifier, whatever that is called here.
    @Test func aMoveGoesToTheIdentifierAndNotToTheName() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.run("mental-models categories edit", ["record": .text("Habit"), "name": .text("Ways")])
        try hub.run(
            "mental-models categories add", ["name": .text("Habit"), "level": .text("meta-skills")])
        #expect(try hub.importFile(Self.tree(in: "Habit")).updated == 1)
        #expect(try category(of: "Inertia", hub) == "Ways")
    }

    /// Another place of the file that means the same category here is no move.
    @Test func aPlaceThatMeansTheSameChangesNothing() throws {
        let hub = try hub()
        let file = try Self.without("c", Self.tree())
        try hub.importFile(file)
        try hub.run("mental-models edit", ["record": .text("Inertia"), "description": .text("Stays")])
        let other = TextFile(file.name, file.text.replacing("text=\"L1\"", with: "text=\"First\""))
        let report = try hub.importFile(other)
        #expect(report.conflicts == 0 && report.added == 0 && report.updated == 1)
        #expect(try category(of: "Entropy", hub) == "Physics")
        #expect(try hub.importFile(other).unchanged == 7)
    }

    /// A category that was removed here and comes back is not where the models were put.
    @Test func modelsThatWereMovedHereAreInNoConflict() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        for model in ["Inertia", "Entropy"] {
            try hub.run("mental-models edit", ["record": .text(model), "category": .text("Habit")])
        }
        try hub.run("mental-models categories remove", ["record": .text("Physics")])
        let report = try hub.importFile(Self.tree())
        #expect(report.added == 1 && report.unchanged == 6 && report.conflicts == 0)
        #expect(try category(of: "Inertia", hub) == "Habit")
    }

    /// A decision on one move is none on the next.
    @Test func aMoveThatIsNotWantedIsNotAskedAgainButALaterOneIs() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.run("mental-models edit", ["record": .text("Inertia"), "description": .text("Stays")])
        let third = "<outline type=\"mental-model-category\" uid=\"c-3\" text=\"Third\">"
        func later(_ file: TextFile) -> TextFile {
            let habit = "<outline type=\"mental-model-category\" uid=\"c-2\" text=\"Habit\">"
            return TextFile(file.name, file.text.replacing(habit, with: habit + "</outline>" + third))
        }
        #expect(try hub.importFile(TextFile("t.opml", later(Self.tree()).text)).added == 1)
        let moved = TextFile("t.opml", Self.tree(in: "Habit").text)
        #expect(try hub.importFile(moved).conflicts == 1)
        #expect(try importFile(moved, .keep, into: hub).unchanged == 6)
        #expect(try hub.importFile(moved).conflicts == 0)
        #expect(try category(of: "Inertia", hub) == "Physics")
        let again = try hub.importFile(later(Self.tree(in: "Habit")))
        #expect(again.conflicts == 1 && again.unchanged == 7)
        #expect(try importFile(later(Self.tree(in: "Habit")), .replace, into: hub).updated == 1)
        #expect(try category(of: "Inertia", hub) == "Third")
    }

    /// Of two files of one import the later says where it stands; both again say nothing new.
    @Test(arguments: ["", "cm"])
    func theLaterFileOfAnImportSaysThePlace(uids: String) throws {
        let hub = try hub()
        let trees = try [Self.tree(), Self.tree(in: "Habit")].map { try Self.without(uids, $0).text }
        let files = [TextFile("a.opml", trees[0]), TextFile("b.opml", trees[1])]
        for isFirst in [true, false] {
            let report = try hub.importFiles(files)
            #expect(report.files.map(\.added) == [isFirst ? 7 : 0, 0])
            #expect(report.files.map(\.updated) == [0, isFirst ? 1 : 0])
            #expect(try category(of: "Inertia", hub) == "Habit")
        }
    }

    /// The same where both files mean the same place by it.
    @Test func twoNamesOfAPlaceInOneImportAreNoNews() throws {
        let hub = try hub()
        let file = try Self.without("c", Self.tree())
        let other = file.text.replacing("text=\"L1\" level=", with: "text=\"First\" level=")
        let files = [file, TextFile("other.opml", other)]
        _ = try hub.importFiles(files)
        _ = try hub.importFiles(files)
        let before = try hub.items("history").count
        #expect(try hub.importFiles(files).files.allSatisfy { $0.added + $0.conflicts == 0 })
        #expect(try hub.items("history").count == before)
    }

    /// Outlines without an identifier that are alike are told apart by where they stand.
    @Test func outlinesThatAreAlikeStayWhereTheyStand() throws {
        let hub = try hub()
        let mode = "<outline type=\"failure-mode\" text=\"Rest\"/>"
        func file(_ first: String, _ second: String) -> TextFile {
            TextFile(
                "alike.opml",
                """
                <opml version="2.0"><body><outline type="mental-model-level" text="L1" level="hard-sciences">
                <outline type="mental-model-category" uid="c-1" text="Physics">
                <outline type="mental-model" uid="m-\(first)" text="\(first)">\(mode)</outline>
                <outline type="mental-model" uid="m-\(second)" text="\(second)">\(mode)</outline>
                </outline></outline></body></opml>
                """)
        }
        try hub.importFile(file("Inertia", "Entropy"))
        let before = try hub.items("mental-models failure-modes list").map { [$0["id"], $0["model"]] }
        #expect(try hub.importFile(file("Entropy", "Inertia")).unchanged == 6)
        #expect(try hub.items("mental-models failure-modes list").map { [$0["id"], $0["model"]] } == before)
    }

    /// In a vault made before places were kept nothing is known to have moved, and nothing is kept without a change beside it.
    @Test func wherePlacesWereNotKeptNothingHasMoved() throws {
        let hub = try hub()
        try hub.importFile(Self.tree())
        try hub.session().execute("UPDATE host_source_item SET place = NULL")
        try hub.run("mental-models edit", ["record": .text("Inertia"), "description": .text("Stays")])
        let before = try hub.items("history").count
        #expect(try hub.importFile(Self.tree()).unchanged == 7)
        #expect(try hub.importFile(Self.tree(in: "Habit")).unchanged == 7)
        #expect(try hub.items("history").count == before)
        #expect(try category(of: "Inertia", hub) == "Physics")
        try hub.run("undo")
        #expect(try hub.run("mental-models show", ["record": "Inertia"])["description"] == .null)
    }
}
