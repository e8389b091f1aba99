import AtriumSDK

/// The mental models that were applied to decisions.
///
/// Rows keep the names, which stand in files and stay as they were when they were sealed; links lead to the models that the
/// vault has under these names, while the module that keeps them is on.
struct DecisionModels {
    /// The collection of models.
    static let collection = CollectionID(module: "mental-models", name: "models")
    /// The kind of link from a decision to the models that were applied to it.
    static let kind = "applied"

    private let links: any LinkStore
    private let modules: any ModuleDirectory

    init(_ links: any LinkStore, _ modules: any ModuleDirectory) {
        self.links = links
        self.modules = modules
    }

    init(_ context: CommandContext) {
        self.init(context.links, context.modules)
    }

    /// Makes a decision's links those that its names say, as far as the vault has the models.
    func follow(_ names: [String], from decision: Int64) throws {
        try link(try names.compactMap(id(of:)), from: decision)
    }

    private func link(_ ids: [Int64], from decision: Int64) throws {
        try links.setTargets(
            ids, in: Self.collection, of: RecordReference(.decisions, decision), kind: Self.kind)
    }

    /// The one model that is called so, in any case of letters; nil where there is none, or more than one.
    private func id(of name: String) throws -> Int64? {
        // A number would be taken for an id.
        guard Int64(name) == nil else { return nil }
        do {
            let model = try modules.answer("show", of: Self.collection, ["record": .text(name)])
            return model?.objectValue?["id"]?.integerValue
        } catch let error as AtriumError where error.code == .notFound || error.code == .ambiguous {
            return nil
        }
    }

    /// Links decisions to those of their models that came after them.
    static let follower = LinkFollower(to: collection) { arrivals, context in
        let models = DecisionModels(context)
        var known: [String: Int64?] = [:]
        for (decision, names) in try DecisionTable(context).modelsNamed() {
            let linked = try context.links.targets(
                of: RecordReference(.decisions, decision), kind: kind)
            guard linked.count < names.count else { continue }
            let ids = try names.compactMap { name -> Int64? in
                if let id = known[name] { return id }
                let id = try models.id(of: name)
                known[name] = .some(id)
                return id
            }
            if ids.contains(where: arrivals.contains) { try models.link(ids, from: decision) }
        }
    }
}
