import AtriumSDK
import Foundation
import GRDB

@testable import AtriumHost

/// A small module for tests: books with notes.
enum LibraryModule {
    static let books = CollectionID(module: "library", name: "books")

    static let collection = Collection(
        books, recordName: "book", isMain: true, table: "library_book", titleSQL: "r.title",
        searchFields: [
            SearchField("author", sql: "r.author"),
            SearchField(
                "notes", sql: "(SELECT group_concat(text, ' ') FROM library_note WHERE book_id = r.id)"),
        ], recordFields: [], commands: [])

    static let module = Module(
        manifest: Manifest(
            id: "library", title: "Library", summary: "Keeps books.", version: "1.0.0", icon: "book",
            isEnabledAtFirst: true),
        migrations: [
            Migration(
                "create books",
                sql: """
                    CREATE TABLE library_book (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        uid TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        author TEXT
                    ) STRICT;
                    CREATE TABLE library_note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        book_id INTEGER NOT NULL REFERENCES library_book (id) ON DELETE CASCADE,
                        text TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX library_note_on_book ON library_note (book_id);
                    """)
        ],
        collections: [collection])

    /// The same with no two books of one title.
    static var unique: Module {
        var module = module
        module.migrations.append(
            Migration(
                "tell books by title",
                sql: "CREATE UNIQUE INDEX library_book_on_title ON library_book (title);"))
        return module
    }
}

/// A vault with the library module in a folder of its own, removed at the end.
final class LibraryVault: Sendable {
    let folder: String
    let vault: Vault

    init(modules: [Module] = [LibraryModule.module], folder: String? = nil) throws {
        self.folder = folder ?? TemporaryFolder.path()
        let registry = try ModuleRegistry(modules)
        vault = try Vault(
            folder: self.folder, registry: registry,
            environment: HubEnvironment(
                now: { Date(timeIntervalSince1970: 1_770_000_000) }, userName: "ada", timeZone: .gmt))
        _ = try ModuleSwitch(vault: vault).enable(registry.modules)
    }

    deinit {
        try? vault.pool.close()
        let copies = Restore.replacedFolders(ofVaultAt: folder)
        for path in [folder, folder + ".lock"] + copies { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Writes as a command does.
    @discardableResult
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try ChangeRecorder(vault: vault).write(ChangeRecorder.Cause(actor: "ada", command: "test")) { db, _ in
            try body(db)
        }.result
    }

    /// Adds a book and gives its id.
    @discardableResult
    func add(_ title: String, author: String? = nil, notes: [String] = []) throws -> Int64 {
        try write { db in
            try db.execute(
                sql: "INSERT INTO library_book (uid, title, author) VALUES (?, ?, ?)",
                arguments: [UUID().uuidString, title, author])
            let id = db.lastInsertedRowID
            for note in notes {
                try db.execute(
                    sql: "INSERT INTO library_note (book_id, text) VALUES (?, ?)", arguments: [id, note])
            }
            return id
        }
    }

    /// Attaches a file to a book and gives its SHA-256.
    @discardableResult
    func attach(_ content: [UInt8], to book: Int64) throws -> String {
        try ChangeRecorder(vault: vault).write(ChangeRecorder.Cause(actor: "ada", command: "test")) {
            db, scope in
            try RecordAttachments(
                db: db, collections: scope.collections, folder: vault.filesFolder, content: scope.content
            ).add(
                content, mediaType: "image/png", name: "cover.png", role: "cover",
                to: RecordReference(LibraryModule.books, book)
            ).sha256
        }.result
    }

    /// The titles of all books in order.
    func titles() throws -> [String] {
        try vault.read { db in try String.fetchAll(db, sql: "SELECT title FROM library_book ORDER BY id") }
    }

    /// The titles that a search finds, the best first.
    func find(_ text: String, limit: Int = 20) throws -> [String] {
        try hits(text, limit: limit).map(\.title)
    }

    func hits(_ text: String, limit: Int = 20) throws -> [SearchIndex.Hit] {
        try vault.read { db in
            try SearchIndex.search(
                db, text: text, collections: [LibraryModule.collection], numbers: CollectionNumbers(db),
                limit: limit)
        }
    }
}

/// A folder of a test's own, removed at the end.
final class TemporaryFolder {
    let path = TemporaryFolder.path()

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names in it, sorted.
    var names: [String] { FileSystem.names(in: path) }
}

/// Names for folders of tests.
extension TemporaryFolder {
    /// A path in the system's folder for temporary files at which nothing is yet.
    static func path() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("atrium-test-\(UUID().uuidString)").path
    }
}
