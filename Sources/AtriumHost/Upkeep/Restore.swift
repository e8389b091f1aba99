import AtriumSDK
import Foundation
import GRDB
import Glibc

/// Brings a vault back from a backup.
///
/// The archive is unpacked into a new folder beside the vault's, made durable and verified there: checksums, SQLite's
/// own integrity check, the ledger against the installed modules. Only then is it put in place, by one rename; where a
/// vault is replaced, the two folders are exchanged, so that a process killed at any moment leaves the old vault or the
/// new one. All the while the vault is locked: nobody has it open.
struct Restore {
    /// The modules that are installed.
    let registry: ModuleRegistry
    /// The vault's folder.
    let folder: String
    /// The clock.
    let now: @Sendable () -> Date

    /// What a restore did.
    struct Result: Sendable {
        /// The user whose vault was backed up.
        let user: String
        /// When the backup was made, RFC 3339 in UTC.
        let madeAt: String
        /// How many attachments came back.
        let attachments: Int
        /// Where the vault that was replaced is kept; nil where there was none.
        let replaced: String?

        /// The fields of ``value``.
        static let fields: [FieldDeclaration] = [
            FieldDeclaration("user", .text, help: "The user whose vault was backed up.", isRequired: true),
            FieldDeclaration("madeAt", .instant, help: "The time of the backup.", isRequired: true),
            FieldDeclaration(
                "attachments", .integer(from: 0), help: "The number of restored attachments.",
                isRequired: true),
            FieldDeclaration(
                "replaced", .text, help: "The folder with the replaced vault, for you to remove by hand."),
        ]

        /// The result as surfaces give it.
        var value: DataValue {
            .object([
                "user": .text(user), "madeAt": .text(madeAt), "attachments": .integer(Int64(attachments)),
                "replaced": .text(orNull: replaced),
            ])
        }
    }

    /// The steps at which a test can stop a restore as a crash would.
    enum Step: CaseIterable {
        case unpacked, verified, ready, inPlace
    }

    /// Restores a backup.
    ///
    /// - Parameters:
    ///   - file: the backup.
    ///   - replace: whether a vault that is there may be replaced. It is kept beside, as `….replaced-TIME`.
    ///   - reached: called after each step; what it throws stops the restore without cleaning up.
    /// - Throws: ``AtriumError``: `conflict` where there is a vault and `replace` is false, `tryAgain` where it is open,
    ///   `badData` for a file that is not a whole backup, `inputOutput` where the disk is full. The vault is then as it
    ///   was.
    func run(_ file: String, replace: Bool, reached: (Step) throws -> Void = { _ in }) throws -> Result {
        let reader = try ArchiveReader(path: file)
        let manifest = try reader.manifest()
        let parent = Folders.parent(of: folder)
        try Folders.make(parent)
        let lock = try VaultLock.exclusive(forVaultAt: folder)
        defer { lock.release() }
        removeLeftovers(in: parent)
        let isOccupied = try FileSystem.isFolder(folder) && !FileSystem.names(inFolderIfAny: folder).isEmpty
        guard replace || !isOccupied else {
            throw AtriumError(
                .conflict, "a vault already exists",
                remedy:
                    "use \(flag: "replace") to restore the backup in its place; the current vault is kept in a folder beside it"
            )
        }
        try FileSystem.requireSpace(manifest.totalSize, in: parent)

        let staging = "\(folder)\(Self.stagingMark)\(UUID().uuidString)"
        try removing(staging) { try reader.unpack(manifest, into: staging) }
        try reached(.unpacked)
        try removing(staging) {
            try verify(staging)
            try removeTriggers(staging)
        }
        try reached(.verified)
        let replaced = isOccupied ? try exchange(staging, reached: reached) : nil
        if !isOccupied {
            guard rename(staging, folder) == 0 else { throw FileSystem.failure(writing: folder) }
        }
        try FileSystem.synchronize(parent)
        try reached(.inPlace)
        return Result(
            user: manifest.user, madeAt: manifest.madeAt, attachments: manifest.files.count - 1,
            replaced: replaced)
    }

