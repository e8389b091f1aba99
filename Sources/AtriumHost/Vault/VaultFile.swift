import AtriumSDK
import Foundation
import GRDB
import Glibc

/// Opens a vault's SQLite file with the settings that keep its promises.
///
/// WAL, `synchronous=FULL`, foreign keys, recursive triggers, a busy timeout. GRDB's pool sets `synchronous=NORMAL`
/// after its `prepareDatabase` has run, which loses acknowledged writes when the power fails; FULL is therefore set
/// once the pool is open, and read back.
enum VaultFile {
    /// Identifies the file as an Atrium vault in its SQLite header: "AtrV".
    static let applicationID: Int32 = 0x4174_7256

    /// How long a write waits for another process's write, in seconds.
    static let busyTimeout = 5.0

    /// How many read a vault at once: one more waits as long as it takes, on a thread that a server needs.
    ///
    /// A server runs up to four requests and three exports of a user at once. The first page takes two readers, and a write asks
    /// for the state first.
    static let readerCount = 8

    /// How many kilobytes of pages a connection keeps at most.
    ///
    /// A writer keeps what it has changed, so that a large import writes each page once. A reader that reads a page again finds
    /// it at the system's, in a microsecond; to take new memory for it costs more: a dashboard of a large life took 50 ms with the
    /// writer's size, 41 ms with this one.
    private static func cacheSize(_ db: Database) -> Int { db.configuration.readonly ? 4096 : 16_384 }

    /// Opens a vault for reading and writing, making the file where there is none.
    ///
    /// - Parameter prepare: is told of each connection before it is used.
    /// - Throws: ``AtriumError``: `inputOutput` where the file is no database, is damaged or is some other program's;
    ///   `notPermitted` where it may not be read or written; `tryAgain` where it is locked.
    static func open(
        at path: String, preparing prepare: @escaping @Sendable (Database) -> Void = { _ in }
    ) throws -> DatabasePool {
        try explainingErrors(of: path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(busyTimeout)
            configuration.foreignKeysEnabled = true
            configuration.maximumReaderCount = readerCount
            configuration.prepareDatabase { db in
                prepare(db)
                db.add(function: ChangeTriggers.unhex)
                db.add(function: TagFolding.function)
                db.add(function: SearchText.function)
                try OldRowFunction.add(to: db)
                try db.execute(sql: "PRAGMA cache_size = -\(cacheSize(db))")
                // Heeded by a new file only. Sources of half a kilobyte leave less of a large page unused: 3% of the file.
                try db.execute(sql: "PRAGMA page_size = 8192")
                try db.execute(sql: "PRAGMA recursive_triggers = ON")
            }
            try Folders.makePrivateFile(path)
            DatabaseLog.make(for: path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                    throw AtriumError(.internal, "SQLite did not accept synchronous = FULL")
                }
                try claim(db, path: path)
            }
            return pool
        }
    }

    /// Whether a vault's file is there and can only be read: on a file system or in a folder that may not be written.
    static func isReadOnly(_ path: String) -> Bool {
        guard access(path, F_OK) == 0 else { return false }
        return access(path, W_OK) != 0 || access(Folders.parent(of: path), W_OK) != 0
    }

    /// Whether the disk takes no writes, though the permissions that it tells of would allow them.
    ///
    /// So it is after an error of the disk: ext4 can only be read from then on, and does not tell access(2). It is tried with a
    /// file of its own: to open the database and close it again would drop SQLite's locks (fcntl(2)).
    static func refusesWrites(_ path: String) -> Bool {
        let trial = "\(path).trial-\(getpid())"
        let descriptor = Glibc.open(trial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == EROFS }
        close(descriptor)
        unlink(trial)
        return false
    }

    /// Whether a vault's disk is so full that SQLite cannot make its side files.
    static func hasNoRoom(_ path: String) -> Bool {
        FileSystem.freeSpace(in: Folders.parent(of: path)).map { $0 < 1 << 20 } ?? false
    }

    /// Whether neither of the two keeps the file from being written.
    static func canBeWritten(_ path: String) -> Bool { !isReadOnly(path) && !hasNoRoom(path) }

    /// When a database and its log were last written, and how large they are.
    struct Stamp: Sendable, Equatable {
        private let parts: [Int]

        init?(_ path: String) {
            parts = [path, path + "-wal"].flatMap { path -> [Int] in
                var information = stat()
                guard stat(path, &information) == 0 else { return [] }
                return [
                    Int(information.st_size), information.st_mtim.tv_sec, information.st_mtim.tv_nsec,
                ]
            }
            if parts.isEmpty { return nil }
        }
    }

    /// Opens a vault that can only be read.
    ///
    /// - Throws: ``AtriumError``: as ``open(at:preparing:)``.
    static func openReadOnly(
        at path: String, preparing prepare: @escaping @Sendable (Database) -> Void
    ) throws -> DatabasePool {
        try explainingErrors(of: path) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(busyTimeout)
            configuration.maximumReaderCount = readerCount
            configuration.prepareDatabase { db in
                prepare(db)
                db.add(function: ChangeTriggers.unhex)
                db.add(function: TagFolding.function)
                db.add(function: SearchText.function)
                try db.execute(sql: "PRAGMA cache_size = -\(cacheSize(db))")
            }
            let pool = try DatabasePool(path: pathForReading(path), configuration: configuration)
            let mark = try pool.read { db in try Int32.fetchOne(db, sql: "PRAGMA application_id") }
            guard mark == applicationID else { throw notAVault(path) }
            return pool
        }
    }

    /// The name by which SQLite can read a vault.
    ///
    /// A database in WAL mode wants its side files, also from readers. Where they cannot be made and the log holds
    /// nothing, all stands in the file itself, which `immutable` reads without them.
    static func pathForReading(_ path: String) -> String {
        // The index of a log that some process has open is 32 KiB at least.
        let isFull = hasNoRoom(path) && FileSystem.size(ofFile: path + "-shm") ?? 0 < 1 << 15
        guard isFull || isReadOnly(path), DatabaseLog.isEmpty(of: path) else {
            return path
        }
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let escaped = absolute.utf8.reduce(into: "") { result, byte in
            let isPlain = byte < 0x80 && !"%?# \"".utf8.contains(byte) && byte > 0x20
            result += isPlain ? String(UnicodeScalar(byte)) : "%" + Migrator.hexadecimal([byte])
        }
        return "file://\(escaped)?immutable=1"
    }

    /// Marks a new file as a vault, refuses another program's.
    private static func claim(_ db: Database, path: String) throws {
        func found() throws -> Int32 { try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0 }
        if try found() == applicationID { return }
        // Another process may be making the vault at this moment: what it has done is seen under the lock.
        try db.inTransaction(.immediate) {
            let mark = try found()
            if mark == applicationID { return .commit }
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard mark == 0, tables == 0 else {
                throw notAVault(path)
            }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            return .commit
        }
    }

    private static func notAVault(_ path: String) -> AtriumError {
        AtriumError(
            .inputOutput, "\(path) is a database, but not an Atrium vault",
            remedy: "move it away, or choose another folder with \(field: "home")")
    }

    /// Turns SQLite's errors into words that say what to do.
    static func explainingErrors<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw AtriumError(explaining: error, path: path)
        }
    }
}

