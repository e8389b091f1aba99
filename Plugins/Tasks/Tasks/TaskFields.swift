import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What results show of a task beyond its values.
enum TaskFields {
    static let record = taskKind.recordField
    static let records = Field<[Int64]>.records("records", of: .tasks, help: "The tasks, in order.")
        .required.positional
    static let kinds = ["must-do", "flexible"]
    static let energies = ["low", "medium", "high"]
    /// How many minutes a task can take.
    static let minutes: ClosedRange<Int64> = 1...6000

    static let computed: [FieldDeclaration] = [
        FieldDeclaration(
            "projectId", .reference(.projects), help: "The project that it is in.", title: "In the project"
        ).derived,
        FieldDeclaration(
            "status", .choice(["open", "done", "cancelled"]), help: "Where it stands.", isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "Whether its deadline is over and it is open.", isRequired: true
        ).derived,
        FieldDeclaration(
            "topThree", .boolean, help: "Whether it is one of the three of its day.", isRequired: true),
        FieldDeclaration("topRank", .integer(1...3), help: "Its place among the three of its day."),
        FieldDeclaration(
            "position", .integer(from: 0), help: "Its place in its project, in the inbox, or in its parent.",
            isRequired: true),
        FieldDeclaration("dayPosition", .integer(from: 0), help: "Its place among the tasks of its day."),
        FieldDeclaration(
            "spent", .integer(from: 0), help: "How many minutes were spent on it.", isRequired: true
        ).derived,
        FieldDeclaration(
            "scheduled", .integer(from: 0), help: "How many minutes blocks keep for it that are not over.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "remaining", .integer(from: 0),
            help: "How many minutes of its estimate are neither spent nor scheduled.", isRequired: true
        ).derived,
        FieldDeclaration(
            "progress", .integer(0...100),
            help: "How much of its subtasks is done, in percent, rounded down; none without subtasks."
        ).derived,
        FieldDeclaration(
            "next", .when, help: "The present time of one that repeats: what was not done yet.",
            title: "Present time"),
        FieldDeclaration("completedAt", .instant, help: "When it was done."),
        FieldDeclaration("cancelledAt", .instant, help: "When it was given up."),
    ]

    static let part: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The subtask's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "What is to be done.", isRequired: true),
        FieldDeclaration("status", .text, help: "Where it stands.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The collection of tasks.", isRequired: true),
    ]

    static let block: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The block's id.", isRequired: true),
        FieldDeclaration("start", .when, help: "When it begins.", isRequired: true),
        FieldDeclaration("minutes", .integer(), help: "How many minutes it lasts.", isRequired: true),
        FieldDeclaration("done", .boolean, help: "Whether its time was spent.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The collection of blocks.", isRequired: true),
    ]

    static let details: [FieldDeclaration] = [
        FieldDeclaration(
            "subtasks", .list(.object(part)), help: "The tasks that are parts of it, in order.",
            isRequired: true),
        FieldDeclaration(
            "blocks", .list(.object(block)), help: "The times that are kept for it, the first first.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "done", .list(.date), help: "The days on which it was done, if it repeats.", isRequired: true),
        FieldDeclaration(
            "log",
            .list(
                .object([
                    FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                    FieldDeclaration("minutes", .integer(), help: "How many minutes.", isRequired: true),
                    FieldDeclaration("note", .text, help: "What was noted."),
                ])), help: "The time that was noted for it, by day.", isRequired: true),
    ]

    /// SQL for the status of the task `r`.
    static let statusSQL = """
        CASE WHEN r.completed_at IS NOT NULL THEN 'done' WHEN r.cancelled_at IS NOT NULL THEN 'cancelled'
            ELSE 'open' END
        """
}

extension TaskRules {
    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let values = record.values
        let row = try TaskTimes.row(
            """
            r.project_id, (SELECT 100 * sum(p.completed_at IS NOT NULL) / count(*) FROM tasks_task p
                WHERE p.parent_id = r.id AND p.cancelled_at IS NULL
                    AND (p.series_id IS NULL OR p.completed_at IS NULL)),
            """, of: record.id, now: context.now, in: context.settings.timeZone, context.db)
        let times = TaskTimes(row, from: 2)
        return [
            "projectId": .integer(orNull: row?[0]),
            "status": .text(values.isOpen ? "open" : values.completedAt == nil ? "cancelled" : "done"),
            "overdue": .bool(try values.isOpen && taskKind.table(context).isOverdue(record)),
            "topThree": .bool(values.topRank != nil), "topRank": .integer(orNull: values.topRank),
            "position": .integer(values.integer("position") ?? 0),
            "dayPosition": .integer(orNull: values.integer("dayPosition")),
            "spent": .integer(times.spent), "scheduled": .integer(times.scheduled),
            "remaining": .integer(times.remaining(usual: context.moduleSettings[TaskSettings.estimate])),
            "progress": .integer(orNull: row?[1]),
            "next": .text(
                orNull: values.isOpen && !values.isEmpty("repeat")
                    ? TaskRepeat.anchor(of: values)?.storedText : nil),
            "completedAt": .text(orNull: values.completedAt),
            "cancelledAt": .text(orNull: values.cancelledAt),
        ]
    }

    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let parts = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, r.title, \(TaskFields.statusSQL) FROM tasks_task r WHERE r.parent_id = ? AND \(TaskSeries.shownSQL)
                ORDER BY r.position, r.id
                """, arguments: [record.id])
        return [
            "subtasks": .list(
                parts.map {
                    .object([
                        "id": .integer($0[0]), "title": .text($0[1]), "status": .text($0[2]),
                        "collection": .text(CollectionID.tasks.description),
                    ])
                }),
            "blocks": .list(
                try Row.fetchAll(
                    context.db.cachedStatement(
                        sql: """
                            SELECT id, start, ifnull(spent, minutes), spent IS NOT NULL FROM tasks_block
                            WHERE task_id = ? ORDER BY starts_at, id
                            """), arguments: [record.id]
                ).map {
                    .object([
                        "id": .integer($0[0]), "start": .text($0[1]), "minutes": .integer($0[2]),
                        "done": .bool($0[3]), "collection": .text(CollectionID.blocks.description),
                    ])
                }),
            "done": .texts(Days.said(record.values["done"]) ?? []),
            "log": .list(
                Days.inOrder(record.values["log"]).map { day, parts in
                    .object([
                        "day": .text(day.description),
                        "minutes": .integer(Self.minutes(parts)), "note": parts.count > 1 ? parts[1] : .null,
                    ])
                }),
        ]
    }

    private static func minutes(_ parts: [DataValue]) -> Int64 {
        parts.first?.decimalValue.map { Int64(min(max($0, 0), 100_000).rounded()) } ?? 0
    }
}

extension RecordTable {
    /// Whether the deadline of a task or a project is over, on its own clock.
    func isOverdue(_ record: StoredRecord) throws -> Bool {
        guard let due = record.values.due else { return false }
        let zones = try due.zoneID == nil ? Zones.system : self.zones(of: record.id)
        return due.end(zones, for: Zones.viewer(context.settings)) <= ICalendarFormat.Instant(context.now)
    }
}
