import AtriumSDK
import RecordKit

/// The fields that commands take and give of a habit.
enum HabitFields {
    static let record = habitKind.recordField

    static let identity = habitKind.recordFields.filter { ["id", "uid", "title"].contains($0.name) }

    /// What follows from a habit's values on a day.
    static let computed: [FieldDeclaration] = [
        FieldDeclaration(
            "schedule", .choice(Schedule.Kind.allCases.map(\.rawValue)),
            help: "How often it is to be done: days of a month, weekdays, or days of a week.",
            isRequired: true),
        FieldDeclaration(
            "completed", .integer(), help: "Days of this month on which it was done.", isRequired: true),
        FieldDeclaration(
            "percent", .integer(), help: "Percent of this month's target, rounded down.", isRequired: true),
        FieldDeclaration(
            "doneToday", .boolean, help: "Whether it was done today, in your zone.", isRequired: true),
        FieldDeclaration(
            "currentStreak", .integer(), help: "How often in a row it was done until now.", isRequired: true),
        FieldDeclaration(
            "longestStreak", .integer(), help: "How often in a row it was done at most.", isRequired: true),
        FieldDeclaration(
            "streakUnit", .choice(Streaks.Unit.allCases.map(\.rawValue)),
            help: "What streaks count: days, or weeks where it is to be done some times a week.",
            isRequired: true),
        FieldDeclaration(
            "days", .list(.date), help: "All days on which it was done, in order.", isRequired: true),
        FieldDeclaration(
            "entries", .list(.object(entry)), help: "The days with an amount or a note, in order.",
            isRequired: true),
    ]

    /// A habit in the shape of ``computed``.
    ///
    /// - Parameter values: what the record says: its days are in order there.
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
            // With a goal, a day with less is not done.
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
        FieldDeclaration("amount", .decimal(), help: "How much it was on the day, in the unit."),
        FieldDeclaration("note", .text, help: "What was noted of the day."),
    ]

    private static let entry: [FieldDeclaration] =
        [FieldDeclaration("day", .date, help: "The day.", isRequired: true)] + logged

    /// A habit's month.
    static let progress: [FieldDeclaration] =
        identity + [
            FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true)
        ] + counts + [
            FieldDeclaration(
                "days", .list(.date), help: "The days on which it was done, in order.", isRequired: true)
        ]

    private static let counts: [FieldDeclaration] = [
        FieldDeclaration(
            "completed", .integer(), help: "Days of the month on which it was done.", isRequired: true),
        FieldDeclaration(
            "target", .integer(), help: "Days of the month on which it is to be done.", isRequired: true),
        FieldDeclaration(
            "percent", .integer(), help: "Percent of the target, rounded down.", isRequired: true),
        FieldDeclaration(
            "total", .decimal(), help: "The sum of the month's amounts; null where it counts nothing."),
    ]

    /// A day that was marked or logged, and its month.
    static let day: [FieldDeclaration] =
        progress + [
            FieldDeclaration("day", .date, help: "The day that was changed.", isRequired: true),
            FieldDeclaration(
                "done", .boolean, help: "Whether the habit is done on it now.", isRequired: true),
        ] + logged

    /// The calendar of a month.
    static let month: [FieldDeclaration] =
        identity + [
            FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true)
        ] + counts + [states, drawing]

    /// The heat map of a year.
    static let year: [FieldDeclaration] =
        identity + [
            FieldDeclaration("year", .integer(), help: "The year.", isRequired: true),
            FieldDeclaration(
                "completed", .integer(), help: "Days of the year on which it was done.", isRequired: true),
            FieldDeclaration(
                "total", .decimal(), help: "The sum of the year's amounts; null where it counts nothing."),
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
                        help: "Done, partial with less than the goal, or open.", isRequired: true),
                    FieldDeclaration(
                        "scheduled", .boolean, help: "Whether the schedule includes the day.",
                        isRequired: true),
                    FieldDeclaration(
                        "markable", .boolean,
                        help: "Whether it can be marked: not before the habit began, and not yet to come.",
                        isRequired: true),
                ] + logged)), help: "All days in order.", isRequired: true)
    private static let drawing = FieldDeclaration(
        "drawing", .longText, help: "The days drawn as text, of at most 76 columns.", isRequired: true)
}

/// What a day of a calendar is.
enum DayState: String, CaseIterable {
    /// Marked, or with an amount that reaches the goal.
    case done
    /// With an amount below the goal.
    case partial
    /// Nothing is logged.
    case open

    /// The state of a habit's day.
    init(_ day: LocalDate, of habit: Habit) {
        self = habit.isDone(on: day) ? .done : habit.completions[day] == nil ? .open : .partial
    }
}
