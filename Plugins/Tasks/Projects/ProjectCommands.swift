import AtriumSDK
import GRDB
import RecordKit

/// The commands about projects that are not the same for every kind of record.
enum ProjectCommands {
    static let all = [prioritize, archive.forSeveral, finish, reorder, open]

    private static let record = ProjectFields.record
    private static let off = Field<Bool>.boolean("off", help: "Reverse the action.")
        .defaulting(to: .bool(false))

    private static let prioritize = Command(
        "prioritize", .recordAction, past: "prioritized",
        summary: "Make a project the priority project, in place of the current one.",
        fields: [record.declaration, off.declaration],
        result: .object(
            projectKind.recordFields + [
                FieldDeclaration("takenFrom", .text, help: "The title of the previous priority project.")
            ])
    ) { input, context in
        let former = try String.fetchOne(
            context.db, sql: "SELECT title FROM tasks_project WHERE is_priority = 1 AND id IS NOT ?",
            arguments: [input.required(record)])
        let changed = try projectKind.change(input, context) { values, _ in
            values["priority"] = .bool(input[off] != true)
            if values.flag("archived"), input[off] != true { throw Projects.archived("record") }
        }
        var value = changed.objectValue ?? [:]
        value["takenFrom"] = .text(orNull: input[off] == true ? nil : former)
        return .object(value)
    }

    private static let archive = Command(
        "archive", .recordAction, past: "archived",
        summary: "Archive a project and its tasks, or restore them.",
        discussion:
            "No list, day or figure contains archived tasks. A priority project loses its priority.",
        fields: [record.declaration, off.declaration], result: .object(projectKind.recordFields)
    ) { input, context in
        try projectKind.change(input, context) { values, _ in
            values["archived"] = .bool(input[off] != true)
            if input[off] != true { values["priority"] = .bool(false) }
        }
    }

    private static let leave = Field<Bool>.boolean(
        "leave", help: "Move open tasks to the inbox instead of marking them as done."
    ).defaulting(to: .bool(false))

    private static let finish = Command(
        "finish", .recordAction, past: "finished",
        summary: "Finish a project, and mark its open tasks as done or move them to the inbox.",
        fields: [record.declaration, leave.declaration], result: .object(projectKind.recordFields)
    ) { input, context in
        let id = try input.required(record)
        let tasks = taskKind.table(context)
        let open = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT id FROM tasks_task WHERE project_id = ? AND completed_at IS NULL AND cancelled_at IS NULL
                ORDER BY position, id
                """, arguments: [id])
        for task in open {
            try tasks.change(task) { values in
                guard input[leave] == true else { return values.finish(at: context.nowText) }
                // A part goes where its parent goes.
                if values.isEmpty("parent") { (values["project"], values["section"]) = (.null, .null) }
            }
        }
        return try projectKind.change(input, context) { values, _ in
            if values.isEmpty("completedAt") { values["completedAt"] = .text(context.nowText) }
        }
    }

    private static let records = Field<[Int64]>.records(
        "records", of: .projects, help: "The projects, in order."
    )
    .required.positional

    private static let reorder = Command(
        "reorder", .action, past: "reordered",
        summary: "Put projects first, in the given order.",
        fields: [records.declaration],
        result: .list(projectKind.listedFields, columns: ["id", "title", "progress", "due"])
    ) { input, context in
        let named = try input.required(records).unique
        let all = try Int64.fetchAll(
            context.db, sql: "SELECT id FROM tasks_project ORDER BY is_archived, position, id")
        let statement = try context.db.cachedStatement(
            sql:
                "UPDATE tasks_project SET position = ?1, updated_at = ?2 WHERE id = ?3 AND position IS NOT ?1"
        )
        let order = named + all.filter { !named.contains($0) }
        for (place, id) in order.enumerated() {
            try statement.execute(arguments: [place, context.nowText, id])
        }
        let table = projectKind.table(context)
        return .object([
            "items": .list(
                try order.map(table.record).filter { !$0.values.flag("archived") }.map {
                    .object(try projectKind.listed($0, context))
                })
        ])
    }

    /// The open tasks of a project: what a project's page shows.
    private static let open = Command(
        "open", .recordQuery, title: "Open tasks",
        summary: "List the open tasks of a project, section by section.",
        fields: [record.declaration],
        result: .list(
            taskKind.listedFields, columns: ["id", "section", "title", "planned", "due", "estimate"])
    ) { input, context in
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT id FROM (
                    SELECT r.id, r.section, min(r.position) OVER (PARTITION BY r.section) AS place,
                        \(TaskFilters.treeSQL) AS path
                    FROM tasks_task r WHERE r.project_id = ? AND \(TaskFilters.openSQL))
                ORDER BY section IS NOT NULL, place, path
                """, arguments: [input.required(record)])
        return try TaskLists.items(ids, context)
    }
}
