import GRDB
import ICalendarExchange
import ICalendarFormat

/// The zones of records' moments, as one command, import or export has looked them up.
final class RecordZones {
    /// Where the id of a zone's row stands: a table, its column, and the row's id.
    typealias Use = (table: String, column: String, record: Int64)

    private let db: Database
    private let isOfFile: Bool
    private var container: CalendarContainer?
    private var stored: [String: StoredZones] = [:]
    private var written: [String: ZoneTable] = [:]

    /// - Parameter isOfFile: whether what is written is what a file says, with the definitions of its container.
    init(_ db: Database, isOfFile: Bool) {
        self.db = db
        self.isOfFile = isOfFile
    }

    /// Another container begins in the file.
    func begin(_ container: CalendarContainer?) {
        self.container = container
        written = [:]
    }

    /// Forgets the rows that were looked up: some may have been taken back.
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

    /// The TZID of a row of zones.
    func name(of id: Int64?, in table: String) throws -> String? { try zones(table).name(of: id) }

    /// Finds the zones that stand in some places.
    func resolver(of uses: [Use], in table: String) throws -> ZoneResolver {
        try zones(table).resolver(for: Set(uses.compactMap(zone)))
    }

    /// The row of a TZID, made if there is none.
    ///
    /// - Parameter use: where the record has had its zone: a TZID goes on meaning what the record's own file
    ///   says, unless the file that is written from says anew.
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
