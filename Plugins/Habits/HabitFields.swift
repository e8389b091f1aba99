import AtriumSDK

/// The fields that commands take and give of a habit.
enum HabitFields {
    static let record = Collection.recordField(of: .habits, named: "habit")
    static let title = Field<String>.text("title", help: "What the habit is called.")
    static let target = Field<Int64>.integer(
        "target", in: Schedule.targets,
        help: "On how many days of a month it is to be done, 1 to 31; 20 where no schedule is given.")
    static let weekdays = Field<[String]>.texts(
        "weekdays", help: "On which days of the week it is to be done, such as mon,wed,fri.")
    static let timesAWeek = Field<Int64>.integer(
        "timesAWeek", in: Schedule.weeklyTimes, help: "On how many days of a week it is to be done, 1 to 7."
    ).option("times-a-week")
    static let unit = Field<String>.text("unit", help: "What it counts, such as pages.")
    static let goal = Field<Double>.decimal(
        "goal", above0To: HabitAmount.greatest, help: "The amount with which a day is done, in the unit.")
    static let color = Field<String>.text("color", help: "A colour: a CSS name such as teal, or #RRGGBB.")
    static let start = Field<LocalDate>.date(
        "start", help: "The day on which it began, in your zone; no day before it can be marked.")
    static let archived = Field<Bool>.boolean("archived", help: "Whether it is put away, out of lists.")

    /// What `add` and `edit` take beside the title.
    static let values = [
        target.declaration, weekdays.declaration, timesAWeek.declaration, unit.declaration, goal.declaration,
        color.declaration, start.declaration, archived.declaration,
    ]

    // MARK: - Results

    static let identity: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The habit's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The habit's uid.", isRequired: true),
        FieldDeclaration("title", .text, help: "What the habit is called.", isRequired: true),
    ]

    /// What lists and `show` give of a habit.
    static let all: [FieldDeclaration] =
        identity + [
            FieldDeclaration(
                "schedule", .choice(Schedule.Kind.allCases.map(\.rawValue)),
                help: "How often it is to be done: days of a month, weekdays, or days of a week.",
                isRequired: true),
            FieldDeclaration(
                "target", .integer(),
                help: "Days a month on which it is to be done; null with other schedules."),
            FieldDeclaration(
                "weekdays", .list(.text),
                help: "The days of the week on which it is to be done; empty with other schedules.",
                isRequired: true),
            FieldDeclaration(
                "timesAWeek", .integer(),
                help: "Days a week on which it is to be done; null with other schedules."),
            FieldDeclaration("unit", .text, help: "What it counts."),
            FieldDeclaration("goal", .decimal(), help: "The amount with which a day is done, in the unit."),
            FieldDeclaration("color", .text, help: "Its colour: a CSS name or #RRGGBB."),
            FieldDeclaration("start", .date, help: "The day on which it began."),
            FieldDeclaration("archived", .boolean, help: "Whether it is put away.", isRequired: true),
            FieldDeclaration(
                "completed", .integer(), help: "Days of this month on which it was done.", isRequired: true),
            FieldDeclaration(
                "percent", .integer(), help: "Percent of this month's target, rounded down.", isRequired: true
            ),
            FieldDeclaration(
                "doneToday", .boolean, help: "Whether it was done today, in your zone.", isRequired: true),
            FieldDeclaration(
                "currentStreak", .integer(), help: "How often in a row it was done until now.",
                isRequired: true),
            FieldDeclaration(
                "longestStreak", .integer(), help: "How often in a row it was done at most.", isRequired: true
            ),
            FieldDeclaration(
                "streakUnit", .choice(Streaks.Unit.allCases.map(\.rawValue)),
                help: "What streaks count: days, or weeks where it is to be done some times a week.",
                isRequired: true),
            FieldDeclaration(
                "days", .list(.date), help: "All days on which it was done, in order.", isRequired: true),
            FieldDeclaration(
                "entries", .list(.object(entry)), help: "The days with an amount or a note, in order.",
                isRequired: true),
            FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
            FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
        ]

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
