import AtriumSDK
import GRDB

/// The dashboard figures and day entries for habits.
enum HabitsOverview {
    /// An SQL condition that is true if the completion row `c` completes a day for the habit row `h`.
    ///
    /// The condition is equivalent to ``Habit/isDone(on:)``.
    private static let isDone = "(h.goal IS NULL OR c.amount IS NULL OR c.amount >= h.goal)"

    /// Returns the SQL for the common table expression `done`.
    ///
    /// For each habit, `done` counts the completed days in the given day's month and week, up to that day.
    private static func done(until day: String) -> String {
        """
        done AS (
            SELECT c.habit_id, sum(c.day >= :month) AS of_month, sum(c.day >= :week) AS of_week, max(c.day) AS last
            FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
            WHERE c.day BETWEEN min(:month, :week) AND \(day) AND \(isDone) GROUP BY c.habit_id)
        """
    }

    /// Returns an SQL condition that is true if a habit is done or scheduled on the given day.
    ///
    /// The condition uses the habit row `h` and the habit's row `d` in the table `done`.
    private static func isWanted(on day: String) -> String {
        """
        CASE WHEN d.last IS \(day) THEN 1 WHEN h.weekdays IS NOT NULL THEN instr(h.weekdays, :weekday) > 0
        WHEN h.times_a_week IS NOT NULL THEN ifnull(d.of_week, 0) < h.times_a_week
        ELSE ifnull(d.of_month, 0) < min(h.target, CAST(:length AS INTEGER)) END
        """
    }

    /// Returns the SQL parameters for `done(until:)` and `isWanted(on:)`.
    ///
    /// The parameters contain the first day of the month, the month's length, the first day of the week and
    /// the weekday number.
    private static func spans(around day: LocalDate, firstWeekday: Int) -> [String: String] {
        let month = Month(of: day)
        let intoWeek = (day.weekday - firstWeekday + 7) % 7
        return [
            "month": "\(month)-01", "length": String(month.dayCount),
            "week": day.adding(days: -intoWeek).description, "weekday": String(day.weekday),
        ]
    }

    /// The dashboard figures for habits.
    ///
    /// CROSS JOIN forces SQLite to read the habits first in each join. There are few habits, and an index
    /// exists for each habit's days. Without CROSS JOIN, SQLite would scan the days of all habits.
    static let figures = [
        Figure(
            "habits", title: "Habits", help: "The number of habits, without archived ones.",
            table: "habits_habit", sql: "SELECT count(*) FROM habits_habit WHERE is_archived = 0"),
        Figure(
            "done-today", title: "Done today",
            help: "The number of habits done today, without archived ones.",
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
            help: "The number of days done this month, over all habits except archived ones.",
            table: "habits_completion",
            sql: """
                SELECT count(*) FROM habits_habit h CROSS JOIN habits_completion c ON c.habit_id = h.id
                WHERE h.is_archived = 0 AND c.day BETWEEN :monthStart AND :today AND \(isDone)
                """),
    ]

    /// The source of day entries for habits that are done or scheduled on a day.
    ///
    /// Archived habits and habits that have not begun are omitted. For a future day, the entries are the
    /// habits to do on that day. A monthly or weekly target schedules every day until the number of days done
    /// up to that day reaches the target.
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

    /// Returns the day on which a habit begins.
    ///
    /// If the habit has no start day, the result is the creation day or the first logged day, whichever is
    /// earlier.
    private static func beginning(of row: Row, _ context: CommandContext) -> LocalDate {
        if let start = (row["started_on"] as String?).flatMap(LocalDate.init(iso:)) { return start }
        let made = Timestamp.date(row["created_at"]).map { LocalDate($0, in: context.settings.timeZone) }
        let first = (row["first"] as String?).flatMap(LocalDate.init(iso:))
        return [made, first].compactMap { $0 }.min() ?? context.today
    }
}

extension DayEntry.Kind {
    /// A day entry for a habit that is to be done or was done on the day.
    static let habit = DayEntry.Kind(
        "habit", .toBeDone, counted: ("habit to do", "habits to do"), isRoutine: true)
}
