public import AtriumSDK
public import Foundation
public import GRDB
public import ICalendarFormat

/// Zones by their names, without the definitions of files.
public enum Zones {
    /// Knows the system's zones.
    public static let system = ZoneResolver()

    /// Foundation's name for what everyone else, settings included, calls UTC.
    public static func id(of zone: TimeZone) -> String {
        zone.identifier == "GMT" ? "UTC" : zone.identifier
    }

    /// The zone of a user.
    public static func viewer(_ settings: UserSettings) -> Zone { zone(of: settings.timeZone) }

    /// A zone of Foundation's.
    public static func zone(of timeZone: TimeZone) -> Zone {
        let id = id(of: timeZone)
        return system.zone(id) ?? .fixed(id: id, offset: timeZone.secondsFromGMT())
    }
}

extension Instant {
    /// An instant as the tables keep it; nil where it is none.
    public init?(stored text: String) {
        guard case .utc(let instant) = DateTimeText(text) else { return nil }
        self = instant
    }

    /// An instant of the SDK.
    public init(_ date: Date) {
        self.init(epochSeconds: Int(date.timeIntervalSince1970.rounded(.down)))
    }

    /// The instant as the SDK has it.
    public var date: Date { Date(timeIntervalSince1970: Double(epochSeconds)) }
}

/// The zones of the times of stored records, each with the definition that its file gave.
///
/// Make one for one command: it remembers what it has looked up.
public final class StoredZones {
    private let table: String
    private let db: Database
    private var known: [Int64: StoredZone] = [:]
    private var resolvers: [Set<Int64>: ZoneResolver] = [:]

    /// Opens a module's table of zones; see ``ZoneTable``.
    public init(in table: String, _ db: Database) {
        self.table = table
        self.db = db
    }

    /// The TZID of a row; nil for nil.
    public func name(of id: Int64?) throws -> String? { try zone(id)?.tzid }

    /// Finds the zones of the times of one record: what its file says of them, else the system's.
    public func resolver(for ids: Set<Int64>) throws -> ZoneResolver {
        // Most times are in no zone of a file's: a list of thousands asks for each.
        if ids.isEmpty { return Zones.system }
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
        let zone = try StoredZone.find(id, in: table, db)
        known[id] = zone
        return zone
    }
}
