public import AtriumSDK

/// A file with columns that no importer knows, and what they probably mean: to be confirmed by the user.
public struct ColumnTable: Sendable {
    /// The file's path.
    public let path: String
    /// Whether its kind is known, and only some of its columns are not: the guesses are about these.
    public var isKnown = false
    /// The module whose importer made the guesses.
    public let module: String
    /// A guess for each column, in their order.
    public let guesses: [ColumnGuess]
    /// The kept mapping that fits: all of its columns are here; nil: none does.
    public var kept: KeptMap?
    /// The fields that a column can become: those of the kind of table that the guesses take it for.
    public let fields: [FieldDeclaration]

    /// A mapping that the user has kept for such tables.
    public struct KeptMap: Sendable {
        /// Its name.
        public let name: String
        /// Its fields by column.
        public let columns: [(column: String, field: String)]
    }

    /// What was kept for such a table, else the guesses as the user would confirm them.
    public var columns: [(column: String, field: String)] {
        if let kept { return kept.columns }
        return guesses.compactMap { guess in guess.field.map { (guess.column, $0) } }
    }
}

extension Session {
    /// The files of a request whose columns no module knows, with guesses of the enabled ones.
    ///
    /// - Parameters:
    ///   - paths: only these files, also within archives; nil: all but those in archives, which would have to be unpacked
    ///     to their ends.
    ///   - givesUnguessed: whether tables are given too of which nothing can be guessed.
    /// - Throws: ``AtriumError`` where the request itself is wrong; files that cannot be read are left out.
    public func columnTables(
        for request: ImportRequest, of paths: Set<String>? = nil, givesUnguessed: Bool = false
    ) throws -> [ColumnTable] {
        var finder = try columnFinder(for: request, of: paths)
        finder.givesUnguessed = givesUnguessed
        let tables = request.inputs.flatMap { finder.tables(in: $0.file, path: $0.path) }
        guard !tables.isEmpty, (try? requireWholeVault()) != nil else { return tables }
        let maps = try vault.read(SavedMaps.all)
        return tables.map { table in
            var table = table
            table.kept = Self.map(of: maps, for: table)
            return table
        }
    }

    /// The mapping that says most of a table, of those that name only its columns and its fields.
    private static func map(of maps: [SavedMap], for table: ColumnTable) -> ColumnTable.KeptMap? {
        let columns = Set(table.guesses.map(\.column))
        let fields = Set(table.fields.map(\.name))
        let fitting = maps.filter { map in
            !map.columns.isEmpty
                && map.columns.allSatisfy { columns.contains($0.column) && fields.contains($0.field) }
        }
        return fitting.max { $0.columns.count < $1.columns.count }.map {
            ColumnTable.KeptMap(name: $0.name, columns: $0.columns)
        }
    }

    /// How many records a preview has.
    private static let previewed = 5

    /// What the first records of a table become by its guesses, in the shape of a report's items; none where that cannot be
    /// said of its beginning alone, or the table stands in an archive.
    public func preview(of table: ColumnTable, for request: ImportRequest) throws -> [DataObject] {
        guard let input = request.inputs.first(where: { $0.path == table.path }) else { return [] }
        var beginning = try FormatRecognition.prefix(of: input.file)
        if let end = beginning.lastIndex(of: 0x0A) { beginning.removeSubrange((end + 1)...) }
        var trial = request
        let file = MemoryFile(name: input.file.name, bytes: beginning)
        trial.inputs = [ImportInput(path: table.path, file: file, columns: table.columns)]
        (trial.isDryRun, trial.expectedState, trial.mapToSave) = (true, nil, nil)
        let log = makeItemLog()
        trial.log = log
        _ = try importFiles(trial)
        return try log.numbers(of: [.new, .changed, .unchanged], limit: Self.previewed).map(log.item)
    }

    /// The files of a request whose kind is known and some of whose columns are not, with guesses for these.
    ///
    /// - Parameter paths: only these files, also within archives.
    public func knownTables(for request: ImportRequest, of paths: Set<String>) throws -> [ColumnTable] {
        let finder = try columnFinder(for: request, of: paths)
        return request.inputs.flatMap { finder.knownTables(in: $0.file, path: $0.path) }
    }

    func columnFinder(for request: ImportRequest, of paths: Set<String>?) throws -> ColumnTableFinder {
        let modules = try request.module.map { [try enabledModule($0)] } ?? enabledModules()
        let (options, _) = try ImportChoices(session: self, request: request).options(for: modules)
        return ColumnTableFinder(
            recognition: FormatRecognition(formats: hub.formats), wanted: request.format, modules: modules,
            installed: hub.registry.modules, options: options, paths: paths)
    }
}

/// Looks through files for tables that no module knows.
struct ColumnTableFinder {
    let recognition: FormatRecognition
    let wanted: FormatID?
    let modules: [Module]
    let installed: [Module]
    let options: ImportOptions
    let paths: Set<String>?
    /// Whether tables are given too of which nothing can be guessed.
    var givesUnguessed = false
    private let budget = ArchiveBudget()

    init(
        recognition: FormatRecognition, wanted: FormatID?, modules: [Module], installed: [Module],
        options: ImportOptions, paths: Set<String>?
    ) {
        self.recognition = recognition
        self.wanted = wanted
        self.modules = modules
        self.installed = installed
        self.options = options
        self.paths = paths
    }

    /// Ends a reading of which the beginning was enough.
    private struct Enough: Error {}

    /// How many rows a guess looks at.
    private static let guessedRows = 50

    func tables(in file: any ImportFile, path: String) -> [ColumnTable] {
        found(in: file, path: path) { table(of: $0, $1, path: $2) }
    }

