public import AtriumSDK

/// A file with columns that no importer knows, and what they probably mean: to be confirmed by the user.
public struct ColumnTable: Sendable {
    /// The file's path.
    public let path: String
    /// The module whose importer made the guesses.
    public let module: String
    /// A guess for each column, in their order.
    public let guesses: [ColumnGuess]

    /// The guesses as the user would confirm them.
    public var columns: [(column: String, field: String)] {
        guesses.compactMap { guess in guess.field.map { (guess.column, $0) } }
    }
}

extension Session {
    /// Ends a reading of which the beginning was enough.
    private struct Enough: Error {}

    /// How many rows a guess looks at.
    private static let guessedRows = 50

    /// The files of a request whose columns no module knows, with guesses of the enabled ones; archives are not looked into.
    ///
    /// - Throws: ``AtriumError`` where the request itself is wrong; files that cannot be read are left out.
    public func columnTables(for request: ImportRequest) throws -> [ColumnTable] {
        let modules = try request.module.map { [try enabledModule($0)] } ?? enabledModules()
        let (options, _) = try ImportChoices(session: self, request: request).options(for: modules)
        let recognition = FormatRecognition(formats: hub.formats)
        return request.inputs.compactMap { input in
            guard case .format(let format) = try? recognition.look(at: input.file, wanted: request.format),
                let (container, rows) = try? Self.beginning(of: input.file, format),
                let routing = try? ItemRouting(of: container, modules: modules, options: options),
                routing.claims.isEmpty,
                !rows.contains(where: {
                    ItemRouting.moduleThatWouldTake(
                        $0.kind, in: container, of: hub.registry.modules, options: options) != nil
                })
            else { return nil }
            let guesses = modules.flatMap { module in
                module.importers.filter { $0.format == container.format }.map { importer in
                    ColumnTable(path: input.path, module: module.id, guesses: importer.guess(container, rows))
                }
            }
            let best = guesses.max { $0.score < $1.score }
            return best.flatMap { $0.columns.isEmpty ? nil : $0 }
        }
    }

    /// The container of a file with columns, and its first rows; nil for other files.
    private static func beginning(of file: any ImportFile, _ format: any Format) throws -> (
        Container, [Item]
    )? {
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
                if rows.count == guessedRows { throw Enough() }
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
