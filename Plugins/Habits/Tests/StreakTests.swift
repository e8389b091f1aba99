import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Habits

/// The days of March 2026 are told by their number: the 1st is a Sunday, the 2nd a Monday.
@Suite struct StreakTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let schedule: Schedule
        let days: [Int]
        let today: Int
        let current: Int
        let longest: Int
        var firstWeekday = 1
        var isArchived = false
        var testDescription: String { what }
    }

    private static let everyDay = Schedule.monthly(target: 20)
    private static let mondayWednesdayFriday = Schedule.weekdays([.monday, .wednesday, .friday])
    private static let threeTimes = Schedule.weekly(times: 3)

    static let rows = [
        // A target a month: days in a row.
        Row(what: "never done", schedule: everyDay, days: [], today: 15, current: 0, longest: 0),
        Row(what: "done today", schedule: everyDay, days: [15], today: 15, current: 1, longest: 1),
        Row(
            what: "today is not over", schedule: everyDay, days: [13, 14], today: 15, current: 2, longest: 2),
        Row(what: "yesterday is", schedule: everyDay, days: [12, 13], today: 15, current: 0, longest: 2),
        Row(
            what: "the longest was earlier", schedule: everyDay, days: [2, 3, 4, 5, 14, 15], today: 15,
            current: 2, longest: 4),
        Row(
            what: "tomorrow counts where it is there", schedule: everyDay, days: [14, 15, 16], today: 15,
            current: 3, longest: 3),
        Row(
            what: "tomorrow, and today is open", schedule: everyDay, days: [14, 16], today: 15, current: 1,
            longest: 1),
        Row(
            what: "tomorrow bridges no gap", schedule: everyDay, days: [12, 13, 14, 16], today: 15,
            current: 3,
            longest: 3),
        Row(what: "tomorrow alone", schedule: everyDay, days: [16], today: 15, current: 1, longest: 1),
        Row(
            what: "tomorrow is scheduled, today is not", schedule: mondayWednesdayFriday, days: [9, 11],
            today: 10, current: 2, longest: 2),
        Row(
            what: "the next week bridges no gap", schedule: .weekly(times: 1), days: [4, 16], today: 15,
            current: 1, longest: 1),
        Row(
            what: "days to come do not count", schedule: everyDay, days: [14, 20, 21, 22], today: 15,
            current: 1, longest: 1),
        Row(
            what: "over the end of a month", schedule: everyDay, days: [-1, 0, 1, 2], today: 2, current: 4,
            longest: 4),
        // Days of the week: scheduled days in a row.
        Row(
            what: "other days do not break", schedule: mondayWednesdayFriday, days: [9, 11, 13], today: 15,
            current: 3, longest: 3),
        Row(
            what: "other days do not count", schedule: mondayWednesdayFriday, days: [9, 10, 11, 12, 13, 14],
            today: 15, current: 3, longest: 3),
        Row(
            what: "over a week's end", schedule: mondayWednesdayFriday, days: [11, 13, 16], today: 17,
            current: 3, longest: 3),
        Row(
            what: "a missed day breaks", schedule: mondayWednesdayFriday, days: [9, 13], today: 14,
            current: 1,
            longest: 1),
        Row(
            what: "a scheduled today is not over", schedule: mondayWednesdayFriday, days: [11, 13], today: 16,
            current: 2, longest: 2),
        Row(
            what: "a scheduled day is over", schedule: mondayWednesdayFriday, days: [11, 13], today: 17,
            current: 0, longest: 2),
        Row(
            what: "one day a week", schedule: .weekdays([.sunday]), days: [1, 8], today: 14, current: 2,
            longest: 2),
        Row(
            what: "all days of the week", schedule: .weekdays(Set(Weekday.allCases)), days: [7, 8, 9],
            today: 10, current: 3, longest: 3),
        // Times a week: weeks.
        Row(
            what: "a week that is reached", schedule: threeTimes, days: [2, 4, 8], today: 8, current: 1,
            longest: 1),
        Row(
            what: "this week is not over", schedule: threeTimes, days: [2, 4, 8, 9], today: 10, current: 1,
            longest: 1),
        Row(
            what: "a week of less breaks", schedule: threeTimes, days: [2, 3, 4, 9, 10], today: 16,
            current: 0,
            longest: 1),
        Row(
            what: "two weeks and this one", schedule: threeTimes, days: [2, 3, 4, 9, 10, 11, 16, 17, 18],
            today: 18, current: 3, longest: 3),
        Row(
            what: "more than asked is one week", schedule: threeTimes, days: [2, 3, 4, 5, 6, 7, 8], today: 8,
            current: 1, longest: 1),
        Row(
            what: "weeks from Monday", schedule: .weekly(times: 2), days: [7, 8], today: 8, current: 1,
            longest: 1),
        Row(
            what: "weeks from Sunday", schedule: .weekly(times: 2), days: [7, 8], today: 8, current: 0,
            longest: 0, firstWeekday: 7),
        // Archived.
        Row(
            what: "an archived habit keeps its days", schedule: everyDay, days: [1, 2, 3], today: 31,
            current: 3, longest: 3, isArchived: true),
        Row(
            what: "an archived habit keeps its weeks", schedule: threeTimes, days: [2, 3, 4, 9], today: 31,
            current: 1, longest: 1, isArchived: true),
        Row(
            what: "archived and never done", schedule: threeTimes, days: [], today: 31, current: 0,
            longest: 0,
            isArchived: true),
    ]

    /// A day by its number in March 2026; 0 and below are of February.
    private func day(_ number: Int) -> LocalDate {
        LocalDate(daysSince1970: 20_513 + number - 1)
    }

    @Test(arguments: rows)
    func streaks(_ row: Row) {
        #expect(day(1).description == "2026-03-01")
        var habit = Habit(title: "Read", schedule: row.schedule)
        habit.isArchived = row.isArchived
        for number in row.days { habit.completions[day(number)] = Completion() }
        let streaks = Streaks(of: habit, today: day(row.today), firstWeekday: row.firstWeekday)
        #expect(streaks.current == row.current)
        #expect(streaks.longest == row.longest)
        #expect(streaks.unit == (row.schedule.timesAWeek == nil ? .days : .weeks))
    }

    @Test func aDayWithLessThanTheGoalBreaks() {
        var habit = Habit(title: "Read", goal: 10)
        for (number, amount) in [(12, 10.0), (13, 9.5), (14, 12), (15, 3)] {
            habit.completions[day(number)] = Completion(amount: amount)
        }
        let streaks = Streaks(of: habit, today: day(15), firstWeekday: 1)
        #expect(streaks.current == 1 && streaks.longest == 1)
    }

    @Test func daysBefore1970AreNeighboursToo() throws {
        var habit = Habit(title: "Read", schedule: .weekdays([.monday, .thursday]))
        for text in ["1969-12-29", "1970-01-01", "1970-01-05"] {
            habit.completions[try #require(LocalDate(iso: text))] = Completion()
        }
        let today = try #require(LocalDate(iso: "1970-01-06"))
        #expect(Streaks(of: habit, today: today, firstWeekday: 1).current == 3)
    }

    // MARK: - Clocks and zones

    /// Marks a habit late in the evening of each day, as a person would, while the clocks change.
    @Test(arguments: [
        ("America/New_York", "2026-03-06T04:30:00Z"),  // clocks go forward on the 8th
        ("America/New_York", "2026-10-30T03:30:00Z"),  // and back on 1 November
        ("Europe/Berlin", "2026-03-27T22:30:00Z"), ("Australia/Lord_Howe", "2026-04-03T12:30:00Z"),
    ])
    func aChangeOfClocksBreaksNoStreak(zone: String, from: String) throws {
        let start = try #require(Timestamp.date(from))
        let hub = try TemporaryHub(modules: [habitsModule], clock: FixedClock(start))
        try hub.run("settings set", ["key": .text("zone"), "value": .text(zone)])
        try hub.run("habits add", ["title": .text("Read")])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        for evening in 0..<6 {
            let now = try #require(calendar.date(byAdding: .day, value: evening, to: start))
            hub.clock.advance(seconds: now.timeIntervalSince(hub.clock.now))
            try hub.run("habits toggle", ["record": .text("Read")])
        }
        let habit = try hub.run("habits show", ["record": .text("Read")])
        #expect(habit["days"]?.listValue?.count == 6)
        #expect(habit["currentStreak"] == .integer(6))
    }

    @Test func aJourneyMovesNoDay() throws {
        let hub = try TemporaryHub(modules: [habitsModule])
        try hub.run("habits add", ["title": .text("Read")])
        for day in ["-2d", "yesterday", "today"] {
            try hub.run("habits toggle", ["record": .text("Read"), "day": .text(day)])
        }
        let before = try hub.run("habits show", ["record": .text("Read")])["days"]
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"] {
            try hub.run("settings set", ["key": .text("zone"), "value": .text(zone)])
            let habit = try hub.run("habits show", ["record": .text("Read")])
            #expect(habit["days"] == before)
            #expect(habit["currentStreak"] == .integer(3))
        }
    }
}
