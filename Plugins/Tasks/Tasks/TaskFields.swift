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
            "projectId", .reference(.projects), help: "The id of its project.", title: "In the project"
        ).derived,
        FieldDeclaration(
            "status", .choice(["open", "done", "cancelled"]), help: "The status.", isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "True if it is open and past its deadline.", isRequired: true
        ).derived,
        FieldDeclaration(
            "topThree", .boolean, help: "True if it is in the top three of its day.", isRequired: true),
        FieldDeclaration("topRank", .integer(1...3), help: "The place in the top three of its day."),
        FieldDeclaration(
            "position", .integer(from: 0), help: "The position in its project, the inbox or its parent.",
            isRequired: true),
        FieldDeclaration("dayPosition", .integer(from: 0), help: "The position among the tasks of its day."),
        FieldDeclaration(
            "spent", .integer(from: 0), help: "The minutes spent on it.", isRequired: true
        ).derived,
        FieldDeclaration(
            "scheduled", .integer(from: 0), help: "The minutes in its blocks that are not over.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "remaining", .integer(from: 0),
            help: "The minutes of its estimate that are neither spent nor scheduled.", isRequired: true
        ).derived,
        FieldDeclaration(
            "progress", .integer(0...100),
            help: "The percentage of its subtasks that are done, rounded down; null without subtasks."
        ).derived,
        FieldDeclaration(
            "next", .when, help: "The current occurrence of a repeating task.",
            title: "Current occurrence"),
        FieldDeclaration("completedAt", .instant, help: "The time of completion."),
        FieldDeclaration("cancelledAt", .instant, help: "The time of cancellation."),
    ]

    static let part: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The subtask's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration("status", .text, help: "The status.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The subtask's collection.", isRequired: true),
    ]

    static let block: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The block's id.", isRequired: true),
        FieldDeclaration("start", .when, help: "The start.", isRequired: true),
        FieldDeclaration("minutes", .integer(), help: "The length in minutes.", isRequired: true),
        FieldDeclaration("done", .boolean, help: "True if the block is done.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The block's collection.", isRequired: true),
    ]

    static let details: [FieldDeclaration] = [
        FieldDeclaration(
            "subtasks", .list(.object(part)), help: "The subtasks, in order.",
            isRequired: true),
        FieldDeclaration(
            "blocks", .list(.object(block)), help: "The blocks of time for the task, in order.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "done", .list(.date), help: "The days on which a repeating task was done.", isRequired: true),
        FieldDeclaration(
            "log",
            .list(
                .object([
                    FieldDeclaration("day", .date, help: "The day.", isRequired: true),
                    FieldDeclaration("minutes", .integer(), help: "The minutes spent.", isRequired: true),
                    FieldDeclaration("note", .text, help: "The note."),
                ])), help: "The logged time, by day.", isRequired: true),
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
            "done": .texts(Days.texts(of: record.values["done"]) ?? []),
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
        return due.end(zones, for: Zones.viewer(context.settings)) <= Instant(context.now)
    }
}
