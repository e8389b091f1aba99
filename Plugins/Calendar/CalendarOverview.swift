import AtriumSDK
import GRDB
import ICalendarFormat

/// What the dashboard, `today` and timelines show of events.
enum CalendarOverview {
    static let figures = [
        Figure(
            "events", title: "Events", help: "How many events are kept, a series counted once.",
            table: "calendar_event", sql: "SELECT count(*) FROM calendar_event WHERE series_id IS NULL"),
        Figure(
            "calendars", title: "Calendars", help: "How many calendars there are.",
            table: "calendar_calendar",
            sql: "SELECT count(*) FROM calendar_calendar"),
    ]

    /// How many events are given at most.
    private static let mostEntries = 1000

    /// The events of some days, on the first of these that each touches; cancelled ones are left out.
    static let days = DaySource([.event]) { days, context in
        let zone = AgendaCommands.viewerZone(context.settings.timeZone)
        let range =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let contents = try Agenda(zone: zone, days: range).contents(context.db, limit: mostEntries)
        let unknown = contents.missing.map { "event \($0) repeats too often to find when it takes place" }
        let entries = contents.entries.compactMap { entry -> DayEntry? in
            let source = contents.sources[entry.source]
            guard source.status != .cancelled else { return nil }
            let start = entry.occurrence.localStart
            let isBefore = start.date < range.lowerBound
            let day = isBefore ? days.lowerBound : LocalDate(daysSince1970: start.date.dayNumber)
            let time =
                entry.occurrence.isAllDay || isBefore ? nil : String(start.isoText.dropFirst(11).prefix(5))
            return DayEntry(
                .event, on: day, at: time, title: source.summary ?? "(untitled)",
                record: RecordReference(.events, source.id))
        }
        return DayEntries(entries, warnings: unknown + AgendaCommands.warnings(contents, zone: zone))
    }

    /// The events until now that somebody organized or was invited to, a series by its first.
    static let shared = HappeningSource { subject, context in
        guard !subject.emails.isEmpty else { return [] }
        let places = subject.emails.map { _ in "?" }.joined(separator: ", ")
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT id, ifnull(summary, '(untitled)') AS title, substr(starts, 1, 10) AS day FROM calendar_event
                WHERE series_id IS NULL AND starts <= ? AND ifnull(status, '') <> 'CANCELLED'
                AND id IN (SELECT event_id FROM calendar_participant
                    WHERE replace(lower(address), 'mailto:', '') IN (\(places)))
                """,
            arguments: StatementArguments([context.nowText] + subject.emails.map { $0.lowercased() }))
        return rows.map { row in
            Happening(
                "event", when: row["day"], title: row["title"], record: RecordReference(.events, row["id"]))
        }
    }
}
