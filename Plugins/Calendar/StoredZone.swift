import ContentLine
import Foundation
import GRDB
import ICalendarFormat

/// A zone as a file names it: a TZID, and the VTIMEZONE that its file gave for it.
struct StoredZone: Sendable {
    /// The row id.
    let id: Int64
    /// The TZID as written.
    let tzid: String
    /// The definition; nil where its file gave none.
    let definition: TimeZoneDefinition?

    /// All zones of the vault.
    static func all(_ db: Database) throws -> [StoredZone] {
        try Row.fetchAll(db, sql: "SELECT id, tzid, definition FROM calendar_zone ORDER BY id").map { row in
            StoredZone(
                id: row["id"], tzid: row["tzid"],
                definition: (row["definition"] as Data?).map { definition(Array($0)) })
        }
    }

    /// The definition that stands in the bytes of a VTIMEZONE.
    ///
    /// What is wrong in it was reported when it was read.
    static func definition(_ bytes: [UInt8]) -> TimeZoneDefinition {
        var issues: [ContentIssue] = []
        return TimeZoneDefinition(Component.parse(bytes).component, issues: &issues)
    }
}
