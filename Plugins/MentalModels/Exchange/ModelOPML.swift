import AtriumSDK
import OPMLFormat

/// What an outline says of a level.
struct LevelDraft: Sendable, Hashable {
    var text: LevelText
}

/// What an outline says of a category.
struct CategoryDraft: Sendable, Hashable {
    /// The level that it stands in, by its word or title.
    var level: String
    var name: String
    var description: String?
}

/// What an outline says of a model.
struct ModelDraft: Sendable, Hashable {
    /// The category that it stands in, with that one's level; nil where it stands in none.
    struct Place: Sendable, Hashable {
        var level: String
        var category: String
    }

    var name: String
    var place: Place?
    /// The category that it stands in, where that is known by its id.
    var category: Int64?
    var description: String?
    var keywords: [String]
    var examples: [String]
    /// Names or uids of other models.
    var related: [String]
}

/// What an outline says of a failure mode.
struct FailureModeDraft: Sendable, Hashable {
    /// The name of the model that it stands in, with its category.
    var model: String
    var place: ModelDraft.Place?
    /// That model, where it is known by its id.
    var modelID: Int64?
    var name: String
    var severity: FailureMode.Severity
    var description: String?
}

/// The mapping between outlines and the tree of levels, categories, models and failure modes: pure, both ways.
///
/// An attribute that is missing says that there is nothing. Patching changes an attribute only where the outline does
/// not say what the record does, so that all else of another program's outline stays.
enum ModelOPML {
    // MARK: - In

    static func level(_ outline: OPMLOutline, line: Int) throws -> MappedItem<LevelDraft> {
        let word = outline.attributes[OutlineAttribute.level] ?? outline.text
        guard let level = Level(word) else {
            throw AtriumError(
                .badData, "there is no such level",
                remedy: Guidance("use one of: \(Level.allCases.map(\.rawValue).joined(separator: ", "))"),
                field: OutlineAttribute.level)
        }
        let text = LevelText(
            level: level, title: KeptText.line(outline.text) ?? level.title,
            description: description(outline))
        return MappedItem(draft: LevelDraft(text: text), uid: level.rawValue)
    }

    static func category(_ outline: OPMLOutline, line: Int) throws -> MappedItem<CategoryDraft> {
        let level = outline.attributes[OutlineAttribute.level] ?? outline.path.last
        return MappedItem(
            draft: CategoryDraft(
                level: level ?? "", name: try name(outline), description: description(outline)),
            uid: uid(outline))
    }

    static func model(_ outline: OPMLOutline, line: Int) throws -> MappedItem<ModelDraft> {
        let name = try name(outline)
        var issues: [ImportIssue] = []
        let given = KeptText.lines(outline.attributes[OutlineAttribute.related])
        let related = given.filter { $0.lowercased() != name.lowercased() && $0 != uid(outline) }
        if related.count < given.count {
            issues.append(
                ImportIssue(
                    line: line, property: OutlineAttribute.related, code: "related-to-itself",
                    message: "a model is not related to itself; that was left out"))
        }
        return MappedItem(
            draft: ModelDraft(
                name: name, place: place(outline.path), description: description(outline),
                keywords: Keywords.read([outline.attributes[OutlineAttribute.keywords] ?? ""]),
                examples: KeptText.lines(outline.attributes[OutlineAttribute.examples]), related: related),
            uid: uid(outline), issues: issues)
    }

    /// An outline of another program: a model of the category that the user chose.
    static func foreign(_ outline: OPMLOutline, line: Int) throws -> MappedItem<ModelDraft> {
        var mapped = try model(outline, line: line)
        mapped.draft.place = nil
        return mapped
    }

    static func failureMode(_ outline: OPMLOutline, line: Int) throws -> MappedItem<FailureModeDraft> {
        var issues: [ImportIssue] = []
        let word = outline.attributes[OutlineAttribute.severity] ?? ""
        let severity = FailureMode.Severity(rawValue: word.lowercased())
        if severity == nil, !word.isEmpty {
            issues.append(
                ImportIssue(
                    line: line, property: OutlineAttribute.severity, code: "bad-severity",
                    message: "a severity is critical, high, medium or low; medium was taken"))
        }
        guard let model = outline.path.last else {
            throw AtriumError(.badData, "the failure mode stands below no model")
        }
        return MappedItem(
            draft: FailureModeDraft(
                model: model, place: place(Array(outline.path.dropLast())), name: try name(outline),
                severity: severity ?? .medium, description: description(outline)),
            uid: uid(outline), issues: issues)
    }

