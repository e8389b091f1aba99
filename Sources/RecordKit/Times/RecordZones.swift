import GRDB
import ICalendarExchange
import ICalendarFormat

/// The time zones for records' moments, cached during one command, import or export.
final class RecordZones {
    /// The location that stores a time zone's id: a table, a column and a row id.
    typealias Use = (table: String, column: String, record: Int64)

    private let db: Database
    private let isOfFile: Bool
    private var container: CalendarContainer?
    private var stored: [String: StoredZones] = [:]
    private var written: [String: ZoneTable] = [:]

    /// - Parameter isOfFile: true if the written values are from a file, with time zone definitions in the
    ///   file's container.
    init(_ db: Database, isOfFile: Bool) {
        self.db = db
        self.isOfFile = isOfFile
    }

    /// Begins a new container from the file.
    func begin(_ container: CalendarContainer?) {
        self.container = container
        written = [:]
    }

    /// Discards all cached rows, because some of these rows may have been rolled back.
    func forget() {
        written = [:]
        stored = [:]
    }

    private func zones(_ table: String) -> StoredZones {
        if let zones = stored[table] { return zones }
        let zones = StoredZones(in: table, db)
        stored[table] = zones
        return zones
    }

    /// Returns the TZID that a row in the table of time zones contains.
    func name(of id: Int64?, in table: String) throws -> String? { try zones(table).name(of: id) }

    /// Returns a resolver for the time zones that are stored at the given locations.
    func resolver(of uses: [Use], in table: String) throws -> ZoneResolver {
        try zones(table).resolver(for: Set(uses.compactMap(zone)))
    }

    /// Returns the row id for a TZID, and adds a row if the table does not contain the TZID.
    ///
    /// - Parameter use: the location that stores the record's current time zone. A TZID keeps the definition
    ///   from the record's own file, unless the imported file contains another definition for the TZID.
    func id(of tzid: String?, in table: String, besides use: Use?) throws -> Int64? {
        guard let tzid else { return nil }
        let isDefined = isOfFile && container?.timeZones.contains { $0.id == tzid } == true
        if !isDefined, let use, let own = try zone(of: use), try name(of: own, in: table) == tzid {
            return own
        }
        if let zones = written[table] { return try zones.id(of: tzid) }
        let zones = ZoneTable(table, db)
        zones.begin(container)
        written[table] = zones
        return try zones.id(of: tzid)
    }

    private func zone(of use: Use) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT \(use.column) FROM \(use.table) WHERE id = ?"),
            arguments: [use.record])
    }
}
