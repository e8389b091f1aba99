import ContentLine
import Foundation
public import GRDB
public import ICalendarFormat

/// The zones that the times of a module's records name, each with the definition that its file gave.
///
/// Two files may define one TZID differently, so a row is a TZID together with its definition; a TZID that no file
/// defined has a row without one. The module makes the table, with the columns id, tzid and definition (a BLOB), unique
/// together. Make one of these for one file or one command: it remembers what it has looked up.
public final class ZoneTable {
    private let table: String
    private let db: Database
    private var definitions: [String: [UInt8]]
    private var ids: [String: Int64]
    private var names: [Int64: String]?

    /// Opens a table.
    ///
    /// - Parameter known: zone rows to use whatever their definition: those of the record that is edited.
    public init(_ table: String, _ db: Database, known: [String: Int64] = [:]) {
        self.table = table
        self.db = db
        definitions = [:]
        ids = known
    }

    /// Another container begins in the file, with other definitions; nil: one of a format that has none.
    public func begin(_ container: CalendarContainer?) {
        definitions = [:]
        for zone in container?.timeZones ?? [] where definitions[zone.id] == nil {
            definitions[zone.id] = zone.component.written()
        }
        ids = [:]
    }

    /// Forgets the rows that were looked up: some may have been taken back.
    public func forget() {
        ids = [:]
        names = nil
    }

    /// The row of a TZID with the definition at hand, made where there is none; nil for nil.
    public func id(of tzid: String?) throws -> Int64? {
        guard let tzid, !tzid.isEmpty else { return nil }
        if let id = ids[tzid] { return id }
        let definition = definitions[tzid].map { DatabaseValue(blob: $0) } ?? .null
        let found = try Int64.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id FROM \(table) WHERE tzid = ? AND ifnull(definition, x'') = ifnull(?, x'')"
            ),
            arguments: [tzid, definition])
        let id: Int64
        if let found {
            id = found
        } else {
            try db.cachedStatement(sql: "INSERT INTO \(table) (tzid, definition) VALUES (?, ?)")
                .execute(arguments: [tzid, definition])
            id = db.lastInsertedRowID
            names = nil
        }
        ids[tzid] = id
        return id
    }

    /// The TZID of a row; nil for nil.
    public func name(of id: Int64?) throws -> String? {
        guard let id else { return nil }
        if let name = names?[id] { return name }
        var loaded: [Int64: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, tzid FROM \(table)") {
            loaded[row["id"]] = row["tzid"]
        }
        names = loaded
        return loaded[id]
    }
}

extension DatabaseValue {
    /// Bytes as a BLOB.
    fileprivate init(blob bytes: [UInt8]) {
        self = Data(bytes).databaseValue
    }
}
