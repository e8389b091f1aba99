import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import StandInModules
import Testing

@testable import Activities

@Suite struct ActivityExchangeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [activitiesModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    private func ics() throws -> String { try hub.export("activities", format: .icalendar) }

    // MARK: - iCalendar

    @Test func whatIsNotPlannedIsLeftOutAndSaid() throws {
        try hub.run("activities add", ["name": "Some day"])
        try hub.run("activities add", ["name": "Soon", "planned": "2026-04-01"])
        #expect(try !ics().contains("Some day"))
        #expect(try ics().contains("SUMMARY:Soon\r\n"))
        let warnings = try hub.session().export(.init(module: "activities", format: .icalendar)) { _ in }
        #expect(
            warnings == ["1 activity has no planned day and was left out; csv contains all activities"])
        #expect(try hub.export("activities", format: .csv).contains("Some day"))
    }

    @Test func aNewActivityIsAWholeEvent() throws {
        try hub.run(
            "activities add",
            [
                "name": "Café; Central", "category": "restaurants", "coordinates": "48.2104,-16.3655",
                "place": "Herrengasse", "planned": "2026-07-01T19:30", "zone": "Europe/Vienna",
                "cost": "12.50 EUR", "rating": 5, "link": "https://example.org", "notes": "a\nb",
            ])
        try hub.run("activities done", ["record": 1, "on": "2026-01-02", "note": "cold, wet"])
        let text = try ics()
        for line in [
            "SUMMARY:Café\\; Central", "DTSTART;TZID=Europe/Vienna:20260701T193000", "GEO:48.2104;-16.3655",
            "LOCATION:Herrengasse", "URL:https://example.org", "DESCRIPTION:a\\nb",
            "X-ATRIUM-ACTIVITY:restaurants", "X-ATRIUM-RATING:5", "X-ATRIUM-COST:12.50 EUR",
            "X-ATRIUM-DONE;X-DAY=2026-01-02:cold\\, wet", "BEGIN:VTIMEZONE",
        ] {
            #expect(text.contains(line + "\r\n"), "\(line)")
        }
    }

    @Test func filesOfOthersComeBackToTheByte() throws {
        try hub.importFile(Fixtures.events)
        let items = String(decoding: Fixtures.events.content, as: UTF8.self).components(
            between: "BEGIN:VEVENT", and: "END:VEVENT")
        let exported = try ics()
        #expect(items.count == 3)
        for item in items { #expect(exported.contains(item)) }
        let museum = try hub.run("activities show", ["record": "museum"])
        #expect(museum["coordinates"] == "48.2036,16.3617")
        #expect(museum["cost"] == "21.00 EUR")
        #expect(museum["category"] == "places")
        #expect(museum["planned"] == "2026-04-05T08:00:00")
        #expect(museum["zone"] == "Office")
        #expect(
            museum["done"] == [
                ["day": "2025-11-02", "note": "with rain, and tea", "with": ["ann-1", "b:en"]],
                ["day": "2025-12-02", "note": .null, "with": []],
            ])
    }

    /// Each edit changes its own lines, and those that say when.
    @Test(
        arguments: [
            (["rating": 2], ["X-ATRIUM-RATING"]), (["rating": .null], ["X-ATRIUM-RATING"]),
            (["cost": "0"], ["X-ATRIUM-COST"]), (["category": "Art"], ["X-ATRIUM-ACTIVITY"]),
            (["category": .null], ["X-ATRIUM-ACTIVITY"]), (["place": "MQ"], ["LOCATION"]),
            (["coordinates": "1,2"], ["GEO"]), (["name": "M"], ["SUMMARY"]),
            (["tags": ["Art"]], ["CATEGORIES"]),
            (["notes": "n"], ["DESCRIPTION"]), (["link": "a:b"], ["URL"]),
            (["planned": "2026-04-06T08:00"], ["DTSTART", "DTEND"]),
        ] as [(DataObject, Set<String>)])
    func anEditChangesItsLinesOnly(_ values: DataObject, _ changed: Set<String>) throws {
        try hub.importFile(Fixtures.events)
        let before = Set(try ics().split(separator: "\r\n").map(String.init))
        hub.clock.advance(days: 1)
        var input = values
        input["record"] = "museum"
        try hub.run("activities edit", input)
        let after = Set(try ics().split(separator: "\r\n").map(String.init))
        let names = Set(
            before.symmetricDifference(after).map { line in
                String(line.prefix { $0 != ":" && $0 != ";" })
            })
        #expect(names == changed.union(["LAST-MODIFIED", "DTSTAMP", "SEQUENCE"]))
        #expect(after.contains("X-OWN;X-A=1:kept"))
    }

    /// A zone that there is not is said, kept by its name, and written so that every program can read the time.
    @Test func anUnknownZoneIsSaidAndKept() throws {
        let row = "a1,Ski,hobbies,4,2026-12-01T18:00:00,Mars/Olympus"
        let header = "uid,name,category,rating,planned,zone"
        let file = TextFile("a.csv", "\(header)\r\n\(row)\r\n")
        let report = try hub.importFile(file)
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unknown-zone"] && report.issues.map(\.property) == ["zone"])
        let shown = try hub.run("activities show", ["record": "a1"])
        #expect(shown["planned"] == "2026-12-01T18:00:00" && shown["zone"] == "Mars/Olympus")
        #expect(try hub.importFile(file).unchanged == 1)
        #expect(try hub.export("activities", format: .csv).contains(",4,2026-12-01T18:00:00,Mars/Olympus,"))
        let text = try ics()
        #expect(text.contains("DTSTART;X-ATRIUM-TZID=Mars/Olympus:20261201T180000\r\n"))
        #expect(!text.contains(";TZID=") && !text.contains("VTIMEZONE"))
        let other = try Self.hub()
        try other.importFile(TextFile("a.ics", text))
        let again = try other.run("activities show", ["record": "a1"])
        #expect(again["planned"] == shown["planned"] && again["zone"] == shown["zone"])
        #expect(try other.export("activities", format: .icalendar) == text)
        // An edit of the time in a zone that there is leaves nothing of the other behind.
        try other.run("activities edit", ["record": "a1", "zone": "Europe/Vienna"])
        let edited = try other.export("activities", format: .icalendar)
        #expect(edited.contains("DTSTART;TZID=Europe/Vienna:20261201T180000\r\n"))
        #expect(edited.contains("BEGIN:VTIMEZONE"))
    }

    /// As spreadsheets and programs write them; the user is in Vienna.
    @Test(
        arguments: [
            ("2026-12-01T18:00", "", "2026-12-01T18:00:00", .null),
            ("2026-12-01 18:00", "America/New_York", "2026-12-01T18:00:00", "America/New_York"),
            ("2026-12-01T18:00:00+04:00", "", "2026-12-01T14:00:00Z", .null),
            ("2026-12-01T18:00:00-0330", "Europe/Vienna", "2026-12-01T21:30:00Z", .null),
            ("2026-12-01T00:30+05", "", "2026-11-30T19:30:00Z", .null),
            ("1 Dec 2026, 7:30 PM", "UTC", "2026-12-01T19:30:00", "UTC"),
            ("01.12.2026", "Europe/Vienna", "2026-12-01", .null),
        ] as [(String, String, DataValue, DataValue)])
    func plannedTimesOfTablesAreRead(
        _ planned: String, _ zone: String, _ shown: DataValue, _ inZone: DataValue
    ) throws {
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        let report = try hub.importFile(
            TextFile("a.csv", "name,category,rating,planned,zone\r\nSki,hobbies,,\"\(planned)\",\(zone)\r\n"))
        #expect(report.added == 1 && report.issues.isEmpty)
        let activity = try hub.run("activities show", ["record": "Ski"])
        #expect([activity["planned"], activity["zone"]] == [shown, inZone])
    }

    @Test func anEndMovesWithItsStart() throws {
        try hub.importFile(Fixtures.events)
        try hub.run("activities edit", ["record": "museum", "planned": "2026-04-06T09:00"])
        #expect(try ics().contains("DTEND;TZID=Office:20260406T103000"))
        try hub.run("activities edit", ["record": "museum", "planned": "2026-04-06"])
        #expect(try !ics().contains("DTEND"))
    }

    @Test func aDayThatIsDoneIsAnEditOfTheFile() throws {
        try hub.importFile(Fixtures.events)
        try hub.run("activities done", ["record": "run", "note": "5 km"])
        #expect(try ics().contains("X-ATRIUM-DONE;X-DAY=2026-03-15:5 km\r\n"))
        try hub.run("activities occasions edit", ["record": "2025-12-02", "note": "again"])
        #expect(try ics().contains("X-ATRIUM-DONE;X-DAY=2025-12-02:again\r\n"))
        #expect(try ics().contains("X-ATRIUM-DONE;X-DAY=2025-11-02;X-WITH=ann-1,\"b:en\":with rain"))
    }

    /// A time is read on the clock that its file defined, whatever is written beside it.
    @Test(
        arguments: [
            ("undone", ["record": "museum"]), ("occasions remove", ["record": "2025-12-02"]),
            ("done", ["record": "museum"]), ("edit", ["record": "museum", "rating": 1]),
            ("edit", ["record": "museum", "planned": "2026-04-06T08:00"]),
        ] as [(String, DataObject)])
    func aZoneOfTheFileStays(_ command: String, _ values: DataObject) throws {
        try hub.importFile(Fixtures.events)
        try hub.run("activities \(command)", values)
        let text = try ics()
        #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Office\r\n"))
        #expect(text.contains("DTSTART;TZID=Office:2026040"))
    }

    @Test func roundsThroughEmptyVaultsChangeNothing() throws {
        try hub.importFile(Fixtures.events)
        try hub.run("activities add", ["name": "Soon", "planned": "2026-04-01T10:00", "rating": 3])
        try hub.run("activities edit", ["record": "museum", "rating": 1])
        for format in [FormatID.icalendar, .csv] {
            let first = try hub.export("activities", format: format)
            var text = first
            for _ in 1...3 {
                let other = try Self.hub()
                let report = try other.importFile(TextFile(format == .csv ? "a.csv" : "a.ics", text))
                #expect(report.added == 4)
                // The zone that the file defined is but a name in a table.
                #expect(report.issues.map(\.code) == (format == .csv ? ["unknown-zone"] : []))
                text = try other.export("activities", format: format)
            }
            #expect(text == first)
        }
    }

    @Test(arguments: [
        ("SUMMARY:A\nX-ATRIUM-RATING:6", "bad-rating"), ("SUMMARY:A\nX-ATRIUM-RATING:x", "bad-rating"),
        ("SUMMARY:A\nX-ATRIUM-COST:-3 EUR", "bad-cost"), ("SUMMARY:A\nX-ATRIUM-COST:12", "bad-cost"),
        ("SUMMARY:A\nX-ATRIUM-DONE:", "bad-date"), ("SUMMARY:A\nX-ATRIUM-DONE;X-DAY=2026-02-30:", "bad-date"),
        ("SUMMARY:A\nGEO:91;0", "bad-position"), ("DESCRIPTION:no name", "unusable-item"),
    ])
    func whatCannotBeReadIsSaidAndKept(_ lines: String, _ code: String) throws {
        let report = try hub.importFile(Fixtures.file("DTSTART;VALUE=DATE:20260401\n" + lines))
        #expect(report.issues.map(\.code) == [code])
        if code == "unusable-item" { return }
        let line = try #require(lines.split(separator: "\n").last)
        #expect(try ics().contains(line + "\r\n"))
        try hub.run("activities edit", ["record": "A", "notes": "n"])
        #expect(try ics().contains(line + "\r\n"))
    }

    /// It stays as the file has it, and the user is told.
    @Test func aDayThatIsYetToComeIsSaid() throws {
        let lines = "DTSTART;VALUE=DATE:20260401\nSUMMARY:A\nX-ATRIUM-DONE;X-DAY=9999-12-31:"
        #expect(try hub.importFile(Fixtures.file(lines)).issues.map(\.code) == ["yet-to-come"])
        let row = "name,category,done\r\nB,places,2026-03-15 2026-03-16 9999-12-31\r\n"
        let issues = try hub.importFile(TextFile("b.csv", row)).issues
        // Tomorrow may be there already where the person was.
        #expect(issues.map(\.code) == ["yet-to-come"])
        #expect(issues.map(\.property) == ["done"])
        #expect(try hub.run("activities show", ["record": "B"])["timesDone"] == 3)
        #expect(try hub.run("activities undone", ["record": "B"])["lastDone"] == "2026-03-16")
    }

    /// The mark alone tells whose a VEVENT is.
    @Test func ordinaryEventsAreNotTaken() throws {
        let file = TextFile(
            "mixed.ics",
            Fixtures.calendar(
                """
                BEGIN:VEVENT
                UID:a
                DTSTAMP:20260101T000000Z
                DTSTART;VALUE=DATE:20260401
                SUMMARY:A meeting
                END:VEVENT
                BEGIN:VEVENT
                UID:b
                DTSTAMP:20260101T000000Z
                DTSTART;VALUE=DATE:20260401
                SUMMARY:An activity
                X-ATRIUM-ACTIVITY:events
                END:VEVENT
                """))
        let report = try hub.importFile(file)
        #expect(report.added == 1)
        #expect(report.unclaimed[.vevent]?.count == 1)
        #expect(try hub.items("activities list").map { $0["name"] } == ["An activity"])
    }

    @Test func whileTheModuleIsOffNobodyElseTakesAMarkedEvent() throws {
        // The stand-in claims events.
        let hub = try TemporaryHub(
            modules: [activitiesModule, ModelsModule.module], formats: [ICalendarFileFormat()])
        try hub.run("modules disable", ["id": "activities"])
        let report = try hub.importFile(Fixtures.file("SUMMARY:Walk\nDTSTART;VALUE=DATE:20260401"))
        #expect(report.added == 0)
        let unclaimed = try #require(report.unclaimed[ActivitiesCalendar.mark.kind])
        #expect(unclaimed.count == 1 && unclaimed.module == "activities")
    }

    // MARK: - CSV

    @Test(arguments: [
        ("name,category,rating", FormatConfidence.certain), ("Name;Category;Cost", .certain),
        ("name,coordinates,cost", .likely), ("name,rating", nil), ("name,category", nil),
        ("First Name,Last Name,Category", nil), ("Subject,Start Date,Location,Categories", nil),
        ("title,target,days", nil),
    ])
    func headersAreRecognised(_ header: String, _ confidence: FormatConfidence?) throws {
        let file = TextFile("a.csv", header + "\r\nA,B,C\r\n")
        #expect(try (hub.importFile(file).profile == "activities") == (confidence != nil))
    }

    @Test func cellsThatWereNotTouchedComeBackAsTheyWere() throws {
        let text = """
            name,category,cost,rating,Phone,planned\r
            Pizza,Restaurants,"12,50 €",5,555,1 Jun 2026\r
            Pasta,Italian,,,,\r

            """
        try hub.importFile(TextFile("list.csv", text))
        let shown = try hub.run("activities show", ["record": "Pizza"])
        #expect(shown["cost"] == "12.50 EUR")
        #expect(shown["category"] == "restaurants")
        #expect(shown["planned"] == "2026-06-01")
        try hub.run("activities edit", ["record": "Pizza", "rating": 4])
        let exported = try hub.export("activities")
        #expect(exported.contains(",\"12,50 €\",4,1 Jun 2026,"))
        #expect(exported.contains(",Restaurants,"))
        #expect(exported.contains(",555\r\n"))
    }

    @Test(arguments: [
        ("rating", "6", "bad-rating"), ("cost", "-1 EUR", "bad-cost"), ("cost", "12", "bad-cost"),
        ("coordinates", "91;0", "bad-coordinates"), ("planned", "soon", "bad-date"),
        ("done", "once", "bad-date"),
        ("doneNotes", "rain", "bad-note"),
    ])
    func cellsThatCannotBeReadAreSaidAndKept(_ column: String, _ cell: String, _ code: String) throws {
        let other = column == "rating" ? "cost" : "rating"
        let report = try hub.importFile(
            TextFile("a.csv", "name,category,\(other),\(column)\r\nA,places,,\(cell)\r\n"))
        #expect(report.issues.map(\.code) == [code])
        #expect(report.issues.map(\.property) == [column])
        try hub.run("activities edit", ["record": "A", "notes": "n"])
        #expect(try hub.export("activities").contains(cell))
    }

    @Test func aDayThatMayBeTwoIsAsked() throws {
        let file = TextFile("a.csv", "name,category,done\r\nA,places,3/4/2026\r\n")
        let error = #expect(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(error?.field == "dateOrder")
        try hub.importFile(file, options: ["dateOrder": "mdy"])
        #expect(try hub.run("activities show", ["record": "A"])["lastDone"] == "2026-03-04")
        // No file says in which order its dates are: the export says the day in the one way that all read alike.
        #expect(try hub.export("activities").contains(",2026-03-04,"))
    }

    /// Which options there are depends on the module that is named: the request is well made, and yet cannot be done.
    @Test func anOptionOfAnotherModuleIsBadData() throws {
        let file = TextFile("a.csv", "name,category,done\r\nA,places,2026-03-01\r\n")
        let error = #expect(throws: AtriumError.self) {
            try hub.importFile(file, module: "activities", options: ["units": "metric"])
        }
        #expect(error?.code == .badData && error?.field == "units")
        #expect(error?.message == "imports into activities have no option “units”")
    }

    @Test func anUnknownHeaderIsMapped() throws {
        let file = TextFile("a.csv", "Wo,Sterne,Was\r\nWien,4,Oper\r\n")
        try hub.importFile(
            file, module: "activities",
            columns: [("Wo", "place"), ("Sterne", "rating"), ("Was", "name")])
        let shown = try hub.run("activities show", ["record": "Oper"])
        #expect(shown["place"] == "Wien")
        #expect(shown["rating"] == 4)
    }

    /// Also in the columns of that header: with the same mapping the file changes nothing.
    @Test func aMappedHeaderComesBackAsItIsNow() throws {
        let columns = [("Wo", "place"), ("Sterne", "rating"), ("Was", "name"), ("Besucht", "done")]
        let file = TextFile(
            "a.csv", "Wo,Sterne,Was,Besucht,Sitz\r\nWien,4,Oper,3/4/2025,12\r\n Graz,****,Dom,4/4/2025,\r\n")
        try hub.importFile(
            file, module: "activities", columns: columns, options: ["dateOrder": "dmy"])
        try hub.run("activities edit", ["record": "Oper", "rating": 5])
        let text = try hub.export("activities", format: .csv)
        #expect(text.contains(",Wien,5,Oper,3/4/2025,12\r\n"))
        #expect(text.contains(",\" Graz\",****,Dom,4/4/2025,\r\n"))
        let again = try hub.importFile(
            TextFile("b.csv", text), module: "activities", columns: columns, options: ["dateOrder": "dmy"])
        #expect(again.unchanged == 2)
    }

    /// The name and the place are not enough where the days differ: a hall has many concerts.
    @Test func whatIsPlannedForAnotherDayIsAnother() throws {
        func file(_ name: String, _ day: String, _ rating: Int = 3) -> TextFile {
            TextFile(
                name,
                "name,category,place,planned,rating\r\nConcert,events,Musikverein,\(day),\(rating)\r\n")
        }
        try hub.importFile(file("p1.csv", "2026-12-01"))
        // Another day in the same file is a new plan for the concert.
        #expect(try hub.importFile(file("p1.csv", "2026-12-02")).updated == 1)
        #expect(try hub.importFile(file("p2.csv", "2027-01-10")).added == 1)
        // The same day in another table is the same one.
        #expect(try hub.importFile(file("p3.csv", "2026-12-02", 5)).updated == 1)
        #expect(
            try hub.items("activities list", ["sort": "planned"]).map { $0["planned"] }
                == ["2026-12-02", "2027-01-10"])
    }

    @Test func theSameFileTwiceChangesNothing() throws {
        let text = "name,category,place,rating\r\nA,places,X,3\r\nB,places,Y,\r\n"
        try hub.importFile(TextFile("a.csv", text))
        #expect(try hub.importFile(TextFile("a.csv", text)).unchanged == 2)
        let changed = text.replacing("X,3", with: "X,4")
        #expect(try hub.importFile(TextFile("a.csv", changed)).updated == 1)
    }
}

extension String {
    /// The parts from one line to another, both with them.
    fileprivate func components(between first: String, and last: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let start = rest.range(of: first), let end = rest[start.lowerBound...].range(of: last) {
            parts.append(String(rest[start.lowerBound..<end.upperBound]))
            rest = rest[end.upperBound...]
        }
        return parts
    }
}
