import AtriumFormats
import AtriumSDK
import AtriumTesting
import ICalendarExchange
import ICalendarFormat
import Testing

@testable import Reminders

/// What is to be done next of what repeats, by what was done and changed of it.
@Suite struct SeriesTests {
    /// A series, what was done of it and when, where others were moved to, and what comes next.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let due: String
        let rule: String
        var done: [String: String] = [:]
        var moved: [String: String] = [:]
        let next: String?

        var testDescription: String { name }
    }

    private static let timed = "2026-03-10T18:00:00Z"
    static let cases = [
        Case(name: "nothing was done", due: timed, rule: "FREQ=DAILY", next: timed),
        Case(
            name: "the first was done in time", due: timed, rule: "FREQ=DAILY",
            done: [timed: "2026-03-10T19:00:00Z"], next: "2026-03-11T18:00:00Z"),
        Case(
            name: "the first was done days later", due: timed, rule: "FREQ=DAILY",
            done: [timed: "2026-03-14T09:00:00Z"], next: "2026-03-14T18:00:00Z"),
        Case(
            name: "a later one was done, and what was missed before it is passed over", due: timed,
            rule: "FREQ=DAILY", done: ["2026-03-13T18:00:00Z": "2026-03-13T18:30:00Z"],
            next: "2026-03-14T18:00:00Z"),
        Case(
            name: "the first was done ahead", due: timed, rule: "FREQ=DAILY",
            done: [timed: "2026-03-10T08:00:00Z"], next: "2026-03-11T18:00:00Z"),
        Case(
            name: "one of next month was done ahead, and nothing before it is", due: timed,
            rule: "FREQ=DAILY",
            done: ["2026-04-20T18:00:00Z": "2026-03-14T09:00:00Z"], next: timed),
        Case(
            name: "one is done ahead and one in time", due: timed, rule: "FREQ=DAILY",
            done: [
                "2026-03-12T18:00:00Z": "2026-03-10T19:00:00Z", timed: "2026-03-10T19:00:00Z",
            ], next: "2026-03-11T18:00:00Z"),
        Case(
            name: "those that were done ahead are left out when their time comes", due: timed,
            rule: "FREQ=DAILY",
            done: [
                "2026-03-12T18:00:00Z": "2026-03-10T19:00:00Z", timed: "2026-03-10T19:00:00Z",
                "2026-03-11T18:00:00Z": "2026-03-11T18:00:00Z",
            ], next: "2026-03-13T18:00:00Z"),
        Case(
            name: "one that was moved to a later time is not over before it", due: timed, rule: "FREQ=DAILY",
            done: [timed: "2026-03-12T18:30:00Z"], moved: ["2026-03-12T18:00:00Z": "2026-03-12T20:00:00Z"],
            next: "2026-03-12T20:00:00Z"),
        Case(
            name: "one that was moved and done ahead hides nothing", due: timed, rule: "FREQ=DAILY",
            done: ["2026-05-01T18:00:00Z": "2026-03-10T17:00:00Z"],
            moved: ["2026-03-10T18:00:00Z": "2026-03-10T20:00:00Z"], next: "2026-03-10T20:00:00Z"),
        Case(
            name: "hours go on after the hour", due: timed, rule: "FREQ=HOURLY",
            done: [timed: "2026-03-14T09:20:00Z"], next: "2026-03-14T10:00:00Z"),
        Case(
            name: "the last was done", due: timed, rule: "FREQ=DAILY;COUNT=2",
            done: ["2026-03-11T18:00:00Z": "2026-03-11T18:00:00Z"], next: nil),
        Case(name: "a day", due: "2026-03-10", rule: "FREQ=DAILY", next: "2026-03-10"),
        Case(
            name: "a missed day was made up for, and the day of that is not over", due: "2026-03-10",
            rule: "FREQ=DAILY", done: ["2026-03-10": "2026-03-11T04:30:00Z"], next: "2026-03-11"),
        Case(
            name: "of several missed days one was made up for", due: "2026-03-10", rule: "FREQ=DAILY",
            done: ["2026-03-10": "2026-03-14T04:30:00Z"], next: "2026-03-14"),
        Case(
            name: "a day was done on it", due: "2026-03-10", rule: "FREQ=DAILY",
            done: ["2026-03-10": "2026-03-10T12:00:00Z"], next: "2026-03-11"),
        Case(
            name: "a missed day and the day itself were done", due: "2026-03-10", rule: "FREQ=DAILY",
            done: ["2026-03-10": "2026-03-11T04:30:00Z", "2026-03-11": "2026-03-11T04:31:00Z"],
            next: "2026-03-12"),
        Case(
            name: "a day was done the evening before, in the zone of the user", due: "2026-03-10",
            rule: "FREQ=DAILY", done: ["2026-03-11": "2026-03-10T22:59:00Z"], next: "2026-03-10"),
        Case(
            name: "a day was done in its first minute, in the zone of the user", due: "2026-03-10",
            rule: "FREQ=DAILY", done: ["2026-03-11": "2026-03-10T23:00:00Z"], next: "2026-03-12"),
        Case(
            name: "the Sunday was made up for on Wednesday", due: "2026-03-08", rule: "FREQ=WEEKLY",
            done: ["2026-03-08": "2026-03-11T04:30:00Z"], next: "2026-03-15"),
    ]

    private func time(_ text: String) throws -> CalendarTime {
        try #require(CalendarTime(stored: text, zone: nil))
    }

    private func series(_ item: Case) throws -> ReminderSeries {
        var head = Reminder(title: "series", due: try time(item.due))
        head.rules = [try RecurrenceRule(item.rule)]
        var changes: [Reminder] = []
        for (id, moment) in item.done {
            var change = Reminder(due: try time(id), occurrence: RecurrenceID(try time(id)))
            change.completedAt = moment
            changes.append(change)
        }
        for (id, place) in item.moved {
            changes.append(Reminder(due: try time(place), occurrence: RecurrenceID(try time(id))))
        }
        let viewer = try #require(Zones.system.zone("Europe/Vienna"))
        return ReminderSeries(head, changes: changes, zones: Zones.system, viewer: viewer)
    }

    @Test(arguments: cases)
    func whatComesNext(_ item: Case) throws {
        #expect(try series(item).next()?.due.storedText == item.next)
    }

    /// The days of the agenda begin with what comes next.
    @Test(arguments: cases)
    func whatIsOpenBeginsWithIt(_ item: Case) throws {
        let days =
            try #require(CivilDate(year: 2026, month: 3, day: 1))...#require(
                CivilDate(year: 2026, month: 3, day: 31))
        let open = try series(item).open(on: days, limit: 1000)
        #expect(open.isComplete)
        #expect(
            open.occurrences.map(\.due.storedText).min() == item.next,
            "\(open.occurrences.map(\.due.storedText))")
    }

    /// A hub that has imported a calendar of some components.
    private static func hub(_ components: String) throws -> TemporaryHub {
        let hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(components)))
        return hub
    }

    @Test func aFarOneThatIsDoneAheadHidesNothing() throws {
        let hub = try Self.hub(
            """
            BEGIN:VTODO
            UID:1
            SUMMARY:Water
            DTSTART:20260314T080000Z
            RRULE:FREQ=DAILY
            END:VTODO
            BEGIN:VTODO
            UID:1
            RECURRENCE-ID:20260415T080000Z
            SUMMARY:Water
            STATUS:COMPLETED
            COMPLETED:20260313T080000Z
            END:VTODO
            """)
        #expect(try hub.items("reminders overdue").map { $0["next"] } == ["2026-03-14T08:00:00Z"])
        try hub.run("reminders complete", ["record": 1])
        #expect(try hub.items("reminders upcoming").map { $0["next"] } == ["2026-03-16T08:00:00Z"])
    }

    /// An occurrence that a file changed is shown and told of as what it became.
    @Test func aChangedOneKeepsItsTitleAndItsAlarm() throws {
        let hub = try Self.hub(
            """
            BEGIN:VTODO
            UID:1
            SUMMARY:Series
            DUE:20260315T170000Z
            DTSTART:20260315T170000Z
            RRULE:FREQ=DAILY
            END:VTODO
            BEGIN:VTODO
            UID:1
            RECURRENCE-ID:20260315T170000Z
            SUMMARY:Changed
            DTSTART:20260315T170000Z
            DUE:20260315T170000Z
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER;RELATED=END:-PT8H
            REPEAT:2
            DURATION:PT5M
            END:VALARM
            END:VTODO
            """)
        let due = try hub.items("reminders due")
        #expect(due.map { $0["title"] } == ["Changed"])
        #expect(due.map { $0["cameDue"] } == ["2026-03-15T09:30:00Z"])
        #expect(due.map { $0["notification"] } == ["persistent"])
        let change = try hub.run("reminders show", ["record": try #require(due.first?["uid"])])
        #expect(change["occurrence"] == "2026-03-15T17:00:00Z")
        #expect(try hub.items("reminders today").map { $0["title"] } == ["Changed"])
        #expect(try hub.items("reminders today").map { $0["id"] } == [1])
        let shown = try hub.items("today")
        #expect(shown.map { $0["title"] } == ["Changed"])
        hub.clock.advance(days: 1)
        try hub.run("reminders complete", ["record": change["id"] ?? .null])
        #expect(try hub.items("today").map { $0["title"] } == ["Series"])
        #expect(try hub.items("reminders today").map { $0["title"] } == ["Series"])
    }
}
