import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import StandInModules
import Testing

@testable import Journal

/// It is Sunday, 15 March 2026, half past nine in UTC.
@Suite struct EntryCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [PeopleModule.module, journalModule],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
    }

    private func headings(_ command: String = "journal list", _ values: DataObject = [:]) throws -> [String] {
        try hub.items(command, values).compactMap { $0["heading"]?.textValue }
    }

    @Test func whatIsGivenIsKept() throws {
        try hub.run("connections add", ["name": "Ann"])
        let made = try hub.run(
            "journal add",
            [
                "text": "  # Sea\nWe walked.", "mood": "great", "place": " The pier ", "people": ["Ann"],
                "tags": ["a", "A", "b"],
            ])
        #expect(made["at"] == "2026-03-15T10:30:00")
        #expect(made["zone"] == "Europe/Vienna")
        #expect(made["title"] == .null)
        #expect(made["heading"] == "Sea")
        #expect(made["text"] == "  # Sea\nWe walked.")
        #expect(made["mood"] == "great")
        #expect(made["place"] == "The pier")
        #expect(made["people"] == ["Ann"])
        #expect(made["tags"] == ["a", "b"])
        let moved = try hub.run("journal edit", ["record": 1, "zone": "Asia/Tokyo", "title": "Sea"])
        #expect(moved["at"] == "2026-03-15T10:30:00")
        #expect(moved["zone"] == "Asia/Tokyo")
        #expect(moved["heading"] == "Sea")
        let cleared = try hub.run(
            "journal edit",
            [
                "record": 1, "text": .null, "mood": .null, "place": .null, "people": .null, "tags": .null,
                "at": .null,
            ])
        for field in ["at", "zone", "text", "mood", "place"] { #expect(cleared[field] == .null, "\(field)") }
        #expect(cleared["people"] == [])
        #expect(cleared["tags"] == [])
    }

    /// Each with its message, and what to do.
    @Test(
        arguments: [
            (["text": " \n\t "], "the entry is empty", "give it a text, or a --title"),
            ([:], "the entry is empty", "give it a text, or a --title"),
            (
                ["text": "a", "zone": "Europe/Nowhere"], "unknown time zone “Europe/Nowhere”",
                "use a name from the time zone database, such as Europe/Vienna"
            ),
            (
                ["text": "a", "at": "2026-03-01", "zone": "Europe/Nowhere"],
                "unknown time zone “Europe/Nowhere”",
                "use a name from the time zone database, such as Europe/Vienna"
            ),
            (
                ["text": "a", "at": "2026-03-01T08:00:00Z", "zone": "floating"],
                "an instant cannot be floating", "use a local time without Z"
            ),
        ] as [(DataObject, String, String)])
    func refusals(values: DataObject, message: String, remedy: String) throws {
        let error = try #require(throws: AtriumError.self) { try hub.run("journal add", values) }
        #expect(error.message == message)
        #expect(error.remedy.description == remedy)
        #expect(try hub.items("journal list").isEmpty)
    }

    /// A day is the same in every zone.
    @Test func aDayHasNoZone() throws {
        let made = try hub.run("journal add", ["text": "a", "at": "2026-03-01", "zone": "Europe/Vienna"])
        #expect(made["at"] == "2026-03-01")
        #expect(made["zone"] == .null)
        let error = try #require(throws: AtriumError.self) {
            try hub.run("journal edit", ["record": 1, "zone": "Europe/Vienna"])
        }
        #expect(error.message == "a zone requires a time")
    }

    @Test func anEditLeavesSomething() throws {
        try hub.run("journal add", ["text": "a"])
        let error = try #require(throws: AtriumError.self) {
            try hub.run("journal edit", ["record": 1, "text": "  "])
        }
        #expect(error.message == "the entry is empty")
        #expect(try hub.run("journal show", ["record": 1])["text"] == "a")
    }

    /// Files have entries of a mood alone; what they say can be changed, and text given.
    @Test func whatAFileHasWithoutTextCanBeEdited() throws {
        let hub = try TemporaryHub(modules: [PeopleModule.module, journalModule], formats: [CSVFileFormat()])
        let table = TextFile("journal.csv", "date,title,text,mood,tags\n2026-01-01,,,good,\n")
        try #require(try hub.importFile(table).added == 1)
        #expect(try hub.run("journal edit", ["record": 1, "place": "Home"])["place"] == "Home")
        #expect(try hub.run("journal edit", ["record": 1, "text": "a"])["text"] == "a")
        #expect(throws: AtriumError.self) { try hub.run("journal edit", ["record": 1, "text": " "]) }
    }

    @Test func listsAreOfTheLatestFirstAndFilter() throws {
        try hub.run("connections add", ["name": "Ann"])
        try hub.run("journal add", ["text": "old", "at": "2025-01-01", "mood": "bad", "tags": ["x"]])
        try hub.run(
            "journal add", ["text": "new %_", "at": "2026-01-02T08:00", "people": ["Ann"], "place": "Home"])
        try hub.run("journal add", ["title": "older", "text": "t", "at": "2024-05-05T10:00:00Z"])
        #expect(try headings() == ["new %_", "old", "older"])
        #expect(try headings("journal list", ["sort": "oldest"]) == ["older", "old", "new %_"])
        #expect(try headings("journal list", ["limit": 1]) == ["new %_"])
        #expect(try headings("journal list", ["from": "2025-01-01", "until": "2025-12-31"]) == ["old"])
        #expect(try headings("journal list", ["until": "2025-01-01"]) == ["old", "older"])
        #expect(try headings("journal list", ["mood": "bad"]) == ["old"])
        #expect(try headings("journal list", ["person": "Ann"]) == ["new %_"])
        #expect(try headings("journal list", ["place": "hOm"]) == ["new %_"])
        #expect(try headings("journal list", ["tag": "X"]) == ["old"])
        #expect(try headings("journal list", ["text": "%_"]) == ["new %_"])
        let page = try hub.run("journal list", ["limit": 2])
        let rest = try hub.run("journal list", ["limit": 2, "cursor": page["next"] ?? .null])
        #expect(rest["items"]?.listValue?.first?.objectValue?["heading"] == "older")
    }

    /// As `on-this-day` does: by the clock of who wrote; an instant by that of who looks.
    @Test func spansGoByTheAuthorsClock() throws {
        try hub.run("journal add", ["text": "Tokyo", "at": "2020-11-22T23:30", "zone": "Asia/Tokyo"])
        try hub.run("journal add", ["text": "UTC", "at": "2020-11-22T23:30:00Z"])
        try hub.run("journal add", ["text": "UTC, before", "at": "2020-11-22T22:30:00Z"])
        try hub.run("journal add", ["text": "A day", "at": "2020-11-23"])
        func span(_ day: String) throws -> Set<String> {
            Set(try headings("journal list", ["from": .text(day), "until": .text(day)]))
        }
        #expect(try span("2020-11-22") == ["Tokyo", "UTC, before"])
        #expect(try span("2020-11-23") == ["UTC", "A day"])
    }

    /// By the clock of who wrote; an instant by that of who looks.
    @Test func onThisDayGoesByTheAuthorsClock() throws {
        try hub.run("journal add", ["text": "Tokyo", "at": "2020-03-15T00:30", "zone": "Asia/Tokyo"])
        try hub.run("journal add", ["text": "UTC", "at": "2021-03-14T23:30:00Z"])
        try hub.run("journal add", ["text": "UTC, too late", "at": "2021-03-15T23:30:00Z"])
        try hub.run("journal add", ["text": "A day", "at": "2019-03-15"])
        try hub.run("journal add", ["text": "Today"])
        try hub.run("journal add", ["text": "Leap", "at": "2024-02-29"])
        let items = try hub.items("journal on-this-day")
        #expect(items.map { $0["heading"] } == ["UTC", "Tokyo", "A day"])
        #expect(items.map { $0["yearsAgo"] } == [5, 6, 7])
        #expect(try headings("journal on-this-day", ["day": "2026-02-28"]) == ["Leap"])
        #expect(try headings("journal on-this-day", ["day": "2028-02-28"]) == [])
        #expect(try headings("journal on-this-day", ["day": "2028-02-29"]) == ["Leap"])
    }

    @Test func photosAreKeptByTheirContent() throws {
        let photo = ["photo": UploadedFile(name: "sea.gif", content: Fixtures.gif)]
        let made = try hub.run("journal add", ["text": "Sea"], files: photo)
        let kept = made["photos"]?.listValue?.first?.objectValue
        #expect(kept?["mediaType"] == "image/gif")
        #expect(kept?["name"] == "sea.gif")
        let again = try hub.run("journal add-photo", ["record": 1], files: photo)
        #expect(again["photos"]?.listValue?.count == 1)
        let text = ["photo": UploadedFile(name: "sea.gif", content: Array("no image".utf8))]
        let error = try #require(throws: AtriumError.self) {
            try hub.run("journal add-photo", ["record": 1], files: text)
        }
        #expect(error.message == "sea.gif is not a photo")
        let missing = try #require(throws: AtriumError.self) {
            try hub.run("journal remove-photo", ["record": 1, "photo": 99])
        }
        #expect(missing.message == "the entry has no photo 99")
        let id = try #require(kept?["id"])
        #expect(try hub.run("journal remove-photo", ["record": 1, "photo": id])["photos"] == [])
        try hub.run("undo")
        #expect(try hub.run("journal show", ["record": 1])["photos"]?.listValue?.count == 1)
    }

    @Test func aPersonsTimelineTellsOfEntries() throws {
        try hub.run("connections add", ["name": "Ann"])
        try hub.run("journal add", ["text": "Tea\nand cake", "people": ["Ann"], "at": "2026-03-01T16:00"])
        try hub.run("journal add", ["title": "A day", "people": ["Ann"], "at": "2026-02-01"])
        try hub.run("journal add", ["text": "To come", "people": ["Ann"], "at": "2027-02-01"])
        let told = try hub.run("connections timeline", ["record": "Ann"])["happenings"]
        #expect(told == ["2026-03-01T15:00:00Z journal entry Tea", "2026-02-01 journal entry A day"])
    }

    @Test(
        arguments: [
            ("great", Mood.great), ("RAD", .great), ("meh", .okay), ("1", .awful), ("5", .great),
            ("terrible", .awful), ("0", nil), ("6", nil), ("", nil), ("so-so", nil),
        ] as [(String, Mood?)])
    func moods(word: String, mood: Mood?) {
        #expect(Mood(word) == mood)
    }
}
