import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What results show of a project beyond its values.
enum ProjectFields {
    static let record = projectKind.recordField
    static let impacts = ["high", "medium", "low"]

    /// SQL for how much of the project `r` is done, in percent, rounded down.
    static let progressSQL = """
        ifnull((SELECT 100 * sum(t.completed_at IS NOT NULL) / count(*) FROM tasks_task t
            WHERE t.project_id = r.id AND t.cancelled_at IS NULL
                AND (t.series_id IS NULL OR t.completed_at IS NULL)), 0)
        """

    static let computed: [FieldDeclaration] = [
        FieldDeclaration(
            "progress", .integer(0...100), help: "The percentage of its tasks that are done, rounded down.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "tasksDone", .integer(from: 0), help: "The number of its tasks that are done.", isRequired: true
        ).derived,
        FieldDeclaration(
            "tasksTotal", .integer(from: 0), help: "The number of its tasks, except cancelled ones.",
            isRequired: true
        ).derived,
        FieldDeclaration(
            "overdue", .boolean, help: "True if it is unfinished after its deadline.", isRequired: true
        ).derived,
        FieldDeclaration(
            "position", .integer(from: 0), help: "The position among projects.", isRequired: true),
        FieldDeclaration("completedAt", .instant, help: "The time when it was finished."),
    ]

    static let details: [FieldDeclaration] = [
        FieldDeclaration(
            "sections", .list(.text), help: "The sections of its tasks, in order.",
            isRequired: true
        ).derived
    ]
}

extension ProjectRules {
    func computed(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let row = try Row.fetchOne(
            context.db.cachedStatement(
                sql: """
                    SELECT count(*), ifnull(sum(completed_at IS NOT NULL), 0) FROM tasks_task r
                    WHERE project_id = ? AND cancelled_at IS NULL AND \(TaskSeries.shownSQL)
                    """), arguments: [record.id])
        let (total, done): (Int64, Int64) = (row?[0] ?? 0, row?[1] ?? 0)
        return [
            "progress": .integer(total == 0 ? 0 : 100 * done / total), "tasksDone": .integer(done),
            "tasksTotal": .integer(total),
            "overdue": .bool(
                try (total == 0 || done < total) && record.values.isEmpty("completedAt")
                    && projectKind.table(context).isOverdue(record)),
            "position": .integer(record.values.integer("position") ?? 0),
            "completedAt": record.values["completedAt"],
        ]
    }

    func details(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let sections = try String.fetchAll(
            context.db,
            sql: """
                SELECT section FROM tasks_task WHERE project_id = ? AND section IS NOT NULL
                GROUP BY section ORDER BY min(position), section
                """, arguments: [record.id])
        return ["sections": .texts(sections)]
    }
}
