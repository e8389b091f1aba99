import AtriumSDK
import GRDB

/// Reads and writes habits in the module's tables, inside the transaction that a command or an import is lent.
struct HabitStore {
    let db: Database

    /// The columns that ``stored(_:)`` reads, over the alias `r` of the table.
    static let columns = """
        r.id, r.uid, r.title, r.target, r.weekdays, r.times_a_week, r.unit, r.goal, r.color, r.started_on,
        r.is_archived, r.created_at, r.updated_at
        """

    /// The habit with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func habit(_ id: Int64) throws -> StoredHabit {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM habits_habit r WHERE r.id = ?"),
            arguments: [id])
        guard let row else {
            throw AtriumError(
                .notFound, "there is no such habit",
                remedy: "\(command: "habits list") shows which there are",
                field: "record")
        }
        return try stored(row)
    }

    /// The habit in a row that has ``columns``.
    func stored(_ row: Row) throws -> StoredHabit {
        let id: Int64 = row["id"]
        let start: String? = row["started_on"]
        return StoredHabit(
            id: id, uid: row["uid"],
            habit: Habit(
                title: row["title"], schedule: Self.schedule(row), unit: row["unit"], goal: row["goal"],
                color: row["color"], start: start.flatMap(LocalDate.init(iso:)),
                isArchived: row["is_archived"], completions: try completions(of: id)),
            createdAt: row["created_at"], updatedAt: row["updated_at"])
    }

    private static func schedule(_ row: Row) -> Schedule {
        if let digits: String = row["weekdays"] {
            return .weekdays(Set(digits.compactMap { $0.wholeNumberValue.flatMap(Weekday.init(rawValue:)) }))
        }
        if let times: Int64 = row["times_a_week"] { return .weekly(times: times) }
        return .monthly(target: row["target"])
    }

    private func completions(of id: Int64) throws -> [LocalDate: Completion] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT day, amount, note FROM habits_completion WHERE habit_id = ?"),
            arguments: [id])
        var completions: [LocalDate: Completion] = [:]
        while let row = try rows.next() {
            guard let day = LocalDate(iso: row[0]) else { continue }
            completions[day] = Completion(amount: row[1], note: row[2])
        }
        return completions
    }

    /// The id of the habit with a uid, or nil.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM habits_habit WHERE uid = ?"), arguments: [uid])
    }

    // MARK: - Writing

    /// Keeps a new habit and gives its id.
    func insert(_ habit: Habit, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO habits_habit (title, target, weekdays, times_a_week, unit, goal, color, started_on,
                    is_archived, updated_at, uid, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: Self.values(habit, now: now) + [uid, now])
        let id = db.lastInsertedRowID
        try write(habit.completions, over: [:], of: id)
        return id
    }

    /// Makes a habit's values those of another; writes only what differs.
    func update(_ old: StoredHabit, to habit: Habit, now: String) throws {
        guard habit != old.habit else { return }
        try db.cachedStatement(
            sql: """
                UPDATE habits_habit SET title = ?, target = ?, weekdays = ?, times_a_week = ?, unit = ?, goal = ?,
                    color = ?, started_on = ?, is_archived = ?, updated_at = ? WHERE id = ?
                """
        ).execute(arguments: Self.values(habit, now: now) + [old.id])
        try write(habit.completions, over: old.habit.completions, of: old.id)
    }

    /// Removes a habit; its completions go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM habits_habit WHERE id = ?", arguments: [id])
    }

    private static func values(_ habit: Habit, now: String) -> StatementArguments {
        let weekdays = habit.schedule.weekdays.map { String($0.rawValue) }.joined()
        return [
            habit.title, habit.schedule.target, weekdays.isEmpty ? nil : weekdays, habit.schedule.timesAWeek,
            habit.unit, habit.goal, habit.color, habit.start?.description, habit.isArchived, now,
        ]
    }

    private func write(
        _ completions: [LocalDate: Completion], over old: [LocalDate: Completion], of id: Int64
    ) throws {
        let delete = try db.cachedStatement(
            sql: "DELETE FROM habits_completion WHERE habit_id = ? AND day = ?")
        for day in old.keys.filter({ completions[$0] == nil }).sorted() {
            try delete.execute(arguments: [id, day.description])
        }
        let insert = try db.cachedStatement(
            sql: "INSERT INTO habits_completion (amount, note, habit_id, day) VALUES (?, ?, ?, ?)")
        let update = try db.cachedStatement(
            sql: "UPDATE habits_completion SET amount = ?, note = ? WHERE habit_id = ? AND day = ?")
        for (day, completion) in completions.sorted(by: { $0.key < $1.key }) where old[day] != completion {
            try (old[day] == nil ? insert : update).execute(
                arguments: [completion.amount, completion.note, id, day.description])
        }
    }
}
