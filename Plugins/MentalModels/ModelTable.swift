import AtriumSDK
import GRDB

/// Reads and writes models, inside the transaction that a command or an import is lent.
struct ModelTable {
    let db: Database

    // MARK: - Reading

    /// The model with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func model(_ id: Int64) throws -> StoredModel {
        guard let stored = try find(id) else {
            throw AtriumError(
                .notFound, "the model does not exist",
                remedy: "\(command: "mental-models list") lists all of them", field: "record")
        }
        return stored
    }

    /// The model with an id; nil where there is none.
    func find(_ id: Int64) throws -> StoredModel? {
        let statement = try db.cachedStatement(sql: "SELECT r.* FROM mental_models_model r WHERE r.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(Self.read)
    }

    /// The model in a row that has all columns of its table.
    static func read(_ row: Row) -> StoredModel {
        StoredModel(
            id: row["id"], uid: row["uid"],
            model: MentalModel(
                name: row["name"], category: row["category_id"], description: row["description"],
                keywords: KeptText.lines(row["keywords"]), examples: KeptText.lines(row["examples"]),
                related: KeptText.lines(row["related"])),
            createdAt: row["created_at"], updatedAt: row["updated_at"])
    }

    /// The id of the model with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM mental_models_model WHERE uid = ?"), arguments: [uid])
    }

    /// The uid of the model that a text of ``MentalModel/related`` means: by its uid, else by its name, where several have
    /// that by the oldest's; nil where there is none.
    func uid(of text: String) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT uid FROM mental_models_model WHERE uid = ?1 OR lower(name) = lower(?1)
                    ORDER BY uid <> ?1, id LIMIT 1
                    """), arguments: [text])
    }

    /// The texts with the uids of the models that they name, without repeats.
    func resolved(_ related: [String]) throws -> [String] {
        KeptText.distinct(try related.map { try uid(of: $0) ?? $0 })
    }

    /// What people read of ``MentalModel/related``: the name of the model, or the text where there is none.
    func name(ofRelated text: String) throws -> String {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT name FROM mental_models_model WHERE uid = ?"), arguments: [text])
            ?? text
    }

    // MARK: - Writing

    /// Keeps a new model and gives its id.
    func insert(_ model: MentalModel, uid: String, now: String) throws -> Int64 {
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    INSERT INTO mental_models_model (category_id, name, description, keywords, examples, related,
                        updated_at, uid, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """))
        Self.bind(model, now: now, to: &row)
        row.bind(uid)
        row.bind(now)
        try row.run()
        return db.lastInsertedRowID
    }

    /// Makes a row's values those of a model; writes only where something differs.
    func update(_ old: StoredModel, to model: MentalModel, now: String) throws {
        guard model != old.model else { return }
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    UPDATE mental_models_model SET category_id = ?, name = ?, description = ?, keywords = ?,
                        examples = ?, related = ?, updated_at = ? WHERE id = ?
                    """))
        Self.bind(model, now: now, to: &row)
        row.bind(old.id)
        try row.run()
    }

    /// Removes a model; its failure modes go with it.
    ///
    /// Models that are related to it keep its name, which says more than a uid that nothing has any more; unless that is the
    /// name of another one, to which nobody related them.
    func remove(_ stored: StoredModel, now: String) throws {
        try db.execute(sql: "DELETE FROM mental_models_model WHERE id = ?", arguments: [stored.id])
        let name = try uid(of: stored.model.name) == nil ? stored.model.name : nil
        for row in try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM mental_models_model
                WHERE instr(char(10) || related || char(10), char(10) || ? || char(10)) > 0
                """, arguments: [stored.uid])
        {
            let old = Self.read(row)
            var model = old.model
            model.related = KeptText.distinct(model.related.compactMap { $0 == stored.uid ? name : $0 })
            try update(old, to: model, now: now)
        }
    }

    private static func bind(_ model: MentalModel, now: String, to row: inout RowStatement) {
        row.bind(model.category)
        row.bind(model.name)
        row.bind(model.description)
        row.bind(KeptText.column(model.keywords))
        row.bind(KeptText.column(model.examples))
        row.bind(KeptText.column(model.related))
        row.bind(now)
    }
}
