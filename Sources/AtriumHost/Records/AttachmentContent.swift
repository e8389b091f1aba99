import AtriumSDK
import Crypto
import Foundation
import GRDB
import Glibc

/// The files of attachments that one write brings.
///
/// A file is named by the SHA-256 of its content. New content first has a staging name, `<sha256>.<UUID>.new`, which no
/// other write has; it takes its own name before the commit. So a committed row never refers to a staging name,
/// and what a write removes when it is rolled back is nobody else's. A file that took its name in a write that was rolled
/// back or killed has the right content for whoever attaches it next; until then ``removeUnused(_:folder:)`` may take it.
///
/// Everything but ``discard()`` happens in the write's transaction: SQLite's write lock keeps other writers from the
/// folder.
final class AttachmentContent {
    private let folder: String
    /// The staging names by the names that they are to take.
    private var staged: [String: String] = [:]
    /// Whether the write refers to any file, also to one that was there before it.
    private var isUsed = false

    init(folder: String) {
        self.folder = folder
    }

    /// Writes content under a staging name, unless its file is there, and gives its SHA-256 in hex.
    ///
    /// - Throws: ``AtriumError``: `diskFull`, `readOnly` or `inputOutput`.
    func stage(_ content: [UInt8]) throws -> String {
        let name = Self.name(of: content)
        isUsed = true
        // A file that was cut short is written anew.
        let isThere = FileSystem.size(ofFile: "\(folder)/\(name)") == Int64(content.count)
        if isThere || staged[name] != nil { return name }
        let staging = "\(name).\(UUID().uuidString)\(Self.stagingSuffix)"
        var isStaged = false
        defer { if !isStaged { unlink("\(folder)/\(staging)") } }
        try FileSystem.write(content, toNewFile: "\(folder)/\(staging)")
        isStaged = true
        staged[name] = staging
        return name
    }

    /// Copies a file under a staging name, unless its content is there, and gives its size; nil where there is neither, or
    /// its content has another SHA-256.
    func stage(copyOf file: (any ImportFile)?, sha256: String) throws -> Int64? {
        isUsed = true
        let stored = FileSystem.size(ofFile: "\(folder)/\(staged[sha256] ?? sha256)")
        guard let file, let size = file.byteCount else { return stored }
        if stored == size { return size }
        let staging = "\(sha256).\(UUID().uuidString)\(Self.stagingSuffix)"
        var isStaged = false
        defer { if !isStaged { unlink("\(folder)/\(staging)") } }
        try Folders.makePrivateFile("\(folder)/\(staging)")
        let output = try OutputFile(path: "\(folder)/\(staging)", isHashed: true)
        try file.forEachPiece { try output.write(Array($0)) }
        guard output.sha256 == sha256 else { return nil }
        let written = try output.finish(isDurable: false)
        staged[sha256] = staging
        isStaged = true
        return written
    }

    /// Removes what was staged for rows that are gone again: of an item that an import only looked at, say.
    ///
    /// A row that was there before has its file; so has one that an undo would bring back.
    func discardUnused(_ db: Database) throws {
        for (name, staging) in staged {
            let isUsed = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM host_attachment WHERE sha256 = ?)", arguments: [name])
            guard isUsed != true else { continue }
            unlink("\(folder)/\(staging)")
            staged[name] = nil
        }
    }

    /// Makes the content durable and gives it its names, before the commit of the rows that refer to it.
    func synchronize() throws {
        for (name, staging) in staged {
            try FileSystem.synchronize("\(folder)/\(staging)")
            guard rename("\(folder)/\(staging)", "\(folder)/\(name)") == 0 else {
                throw FileSystem.failure(writing: "\(folder)/\(name)")
            }
            staged[name] = nil
        }
        // Also for a file that was there: the write that brought it may have been killed before this point.
        if isUsed { try FileSystem.synchronize(folder) }
    }

    /// Removes what has only its staging name, after a rollback.
    func discard() {
        for staging in staged.values { unlink("\(folder)/\(staging)") }
        staged = [:]
    }

    /// The name of content: its SHA-256 in hex.
    static func name(of content: [UInt8]) -> String { Migrator.hexadecimal(SHA256.hash(data: content)) }

    /// The name of the file in which content stands now: its own, or that under which this write has staged it.
    func place(of sha256: String) -> String { staged[sha256] ?? sha256 }

    /// Reads content, also what this write has staged.
    func read(_ sha256: String) throws -> [UInt8] {
        try Self.read(sha256, at: place(of: sha256), folder: folder)
    }

    /// Reads the content of a committed attachment.
    static func read(_ sha256: String, folder: String) throws -> [UInt8] {
        try read(sha256, at: sha256, folder: folder)
    }

    private static func read(_ sha256: String, at name: String, folder: String) throws -> [UInt8] {
        // Earlier versions committed before the file had taken its name.
        for path in ["\(folder)/\(name)", "\(folder)/\(sha256)\(stagingSuffix)"] {
            if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        }
        throw AtriumError(
            .inputOutput, "the file of an attachment is missing: \(sha256)",
            remedy: "run \(command: "doctor"); a backup may still contain it")
    }

    // MARK: - Upkeep

    /// Removes the files that no row, and no undo, needs any more, and what killed writes left.
    ///
    /// - Parameter db: a connection in a write transaction; without its lock, a file could go whose row is committed between
    ///   the look and the removal.
    static func removeUnused(_ db: Database, folder: String) throws {
        let needed = try String.fetchSet(
            db,
            sql: """
                SELECT sha256 FROM host_attachment UNION SELECT json_extract(old_row, '$.sha256')
                FROM host_change_row WHERE table_name = 'host_attachment' AND old_row IS NOT NULL
                """)
        let names = FileSystem.names(in: folder)
        // What earlier versions committed under `<sha256>.new` stays, where it is the only copy.
        let kept = needed.union(needed.subtracting(names).map { $0 + stagingSuffix })
        for name in names where !kept.contains(name) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private static let stagingSuffix = ".new"
}
