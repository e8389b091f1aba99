import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Activities

/// It is Sunday, 15 March 2026, half past nine in UTC.
@Suite struct ActivityCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [activitiesModule], formats: [CSVFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
    }

    private func names(_ values: DataObject) throws -> [String] {
        try hub.items("activities list", values).compactMap { $0["name"]?.textValue }
    }

    @Test func whatIsGivenIsKept() throws {
        let made = try hub.run(
            "activities add",
            [
                "name": "  Café\u{20}", "category": "RESTAURANTS", "place": "Herrengasse",
                "coordinates": "geo:48.2104,16.3655", "notes": "a\nb", "link": "https://example.org",
                "cost": "€ 12,50", "rating": 4, "planned": "2026-03-20T19:30", "tags": ["a", "A", "b"],
            ])
        #expect(made["name"] == "Café")
        #expect(made["category"] == "restaurants")
        #expect(made["coordinates"] == "48.2104,16.3655")
        #expect(made["cost"] == "12.50 EUR")
        #expect(made["planned"] == "2026-03-20T19:30:00")
        #expect(made["zone"] == "Europe/Vienna")
        #expect(made["tags"] == ["a", "b"])
        let moved = try hub.run("activities edit", ["record": 1, "zone": "Asia/Tokyo"])
        #expect(moved["planned"] == "2026-03-20T19:30:00")
        #expect(moved["zone"] == "Asia/Tokyo")
        let cleared = try hub.run(
            "activities edit",
            [
                "record": 1, "planned": .null, "cost": .null, "coordinates": .null, "rating": .null,
                "category": .null, "link": .null, "tags": .null, "notes": .null, "place": .null,
            ])
        for field in [
            "planned", "zone", "cost", "coordinates", "rating", "category", "link", "notes", "place",
        ] {
            #expect(cleared[field] == .null, "\(field)")
        }
        #expect(cleared["tags"] == [])
    }

    /// Each with its message, and what to do.
    @Test(
        arguments: [
            (
                ["coordinates": "90.5,16"], "“90.5,16” is not a point on the globe",
                "give a latitude from -90 to 90 and a longitude from -180 to 180"
            ),
            (
                ["coordinates": "Vienna"], "“Vienna” is not two numbers",
                "give latitude,longitude in degrees, such as 48.2082,16.3738"
            ),
            (["rating": 6], "rating has a wrong value", "it must be a whole number from 1 to 5"),
            (["rating": 0], "rating has a wrong value", "it must be a whole number from 1 to 5"),
            (
                ["cost": "-5 EUR"], "cost is negative",
                "write it as 12.50 EUR, with an ISO 4217 currency code, or 0 if it is free"
            ),
            (
                ["cost": "12.50"], "cost has no currency",
                "write it as 12.50 EUR, with an ISO 4217 currency code, or 0 if it is free"
            ),
            (
                ["cost": "much"], "cost is not an amount with a currency",
                "write it as 12.50 EUR, with an ISO 4217 currency code, or 0 if it is free"
            ),
            (
                ["link": "example.org"], "link has a wrong value",
                "it must be a complete link such as https://example.org"
            ),
            (["name": " "], "name cannot be empty", "say what the activity is"),
            (
                ["zone": "Europe/Vienna"], "a zone requires a time",
                "set --planned to a time too"
            ),
            (
                ["planned": "2026-03-20", "zone": "../../etc/passwd"], "unknown time zone “../../etc/passwd”",
                "use a name from the time zone database, such as Europe/Vienna"
            ),
            (
                ["planned": "2026-03-20T19:30", "zone": "Europe/Atlantis"],
                "unknown time zone “Europe/Atlantis”",
                "use a name from the time zone database, such as Europe/Vienna"
            ),
        ] as [(DataObject, String, String)])
    func whatIsWrongIsRefused(_ values: DataObject, _ message: String, _ remedy: String) throws {
        var input = values
        if input["name"] == nil { input["name"] = "X" }
        let error = #expect(throws: AtriumError.self) { try hub.run("activities add", input) }
        #expect(error?.code == .badData)
        #expect(error?.message == message)
        #expect(error?.remedy.description == remedy)
        #expect(error?.field == values.names.last)
        #expect(try names([:]) == [])
    }

    @Test func daysAreNotedAndTakenBack() throws {
        try hub.run("activities add", ["name": "Swim"])
        var swim = try hub.run("activities done", ["record": "Swim", "note": "  cold "])
        #expect(swim["lastDone"] == "2026-03-15")
        swim = try hub.run("activities done", ["record": "Swim", "on": "-3d"])
        swim = try hub.run("activities done", ["record": "Swim"])
        #expect(
            swim["done"] == [
                ["day": "2026-03-12", "note": .null, "with": []],
                ["day": "2026-03-15", "note": "cold", "with": []],
            ])
        #expect(swim["timesDone"] == 2)
        swim = try hub.run("activities done", ["record": "Swim", "note": .null])
        #expect(swim["done"]?.listValue?.last == ["day": "2026-03-15", "note": .null, "with": []])
        swim = try hub.run("activities undone", ["record": "Swim"])
        #expect(swim["lastDone"] == "2026-03-12")
        swim = try hub.run("activities undone", ["record": "Swim", "on": "2026-03-12"])
        #expect(swim["lastDone"] == .null)
        try hub.run("undo")
        #expect(try hub.run("activities show", ["record": "Swim"])["lastDone"] == "2026-03-12")
    }

    @Test(
        arguments: [
            (
                "done", ["on": "2026-03-17"], "2026-03-17 is in the future",
                "add it when it is done; to plan the activity, set its --planned"
            ),
            ("done", ["on": "1899-12-31"], "1899-12-31 is too long ago", "give 1900-01-01 or a later day"),
            (
                "undone", ["on": "2026-03-01"], "it was not done on 2026-03-01",
                "atrium activities show lists the days; the last is 2026-03-15"
            ),
        ] as [(String, DataObject, String, String)])
    func daysThatCannotBeAreRefused(
        _ command: String, _ values: DataObject, _ message: String, _ remedy: String
    ) throws {
        try hub.run("activities add", ["name": "Swim"])
        try hub.run("activities done", ["record": "Swim"])
        var input = values
        input["record"] = "Swim"
        let error = #expect(throws: AtriumError.self) { try hub.run("activities \(command)", input) }
        #expect(error?.code == .badData)
        #expect(error?.message == message)
        #expect(error?.remedy.description == remedy)
        #expect(error?.field == "on")
    }

    @Test func whatWasNeverDoneCannotBeTakenBack() throws {
        try hub.run("activities add", ["name": "Swim"])
        let error = #expect(throws: AtriumError.self) { try hub.run("activities undone", ["record": "Swim"]) }
        #expect(error?.code == .conflict)
        #expect(error?.message == "it was never done")
        // Tomorrow may be there already where the person is.
        try hub.run("activities done", ["record": "Swim", "on": "tomorrow"])
    }

    @Test func occasionsAreRecordsOfTheirOwn() throws {
        try hub.run("activities add", ["name": "Swim"])
        try hub.run("activities add", ["name": "Run"])
        for (name, day) in [("Swim", "2026-03-01"), ("Run", "2026-03-02"), ("Swim", "2026-03-03")] {
            try hub.run("activities occasions add", ["activity": .text(name), "on": .text(day)])
        }
        let error = #expect(throws: AtriumError.self) {
            try hub.run("activities occasions add", ["activity": "Run", "on": "2026-03-02", "note": "Again"])
        }
        #expect(error?.code == .conflict)
        func days(_ values: DataObject) throws -> [DataValue?] {
            try hub.items("activities occasions list", values).map { $0["day"] }
        }
        #expect(try days(["activity": "Swim"]) == ["2026-03-01", "2026-03-03"])
        #expect(try days(["from": "2026-03-02", "to": "2026-03-02"]) == ["2026-03-02"])
        let uid = try #require(try hub.run("activities show", ["record": "Swim"])["uid"]?.textValue)
        let edited = try hub.run("activities occasions edit", ["record": 3, "note": "warm"])
        #expect(edited["uid"] == .text(uid + "#2026-03-03"))
        #expect(edited["name"] == "Swim")
        #expect(edited["note"] == "warm")
        try hub.run("activities occasions remove", ["record": 1])
        #expect(try days(["activity": "Swim"]) == ["2026-03-03"])
        #expect(try hub.run("activities show", ["record": "Swim"])["timesDone"] == 1)
        try hub.run("activities remove", ["record": "Swim"])
        #expect(try days([:]) == ["2026-03-02"])
        try hub.run("undo")
        #expect(try days(["descending": true]) == ["2026-03-03", "2026-03-02"])
    }

    @Test func aListHasEverySpellingOfACategory() throws {
        try hub.run("activities add", ["name": "Zoo", "category": "places"])
        let report = try hub.importFile(TextFile("more.csv", "uid,name,category,done\nm1,Museum,PLACES,\n"))
        #expect(report.added == 1)
        #expect(try names(["category": "places"]) == ["Museum", "Zoo"])
        #expect(try names(["category": " Places "]) == ["Museum", "Zoo"])
    }

    /// A topic that suggestions find is found by the question too.
    @Test(arguments: ["board games", "Board Game", "board-games"])
    func aTagOfSeveralWordsIsATopic(interest: String) throws {
        for (name, tag) in [("Chess", "board game"), ("Go", "Board-Games"), ("Surfing", "boards")] {
            try hub.run("activities add", ["name": .text(name), "tags": .list([.text(tag)])])
        }
        let found = try hub.items("activities about", ["interests": .list([.text(interest)])])
        #expect(found.map { $0["name"] } == ["Chess", "Go"])
    }

    @Test func listsAreFilteredAndSorted() throws {
        let all: [DataObject] = [
            ["name": "Zoo", "category": "places", "place": "Schönbrunn", "rating": 3, "tags": ["kids"]],
            ["name": "Bistro", "category": "Restaurants", "place": "Schönbrunner Str.", "rating": 5],
            ["name": "Ärztekonzert", "category": "Ärzte", "planned": "2026-03-15"],
            ["name": "Opera", "planned": "2026-03-14", "notes": "with Zoo friends"],
        ]
        for values in all { try hub.run("activities add", values) }
        try hub.run("activities done", ["record": "Bistro"])
        #expect(try names([:]) == ["Bistro", "Opera", "Zoo", "Ärztekonzert"])
        #expect(try names(["category": "RESTAURANTS"]) == ["Bistro"])
        #expect(try names(["category": "ärzte"]) == ["Ärztekonzert"])
        #expect(try names(["place": "schön"]) == ["Bistro", "Zoo"])
        #expect(try names(["rating": 4]) == ["Bistro"])
        #expect(try names(["tag": "KIDS"]) == ["Zoo"])
        #expect(try names(["text": "zoo"]) == ["Opera", "Zoo"])
        #expect(try names(["status": "done"]) == ["Bistro"])
        #expect(try names(["status": "open"]) == ["Opera", "Zoo", "Ärztekonzert"])
        #expect(try names(["status": "planned"]) == ["Ärztekonzert"])
        #expect(try names(["sort": "rating", "descending": true, "limit": 2]) == ["Bistro", "Zoo"])
        #expect(try names(["sort": "planned", "limit": 2]) == ["Opera", "Ärztekonzert"])
        #expect(try names(["sort": "done", "descending": true, "limit": 1]) == ["Bistro"])
        let first = try hub.run("activities list", ["limit": 3])
        #expect(first["total"] == 4)
        #expect(try names(["limit": 3, "cursor": try #require(first["next"])]) == ["Ärztekonzert"])
    }

    /// Five things to do at one place are one place.
    @Test func placesAreCounted() throws {
        let points = ["48.2,16.4", "48.2,16.4", "48.2001,16.4", "48.86,2.35", "48.8601,2.35"]
        for (index, point) in points.enumerated() {
            try hub.run(
                "activities add",
                ["name": .text("A\(index)"), "place": "Café X", "coordinates": .text(point)])
        }
        for at in ["Café X", "CAFÉ X", "afÉ"] {
            let error = #expect(throws: AtriumError.self) {
                try hub.run("activities near", ["at": .text(at)])
            }
            #expect(error?.message == "“\(at)” matches 2 places")
            #expect(
                error?.remedy.description
                    == "give --at as latitude,longitude: 48.2,16.4, 48.86,2.35, …")
        }
    }

    @Test func lettersOfAllScriptsAreFoundInAnyCase() throws {
        try hub.run("activities add", ["name": "ÄRZTEKONZERT", "place": "Žižkov", "notes": "Улица"])
        #expect(try names(["place": "ŽIŽ"]) == ["ÄRZTEKONZERT"])
        #expect(try names(["text": "ärzte"]) == ["ÄRZTEKONZERT"])
        #expect(try names(["text": "УЛИ"]) == ["ÄRZTEKONZERT"])
    }

    @Test func categoriesAreCounted() throws {
        for category in ["events", "Board games", "board GAMES"] {
            try hub.run("activities add", ["name": "X", "category": .text(category)])
        }
        let counts = try hub.items("activities categories").map { [$0["category"], $0["count"]] }
        #expect(
            counts == [
                ["restaurants", 0], ["events", 1], ["hobbies", 0], ["places", 0], ["Board games", 2],
            ])
    }

    @Test func whatIsNearIsFound() throws {
        for (name, place, coordinates) in [
            ("Stephansdom", "Wien", "48.2085,16.3731"), ("Prater", "Wien", "48.2167,16.4"),
            ("Eiffel Tower", "Paris", "48.8584,2.2945"), ("Fiji", "Suva", "-18.14,178.44"),
        ] {
            try hub.run(
                "activities add",
                ["name": .text(name), "place": .text(place), "coordinates": .text(coordinates)])
        }
        try hub.run("activities add", ["name": "Nowhere"])
        func near(_ at: DataValue, _ within: DataValue) throws -> [[DataValue?]] {
            try hub.items("activities near", ["at": at, "within": within]).map {
                [$0["name"], $0["distance"]]
            }
        }
        #expect(try near("48.2085,16.3731", 1) == [["Stephansdom", .decimal(0)]])
        #expect(try near("Stephansdom", 5).map { $0.first } == ["Stephansdom", "Prater"])
        #expect(try near("prater", .decimal(2.1)) == [["Prater", .decimal(0)]])
        // Numbers alone are no part of a name, but may be all of it.
        try hub.run("activities add", ["name": "1516", "place": "Wien; 1", "coordinates": "48.2,16.37"])
        #expect(try near("1516", .decimal(0.1)) == [["1516", .decimal(0)]])
        #expect(try near("wien; 1", .decimal(0.1)) == [["1516", .decimal(0)]])
        try hub.run("activities remove", ["record": "1516"])
        // Over the line of dates.
        #expect(try near("-18.14,-179.9", 200).map { $0.first } == ["Fiji"])
        #expect(try near("0,0", 20_038).count == 4)
        #expect(try near("0,0", 0).isEmpty)
    }

    @Test(arguments: [
        (
            "Atlantis", AtriumError.Code.notFound, "there is no activity with coordinates at “Atlantis”",
            "give --at as latitude,longitude, such as 48.2082,16.3738"
        ),
        (
            "Springfield", .ambiguous, "“Springfield” matches 2 places",
            "give --at as latitude,longitude: 39.8,-89.6, 42.1,-72.5, …"
        ),
        (
            "91,0", .badData, "“91,0” is not a point on the globe",
            "give a latitude from -90 to 90 and a longitude from -180 to 180"
        ),
        (
            "1", .badData, "“1” is not two numbers",
            "give latitude,longitude in degrees, such as 48.2082,16.3738"
        ),
        (
            "1, 2; 3", .badData, "“1, 2; 3” is not two numbers",
            "give latitude,longitude in degrees, such as 48.2082,16.3738"
        ),
    ])
    func aPlaceThatIsNoneIsRefused(
        _ at: String, _ code: AtriumError.Code, _ message: String, _ remedy: String
    ) throws {
        for coordinates in ["39.8,-89.6", "42.1,-72.5", "39.801,-89.601"] {
            try hub.run(
                "activities add",
                ["name": "X", "place": "Springfield", "coordinates": .text(coordinates)])
        }
        let error = #expect(throws: AtriumError.self) { try hub.run("activities near", ["at": .text(at)]) }
        #expect(error?.code == code)
        #expect(error?.message == message)
        #expect(error?.remedy.description == remedy)
        #expect(error?.field == "at")
    }

    // MARK: - Days and figures

    @Test func todayShowsWhatIsPlannedOnTheUsersClock() throws {
        for (name, planned, zone) in [
            ("Late", "2026-03-15T23:30:00Z", nil), ("Early", "2026-03-15T01:00", "Asia/Tokyo"),
            ("Day", "2026-03-15", nil), ("Noon", "2026-03-15T12:00", nil),
            ("Float", "2026-03-15T13:00", "floating"),
        ] {
            try hub.run(
                "activities add",
                ["name": .text(name), "planned": .text(planned), "zone": zone.map { .text($0) } ?? .null])
        }
        func entries(_ day: String) throws -> [[DataValue?]] {
            try hub.items("today", ["day": .text(day)]).map { [$0["time"], $0["title"], $0["overdue"]] }
        }
        #expect(
            try entries("2026-03-15") == [
                [.null, "Day", false], ["12:00", "Noon", false], ["13:00", "Float", false],
            ])
        #expect(try entries("2026-03-16") == [["00:30", "Late", false]])
        #expect(try entries("2026-03-14") == [["17:00", "Early", false]])
        try hub.run("activities done", ["record": "Day"])
        #expect(try entries("2026-03-15").map { $0[1] } == ["Noon", "Float"])
    }

    @Test func figuresCount() throws {
        try hub.run("activities add", ["name": "A", "planned": "2026-03-15"])
        try hub.run("activities add", ["name": "B", "planned": "2026-03-14"])
        for day in ["2026-03-01", "2026-03-15", "2026-02-28"] {
            try hub.run("activities done", ["record": "A", "on": .text(day)])
        }
        let figures = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(figures.map { $0["name"] } == ["activities", "planned", "done-this-month"])
        #expect(figures.map { $0["value"] } == [.decimal(2), .decimal(1), .decimal(2)])
    }

    @Test func searchLooksThroughAll() throws {
        try hub.run(
            "activities add",
            ["name": "Trail", "place": "Semmering", "notes": "blueberries", "category": "hikes"])
        for word in ["trail", "semmering", "blueberr", "hikes"] {
            #expect(try hub.items("search", ["text": [.text(word)]]).count == 1, "\(word)")
        }
    }
}
