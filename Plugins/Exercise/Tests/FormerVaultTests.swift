import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import RecordKit
import Testing

@testable import Exercise

/// Vaults made before exercises had keys and names in files.
@Suite struct FormerVaultTests {
    private let db: DatabaseQueue

    init() throws {
        db = try DatabaseQueue()
        try db.write { db in
            for migration in exerciseMigrations.prefix(2) { try db.execute(sql: migration.sql) }
            try db.execute(
                sql: """
                    INSERT INTO exercise_exercise (uid, name, category, created_at, updated_at)
                    VALUES ('a', 'Übung', 'strength', '', ''), ('b', 'übung', 'strength', '', ''),
                        ('c', 'Rückenstrecken', 'strength', '', ''), ('d', 'Squat (Barbell)', 'strength', '', '');
                    INSERT INTO exercise_set (uid, exercise_id, day, reps, created_at, updated_at)
                    VALUES ('s', 4, '2025-06-01', 5, '', '')
                    """)
            for migration in exerciseMigrations.dropFirst(2) { try db.execute(sql: migration.sql) }
        }
    }

    private func read<Value>(_ value: (ExerciseNames) throws -> Value) throws -> Value {
        try db.read { try value(ExerciseNames(db: $0)) }
    }

    private func values(_ id: Int64) throws -> RecordValues {
        try db.read { try table($0).record(id).values }
    }

    private func table(_ db: Database) -> RecordTable {
        RecordTable(
            exerciseKind,
            RecordContext(
                db: db, now: .distantPast, settings: UserSettings(timeZone: .gmt), tags: MemoryTags()))
    }

    private func edit(_ id: Int64, _ name: String, _ value: DataValue) throws {
        try db.write { db in
            let old = try table(db).record(id)
            var new = old.values
            new[name] = value
            try table(db).update(old, to: new)
        }
    }

    private func keys() throws -> [String?] {
        try db.read {
            try Optional<String>.fetchAll($0, sql: "SELECT name_key FROM exercise_exercise ORDER BY id")
        }
    }

    /// Of two exercises that have one name but for the case of a letter, each is edited as before.
    @Test func aDoubleStays() throws {
        #expect(try keys() == [nil, nil, nil, nil])
        try edit(1, "notes", "one")
        try edit(2, "notes", "two")
        try edit(1, "notes", "three")
        #expect(try keys() == ["übung", nil, nil, nil])
        #expect(try values(1)["notes"] == "three")
        #expect(try values(2)["notes"] == "two")
        // With a name of its own, the first leaves the key to the second.
        try edit(1, "name", "Kür")
        try edit(2, "notes", "four")
        #expect(try keys() == ["kür", "übung", nil, nil])
    }

    /// No new double is made, with a key or without.
    @Test(arguments: ["ÜBUNG", "U\u{308}bung", "RÜCKENstrecken", "Rückenstrecken"])
    func aNameThatThereIsIsRefused(name: String) throws {
        let refusal = "another exercise already has this name: choose another name"
        for hasKeys in [false, true] {
            if hasKeys { for id in 1...3 { try edit(Int64(id), "notes", "edited") } }
            let edited = #expect(throws: AtriumError.self) { try edit(4, "name", .text(name)) }
            #expect(edited?.description == refusal)
            let added = #expect(throws: AtriumError.self) {
                try db.write { db in
                    var values = exerciseKind.initial
                    values["name"] = .text(name)
                    values["category"] = "strength"
                    try table(db).insert(values, uid: "new")
                }
            }
            #expect(added?.description == refusal)
        }
    }

    /// An exercise may have its own name in other letters.
    @Test func aNameChangesItsCase() throws {
        try edit(3, "name", "RÜCKENSTRECKEN")
        #expect(try keys() == [nil, nil, "rückenstrecken", nil])
    }

    /// Sets that come in find an exercise whose row has no key.
    @Test func aNameIsFoundInAnyCase() throws {
        #expect(try read { try $0.named("rückenSTRECKEN")?.id } == 3)
        #expect(try read { try $0.named("übung")?.id } == 2)
        #expect(try read { try $0.named("rückenSTRECKEN", besides: 3)?.id } == nil)
        #expect(try read { try $0.named("Rücken")?.id } == nil)
    }

    /// The name under which its sets came in is not kept there: it is the one that it has.
    @Test func anExerciseWithSetsIsKnownByItsFormerName() throws {
        try edit(4, "name", "Back squat")
        try edit(3, "name", "Back extension")
        #expect(try read { try $0.imported(as: "squat (BARBELL)")?.id } == 4)
        #expect(try values(4).texts("importedAs") == ["Squat (Barbell)"])
        #expect(try values(3).texts("importedAs") == [])
    }
}
