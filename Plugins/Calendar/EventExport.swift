import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Events as components, for an export of calendars.
struct EventExport: ExportedComponents {
    private let table: EventTable

    init(_ context: ExportContext) {
        table = EventTable(
            db: context.db, zones: ZoneTable(EventTable.zones, context.db), tags: context.tags,
            attachments: context.attachments)
    }

    /// Writes the calendars that are asked for.
    static func run(_ context: ExportContext) throws {
        let exported = try ExportedCalendars(context)
        let all = try ExportedCalendars.all(context.db)
        try ComponentExport(components, EventExport(context), context).run(
            exported.calendars.map { group($0, isOne: exported.isOne) },
            of: all.map { group($0, isOne: true) })
    }

    private static let components = ComponentTable(
        "calendar_event", of: .events, component: "VEVENT", plural: "events", zones: EventTable.zones,
        headSQL: "ifnull(r.series_id, r.id)", firstDaySQL: "r.first_day",
        zoneUses: [
            .init("r.start_zone_id"), .init("r.end_zone_id"), .init("r.recurrence_zone_id"),
            .init("d.zone_id", join: "JOIN calendar_event_date d ON d.event_id = r.id"),
        ],
        ownProperty: OfferedCalendar.property)

    /// - Parameter isOne: whether the calendar was asked for by its name, so that a file need not say which it is.
    private static func group(_ calendar: NamedCalendar, isOne: Bool) -> ComponentGroup {
        let offered = OfferedCalendar(calendar)
        return ComponentGroup(
            calendar.id, name: calendar.name, isNamed: calendar.name != NamedCalendar.defaultName,
            condition: "r.calendar_id = \(calendar.id)",
            properties: isOne || offered.isPlain ? [] : [offered.line])
    }

    func component(of id: Int64) throws -> Component? {
        try table.find(id).map(EventICalendar.component)
    }

    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        guard let event = try table.find(id) else { return nil }
        return EventICalendar.patched(component, version: version, localZone: localZone, to: event)
    }
}
