import AtriumHost
public import AtriumSDK
public import Testing

/// The proof that a module is well made: every ``ConformanceRule``, on temporary hubs.
///
/// One test runs it, and reports each rule by its name:
///
/// ```swift
/// @Test(arguments: ConformanceRule.allCases)
/// func conforms(to rule: ConformanceRule) throws {
///     try ModuleConformance(habitsModule, formats: [CSVFileFormat()], samples: samples).check(rule)
/// }
/// ```
///
/// ``run(sourceLocation:)`` does the same in one line, without names for each.
public struct ModuleConformance: Sendable {
    /// The module.
    public let module: Module
    let formats: [any Format]
    let samples: ModuleSamples
    let required: [Module]
    let enhanced: [Module]
    let readme: String

    /// Prepares the rules for a module.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - formats: the formats of its importers.
    ///   - samples: what to play with.
    ///   - required: the modules that it requires; empty ones stand in for those that are missing here.
    ///   - enhanced: those of the modules that it enhances whose commands it asks: one that is on has the collections that
    ///     it is asked for. Empty ones stand in for the others.
    ///   - testFile: a file in the module's folder `Tests`, beside which the README is looked for.
    public init(
        _ module: Module, formats: [any Format] = [], samples: ModuleSamples, required: [Module] = [],
        enhanced: [Module] = [], testFile: String = #filePath
    ) {
        self.module = module
        self.formats = formats
        self.samples = samples
        self.enhanced = enhanced
        let known = Set(required.map(\.id))
        self.required = required + module.manifest.requires.filter { !known.contains($0) }.map(Module.standIn)
        readme = testFile.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/README.md"
    }

    /// Checks every rule and records an issue for each that is broken.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) {
        for rule in ConformanceRule.allCases {
            do {
                try check(rule)
            } catch {
                Issue.record(error, sourceLocation: sourceLocation)
            }
        }
    }

    /// Checks one rule.
    ///
    /// - Throws: ``ConformanceFailure`` with all findings; ``AtriumError`` where a sample does not run at all.
    public func check(_ rule: ConformanceRule) throws {
        let findings = Findings()
        switch rule {
        case .namespace: try checkNamespace(findings)
        case .names: checkNames(findings)
        case .looks: checkLooks(findings)
        case .help: checkHelp(findings)
        case .titles: checkTitles(findings)
        case .readme: checkReadme(findings)
        case .programs: checkPrograms(findings)
        case .migrations: try checkMigrations(findings)
        case .overview: try checkOverview(findings)
        case .results: try checkResults(findings)
        case .unknownFields: try checkUnknownFields(findings)
        case .wrongTypes: try checkWrongTypes(findings)
        case .clearing: try checkClearing(findings)
        case .undo: try checkUndo(findings)
        case .importTwice: try checkImportTwice(findings)
        case .takenBack: try checkTakenBack(findings)
        case .roundTrip: try checkRoundTrip(findings)
        case .selection: try checkSelection(findings)
        case .wholeVault: try checkWholeVault(findings)
        case .softDependencies: try checkSoftDependencies(findings)
        case .disable: try checkDisable(findings)
        case .erase: try checkErase(findings)
        }
        if !findings.lines.isEmpty { throw ConformanceFailure(rule: rule, findings: findings.lines) }
    }

    // MARK: - Hubs

    /// A hub with the module and what it requires, all enabled and empty.
    func emptyHub(with others: [Module] = []) throws -> TemporaryHub {
        try TemporaryHub(modules: required + others + [module], formats: formats)
    }

    /// A hub in which the sample commands have run and the sample files are imported.
    func filledHub(with others: [Module] = []) throws -> TemporaryHub {
        let hub = try emptyHub(with: others)
        let session = try hub.session()
        for sample in samples.commands { try session.run(sample) }
        for file in samples.files { try hub.importFile(file, module: module.id) }
        return hub
    }

    /// The module's commands, with their words.
    var entries: [CatalogEntry] {
        get throws { try ModuleRegistry(required + [module]).catalog.filter { $0.module == module.id } }
    }
}

extension Session {
    /// Runs a sample command.
    @discardableResult
    func run(_ sample: SampleCommand) throws -> DataValue {
        guard let entry = try entry(sample.command) else {
            throw AtriumError(.notFound, "a sample has no command: “\(sample.command)”")
        }
        do {
            return try run(entry, values: sample.values, files: sample.files)
        } catch let error as AtriumError {
            throw AtriumError(
                error.code, "sample “\(sample.command)”: \(error.message)", remedy: error.remedy,
                field: error.field)
        }
    }
}

extension Module {
    /// A module without anything, in the place of one that is not at hand.
    static func standIn(_ id: String) -> Module {
        Module(
            manifest: Manifest(id: id, title: id, summary: "Stands in.", version: "1.0.0", icon: "box"),
            migrations: [], collections: [])
    }
}
