public import AtriumSDK
import Foundation
import Glibc

/// A file on disk that can be imported.
///
/// What cannot be read twice (a pipe, standard input) is put in a temporary file.
public final class DiskFile: ImportFile {
    /// The path as the user gave it.
    public let path: String
    /// The file's size in bytes when it was found.
    public let byteCount: Int64
    private let readPath: String
    private let isTemporary: Bool

    /// The name without folders.
    public var name: String { path == "-" ? "standard input" : Folders.name(of: path) }

    /// Finds a file; `-` is standard input.
    ///
    /// - Throws: ``AtriumError``: `notFound`, `notPermitted`, `usage` for a folder, `inputOutput`.
    public init(path: String) throws {
        self.path = path
        var information = stat()
        guard path == "-" || stat(path, &information) == 0 else { throw Self.error(errno, path) }
        let kind = information.st_mode & S_IFMT
        guard path == "-" || kind != S_IFDIR else {
            throw AtriumError(.usage, "\(path) is a folder", remedy: "name the files in it")
        }
        if path != "-", kind == S_IFREG {
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.error(errno, path) }
            close(descriptor)
            readPath = path
            byteCount = Int64(information.st_size)
            isTemporary = false
        } else {
            (readPath, byteCount) = try Self.spool(path)
            isTemporary = true
        }
    }

    deinit {
        if isTemporary { unlink(readPath) }
    }

    /// Opens the file at its beginning.
    public func open() throws -> any ImportFileReader {
        try DiskFileReader(path: readPath, shownAs: path)
    }

    /// Copies a pipe to a temporary file that only its owner can read.
    private static func spool(_ path: String) throws -> (path: String, byteCount: Int64) {
        var template = Array((NSTemporaryDirectory() + "/atrium-import-XXXXXX").utf8CString)
        let target = mkstemp(&template)
        guard target >= 0 else {
            throw AtriumError(
                .cannotCreate, "no temporary file can be made",
                remedy: "check the space and permissions of $TMPDIR")
        }
        defer { close(target) }
        let temporary = String(
            decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            let reader = try DiskFileReader(path: path == "-" ? "/dev/stdin" : path, shownAs: path)
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            var total: Int64 = 0
            while true {
                let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
                if count == 0 { return (temporary, total) }
                guard buffer.withUnsafeBytes({ write(target, $0.baseAddress, count) }) == count else {
                    throw AtriumError(
                        .inputOutput, "the temporary file is full", remedy: "free space in $TMPDIR")
                }
                total += Int64(count)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    static func error(_ number: Int32, _ path: String) -> AtriumError {
        switch number {
        case ENOENT, ENOTDIR:
            AtriumError(.notFound, "there is no file \(path)", remedy: "check the name")
        case EACCES, EPERM:
            AtriumError(.notPermitted, "\(path) may not be read", remedy: "check its permissions")
        default:
            AtriumError(.inputOutput, "\(path) cannot be read: \(String(cString: strerror(number)))")
        }
    }
}

/// Reads a file through a descriptor of its own.
private final class DiskFileReader: ImportFileReader {
    private let descriptor: Int32
    private let path: String

    init(path: String, shownAs shown: String) throws {
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        self.path = shown
        guard descriptor >= 0 else { throw DiskFile.error(errno, shown) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw DiskFile.error(errno, path) }
        }
    }
}
