import AtriumSDK
import AtriumTesting
import CLibarchive
import Foundation
import GRDB
import Glibc
import Testing

@testable import AtriumHost

/// Archives that no backup would be, as an attacker or a broken disk makes them.
@Suite("Hostile archives")
struct ArchiveReaderTests {
    /// An entry of an archive that is made for a test.
    struct Entry: Sendable, CustomTestStringConvertible {
        var name: String
        var content: [UInt8] = []
        var symbolicLink: String?
        var hardLink: String?
        var type: UInt32 = FileSystem.regularFile
        var testDescription: String { name }
    }

    let folder: TemporaryFolder
    let target: String

    init() throws {
        folder = try TemporaryFolder()
        target = folder.path + "/vault"
    }

    private func archive(_ entries: [Entry]) throws -> String {
        let path = folder.path + "/hostile.tar.gz"
        let archive = try #require(archive_write_new())
        defer { archive_write_free(archive) }
        archive_write_set_format_pax(archive)
        archive_write_add_filter_gzip(archive)
        try #require(archive_write_open_filename(archive, path) == ARCHIVE_OK)
        for item in entries {
            let entry = try #require(archive_entry_new())
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname(entry, item.name)
            archive_entry_set_size(entry, Int64(item.content.count))
            archive_entry_set_filetype(entry, item.type)
            archive_entry_set_perm(entry, 0o644)
            if let link = item.symbolicLink {
                archive_entry_set_filetype(entry, UInt32(0o120000))
                archive_entry_set_symlink(entry, link)
            }
            if let link = item.hardLink { archive_entry_set_hardlink(entry, link) }
            archive_write_header(archive, entry)
            item.content.withUnsafeBytes { _ = archive_write_data(archive, $0.baseAddress, $0.count) }
        }
        archive_write_close(archive)
        return path
    }

    private func restore(_ path: String) throws {
        let clock = FixedClock()
        _ = try Restore(
            registry: ModuleRegistry([LibraryModule.module]), folder: target, now: { clock.now }
        ).run(path, replace: false)
    }

