import AtriumSDK
import GRDB
import OPMLExchange
import OPMLFormat

/// Writes the tree: levels, their categories, their models, their failure modes.
struct ModelTreeExport {
    private let context: ExportContext
    private let categories: CategoryTable
    private let models: ModelTable
    private let modes: FailureModeTable
    private var export: OutlineExport

    init(_ context: ExportContext) {
        self.context = context
        categories = CategoryTable(db: context.db)
        models = ModelTable(db: context.db)
        modes = FailureModeTable(db: context.db)
        export = OutlineExport(context)
    }

    func run() throws {
        var copy = self
        try copy.write()
    }

    private mutating func write() throws {
        try export.begin(title: "Mental models", of: .models)
        for level in Level.allCases {
            let inLevel = try Int64.fetchAll(
                context.db,
                sql: """
                    SELECT c.id FROM mental_models_category c WHERE c.level = ? AND (NOT ? OR EXISTS
                        (SELECT 1 FROM mental_models_model r WHERE r.category_id = c.id AND \(context.condition)))
                    ORDER BY c.id
                    """, arguments: [level.rawValue, context.isSelection])
            let row = try categories.id(of: level)
            if inLevel.isEmpty, context.isSelection || row == nil { continue }
            try write(level, row)
            for category in inLevel { try write(category: category) }
        }
        try export.finish()
    }

    private mutating func write(_ level: Level, _ row: Int64?) throws {
        var source = try row.flatMap { try self.source(of: $0, in: .levels) } ?? OutlineSource(.level)
        let text = try row.map { try categories.level($0) } ?? LevelText(level: level, title: level.title)
        ModelOPML.patch(&source.outline, to: text)
        try export.write(source, depth: 1)
    }

    private mutating func write(category id: Int64) throws {
        var source = try self.source(of: id, in: .categories) ?? OutlineSource(.category)
        let (uid, category) = try categories.category(id)
        ModelOPML.patch(&source.outline, to: category, uid: uid)
        try export.write(source, depth: 2)
        // Gathered first: an exporter's sources are walked once at a time.
        var found: [(id: Int64, text: [UInt8]?)] = []
        try context.sources.forEachRecord(
            in: .models, format: .opml, where: "\(context.condition) AND r.category_id = \(id)"
        ) { found.append(($0, $1?.text)) }
        for (id, text) in found { try write(model: id, text) }
    }

    private mutating func write(model id: Int64, _ text: [UInt8]?) throws {
        let stored = try models.model(id)
        var source = try text.map { try OutlineSource($0) } ?? OutlineSource(.model)
        let related = stored.model.related
        try ModelOPML.patch(
            &source.outline, to: stored.model, uid: stored.uid, related: names(of: related),
            isSame: { try models.resolved($0).filter { $0 != stored.uid } == related })
        try export.write(source, depth: 3)
        var found: [(id: Int64, text: [UInt8]?)] = []
        try context.sources.forEachRecord(
            in: .failureModes, format: .opml, where: "r.model_id = \(id)"
        ) { found.append(($0, $1?.text)) }
        for (id, text) in found {
            var source = try text.map { try OutlineSource($0) } ?? OutlineSource(.failureMode)
            let (uid, mode) = try modes.failureMode(id)
            ModelOPML.patch(&source.outline, to: mode, uid: uid)
            try export.write(source, depth: 4)
        }
    }

    /// The names by which a reader finds the related models: uids where a name finds another one.
    private func names(of related: [String]) throws -> [String] {
        try related.map { text in
            let name = try models.name(ofRelated: text)
            return try models.uid(of: name) == text ? name : text
        }
    }

    private func source(of id: Int64, in collection: CollectionID) throws -> OutlineSource? {
        var text: [UInt8]?
        try context.sources.forEachRecord(in: collection, format: .opml, where: "r.id = \(id)") {
            text = $1?.text
        }
        return try text.map { try OutlineSource($0) }
    }
}

/// Writes observations, an outline each.
struct ObservationExport {
    private let context: ExportContext
    private let table: ObservationTable

    init(_ context: ExportContext) {
        self.context = context
        table = ObservationTable(db: context.db)
    }

    func run() throws {
        var export = OutlineExport(context)
        try export.begin(title: "Observations", of: .observations)
        try context.sources.forEachRecord(in: .observations, format: .opml, where: context.condition) {
            id, kept in
            var source = try kept.map { try OutlineSource($0.text) } ?? OutlineSource(.observation)
            let (uid, observation) = try table.observation(id)
            ObservationOPML.patch(&source.outline, to: observation, uid: uid)
            try export.write(source, depth: 1)
        }
        try export.finish()
    }
}
