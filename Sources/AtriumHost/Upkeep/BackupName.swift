import AtriumSDK
import Glibc

/// How the backups of a user are named in a folder, and which of them go when only the newest are kept.
struct BackupName {
    /// The user's name.
    let user: String

    private static let suffix = ".tar.gz"

    private var prefix: String { "atrium-\(user)-" }

    /// Names for a backup, to be tried in order: with the time, then with a number for others of the same second.
    ///
    /// Numbers go on after those in the folder, so that a later backup always has the greater age, also where an earlier
    /// one has been removed.
    func candidates(madeAt: String, in folder: String) -> [String] {
        let stamp = madeAt.filter { $0 != "-" && $0 != ":" }
        let last =
            FileSystem.names(in: folder).compactMap(age).filter { $0.stamp == stamp }.map(\.number).max() ?? 0
        return (last + 1..<last + 10).map { prefix + stamp + ($0 > 1 ? "-\($0)" : "") + Self.suffix }
    }

    /// What sorts backups by age: the time, then the number; nil where a name is not that of a backup of this user.
    func age(of name: String) -> (stamp: String, number: Int)? {
        guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return nil }
        let middle = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
        guard let match = middle.wholeMatch(of: /(\d{8}T\d{6}Z)(-(\d{1,9}))?/) else { return nil }
        return (String(match.1), match.3.flatMap { Int($0) } ?? 1)
    }

    /// Removes the oldest backups of the user beyond a number, and gives their paths.
    ///
    /// Only files go that are named like a backup of this user and begin like one: other files are never touched, and a
    /// backup that is damaged is left for a person to look at.
    func removeOldest(in folder: String, keeping count: Int) throws -> [String] {
        let found = FileSystem.names(in: folder).compactMap { name in
            age(of: name).map { (name: name, age: $0) }
        }
        .filter { isOwn(folder + "/" + $0.name) }
        .sorted { $0.age > $1.age }
        return try found.dropFirst(count).map { backup in
            let path = folder + "/" + backup.name
            guard unlink(path) == 0 else {
                throw AtriumError(
                    .inputOutput, "the backup is complete, but the old backup \(path) could not be removed",
                    remedy: "check the permissions of the folder")
            }
            return path
        }
    }

    private func isOwn(_ path: String) -> Bool {
        FileSystem.size(ofFile: path) != nil && (try? ArchiveReader(path: path).manifest().user) == user
    }

    /// Whether a file holds the user's data, as far as can be told: by what it says, whatever it is called; by its name
    /// where it says nothing.
    func mayBeOwn(_ name: String, in folder: String) -> Bool {
        let path = folder + "/" + name
        guard FileSystem.size(ofFile: path) != nil else { return false }
        guard let owner = try? ArchiveReader(path: path).manifest().user else { return age(of: name) != nil }
        return owner == user
    }
}
