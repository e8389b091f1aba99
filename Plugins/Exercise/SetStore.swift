import AtriumSDK
import GRDB

/// Reads and writes sets in the module's tables, inside the transaction that a command or an import is lent.
struct SetStore {
    let db: Database

    /// The columns that ``stored(_:from:)`` reads, over the alias `r` of the table.
    static let columns = """
        r.id, r.uid, r.exercise_id, r.day, r.time, r.zone, r.workout, r.position, r.kind, r.weight_kg, r.reps,
        r.distance_m, r.duration_s, r.heart_rate, r.rpe, r.muscles, r.note, r.created_at, r.updated_at,
        (SELECT e.name FROM exercise_exercise e WHERE e.id = r.exercise_id) AS name,
        (SELECT e.category FROM exercise_exercise e WHERE e.id = r.exercise_id) AS category
        """

    /// The column of a value that only some categories have.
    static func column(of value: ExerciseSet.Value) -> String {
        switch value {
        case .weight: "weight_kg"
        case .reps: "reps"
        case .distance: "distance_m"
        case .duration: "duration_s"
        case .heartRate: "heart_rate"
        case .muscles: "muscles"
        }
    }

    /// The set with an id; nil where there is none.
    func find(_ id: Int64) throws -> StoredSet? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM exercise_set r WHERE r.id = ?"),
            arguments: [id]
        ).map { try Self.stored($0, from: 0) }
    }

    /// The set with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func set(_ id: Int64) throws -> StoredSet {
        guard let set = try find(id) else {
            throw AtriumError(
                .notFound, "the set does not exist",
                remedy: "\(command: "exercise sets list") lists all of them", field: "record")
        }
        return set
    }

    /// The set in a row that has ``columns`` from a place on.
    static func stored(_ row: Row, from start: Int) throws -> StoredSet {
        guard let day = LocalDate(iso: row[start + 3]) else {
            throw AtriumError(.internal, "a set has no day")
        }
        var set = ExerciseSet(exercise: row[start + 2], day: day)
        set.time = row[start + 4]
        set.zone = row[start + 5]
        set.workout = row[start + 6]
        set.position = row[start + 7]
        set.kind = (row[start + 8] as String?).flatMap(ExerciseSet.Kind.init(rawValue:)) ?? .normal
        set.weight = row[start + 9]
        set.reps = row[start + 10]
        set.distance = row[start + 11]
        set.duration = row[start + 12]
        set.heartRate = row[start + 13]
        set.rpe = row[start + 14]
        set.muscles = Words.names(column: row[start + 15])
        set.note = row[start + 16]
        return StoredSet(
            id: row[start], uid: row[start + 1], set: set, name: row[start + 19],
            category: Category(row[start + 20] as String) ?? .strength, createdAt: row[start + 17],
            updatedAt: row[start + 18])
    }

    /// The id of the set with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM exercise_set WHERE uid = ?"), arguments: [uid])
    }

    /// The number that the next set of an exercise on a day has.
    func nextPosition(of exercise: Int64, on day: LocalDate) throws -> Int64 {
        let last = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT max(position) FROM exercise_set WHERE exercise_id = ? AND day = ?"),
            arguments: [exercise, day.description])
        return (last ?? 0) + 1
    }

    // MARK: - Writing

    /// Keeps a new set and gives its id.
    func insert(_ set: ExerciseSet, uid: String, now: String) throws -> Int64 {
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    INSERT INTO exercise_set (exercise_id, day, time, zone, workout, position, kind, weight_kg, reps,
                    distance_m, duration_s, heart_rate, rpe, muscles, note, updated_at, uid, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """))
        bind(set, now, to: &row)
        row.bind(uid)
        row.bind(now)
        try row.run()
        return db.lastInsertedRowID
    }

    /// Makes a row's values those of a set; writes only where something differs.
    func update(_ old: StoredSet, to new: ExerciseSet, now: String) throws {
        guard new != old.set else { return }
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    UPDATE exercise_set SET exercise_id = ?, day = ?, time = ?, zone = ?, workout = ?, position = ?,
                    kind = ?, weight_kg = ?, reps = ?, distance_m = ?, duration_s = ?, heart_rate = ?, rpe = ?,
                    muscles = ?, note = ?, updated_at = ? WHERE id = ?
                    """))
        bind(new, now, to: &row)
        row.bind(old.id)
        try row.run()
    }

    /// Removes a set.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM exercise_set WHERE id = ?", arguments: [id])
    }

    private func bind(_ set: ExerciseSet, _ now: String, to row: inout RowStatement) {
        row.bind(set.exercise)
        row.bind(set.day.description)
        row.bind(set.time)
        row.bind(set.zone)
        row.bind(set.workout)
        row.bind(set.position)
        row.bind(set.kind == .normal ? nil : set.kind.rawValue)
        row.bind(set.weight)
        row.bind(set.reps)
        row.bind(set.distance)
        row.bind(set.duration)
        row.bind(set.heartRate)
        row.bind(set.rpe)
        row.bind(Words.column(set.muscles))
        row.bind(set.note)
        row.bind(now)
    }
}
