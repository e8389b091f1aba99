import AtriumSDK
import GRDB

/// What a failure mode looks like in results.
enum FailureModeFields {
    /// The words for severity, the gravest first.
    static let severities = FailureMode.Severity.allCases.map(\.rawValue)
    /// SQL that sorts the gravest first.
    static let severityOrder =
        "CASE severity "
        + severities.enumerated().map { "WHEN '\($1)' THEN \($0)" }.joined(separator: " ") + " END"

    /// A failure mode within its model.
    static let inModel: [FieldDeclaration] = [
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration(
            "severity", .choice(severities), help: "The severity.", isRequired: true),
        FieldDeclaration("description", .longText, help: "The description."),
    ]

    static let record: [FieldDeclaration] =
        [
            FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
            FieldDeclaration(
                "uid", .text, help: "The uid, which stays the same over export and import.",
                isRequired: true),
        ] + inModel + [
            FieldDeclaration("model", .text, help: "The name of its model.", isRequired: true),
            FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
            FieldDeclaration("updatedAt", .instant, help: "The time of the last change.", isRequired: true),
        ]

    /// What ``value(_:)`` reads, over the alias `r`.
    static let columns =
        "r.*, (SELECT m.name FROM mental_models_model m WHERE m.id = r.model_id) AS model_name"

    static func value(_ row: Row) -> DataValue {
        .object([
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "name": .text(row["name"]),
            "severity": .text(row["severity"]), "description": .text(orNull: row["description"]),
            "model": .text(row["model_name"]), "createdAt": .text(row["created_at"]),
            "updatedAt": .text(row["updated_at"]),
        ])
    }

    /// A failure mode in the shape of ``record``.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func value(_ id: Int64, _ db: Database) throws -> DataValue {
        // Refuses an id that there is not.
        _ = try FailureModeTable(db: db).failureMode(id)
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mental_models_failure_mode r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { throw AtriumError(.internal, "a failure mode disappeared while it was read") }
        return value(row)
    }
}

/// The commands that keep failure modes.
enum FailureModeCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: .failureModes, named: "failure mode")
    private static let name = Field<String>.text("name", help: "The name.")
    private static let model = Field<Int64>.record(
        "model", of: .models, help: "Its model: an id, a uid, or a name that fits just one.")
    private static let severity = Field<String>.choice(
        "severity", of: FailureModeFields.severities, help: "The severity.")
    private static let description = Field<String>.longText("description", help: "The description.")

    private static let query = ListQuery(
        table: "mental_models_failure_mode",
        sorts: [
            .init("name", sql: "lower(r.name)"), .init("severity", sql: FailureModeFields.severityOrder),
            .init("created", sql: "r.created_at"),
        ])

    private static let list = Command(
        "list", .list, summary: "List failure modes.",
        fields: [model.declaration, severity.declaration] + query.fields,
        result: .page(FailureModeFields.record, columns: ["id", "severity", "name", "model"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let model = input[model] { conditions.append(.init("r.model_id = ?", [model])) }
        if let severity = input[severity] { conditions.append(.init("r.severity = ?", [severity])) }
        return try query.page(
            input, context.db, select: FailureModeFields.columns, where: conditions,
            item: FailureModeFields.value)
    }

    private static let show = Command(
        "show", .show, summary: "Show a failure mode.", fields: [record.declaration],
        result: .object(FailureModeFields.record)
    ) { input, context in
        try FailureModeFields.value(input.required(record), context.db)
    }

    private static let add = Command(
        "add", .add, summary: "Add a failure mode: a way in which a model misleads.",
        fields: [
            name.required.positional.declaration, model.required.declaration,
            severity.defaulting(to: .text(FailureMode.Severity.medium.rawValue)).declaration,
            description.declaration,
        ], result: .object(FailureModeFields.record)
    ) { input, context in
        var mode = FailureMode(
            model: try input.required(model), name: try input.required(name), severity: .medium)
        try apply(input, to: &mode)
        let id = try FailureModeTable(db: context.db).insert(
            mode, uid: context.newUID(), now: context.nowText)
        return try FailureModeFields.value(id, context.db)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a failure mode.",
        fields: [
            record.declaration, name.declaration, model.declaration, severity.declaration,
            description.declaration,
        ], result: .object(FailureModeFields.record)
    ) { input, context in
        let table = FailureModeTable(db: context.db)
        let id = try input.required(record)
        var mode = try table.failureMode(id).mode
        try input.apply(model, to: &mode.model)
        try apply(input, to: &mode)
        try table.update(id, to: mode, now: context.nowText)
        return try FailureModeFields.value(id, context.db)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a failure mode.", fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        let uid = try FailureModeTable(db: context.db).failureMode(id).uid
        try context.db.execute(sql: "DELETE FROM mental_models_failure_mode WHERE id = ?", arguments: [id])
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(uid)])
    }

    private static func apply(_ input: Arguments, to mode: inout FailureMode) throws {
        try input.apply(name, to: &mode.name)
        mode.name = try ModelInput.line(mode.name, field: "name")
        var word = mode.severity.rawValue
        try input.apply(severity, to: &word)
        mode.severity = FailureMode.Severity(rawValue: word) ?? mode.severity
        input.apply(description, to: &mode.description)
        mode.description = KeptText.text(mode.description)
    }
}
