import AtriumSDK
import GRDB

/// What a model looks like in results.
enum ModelFields {
    /// The fields of a model in lists.
    static let listed: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration("category", .text, help: "The name of its category.", isRequired: true),
        FieldDeclaration(
            "level", .choice(Level.allCases.map(\.rawValue)), help: "The level of its category.",
            isRequired: true),
        FieldDeclaration("description", .longText, help: "The description."),
        FieldDeclaration(
            "keywords", .list(.text), help: "Words and phrases that point to it.", isRequired: true),
        FieldDeclaration(
            "failureModeCount", .integer(), help: "The number of its failure modes.", isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// The fields of one model.
    static let record =
        listed + [
            FieldDeclaration(
                "examples", .list(.text), help: "Examples of situations.", isRequired: true),
            FieldDeclaration("related", .list(.text), help: "The names of related models.", isRequired: true),
            FieldDeclaration(
                "failureModes", .list(.object(FailureModeFields.inModel)),
                help: "Its failure modes, most severe first.", isRequired: true),
        ]

    /// What ``item(_:)`` reads, over the alias `r`.
    static let columns = """
        r.*, (SELECT c.name FROM mental_models_category c WHERE c.id = r.category_id) AS category_name,
        (SELECT c.level FROM mental_models_category c WHERE c.id = r.category_id) AS category_level,
        (SELECT count(*) FROM mental_models_failure_mode f WHERE f.model_id = r.id) AS failure_mode_count
        """

    /// A model in the shape of ``listed``.
    static func item(_ row: Row) -> DataObject {
        let stored = ModelTable.read(row)
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "name": .text(stored.model.name),
            "category": .text(row["category_name"]), "level": .text(row["category_level"]),
            "description": .text(orNull: stored.model.description),
            "keywords": .list(stored.model.keywords.map(DataValue.text)),
            "failureModeCount": .integer(row["failure_mode_count"]),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// A model in the shape of ``record``.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func value(_ id: Int64, _ db: Database) throws -> DataValue {
        let table = ModelTable(db: db)
        let stored = try table.model(id)
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mental_models_model r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { throw AtriumError(.internal, "a model disappeared while it was read") }
        var object = item(row)
        object["examples"] = .list(stored.model.examples.map(DataValue.text))
        object["related"] = .list(
            try stored.model.related.map { .text(try table.name(ofRelated: $0)) })
        object["failureModes"] = .list(
            try FailureModeTable(db: db).modes(of: id).map { mode in
                .object([
                    "name": .text(mode.name), "severity": .text(mode.severity.rawValue),
                    "description": .text(orNull: mode.description),
                ])
            })
        return .object(object)
    }
}
