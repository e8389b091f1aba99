import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

@Suite("Doctor")
struct DoctorTests {
    let library: LibraryVault

    init() throws {
        library = try LibraryVault()
        let id = try library.add("Emma", author: "Jane Austen", notes: ["read twice"])
        try library.attach([1, 2, 3], to: id)
    }

    private func examine() -> DoctorReport { Doctor(vault: library.vault).examine() }

    private func findings(_ name: String) -> [String] {
        examine().checks.first { $0.name == name }?.findings ?? []
    }

    private func failing() -> [String] { examine().checks.filter { !$0.isOK }.map(\.name) }

    @Test("A vault in use is healthy, and the report has the declared shape")
    func healthy() throws {
        let report = examine()
        #expect(report.isHealthy)
        #expect(
            report.checks.map(\.name) == [
                "file", "settings", "integrity", "foreign-keys", "ledger", "schema", "triggers",
                "references", "attachments", "index",
            ])
        let value = try #require(report.value.objectValue)
        #expect(value.names == DoctorReport.fields.map(\.name))
        #expect(value["healthy"] == .bool(true))
    }

    @Test("A vault that was never made is not missed; one that was is")
    func neverMade() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module], isEnabled: false)
        let report = try hub.hub.doctor()
        #expect(report.isHealthy)
        #expect(report.checks.flatMap(\.notes) == ["there is no vault yet; the first command creates it"])
        _ = try hub.session()
        #expect(try hub.hub.doctor().checks.count == examine().checks.count)
        let user = try hub.hub.firstUser()
        try FileManager.default.removeItem(atPath: hub.hub.vaultFolder(of: user) + "/vault.sqlite")
        #expect(try !hub.hub.doctor().isHealthy)
    }

    @Test("An examination changes nothing")
    func readOnly() throws {
        _ = try library.vault.pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        let path = library.folder + "/vault.sqlite"
        let before = try FileDigest(of: path)
        _ = Doctor(registry: library.vault.registry, folder: library.folder).examine()
        #expect(try FileDigest(of: path).sha256 == before.sha256)
        #expect(FileSystem.size(ofFile: path + "-wal") == 0)
    }

    @Test("Attachments that are missing, changed or nobody's are named")
    func attachments() throws {
        let files = library.vault.filesFolder
        let sha256 = try #require(FileSystem.names(in: files).first)
        let stray = String(repeating: "a", count: 64)
        try Data("stray".utf8).write(to: URL(fileURLWithPath: files + "/" + stray))
        #expect(examine().isHealthy)
        #expect(examine().checks.flatMap(\.notes) == ["no attachment uses the file \(stray)"])
        try Data("other".utf8).write(to: URL(fileURLWithPath: files + "/" + sha256))
        #expect(findings("attachments") == ["the content of the file \(sha256) has changed"])
        try FileManager.default.removeItem(atPath: files + "/" + sha256)
        #expect(findings("attachments") == ["the file \(sha256) of 1 attachment is missing"])
        #expect(failing() == ["attachments"])
    }

    @Test("The file of a removed attachment is not called nobody's while undo needs it")
    func attachmentsOfUndo() throws {
        try library.write { db in try db.execute(sql: "DELETE FROM host_attachment") }
        #expect(examine().isHealthy)
        #expect(examine().checks.flatMap(\.notes).isEmpty)
    }

    /// Damage that one statement does, and the checks that find it.
    static let damages: [(sql: String, checks: [String])] = [
        ("INSERT INTO library_note (book_id, text) VALUES (77, 'x')", ["foreign-keys"]),
        (
            "CREATE TRIGGER evil AFTER INSERT ON library_note BEGIN DELETE FROM library_note; END",
            ["triggers"]
        ),
        (
            "CREATE TRIGGER host_on_update_library_book AFTER UPDATE ON library_book BEGIN SELECT 1; END",
            ["triggers"]
        ),
        ("CREATE VIEW library_view AS SELECT 1", ["triggers"]),
        ("UPDATE host_migration SET checksum = 'x' WHERE module = 'library'", ["ledger"]),
        (
            "INSERT INTO host_migration (module, name, checksum, applied_at) VALUES ('atrium', 'x', 'x', 'x')",
            ["ledger"]
        ),
        ("DELETE FROM host_migration", ["ledger"]),
        ("DELETE FROM host_migration WHERE module = 'library'", ["ledger"]),
        ("DROP INDEX library_note_on_book", ["schema"]),
        ("DROP TABLE host_due_rest", ["schema"]),
        ("ALTER TABLE library_note ADD COLUMN other TEXT", ["schema"]),
        ("INSERT INTO library_book (uid, title) VALUES ('x', 'x')", ["index"]),
        ("DELETE FROM search_term", ["index"]),
        ("UPDATE host_attachment SET record_id = 99", ["references"]),
        (
            "INSERT INTO host_link (from_collection_id, from_record_id, to_collection_id, to_record_id, created_at)"
                + " VALUES (1, 1, 1, 55, 'x')", ["references"]
        ),
    ]

    @Test("Damage is found by the check that is meant for it", arguments: damages)
    func damage(sql: String, checks: [String]) throws {
        try library.vault.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
            try db.execute(sql: "PRAGMA foreign_keys = ON")
        }
        #expect(failing() == checks)
        #expect(examine().checks.filter { !$0.isOK }.allSatisfy { !$0.remedy.isEmpty })
    }

    private func change(_ statements: String...) throws {
        try library.vault.pool.writeWithoutTransaction { db in
            for sql in statements { try db.execute(sql: sql) }
        }
    }

    @Test("A schema that departs from the migrations is told by its parts")
    func schema() throws {
        try change("CREATE INDEX library_book_by_hand ON library_book (title)")
        #expect(examine().isHealthy)
        let note = "the index library_book_by_hand was not created by Atrium"
        #expect(examine().checks.flatMap(\.notes) == [note])
        try change(
            "DROP INDEX library_note_on_book", "ALTER TABLE library_book ADD COLUMN other TEXT",
            "DROP TABLE host_source_item")
        #expect(
            findings("schema") == [
                "the table host_source_item is missing",
                "the table library_book is not the one that Atrium creates",
                "the index library_note_on_book is missing",
            ])
        #expect(examine().checks.first { $0.name == "schema" }?.remedy.contains("restore") == true)
    }

    @Test("Indexes that are missing are made anew, and rows that they would have refused are said")
    func missingIndexes() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        let session = try hub.session()
        let vault = session.vault
        let names = try vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        }
        try vault.pool.writeWithoutTransaction { db in
            for name in names { try db.execute(sql: "DROP INDEX \(name)") }
        }
        let check = try session.doctor().checks.first { $0.name == "schema" }
        #expect(check?.findings.count == names.count)
        #expect(check?.remedy == "rebuild it with atrium doctor --rebuild-index")
        try session.rebuildIndexes()
        #expect(try session.doctor().isHealthy)
    }

    @Test("Rows that a missing index would have refused are said, and the other indexes made")
    func rowsAgainstAMissingIndex() throws {
        let hub = try TemporaryHub(modules: [LibraryModule.unique])
        let session = try hub.session()
        try session.vault.pool.writeWithoutTransaction { db in
            try db.execute(sql: "DROP INDEX library_book_on_title")
            try db.execute(sql: "DROP INDEX library_note_on_book")
            try db.execute(sql: "INSERT INTO library_book (uid, title) VALUES ('a', 'Emma'), ('b', 'Emma')")
        }
        #expect(throws: AtriumError.self) { try session.rebuildIndexes() }
        let report = try session.doctor()
        #expect(report.checks.flatMap(\.findings) == ["the index library_book_on_title is missing"])
    }

    @Test("Nothing is missed of what is pending, erased or never was on")
    func schemaOfOthers() throws {
        var newer = LibraryModule.module
        newer.migrations.append(
            Migration("add shelves", sql: "ALTER TABLE library_book ADD COLUMN shelf TEXT;"))
        let doctor = Doctor(
            registry: try ModuleRegistry([newer, WorkshopModule.module]), folder: library.folder)
        let report = doctor.examine()
        #expect(report.isHealthy)
        #expect(report.checks.flatMap(\.notes) == ["1 migration is pending; the next command applies it"])

        let hub = try TemporaryHub(modules: [WorkshopModule.module, LibraryModule.module])
        let session = try hub.session()
        _ = try ModuleEraser(session: session).erase(LibraryModule.module)
        #expect(try session.doctor().checks.allSatisfy { $0.isOK && $0.notes.isEmpty })
        // A vault of a program that has a module more.
        let fewer = Doctor(
            registry: try ModuleRegistry([WorkshopModule.module]),
            folder: hub.hub.vaultFolder(of: try hub.hub.firstUser()))
        #expect(fewer.examine().checks.first { $0.name == "schema" }?.isOK == true)
    }

    @Test("A module that the program lacks is named")
    func missingModule() throws {
        let report = Doctor(registry: try ModuleRegistry([WorkshopModule.module]), folder: library.folder)
            .examine()
        let ledger = try #require(report.checks.first { !$0.isOK })
        #expect(ledger.name == "ledger")
        #expect(
            ledger.findings == [
                "the vault has data of the module library, which this version of Atrium does not have"
            ])
        #expect(!report.isHealthy)
        #expect(ledger.remedy == "use the version of Atrium that wrote the vault")
    }

    @Test("Settings that lose changes are found")
    func settings() throws {
        try library.vault.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        #expect(failing() == ["settings"])
    }

    @Test("A damaged file is reported, not thrown")
    func damagedFile() throws {
        try library.write { db in
            for number in 0..<500 {
                try db.execute(
                    sql: "INSERT INTO library_book (uid, title) VALUES (?, ?)",
                    arguments: ["\(number)", "Title \(number)"])
            }
        }
        _ = try library.vault.pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        try library.vault.pool.close()
        let path = library.folder + "/vault.sqlite"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let page = Int(whole[16]) << 8 | Int(whole[17])
        let pages = whole.count / page
        for number in stride(from: 1, to: pages, by: max(1, pages / 12)) {
            let start = number * page
            var bytes = whole
            for index in start..<start + page {
                bytes[index] = UInt8(truncatingIfNeeded: index &* 31)
            }
            try bytes.write(to: URL(fileURLWithPath: path))
            let report = Doctor(registry: library.vault.registry, folder: library.folder).examine()
            #expect(!report.isHealthy, "page at \(start)")
        }
    }

    @Test("A file that is no database, another program's, or none at all is reported")
    func notADatabase() throws {
        try library.vault.pool.close()
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: library.folder + "/vault.sqlite" + suffix)
        }
        let path = library.folder + "/vault.sqlite"
        func finding() -> String? {
            let report = Doctor(registry: library.vault.registry, folder: library.folder).examine()
            #expect(report.checks.count == 1)
            return report.checks.first?.findings.first
        }
        try Data(String(repeating: "no database ", count: 1000).utf8).write(to: URL(fileURLWithPath: path))
        #expect(finding() == "\(path) is not a database")
        try FileManager.default.removeItem(atPath: path)
        #expect(finding() == "there is no file \(path)")
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE t (a)") }
        try other.close()
        #expect(finding() == "\(path) is a database, but not an Atrium vault")
    }
}
