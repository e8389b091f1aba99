import AtriumSDK
import Foundation
import GRDB
import Glibc

/// Copies of a database that are made aside before it is migrated: `PREFIX-TIME-RANDOM.sqlite`.
struct DatabaseCopy {
    /// The folder in which they are.
    let folder: String
    /// How their names begin.
    let prefix: String

    private static let suffix = ".sqlite"
    private static let unfinished = suffix + ".new"

    /// Copies a database, as it was last committed, by a connection of its own: another may hold a transaction meanwhile.
    ///
    /// - Throws: what SQLite throws, ``AtriumError``; nothing is left of a copy that failed.
    func make(of database: String, now: Date) throws {
        let stamp = Timestamp.text(now).filter { $0 != ":" && $0 != "-" }
        let path = "\(folder)/\(prefix)-\(stamp)-\(UUID().uuidString.prefix(8))"
        // Under another name until it is whole and on disk, so that half a copy never looks like one.
        let new = path + Self.unfinished
        do {
            try Folders.makePrivateFile(new)
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(VaultFile.busyTimeout)
            let connection = try DatabaseQueue(path: database, configuration: configuration)
            try connection.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [new]) }
            try connection.close()
            try FileSystem.synchronize(new)
            try FileSystem.moveIntoPlace(new, to: path + Self.suffix)
        } catch {
            unlink(new)
            throw error
        }
        try FileSystem.synchronize(folder)
    }

    /// The paths of the copies, the oldest first.
    var paths: [String] { names(ending: Self.suffix).map { folder + "/" + $0 } }

    /// Removes all but the newest copies, and what is left of those that never became any; while nobody else makes one.
    func removeOldest(keeping count: Int) {
        for path in paths.dropLast(count) { unlink(path) }
        for name in names(ending: Self.unfinished) { unlink(folder + "/" + name) }
    }

    private func names(ending end: String) -> [String] {
        FileSystem.names(in: folder).filter { $0.hasPrefix(prefix + "-") && $0.hasSuffix(end) }
    }
}
