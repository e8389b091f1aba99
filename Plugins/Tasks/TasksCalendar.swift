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
    static let mark = ItemMark(on: .vtodo, property: TaskToDo.mark)

    static let importer = taskKind.importer(
        .icalendar, kinds: [.vtodo], claim: .shared(.toDos)
    ) { item, container, _ in
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "an item that is no component reached the tasks")
        }
        return try TaskToDo.map(component, project: container.calendar.flatMap(projectName))
    }

    /// The project that a calendar is: what it says itself, else its name.
    private static func projectName(of calendar: CalendarContainer) -> String? {
        if let own = calendar.properties.first(where: { $0.canonicalName == project }) {
            return Words.line(own.text())
        }
        return calendar.calendarName.flatMap(Words.line).map { String($0.prefix(Projects.longestTitle)) }
    }

    static let exporter = Exporter(.icalendar, of: .tasks, fileName: "tasks.ics") { context in
        let table = RecordTable(taskKind, RecordContext(context))
        let records = RecordComponents(
            { id in try table.find(id).map { ($0, try table.zones(of: id)) } },
            component: TaskToDo.component, patch: TaskToDo.patched)
        let groups = try groups(context.db)
        let used = try groups.filter { group in
            try Bool.fetchOne(
                context.db,
                sql:
                    "SELECT EXISTS (SELECT 1 FROM tasks_task r WHERE \(context.condition) AND \(group.condition))"
            )
                ?? false
        }
        try ComponentExport(components, records, context).run(used, of: groups)
    }

    private static func groups(_ db: Database) throws -> [ComponentGroup] {
        let projects = try Row.fetchAll(db, sql: "SELECT id, title FROM tasks_project ORDER BY position, id")
        return [group(0, "", "r.project_id IS NULL")]
            + projects.map { group($0[0], $0[1], "r.project_id = \($0[0] as Int64)") }
    }

    private static func group(_ id: Int64, _ name: String, _ condition: String) -> ComponentGroup {
        ComponentGroup(
            id, name: name, isNamed: !name.isEmpty, condition: condition,
            properties: [ContentLine(name: project, value: TextValue.escape(name))])
    }

    private static let components = ComponentTable(
        "tasks_task", of: .tasks, component: "VTODO", plural: "tasks", zones: "tasks_zone",
        firstDaySQL:
            "CAST(julianday(coalesce(substr(r.due, 1, 10), r.planned, r.starts)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.due_zone_id")], ownProperty: project)
}
