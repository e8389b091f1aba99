import AtriumSDK
import GRDB

/// Finds the record that a person means by an id, a uid, or a name that fits just one.
///
/// A name fits whole, in any case of letters; if none does, by its first words: `Podcast` is the idea “Podcast on tides”. Of
/// several the collection may prefer one: what is still to be done.
struct RecordResolver {
    let db: Database
    /// Whether the first words of a name are enough.
    ///
    /// They are not if several records are named: each word of a name without quotation marks would be taken for a name.
    var takesFirstWords = true

    /// The id of the record.
    ///
    /// - Throws: ``AtriumError``: `notFound`, or `ambiguous` with the first records that fit.
    func resolve(_ text: String, in collection: Collection, field: String) throws -> Int64 {
        let table = collection.table.quotedDatabaseIdentifier
        if let id = Int64(text), id > 0,
            let found = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM \(table) WHERE id = ?"), arguments: [id])
        {
            return found
        }
        if let id = try record(whoseUIDIs: text, in: collection) {
            try checkNamesakes(of: id, called: text, in: collection, field: field)
            return id
        }
        if let id = try FormerUIDs(db).record(of: text, in: collection.id) { return id }
        let byName = try Row.fetchAll(
            db,
            sql: """
                SELECT r.id, \(collection.titleSQL) AS title FROM \(table) r
                WHERE \(collection.titleSQL) = ? COLLATE NOCASE ORDER BY r.id LIMIT \(RecordChoice.longest + 1)
                """, arguments: [text])
        let found = try preferred(
            byName.isEmpty && takesFirstWords ? records(whoseNamesBegin: text, in: collection) : byName,
            in: collection)
        switch found.count {
        case 1: return found[0]["id"]
        case 0:
            throw AtriumError(
                .notFound, "there is no \(collection.recordName) “\(text)”",
                remedy: takesFirstWords
                    ? "give an id, a uid, the name or its first words; \(command: "search") finds names"
                    : "to name several records, give the id, the uid or the full name of each, and put names with spaces in quotation marks",
                field: field)
        default:
            let how = byName.isEmpty ? "has a name that begins with" : "is called"
            throw ambiguous(
                "more than one \(collection.recordName) \(how) “\(text)”", text, found, field: field)
        }
    }

    /// Of several records the one that a name means rather than the others; all if there is none, or more than one.
    private func preferred(_ rows: [Row], in collection: Collection) throws -> [Row] {
        guard rows.count > 1, let sql = collection.preferredSQL else { return rows }
        let preferred = try rows.filter { row in
            try Int64.fetchOne(
                db,
                sql:
                    "SELECT r.id FROM \(collection.table.quotedDatabaseIdentifier) r WHERE r.id = ? AND \(sql)",
                arguments: [row["id"] as Int64]) != nil
        }
        return preferred.count == 1 ? preferred : rows
    }

    /// The first records whose names begin with these words; none for a number, which is an id that there is not.
    private func records(whoseNamesBegin text: String, in collection: Collection) throws -> [Row] {
        guard let last = text.last, !text.allSatisfy(\.isNumber) else { return [] }
        let pattern = text.reduce(into: "") { $0 += ("%_\\".contains($1) ? "\\" : "") + String($1) } + "%"
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, \(collection.titleSQL) AS title FROM \(collection.table.quotedDatabaseIdentifier) r
                WHERE \(collection.titleSQL) LIKE ? ESCAPE '\\' ORDER BY r.id
                """, arguments: [pattern])
        func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        var found: [Row] = []
        while found.count <= RecordChoice.longest, let row = try rows.next() {
            let rest = (row["title"] as String).dropFirst(text.count).first
            if rest.map({ !isWord($0) || !isWord(last) }) ?? true { found.append(row.copy()) }
        }
        return found
    }

    private func ambiguous(_ message: String, _ words: String, _ rows: [Row], field: String) -> AtriumError {
        let candidates = rows.map { RecordChoice.Candidate(id: $0["id"], name: $0["title"]) }
        let ids = candidates.prefix(5).map { String($0.id) }.joined(separator: ", ")
        return AtriumError(
            .ambiguous, message, remedy: "give one of the ids: \(ids)\(rows.count > 5 ? ", …" : "")",
            field: field, choices: [RecordChoice(field: field, matchedText: words, among: candidates)])
    }

    /// The id of the record that has a uid, or that took over the one that had it; nil where there is none.
    func record(of uid: String, in collection: Collection) throws -> Int64? {
        try record(whoseUIDIs: uid, in: collection) ?? FormerUIDs(db).record(of: uid, in: collection.id)
    }

    private func record(whoseUIDIs uid: String, in collection: Collection) throws -> Int64? {
        let table = collection.table.quotedDatabaseIdentifier
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM \(table) WHERE uid = ?"), arguments: [uid])
    }

    /// Refuses an identifier that several imported items have: only the first of their records has it as uid.
    private func checkNamesakes(of id: Int64, called text: String, in collection: Collection, field: String)
        throws
    {
        // Left to itself, SQLite looks through all sources of the collection, since they stand in the order asked for.
        let others = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT record_id FROM host_source_item INDEXED BY host_source_item_on_key
                    WHERE item_key = ? AND collection_id = (SELECT id FROM host_collection WHERE name = ?)
                    AND record_id NOT IN (0, ?) ORDER BY record_id LIMIT \(RecordChoice.longest)
                    """), arguments: [text, collection.id.description, id])
        guard !others.isEmpty else { return }
        let named = try ([id] + others).compactMap { id in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT r.id, \(collection.titleSQL) AS title
                    FROM \(collection.table.quotedDatabaseIdentifier) r WHERE r.id = ?
                    """, arguments: [id])
        }
        guard named.count > 1 else { return }
        throw ambiguous(
            "more than one \(collection.recordName) has the identifier “\(text)”", text, named, field: field)
    }
}
