import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Ideas

@Suite struct IdeasCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [ideasModule, ProjectsModule.module], formats: [CSVFileFormat()])
    }

    private func titles(_ values: DataObject = [:]) throws -> [String] {
        try hub.items("ideas list", values).compactMap { $0["title"]?.textValue }
    }

    // MARK: - Lists and votes

    @Test func theMostVotesComeFirst() throws {
        for title in ["Podcast", "Bread club", "Choir"] {
            try hub.run("ideas add", ["title": .text(title)])
            hub.clock.advance(days: 1)
        }
        let up = try hub.run("ideas vote", ["record": "Podcast"])
        #expect(up == ["title": "Podcast", "before": 0, "after": 1, "rank": 1])
        let down = try hub.run("ideas vote", ["record": "Bread club", "down": true, "by": 2])
        #expect(down == ["title": "Bread club", "before": 0, "after": -2, "rank": 3])
        #expect(try titles() == ["Podcast", "Choir", "Bread club"])
        try hub.run("ideas edit", ["record": "Bread club", "votes": 0])
        // Of as many votes the newest comes first.
        #expect(try titles() == ["Podcast", "Choir", "Bread club"])
        #expect(try titles(["descending": true]) == ["Bread club", "Choir", "Podcast"])
        #expect(try hub.run("ideas vote", ["record": "Choir", "down": true])["rank"] == 3)
        try hub.run("undo")
        #expect(try hub.run("ideas show", ["record": "Choir"])["votes"] == 0)
    }

    @Test func ideasAreFoundByTagsWordsAndStatus() throws {
        try hub.run("ideas add", ["title": "Podcast", "tags": ["sea", "sound"]])
        try hub.run("ideas add", ["title": "Nets", "tags": ["Sea"], "description": "mended by hand"])
        try hub.run("ideas add", ["title": "Old", "status": "dropped"])
        #expect(try titles(["tag": ["SEA"]]).count == 2)
        #expect(try titles(["tag": ["sea", "sound"]]) == ["Podcast"])
        #expect(try titles(["text": "HAND"]) == ["Nets"])
        #expect(try titles(["status": "dropped"]) == ["Old"])
        #expect(try titles(["status": "all"]).count == 3)
        let tags = try hub.items("ideas tags")
        #expect(tags == [["tag": "sea", "ideas": 2], ["tag": "sound", "ideas": 1]])
    }

    @Test(arguments: [
        ("Podcast #sea #Sound", "Podcast", ["sea", "Sound"]), ("C# club # 5", "C# club # 5", []),
        ("#sea Podcast #SEA", "Podcast", ["sea"]),
    ])
    func wordsOfATitleBecomeTags(_ title: String, _ kept: String, _ tags: [String]) throws {
        let plain = try hub.run("ideas add", ["title": .text(title)])
        #expect(plain["title"] == .text(title) && plain["tags"] == [])
        let idea = try hub.run("ideas add", ["title": .text(title), "words": true])
        #expect(idea["title"] == .text(kept) && idea["tags"] == .texts(tags))
    }

    @Test func anIdeaStaysAllDay() throws {
        #expect(try hub.items("ideas random").isEmpty)
        for number in 1...9 { try hub.run("ideas add", ["title": .text("Idea \(number)")]) }
        try hub.run("ideas add", ["title": "Old", "status": "dropped"])
        func drawn(_ values: DataObject) throws -> String {
            try hub.items("ideas random", values).compactMap { $0["title"]?.textValue }.joined()
        }
        let today = try drawn([:])
        #expect(try today == drawn([:]) && today == drawn(["seed": 0]))
        let others = try (1...40).map { try drawn(["seed": .integer(Int64($0))]) }
        #expect(Set(others).count > 3 && !others.contains("Old"))
    }

    // MARK: - Taken

    @Test func aProjectTakesAnIdea() throws {
        try hub.run("ideas add", ["title": "Podcast"])
        try hub.run("ideas add", ["title": "Choir"])
        try hub.run("ideas add", ["title": "Old", "status": "dropped"])
        try ProjectsModule.add("Tides", "came from", to: "ideas/ideas", "Podcast", in: hub)
        try ProjectsModule.add("Dust", "came from", to: "ideas/ideas", "Old", in: hub)
        try ProjectsModule.add("Songs", "about", to: "ideas/ideas", "Choir", in: hub)
        let podcast = try hub.run("ideas show", ["record": "Podcast"])
        #expect(podcast["status"] == "taken" && podcast["project"] == "Tides" && podcast["takenOn"] == .null)
        #expect(try hub.run("ideas show", ["record": "Old"])["status"] == "dropped")
        #expect(try titles() == ["Choir"] && titles(["status": "taken"]) == ["Podcast"])
        #expect(
            try figures() == [
                "open": .decimal(1), "new-this-month": .decimal(3), "taken-this-year": .decimal(1),
            ])

        try hub.run("modules disable", ["id": "tasks"])
        let alone = try hub.run("ideas show", ["record": "Podcast"])
        #expect(alone["status"] == "open" && alone["project"] == .null)
        #expect(try titles().count == 2)
        try hub.run("modules enable", ["id": "tasks"])
        for _ in 0..<6 { try hub.run("undo") }
        let back = try hub.run("ideas show", ["record": "Podcast"])
        #expect(back["status"] == "open" && back["project"] == .null)
    }

    @Test func theDayOnWhichAnIdeaWasTakenIsKept() throws {
        try hub.run("ideas add", ["title": "Podcast"])
        let taken = try hub.run("ideas edit", ["record": "Podcast", "status": "taken"])
        let day = taken["takenOn"]?.textValue
        #expect(day != nil)
        hub.clock.advance(days: 3)
        #expect(try hub.run("ideas edit", ["record": "Podcast", "votes": 2])["takenOn"] == .text(day ?? ""))
        #expect(try figures()["taken-this-year"] == .decimal(1))
        hub.clock.advance(days: 366)
        #expect(try figures()["taken-this-year"] == .decimal(0))
        #expect(try hub.run("ideas edit", ["record": "Podcast", "status": "open"])["takenOn"] == .null)
    }

    private func figures() throws -> [String: DataValue] {
        try hub.items("figures").reduce(into: [:]) { figures, figure in
            guard figure["module"] == "ideas", let name = figure["name"]?.textValue else { return }
            figures[name] = figure["value"]
        }
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            ("ideas add", ["title": "  "], .badData, "title", "title cannot be empty"),
            (
                "ideas add", ["title": "#sea", "words": true], .badData, "title",
                "the title contains only tags"
            ),
            (
                "ideas add", ["title": .text(String(repeating: "x", count: 501))], .badData, "title",
                "title has 501 characters"
            ),
            ("ideas vote", ["record": "Podcast", "by": 0], .badData, "by", ""),
            ("ideas vote", ["record": "Podcast", "by": 200], .badData, "by", ""),
            ("ideas vote", ["record": "Old"], .conflict, "record", "the idea was dropped"),
            ("ideas vote", ["record": "Full"], .badData, "by", "the idea has 1000000 votes"),
            ("ideas edit", ["record": "Podcast", "votes": 1_000_001], .badData, "votes", ""),
            (
                "ideas edit", ["record": "Podcast", "link": "no link"], .badData, "link",
                "link has a wrong value"
            ),
            ("ideas edit", ["record": "Podcast", "status": "gone"], .badData, "status", ""),
        ] as [(String, DataObject, AtriumError.Code, String, String)])
    func whatIsWrongIsRefused(
        _ command: String, _ values: DataObject, _ code: AtriumError.Code, _ field: String, _ message: String
    ) throws {
        try hub.run("ideas add", ["title": "Podcast"])
        try hub.run("ideas add", ["title": "Old", "status": "dropped"])
        try hub.run("ideas add", ["title": "Full", "votes": 1_000_000])
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(error?.code == code && error?.field == field)
        #expect(error?.message.hasPrefix(message) == true && error?.remedy.isEmpty == false)
    }
}
