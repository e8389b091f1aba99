import AtriumSDK

/// Who takes the items of a container.
struct ItemRouting: Sendable {
    /// One importer of one module.
    struct Claim: Sendable {
        let module: String
        /// The importer's place in its module.
        let number: Int
        let importer: Importer
    }

    /// The taker of each kind of item.
    let claims: [ItemKind: Claim]
    /// What was recognised, such as `google-contacts`; nil where nobody takes anything.
    let profile: String?
    /// Columns that become no field of their own.
    let unmappedColumns: [String]
    /// The modules that are off and would take the kinds of items that nobody takes.
    private let untaken: [ItemKind: String]

    /// Asks the importers of modules whose a container’s items are; each is asked once, however many items come.
    ///
    /// - Parameters:
    ///   - modules: those that are on, and may take items.
    ///   - installed: all modules.
    /// - Throws: ``AtriumError``: `badData` if several modules want the same items, `usage` if the user maps a column that the
    ///   file does not have.
    init(of container: Container, modules: [Module], installed: [Module], options: ImportOptions) throws {
        try Self.checkColumns(of: container, options)
        var best: [ItemKind: (recognition: Importer.Recognition, claims: [Claim])] = [:]
        for module in modules {
            for (number, importer) in module.importers.enumerated() where importer.format == container.format
            {
                guard let recognition = importer.recognise(container, options), recognition.confidence > .none
                else { continue }
                let claim = Claim(module: module.id, number: number, importer: importer)
                for kind in importer.kinds {
                    if let other = best[kind]?.recognition.confidence, other > recognition.confidence {
                        continue
                    }
                    let isTie = best[kind]?.recognition.confidence == recognition.confidence
                    best[kind] = (recognition, (isTie ? best[kind]?.claims ?? [] : []) + [claim])
                }
            }
        }
        if let tie = best.values.first(where: { $0.claims.count > 1 }) {
            throw AtriumError(
                .badData,
                "more than one module takes this file: \(tie.claims.map(\.module).joined(separator: ", "))",
                remedy: "choose one with \(field: "module")")
        }
        let claims = best.compactMapValues(\.claims.first)
        self.claims = claims
        let recognition = best.min { $0.key.rawValue < $1.key.rawValue }?.value.recognition
        profile = recognition?.profile
        unmappedColumns = recognition?.unmappedColumns ?? []
        untaken = Self.takers(in: container, of: installed, options: options) { claims[$0] == nil }
    }

    /// The installed module that would take a kind of item, were it enabled.
    func moduleThatWouldTake(_ kind: ItemKind) -> String? { untaken[kind] }

    /// The first module that takes each of the kinds that are asked about.
    private static func takers(
        in container: Container, of modules: [Module], options: ImportOptions,
        where isAsked: (ItemKind) -> Bool
    ) -> [ItemKind: String] {
        var takers: [ItemKind: String] = [:]
        for module in modules {
            for importer in module.importers where importer.format == container.format {
                let kinds = importer.kinds.filter { isAsked($0) && takers[$0] == nil }
                guard !kinds.isEmpty, importer.recognise(container, options) != nil else { continue }
                for kind in kinds { takers[kind] = module.id }
            }
        }
        return takers
    }

    /// Refuses `--map` of a column that the file has not.
    private static func checkColumns(of container: Container, _ options: ImportOptions) throws {
        guard !container.columns.isEmpty else { return }
        let names = Set(container.columns.map(folded))
        guard let missing = options.columns.map(\.column).first(where: { !names.contains(folded($0)) }) else {
            return
        }
        let near = NearNames.near(missing, in: container.columns).map { "“\($0)”" }
        throw AtriumError(
            .usage, "there is no column “\(missing)”",
            remedy: near.isEmpty
                ? "the columns are: \(container.columns.prefix(40).joined(separator: ", "))"
                : "did you mean \(near.joined(separator: " or "))?", field: "columns")
    }

    /// A column's name as it is compared.
    static func folded(_ column: String) -> String {
        column.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
