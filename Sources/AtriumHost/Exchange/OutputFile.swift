import AtriumSDK
import Crypto
import Foundation
import Glibc

/// A file that an export writes: under a temporary name beside it until it is whole, so that an export that fails leaves
/// what was there before.
public final class OutputFile {
    private let path: String
    private let temporary: String
    private var descriptor: Int32
    private var byteCount: Int64 = 0
    private var hash: SHA256?

    /// Begins a file.
    ///
    /// What stands there is replaced when the file is whole; it passes its permissions on. A link stays: what it leads to
    /// is replaced.
    /// - Throws: ``AtriumError`` with code `cannotCreate`.
    public convenience init(path: String) throws {
        try self.init(path: path, isHashed: false)
    }

    /// Begins a file, and may compute its SHA-256 on the way.
    init(path: String, isHashed: Bool) throws {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        self.path = resolved.map { String(cString: $0) } ?? path
        hash = isHashed ? SHA256() : nil
        // Not made of the name, which may be as long as a name can be.
        var template = Array((Folders.parent(of: self.path) + "/.atrium-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw AtriumError(
                .cannotCreate, "\(path) cannot be made: \(FileSystem.reason())",
                remedy: "check the folder and its permissions")
        }
        temporary = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var present = stat()
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, stat(self.path, &present) == 0 ? present.st_mode & 0o777 : 0o666 & ~mask)
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            unlink(temporary)
        }
    }

    /// Writes the next bytes.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput`; the file is then as it was before.
    public func write(_ bytes: [UInt8]) throws {
        hash?.update(data: bytes)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
            byteCount += Int64(count)
        }
    }

    /// Makes the file durable, gives it its name and returns its size in bytes.
    ///
    /// - Parameter isDurable: false leaves it to a later ``FileSystem/synchronizeAll()``, for one of many.
    /// - Throws: ``AtriumError``: `cannotCreate` where a folder stands there, else `inputOutput`.
    public func finish(isDurable: Bool = true) throws -> Int64 {
        guard !isDurable || fsync(descriptor) == 0 else { throw failure() }
        close(descriptor)
        descriptor = -1
        guard rename(temporary, path) == 0 else {
            let error = failure()
            unlink(temporary)
            throw error
        }
        if isDurable { try FileSystem.synchronize(Folders.parent(of: path)) }
        return byteCount
    }

    /// The SHA-256 of what was written, in hex; nil where it was not asked for.
    var sha256: String? { hash.map { Migrator.hexadecimal($0.finalize()) } }

    private func failure() -> AtriumError {
        AtriumError(
            errno == EISDIR ? .cannotCreate : .inputOutput, "writing \(path) failed: \(FileSystem.reason())",
            remedy: "check the free space; what was there before is unchanged")
    }
}
