import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// The commands of events: list, show, add, edit, remove.
enum EventCommands {
    static let all = [list, show, add, edit, remove]

    static let record = Collection.recordField(of: .events, named: "event")

    private static let query = ListQuery(
        table: "calendar_event",
        sorts: [
            ListQuery.Sort("start", sql: "ifnull(r.starts, '')"),
            ListQuery.Sort("summary", sql: "ifnull(r.summary, '') COLLATE NOCASE"),
            ListQuery.Sort("updated", sql: "r.updated_at"),
        ])
    private static let inCalendar = Field<Int64>.record(
        "calendar", of: .calendars, help: "Only events of this calendar: its name, id or uid.")
    private static let tag = Field<String>.text("tag", help: "Only events with this tag.")
    private static let text = Field<String>.text(
        "text", help: "Only events with this text in summary, description or location.")
    private static let from = Field<LocalDate>.date(
        "from", help: "Only events that take place on this day or later; series count up to their last day.")
    private static let to = Field<LocalDate>.date(
        "to", help: "Only events that take place on this day or earlier.")

    static let list = Command(
        "list", .list, summary: "List events.",
        discussion: """
            Lists each series once; \(command: "calendar show") includes its changed occurrences. Sorting by start compares
            local times. To list the single occurrences of a range of days, use \(command: "calendar agenda").
            """,
        fields: [
            inCalendar.declaration, tag.declaration, text.declaration, from.declaration, to.declaration,
        ] + query.fields,
        result: .page(EventFields.listed, columns: ["id", "start", "end", "summary", "location", "calendar"])
    ) { input, context in
        var conditions = [ListQuery.Condition.mostlyNull("r.series_id")]
        if let calendar = input[inCalendar] {
            conditions.append(ListQuery.Condition("r.calendar_id = ?", [calendar]))
        }
        if let tag = input[tag] {
            conditions.append(
                ListQuery.Condition(context.tags.condition(idColumn: "r.id", in: .events), [tag]))
        }
        if let text = Words.filled(input[text]) {
            conditions.append(.contains(text, in: ["r.summary", "r.description", "r.location"]))
        }
        if let from = input[from], let to = input[to], to < from { throw AgendaCommands.backwards }
        if let from = input[from] {
            conditions.append(ListQuery.Condition("r.last_day >= ?", [from.daysSince1970]))
        }
        if let to = input[to] {
            conditions.append(ListQuery.Condition("r.first_day <= ?", [to.daysSince1970]))
        }
        let names = try CalendarNames(context.db)
        let table = EventTable(context)
        return try query.page(input, context.db, select: "r.id", where: conditions) { row in
            guard let stored = try table.find(row["id"], withContent: false) else { return .null }
            return .object(EventFields.listed(stored, calendar: names[stored.calendarID]))
        }
    }

    static let show = Command(
        "show", .show, summary: "Show an event, with the changed occurrences of a series.",
        fields: [record.declaration], result: .object(EventFields.record)
    ) { input, context in
        try shown(input.required(record), EventTable(context), context)
    }

    static let add = Command(
        "add", .add, summary: "Add an event, by its fields or in words.",
        discussion: """
            If no field gives the time, it is read from the title: tomorrow 9:00-10:30, friday from 2 to 3pm, every Monday \
            and Thursday at 7pm for an hour, next week. Words that are not understood stay in the title, and the result \
            lists them. Text in quotation marks is left alone, and with \(flag: "plain") the whole title is.
            Without an end or a duration, an all-day event lasts one day and any other event no time.\(terminal: """

                Example: calendar add "Maths lecture every monday 10-12"
                Example: calendar add "Dentist" --start 2026-03-02T15:00 --duration PT45M --alarm -PT1H
                An all-day event: calendar add "Holiday" --start 2026-08-01 --end 2026-08-15 (the end is the day after
                the last one).
                """)
            """,
        fields: EventInput.addFields, result: .object(EventFields.record + EventFields.words)
    ) { input, context in
        let words = try EventWords(input, isPlain: input[EventInput.plain] == true, context)
        let input = words.input
        var details = CalendarEvent()
        try requireStart(input)
        try EventChanges(input: input, userZone: context.settings.timeZone.identifier).apply(to: &details)
        try EventRules.check(details)
        let calendar = try NamedCalendar.findOrMake(
            input[EventInput.calendar], context.db, now: context.nowText, uid: context.newUID)
        let table = EventTable(context)
        let id = try table.insert(
            Event(
                id: 0, uid: context.newUID(), icalUID: nil, calendarID: calendar.id, seriesID: nil,
                createdAt: context.nowText, updatedAt: context.nowText, details: details))
        var result = try shown(id, table, context).objectValue ?? [:]
        result["understood"] = .texts(words.understood)
        result["leftInText"] = .texts(words.leftInText)
        return .object(result)
    }

