package import AtriumSDK
import Foundation
import GRDB

/// What a vault holds, as text that can be compared: for AtriumTesting, which has no database of its own.
package struct VaultContents: Hashable, Sendable {
    /// The rows by table, in the order of their keys; each the SQL literals of its values.
    package var rows: [String: [String]] = [:]

    /// The lines that differ, with `-` for what only the first has and `+` for what only the second has.
    package func difference(from other: VaultContents) -> [String] {
        Set(rows.keys).union(other.rows.keys).sorted().flatMap { table -> [String] in
            let (mine, theirs) = (rows[table] ?? [], other.rows[table] ?? [])
            let (mySet, theirSet) = (Set(mine), Set(theirs))
            return theirs.filter { !mySet.contains($0) }.map { "- \(table): \($0)" }
                + mine.filter { !theirSet.contains($0) }.map { "+ \(table): \($0)" }
        }
    }
}

extension Session {
    /// Which tables ``contents(_:)`` reads.
    package enum ContentsScope: Sendable {
        /// What writes of users make: everything but the books about changes and the search index.
        case data
        /// All tables with rows of their own, but SQLite's.
        case everything
    }

    /// Every row of the vault's tables.
    package func contents(_ scope: ContentsScope = .data) throws -> VaultContents {
        try vault.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            var contents = VaultContents()
            for table in tables where Self.isRead(table, scope) {
                let columns = try ChangeTriggers.columns(of: table, db).map {
                    "quote(\($0.name.quotedDatabaseIdentifier))"
                }
                let rows = try String.fetchAll(
                    db,
                    sql: """
                        SELECT \(columns.joined(separator: " || ', ' || "))
                        FROM \(table.quotedDatabaseIdentifier) ORDER BY 1
                        """)
                if !rows.isEmpty { contents.rows[table] = rows }
            }
            return contents
        }
    }

    private static func isRead(_ table: String, _ scope: ContentsScope) -> Bool {
        if table.hasPrefix("sqlite_") { return false }
        switch scope {
        case .data:
            return !["host_change_", "host_import_", "host_undo_", "search_"].contains(where: table.hasPrefix)
        case .everything:
            // The words of the index stand in search_term; the rest is how FTS5 keeps them.
            return !table.hasPrefix("search_") || table == "search_term" || table == "search_text_docsize"
        }
    }

    /// The statements that made a module's tables and indexes.
    package func schema(of module: Module) throws -> [String] {
        try vault.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger' ORDER BY name"
            ).filter { $0.contains(module.tablePrefix) }
        }
    }

    /// The tables that the vault has, SQLite's own left out.
    package func tableNames() throws -> [String] {
        try vault.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY 1"
            )
        }
    }

    /// The tables whose rows are deleted with either of two others that they cannot be without, so that they belong to none.
    package func tablesWithTwoOwners() throws -> [String] {
        try vault.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name FROM sqlite_master t JOIN pragma_foreign_key_list(t.name) k
                    JOIN pragma_table_info(t.name) c ON c.name = k."from" COLLATE NOCASE
                    WHERE t.type = 'table' AND k.on_delete = 'CASCADE' AND c."notnull"
                    GROUP BY t.name HAVING count(*) > 1 ORDER BY t.name
                    """)
        }
    }

    /// What is wrong between records and search index, rows and their references: empty where all is well.
    package func contradictions() throws -> [String] {
        try vault.pool.write { db in
            let foreignKeys = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
                let (child, parent): (String, String) = (row["table"], row["parent"])
                return "a row of \(child) refers to a missing row of \(parent)"
            }
            return try foreignKeys + SearchIndex.check(db, entries: vault.searchEntries(db)).map { "\($0)" }
        }
    }

    /// The titles of a collection's records.
    package func titles(of collection: CollectionID) throws -> [String] {
        guard let collection = hub.registry.collection(collection) else { return [] }
        return try vault.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT \(collection.titleSQL) FROM \(collection.table.quotedDatabaseIdentifier) r ORDER BY r.id"
            )
        }
    }

    /// The uids of a collection's records.
    package func uids(of collection: CollectionID) throws -> [String] {
        guard let collection = hub.registry.collection(collection) else { return [] }
        return try vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT uid FROM \(collection.table.quotedDatabaseIdentifier) ORDER BY id")
        }
    }

    /// Runs SQL as one change set, as a command would.
    package func execute(_ sql: String) throws {
        try write("test") { db, _ in try db.execute(sql: sql) }
    }

    /// All bytes of the vault's files, what the file system holds of the database: to look for what must be gone.
    package func storedBytes() throws -> [UInt8] {
        let names = ["", "-wal"].map { vault.databasePath + $0 }
        return names.flatMap { FileManager.default.contents(atPath: $0).map(Array.init) ?? [] }
    }

    /// The folder that they stand in.
    package var attachmentFolder: String { vault.filesFolder }

    /// The names of the files of attachments.
    package func attachmentFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: vault.filesFolder).sorted()
    }
}
