import AtriumSDK
import GRDB
import ICalendarExchange

/// The commands of calendars: list with counts, show, add, edit, remove.
enum CalendarCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: .calendars, named: "calendar")
    private static let name = Field<String>.text(
        "name", help: "The calendar's name; unique, ignoring case.")
    private static let color = Field<String>.text("color", help: "A CSS color name (RFC 7986) or #RRGGBB.")
    private static let isDefault = Field<Bool>.boolean(
        "default", help: "Put new events here if no calendar is named.")
    private static let isBusy = Field<Bool>.boolean(
        "busy", help: "Count its events as busy, except transparent ones.")
    private static let withEvents = Field<Bool>.boolean(
        "withEvents", help: "Remove the calendar's events too.")

    static let fields = [
        FieldDeclaration("id", .integer(), help: "The calendar's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The calendar's uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The calendar's name.", isRequired: true),
        FieldDeclaration("color", .text, help: "The calendar's color."),
        FieldDeclaration(
            "default", .boolean, help: "True if events without a calendar are added here.", isRequired: true),
        FieldDeclaration(
            "busy", .boolean, help: "True if its events count as busy, except transparent ones.",
            isRequired: true),
        FieldDeclaration(
            "events", .integer(from: 0), help: "The number of events; a series counts once.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "When it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    private static let query = ListQuery(
        table: "calendar_calendar",
        sorts: [
            ListQuery.Sort("name", sql: "r.name COLLATE NOCASE"),
            ListQuery.Sort("updated", sql: "r.updated_at"),
        ])

    static let list = Command(
        "list", .list, summary: "List calendars.",
        fields: query.fields,
        result: .page(fields, columns: ["id", "name", "color", "default", "busy", "events"])
    ) { input, context in
        try query.page(input, context.db, select: "r.id", where: []) { try shown($0["id"], context.db) }
    }

    static let show = Command(
        "show", .show, summary: "Show a calendar.", fields: [record.declaration], result: .object(fields)
    ) { input, context in
        try shown(input.required(record), context.db)
    }

    static let add = Command(
        "add", .add, summary: "Add a calendar.",
        fields: [
            name.required.positional.declaration, color.declaration, isDefault.declaration,
            isBusy.declaration,
        ],
        result: .object(fields)
    ) { input, context in
        let calendar = try NamedCalendar.make(
            input.required(name), color: Words.filled(input[color]), isDefault: false, context.db,
            now: context.nowText, uid: context.newUID())
        if input[isDefault] == true { try makeDefault(calendar.id, context) }
        if input[isBusy] == false {
            try context.db.execute(
                sql: "UPDATE calendar_calendar SET is_busy = 0 WHERE id = ?", arguments: [calendar.id])
        }
        return try shown(calendar.id, context.db)
    }

    static let edit = Command(
        "edit", .edit,
        summary: "Change a calendar's name, color or busy state, or make it the default.",
        fields: [
            record.declaration, name.declaration, color.declaration, isDefault.declaration,
            isBusy.declaration,
        ],
        result: .object(fields)
    ) { input, context in
        let id = try input.required(record)
        guard var calendar = try NamedCalendar.find(id, context.db) else { throw noCalendar(id) }
        let old = calendar
        try input.apply(name, to: &calendar.name)
        calendar.name = try NamedCalendar.checked(name: calendar.name)
        input.apply(color, to: &calendar.color)
        calendar.color = Words.filled(calendar.color)
        switch input.change(isBusy) {
        case .keep: break
        case .clear:
            throw AtriumError(
                .badData, "busy cannot be empty", remedy: "give yes or no", field: "busy")
        case .set(let isBusy): calendar.isBusy = isBusy
        }
        if let other = try NamedCalendar.find(named: calendar.name, context.db), other.id != id {
            throw NamedCalendar.taken(calendar.name)
        }
        if calendar != old {
            try context.db.execute(
                sql:
                    "UPDATE calendar_calendar SET name = ?, color = ?, is_busy = ?, updated_at = ? WHERE id = ?",
                arguments: [calendar.name, calendar.color, calendar.isBusy, context.nowText, id])
            try NamedCalendar.settleDefault(context.db, now: context.nowText)
        }
        // By its new name it may have become the default one.
        let isDefaultNow = try NamedCalendar.find(id, context.db)?.isDefault ?? false
        var isWanted = isDefaultNow
        switch input.change(isDefault) {
        case .keep: break
        case .clear: isWanted = false
        case .set(let wanted): isWanted = wanted
        }
        if isWanted != isDefaultNow {
            guard isWanted else {
                throw AtriumError(
                    .badData, "one calendar must be the default",
                    remedy: "make another calendar the default instead",
                    field: "default")
            }
            try makeDefault(id, context)
        }
        return try shown(id, context.db)
    }

    static let remove = Command(
        "remove", .remove, summary: "Remove a calendar.",
        discussion:
            "A calendar with events is removed, with its events, only if you give \(flag: "withEvents").",
        fields: [record.declaration, withEvents.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        guard let calendar = try NamedCalendar.find(id, context.db) else { throw noCalendar(id) }
        let count = try Int.fetchOne(
            context.db, sql: "SELECT count(*) FROM calendar_event WHERE calendar_id = ?", arguments: [id])
        if let count, count > 0, input[withEvents] != true {
            throw AtriumError(
                .conflict, "the calendar has \(count) \(count == 1 ? "event" : "events")",
                remedy: "move them, or give \(flag: "withEvents") to remove them too", field: "withEvents")
        }
        try context.db.execute(sql: "DELETE FROM calendar_calendar WHERE id = ?", arguments: [id])
        try NamedCalendar.settleDefault(context.db, now: context.nowText)
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(calendar.uid)])
    }

    private static func makeDefault(_ id: Int64, _ context: CommandContext) throws {
        try context.db.execute(
            sql:
                "UPDATE calendar_calendar SET is_default = 0, updated_at = ? WHERE is_default = 1 AND id <> ?",
            arguments: [context.nowText, id])
        try context.db.execute(
            sql: "UPDATE calendar_calendar SET is_default = 1, updated_at = ? WHERE id = ?",
            arguments: [context.nowText, id])
    }

    private static func noCalendar(_ id: Int64) -> AtriumError {
        AtriumError(.notFound, "there is no calendar \(id)", remedy: "list the calendars", field: "record")
    }

    private static func shown(_ id: Int64, _ db: Database) throws -> DataValue {
        guard let calendar = try NamedCalendar.find(id, db) else { throw noCalendar(id) }
        let count = try Int64.fetchOne(
            db, sql: "SELECT count(*) FROM calendar_event WHERE calendar_id = ? AND series_id IS NULL",
            arguments: [id])
        return .object([
            "id": .integer(calendar.id), "uid": .text(calendar.uid), "name": .text(calendar.name),
            "color": .text(orNull: calendar.color), "default": .bool(calendar.isDefault),
            "busy": .bool(calendar.isBusy), "events": .integer(count ?? 0),
            "createdAt": .text(calendar.createdAt),
            "updatedAt": .text(calendar.updatedAt),
        ])
    }
}
