import AtriumSDK
import GRDB

/// Reads and writes exercises in the module's tables, inside the transaction that a command or an import is lent.
struct ExerciseStore {
    let db: Database

    /// The columns that ``stored(_:)`` reads, over the alias `r` of the table.
    static let columns = """
        r.id, r.uid, r.name, r.category, r.muscles, r.notes, r.is_archived, r.created_at, r.updated_at
        """

    /// The exercise with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func exercise(_ id: Int64) throws -> StoredExercise {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM exercise_exercise r WHERE r.id = ?"),
            arguments: [id])
        guard let row else {
            throw AtriumError(
                .notFound, "there is no such exercise",
                remedy: "\(command: "exercise list") shows which there are", field: "record")
        }
        return Self.stored(row)
    }

    /// The exercise in a row that has ``columns``.
    static func stored(_ row: Row) -> StoredExercise {
        StoredExercise(
            id: row[0], uid: row[1],
            exercise: Exercise(
                name: row[2], category: Category(row[3]) ?? .strength, muscles: Words.names(column: row[4]),
                notes: row[5], isArchived: row[6]),
            createdAt: row[7], updatedAt: row[8])
    }

    /// The id of the exercise with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM exercise_exercise WHERE uid = ?"), arguments: [uid])
    }

    /// The id and category of the exercise with a name, in any case of its letters; nil where there is none.
    func named(_ name: String) throws -> (id: Int64, category: Category)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, category FROM exercise_exercise WHERE name = ?"),
            arguments: [name])
        return row.flatMap { row in Category(row[1] as String).map { (row[0], $0) } }
    }

    /// Keeps a new exercise and gives its id.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where another has its name.
    func insert(_ exercise: Exercise, uid: String, now: String) throws -> Int64 {
        try checkName(exercise.name, of: nil)
        try db.cachedStatement(
            sql: """
                INSERT INTO exercise_exercise
                (name, category, muscles, notes, is_archived, updated_at, uid, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: Self.values(exercise, now) + [uid, now])
        return db.lastInsertedRowID
    }

    /// Makes a row's values those of an exercise; writes only where something differs.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where another exercise has its name, or where sets of it have values that
    ///   its new category does not have.
    func update(_ old: StoredExercise, to new: Exercise, now: String) throws {
        guard new != old.exercise else { return }
        try checkName(new.name, of: old.id)
        if new.category != old.exercise.category { try check(new.category, ofSetsOf: old.id) }
        try db.cachedStatement(
            sql: """
                UPDATE exercise_exercise SET name = ?, category = ?, muscles = ?, notes = ?, is_archived = ?,
                updated_at = ? WHERE id = ?
                """
        ).execute(arguments: Self.values(new, now) + [old.id])
    }

    /// Removes an exercise; its sets go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM exercise_exercise WHERE id = ?", arguments: [id])
    }

    private static func values(_ exercise: Exercise, _ now: String) -> StatementArguments {
        [
            exercise.name, exercise.category.rawValue, Words.column(exercise.muscles), exercise.notes,
            exercise.isArchived, now,
        ]
    }

    private func checkName(_ name: String, of own: Int64?) throws {
        guard let other = try named(name), other.id != own else { return }
        throw AtriumError(
            .badData, "there is an exercise of this name already", remedy: "give it a name of its own",
            field: "name")
    }

    /// Refuses a category that has not all the values of an exercise's sets.
    private func check(_ category: Category, ofSetsOf id: Int64) throws {
        for value in ExerciseSet.Value.allCases where !category.values.contains(value) {
            let count = try Int64.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM exercise_set WHERE exercise_id = ? AND \(SetStore.column(of: value)) IS NOT NULL
                    AND kind IS NOT 'rest'
                    """, arguments: [id])
            guard let count, count > 0 else { continue }
            throw AtriumError(
                .badData,
                "\(category.phrase) has no \(value.words), and \(count) of its sets \(count == 1 ? "has" : "have") it",
                remedy: "keep the category, or change the sets first", field: "category")
        }
    }
}