extension DatabaseError {
    /// Whether the system refused a write, or what belongs to one.
    fileprivate var isOfWriting: Bool {
        [
            .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_DELETE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_LOCK,
        ].contains(extendedResultCode)
    }
}

extension AtriumError {
    /// What a database error means to a person.
    ///
    /// The error's SQL and arguments are left out: they may be private.
    init(explaining error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(
                .inputOutput, "\(path) is not a database",
                remedy:
                    "nothing was changed; move it away and restore the newest backup with \(command: "restore")"
            )
        case .SQLITE_CORRUPT:
            self.init(
                .inputOutput, "\(path) is damaged",
                remedy:
                    "nothing was changed; keep the file and restore the newest backup with \(command: "restore")"
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .tryAgain, "another process is writing to \(path)", remedy: "try again when it has finished")
        case .SQLITE_INTERRUPT:
            self.init(
                .tryAgain, "another task was stopped and interrupted this one; nothing was changed",
                remedy: "try again")
        // A disk that can no longer be written fails writes to files that are open.
        case .SQLITE_IOERR where VaultFile.isReadOnly(path), .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .readOnly, "no permission to write \(path); nothing was changed",
                remedy: "check the permissions of the file and its folder")
        case .SQLITE_IOERR where error.isOfWriting && VaultFile.refusesWrites(path):
            self.init(
                .readOnly, "the disk of \(path) has refused all writes since an error; nothing was changed",
                remedy: "check the disk, and mount it again")
        case .SQLITE_CANTOPEN: self.init(openingFails: path)
        case .SQLITE_FULL where VaultFile.hasNoRoom(path), .SQLITE_IOERR where VaultFile.hasNoRoom(path):
            self.init(
                .diskFull, "the disk is full; nothing was changed", remedy: "free some space and try again")
        // What a statement sorts, and what it keeps to take itself back, stands in files elsewhere.
        case .SQLITE_FULL,
            .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_GETTEMPPATH:
            self.init(
                .diskFull,
                "the vault’s disk or SQLite’s folder for temporary files is full; nothing was changed",
                remedy: "free some space, or set SQLITE_TMPDIR to another folder, and try again")
        case .SQLITE_IOERR:
            self.init(
                .inputOutput, "reading or writing \(path) failed; nothing was changed",
                remedy: "check the disk (full, removed or damaged) and try again")
        case .SQLITE_CONSTRAINT:
            self.init(
                .badData, "the values break a rule of the database: \(Self.brokenRule(error))",
                remedy: "correct them; nothing was changed")
        default:
            self.init(
                .internal, "the database reported error \(error.extendedResultCode.rawValue)",
                remedy: "nothing was changed; run \(command: "doctor")")
        }
    }

    /// A file that SQLite cannot open.
    private init(openingFails path: String) {
        guard access(path, R_OK) != 0, errno == EACCES else {
            self.init(
                .inputOutput, "\(path) cannot be opened",
                remedy: "check that its folder exists and is writable")
            return
        }
        self.init(
            .notPermitted, "no permission to read \(path)",
            remedy: "check its owner, or choose another folder with \(field: "home")")
    }

    /// The rule that a row breaks.
    private static func brokenRule(_ error: DatabaseError) -> String {
        // For these SQLite names it; in others a message may hold a row, which is private.
        let named: [ResultCode] = [
            .SQLITE_CONSTRAINT_CHECK, .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_NOTNULL,
        ]
        let rule = named.contains(error.extendedResultCode) ? error.message : nil
        return rule ?? "they refer to missing records"
    }
}
