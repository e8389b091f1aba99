import AtriumSDK
import ContentLine
import GRDB
import ICalendarFormat

/// How the events of one calendar are laid out in VCALENDARs; see ``ICalendarExport``.
struct ExportPlan {
    /// One VCALENDAR.
    struct Part {
        var version: CalendarVersion
        /// The containers that its events came from, whose properties it has.
        var containers: [Int64]
        /// The zones that its events use.
        var zones: [TimeZoneDefinition]
        /// The TZID of its times without a zone, in vCalendar 1.0.
        var localZone: String?
        /// Which events stand in it; nil for all that stand in no other.
        fileprivate(set) var events: Set<Int64>?
        fileprivate var others: Set<Int64> = []

        /// Whether an event stands in it.
        func holds(_ id: Int64) -> Bool { events?.contains(id) ?? !others.contains(id) }
    }

    private(set) var parts: [Part] = []

    /// Plans a calendar whose events may be from any of the containers, none of them of vCalendar 1.0.
    init(_ calendar: NamedCalendar, containers: [Int64], _ context: ExportContext) throws {
        try lay(out: calendar, containers: containers, oldParts: [], context)
    }

    /// Plans a calendar by looking at where each of its events came from.
    init(_ calendar: NamedCalendar, scanning containers: inout ExportContainers, _ context: ExportContext)
        throws
    {
        var used: Set<Int64> = []
        var oldEvents: [ExportContainers.LocalZone: Set<Int64>] = [:]
        try context.sources.forEachRecord(
            in: .events, format: .icalendar, where: context.condition(of: calendar)
        ) { id, source in
            guard let source else { return }
            used.insert(source.container)
            if containers.version(of: source.container) == .vCalendar {
                oldEvents[containers.localZone(of: source.container), default: []].insert(id)
            }
        }
        let ordered = containers.all.filter(used.contains)
        let oldParts = oldEvents.map { zone, events in
            Part(
                version: .vCalendar,
                containers: ordered.filter {
                    containers.version(of: $0) == .vCalendar && containers.localZone(of: $0) == zone
                },
                zones: [], localZone: zone.id, events: events)
        }
        try lay(
            out: calendar, containers: ordered.filter { containers.version(of: $0) == .iCalendar },
            oldParts: oldParts.sorted { ($0.events?.min() ?? 0) < ($1.events?.min() ?? 0) }, context)
    }

    private mutating func lay(
        out calendar: NamedCalendar, containers: [Int64], oldParts: [Part], _ context: ExportContext
    ) throws {
        let oldEvents = oldParts.reduce(into: Set<Int64>()) { $0.formUnion($1.events ?? []) }
        let zones = try ExportZones(calendar, without: oldEvents, context)
        var others = oldEvents
        for (definitions, events) in zones.further {
            others.formUnion(events)
            parts.append(
                Part(version: .iCalendar, containers: containers, zones: definitions, events: events))
        }
        parts += oldParts
        let count =
            try Int.fetchOne(
                context.db,
                sql: "SELECT count(*) FROM calendar_event r WHERE \(context.condition(of: calendar))"
            ) ?? 0
        // A calendar without events is a calendar all the same, but no part of a selection of events.
        if count > others.count || parts.isEmpty && !context.isSelection {
            parts.insert(
                Part(
                    version: .iCalendar, containers: containers, zones: zones.first, events: nil,
                    others: others),
                at: 0)
        }
    }
}
