import AtriumSDK
import Crypto
import Foundation
import GRDB

/// Applies migrations, the host's and the modules', each in a transaction of its own together with its ledger row.
///
/// The ledger is keyed (module, name) and holds a checksum. A migration that was changed after it had been applied, and
/// an applied one that its installed module no longer knows (a vault of a newer version), are errors: nothing is
/// skipped and nothing is erased.
struct Migrator {
    let registry: ModuleRegistry
    let now: @Sendable () -> Date

    /// What a vault still needs.
    struct Pending {
        let module: String
        let prefix: String
        let migration: Migration
        /// Whether the module has been migrated in this vault before, so that data may stand in its tables.
        let isFirst: Bool

        /// What the ledger knows it by.
        fileprivate var key: [String] { [module, migration.name] }
    }

    /// The migrations that a vault still needs, in the order in which they must be applied.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput` where an applied migration was changed or is unknown,
    ///   or the tables are there and none was applied.
    func pending(_ db: Database, modules enabledOnce: Set<String>) throws -> [Pending] {
        var applied: [String: [(name: String, checksum: String)]] = [:]
        if try db.tableExists("host_migration") {
            let rows = try Row.fetchCursor(
                db, sql: "SELECT module, name, checksum FROM host_migration ORDER BY id")
            while let row = try rows.next() {
                applied[row["module"], default: []].append((row["name"], row["checksum"]))
            }
        }
        var pending = try pending(
            db, HostMigrations.all, of: HostMigrations.ledgerName, prefix: "host_",
            applied: applied[HostMigrations.ledgerName, default: []])
        for module in registry.modules where enabledOnce.contains(module.id) {
            pending += try self.pending(
                db, module.migrations, of: module.id, prefix: module.tablePrefix,
                applied: applied[module.id, default: []])
        }
        return pending
    }

    /// How a vault's tables and indexes depart from what its applied migrations make, which are run in an empty database for
    /// that; nil where the vault's history is not that of the installed modules.
    func departures(of db: Database) throws -> SchemaSnapshot.Departures? {
        guard try db.tableExists("host_migration") else { return nil }
        let modules = try String.fetchSet(db, sql: "SELECT DISTINCT module FROM host_migration")
        guard let missing = try? Set(pending(db, modules: modules).map(\.key)) else { return nil }
        let expected = try DatabaseQueue().inDatabase { empty in
            let steps = try pending(empty, modules: modules).filter { !missing.contains($0.key) }
            // As when they were applied, so that a table can be made anew under its name.
            try empty.execute(sql: "PRAGMA foreign_keys = OFF; " + HostMigrations.ledgerSQL)
            for step in steps { try empty.execute(sql: step.migration.sql) }
            return (snapshot: try SchemaSnapshot(empty), prefixes: Set(steps.map(\.prefix)).sorted())
        }
        return try SchemaSnapshot(db).departures(
            from: expected.snapshot, prefixes: expected.prefixes + ["search_"])
    }

    private func pending(
        _ db: Database, _ migrations: [Migration], of module: String, prefix: String,
        applied: [(name: String, checksum: String)]
    ) throws -> [Pending] {
        for (index, entry) in applied.enumerated() {
            guard index < migrations.count, migrations[index].name == entry.name else {
                throw AtriumError(
                    .inputOutput,
                    "the vault has migration “\(entry.name)” of \(module), which this version of Atrium does not know",
                    remedy: "open it with the newer version that wrote it")
            }
            guard Self.checksum(of: migrations[index]) == entry.checksum else {
                throw AtriumError(
                    .inputOutput,
                    "migration “\(entry.name)” of \(module) was changed after it was applied",
                    remedy:
                        "open the vault with the version of Atrium used last, and report this to the module's author"
                )
            }
        }
        if applied.isEmpty, let table = try firstTable(prefix, db) {
            throw AtriumError(
                .inputOutput,
                "the vault has the table \(table), but its history has no migration of \(module) that created it",
                remedy: "restore the newest backup")
        }
        return migrations.dropFirst(applied.count).map {
            Pending(module: module, prefix: prefix, migration: $0, isFirst: applied.isEmpty)
        }
    }

