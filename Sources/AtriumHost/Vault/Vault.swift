import AtriumSDK
import Foundation
import GRDB
import Glibc

/// One user's open vault: the database, the folder of attachments, and what all parts of the host share about them.
final class Vault: Sendable {
    let folder: String
    let pool: DatabasePool
    let registry: ModuleRegistry
    let environment: HubEnvironment
    /// Why it can only be read; nil where it can be written.
    ///
    /// SQLite refuses every write then, before anything is changed.
    private let refusal: AtriumError?
    private let lock: VaultLock
    private let states: ReadCache<VaultState>

    var databasePath: String { folder + "/vault.sqlite" }
    var filesFolder: String { folder + "/files" }

    /// Opens a vault, making it where there is none, and brings its schema up to date.
    ///
    /// - Throws: ``AtriumError`` that says what is wrong with the file and what to do; see ``VaultFile`` and ``Migrator``.
    init(folder: String, registry: ModuleRegistry, environment: HubEnvironment) throws {
        self.folder = folder
        self.registry = registry
        self.environment = environment
        // The lock stands beside the folder and comes first: nothing is made in a place that is being restored.
        try Folders.make(Folders.parent(of: folder))
        lock = try VaultLock.shared(forVaultAt: folder)
        let path = folder + "/vault.sqlite"
        stamp = VaultFile.Stamp(path)
        let states = ReadCache<VaultState>()
        self.states = states
        guard !VaultFile.isReadOnly(path) else {
            refusal = AtriumError(
                .readOnly, "no permission to write \(path); nothing was changed",
                remedy: "check the permissions of the file and its folder")
            pool = try VaultFile.openReadOnly(at: path, preparing: states.forget)
            try explainingErrors { try requireCurrentSchema() }
            return
        }
        try Folders.make(folder)
        try Folders.make(folder + "/files")
        do {
            pool = try VaultFile.open(at: path, preparing: states.forget)
            refusal = nil
        } catch let error as AtriumError
            where [.inputOutput, .diskFull].contains(error.code) && VaultFile.hasNoRoom(path)
        {
            // What is there can be read all the same.
            refusal = FileSystem.failure(writing: path, code: ENOSPC)
            pool = try VaultFile.openReadOnly(at: path, preparing: states.forget)
            try explainingErrors { try requireCurrentSchema() }
            return
        }
        try explainingErrors { try migrate() }
    }

    /// What the file was when it was opened.
    private let stamp: VaultFile.Stamp?

    /// Whether the file could only be read when it was opened, and can be written now, or was changed by others since.
    var isToBeOpenedAnew: Bool {
        refusal != nil && (VaultFile.canBeWritten(databasePath) || stamp != VaultFile.Stamp(databasePath))
    }

    /// Turns SQLite's errors into words that say what to do.
    func explainingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            if let refusal, error.resultCode == .SQLITE_READONLY { throw refusal }
            throw AtriumError(explaining: error, path: databasePath)
        }
    }

    /// Closes the database and lets others replace the vault.
    ///
    /// Nothing can be done with it afterwards.
    func close() throws {
        // GRDB closes the readers last, which cannot take the log over: nobody would until the next one comes. Where
        // others read meanwhile, they will.
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try pool.close()
        lock.release()
    }

    /// A consistent view for reading.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try explainingErrors { try pool.read(body) }
    }

    /// What every command has to know of the vault, as the transaction sees it.
    func state(_ db: Database) throws -> VaultState {
        try states.withValue(db, first: { try VaultState(db, environment: environment) }) { $0 }
    }

    // MARK: - Migrations

    /// Refuses to read, where nothing can be written, what this version would first have to bring up to date.
    private func requireCurrentSchema() throws {
        let migrator = Migrator(registry: registry, now: environment.now)
        let pending = try pool.read { db in try migrator.pending(db, modules: enabledOnce(db)) }
        guard pending.isEmpty else {
            if let refusal, refusal.code != .readOnly { throw refusal }
            throw AtriumError(
                .readOnly,
                "\(databasePath) was last used by an earlier version, and Atrium may not write to it",
                remedy: "make its folder writable once, so that Atrium can update it")
        }
    }

    /// Applies what is missing, after copying the vault aside where data may stand in the tables; the search index
    /// follows.
    func migrate() throws {
        let migrator = Migrator(registry: registry, now: environment.now)
        let pending = try pool.read { db in try migrator.pending(db, modules: enabledOnce(db)) }
        if pending.contains(where: { !$0.isFirst }) { try copyAside() }
        if !pending.isEmpty {
            try pool.writeWithoutTransaction { db in try migrator.apply(pending, to: db) }
        }
        try registerCollections()
        try prepareSearch()
    }

    /// Gives numbers to collections that a new version of a module has without a new migration.
    private func registerCollections() throws {
        let modules = try pool.read { db in
            let numbers = try CollectionNumbers(db)
            let enabled = try enabledOnce(db)
            return registry.modules.filter { module in
                enabled.contains(module.id)
                    && module.collections.contains { (try? numbers.number($0.id)) == nil }
            }
        }
        guard !modules.isEmpty else { return }
        try pool.write { db in
            for module in modules { try CollectionNumbers.register(module, db) }
        }
    }

    /// The modules that have ever been enabled in this vault; their migrations keep running.
    private func enabledOnce(_ db: Database) throws -> Set<String> {
        guard try db.tableExists("host_module") else { return [] }
        return try String.fetchSet(db, sql: "SELECT module FROM host_module")
    }

    private func copyAside() throws {
        let copies = folder + "/before-migration"
        try Folders.make(copies)
        try DatabaseCopy(folder: copies, prefix: "vault").make(of: databasePath, now: environment.now())
    }
}
