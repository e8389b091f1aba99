import AtriumSDK
import GRDB
import ICalendarExchange

/// Events as components: the export of calendars.
enum EventExport {
    /// Writes the calendars that are asked for.
    static func run(_ context: ExportContext) throws {
        let exported = try ExportedCalendars(context)
        let all = try ExportedCalendars.all(context.db)
        let table = EventTable(
            db: context.db, zones: ZoneTable(EventTable.zones, context.db), tags: context.tags,
            attachments: context.attachments)
        let siblings = try table.siblings()
        let merged = try MergedComponents(context.db)
        let records = RecordComponents(
            { id in
                guard var event = try table.find(id) else { return nil }
                event.siblings = siblings[id] ?? []
                return event
            }, component: EventICalendar.component, patch: EventICalendar.patched, merge: merged.component)
        let export = ComponentExport(components, records, context)
        if !exported.isOne, context.arguments[ComponentExport.together] == true {
            return try export.runTogether()
        }
        try export.run(
            exported.calendars.map { calendar in
                group(calendar, names: try !exported.isOne && mustBeNamed(calendar, context.db))
            },
            of: all.map { group($0, names: false) })
    }

    private static let components = ComponentTable(
        "calendar_event", of: .events, component: "VEVENT", plural: "events", zones: EventTable.zones,
        headSQL: "ifnull(r.series_id, r.id)", firstDaySQL: "r.first_day",
        zoneUses: [
            .init("r.start_zone_id"), .init("r.end_zone_id"), .init("r.recurrence_zone_id"),
            .init("d.zone_id", join: "JOIN calendar_event_date d ON d.event_id = r.id"),
        ],
        ownProperty: OfferedCalendar.property)

    /// Whether a file has to say which calendar it is: else an import makes the default one for its events, where it has any.
    private static func mustBeNamed(_ calendar: NamedCalendar, _ db: Database) throws -> Bool {
        guard OfferedCalendar(calendar).isPlain else { return true }
        return try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM calendar_event WHERE calendar_id = ?)",
            arguments: [calendar.id]) ?? true
    }

    /// - Parameter names: whether its VCALENDARs say which calendar they are.
    private static func group(_ calendar: NamedCalendar, names: Bool) -> ComponentGroup {
        ComponentGroup(
            calendar.id, name: calendar.name, isNamed: !calendar.isUnnamed,
            condition: "r.calendar_id = \(calendar.id)",
            properties: names ? [OfferedCalendar(calendar).line] : [])
    }
}
