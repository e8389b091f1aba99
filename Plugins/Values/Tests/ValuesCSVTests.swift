import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Values

@Suite struct ValuesCSVTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [valuesModule], formats: [CSVFileFormat()]) }

    @Test func valuesWithoutAPlaceComeLast() throws {
        try hub.run("values add", ["title": "Health"])
        let report = try hub.importFile(
            TextFile("v.csv", "title,description\r\nFriends,Who stay\r\nTruth,\r\n"), module: "values")
        #expect(report.added == 2 && report.issues.isEmpty)
        let values = try hub.items("values list")
        #expect(values.map { $0["title"] } == ["Health", "Friends", "Truth"])
        #expect(values.map { $0["position"] } == [1, 2, 3])
    }

    /// What a file says twice, or says of another value, is kept as text; the report quotes nothing.
    @Test func aSecondValueOfATitleIsKeptAsText() throws {
        try hub.run("values add", ["title": "Health"])
        let text =
            "uid,title,description,position\r\na-1,HEALTH,x,2\r\na-2,Friends,,3\r\na-3,friends,y,4\r\n"
        let report = try hub.importFile(TextFile("values.csv", text), module: "values")
        #expect(report.added == 1 && report.counts.unreadable == 2)
        #expect(report.issues.map(\.code) == ["unusable-item", "unusable-item"])
        #expect(Set(report.issues.map(\.message)) == ["there is already a value with this title"])
        #expect(report.issues.map(\.line) == [2, 4])
        // A row that takes the title of another value leaves its own value as it was.
        let changed = try hub.importFile(
            TextFile("values.csv", "uid,title,description,position\r\na-2,Health,new,3\r\n"), module: "values"
        )
        #expect(changed.counts.unreadable == 1)
        #expect(try hub.run("values show", ["record": "a-2"])["title"] == "Friends")
    }

    @Test func whatCannotBeReadIsNamedAndComesBack() throws {
        let text =
            "uid,title,description,position,icon,color\r\na-1,Health,,0,heart,tael\r\n"
            + "a-2,Craft,,2,Heart Pulse,Teal\r\n"
        let report = try hub.importFile(TextFile("values.csv", text))
        #expect(report.issues.map(\.code) == ["bad-position", "bad-color", "bad-icon"])
        #expect(report.issues.map(\.line) == [2, 2, 3])
        let values = try hub.items("values list")
        #expect(values.map { $0["position"] } == [1, 2] && values.map { $0["color"] } == [.null, "teal"])
        // A place that cannot be read is the last one, and stands in the file from then on.
        #expect(
            try hub.export("values", collection: "values") == text.replacing("Health,,0", with: "Health,,1"))
    }

    /// Projects have such columns, too.
    @Test func aTableWithoutIconsTakesAChosenModule() throws {
        let table = TextFile("projects.csv", "uid,title,description,position\r\na-1,Boat,,1\r\n")
        #expect(try hub.importFile(table).unclaimed.values.map(\.count) == [1])
        #expect(try hub.importFile(table, module: "values").added == 1)
    }

    @Test func theYearOfASpanComesBack() throws {
        try hub.run("values dreams add", ["title": "Book", "timeframe": "in 5 years"])
        try hub.run("values dreams add", ["title": "Sail", "timeframe": "by 2030"])
        let text = try hub.export("values", collection: "dreams")
        hub.clock.advance(days: 1000)
        let other = try TemporaryHub(modules: [valuesModule], formats: [CSVFileFormat()], clock: hub.clock)
        #expect(try other.importFile(TextFile("dreams.csv", text)).added == 2)
        #expect(try other.items("values dreams list").map { $0["by"] } == [2031, 2030])
        // A year that is named goes before the column; another span counts from now.
        let changed = text.replacing("in 5 years", with: "in 2 years").replacing("by 2030", with: "by 2040")
        #expect(try other.importFile(TextFile("dreams.csv", changed)).updated == 2)
        #expect(try other.items("values dreams list").map { $0["by"] } == [2030, 2040])
    }

    @Test func aRowOfADreamIsRead() throws {
        let text =
            "uid,title,timeframe,achievedOn,tags,Shelf\r\na-1,Swim,in 3 years,2025-07-01,\"sea, cold\",4\r\n"
            + "a-2,House,\(String(repeating: "x", count: 201)),2026-13-01,,\r\na-3,Book,,2031-01-01,,\r\n"
        let report = try hub.importFile(TextFile("dreams.csv", text))
        #expect(report.profile == "dreams" && report.unmappedColumns == ["Shelf"])
        #expect(report.issues.map(\.code) == ["too-long", "bad-date", "yet-to-come"])
        let swim = try hub.run("values dreams show", ["record": "Swim"])
        #expect(swim["by"] == 2029 && swim["achieved"] == true && swim["tags"] == ["sea", "cold"])
        let export = try hub.export("values", collection: "dreams")
        for cells in [
            "in 3 years,2025-07-01,4,2029", "\(String(repeating: "x", count: 201)),2026-13-01,,",
            ",2031-01-01,,",
        ] {
            #expect(export.contains(cells + "\r\n"))
        }
    }
}
