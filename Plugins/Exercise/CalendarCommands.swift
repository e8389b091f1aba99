import AtriumSDK
import GRDB

/// The commands that show on which days something was done.
enum CalendarCommands {
    static let all = [month, year]

    private static let monthField = Field<String>
        .text("month", help: "The month, such as 2026-03. Defaults to this month.").positional
    private static let yearField = Field<Int64>
        .integer(
            "year", in: Int64(ExerciseSet.firstDay.year)...9999,
            help: "The year, such as 2026. Defaults to this year."
        ).positional
    private static let category = Field<String>.choice(
        "category", of: Category.words, help: "Only exercises of this category.")

    private static let counts: [FieldDeclaration] = [
        FieldDeclaration(
            "completed", .integer(), help: "The number of days on which you trained.", isRequired: true),
        FieldDeclaration("sets", .integer(), help: "The number of sets.", isRequired: true),
        FieldDeclaration(
            "days",
            .list(
                .object([
                    FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                    FieldDeclaration("sets", .integer(), help: "The number of sets.", isRequired: true),
                    FieldDeclaration(
                        "exercises", .integer(), help: "The number of exercises.", isRequired: true),
                ])), help: "The days on which you trained, in order.", isRequired: true),
        FieldDeclaration(
            "drawing", .longText, help: "The days as text, at most 76 columns wide.", isRequired: true),
    ]

    private static let month = Command(
        "month", .query, summary: "Show a calendar of a month with your training days.",
        discussion:
            "Training days are in brackets, followed by the number of sets.",
        fields: [monthField.declaration, SetFields.exercise.declaration, category.declaration],
        result: .object(
            [FieldDeclaration("month", .text, help: "The month, as YYYY-MM.", isRequired: true)] + counts)
    ) { input, context in
        let text = input[monthField] ?? String(context.today.description.prefix(7))
        guard let first = LocalDate(iso: text + "-01") else {
            throw AtriumError(
                .badData, "month has a wrong value", remedy: "it must be a year and a month such as 2026-03",
                field: "month")
        }
        let days = LocalDate.days(inMonth: first.month, of: first.year)
        let done = try done(first...first.adding(days: days - 1), input, context)
        var value: DataObject = ["month": .text(text)]
        put(done, into: &value)
        value["drawing"] = .text(
            TrainingCalendar.month(
                first, sets: sets(done), firstWeekday: context.settings.firstWeekday))
        return .object(value)
    }

    private static let year = Command(
        "year", .query, summary: "Show a heat map of a year with your training days.",
        discussion: """
            Each column is a week and each row a weekday. The four shades are quarters of the largest number of sets on a \
            day of that year.
            """,
        fields: [yearField.declaration, SetFields.exercise.declaration, category.declaration],
        result: .object(
            [FieldDeclaration("year", .integer(), help: "The year.", isRequired: true)] + counts)
    ) { input, context in
        let year = input[yearField].map { Int($0) } ?? context.today.year
        guard let first = LocalDate(year: year, month: 1, day: 1),
            let last = LocalDate(year: year, month: 12, day: 31)
        else {
            throw AtriumError(.badData, "year has a wrong value", remedy: "it must be a year such as 2026")
        }
        let done = try done(first...last, input, context)
        var value: DataObject = ["year": .integer(Int64(year))]
        put(done, into: &value)
        value["drawing"] = .text(
            TrainingCalendar.year(
                first...last, sets: sets(done), today: context.today,
                firstWeekday: context.settings.firstWeekday))
        return .object(value)
    }

    /// A day on which something was done.
    private struct Day {
        let day: LocalDate
        let sets: Int64
        let exercises: Int64
    }

    private static func done(
        _ days: ClosedRange<LocalDate>, _ input: Arguments, _ context: CommandContext
    ) throws -> [Day] {
        var condition = "r.day BETWEEN ? AND ? AND ifnull(r.kind, '') NOT IN ('rest', 'note')"
        var arguments: StatementArguments = [days.lowerBound.description, days.upperBound.description]
        if let exercise = input[SetFields.exercise] {
            condition += " AND r.exercise_id = ?"
            arguments += [exercise]
        }
        if let category = input[category] {
            condition += " AND r.exercise_id IN (SELECT id FROM exercise_exercise WHERE category = ?)"
            arguments += [category]
        }
        return try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.day, count(*), count(DISTINCT r.exercise_id) FROM exercise_set r
                WHERE \(condition) GROUP BY r.day ORDER BY r.day
                """, arguments: arguments
        ).compactMap { row in
            LocalDate(iso: row[0]).map { Day(day: $0, sets: row[1], exercises: row[2]) }
        }
    }

    private static func sets(_ days: [Day]) -> [LocalDate: Int64] {
        days.reduce(into: [:]) { $0[$1.day] = $1.sets }
    }

    private static func put(_ days: [Day], into value: inout DataObject) {
        value["completed"] = .integer(Int64(days.count))
        value["sets"] = .integer(days.reduce(0) { $0 + $1.sets })
        value["days"] = .list(
            days.map { day in
                .object([
                    "day": .text(day.day.description), "sets": .integer(day.sets),
                    "exercises": .integer(day.exercises),
                ])
            })
    }
}
