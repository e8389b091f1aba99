import AtriumSDK
import CLibarchive
import Foundation
import Glibc

/// A zip or tar archive, or one compressed file, read from its beginning to its end.
///
/// Names of entries are labels and nothing else: content goes into a ``SpoolFile``, one at a time, or nowhere.
final class ArchiveFile {
    /// What an entry is, before its content is read.
    struct Entry {
        /// The name in the archive; nil where it is a compressed file by itself, which has the archive's name.
        let name: String?
        /// The first bytes, at most ``FormatRecognition/prefixLength``.
        let prefix: [UInt8]
    }

    /// What is next in an archive.
    enum Element {
        case entry(Entry)
        /// An entry of this name that holds nothing for an import, such as a link.
        case oddity(String, reason: String)
        /// An entry of this name that needs a password.
        case encrypted(String)
    }

    /// The locale of UTF-8 that every Debian has.
    // Made once, and only read after that.
    nonisolated(unsafe) private static let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    private let archive: OpaquePointer
    private let descriptor: Int32
    private let budget: ArchiveBudget
    private var expanded: Int64 = 0
    private var entrySize: Int64 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens an archive.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it is damaged, and what opening the file throws.
    init(_ file: any DescriptorFile, budget: ArchiveBudget) throws {
        self.budget = budget
        descriptor = try file.makeDescriptor()
        guard let archive = archive_read_new() else {
            close(descriptor)
            throw AtriumError(.internal, "libarchive did not start")
        }
        self.archive = archive
        let supported = [
            archive_read_support_filter_gzip(archive), archive_read_support_format_zip(archive),
            archive_read_support_format_tar(archive), archive_read_support_format_raw(archive),
            archive_read_support_format_empty(archive),
        ]
        guard supported.allSatisfy({ $0 == ARCHIVE_OK }),
            archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK
        else { throw damaged("the archive cannot be opened") }
    }

    deinit {
        archive_read_free(archive)
        close(descriptor)
    }

    /// The next entry with its first bytes; nil at the end.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the archive is damaged or holds too much.
    func next() throws -> Element? {
        while true {
            var pointer: OpaquePointer?
            // libarchive reads names into the charset of the thread's locale; without one it has those of ASCII only.
            let locale = uselocale(Self.locale)
            defer { uselocale(locale) }
            let status = archive_read_next_header(archive, &pointer)
            if status == ARCHIVE_EOF { return nil }
            // A warning is about a name in another charset, or a time.
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let pointer else {
                throw damaged("the archive is incomplete or damaged")
            }
            try budget.addEntry()
            entrySize = 0
            let isRaw = archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_RAW
            let name = Self.name(of: pointer)
            guard archive_entry_hardlink(pointer) == nil, archive_entry_symlink(pointer) == nil else {
                return .oddity(name, reason: "a link")
            }
            let kind = archive_entry_filetype(pointer)
            if kind == S_IFDIR { continue }
            guard kind == FileSystem.regularFile || isRaw else {
                return .oddity(name, reason: "neither a file nor a folder")
            }
            guard archive_entry_is_encrypted(pointer) != 1 else { return .encrypted(name) }
            var prefix: [UInt8] = []
            while prefix.count < FormatRecognition.prefixLength {
                let piece = try read(atMost: FormatRecognition.prefixLength - prefix.count)
                if piece == 0 { break }
                prefix += buffer.prefix(piece)
            }
            return .entry(Entry(name: isRaw ? nil : name, prefix: prefix))
        }
    }

    /// The content of the entry that ``next()`` gave last, as a file that can be read again.
    func content(of entry: Entry, named name: String) throws -> SpoolFile {
        try SpoolFile(name: name) { append in try copy(entry, to: append) }
    }

    /// Hands on the content of the entry that ``next()`` gave last, a piece at a time.
    func copy(_ entry: Entry, to append: (UnsafeRawBufferPointer) throws -> Void) throws {
        try entry.prefix.withUnsafeBytes { try append($0) }
        while true {
            let count = try read(atMost: buffer.count)
            if count == 0 { return }
            try buffer.withUnsafeBytes { try append(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        }
    }

    private func read(atMost limit: Int) throws -> Int {
        let wanted = min(limit, buffer.count)
        let count = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, wanted) }
        guard count >= 0 else { throw damaged("the content is incomplete or damaged") }
        expanded += Int64(count)
        entrySize += Int64(count)
        try budget.add(
            count, entry: entrySize, expanded: expanded, compressed: archive_filter_bytes(archive, -1))
        return count
    }

    private func damaged(_ reason: String) -> AtriumError {
        AtriumError(.badData, reason, remedy: "unpack it yourself, or get a new copy")
    }

    /// The name as UTF-8, cut to a length that a report can show.
    private static func name(of entry: OpaquePointer) -> String {
        let bytes = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        guard let bytes else { return "a file without a name" }
        let name = String(cString: bytes)
        return name.utf8.count <= 1024 ? name : String(name.prefix(255)) + "…"
    }
}
