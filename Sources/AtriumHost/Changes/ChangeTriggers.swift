import AtriumSDK
import Foundation
import GRDB

/// The triggers that record the old row of every update and deletion, so that it can be undone.
///
/// Inserts have none: a bulk import would take almost three times as long. They are recorded as ranges of row ids, see
/// ``ChangeRecorder``. The triggers are temporary: a connection makes them when it first records a write, from the columns
/// that tables have then. In the file they would be most of the schema's text, which every process that only reads would
/// parse, several times (docs/decisions/0011).
enum ChangeTriggers {
    static let namePrefix = "host_on_"

    /// A column as the triggers store it.
    struct Column: Sendable, Hashable {
        let name: String
        /// INTEGER, REAL, TEXT or BLOB: tables are STRICT.
        let type: String
    }

    /// The version of the file's schema, which changes with every table.
    static func schemaVersion(_ db: Database) throws -> Int32 {
        try Int32.fetchOne(db, sql: "PRAGMA main.schema_version") ?? 0
    }

    /// Makes the triggers of this connection, for every table that undo follows, unless they stand there for the schema as
    /// it is now.
    ///
    /// Where the transaction that they are made in is rolled back they go with it, and with them the mark of the schema that
    /// they were made for.
    static func prepare(_ db: Database, tables: [String]) throws {
        let schema = try schemaVersion(db)
        guard try Int32.fetchOne(db, sql: "PRAGMA temp.user_version") != schema else { return }
        try remove(db)
        let columnsOfTables = try columns(of: tables, db)
        for table in tables {
            let columns = columnsOfTables[table] ?? []
            try check(columns, of: table)
            let oldRow = storedRow(columns)
            let name = "main." + table.quotedDatabaseIdentifier
            let before = columns.map { "OLD." + $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
            let after = columns.map { "NEW." + $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER \((namePrefix + "update_" + table).quotedDatabaseIdentifier)
                    AFTER UPDATE ON \(name) WHEN (\(before)) IS NOT (\(after)) BEGIN
                        \(insertion(of: "update", table: table, oldRow: oldRow))
                    END;
                    CREATE TEMP TRIGGER \((namePrefix + "delete_" + table).quotedDatabaseIdentifier)
                    AFTER DELETE ON \(name) BEGIN
                        \(insertion(of: "delete", table: table, oldRow: oldRow))
                    END;
                    """)
        }
        try db.execute(sql: "PRAGMA temp.user_version = \(schema)")
    }

    /// Whether each column comes back from an old row as it was.
    private static func check(_ columns: [Column], of table: String) throws {
        guard columns.count <= OldRowFunction.mostColumns else {
            throw AtriumError(.internal, "the table \(table) has more columns than a change can record")
        }
        for column in columns {
            guard ["INT", "INTEGER", "REAL", "TEXT", "BLOB"].contains(column.type), !column.name.contains(",")
            else {
                throw AtriumError(
                    .internal,
                    "the column \(column.name) of \(table) has a name or a type that a change cannot record")
            }
        }
    }

    /// Removes the triggers, those of this connection and those that earlier versions kept in the file: what happens now
    /// is no change of the user's.
    static func remove(_ db: Database) throws {
        for schema in ["main", "temp"] {
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM \(schema).sqlite_master WHERE type = 'trigger' AND name GLOB ?",
                arguments: [namePrefix + "*"])
            for name in names {
                // One of a table that another process has taken away is a name alone until the table is there again.
                try db.execute(sql: "DROP TRIGGER IF EXISTS \(schema).\(name.quotedDatabaseIdentifier)")
            }
        }
        try db.execute(sql: "PRAGMA temp.user_version = 0")
    }

    /// SQL that gives the old row as JSON.
    private static func storedRow(_ columns: [Column]) -> String {
        let names = quotedText(columns.map(\.name).joined(separator: ","))
        let values = columns.map { ", OLD." + $0.name.quotedDatabaseIdentifier }.joined()
        return "\(OldRowFunction.name)(\(names)\(values))"
    }

    private static func insertion(of operation: String, table: String, oldRow: String) -> String {
        """
        INSERT INTO host_change_row (change_set_id, table_name, row_id, operation, old_row)
        VALUES ((SELECT max(id) FROM host_change_set), \(quotedText(table)), OLD.id, '\(operation)', \(oldRow));
        """
    }

    /// SQL that gives a column of a stored row its value back, where `row` is the SQL of the JSON text.
    static func restoration(of column: Column, from row: String) -> String {
        let path = quotedText("$." + "\"\(column.name)\"")
        let value = "json_extract(\(row), \(path))"
        return switch column.type {
        case "REAL":
            "CASE \(value) WHEN 'Inf' THEN 9e999 WHEN '-Inf' THEN -9e999 ELSE CAST(\(value) AS REAL) END"
        case "BLOB": "\(unhexFunctionName)(\(value))"
        case "TEXT":
            """
            iif(json_type(\(row), \(path)) = 'object',
            CAST(\(unhexFunctionName)(json_extract(\(row), \(quotedText("$." + "\"\(column.name)\".hex")))) AS TEXT), \(value))
            """
        default: value
        }
    }

    /// SQLite 3.40 has no unhex; ``ChangeTriggers/unhex`` is added to the writer.
    static let unhexFunctionName = "atrium_unhex"

    /// Turns the hex text of a BLOB back into bytes; null stays null.
    static let unhex = DatabaseFunction(unhexFunctionName, argumentCount: 1, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            let value = digit <= 57 ? digit &- 48 : (digit | 0x20) &- 87
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return Data(bytes)
    }

    /// The columns of a table, in order.
    static func columns(of table: String, _ db: Database) throws -> [Column] {
        try columns(of: [table], db)[table] ?? []
    }

    /// The columns of tables, in order: one query for all, as each asking of a schema costs more than its answer.
    private static func columns(of tables: [String], _ db: Database) throws -> [String: [Column]] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT t.value, c.name, upper(c.type) FROM json_each(?) t CROSS JOIN pragma_table_info(t.value) c
                ORDER BY t.key, c.cid
                """, arguments: [DataValue.list(tables.map { .text($0) }).json])
        var columns: [String: [Column]] = [:]
        while let row = try rows.next() {
            columns[row[0], default: []].append(Column(name: row[1], type: row[2]))
        }
        return columns
    }

    static func quotedText(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
