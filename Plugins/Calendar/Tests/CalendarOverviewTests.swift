import AtriumFormats
import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import Calendar

/// What `today`, the dashboard and timelines show of events.
@Suite struct CalendarOverviewTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try hub.run("settings set", ["key": .text("zone"), "value": .text("Europe/Berlin")])
    }

    private func load(_ body: String) throws {
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(body)))
    }

    /// Time and title of what stands on a day.
    private func today(_ day: String) throws -> [String] {
        try hub.items("today", ["day": .text(day)]).map {
            "\($0["time"]?.textValue ?? "-") \($0["title"]?.textValue ?? "-")"
                + ($0["state"]?.textValue.map { " (\($0))" } ?? "")
        }
    }

    @Test func eventsStandOnTheirDayOnTheUsersClock() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:late
            DTSTART:20260302T233000Z
            SUMMARY:Late call
            END:VEVENT
            BEGIN:VEVENT
            UID:fair
            DTSTART;VALUE=DATE:20260302
            DTEND;VALUE=DATE:20260304
            SUMMARY:Fair
            END:VEVENT
            BEGIN:VEVENT
            UID:off
            DTSTART;VALUE=DATE:20260303
            STATUS:CANCELLED
            SUMMARY:Not any more
            END:VEVENT
            BEGIN:VEVENT
            UID:weekly
            DTSTART;TZID=Europe/Berlin:20260224T090000
            RRULE:FREQ=WEEKLY
            SUMMARY:Choir
            END:VEVENT
            """)
        #expect(try today("2026-03-02") == ["- Fair"])
        // Half past midnight in Berlin.
        #expect(
            try today("2026-03-03") == [
                "- Fair", "- Not any more (cancelled)", "00:30 Late call", "09:00 Choir",
            ])
        #expect(try today("2026-03-04") == [])
    }

    @Test func aDayWithTooManyEventsSaysSo() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:tick
            DTSTART:20260101T100000Z
            RRULE:FREQ=SECONDLY
            SUMMARY:Tick
            END:VEVENT
            BEGIN:VEVENT
            UID:dentist
            DTSTART:20260302T150000Z
            SUMMARY:Dentist
            END:VEVENT
            """)
        let result = try hub.run("today", ["day": .text("2026-03-02")])
        let titles = result["items"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue } ?? []
        // One event does not hide the others.
        #expect(titles.filter { $0 == "Tick" }.count == 24)
        #expect(titles.last == "Dentist")
        #expect(
            result["warnings"]
                == .list([
                    .text("event 1 has too many occurrences to list: these are the first 24")
                ]))
    }

    @Test func whatSomebodyWasInvitedToHappened() throws {
        let vault = try CalendarVault()
        for (summary, start, status) in [
            ("Review", "2026-02-02T10:00:00Z", "confirmed"),
            ("Next month", "2026-04-02T10:00:00Z", "confirmed"),
            ("Dropped", "2026-02-03T10:00:00Z", "cancelled"),
        ] {
            try vault.run(
                "add",
                [
                    "summary": .text(summary), "start": .text(start), "status": .text(status),
                    "attendees": .list([.object(["address": .text("mailto:Ada@Example.com")])]),
                ])
        }
        func titles(_ emails: [String]) throws -> [String] {
            try vault.queue.read { db in
                let person = CollectionID(module: "connections", name: "people")
                return try CalendarOverview.shared.happenings(
                    Subject(RecordReference(person, 1), emails: emails), vault.context(db)
                ).map { "\($0.when) \($0.title)" }
            }
        }
        #expect(try titles(["Ada@Example.com"]) == ["2026-02-02 Review"])
        #expect(try titles(["eve@example.com"]) == [])
        #expect(try titles([]) == [])
    }

    /// What has begun has begun by the event's own clock, wherever the user is.
    @Test(arguments: [
        // It is 08:00 in UTC.
        ("2026-03-02T00:30:00", "America/Los_Angeles", false),
        ("2026-03-01T23:30:00", "America/Los_Angeles", true),
        ("2026-03-02T20:59:00", "Pacific/Auckland", true), ("2026-03-02T21:30:00", "Pacific/Auckland", false),
        ("2026-03-02T08:59:00", "floating", true), ("2026-03-02T09:30:00", "floating", false),
    ])
    func eventsHappenByTheirOwnClocks(start: String, zone: String, hasBegun: Bool) throws {
        let vault = try CalendarVault()
        try vault.run(
            "add",
            [
                "summary": .text("Call"), "start": .text(start), "zone": .text(zone),
                "attendees": .list([.object(["address": .text("mailto:ada@example.com")])]),
            ])
        let found = try vault.queue.read { db in
            try CalendarOverview.shared.happenings(
                Subject(
                    RecordReference(CollectionID(module: "connections", name: "people"), 1),
                    emails: ["ada@example.com"]), vault.context(db))
        }
        #expect(found.map(\.title) == (hasBegun ? ["Call"] : []))
    }
}
