import AtriumFormats
import AtriumSDK
import AtriumTesting
import SeededRandom
import StandInModules
import Testing

@testable import Activities

@Suite struct ActivitiesConformanceTests {
    /// All of them are planned: the other format cannot hold what is not.
    ///
    /// What it leaves out is tested by itself.
    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "activities add",
                [
                    "name": .text("Café Central"), "category": .text("Restaurants"),
                    "place": .text("Herrengasse 14, Wien"), "coordinates": .text("48.2104,16.3655"),
                    "notes": .text("Cake;\nand papers"), "link": .text("https://example.org/café?a=1,2;3"),
                    "cost": .text("EUR 12.50"), "rating": .integer(5),
                    "planned": .text("2026-05-31T18:00"), "zone": .text("Europe/Vienna"),
                    "tags": .list([.text("Home, sweet"), .text("back\\slash")]),
                ]),
            SampleCommand(
                "activities add", ["name": .text("Walk"), "planned": .text("2026-05-31T18:00:00Z")]),
            SampleCommand(
                "activities add",
                ["name": .text("Swim"), "planned": .text("2026-05-31T08:00"), "zone": .text("floating")]),
            SampleCommand("activities add", ["name": .text("Concert"), "planned": .text("+3d")]),
            SampleCommand("activities add", ["name": .text("Gone"), "planned": .text("+3d")]),
            SampleCommand(
                "activities done",
                ["record": .text("Café Central"), "note": .text("With Ann: at last, \"quoted\"")]),
            SampleCommand("activities done", ["record": .text("Café Central"), "on": .text("2026-01-02")]),
            SampleCommand("activities done", ["record": .text("Walk"), "on": .text("yesterday")]),
            SampleCommand("activities done", ["record": .text("Walk")]),
            SampleCommand("activities undone", ["record": .text("Walk")]),
            SampleCommand(
                "activities occasions add",
                ["activity": .text("Swim"), "on": .text("2026-01-05"), "note": .text("Cold")]),
            SampleCommand(
                "activities occasions add", ["activity": .text("Swim"), "on": .text("2026-01-06")]),
            SampleCommand(
                "activities occasions edit", ["record": .text("2026-01-06"), "note": .text("Warm")]),
            SampleCommand("activities occasions remove", ["record": .text("2026-01-05: Cold")]),
            SampleCommand("activities edit", ["record": .text("Concert"), "cost": .text("0")]),
            SampleCommand("activities remove", ["record": .text("Gone")]),
            SampleCommand("activities about", ["interests": .list([.text("tea")])]),
            SampleCommand("activities near", ["at": .text("48.2,16.37"), "within": .decimal(5)]),
        ],
        files: [
            Fixtures.events,
            TextFile(
                "own.csv",
                """
                uid,name,category,place,coordinates,cost,rating,planned,zone,tags,done,doneNotes\r
                a-1,Zoo,places,Schönbrunn,"48.1822, 16.3028",24.00 EUR,4,2026-04-01T10:00:00,Europe/Vienna,"kids,outdoors",2025-04-01 2025-05-01,2025-04-01: rain\r
                a-2,"Chess, by post",hobbies,,,free,,2026-04-02,,,,\r

                """),
            TextFile(
                "foreign.csv",
                """
                Name;Category;Rating;Phone;Planned
                Pizzeria;Restaurants;3;555 1234;2026-06-01
                Bistro;Restaurants;;555 4321;2026-06-02

                """),
        ])

    @Test func theDeclarationFits() throws {
        var generator = SeededGenerator(seed: 22)
        let conformance = RecordConformance(
            activityKind, of: activitiesModule, formats: [CSVFileFormat()],
            words: [
                "category": ["places", "Kino"], "coordinates": ["48.2,16.3", "-33.9,18.4"],
                "link": ["https://example.org", "mailto:a@b.c"], "cost": ["12.50 EUR", "0"], "zone": [],
            ])
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            activitiesModule, formats: [CSVFileFormat(), ICalendarFileFormat()], samples: samples,
            enhanced: [PeopleModule.module]
        ).check(rule)
    }
}
