import CLibarchive
import Foundation

@testable import AtriumHost

/// Writes archives for tests, also ones that no honest program writes.
enum ArchiveMaker {
    /// What an archive is to hold: names and contents, in order.
    typealias Entries = [(name: String, content: [UInt8])]

    /// A zip archive.
    static func zip(_ entries: Entries) -> [UInt8] {
        make(entries) { archive_write_set_format_zip($0) }
    }

    /// A zip archive whose contents need a password, by PKWARE's old cipher or by AES.
    static func encryptedZip(_ entries: Entries, cipher: String) -> [UInt8] {
        make(entries) { archive in
            archive_write_set_format_zip(archive)
            archive_write_set_options(archive, "zip:encryption=\(cipher)")
            archive_write_set_passphrase(archive, "secret")
        }
    }

    /// A tar archive, compressed with gzip.
    static func tarGzip(_ entries: Entries) -> [UInt8] {
        make(entries) { archive in
            archive_write_set_format_pax_restricted(archive)
            archive_write_add_filter_gzip(archive)
        }
    }

    /// A file compressed with gzip.
    static func gzip(_ content: [UInt8]) -> [UInt8] {
        make([("content", content)]) { archive in
            archive_write_set_format_raw(archive)
            archive_write_add_filter_gzip(archive)
        }
    }

    /// A tar archive with a link in it.
    static func tar(linkNamed name: String, to target: String, and entries: Entries) -> [UInt8] {
        make(entries, link: (name, target)) { archive_write_set_format_pax_restricted($0) }
    }

    private static func make(
        _ entries: Entries, link: (name: String, target: String)? = nil, _ prepare: (OpaquePointer?) -> Void
    ) -> [UInt8] {
        let archive = archive_write_new()
        defer { archive_write_free(archive) }
        prepare(archive)
        var buffer = [UInt8](repeating: 0, count: entries.reduce(1 << 20) { $0 + $1.content.count + 2048 })
        var used = 0
        buffer.withUnsafeMutableBytes { bytes in
            archive_write_open_memory(archive, bytes.baseAddress, bytes.count, &used)
            if let link {
                let entry = archive_entry_new()
                archive_entry_set_pathname(entry, link.name)
                archive_entry_set_filetype(entry, S_IFLNK)
                archive_entry_set_symlink(entry, link.target)
                archive_write_header(archive, entry)
                archive_entry_free(entry)
            }
            for (name, content) in entries {
                let entry = archive_entry_new()
                archive_entry_set_pathname(entry, name)
                archive_entry_set_filetype(entry, S_IFREG)
                archive_entry_set_perm(entry, 0o644)
                archive_entry_set_size(entry, Int64(content.count))
                archive_write_header(archive, entry)
                content.withUnsafeBytes { _ = archive_write_data(archive, $0.baseAddress, $0.count) }
                archive_entry_free(entry)
            }
            archive_write_close(archive)
        }
        return Array(buffer.prefix(used))
    }
}
