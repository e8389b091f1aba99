import AtriumSDK
import ContentLine
import GRDB
import ICalendarFormat

/// The zones that the events of one calendar use, arranged so that no VCALENDAR has two meanings of one TZID.
///
/// Definitions that give the same offsets in all years that matter count as one: programs write one zone in many ways.
struct ExportZones {
    /// The zones of the first VCALENDAR.
    private(set) var first: [TimeZoneDefinition] = []
    /// The zones of further ones, each with the events that stand in it.
    private(set) var further: [(zones: [TimeZoneDefinition], events: Set<Int64>)] = []

    /// The years in which the offsets of two definitions are compared, and up to which zones are written.
    private static let years = 1970...2037

    /// - Parameter others: events that are not written with these zones: those of vCalendar 1.0, which has none.
    init(_ calendar: NamedCalendar, without others: Set<Int64>, _ context: ExportContext) throws {
        let events = context.condition(of: calendar)
        firstYears = try Self.firstYears(events, without: others, context.db)
        guard !firstYears.isEmpty else { return }
        let zones = try StoredZone.all(context.db).filter { firstYears[$0.id] != nil }
        let meanings = Self.meanings(of: zones)
        let isUnambiguous = Dictionary(grouping: zones, by: \.tzid).values.allSatisfy { rows in
            Set(rows.map { meanings[$0.id] }).count == 1
        }
        guard !isUnambiguous else {
            first = definitions(zones)
            return
        }
        let byID = Dictionary(uniqueKeysWithValues: zones.map { ($0.id, $0) })
        var groups: [(meaning: [String: Int64], zones: [Int64: StoredZone], events: Set<Int64>)] = []
        for (events, rows) in try Self.uses(events, context.db) {
            let events = events.subtracting(others)
            guard !events.isEmpty else { continue }
            let wanted = rows.compactMap { byID[$0] }
            let index = groups.firstIndex { group in
                wanted.allSatisfy { group.meaning[$0.tzid] ?? meanings[$0.id] == meanings[$0.id] }
            }
            let place = index ?? groups.count
            if index == nil { groups.append(([:], [:], [])) }
            for zone in wanted {
                groups[place].meaning[zone.tzid] = meanings[zone.id]
                groups[place].zones[zone.id] = zone
            }
            groups[place].events.formUnion(events)
        }
        for (index, group) in groups.enumerated() {
            let definitions = definitions(group.zones.values.sorted { $0.id < $1.id })
            if index == 0 { first = definitions } else { further.append((definitions, group.events)) }
        }
    }

    /// One definition for each TZID: that of a file where it gives observances, else one made of the system's zone.
    ///
    /// A TZID that nothing is known of has what its file gave, if anything. Those that are made begin in the year of
    /// the first event that needs them: without the changes of decades before they are the one STANDARD and the one
    /// DAYLIGHT with a rule that every program reads.
    private func definitions(_ zones: [StoredZone]) -> [TimeZoneDefinition] {
        var result: [TimeZoneDefinition] = []
        for (tzid, rows) in Dictionary(grouping: zones, by: \.tzid) {
            if let given = rows.first(where: { $0.definition?.observances.isEmpty == false })?.definition {
                result.append(given)
            } else if let known = ZoneResolver().zone(tzid) {
                let first = rows.compactMap { firstYears[$0.id] }.min() ?? Self.years.lowerBound
                result.append(
                    TimeZoneDefinition(
                        id: tzid, zone: known,
                        years: min(first, Self.years.upperBound)...Self.years.upperBound)
                )
            } else if let empty = rows.compactMap(\.definition).first {
                result.append(empty)
            }
        }
        return result.sorted { $0.id < $1.id }
    }

