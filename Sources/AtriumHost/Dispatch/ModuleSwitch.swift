import AtriumSDK
import Foundation
import GRDB

/// Enables, disables and erases modules in one user's vault.
struct ModuleSwitch {
    let vault: Vault

    /// How a module is switched.
    enum Position {
        case on
        /// Off, as the user wants it.
        case off
        /// Off, since an import that had switched it on was taken back, or left it as it was in the vault that it brought:
        /// the next may switch it on again.
        case offByImport
    }

    /// The ids of the modules that are enabled.
    static func enabled(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db.cachedStatement(sql: "SELECT module FROM host_module WHERE is_enabled = 1"))
    }

    /// Whether a vault has the module's tables: it was enabled once.
    static func isKnown(_ module: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_module WHERE module = ?)", arguments: [module])
            ?? false
    }

    /// Whether any collection of a module holds a record.
    static func holdsRecords(_ module: Module, _ db: Database) throws -> Bool {
        for collection in module.collections where try db.tableExists(collection.table) {
            let sql = "SELECT EXISTS (SELECT 1 FROM \(collection.table.quotedDatabaseIdentifier))"
            if try Bool.fetchOne(db, sql: sql) == true { return true }
        }
        return false
    }

    /// Whether the user has set anything for a module.
    static func holdsSettings(_ module: Module, _ db: Database) throws -> Bool {
        let isOfModule = SettingKey.condition("key", of: module.id)
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_setting WHERE \(isOfModule))") ?? false
    }

    /// Enables modules together with those that they require, and migrates the vault for them.
    ///
    /// - Returns: the ids that were off before, in the order of dependency.
    func enable(_ modules: [Module]) throws -> [String] {
        if try makeReady(modules).isEmpty { return [] }
        return try vault.explainingErrors {
            try vault.pool.write { db in try switchOn(modules, db) }
        }
    }

    /// Does what must be done before modules and those that they require can be switched on.
    ///
    /// - Returns: the ids of those that are off.
    func makeReady(_ modules: [Module]) throws -> [String] {
        let before = try vault.read(Self.enabled)
        let new = withRequired(modules).filter { !before.contains($0.id) }
        guard !new.isEmpty else { return [] }
        // First known, then migrated, then on: a migration that fails leaves the module off, and its error is shown. What
        // another process has switched on in the meantime stays on.
        try makeKnown(new.map(\.id))
        do {
            try vault.migrate()
        } catch {
            try forgetUnmigrated(new.map(\.id))
            throw error
        }
        return new.map(\.id)
    }

    /// Switches on what is known and migrated, with all that it requires as it is now: another may have switched off what
    /// was on, or erased what was migrated.
    func switchOn(_ modules: [Module], _ db: Database) throws -> [String] {
        let enabled = try Self.enabled(db)
        let off = withRequired(modules).map(\.id).filter { !enabled.contains($0) }
        for id in off where try !Self.isKnown(id, db) {
            throw AtriumError(
                .conflict, "\(id) was erased in the meantime",
                remedy: "enable it again if you still need it")
        }
        try set(off, .on, db)
        return off
    }

    /// Enables modules that an import left off, together with those that they require, unless the user has switched off
    /// one of them; in a transaction.
    ///
    /// - Returns: the ids that were off before, in the order of dependency.
    func enableAgain(_ modules: [Module], _ db: Database) throws -> [String] {
        let before = try Self.enabled(db)
        let possible = try before.union(Self.offByImport(db))
        let wanted = modules.filter { module in
            withRequired([module]).allSatisfy { possible.contains($0.id) }
        }
        let new = withRequired(wanted).map(\.id).filter { !before.contains($0) }
        try set(new, .on, db)
        return new
    }

    /// Modules and those that they require, each after those that it requires.
    private func withRequired(_ modules: [Module]) -> [Module] {
        var wanted: Set<String> = []
        func want(_ module: Module) {
            guard wanted.insert(module.id).inserted else { return }
            for id in module.manifest.requires { vault.registry.module(id).map(want) }
        }
        modules.forEach(want)
        return vault.registry.modules.filter { wanted.contains($0.id) }
    }

    /// Disables a module; its data stays.
    ///
    /// - Throws: ``AtriumError`` with code `conflict` where enabled modules require it.
    func disable(_ module: Module, as position: Position = .off) throws {
        try vault.explainingErrors { try vault.pool.write { db in try disable(module, as: position, db) } }
    }

    /// The same in a transaction: what requires the module cannot be switched on between the question and the act.
    func disable(_ module: Module, as position: Position = .off, _ db: Database) throws {
        let enabled = try Self.enabled(db)
        let dependents = vault.registry.dependents(of: module.id).map(\.id).filter(enabled.contains)
        guard dependents.isEmpty else {
            throw AtriumError(
                .conflict, "\(module.id) is required by \(dependents.joined(separator: ", "))",
                remedy: "disable \(dependents.count == 1 ? "it" : "them") first")
        }
        // Who switches off what is off has made up their mind.
        let isOffByImport = try Self.offByImport(db).contains(module.id)
        if enabled.contains(module.id) || position == .off && isOffByImport {
            try set([module.id], position, db)
        }
    }

    /// The ids of the modules that an import may switch on, though the vault has known them: no user has switched them off.
    static func offByImport(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db, sql: "SELECT module FROM host_module WHERE is_enabled = 0 AND is_off_by_import = 1")
    }

    /// What must be so before a module is migrated.
    ///
    /// Where it ends there, no user has switched the module off.
    func makeKnown(_ ids: [String]) throws {
        try vault.explainingErrors {
            try vault.pool.write { db in
                for id in ids {
                    try db.execute(
                        sql: """
                            INSERT INTO host_module (module, is_enabled, is_off_by_import, changed_at)
                            VALUES (?, 0, 1, ?) ON CONFLICT (module) DO NOTHING
                            """, arguments: [id, Timestamp.text(vault.environment.now())])
                }
            }
        }
    }

    /// Switches modules in a transaction, whatever requires them.
    func set(_ ids: [String], _ position: Position, _ db: Database) throws {
        for id in ids {
            try db.execute(
                sql: """
                    INSERT INTO host_module (module, is_enabled, is_off_by_import, changed_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (module) DO UPDATE SET is_enabled = excluded.is_enabled,
                        is_off_by_import = excluded.is_off_by_import, changed_at = excluded.changed_at
                    """,
                arguments: [
                    id, position == .on, position == .offByImport, Timestamp.text(vault.environment.now()),
                ])
        }
    }

    private func forgetUnmigrated(_ ids: [String]) throws {
        try vault.pool.write { db in
            for id in ids {
                try db.execute(
                    sql: """
                        DELETE FROM host_module WHERE module = ?1 AND is_enabled = 0
                        AND NOT EXISTS (SELECT 1 FROM host_migration WHERE module = ?1)
                        """, arguments: [id])
            }
        }
    }
}
