import AtriumHost
import AtriumSDK
import AtriumTesting
import GRDB

/// A module for tests with every kind of row that undo must bring back: children of children, numbers with fractions,
/// bytes, references that are emptied, unique values that are replaced.
enum WorkshopModule {
    static let tools = CollectionID(module: "workshop", name: "tools")
    static let shelves = CollectionID(module: "workshop", name: "shelves")

    static let migrations = [
        Migration(
            "create shelves and tools",
            sql: """
                CREATE TABLE workshop_shelf (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL UNIQUE
                ) STRICT;
                CREATE TABLE workshop_tool (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL CHECK (name <> ''),
                    weight REAL,
                    picture BLOB,
                    shelf_id INTEGER REFERENCES workshop_shelf (id) ON DELETE SET NULL
                ) STRICT;
                """),
        Migration(
            "create parts and screws",
            sql: """
                CREATE TABLE workshop_part (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    tool_id INTEGER NOT NULL REFERENCES workshop_tool (id) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    UNIQUE (tool_id, name)
                ) STRICT;
                CREATE TABLE workshop_screw (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    part_id INTEGER NOT NULL REFERENCES workshop_part (id) ON DELETE CASCADE,
                    size INTEGER NOT NULL
                ) STRICT;
                """),
    ]

    static let module = Module(
        manifest: Manifest(
            id: "workshop", title: "Workshop", summary: "Keeps tools.", version: "1.0.0", icon: "hammer"),
        migrations: migrations,
        collections: [
            Collection(
                tools, recordName: "tool", isMain: true, table: "workshop_tool", titleSQL: "r.name",
                searchFields: [
                    SearchField(
                        "parts",
                        sql: "(SELECT group_concat(name, ' ') FROM workshop_part WHERE tool_id = r.id)")
                ], recordFields: toolFields,
                commands: [
                    list, add, edit, removeTool, fill, replacePart, replaceTool, moveAll, comeAndGo, fail,
                    merge,
                ]),
            Collection(
                shelves, recordName: "shelf", isMain: false, table: "workshop_shelf", titleSQL: "r.name",
                searchFields: [], recordFields: shelfFields, commands: [addShelf, replaceShelf, removeShelf]),
        ],
        importers: [LineFormat.importer], exporters: [LineFormat.exporter])

    // MARK: - Fields

    private static let record = Collection.recordField(of: tools, named: "tool")
    private static let shelfRecord = Collection.recordField(of: shelves, named: "shelf")
    private static let name = Field<String>.text("name", help: "The name.")
    private static let weight = Field<Double>.decimal("weight", help: "The weight in kilograms.")
    private static let size = Field<Int64>.integer("size", help: "The size of its screw.").required

