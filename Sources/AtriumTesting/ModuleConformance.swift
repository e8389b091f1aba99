import AtriumHost
public import AtriumSDK
public import Testing

/// A check that tests a module against every ``ConformanceRule`` in temporary hubs.
///
/// A parameterized test checks all rules and reports each rule by name:
///
/// ```swift
/// @Test(arguments: ConformanceRule.allCases)
/// func conforms(to rule: ConformanceRule) throws {
///     try ModuleConformance(habitsModule, formats: [CSVFileFormat()], samples: samples).check(rule)
/// }
/// ```
///
/// ``run(sourceLocation:)`` checks all rules in one call, but reports no separate test name for each rule.
public struct ModuleConformance: Sendable {
    /// The module to check.
    public let module: Module
    let formats: [any Format]
    let samples: ModuleSamples
    let required: [Module]
    let enhanced: [Module]
    let readme: String

    /// Creates a conformance check for a module.
    ///
    /// - Parameters:
    ///   - module: the module to check.
    ///   - formats: the formats of the module's importers.
    ///   - samples: the sample commands, files and rows.
    ///   - required: the modules that this module requires. If the list lacks a required module, the check
    ///     uses an empty module instead.
    ///   - enhanced: the enhanced modules whose commands this module calls. An enhanced module must have the
    ///     collections that this module uses; a stand-in such as `PeopleModule` in `Tests/StandInModules` is
    ///     enough. If the list lacks an enhanced module, the check uses an empty module instead.
    ///   - testFile: a file in the module's `Tests` folder. The module's README is in the parent folder of
    ///     `Tests`.
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

    /// Checks every rule and records a test issue for each broken rule.
    public func run(sourceLocation: SourceLocation = #_sourceLocation) {
        for rule in ConformanceRule.allCases {
            do {
                try check(rule)
            } catch {
                Issue.record(error, sourceLocation: sourceLocation)
            }
        }
    }

    /// Checks one conformance rule.
    ///
    /// - Throws: ``ConformanceFailure`` with all findings if the module breaks the rule, or ``AtriumError``
    ///   if a sample fails to run.
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

    /// Returns an empty hub in which this module, its required modules and `others` are enabled.
    func emptyHub(with others: [Module] = []) throws -> TemporaryHub {
        try TemporaryHub(modules: required + others + [module], formats: formats)
    }

    /// Returns a hub in which the sample commands were run and the sample files were imported.
    func filledHub(with others: [Module] = []) throws -> TemporaryHub {
        let hub = try emptyHub(with: others)
        let session = try hub.session()
        for sample in samples.commands { try session.run(sample) }
        for file in samples.files { try hub.importFile(file, module: module.id) }
        return hub
    }

    /// The catalog entries for the module's commands, including the command paths.
    var entries: [CatalogEntry] {
        get throws { try ModuleRegistry(required + [module]).catalog.filter { $0.module == module.id } }
    }
}

extension Session {
    /// Runs a sample command.
    @discardableResult
    func run(_ sample: SampleCommand) throws -> DataValue {
        guard let entry = try entry(sample.command) else {
            throw AtriumError(.notFound, "unknown command “\(sample.command)” in a sample; correct its words")
        }
        do {
            return try run(entry, values: sample.values, files: sample.files)
        } catch let error as AtriumError {
            throw AtriumError(
                error.code, "the sample “\(sample.command)” failed: \(error.message)", remedy: error.remedy,
                field: error.field)
        }
    }
}

extension Module {
    /// Returns an empty module that replaces a missing module in tests.
    static func standIn(_ id: String) -> Module {
        Module(
            manifest: Manifest(id: id, title: id, summary: "A stand-in.", version: "1.0.0", icon: "box"),
            migrations: [], collections: [])
    }
}
