import AtriumSDK
import GRDB

/// Finds the record that a person means by an id, a uid, or a name that fits just one.
struct RecordResolver {
    let db: Database

    /// The id of the record.
    ///
    /// - Throws: ``AtriumError``: `notFound`, or `ambiguous` with the first records that fit.
    func resolve(_ text: String, in collection: Collection, field: String) throws -> Int64 {
        let table = collection.table.quotedDatabaseIdentifier
        if let id = Int64(text), id > 0,
            let found = try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE id = ?", arguments: [id])
        {
            return found
        }
        let byUID = try Int64.fetchAll(
            db, sql: "SELECT id FROM \(table) WHERE uid = ? LIMIT 2", arguments: [text])
        if byUID.count == 1 { return byUID[0] }
        if let id = try FormerUIDs(db).record(of: text, in: collection.id) { return id }
        let byName = try Row.fetchAll(
            db,
            sql: """
                SELECT r.id, \(collection.titleSQL) AS title FROM \(table) r
                WHERE \(collection.titleSQL) = ? COLLATE NOCASE ORDER BY r.id LIMIT 6
                """, arguments: [text])
        switch byName.count {
        case 1: return byName[0]["id"]
        case 0:
            throw AtriumError(
                .notFound, "there is no \(collection.recordName) “\(text)”",
                remedy: "give an id, a uid or the whole name; atrium search finds names", field: field)
        default:
            let ids = byName.prefix(5).map { String($0["id"] as Int64) }.joined(separator: ", ")
            throw AtriumError(
                .ambiguous, "more than one \(collection.recordName) is called “\(text)”",
                remedy: "give one of the ids: \(ids)\(byName.count > 5 ? ", …" : "")", field: field)
        }
    }
}
