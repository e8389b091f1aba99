import AtriumSDK
import GRDB

/// The commands of habits; those about days are in `HabitDayCommands.swift`.
enum HabitsCommands {
    /// All of them, in the order of help.
    static let all = [list, show, add, edit, remove, toggle, log, progress, month, year]

    private static let record = HabitFields.record

    private static let query = ListQuery(
        table: "habits_habit",
        sorts: [
            .init("title", sql: "lower(r.title)"), .init("target", sql: "ifnull(r.target, 0)"),
            .init("created", sql: "r.created_at"),
        ])
    private static let withArchived = Field<Bool>.boolean(
        "archived", help: "Whether to give archived habits too."
    ).defaulting(to: .bool(false))

    private static let list = Command(
        "list", .list, summary: "List your habits with this month's progress.",
        discussion: "Archived habits are left out, unless they are asked for.",
        fields: [withArchived.declaration] + query.fields,
        result: .page(
            HabitFields.all,
            columns: ["id", "title", "schedule", "completed", "percent", "doneToday", "currentStreak"])
    ) { input, context in
        let store = HabitStore(db: context.db)
        return try query.page(
            input, context.db, select: HabitStore.columns,
            where: input[withArchived] ?? false ? [] : [.init("r.is_archived = 0")]
        ) { row in
            value(try store.stored(row), context)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a habit.", fields: [record.declaration],
        result: .object(HabitFields.all)
    ) { input, context in
        value(try HabitStore(db: context.db).habit(input.required(record)), context)
    }

    private static let add = Command(
        "add", .add, summary: "Add a habit.",
        discussion: """
            It is to be done on a number of days a month, on days of the week, or on a number of days a week: one of the \
            three. With a unit or a goal it counts something: \(command: "habits log") takes amounts then.
            """,
        fields: [HabitFields.title.required.positional.declaration] + HabitFields.values,
        result: .object(HabitFields.all)
    ) { input, context in
        let habit = try Habit(title: input.required(HabitFields.title)).applying(input)
        let store = HabitStore(db: context.db)
        let id = try store.insert(habit, uid: context.newUID(), now: context.nowText)
        return value(try store.habit(id), context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a habit.",
        discussion: "Another schedule takes the place of the one that the habit has; what was logged stays.",
        fields: [record.declaration, HabitFields.title.declaration] + HabitFields.values,
        result: .object(HabitFields.all)
    ) { input, context in
        let store = HabitStore(db: context.db)
        let old = try store.habit(input.required(record))
        try store.update(old, to: old.habit.applying(input), now: context.nowText)
        return value(try store.habit(old.id), context)
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

    /// A habit in the shape of ``HabitFields/all``.
    private static func value(_ stored: StoredHabit, _ context: CommandContext) -> DataValue {
        let habit = stored.habit
        let progress = HabitProgress(of: habit, in: Month(of: context.today))
        let streaks = Streaks(
            of: habit, today: context.today, firstWeekday: context.settings.firstWeekday)
        let entries = habit.completions.filter { $0.value.amount != nil || $0.value.note != nil }
        return .object([
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(habit.title),
            "schedule": .text(habit.schedule.kind.rawValue),
            "target": .integer(orNull: habit.schedule.target),
            "weekdays": .list(habit.schedule.weekdays.map { .text($0.name) }),
            "timesAWeek": .integer(orNull: habit.schedule.timesAWeek),
            "unit": .text(orNull: habit.unit), "goal": .decimal(orNull: habit.goal),
            "color": .text(orNull: habit.color), "start": .text(orNull: habit.start?.description),
            "archived": .bool(habit.isArchived), "completed": .integer(Int64(progress.days.count)),
            "percent": .integer(Int64(progress.percent)),
            "doneToday": .bool(habit.isDone(on: context.today)),
            "currentStreak": .integer(Int64(streaks.current)),
            "longestStreak": .integer(Int64(streaks.longest)), "streakUnit": .text(streaks.unit.rawValue),
            "days": .list(habit.doneDays.sorted().map { .text($0.description) }),
            "entries": .list(
                entries.sorted { $0.key < $1.key }.map { day, completion in
                    .object([
                        "day": .text(day.description), "amount": .decimal(orNull: completion.amount),
                        "note": .text(orNull: completion.note),
                    ])
                }),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ])
    }
}
