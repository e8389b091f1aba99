import AtriumSDK
import GRDB

/// The indexes that a large import makes when its rows are there, sorted at once; see decision 15.
///
/// An index larger than the import's cache of pages costs a page read and a page written for nearly every row whose entry
/// is not beside that of the row before. All of it is part of the import's transaction, and nobody else sees the table
/// without its indexes.
struct DeferredIndexes {
    /// Below that size the indexes of what a file brings fit into the import's cache.
    static let leastBytes: Int64 = 64 << 20
    /// How much SQLite may keep of pages, and as much again of what it sorts, in kilobytes.
    private static let cacheForSorting = 4000

    private let db: Database
    /// The statements that make them.
    private let definitions: [String]

    /// Takes away the indexes of those modules that have imported nothing yet, if the files are large.
    ///
    /// In a transaction that has changed the schema SQLite parses all of it again after each return to a savepoint, and what
    /// was imported before and edited here returns to some for each of its conflicts.
    init(
        of modules: [Module], for files: [any ImportFile], collections: CollectionNumbers, _ db: Database
    ) throws {
        self.db = db
        guard files.reduce(0, { $0 + ($1.byteCount ?? 0) }) >= Self.leastBytes else {
            definitions = []
            return
        }
        let names = try modules.flatMap { module in
            let numbers = try module.collections.map { try collections.number($0.id) }
            return try Self.haveSources(numbers, db) ? [] : module.indexesUnusedByImports
        }
        definitions = try names.compactMap { name in
            // One that is not there is not missed by an import.
            let definition = try String.fetchOne(
                db, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?", arguments: [name])
            if definition != nil { try db.execute(sql: "DROP INDEX \(name.quotedDatabaseIdentifier)") }
            return definition
        }
    }

    /// Whether something was imported into one of some collections.
    private static func haveSources(_ collections: [Int64], _ db: Database) throws -> Bool {
        try collections.contains { collection in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM host_source_item WHERE collection_id = ?)",
                arguments: [collection]) ?? false
        }
    }

    /// Makes them again.
    ///
    /// - Throws: `DatabaseError` with `SQLITE_FULL` where SQLite has no room to sort in.
    func make() throws {
        guard !definitions.isEmpty else { return }
        let cache = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0
        try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheForSorting)")
        defer { try? db.execute(sql: "PRAGMA cache_size = \(cache)") }
        for definition in definitions { try db.execute(sql: definition) }
    }
}
