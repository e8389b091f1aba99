import AtriumSDK
import RecordKit

/// The commands that mark, log and show a habit's days.
enum HabitDayCommands {
    static let all = [toggle.forSeveral, log, progress, month, year]

    private static let record = HabitFields.record
    private static let day = Field<LocalDate>
        .date("day", help: "The day, in your time zone. Defaults to today.").positional
    private static let amount = Field<Double>.decimal(
        "amount", in: -HabitAmount.greatest...HabitAmount.greatest,
        help: "The amount in the habit's unit; more than 0.")
    private static let note = Field<String>.text(
        "note", help: "A note on the day; empty to remove the note.")
    private static let monthField = Field<String>
        .text("month", help: "The month, such as 2026-03. Defaults to this month.").positional
    private static let yearField = Field<Int64>
        .integer(
            "year", in: Int64(Habit.firstDay.year)...9999,
            help: "The year, such as 2026. Defaults to this year."
        ).positional

    // MARK: - Writing

    private static let done = Field<Bool>.boolean(
        "done", help: "Mark (true) or unmark (false) the day. If omitted, toggles it.")

    static let toggle = Command(
        "toggle", .recordAction, past: "updated",
        summary: "Mark a habit as done on a day, or remove the mark.",
        discussion: """
            The day can be today, yesterday, a date such as 2026-03-01, or -3d for three days ago. Removing a mark also \
            removes the day's amount and note. If the habit has a goal, marking a day sets its amount to the goal.
            """,
        fields: [record.declaration, day.declaration, done.declaration], result: .object(HabitFields.day)
    ) { input, context in
        try change(input, context) { habit, day in
            if let done = input[done], done == habit.isDone(on: day) { return }
            _ = try habit.toggle(day, today: context.today)
        }
    }

    static let log = Command(
        "log", .recordAction, past: "logged",
        summary: "Log an amount or a note for a day of a habit.",
        discussion: """
            A day is done when its amount reaches the habit's goal; without a goal, any amount will do. The amount \
            replaces the day's earlier amount. If the habit counts nothing, a note marks the day as done.
            """,
        fields: [record.declaration, day.declaration, amount.declaration, note.declaration],
        result: .object(HabitFields.day)
    ) { input, context in
        try change(input, context) { habit, day in
            try habit.log(
                day, amount: input[amount], note: input.values["note"].map { $0.textValue ?? "" },
                today: context.today)
        }
    }

    private static func change(
        _ input: Arguments, _ context: CommandContext, _ body: (inout Habit, LocalDate) throws -> Void
    ) throws -> DataValue {
        let table = habitKind.table(context)
        let old = try table.record(input.required(record))
        let day = input[day] ?? context.today
        var habit = Habit(old.values)
        try body(&habit, day)
        var values = old.values
        values["completions"] = habit.completionsValue
        try table.update(old, to: values)
        var result = progressValue(old, habit, Month(of: day))
        result["day"] = .text(day.description)
        result["done"] = .bool(habit.isDone(on: day))
        result["amount"] = .decimal(orNull: habit.completions[day]?.amount)
        result["note"] = .text(orNull: habit.completions[day]?.note)
        return .object(result)
    }

    // MARK: - Reading

    static let progress = Command(
        "progress", .recordQuery, summary: "Show a habit's progress in a month.",
        discussion: "If the month has fewer days than the target, the target is every day.",
        fields: [record.declaration, monthField.declaration], result: .object(HabitFields.progress)
    ) { input, context in
        let stored = try habitKind.table(context).record(input.required(record))
        return .object(progressValue(stored, Habit(stored.values), try wantedMonth(input, context)))
    }

    static let month = Command(
        "month", .recordQuery, summary: "Show a month of a habit as a calendar.",
        discussion: """
            Brackets mark days that are done, and parentheses mark days below the goal. If the habit counts \
            something, each day shows its amount.
            """,
        fields: [record.declaration, monthField.declaration], result: .object(HabitFields.month)
    ) { input, context in
        let stored = try habitKind.table(context).record(input.required(record))
        let habit = Habit(stored.values)
        let month = try wantedMonth(input, context)
        var result = progressValue(stored, habit, month)
        result["days"] = .list(month.days.map { state($0, habit, context) })
        result["drawing"] = .text(
            HabitDrawing.month(month, of: habit, firstWeekday: context.settings.firstWeekday))
        return .object(result)
    }

    static let year = Command(
        "year", .recordQuery, summary: "Show a year of a habit as a heat map.",
        discussion: """
            A column is a week, and a row is a day of the week. A day that is done is dark. A day below the goal is \
            lighter, in thirds of the goal. Without a goal, the shade depends on the year's greatest amount.
            """,
        fields: [record.declaration, yearField.declaration], result: .object(HabitFields.year)
    ) { input, context in
        let stored = try habitKind.table(context).record(input.required(record))
        let habit = Habit(stored.values)
        let year = input[yearField].map { Int($0) } ?? context.today.year
        let days = HabitDrawing.days(of: year)
        let total = HabitAmount.sum(days.compactMap { habit.completions[$0]?.amount })
        return .object([
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(habit.title),
            "year": .integer(Int64(year)),
            "completed": .integer(Int64(days.count(where: habit.isDone))),
            "total": .decimal(orNull: habit.isCounted ? total : nil),
            "days": .list(days.map { state($0, habit, context) }),
            "drawing": .text(
                HabitDrawing.year(
                    year, of: habit, today: context.today, firstWeekday: context.settings.firstWeekday)),
        ])
    }

    private static func wantedMonth(_ input: Arguments, _ context: CommandContext) throws -> Month {
        guard let month = input[monthField].map(Month.init) ?? Month(of: context.today) else {
            throw AtriumError(
                .badData, "month is not valid", remedy: "give a year and a month such as 2026-03",
                field: "month")
        }
        return month
    }

    // MARK: - Values

    /// Returns a habit's progress in a month, with the fields that ``HabitFields/progress`` declares.
    private static func progressValue(_ stored: StoredRecord, _ habit: Habit, _ month: Month) -> DataObject {
        let progress = HabitProgress(of: habit, in: month)
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(habit.title),
            "month": .text(month.description), "completed": .integer(Int64(progress.days.count)),
            "target": .integer(Int64(progress.target)), "percent": .integer(Int64(progress.percent)),
            "total": .decimal(orNull: progress.total),
            "days": .list(progress.days.map { .text($0.description) }),
        ]
    }

    private static func state(_ day: LocalDate, _ habit: Habit, _ context: CommandContext) -> DataValue {
        .object([
            "day": .text(day.description), "state": .text(DayState(day, of: habit).rawValue),
            "scheduled": .bool(habit.schedule.includes(day)),
            "markable": .bool(day <= context.today && day >= habit.start ?? Habit.firstDay),
            "amount": .decimal(orNull: habit.completions[day]?.amount),
            "note": .text(orNull: habit.completions[day]?.note),
        ])
    }
}
