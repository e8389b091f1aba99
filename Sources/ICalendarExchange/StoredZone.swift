import ContentLine
import Foundation
public import GRDB
public import ICalendarFormat

/// A zone as a file names it: a TZID, and the VTIMEZONE that its file gave for it.
public struct StoredZone: Sendable {
    /// The row id.
    public let id: Int64
    /// The TZID as written.
    public let tzid: String
    /// The definition; nil where its file gave none.
    public let definition: TimeZoneDefinition?

    /// All zones of a module's table; see ``ZoneTable``.
    public static func all(in table: String, _ db: Database) throws -> [StoredZone] {
        try Row.fetchAll(db, sql: "SELECT id, tzid, definition FROM \(table) ORDER BY id").map(
            StoredZone.init)
    }

    /// The zone in a row of a module's table; nil where there is no such row.
    public static func find(_ id: Int64, in table: String, _ db: Database) throws -> StoredZone? {
        let statement = try db.cachedStatement(sql: "SELECT id, tzid, definition FROM \(table) WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(StoredZone.init)
    }

    private init(_ row: Row) {
        self.init(
            id: row["id"], tzid: row["tzid"],
            definition: (row["definition"] as Data?).map { Self.definition(Array($0)) })
    }

    private init(id: Int64, tzid: String, definition: TimeZoneDefinition?) {
        self.id = id
        self.tzid = tzid
        self.definition = definition
    }

    /// The definition that stands in the bytes of a VTIMEZONE.
    ///
    /// What is wrong in it was reported when it was read.
    static func definition(_ bytes: [UInt8]) -> TimeZoneDefinition {
        var issues: [ContentIssue] = []
        return TimeZoneDefinition(Component.parse(bytes).component, issues: &issues)
    }
}
