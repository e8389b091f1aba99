import AtriumSDK
import GRDB

/// Reads and writes exercises in the module's tables, inside the transaction that a command or an import is lent.
struct ExerciseStore {
    let db: Database

    /// The columns that ``stored(_:)`` reads, over the alias `r` of the table.
    static let columns = """
        r.id, r.uid, r.name, r.category, r.muscles, r.notes, r.is_archived, r.created_at, r.updated_at, r.hearsay,
        (SELECT group_concat(n.name, char(10)) FROM
            (SELECT i.name FROM exercise_imported_name i WHERE i.exercise_id = r.id ORDER BY i.id) n)
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
        let name: String = row[2]
        return StoredExercise(
            id: row[0], uid: row[1],
            exercise: Exercise(
                name: name, category: Category(row[3]) ?? .strength, muscles: Words.names(column: row[4]),
                notes: row[5], isArchived: row[6],
                importedAs: Words.names(column: row[10]).filter { Words.key($0) != Words.key(name) },
                hearsay: (row[9] as String?).flatMap(Exercise.Hearsay.init(rawValue:)) ?? .none),
            createdAt: row[7], updatedAt: row[8])
    }

    /// The id of the exercise with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM exercise_exercise WHERE uid = ?"), arguments: [uid])
    }

    /// What a row of a set has to know of its exercise.
    struct Known {
        let id: Int64
        var category: Category
        var hearsay: Exercise.Hearsay
    }

    /// The exercise with a name, in any case of its letters; nil where there is none.
    ///
    /// - Parameter own: An exercise that is not meant; nil where each may be.
    func named(_ name: String, besides own: Int64? = nil) throws -> Known? {
        if let known = try known("name = ?", name, besides: own) { return known }
        guard let key = Self.key(of: name) else { return nil }
        return try known("name_key = ?", key, besides: own) ?? unkeyed(key, besides: own)
    }

    /// The exercise with a key that its row does not have: one of a vault made before there were keys, not changed since.
    private func unkeyed(_ key: String, besides own: Int64?) throws -> Known? {
        let names = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT id, name FROM exercise_exercise
                    WHERE name_key IS NULL AND length(CAST(name AS BLOB)) > length(name) ORDER BY id
                    """))
        while let row = try names.next() {
            let id: Int64 = row[0]
            if id != own, Words.key(row[1]) == key { return try known("id = ?", id) }
        }
        return nil
    }

    /// The exercise for which files have a name, in any case of its letters; nil where there is none.
    func imported(as name: String) throws -> Known? {
        try known("id = (SELECT exercise_id FROM exercise_imported_name WHERE name_key = ?)", Words.key(name))
    }

    private func known(_ condition: String, _ value: any DatabaseValueConvertible, besides own: Int64? = nil)
        throws -> Known?
    {
        try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id, category, hearsay FROM exercise_exercise WHERE \(condition) AND id IS NOT ?"
            ),
            arguments: [value, own]
        ).map { row in
            Known(
                id: row[0], category: Category(row[1] as String) ?? .strength,
                hearsay: (row[2] as String?).flatMap(Exercise.Hearsay.init(rawValue:)) ?? .none)
        }
    }

    /// What beside the name tells it from others: nil where NOCASE does, which knows the letters of ASCII.
    private static func key(of name: String) -> String? {
        name.utf8.allSatisfy { $0 < 0x80 } ? nil : Words.key(name)
    }

    /// The key that a row may have for a name; nil where it needs none, and where another row has it.
    ///
    /// In a vault made before there were keys, two exercises may have the name: both stay, and one of them has the key.
    private func freeKey(of name: String, for own: Int64?) throws -> String? {
        guard let key = Self.key(of: name) else { return nil }
        return try known("name_key = ?", key, besides: own) == nil ? key : nil
    }

    /// Keeps a new exercise and gives its id.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where another has its name, or comes in under one of the names that
    ///   files have for it.
    func insert(_ exercise: Exercise, uid: String, now: String) throws -> Int64 {
        try checkName(exercise.name, of: nil)
        let key = try freeKey(of: exercise.name, for: nil)
        try db.cachedStatement(
            sql: """
                INSERT INTO exercise_exercise
                (name, category, muscles, notes, is_archived, hearsay, name_key, updated_at, uid, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: Self.values(exercise, key, now) + [uid, now])
        let id = db.lastInsertedRowID
        try setImportedNames(of: id, from: [], to: exercise)
        return id
    }

    /// Makes a row's values those of an exercise; writes only where something differs.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where another exercise has its name, or where sets of it have values that
    ///   its new category does not have.
    func update(_ old: StoredExercise, to new: Exercise, now: String) throws {
        guard new != old.exercise else { return }
        let oldName = old.exercise.name
        // What the column tells apart is bytes. A name that stays is not asked for: a vault made before may have a double of it.
        if !new.name.utf8.elementsEqual(oldName.utf8) { try checkName(new.name, of: old.id) }
        let key = try freeKey(of: new.name, for: old.id)
        if new.category != old.exercise.category { try check(new.category, ofSetsOf: old.id) }
        try db.cachedStatement(
            sql: """
                UPDATE exercise_exercise SET name = ?, category = ?, muscles = ?, notes = ?, is_archived = ?,
                hearsay = ?, name_key = ?, updated_at = ? WHERE id = ?
                """
        ).execute(arguments: Self.values(new, key, now) + [old.id])
        try setImportedNames(of: old.id, from: old.exercise.importedAs, to: new)
        if Words.key(new.name) != Words.key(oldName) { try note(formerName: oldName, of: old.id) }
    }

    /// Gives an exercise that an import of sets has made the uid of its own row.
    func adopt(_ id: Int64, uid: String) throws {
        try db.execute(sql: "UPDATE exercise_exercise SET uid = ? WHERE id = ?", arguments: [uid, id])
    }

    /// Removes an exercise; its sets go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM exercise_exercise WHERE id = ?", arguments: [id])
    }

    private static func values(_ exercise: Exercise, _ key: String?, _ now: String) -> StatementArguments {
        [
            exercise.name, exercise.category.rawValue, Words.column(exercise.muscles), exercise.notes,
            exercise.isArchived, exercise.hearsay == .none ? nil : exercise.hearsay.rawValue,
            key, now,
        ]
    }

    // MARK: - Names in files

    /// Keeps a name under which sets of an exercise have come in; one that led to another leads to it from now on.
    ///
    /// One that leads to it already is not even tried: a conflict would use up an id.
    func note(importedName name: String, of id: Int64) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO exercise_imported_name (exercise_id, name, name_key)
                SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
                    SELECT 1 FROM exercise_imported_name WHERE exercise_id = ?1 AND name_key = ?3)
                ON CONFLICT (name_key) DO UPDATE SET exercise_id = excluded.exercise_id
                """
        ).execute(arguments: [id, name, Words.key(name)])
    }

    /// Keeps the name that an exercise has had, if it has sets.
    ///
    /// In a vault made before such names were kept, they may have come in under it. A name that leads to another exercise goes
    /// on doing so.
    private func note(formerName name: String, of id: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO exercise_imported_name (exercise_id, name, name_key)
                SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM exercise_set WHERE exercise_id = ?)
                ON CONFLICT (name_key) DO NOTHING
                """, arguments: [id, name, Words.key(name), id])
    }

    /// Whether files have another name for some exercise for which a condition over the alias `r` holds.
    func hasImportedNames(where condition: String) throws -> Bool {
        try Row.fetchCursor(db, sql: "SELECT \(Self.columns) FROM exercise_exercise r WHERE \(condition)")
            .map(Self.stored).contains { !$0.exercise.importedAs.isEmpty }
    }

    /// Makes the names that files have for an exercise those that it has now; its own is among them where sets came in under it.
    private func setImportedNames(of id: Int64, from old: [String], to new: Exercise) throws {
        let kept = Set(new.importedAs.map(Words.key))
        for name in old where !kept.contains(Words.key(name)) && Words.key(name) != Words.key(new.name) {
            try db.execute(
                sql: "DELETE FROM exercise_imported_name WHERE exercise_id = ? AND name_key = ?",
                arguments: [id, Words.key(name)])
        }
        for name in new.importedAs {
            if let other = try imported(as: name), other.id != id {
                throw AtriumError(
                    .badData, "another exercise has one of these names in files",
                    remedy: "take it from that one first, or leave it out", field: "importedAs")
            }
            try note(importedName: name, of: id)
        }
    }

    // MARK: - Rules

    private func checkName(_ name: String, of own: Int64?) throws {
        guard try named(name, besides: own) != nil else { return }
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
                    SELECT count(*) FROM exercise_set
                    WHERE exercise_id = ? AND \(SetStore.column(of: value)) IS NOT NULL
                    """, arguments: [id])
            guard let count, count > 0 else { continue }
            throw AtriumError(
                .badData,
                "\(category.phrase) has no \(value.words), and \(count) of its sets \(count == 1 ? "has" : "have") it",
                remedy: "keep the category, or change the sets first", field: "category")
        }
    }
}
