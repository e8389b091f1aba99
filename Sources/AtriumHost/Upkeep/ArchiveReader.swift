import AtriumSDK
import CLibarchive
import Crypto
import Foundation
import Glibc

/// Reads a backup's file, trusting nothing in it: only the names, kinds and sizes that its manifest gives are taken.
final class ArchiveReader {
    private let archive: OpaquePointer
    private let path: String

    /// Opens an archive.
    ///
    /// - Throws: ``AtriumError``: `notFound` or `notPermitted` for the file, `badData` where it is no archive.
    init(path: String) throws {
        self.path = path
        guard FileSystem.size(ofFile: path) != nil || access(path, F_OK) == 0 else {
            throw AtriumError(.notFound, "there is no file \(path)", remedy: "check the name")
        }
        guard access(path, R_OK) == 0 else {
            throw AtriumError(.notPermitted, "no permission to read \(path)", remedy: "check its permissions")
        }
        guard let archive = archive_read_new() else {
            throw AtriumError(.internal, "libarchive did not start")
        }
        self.archive = archive
        guard archive_read_support_filter_gzip(archive) == ARCHIVE_OK,
            archive_read_support_format_tar(archive) == ARCHIVE_OK,
            archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK
        else { throw ArchiveManifest.damaged("it is not a compressed tar archive") }
    }

    deinit { archive_read_free(archive) }

    /// Reads the manifest, which is the first entry.
    func manifest() throws -> ArchiveManifest {
        guard let entry = try next(), entry.name == ArchiveManifest.entryName,
            entry.size <= ArchiveManifest.maximumSize
        else { throw ArchiveManifest.damaged("it does not begin with a manifest") }
        var bytes = Data()
        try readData(atMost: entry.size) { bytes.append(contentsOf: $0) }
        return try ArchiveManifest(json: bytes)
    }

    /// Unpacks the files into a new folder and makes them durable.
    ///
    /// - Throws: ``AtriumError``: `badData` where the archive is not just what its manifest says, `inputOutput` where
    ///   the disk is full. The folder is then incomplete and for the caller to remove.
    func unpack(_ manifest: ArchiveManifest, into folder: String) throws {
        let filesFolder = folder + "/files"
        for path in [folder, filesFolder] where mkdir(path, 0o700) != 0 {
            throw FileSystem.failure(writing: path)
        }
        var expected = Dictionary(
            manifest.files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        while let entry = try next() {
            guard let file = expected.removeValue(forKey: entry.name), file.size == entry.size else {
                throw ArchiveManifest.damaged("it contains a file that its manifest does not list")
            }
            try unpack(file, to: folder + "/" + file.name)
        }
        guard expected.isEmpty else { throw ArchiveManifest.damaged("files of its manifest are missing") }
        try FileSystem.synchronize(filesFolder)
        try FileSystem.synchronize(folder)
    }

    private func unpack(_ file: ArchiveManifest.File, to target: String) throws {
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(writing: target) }
        defer { close(descriptor) }
        var hash = SHA256()
        var size: Int64 = 0
        try readData(atMost: file.size) { piece in
            hash.update(bufferPointer: piece)
            size += Int64(piece.count)
            guard FileSystem.writeAll(piece, to: descriptor) else {
                throw FileSystem.failure(writing: target)
            }
        }
        guard size == file.size, Migrator.hexadecimal(hash.finalize()) == file.sha256 else {
            throw ArchiveManifest.damaged("the checksum of \(file.name) is wrong")
        }
        guard fsync(descriptor) == 0 else { throw FileSystem.failure(writing: target) }
    }

    // MARK: - Entries

    private struct Entry {
        let name: String
        let size: Int64
    }

    /// The next entry, which must be a regular file with a size; nil at the end.
    private func next() throws -> Entry? {
        var pointer: OpaquePointer?
        let status = archive_read_next_header(archive, &pointer)
        if status == ARCHIVE_EOF { return nil }
        guard status == ARCHIVE_OK, let pointer, let name = archive_entry_pathname(pointer) else {
            throw ArchiveManifest.damaged("it is incomplete or damaged")
        }
        guard archive_entry_filetype(pointer) == FileSystem.regularFile,
            archive_entry_hardlink(pointer) == nil,
            archive_entry_symlink(pointer) == nil, archive_entry_size_is_set(pointer) != 0,
            archive_entry_sparse_count(pointer) == 0
        else { throw ArchiveManifest.damaged("it contains entries that are not plain files") }
        return Entry(name: String(cString: name), size: archive_entry_size(pointer))
    }

    private func readData(atMost limit: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { buffer.deallocate() }
        var total: Int64 = 0
        while true {
            let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw ArchiveManifest.damaged("it is incomplete or damaged") }
            guard count > 0 else { return }
            total += Int64(count)
            guard total <= limit else {
                throw ArchiveManifest.damaged("a file is larger than stated in its manifest")
            }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
