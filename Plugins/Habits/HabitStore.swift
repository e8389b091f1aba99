import AtriumSDK
import GRDB

/// Reads and writes habits in the module's tables, inside the transaction that a command or an import is lent.
struct HabitStore {
    let db: Database

    /// The columns that ``stored(_:)`` reads, over the alias `r` of the table.
    static let columns = "r.id, r.uid, r.title, r.target, r.created_at, r.updated_at"

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
        let days = try String.fetchAll(
            db.cachedStatement(sql: "SELECT day FROM habits_completion WHERE habit_id = ?"), arguments: [id])
        return StoredHabit(
            id: id, uid: row["uid"],
            habit: Habit(
                title: row["title"], target: row["target"], days: Set(days.compactMap(LocalDate.init(iso:)))),
            createdAt: row["created_at"], updatedAt: row["updated_at"])
    }

    /// The id of the habit with a uid, or nil.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM habits_habit WHERE uid = ?"), arguments: [uid])
    }

    /// Keeps a new habit and gives its id.
    func insert(_ habit: Habit, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql:
                "INSERT INTO habits_habit (uid, title, target, created_at, updated_at) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [uid, habit.title, habit.target, now, now])
        let id = db.lastInsertedRowID
        try insert(habit.days, of: id)
        return id
    }

    /// Makes a habit's values those of another; writes only what differs.
    func update(_ old: StoredHabit, to habit: Habit, now: String) throws {
        guard habit != old.habit else { return }
        try db.cachedStatement(
            sql: "UPDATE habits_habit SET title = ?, target = ?, updated_at = ? WHERE id = ?"
        )
        .execute(arguments: [habit.title, habit.target, now, old.id])
        let delete = try db.cachedStatement(
            sql: "DELETE FROM habits_completion WHERE habit_id = ? AND day = ?")
        for day in old.habit.days.subtracting(habit.days).sorted() {
            try delete.execute(arguments: [old.id, day.description])
        }
        try insert(habit.days.subtracting(old.habit.days), of: old.id)
    }

    /// Removes a habit; its completions go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM habits_habit WHERE id = ?", arguments: [id])
    }

    private func insert(_ days: Set<LocalDate>, of id: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO habits_completion (habit_id, day) VALUES (?, ?)")
        for day in days.sorted() { try statement.execute(arguments: [id, day.description]) }
    }
}
