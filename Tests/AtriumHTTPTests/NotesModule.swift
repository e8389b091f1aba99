import AtriumSDK
import Foundation
import GRDB

/// A module with a command of every kind, for tests of the HTTP interface.
enum NotesModule {
    static let notes = CollectionID(module: "notes", name: "notes")

    static let module = Module(
        manifest: Manifest(
            id: "notes", title: "Notes", summary: "Keeps notes.", version: "1.0.0", icon: "note",
            isEnabledAtFirst: true),
        migrations: [
            Migration(
                "create notes",
                sql: """
                    CREATE TABLE notes_note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        uid TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        body TEXT,
                        stars INTEGER NOT NULL DEFAULT 0,
                        place TEXT
                    ) STRICT;
                    """)
        ], collections: [collection], importers: [importer], exporters: [exporter, tableExporter])

    /// A second module, off at first.
    static let quiet = Module(
        manifest: Manifest(id: "quiet", title: "Quiet", summary: "Is off.", version: "1.0.0", icon: "moon"),
        migrations: [
            Migration(
                "create things",
                sql: """
                    CREATE TABLE quiet_thing (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, title TEXT NOT NULL) STRICT;
                    """)
        ],
        collections: [
            Collection(
                CollectionID(module: "quiet", name: "things"), recordName: "thing", isMain: true,
                table: "quiet_thing", titleSQL: "r.title", searchFields: [], recordFields: [],
                commands: [
                    Command("list", .list, summary: "List things.", result: .list([idField], columns: ["id"]))
                    {
                        _, _ in .object(["items": .list([])])
                    }
                ])
        ])

    // MARK: - Commands

    private static let record = Collection.recordField(of: notes, named: "note")
    private static let title = Field<String>.text("title", help: "What the note is called.")
    private static let body = Field<String>.longText("body", help: "What it says.")
    private static let stars = Field<Int64>.integer("stars", in: 0...5, help: "How good it is.")
    private static let labels = Field<[String]>.texts("labels", help: "Words to echo.")
    private static let point = Field<DataObject>.object(
        "point", of: [FieldDeclaration("x", .decimal(), help: "Its x.", isRequired: true)], help: "A point.")
    private static let place = Field<DataObject>.object(
        "place",
        of: [
            FieldDeclaration("town", .text, help: "The town."),
            FieldDeclaration("country", .text, help: "The country."),
            FieldDeclaration(
                "position",
                .object([
                    FieldDeclaration("x", .decimal(), help: "Its x."),
                    FieldDeclaration("y", .decimal(), help: "Its y."),
                ]), help: "Where it is."),
        ], help: "What place it is about.")
    private static let code = Field<String>.choice(
        "code", of: AtriumError.Code.allCases.map(\.rawValue), help: "How to fail.")
    private static let picture = Field<UploadedFile>.file("picture", help: "A picture.")
    private static let idField = FieldDeclaration("id", .integer(), help: "The id.", isRequired: true)

    static let fields: [FieldDeclaration] = [
        idField, FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration("body", .longText, help: "What it says."),
        FieldDeclaration("stars", .integer(), help: "How good it is.", isRequired: true),
        place.declaration,
    ]

    private static let query = ListQuery(
        table: "notes_note", sorts: [.init("title", sql: "lower(r.title)"), .init("stars", sql: "r.stars")])

