import AtriumSDK
import GRDB
import Testing

@Suite struct RowStatementTests {
    /// Runs a test with a statement that inserts a row of three values, and gives all rows as SQL literals.
    private func rows(_ body: (Statement) throws -> Void) throws -> [String] {
        try DatabaseQueue().write { db in
            try db.execute(sql: "CREATE TABLE t (a, b, c NOT NULL)")
            try body(try db.makeStatement(sql: "INSERT INTO t (a, b, c) VALUES (?, ?, ?)"))
            return try String.fetchAll(
                db, sql: "SELECT quote(a) || ' ' || quote(b) || ' ' || quote(c) FROM t ORDER BY rowid")
        }
    }

    @Test func bindsEveryTypeAsSQLiteStoresIt() throws {
        let found = try rows { statement in
            var first = RowStatement(statement)
            first.bind("Zoë")
            first.bind(Int64.max)
            first.bind(Int(-7))
            try first.run()
            var second = RowStatement(statement)
            second.bind(Double(-0.25))
            second.bind(true)
            let bytes: [UInt8] = [0, 255, 0]
            second.bind(bytes)
            try second.run()
        }
        #expect(found == ["'Zoë' 9223372036854775807 -7", "-0.25 1 X'00FF00'"])
    }

    /// Nothing of the row before stays.
    @Test func whatGetsNoValueIsNull() throws {
        let found = try rows { statement in
            for text in ["once", nil] as [String?] {
                var row = RowStatement(statement)
                row.bind(text)
                row.bind(text)
                row.bind(false)
                try row.run()
            }
            let none = RowStatement(statement)
            #expect(throws: DatabaseError.self) { try none.run() }
        }
        #expect(found == ["'once' 'once' 0", "NULL NULL 0"])
    }

    @Test func moreValuesThanParametersAreAnError() throws {
        let found = try rows { statement in
            var row = RowStatement(statement)
            for number in 0..<4 { row.bind(number) }
            do {
                try row.run()
                Issue.record("a fourth value was taken")
            } catch let error as DatabaseError {
                #expect(error.resultCode == .SQLITE_RANGE)
            }
        }
        #expect(found == [])
    }
}
