import AtriumSDK
import ContentLine
import GRDB
import ICalendarFormat

/// The zones that the records of one group use, arranged so that no VCALENDAR has two meanings of one TZID.
///
/// Definitions that give the same offsets in all years that matter count as one: programs write one zone in many ways.
struct ExportZones {
    /// The zones of the first VCALENDAR.
    private(set) var first: [TimeZoneDefinition] = []
    /// The zones of further ones, each with the records that stand in it.
    private(set) var further: [(zones: [TimeZoneDefinition], records: Set<Int64>)] = []

    /// The years in which the offsets of two definitions are compared, and up to which zones are written.
    private static let years = 1970...2037

    /// - Parameter others: records that are not written with these zones: those of vCalendar 1.0, which has none.
    init(
        _ group: ComponentGroup, of table: ComponentTable, without others: Set<Int64>,
        _ context: ExportContext
    ) throws {
        let condition = context.condition(of: group)
        firstYears = try Self.firstYears(table, condition, without: others, context.db)
        guard !firstYears.isEmpty else { return }
        let zones = try StoredZone.all(in: table.zones, context.db).filter { firstYears[$0.id] != nil }
        let meanings = Self.meanings(of: zones)
        let isUnambiguous = Dictionary(grouping: zones, by: \.tzid).values.allSatisfy { rows in
            Set(rows.map { meanings[$0.id] }).count == 1
        }
        guard !isUnambiguous else {
            first = definitions(zones)
            return
        }
        let byID = Dictionary(uniqueKeysWithValues: zones.map { ($0.id, $0) })
        var groups: [(meaning: [String: Int64], zones: [Int64: StoredZone], records: Set<Int64>)] = []
        for (records, rows) in try Self.uses(table, condition, context.db) {
            let records = records.subtracting(others)
            guard !records.isEmpty else { continue }
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
            groups[place].records.formUnion(records)
        }
        for (index, group) in groups.enumerated() {
            let definitions = definitions(group.zones.values.sorted { $0.id < $1.id })
            if index == 0 { first = definitions } else { further.append((definitions, group.records)) }
        }
    }

    /// One definition for each TZID: that of a file where it gives observances, else one made of the system's zone.
    ///
    /// A TZID that nothing is known of has what its file gave, if anything. Those that are made begin in the year of
    /// the first record that needs them: without the changes of decades before they are the one STANDARD and the one
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
            zone.offset(at: Instant(epochSeconds: from + $0 * week))
        }
    }

    /// For each zone row in use the year before the first record that uses it.
    private let firstYears: [Int64: Int]

    private static func firstYears(
        _ table: ComponentTable, _ condition: String, without others: Set<Int64>, _ db: Database
    ) throws -> [Int64: Int] {
        let uses = table.zoneUses.map { use in
            """
            SELECT r.id, \(use.column) AS zone, \(table.firstDaySQL) AS day
            FROM \(table.name) r \(use.join) WHERE \(condition)
            """
        }.joined(separator: " UNION ALL ")
        var days: [Int64: Int] = [:]
        // Without other records SQLite does the counting.
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

    /// The zone rows of each head with what is part of it; the records that use the same together.
    private static func uses(
        _ table: ComponentTable, _ condition: String, _ db: Database
    ) throws -> [(records: Set<Int64>, zones: Set<Int64>)] {
        var zones: [Int64: Set<Int64>] = [:]
        for use in table.zoneUses {
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT DISTINCT \(table.headSQL), \(use.column) FROM \(table.name) r \(use.join)
                    WHERE \(condition) AND \(use.column) IS NOT NULL
                    """)
            while let row = try rows.next() { zones[row[0], default: []].insert(row[1]) }
        }
        var bySet: [Set<Int64>: Set<Int64>] = [:]
        let records = try Row.fetchCursor(
            db, sql: "SELECT r.id, \(table.headSQL) FROM \(table.name) r WHERE \(condition)")
        while let record = try records.next() {
            bySet[zones[record[1]] ?? [], default: []].insert(record[0])
        }
        return bySet.map { ($0.value, $0.key) }.sorted { ($0.0.min() ?? 0) < ($1.0.min() ?? 0) }
    }
}
