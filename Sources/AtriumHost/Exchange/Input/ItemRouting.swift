import AtriumSDK

/// Who takes the items of a container, as far as the vault is not needed to say so.
///
/// Most kinds have one claimant. Of a kind that several share, an item is left open where the vault may know better: then
/// ``ItemChoice`` decides, on the thread that writes.
///
/// Classes, it and its claims: each item is handed on with what it has of them.
final class ItemRouting: Sendable {
    /// One importer of one module.
    final class Claim: Sendable {
        let module: String
        /// The importer's place in its module.
        let number: Int
        let importer: Importer

        init(module: String, number: Int, importer: Importer) {
            (self.module, self.number, self.importer) = (module, number, importer)
        }
    }

    /// Who are asked about a container.
    struct Modules: Sendable {
        /// Those that may take items.
        let asked: [Module]
        /// Those that are on; more than are asked if the user names one.
        let enabled: [Module]
        let installed: [Module]
        /// The module that takes what nothing else decides, by the name of the shared kind, where the user has set one.
        let preferred: [String: String]
        /// Whether the user names the one that is asked.
        let isNamed: Bool
        /// The module whose records the file holds, of the folder of a whole vault.
        var ofFile: String?
        /// The modules of the marks that leave an item its kind.
        let owners: [ItemMark: String]

        init(
            asked: [Module], enabled: [Module], installed: [Module], preferred: [String: String] = [:],
            isNamed: Bool = false
        ) {
            self.asked = asked
            self.enabled = enabled
            self.installed = installed
            self.preferred = preferred
            self.isNamed = isNamed
            owners = installed.reduce(into: [:]) { owners, module in
                for mark in module.itemMarks where mark.isOfSharedKind { owners[mark] = module.id }
            }
        }
    }

    /// The way that an item goes.
    enum Way {
        /// To an importer.
        case to(Claim)
        /// To one of these, or to nobody: the vault decides.
        case open([Claim])
        /// To nobody; the installed module that would take it.
        case nowhere(String?)
    }

    /// The claimants of each kind of item: one, unless several share the kind.
    let claims: [ItemKind: [Claim]]
    /// Of shared kinds, the claimants that are on and are not asked, since the user names another module.
    let rivals: [ItemKind: [Claim]]
    /// What was recognised, such as `google-contacts`; nil where nobody takes anything.
    let profile: String?
    /// Columns that become no field of their own.
    let unmappedColumns: [String]
    /// The modules that are off and would take the kinds of items, without a mark, that nobody takes.
    private let untaken: [ItemKind: String]
    private let modules: Modules

    /// Asks the importers of modules whose a container’s items are; each is asked once, however many items come.
    ///
    /// - Throws: ``AtriumError``: `badData` if several modules want the same items and do not share them, `usage` if the user
    ///   maps a column that the file does not have.
    init(of container: Container, _ modules: Modules, options: ImportOptions) throws {
        try Self.checkColumns(of: container, options)
        let best = Self.claims(on: container, of: modules.asked, options)
        if let tie = best.first(where: { kind, best in
            best.claims.count > 1 && !best.claims.allSatisfy { $0.shares(kind) }
        }) {
            throw AtriumError(
                .badData,
                "several modules can import this file: \(tie.value.claims.map(\.module).joined(separator: ", "))",
                remedy: "choose one with \(field: "module")")
        }
        let claims = best.mapValues(\.claims)
        self.claims = claims
        let recognition = best.min { $0.key.rawValue < $1.key.rawValue }?.value.recognition
        profile = recognition?.profile
        unmappedColumns = recognition?.unmappedColumns ?? []
        untaken = Self.takers(in: container, of: modules, options: options) { kind in
            !(claims[kind] ?? []).contains { $0.takesUnmarked(kind) }
        }
        let asked = Set(modules.asked.map(\.id))
        let others = modules.enabled.filter { !asked.contains($0.id) }
        let isShared = claims.contains { kind, claims in claims.contains { $0.shares(kind) } }
        rivals =
            isShared && !others.isEmpty
            ? Self.claims(on: container, of: others, options).mapValues(\.claims)
                .filter { kind, claims in claims.allSatisfy { $0.shares(kind) } } : [:]
        self.modules = modules
    }

    // MARK: - The way of an item

