import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// The commands of events: list, show, add, edit, cancel, remove.
enum EventCommands {
    static let all = [list, show, add, edit, cancel, remove]

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
        result: .page(
            EventFields.listed, columns: ["id", "start", "end", "summary", "state", "location", "calendar"])
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
            return .object(
                EventFields.listed(
                    stored, calendar: names[stored.calendarID],
                    problem: try EventProblem.text(of: stored, context)))
        }
    }

    static let show = Command(
        "show", .show, summary: "Show an event, with the changed occurrences of a series, or one occurrence.",
        discussion: """
            With \(field: "occurrence"), the times and other values are those of that occurrence; the repetition is that of
            the series.
            """,
        fields: [record.declaration, shownOccurrence.declaration], result: .object(EventFields.record)
    ) { input, context in
        let (id, table) = (try input.required(record), EventTable(context))
        guard
            case (let series, .occurrence(let instance))? = try StoredSeries.part(
                of: id, input, table, context)
        else { return try shown(id, table, context) }
        return try shown(instance, of: series, table, context)
    }

    private static let shownOccurrence = Field<String>.when(
        EventInput.occurrence.declaration.name,
        help: "Show only this occurrence of a series: its day, its start, or its recurrenceId."
    ).role(.occurrence)

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
        "edit", .edit, summary: "Change an event, one occurrence of a series, or the rest of it.",
        discussion: """
            Fields that you do not give keep their values. If you move the start, the end stays, unless you give \
            \(flag: "keepLength").
            If you move a series, its exceptions and changed occurrences move along on the clock. An occurrence that has a
            time of its own keeps that time.
            With \(field: "occurrence"), only that occurrence changes. With \(field: "from"), the series is divided: the
            first part ends before that occurrence, and the rest becomes a series of its own.
            Each change increases SEQUENCE by one.\(terminal: """

                Example: calendar edit Yoga --start 2026-03-03T19:00 --keep-length
                One day only: calendar edit Yoga --occurrence 2026-03-10 --location "Room 2"
                From June on: calendar edit Yoga --from 2026-06-02 --location Park
                """)
            """,
        fields: [record.declaration] + EventInput.editFields,
        result: .object(EventFields.record + [SeriesAnswer.field])
    ) { input, context in
        let id = try input.required(record)
        let table = EventTable(context)
        var editor = EventEditor(table, context)
        let changes = EventChanges(input: input, userZone: context.settings.timeZone.identifier)
        let hasCalendar = input.values[EventInput.calendar.declaration.name] != nil
        guard let found = try StoredSeries.part(of: id, input, table, context) else {
            guard let event = try table.find(id) else { throw noEvent(id) }
            if hasCalendar, event.seriesID != nil { throw staysInCalendar }
            try editor.edit(event, changes, calendar: hasCalendar ? calendar(input, context) : nil)
            return try shown(id, table, context, editor.answer)
        }
        switch found.part {
        case .occurrence(let instance):
            if hasCalendar { throw staysInCalendar }
            let changed = try editor.edit(instance, of: found.series) { try changes.apply(to: &$0) }
            return try shown(changed, table, context, editor.answer)
        case .following(let instance):
            let rest = try editor.split(found.series, at: instance)
            try editor.edit(rest, changes, calendar: hasCalendar ? calendar(input, context) : nil)
            return try shown(rest.id, table, context, editor.answer)
        }
    }

    private static let staysInCalendar = AtriumError(
        .badData, "a changed occurrence stays in the calendar of its series",
        remedy: "move the series", field: "calendar")

    private static func calendar(_ input: Arguments, _ context: CommandContext) throws -> Int64 {
        try NamedCalendar.findOrMake(
            input[EventInput.calendar], context.db, now: context.nowText, uid: context.newUID
        ).id
    }

    static let cancel = Command(
        "cancel", .recordAction, title: "Cancel event", past: "cancelled",
        summary: "Mark an event as cancelled, and keep it.",
        discussion: """
            Cancelled events stay visible, but take no time. Without \(field: "occurrence") or \(field: "from"), all of a
            series is cancelled. To remove an event instead, use \(command: "calendar remove").
            """,
        fields: [record.declaration] + EventInput.partFields,
        result: .object(EventFields.record + [SeriesAnswer.field])
    ) { input, context in
        let id = try input.required(record)
        let table = EventTable(context)
        var editor = EventEditor(table, context)
        guard let found = try StoredSeries.part(of: id, input, table, context) else {
            guard let event = try table.find(id) else { throw noEvent(id) }
            try editor.cancel(event)
            return try shown(id, table, context, editor.answer)
        }
        switch found.part {
        case .occurrence(let instance):
            let changed = try editor.edit(instance, of: found.series) { $0.status = .cancelled }
            return try shown(changed, table, context, editor.answer)
        case .following(let instance):
            let rest = try editor.split(found.series, at: instance)
            try editor.cancel(rest)
            return try shown(rest.id, table, context, editor.answer)
        }
    }

    static let remove = Command(
        "remove", .remove,
        summary: "Remove an event, a series, one occurrence of a series, or the rest of it.",
        discussion: """
            A series is removed with its changed occurrences. With \(field: "occurrence"), only that occurrence goes. With
            \(field: "from"), that occurrence and all later ones go. If you remove a changed occurrence by its own id, it
            takes place again as the series defines it.
            """,
        fields: [record.declaration] + EventInput.partFields, result: .removal
    ) { input, context in
        let id = try input.required(record)
        let table = EventTable(context)
        var editor = EventEditor(table, context)
        var gone: Event
        if let found = try StoredSeries.part(of: id, input, table, context) {
            gone = found.series.master
            switch found.part {
            case .occurrence(let instance): try editor.remove(instance, of: found.series)
            case .following(let instance):
                gone = try editor.split(found.series, at: instance)
                try editor.drop(gone)
            }
        } else {
            guard let event = try table.find(id, withContent: false) else { throw noEvent(id) }
            gone = event
            try editor.drop(gone)
        }
        return .object(["removed": .bool(true), "id": .integer(gone.id), "uid": .text(gone.uid)])
    }

    static func noEvent(_ id: Int64) -> AtriumError {
        AtriumError(.notFound, "there is no event \(id)", remedy: "list the events", field: "record")
    }

    /// The largest number of changed occurrences that the answer to a change lists.
    private static let mostOverrides = 50

    /// An event with its overrides, as `show` gives it.
    ///
    /// - Parameter answer: after a change, how the series changed.
    private static func shown(
        _ id: Int64, _ table: EventTable, _ context: CommandContext, _ answer: SeriesAnswer? = nil
    ) throws -> DataValue {
        guard let stored = try table.find(id, withContent: false) else { throw noEvent(id) }
        let names = try CalendarNames(context.db)
        var result = try object(stored, names, context)
        let neighbours = try table.splitNeighbours(of: id)
        result["splitFrom"] = .integer(orNull: neighbours.before)
        result["splitInto"] = .integer(orNull: neighbours.after)
        result["overrideCount"] = .integer(Int64(try table.overrideCount(of: id)))
        let overrides = try table.overrides(of: id, limit: answer == nil ? nil : mostOverrides)
        result["overrides"] = .list(try overrides.map { .object(try object($0, names, context)) })
        if let answer {
            let isSeries = stored.details.isRecurring || stored.details.recurrenceID != nil
            result["change"] = isSeries ? answer.value : .null
        }
        return .object(result)
    }

    /// One occurrence of a series, as `show` gives it: its own values, and the repetition of its series.
    private static func shown(
        _ instance: SeriesInstance, of series: StoredSeries, _ table: EventTable, _ context: CommandContext
    ) throws -> DataValue {
        let master = series.master
        var event = master
        if let index = series.edit.overrideIndex(at: instance.original) {
            let id = series.overrides[index].id
            guard let override = try table.find(id, withContent: false) else { throw noEvent(id) }
            event = override
        } else {
            event.details = series.edit.givenOverride(at: instance.original)
        }
        event.seriesID = master.id
        event.details.rules = master.details.rules
        event.details.exclusionRules = master.details.exclusionRules
        event.details.additions = master.details.additions
        event.details.exclusions = master.details.exclusions
        var result = try object(event, try CalendarNames(context.db), context)
        let neighbours = try table.splitNeighbours(of: master.id)
        result["splitFrom"] = .integer(orNull: neighbours.before)
        result["splitInto"] = .integer(orNull: neighbours.after)
        result["overrideCount"] = .integer(0)
        result["overrides"] = .list([])
        return .object(result)
    }

    private static func object(
        _ stored: Event, _ names: CalendarNames, _ context: CommandContext
    ) throws -> DataObject {
        EventFields.single(
            stored, calendar: names[stored.calendarID],
            problem: try EventProblem.text(of: stored, context),
            enclosures: try context.attachments.attachments(
                of: RecordReference(.events, stored.id), role: EventTable.attachmentRole))
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

    /// The zone rows that an event and its overrides use, by TZID: an edit keeps to them.
    func knownZones(of id: Int64) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                WITH e AS (SELECT * FROM calendar_event WHERE series_id = ?1
                    UNION ALL SELECT * FROM calendar_event WHERE id = ?1)
                SELECT z.tzid, z.id FROM calendar_zone z WHERE z.id IN (
                    SELECT start_zone_id FROM e UNION SELECT end_zone_id FROM e
                    UNION SELECT recurrence_zone_id FROM e
                    UNION SELECT zone_id FROM calendar_event_date WHERE event_id = ?1)
                """, arguments: [id])
        return rows.reduce(into: [:]) { $0[$1["tzid"]] = $1["id"] }
    }

    /// Returns the series that an event was split from, and the series that was split from the event.
    func splitNeighbours(of id: Int64) throws -> (before: Int64?, after: Int64?) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT split_from_id, (SELECT min(s.id) FROM calendar_event s WHERE s.split_from_id = e.id)
                FROM calendar_event e WHERE e.id = ?
                """, arguments: [id])
        return (row?[0], row?[1])
    }
}
