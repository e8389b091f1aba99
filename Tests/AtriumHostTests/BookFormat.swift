import AtriumSDK
import GRDB

@testable import AtriumHost

/// A format for tests: one book a line, `uid|title`, after the line `books:`; the library module reads and writes it.
struct BookFormat: Format {
    var id: FormatID { FormatID(rawValue: "books") }
    var fileExtensions: [String] { ["books"] }

    static let kind = ItemKind(rawValue: "book-line")

    func confidence(in prefix: [UInt8]) -> FormatConfidence {
        prefix.starts(with: Array("books:\n".utf8)) ? .certain : .none
    }

    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        var reader = try file.open()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
        try events(.container(Container(format: id, source: Array("books:\n".utf8), value: ())))
        for (index, line) in bytes.prefix(count).split(separator: 10).dropFirst().enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            try events(
                .item(Item(kind: Self.kind, source: Array(line), line: index + 2, value: text, issues: [])))
        }
        return "utf-8"
    }

    /// The library module with its importer and its exporter.
    static let library: Module = {
        var module = LibraryModule.module
        module.importers = [
            Importer(
                BookFormat().id, kinds: [kind], into: LibraryModule.books,
                map: { item, _, _ in
                    let parts = (item.value as? String ?? "").split(separator: "|", maxSplits: 1)
                    guard parts.count == 2 else { throw AtriumError(.badData, "the line is no book") }
                    return MappedItem(draft: String(parts[1]), uid: String(parts[0]))
                }, writer: BookWriter.init)
        ]
        module.exporters = [
            Exporter(BookFormat().id, of: LibraryModule.books, fileName: "books.books") { context in
                try context.write(Array("books:\n".utf8))
                let sql = "SELECT r.uid, r.title FROM library_book r WHERE \(context.condition) ORDER BY r.id"
                for row in try Row.fetchAll(context.db, sql: sql) {
                    try context.write(Array("\(row[0] as String)|\(row[1] as String)\n".utf8))
                }
            }
        ]
        return module
    }()

    final class BookWriter: RecordWriter {
        private let db: Database

        init(_ context: ImportContext) { db = context.db }

        func record(uid: String, part: String) throws -> Int64? {
            try Int64.fetchOne(db, sql: "SELECT id FROM library_book WHERE uid = ?", arguments: [uid])
        }
        func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
            try db.execute(
                sql: "INSERT INTO library_book (uid, title) VALUES (?, ?)", arguments: [uid, draft])
            return db.lastInsertedRowID
        }
        func update(_ record: Int64, to draft: String) throws {
            try db.execute(sql: "UPDATE library_book SET title = ? WHERE id = ?", arguments: [draft, record])
        }
        func matches(_ record: Int64, _ draft: String) throws -> Bool {
            try String.fetchOne(db, sql: "SELECT title FROM library_book WHERE id = ?", arguments: [record])
                == draft
        }
    }
}
