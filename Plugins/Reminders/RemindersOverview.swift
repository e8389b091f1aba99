import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What the dashboard, `today` and timelines show of reminders.
enum RemindersOverview {
    static let figures = [
        Figure(
            "open", title: "Open", help: "How many reminders are not done.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder INDEXED BY reminders_reminder_open
                WHERE series_id IS NULL AND completed_at IS NULL AND is_cancelled = 0
                """),
        Figure(
            "due", title: "Due until today",
            help: "How many reminders are due today or before, or put off until then.",
            table: "reminders_reminder", sql: dueSQL, opens: ["reminders", "today"], parameters: zoneClocks),
        Figure(
            "done-this-month", title: "Done this month",
            help: "How many times something was done this month.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder r WHERE r.completed_at >= :monthStartsAt AND NOT EXISTS (
                    SELECT 1 FROM reminders_reminder o WHERE o.series_id = r.id AND o.completed_at IS NOT NULL)
                """),
    ]

    /// As `reminders today` has it: by the user's day, whatever clock a time is on; what is put off counts by the end of that.
    private static let dueSQL = """
        SELECT count(*) FROM reminders_reminder INDEXED BY reminders_reminder_next
        WHERE series_id IS NULL AND ifnull(ifnull(snoozed_until, next_due), '~') < date(:today, '+2 days')
            AND completed_at IS NULL AND is_cancelled = 0 AND CASE
                WHEN snoozed_until > :now THEN snoozed_until < :tomorrowStartsAt
                WHEN next_due LIKE '%Z' THEN next_due < :tomorrowStartsAt
                WHEN next_zone_id IS NOT NULL
                    THEN next_due < json_extract(:tomorrowOnClocks, '$."' || next_zone_id || '"')
                ELSE next_due < date(:today, '+1 day') END
        """

    /// What the clocks of all zones show as the user's next day begins: `:tomorrowOnClocks`, JSON by the zone's row.
    private static let zoneClocks: @Sendable (Figure.Moment) throws -> [String: String] = { moment in
        let clocks = StoredZones(in: ReminderTable.zones, moment.db)
        let viewer = Zones.zone(of: moment.timeZone)
        let tomorrow = ICalendarFormat.Instant(moment.tomorrowStartsAt)
        let ids = try Int64.fetchAll(moment.db, sql: "SELECT id FROM \(ReminderTable.zones)")
        var shown = DataObject()
        for id in ids {
            let zone = try clocks.name(of: id).flatMap { try clocks.resolver(for: [id]).zone($0) }
            shown[String(id)] = .text((zone ?? viewer).wallTime(at: tomorrow).isoText)
        }
        return ["tomorrowOnClocks": DataValue.object(shown).json]
    }

    /// How many occurrences of one reminder are given at most.
    private static let mostOccurrences = 1000

    /// What is due on some days, repetitions included, and, where today is one of them, what is overdue.
    static let days = DaySource([.reminder]) { days, context in
        let schedule = ReminderSchedule(context)
        var entries = DayEntries([])
        for item in try schedule.open(before: days.upperBound.adding(days: 2)) {
            add(item, on: days, to: &entries, context)
        }
        entries.entries += try completed(on: days, context)
        return entries
    }

    /// What was done on some days, a series by its occurrences.
    private static func completed(
        on days: ClosedRange<LocalDate>, _ context: CommandContext
    ) throws -> [DayEntry] {
        let zone = context.settings.timeZone
        func beginning(of day: LocalDate) -> String {
            let midnight = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
            return Instant.text(Instant.date(showing: midnight, in: zone))
        }
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, r.completed_at, \(ReminderTable.titleSQL) FROM reminders_reminder r
                WHERE r.completed_at >= ? AND r.completed_at < ? AND \(ReminderLists.isDone)
                ORDER BY r.completed_at DESC LIMIT \(mostOccurrences)
                """,
            arguments: [
                beginning(of: days.lowerBound), beginning(of: days.upperBound.adding(days: 1)),
            ])
        return rows.compactMap { row in
            Instant.date(row[1]).map { done in
                DayEntry(
                    .reminder, on: LocalDate(done, in: zone), title: row[2],
                    record: RecordReference(.reminders, row[0]), isDone: true)
            }
        }
    }

    private static func add(
        _ item: ReminderSchedule.Item, on days: ClosedRange<LocalDate>, to entries: inout DayEntries,
        _ context: CommandContext
    ) {
        func entry(
            _ occurrence: ReminderSeries.Occurrence?, _ time: SeenTime, isOverdue: Bool
        ) -> DayEntry {
            let shown = item.shown(occurrence)
            return DayEntry(
                .reminder, on: time.day, at: time.time, title: shown.reminder.shownTitle,
                record: RecordReference(.reminders, shown.id), isOverdue: isOverdue)
        }
        let isLate = item.isOverdue && days.contains(context.today) && item.when.day < days.lowerBound
        if days.contains(item.when.day) || isLate {
            entries.entries.append(entry(item.nextOccurrence, item.when, isOverdue: item.isOverdue))
        }
        guard let series = item.series, item.next != nil else { return }
        let span =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let found = series.open(on: span, limit: mostOccurrences)
        let isNextShown = isLate || days.contains(item.when.day)
        for occurrence in found.occurrences where !item.isNext(occurrence) {
            let time = occurrence.due.seen(item.zones, from: item.viewer)
            // What is put off is put off with all of it that falls due until then.
            if item.isSnoozed, time < item.when { continue }
            // What is overdue is said once, and passed over with the first of it.
            let isOver =
                occurrence.due.end(item.zones, for: item.viewer) <= ICalendarFormat.Instant(context.now)
            if isOver, isNextShown, item.isOverdue { continue }
            entries.entries.append(entry(occurrence, time, isOverdue: isOver && !item.isSnoozed))
        }
        if !found.isComplete {
            entries.warnings.append("reminder \(item.id) repeats too often to show each time")
        }
    }

    /// What was done for somebody: of what repeats its occurrences, unless none is known.
    static let done = HappeningSource { subject, context in
        let ids = try context.links.origins(of: subject.record, kind: ReminderFields.forPerson).filter {
            $0.collection == .reminders
        }.map(\.id)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, ifnull(o.completed_at, r.completed_at) AS done, \(ReminderTable.titleSQL)
                FROM reminders_reminder r LEFT JOIN reminders_reminder o
                    ON o.series_id = r.id AND o.completed_at IS NOT NULL
                WHERE r.id IN (SELECT value FROM json_each(?)) AND done IS NOT NULL
                """, arguments: [ids.description])
        return rows.map { row in
            Happening(
                "reminder done", when: row[1], title: row[2], record: RecordReference(.reminders, row[0]))
        }
    }
}
