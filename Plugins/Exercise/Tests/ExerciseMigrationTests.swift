import AtriumSDK
import GRDB
import Testing

@testable import Exercise

@Suite struct ExerciseMigrationTests {
    private let db: DatabaseQueue

    init() throws {
        db = try DatabaseQueue()
        try db.write { db in
            for migration in exerciseMigrations { try db.execute(sql: migration.sql) }
            try db.execute(
                sql: """
                    INSERT INTO exercise_exercise (uid, name, category, created_at, updated_at)
                    VALUES ('e', 'Squat', 'strength', '', '')
                    """)
        }
    }

    /// The invariants are the database's own: what breaks one is refused, whoever writes it.
    @Test(arguments: [
        ("day", "'2026-3-1'"), ("day", "NULL"), ("time", "'7:30'"), ("zone", "'Europe/Vienna'"),
        ("workout", "''"),
        ("position", "0"), ("kind", "'normal'"), ("weight_kg", "0"), ("weight_kg", "-80"), ("reps", "0"),
        ("distance_m", "-5000"), ("duration_s", "0"), ("heart_rate", "400"), ("heart_rate", "0"),
        ("rpe", "11"),
        ("muscles", "''"), ("note", "''"), ("reps", "'five'"), ("exercise_id", "2"),
    ])
    func aBrokenRuleIsRefused(column: String, value: String) throws {
        func insert(_ values: [String: String]) throws {
            let names = values.keys.sorted()
            try db.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO exercise_set (\(names.joined(separator: ", ")))
                        VALUES (\(names.compactMap { values[$0] }.joined(separator: ", ")))
                        """)
            }
        }
        var values = [
            "uid": "'s'", "exercise_id": "1", "day": "'2026-03-01'", "created_at": "''", "updated_at": "''",
        ]
        try insert(values)
        values["uid"] = "'t'"
        values[column] = value
        #expect(throws: DatabaseError.self) { try insert(values) }
    }

    @Test(arguments: ["'squat', 'cardio'", "'', 'cardio'", "'Row', 'sport'"])
    func aBrokenExerciseIsRefused(values: String) {
        #expect(throws: DatabaseError.self) {
            try db.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO exercise_exercise (uid, name, category, created_at, updated_at)
                        VALUES ('f', \(values), '', '')
                        """)
            }
        }
    }

    @Test(arguments: [
        "1, 'Squat (Barbell)', 'row'", "1, '', 'squat'", "1, 'Squat', ''", "2, 'Squat', 'squat'",
    ])
    func aBrokenImportedNameIsRefused(values: String) throws {
        func insert(_ values: String) throws {
            try db.write { db in
                try db.execute(
                    sql: "INSERT INTO exercise_imported_name (exercise_id, name, name_key) VALUES (\(values))"
                )
            }
        }
        try insert("1, 'Row', 'row'")
        #expect(throws: DatabaseError.self) { try insert(values) }
    }

    /// History and calendars seek in an index.
    @Test(arguments: [
        ("exercise_id = 1 ORDER BY day DESC, id DESC", "exercise_set_exercise"),
        ("day BETWEEN '2026-01-01' AND '2026-12-31' ORDER BY day", "exercise_set_day"),
        ("exercise_id = 1 AND day BETWEEN '2026-01-01' AND '2026-12-31'", "exercise_set_exercise"),
    ])
    func anIndexIsUsed(condition: String, index: String) throws {
        let plan = try db.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT * FROM exercise_set WHERE \(condition)")
                .map { $0["detail"] as String }
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains(index) ?? false)
    }
}
