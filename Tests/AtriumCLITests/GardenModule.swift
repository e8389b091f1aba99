import AtriumCLI
import AtriumHost
import AtriumSDK
import GRDB

/// A module with a field of every type, for tests of the command line.
let gardenModule = Module(
    manifest: Manifest(
        id: "garden", title: "Garden", summary: "Plants and the beds they stand in.", version: "1.0.0",
        icon: "sprout",
        isEnabledAtFirst: true),
    migrations: [
        Migration(
            "create plants",
            sql: """
                CREATE TABLE garden_plant (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, title TEXT NOT NULL)
                    STRICT;
                CREATE TABLE garden_bed (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, title TEXT NOT NULL)
                    STRICT;
                """)
    ],
    collections: [plants, beds], importers: [plantImporter], exporters: [plantExporter],
    settings: [
        ModuleSetting.choice(
            "soil", of: ["sandy", "peaty"], default: "sandy", help: "The soil that you have."
        ).declaration
    ])

private let plantID = CollectionID(module: "garden", name: "plants")
private let bedID = CollectionID(module: "garden", name: "beds")
private let title = Field<String>.text("title", help: "What the plant is called.")
private let height = Field<Int64>.integer("heightNow", in: 0...5000, help: "Its height in millimetres.")
private let sowing = Field<String>.when("sown", help: "When it was sown.")
private let sort = Field<String>.choice("sort", of: ["title", "height"], help: "By what to sort.")
    .defaulting(to: .text("title"))
private let descending = Field<Bool>.boolean("descending", help: "Sort from the last to the first.")
    .defaulting(to: .bool(false))
private let edible = Field<Bool>.boolean("edible", help: "Whether it can be eaten.")
private let names = Field<[DataObject]>.objects(
    "names",
    of: [
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration("language", .text, help: "Its language."),
        FieldDeclaration("regions", .list(.text), help: "Where it is called so."),
    ], help: "Its names in languages."
).option("name")

private let plantFields = [
    FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
    FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
    FieldDeclaration("title", .text, help: "The title.", isRequired: true),
    FieldDeclaration("heightNow", .integer(), help: "The height."),
]

private let plants = Collection(
    plantID, recordName: "plant", isMain: true, table: "garden_plant", titleSQL: "r.title", searchFields: [],
    recordFields: plantFields,
    commands: [
        Command(
            "list", .list, summary: "List plants.", fields: [sort.declaration, descending.declaration],
            result: .page(plantFields, columns: ["id", "title", "heightNow"])
        ) { input, context in
            var sql = "SELECT id, uid, title FROM garden_plant ORDER BY title"
            if input[descending] == true { sql += " DESC" }
            return try listing(context, sql: sql)
        },
        Command(
            "add", .add, summary: "Add a plant.", discussion: "Heights are in millimetres.",
            fields: [
                title.required.positional.declaration, height.declaration, sowing.declaration,
                edible.declaration,
                names.declaration, Field<[String]>.texts("tags", help: "Its tags.").option("tag").declaration,
                Field<UploadedFile>.file("photo", help: "A photo.").declaration,
            ], result: .object(plantFields)
        ) { input, context in
            try context.db.execute(
                sql: "INSERT INTO garden_plant (uid, title) VALUES (?, ?)",
                arguments: [context.newUID(), try input.required(title)])
            return .object([
                "id": .integer(context.db.lastInsertedRowID), "uid": .text("u"),
                "title": .text(try input.required(title)),
                "heightNow": .integer(orNull: input[height]), "sown": .text(orNull: input[sowing]),
                "names": .list((input[names] ?? []).map(DataValue.object)),
            ])
        },
        Command(
            "edit", .edit, summary: "Change a plant.",
            fields: [
                Collection.recordField(of: plantID, named: "plant").declaration, title.declaration,
                height.declaration,
                edible.declaration,
            ],
            result: .object(
                plantFields + [FieldDeclaration("edible", .boolean, help: "Whether it can be eaten.")])
        ) { input, _ in .object(input.values) },
        Command(
            "remove", .remove, summary: "Remove a plant.",
            fields: [Collection.recordField(of: plantID, named: "plant").declaration], result: .removal
        ) { input, context in
            let id = input.values["record"]?.integerValue ?? 0
            try context.db.execute(sql: "DELETE FROM garden_plant WHERE id = ?", arguments: [id])
            return .object(["removed": .bool(true), "id": .integer(id), "uid": .text("u")])
        },
        Command(
            "water", .recordAction, past: "watered", summary: "Water a plant.",
            fields: [
                Collection.recordField(of: plantID, named: "plant").declaration,
                Field<LocalDate>.date("day", help: "The day.").positional.declaration,
            ], result: .object(plantFields + [FieldDeclaration("day", .date, help: "The day.")])
        ) { input, context in
            let id = input.values["record"]?.integerValue ?? 0
            let title = try String.fetchOne(
                context.db, sql: "SELECT title FROM garden_plant WHERE id = ?", arguments: [id])
            guard title != "Cactus" else {
                throw AtriumError(.conflict, "it is wet already", field: "record")
            }
            return .object([
                "id": .integer(id), "uid": .text("u"), "title": .text(orNull: title),
                "day": input.values["day"] ?? .null,
                "warnings": .texts(["the water of \(title ?? "") is hard"]),
            ])
        }.forSeveral,
    ])

private let beds = Collection(
    bedID, recordName: "bed", isMain: false, table: "garden_bed", titleSQL: "r.title", searchFields: [],
    recordFields: [],
    commands: [
        Command("list", .list, summary: "List beds.", result: .list(plantFields, columns: ["id", "title"])) {
            _, context in try listing(context, sql: "SELECT id, uid, title FROM garden_bed")
        }
    ])

private func listing(_ context: CommandContext, sql: String) throws -> DataValue {
    let items = try Row.fetchAll(context.db, sql: sql).map { row in
        DataValue.object(["id": .integer(row["id"]), "uid": .text(row["uid"]), "title": .text(row["title"])])
    }
    return .object(["items": .list(items), "total": .integer(Int64(items.count)), "next": .null])
}
