import AtriumSDK

/// The fields that `add` and `edit` take, and what they make of a model.
enum ModelInput {
    static let record = Collection.recordField(of: .models, named: "model")
    static let name = Field<String>.text("name", help: "The name.")
    static let category = Field<Int64>.record(
        "category", of: .categories, help: "Its category: an id, a uid, or a name that fits just one.")
    static let description = Field<String>.longText("description", help: "The description.")
    static let keywords = Field<[String]>.texts(
        "keywords",
        help: "Words and phrases that point to it, separated by commas or given repeatedly."
    ).option("keyword")
    static let addKeywords = Field<[String]>.texts("addKeywords", help: "Keywords to add.")
        .option("add-keyword")
    static let removeKeywords = Field<[String]>.texts("removeKeywords", help: "Keywords to remove.")
        .option("remove-keyword")
    static let examples = Field<[String]>.texts(
        "examples", help: "Examples of situations, one each."
    ).option("example")
    static let addExamples = Field<[String]>.texts("addExamples", help: "Examples to add.")
        .option("add-example")
    static let removeExamples = Field<[String]>.texts("removeExamples", help: "Examples to remove.")
        .option("remove-example")
    static let related = Field<[Int64]>.records("related", of: .models, help: "Related models.")
    static let addRelated = Field<[Int64]>.records(
        "addRelated", of: .models, help: "Related models to add.")
    static let removeRelated = Field<[Int64]>.records(
        "removeRelated", of: .models, help: "Related models to remove.")

    /// What add and edit have in common, beside name and category.
    static let fields: [FieldDeclaration] = [
        description.declaration, keywords.declaration, examples.declaration, related.declaration,
    ]

    /// What an edit takes beyond that.
    static let changes: [FieldDeclaration] = [
        addKeywords.declaration, removeKeywords.declaration, addExamples.declaration,
        removeExamples.declaration, addRelated.declaration, removeRelated.declaration,
    ]

    /// Applies all fields that were given.
    ///
    /// - Parameter own: the uid of the model itself.
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    static func apply(
        _ input: Arguments, to model: inout MentalModel, own: String, _ table: ModelTable
    ) throws {
        try input.apply(name, to: &model.name)
        model.name = try line(model.name, field: "name")
        try input.apply(category, to: &model.category)
        input.apply(description, to: &model.description)
        model.description = KeptText.text(model.description)
        model.keywords = changed(
            model.keywords, input, whole: keywords, adding: addKeywords, removing: removeKeywords,
            Keywords.read)
        model.examples = changed(
            model.examples, input, whole: examples, adding: addExamples, removing: removeExamples
        ) { $0.flatMap { KeptText.lines($0) } }
        let wanted = try changed(
            model.related, input, whole: related, adding: addRelated, removing: removeRelated
        ) { ids in try ids.map { try table.model($0).uid } }
        guard !wanted.contains(own) || model.related.contains(own) else {
            throw AtriumError(
                .badData, "a model cannot be related to itself", remedy: "give others", field: "related")
        }
        model.related = wanted
    }

    /// A text in one line.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where nothing is left of it.
    static func line(_ text: String, field: String) throws -> String {
        guard let line = KeptText.line(text) else {
            throw AtriumError(
                .badData, "\(field) cannot be empty", remedy: "give a name", field: field)
        }
        return line
    }

    private static func changed<Value>(
        _ present: [String], _ input: Arguments, whole: Field<[Value]>, adding: Field<[Value]>,
        removing: Field<[Value]>, _ read: ([Value]) throws -> [String]
    ) rethrows -> [String] {
        var texts: [String]
        switch input.change(whole) {
        case .keep: texts = present
        case .clear: texts = []
        case .set(let given): texts = try read(given)
        }
        texts += try read(input[adding] ?? [])
        let removed = Set(try read(input[removing] ?? []).map { $0.lowercased() })
        return KeptText.distinct(texts).filter { !removed.contains($0.lowercased()) }
    }
}
