public import AtriumSDK
import Foundation
import Glibc

/// A file on disk that can be imported.
///
/// What cannot be read twice (a pipe, a terminal) is put in a ``SpoolFile``. A file that another program changes while it
/// is read is refused: half of the old and half of the new is neither.
public final class DiskFile: ImportFile, DescriptorFile {
    /// The path as the user gave it.
    public let path: String
    /// The file's size in bytes when it was found.
    public let byteCount: Int64?
    /// What the file was when it was found; nil where ``spool`` holds it.
    private let state: State?
    private let spool: SpoolFile?

    /// The name without folders.
    public var name: String { Folders.name(of: path) }

    /// Finds a file.
    ///
    /// - Throws: ``AtriumError``: `notFound`, `notPermitted`, `usage` for a folder or a device, `inputOutput`.
    public init(path: String) throws {
        self.path = path
        var information = stat()
        guard stat(path, &information) == 0 else { throw Self.error(errno, path) }
        switch information.st_mode & S_IFMT {
        case S_IFDIR:
            throw AtriumError(.usage, "\(path) is a folder", remedy: "name the files in it")
        case S_IFREG:
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.error(errno, path) }
            close(descriptor)
            state = State(information)
            byteCount = Int64(information.st_size)
            spool = nil
        default:
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.error(errno, path) }
            let isPipe = [S_IFIFO, S_IFSOCK].contains(information.st_mode & S_IFMT)
            guard isPipe || isatty(descriptor) == 1 else {
                // Some never end, such as /dev/zero.
                close(descriptor)
                throw AtriumError(.usage, "\(path) is a device", remedy: "name a file or a pipe")
            }
            let reader = DiskFileReader(descriptor: descriptor, state: nil, path: path)
            let spool = try SpoolFile(name: Folders.name(of: path)) { append in
                var buffer = [UInt8](repeating: 0, count: 1 << 17)
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
                    if count == 0 { break }
                    try buffer.withUnsafeBytes {
                        try append(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
                    }
                }
            }
            state = nil
            byteCount = spool.byteCount
            self.spool = spool
        }
    }

    /// Opens the file at its beginning.
    public func open() throws -> any ImportFileReader {
        if let spool { return spool.open() }
        let reader = DiskFileReader(descriptor: try makeDescriptor(), state: state, path: path)
        try reader.checkUnchanged()
        return reader
    }

    func makeDescriptor() throws -> Int32 {
        if let spool { return try spool.makeDescriptor() }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(errno, path) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        return descriptor
    }

    static func error(_ number: Int32, _ path: String) -> AtriumError {
        switch number {
        case ENOENT, ENOTDIR:
            AtriumError(.notFound, "there is no file \(path)", remedy: "check the name")
        case EACCES, EPERM:
            AtriumError(.notPermitted, "no permission to read \(path)", remedy: "check its permissions")
        default:
            AtriumError(.inputOutput, "\(path) cannot be read: \(FileSystem.reason(number))")
        }
    }

    /// By what a file is known to be the same, unchanged.
    fileprivate struct State: Sendable, Hashable {
        private let device: UInt
        private let inode: UInt
        private let size: Int
        private let seconds: Int
        private let nanoseconds: Int

        init(_ information: stat) {
            device = UInt(information.st_dev)
            inode = UInt(information.st_ino)
            size = Int(information.st_size)
            seconds = Int(information.st_mtim.tv_sec)
            nanoseconds = Int(information.st_mtim.tv_nsec)
        }
    }
}

/// Reads a file through a descriptor of its own.
private final class DiskFileReader: ImportFileReader {
    private let descriptor: Int32
    private let state: DiskFile.State?
    private let path: String

    init(descriptor: Int32, state: DiskFile.State?, path: String) {
        self.descriptor = descriptor
        self.state = state
        self.path = path
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count == 0, !buffer.isEmpty { try checkUnchanged() }
            if count >= 0 { return count }
            if errno != EINTR { throw DiskFile.error(errno, path) }
        }
    }

    /// Refuses a file that is not what it was when it was found.
    func checkUnchanged() throws {
        guard let state else { return }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw DiskFile.error(errno, path) }
        guard DiskFile.State(information) == state else {
            throw AtriumError(
                .tryAgain, "\(path) changed while it was being read",
                remedy: "import it again when the other program has finished writing it")
        }
    }
}
