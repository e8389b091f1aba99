import AtriumSDK
import GRDB
import RecordKit

/// What the declaration of a project does not say.
struct ProjectRules: RecordRules {
    static let tasks = Field<[String]>.texts("tasks", help: "The titles of its first tasks.")
        .option("task").titled("Tasks")

    var addFields: [FieldDeclaration] { [Self.tasks.declaration] }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if values["position"].isNull {
            let last = try Int64?.fetchOne(context.db, sql: "SELECT max(position) FROM tasks_project") ?? nil
            values["position"] = .integer(last.map { $0 + 1 } ?? 0)
        }
        if values.flag("archived"), values.flag("priority") {
            guard door == .file || old?.values.flag("priority") == true else {
                throw Projects.archived("priority")
            }
            values["priority"] = .bool(false)
        }
        if values.flag("priority"), old?.values.flag("priority") != true {
            try takePriority(from: door, &values, context)
        }
    }

    /// Takes the priority from the project that has it; of a file's project the one that has it keeps it.
    private func takePriority(
        from door: Door, _ values: inout RecordValues, _ context: RecordContext
    ) throws {
        let former = try Int64.fetchOne(context.db, sql: "SELECT id FROM tasks_project WHERE is_priority = 1")
        guard let former else { return }
        if door == .file {
            values["priority"] = .bool(false)
            return
        }
        try context.db.execute(
            sql: "UPDATE tasks_project SET is_priority = 0, updated_at = ? WHERE id = ?",
            arguments: [context.nowText, former])
    }

    func attach(_ input: Arguments, to record: StoredRecord, _ context: CommandContext) throws -> Bool {
        for title in input[Self.tasks] ?? [] {
            guard let title = Words.line(title) else { continue }
            guard Words.length(title) <= longestTitle else {
                throw AtriumError(
                    .badData, "the title of a task has \(Words.length(title)) characters",
                    remedy: Guidance("give at most \(longestTitle)"), field: "tasks")
            }
            var values = taskKind.initial
            values["title"] = .text(title)
            values["project"] = record.values["title"]
            try taskKind.table(context).insert(values)
        }
        return false
    }

    /// A project that comes from an idea is called and described as that, unless something else is said.
    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        guard old == nil else { return }
        if let uid = values.texts("idea").first, let modules = context.modules {
            let ideas = LinkedPeople(.ideas, modules)
            let idea = try ideas.id(of: uid).flatMap(ideas.person)
            for name in ["title", "description"] where values.isEmpty(name) {
                if let text = idea?[name], !text.isNull { values[name] = text }
            }
        }
        guard values.isEmpty("title") else { return }
        throw AtriumError(
            .badData, "title is missing",
            remedy: "give a title or an idea",
            field: "title")
    }

    /// A project that tasks have named before its own row came, so that it has nothing but its title: of two of a title the
    /// one that is put away as the row says.
    func adopted(by row: RecordDraft, _ context: RecordContext) throws -> Int64? {
        guard let title = projectKind.value("title", of: row)?.textValue else { return nil }
        let isArchived = projectKind.value("archived", of: row) == .bool(true)
        let found = try Projects(context).named(title).first { $0.isArchived == isArchived }
        guard let id = found?.id, let project = try RecordTable(projectKind, context).find(id) else {
            return nil
        }
        var bare = projectKind.initial
        for name in ["title", "archived", "position"] { bare[name] = project.values[name] }
        return bare == project.values ? id : nil
    }

    func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {
        guard record.values.flag("archived"), old?.values.flag("archived") == false else { return }
        // What is put away takes no place among the three of a day that is not over.
        try context.db.execute(
            sql: """
                DELETE FROM tasks_top WHERE day >= ? AND task_id IN
                    (SELECT id FROM tasks_task WHERE project_id = ?)
                """, arguments: [context.today.description, record.id])
    }

    var removeFields: [FieldDeclaration] {
        [
            FieldDeclaration(
                "tasks", .integer(from: 0), help: "The number of tasks removed with it.", isRequired: true),
            TaskRules.goneBlocks,
        ]
    }

    func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        let count = try Int64.fetchOne(
            context.db, sql: "SELECT count(*) FROM tasks_task WHERE project_id = ?", arguments: [record.id])
        let blocks = try Int64.fetchOne(
            context.db,
            sql: """
                SELECT count(*) FROM tasks_block b JOIN tasks_task t ON t.id = b.task_id WHERE t.project_id = ?
                """, arguments: [record.id])
        return ["tasks": .integer(count ?? 0), "blocks": .integer(blocks ?? 0)]
    }
}
