import Foundation
import GRDB

/// The zones that times name, each with the definition that its file gave.
///
/// Two files may define one TZID differently, so a row is a TZID together with its definition; a TZID that no file
/// defined has a row without one. Make one of these for one file or one command: it remembers what it has looked up.
final class ZoneTable {
    private let db: Database
    private var definitions: [String: [UInt8]]
    private var ids: [String: Int64]
    private var names: [Int64: String]?

    /// - Parameters:
    ///   - definitions: the VTIMEZONEs at hand, by TZID.
    ///   - known: zone rows to use whatever their definition: those of the event that is edited.
    init(_ db: Database, definitions: [String: [UInt8]] = [:], known: [String: Int64] = [:]) {
        self.db = db
        self.definitions = definitions
        ids = known
    }

    /// Another container begins in the file, with other definitions.
    func begin(definitions: [String: [UInt8]]) {
        self.definitions = definitions
        ids = [:]
    }

    /// Forgets the rows that were looked up: some may have been taken back.
    func forget() {
        ids = [:]
        names = nil
    }

    /// The row of a TZID with the definition at hand, made where there is none; nil for nil.
    func id(of tzid: String?) throws -> Int64? {
        guard let tzid, !tzid.isEmpty else { return nil }
        if let id = ids[tzid] { return id }
        let definition = definitions[tzid].map { DatabaseValue(blob: $0) } ?? .null
        let found = try Int64.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id FROM calendar_zone WHERE tzid = ? AND ifnull(definition, x'') = ifnull(?, x'')"
            ),
            arguments: [tzid, definition])
        let id: Int64
        if let found {
            id = found
        } else {
            try db.cachedStatement(sql: "INSERT INTO calendar_zone (tzid, definition) VALUES (?, ?)")
                .execute(arguments: [tzid, definition])
            id = db.lastInsertedRowID
            names = nil
        }
        ids[tzid] = id
        return id
    }

    /// The TZID of a row; nil for nil.
    func name(of id: Int64?) throws -> String? {
        guard let id else { return nil }
        if let name = names?[id] { return name }
        var loaded: [Int64: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, tzid FROM calendar_zone") {
            loaded[row["id"]] = row["tzid"]
        }
        names = loaded
        return loaded[id]
    }
}

extension DatabaseValue {
    /// Bytes as a BLOB.
    init(blob bytes: [UInt8]) {
        self = Data(bytes).databaseValue
    }
}