    private static func place(_ path: [String]) -> ModelDraft.Place? {
        guard path.count >= 2 else { return nil }
        return ModelDraft.Place(level: path[path.count - 2], category: path[path.count - 1])
    }

    /// - Throws: ``AtriumError`` with code `badData` where the outline has none.
    private static func name(_ outline: OPMLOutline) throws -> String {
        guard let name = KeptText.line(outline.text) else {
            throw AtriumError(.badData, "the outline has no name", remedy: "give it an attribute text")
        }
        return name
    }

    private static func description(_ outline: OPMLOutline) -> String? {
        KeptText.text(outline.attributes[OutlineAttribute.description])
            ?? KeptText.text(outline.attributes[OutlineAttribute.note])
    }

    private static func uid(_ outline: OPMLOutline) -> String? {
        outline.attributes[OutlineAttribute.uid].flatMap(KeptText.line)
    }

    // MARK: - Out

    static func patch(_ outline: inout OPMLOutline, to level: LevelText) {
        mark(&outline, as: .level)
        set(&outline, name: level.title)
        if Level(outline.attributes[OutlineAttribute.level] ?? "") != level.level {
            outline.attributes[OutlineAttribute.level] = level.level.rawValue
        }
        set(&outline, description: level.description)
    }

    static func patch(_ outline: inout OPMLOutline, to category: ModelCategory, uid: String) {
        mark(&outline, as: .category, uid: uid)
        set(&outline, name: category.name)
        if let level = outline.attributes[OutlineAttribute.level], Level(level) != category.level {
            outline.attributes[OutlineAttribute.level] = category.level.rawValue
        }
        set(&outline, description: category.description)
    }

    /// - Parameters:
    ///   - names: the model's ``MentalModel/related`` as names.
    ///   - isSame: whether texts of an outline name the same models.
    static func patch(
        _ outline: inout OPMLOutline, to model: MentalModel, uid: String, related names: [String],
        isSame: ([String]) throws -> Bool
    ) rethrows {
        let was = try? Self.model(outline, line: 0).draft
        mark(&outline, as: .model, uid: uid)
        set(&outline, name: model.name)
        set(&outline, description: model.description)
        if was?.keywords ?? [] != model.keywords {
            set(&outline, OutlineAttribute.keywords, Keywords.text(model.keywords))
        }
        if was?.examples ?? [] != model.examples {
            set(&outline, OutlineAttribute.examples, model.examples.joined(separator: "\n"))
        }
        if try !isSame(was?.related ?? []) {
            set(&outline, OutlineAttribute.related, names.joined(separator: "\n"))
        }
    }

    static func patch(_ outline: inout OPMLOutline, to mode: FailureMode, uid: String) {
        mark(&outline, as: .failureMode, uid: uid)
        set(&outline, name: mode.name)
        // What is none of them was taken for medium.
        let severity = outline.attributes[OutlineAttribute.severity].map {
            FailureMode.Severity(rawValue: $0.lowercased()) ?? .medium
        }
        if severity != mode.severity {
            outline.attributes[OutlineAttribute.severity] = mode.severity.rawValue
        }
        set(&outline, description: mode.description)
    }

    /// Says what the outline is; what another program has called it stays beside that.
    static func mark(_ outline: inout OPMLOutline, as type: OutlineType, uid: String? = nil) {
        if let other = outline.attributes["type"], other.lowercased() != type.rawValue {
            outline.attributes[OutlineAttribute.sourceType] = other
        }
        if outline.type != type.rawValue { outline.attributes["type"] = type.rawValue }
        if let uid, Self.uid(outline) != uid { outline.attributes[OutlineAttribute.uid] = uid }
    }

    private static func set(_ outline: inout OPMLOutline, name: String) {
        if KeptText.line(outline.text) != name { outline.attributes["text"] = name }
    }

    private static func set(_ outline: inout OPMLOutline, description: String?) {
        guard Self.description(outline) != description else { return }
        // Where another program keeps it; only one of the two then says something.
        let isNote =
            outline.attributes[OutlineAttribute.description] == nil
            && outline.attributes[OutlineAttribute.note] != nil
        set(&outline, isNote ? OutlineAttribute.note : OutlineAttribute.description, description ?? "")
        if description == nil { set(&outline, OutlineAttribute.note, "") }
    }

    private static func set(_ outline: inout OPMLOutline, _ name: String, _ value: String) {
        outline.attributes[name] = value.isEmpty ? nil : value
    }
}
