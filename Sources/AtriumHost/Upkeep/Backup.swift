import AtriumSDK
import Foundation
import GRDB
import Glibc

/// Writes a vault into one file, while others read and write it.
///
/// The database is copied by `VACUUM INTO`: one statement that reads one snapshot, holds up no writer, and leaves free
/// pages behind, so that what was deleted is not in backups. (SQLite's backup interface copies pages as they are, the
/// free ones too, and begins again where another process writes.) Attachments never change once they are written; those
/// that stand in the folder after the copy was made include all that the copy refers to.
struct Backup {
    let vault: Vault
    /// The name of the user whose vault it is.
    let user: String

    /// What a backup did.
    struct Result: Sendable {
        /// The file.
        let path: String
        /// When it was made, RFC 3339 in UTC.
        let madeAt: String
        /// Its size in bytes.
        let size: Int64
        /// How many attachments it holds.
        let attachments: Int
        /// Attachments that records name and that are not in the vault's folder.
        let missing: [String]
        /// Older backups that were removed because of the number to keep.
        let removed: [String]

        /// The fields of ``value``.
        static let fields: [FieldDeclaration] = [
            FieldDeclaration("path", .text, help: "The backup file.", isRequired: true),
            FieldDeclaration("madeAt", .instant, help: "The time of the backup.", isRequired: true),
            FieldDeclaration("size", .integer(from: 0), help: "The size in bytes.", isRequired: true),
            FieldDeclaration(
                "attachments", .integer(from: 0), help: "The number of attachments.", isRequired: true),
            FieldDeclaration(
                "missing", .list(.text),
                help: "The SHA-256 of each attachment whose file is missing.",
                isRequired: true),
            FieldDeclaration(
                "removed", .list(.text), help: "The older backups that were removed.", isRequired: true),
        ]

        /// The result as surfaces give it.
        var value: DataValue {
            .object([
                "path": .text(path), "madeAt": .text(madeAt), "size": .integer(size),
                "attachments": .integer(Int64(attachments)), "missing": .list(missing.map(DataValue.text)),
                "removed": .list(removed.map(DataValue.text)),
            ])
        }
    }

    /// Writes a backup.
    ///
    /// It is written beside its target under another name, made durable, and then given its name: the target is never
    /// half a backup. A file that exists is not overwritten.
    /// - Parameters:
    ///   - target: a file; or a folder, in which the file is named `atrium-USER-YYYYMMDDTHHMMSSZ.tar.gz`.
    ///   - keep: how many backups of this user to leave in the folder `target`, which is made where it is missing; older
    ///     ones are removed once the new one is complete, and stay where an attachment is missing in it. Other files are never
    ///     touched.
    /// - Throws: ``AtriumError``: `cannotCreate` where the file exists, `diskFull`, `usage` for fewer than one backup to keep,
    ///   `notPermitted` or `inputOutput` where attachments cannot be read.
    func write(to target: String, keep: Int?) throws -> Result {
        if let keep {
            guard keep >= 1 else {
                throw AtriumError(
                    .usage, "at least one backup must be kept", remedy: "keep 1 or more", field: "keep")
            }
            try Folders.make(target)
        }
        let madeAt = Timestamp.text(vault.environment.now())
        var isFolder = ObjCBool(false)
        let exists = FileManager.default.fileExists(atPath: target, isDirectory: &isFolder)
        if exists, !isFolder.boolValue {
            throw AtriumError(
                .cannotCreate, "\(target) already exists", remedy: "choose another name, or move it away")
        }
        let folder = exists ? target : Folders.parent(of: target)
        let names =
            exists
            ? BackupName(user: user).candidates(madeAt: madeAt, in: folder)
            : [Folders.name(of: target)]

        let work = try WorkFolder(in: folder.isEmpty ? "." : folder)
        defer { work.remove() }
        let archive = work.path + "/archive"
        let (attachments, missing) = try writeArchive(archive, madeAt: madeAt, work: work.path)
        let path = try place(archive, in: work.parent, names: names)
        let size = FileSystem.size(ofFile: path) ?? 0
        // An older one may have what is missing in this one.
        let removed =
            try keep.flatMap {
                missing.isEmpty ? try BackupName(user: user).removeOldest(in: work.parent, keeping: $0) : nil
            } ?? []
        return Result(
            path: path, madeAt: madeAt, size: size, attachments: attachments, missing: missing,
            removed: removed)
    }