    /// For each zone row the first row of the same TZID that means the same.
    private static func meanings(of zones: [StoredZone]) -> [Int64: Int64] {
        var result: [Int64: Int64] = [:]
        for rows in Dictionary(grouping: zones, by: \.tzid).values {
            var firsts: [(id: Int64, offsets: [Int])] = []
            for row in rows.sorted(by: { $0.id < $1.id }) {
                guard rows.count > 1 else {
                    result[row.id] = row.id
                    continue
                }
                let offsets = offsets(of: row)
                let known = firsts.first { $0.offsets == offsets }?.id
                if known == nil { firsts.append((row.id, offsets)) }
                result[row.id] = known ?? row.id
            }
        }
        return result
    }

    /// The offsets of a zone, week by week; empty where nothing is known of it.
    private static func offsets(of zone: StoredZone) -> [Int] {
        let observances = zone.definition?.observances ?? []
        let definitions = observances.isEmpty ? [:] : [zone.tzid: observances]
        guard let zone = ZoneResolver(definitions: definitions).zone(zone.tzid) else { return [] }
        let week = 7 * 86_400
        let from = CivilDateTime(date: CivilDate(dayNumber: 0)).seconds
        return (0..<(years.count * 53)).map {
            zone.offset(at: ICalendarFormat.Instant(epochSeconds: from + $0 * week))
        }
    }

    /// For each zone row in use the year before the first event that uses it.
    private let firstYears: [Int64: Int]

    private static let columns = ["start_zone_id", "end_zone_id", "recurrence_zone_id"]

    private static func firstYears(
        _ condition: String, without others: Set<Int64>, _ db: Database
    ) throws -> [Int64: Int] {
        let selections = columns.map {
            "SELECT r.id, r.\($0) AS zone, r.first_day AS day FROM calendar_event r WHERE \(condition)"
        }
        let dates = """
            SELECT r.id, d.zone_id AS zone, r.first_day AS day
            FROM calendar_event_date d JOIN calendar_event r ON r.id = d.event_id WHERE \(condition)
            """
        let uses = (selections + [dates]).joined(separator: " UNION ALL ")
        var days: [Int64: Int] = [:]
        // Without other events SQLite does the counting.
        let sql =
            others.isEmpty
            ? "SELECT 0, zone, min(day) FROM (\(uses)) WHERE zone IS NOT NULL GROUP BY zone"
            : "SELECT id, zone, day FROM (\(uses)) WHERE zone IS NOT NULL"
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            guard !others.contains(row[0]), let zone: Int64 = row[1] else { continue }
            let day: Int? = row[2]
            days[zone] = min(days[zone] ?? .max, day ?? 0)
        }
        return days.mapValues { max(1, CivilDate(dayNumber: $0).year - 1) }
    }

    /// The zone rows of each series with its overrides, or of each event; those that use the same together.
    private static func uses(_ condition: String, _ db: Database) throws -> [(Set<Int64>, Set<Int64>)] {
        var rows: [Int64: Set<Int64>] = [:]
        var members: [Int64: [Int64]] = [:]
        let events = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, ifnull(r.series_id, r.id), \(columns.map { "r.\($0)" }.joined(separator: ", "))
                FROM calendar_event r WHERE \(condition) ORDER BY r.id
                """)
        while let event = try events.next() {
            let root: Int64 = event[1]
            members[root, default: []].append(event[0])
            for index in 2..<5 {
                if let zone: Int64 = event[index] { rows[root, default: []].insert(zone) }
            }
        }
        let dates = try Row.fetchCursor(
            db,
            sql: """
                SELECT DISTINCT ifnull(r.series_id, r.id), d.zone_id
                FROM calendar_event_date d JOIN calendar_event r ON r.id = d.event_id
                WHERE \(condition) AND d.zone_id IS NOT NULL
                """)
        while let date = try dates.next() { rows[date[0], default: []].insert(date[1]) }
        var bySet: [Set<Int64>: Set<Int64>] = [:]
        for (root, ids) in members { bySet[rows[root] ?? [], default: []].formUnion(ids) }
        return bySet.map { ($0.value, $0.key) }.sorted { ($0.0.min() ?? 0) < ($1.0.min() ?? 0) }
    }
}
