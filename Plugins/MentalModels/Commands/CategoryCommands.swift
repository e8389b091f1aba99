import AtriumSDK
import GRDB

/// What a category looks like in results.
enum CategoryFields {
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration(
            "level", .choice(Level.allCases.map(\.rawValue)), help: "The level.",
            isRequired: true),
        FieldDeclaration("description", .longText, help: "The description."),
        FieldDeclaration("modelCount", .integer(), help: "The number of its models.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// What ``value(_:)`` reads, over the alias `r`.
    static let columns = """
        r.*, (SELECT count(*) FROM mental_models_model m WHERE m.category_id = r.id) AS model_count
        """

    static func value(_ row: Row) -> DataValue {
        .object([
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "name": .text(row["name"]),
            "level": .text(row["level"]), "description": .text(orNull: row["description"]),
            "modelCount": .integer(row["model_count"]), "createdAt": .text(row["created_at"]),
            "updatedAt": .text(row["updated_at"]),
        ])
    }

    /// A category in the shape of ``record``.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func value(_ id: Int64, _ db: Database) throws -> DataValue {
        // Refuses an id that there is not.
        _ = try CategoryTable(db: db).category(id)
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mental_models_category r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { throw AtriumError(.internal, "a category disappeared while it was read") }
        return value(row)
    }
}

/// The commands that keep categories.
enum CategoryCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: .categories, named: "category")
    private static let name = Field<String>.text("name", help: "The name.")
    private static let level = Field<String>.choice(
        "level", of: Level.allCases.map(\.rawValue), help: "The level.")
    private static let wantedLevel = Field<String>.choice(
        "level", of: Level.allCases.map(\.rawValue), help: "Only categories of this level.")
    private static let description = Field<String>.longText("description", help: "The description.")

    private static let query = ListQuery(
        table: "mental_models_category",
        sorts: [
            .init("level", sql: Level.orderSQL("r.level")), .init("name", sql: "lower(r.name)"),
            .init("created", sql: "r.created_at"),
        ])

    private static let list = Command(
        "list", .list, summary: "List categories, level by level.",
        fields: [wantedLevel.declaration] + query.fields,
        result: .page(CategoryFields.record, columns: ["id", "level", "name", "modelCount"])
    ) { input, context in
        let conditions = input[wantedLevel].map { [ListQuery.Condition("r.level = ?", [$0])] } ?? []
        return try query.page(
            input, context.db, select: CategoryFields.columns, where: conditions,
            item: CategoryFields.value)
    }

    private static let show = Command(
        "show", .show, summary: "Show a category.", fields: [record.declaration],
        result: .object(CategoryFields.record)
    ) { input, context in
        try CategoryFields.value(input.required(record), context.db)
    }

    private static let add = Command(
        "add", .add, summary: "Add a category to a level.",
        fields: [
            name.required.positional.declaration, level.required.declaration, description.declaration,
        ], result: .object(CategoryFields.record)
    ) { input, context in
        var category = ModelCategory(
            level: try levelOf(input.required(level)), name: try input.required(name))
        try apply(input, to: &category)
        let id = try CategoryTable(db: context.db).insert(
            category, uid: context.newUID(), now: context.nowText)
        return try CategoryFields.value(id, context.db)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a category.",
        discussion: "If you change its level, its models move with it.",
        fields: [record.declaration, name.declaration, level.declaration, description.declaration],
        result: .object(CategoryFields.record)
    ) { input, context in
        let table = CategoryTable(db: context.db)
        let id = try input.required(record)
        var category = try table.category(id).category
        try apply(input, to: &category)
        try table.update(id, to: category, now: context.nowText)
        return try CategoryFields.value(id, context.db)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a category that has no models.", fields: [record.declaration],
        result: .removal
    ) { input, context in
        let id = try input.required(record)
        let uid = try CategoryTable(db: context.db).category(id).uid
        let count = try Int.fetchOne(
            context.db, sql: "SELECT count(*) FROM mental_models_model WHERE category_id = ?",
            arguments: [id])
        if let count, count > 0 {
            throw AtriumError(
                .conflict, "the category has \(count) \(count == 1 ? "model" : "models")",
                remedy:
                    "move or remove them first; \(command: "mental-models list", .option("category", String(id))) shows them",
                field: "record")
        }
        try context.db.execute(sql: "DELETE FROM mental_models_category WHERE id = ?", arguments: [id])
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid)])
    }

    private static func apply(_ input: Arguments, to category: inout ModelCategory) throws {
        try input.apply(name, to: &category.name)
        category.name = try ModelInput.line(category.name, field: "name")
        var word = category.level.rawValue
        try input.apply(level, to: &word)
        category.level = try levelOf(word)
        input.apply(description, to: &category.description)
        category.description = KeptText.text(category.description)
    }

    private static func levelOf(_ word: String) throws -> Level {
        guard let level = Level(rawValue: word) else {
            throw AtriumError(.internal, "an invalid level was accepted")
        }
        return level
    }
}
