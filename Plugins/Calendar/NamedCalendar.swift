import AtriumSDK
import GRDB

/// A calendar: a named shelf of events.
struct NamedCalendar: Sendable, Hashable {
    /// The row id.
    var id: Int64
    /// The stable name for programs.
    var uid: String
    /// What the user calls it; unique in a vault, in any case.
    var name: String
    /// A CSS3 colour name (RFC 7986, section 5.9) or `#RRGGBB`; nil where none was chosen.
    var color: String?
    /// Whether events go here where no calendar is named.
    ///
    /// At most one calendar of a vault is the default.
    var isDefault: Bool
    /// Whether its events take time, as far as they say so themselves.
    var isBusy: Bool
    /// When it was made: an ``AtriumSDK/Timestamp``.
    var createdAt: String
    /// When it was last changed, its events aside.
    var updatedAt: String

    /// What the default calendar is called when it is made.
    static let defaultName = "Personal"
    /// The uid of the default calendar that is made without being asked for: the same in every vault, so that what was
    /// linked with it finds it in another.
    static let defaultUID = "personal"

    init(row: Row) {
        id = row["id"]
        uid = row["uid"]
        name = row["name"]
        color = row["color"]
        isDefault = row["is_default"]
        isBusy = row["is_busy"]
        createdAt = row["created_at"]
        updatedAt = row["updated_at"]
    }

    /// Whether it was made without being asked for, and nobody has named it since: a file's name may take its place.
    var isUnnamed: Bool { uid == Self.defaultUID && name == Self.defaultName }

    /// Whether this is its name, in any case.
    func isCalled(_ name: String) -> Bool { Self.trimmed(name).lowercased() == self.name.lowercased() }

    /// The calendar with an id.
    static func find(_ id: Int64, _ db: Database) throws -> NamedCalendar? {
        try Row.fetchOne(db, sql: "SELECT * FROM calendar_calendar WHERE id = ?", arguments: [id])
            .map(NamedCalendar.init(row:))
    }

    /// The calendar with a name, in any case.
    static func find(named name: String, _ db: Database) throws -> NamedCalendar? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM calendar_calendar WHERE name = ?",
            arguments: [trimmed(name)]
        ).map(NamedCalendar.init(row:))
    }

    /// The calendar with a name, made where there is none; without a name the default one.
    static func findOrMake(_ name: String?, _ db: Database, now: String, uid: () -> String) throws
        -> NamedCalendar
    {
        if let name {
            if let calendar = try find(named: name, db) { return calendar }
            return try make(name, isDefault: false, db, now: now, uid: uid())
        }
        try settleDefault(db, now: now)
        let marked = try Row.fetchOne(db, sql: "SELECT * FROM calendar_calendar WHERE is_default = 1")
        if let marked { return NamedCalendar(row: marked) }
        let uid = try find(uid: defaultUID, db) == nil ? defaultUID : uid()
        return try make(defaultName, isDefault: true, db, now: now, uid: uid)
    }

    /// The calendar to which events go where none is named; nil: it is to be made.
    static func findDefault(_ db: Database) throws -> NamedCalendar? {
        try Row.fetchOne(
            db,
            sql: "SELECT * FROM calendar_calendar WHERE is_default = 1 OR name = ? ORDER BY is_default DESC",
            arguments: [defaultName]
        ).map(NamedCalendar.init(row:))
    }

    /// Makes the calendar of the default's name the default one where there is none: events go there from now on.
    static func settleDefault(_ db: Database, now: String) throws {
        try db.execute(
            sql: """
                UPDATE calendar_calendar SET is_default = 1, updated_at = ?
                WHERE name = ? AND NOT EXISTS (SELECT 1 FROM calendar_calendar WHERE is_default = 1)
                """, arguments: [now, defaultName])
    }

    /// The calendar with a uid.
    static func find(uid: String, _ db: Database) throws -> NamedCalendar? {
        try Row.fetchOne(db, sql: "SELECT * FROM calendar_calendar WHERE uid = ?", arguments: [uid])
            .map(NamedCalendar.init(row:))
    }

    /// Makes a calendar.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the name is empty, and `conflict` where it is taken.
    static func make(
        _ name: String, color: String? = nil, isDefault: Bool, _ db: Database, now: String, uid: String
    ) throws -> NamedCalendar {
        let name = try checked(name: name)
        guard try find(named: name, db) == nil else { throw taken(name) }
        try db.execute(
            sql: """
                INSERT INTO calendar_calendar (uid, name, color, is_default, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [uid, name, color, isDefault, now, now])
        let id = db.lastInsertedRowID
        try settleDefault(db, now: now)
        guard let calendar = try find(id, db) else {
            throw AtriumError(.internal, "the new calendar was not found")
        }
        return calendar
    }

    /// A name without white space around it.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where nothing is left.
    static func checked(name: String) throws -> String {
        let name = trimmed(name)
        guard !name.isEmpty else {
            throw AtriumError(
                .badData, "a calendar's name cannot be empty", remedy: "give it a name", field: "name")
        }
        return name
    }

    static func taken(_ name: String) -> AtriumError {
        AtriumError(
            .conflict, "a calendar named “\(name)” already exists", remedy: "choose another name",
            field: "name")
    }

    private static func trimmed(_ name: String) -> String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(name.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