    /// A table with a prefix, the ledger aside, which is there before any migration.
    private func firstTable(_ prefix: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND substr(name, 1, length(?1)) = ?1 AND name <> 'host_migration' ORDER BY name
                """, arguments: [prefix])
    }

    /// Applies migrations, each in one transaction with its ledger row.
    ///
    /// Foreign keys are off meanwhile, so that a table can be made anew under its name without its children's rows going
    /// with it; they are checked before each commit. The triggers that record changes are gone too: what a migration
    /// writes is no change of the user's.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where one touched what is not the module's, or made a table that
    ///   undo cannot follow. The vault is then as it was before that one.
    func apply(_ steps: [Pending], to db: Database) throws {
        // Inside a transaction SQLite ignores the pragma.
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
        for step in steps {
            try db.inTransaction(.immediate) {
                try db.execute(sql: HostMigrations.ledgerSQL)
                if try !isApplied(step, db) { try apply(step, db) }
                return .commit
            }
        }
    }

    /// Whether another process has applied it since it was found to be missing.
    private func isApplied(_ step: Pending, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_migration WHERE module = ? AND name = ?)",
            arguments: [step.module, step.migration.name]) ?? false
    }

    private func apply(_ step: Pending, _ db: Database) throws {
        try ChangeTriggers.remove(db)
        if let module = registry.module(step.module) {
            let before = try SchemaSnapshot(db)
            let written = try Self.explaining(step) {
                try MigrationWatch.tablesWritten(by: step.migration.sql, db)
            }
            let after = try SchemaSnapshot(db)
            try after.check(against: before, written: written, prefix: step.prefix, migration: step)
            let changed = before.changedTables(in: after, written: written)
            try closeUndo(of: changed, for: step, db)
            if !changed.isEmpty { try SearchIndex.forget(module, db) }
            try CollectionNumbers.register(module, db)
        } else {
            try db.execute(sql: step.migration.sql)
        }
        if !step.isFirst { try db.checkForeignKeys() }
        try db.execute(
            sql: "INSERT INTO host_migration (module, name, checksum, applied_at) VALUES (?, ?, ?, ?)",
            arguments: [
                step.module, step.migration.name, Self.checksum(of: step.migration), Timestamp.text(now()),
            ])
    }

    /// Old rows of a table whose columns or rows a migration has changed cannot be put back: undo is closed for what
    /// came before.
    private func closeUndo(of tables: [String], for pending: Pending, _ db: Database) throws {
        for table in tables {
            try db.execute(
                sql: """
                    INSERT INTO host_undo_barrier (table_name, change_set_id, reason)
                    SELECT ?, ifnull(max(id), 0), ? FROM host_change_set
                    """,
                arguments: [
                    table, "migration “\(pending.migration.name)” of \(pending.module) changed its table",
                ])
        }
    }

    /// A migration's SQL is a module's text, so that SQLite's words on it may be shown.
    private static func explaining<Result>(_ step: Pending, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw AtriumError(
                .internal,
                "migration “\(step.migration.name)” of \(step.module) failed: \(error.message ?? "SQL error")",
                remedy: "it was rolled back, and nothing was changed; report this to the module's author")
        }
    }

    /// The SHA-256 of a migration's text, in hex.
    static func checksum(of migration: Migration) -> String {
        hexadecimal(SHA256.hash(data: Data(migration.sql.utf8)))
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x57 + number }
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0x0F))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ModuleRegistry {
    /// Returns the ids of modules that have migrated a vault but are not part of this program, in order.
    func missingModules(_ db: Database) throws -> [String] {
        guard try db.tableExists("host_migration") else { return [] }
        return try String.fetchAll(
            db, sql: "SELECT DISTINCT module FROM host_migration WHERE module <> ? ORDER BY module",
            arguments: [HostMigrations.ledgerName]
        ).filter { module($0) == nil }
    }
}
