import AtriumFormats
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Reminders

@Suite struct RemindersConformanceTests {
    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "reminders add",
                ["text": .list([.text("Read every day at 9pm")]), "note": .text("A chapter\nor two")]),
            SampleCommand(
                "reminders add", ["text": .list([.text("Pay tomorrow")]), "priority": .integer(1)]),
            SampleCommand(
                "reminders add", ["text": .list([.text("Tidy up")]), "tags": .list([.text("Home, sweet")])]),
            SampleCommand(
                "reminders add",
                [
                    "text": .list([.text("Tax")]), "due": .text("2026-05-31T18:00"),
                    "start": .text("2026-05-01T08:00"), "zone": .text("Europe/Vienna"),
                    "repeat": .text("FREQ=YEARLY"), "notification": .text("persistent"),
                    "alert": .integer(60),
                ]),
            SampleCommand(
                "reminders add",
                [
                    "text": .list([.text("Float")]), "due": .text("2026-05-31T18:00"),
                    "zone": .text("floating"),
                ]),
            SampleCommand(
                "reminders add", ["text": .list([.text("Utc")]), "due": .text("2026-05-31T18:00:00Z")]),
            SampleCommand("reminders add", ["text": .list([.text("Twice every day 2 times")])]),
            SampleCommand("reminders add", ["text": .list([.text("Old idea on Friday")])]),
            SampleCommand("reminders complete", ["record": .text("Read")]),
            SampleCommand("reminders complete", ["record": .text("Read")]),
            SampleCommand("reminders complete", ["record": .text("Twice")]),
            SampleCommand("reminders complete", ["record": .text("Twice")]),
            SampleCommand("reminders complete", ["record": .text("Tax")]),
            SampleCommand("reminders complete", ["record": .text("Pay")]),
            SampleCommand("reminders reopen", ["record": .text("Pay")]),
            SampleCommand("reminders snooze", ["record": .text("Pay"), "until": .text("+3d")]),
            SampleCommand(
                "reminders edit",
                ["record": .text("Tidy up"), "due": .text("+1d"), "repeat": .text("FREQ=WEEKLY")]),
            SampleCommand("reminders cancel", ["record": .text("Old idea")]),
            SampleCommand("reminders remove", ["record": .text("Tidy up")]),
        ], files: [Fixtures.tasks])

    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            remindersModule, formats: [ICalendarFileFormat()], samples: samples,
            enhanced: [PeopleModule.module]
        ).check(rule)
    }
}
