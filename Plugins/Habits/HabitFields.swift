import AtriumSDK
import RecordKit

/// The input and result fields of habit commands.
enum HabitFields {
    static let record = habitKind.recordField

    static let identity = habitKind.recordFields.filter { ["id", "uid", "title"].contains($0.name) }

    /// The result fields that are computed from a habit's values.
    static let computed: [FieldDeclaration] = [
        FieldDeclaration(
            "schedule", .choice(Schedule.Kind.allCases.map(\.rawValue)),
            help: "The kind of schedule: days a month, weekdays, or days a week.",
            isRequired: true),
        FieldDeclaration(
            "completed", .integer(), help: "The number of days done this month.", isRequired: true),
        FieldDeclaration(
            "percent", .integer(), help: "The percentage of this month's target, rounded down.",
            isRequired: true),
        FieldDeclaration(
            "doneToday", .boolean, help: "True if the habit was done today, in your time zone.",
            isRequired: true),
        FieldDeclaration(
            "currentStreak", .integer(), help: "The length of the current streak.", isRequired: true),
        FieldDeclaration(
            "longestStreak", .integer(), help: "The length of the longest streak.", isRequired: true),
        FieldDeclaration(
            "streakUnit", .choice(Streaks.Unit.allCases.map(\.rawValue)),
            help: "The unit of streaks: days, or weeks if the schedule is days a week.",
            isRequired: true),
        FieldDeclaration(
            "days", .list(.date), help: "All days on which the habit was done, in order.", isRequired: true),
        FieldDeclaration(
            "entries", .list(.object(entry)), help: "The days with an amount or a note, in order.",
            isRequired: true),
    ]

    /// Returns a habit's computed values for the fields that ``computed`` declares.
    ///
    /// - Parameter values: the record's values, with the logged days in chronological order.
    static func computed(_ habit: Habit, _ values: RecordValues, _ context: CommandContext) -> DataObject {
        let items = values["completions"].listValue ?? []
        let days = items.compactMap(Days.text)
        let progress = HabitProgress(of: habit, in: Month(of: context.today))
        let streaks = Streaks(of: habit, today: context.today, firstWeekday: context.settings.firstWeekday)
        return [
            "schedule": .text(habit.schedule.kind.rawValue),
            "completed": .integer(Int64(progress.days.count)),
            "percent": .integer(Int64(progress.percent)), "doneToday": .bool(habit.isDone(on: context.today)),
            "currentStreak": .integer(Int64(streaks.current)),
            "longestStreak": .integer(Int64(streaks.longest)),
            "streakUnit": .text(streaks.unit.rawValue),
            // If the habit has a goal, a day below the goal is not done.
            "days": .texts(
                habit.goal == nil ? days : habit.doneDays.map(\.description)),
            "entries": .list(
                items.compactMap { item in
                    guard let parts = item.listValue, parts.count == 3 else { return nil }
                    return .object(["day": parts[0], "amount": parts[1], "note": parts[2]])
                }),
        ]
    }

    private static let logged: [FieldDeclaration] = [
        FieldDeclaration("amount", .decimal(), help: "The day's amount, in the habit's unit."),
        FieldDeclaration("note", .text, help: "The day's note."),
    ]

    private static let entry: [FieldDeclaration] =
        [FieldDeclaration("day", .date, help: "The day.", isRequired: true)] + logged

    /// The result fields for a habit's progress in a month.
    static let progress: [FieldDeclaration] =
        identity + [
            FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true)
        ] + counts + [
            FieldDeclaration(
                "days", .list(.date), help: "The days on which the habit was done, in order.",
                isRequired: true)
        ]

    private static let counts: [FieldDeclaration] = [
        FieldDeclaration(
            "completed", .integer(), help: "The number of days done in the month.", isRequired: true),
        FieldDeclaration(
            "target", .integer(), help: "The number of days to do in the month.", isRequired: true),
        FieldDeclaration(
            "percent", .integer(), help: "The percentage of the target, rounded down.", isRequired: true),
        FieldDeclaration(
            "total", .decimal(),
            help: "The sum of the month's amounts, or null if the habit counts nothing."),
    ]

    /// The result fields for a marked or logged day, including the progress in the day's month.
    static let day: [FieldDeclaration] =
        progress + [
            FieldDeclaration("day", .date, help: "The day that was changed.", isRequired: true),
            FieldDeclaration(
                "done", .boolean, help: "True if the habit is now done on that day.", isRequired: true),
        ] + logged

    /// The result fields for a habit's month calendar.
    static let month: [FieldDeclaration] =
        identity + [
            FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true)
        ] + counts + [states, drawing]

    /// The result fields for a habit's year heat map.
    static let year: [FieldDeclaration] =
        identity + [
            FieldDeclaration("year", .integer(), help: "The year.", isRequired: true),
            FieldDeclaration(
                "completed", .integer(), help: "The number of days done in the year.", isRequired: true),
            FieldDeclaration(
                "total", .decimal(),
                help: "The sum of the year's amounts, or null if the habit counts nothing."),
            states, drawing,
        ]

    private static let states = FieldDeclaration(
        "days",
        .list(
            .object(
                [
                    FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                    FieldDeclaration(
                        "state", .choice(DayState.allCases.map(\.rawValue)),
                        help: "Done, partial (below the goal) or open.", isRequired: true),
                    FieldDeclaration(
                        "scheduled", .boolean, help: "True if the schedule includes the day.",
                        isRequired: true),
                    FieldDeclaration(
                        "markable", .boolean,
                        help: "True if the day can be marked: not before the start, and not in the future.",
                        isRequired: true),
                ] + logged)), help: "All days in order.", isRequired: true)
    private static let drawing = FieldDeclaration(
        "drawing", .longText, help: "The days, drawn as text of at most 76 columns.", isRequired: true)
}

/// A day's state in a habit calendar.
enum DayState: String, CaseIterable {
    /// The day is marked as done or has an amount that reaches the goal.
    case done
    /// The day has an amount below the goal.
    case partial
    /// The day has no log entry.
    case open

    /// Creates the state that a day has in a habit's calendar.
    init(_ day: LocalDate, of habit: Habit) {
        self = habit.isDone(on: day) ? .done : habit.completions[day] == nil ? .open : .partial
    }
}
