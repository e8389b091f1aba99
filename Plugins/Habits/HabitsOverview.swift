import AtriumSDK
import GRDB

/// What the dashboard and `today` show of habits.
enum HabitsOverview {
    static let figures = [
        Figure(
            "habits", title: "Habits", help: "How many habits are kept.", table: "habits_habit",
            sql: "SELECT count(*) FROM habits_habit"),
        Figure(
            "done-today", title: "Done today", help: "How many habits are done today.",
            table: "habits_completion",
            sql: "SELECT count(*) FROM habits_completion WHERE day = :today"),
        Figure(
            "done-this-month", title: "Days done this month",
            help: "How many days of this month are marked as done, over all habits.",
            table: "habits_completion",
            sql: "SELECT count(*) FROM habits_completion WHERE day BETWEEN :monthStart AND :today"),
    ]

    /// The habits that are not done today and whose target for the month is not reached.
    static let left = DaySource([.habit]) { days, context in
        let today = context.today
        guard days.contains(today) else { return DayEntries([]) }
        let month = Month(of: today)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT h.id, h.title FROM habits_habit h
                WHERE NOT EXISTS (SELECT 1 FROM habits_completion c WHERE c.habit_id = h.id AND c.day = :today)
                AND (SELECT count(*) FROM habits_completion c WHERE c.habit_id = h.id
                    AND c.day >= :first AND c.day <= :today) < min(h.target, :length)
                ORDER BY lower(h.title), h.id
                """,
            arguments: [
                "today": today.description, "first": "\(month)-01", "length": month.dayCount,
            ])
        return DayEntries(
            rows.map { row in
                DayEntry(.habit, on: today, title: row["title"], record: RecordReference(.habits, row["id"]))
            })
    }
}
