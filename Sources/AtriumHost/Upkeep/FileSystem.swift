import AtriumSDK
import Glibc

/// What upkeep needs of the file system beyond Foundation: durable and atomic renames, free space.
package enum FileSystem {
    /// The type bits of a regular file, as `stat` and archives have them.
    static let regularFile: UInt32 = S_IFREG

    /// Exchanges two paths in one step: whatever happens, each name is one of the two.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput`, also where the file system cannot do it; both are then as they
    ///   were.
    static func exchange(_ first: String, _ second: String) throws {
        guard rename2(first, second, flags: 2) == 0 else {
            throw AtriumError(
                .inputOutput, "cannot exchange \(first) with \(second): \(reason())",
                remedy: "move the old folder away by hand and try again; nothing was changed")
        }
    }

    /// Gives a file or folder its final name, where nothing has this name yet.
    ///
    /// - Throws: ``AtriumError``: `cannotCreate` where the name is taken, else `inputOutput`.
    static func moveIntoPlace(_ path: String, to target: String) throws {
        if rename2(path, target, flags: 1) == 0 { return }
        if errno == EINVAL || errno == ENOSYS {
            // A file system without RENAME_NOREPLACE: looking first leaves a gap, but never a half-made target.
            if access(target, F_OK) != 0, rename(path, target) == 0 { return }
        }
        guard errno == EEXIST || access(target, F_OK) == 0 else {
            throw AtriumError(
                .inputOutput, "cannot create \(target): \(reason())", remedy: "check its folder")
        }
        throw AtriumError(
            .cannotCreate, "\(target) already exists", remedy: "choose another name, or move it away")
    }

    private typealias Rename2 =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// `renameat2`, which the Glibc module hides behind `_GNU_SOURCE`; it is looked up by name.
    private static func rename2(_ from: String, _ to: String, flags: UInt32) -> Int32 {
        guard let symbol = dlsym(nil, "renameat2") else {
            errno = ENOSYS
            return -1
        }
        return unsafeBitCast(symbol, to: Rename2.self)(AT_FDCWD, from, AT_FDCWD, to, flags)
    }

    /// Writes a file that is not there yet, for its owner only, like all that is in a vault.
    ///
    /// - Throws: ``AtriumError`` by `errno`; a part of it may be there then.
    static func write(_ content: [UInt8], toNewFile path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(writing: path) }
        defer { close(descriptor) }
        guard content.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { throw failure(writing: path) }
    }

    /// Writes to an open file until all is written: a write may take only a part, and a signal may break it off.
    ///
    /// - Returns: false where it failed, and `errno` says how.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Makes a file's content, or a folder's names, durable.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(writing: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(writing: path) }
    }

    /// The size of a regular file in bytes; nil where there is none, or something else of that name.
    static func size(ofFile path: String) -> Int64? {
        var information = stat()
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(information.st_size)
    }

    /// Whether a path is a folder, not a link to one.
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes all that was written until now durable: for many files at once.
    static func synchronizeAll() { sync() }

    /// The names in a folder, sorted; empty where it cannot be read.
    static func names(in folder: String) -> [String] { readNames(in: folder) ?? [] }

    /// The names in a folder, sorted; empty where there is none.
    ///
    /// - Throws: ``AtriumError`` where it is there and cannot be read: `notPermitted`, `inputOutput`.
    static func names(inFolderIfAny folder: String) throws -> [String] {
        if let names = readNames(in: folder) { return names }
        let code = errno
        if code == ENOENT { return [] }
        throw AtriumError(
            code == EACCES ? .notPermitted : .inputOutput, "\(folder) cannot be read: \(reason(code))",
            remedy: "check that it is a folder, and check its permissions")
    }

    /// The names in a folder, sorted by bytes; nil where it cannot be read, and `errno` says why.
    package static func readNames(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Checks that a folder's file system has room.
    ///
    /// - Throws: ``AtriumError`` with code `diskFull` that says how much is missing.
    static func requireSpace(_ bytes: Int64, in folder: String) throws {
        guard let free = freeSpace(in: folder), bytes > free else { return }
        throw AtriumError(
            .diskFull,
            "not enough space in \(folder): \(bytes) bytes are needed, \(free) are free",
            remedy: "free some space or use another disk; nothing was changed")
    }

    /// The free bytes of a folder's file system; nil where it does not say.
    static func freeSpace(in folder: String) -> Int64? {
        var information = statvfs()
        guard statvfs(folder, &information) == 0 else { return nil }
        let (free, overflow) = Int64(clamping: information.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: information.f_frsize))
        return overflow ? nil : free
    }

    /// The error for a file that could not be written, by `errno`.
    static func failure(writing path: String, code: Int32 = errno) -> AtriumError {
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            AtriumError(
                .diskFull, "the disk is full, so \(path) could not be written; nothing was changed",
                remedy: "free some space or use another disk")
        case EACCES, EPERM, EROFS:
            AtriumError(
                .readOnly, "no permission to write \(path)", remedy: "check the permissions of its folder")
        case ENOENT, ENOTDIR:
            AtriumError(.cannotCreate, "cannot create \(path)", remedy: "check that its folder exists")
        default:
            AtriumError(.inputOutput, "writing \(path) failed: \(reason(code))", remedy: "check the disk")
        }
    }

    static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
