import AtriumSDK
import Foundation
import GRDB
import Testing

@testable import AtriumHost

@Suite("Backup and restore")
struct BackupTests {
    let library: LibraryVault
    let folder: TemporaryFolder

    init() throws {
        library = try LibraryVault()
        folder = try TemporaryFolder()
    }

    private func backUp(to target: String? = nil, keep: Int? = nil) throws -> Backup.Result {
        try Backup(vault: library.vault, user: "ada").write(
            to: target ?? folder.path + "/a.tar.gz", keep: keep)
    }

    private func restore(
        _ file: String, to vault: String, replace: Bool = false, modules: [Module] = [LibraryModule.module],
        reached: (Restore.Step) throws -> Void = { _ in }
    ) throws -> Restore.Result {
        try Restore(
            registry: ModuleRegistry(modules), folder: vault,
            now: { Date(timeIntervalSince1970: 1_770_000_000) }
        ).run(file, replace: replace, reached: reached)
    }

    @Test("A vault comes back identical, with attachments, history and index")
    func roundTrip() throws {
        let id = try library.add("Emma", author: "Jane Austen", notes: ["read twice"])
        let sha256 = try library.attach([1, 2, 3], to: id)
        let result = try backUp()
        #expect(result.attachments == 1)
        #expect(result.missing.isEmpty)
        #expect(folder.names == ["a.tar.gz"])

        let target = TemporaryFolder.path()
        let restored = try restore(result.path, to: target)
        #expect(restored.user == "ada")
        #expect(restored.replaced == nil)
        let copy = try LibraryVault(folder: target)
        #expect(try copy.find("austen") == ["Emma"])
        #expect(try AttachmentContent.read(sha256, folder: copy.vault.filesFolder) == [1, 2, 3])
        #expect(try dump(copy.vault) == dump(library.vault))
        #expect(Doctor(vault: copy.vault).examine().isHealthy)
    }