    /// The files whose kind is known and some of whose columns are not, if they can be given fields all the same.
    func knownTables(in file: any ImportFile, path: String) -> [ColumnTable] {
        found(in: file, path: path) { knownTable(of: $0, $1, path: $2) }
    }

    /// What is missing in tables of which the user has said some columns.
    func missing(in file: any ImportFile, path: String) -> [MissingColumns] {
        found(in: file, path: path) { missing(in: $0, $1, path: $2) }
    }

    /// What is told of the files in a file, itself or within.
    private func found<Found>(
        in file: any ImportFile, path: String, depth: Int = 0,
        _ tell: (any ImportFile, any Format, String) -> Found?
    ) -> [Found] {
        switch try? recognition.look(at: file, wanted: wanted) {
        case .format(let format):
            guard paths?.contains(path) ?? true else { return [] }
            return tell(file, format, path).map { [$0] } ?? []
        case .archive:
            // A compressed file by itself has the path of its archive.
            guard isWanted(path) else { return [] }
            var all: [Found] = []
            // What is found before it breaks off counts.
            try? unpack(file, path: path, depth: depth) { content, label in
                all += found(in: content, path: label, depth: depth + 1, tell)
            }
            return all
        case .unknown, nil: return []
        }
    }

    /// Whether a file is wanted, or one within it.
    private func isWanted(_ path: String) -> Bool {
        paths?.contains { $0 == path || $0.hasPrefix(path + "/") } ?? false
    }

    private func unpack(
        _ file: any ImportFile, path: String, depth: Int, found: (any ImportFile, String) -> Void
    ) throws {
        try budget.checkDepth(depth)
        let archive = try ArchiveFile(ImportReader.descriptorFile(file), budget: budget)
        while let element = try archive.next() {
            guard case .entry(let entry) = element else { continue }
            let (label, name) = ImportReader.names(of: entry, in: path)
            guard isWanted(label) else { continue }
            found(try archive.content(of: entry, named: name), label)
        }
    }

    private func table(of file: any ImportFile, _ format: any Format, path: String) -> ColumnTable? {
        guard let (container, rows) = try? beginning(of: file, format),
            let routing = try? ItemRouting(
                of: container, .init(asked: modules, enabled: modules, installed: installed), options: options
            ),
            routing.claims.isEmpty,
            !rows.contains(where: { routing.moduleThatWouldTake($0.kind) != nil })
        else { return nil }
        let guesses = modules.flatMap { module in
            module.importers.filter { $0.format == container.format && !$0.columns.isEmpty }.map { importer in
                ColumnTable(
                    path: path, module: module.id, guesses: Self.guesses(of: importer, container, rows),
                    fields: importer.columns)
            }
        }
        let best = guesses.max { $0.score < $1.score }
        return best.flatMap { $0.columns.isEmpty && !givesUnguessed ? nil : $0 }
    }

    /// A guess for each column; where an importer sees nothing of its own, none that says anything.
    private static func guesses(of importer: Importer, _ container: Container, _ rows: [Item])
        -> [ColumnGuess]
    {
        let guesses = importer.guess(container, rows)
        guard guesses.isEmpty else { return guesses }
        return container.columns.map {
            ColumnGuess(column: $0, field: nil, score: 0, evidence: nil, samples: [])
        }
    }

    private func knownTable(of file: any ImportFile, _ format: any Format, path: String) -> ColumnTable? {
        guard let (container, rows) = try? beginning(of: file, format),
            let routing = try? ItemRouting(
                of: container, .init(asked: modules, enabled: modules, installed: installed), options: options
            ),
            let claim = routing.claims.values.first?.first, !claim.importer.columns.isEmpty,
            let column = routing.unmappedColumns.first, let field = claim.importer.columns.first
        else { return nil }
        // Some importers take a file of a known kind as it is.
        var tried = options
        tried.columns.append((column, field.name))
        let left = claim.importer.recognise(container, tried)?.unmappedColumns ?? [column]
        guard !left.contains(column) else { return nil }
        let guesses = claim.importer.guess(container, rows).filter { guess in
            routing.unmappedColumns.contains(guess.column)
        }
        return ColumnTable(
            path: path, isKnown: true, module: claim.module, guesses: guesses, fields: claim.importer.columns)
    }

    private func missing(in file: any ImportFile, _ format: any Format, path: String) -> MissingColumns? {
        guard let (container, _) = try? beginning(of: file, format),
            let routing = try? ItemRouting(
                of: container, .init(asked: modules, enabled: modules, installed: installed), options: options
            ),
            routing.claims.isEmpty
        else { return nil }
        return modules.flatMap(\.importers).compactMap {
            MissingColumns($0, in: container, at: path, options)
        }
        .min { $0.fields.count < $1.fields.count }
    }

    /// The container of a file with columns, and its first rows; nil for other files.
    private func beginning(of file: any ImportFile, _ format: any Format) throws -> (
        Container, [Item]
    )? {
        let file = try RewrittenFile(beginningOf: file, as: format.id, by: modules).file
        var container: Container?
        var rows: [Item] = []
        do {
            _ = try format.read(file) { event in
                switch event {
                case .container(let found):
                    container = found
                    if found.columns.isEmpty { throw Enough() }
                case .item(let item): rows.append(item)
                case .issue: break
                }
                if rows.count == Self.guessedRows { throw Enough() }
            }
        } catch is Enough {}
        guard let container, !container.columns.isEmpty else { return nil }
        return (container, rows)
    }
}

extension ColumnTable {
    /// How much of the file the guesses explain.
    fileprivate var score: Double { guesses.reduce(0) { $0 + ($1.field == nil ? 0 : $1.score) } }
}
