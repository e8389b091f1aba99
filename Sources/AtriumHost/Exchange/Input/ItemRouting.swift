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

    /// Asks the importers of modules whose a container's items are.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where several modules want the same items, `usage` where the user
    ///   maps a column that there is not.
    init(of container: Container, modules: [Module], options: ImportOptions) throws {
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
        claims = best.compactMapValues(\.claims.first)
        let recognition = best.min { $0.key.rawValue < $1.key.rawValue }?.value.recognition
        profile = recognition?.profile
        unmappedColumns = recognition?.unmappedColumns ?? []
    }

    /// The installed module that would take a kind of item, were it enabled.
    static func moduleThatWouldTake(
        _ kind: ItemKind, in container: Container, of modules: [Module], options: ImportOptions
    ) -> String? {
        modules.first { module in
            module.importers.contains { importer in
                importer.format == container.format && importer.kinds.contains(kind)
                    && importer.recognise(container, options) != nil
            }
        }?.id
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
