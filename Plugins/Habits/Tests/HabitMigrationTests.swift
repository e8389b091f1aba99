import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import RecordKit
import Testing

@testable import Habits

@Suite struct HabitMigrationTests {
    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in try db.execute(sql: habitsMigrations[0].sql) }
    }

    /// As the host applies it: foreign keys are off, and checked at the end.
    private func migrate() throws {
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.inTransaction {
                for migration in habitsMigrations.dropFirst() { try db.execute(sql: migration.sql) }
                try db.checkForeignKeys()
                return .commit
            }
            try db.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }

    @Test func habitsOfBeforeKeepTargetAndDays() throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO habits_habit (uid, title, target, created_at, updated_at)
                    VALUES ('a', 'Read', 12, 'then', 'later'), ('b', 'Walk', 31, 'then', 'then');
                    INSERT INTO habits_completion (habit_id, day) VALUES (2, '2026-03-01'), (1, '2026-02-28');
                    """)
        }
        try migrate()
        let day = try #require(LocalDate(iso: "2026-02-28"))
        try queue.read { db in
            let table = RecordTable(
                habitKind,
                RecordContext(
                    db: db, now: .distantPast, settings: UserSettings(timeZone: .gmt), tags: MemoryTags()))
            let read = try table.record(1)
            #expect(read.uid == "a" && read.createdAt == "then" && read.updatedAt == "later")
            #expect(
                Habit(read.values)
                    == Habit(
                        title: "Read", schedule: .monthly(target: 12),
                        completions: [day: Completion()]))
            #expect(try Habit(table.record(2).values).doneDays.map(\.description) == ["2026-03-01"])
        }
        // The children still go with their habit.
        try queue.write { db in
            try db.execute(sql: "DELETE FROM habits_habit WHERE id = 2")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM habits_completion") == 1)
        }
    }

    @Test func tablesAreStrict() throws {
        try migrate()
        let tables = try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT name, strict FROM pragma_table_list WHERE name LIKE 'habits%'")
        }
        #expect(Set(tables.map { $0["name"] as String }) == ["habits_habit", "habits_completion"])
        #expect(tables.allSatisfy { $0["strict"] == 1 })
    }

    @Test(arguments: [
        "target = NULL", "target = 32", "weekdays = '1'", "times_a_week = 3", "target = NULL, weekdays = ''",
        "target = NULL, weekdays = '18'", "target = NULL, times_a_week = 8", "goal = 0", "unit = ''",
        "color = ''", "started_on = 'soon'", "is_archived = 2", "title = ''",
    ])
    func theSchemaRefuses(_ change: String) throws {
        try migrate()
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO habits_habit (uid, title, target, created_at, updated_at)
                    VALUES ('a', 'Read', 12, 't', 't')
                    """)
            let error = #expect(throws: DatabaseError.self) {
                try db.execute(sql: "UPDATE habits_habit SET \(change)")
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }

    @Test(arguments: ["amount = 0", "amount = -1", "note = ''", "day = 'today'"])
    func theSchemaRefusesOfADay(_ change: String) throws {
        try migrate()
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO habits_habit (uid, title, weekdays, created_at, updated_at)
                    VALUES ('a', 'Read', '135', 't', 't');
                    INSERT INTO habits_completion (habit_id, day, amount, note) VALUES (1, '2026-03-01', 2, 'x');
                    """)
            let error = #expect(throws: DatabaseError.self) {
                try db.execute(sql: "UPDATE habits_completion SET \(change)")
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }
}
