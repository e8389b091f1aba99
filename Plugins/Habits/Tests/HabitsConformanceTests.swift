import AtriumFormats
import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import Habits

@Suite struct HabitsConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(habitsModule, formats: [CSVFileFormat()], samples: samples).check(rule)
    }

    @Test func theHabitFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 22)
        let conformance = RecordConformance(
            habitKind, of: habitsModule, formats: [CSVFileFormat()],
            words: ["color": ["teal", "#00FF7F"], "weekdays": ["mon", "tue", "sun"]])
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand("habits add", ["title": .text("Read a book")]),
            SampleCommand(
                "habits add", ["title": .text("Walk; \"briskly\", with the dog"), "target": .integer(31)]),
            SampleCommand("habits toggle", ["record": .text("Read a book")]),
            SampleCommand("habits toggle", ["record": .text("Read a book"), "day": .text("2026-02-28")]),
            SampleCommand("habits toggle", ["record": .text("Read a book"), "day": .text("today")]),
            SampleCommand("habits edit", ["record": .text("Read a book"), "target": .integer(12)]),
            SampleCommand("habits add", ["title": .text("Smoke less")]),
            SampleCommand("habits remove", ["record": .text("Smoke less")]),
            SampleCommand("habits progress", ["record": .text("Read a book"), "month": .text("2026-02")]),
            SampleCommand(
                "habits add",
                [
                    "title": .text("Read pages"), "weekdays": .list([.text("sun,mon"), .text("wed")]),
                    "unit": .text("pages"), "goal": .decimal(10.5), "color": .text("Teal"),
                    "start": .text("2026-01-01"),
                ]),
            SampleCommand(
                "habits log",
                ["record": .text("Read pages"), "amount": .decimal(12), "note": .text("A note: with colon")]),
            SampleCommand(
                "habits log",
                ["record": .text("Read pages"), "day": .text("2026-03-11"), "amount": .decimal(0.25)]),
            SampleCommand(
                "habits edit",
                ["record": .text("Walk; \"briskly\", with the dog"), "timesAWeek": .integer(3)]),
            SampleCommand("habits add", ["title": .text("Swim"), "archived": .bool(true)]),
            SampleCommand("habits month", ["record": .text("Read pages")]),
            SampleCommand("habits year", ["record": .text("Read pages"), "year": .integer(2025)]),
        ],
        files: [
            TextFile(
                "with-uids.csv",
                """
                uid,title,target,days\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a0d01,Stretch,25,2026-03-01 2026-03-02 2026-03-05\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a0d02,"Write, by hand",1,\r

                """),
            TextFile(
                "without-uids.csv",
                """
                title;note;days
                Cook;at home;2026-01-05, 2026-01-06
                Sing;;

                """),
            TextFile(
                "with-all.csv",
                """
                uid,title,target,days,weekdays,timesAWeek,unit,goal,start,color,archived,notes\r
                a-1,Row,,2026-03-01=5 2026-03-02=2.5 2026-03-03,,3,km,4,2026-03-01,#FF8F00,yes,"2026-03-01: wind: east\r
                2026-03-03: none"\r
                a-2,Knit,,2026-03-01,tue sat,,,,,,,\r

                """),
        ],
        rows: [
            (
                "create habits",
                """
                INSERT INTO habits_habit (uid, title, target, created_at, updated_at)
                VALUES ('a', 'Read', 12, '2026-03-01T09:30:00Z', '2026-03-01T09:30:00Z');
                INSERT INTO habits_completion (habit_id, day) VALUES (1, '2026-03-01');
                """
            )
        ])
}
