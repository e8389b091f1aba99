import AtriumHost
import AtriumSDK
import Glibc

/// The paths that were given to `import`, as single files in order.
///
/// Folders are walked: files by name, hidden ones passed over, links to folders and out of the folder not followed.
/// Patterns that the shell left alone (`*`, `?`, `[`) are expanded. What cannot be read becomes a problem, and the others go
/// on.
struct ImportPaths {
    /// A path that gives no file, and why.
    struct Problem {
        let path: String
        let error: any Error

        /// The error with the path in front, where the message does not hold it already.
        var named: AtriumError {
            var known =
                error as? AtriumError ?? AtriumError(.inputOutput, "\(path) cannot be read: \(error)")
            if !known.message.contains(path) { known.message = "\(path): \(known.message)" }
            return known
        }
    }

    /// The files, in the order of the words, folders' files by name; `-` is standard input.
    private(set) var paths: [(path: String, isFound: Bool)] = []
    /// What was found in folders and is not looked at.
    private(set) var passedOver: [ImportReport.PassedOver] = []
    /// The folders among them that hold a whole vault.
    private(set) var vaultFolders: [VaultFolder] = []
    /// What gave no file.
    var problems: [Problem] = []
    /// Deeper folders than this are a mistake or a trap.
    private static let depthLimit = 64

    /// Forgets what was passed over, once it has been told.
    mutating func clearPassedOver() { passedOver = [] }

    /// Expands words to files.
    static func expand(_ words: [String]) -> ImportPaths {
        var result = ImportPaths()
        for word in words { result.add(word) }
        return result
    }

    private mutating func add(_ word: String) {
        if word == "-" {
            if !paths.contains(where: { $0.path == "-" }) { paths.append(("-", false)) }
            return
        }
        var status = stat()
        if stat(word, &status) == 0 {
            addExisting(word, status, in: word, depth: 0)
        } else if errno == ENOENT, word.contains(where: { "*?[".contains($0) }) {
            let matches = Self.matches(of: word)
            if matches.isEmpty {
                problems.append(
                    Problem(
                        path: word,
                        error: AtriumError(.notFound, "nothing matches \(word)", remedy: "check the pattern"))
                )
            }
            for match in matches where stat(match, &status) == 0 {
                addExisting(match, status, in: match, depth: 0)
            }
        } else {
            problems.append(
                Problem(path: word, error: SystemError.error(.inputOutput, "cannot read \(word)", errno)))
        }
    }

    /// - Parameter root: the path that was named.
    private mutating func addExisting(_ path: String, _ status: stat, in root: String, depth: Int) {
        guard status.st_mode & S_IFMT == S_IFDIR else { return paths.append((path, depth > 0)) }
        guard depth < Self.depthLimit else {
            problems.append(
                Problem(path: path, error: AtriumError(.badData, "the folder \(path) is nested too deeply")))
            return
        }
        guard let names = FileSystem.readNames(in: path) else {
            problems.append(
                Problem(
                    path: path, error: SystemError.error(.inputOutput, "cannot read folder \(path)", errno)))
            return
        }
        let ownNames: Set<String>
        do {
            let folder = try VaultFolder.open(at: path)
            if let folder { vaultFolders.append(folder) }
            ownNames = folder?.ownNames ?? []
        } catch {
            return problems.append(Problem(path: path, error: error))
        }
        for name in names where !ownNames.contains(name) {
            let child = path.hasSuffix("/") ? path + name : path + "/" + name
            if name.hasPrefix(".") {
                passedOver.append(ImportReport.PassedOver(path: child, reason: "hidden"))
                continue
            }
            var entry = stat()
            guard lstat(child, &entry) == 0 else {
                problems.append(Self.unreachable(child, errno))
                continue
            }
            if entry.st_mode & S_IFMT == S_IFLNK {
                // A link to a file of the folder counts as the file; one to a folder could lead in circles, and what stands
                // elsewhere was not named.
                guard stat(child, &entry) == 0, entry.st_mode & S_IFMT == S_IFREG else {
                    passedOver.append(
                        ImportReport.PassedOver(path: child, reason: "a link to a folder, or a broken link"))
                    continue
                }
                guard Self.stands(child, in: root) else {
                    passedOver.append(
                        ImportReport.PassedOver(path: child, reason: "a link to a file outside the folder"))
                    continue
                }
            }
            let kind = entry.st_mode & S_IFMT
            if kind == S_IFREG || kind == S_IFDIR {
                addExisting(child, entry, in: root, depth: depth + 1)
            } else {
                passedOver.append(
                    ImportReport.PassedOver(path: child, reason: "neither a file nor a folder"))
            }
        }
    }

    /// Whether a path, with all links followed, is below a folder.
    private static func stands(_ path: String, in folder: String) -> Bool {
        func real(_ path: String) -> String? {
            guard let found = realpath(path, nil) else { return nil }
            defer { free(found) }
            return String(cString: found)
        }
        guard let path = real(path), let folder = real(folder) else { return false }
        return path.hasPrefix(folder == "/" ? folder : folder + "/")
    }

    /// A file whose name was read from its folder, and that cannot be found by it.
    private static func unreachable(_ path: String, _ number: Int32) -> Problem {
        // What is no UTF-8 has become this character.
        guard path.contains("\u{FFFD}") else {
            return Problem(path: path, error: SystemError.error(.inputOutput, "cannot read \(path)", number))
        }
        return Problem(
            path: path, error: AtriumError(.badData, "the file name is not UTF-8", remedy: "rename the file"))
    }

    private static func matches(of pattern: String) -> [String] {
        var result = glob_t()
        defer { globfree(&result) }
        guard glob(pattern, 0, nil, &result) == 0 else { return [] }
        return (0..<Int(result.gl_pathc)).compactMap { index in
            result.gl_pathv[index].map { String(cString: $0) }
        }
    }
}
