public import AtriumSDK
public import AtriumTesting
import GRDB

/// A stand-in for connections, for tests of modules that link to people.
public enum PeopleModule {
    private static let standIn = StandInModule(
        of: CollectionID(module: "connections", name: "people"), recordName: "person", kind: .vcard)

    /// The module: people have names, uids and interests.
    public static let module = standIn.module

    /// The card of somebody, which the module's import reads.
    public static func card(_ name: String, uid: String) -> TextFile {
        TextFile(
            "\(uid).vcf",
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(name)\r\nEND:VCARD\r\n")
    }
}

/// A stand-in for mental-models, for tests of modules that link to models.
public enum ModelsModule {
    private static let standIn = StandInModule(
        of: CollectionID(module: "mental-models", name: "models"), recordName: "model", kind: .vevent)

    /// The module: models have names and uids.
    public static let module = standIn.module

    /// A file with a model, which the module's import reads.
    public static func file(_ name: String, uid: String) -> TextFile {
        TextFile(
            "\(uid).ics",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20260101\r\nSUMMARY:\(name)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
    }
}

/// Stand-ins for values and ideas, for tests of modules that link to them.
public enum PurposeModules {
    /// Values and dreams.
    public static let values: Module = {
        var module = StandInModule(
            of: CollectionID(module: "values", name: "values"), recordName: "value", kind: .vevent
        ).module
        let dreams = StandInModule(
            of: CollectionID(module: "values", name: "dreams"), recordName: "dream", kind: .vevent
        ).module
        module.migrations += dreams.migrations
        module.collections += dreams.collections.map { collection in
            var collection = collection
            collection.isMain = false
            return collection
        }
        return module
    }()
    /// Ideas.
    public static let ideas = StandInModule(
        of: CollectionID(module: "ideas", name: "ideas"), recordName: "idea", kind: .vevent
    ).module
}

/// A stand-in for tasks, for tests of modules that share to-dos with it.
public enum TasksModule {
    /// The module: it takes to-dos, and knows those that are marked as tasks.
    public static let module = StandInModule(
        of: CollectionID(module: "tasks", name: "tasks"), recordName: "task", kind: .vtodo,
        claim: .shared(.toDos), mark: "X-ATRIUM-TASK"
    ).module
}

/// A stand-in for family, for tests of modules that share to-dos with it.
public enum FamilyModule {
    /// The module: it takes to-dos that are marked as parents' tasks, and no others.
    public static let module = StandInModule(
        of: CollectionID(module: "family", name: "parenting"), recordName: "parenting-task", kind: .vtodo,
        claim: .marked(.toDos), mark: "X-ATRIUM-PARENTING"
    ).module
}

/// A stand-in for tasks, for tests of modules to which projects are linked.
public enum ProjectsModule {
    private static let standIn = StandInModule(
        of: CollectionID(module: "tasks", name: "projects"), recordName: "project", kind: .vtodo)

    /// The module: projects have names and uids.
    public static let module = standIn.module

    /// Adds a project and links it to a record, as the module tasks does.
    public static func add(
        _ name: String, _ kind: String, to collection: String, _ record: String, in hub: TemporaryHub
    ) throws {
        try hub.run("tasks add", ["name": .text(name)])
        try hub.run(
            "links add",
            [
                "fromCollection": "tasks/projects", "fromRecord": .text(name),
                "toCollection": .text(collection), "toRecord": .text(record), "kind": .text(kind),
            ])
    }
}

/// A module whose records have names: the host knows modules by their names alone, and others ask them by those of their
/// commands.
private struct StandInModule {
    private let collection: CollectionID
    private let recordName: String
    private let kind: ItemKind
    private let claim: Importer.Claim
    private let marks: [ItemMark]
    private let table: String
    private let record: Field<Int64>
    private let name = Field<String>.text("name", help: "The name.").required
    private let names = Field<[String]>.texts("names", help: "The names.").required
    private let uid = Field<String>.text("uid", help: "The uid.")
    private let interests = Field<[String]>.texts("interests", help: "What they like.")
    private let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration("interests", .list(.text), help: "What they like.", isRequired: true),
    ]
    private let happenings = FieldDeclaration("happenings", .list(.text), help: "All.", isRequired: true)

    init(
        of collection: CollectionID, recordName: String, kind: ItemKind, claim: Importer.Claim = .alone,
        mark: String? = nil
    ) {
        self.claim = claim
        marks = mark.map { [ItemMark(on: kind, property: $0)] } ?? []
        self.collection = collection
        self.recordName = recordName
        self.kind = kind
        table = (collection.module + "_" + recordName).replacing("-", with: "_")
        record = Collection.recordField(of: collection, named: recordName)
    }

