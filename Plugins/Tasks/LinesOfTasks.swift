import AtriumSDK
import Foundation
import GRDB
import ICalendarFormat
import RecordKit

/// What todo.txt and TaskPaper have in common: letters and words for values of tasks, and how a line is known again.
struct LinesOfTasks {
    /// The values that a line can say.
    let representable: Set<String>
    /// What a new line of a task says.
    let newLineValues: (StoredRecord) -> RecordValues

    /// The clue of a draft that says of which format it is.
    static let format = "format"

    /// The values that a line of the draft's format can say; nil if it is of another format.
    static func representable(in draft: RecordDraft) -> Set<String>? {
        switch draft.clues[format] {
        case TasksTodoTxt.name: TasksTodoTxt.representable
        case TasksTaskPaper.name: TasksTaskPaper.representable
        default: nil
        }
    }

    /// The priority of a letter: (A), (B) and (C) are 1, 5 and 9, as are the letters behind them.
    static func priority(_ letter: String) -> Int64? {
        switch letter.uppercased() {
        case "A": 1
        case "B": 5
        case let other: other.count == 1 && ("C"..."Z").contains(other) ? 9 : nil
        }
    }

    /// The letter of a priority.
    static func letter(_ priority: Int64) -> String { priority <= 3 ? "A" : priority <= 6 ? "B" : "C" }

    /// Cuts a title that is longer than one can be kept.
    ///
    /// - Returns: what is said of that.
    static func cutTitle(of values: inout RecordValues, line: Int) -> [ImportIssue] {
        guard let title = values.text("title"), Words.length(title) > longestTitle else { return [] }
        values["title"] = .text(Words.cut(title, to: longestTitle))
        return [
            ImportIssue(
                line: line, code: "too-long",
                message:
                    "the title has \(Words.length(title)) characters and was shortened to \(longestTitle)")
        ]
    }

    /// The task that a line is about that this vault itself has written: it says just what such a line of the task says.
    ///
    /// Neither format has a place for a uid. Of several that are alike each is meant once.
    static func task(
        matching draft: RecordDraft, in lines: LinesOfTasks, _ context: RecordContext
    ) throws -> Int64? {
        guard let title = taskKind.value("title", of: draft)?.textValue else { return nil }
        let met = context.once { _ in Met() }
        let (table, zone) = (RecordTable(taskKind, context), context.settings.timeZone)
        let ids = try Int64.fetchAll(
            context.db.cachedStatement(
                sql: "SELECT id FROM tasks_task WHERE title = ? AND series_id IS NULL ORDER BY id LIMIT 100"),
            arguments: [title])
        return try ids.first { id in
            guard !met.tasks.contains(id), let record = try table.find(id) else { return false }
            var values = lines.newLineValues(record)
            // A line gives the day of completion at most, and perhaps not even that.
            let state = taskKind.value("state", of: draft) ?? .null
            let completed = state.objectValue?["completedAt"]?.textValue
            if StateCodec.says(completed, record.values.endedAt, in: zone) { values["state"] = state }
            var own = taskKind.draft(of: values, including: lines.representable)
            (own.createdAt, own.clues) = (draft.createdAt, draft.clues)
            return own == draft
        }
    }

    /// A line of the file is this task: no other line is.
    static func met(_ task: Int64, as draft: RecordDraft, _ context: RecordContext) {
        if draft.clues[format] != nil { context.once { _ in Met() }.tasks.insert(task) }
    }

    /// The tasks that lines of the file at hand are about.
    private final class Met { var tasks: Set<Int64> = [] }

    /// The day on which an instant was, on the clock of the user.
    static func day(of instant: String, in zone: TimeZone) -> String {
        Timestamp.date(instant).map { LocalDate($0, in: zone).description } ?? String(instant.prefix(10))
    }

    /// Says how many of the tasks have more than such a file can hold.
    ///
    /// - Parameter more: SQL over the alias `r`, each for something that the format has no place for.
    static func warn(of format: String, lacking more: [String], _ context: ExportContext) throws {
        let lacking =
            more + [
                "r.planned IS NOT NULL", "r.energy IS NOT NULL", "r.kind <> 'flexible'",
                "r.parent_id IS NOT NULL",
                "r.people_uids IS NOT NULL", "r.waiting_uids IS NOT NULL", "r.link IS NOT NULL",
                "EXISTS (SELECT 1 FROM tasks_log l WHERE l.task_id = r.id)",
                "EXISTS (SELECT 1 FROM tasks_completion c WHERE c.task_id = r.id)",
            ]
        let count = try Int.fetchOne(
            context.db,
            sql: """
                SELECT count(*) FROM tasks_task r
                WHERE \(context.condition) AND (\(lacking.joined(separator: " OR ")))
                """)
        guard let count, count > 0 else { return }
        context.warn(
            "\(count) \(count == 1 ? "task loses" : "tasks lose") details in \(format); csv keeps them all")
    }

    /// Says how many of the tasks have tags that a line cannot say as they are.
    static func warn(ofTagsChanged count: Int, in format: String, _ context: ExportContext) {
        guard count > 0 else { return }
        context.warn(
            "\(count) \(count == 1 ? "task has" : "tasks have") tags that \(format) spells differently; csv keeps them as they are"
        )
    }
}
