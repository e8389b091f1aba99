import AtriumSDK
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// What `atrium_row` writes, and that each value comes back from it as ``ChangeTriggers`` restores it.
@Suite struct OldRowFunctionTests {
    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try OldRowFunction.add(to: db)
            db.add(function: ChangeTriggers.unhex)
        }
        queue = try DatabaseQueue(configuration: configuration)
    }

    @Test(
        "A value is written in one way",
        arguments: [
            ("NULL", "null"), ("-9223372036854775808", "-9223372036854775808"),
            ("0.1", #""0.10000000000000001""#),
            ("9e999", #""Inf""#), ("x'00ff'", #""00FF""#), ("x''", #""""#), ("''", #""""#),
            ("'a\"b\\c'", #""a\"b\\c""#), ("char(10, 31, 127)", "\"\\u000A\\u001F\u{7F}\""),
            ("'Zoë 🦊'", "\"Zoë 🦊\""),
            ("'a' || char(0) || 'b'", #"{"hex":"610062"}"#),
        ])
    func text(sql: String, json: String) throws {
        let row = try queue.read { try String.fetchOne($0, sql: "SELECT atrium_row('one', \(sql))") }
        #expect(row == #"{"one":"# + json + "}")
    }

    @Test func columnsStandInTheirOrder() throws {
        let rows = try queue.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT atrium_row('id,a b,ü', 1, 'x', NULL) UNION ALL SELECT atrium_row('') ORDER BY 1"
            )
        }
        #expect(rows == [#"{"id":1,"a b":"x","ü":null}"#, "{}"])
    }

    @Test(
        "Each value comes back as it was",
        arguments: [
            ("INTEGER", "9007199254740993"), ("INTEGER", "NULL"), ("REAL", "0.1"), ("REAL", "-9e999"),
            ("REAL", "3.0"),
            ("REAL", "5e-324"), ("REAL", "NULL"), ("BLOB", "x'00ff10'"), ("BLOB", "x''"), ("BLOB", "NULL"),
            ("TEXT", "'line' || char(13, 10, 9, 8, 1) || '\"\\/'"), ("TEXT", "'a' || char(0)"),
            ("TEXT", "''"),
            ("TEXT", "CAST(x'C3' AS TEXT)"), ("TEXT", "'{\"hex\":\"61\"}'"), ("TEXT", "NULL"),
        ])
    func roundTrip(type: String, sql: String) throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE kept (value \(type)) STRICT;
                    INSERT INTO kept VALUES (\(sql));
                    CREATE TABLE row (json TEXT);
                    INSERT INTO row SELECT atrium_row('value', value) FROM kept;
                    """)
            let value = ChangeTriggers.restoration(of: .init(name: "value", type: type), from: "json")
            let found = try Row.fetchOne(
                db,
                sql: """
                    SELECT restored IS value AND typeof(restored) = typeof(value), typeof(restored), hex(restored), hex(value)
                    FROM kept, (SELECT \(value) AS restored FROM row)
                    """)
            #expect(found?[0] == true, "\(type) \(sql): \(found.map(String.init(describing:)) ?? "nothing")")
        }
    }

    @Test("A table of so many columns is kept; that is SQLite's limit")
    func mostColumns() throws {
        let names = (1...OldRowFunction.mostColumns).map { "c\($0)" }.joined(separator: ",")
        let values = (1...OldRowFunction.mostColumns).map(String.init).joined(separator: ", ")
        let last = try queue.read { db in
            try Int.fetchOne(db, sql: "SELECT json_extract(atrium_row('\(names)', \(values)), '$.c126')")
        }
        #expect(last == OldRowFunction.mostColumns)
    }
}
