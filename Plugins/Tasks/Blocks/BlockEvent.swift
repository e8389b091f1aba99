import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The mapping between VEVENT (RFC 5545, section 3.6.1) and blocks of time, both ways.
///
/// Pure. `X-ATRIUM-BLOCK` marks a VEVENT as a block and says who put it there; without the mark it is an event of a calendar.
enum BlockEvent {
    static let mark = "X-ATRIUM-BLOCK"
    /// The clue of what the event is called, for one whose task is not here.
    static let summary = "summary"

    private static let start = "DTSTART"
    private static let end = "DTEND"
    private static let own = [
        OwnProperties.word(mark, "origin", of: BlockFields.origins),
        OwnProperties.number("X-ATRIUM-SPENT", "spent", in: 1...BlockFields.minutes.upperBound),
        OwnProperties.flag("X-ATRIUM-LOCKED", "locked"),
    ]

    /// A block, the zones of its time, and what it is called and of which kind it is, which its task may say.
    typealias Record = (stored: StoredRecord, zones: ZoneResolver, title: String?, kind: String)

    // MARK: - In

    /// The draft of a VEVENT, and by what it is known again.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if it begins at no time.
    static func map(_ component: CalendarComponent) throws -> MappedItem<RecordDraft> {
        guard let event = component.event else {
            throw AtriumError(.internal, "the importer of blocks expected an event")
        }
        var issues: [ImportIssue] = []
        guard let values = normalized(event, component.component, &issues) else {
            throw AtriumError(.badData, "the block has no start")
        }
        // The instant follows from the time.
        let included = Set(blockKind.declaration.values.map(\.name)).subtracting(["startsAt"])
        var draft = blockKind.draft(of: values, including: included)
        if values.isEmpty("title") { draft.clues[summary] = title(of: event) }
        draft.createdAt = event.created?.description
        draft.updatedAt = event.lastModified?.description
        return MappedItem(draft: draft, uid: component.uid, part: component.part, issues: issues)
    }

    /// What a VEVENT says, as far as the tables hold it; the source keeps the rest.
    private static func normalized(
        _ event: CalendarEvent, _ component: Component, _ issues: inout [ImportIssue]
    ) -> RecordValues? {
        guard let begin = component.naming(event.start, in: start), !begin.isDate else { return nil }
        var values = blockKind.initial
        values["start"] = begin.value
        values["task"] = .text(orNull: event.parentUID)
        if values.isEmpty("task") {
            values["title"] = .text(orNull: title(of: event))
        }
        values["note"] = .text(orNull: Words.filled(event.description))
        let minutes = minutes(of: event)
        let bounds = BlockFields.minutes
        values["minutes"] = .integer(
            min(max(minutes ?? BlockFields.usual, bounds.lowerBound), bounds.upperBound))
        if let minutes, !bounds.contains(minutes) {
            issues.append(
                ImportIssue(
                    line: component.property(end)?.lineNumber ?? 0, property: end, code: "bad-length",
                    message: "a block lasts from 15 minutes to 24 hours"))
        }
        for property in own { property.read(component, &values, &issues) }
        if values.isEmpty("origin") { values["origin"] = .text("hand") }
        return values
    }

    private static func title(of event: CalendarEvent) -> String? {
        Words.filled(event.summary).flatMap(Words.line).map { Words.cut($0, to: longestTitle) }
    }

    /// How many minutes an event lasts; nil: it does not say.
    private static func minutes(of event: CalendarEvent) -> Int64? {
        guard let start = event.start else { return nil }
        switch event.end {
        case .duration(let duration)?: return Int64(duration.nominalSeconds / 60)
        case .time(let end)?:
            let viewer = Zone.utc
            let seconds =
                end.instant(Zones.system, for: viewer).epochSeconds
                - start.instant(Zones.system, for: viewer).epochSeconds
            return Int64(seconds / 60)
        case nil: return nil
        }
    }

    // MARK: - Out