    /// The way of an item as far as it is certain without the vault.
    func way(of kind: ItemKind, _ mark: ItemMark?) -> Way {
        guard let claims = claims[kind], let first = claims.first else {
            return .nowhere(owner(of: mark) ?? untaken[kind])
        }
        guard first.shares(kind) else { return .to(first) }
        if let module = moduleOfFile {
            return claims.first { $0.module == module }.map(Way.to) ?? .nowhere(module)
        }
        if modules.isNamed { return rivals[kind] == nil ? .to(first) : .open(claims) }
        // What is another's, or is taken only if it is known, may be here already.
        let owner = owner(of: mark)
        let isPlain = owner.map { $0 == first.module } ?? first.importer.claim.takesUnmarked
        return claims.count == 1 && isPlain ? .to(first) : .open(claims)
    }

    /// Who takes an item that the vault does not know.
    struct Usual {
        /// The importer; nil: nobody.
        var claim: Claim?
        /// If nobody takes it: the installed module that would.
        var module: String?
        /// Whether nothing but the setting says so.
        var isBySetting = false
    }

    /// Who takes an item that the vault does not know: the one that the user names, the one of its mark, the only one that
    /// takes items without a mark, or the one that is set.
    func usual(of kind: ItemKind, _ mark: ItemMark?) -> Usual {
        let claims = claims[kind] ?? []
        if let module = moduleOfFile {
            return Usual(claim: claims.first { $0.module == module }, module: module)
        }
        if modules.isNamed, let first = claims.first { return Usual(claim: first) }
        if let owner = owner(of: mark) {
            return Usual(claim: claims.first { $0.module == owner }, module: owner)
        }
        let open = claims.filter { $0.takesUnmarked(kind) }
        return Usual(claim: preferred(among: open), module: untaken[kind], isBySetting: open.count > 1)
    }

    /// The installed module whose records the file holds: an export knows whose it wrote.
    private var moduleOfFile: String? {
        modules.ofFile.flatMap { id in modules.installed.contains { $0.id == id } ? id : nil }
    }

    /// Of several claimants of a shared kind the one that takes what nothing else decides; nil if there is none.
    func preferred(among claims: [Claim]) -> Claim? {
        let name = claims.first?.importer.claim.sharedKind.flatMap { modules.preferred[$0.name] }
        return claims.first { $0.module == name } ?? claims.first(where: \.importer.claim.isDefault)
            ?? claims.first
    }

    /// The module whose mark leaves an item its kind; nil if the item has no such mark.
    func owner(of mark: ItemMark?) -> String? { mark.flatMap { modules.owners[$0] } }

    /// The installed module that would take a kind of item, were it enabled.
    func moduleThatWouldTake(_ kind: ItemKind) -> String? { untaken[kind] }

    // MARK: - Asking

    /// The importers that are surest of each kind of item.
    private static func claims(
        on container: Container, of modules: [Module], _ options: ImportOptions
    ) -> [ItemKind: (recognition: Importer.Recognition, claims: [Claim])] {
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
        return best
    }

    /// The module that takes each of the kinds that are asked about: of those that share one, the one that is set or, if none
    /// is, the default; of others the first.
    private static func takers(
        in container: Container, of modules: Modules, options: ImportOptions,
        where isAsked: (ItemKind) -> Bool
    ) -> [ItemKind: String] {
        var takers: [ItemKind: (module: String, rank: Int)] = [:]
        for module in modules.installed {
            for importer in module.importers where importer.format == container.format {
                let kinds = importer.kinds.filter(isAsked)
                guard !kinds.isEmpty, importer.claim == .alone || importer.claim.takesUnmarked,
                    kinds.contains(where: { takers[$0] == nil || importer.claim != .alone }),
                    importer.recognise(container, options) != nil
                else { continue }
                let isSet = importer.claim.sharedKind.map { modules.preferred[$0.name] == module.id } ?? false
                let rank = isSet ? 2 : importer.claim.isDefault ? 1 : 0
                for kind in kinds where takers[kind].map({ $0.rank < rank }) ?? true {
                    takers[kind] = (module.id, rank)
                }
            }
        }
        return takers.mapValues(\.module)
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

extension ItemRouting.Claim {
    /// Whether other modules may take items of a kind too.
    func shares(_ kind: ItemKind) -> Bool { importer.claim.sharedKind?.kind == kind }

    /// Whether it takes items of a kind that have no mark.
    func takesUnmarked(_ kind: ItemKind) -> Bool { !shares(kind) || importer.claim.takesUnmarked }
}
