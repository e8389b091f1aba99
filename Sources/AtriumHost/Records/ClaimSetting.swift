import AtriumSDK

/// Which module takes the items of a kind that several share, where nothing else decides: there is such a setting for each
/// kind that two installed modules or more may take without a mark, under the kind's name.
struct ClaimSetting: Sendable {
    /// The kind.
    let kind: SharedKind
    /// The modules that may take its items, in their order.
    let modules: [Module]
    /// The module that takes them until the user sets another.
    let initial: String

    /// The setting's name: `to-dos`.
    var name: String { kind.name }

    /// What the setting means, for help.
    var help: String {
        "The module that imports \(kind.name), unless another module already has them or has marked them as its own: "
            + modules.map(\.id).joined(separator: " or ") + "."
    }

    /// The setting as a form shows it.
    var field: FieldDeclaration {
        FieldDeclaration(
            name, .choice(modules.map(\.id)), help: help, isRequired: true,
            choiceTitles: Dictionary(uniqueKeysWithValues: modules.map { ($0.id, $0.manifest.title) }))
    }

    /// The form in which a value is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that says which values are possible.
    func checked(_ value: String) throws -> String {
        guard let module = modules.first(where: { $0.id == value.lowercased() }) else {
            throw AtriumError(
                .badData, "“\(value)” is not a valid value for \(name)",
                remedy: "use one of: \(modules.map(\.id).joined(separator: ", "))", field: "value")
        }
        return module.id
    }

    /// The module that is set; the initial one if none is, or one that is not installed.
    func current(_ kept: KeptSettings) -> String {
        kept.ofKinds[name].flatMap { value in modules.first { $0.id == value }?.id } ?? initial
    }
}

extension ModuleRegistry {
    /// The settings of kinds of items that two installed modules or more may take.
    var claimSettings: [ClaimSetting] {
        var kinds: [SharedKind] = []
        for kind in modules.flatMap(\.importers).compactMap(\.claim.sharedKind) where !kinds.contains(kind) {
            kinds.append(kind)
        }
        return kinds.compactMap { kind in
            func claims(_ module: Module, _ condition: (Importer.Claim) -> Bool) -> Bool {
                module.importers.contains { $0.claim.sharedKind == kind && condition($0.claim) }
            }
            let claimants = modules.filter { claims($0, \.takesUnmarked) }
            guard claimants.count > 1, let first = claimants.first else { return nil }
            let initial = claimants.first { claims($0, \.isDefault) } ?? first
            return ClaimSetting(kind: kind, modules: claimants, initial: initial.id)
        }
    }

    /// Checks what two importers say of one kind.
    ///
    /// - Throws: ``AtriumError`` with code `internal`: two modules are the default, one name means two kinds, or that of a
    ///   setting of the host.
    static func checkClaims(of modules: [Module]) throws {
        var kinds: Set<SharedKind> = []
        var defaults: [SharedKind: String] = [:]
        for module in modules {
            for importer in module.importers {
                guard let kind = importer.claim.sharedKind else { continue }
                let isOther = kinds.contains {
                    $0 != kind && ($0.name == kind.name || $0.kind == kind.kind)
                }
                guard HostNames.isName(kind.name), Setting(rawValue: kind.name) == nil, !isOther,
                    importer.kinds.contains(kind.kind)
                else {
                    throw AtriumError(
                        .internal,
                        "module “\(module.id)” shares “\(kind.name)”, which is malformed or has another meaning in another module",
                        remedy: "share a kind that the importer accepts, always under the same name")
                }
                kinds.insert(kind)
                guard importer.claim.isDefault else { continue }
                if let other = defaults.updateValue(module.id, forKey: kind), other != module.id {
                    throw AtriumError(
                        .internal,
                        "the modules “\(other)” and “\(module.id)” are both the default for \(kind.name)",
                        remedy: "make only one of them the default")
                }
            }
        }
    }
}