    private static let collection = Collection(
        notes, recordName: "note", isMain: true, table: "notes_note", titleSQL: "r.title",
        searchFields: [SearchField("body", sql: "r.body")], recordFields: fields,
        commands: [
            Command(
                "list", .list, summary: "List notes.", fields: [stars.declaration] + query.fields,
                result: .page(fields, columns: ["id", "title"])
            ) { input, context in
                let wanted = input[stars].map { [ListQuery.Condition("r.stars >= ?", [$0])] } ?? []
                return try query.page(input, context.db, select: "r.*", where: wanted) { .object(value($0)) }
            },
            Command(
                "show", .show, summary: "Show a note.", fields: [record.declaration], result: .object(fields)
            ) { input, context in
                let note = try note(input, context)
                if note["title"] == .text("not to be shown") { throw Secret() }
                return .object(note)
            },
            Command(
                "add", .add, summary: "Add a note.",
                fields: [
                    title.required.declaration, body.declaration, stars.declaration, picture.declaration,
                ],
                result: .object(fields)
            ) { input, context in
                try context.db.execute(
                    sql: "INSERT INTO notes_note (uid, title, body, stars) VALUES (?, ?, ?, ?)",
                    arguments: [
                        context.newUID(), try input.required(title),
                        input[picture].map { "\($0.name): \($0.content.count)" } ?? input[body],
                        input[stars] ?? 0,
                    ])
                let id = context.db.lastInsertedRowID
                if let picture = input[picture] {
                    try context.attachments.add(
                        picture.content, mediaType: "image/png", name: picture.name, role: "picture",
                        to: RecordReference(notes, id))
                }
                return .object(try note(id, context))
            },
            Command(
                "edit", .edit, summary: "Change a note.",
                fields: [
                    record.declaration, title.declaration, body.declaration, stars.declaration,
                    place.declaration,
                ],
                result: .object(fields)
            ) { input, context in
                let id = try input.required(record)
                if let title = input[title] { try set("title", to: title, of: id, context) }
                if let stars = input[stars] { try set("stars", to: stars, of: id, context) }
                switch input.change(place) {
                case .keep: break
                case .clear: try set("place", to: nil, of: id, context)
                case .set(let place): try set("place", to: DataValue.object(place).json, of: id, context)
                }
                switch input.change(body) {
                case .keep: break
                case .clear: try set("body", to: nil, of: id, context)
                case .set(let text): try set("body", to: text, of: id, context)
                }
                return .object(try note(id, context))
            },
            Command(
                "remove", .remove, summary: "Remove a note.", fields: [record.declaration], result: .removal
            ) {
                input, context in
                let note = try note(input, context)
                try context.db.execute(
                    sql: "DELETE FROM notes_note WHERE id = ?", arguments: [try input.required(record)])
                return .object([
                    "removed": .bool(true), "id": note["id"] ?? .null, "uid": note["uid"] ?? .null,
                ])
            },
            Command(
                "star", .recordAction, past: "starred", summary: "Give a note a star.",
                fields: [record.declaration],
                result: .object(fields)
            ) { input, context in
                let id = try input.required(record)
                try context.db.execute(
                    sql: "UPDATE notes_note SET stars = stars + 1 WHERE id = ?", arguments: [id])
                return .object(try note(id, context))
            },
            Command(
                "take", .recordAction, past: "taken", summary: "Take a note away.",
                fields: [record.declaration],
                result: .removal
            ) { input, context in
                let note = try note(input, context)
                try context.db.execute(
                    sql: "DELETE FROM notes_note WHERE id = ?", arguments: [try input.required(record)])
                return .object([
                    "removed": .bool(true), "id": note["id"] ?? .null, "uid": note["uid"] ?? .null,
                ])
            },
            Command(
                "length", .recordQuery, summary: "Say how long a note is.", fields: [record.declaration],
                result: .object([
                    FieldDeclaration("length", .integer(), help: "Characters.", isRequired: true)
                ])
            ) { input, context in
                .object(["length": .integer(Int64(try note(input, context)["body"]?.textValue?.count ?? 0))])
            },
            Command(
                "echo", .query, summary: "Give back what was given.",
                fields: [labels.declaration, point.declaration],
                result: .object([
                    FieldDeclaration("labels", .list(.text), help: "The words.", isRequired: true),
                    FieldDeclaration(
                        "point",
                        .object([FieldDeclaration("x", .decimal(), help: "Its x.", isRequired: true)]),
                        help: "The point."),
                ])
            ) { input, _ in
                .object([
                    "labels": .list((input[labels] ?? []).map(DataValue.text)),
                    "point": input[point].map(DataValue.object) ?? .null,
                ])
            },
            Command(
                "break", .action, past: "broken", summary: "Fail as no command should.",
                result: .object([idField])
            ) { _, _ in throw Secret() },
            Command(
                "fail", .action, past: "failed", summary: "Fail as commands do.",
                discussion: "See also \(command: "notes list").", fields: [code.required.declaration],
                result: .object([idField])
            ) { input, _ in
                let code = try AtriumError.Code(rawValue: input.required(code)) ?? .internal
                throw AtriumError(
                    code, "it failed",
                    remedy: """
                        \(command: "notes list") or \(command: "notes show", .argument("record", "7")) \
                        shows it, \(command: "modules enable", .argument("id", "quiet")) helps, \
                        or say \(flag: "yes") and \(field: "format", "csv")
                        """)
            },
        ])

    /// What a defective module throws: nobody outside may see it.
    struct Secret: Error { let text = "/home/ada/secret" }

    private static func set(
        _ column: String, to value: (any DatabaseValueConvertible)?, of id: Int64, _ context: CommandContext
    ) throws {
        try context.db.execute(
            sql: "UPDATE notes_note SET \(column) = ? WHERE id = ?",
            arguments: [value?.databaseValue ?? .null, id])
    }