    private static func requireStart(_ input: Arguments) throws {
        guard input[EventInput.start] == nil else { return }
        throw AtriumError(
            .badData, "the event has no time",
            remedy: "put one in the title, such as tomorrow 9:00-10:30, or give \(field: "start")",
            field: "start")
    }

    static let edit = Command(
        "edit", .edit, summary: "Change an event.",
        discussion: """
            Fields that you do not give keep their values. If you move the start, the end stays, unless you give \
            \(flag: "keepLength").
            Each change increases SEQUENCE by one.
            To cancel one occurrence of a series, use \(field: "addExceptionDates", as: "add-exdate").
            """,
        fields: [record.declaration] + EventInput.editFields, result: .object(EventFields.record)
    ) { input, context in
        let id = try input.required(record)
        let table = EventTable(context)
        guard let old = try table.find(id) else { throw noEvent(id) }
        var new = old
        try EventChanges(input: input, userZone: context.settings.timeZone.identifier).apply(to: &new.details)
        if input.values[EventInput.calendar.declaration.name] != nil {
            guard old.seriesID == nil else {
                throw AtriumError(
                    .badData, "a changed occurrence stays in the calendar of its series",
                    remedy: "move the series", field: "calendar")
            }
            new.calendarID = try NamedCalendar.findOrMake(
                input[EventInput.calendar], context.db, now: context.nowText, uid: context.newUID
            ).id
        }
        guard new != old else { return try shown(id, table, context) }
        try EventRules.check(new.details, since: old.details)
        new.details.sequence = min((old.details.sequence ?? 0), Int(Int32.max) - 1) + 1
        new.updatedAt = context.nowText
        let zones = try ZoneTable(EventTable.zones, context.db, known: table.knownZones(of: id))
        try EventTable(db: context.db, zones: zones, tags: context.tags, attachments: context.attachments)
            .update(old, to: new)
        if new.calendarID != old.calendarID {
            try context.db.execute(
                sql: "UPDATE calendar_event SET calendar_id = ?, updated_at = ? WHERE series_id = ?",
                arguments: [new.calendarID, context.nowText, id])
        }
        return try shown(id, table, context)
    }

    static let remove = Command(
        "remove", .remove,
        summary: "Remove an event, a series with its changed occurrences, or one changed occurrence.",
        discussion: "If you remove a changed occurrence, it takes place again as the series defines it.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        guard
            let uid = try String.fetchOne(
                context.db, sql: "SELECT uid FROM calendar_event WHERE id = ?", arguments: [id])
        else { throw noEvent(id) }
        try context.db.execute(sql: "DELETE FROM calendar_event WHERE id = ?", arguments: [id])
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid)])
    }

    private static func noEvent(_ id: Int64) -> AtriumError {
        AtriumError(.notFound, "there is no event \(id)", remedy: "list the events", field: "record")
    }

    /// An event with its overrides, as `show` gives it.
    private static func shown(_ id: Int64, _ table: EventTable, _ context: CommandContext) throws -> DataValue
    {
        guard let stored = try table.find(id, withContent: false) else { throw noEvent(id) }
        let names = try CalendarNames(context.db)
        func object(_ stored: Event) throws -> DataObject {
            EventFields.single(
                stored, calendar: names[stored.calendarID],
                enclosures: try context.attachments.attachments(
                    of: RecordReference(.events, stored.id), role: EventTable.attachmentRole))
        }
        var result = try object(stored)
        result["overrides"] = .list(try table.overrides(of: id).map { .object(try object($0)) })
        return .object(result)
    }
}

/// The names and colours of all calendars, by id.
struct CalendarNames {
    private var names: [Int64: String] = [:]
    private var colors: [Int64: String] = [:]

    init(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT id, name, color FROM calendar_calendar") {
            names[row["id"]] = row["name"]
            colors[row["id"]] = row["color"]
        }
    }

    subscript(id: Int64) -> String { names[id] ?? "" }

    /// The colour of an event: its own, else its calendar's.
    func color(of source: Agenda.Source) -> String? { source.color ?? colors[source.calendarID] }
}

extension EventTable {
    /// The tables in the hands of a command.
    init(_ context: CommandContext) {
        self.init(
            db: context.db, zones: ZoneTable(EventTable.zones, context.db), tags: context.tags,
            attachments: context.attachments
        )
    }

    /// The zone rows that an event uses, by TZID: an edit keeps to them.
    func knownZones(of id: Int64) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT z.tzid, z.id FROM calendar_zone z WHERE z.id IN (
                    SELECT start_zone_id FROM calendar_event WHERE id = ?1
                    UNION SELECT end_zone_id FROM calendar_event WHERE id = ?1
                    UNION SELECT recurrence_zone_id FROM calendar_event WHERE id = ?1
                    UNION SELECT zone_id FROM calendar_event_date WHERE event_id = ?1)
                """, arguments: [id])
        return rows.reduce(into: [:]) { $0[$1["tzid"]] = $1["id"] }
    }
}