    var module: Module {
        Module(
            manifest: Manifest(
                id: collection.module, title: collection.name, summary: "Keeps \(collection.name).",
                version: "1.0.0", icon: "circle"),
            migrations: [
                Migration(
                    "create \(collection.name)",
                    sql: """
                        CREATE TABLE \(table) (
                            id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                            interests TEXT NOT NULL
                        ) STRICT;
                        """)
            ],
            collections: [
                Collection(
                    collection, recordName: recordName, isMain: true, table: table, titleSQL: "r.name",
                    searchFields: [], recordFields: fields, commands: [add, show, named, merge, timeline])
            ], importers: [importer], itemMarks: marks)
    }

    /// Reads the name and the uid of items, as they stand in their lines.
    private var importer: Importer {
        Importer(
            kind == .vcard ? .vcard : .icalendar, kinds: [kind], claim: claim, into: collection,
            map: { item, _, _ in
                let lines = String(decoding: item.source, as: UTF8.self).split(whereSeparator: \.isNewline)
                func value(_ names: String...) -> String? {
                    for name in names {
                        if let line = lines.first(where: { $0.hasPrefix(name + ":") }) {
                            return String(line.dropFirst(name.count + 1))
                        }
                    }
                    return nil
                }
                return MappedItem(draft: value("FN", "SUMMARY") ?? "", uid: value("UID"))
            }, writer: { [table] in StandInWriter($0, table) })
    }

    private var add: Command {
        Command(
            "add", .add, summary: "Add one.",
            fields: [name.declaration, uid.declaration, interests.declaration], result: .object(fields)
        ) { input, context in
            try context.db.execute(
                sql: "INSERT INTO \(table) (uid, name, interests) VALUES (?, ?, ?)",
                arguments: [
                    input[uid] ?? context.newUID(), input.required(name),
                    (input[interests] ?? []).joined(separator: ","),
                ])
            return try value(context.db.lastInsertedRowID, context)
        }
    }

    private var show: Command {
        Command("show", .show, summary: "Show one.", fields: [record.declaration], result: .object(fields)) {
            input, context in try value(input.required(record), context)
        }
    }

    /// Those who are called so, or whose first name it is.
    private var named: Command {
        Command(
            "named", .query, summary: "Find some.", fields: [names.declaration],
            result: .list(
                [
                    fields[0], fields[2],
                    FieldDeclaration("matched", .text, help: "The name.", isRequired: true),
                ],
                columns: ["id"])
        ) { input, context in
            let found = try input.required(names).flatMap { name in
                try Row.fetchAll(
                    context.db,
                    sql: "SELECT id, name FROM \(table) WHERE name LIKE ? OR name LIKE ? || ' %'",
                    arguments: [name, name]
                ).map { row -> DataValue in
                    .object(["id": .integer(row[0]), "name": .text(row[1]), "matched": .text(name)])
                }
            }
            return .object(["items": .list(found)])
        }
    }

    /// Joins another one into one, as its module would.
    private var merge: Command {
        let other = Field<Int64>.record("other", of: collection, help: "The other one.").required
        return Command(
            "merge", .recordAction, past: "joined", summary: "Join another one into one.",
            fields: [record.declaration, other.declaration], result: .object(fields)
        ) { input, context in
            let (id, otherID) = (try input.required(record), try input.required(other))
            _ = try context.records.merge(
                RecordReference(collection, otherID), into: RecordReference(collection, id))
            try context.db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [otherID])
            return try value(id, context)
        }
    }

    /// What happened with a record, as `day kind title`.
    private var timeline: Command {
        Command(
            "timeline", .recordQuery, summary: "Show what happened.", fields: [record.declaration],
            result: .object([happenings])
        ) { input, context in
            let subject = try Subject(RecordReference(collection, input.required(record)))
            var found = try context.modules.happenings(about: subject)
            found.sort(in: context.settings.timeZone)
            return .object([
                "happenings": .list(found.happenings.map { .text("\($0.when) \($0.kind) \($0.title)") })
            ])
        }
    }

    private func value(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db, sql: "SELECT uid, name, interests FROM \(table) WHERE id = ?", arguments: [id])
        let interests: String = row?[2] ?? ""
        return .object([
            "id": .integer(id), "uid": .text(row?[0] ?? ""), "name": .text(row?[1] ?? ""),
            "interests": .list(interests.split(separator: ",").map { .text(String($0)) }),
        ])
    }
}

/// Keeps records of which a file gives the name.
private final class StandInWriter: RecordWriter {
    private let db: Database
    private let table: String

    init(_ context: ImportContext, _ table: String) {
        db = context.db
        self.table = table
    }

    func record(uid: String, part: String) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE uid = ?", arguments: [uid])
    }

    func insert(_ name: String, uid: String, part: String) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO \(table) (uid, name, interests) VALUES (?, ?, '')", arguments: [uid, name])
        return db.lastInsertedRowID
    }

    func update(_ record: Int64, to name: String) throws {
        try db.execute(sql: "UPDATE \(table) SET name = ? WHERE id = ?", arguments: [name, record])
    }

    func matches(_ record: Int64, _ name: String) throws -> Bool {
        try String.fetchOne(db, sql: "SELECT name FROM \(table) WHERE id = ?", arguments: [record]) == name
    }
}
