import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

@Suite struct HostCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module, RegistryTests.standIn("garden")])
        for name in ["Axe", "Drill", "Saw"] { try hub.run("workshop add", ["name": .text(name)]) }
    }

    /// Every host command that reads gives the shape that it declares.
    @Test func resultsHaveTheDeclaredShape() throws {
        let session = try hub.session()
        for entry in try session.catalog() where entry.module == nil && !entry.declaration.kind.writes {
            guard !entry.declaration.fields.contains(where: \.isRequired) else { continue }
            let result = try session.run(entry, values: [:])
            #expect(entry.declaration.result.differences(of: result) == [], "\(entry.path)")
        }
    }

    // MARK: - Settings

    @Test(arguments: [
        ("zone", "Europe/Vienna", "Europe/Vienna"), ("zone", "UTC", "UTC"),
        ("first-weekday", "Sunday", "sunday"),
        ("units", "IMPERIAL", "imperial"), ("name", "  Ada ", "Ada"), ("cadence", " 090 ", "90"),
    ])
    func aSettingIsKeptInItsForm(key: String, value: String, kept: String) throws {
        let set = try hub.run("settings set", ["key": .text(key), "value": .text(value)])
        #expect(set["value"] == .text(kept))
        #expect(try hub.run("settings get", ["key": .text(key)])["value"] == .text(kept))
        #expect(try hub.items("settings list").first { $0["key"] == .text(key) }?["value"] == .text(kept))
        try hub.run("undo")
        #expect(
            try hub.run("settings get", ["key": .text(key)])["value"] != .text(kept)
                || key == "zone" && kept == "UTC")
    }

    @Test(arguments: [
        (
            "zone", "Mars/Olympus",
            "“Mars/Olympus” is not a valid value for zone: use a name from the time zone database, such as "
                + "Europe/Vienna or UTC"
        ),
        (
            "zone", "EST",
            "“EST” is not a valid value for zone: use a name from the time zone database, such as Europe/Vienna or UTC"
        ),
        (
            "first-weekday", "Freitag",
            "“Freitag” is not a valid value for first-weekday: use one of: monday, tuesday, wednesday, "
                + "thursday, friday, saturday, sunday"
        ),
        ("units", "cubits", "“cubits” is not a valid value for units: use metric or imperial"),
        (
            "cadence", "0",
            "“0” is not a valid value for cadence: use a number of days, 1 to 3660, or leave it empty"
        ),
        (
            "cadence", "3661",
            "“3661” is not a valid value for cadence: use a number of days, 1 to 3660, or leave it empty"
        ),
        (
            "cadence", "weekly",
            "“weekly” is not a valid value for cadence: use a number of days, 1 to 3660, or leave it empty"
        ),
    ])
    func aWrongSettingIsRefused(key: String, value: String, error: String) throws {
        #expect(message { try hub.run("settings set", ["key": .text(key), "value": .text(value)]) } == error)
        #expect(try hub.session().contents().rows["host_setting"] == nil)
    }

    // MARK: - Tags

    private func tags(_ verb: String, _ record: String, _ tags: [String]) throws -> DataValue? {
        try hub.run(
            "tags \(verb)",
            [
                "collection": .text("workshop"), "record": .text(record),
                "tags": .list(tags.map(DataValue.text)),
            ])["tags"]
    }

    @Test func tagsKeepTheirOrderAndSpellingAndIgnoreCase() throws {
        #expect(try tags("add", "Saw", ["Loud", "sharp"]) == .list([.text("Loud"), .text("sharp")]))
        #expect(
            try tags("add", "Saw", ["SHARP", " old", ""])
                == .list([.text("Loud"), .text("sharp"), .text(" old")]))
        #expect(try tags("add", "Axe", ["loud"]) == .list([.text("loud")]))
        #expect(try tags("remove", "Saw", ["LOUD", "never had"]) == .list([.text("sharp"), .text(" old")]))
        let counts = try hub.items("tags list").map {
            "\($0["tag"]?.textValue ?? "") \($0["records"]?.integerValue ?? 0)"
        }
        #expect(Set(counts) == ["Loud 1", "sharp 1", " old 1"])
    }

    @Test func tagsOfADisabledModuleAreNotCounted() throws {
        _ = try tags("add", "Saw", ["loud"])
        try hub.run("modules disable", ["id": .text("workshop")])
        #expect(try hub.items("tags list").isEmpty)
        #expect(
            message { _ = try tags("show", "Saw", []) } != nil)
        try hub.run("modules enable", ["id": .text("workshop")])
        #expect(try hub.items("tags list").count == 1)
    }

    // MARK: - Links

    private func link(_ from: String, _ to: String, kind: String = "goes with") throws -> DataObject {
        try hub.run(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text(from),
                "toCollection": .text("workshop/tools"), "toRecord": .text(to), "kind": .text(kind),
            ])
    }

    private func links(_ record: String) throws -> [DataObject] {
        try hub.items("links list", ["collection": .text("workshop"), "record": .text(record)])
    }

    @Test func aLinkIsSeenFromBothEnds() throws {
        let link = try link("Saw", "Drill")
        #expect(link["fromTitle"] == .text("Saw"))
        #expect(link["toTitle"] == .text("Drill"))
        #expect(try links("Saw") == [link])
        #expect(try links("Drill") == [link])
        #expect(try links("Axe").isEmpty)
        // The same again is the same link.
        #expect(try self.link("Saw", "Drill") == link)
        try hub.run("links remove", ["id": #require(link["id"])])
        #expect(try links("Drill").isEmpty)
    }

    @Test func aLinkNeedsTwoRecords() throws {
        #expect(
            message { _ = try link("Saw", "Saw") }
                == "a record cannot be linked to itself: choose another record")
        #expect(
            message { _ = try link("Saw", "Lathe") }
                == "there is no tool “Lathe”: give an id, a uid, the name or its first words; atrium search finds names"
        )
        #expect(
            message { try hub.run("links remove", ["id": .integer(7)]) }
                == "there is no link 7: atrium links list shows a record's links")
    }

    // MARK: - References

    @Test func aNameThatFitsMoreThanOneRecordIsAmbiguous() throws {
        try hub.run("workshop add", ["name": .text("saw")])
        #expect(
            message { try hub.run("workshop remove", ["record": .text("SAW")]) }
                == "more than one tool is called “SAW”: give one of the ids: 3, 4")
        let error = #expect(throws: AtriumError.self) {
            try hub.run("workshop remove", ["record": .text("SAW")])
        }
        #expect(
            error?.choices == [
                RecordChoice(
                    field: "record", matchedText: "SAW",
                    among: [.init(id: 3, name: "Saw"), .init(id: 4, name: "saw")])
            ])
        try hub.run("workshop remove", ["record": .text("4")])
        try hub.run("workshop remove", ["record": .text("SAW")])
        #expect(try hub.items("workshop list").count == 2)
    }
}
