import AtriumSDK
import Foundation
import GRDB

/// Opens `hub.sqlite` with the settings that keep its promises.
///
/// As a vault's: WAL, so that looking up who asks never waits for a log-in being written down; `synchronous=FULL`, set once
/// the pool is open, since GRDB's pool resets it, and read back; foreign keys; a busy timeout; mode 0600.
enum AccountsFile {
    /// Identifies the file in its SQLite header: "AtrH".
    static let applicationID: Int32 = 0x4174_7248

    /// Opens the file, to be written where it can be, and tells why not where it cannot.
    static func open(
        at path: String, now: @escaping @Sendable () -> Date
    ) throws -> (DatabasePool, refusal: AtriumError?) {
        guard !VaultFile.isReadOnly(path) else {
            let refusal = AtriumError(
                .readOnly, "\(path) is not writable; nothing was changed",
                remedy: "check the permissions of the file and its folder")
            return (try openReadOnly(at: path), refusal)
        }
        try Folders.make(Folders.parent(of: path))
        do {
            return (try openForWriting(at: path, now: now), nil)
        } catch let error as AtriumError
            where [.inputOutput, .diskFull].contains(error.code) && VaultFile.hasNoRoom(path)
        {
            return (try openReadOnly(at: path), FileSystem.failure(writing: path, code: ENOSPC))
        }
    }

    private static func openForWriting(
        at path: String, now: @escaping @Sendable () -> Date
    ) throws -> DatabasePool {
        try VaultFile.explainingErrors(of: path) {
            try Folders.makePrivateFile(path)
            DatabaseLog.make(for: path)
            let pool = try DatabasePool(path: path, configuration: baseConfiguration())
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Overwrite deleted rows, even if the system's SQLite does not do so by default.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                    throw AtriumError(.internal, "SQLite did not accept synchronous = FULL")
                }
                try claim(db, path: path)
                try AccountsMigrations.apply(
                    to: db, now: { Timestamp.text(now()) },
                    copyAside: {
                        let copies = copies(ofAccountsAt: path)
                        try copies.make(of: path, now: now())
                        copies.removeOldest(keeping: keptCopies)
                    })
            }
            return pool
        }
    }

    /// How many copies of the accounts are kept that were made before migrations.
    static let keptCopies = 3

    /// The copies that were made before migrations, `before-migration-TIME.sqlite`: without the accounts nobody comes in.
    static func copies(ofAccountsAt path: String) -> DatabaseCopy {
        DatabaseCopy(folder: Folders.parent(of: path), prefix: "before-migration")
    }

    private static func openReadOnly(at path: String) throws -> DatabasePool {
        try VaultFile.explainingErrors(of: path) {
            var configuration = baseConfiguration()
            configuration.readonly = true
            let pool = try DatabasePool(
                path: VaultFile.pathForReading(path), configuration: configuration)
            try pool.read { db in
                guard try isOurs(db) else { throw notAHub(path) }
                guard try AccountsMigrations.pending(db).isEmpty else {
                    throw AtriumError(
                        .readOnly, "\(path) was last used by an earlier version and is not writable",
                        remedy: "make its folder writable once, so that the file can be upgraded")
                }
            }
            return pool
        }
    }

    /// Opens one more connection to a file that is open, which only reads.
    ///
    /// - Parameter canBeWritten: whether the file was opened to be written. Such a file changes, and SQLite looks for no
    ///   changes of what it takes for immutable, as it must take a file on a disk that may only be read.
    static func openConnection(
        at path: String, canBeWritten: Bool, preparing prepare: @escaping @Sendable (Database) -> Void
    ) throws -> DatabaseQueue {
        try VaultFile.explainingErrors(of: path) {
            var configuration = baseConfiguration()
            configuration.readonly = true
            configuration.prepareDatabase { prepare($0) }
            return try DatabaseQueue(
                path: canBeWritten ? path : VaultFile.pathForReading(path), configuration: configuration)
        }
    }

    private static func baseConfiguration() -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(VaultFile.busyTimeout)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 4
        return configuration
    }

    /// Marks a new file, and one from before there were marks, as a hub's; refuses another program's.
    private static func claim(_ db: Database, path: String) throws {
        func mark() throws -> Int32 { try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0 }
        if try mark() == applicationID { return }
        try db.inTransaction(.immediate) {
            if try mark() == applicationID { return .commit }
            guard try isOurs(db) else { throw notAHub(path) }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            return .commit
        }
    }

    private static func isOurs(_ db: Database) throws -> Bool {
        let mark = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard mark != applicationID else { return true }
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        return try mark == 0 && (tables == 0 || db.tableExists("hub_user"))
    }

    private static func notAHub(_ path: String) -> AtriumError {
        AtriumError(
            .inputOutput, "\(path) is a database, but not the account database of an Atrium hub",
            remedy: "move it away, or choose another home with \(field: "home")")
    }
}
