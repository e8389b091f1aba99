import AtriumSDK
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
            help: "How many reminders are due today or before, by their own clocks.",
            table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder
                WHERE series_id IS NULL AND completed_at IS NULL AND is_cancelled = 0
                    AND next_due < date(:today, '+1 day')
                """),
        Figure(
            "done-this-month", title: "Done this month",
            help: "How many times something was done this month.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder r WHERE r.completed_at >= :monthStartsAt AND NOT EXISTS (
                    SELECT 1 FROM reminders_reminder o WHERE o.series_id = r.id AND o.completed_at IS NOT NULL)
                """),
    ]

    /// How many occurrences of one reminder are given at most.
    private static let mostOccurrences = 1000

    /// What is due on some days, repetitions included, and, where today is one of them, what is overdue.
    static let days = DaySource([.reminder]) { days, context in
        let schedule = ReminderSchedule(context)
        var entries = DayEntries([])
        for item in try schedule.open(before: days.upperBound.adding(days: 2)) {
            add(item, on: days, to: &entries, context)
        }
        return entries
    }

    private static func add(
        _ item: ReminderSchedule.Item, on days: ClosedRange<LocalDate>, to entries: inout DayEntries,
        _ context: CommandContext
    ) {
        func entry(_ time: SeenTime, isOverdue: Bool) -> DayEntry {
            DayEntry(
                .reminder, on: time.day, at: time.time, title: item.times.shownTitle,
                record: RecordReference(.reminders, item.id), isOverdue: isOverdue)
        }
        let isLate = item.isOverdue && days.contains(context.today) && item.when.day < days.lowerBound
        if days.contains(item.when.day) || isLate {
            entries.entries.append(entry(item.when, isOverdue: item.isOverdue))
        }
        guard let series = item.series, let next = item.next else { return }
        let span =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let found = series.open(on: span, limit: mostOccurrences)
        for occurrence in found.occurrences where occurrence.due != next {
            entries.entries.append(
                entry(occurrence.due.seen(item.zones, from: item.viewer), isOverdue: false))
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
