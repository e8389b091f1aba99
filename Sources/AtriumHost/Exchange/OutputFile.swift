import AtriumSDK
import Crypto
import Foundation
import Glibc

/// A file that is written: under a temporary name beside it until it is whole, so that a failure leaves what was there
/// before.
///
/// A device or a named pipe cannot be replaced: it is written to as it is.
public final class OutputFile {
    private let path: String
    /// Where the bytes wait until they are whole; nil: nowhere, for a device or a pipe.
    private let temporary: String?
    private var descriptor: Int32
    private var byteCount: Int64 = 0
    private var hash: SHA256?

    /// Begins a file.
    ///
    /// What stands there is replaced when the file is whole; it passes its permissions on. A link stays: what it leads to
    /// is replaced.
    /// - Parameter replaces: whether a file that stands there may be replaced.
    /// - Throws: ``AtriumError`` with code `cannotCreate`, for a folder too.
    public convenience init(path: String, replaces: Bool = true) throws {
        try self.init(path: path, isHashed: false, replaces: replaces)
    }

    /// Begins a file, and may compute its SHA-256 on the way.
    init(path: String, isHashed: Bool, replaces: Bool = true) throws {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        self.path = resolved.map { String(cString: $0) } ?? path
        hash = isHashed ? SHA256() : nil
        var present = stat()
        let isPresent = stat(self.path, &present) == 0
        if isPresent, present.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = open(self.path, O_WRONLY | O_CLOEXEC)
        } else if isPresent, !replaces {
            throw AtriumError(
                .cannotCreate, "\(path) already exists",
                remedy: "choose a new file name, or replace the file with \(flag: "overwrite")")
        } else {
            let made = Self.makeTemporary(in: Folders.parent(of: self.path))
            (temporary, descriptor) = (made.path, made.descriptor)
        }
        guard descriptor >= 0 else {
            throw AtriumError(
                .cannotCreate, "cannot create \(path): \(FileSystem.reason())",
                remedy: "check the folder and its permissions")
        }
        if isPresent, temporary != nil { fchmod(descriptor, present.st_mode & 0o777) }
    }

    /// Makes a file with the permissions that the process gives to new files; the descriptor is -1 where none can be made.
    ///
    /// `mkstemp` would give it others, and what the process gives can only be asked for by changing it, for all threads.
    private static func makeTemporary(in folder: String) -> (path: String, descriptor: Int32) {
        while true {
            // Not made of the file's name, which may be as long as a name can be.
            let path = folder + "/.atrium-" + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 || errno != EEXIST { return (path, descriptor) }
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// Writes the next bytes.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput`; the file is then as it was before. ``ReaderGone`` for a pipe that
    ///   nobody reads any more.
    public func write(_ bytes: [UInt8]) throws {
        hash?.update(data: bytes)
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else {
            if errno == EPIPE { throw ReaderGone() }
            throw failure()
        }
        byteCount += Int64(bytes.count)
    }

    /// Makes the file durable, gives it its name and returns its size in bytes.
    ///
    /// - Parameter isDurable: false leaves it to a later ``FileSystem/synchronizeAll()``, for one of many.
    /// - Throws: ``AtriumError``: `cannotCreate` where a folder stands there, else `inputOutput`.
    public func finish(isDurable: Bool = true) throws -> Int64 {
        guard let temporary else {
            close(descriptor)
            descriptor = -1
            return byteCount
        }
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
            remedy: "check the free space; a file that already existed is unchanged")
    }
}

/// The reader at the other end of a pipe has gone: nobody wants the rest, and nobody is to blame.
public struct ReaderGone: Error {
    /// Makes the error.
    public init() {}
}
