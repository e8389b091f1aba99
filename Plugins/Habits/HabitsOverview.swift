import AtriumSDK
import GRDB

/// What the dashboard and `today` show of habits.
enum HabitsOverview {
    /// SQL for whether a completion `c` of a habit `h` makes its day done: ``Habit/isDone(on:)``.
    private static let isDone = "(h.goal IS NULL OR c.amount IS NULL OR c.amount >= h.goal)"

    /// SQL of the table `done`: what was done of each habit in the month and week of a day, until that day.
    private static func done(until day: String) -> String {
        """
        done AS (
            SELECT c.habit_id, sum(c.day >= :month) AS of_month, sum(c.day >= :week) AS of_week, max(c.day) AS last
            FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
            WHERE c.day BETWEEN min(:month, :week) AND \(day) AND \(isDone) GROUP BY c.habit_id)
        """
    }

    /// SQL for whether a habit `h`, with its row `d` of `done`, is done on a day or wanted then by its schedule.
    private static func isWanted(on day: String) -> String {
        """
        CASE WHEN d.last IS \(day) THEN 1 WHEN h.weekdays IS NOT NULL THEN instr(h.weekdays, :weekday) > 0
        WHEN h.times_a_week IS NOT NULL THEN ifnull(d.of_week, 0) < h.times_a_week
        ELSE ifnull(d.of_month, 0) < min(h.target, CAST(:length AS INTEGER)) END
        """
    }

    /// The parameters of both for a day: when its month and week begin, and how long the month is.
    private static func spans(around day: LocalDate, firstWeekday: Int) -> [String: String] {
        let month = Month(of: day)
        let intoWeek = (day.weekday - firstWeekday + 7) % 7
        return [
            "month": "\(month)-01", "length": String(month.dayCount),
            "week": day.adding(days: -intoWeek).description, "weekday": String(day.weekday),
        ]
    }

    /// What the dashboard counts.
    ///
    /// Habits come first in each join, by CROSS JOIN: there are few, and each has an index of its days. SQLite by itself
    /// looks through the days of all habits.
    static let figures = [
        Figure(
            "habits", title: "Habits", help: "How many habits are kept, archived ones left out.",
            table: "habits_habit", sql: "SELECT count(*) FROM habits_habit WHERE is_archived = 0"),
        Figure(
            "done-today", title: "Done today",
            help: "How many habits are done today, archived ones left out.",
            table: "habits_completion",
            sql: """
                SELECT count(*) FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                WHERE h.is_archived = 0 AND c.day = :today AND \(isDone)
                """,
            goal: """
                WITH \(done(until: ":today"))
                SELECT count(*) FROM habits_habit h LEFT JOIN done d ON d.habit_id = h.id
                WHERE h.is_archived = 0 AND (d.last IS :today
                    OR ifnull(h.started_on, :today) <= :today AND \(isWanted(on: ":today")))
                """,
            icon: "circle-check", tint: .success,
            parameters: { moment in
                let today = LocalDate(moment.now, in: moment.timeZone)
                return spans(around: today, firstWeekday: moment.settings.firstWeekday)
            }),
        Figure(
            "done-this-month", title: "Days done this month",
            help: "How many days of this month are done, over all habits but archived ones.",
            table: "habits_completion",
            sql: """
                SELECT count(*) FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                WHERE h.is_archived = 0 AND c.day BETWEEN :monthStart AND :today AND \(isDone)
                """),
    ]

    /// The habits of each day: begun, not archived, and done on it or still wanted by their schedule.
    ///
    /// Of days to come, what is to be done then. A target for the month or the week wants a day until it is reached: by
    /// what was done until that day.
    static let left = DaySource([.habit]) { days, context in
        var entries = DayEntries([])
        for day in days.lowerBound.daysSince1970...days.upperBound.daysSince1970 {
            entries.entries += try left(on: LocalDate(daysSince1970: day), context)
        }
        return entries
    }

    private static func left(on day: LocalDate, _ context: CommandContext) throws -> [DayEntry] {
        var arguments = spans(around: day, firstWeekday: context.settings.firstWeekday)
        arguments["day"] = day.description
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                WITH \(done(until: ":day"))
                SELECT h.id, h.title, h.started_on, h.created_at, d.last IS :day AS is_done,
                    (SELECT min(day) FROM habits_completion WHERE habit_id = h.id) AS first
                FROM habits_habit h LEFT JOIN done d ON d.habit_id = h.id
                WHERE h.is_archived = 0 AND \(isWanted(on: ":day"))
                ORDER BY lower(h.title), h.id
                """, arguments: StatementArguments(arguments))
        var entries: [DayEntry] = []
        while let row = try rows.next() {
            guard beginning(of: row, context) <= day else { continue }
            entries.append(
                DayEntry(
                    .habit, on: day, title: row["title"], record: RecordReference(.habits, row["id"]),
                    isDone: row["is_done"]))
        }
        return entries
    }

    /// The day from which on a habit is to be done: its own; without one the day on which it was made, or first done.
    private static func beginning(of row: Row, _ context: CommandContext) -> LocalDate {
        if let start = (row["started_on"] as String?).flatMap(LocalDate.init(iso:)) { return start }
        let made = Instant.date(row["created_at"]).map { LocalDate($0, in: context.settings.timeZone) }
        let first = (row["first"] as String?).flatMap(LocalDate.init(iso:))
        return [made, first].compactMap { $0 }.min() ?? context.today
    }
}

extension DayEntry.Kind {
    /// A habit that is to be done on the day, or was.
    static let habit = DayEntry.Kind(
        "habit", .toBeDone, counted: ("habit to do", "habits to do"), isRoutine: true)
}