    /// Does something with a folder and removes that where it fails.
    private func removing(_ staging: String, ifFailing body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            try? FileManager.default.removeItem(atPath: staging)
            throw error
        }
    }

    /// Exchanges the verified folder with the vault's, and gives the name under which the old one is then.
    ///
    /// It gets this name before the exchange: once exchanged, the old vault is where it stays, and is never taken for a
    /// restore's leftovers.
    private func exchange(_ staging: String, reached: (Step) throws -> Void) throws -> String {
        let stamp = Timestamp.text(now()).filter { $0 != "-" && $0 != ":" }
        let kept = "\(folder)\(Self.replacedMark)\(stamp)-\(UUID().uuidString.prefix(8).lowercased())"
        guard rename(staging, kept) == 0 else { throw FileSystem.failure(writing: kept) }
        try reached(.ready)
        do {
            try FileSystem.exchange(folder, kept)
        } catch {
            try? FileManager.default.removeItem(atPath: kept)
            throw error
        }
        return kept
    }

    // MARK: - Verification

    private func verify(_ staging: String) throws {
        let path = staging + "/" + ArchiveManifest.databaseName
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.prepareDatabase { db in
                // The file may be anyone's: nothing in its schema may act.
                try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.read { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == VaultFile.applicationID else {
                    throw ArchiveManifest.damaged("its database is not an Atrium vault")
                }
                try checkSchema(db)
                guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
                    throw ArchiveManifest.damaged("its database is damaged")
                }
                guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
                    throw ArchiveManifest.damaged("its records refer to missing records")
                }
                let modules = try String.fetchSet(db, sql: "SELECT module FROM host_module")
                _ = try Migrator(registry: registry, now: now).pending(db, modules: modules)
            }
        } catch  where error is DatabaseError || error is RowDecodingError {
            // The second: a table that is not as Atrium makes it.
            throw ArchiveManifest.damaged("its database is damaged")
        }
        // Reading a file in WAL mode may have left these.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Removes the triggers that earlier versions kept in the file: they have the right names, but may do anything.
    private func removeTriggers(_ staging: String) throws {
        let path = staging + "/" + ArchiveManifest.databaseName
        try VaultFile.explainingErrors(of: path) {
            let queue = try DatabaseQueue(path: path)
            // A copy made by VACUUM INTO has left it; the vault has it from its first moment.
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
            try queue.write(ChangeTriggers.remove)
            try queue.close()
        }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try FileSystem.synchronize(path)
    }

    /// Refuses triggers and views other than those that earlier versions of Atrium kept in the file.
    private func checkSchema(_ db: Database) throws {
        let foreign = try String.fetchOne(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'view' OR (type = 'trigger' AND name NOT GLOB ?)
                """, arguments: [ChangeTriggers.namePrefix + "*"])
        guard foreign == nil else {
            throw ArchiveManifest.damaged("its database has views or triggers that Atrium did not create")
        }
    }

    // MARK: - Names beside the vault

    private static let stagingMark = ".restoring-"
    private static let replacedMark = ".replaced-"

    /// Removes what killed restores left; the lock is held, so that none is under way.
    private func removeLeftovers(in parent: String) {
        let prefix = Folders.name(of: folder) + Self.stagingMark
        for name in FileSystem.names(in: parent) where name.hasPrefix(prefix) {
            guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else { continue }
            try? FileManager.default.removeItem(atPath: parent + "/" + name)
        }
    }

    /// The folders of vaults that restores have replaced: they still hold all that the vault held then.
    static func replacedFolders(ofVaultAt folder: String) -> [String] {
        let parent = Folders.parent(of: folder)
        let prefix = Folders.name(of: folder) + replacedMark
        return FileSystem.names(in: parent).filter { $0.hasPrefix(prefix) }.map { parent + "/" + $0 }
    }
}
