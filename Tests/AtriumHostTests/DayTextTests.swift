import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// Days and times as people type them: it is Wednesday, 18 March 2026.
@Suite struct DayTextTests {
    private let days = DayText(today: LocalDate(daysSince1970: 20_530))

    @Test(arguments: [
        ("2026-06-30", "2026-06-30"), ("today", "2026-03-18"), ("Tomorrow", "2026-03-19"),
        ("yesterday", "2026-03-17"), ("+3d", "2026-03-21"), ("-2w", "2026-03-04"),
        ("wednesday", "2026-03-18"),
        ("fri", "2026-03-20"), ("monday", "2026-03-23"), ("last wednesday", "2026-03-11"),
        ("last-fri", "2026-03-13"), ("next wednesday", "2026-03-25"), ("next monday", "2026-03-23"),
        ("next-sunday", "2026-03-29"),
    ])
    func daysAreRead(text: String, day: String) {
        #expect(days.today.description == "2026-03-18")
        #expect(days.day(text)?.description == day)
        #expect(days.when(text) == day)
    }

    /// As in the words of a reminder: of the next week, which begins when the user says.
    @Test func nextIsOfTheNextWeek() {
        let american = DayText(today: days.today, firstWeekday: 7)
        #expect(american.day("next sunday")?.description == "2026-03-22")
        #expect(american.day("next wednesday")?.description == "2026-03-25")
        let sunday = LocalDate(daysSince1970: 20_534)
        #expect(DayText(today: sunday).day("next sunday")?.description == "2026-03-29")
        #expect(DayText(today: sunday).day("next monday")?.description == "2026-03-23")
        #expect(DayText(today: sunday, firstWeekday: 7).day("next sunday")?.description == "2026-03-29")
    }

    @Test(arguments: [
        ("tomorrow 9:00", "2026-03-19T09:00:00"), ("friday 18:00", "2026-03-20T18:00:00"),
        ("next friday at 18:30", "2026-03-27T18:30:00"), ("+3d 07:05:09", "2026-03-21T07:05:09"),
        ("2026-03-01 9:30", "2026-03-01T09:30:00"), ("2026-03-01T09:30", "2026-03-01T09:30:00"),
        ("2026-03-01T09:30:00+01:00", "2026-03-01T08:30:00Z"),
    ])
    func timesAreRead(text: String, time: String) {
        #expect(days.when(text) == time)
    }

    @Test(arguments: [
        "", "at 9:00", "9:00", "tomorrow 25:00", "tomorrow 9", "tomorrow at", "next", "next week", "someday",
        "last next friday", "tomorrow  x 9:00", "friday 9:00:60",
    ])
    func otherTextsAreNoDay(text: String) {
        #expect(days.when(text) == nil)
        #expect(days.day(text) == nil)
    }

    @Test(arguments: [
        ("2026-06-31", "June 2026 has 30 days, not 31"), ("2026-02-29", "February 2026 has 28 days, not 29"),
        ("2026-06-31T10:00", "June 2026 has 30 days, not 31"), ("2026-13-01", "there is no month 13"),
        ("2026-06-00", "June 2026 has 30 days, not 0"),
        ("9999-12-31T23:30:00-01:00", "“9999-12-31T23:30:00-01:00” is outside the years 1 to 9999 in UTC"),
        ("0001-01-01T00:30:00+01:00", "“0001-01-01T00:30:00+01:00” is outside the years 1 to 9999 in UTC"),
    ])
    func whatNoMonthHasIsSaid(text: String, problem: String) {
        #expect(DayText.problem(of: text) == problem)
    }

    @Test(arguments: [
        "2026-06-30", "2026-06-30T25:00", "June 31", "0000-01-01", "2026-6-31",
        "9999-12-31T23:30:00-25:00", "9999-12-31T23:30:00Z", "0001-01-01 00:30",
    ])
    func otherTextsHaveNoSuchProblem(text: String) {
        #expect(DayText.problem(of: text) == nil)
    }

    @Test func aFieldSaysIt() throws {
        let hub = try TemporaryHub(modules: [DiaryModule.module])
        let error = #expect(throws: AtriumError.self) { try hub.run("today", ["day": "2026-06-31"]) }
        #expect(error?.message == "June 2026 has 30 days, not 31")
        #expect(error?.field == "day")
        #expect(error?.code == .badData)
    }
}
