import AtriumSDK
import CLibarchive
import Crypto
import Glibc

/// Writes an archive that any system can unpack.
///
/// Owners and times are left out, so that the same content gives the same bytes.
final class ArchiveWriter {
    /// The kind of an archive.
    enum Kind {
        /// tar in pax format, compressed with gzip: a backup.
        case tarGzip
        /// zip, which people open without a program for it.
        case zip
    }

    private let archive: OpaquePointer
    private let path: String
    private let descriptor: Int32
    private var isOpen = true

    /// Makes the file; it must not exist.
    ///
    /// - Throws: ``AtriumError``: `cannotCreate`, `notPermitted` or `inputOutput`.
    init(path: String, kind: Kind = .tarGzip) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(writing: path) }
        guard let archive = archive_write_new() else {
            close(descriptor)
            throw AtriumError(.internal, "libarchive did not start")
        }
        self.archive = archive
        guard Self.set(kind, of: archive), archive_write_open_fd(archive, descriptor) == ARCHIVE_OK else {
            throw failure()
        }
    }

    private static func set(_ kind: Kind, of archive: OpaquePointer) -> Bool {
        switch kind {
        case .tarGzip:
            archive_write_set_format_pax_restricted(archive) == ARCHIVE_OK
                && archive_write_add_filter_gzip(archive) == ARCHIVE_OK
                // Level 3 takes a third of the time of the usual 6 and makes the file a few hundredths larger.
                && archive_write_set_filter_option(archive, "gzip", "compression-level", "3") == ARCHIVE_OK
                && archive_write_set_filter_option(archive, "gzip", "timestamp", nil) == ARCHIVE_OK
        case .zip: archive_write_set_format_zip(archive) == ARCHIVE_OK
        }
    }

    deinit {
        archive_write_free(archive)
        close(descriptor)
    }

    /// Adds an entry of bytes.
    func add(_ name: String, bytes: [UInt8]) throws {
        try begin(name, size: Int64(bytes.count))
        try bytes.withUnsafeBytes { try write($0) }
        try endEntry()
    }

    /// Adds an entry with the content of a file.
    ///
    /// - Parameters:
    ///   - file: what the manifest says of it: the content must be just that.
    ///   - check: is asked before each piece; what it throws ends the entry.
    func add(
        _ file: ArchiveManifest.File, contentOf source: String, checking check: () throws -> Void = {}
    ) throws {
        try begin(file.name, size: file.size)
        let digest = try FileDigest(of: source) { piece in
            try check()
            try write(piece)
        }
        guard digest.size == file.size, digest.sha256 == file.sha256 else {
            throw AtriumError(
                .tryAgain, "\(source) changed while it was being copied; nothing was written",
                remedy: "try again")
        }
        try endEntry()
    }

    /// Ends the archive and makes it durable.
    func finish() throws {
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure() }
        guard fsync(descriptor) == 0 else { throw FileSystem.failure(writing: path) }
    }

    private func begin(_ name: String, size: Int64) throws {
        guard let entry = archive_entry_new() else { throw failure() }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, size)
        archive_entry_set_filetype(entry, FileSystem.regularFile)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_mtime(entry, 0, 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw failure() }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else {
            throw failure()
        }
    }

    private func endEntry() throws {
        guard archive_write_finish_entry(archive) == ARCHIVE_OK else { throw failure() }
    }

    private func failure() -> AtriumError { FileSystem.failure(writing: path, code: archive_errno(archive)) }
}

/// The size and SHA-256 of a file, computed in constant memory.
struct FileDigest {
    let size: Int64
    let sha256: String

    /// Reads a file from its beginning to its end, handing each piece on.
    ///
    /// - Throws: ``AtriumError`` with code `inputOutput` where it cannot be read, or what `body` threw.
    init(of path: String, body: (UnsafeRawBufferPointer) throws -> Void = { _ in }) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        var hash = SHA256()
        var size: Int64 = 0
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(path) }
            guard count > 0 else { break }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(bufferPointer: piece)
            size += Int64(count)
            try body(piece)
        }
        self.size = size
        sha256 = Migrator.hexadecimal(hash.finalize())
    }

    private static func failure(_ path: String) -> AtriumError {
        AtriumError(
            .inputOutput, "\(path) cannot be read: \(FileSystem.reason())",
            remedy: "check its permissions and the disk")
    }
}
