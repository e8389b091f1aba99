import AtriumHost
import AtriumSDK

/// What to do after an import: the lines at the end of its report.
struct ImportHints {
    let report: ImportReport
    let request: ImportRequest
    let session: Session

    /// One line each, in the order of weight.
    var lines: [String] {
        get throws {
            var lines: [String] = []
            let conflicts = report.files.reduce(0) { $0 + $1.conflicts }
            if conflicts > 0 {
                lines.append(
                    "\(conflicts) in conflict: import again with --on-conflict keep, replace or merge; --verbose shows them"
                )
            }
            let kept = report.files.reduce(0) { $0 + $1.kept }
            if kept > 0 {
                lines.append(
                    "\(kept) kept as they are here: --on-conflict replace uses the file's version, merge only the file's changes"
                )
            }
            let modules = Set(
                report.files.flatMap { $0.unclaimed.values.flatMap(\.parts).compactMap(\.module) })
            let enabled = Set(try session.enabledModules().map(\.id))
            for module in modules.subtracting(enabled).sorted() {
                lines.append(
                    "to import into \(module): atrium modules enable \(module), then import again")
            }
            for module in modules.intersection(enabled).sorted() {
                let options = try options(of: module)
                guard !options.isEmpty else { continue }
                lines.append("to import into \(module): import again with \(options)")
            }
            if report.files.contains(where: { $0.issues.contains { $0.code == "ambiguous-date" } }) {
                lines.append(
                    "ambiguous dates were stored as text: import again with --date-order mdy, dmy or ymd"
                )
            }
            let duplicates = report.files.reduce(0) { $0 + $1.possibleDuplicates }
            if duplicates > 0 {
                let what =
                    duplicates == 1 ? "1 possible duplicate was" : "\(duplicates) possible duplicates were"
                lines.append(
                    "\(what) added" + (request.isVerbose ? "" : "; --verbose names the similar records"))
            }
            return lines + (try columnLines())
        }
    }

    /// The options that decide whether a module takes an item of a format without columns, as they are typed.
    private func options(of module: String) throws -> String {
        let formats = Set(report.files.compactMap(\.format))
        let importers = try session.enabledModules().filter { $0.id == module }.flatMap(\.importers)
        let fields = importers.filter { formats.contains($0.format) && $0.columns.isEmpty }.flatMap(\.options)
        var seen: Set<String> = []
        let names = fields.map { "--\($0.optionName)" }.filter { seen.insert($0).inserted }
        return names.joined(separator: " or ")
    }

    /// How to import files whose columns nobody knows.
    private func columnLines() throws -> [String] {
        let untaken = report.files.filter { $0.error == nil && $0.profile == nil && !$0.unclaimed.isEmpty }
        guard !untaken.isEmpty else { return [] }
        let missing = try session.missingColumns(for: request, of: Set(untaken.map(\.path)))
        let named = Set(missing.map(\.path))
        let lines = missing.prefix(Self.namedFiles).map { file in
            let options = file.fields.map { "--map COLUMN=\($0)" }.joined(separator: " ")
            let fields = file.fields.joined(separator: " and ")
            return "\(file.path) lacks \(fields), which \(file.collection.name) need: add \(options)"
        }
        return try lines + guessLines(untaken.filter { $0.isOfNoModule && !named.contains($0.path) })
    }

    private func guessLines(_ unknown: [ImportReport.File]) throws -> [String] {
        guard !unknown.isEmpty else { return [] }
        let tables = try session.columnTables(for: request, of: Set(unknown.map(\.path)))
        let guessed = Set(tables.map(\.path))
        let open = unknown.filter { !guessed.contains($0.path) && $0.format == .csv }
        let lines =
            tables.prefix(Self.namedFiles).map { table in
                let options = table.guesses.compactMap(\.option).joined(separator: " ")
                return
                    "\(table.path) has unknown columns; try: --module \(table.module) \(options)"
            }
            + open.prefix(Self.namedFiles).map {
                "\($0.path) has unknown columns; map them to fields: --map COLUMN=FIELD"
            }
        let more = tables.count + open.count - lines.count
        return lines
            + (more > 0 ? ["\(more) more \(more == 1 ? "file has" : "files have") unknown columns"] : [])
    }

    /// How many files are named of those for which the same is to be done.
    private static let namedFiles = 5
}

extension ImportReport.File {
    /// Whether it holds items that no installed module would take as they are.
    var isOfNoModule: Bool { unclaimed.values.flatMap(\.parts).contains { $0.module == nil } }
}