    private func dump(_ vault: Vault) throws -> String {
        try vault.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
                    AND name NOT GLOB 'sqlite_*' ORDER BY name
                    """)
            return try tables.map { table in
                "\(table): \(try Row.fetchAll(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier) ORDER BY id"))"
            }.joined(separator: "\n")
        }
    }

    @Test("Backups made while another connection writes are each consistent")
    func whileWriting() throws {
        // Each transaction adds a book with its note and an attachment now and then; a backup has all of it or none.
        let writer = try LibraryVault(folder: library.folder)
        let failures = Failures()
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            do {
                for number in 0..<1000 {
                    let id = try writer.add("Book \(number)", notes: ["Note \(number)"])
                    if number % 50 == 0 { try writer.attach(Array("cover \(number)".utf8), to: id) }
                }
            } catch { failures.add("\(error)") }
            end.signal()
        }
        thread.start()
        var backups: [Backup.Result] = []
        for number in 0..<6 { backups.append(try backUp(to: folder.path + "/\(number).tar.gz")) }
        end.wait()
        #expect(failures.all.isEmpty)
        #expect(try library.titles().count == 1000)
        var counts: [Int] = []
        for backup in backups {
            #expect(backup.missing.isEmpty)
            let target = TemporaryFolder.path()
            _ = try restore(backup.path, to: target)
            let copy = try LibraryVault(folder: target)
            let (books, notes) = try copy.vault.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM library_book") ?? -1,
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM library_note") ?? -2
                )
            }
            #expect(books == notes)
            #expect(Doctor(vault: copy.vault).examine().isHealthy)
            counts.append(books)
        }
        #expect(counts == counts.sorted())
        #expect(counts.contains { $0 < 1000 })
    }

    @Test("An existing file is not overwritten")
    func refusesToOverwrite() throws {
        let path = folder.path + "/a.tar.gz"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: AtriumError.self) { try backUp() }
        #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
        #expect(folder.names == ["a.tar.gz"])
    }

    @Test("Only the newest backups of the user are kept, and no other file is touched")
    func keeps() throws {
        let others = [
            "notes.txt", "atrium-ada-20200101T000000Z.tar.gz", "atrium-bob-20200101T000000Z.tar.gz",
            "atrium-ada-x-20200101T000000Z.tar.gz", "atrium-ada.tar.gz",
        ]
        for name in others {
            try Data("not a backup".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
        }
        var made: [String] = []
        for round in 1...4 {
            let result = try backUp(to: folder.path, keep: 2)
            made.append(result.path)
            #expect(result.removed == (round > 2 ? [made[round - 3]] : []))
        }
        let names = made.suffix(2).map { ($0 as NSString).lastPathComponent }
        #expect(Set(folder.names) == Set(others + names))
        #expect(throws: AtriumError.self) { try backUp(to: folder.path, keep: 0) }
    }

    @Test("A backup that lacks an attachment takes no older one's place")
    func keepsWhatMayHaveTheMissing() throws {
        let sha256 = try library.attach([1, 2, 3], to: library.add("Emma"))
        let whole = try backUp(to: folder.path, keep: 1)
        try FileManager.default.removeItem(atPath: library.vault.filesFolder + "/" + sha256)
        let result = try backUp(to: folder.path, keep: 1)
        #expect(result.missing == [sha256])
        #expect(result.removed == [])
        #expect(FileManager.default.fileExists(atPath: whole.path))
    }

    @Test("Attachments that cannot be read are not taken for missing")
    func unreadableAttachments() throws {
        try library.attach([1, 2, 3], to: library.add("Emma"))
        let files = library.vault.filesFolder
        try FileManager.default.moveItem(atPath: files, toPath: files + "-away")
        try Data().write(to: URL(fileURLWithPath: files))
        let error = #expect(throws: AtriumError.self) { try backUp() }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.hasPrefix("\(files) cannot be read") == true)
        #expect(folder.names == [])
    }

    @Test("What killed backups left beside the target is removed by the next one")
    func removesLeftovers() throws {
        let leftover = folder.path + "/.atrium-backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: leftover, withIntermediateDirectories: true)
        _ = try backUp()
        #expect(folder.names == ["a.tar.gz"])
    }

    @Test("A backup that nobody wants any more ends at each of its steps, and leaves nothing")
    func unwanted() throws {
        struct Gone: Error {}
        let backup = Backup(vault: library.vault, user: "ada")
        var steps = 0
        _ = try backup.spool(in: folder.path) { steps += 1 }
        #expect(steps > 2)
        for end in 1...steps {
            var step = 0
            #expect(throws: Gone.self) {
                _ = try backup.spool(in: folder.path) {
                    step += 1
                    if step == end { throw Gone() }
                }
            }
            #expect(step == end)
            #expect(folder.names.isEmpty)
        }
    }

    @Test("A folder that cannot be written is a clear error")
    func unwritable() throws {
        let error = #expect(throws: AtriumError.self) { try backUp(to: folder.path + "/missing/a.tar.gz") }
        #expect(error?.code == .cannotCreate)
        #expect(folder.names.isEmpty)
    }

    @Test("A vault is only replaced where that is asked for, and is kept then")
    func replaces() throws {
        try library.add("Old")
        let backup = try backUp()
        try library.add("New")
        try library.vault.close()
        let refusal = #expect(throws: AtriumError.self) { try restore(backup.path, to: library.folder) }
        #expect(refusal?.code == .conflict)
        let result = try restore(backup.path, to: library.folder, replace: true)
        let copy = try LibraryVault(folder: library.folder)
        #expect(try copy.titles() == ["Old"])
        let replaced = try #require(result.replaced)
        #expect(Restore.replacedFolders(ofVaultAt: library.folder) == [replaced])
        #expect(try LibraryVault(folder: replaced).titles() == ["Old", "New"])
    }

    @Test("An open vault is not replaced")
    func refusesWhileOpen() throws {
        let backup = try backUp()
        let error = #expect(throws: AtriumError.self) {
            try restore(backup.path, to: library.folder, replace: true)
        }
        #expect(error?.code == .tryAgain)
        #expect(try library.titles().isEmpty)
    }

    @Test("A vault cannot be opened while it is being restored")
    func refusesOpening() throws {
        let backup = try backUp()
        let target = TemporaryFolder.path()
        _ = try restore(backup.path, to: target) { _ in
            let error = #expect(throws: AtriumError.self) { try LibraryVault(folder: target) }
            #expect(error?.code == .tryAgain)
        }
        _ = try LibraryVault(folder: target)
    }

    @Test(
        "Stopped at any step, a restore leaves the old vault or the new one", arguments: Restore.Step.allCases
    )
    func killed(step: Restore.Step) throws {
        struct Kill: Error {}
        try library.add("Old")
        let backup = try backUp()
        try library.add("New")
        try library.vault.close()
        #expect(throws: Kill.self) {
            try restore(backup.path, to: library.folder, replace: true) { if $0 == step { throw Kill() } }
        }
        let now = try LibraryVault(folder: library.folder)
        #expect(try now.titles() == (step == .inPlace ? ["Old"] : ["Old", "New"]))
        try now.vault.close()
        _ = try restore(backup.path, to: library.folder, replace: true)
        let parent = (library.folder as NSString).deletingLastPathComponent
        let name = (library.folder as NSString).lastPathComponent
        #expect(!FileSystem.names(in: parent).contains { $0.hasPrefix(name + ".restoring-") })
        #expect(try LibraryVault(folder: library.folder).titles() == ["Old"])
    }

    @Test("A backup whose tables are not ours is refused, and leaves nothing behind")
    func foreignTables() throws {
        try library.vault.pool.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE host_module RENAME TO kept_module;
                    CREATE TABLE host_module (id INTEGER PRIMARY KEY, module TEXT, is_enabled INTEGER);
                    INSERT INTO host_module (module, is_enabled) VALUES (NULL, 1);
                    """)
        }
        let backup = try backUp()
        let target = folder.path + "/vault"
        let error = #expect(throws: AtriumError.self) { try restore(backup.path, to: target) }
        #expect(error?.code == .badData)
        #expect(!folder.names.contains { $0.hasPrefix("vault.restoring-") })
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A backup whose schema has no history is refused")
    func noHistory() throws {
        try library.vault.pool.write { db in try db.execute(sql: "DELETE FROM host_migration") }
        let backup = try backUp()
        let target = folder.path + "/vault"
        let error = #expect(throws: AtriumError.self) { try restore(backup.path, to: target) }
        #expect(error?.message.contains("its history has no migration of atrium that created it") == true)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A backup of a newer version is refused")
    func newer() throws {
        var module = LibraryModule.module
        module.migrations.append(Migration("add isbn", sql: "ALTER TABLE library_book ADD COLUMN isbn TEXT;"))
        let newer = try LibraryVault(modules: [module])
        let path = folder.path + "/newer.tar.gz"
        _ = try Backup(vault: newer.vault, user: "ada").write(to: path, keep: nil)
        let target = TemporaryFolder.path()
        let error = #expect(throws: AtriumError.self) { try restore(path, to: target) }
        #expect(error?.message.contains("add isbn") == true)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}

/// What a thread reports to its test.
private final class Failures: @unchecked Sendable {
    // Only touched with the lock held.
    private var messages: [String] = []
    private let lock = NSLock()

    func add(_ message: String) { lock.withLock { messages.append(message) } }
    var all: [String] { lock.withLock { messages } }
}
