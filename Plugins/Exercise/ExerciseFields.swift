import AtriumSDK

/// The fields that commands take and give of an exercise.
enum ExerciseFields {
    static let categories = Category.allCases.map(\.rawValue)

    static let exercise = Collection.recordField(of: .exercises, named: "exercise")
    static let name = Field<String>.text("name", help: "What the exercise is called.")
    static let category = Field<String>.choice(
        "category", of: categories,
        help: "What kind of training it is: cardio, strength or flexibility; it decides what its sets have.")
    static let muscles = Field<[String]>.texts("muscles", help: "The muscles that it works, such as chest.")
    static let notes = Field<String>.longText("notes", help: "More about it.")
    static let importedAs = Field<[String]>.texts(
        "importedAs",
        help:
            "Another name that files have for it, under which sets come to it; an exercise of that name goes first."
    )
    static let archived = Field<Bool>.boolean("archived", help: "Whether it is put away, out of lists.")

    /// What `add` and `edit` take beside name and category.
    static let values = [
        muscles.declaration, notes.declaration, importedAs.declaration, archived.declaration,
    ]

    /// What a result says of which exercise it is about.
    static let identity: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The exercise's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The exercise's uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "What the exercise is called.", isRequired: true),
        FieldDeclaration(
            "category", .choice(categories), help: "What kind of training it is.", isRequired: true),
    ]

    static let record: [FieldDeclaration] =
        identity + [
            FieldDeclaration("muscles", .list(.text), help: "The muscles that it works.", isRequired: true),
            FieldDeclaration("notes", .longText, help: "More about it."),
            FieldDeclaration(
                "importedAs", .list(.text), help: "The other names that files have for it.", isRequired: true),
            FieldDeclaration("archived", .boolean, help: "Whether it is put away.", isRequired: true),
            FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
            FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
        ]

    /// An exercise in the shape of ``identity``.
    static func identity(_ stored: StoredExercise) -> DataObject {
        [
            "id": .integer(stored.id), "uid": .text(stored.uid), "name": .text(stored.exercise.name),
            "category": .text(stored.exercise.category.rawValue),
        ]
    }

    /// An exercise in the shape of ``record``.
    static func value(_ stored: StoredExercise) -> DataValue {
        var value = identity(stored)
        value["muscles"] = .list(stored.exercise.muscles.map(DataValue.text))
        value["notes"] = .text(orNull: stored.exercise.notes)
        value["importedAs"] = .list(stored.exercise.importedAs.map(DataValue.text))
        value["archived"] = .bool(stored.exercise.isArchived)
        value["createdAt"] = .text(stored.createdAt)
        value["updatedAt"] = .text(stored.updatedAt)
        return .object(value)
    }
}
