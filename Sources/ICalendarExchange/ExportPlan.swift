import AtriumSDK
import ContentLine
import GRDB
import ICalendarFormat

/// How the records of one group are laid out in VCALENDARs; see ``ComponentExport``.
struct ExportPlan {
    /// One VCALENDAR.
    struct Part {
        var version: CalendarVersion
        /// The containers that its records came from, whose properties it has.
        var containers: [Int64]
        /// The zones that its records use.
        var zones: [TimeZoneDefinition]
        /// The TZID of its times without a zone, in vCalendar 1.0.
        var localZone: String?
        /// Which records stand in it; nil for all that stand in no other.
        fileprivate(set) var records: Set<Int64>?
        fileprivate var others: Set<Int64> = []

        /// Whether a record stands in it.
        func holds(_ id: Int64) -> Bool { records?.contains(id) ?? !others.contains(id) }
    }

    private(set) var parts: [Part] = []

    /// Plans a group whose records may be from any of the containers, none of them of vCalendar 1.0.
    init(
        _ group: ComponentGroup, of table: ComponentTable, containers: [Int64], _ context: ExportContext
    ) throws {
        try lay(out: group, of: table, containers: containers, oldParts: [], context)
    }

    /// Plans a group by looking at where each of its records came from.
    init(
        _ group: ComponentGroup, of table: ComponentTable, scanning containers: ExportContainers,
        _ context: ExportContext
    ) throws {
        var used: Set<Int64> = []
        var oldRecords: [ExportContainers.LocalZone: Set<Int64>] = [:]
        try context.sources.forEachRecord(
            in: table.collection, format: .icalendar, where: context.condition(of: group)
        ) { id, source in
            guard let source else { return }
            used.insert(source.container)
            if containers.version(of: source.container) == .vCalendar {
                oldRecords[containers.localZone(of: source.container), default: []].insert(id)
            }
        }
        let ordered = containers.all.filter(used.contains)
        let oldParts = oldRecords.map { zone, records in
            Part(
                version: .vCalendar,
                containers: ordered.filter {
                    containers.version(of: $0) == .vCalendar && containers.localZone(of: $0) == zone
                },
                zones: [], localZone: zone.id, records: records)
        }
        try lay(
            out: group, of: table,
            containers: ordered.filter { containers.version(of: $0) == .iCalendar },
            oldParts: oldParts.sorted { ($0.records?.min() ?? 0) < ($1.records?.min() ?? 0) }, context)
    }

    private mutating func lay(
        out group: ComponentGroup, of table: ComponentTable, containers: [Int64], oldParts: [Part],
        _ context: ExportContext
    ) throws {
        let oldRecords = oldParts.reduce(into: Set<Int64>()) { $0.formUnion($1.records ?? []) }
        let zones = try ExportZones(group, of: table, without: oldRecords, context)
        var others = oldRecords
        for (definitions, records) in zones.further {
            others.formUnion(records)
            parts.append(
                Part(version: .iCalendar, containers: containers, zones: definitions, records: records))
        }
        parts += oldParts
        let count =
            try Int.fetchOne(
                context.db,
                sql: "SELECT count(*) FROM \(table.name) r WHERE \(context.condition(of: group))"
            ) ?? 0
        // A calendar without components is a calendar all the same, but no part of a selection.
        if count > others.count || parts.isEmpty && !context.isSelection {
            parts.insert(
                Part(
                    version: .iCalendar, containers: containers, zones: zones.first, records: nil,
                    others: others),
                at: 0)
        }
    }
}
