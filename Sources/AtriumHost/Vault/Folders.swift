import AtriumSDK
import Foundation
import Glibc

/// Makes and names the folders of a hub.
///
/// They hold private data: mode 0700.
enum Folders {
    /// The folder that a path is in: `.` for a bare name.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Makes an empty file that only its owner can read, where there is none: SQLite gives its side files the same mode.
    ///
    /// - Throws: ``AtriumError``: `notPermitted` or `cannotCreate`, naming the file.
    static func makePrivateFile(_ path: String) throws {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let reason = errno
        if descriptor >= 0 {
            close(descriptor)
        } else if access(path, F_OK) != 0 {
            guard errno != EACCES else {
                throw AtriumError(
                    .notPermitted, "no permission to read \(path)",
                    remedy: "check its owner, or choose another folder with \(field: "home")")
            }
            throw AtriumError(
                reason == EACCES || reason == EROFS ? .notPermitted : .cannotCreate, "cannot create \(path)",
                remedy:
                    "check the free space and the permissions of its folder, or choose another with \(field: "home")"
            )
        }
    }

    /// Makes a folder for an export, with those above it, or takes one that is empty.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate` that says what stands there.
    static func makeEmpty(_ path: String) throws {
        let remedy: Guidance = "choose a new or empty folder"
        if mkdir(path, 0o700) == 0 { return }
        var information = stat()
        guard stat(path, &information) == 0 else {
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                return
            } catch {
                throw AtriumError(
                    .cannotCreate, "cannot create the folder \(path)",
                    remedy: "check the permissions of the folder above it, or choose another")
            }
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw AtriumError(.cannotCreate, "\(path) is a file, not a folder", remedy: remedy)
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw AtriumError(
                .cannotCreate, "no permission to write to the folder \(path)",
                remedy: "check its permissions")
        }
        guard FileSystem.names(in: path).isEmpty else {
            throw AtriumError(.cannotCreate, "the folder \(path) is not empty", remedy: remedy)
        }
    }

    /// Makes a folder, with those above it, readable by its owner only; does nothing where it exists.
    ///
    /// - Throws: ``AtriumError``: `cannotCreate`, or `notPermitted` where nobody may look; it names the folder.
    static func make(_ path: String) throws {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { return }
        if errno == EACCES {
            throw AtriumError(
                .notPermitted, "no permission to read the folder \(path)",
                remedy: "check its owner, or choose another folder with \(field: "home")")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw AtriumError(
                .cannotCreate, "cannot create the folder \(path)",
                remedy:
                    "check the permissions of the folder above it, or choose another with \(field: "home")"
            )
        }
    }
}
