import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What of calendars comes in and goes out: VEVENT for what is planned.
enum ActivitiesCalendar {
    /// A VEVENT with the mark is an activity that is planned, and no event of a calendar.
    static let mark = ItemMark(on: .vevent, property: ActivityEvent.mark, kind: kind)
    private static let kind = ItemKind(rawValue: "activity")

    static let importer = activityKind.importer(.icalendar, kinds: [kind]) { item, _, options in
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "the activities received something other than a component")
        }
        return try ActivityEvent.map(component, options)
    }

    static let exporter = Exporter(
        .icalendar, of: .activities, fileName: "activities.ics"
    ) { context in
        let table = RecordTable(activityKind, RecordContext(context))
        let records = RecordComponents(
            { id in try table.find(id).map { ($0, try table.zones(of: id)) } },
            component: ActivityEvent.component, patch: ActivityEvent.patched)
        try ComponentExport(components, records, context).run([planned], of: [planned])
        let left = try Int.fetchOne(
            context.db,
            sql: "SELECT count(*) FROM activities_activity r WHERE \(context.condition) AND r.planned IS NULL"
        )
        if let left, left > 0 {
            context.warn(
                "\(left) \(left == 1 ? "activity has" : "activities have") no planned day and "
                    + "\(left == 1 ? "was" : "were") left out; csv contains all activities")
        }
    }

    /// An event needs a start: those that have one.
    private static let planned = ComponentGroup(
        0, name: "", isNamed: false, condition: "r.planned IS NOT NULL")

    private static let components = ComponentTable(
        "activities_activity", of: .activities, component: "VEVENT", plural: "activities",
        zones: "activities_zone",
        firstDaySQL: "CAST(julianday(substr(r.planned, 1, 10)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.planned_zone_id")])
}
