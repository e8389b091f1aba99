import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Ideas

@Suite struct IdeasExchangeTests {
    private let hub: TemporaryHub

    init() throws { hub = try Self.emptyHub() }

    private static func emptyHub() throws -> TemporaryHub {
        try TemporaryHub(modules: [ideasModule], formats: [CSVFileFormat(), OPMLFileFormat()])
    }

    private func ideas() throws -> [String: DataObject] {
        try hub.items("ideas list", ["status": "all"]).reduce(into: [:]) { ideas, idea in
            ideas[idea["title"]?.textValue ?? ""] = idea
        }
    }

    // MARK: - CSV

    @Test func whatCannotBeReadIsNamedAndComesBack() throws {
        let text =
            "uid,title,description,votes,tags,status,takenOn,Shelf\r\n"
            + "a-1,Nets,,1.5,\"sea, work\",open,2026-01-02,3\r\na-2,Choir,,2000000,,gone,,\r\na-3,,,4,,,,\r\n"
        let report = try hub.importFile(TextFile("ideas.csv", text))
        #expect(report.profile == "ideas" && report.unmappedColumns == ["Shelf"])
        #expect(
            report.issues.map(\.code) == [
                "bad-number", "not-taken", "bad-number", "bad-status", "unusable-item",
            ])
        #expect(
            report.issues.map(\.property) == ["votes", "takenOn", "votes", "status", nil])
        #expect(report.issues.map(\.line) == [2, 2, 3, 3, 4])
        #expect(try ideas().mapValues { $0["votes"] } == ["Nets": 0, "Choir": 0])
        #expect(try ideas()["Nets"]?["tags"] == ["sea", "work"])
        #expect(try hub.export("ideas") == text.replacing("a-3,,,4,,,,\r\n", with: ""))
    }

    @Test func aVoteChangesItsCellAndNoOther() throws {
        try hub.importFile(TextFile("i.csv", "uid,title,votes,Shelf\r\na-1, Nets,03,x\r\n"))
        try hub.run("ideas vote", ["record": "Nets"])
        let export = try hub.export("ideas")
        #expect(export == "uid,title,description,votes,tags,status,Shelf\r\na-1,\" Nets\",,4,,open,x\r\n")
    }

    /// Columns that could be anybody's take somebody who says whose they are.
    @Test func aTableWithoutVotesIsTakenIfTheModuleIsChosen() throws {
        let table = TextFile("t.csv", "title,tags\r\nA map of smells,\"town,nose\"\r\n")
        #expect(try hub.importFile(table).unclaimed.values.map(\.count) == [1])
        #expect(try hub.importFile(table, module: "ideas").added == 1)
        #expect(try ideas()["A map of smells"]?["tags"] == ["town", "nose"])
        #expect(try hub.importFile(table, module: "ideas").unchanged == 1)
    }

    @Test func columnsOfOtherNamesAreMapped() throws {
        let report = try hub.importFile(
            TextFile("t.csv", "Idee,Stimmen\r\nNetze,4\r\n"),
            columns: [("Idee", "title"), ("Stimmen", "votes")])
        #expect(report.added == 1)
        #expect(try ideas()["Netze"]?["votes"] == 4)
    }

    // MARK: - OPML

    @Test func ownOutlinesComeInAndGoOut() throws {
        let report = try hub.importFile(Fixtures.own)
        #expect(report.added == 2 && report.issues.isEmpty)
        let podcast = try ideas()["Podcast on tides"]
        #expect(podcast?["votes"] == 3 && podcast?["tags"] == ["sea", "sound"])
        #expect(podcast?["description"] == "Two\nlines" && podcast?["uid"] == "i-1")
        let export = try hub.export("ideas", format: .opml)
        #expect(try hub.importFile(TextFile("x.opml", export)).unchanged == 2)

        try hub.run("ideas edit", ["record": "Podcast on tides", "description": .null, "votes": 5])
        let edited = try hub.export("ideas", format: .opml)
        #expect(
            edited.contains(
                "<outline text=\"Podcast on tides\" type=\"idea\" uid=\"i-1\" votes=\"5\" tags=\"sea,sound\"/>"
            ))
        #expect(
            edited.contains(#"<outline text="Bread club" type="idea" uid="i-2" status="dropped"/>"#))
        let other = try Self.emptyHub()
        #expect(try other.importFile(TextFile("x.opml", edited)).added == 2)
        #expect(try other.run("ideas show", ["record": "i-1"])["votes"] == 5)
    }

    @Test func outlinesOfOtherProgramsAreTakenIfTheModuleIsChosen() throws {
        let report = try hub.importFile(Fixtures.mindMap)
        #expect(report.added == 0 && report.unclaimed.values.map(\.module) == ["ideas"])
        #expect(try hub.importFile(Fixtures.mindMap, module: "ideas").added == 4)
        let ideas = try ideas()
        #expect(ideas["Swim at night"]?["tags"] == ["Summer", "Sea"])
        #expect(ideas["Swim at night"]?["description"] == "With lamps")
        #expect(ideas["Jam, of plums"]?["tags"] == ["Summer"] && ideas["Summer"]?["tags"] == [])
        #expect(try hub.importFile(Fixtures.mindMap, module: "ideas").unchanged == 4)

        let export = try hub.export("ideas", format: .opml)
        let other = try Self.emptyHub()
        #expect(try other.importFile(TextFile("x.opml", export)).added == 4)
        #expect(try other.run("ideas show", ["record": "Swim at night"])["tags"] == ["Summer", "Sea"])
    }

    @Test func anOutlineWithoutWordsIsKeptAsText() throws {
        let file = TextFile(
            "e.opml",
            """
            <opml version="2.0"><head/><body>
            <outline type="idea" votes="x" text="A"/>
            <outline type="idea" text=" "/>
            </body></opml>
            """
        )
        let report = try hub.importFile(file)
        #expect(report.added == 1 && report.counts.unreadable == 1)
        #expect(report.issues.map(\.code) == ["bad-number", "unusable-item"])
    }
}
