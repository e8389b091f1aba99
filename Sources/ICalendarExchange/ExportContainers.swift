import AtriumSDK
import ContentLine
public import ICalendarFormat

/// What stood around the records in the files that they came from, for an export.
///
/// Many files have the same words around their components; each distinct container is kept once, without its zones, which
/// the module's own table has.
struct ExportContainers {
    /// The properties of one container, and its version.
    private struct Kept: Hashable {
        let version: CalendarVersion
        /// The zone of times without one, by TZID and by the lines that say it; of vCalendar 1.0 only.
        let localZone: LocalZone
        let lines: [[UInt8]]
    }

    /// The zone that a vCalendar 1.0 names once for all its times.
    struct LocalZone: Hashable {
        /// Its TZID; nil where times float.
        var id: String?
        /// TZ and DAYLIGHT: calendars with others cannot share a VCALENDAR.
        fileprivate var lines: [[UInt8]] = []
    }

    private var kept: [Kept] = []
    private var indices: [Kept: Int] = [:]
    private var indexOfContainer: [Int64: Int] = [:]
    /// The group that a container names: the one that is called so, else the one in which most of its records are that were
    /// not edited here, since these were not moved either.
    ///
    /// nil where there is one group.
    private var homes: [Int64: Int64]?
    /// Whether any is of vCalendar 1.0.
    private(set) var hasOldVersion = false
    /// All containers, in the order of their import.
    private(set) var all: [Int64] = []

    /// What may stand once in a VCALENDAR, so that one of several must be chosen: the first.
    private static let single: Set<String> = [
        "CALSCALE", "NAME", "X-WR-CALNAME", "X-WR-CALDESC", "X-WR-TIMEZONE", "X-WR-RELCALID", "UID", "URL",
        "LAST-MODIFIED", "REFRESH-INTERVAL", "X-PUBLISHED-TTL", "SOURCE", "COLOR", "DESCRIPTION",
        "X-APPLE-CALENDAR-COLOR",
    ]
    /// Those of them that say which calendar it is, rather than how its components are to be read.
    private static let naming = single.subtracting(["CALSCALE", "X-WR-TIMEZONE"])
    /// The property that describes all of a VCALENDAR: it is written only if all files agree.
    private static let shared = "PRODID"
    /// The property that makes a VCALENDAR a message: an import of the export would cancel events, or refuse older ones.
    private static let message = "METHOD"

    init(_ table: ComponentTable, groups: [ComponentGroup], _ context: ExportContext) throws {
        homes = try Self.homes(table, groups, context)
        let used = try context.sources.containers(
            of: table.collection, format: .icalendar, where: context.condition)
        for (id, _) in used {
            all.append(id)
            let container = CalendarContainer(source: try context.sources.container(id))
            // A record that was moved, even each of them, takes no name along.
            if let name = container.calendarName, let home = groups.first(where: { $0.isCalled(name) }) {
                homes?[id] = home.id
            }
            let lines = container.properties.filter { !table.isOwn($0.canonicalName) }
            var localZone = LocalZone()
            if container.version == .vCalendar {
                let zoneLines = lines.filter { ["TZ", "DAYLIGHT"].contains($0.canonicalName) }
                localZone = LocalZone(id: container.localZone, lines: zoneLines.map { $0.written() })
            }
            let entry = Kept(
                version: container.version, localZone: localZone, lines: lines.map { $0.written() })
            if container.version == .vCalendar { hasOldVersion = true }
            let index = indices[entry] ?? kept.count
            if index == kept.count { kept.append(entry) }
            indices[entry] = index
            indexOfContainer[id] = index
        }
    }

    private static func homes(
        _ table: ComponentTable, _ groups: [ComponentGroup], _ context: ExportContext
    ) throws -> [Int64: Int64]? {
        guard groups.count > 1 else { return nil }
        var homes: [Int64: Int64] = [:]
        var most: [Int64: Int] = [:]
        for group in groups {
            let used = try context.sources.containers(
                of: table.collection, format: .icalendar,
                where: "\(group.condition) AND NOT s.is_edited")
            for (container, sources) in used where sources > most[container, default: 0] {
                most[container] = sources
                homes[container] = group.id
            }
        }
        return homes
    }

    /// The version of a container.
    func version(of container: Int64) -> CalendarVersion {
        indexOfContainer[container].map { kept[$0].version } ?? .iCalendar
    }

    /// The zone of a container's times without one.
    func localZone(of container: Int64) -> LocalZone {
        indexOfContainer[container].map { kept[$0].localZone } ?? LocalZone()
    }

    /// The properties for a VCALENDAR that holds a group's records from these containers: all that any of them had, once, but
    /// for what another group is called.
    ///
    /// A group that someone has named here is called so, whatever its files called theirs.
    func properties(of containers: [Int64], in group: ComponentGroup) throws -> [ContentLine] {
        var order: [Int] = []
        var isNaming: Set<Int> = []
        for id in containers {
            guard let index = indexOfContainer[id] else { continue }
            if !order.contains(index) { order.append(index) }
            if homes.map({ $0[id] == group.id }) ?? true { isNaming.insert(index) }
        }
        var result: [ContentLine] = []
        var seen: Set<[UInt8]> = []
        var names: Set<String> = []
        for index in order {
            for bytes in kept[index].lines where seen.insert(bytes).inserted {
                guard let line = ContentLine(reading: bytes, line: 0) else { continue }
                let name = line.canonicalName
                if name == Self.message { continue }
                if name == Self.shared, order.contains(where: { !kept[$0].lines.contains(bytes) }) {
                    continue
                }
                if Self.naming.contains(name), !group.saysNames || !isNaming.contains(index) { continue }
                if Self.single.contains(name), names.contains(name) { continue }
                names.insert(name)
                let isOther =
                    CalendarContainer.nameProperties.contains(name) && !group.isCalled(line.text())
                result.append(
                    isOther && group.isNamed
                        ? ContentLine(name: line.name, parameters: [], value: TextValue.escape(group.name))
                        : line)
            }
        }
        return result
    }
}

extension CalendarContainer {
    /// The properties that name a calendar, the standard's first.
    static let nameProperties = ["NAME", "X-WR-CALNAME"]

    /// What the file calls its calendar; nil where it does not.
    public var calendarName: String? {
        for name in Self.nameProperties {
            let line = properties.first { $0.canonicalName == name }
            if let text = line?.text(), !text.isEmpty { return text }
        }
        return nil
    }
}
