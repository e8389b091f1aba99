import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Interactions and memories: commands, refusals, files.
@Suite struct TogetherTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        for name in ["Ada", "Ben", "Cleo"] { try hub.run("connections add", ["name": .text(name)]) }
    }

    private func message(_ command: String, _ values: DataObject) -> String? {
        do {
            try hub.run(command, values)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func anInteractionIsTodayUnlessAnotherDayIsSaid() throws {
        let added = try hub.run("connections interactions add", ["people": ["Ada", "Ben"]])
        #expect(added["when"] == "2026-03-15")
        #expect(added["kind"] == "meeting")
        #expect(added["people"] == ["Ada", "Ben"])
        #expect(added["zone"] == .null)
        let timed = try hub.run(
            "connections interactions add",
            [
                "people": ["Ada"], "kind": " Video  Call ", "when": "2026-03-14T18:30",
                "note": "About the engine",
            ])
        #expect(timed["when"] == "2026-03-14T18:30:00")
        #expect(timed["kind"] == "video call")
        #expect(timed["zone"]?.textValue != nil)
        let listed = try hub.items("connections interactions list", ["person": "Ada"])
        #expect(listed.map { $0["when"] } == ["2026-03-15", "2026-03-14T18:30:00"])
        #expect(try hub.items("connections interactions list", ["text": "ENGINE"]).count == 1)
        #expect(try hub.items("connections interactions list", ["kind": "Video call"]).count == 1)
        #expect(try hub.items("connections interactions list", ["until": "2026-03-14"]).count == 1)
        #expect(try hub.items("connections interactions list", ["from": "2026-03-15"]).count == 1)
    }

    @Test func aZoneIsThatOfTheUser() throws {
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        let added = try hub.run(
            "connections interactions add", ["people": ["Ada"], "when": "2026-03-14T18:30:00Z"])
        #expect(added["when"] == "2026-03-14T19:30:00")
        #expect(added["zone"] == "Europe/Vienna")
    }

    @Test func whatIsWrongIsRefused() throws {
        #expect(
            message("connections interactions add", ["people": ["Ada"], "when": "2026-03-16"])
                == "2026-03-16 is yet to come: note it when it has happened; until then it is an event or a reminder"
        )
        #expect(
            message("connections interactions add", ["people": []])
                == "it was with nobody: name at least one person")
        #expect(
            message("connections interactions add", ["people": ["Ada"], "kind": " "])
                == "kind cannot be empty: give it a word, such as call")
        #expect(
            message("connections memories add", ["people": ["Ada"]])
                == "a memory without a note and without a photo says nothing: give --note or --photo")
        #expect(
            message("connections memories add", ["people": ["Ada"], "note": "x", "day": "2027-01-01"])
                == "2027-01-01 is yet to come: note it when it has happened; until then it is an event or a reminder"
        )
        #expect(
            message("connections edit", ["record": "Ada", "cadenceDays": 0])?.contains("cadenceDays") == true)
        #expect(try hub.items("connections interactions list").isEmpty)
        #expect(try hub.items("connections memories list").isEmpty)
    }

    @Test func editsChangeWhatTheyName() throws {
        try hub.run(
            "connections interactions add",
            ["people": ["Ada"], "kind": "call", "when": "2026-03-01", "note": "first"])
        let edited = try hub.run(
            "connections interactions edit", ["record": "1", "people": ["Ben", "Cleo"], "note": .null])
        #expect(edited["people"] == ["Ben", "Cleo"])
        #expect(edited["note"] == .null)
        #expect(edited["kind"] == "call")
        #expect(edited["when"] == "2026-03-01")
        #expect(try hub.items("connections interactions list", ["person": "Ada"]).isEmpty)
        try hub.run("undo")
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada"])
        try hub.run("connections interactions remove", ["record": "1"])
        #expect(try hub.items("connections interactions list").isEmpty)
    }

    @Test func memoriesHavePhotosAndTags() throws {
        let png = UploadedFile(name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
        try hub.run(
            "connections memories add",
            ["people": ["Ada"], "tags": ["summer", "Lake"], "day": "2026-03-01"],
            files: ["photo": png])
        let shown = try hub.run("connections memories show", ["record": "1"])
        #expect(shown["photo"]?.objectValue?["mediaType"] == "image/png")
        #expect(shown["tags"] == ["summer", "Lake"])
        #expect(try hub.items("connections memories list", ["tag": "lake"]).count == 1)
        #expect(
            message("connections memories edit", ["record": "1", "removePhoto": true])
                == "a memory without a note and without a photo says nothing: give --note or --photo")
        let edited = try hub.run(
            "connections memories edit", ["record": "1", "removePhoto": true, "note": "The lake"])
        #expect(edited["photo"] == .null)
        #expect(edited["note"] == "The lake")
        #expect(try hub.items("search", ["text": ["lake"]]).map { $0["title"] } == ["The lake"])
    }

    @Test func mergedPeopleKeepWhatTheyDid() throws {
        try hub.run("connections interactions add", ["people": ["Ada", "Ben"]])
        try hub.run("connections interactions add", ["people": ["Ben"]])
        try hub.run("connections memories add", ["people": ["Ben"], "note": "x"])
        try hub.run("connections merge", ["record": "Ada", "other": "Ben"])
        #expect(try hub.items("connections interactions list", ["person": "Ada"]).count == 2)
        #expect(try hub.items("connections memories list", ["person": "Ada"]).count == 1)
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada"])
        try hub.run("undo")
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada", "Ben"])
        #expect(try hub.items("connections interactions list", ["person": "Ben"]).count == 2)
    }

    // MARK: - Files

    @Test func rowsFindPeopleByUidAndByName() throws {
        let uid = try #require(try hub.run("connections show", ["record": "Ben"])["uid"]?.textValue)
        let text = """
            uid,when,kind,people,personUids,note\r
            i1,2026-03-01,call,"Ada\nSomebody","\n\(uid)",hello\r
            i2,2026-03-02T10:00:00,Lunch,"Zed\nCleo",,\r

            """
        let file = TextFile("log.csv", text)
        let report = try hub.importFile(file)
        #expect([report.added, report.issues.count] == [2, 0])
        let shown = try hub.run("connections interactions show", ["record": "i1"])
        #expect(shown["people"] == ["Ada", "Ben"])
        #expect(try hub.run("connections interactions show", ["record": "i2"])["people"] == ["Zed", "Cleo"])
        #expect(try hub.importFile(file).unchanged == 2)
        // Who is none of the people yet is kept by name, and becomes one of them with the next import.
        #expect(try hub.items("connections interactions list", ["person": "Cleo"]).count == 1)
        try hub.run("connections add", ["name": "Zed"])
        #expect(try hub.items("connections interactions list", ["person": "Zed"]).isEmpty)
        #expect(
            try hub.importFile(TextFile("log2.csv", text.replacing("hello", with: "hullo"))).updated >= 1
        )
        #expect(try hub.run("connections interactions show", ["record": "i1"])["note"] == "hullo")
    }

    @Test func tablesOfOthersAreMapped() throws {
        let file = TextFile("visits.csv", "Date,What,Who\r\n2026-01-31,Visit,Ada; Ben\r\n")
        let report = try hub.importFile(
            file, columns: [("Date", "when"), ("What", "kind"), ("Who", "people")])
        #expect(report.added == 1)
        let shown = try hub.items("connections interactions list")
        #expect(shown.first?["people"] == ["Ada", "Ben"])
        #expect(shown.first?["kind"] == "visit")
    }

    @Test func aRowWithoutADayIsNamed() throws {
        let report = try hub.importFile(
            TextFile("log.csv", "when,kind,people\r\nsoon,call,Ada\r\n2026-03-01,call,Ada\r\n"))
        #expect([report.added, report.issues.count] == [1, 1])
        #expect(report.issues.first?.line == 2)
    }

    /// In an empty vault the people are not there: they are named, and come out as they went in.
    @Test func anExportKeepsWhomItNames() throws {
        try hub.run(
            "connections interactions add",
            ["people": ["Ada", "Ben"], "when": "2026-03-01T09:00", "note": "a, \"b\"\nc"])
        try hub.run("connections memories add", ["people": ["Cleo"], "note": "m", "tags": ["t"]])
        let other = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        for name in ["interactions", "memories"] {
            let text = try hub.export("connections", collection: name, format: .csv)
            #expect(try other.importFile(TextFile("\(name).csv", text)).added == 1)
            #expect(try other.export("connections", collection: name, format: .csv) == text)
        }
        #expect(try other.items("connections interactions list").first?["people"] == ["Ada", "Ben"])
    }
}
