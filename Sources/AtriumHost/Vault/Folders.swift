import AtriumSDK
import Foundation
import Glibc

/// Makes and names the folders of a hub.
///
/// They hold private data: mode 0700.
enum Folders {
    /// Makes a folder, with those above it, readable by its owner only; does nothing where it exists.
    ///
    /// - Throws: ``AtriumError`` with code `cannotCreate` that names the folder.
    static func make(_ path: String) throws {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw AtriumError(
                .cannotCreate, "the folder \(path) cannot be made",
                remedy: "check the permissions of the folder above it, or give another home with --home")
        }
    }
}
