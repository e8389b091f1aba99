import AtriumSDK
import Crypto
import Foundation
import Glibc

/// The files of attachments while a transaction is under way.
///
/// Content is written to `<sha256>.new` and synchronized before the commit; after it the file takes its name. Where
/// the process dies in between, the content is still found under the name with `.new`. A rolled-back transaction removes
/// what it wrote.
final class AttachmentContent {
    private let folder: String
    private var staged: Set<String> = []

    init(folder: String) {
        self.folder = folder
    }

    /// Writes content and gives its SHA-256 in hex.
    func stage(_ content: [UInt8]) throws -> String {
        let name = Migrator.hexadecimal(SHA256.hash(data: content))
        let path = "\(folder)/\(name)"
        if staged.contains(name) || access(path, F_OK) == 0 { return name }
        do {
            let data = Data(content)
            try data.write(to: URL(fileURLWithPath: path + ".new"), options: .atomic)
        } catch {
            throw AtriumError(
                .inputOutput, "an attachment could not be written; nothing was changed",
                remedy: "check the free space and the permissions of \(folder)")
        }
        staged.insert(name)
        return name
    }

    /// Makes staged content durable, before the commit that refers to it.
    func synchronize() throws {
        for name in staged { try Self.synchronize("\(folder)/\(name).new") }
        if !staged.isEmpty { try Self.synchronize(folder) }
    }

    /// Gives staged content its name, after the commit.
    func takeUp() {
        for name in staged { rename("\(folder)/\(name).new", "\(folder)/\(name)") }
        staged = []
    }

    /// Removes staged content, after a rollback.
    func discard() {
        for name in staged { unlink("\(folder)/\(name).new") }
        staged = []
    }

    /// Reads content, under its name or the one it has before it is taken up.
    static func read(_ sha256: String, folder: String) throws -> [UInt8] {
        for path in ["\(folder)/\(sha256)", "\(folder)/\(sha256).new"] {
            if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        }
        throw AtriumError(
            .inputOutput, "the file of an attachment is missing: \(sha256)",
            remedy: "run atrium doctor; a backup may still hold it")
    }

    private static func synchronize(_ path: String) throws {
        let descriptor = Glibc.open(path, O_RDONLY)
        guard descriptor >= 0 else { throw AtriumError(.inputOutput, "an attachment could not be written") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw AtriumError(
                .inputOutput, "an attachment could not be written; nothing was changed",
                remedy: "check the disk")
        }
    }
}
