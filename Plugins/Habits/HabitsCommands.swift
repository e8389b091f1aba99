import AtriumSDK
import GRDB

/// The commands of habits.
enum HabitsCommands {
    /// All of them, in the order of help.
    static let all = [list, show, add, edit, remove, toggle, progress]

    // MARK: - Fields

    private static let record = Collection.recordField(of: .habits, named: "habit")
    private static let title = Field<String>.text("title", help: "What the habit is called.")
    private static let target = Field<Int64>
        .integer("target", in: Habit.targets, help: "On how many days of a month it is to be done, 1 to 31.")
    private static let day = Field<LocalDate>
        .date("day", help: "The day, in your zone; today if none is given.").positional
    private static let month = Field<String>
        .text("month", help: "The month, such as 2026-03; this month if none is given.").positional

    private static let identityFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The habit's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The habit's uid.", isRequired: true),
        FieldDeclaration("title", .text, help: "What the habit is called.", isRequired: true),
    ]

    /// What lists and `show` give of a habit.
    static let recordFields: [FieldDeclaration] =
        identityFields + [
            FieldDeclaration(
                "target", .integer(), help: "Days a month on which it is to be done.", isRequired: true),
            FieldDeclaration(
                "completed", .integer(), help: "Days of this month on which it was done.", isRequired: true),
            FieldDeclaration(
                "percent", .integer(), help: "Percent of this month's target, rounded down.", isRequired: true
            ),
            FieldDeclaration(
                "doneToday", .boolean, help: "Whether it was done today, in your zone.", isRequired: true),
            FieldDeclaration(
                "days", .list(.date), help: "All days on which it was done, in order.", isRequired: true),
            FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
            FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
        ]

    private static let progressFields: [FieldDeclaration] =
        identityFields + [
            FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true),
            FieldDeclaration(
                "completed", .integer(), help: "Days of the month on which it was done.", isRequired: true),
            FieldDeclaration(
                "target", .integer(), help: "Days of the month on which it is to be done.", isRequired: true),
            FieldDeclaration(
                "percent", .integer(), help: "Percent of the target, rounded down.", isRequired: true),
            FieldDeclaration(
                "days", .list(.date), help: "The days on which it was done, in order.", isRequired: true),
        ]

    private static let toggleFields: [FieldDeclaration] =
        progressFields + [
            FieldDeclaration("day", .date, help: "The day that was marked or unmarked.", isRequired: true),
            FieldDeclaration(
                "done", .boolean, help: "Whether the habit is done on it now.", isRequired: true),
        ]

    // MARK: - Commands

    private static let query = ListQuery(
        table: "habits_habit",
        sorts: [
            .init("title", sql: "lower(r.title)"), .init("target", sql: "r.target"),
            .init("created", sql: "r.created_at"),
        ])

    private static let list = Command(
        "list", .list, summary: "List your habits with this month's progress.", fields: query.fields,
        result: .page(recordFields, columns: ["id", "title", "completed", "target", "percent", "doneToday"])
    ) { input, context in
        let store = HabitStore(db: context.db)
        return try query.page(input, context.db, select: HabitStore.columns, where: []) { row in
            recordValue(try store.stored(row), context)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a habit.", fields: [record.declaration], result: .object(recordFields)
    ) { input, context in
        recordValue(try HabitStore(db: context.db).habit(input.required(record)), context)
    }

    private static let add = Command(
        "add", .add, summary: "Add a habit.",
        fields: [
            title.required.positional.declaration,
            target.defaulting(to: .integer(Habit.defaultTarget)).declaration,
        ],
        result: .object(recordFields)
    ) { input, context in
        let habit = try Habit(title: checked(input.required(title)), target: input.required(target))
        let store = HabitStore(db: context.db)
        let id = try store.insert(habit, uid: context.newUID(), now: context.nowText)
        return recordValue(try store.habit(id), context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a habit's title or target.",
        fields: [record.declaration, title.declaration, target.declaration], result: .object(recordFields)
    ) { input, context in
        let store = HabitStore(db: context.db)
        let old = try store.habit(input.required(record))
        var habit = old.habit
        try input.apply(title, to: &habit.title)
        try input.apply(target, to: &habit.target)
        habit.title = try checked(habit.title)
        try store.update(old, to: habit, now: context.nowText)
        return recordValue(try store.habit(old.id), context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a habit with all its days.", fields: [record.declaration],
        result: .removal
    ) { input, context in
        let store = HabitStore(db: context.db)
        let old = try store.habit(input.required(record))
        try store.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }

    private static let toggle = Command(
        "toggle", .recordAction, summary: "Mark a habit as done on a day, or take the mark away.",
        discussion: "The day can be today, yesterday, a date such as 2026-03-01, or -3d for three days ago.",
        fields: [record.declaration, day.declaration], result: .object(toggleFields)
    ) { input, context in
        let store = HabitStore(db: context.db)
        let old = try store.habit(input.required(record))
        let day = input[day] ?? context.today
        var habit = old.habit
        let isDone = try habit.toggle(day, today: context.today)
        try store.update(old, to: habit, now: context.nowText)
        var result = progressValue(try store.habit(old.id), Month(of: day))
        result["day"] = .text(day.description)
        result["done"] = .bool(isDone)
        return .object(result)
    }

    private static let progress = Command(
        "progress", .recordQuery, summary: "Show a habit's progress in a month.",
        discussion: "In a month that is shorter than the target, the target is every day.",
        fields: [record.declaration, month.declaration], result: .object(progressFields)
    ) { input, context in
        let stored = try HabitStore(db: context.db).habit(input.required(record))
        guard let month = input[month].map(Month.init) ?? Month(of: context.today) else {
            throw AtriumError(
                .badData, "month has a wrong value", remedy: "it is a year and a month such as 2026-03",
                field: "month")
        }
        return .object(progressValue(stored, month))
    }

    // MARK: - Values

    private static func checked(_ title: String) throws -> String {
        guard let title = Habit.title(title) else {
            throw AtriumError(
                .badData, "title cannot be empty", remedy: "say what the habit is", field: "title")
        }
        return title
    }

    /// A habit in the shape of ``recordFields``.
    private static func recordValue(_ stored: StoredHabit, _ context: CommandContext) -> DataValue {
        let habit = stored.habit
        let progress = HabitProgress(of: habit, in: Month(of: context.today))
        return .object([
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(habit.title),
            "target": .integer(habit.target), "completed": .integer(Int64(progress.days.count)),
            "percent": .integer(Int64(progress.percent)),
            "doneToday": .bool(habit.days.contains(context.today)),
            "days": .list(habit.days.sorted().map { .text($0.description) }),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ])
    }

    /// A habit's month in the shape of ``progressFields``.
    private static func progressValue(_ stored: StoredHabit, _ month: Month) -> DataObject {
        let progress = HabitProgress(of: stored.habit, in: month)
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(stored.habit.title),
            "month": .text(month.description), "completed": .integer(Int64(progress.days.count)),
            "target": .integer(Int64(progress.target)), "percent": .integer(Int64(progress.percent)),
            "days": .list(progress.days.map { .text($0.description) }),
        ]
    }
}
