import GRDB
import ICalendarExchange
import ICalendarFormat

/// The zones of the times of stored reminders, each with the definition that its file gave.
///
/// Make one for one command: it remembers what it has looked up.
final class ReminderZones {
    private let db: Database
    private var known: [Int64: StoredZone] = [:]
    private var resolvers: [Set<Int64>: ZoneResolver] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// The TZID of a row; nil for nil.
    func name(of id: Int64?) throws -> String? { try zone(id)?.tzid }

    /// Finds the zones of the times of one reminder: what its file says of them, else the system's.
    func resolver(for ids: Set<Int64>) throws -> ZoneResolver {
        if let resolver = resolvers[ids] { return resolver }
        var definitions: [String: [ZoneObservance]] = [:]
        for id in ids.sorted() {
            guard let zone = try zone(id), let observances = zone.definition?.observances,
                !observances.isEmpty
            else { continue }
            definitions[zone.tzid] = observances
        }
        let resolver = definitions.isEmpty ? Zones.system : ZoneResolver(definitions: definitions)
        resolvers[ids] = resolver
        return resolver
    }

    private func zone(_ id: Int64?) throws -> StoredZone? {
        guard let id else { return nil }
        if let zone = known[id] { return zone }
        let zone = try StoredZone.find(id, in: ReminderTable.zones, db)
        known[id] = zone
        return zone
    }
}
