import AtriumSDK
import GRDB

/// Memories in and out of their tables; their photos are attachments.
struct MemoryStore {
    let db: Database
    let tags: any TagStore

    /// The name of the collection over all modules.
    static let collection = CollectionID(module: "connections", name: "memories")

    /// The title of one, over the alias `r`: the beginning of its note, else `memory, 2026-03-01`.
    static let titleSQL = "ifnull(\(NoteSQL.beginning), 'memory, ' || r.happened_on)"

    /// A memory's record over all modules.
    static func reference(_ id: Int64) -> RecordReference { RecordReference(collection, id) }

    /// A memory with what the tables keep beside it.
    struct Stored {
        let id: Int64
        let uid: String
        let memory: Memory
        let createdAt: String
        let updatedAt: String
    }

    /// The columns that ``stored(_:)`` reads.
    static let columns = "r.id, r.uid, r.happened_on, r.note, r.created_at, r.updated_at"

    /// The memory with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func stored(_ id: Int64) throws -> Stored {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM connections_memory r WHERE r.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else {
            throw AtriumError(
                .notFound, "there is no such memory", remedy: "see \(command: "connections memories list")",
                field: "record")
        }
        return try stored(row)
    }

    /// The memory in a row that has ``columns``.
    func stored(_ row: Row) throws -> Stored {
        guard let day = LocalDate(iso: row["happened_on"]) else {
            throw AtriumError(.internal, "a memory has no day")
        }
        let id: Int64 = row["id"]
        return Stored(
            id: id, uid: row["uid"],
            memory: Memory(
                day: day, note: row["note"], companions: try CompanionTable.memories.companions(of: id, db),
                tags: try tags.tags(of: Self.reference(id))),
            createdAt: row["created_at"], updatedAt: row["updated_at"])
    }

    /// The id of the memory with a uid, or nil.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM connections_memory WHERE uid = ?"), arguments: [uid])
    }

    /// Keeps a new memory and gives its id.
    func insert(_ memory: Memory, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO connections_memory (happened_on, note, updated_at, uid, created_at)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [memory.day.description, memory.note, now, uid, now])
        let id = db.lastInsertedRowID
        try CompanionTable.memories.set(memory.companions, of: id, db)
        if !memory.tags.isEmpty { try tags.setTags(memory.tags, of: Self.reference(id)) }
        return id
    }

    /// Makes a memory's values those of another; one that is the same writes nothing, unless its photo was changed.
    func update(_ old: Stored, to memory: Memory, hasOtherPhoto: Bool = false, now: String) throws {
        guard old.memory != memory || hasOtherPhoto else { return }
        try db.cachedStatement(
            sql: "UPDATE connections_memory SET happened_on = ?, note = ?, updated_at = ? WHERE id = ?"
        ).execute(arguments: [memory.day.description, memory.note, now, old.id])
        try CompanionTable.memories.set(memory.companions, of: old.id, db)
        if old.memory.tags != memory.tags { try tags.setTags(memory.tags, of: Self.reference(old.id)) }
    }

    /// Removes a memory; its companions' rows go with it.
    func remove(_ id: Int64) throws {
        try tags.setTags([], of: Self.reference(id))
        try db.execute(sql: "DELETE FROM connections_memory WHERE id = ?", arguments: [id])
    }
}
