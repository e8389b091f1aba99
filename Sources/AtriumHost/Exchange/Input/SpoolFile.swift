public import AtriumSDK
import Foundation
import Glibc
import Synchronization

/// A file without a name, in which waits what cannot be read twice: a pipe, or an entry of an archive.
///
/// Nobody else can open it, and it goes with the process, however that ends.
public final class SpoolFile: ImportFile, DescriptorFile {
    /// The name of what was put into it, without folders.
    public let name: String
    /// How many bytes were put into it.
    public let byteCount: Int64?
    private let spool: Spool
    private var descriptor: Int32 { spool.descriptor }

    /// Makes a file in a folder for temporary files, and has it filled.
    ///
    /// - Parameters:
    ///   - folder: the folder; nil: `TMPDIR`, or `/tmp` where that is not set.
    ///   - fill: hands the content over, in order, a piece at a time.
    /// - Throws: ``WholeImportError`` where the file cannot be made or written, and what `fill` throws.
    public convenience init(
        name: String, in folder: String? = nil,
        fill: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        let folder = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let spool = try WholeImportError.marking { try Spool(in: folder) }
        try fill { piece in try WholeImportError.marking { try spool.append(piece) } }
        self.init(name: name, spool)
    }

    /// Takes over what was spooled.
    public init(name: String, _ spool: Spool) {
        self.name = name
        self.spool = spool
        byteCount = spool.byteCount
    }

    /// Opens the file at its beginning.
    public func open() -> any ImportFileReader { Reader(file: self) }

    /// One of several files that were put into it one after the other.
    ///
    /// - Parameter range: its bytes.
    public func part(named name: String, _ range: Range<Int64>) -> any ImportFile {
        SpoolRange(spool: self, range: range, name: name)
    }

    func makeDescriptor() throws -> Int32 {
        // A path of its own, so that its offset is not shared.
        let copy = Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard copy >= 0 else { throw DiskFile.error(errno, name) }
        return copy
    }

    private struct Reader: ImportFileReader {
        let file: SpoolFile
        var offset: Int64 = 0

        init(file: SpoolFile) { self.file = file }

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let count = try file.read(into: buffer, at: offset)
            offset += Int64(count)
            return count
        }
    }

    /// Reads bytes from a place on and gives how many they were: 0 at the end.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw DiskFile.error(errno, name) }
        }
    }
}

/// An error that ends the whole import: the machine has no room for temporary files, or the files exceed a limit.
///
/// The report lists any other error of a file, and the import continues with the next file. The code alone does not
/// tell the two apart.
public struct WholeImportError: Error {
    /// What to tell the user.
    public let error: AtriumError

    /// Makes the error.
    init(error: AtriumError) { self.error = error }

    static func marking<Result>(_ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let error as AtriumError {
            throw WholeImportError(error: error)
        }
    }
}

/// One of several files that stand in a ``SpoolFile``.
struct SpoolRange: ImportFile {
    let spool: SpoolFile
    let range: Range<Int64>
    let name: String

    var byteCount: Int64? { range.upperBound - range.lowerBound }

    func open() -> any ImportFileReader { Reader(file: self, offset: range.lowerBound) }

    private struct Reader: ImportFileReader {
        let file: SpoolRange
        var offset: Int64

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let wanted = min(Int64(buffer.count), file.range.upperBound - offset)
            guard wanted > 0 else { return 0 }
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(wanted)))
            let count = try file.spool.read(into: piece, at: offset)
            offset += Int64(count)
            return count
        }
    }
}

extension ImportFile {
    /// Hands the content on, a piece at a time.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try open()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// The whole content, for files that are known to be small.
    func contents() throws -> Data {
        var data = Data()
        try forEachPiece { data.append(contentsOf: $0) }
        return data
    }
}

/// A file without a name that is being filled; see ``SpoolFile``.
///
/// One thread at a time may append.
public final class Spool: Sendable {
    fileprivate let descriptor: Int32
    private let folder: String
    private let size = Atomic<Int64>(0)

    /// How many bytes were put into it.
    public var byteCount: Int64 { size.load(ordering: .relaxed) }

    /// Makes an empty file on the disk of a folder.
    ///
    /// - Throws: ``AtriumError``: `diskFull`, `readOnly` or `cannotCreate`.
    public init(in folder: String) throws {
        self.folder = folder
        var template = Array((folder + "/atrium-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            let code: AtriumError.Code =
                switch errno {
                case ENOSPC, EDQUOT: .diskFull
                case EROFS, EACCES: .readOnly
                default: .cannotCreate
                }
            throw AtriumError(
                code, "cannot create a temporary file in \(folder): \(FileSystem.reason())",
                remedy: "check its free space and permissions, or set TMPDIR to another folder")
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Whether an error says that the disk takes nothing now: what was to be put there is then done without it.
    public static func isWithoutRoom(_ error: AtriumError) -> Bool {
        [.diskFull, .readOnly, .cannotCreate].contains(error.code)
    }

    /// Takes a file's name away: it goes when this does.
    ///
    /// - Throws: ``AtriumError``: `notFound`, `notPermitted` or `inputOutput`.
    init(takingOver path: String) throws {
        folder = Folders.parent(of: path)
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        let failure = DiskFile.error(errno, path)
        unlink(path)
        guard descriptor >= 0 else { throw failure }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw DiskFile.error(errno, path) }
        size.store(Int64(information.st_size), ordering: .relaxed)
    }

    deinit { close(descriptor) }

    /// An empty file on the same disk.
    ///
    /// - Throws: as ``init(in:)``.
    public func another() throws -> Spool { try Spool(in: folder) }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``AtriumError``: `diskFull` where there is no room for them, else `inputOutput`.
    public func append(_ piece: UnsafeRawBufferPointer) throws {
        guard FileSystem.writeAll(piece, to: descriptor) else {
            throw AtriumError(
                errno == ENOSPC || errno == EDQUOT ? .diskFull : .inputOutput,
                "cannot write the temporary file in \(folder): \(FileSystem.reason())",
                remedy: "free some space there, or set TMPDIR to another folder")
        }
        size.wrappingAdd(Int64(piece.count), ordering: .relaxed)
    }

    /// Takes back what was put into it from a place on.
    func truncate(to count: Int64) throws {
        guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
            throw AtriumError(
                .inputOutput, "cannot write the temporary file in \(folder): \(FileSystem.reason())",
                remedy: "try again")
        }
        size.store(count, ordering: .relaxed)
    }

    /// Bytes from a place on.
    func bytes(at offset: Int64, count: Int) throws -> [UInt8] {
        let file = SpoolFile(name: "", self)
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = try file.read(into: rest, at: offset + Int64(filled))
                if read == 0 { break }
                filled += read
            }
        }
    }
}

/// A file that the operating system can read for a C library.
protocol DescriptorFile {
    /// An open descriptor at the file's beginning, for the caller to close.
    func makeDescriptor() throws -> Int32
}
