import AtriumSDK
import GRDB

/// The indexes that a large import makes when its rows are there, sorted at once.
///
/// An index larger than the import's cache of pages costs a page read and a page written for nearly every row whose entry
/// is not beside that of the row before: a third of the time of a million events. All of it is part of the import's
/// transaction, and nobody else sees the table without them.
struct DeferredIndexes {
    /// Below that size the indexes of what a file brings fit into the import's cache.
    private static let leastBytes: Int64 = 64 << 20
    /// The kilobytes of pages that the import keeps while it sorts, which takes as much memory again.
    private static let cacheForSorting = 4000

    private let db: Database
    /// The statements that make them.
    private let definitions: [String]

    /// Takes the indexes away, where that is worth it: most rows will be new if the files are larger than the vault is.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where a module names an index that it does not have.
    init(of modules: [Module], for files: [any ImportFile], _ db: Database) throws {
        self.db = db
        let bytes = files.reduce(0) { $0 + ($1.byteCount ?? 0) }
        guard bytes >= Self.leastBytes, try bytes > Self.size(db) else {
            definitions = []
            return
        }
        definitions = try modules.flatMap { module in
            try module.indexesUnusedByImports.map { name in
                guard
                    let definition = try String.fetchOne(
                        db, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?",
                        arguments: [name])
                else { throw AtriumError(.internal, "\(module.id) has no index \(name)") }
                try db.execute(sql: "DROP INDEX \(name.quotedDatabaseIdentifier)")
                return definition
            }
        }
    }

    /// Makes them again.
    func make() throws {
        guard !definitions.isEmpty else { return }
        let cache = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0
        try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheForSorting)")
        for definition in definitions { try db.execute(sql: definition) }
        try db.execute(sql: "PRAGMA cache_size = \(cache)")
    }

    /// The size of the vault's file in bytes.
    private static func size(_ db: Database) throws -> Int64 {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        return pages * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
}
