import AtriumSDK
import GRDB

/// The commands that keep models.
enum ModelCommands {
    static let all = [list, show, add, edit, remove]

    // MARK: - list

    private static let query = ListQuery(
        table: "mental_models_model",
        sorts: [
            .init("name", sql: "lower(r.name)"), .init("created", sql: "r.created_at"),
            .init("updated", sql: "r.updated_at"),
        ])
    private static let level = Field<String>.choice(
        "level", of: Level.allCases.map(\.rawValue), help: "Only models of this level.")
    private static let category = Field<Int64>.record(
        "category", of: .categories, help: "Only models of this category.")
    private static let text = Field<String>.text(
        "text", help: "Only models whose name, description or keywords contain this.")

    private static let list = Command(
        "list", .list, summary: "List models.",
        fields: [level.declaration, category.declaration, text.declaration] + query.fields,
        result: .page(
            ModelFields.listed, columns: ["id", "name", "level", "category", "failureModeCount"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let level = input[level] {
            conditions.append(
                .init(
                    "r.category_id IN (SELECT c.id FROM mental_models_category c WHERE c.level = ?)", [level])
            )
        }
        if let category = input[category] { conditions.append(.init("r.category_id = ?", [category])) }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.name", "r.description", "r.keywords"]))
        }
        return try query.page(input, context.db, select: ModelFields.columns, where: conditions) { row in
            .object(ModelFields.item(row))
        }
    }

    // MARK: - One

    private static let show = Command(
        "show", .show, summary: "Show a model with its failure modes.",
        fields: [ModelInput.record.declaration], result: .object(ModelFields.record)
    ) { input, context in
        try ModelFields.value(input.required(ModelInput.record), context.db)
    }

    private static let add = Command(
        "add", .add, summary: "Add a model.",
        discussion: """
            A model is found in a text by the words of its name, keywords, examples and description. A keyword of several \
            words is searched as a phrase. \(command: "mental-models categories add") adds a category.
            """,
        fields: [
            ModelInput.name.required.positional.declaration, ModelInput.category.required.declaration,
        ] + ModelInput.fields, result: .object(ModelFields.record)
    ) { input, context in
        let table = ModelTable(db: context.db)
        let uid = context.newUID()
        var model = try MentalModel(
            name: input.required(ModelInput.name), category: input.required(ModelInput.category))
        try ModelInput.apply(input, to: &model, own: uid, table)
        let id = try table.insert(model, uid: uid, now: context.nowText)
        return try ModelFields.value(id, context.db)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a model.",
        fields: [
            ModelInput.record.declaration, ModelInput.name.declaration, ModelInput.category.declaration,
        ] + ModelInput.fields + ModelInput.changes, result: .object(ModelFields.record)
    ) { input, context in
        let table = ModelTable(db: context.db)
        let old = try table.model(input.required(ModelInput.record))
        var model = old.model
        try ModelInput.apply(input, to: &model, own: old.uid, table)
        try table.update(old, to: model, now: context.nowText)
        return try ModelFields.value(old.id, context.db)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a model and its failure modes.",
        discussion:
            "Observations keep their findings, and related models keep its name.",
        fields: [ModelInput.record.declaration], result: .removal
    ) { input, context in
        let table = ModelTable(db: context.db)
        let old = try table.model(input.required(ModelInput.record))
        try table.remove(old, now: context.nowText)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
