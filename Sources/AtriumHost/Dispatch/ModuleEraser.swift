import AtriumSDK
import Foundation
import GRDB

/// Removes a module's data from a vault for good: its tables, and every trace of its records in the host's.
struct ModuleEraser {
    let session: Session

    /// What went.
    private struct Removal {
        var tables: [String] = []
        var records: Int64 = 0
        /// Change sets of which nothing is left.
        var changes: Int64 = 0
        /// Import runs of which nothing is left.
        var imports: Int64 = 0
    }

    /// Erases a module and tells what went, and which copies may still hold it.
    ///
    /// - Throws: ``AtriumError`` with code `conflict` where enabled modules require it.
    func erase(_ module: Module) throws -> DataValue {
        let vault = session.vault
        let removal = try vault.explainingErrors {
            try vault.pool.writeWithoutTransaction { db -> Removal in
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
                var removal = Removal()
                try db.inTransaction(.immediate) {
                    // Off, unless others require it, and gone: in one step, or not at all.
                    try ModuleSwitch(vault: vault).disable(module, db)
                    removal = try remove(module, db)
                    try db.checkForeignKeys()
                    return .commit
                }
                return removal
            }
        }
        return .object([
            "erased": .text(module.id), "tables": .list(removal.tables.map(DataValue.text)),
            "records": .integer(removal.records), "changes": .integer(removal.changes),
            "imports": .integer(removal.imports),
            "remains": .list(clearAway().map(DataValue.text)),
            "copies": .list(copies().map(DataValue.text)),
        ])
    }

    /// Clears away what is left on the disk of what was erased, and tells what could not be: it is erased all the same.
    private func clearAway() -> [String] {
        var remains: [String] = []
        func clear(_ what: String, _ act: () throws -> Void) {
            do { try act() } catch { remains.append(what) }
        }
        // What was deleted stays readable in free pages until they are written over.
        clear("free pages of the database") {
            try session.vault.pool.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                try db.checkpoint(.truncate)
            }
        }
        clear("files of attachments", removeUnusedFiles)
        return remains
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
                    for module in modules
                    where try !ModuleSwitch.holdsRecords(module, db)
                        && !ModuleSwitch.holdsSettings(module, db)
                    {
                        _ = try remove(module, db)
                    }
                    try db.checkForeignKeys()
                    return .commit
                }
            }
        }
    }

    private func remove(_ module: Module, _ db: Database) throws -> Removal {
        // What goes now belongs to no change set, and must not be kept in one.
        try ChangeTriggers.remove(db)
        var removal = Removal()
        func own(_ sql: String) throws -> [String] {
            try String.fetchAll(db, sql: sql).filter { $0.hasPrefix(module.tablePrefix) }
        }
        removal.tables = try own("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        // Of tables and collections that a later version of the module gave up, change sets and the host's rows may tell yet.
        let everyTable = try own(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' UNION SELECT table_name FROM host_change_row
            UNION SELECT table_name FROM host_change_range UNION SELECT table_name FROM host_undo_barrier
            """)
        let numbers = try Row.fetchAll(db, sql: "SELECT id, name FROM host_collection").filter {
            CollectionID($0["name"])?.module == module.id
        }.map { $0["id"] as Int64 }
        for collection in module.collections where removal.tables.contains(collection.table) {
            removal.records +=
                try Int64.fetchOne(
                    db, sql: "SELECT count(*) FROM \(collection.table.quotedDatabaseIdentifier)") ?? 0
        }
        let former = try FormerRuns(
            of: module, collections: Set(numbers), in: session.vault.registry, db)
        let eraser = HistoryEraser(db: db, graph: try TableGraph(db, registry: session.vault.registry))
        removal.changes = try eraser.erase(
            tables: everyTable, collections: numbers, settingsOf: module.id)
        removal.imports = try ImportRuns.forget(module.id, former, db)
        for table in removal.tables {
            try db.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)")
        }
        for table in everyTable {
            try db.execute(sql: "DELETE FROM host_undo_barrier WHERE table_name = ?", arguments: [table])
        }
        try db.execute(sql: "DELETE FROM host_migration WHERE module = ?", arguments: [module.id])
        try db.execute(sql: "DELETE FROM host_module WHERE module = ?", arguments: [module.id])
        // Foreign keys are off meanwhile.
        try db.execute(
            sql: "DELETE FROM host_due_rest WHERE mark_id IN (SELECT id FROM host_due_mark WHERE module = ?)",
            arguments: [module.id])
        try db.execute(sql: "DELETE FROM host_due_mark WHERE module = ?", arguments: [module.id])
        for number in numbers {
            try db.execute(sql: "DELETE FROM host_collection WHERE id = ?", arguments: [number])
        }
        try session.vault.rebuildSearch(db, without: module.id)
        return removal
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
        return session.shown(
            Restore.replacedFolders(ofVaultAt: session.vault.folder)
                + FileSystem.names(in: before).map { before + "/" + $0 }
                + session.hub.backups(of: session.user.name))
    }
}
