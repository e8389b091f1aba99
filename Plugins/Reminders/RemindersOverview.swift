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
                SELECT count(*) FROM reminders_reminder
                WHERE series_id IS NULL AND completed_at IS NULL AND is_cancelled = 0
                """),
        Figure(
            "due", title: "Due until today",
            help: "How many reminders are due today or before, by their own clocks.",
            table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder WHERE next_due IS NOT NULL AND substr(next_due, 1, 10) <= :today
                """),
        Figure(
            "done-this-month", title: "Done this month",
            help: "How many times something was done this month.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder r WHERE r.completed_at >= :monthStart AND NOT EXISTS (
                    SELECT 1 FROM reminders_reminder o WHERE o.series_id = r.id AND o.completed_at IS NOT NULL)
                """),
    ]

    /// How many occurrences of one reminder are given at most.
    private static let mostOccurrences = 1000

    /// What is due on some days, repetitions included, and, where today is one of them, what is overdue.
    static let days = DaySource([.reminder]) { days, context in
        let table = ReminderTable(context)
        var entries = DayEntries([])
        for item in try ReminderLists.open(before: days.upperBound.adding(days: 2), context) {
            try add(item, on: days, to: &entries, table, context)
        }
        return entries
    }

    private static func add(
        _ item: ReminderLists.Open, on days: ClosedRange<LocalDate>, to entries: inout DayEntries,
        _ table: ReminderTable, _ context: CommandContext
    ) throws {
        let stored = item.stored
        func entry(_ time: SeenTime, isOverdue: Bool) -> DayEntry {
            DayEntry(
                .reminder, on: time.day, at: time.time, title: stored.reminder.shownTitle,
                record: RecordReference(.reminders, stored.id), isOverdue: isOverdue)
        }
        let isOverdue = stored.isOverdue(context)
        let isLate = isOverdue && days.contains(context.today) && item.when.day < days.lowerBound
        if days.contains(item.when.day) || isLate {
            entries.entries.append(entry(item.when, isOverdue: isOverdue))
        }
        guard stored.reminder.isRepeating, let next = stored.next else { return }
        let span =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let found = try table.series(of: stored).open(on: span, limit: mostOccurrences)
        for occurrence in found.occurrences where occurrence.due != next {
            let seen = occurrence.due.seen(stored.zones, from: table.viewer)
            entries.entries.append(entry(seen, isOverdue: false))
        }
        if !found.isComplete {
            entries.warnings.append("reminder \(stored.id) repeats too often to show each time")
        }
    }

    /// What was done for somebody.
    static let done = HappeningSource { subject, context in
        let table = ReminderTable(context)
        return try context.links.origins(of: subject.record, kind: ReminderFields.forPerson).flatMap {
            link -> [Happening] in
            guard link.collection == .reminders, let stored = try table.find(link.id) else { return [] }
            let occurrences = try table.changes(of: link.id).compactMap(\.reminder.completedAt)
            let times = occurrences.isEmpty ? [stored.reminder.completedAt].compactMap { $0 } : occurrences
            return times.map {
                Happening("reminder done", when: $0, title: stored.reminder.shownTitle, record: link)
            }
        }
    }
}