    static let shelfFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
    ]
    static let toolFields =
        shelfFields + [FieldDeclaration("weight", .decimal(), help: "The weight in kilograms.")]

    // MARK: - Commands

    private static let query = ListQuery(table: "workshop_tool", sorts: [.init("name", sql: "r.name")])

    private static let list = Command(
        "list", .list, summary: "List tools.", fields: query.fields,
        result: .page(toolFields, columns: ["id", "name"])
    ) { input, context in
        try query.page(input, context.db, select: "r.*", where: []) { toolValue($0) }
    }

    private static let add = Command(
        "add", .add, summary: "Add a tool.", fields: [name.required.declaration, weight.declaration],
        result: .object(toolFields)
    ) { input, context in
        try context.db.execute(
            sql: "INSERT INTO workshop_tool (uid, name, weight, picture) VALUES (?, ?, ?, x'00ff10')",
            arguments: [context.newUID(), input.required(name), input[weight]])
        return try tool(context.db.lastInsertedRowID, context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a tool.",
        fields: [record.declaration, name.declaration, weight.declaration],
        result: .object(toolFields)
    ) { input, context in
        let id = try input.required(record)
        if let name = input[name] {
            try context.db.execute(
                sql: "UPDATE workshop_tool SET name = ? WHERE id = ?", arguments: [name, id])
        }
        if case .set(let weight) = input.change(weight) {
            try context.db.execute(
                sql: "UPDATE workshop_tool SET weight = ?, picture = NULL WHERE id = ?",
                arguments: [weight, id])
        }
        return try tool(id, context)
    }

    private static let removeTool = removal("Remove a tool.", of: "workshop_tool", record)

    private static let fill = Command(
        "fill", .recordAction, past: "filled", summary: "Give a tool a part with a screw.",
        fields: [record.declaration, name.required.declaration, size.declaration], result: .object(toolFields)
    ) { input, context in
        let id = try input.required(record)
        try context.db.execute(
            sql: "INSERT INTO workshop_part (tool_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: [id, input.required(name)])
        try context.db.execute(
            sql: """
                INSERT INTO workshop_screw (part_id, size)
                SELECT id, ? FROM workshop_part WHERE tool_id = ? AND name = ?
                """, arguments: [input.required(size), id, input.required(name)])
        return try tool(id, context)
    }

    /// The part goes with its screws, and comes anew.
    private static let replacePart = Command(
        "replace-part", .recordAction, past: "replaced",
        summary: "Put a new part in the place of one of the same name.",
        fields: [record.declaration, name.required.declaration], result: .object(toolFields)
    ) { input, context in
        let id = try input.required(record)
        try context.db.execute(
            sql: "INSERT OR REPLACE INTO workshop_part (tool_id, name) VALUES (?, ?)",
            arguments: [id, input.required(name)])
        return try tool(id, context)
    }

    /// The row comes back under its old id.
    private static let replaceTool = Command(
        "replace", .recordAction, past: "replaced", summary: "Put a new tool in the place of one.",
        fields: [record.declaration, name.required.declaration], result: .object(toolFields)
    ) { input, context in
        let id = try input.required(record)
        try context.db.execute(
            sql:
                "REPLACE INTO workshop_tool (id, uid, name) SELECT id, uid, ? FROM workshop_tool WHERE id = ?",
            arguments: [input.required(name), id])
        return try tool(id, context)
    }

    /// Makes a record that records of before refer to from now on.
    private static let moveAll = Command(
        "move-all", .action, past: "moved", summary: "Put all tools on a new shelf.",
        fields: [name.required.declaration],
        result: .object(shelfFields)
    ) { input, context in
        let shelf = try insertShelf(input.required(name), context)
        try context.db.execute(sql: "UPDATE workshop_tool SET shelf_id = ?", arguments: [shelf])
        return try WorkshopModule.shelf(shelf, context)
    }

    /// Makes two tools and removes one of them, and the newest row of all is one that is gone again.
    private static let comeAndGo = Command(
        "come-and-go", .action, past: "come and gone", summary: "Make two tools and remove one.",
        fields: [name.required.declaration],
        result: .object(toolFields)
    ) { input, context in
        var ids: [Int64] = []
        for _ in 0..<2 {
            try context.db.execute(
                sql: "INSERT INTO workshop_tool (uid, name) VALUES (?, ?)",
                arguments: [context.newUID(), input.required(name)])
            ids.append(context.db.lastInsertedRowID)
        }
        try context.db.execute(
            sql: "UPDATE workshop_tool SET weight = 1 WHERE id IN (?, ?)", arguments: [ids[0], ids[1]])
        try context.db.execute(sql: "DELETE FROM workshop_tool WHERE id = ?", arguments: [ids[1]])
        return try tool(ids[0], context)
    }

    /// The parts move with all that the host keeps; of parts of one name the tool's own stays.
    private static let merge = Command(
        "merge", .recordAction, past: "joined", summary: "Make one tool of two.",
        fields: [
            record.declaration,
            Field<Int64>.record("other", of: tools, help: "The other tool.").required.positional.declaration,
        ], result: .object(toolFields)
    ) { input, context in
        let id = try input.required(record)
        guard let other = input.values["other"]?.integerValue else { return .null }
        try context.records.merge(RecordReference(tools, other), into: RecordReference(tools, id))
        try context.db.execute(
            sql: "UPDATE OR IGNORE workshop_part SET tool_id = ? WHERE tool_id = ?", arguments: [id, other])
        try context.db.execute(sql: "DELETE FROM workshop_tool WHERE id = ?", arguments: [other])
        return try tool(id, context)
    }

    private static let fail = Command(
        "fail", .action, past: "failed", summary: "Write, then fail.", result: .object(toolFields)
    ) { _, context in
        try context.db.execute(sql: "DELETE FROM workshop_tool")
        throw AtriumError(.conflict, "it failed")
    }

    private static let addShelf = Command(
        "add", .add, summary: "Add a shelf.", fields: [name.required.declaration],
        result: .object(shelfFields)
    ) { input, context in
        try shelf(insertShelf(input.required(name), context), context)
    }

    /// The tools on it leave it first (SET NULL), then go to the new one.
    private static let replaceShelf = Command(
        "replace", .recordAction, past: "replaced",
        summary: "Put a new shelf of the same name in the place of one.",
        fields: [shelfRecord.declaration], result: .object(shelfFields)
    ) { input, context in
        let id = try input.required(shelfRecord)
        let tools = try Int64.fetchAll(
            context.db, sql: "SELECT id FROM workshop_tool WHERE shelf_id = ?", arguments: [id])
        try context.db.execute(
            sql: "REPLACE INTO workshop_shelf (uid, name) SELECT ?, name FROM workshop_shelf WHERE id = ?",
            arguments: [context.newUID(), id])
        let new = context.db.lastInsertedRowID
        for tool in tools {
            try context.db.execute(
                sql: "UPDATE workshop_tool SET shelf_id = ? WHERE id = ?", arguments: [new, tool])
        }
        return try shelf(new, context)
    }

    private static let removeShelf = removal(
        "Remove a shelf; its tools stay.", of: "workshop_shelf", shelfRecord)

    // MARK: - Values

    private static func removal(_ summary: String, of table: String, _ record: Field<Int64>) -> Command {
        Command("remove", .remove, summary: summary, fields: [record.declaration], result: .removal) {
            input, context in
            let id = try input.required(record)
            let uid = try String.fetchOne(
                context.db, sql: "SELECT uid FROM \(table) WHERE id = ?", arguments: [id])
            try context.db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [id])
            return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid ?? "")])
        }
    }

    private static func insertShelf(_ name: String, _ context: CommandContext) throws -> Int64 {
        try context.db.execute(
            sql: "INSERT INTO workshop_shelf (uid, name) VALUES (?, ?)", arguments: [context.newUID(), name])
        return context.db.lastInsertedRowID
    }

    private static func shelf(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db, sql: "SELECT * FROM workshop_shelf WHERE id = ?", arguments: [id])
        guard let row else { throw AtriumError(.notFound, "there is no such shelf") }
        return .object(["id": .integer(row["id"]), "uid": .text(row["uid"]), "name": .text(row["name"])])
    }

    private static func tool(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db, sql: "SELECT * FROM workshop_tool WHERE id = ?", arguments: [id])
        guard let row else { throw AtriumError(.notFound, "there is no such tool") }
        return toolValue(row)
    }

    private static func toolValue(_ row: Row) -> DataValue {
        .object([
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "name": .text(row["name"]),
            "weight": .decimal(orNull: row["weight"]),
        ])
    }
}
