import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// Times at which tasks are due, as events beside the blocks: for programs that subscribe to events and pass over to-dos.
///
/// An event takes no time and stands where its task is due next; it goes when the task is done. It is a copy: no import takes it.
enum DueEvent {
    private static let property = "X-ATRIUM-DUE"

    static let mark = ItemMark(
        on: .vevent, property: property, kind: ItemKind(rawValue: "due"),
        copyNotice:
            "Due times in this file are copies made from tasks and were skipped; import the tasks instead.")

    static let option = Field<Bool>.boolean(
        "due", help: "Also write an event for each open task that is due at a time of day.")

    /// - Throws: ``AtriumError`` with code `badData` if only some blocks are asked for: whose tasks are meant is not said.
    static func requireAll(_ context: ExportContext) throws {
        guard context.isSelection else { return }
        let name = option.declaration.name
        throw AtriumError(
            .badData, "\(name) needs all blocks, but this file contains only some",
            remedy: "leave out \(field: name), or leave out \(flag: "split") and the filters", field: name)
    }

    /// Hands on the event of each open task that is due at a time.
    static func forEach(_ context: ExportContext, _ write: (Component) throws -> Void) throws {
        let table = RecordTable(taskKind, RecordContext(context))
        let ids = try Int64.fetchAll(
            context.db,
            sql: """
                SELECT r.id FROM tasks_task r WHERE length(r.due) > 10 AND \(TaskFilters.openSQL)
                    AND NOT \(TaskFilters.archivedSQL) ORDER BY r.id
                """)
        for id in ids {
            let task = try table.record(id)
            if let event = event(of: task, try table.zones(of: id)) { try write(event) }
        }
    }

    /// The event of a task; nil if it is due at no time.
    ///
    /// It needs no zone of its own: it is an instant in UTC, or a time of no zone, as the task has it.
    private static func event(of task: StoredRecord, _ zones: ZoneResolver) -> Component? {
        guard let due = CalendarTime(task.values["due"]), !due.isDate else { return nil }
        let start: CalendarTime = due.zoneID == nil ? due : .utc(due.instant(zones, for: Zone.utc))
        var event = CalendarEvent(uid: "\(task.uid)-due", start: start)
        event.summary = "Due: \(task.values.text("title") ?? "")"
        event.isTransparent = true
        event.relations = [Relation(uid: task.uid)]
        var component = event.component(createdAt: task.createdAt, updatedAt: task.updatedAt)
        component.properties.append(ContentLine(name: property, value: "task"))
        return component
    }
}