    /// Writes a backup into a file without a name on the disk of a folder.
    ///
    /// - Parameter check: is asked before each piece; what it throws ends the backup.
    /// - Throws: ``AtriumError``: as ``write(to:keep:)``.
    func spool(in folder: String, checking check: () throws -> Void) throws -> Spool {
        let work = try WorkFolder(in: folder)
        defer { work.remove() }
        let archive = work.path + "/archive"
        _ = try writeArchive(
            archive, madeAt: Timestamp.text(vault.environment.now()), work: work.path, checking: check)
        return try Spool(takingOver: archive)
    }

    /// Removes what processes that were killed have left of backups in a folder.
    static func removeLeftovers(in folder: String) { WorkFolder.removeLeftovers(in: folder) }

    private func place(_ archive: String, in folder: String, names: [String]) throws -> String {
        for (index, name) in names.enumerated() {
            let path = folder + "/" + name
            do {
                try FileSystem.moveIntoPlace(archive, to: path)
                try FileSystem.synchronize(folder)
                return path
            } catch let error as AtriumError where error.code == .cannotCreate && index + 1 < names.count {
                continue
            }
        }
        throw AtriumError(
            .cannotCreate, "\(folder) already has a backup from this second", remedy: "try again")
    }

    // MARK: - Content

    private func writeArchive(
        _ archive: String, madeAt: String, work: String, checking check: () throws -> Void = {}
    ) throws -> (attachments: Int, missing: [String]) {
        let copy = work + "/" + ArchiveManifest.databaseName
        try copyDatabase(to: copy)
        let names = try FileSystem.names(inFolderIfAny: vault.filesFolder)
        let stored = Set(names)
        // Vaults of before may hold an attachment under its name with `.new`; it is read there too.
        let wanted = try referredAttachments(in: copy)
        let held = stored.filter(ArchiveManifest.isDigest).union(
            wanted.filter { stored.contains($0 + ".new") })
        let missing = wanted.subtracting(held).sorted()

        var sources: [(file: ArchiveManifest.File, path: String)] = []
        func add(_ name: String, _ path: String) throws {
            let digest = try FileDigest(of: path) { _ in try check() }
            sources.append((ArchiveManifest.File(name: name, size: digest.size, sha256: digest.sha256), path))
        }
        try add(ArchiveManifest.databaseName, copy)
        for name in held.sorted() {
            let path = vault.filesFolder + "/" + name
            let isNamed = FileSystem.size(ofFile: path) != nil
            try add(ArchiveManifest.filesPrefix + name, isNamed ? path : path + ".new")
        }
        let manifest = ArchiveManifest(madeAt: madeAt, user: user, files: sources.map(\.file))
        let writer = try ArchiveWriter(path: archive)
        try writer.add(ArchiveManifest.entryName, bytes: Array(manifest.json.utf8))
        for source in sources { try writer.add(source.file, contentOf: source.path, checking: check) }
        try writer.finish()
        return (sources.count - 1, missing)
    }

    private func copyDatabase(to copy: String) throws {
        try vault.explainingErrors {
            // Its own connection: VACUUM cannot run inside a transaction, and the pool's writer stays free.
            var configuration = Configuration()
            configuration.busyMode = .timeout(VaultFile.busyTimeout)
            configuration.readonly = true
            let queue = try DatabaseQueue(
                path: VaultFile.pathForReading(vault.databasePath), configuration: configuration)
            defer { try? queue.close() }
            try queue.inDatabase { db in
                let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
                let folder = Folders.parent(of: copy)
                try FileSystem.requireSpace(pages * pageSize, in: folder)
                do {
                    try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    throw FileSystem.failure(writing: folder, code: ENOSPC)
                }
            }
        }
    }

    /// The attachments that the copy's records name.
    private func referredAttachments(in copy: String) throws -> Set<String> {
        try VaultFile.explainingErrors(of: copy) {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: copy, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read {
                try String.fetchSet($0, sql: "SELECT DISTINCT sha256 FROM host_attachment")
            }
        }
    }
}
