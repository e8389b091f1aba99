import AtriumSDK
import GRDB

/// Reads and writes categories and levels, inside the transaction that a command or an import is lent.
struct CategoryTable {
    let db: Database

    // MARK: - Categories

    /// The category with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func category(_ id: Int64) throws -> (uid: String, category: ModelCategory) {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT uid, level, name, description FROM mental_models_category WHERE id = ?"),
            arguments: [id])
        guard let row, let level = Level(rawValue: row["level"]) else {
            throw AtriumError(
                .notFound, "the category does not exist",
                remedy: "\(command: "mental-models categories list") lists all of them", field: "record")
        }
        return (
            row["uid"], ModelCategory(level: level, name: row["name"], description: row["description"])
        )
    }

    /// The id of the category with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM mental_models_category WHERE uid = ?"), arguments: [uid])
    }

    /// The categories of a name, in one level or (nil) in all; the newest first.
    func ids(named name: String, in level: Level?) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM mental_models_category WHERE lower(name) = lower(?1) AND (?2 IS NULL OR level = ?2)
                    ORDER BY id DESC
                    """), arguments: [name, level?.rawValue])
    }

    /// Keeps a new category, and its level where that is not kept yet; gives its id.
    func insert(_ category: ModelCategory, uid: String, now: String) throws -> Int64 {
        try keep(category.level, now: now)
        try db.cachedStatement(
            sql: """
                INSERT INTO mental_models_category (uid, level, name, description, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [uid, category.level.rawValue, category.name, category.description, now, now])
        return db.lastInsertedRowID
    }

    /// Makes a category's values those of another; writes only where something differs.
    func update(_ id: Int64, to category: ModelCategory, now: String) throws {
        guard try category != self.category(id).category else { return }
        try keep(category.level, now: now)
        try db.cachedStatement(
            sql:
                "UPDATE mental_models_category SET level = ?, name = ?, description = ?, updated_at = ? WHERE id = ?"
        ).execute(arguments: [category.level.rawValue, category.name, category.description, now, id])
    }

    // MARK: - Levels

    /// What is said of the level with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func level(_ id: Int64) throws -> LevelText {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT uid, title, description FROM mental_models_level WHERE id = ?"),
            arguments: [id])
        guard let row, let level = Level(rawValue: row["uid"]) else {
            throw AtriumError(
                .notFound, "the level does not exist",
                remedy: "\(command: "mental-models levels list") lists all of them", field: "record")
        }
        return LevelText(level: level, title: row["title"], description: row["description"])
    }

    /// The id of a level's row; nil where the level is not in use yet.
    func id(of level: Level) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM mental_models_level WHERE uid = ?"),
            arguments: [level.rawValue])
    }

    /// The level that a text names: by the title that the user gave it, or as ``Level/init(_:)`` knows it.
    func level(named text: String) throws -> Level? {
        let own = try String.fetchOne(
            db.cachedStatement(sql: "SELECT uid FROM mental_models_level WHERE lower(title) = lower(?)"),
            arguments: [text])
        return own.flatMap(Level.init(rawValue:)) ?? Level(text)
    }

    /// Refuses a title by which another level would be found: outlines name the level of a category so.
    ///
    /// In a vault made before this was refused, another level may have the title that a level has by itself; that one can be
    /// given another then.
    /// - Throws: ``AtriumError`` with code `badData`.
    private func check(_ text: LevelText) throws {
        let other = try level(named: text.title) ?? text.level
        guard other == text.level, Level(text.title) ?? text.level == text.level else {
            let other = other == text.level ? Level(text.title) ?? other : other
            let another: Guidance =
                text.title == text.level.title
                ? "give \(other.rawValue) another title with \(command: "mental-models levels edit", .argument("record", other.rawValue))"
                : "give \(text.level.rawValue) another title"
            throw AtriumError(
                .badData, "“\(text.title)” is a name of the level \(other.rawValue)", remedy: another,
                field: "title")
        }
    }

    /// Keeps a level under its own title, where it is not kept yet.
    func keep(_ level: Level, now: String) throws {
        if try id(of: level) == nil { _ = try insert(LevelText(level: level, title: level.title), now: now) }
    }

    /// Keeps a level and gives its id.
    func insert(_ text: LevelText, now: String) throws -> Int64 {
        try check(text)
        try db.cachedStatement(
            sql: """
                INSERT INTO mental_models_level (uid, title, description, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [text.level.rawValue, text.title, text.description, now, now])
        return db.lastInsertedRowID
    }

    /// Makes what is said of a level something else; writes only where something differs.
    func update(_ id: Int64, to text: LevelText, now: String) throws {
        let old = try level(id)
        guard text != old else { return }
        if text.title != old.title { try check(text) }
        try db.cachedStatement(
            sql: "UPDATE mental_models_level SET title = ?, description = ?, updated_at = ? WHERE id = ?"
        ).execute(arguments: [text.title, text.description, now, id])
    }
}
