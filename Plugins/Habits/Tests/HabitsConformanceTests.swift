import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Habits

@Suite struct HabitsConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(habitsModule, formats: [CSVFileFormat()], samples: samples).check(rule)
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
        ])
}
