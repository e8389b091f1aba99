import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Writes and reads whole entries, inside the transaction that a command or an import is lent.
struct EntryTable {
    let db: Database
    let tags: any TagStore
    /// Makes and finds rows of zones for what is written.
    let zones: ZoneTable
    /// Knows the zones of what is read.
    let storedZones: StoredZones

    /// The table of zones.
    static let zoneTable = "journal_zone"

    init(_ db: Database, _ tags: any TagStore, zones: ZoneTable? = nil) {
        self.db = db
        self.tags = tags
        self.zones = zones ?? ZoneTable(Self.zoneTable, db)
        storedZones = StoredZones(in: Self.zoneTable, db)
    }

    /// The tables in the hands of a command.
    ///
    /// - Parameter known: zone rows to use whatever their definition: those of the entry that is edited.
    init(_ context: CommandContext, known: [String: Int64] = [:]) {
        self.init(context.db, context.tags, zones: ZoneTable(Self.zoneTable, context.db, known: known))
    }

    // MARK: - Reading

    /// The entry with an id, whole; nil where there is none.
    func find(_ id: Int64) throws -> StoredEntry? {
        let statement = try db.cachedStatement(sql: "SELECT r.* FROM journal_entry r WHERE r.id = ?")
        return try Array(Row.fetchCursor(statement, arguments: [id]).map { try read($0) }).first
    }

    /// The entry with an id, whole.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func entry(_ id: Int64) throws -> StoredEntry {
        guard let stored = try find(id) else {
            throw AtriumError(
                .notFound, "the entry does not exist",
                remedy: "\(command: "journal list") lists all of them", field: "record")
        }
        return stored
    }

    /// The entry in a row that has all columns of its table.
    func read(_ row: Row) throws -> StoredEntry {
        let id: Int64 = row["id"]
        let zone: Int64? = row["zone_id"]
        var entry = Entry(title: row["title"], text: row["text"], place: row["place"])
        if let at: String = row["at"] {
            entry.at = CalendarTime(stored: at, zone: try storedZones.name(of: zone))
        }
        entry.mood = (row["mood"] as Int?).flatMap(Mood.init)
        entry.people = JournalText.split(row["people_uids"])
        entry.tags = try tags.tags(of: RecordReference(.entries, id))
        return StoredEntry(
            id: id, uid: row["uid"], entry: entry, createdAt: row["created_at"],
            updatedAt: row["updated_at"], zones: try storedZones.resolver(for: zone.map { [$0] } ?? []))
    }

    /// The entries that name people, with the uids or names that stand in them.
    func peopleNamed() throws -> [(entry: Int64, words: [String])] {
        try Row.fetchAll(
            db, sql: "SELECT id, people_uids FROM journal_entry WHERE people_uids IS NOT NULL ORDER BY id"
        ).map { ($0[0], JournalText.split($0[1])) }
    }

    /// The id of the entry with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM journal_entry WHERE uid = ?"), arguments: [uid])
    }

    // MARK: - Writing

    private func bind(_ entry: Entry, to row: inout RowStatement) throws {
        row.bind(entry.at?.storedText)
        row.bind(try zones.id(of: entry.at?.zoneID))
        row.bind(entry.title)
        row.bind(entry.text)
        row.bind(entry.mood?.rawValue)
        row.bind(entry.place)
        row.bind(JournalText.joined(entry.people))
    }

    /// Keeps a new entry and gives its id.
    func insert(_ entry: Entry, uid: String, createdAt: String, updatedAt: String) throws -> Int64 {
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    INSERT INTO journal_entry (uid, created_at, updated_at, revision, at, zone_id, title, text, mood,
                        place, people_uids) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)
                    """))
        row.bind(uid)
        row.bind(createdAt)
        row.bind(updatedAt)
        try bind(entry, to: &row)
        try row.run()
        let id = db.lastInsertedRowID
        if !entry.tags.isEmpty { try tags.setTags(entry.tags, ofNew: RecordReference(.entries, id)) }
        return id
    }

    /// Makes a row's values those of an entry; writes only where something differs.
    ///
    /// Whatever differs, a tag too, changes the row, if only its revision: the host then knows that what stands in its file
    /// was edited.
    func update(_ old: StoredEntry, to new: Entry, createdAt: String? = nil, updatedAt: String) throws {
        guard new != old.entry else { return }
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    UPDATE journal_entry SET revision = revision + 1, created_at = ?, updated_at = ?, at = ?, zone_id = ?,
                        title = ?, text = ?, mood = ?, place = ?, people_uids = ? WHERE id = ?
                    """))
        row.bind(createdAt ?? old.createdAt)
        row.bind(updatedAt)
        try bind(new, to: &row)
        row.bind(old.id)
        try row.run()
        if old.entry.tags != new.tags {
            try tags.setTags(new.tags, of: RecordReference(.entries, old.id))
        }
    }

    /// Notes that something beside the row's values has changed: its photos.
    func touch(_ id: Int64, updatedAt: String) throws {
        try db.execute(
            sql: "UPDATE journal_entry SET revision = revision + 1, updated_at = ? WHERE id = ?",
            arguments: [updatedAt, id])
    }

    /// Removes an entry.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM journal_entry WHERE id = ?", arguments: [id])
    }

    /// The zone row that an entry uses, by TZID: an edit keeps to it.
    static func knownZones(of id: Int64, _ db: Database) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT z.tzid, z.id FROM journal_zone z JOIN journal_entry r ON r.zone_id = z.id WHERE r.id = ?
                """, arguments: [id])
        return rows.reduce(into: [:]) { $0[$1["tzid"]] = $1["id"] }
    }
}
