import AtriumSDK
import OPMLExchange
import OPMLFormat

/// What an outline says of a level.
struct LevelDraft: Sendable, Hashable {
    var text: LevelText
}

/// What an outline says of a category.
struct CategoryDraft: Sendable, Hashable {
    /// The level that it stands in, by its word or title; empty where the file does not say it.
    var level: String
    /// Whether its own attribute says the level, and not where it stands.
    var saysLevel = false
    var name: String
    var description: String?
}

/// What an outline says of a model.
struct ModelDraft: Sendable, Hashable, OutlineChild {
    var name: String
    /// The outline of its category; nil where it stands in none.
    var parent: OutlineParent?
    var description: String?
    var keywords: [String]
    var examples: [String]
    /// Names or uids of other models.
    var related: [String]
}

/// What an outline says of a failure mode.
struct FailureModeDraft: Sendable, Hashable, OutlineChild {
    /// The outline of its model; nil where it stands in none.
    var parent: OutlineParent?
    var name: String
    var severity: FailureMode.Severity
    var description: String?
}

/// A draft whose record stands in that of the outline above.
protocol OutlineChild {
    /// The outline above; nil where the file does not say it.
    var parent: OutlineParent? { get set }
}

/// The outline that another one stands in, as their file has it.
struct OutlineParent: Sendable, Hashable {
    /// Its identifier.
    var uid: String?
    /// The texts of those above it and its own, the outermost first.
    var path: [String]

    /// The parent of an outline; nil where that stands in the body.
    init?(of outline: OPMLOutline) {
        guard !outline.path.isEmpty else { return nil }
        uid = outline.parent?[OutlineAttribute.uid].flatMap(KeptText.line)
        path = outline.path
    }

    /// The parent of a key.
    init(key: String) {
        let parts = key.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        uid = parts[0].isEmpty ? nil : parts[0]
        path = Array(parts.dropFirst())
    }

    /// What it is known by in the file: its identifier, else the names up to it.
    var key: String {
        uid ?? ([""] + path).joined(separator: String(Self.separator))
    }

    /// The text of the outline itself; empty where only its identifier is known.
    var name: String { path.last ?? "" }
    /// The text of the outline above it.
    var above: String? { path.dropLast().last }

    /// XML has no such character.
    private static let separator: Character = "\u{1F}"
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
                .badData, "unknown level",
                remedy: Guidance("use one of: \(Level.allCases.map(\.rawValue).joined(separator: ", "))"),
                field: OutlineAttribute.level)
        }
        let text = LevelText(
            level: level, title: KeptText.line(outline.text) ?? level.title,
            description: description(outline))
        return MappedItem(draft: LevelDraft(text: text), uid: level.rawValue)
    }

    static func category(_ outline: OPMLOutline, line: Int) throws -> MappedItem<CategoryDraft> {
        let own = outline.attributes[OutlineAttribute.level]
        let level = own ?? outline.parent?[OutlineAttribute.level] ?? outline.path.last
        return MappedItem(
            draft: CategoryDraft(
                level: level ?? "", saysLevel: own != nil, name: try name(outline),
                description: description(outline)),
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
                    message: "a model cannot be related to itself; this relation was skipped"))
        }
        return MappedItem(
            draft: ModelDraft(
                name: name, parent: OutlineParent(of: outline), description: description(outline),
                keywords: Keywords.read([outline.attributes[OutlineAttribute.keywords] ?? ""]),
                examples: KeptText.lines(outline.attributes[OutlineAttribute.examples]), related: related),
            uid: uid(outline), issues: issues)
    }

    /// An outline of another program: a model of the category that the user chose.
    static func foreign(_ outline: OPMLOutline, line: Int) throws -> MappedItem<ModelDraft> {
        var mapped = try model(outline, line: line)
        mapped.draft.parent = nil
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
                    message: "the severity is not critical, high, medium or low; medium was used"))
        }
        return MappedItem(
            draft: FailureModeDraft(
                parent: OutlineParent(of: outline), name: try name(outline), severity: severity ?? .medium,
                description: description(outline)),
            uid: uid(outline), issues: issues)
    }

    /// - Throws: ``AtriumError`` with code `badData` where the outline has none.
    private static func name(_ outline: OPMLOutline) throws -> String {
        guard let name = KeptText.line(outline.text) else {
            throw AtriumError(.badData, "the outline has no name", remedy: "add the attribute text")
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
        outline.mark(as: OutlineType.level.rawValue)
        set(&outline, name: level.title)
        if Level(outline.attributes[OutlineAttribute.level] ?? "") != level.level {
            outline.attributes[OutlineAttribute.level] = level.level.rawValue
        }
        set(&outline, description: level.description)
    }

    static func patch(_ outline: inout OPMLOutline, to category: ModelCategory, uid: String) {
        outline.mark(as: OutlineType.category.rawValue, uid: uid)
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
        outline.mark(as: OutlineType.model.rawValue, uid: uid)
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
        outline.mark(as: OutlineType.failureMode.rawValue, uid: uid)
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
