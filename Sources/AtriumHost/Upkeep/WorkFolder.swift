import AtriumSDK
import Foundation
import Glibc

/// A folder for a backup or an archive in progress beside its target; it is removed at the end.
///
/// What a killed process leaves is removed by the next one: each holds a lock on its own folder while it lives.
struct WorkFolder {
    /// The folder in which it stands.
    let parent: String
    /// Its own path.
    let path: String
    private let descriptor: Int32
    private static let prefix = ".atrium-backup-"

    /// Makes the folder; it goes with ``remove()``.
    ///
    /// - Throws: ``AtriumError``: `notPermitted`, `diskFull` or `inputOutput`.
    init(in parent: String) throws {
        self.parent = parent
        Self.removeLeftovers(in: parent)
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { throw FileSystem.failure(writing: parent) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Removes the folder with all that is in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Removes what killed processes have left in a folder.
    static func removeLeftovers(in parent: String) {
        for name in FileSystem.names(in: parent) where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil, FileSystem.isFolder(path)
            else {
                continue
            }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
            close(descriptor)
        }
    }
}