    private static func note(_ input: Arguments, _ context: CommandContext) throws -> DataObject {
        try note(input.required(record), context)
    }

    private static func note(_ id: Int64, _ context: CommandContext) throws -> DataObject {
        guard
            let row = try Row.fetchOne(
                context.db, sql: "SELECT * FROM notes_note WHERE id = ?", arguments: [id])
        else { throw AtriumError(.notFound, "there is no such note") }
        return value(row)
    }

    private static func value(_ row: Row) -> DataObject {
        [
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "title": .text(row["title"]),
            "body": .text(orNull: row["body"]), "stars": .integer(row["stars"]),
            "place": (row["place"] as String?).flatMap { try? DataValue(json: Data($0.utf8)) } ?? .null,
        ]
    }

    // MARK: - Files

    private static let kind = ItemKind(rawValue: "note-line")

    private static let importer = Importer(
        NoteFormat().id, kinds: [kind], into: notes,
        map: { item, _, _ in
            let parts = (item.value as? String ?? "").split(separator: "|", maxSplits: 1)
            guard let name = parts.last else { throw AtriumError(.badData, "the line is empty") }
            return MappedItem(draft: String(name), uid: parts.count == 2 ? String(parts[0]) : nil)
        }, writer: NoteWriter.init)

    /// A note with this title makes an export so long that nobody waits for its end.
    static let longTitle = "very long"

    private static let exporter = Exporter(NoteFormat().id, of: notes, fileName: "notes.ics") { context in
        try context.write(Array("notes:\n".utf8))
        let rows = try Row.fetchCursor(
            context.db,
            sql: "SELECT r.uid, r.title FROM notes_note r WHERE \(context.condition) ORDER BY r.id")
        while let row = try rows.next() {
            let line = Array("\(row["uid"] as String)|\(row["title"] as String)\n".utf8)
            for _ in 0..<(row["title"] == longTitle ? 10_000_000 : 1) { try context.write(line) }
        }
    }

    private static let separator = Field<String>.choice(
        "separator", of: ["comma", "tab"], help: "What stands between cells."
    )
    .defaulting(to: .text("comma"))

    /// A second format, with an option that the first one does not know.
    private static let tableExporter = Exporter(
        .csv, of: notes, fileName: "notes.csv", options: [separator.declaration]
    ) { context in
        let mark = context.arguments[separator] == "tab" ? "\t" : ","
        try context.write(Array("uid\(mark)title\n".utf8))
    }

    /// A format that is only written.
    struct TableFormat: Format {
        var id: FormatID { .csv }
        var fileExtensions: [String] { ["csv"] }

        func confidence(in prefix: [UInt8]) -> FormatConfidence { .none }

        func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
            throw AtriumError(.badData, "tables are not read here")
        }
    }

    /// One note a line, after the line `notes:`; it goes by the name of a format that feeds give.
    struct NoteFormat: Format {
        /// What happens while a file is read.
        var whileReading: @Sendable () -> Void = {}
        var id: FormatID { .icalendar }
        var fileExtensions: [String] { ["ics"] }

        func confidence(in prefix: [UInt8]) -> FormatConfidence {
            prefix.starts(with: Array("notes:\n".utf8)) ? .certain : .none
        }

        func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
            var reader = try file.open()
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
                if count == 0 { break }
                bytes += buffer.prefix(count)
            }
            whileReading()
            try events(.container(Container(format: id, source: Array("notes:\n".utf8), value: ())))
            for (index, line) in bytes.split(separator: 10).dropFirst().enumerated() {
                try events(
                    .item(
                        Item(
                            kind: NotesModule.kind, source: Array(line), line: index + 2,
                            value: String(decoding: line, as: UTF8.self), issues: [])))
            }
            return "utf-8"
        }
    }

    final class NoteWriter: RecordWriter {
        let db: Database

        init(_ context: ImportContext) { db = context.db }

        func record(uid: String, part: String) throws -> Int64? {
            try Int64.fetchOne(db, sql: "SELECT id FROM notes_note WHERE uid = ?", arguments: [uid])
        }
        func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
            try db.execute(sql: "INSERT INTO notes_note (uid, title) VALUES (?, ?)", arguments: [uid, draft])
            return db.lastInsertedRowID
        }
        func update(_ record: Int64, to draft: String) throws {
            try db.execute(sql: "UPDATE notes_note SET title = ? WHERE id = ?", arguments: [draft, record])
        }
        func matches(_ record: Int64, _ draft: String) throws -> Bool {
            try String.fetchOne(db, sql: "SELECT title FROM notes_note WHERE id = ?", arguments: [record])
                == draft
        }
    }
}
