import AtriumSDK
import GRDB
import RecordKit

/// How projects stand to the values and dreams that they serve.
enum Alignment {
    private static let served: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id of the value or dream.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The collection.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration(
            "projects", .list(.text), help: "The projects that serve it, except archived ones.",
            isRequired: true),
        FieldDeclaration(
            "progress", .integer(0...100), help: "The average progress of these projects, in percent."),
        FieldDeclaration(
            "doneThisMonth", .integer(from: 0), help: "The number of their tasks done this month.",
            isRequired: true),
        FieldDeclaration(
            "minutesThisMonth", .integer(from: 0),
            help: "The minutes of blocks spent on their tasks this month.", isRequired: true),
    ]

    static let command = Command(
        "alignment", .query, title: "Values and dreams",
        summary: "Show which projects serve your values and dreams, and which serve none.",
        discussion: "Values and dreams belong to the module values. If it is off, the lists are empty.",
        result: .object([
            FieldDeclaration("values", .list(.object(served)), help: "Your values.", isRequired: true),
            FieldDeclaration("dreams", .list(.object(served)), help: "Your dreams.", isRequired: true),
            FieldDeclaration(
                "withoutProject", .list(.text), help: "Values and dreams that no project serves.",
                isRequired: true),
            FieldDeclaration(
                "projectsWithoutValue", .list(.text), help: "Projects that serve no value.", isRequired: true
            ),
        ])
    ) { _, context in
        let projects = try Project.all(context)
        let values = try rows(of: .values, by: ProjectLinks.embodies, projects, context)
        let dreams = try rows(of: .dreams, by: ProjectLinks.contributesTo, projects, context)
        let alone = (values + dreams).filter { $0["projects"] == .list([]) }.compactMap {
            $0["title"]?.textValue
        }
        let without = try projects.values.sorted { $0.position < $1.position }.filter {
            try context.links.targets(of: RecordReference(.projects, $0.id), kind: ProjectLinks.embodies)
                .isEmpty
        }
        return .object([
            "values": .list(values.map(DataValue.object)), "dreams": .list(dreams.map(DataValue.object)),
            "withoutProject": .texts(alone), "projectsWithoutValue": .texts(without.map(\.title)),
        ])
    }

    /// A project that is not archived, with how far it is.
    private struct Project {
        let id: Int64
        let title: String
        let position: Int64
        let progress: Int64
        let doneThisMonth: Int64
        let minutesThisMonth: Int64

        private static let isDoneAlone = TaskSeries.isDoneAloneSQL.replacing("r.", with: "t.")

        static func all(_ context: CommandContext) throws -> [Int64: Project] {
            let first = context.today.adding(days: 1 - context.today.day).start(in: context.settings.timeZone)
            let rows = try Row.fetchAll(
                context.db,
                sql: """
                    SELECT r.id, r.title, r.position, \(ProjectFields.progressSQL),
                        (SELECT count(*) FROM tasks_task t WHERE t.project_id = r.id AND t.completed_at >= ?1
                            AND \(isDoneAlone))
                        + (SELECT count(*) FROM tasks_completion c JOIN tasks_task t ON t.id = c.task_id
                            WHERE t.project_id = r.id AND c.completed_at >= ?1),
                        (SELECT ifnull(sum(b.spent), 0) FROM tasks_block b JOIN tasks_task t ON t.id = b.task_id
                            WHERE t.project_id = r.id AND b.starts_at >= ?1)
                    FROM tasks_project r WHERE r.is_archived = 0
                    """, arguments: [Timestamp.text(first)])
            return rows.reduce(into: [:]) { all, row in
                all[row[0]] = Project(
                    id: row[0], title: row[1], position: row[2], progress: row[3], doneThisMonth: row[4],
                    minutesThisMonth: row[5])
            }
        }
    }

    private static func rows(
        of collection: CollectionID, by kind: String, _ projects: [Int64: Project], _ context: CommandContext
    ) throws -> [DataObject] {
        let found = try context.modules.answer("list", of: collection, ["limit": .integer(1000)])
        let items = found?.objectValue?["items"]?.listValue?.compactMap(\.objectValue) ?? []
        return try items.compactMap { item in
            guard let id = item["id"]?.integerValue, let title = item["title"]?.textValue else { return nil }
            let served = try context.links.origins(of: RecordReference(collection, id), kind: kind).filter {
                $0.collection == .projects
            }.compactMap { projects[$0.id] }.sorted { $0.position < $1.position }
            let mean = served.isEmpty ? nil : served.reduce(0) { $0 + $1.progress } / Int64(served.count)
            return [
                "id": .integer(id), "collection": .text(collection.description), "title": .text(title),
                "projects": .texts(served.map(\.title)), "progress": .integer(orNull: mean),
                "doneThisMonth": .integer(served.reduce(0) { $0 + $1.doneThisMonth }),
                "minutesThisMonth": .integer(served.reduce(0) { $0 + $1.minutesThisMonth }),
            ]
        }
    }
}
