import AtriumSDK
import GRDB
import RecordKit

/// The lists of tasks: the inbox, a day, what comes, what was left over, what was done.
enum TaskLists {
    static let all = [inbox, today, next, upcoming, leftover, completed, parts]

    /// The parts of a task: what its page shows.
    private static let parts = Command(
        "parts", .recordQuery, title: "Subtasks",
        summary: "List the subtasks of a task, in order.",
        fields: [TaskFields.record.declaration],
        result: .list(taskKind.listedFields, columns: columns)
    ) { input, context in
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM tasks_task r WHERE r.parent_id = ? AND \(TaskSeries.shownSQL)
                ORDER BY r.position, r.id
                """, arguments: [input.required(TaskFields.record)])
        return try items(ids, context)
    }

    private static let columns = ["id", "title", "kind", "project", "planned", "due", "estimate", "status"]

    /// SQL that holds for tasks that are to be done on some day.
    private static let isToDo = "\(TaskFilters.openSQL) AND NOT (\(TaskFilters.archivedSQL))"
    /// SQL that holds for tasks that may be shown on a day, which is the argument.
    private static let hasBegun = "(r.starts IS NULL OR r.starts <= ?)"

    /// Tasks in an order, as a result.
    static func items(_ ids: [Int64], _ context: CommandContext) throws -> DataValue {
        try items(of: ids, id: \.self, context) { _, _ in }
    }

    /// The tasks of some rows in their order, as a result, each with what its row says of it.
    private static func items<Of>(
        of rows: [Of], id: (Of) -> Int64, _ context: CommandContext, _ add: (Of, inout DataObject) -> Void
    ) throws -> DataValue {
        let records = try taskKind.table(context).records(withIDs: rows.map(id))
        return .object([
            "items": .list(
                try zip(rows, records).map { row, record in
                    var value = try taskKind.listed(record, context)
                    add(row, &value)
                    return .object(value)
                })
        ])
    }

    // MARK: - The inbox

    static let inbox = Command(
        "inbox", .query, summary: "List open tasks without a project, newest first.",
        discussion: "Tasks that start on a later day are left out.", fields: [ListQuery.limit.declaration],
        result: .list(
            taskKind.listedFields, columns: ["id", "title", "kind", "planned", "due", "estimate", "tags"])
    ) { input, context in
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM tasks_task r WHERE r.project_id IS NULL AND \(TaskFilters.openSQL)
                    AND r.parent_id IS NULL AND \(hasBegun) ORDER BY r.id DESC LIMIT ?
                """, arguments: [context.today.description, input[ListQuery.limit] ?? 100])
        return try items(ids, context)
    }

    // MARK: - A day

    private static let day = Field<LocalDate>.date("day", help: "The day. Defaults to today.").positional
    private static let group = Field<String>.choice(
        "group", of: ["top", "rest", "all"], help: "The tasks to list: the top three, the rest, or all."
    ).defaulting(to: .text("all"))

    static let today = Command(
        "today", .query, summary: "List the tasks of a day: the top three, then the others.",
        discussion: "Completed tasks come last in each group.",
        fields: [day.declaration, group.declaration, ListQuery.limit.declaration],
        result: .list(
            taskKind.listedFields + [
                FieldDeclaration(
                    "group", .choice(["top", "rest"]), help: "The part of the list.", isRequired: true),
                FieldDeclaration(
                    "from", .date,
                    help: "The earlier day of a leftover task, if the setting carry-over is on."),
                FieldDeclaration(
                    "doneOnDay", .boolean, help: "True if the task, or its occurrence, was done on that day.",
                    isRequired: true),
            ], columns: ["topRank", "id", "title", "kind", "project", "due", "estimate", "doneOnDay"])
    ) { input, context in
        let day = (input[day] ?? context.today).description
        let wanted = input[group]
        var rows = try rows(of: day, context).filter { row in
            wanted == nil || wanted == "all" || wanted == (row.rank == nil ? "rest" : "top")
        }
        if day == context.today.description, wanted != "top", context.moduleSettings[TaskSettings.carryOver] {
            rows += try leftover(days: nil, context).map {
                DayRow(id: $0, rank: nil, isDone: false, isLeftOver: true)
            }
        }
        let shown = Array(rows.prefix(Int(input[ListQuery.limit] ?? 100)))
        return try items(of: shown, id: \.id, context) { row, value in
            value["topRank"] = .integer(orNull: row.rank)
            value["topThree"] = .bool(row.rank != nil)
            value["group"] = .text(row.rank == nil ? "rest" : "top")
            value["doneOnDay"] = .bool(row.isDone)
            value["from"] = row.isLeftOver ? value["planned"] : .null
        }
    }

    /// A task of a day.
    struct DayRow {
        let id: Int64
        let rank: Int64?
        let isDone: Bool
        /// Whether it was planned for an earlier day.
        var isLeftOver = false
    }

    /// The tasks of a day: those that are planned for it, and repeating ones that were done for it.
    static func rows(of day: String, _ context: CommandContext) throws -> [DayRow] {
        try Row.fetchAll(
            context.db.cachedStatement(
                sql: """
                    SELECT r.id, t.rank, r.completed_at IS NOT NULL OR c.id IS NOT NULL AS is_done
                    FROM (SELECT id FROM tasks_task WHERE planned = ?1
                          UNION SELECT task_id FROM tasks_completion WHERE day = ?1) d
                    JOIN tasks_task r ON r.id = d.id
                    LEFT JOIN tasks_top t ON t.task_id = r.id AND t.day = ?1
                    LEFT JOIN tasks_completion c ON c.task_id = r.id AND c.day = ?1
                    WHERE r.cancelled_at IS NULL AND \(TaskSeries.shownSQL) AND NOT (\(TaskFilters.archivedSQL))
                    ORDER BY t.rank IS NULL, is_done, t.rank, r.day_position, r.id
                    """), arguments: [day]
        ).map { DayRow(id: $0[0], rank: $0[1], isDone: $0[2]) }
    }

    /// The tasks that the list of a day shows and that are not planned for it.
    static func shownBeside(_ day: String, _ context: CommandContext) throws -> Set<Int64> {
        var shown = Set(
            try Int64.fetchAll(
                context.db.cachedStatement(
                    sql: """
                        SELECT c.task_id FROM tasks_completion c JOIN tasks_task r ON r.id = c.task_id
                        WHERE c.day = ?1 AND r.planned IS NOT ?1
                        """), arguments: [day]))
        if day == context.today.description, context.moduleSettings[TaskSettings.carryOver] {
            shown.formUnion(try leftover(days: nil, context))
        }
        return shown
    }

    // MARK: - What comes, and what was left over

    static let next = Command(
        "next", .query, title: "Next in the priority project",
        summary: "List the next tasks of the priority project.",
        discussion: "\(command: "tasks projects prioritize") sets the priority project.",
        fields: [ListQuery.limit.declaration],
        result: .list(taskKind.listedFields, columns: columns)
    ) { input, context in
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM tasks_task r JOIN tasks_project p ON p.id = r.project_id AND p.is_priority = 1
                WHERE \(TaskFilters.openSQL) AND \(hasBegun)
                ORDER BY r.parent_id IS NOT NULL, r.position, r.id LIMIT ?
                """, arguments: [context.today.description, input[ListQuery.limit] ?? 100])
        return try items(ids, context)
    }

    private static let days = Field<Int64>.integer("days", in: 1...366, help: "The days to look ahead.")
        .defaulting(to: .integer(14))

    static let upcoming = Command(
        "upcoming", .query, summary: "List tasks planned or due from tomorrow on, day by day.",
        fields: [days.declaration],
        result: .list(
            taskKind.listedFields + [
                FieldDeclaration(
                    "day", .date, help: "The planned day or the due day.", isRequired: true)
            ], columns: ["day", "id", "title", "project", "due", "estimate"])
    ) { input, context in
        let last = context.today.adding(days: Int(input[days] ?? 14))
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT id, day FROM (
                    SELECT r.id, r.planned AS day, r.day_position AS place, r.due FROM tasks_task r
                    WHERE r.planned > ?1 AND r.planned <= ?2 AND \(isToDo)
                    UNION ALL SELECT r.id, substr(r.due, 1, 10), NULL, r.due FROM tasks_task r
                    WHERE r.planned IS NULL AND r.due > ?1 AND r.due < ?3 AND substr(r.due, 1, 10) > ?1
                        AND \(isToDo))
                ORDER BY day, place, due, id
                """,
            arguments: [
                context.today.description, last.description, last.adding(days: 1).description,
            ])
        return try items(of: rows, id: { $0[0] }, context) { row, value in value["day"] = .text(row[1]) }
    }

    static let back = Field<Int64>.integer("days", in: 1...3660, help: "The days to look back.")
        .defaulting(to: .integer(30))

    static let leftover = Command(
        "leftover", .query, summary: "List open tasks that were planned for earlier days.",
        discussion: "\(command: "tasks carry-over") moves them to today.", fields: [back.declaration],
        result: .list(taskKind.listedFields, columns: columns)
    ) { input, context in try items(leftover(days: input[back], context), context) }

    /// The open tasks that were planned for days before today.
    ///
    /// - Parameter days: how many days back to look; nil: however long ago.
    static func leftover(days: Int64?, _ context: CommandContext) throws -> [Int64] {
        let first = days.map { context.today.adding(days: -Int($0)).description } ?? ""
        return try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM tasks_task r WHERE r.planned < ? AND r.planned >= ? AND \(isToDo)
                ORDER BY r.planned, r.day_position, r.id
                """, arguments: [context.today.description, first])
    }

    // MARK: - What was done

    private static let from = Field<LocalDate>.date("from", help: "The first day.")
    private static let to = Field<LocalDate>.date("to", help: "The last day.")

    static let completed = Command(
        "completed", .query, summary: "List completed tasks, latest first.",
        fields: [from.declaration, to.declaration, ListQuery.limit.declaration],
        result: .list(taskKind.listedFields, columns: ["id", "completedAt", "title", "project", "spent"])
    ) { input, context in
        let zone = context.settings.timeZone
        let begin = input[from].map { Timestamp.text($0.start(in: zone)) } ?? ""
        let end = input[to].map { Timestamp.text($0.adding(days: 1).start(in: zone)) } ?? "~"
        // A time of a repetition stands by itself.
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT * FROM (
                    SELECT r.id, r.completed_at AS at, NULL AS day FROM tasks_task r
                    WHERE r.completed_at >= ?1 AND r.completed_at < ?2 AND \(TaskSeries.isDoneAloneSQL)
                        AND NOT (\(TaskFilters.archivedSQL))
                    ORDER BY r.completed_at DESC LIMIT ?3)
                UNION ALL SELECT * FROM (
                    SELECT r.id, c.completed_at, c.day FROM tasks_completion c
                    JOIN tasks_task r ON r.id = c.task_id
                    WHERE c.completed_at >= ?1 AND c.completed_at < ?2 AND NOT (\(TaskFilters.archivedSQL))
                    ORDER BY c.completed_at DESC LIMIT ?3)
                ORDER BY at DESC, id DESC LIMIT ?3
                """, arguments: [begin, end, input[ListQuery.limit] ?? 100])
        return try items(of: rows, id: { $0[0] }, context) { row, value in
            value["completedAt"] = .text(row[1])
            // Of a time of a repetition, not what comes next.
            if let day: String = row[2] {
                (value["planned"], value["due"], value["overdue"]) = (.text(day), .null, .bool(false))
            }
        }
    }
}
