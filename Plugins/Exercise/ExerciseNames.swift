import AtriumSDK
import GRDB
import RecordKit

/// The names by which exercises are known: their own, and those that files have for them.
struct ExerciseNames {
    let db: Database

    /// What a row of a set has to know of its exercise.
    struct Known {
        let id: Int64
        var category: Category
        var hearsay: Hearsay
    }

    /// The exercise with a name, in any case of its letters; nil if there is none.
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

    /// The exercise for which files have a name, in any case of its letters; nil if there is none.
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
                hearsay: (row[2] as String?).flatMap(Hearsay.init(rawValue:)) ?? .none)
        }
    }

    /// What beside the name tells it from others: nil where NOCASE does, which knows the letters of ASCII.
    private static func key(of name: String) -> String? {
        name.utf8.allSatisfy { $0 < 0x80 } ? nil : Words.key(name)
    }

    /// The key that a row may have for a name; nil if it needs none, or another row has it.
    ///
    /// In a vault made before there were keys, two exercises may have the name: both stay, and one of them has the key.
    func freeKey(of name: String, for own: Int64?) throws -> String? {
        guard let key = Self.key(of: name) else { return nil }
        return try known("name_key = ?", key, besides: own) == nil ? key : nil
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
    func note(formerName name: String, of id: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO exercise_imported_name (exercise_id, name, name_key)
                SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM exercise_set WHERE exercise_id = ?)
                ON CONFLICT (name_key) DO NOTHING
                """, arguments: [id, name, Words.key(name), id])
    }

    /// Makes the names that files have for an exercise those that it has now; its own is among them where sets came in under it.
    func setImportedNames(_ names: [String], over old: [String], of id: Int64, called own: String) throws {
        let kept = Set(names.map(Words.key))
        for name in old where !kept.contains(Words.key(name)) && Words.key(name) != Words.key(own) {
            try db.execute(
                sql: "DELETE FROM exercise_imported_name WHERE exercise_id = ? AND name_key = ?",
                arguments: [id, Words.key(name)])
        }
        for name in names {
            if let other = try imported(as: name), other.id != id {
                throw AtriumError(
                    .badData, "another exercise already has one of these names in files",
                    remedy: "remove it there first, or leave it out", field: "importedAs")
            }
            try note(importedName: name, of: id)
        }
    }

    // MARK: - Rules

    func checkName(_ name: String, of own: Int64?) throws {
        guard try named(name, besides: own) != nil else { return }
        throw AtriumError(
            .badData, "another exercise already has this name", remedy: "choose another name",
            field: "name")
    }

    /// Refuses a category that has not all the values of an exercise's sets.
    func check(_ category: Category, ofSetsOf id: Int64) throws {
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
                "\(category.phrase) has no \(value.words), but \(count) of its sets \(count == 1 ? "has" : "have") it",
                remedy: "keep the category, or change the sets first", field: "category")
        }
    }
}

/// Keeps the names that files have for an exercise in rows of their own; its own name is one of them where sets came in under
/// it, and is not shown.
struct ImportedNames: ValuePlace {
    func value(of record: Int64, _ context: RecordContext) throws -> DataValue {
        let rows = try Row.fetchAll(
            context.db.cachedStatement(
                sql: """
                    SELECT i.name, r.name FROM exercise_imported_name i JOIN exercise_exercise r ON r.id = i.exercise_id
                    WHERE i.exercise_id = ? ORDER BY i.id
                    """), arguments: [record])
        return .texts(rows.filter { Words.key($0[0]) != Words.key($0[1]) }.map { $0[0] })
    }

    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws {
        let db = context.db
        let own = try String.fetchOne(
            db.cachedStatement(sql: "SELECT name FROM exercise_exercise WHERE id = ?"), arguments: [record])
        try ExerciseNames(db: db).setImportedNames(
            value.texts, over: old.texts, of: record, called: own ?? "")
    }

    let cellSQL = [
        """
        (SELECT max(i.id) FROM exercise_imported_name i
            WHERE i.exercise_id = r.id AND i.name_key <> \(TextMatch.folded("r.name")))
        """
    ]
}
