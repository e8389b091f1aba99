import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import AtriumHost

@Suite struct ChangeTriggersTests {
    private let library: LibraryVault

    init() throws {
        library = try LibraryVault()
        _ = try library.add("Emma")
    }

    private func recordedRows(_ operation: String) throws -> [String] {
        try library.vault.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT old_row FROM host_change_row WHERE operation = ? AND table_name = 'library_book'",
                arguments: [operation])
        }
    }

    private func rename(_ title: String) throws {
        try library.write { try $0.execute(sql: "UPDATE library_book SET title = ?", arguments: [title]) }
    }

    private func triggers(in schema: String) throws -> Int? {
        try library.vault.pool.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(schema).sqlite_master WHERE type = 'trigger'")
        }
    }

    @Test func theFileHasNone() throws {
        #expect(try triggers(in: "main") == 0)
        #expect(try triggers(in: "temp") ?? 0 > 0)
    }

    @Test func anUpdateIsRecordedOnceByEachConnection() throws {
        try rename("Persuasion")
        try library.vault.pool.close()
        let again = try LibraryVault(folder: library.folder)
        try again.write { try $0.execute(sql: "UPDATE library_book SET title = 'Lady Susan'") }
        let titles = try again.vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT json_extract(old_row, '$.title') FROM host_change_row ORDER BY id")
        }
        #expect(titles == ["Emma", "Persuasion"])
    }

    @Test func aWriteThatIsTakenBackLeavesTheNextOneRecorded() throws {
        try library.vault.pool.close()
        let again = try LibraryVault(folder: library.folder)
        #expect(throws: CancellationError.self) {
            try again.write { db in
                try db.execute(sql: "DELETE FROM library_book")
                throw CancellationError()
            }
        }
        try again.write { try $0.execute(sql: "DELETE FROM library_book") }
        let count = try again.vault.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM host_change_row WHERE operation = 'delete'")
        }
        #expect(count == 1)
    }

    @Test("A column that another process has added since is recorded")
    func changedSchema() throws {
        try rename("Persuasion")
        let other = try DatabaseQueue(path: library.folder + "/vault.sqlite")
        try other.write {
            try $0.execute(sql: "ALTER TABLE library_book ADD COLUMN shelf TEXT NOT NULL DEFAULT 'upper'")
        }
        try other.close()
        try rename("Lady Susan")
        let rows = try recordedRows("update")
        #expect(rows.count == 2)
        #expect(rows.first?.contains("upper") == false)
        #expect(rows.last?.contains(#""shelf":"upper""#) == true)
    }

    @Test("A table that another process takes away, and makes again, stands in no write's way")
    func tableThatGoes() throws {
        let other = try DatabaseQueue(path: library.folder + "/vault.sqlite")
        func change(_ sql: String) throws { try other.write { try $0.execute(sql: sql) } }
        let table = "CREATE TABLE library_shelf (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT"
        try change(table)
        try rename("Persuasion")
        try change("DROP TABLE library_shelf")
        try rename("Lady Susan")
        try rename("Sanditon")
        try change(table)
        try change("INSERT INTO library_shelf (name) VALUES ('upper')")
        try library.write { try $0.execute(sql: "UPDATE library_shelf SET name = 'lower'") }
        try other.close()
        let rows = try library.vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT table_name FROM host_change_row WHERE operation = 'update' ORDER BY id")
        }
        #expect(rows == ["library_book", "library_book", "library_book", "library_shelf"])
    }

    @Test(
        "A column that could not come back as it was is refused at the first write",
        arguments: ["value ANY", "\"a,b\" TEXT", "c BLOB" + (1...126).map { ", c\($0) TEXT" }.joined()])
    func impossibleColumns(columns: String) throws {
        try library.write {
            try $0.execute(
                sql: "CREATE TABLE library_odd (id INTEGER PRIMARY KEY AUTOINCREMENT, \(columns)) STRICT")
        }
        #expect { try rename("Persuasion") } throws: { ($0 as? AtriumError)?.code == .internal }
    }

    @Test("Triggers that an earlier version kept in the file go, and change nothing any more")
    func earlierVersion() throws {
        try library.vault.pool.close()
        let former = try DatabaseQueue(path: library.folder + "/vault.sqlite")
        try former.write { db in
            try db.execute(
                sql: """
                    DELETE FROM host_migration
                    WHERE name IN (
                        'keep no triggers in the file', 'keep where items stood', 'remember requests');
                    DROP TABLE host_request_key;
                    ALTER TABLE host_source_item DROP COLUMN place;
                    CREATE TRIGGER host_on_update_library_book AFTER UPDATE ON library_book BEGIN
                        INSERT INTO host_change_row (change_set_id, table_name, row_id, operation, old_row)
                        VALUES ((SELECT max(id) FROM host_change_set), 'library_book', OLD.id, 'update', '{}');
                    END;
                    """)
        }
        try former.close()
        let again = try LibraryVault(folder: library.folder)
        let kept = try again.vault.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")
        }
        #expect(kept == 0)
        try again.write { try $0.execute(sql: "UPDATE library_book SET title = 'Lady Susan'") }
        let rows = try again.vault.read { db in
            try String.fetchAll(db, sql: "SELECT old_row FROM host_change_row WHERE operation = 'update'")
        }
        #expect(rows.count == 1)
        #expect(rows.first?.contains("Emma") == true)
    }
}
