import AtriumSDK
import GRDB

/// Interactions in and out of their tables.
struct InteractionStore {
    let db: Database

    /// The name of the collection over all modules.
    static let collection = CollectionID(module: "connections", name: "interactions")

    /// The title of one, over the alias `r`: `call, 2026-03-01: About the boat`.
    static let titleSQL = "r.kind || ', ' || r.happened_on || ifnull(': ' || \(NoteSQL.beginning), '')"

    /// An interaction with what the tables keep beside it.
    struct Stored {
        let id: Int64
        let uid: String
        let interaction: Interaction
        let createdAt: String
        let updatedAt: String
    }

    /// The columns that ``stored(_:)`` reads.
    static let columns =
        "r.id, r.uid, r.kind, r.happened_on, r.happened_at, r.zone, r.note, r.created_at, r.updated_at"

    /// The interaction with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func stored(_ id: Int64) throws -> Stored {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM connections_interaction r WHERE r.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else {
            throw AtriumError(
                .notFound, "there is no such interaction",
                remedy: "see \(command: "connections interactions list")", field: "record")
        }
        return try stored(row)
    }

    /// The interaction in a row that has ``columns``.
    func stored(_ row: Row) throws -> Stored {
        guard let day = LocalDate(iso: row["happened_on"]) else {
            throw AtriumError(.internal, "an interaction has no day")
        }
        var when = HappenedAt(day)
        (when.time, when.zone) = (row["happened_at"], row["zone"])
        return Stored(
            id: row["id"], uid: row["uid"],
            interaction: Interaction(
                kind: row["kind"], when: when, note: row["note"],
                companions: try CompanionTable.interactions.companions(of: row["id"], db)),
            createdAt: row["created_at"], updatedAt: row["updated_at"])
    }

    /// The id of the interaction with a uid, or nil.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM connections_interaction WHERE uid = ?"), arguments: [uid])
    }

    /// Keeps a new interaction and gives its id.
    func insert(_ interaction: Interaction, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO connections_interaction (kind, happened_on, happened_at, zone, note, updated_at, uid,
                    created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: Self.values(interaction, now: now) + [uid, now])
        let id = db.lastInsertedRowID
        try CompanionTable.interactions.set(interaction.companions, of: id, db)
        return id
    }

    /// Makes an interaction's values those of another; one that is the same writes nothing.
    func update(_ old: Stored, to interaction: Interaction, now: String) throws {
        guard old.interaction != interaction else { return }
        try db.cachedStatement(
            sql: """
                UPDATE connections_interaction SET kind = ?, happened_on = ?, happened_at = ?, zone = ?, note = ?,
                    updated_at = ? WHERE id = ?
                """
        ).execute(arguments: Self.values(interaction, now: now) + [old.id])
        try CompanionTable.interactions.set(interaction.companions, of: old.id, db)
    }

    /// Removes an interaction; its companions' rows go with it.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM connections_interaction WHERE id = ?", arguments: [id])
    }

    private static func values(_ interaction: Interaction, now: String) -> StatementArguments {
        [
            interaction.kind, interaction.when.day.description, interaction.when.time, interaction.when.zone,
            interaction.note, now,
        ]
    }
}
