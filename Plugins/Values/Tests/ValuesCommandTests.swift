import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Values

@Suite struct ValuesCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [valuesModule, ProjectsModule.module], formats: [CSVFileFormat(), OPMLFileFormat()])
    }

    private func titles(_ command: String, _ values: DataObject = [:]) throws -> [String] {
        try hub.items(command, values).compactMap { $0["title"]?.textValue }
    }

    // MARK: - Values

    @Test func valuesStandInTheUsersOrder() throws {
        for title in ["Health", "Craft", "Friends", "Truth"] {
            try hub.run("values add", ["title": .text(title)])
        }
        #expect(try titles("values list") == ["Health", "Craft", "Friends", "Truth"])
        let ordered = try hub.items("values reorder", ["records": ["Truth", "Craft", "Truth"]])
        #expect(ordered.map { $0["title"] } == ["Truth", "Craft", "Health", "Friends"])
        #expect(ordered.map { $0["position"] } == [1, 2, 3, 4])
        #expect(try titles("values list") == ["Truth", "Craft", "Health", "Friends"])
        try hub.run("values remove", ["record": "Craft"])
        #expect(try hub.run("values add", ["title": "Play"])["position"] == 5)
        try hub.run("undo")
        try hub.run("undo")
        try hub.run("undo")
        #expect(try titles("values list") == ["Health", "Craft", "Friends", "Truth"])
    }

    @Test func aTitleIsThereOnce() throws {
        try hub.run("values add", ["title": "Health"])
        try hub.run("values add", ["title": "Craft"])
        for (command, values) in [
            ("values add", ["title": "  hEALTH"]), ("values edit", ["record": "Craft", "title": "“Health”"]),
        ] as [(String, DataObject)] {
            let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
            #expect(error?.code == .badData && error?.field == "title")
            #expect(error?.message.hasPrefix("there is already a value “") == true)
            #expect(error?.message.hasSuffix("”") == true)
            #expect(error?.remedy.description == "choose another title")
        }
        // The own title in other letters is no second one.
        #expect(try hub.run("values edit", ["record": "Health", "title": "HEALTH"])["title"] == "HEALTH")
    }

    @Test func projectsStandForValuesAndContributeToDreams() throws {
        try hub.run("values add", ["title": "Health"])
        try hub.run("values dreams add", ["title": "Sail round Ireland"])
        try ProjectsModule.add("Boat", "embodies", to: "values/values", "Health", in: hub)
        try ProjectsModule.add("Oars", "contributes to", to: "values/dreams", "Sail round Ireland", in: hub)
        #expect(try hub.run("values show", ["record": "Health"])["projects"] == ["Boat"])
        let dream = try hub.run("values dreams show", ["record": "Sail round Ireland"])
        #expect(dream["projects"] == ["Oars"])
        let outline = try hub.export("values", collection: "values", format: .opml)
        #expect(outline.contains("<outline type=\"project\" text=\"Boat\"/>"))
        #expect(
            try hub.export("values", collection: "dreams", format: .opml).contains(
                "<outline type=\"project\" text=\"Oars\"/>"))

        try hub.run("values remove", ["record": "Health"])
        #expect(try hub.items("links list", ["collection": "tasks/projects", "record": "Boat"]).isEmpty)
        try hub.run("undo")
        #expect(try hub.run("values show", ["record": "Health"])["projects"] == ["Boat"])
        try hub.run("modules disable", ["id": "tasks"])
        #expect(try hub.run("values show", ["record": "Health"])["projects"] == [])
        #expect(try !hub.export("values", collection: "values", format: .opml).contains("Boat"))
    }

    // MARK: - Dreams

    @Test func dreamsAreSortedByTheirYear() throws {
        let dreams = [
            ("Sail", "by 2030"), ("House", "someday"), ("Book", "in 2 years"), ("Irish", ""),
        ]
        for (title, timeframe) in dreams {
            try hub.run("values dreams add", ["title": .text(title), "timeframe": .text(timeframe)])
        }
        let sorted = try hub.items("values dreams list", ["sort": "timeframe"])
        #expect(sorted.map { $0["title"] } == ["Book", "Sail", "House", "Irish"])
        #expect(sorted.map { $0["by"] } == [2028, 2030, .null, .null])
        #expect(try titles("values dreams list") == ["Book", "House", "Irish", "Sail"])
        #expect(try titles("values dreams list", ["text": "SOMEDAY"]) == ["House"])
    }

    /// A span counts from the day on which it was written, whenever the dream is edited.
    @Test func aSpanKeepsItsBeginning() throws {
        try hub.run("values dreams add", ["title": "Book", "timeframe": "in 5 years"])
        hub.clock.advance(days: 800)
        #expect(try hub.run("values dreams edit", ["record": "Book", "description": "Long"])["by"] == 2031)
        #expect(try hub.run("values dreams edit", ["record": "Book", "timeframe": "5 years"])["by"] == 2033)
        #expect(try hub.run("values dreams edit", ["record": "Book", "timeframe": .null])["by"] == .null)
    }

    @Test func aDreamIsAchieved() throws {
        try hub.run("values dreams add", ["title": "Sail"])
        try hub.run("values dreams add", ["title": "House"])
        let sail = try hub.run("values dreams achieve", ["record": "Sail", "on": "2026-02-01"])
        #expect(sail["achieved"] == true && sail["achievedOn"] == "2026-02-01")
        // Said again without a day, the day stays.
        #expect(try hub.run("values dreams achieve", ["record": "Sail"])["achievedOn"] == "2026-02-01")
        #expect(try titles("values dreams list", ["achieved": true]) == ["Sail"])
        #expect(try titles("values dreams list", ["achieved": false]) == ["House"])
        let figures = try hub.items("figures").filter { $0["module"] == "values" }
        #expect(figures.map { $0["value"] } == [.decimal(0), .decimal(2), .decimal(1)])
        let off = try hub.run("values dreams achieve", ["record": "Sail", "off": true])
        #expect(off["achieved"] == false && off["achievedOn"] == .null)
    }

    @Test func aDreamHasAPicture() throws {
        let dream = try hub.run("values dreams add", ["title": "Sail"], files: ["photo": Fixtures.photo])
        #expect(dream["photo"]?.objectValue?["mediaType"] == "image/png")
        let same = try hub.run("values dreams edit", ["record": "Sail"], files: ["photo": Fixtures.photo])
        #expect(same["updatedAt"] == dream["updatedAt"] && same["photo"] == dream["photo"])
        let other = try hub.run(
            "values dreams edit", ["record": "Sail"], files: ["photo": Fixtures.otherPhoto])
        #expect(other["photo"]?.objectValue?["byteCount"] == 12)
        #expect(
            try hub.restored().hub.run("values dreams show", ["record": "Sail"])["photo"] == other["photo"])
        #expect(
            try hub.run("values dreams edit", ["record": "Sail", "removePhoto": true])["photo"] == .null)
        try hub.run("undo")
        #expect(try hub.run("values dreams show", ["record": "Sail"])["photo"] == other["photo"])
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            ("values add", ["title": " "], "title", "title cannot be empty"),
            ("values edit", ["record": "Health", "position": 0], "position", ""),
            ("values edit", ["record": "Health", "position": .null], "position", "position cannot be empty"),
            ("values edit", ["record": "Health", "color": "tael"], "color", "color has a wrong value"),
            ("values edit", ["record": "Health", "icon": "heart pulse"], "icon", "icon has a wrong value"),
            (
                "values dreams add", ["title": "A", "timeframe": .text(String(repeating: "x", count: 300))],
                "timeframe", "timeframe has 300 characters"
            ),
            (
                "values dreams achieve", ["record": "Sail", "on": "2027-01-01"], "on",
                "2027-01-01 is in the future"
            ),
            (
                "values dreams achieve", ["record": "Sail", "on": "2026-01-01", "off": true], "off",
                "a dream that was not achieved has no day"
            ),
            (
                "values dreams edit", ["record": "Sail", "achievedOn": "2027-01-01"], "achievedOn",
                "2027-01-01 is in the future"
            ),
            (
                "values dreams edit", ["record": "Sail", "removePhoto": true], "removePhoto",
                "a new photo cannot be combined"
            ),
            ("values dreams edit", ["record": "Sail"], "photo", "a.txt is not a photo"),
        ] as [(String, DataObject, String, String)])
    func whatIsWrongIsRefused(
        _ command: String, _ values: DataObject, _ field: String, _ message: String
    ) throws {
        try hub.run("values add", ["title": "Health"])
        try hub.run("values dreams add", ["title": "Sail"])
        var files: [String: UploadedFile] = [:]
        if field == "removePhoto" { files["photo"] = Fixtures.photo }
        if field == "photo" { files["photo"] = UploadedFile(name: "a.txt", content: Array("text".utf8)) }
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values, files: files) }
        #expect(error?.code == .badData && error?.field == field)
        #expect(error?.message.hasPrefix(message) == true && error?.remedy.isEmpty == false)
    }
}