    private func expectRefusal(_ path: String, _ location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: AtriumError.self, sourceLocation: location) { try restore(path) }
        #expect(error?.code == .badData, sourceLocation: location)
        // Nothing is left, neither in the folder nor outside of it.
        #expect(
            folder.names.filter { !$0.hasSuffix(".tar.gz") } == ["vault.lock"], sourceLocation: location)
    }

    private static let digest = String(repeating: "0", count: 64)

    private func manifest(_ files: [(String, Int)], sha256: String = digest, version: Int = 1) -> Entry {
        let list = files.map { "{\"name\":\"\($0.0)\",\"size\":\($0.1),\"sha256\":\"\(sha256)\"}" }.joined(
            separator: ",")
        let json = """
            {"format":"atrium-backup","version":\(version),"madeAt":"2026-01-01T00:00:00Z","user":"ada","files":[\(list)]}
            """
        return Entry(name: "manifest.json", content: Array(json.utf8))
    }

    /// What the names in a manifest may not be.
    static let names = [
        "/etc/passwd", "../evil", "files/../../evil", "files/", "files/evil", "vault.sqlite-wal",
        "./vault.sqlite",
        "files/\(digest)/x", "files/\(digest.dropLast())G", "", "manifest.json", "files//\(digest)",
        "FILES/\(digest)",
    ]

    @Test("A manifest that names anything else than a vault's files is refused", arguments: names)
    func manifestNames(name: String) throws {
        let error = #expect(throws: AtriumError.self) {
            try restore(
                archive([manifest([("vault.sqlite", 1), (name, 1)]), Entry(name: name, content: [1])]))
        }
        #expect(error?.code == .badData)
        #expect(folder.names == ["hostile.tar.gz"])
    }

    @Test(
        "Entries that the manifest does not name, or of another kind, are refused",
        arguments: [
            Entry(name: "/etc/passwd", content: [1]), Entry(name: "../evil", content: [1]),
            Entry(name: "files/../../evil", content: [1]), Entry(name: "vault.sqlite-wal", content: [1]),
            Entry(name: "vault.sqlite", symbolicLink: "/etc/passwd"),
            Entry(name: "files", symbolicLink: "/tmp"), Entry(name: "vault.sqlite", hardLink: "/etc/passwd"),
            Entry(name: "vault.sqlite", type: UInt32(0o040000)),
            Entry(name: "vault.sqlite", type: UInt32(0o010000)),
            Entry(name: "vault.sqlite", content: [1, 2]), Entry(name: "vault.sqlite"),
        ])
    func entries(entry: Entry) throws {
        expectRefusal(try archive([manifest([("vault.sqlite", 1)]), entry]))
    }

    @Test("A file that is there twice, or missing, is refused")
    func repeatedOrMissing() throws {
        let file = Entry(name: "files/\(Self.digest)", content: [])
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let manifest = manifest([("vault.sqlite", 0), ("files/\(Self.digest)", 0)], sha256: empty)
        expectRefusal(try archive([manifest, file, file, Entry(name: "vault.sqlite")]))
        expectRefusal(try archive([manifest, file]))
    }

    @Test("Wrong checksums, and databases that are none, are refused")
    func content() throws {
        expectRefusal(
            try archive([manifest([("vault.sqlite", 1)]), Entry(name: "vault.sqlite", content: [1])]))
        let one = "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"
        expectRefusal(
            try archive([
                manifest([("vault.sqlite", 1)], sha256: one), Entry(name: "vault.sqlite", content: [1]),
            ]))
    }

    @Test("Sizes that no disk has are refused before anything is written")
    func impossibleSizes() throws {
        for size in [Int.max, Int.max / 2, 1 << 50] {
            let path = try archive([manifest([("vault.sqlite", size)])])
            #expect(throws: AtriumError.self) { try restore(path) }
            #expect(folder.names.filter { $0 != "hostile.tar.gz" && $0 != "vault.lock" }.isEmpty)
        }
    }

    @Test("A manifest that unpacks without end is cut off")
    func manifestBomb() throws {
        let bomb = Entry(name: "manifest.json", content: Array(repeating: 0x20, count: 65 << 20))
        let error = #expect(throws: AtriumError.self) { try restore(archive([bomb])) }
        #expect(error?.code == .badData)
    }

    @Test("A newer archive, one of something else, and no archive at all are refused in plain words")
    func others() throws {
        let newer = #expect(throws: AtriumError.self) { try restore(archive([manifest([], version: 2)])) }
        #expect(newer?.message.contains("newer version") == true)
        #expect(throws: AtriumError.self) { try restore(archive([Entry(name: "readme", content: [1])])) }
        #expect(throws: AtriumError.self) { try restore(archive([])) }
        let path = folder.path + "/text.tar.gz"
        for content in ["", "not an archive", "{}"] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: AtriumError.self) { try restore(path) }
            #expect(error?.code == .badData)
        }
        let missing = #expect(throws: AtriumError.self) { try restore(folder.path + "/missing") }
        #expect(missing?.code == .notFound)
        #expect(throws: AtriumError.self) { try restore(folder.path) }
    }

    @Test("A backup that is cut off or changed at any place is refused, or comes back whole")
    func damaged() throws {
        let library = try LibraryVault()
        let sha256 = try library.attach(Array(0...255), to: library.add("Emma"))
        let whole = folder.path + "/whole.tar.gz"
        _ = try Backup(vault: library.vault, user: "ada").write(to: whole, keep: nil)
        try restore(whole)
        let database = try FileDigest(of: target + "/vault.sqlite").sha256
        try FileManager.default.removeItem(atPath: target)

        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        let path = folder.path + "/damaged.tar.gz"
        var refusals = 0
        for part in 0..<12 {
            let position = bytes.count * part / 12
            var changed = bytes
            changed[position] ^= 0x55
            for content in [bytes.prefix(position), changed] {
                try content.write(to: URL(fileURLWithPath: path))
                do {
                    try restore(path)
                    // What was hit stands between the files or in gzip's header: it means nothing.
                    #expect(try FileDigest(of: target + "/vault.sqlite").sha256 == database)
                    #expect(try FileDigest(of: target + "/files/" + sha256).sha256 == sha256)
                    try FileManager.default.removeItem(atPath: target)
                } catch let error as AtriumError {
                    #expect(error.code == .badData)
                    #expect(!folder.names.contains("vault"))
                    refusals += 1
                }
            }
        }
        #expect(refusals > 18)
    }

    @Test("A database whose schema acts by itself is refused")
    func foreignTriggers() throws {
        let library = try LibraryVault()
        try library.vault.pool.write { db in
            try db.execute(
                sql: "CREATE TRIGGER evil AFTER INSERT ON library_book BEGIN DELETE FROM library_book; END")
        }
        let path = folder.path + "/evil.tar.gz"
        _ = try Backup(vault: library.vault, user: "ada").write(to: path, keep: nil)
        expectRefusal(path)
    }
}
