import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What the dashboard, `today` and timelines show of events.
enum CalendarOverview {
    static let figures = [
        Figure(
            "events", title: "Events", help: "The number of events; a series counts once.",
            table: "calendar_event",
            // Few are overrides, and these have an index of their own.
            sql: """
                SELECT (SELECT count(*) FROM calendar_event)
                    - (SELECT count(*) FROM calendar_event WHERE series_id IS NOT NULL)
                """),
        Figure(
            "calendars", title: "Calendars", help: "The number of calendars.",
            table: "calendar_calendar",
            sql: "SELECT count(*) FROM calendar_calendar"),
    ]

    /// How many entries are given at most, and of one event a day.
    private static let mostEntries = 1000
    private static let mostOfOne = 24

    /// The events of some days, on the first of these that each touches; cancelled ones are marked and take no time.
    static let days = DaySource([.event]) { days, context in
        let zone = Zones.viewer(context.settings)
        let range =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let contents = try Agenda(zone: zone, days: range).contents(
            context.db, limit: mostEntries,
            mostOfOne: mostOfOne * (range.upperBound.dayNumber - range.lowerBound.dayNumber + 1))
        let unknown = contents.missing.map { "event \($0) repeats too often to find its occurrences" }
        let calendars = try CalendarNames(context.db)
        let entries = contents.entries.map { entry in
            let source = contents.sources[entry.source]
            let start = entry.occurrence.localStart
            let isBefore = start.date < range.lowerBound
            let day = isBefore ? days.lowerBound : LocalDate(start.date)
            let end = entry.occurrence.localEnd
            let isLastDay = end.date.dayNumber == day.daysSince1970
            // What began before lasts from midnight on its last day, and the whole day before that.
            let isTimed = !entry.occurrence.isAllDay && (!isBefore || isLastDay)
            let time = isTimed ? (isBefore ? "00:00" : start.clockText) : nil
            let until = isTimed && end > start ? (isLastDay ? end.clockText : "24:00") : nil
            return DayEntry(
                .event, on: day, at: time, until: until, title: source.summary ?? "(untitled)",
                record: RecordReference(.events, source.id), claim: claim(of: source),
                span: entry.occurrence.start.date..<max(entry.occurrence.start, entry.occurrence.end).date,
                isAllDay: entry.occurrence.isAllDay, list: calendars[source.calendarID],
                occurrence: source.isRecurring ? entry.occurrence.recurrenceID?.storedText : nil,
                state: source.state, color: calendars.color(of: source))
        }
        return DayEntries(entries, warnings: unknown + AgendaCommands.warnings(contents, zone: zone))
    }

    private static func claim(of source: Agenda.Source) -> DayEntry.Claim {
        guard source.isBusy else { return .free }
        return source.status == .tentative ? .tentative : .busy
    }

    /// The events until now that somebody organized or was invited to, a series by its first time; an instance of a series
    /// where they were invited to that one alone.
    static let shared = HappeningSource { subject, context in
        // As the index has them: `lower` of SQLite knows ASCII only, as does the mail of most.
        let addresses = subject.emails.map(\.asciiLowercased).flatMap { [$0, "mailto:" + $0] }
        guard !addresses.isEmpty else { return [] }
        let zone = Zones.viewer(context.settings)
        let now = Instant(epochSeconds: Int(context.now.timeIntervalSince1970.rounded(.down)))
        var reader = try AgendaReader(context.db)
        let rows = try Row.fetchAll(
            context.db, sql: invitations(addresses.count),
            // Wherever their clocks are, events of the day after tomorrow have not begun.
            arguments: StatementArguments(addresses) + [context.today.daysSince1970 + 1])
        return rows.compactMap { row -> Happening? in
            guard let times = reader.times(row) else { return nil }
            let isOverride = times.recurrenceID != nil
            let occurrences = EventOccurrences(
                master: isOverride ? nil : times, overrides: isOverride ? [times] : [],
                zones: reader.resolver, viewer: zone)
            let first = occurrences.within(
                from: Instant(epochSeconds: .min / 2), to: now.adding(seconds: 1), limit: 1
            ).items.first
            guard let first, first.start <= now else { return nil }
            return Happening(
                "event", when: first.localStart.date.isoText,
                title: row[AgendaReader.Column.summary] ?? "(untitled)",
                record: RecordReference(.events, row[AgendaReader.Column.id]))
        }
    }

    /// The events that name one of some addresses and begin until a day; an override only where its series does not.
    private static func invitations(_ count: Int) -> String {
        """
        WITH invited AS MATERIALIZED (
            SELECT event_id FROM calendar_participant
            WHERE lower(address) IN (\(Array(repeating: "?", count: count).joined(separator: ", "))))
        SELECT \(AgendaReader.columns) FROM calendar_event
        WHERE id IN invited AND ifnull(status, '') <> 'CANCELLED' AND first_day <= ?
            AND (series_id IS NULL OR series_id NOT IN invited)
        """
    }
}

extension String {
    /// The text with A to Z as a to z.
    fileprivate var asciiLowercased: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}

extension DayEntry.Kind {
    /// Something that takes place.
    static let event = DayEntry.Kind("event", .takesPlace, counted: ("event", "events"))
}
