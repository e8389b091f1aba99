import AtriumSDK
import GRDB

/// What the dashboard and `today` show of habits.
enum HabitsOverview {
    /// SQL for whether a completion `c` of a habit `h` makes its day done: ``Habit/isDone(on:)``.
    private static let isDone = "(h.goal IS NULL OR c.amount IS NULL OR c.amount >= h.goal)"

    /// What the dashboard counts.
    ///
    /// Habits come first in each join, by CROSS JOIN: there are few, and each has an index of its days. SQLite by itself
    /// looks through the days of all habits.
    static let figures = [
        Figure(
            "habits", title: "Habits", help: "How many habits are kept, archived ones left out.",
            table: "habits_habit", sql: "SELECT count(*) FROM habits_habit WHERE is_archived = 0"),
        Figure(
            "done-today", title: "Done today", help: "How many habits are done today.",
            table: "habits_completion",
            sql: """
                SELECT count(*) FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                WHERE c.day = :today AND \(isDone)
                """),
        Figure(
            "done-this-month", title: "Days done this month",
            help: "How many days of this month are done, over all habits.",
            table: "habits_completion",
            sql: """
                SELECT count(*) FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                WHERE c.day BETWEEN :monthStart AND :today AND \(isDone)
                """),
    ]

    /// The habits that are to be done today: begun, not archived, not done today, and wanted by their schedule.
    ///
    /// A target for the month or the week wants a day until it is reached.
    static let left = DaySource([.habit]) { days, context in
        let today = context.today
        guard days.contains(today) else { return DayEntries([]) }
        let month = Month(of: today)
        let intoWeek = (today.weekday - context.settings.firstWeekday + 7) % 7
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                WITH done AS (
                    SELECT c.habit_id, sum(c.day >= :month) AS of_month, sum(c.day >= :week) AS of_week,
                        max(c.day) AS last
                    FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                    WHERE c.day BETWEEN min(:month, :week) AND :today AND \(isDone) GROUP BY c.habit_id)
                SELECT h.id, h.title FROM habits_habit h LEFT JOIN done d ON d.habit_id = h.id
                WHERE h.is_archived = 0 AND ifnull(h.started_on <= :today, TRUE) AND d.last IS NOT :today
                AND CASE WHEN h.weekdays IS NOT NULL THEN instr(h.weekdays, :weekday) > 0
                    WHEN h.times_a_week IS NOT NULL THEN ifnull(d.of_week, 0) < h.times_a_week
                    ELSE ifnull(d.of_month, 0) < min(h.target, :length) END
                ORDER BY lower(h.title), h.id
                """,
            arguments: [
                "today": today.description, "month": "\(month)-01", "length": month.dayCount,
                "week": today.adding(days: -intoWeek).description, "weekday": String(today.weekday),
            ])
        return DayEntries(
            rows.map { row in
                DayEntry(.habit, on: today, title: row["title"], record: RecordReference(.habits, row["id"]))
            })
    }
}
