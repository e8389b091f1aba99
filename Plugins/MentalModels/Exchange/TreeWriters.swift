import AtriumSDK
import GRDB

/// Puts levels of one file into the table.
final class LevelWriter: RecordWriter {
    private let table: CategoryTable
    private let now: String

    init(_ context: ImportContext) {
        table = CategoryTable(db: context.db)
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? {
        try Level(rawValue: uid).flatMap { try table.id(of: $0) }
    }

    func insert(_ draft: LevelDraft, uid: String, part: String) throws -> Int64 {
        // The level is its identifier: a second outline of it in one file says the same again.
        if let known = try table.id(of: draft.text.level) {
            try table.update(known, to: draft.text, now: now)
            return known
        }
        return try table.insert(draft.text, now: now)
    }

    func update(_ record: Int64, to draft: LevelDraft) throws {
        try table.update(record, to: draft.text, now: now)
    }

    func matches(_ record: Int64, _ draft: LevelDraft) throws -> Bool {
        try table.level(record) == draft.text
    }
}

/// Puts categories of one file into the table.
final class CategoryWriter: PlacingWriter {
    private let table: CategoryTable
    private let now: String

    init(_ context: ImportContext) {
        table = CategoryTable(db: context.db)
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? { try table.id(uid: uid) }

    func insert(_ draft: CategoryDraft, uid: String, part: String) throws -> Int64 {
        try table.insert(category(draft), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: CategoryDraft) throws {
        try table.update(record, to: applied(draft, to: table.category(record).category), now: now)
    }

    func place(of draft: CategoryDraft) -> String? {
        draft.saysLevel || draft.level.isEmpty ? nil : draft.level
    }

    func placed(_ draft: CategoryDraft, at place: String?) -> CategoryDraft {
        var draft = draft
        if !draft.saysLevel { draft.level = place ?? "" }
        return draft
    }

    func matches(_ record: Int64, _ draft: CategoryDraft) throws -> Bool {
        let stored = try table.category(record).category
        return try applied(draft, to: stored) == stored
    }

    func isPlaced(_ record: Int64, as draft: CategoryDraft) throws -> Bool {
        let stored = try table.category(record).category
        return try applied(draft, to: stored).level == stored.level
    }

    /// What stands in no level that is known says nothing of it.
    private func applied(_ draft: CategoryDraft, to old: ModelCategory) throws -> ModelCategory {
        try ModelCategory(
            level: table.level(named: draft.level) ?? old.level, name: draft.name,
            description: draft.description)
    }

    func possibleDuplicates(of record: Int64, _ draft: CategoryDraft) throws -> [Int64] {
        try table.ids(named: draft.name, in: table.level(named: draft.level)).filter { $0 != record }
    }

    private func category(_ draft: CategoryDraft) throws -> ModelCategory {
        guard let level = try table.level(named: draft.level) else {
            throw AtriumError(.badData, "the category has no known level")
        }
        return ModelCategory(level: level, name: draft.name, description: draft.description)
    }
}

extension PlacingWriter where Draft: OutlineChild {
    func place(of draft: Draft) -> String? { draft.parent?.key }

    func placed(_ draft: Draft, at place: String?) -> Draft {
        var draft = draft
        draft.parent = place.map(OutlineParent.init)
        return draft
    }
}

/// Puts models of one file into the table.
final class ModelWriter: PlacingWriter {
    private let table: ModelTable
    private let places: Places
    private let now: String
    /// Models that name others which may stand further down in the file; some may have been taken back since.
    private var unresolved: Set<Int64> = []

    init(_ context: ImportContext) throws {
        table = ModelTable(db: context.db)
        places = try Places(context)
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? { try table.id(uid: uid) }

    func insert(_ draft: ModelDraft, uid: String, part: String) throws -> Int64 {
        let model = try self.model(draft, category: places.category(of: draft), own: uid)
        let id = try table.insert(model, uid: uid, now: now)
        if !model.related.isEmpty { unresolved.insert(id) }
        return id
    }

    func update(_ record: Int64, to draft: ModelDraft) throws {
        let old = try table.model(record)
        let category =
            try places.isIn(old.model.category, draft)
            ? old.model.category : places.category(of: draft)
        try table.update(old, to: model(draft, category: category, own: old.uid), now: now)
        if !draft.related.isEmpty { unresolved.insert(record) }
    }

    func isPlaced(_ record: Int64, as draft: ModelDraft) throws -> Bool {
        try places.isIn(table.model(record).model.category, draft)
    }

    func matches(_ record: Int64, _ draft: ModelDraft) throws -> Bool {
        let stored = try table.model(record)
        return try places.isIn(stored.model.category, draft)
            && model(draft, category: stored.model.category, own: stored.uid) == stored.model
    }

    func possibleDuplicates(of record: Int64, _ draft: ModelDraft) throws -> [Int64] {
        try Int64.fetchAll(
            table.db.cachedStatement(
                sql: "SELECT id FROM mental_models_model WHERE lower(name) = lower(?) AND id <> ? LIMIT 5"),
            arguments: [draft.name, record])
    }

    /// Names become uids, so that another name of a model changes nothing.
    func finish() throws {
        for id in unresolved.sorted() {
            guard let old = try table.find(id) else { continue }
            var model = old.model
            model.related = try table.resolved(model.related).filter { $0 != old.uid }
            try table.update(old, to: model, now: now)
        }
    }

    private func model(_ draft: ModelDraft, category: Int64, own: String) throws -> MentalModel {
        MentalModel(
            name: draft.name, category: category, description: draft.description, keywords: draft.keywords,
            examples: draft.examples, related: try table.resolved(draft.related).filter { $0 != own })
    }
}

/// Finds the categories that outlines stand in.
private final class Places {
    private let table: CategoryTable
    /// The category that the user chose.
    private let chosen: Int64?

    /// - Throws: ``AtriumError`` with code `notFound` or `ambiguous` where the user chose none that there is.
    init(_ context: ImportContext) throws {
        let table = CategoryTable(db: context.db)
        self.table = table
        chosen = try context.options.arguments[ImportedCategory.field].map {
            try ImportedCategory.id(of: $0, table)
        }
    }

    /// Whether a category is one that a draft may mean; any is where the draft means none that there is.
    func isIn(_ category: Int64, _ draft: ModelDraft) throws -> Bool {
        let meant = try categories(of: draft)
        return meant.isEmpty || meant.contains(category)
    }

    /// The category of a new model.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is none.
    func category(of draft: ModelDraft) throws -> Int64 {
        // The newest: that which the same file has just brought.
        if let meant = try categories(of: draft).first { return meant }
        if let chosen { return chosen }
        throw AtriumError(
            .badData, "the model has no known category",
            remedy: "choose one with \(field: ImportedCategory.field.declaration.name)")
    }

    private func categories(of draft: ModelDraft) throws -> [Int64] {
        guard let parent = draft.parent else { return [] }
        if let uid = parent.uid, let id = try table.id(uid: uid) { return [id] }
        guard let level = parent.above else { return [] }
        return try table.ids(named: parent.name, in: table.level(named: level))
    }
}

/// The option of an import that says where the outlines of other programs go.
enum ImportedCategory {
    static let field = Field<String>.text(
        "category",
        help: "Import outlines of other programs as mental models of this category: an id, a uid or a name.")

    /// The category that a text names.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` or `ambiguous`.
    static func id(of text: String, _ table: CategoryTable) throws -> Int64 {
        if let id = Int64(text), (try? table.category(id)) != nil { return id }
        if let id = try table.id(uid: text) { return id }
        let named = try table.ids(named: KeptText.line(text) ?? "", in: nil)
        guard let id = named.last else {
            throw AtriumError(
                .notFound, "there is no category “\(text)”",
                remedy: "add it with \(command: "mental-models categories add")", field: "category")
        }
        guard named.count == 1 else {
            throw AtriumError(
                .ambiguous, "\(named.count) categories have the name “\(text)”",
                remedy: "give an id; \(command: "mental-models categories list") lists them",
                field: "category")
        }
        return id
    }
}

/// Puts failure modes of one file into the table.
final class FailureModeWriter: PlacingWriter {
    private let table: FailureModeTable
    private let categories: CategoryTable
    private let now: String

    init(_ context: ImportContext) {
        table = FailureModeTable(db: context.db)
        categories = CategoryTable(db: context.db)
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? { try table.id(uid: uid) }

    func insert(_ draft: FailureModeDraft, uid: String, part: String) throws -> Int64 {
        if draft.parent == nil { throw AtriumError(.badData, "the failure mode is not below a model") }
        guard let model = try models(of: draft).first else {
            throw AtriumError(.badData, "the failure mode is below an unknown model")
        }
        return try table.insert(mode(draft, model), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: FailureModeDraft) throws {
        let stored = try table.failureMode(record).mode
        let meant = try models(of: draft)
        let model = meant.contains(stored.model) ? stored.model : meant.first ?? stored.model
        try table.update(record, to: mode(draft, model), now: now)
    }

    func isPlaced(_ record: Int64, as draft: FailureModeDraft) throws -> Bool {
        let meant = try models(of: draft)
        return try meant.isEmpty || meant.contains(table.failureMode(record).mode.model)
    }

    func matches(_ record: Int64, _ draft: FailureModeDraft) throws -> Bool {
        let stored = try table.failureMode(record).mode
        let meant = try models(of: draft)
        return (meant.isEmpty || meant.contains(stored.model)) && mode(draft, stored.model) == stored
    }

    private func mode(_ draft: FailureModeDraft, _ model: Int64) -> FailureMode {
        FailureMode(
            model: model, name: draft.name, severity: draft.severity, description: draft.description)
    }

    /// The models that a draft may mean, the newest first; in its category where that has some of the name.
    private func models(of draft: FailureModeDraft) throws -> [Int64] {
        guard let parent = draft.parent else { return [] }
        if let uid = parent.uid, let id = try ModelTable(db: table.db).id(uid: uid) { return [id] }
        let named = try Row.fetchAll(
            table.db.cachedStatement(
                sql: """
                    SELECT id, category_id FROM mental_models_model WHERE lower(name) = lower(?) ORDER BY id DESC
                    """), arguments: [KeptText.line(parent.name)])
        let all = named.map { $0[0] as Int64 }
        let path = parent.path.dropLast()
        guard all.count > 1, path.count >= 2, let category = path.last, let level = path.dropLast().last
        else { return all }
        let near = Set(try categories.ids(named: category, in: categories.level(named: level)))
        let inPlace = named.filter { near.contains($0[1]) }.map { $0[0] as Int64 }
        return inPlace.isEmpty ? all : inPlace
    }
}

/// Puts observations of one file into the tables.
final class ObservationWriter: RecordWriter {
    private let table: ObservationTable
    private let now: String

    init(_ context: ImportContext) {
        table = ObservationTable(db: context.db)
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? { try table.id(uid: uid) }

    func insert(_ draft: ObservationDraft, uid: String, part: String) throws -> Int64 {
        let analysis = try draft.analysis ?? analysis(of: draft.text)
        return try table.insert(
            Observation(
                text: draft.text, capturedAt: draft.capturedAt ?? now, analyzedAt: analysis.at,
                findings: analysis.findings), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: ObservationDraft) throws {
        let old = try table.observation(record).observation
        try table.update(record, to: applied(draft, to: old), now: now)
    }

    func matches(_ record: Int64, _ draft: ObservationDraft) throws -> Bool {
        let stored = try table.observation(record).observation
        return try applied(draft, to: stored) == stored
    }

    private func applied(_ draft: ObservationDraft, to old: Observation) throws -> Observation {
        let isSame = draft.text == old.text
        let kept = ObservationDraft.Analysis(at: old.analyzedAt, findings: old.findings)
        let analysis = try draft.analysis ?? (isSame ? kept : analysis(of: draft.text))
        return Observation(
            text: draft.text, capturedAt: draft.capturedAt ?? old.capturedAt, analyzedAt: analysis.at,
            findings: analysis.findings)
    }

    private func analysis(of text: String) throws -> ObservationDraft.Analysis {
        .init(at: now, findings: try table.findings(in: text))
    }
}
