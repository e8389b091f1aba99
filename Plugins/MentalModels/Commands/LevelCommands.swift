import AtriumSDK
import GRDB

/// What a level looks like in results.
enum LevelFields {
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The level's key, such as hard-sciences, which never changes.",
            isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
        FieldDeclaration("description", .longText, help: "The description."),
        FieldDeclaration(
            "categoryCount", .integer(), help: "The number of its categories.", isRequired: true),
        FieldDeclaration("modelCount", .integer(), help: "The number of its models.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time when it was first used.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// What ``value(_:)`` reads, over the alias `r`.
    static let columns = """
        r.*, (SELECT count(*) FROM mental_models_category c WHERE c.level = r.uid) AS category_count,
        (SELECT count(*) FROM mental_models_category c JOIN mental_models_model m ON m.category_id = c.id
            WHERE c.level = r.uid) AS model_count
        """

    static func value(_ row: Row) -> DataValue {
        .object([
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "title": .text(row["title"]),
            "description": .text(orNull: row["description"]),
            "categoryCount": .integer(row["category_count"]), "modelCount": .integer(row["model_count"]),
            "createdAt": .text(row["created_at"]), "updatedAt": .text(row["updated_at"]),
        ])
    }

    /// A level in the shape of ``record``.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func value(_ id: Int64, _ db: Database) throws -> DataValue {
        // Refuses an id that there is not.
        _ = try CategoryTable(db: db).level(id)
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mental_models_level r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { throw AtriumError(.internal, "a level disappeared while it was read") }
        return value(row)
    }
}

/// The commands about the levels that are in use.
enum LevelCommands {
    static let all = [list, show, edit]

    private static let record = Collection.recordField(of: .levels, named: "level")
    private static let title = Field<String>.text("title", help: "The title.")
    private static let description = Field<String>.longText("description", help: "The description.")

    private static let query = ListQuery(
        table: "mental_models_level", sorts: [.init("order", sql: Level.orderSQL("r.uid"))])

    private static let list = Command(
        "list", .list, summary: "List the levels in use, starting with the hard sciences.",
        discussion: Guidance(
            "There are six: \(Level.allCases.map(\.rawValue).joined(separator: ", ")). A level is in use once it has a category."
        ), fields: query.fields,
        result: .page(LevelFields.record, columns: ["id", "uid", "title", "categoryCount", "modelCount"])
    ) { input, context in
        try query.page(
            input, context.db, select: LevelFields.columns, where: [], item: LevelFields.value)
    }

    private static let show = Command(
        "show", .show, summary: "Show a level.", fields: [record.declaration],
        result: .object(LevelFields.record)
    ) { input, context in
        try LevelFields.value(input.required(record), context.db)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change the title or description of a level.",
        fields: [record.declaration, title.declaration, description.declaration],
        result: .object(LevelFields.record)
    ) { input, context in
        let table = CategoryTable(db: context.db)
        let id = try input.required(record)
        var text = try table.level(id)
        try input.apply(title, to: &text.title)
        text.title = try ModelInput.line(text.title, field: "title")
        input.apply(description, to: &text.description)
        text.description = KeptText.text(text.description)
        try table.update(id, to: text, now: context.nowText)
        return try LevelFields.value(id, context.db)
    }
}
