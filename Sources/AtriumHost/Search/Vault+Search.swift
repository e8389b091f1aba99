import AtriumSDK
import GRDB

extension Vault {
    /// The collections of all installed modules that were ever enabled in this vault, with their numbers.
    func searchEntries(_ db: Database) throws -> [SearchIndex.Entry] {
        try SearchIndex.entries(of: registry, db)
    }

    /// Builds the search index anew where it does not fit what the installed modules declare: to be called after
    /// migrations.
    ///
    /// It only reads where nothing has changed.
    func prepareSearch() throws {
        let isNeeded = try pool.read { db in try SearchIndex.needsPreparation(db, entries: searchEntries(db))
        }
        guard isNeeded else { return }
        try pool.write { db in try SearchIndex.prepare(db, entries: searchEntries(db)) }
    }

    /// Takes all traces of an erased module's records out of the search index, once its tables are gone.
    func rebuildSearch(_ db: Database, without module: String) throws {
        try SearchIndex.rebuild(db, entries: searchEntries(db).filter { $0.collection.id.module != module })
    }
}

extension SearchIndex {
    /// The collections of installed modules that have a number in a vault.
    static func entries(of registry: ModuleRegistry, _ db: Database) throws -> [Entry] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM host_collection ORDER BY id")
        return rows.compactMap { row in
            CollectionID(row["name"] as String).flatMap(registry.collection).map {
                Entry(collection: $0, number: row["id"])
            }
        }
    }
}
