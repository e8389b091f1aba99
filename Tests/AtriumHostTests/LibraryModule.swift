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
}

/// A vault with the library module in a folder of its own, removed at the end.
final class LibraryVault {
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
        for path in [folder, folder + ".lock"] { try? FileManager.default.removeItem(atPath: path) }
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

/// Names for folders of tests.
enum TemporaryFolder {
    /// A path in the system's folder for temporary files at which nothing is yet.
    static func path() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("atrium-test-\(UUID().uuidString)").path
    }
}