    /// The component of a block that no file of iCalendar brought.
    static func component(of record: Record) -> Component {
        var event = CalendarEvent(uid: record.stored.uid)
        merge(record, since: nil, into: &event)
        if record.kind != "own" { event.categories = [record.kind] }
        var component = event.component(
            createdAt: record.stored.createdAt, updatedAt: record.stored.updatedAt)
        mergeOwn(record, since: nil, into: &component)
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the block.
    ///
    /// - Returns: nil if there is no difference, so that the source can be given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil, to record: Record
    ) -> PatchedComponent? {
        var contentIssues: [ContentIssue] = []
        var issues: [ImportIssue] = []
        let old = CalendarEvent(component, version: version, localZone: localZone, issues: &contentIssues)
        guard var imported = normalized(old, component, &issues) else { return nil }
        imported["startsAt"] = record.stored.values["startsAt"]
        // It was called so as long as its task was not here.
        if imported.isEmpty("title"), record.stored.values.text("title") == title(of: old) {
            imported["title"] = record.stored.values["title"]
        }
        guard imported != record.stored.values else { return nil }
        var new = old
        merge(record, since: imported, into: &new)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: record.stored.uid,
            updatedAt: record.stored.updatedAt)
        mergeOwn(record, since: imported, into: &patched.component)
        return patched
    }

    /// Writes into an event what differs from what an import makes of it.
    private static func merge(_ record: Record, since old: RecordValues?, into event: inout CalendarEvent) {
        let values = record.stored.values
        func differs(_ name: String) -> Bool { old.map { $0[name] != values[name] } ?? true }
        if differs("title") || differs("task") {
            event.summary = record.title
            event.parentUID = values.text("task")
        }
        if differs("note") { event.description = values.text("note") }
        guard differs("start") || differs("minutes"), let begin = CalendarTime(values["start"]) else {
            return
        }
        let zone = begin.zoneID.flatMap { record.zones.zone($0) } ?? .utc
        let length = Int(values.integer("minutes") ?? BlockFields.usual) * 60
        // What is elapsed counts, also over a change of the clock.
        let last = zone.wallTime(at: zone.instant(of: begin.clock).adding(seconds: length))
        event.start = begin.writable(record.zones)
        event.end = .time(begin.showing(last).writable(record.zones))
    }

    private static func mergeOwn(_ record: Record, since old: RecordValues?, into component: inout Component)
    {
        let values = record.stored.values
        if old?["start"] != values["start"] {
            for name in [start, end] {
                component.nameZone(of: CalendarTime(values["start"]), in: name, record.zones)
            }
        }
        for property in own where old.map({ property.differs($0, values) }) ?? true {
            component.replace(property.name, by: property.lines(values))
        }
    }
}

/// What of calendars comes in and goes out: a VEVENT for each block.
enum BlocksCalendar {
    private static let kind = ItemKind(rawValue: "block")

    /// A VEVENT with the mark is a block, and no event of a calendar: else each plan would stand in its own way.
    static let mark = ItemMark(on: .vevent, property: BlockEvent.mark, kind: kind)

    static let importer = blockKind.importer(.icalendar, kinds: [kind]) { item, _, _ in
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "the exporter of blocks expected an iCalendar component")
        }
        return try BlockEvent.map(component)
    }

    static let exporter = Exporter(
        .icalendar, of: .blocks, fileName: "blocks.ics",
        feeds: [FeedDeclaration(.calendar, with: DueEvent.option)],
        options: [DueEvent.option.declaration]
    ) { context in
        let table = RecordTable(blockKind, RecordContext(context))
        let records = RecordComponents(
            { id -> BlockEvent.Record? in
                guard let stored = try table.find(id),
                    let row = try Row.fetchOne(
                        context.db.cachedStatement(
                            sql: """
                                SELECT coalesce(r.title, t.title), \(BlockFields.kindSQL)
                                FROM tasks_block r LEFT JOIN tasks_task t ON t.id = r.task_id WHERE r.id = ?
                                """), arguments: [id])
                else { return nil }
                return (stored, try table.zones(of: id), row[0], row[1])
            }, component: BlockEvent.component, patch: BlockEvent.patched)
        let wantsDue = context.arguments[DueEvent.option] == true
        if wantsDue { try DueEvent.requireAll(context) }
        try ComponentExport(components, records, context).run(
            adding: wantsDue ? { try DueEvent.forEach(context, $0) } : nil)
    }

    private static let components = ComponentTable(
        "tasks_block", of: .blocks, component: "VEVENT", plural: "blocks", zones: "tasks_zone",
        firstDaySQL: "CAST(julianday(substr(r.start, 1, 10)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.start_zone_id")])
}
