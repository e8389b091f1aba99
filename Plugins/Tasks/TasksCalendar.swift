import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What of calendars comes in and goes out: VTODO, a VCALENDAR for each project and one for the inbox.
enum TasksCalendar {
    /// The property of a VCALENDAR that names the project; empty: the inbox.
    private static let project = "X-ATRIUM-PROJECT"

    /// A to-do with the mark was made by tasks; its value is the task's kind.
    static let mark = ItemMark(on: .vtodo, property: TaskToDo.mark, containerProperty: project)

    static let importer = taskKind.importer(
        .icalendar, kinds: [.vtodo], claim: .shared(.toDos)
    ) { item, container, _ in
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "the exporter of tasks expected an iCalendar component")
        }
        var mapped = try TaskToDo.map(component, project: container.calendar.flatMap(projectName))
        mapped.draft.clues[FileTasks.projectCells] = container.calendar.flatMap(projectCells)
        return mapped
    }

    /// What a calendar says of the project that it is, as JSON of cells by the ends of their properties' names; nil: nothing.
    private static func projectCells(of calendar: CalendarContainer) -> String? {
        var cells = DataObject()
        for line in calendar.properties where line.canonicalName.hasPrefix(project + "-") {
            cells[String(line.canonicalName.dropFirst(project.count + 1))] = .text(line.text())
        }
        return cells.isEmpty ? nil : DataValue.object(cells).json
    }

    /// What a project's calendar says of it: a property for each cell of its row in a table, but for those that every task says.
    private static func properties(of record: StoredRecord) -> [ContentLine] {
        projectKind.cells(of: record).filter { !["title", "position"].contains($0.header) }.map {
            ContentLine(name: "\(project)-\($0.header.uppercased())", value: TextValue.escape($0.text))
        }
    }

    /// The project that a calendar is: what it says itself, else its name.
    private static func projectName(of calendar: CalendarContainer) -> String? {
        if let own = calendar.properties.first(where: { $0.canonicalName == project }) {
            return Words.line(own.text()).map { Words.cut($0, to: longestTitle) }
        }
        return calendar.calendarName.flatMap(Words.line).map { Words.cut($0, to: longestTitle) }
    }

    static let exporter = Exporter(
        .icalendar, of: .tasks, fileName: "tasks.ics",
        feeds: [FeedDeclaration(.todos, with: ComponentExport.together)],
        options: [ComponentExport.together.declaration]
    ) { context in
        let table = RecordTable(taskKind, RecordContext(context))
        let records = RecordComponents(
            { id in
                try table.find(id).map {
                    (try TaskSeries(table.context).written($0), try table.zones(of: id))
                }
            },
            component: TaskToDo.component, patch: TaskToDo.patched)
        let export = ComponentExport(components, records, context)
        if context.arguments[ComponentExport.together] == true { return try export.runTogether() }
        let groups = try groups(context)
        let used = try groups.filter { group in
            try Bool.fetchOne(
                context.db,
                sql:
                    "SELECT EXISTS (SELECT 1 FROM tasks_task r WHERE \(context.condition) AND \(group.condition))"
            )
                ?? false
        }
        try export.run(used, of: groups)
    }

    private static func groups(_ context: ExportContext) throws -> [ComponentGroup] {
        let own = RecordContext(context)
        let projects = try RecordTable(projectKind, own).records(orderedBy: "r.position, r.id")
        return try [group(0, "", "r.project_id IS NULL", [line("")])]
            + projects.map { project in
                let title = try Projects(own).title(of: project.id) ?? ""
                return group(
                    project.id, project.values.text("title") ?? "", "r.project_id = \(project.id)",
                    [line(title)] + properties(of: project))
            }
    }

    private static func line(_ title: String) -> ContentLine {
        ContentLine(name: project, value: TextValue.escape(title))
    }

    private static func group(
        _ id: Int64, _ name: String, _ condition: String, _ properties: [ContentLine]
    ) -> ComponentGroup {
        ComponentGroup(
            id, name: name, isNamed: !name.isEmpty, condition: condition, properties: properties)
    }

    private static let components = ComponentTable(
        "tasks_task", of: .tasks, component: "VTODO", plural: "tasks", zones: "tasks_zone",
        firstDaySQL:
            "CAST(julianday(coalesce(substr(r.due, 1, 10), r.planned, r.starts)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.due_zone_id")], ownProperty: project)
}
