import AtriumSDK
import Foundation
import GRDB

/// Removes a module's data from a vault for good: its tables, and every trace of its records in the host's.
struct ModuleEraser {
    let session: Session

    /// Erases a module and tells what went, and which copies may still hold it.
    ///
    /// - Throws: ``AtriumError`` with code `conflict` where enabled modules require it.
    func erase(_ module: Module) throws -> DataValue {
        let vault = session.vault
        try ModuleSwitch(vault: vault).disable(module)
        var records: Int64 = 0
        let tables = try vault.explainingErrors {
            try vault.pool.writeWithoutTransaction { db -> [String] in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
                var tables: [String] = []
                try db.inTransaction(.immediate) {
                    (tables, records) = try remove(module, db)
                    try db.checkForeignKeys()
                    return .commit
                }
                // What was deleted stays readable in free pages until they are written over.
                try db.execute(sql: "VACUUM")
                try db.checkpoint(.truncate)
                return tables
            }
        }
        try removeUnusedFiles()
        return .object([
            "erased": .text(module.id), "tables": .list(tables.map(DataValue.text)),
            "records": .integer(records),
            "copies": .list(copies().map(DataValue.text)),
        ])
    }

    /// Removes modules that hold nothing, as if they had never been enabled; one that holds a record is left as it is.
    ///
    /// - Parameter modules: each before those that it requires.
    func removeUnused(_ modules: [Module]) throws {
        guard !modules.isEmpty else { return }
        let vault = session.vault
        try vault.explainingErrors {
            try vault.pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
                try db.inTransaction(.immediate) {
                    for module in modules where try !ModuleSwitch.holdsRecords(module, db) {
                        _ = try remove(module, db)
                    }
                    try db.checkForeignKeys()
                    return .commit
                }
            }
        }
    }

    private func remove(_ module: Module, _ db: Database) throws -> (tables: [String], records: Int64) {
        // What goes now belongs to no change set, and must not be kept in one.
        try ChangeTriggers.remake(db, tables: [])
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).filter { $0.hasPrefix(module.tablePrefix) }
        let known = try CollectionNumbers(db)
        let numbers = module.collections.compactMap { try? known.number($0.id) }
        var records: Int64 = 0
        for collection in module.collections where tables.contains(collection.table) {
            records +=
                try Int64.fetchOne(
                    db, sql: "SELECT count(*) FROM \(collection.table.quotedDatabaseIdentifier)") ?? 0
        }
        try forgetChanges(of: tables, collections: numbers, db)
        let list = numbers.map(String.init).joined(separator: ", ")
        for (host, collection, _) in ChangeRecorder.recordColumns {
            try db.execute(sql: "DELETE FROM \(host) WHERE \(collection) IN (\(list))")
        }
        for table in tables { try db.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)") }
        try db.execute(
            sql: "DELETE FROM host_undo_barrier WHERE table_name NOT IN (SELECT name FROM sqlite_master)")
        // What an undo of other modules' changes would put back still needs its tags and containers.
        for (table, child, column) in [
            ("host_tag", "host_record_tag", "tag_id"),
            ("host_source_container", "host_source_item", "container_id"),
            ("host_source_file", "host_source_container", "file_id"),
        ] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE id NOT IN (SELECT \(column) FROM \(child))
                    AND id NOT IN (SELECT json_extract(old_row, '$.\(column)') FROM host_change_row
                    WHERE table_name = '\(child)' AND old_row IS NOT NULL)
                    """)
        }
        // Foreign keys are off, so that these did not go with what they belong to.
        for edge in try TableGraph(db, registry: session.vault.registry).edges
        where TableGraph.describing.contains(edge.child) {
            try db.execute(
                sql: "DELETE FROM \(edge.child) WHERE \(edge.column) NOT IN (SELECT id FROM \(edge.parent))")
        }
        try db.execute(sql: "DELETE FROM host_migration WHERE module = ?", arguments: [module.id])
        try db.execute(sql: "DELETE FROM host_module WHERE module = ?", arguments: [module.id])
        for collection in module.collections {
            try db.execute(
                sql: "DELETE FROM host_collection WHERE name = ?", arguments: [collection.id.description])
        }
        try session.vault.rebuildSearch(db, without: module.id)
        try ChangeTriggers.remake(db, tables: TableGraph(db, registry: session.vault.registry).tables)
        return (tables, records)
    }

    /// Removes the change sets that touched what is erased: old rows hold it.
    ///
    /// A change set of which rows are gone cannot be undone in part: it goes whole. So does what it undid, and what undid
    /// it, or the history would show in force what was taken back.
    private func forgetChanges(of tables: [String], collections numbers: [Int64], _ db: Database) throws {
        let marks = tables.map { _ in "?" }.joined(separator: ", ")
        let list = numbers.map(String.init).joined(separator: ", ")
        // The host's rows about records of the module, those that are there and those that were.
        let there = ChangeRecorder.recordColumns.map { host, collection, _ in
            "SELECT '\(host)', id FROM \(host) WHERE \(collection) IN (\(list))"
        }
        let gone = ["collection_id", "from_collection_id", "to_collection_id"].map { column in
            """
            SELECT table_name, row_id FROM host_change_row WHERE table_name GLOB 'host_*'
            AND json_extract(old_row, '$.\(column)') IN (\(list))
            """
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE erased_row (table_name, row_id, PRIMARY KEY (table_name, row_id)) WITHOUT ROWID;
                INSERT OR IGNORE INTO temp.erased_row \((there + gone).joined(separator: " UNION "));
                """)
        try db.execute(
            sql: """
                CREATE TEMP TABLE erased_set AS WITH RECURSIVE touched(id) AS (
                    SELECT change_set_id FROM host_change_row WHERE table_name IN (\(marks))
                    UNION SELECT change_set_id FROM host_change_range WHERE table_name IN (\(marks))
                    UNION SELECT c.change_set_id FROM host_change_row c JOIN temp.erased_row e
                        ON e.table_name = c.table_name AND e.row_id = c.row_id
                    UNION SELECT r.change_set_id FROM host_change_range r WHERE EXISTS (
                        SELECT 1 FROM temp.erased_row e WHERE e.table_name = r.table_name
                        AND e.row_id BETWEEN r.first AND r.last)
                ), whole(id) AS (
                    SELECT id FROM touched
                    UNION SELECT s.id FROM whole w JOIN host_change_set s ON s.undoes = w.id
                    UNION SELECT s.undoes FROM whole w JOIN host_change_set s ON s.id = w.id
                        WHERE s.undoes IS NOT NULL
                ) SELECT id FROM whole;
                """, arguments: StatementArguments(tables + tables))
        try db.execute(
            sql: """
                DELETE FROM host_import_issue WHERE run_id IN (SELECT r.id FROM host_import_run r
                    WHERE r.change_set_id IN (SELECT id FROM temp.erased_set));
                DELETE FROM host_import_run WHERE change_set_id IN (SELECT id FROM temp.erased_set);
                DELETE FROM host_change_row WHERE change_set_id IN (SELECT id FROM temp.erased_set);
                DELETE FROM host_change_range WHERE change_set_id IN (SELECT id FROM temp.erased_set);
                DELETE FROM host_change_set WHERE id IN (SELECT id FROM temp.erased_set);
                DROP TABLE temp.erased_set;
                DROP TABLE temp.erased_row;
                """)
    }

    /// Removes the content of attachments that no row, and no undo, needs any more.
    private func removeUnusedFiles() throws {
        let vault = session.vault
        try vault.explainingErrors {
            try vault.pool.write { db in try AttachmentContent.removeUnused(db, folder: vault.filesFolder) }
        }
    }

    /// The user's backups in the hub's folder, copies made before migrations, vaults that a restore replaced: they may
    /// hold what was erased.
    private func copies() -> [String] {
        let before = session.vault.folder + "/before-migration"
        let backups = session.hub.home + "/backups"
        let name = BackupName(user: session.user.name)
        let paths =
            Restore.replacedFolders(ofVaultAt: session.vault.folder)
            + FileSystem.names(in: before).map { before + "/" + $0 }
            + FileSystem.names(in: backups).filter { name.mayBeOwn($0, in: backups) }.map {
                backups + "/" + $0
            }
        // Where the hub stands is the business of whoever is at its machine.
        guard session.principal.means != .terminal else { return paths }
        return paths.map { Folders.name(of: $0) }
    }
}
