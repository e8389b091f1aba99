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
    }

    /// The migrations that a vault still needs, in the order in which they must be applied.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput` where an applied migration was changed or is unknown.
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
            HostMigrations.all, of: HostMigrations.ledgerName, prefix: "host_",
            applied: applied[HostMigrations.ledgerName, default: []])
        for module in registry.modules where enabledOnce.contains(module.id) {
            pending += try self.pending(
                module.migrations, of: module.id, prefix: module.tablePrefix,
                applied: applied[module.id, default: []])
        }
        return pending
    }

    private func pending(
        _ migrations: [Migration], of module: String, prefix: String,
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
                    "migration “\(entry.name)” of \(module) was changed after it had been applied",
                    remedy: "restore its text and put the change in a new migration")
            }
        }
        return migrations.dropFirst(applied.count).map {
            Pending(module: module, prefix: prefix, migration: $0, isFirst: applied.isEmpty)
        }
    }

    /// Applies one migration with its ledger row, in one transaction.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where it touched what is not the module's, or made a table that
    ///   undo cannot follow. The vault is then as it was.
    func apply(_ pending: Pending, to db: Database) throws {
        try db.inTransaction(.immediate) {
            try db.execute(sql: HostMigrations.ledgerSQL)
            let before = try SchemaSnapshot(db)
            try db.execute(sql: pending.migration.sql)
            let after = try SchemaSnapshot(db)
            let isHost = pending.module == HostMigrations.ledgerName
            if !isHost {
                try after.check(against: before, prefix: pending.prefix, migration: pending)
                try closeUndo(of: before.changedTables(in: after), for: pending, db)
            }
            try db.execute(
                sql: "INSERT INTO host_migration (module, name, checksum, applied_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    pending.module, pending.migration.name, Self.checksum(of: pending.migration),
                    Instant.text(now()),
                ])
            return .commit
        }
    }

    /// Old rows of a table whose columns have changed cannot be put back: undo is closed for what came before.
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

    /// The SHA-256 of a migration's text, in hex.
    static func checksum(of migration: Migration) -> String {
        hexadecimal(SHA256.hash(data: Data(migration.sql.utf8)))
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
        }
    }
}
