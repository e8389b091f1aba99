import AtriumSDK
import CSVFormat
import GRDB

/// What of files comes in and goes out: where the pure mappings meet the tables.
enum ExerciseExchange {
    // MARK: - In

    static let exercisesImporter = Importer(
        .csv, kinds: [.csvRow], into: .exercises,
        columns: ExercisesCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
        recognise: { container, options in
            (container.value as? CSVHeader).flatMap { ExercisesCSV.recognise($0, options) }
        },
        fingerprints: [Fingerprint("name", strength: .likely) { $0.name.lowercased() }],
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "exercises were given an item that is no row of CSV")
            }
            return try ExercisesCSV.draft(of: row, line: item.line, under: header, options)
        },
        writer: ExerciseWriter.init)

    static let setsImporter = Importer(
        .csv, kinds: [.csvRow], into: .sets,
        options: [CSVOptions.dateOrder.declaration, SetsCSV.units.declaration],
        columns: SetsCSV.Column.allCases.map { FieldDeclaration($0.name, .text, help: $0.help) },
        recognise: { container, options in
            (container.value as? CSVHeader).flatMap { SetsCSV.recognise($0, options) }
        },
        guess: { container, items in
            guard let header = container.value as? CSVHeader else { return [] }
            return SetsCSV.guesses(for: header, rows: items.compactMap { $0.value as? CSVRow })
        },
        fingerprints: SetDraft.fingerprints,
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "sets were given an item that is no row of CSV")
            }
            return try SetsCSV.draft(of: row, line: item.line, under: header, options)
        },
        writer: SetWriter.init)

    // MARK: - Out

    static let exercisesExporter = Exporter(
        .csv, of: .exercises, fileName: "exercises.csv", options: CSVOptions.exports
    ) { context in
        let store = ExerciseStore(db: context.db)
        let tables = SourceTables(context, known: Set(ExercisesCSV.Column.allCases.map(\.rawValue)))
        let others = try tables.otherColumns(of: .exercises)
        var output = CSVOutput(context)
        try output.write(ExercisesCSV.Column.allCases.map(\.rawValue) + others.map(\.name))
        try context.sources.forEachRecord(in: .exercises, format: .csv, where: context.condition) {
            id, source in
            let stored = try store.exercise(id)
            let original = try source.flatMap(tables.row)
            let own = ExercisesCSV.Column.allCases.map { column in
                ExercisesCSV.cell(
                    column, of: stored, isEdited: source?.isEdited ?? true,
                    original: original.flatMap { $0.row.value(column.rawValue, in: $0.table.header) })
            }
            try output.write(own + others.map { original?.value($0) ?? "" })
        }
        try output.end()
    }

    static let setsExporter = Exporter(
        .csv, of: .sets, fileName: "sets.csv", options: CSVOptions.exports
    ) { context in
        let store = SetStore(db: context.db)
        let tables = SourceTables(context, known: Set(SetsCSV.Column.allCases.map(\.name)))
        let others = try tables.otherColumns(of: .sets)
        let options = ImportOptions(timeZone: context.settings.timeZone)
        var output = CSVOutput(context)
        try output.write(SetsCSV.Column.allCases.map(\.name) + others.map(\.name))
        try context.sources.forEachRecord(in: .sets, format: .csv, where: context.condition) { id, source in
            let stored = try store.set(id)
            let original = try source.flatMap(tables.row)
            let own = original.flatMap { original -> SetsCSV.Original? in
                guard let known = original.table.known, known.layout.program == .own else { return nil }
                return SetsCSV.Original(
                    row: original.row, header: original.table.header, known: known, options: options,
                    units: context.settings.units)
            }
            try output.write(
                SetsCSV.cells(of: stored, isEdited: source?.isEdited ?? true, original: own)
                    + others.map { original?.value($0) ?? "" })
        }
        try output.end()
    }
}

/// The rows of a CSV file that is written, some at a time.
private struct CSVOutput {
    private var writer: CSVWriter
    private var bytes: [UInt8] = []
    private let context: ExportContext

    init(_ context: ExportContext) {
        self.context = context
        writer = CSVWriter(
            .init(
                delimiter: context.csv.delimiter, byteOrderMark: context.csv.byteOrderMark,
                isForSpreadsheet: context.csv.isForSpreadsheet))
    }

    mutating func write(_ cells: [String]) throws {
        writer.append(cells, to: &bytes)
        guard bytes.count > 1 << 16 else { return }
        try context.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func end() throws {
        try context.write(bytes)
        context.warn(ofFormulas: writer.formulaCount)
    }
}

/// The tables that records came from, each read once.
private final class SourceTables {
    /// A column of imported tables that means nothing here, and is given back.
    struct OtherColumn {
        /// The name in the file that is written.
        let name: String
        /// The name in the table that it came from.
        let source: String
        /// The profile of that table where it is of another program; nil for ours.
        let profile: String?
    }

    struct Table {
        let header: CSVHeader
        let dialect: CSVDialect
        /// The columns, where it is a table of sets.
        let known: SetsCSV.Known?

        /// The profile where it is of another program.
        var profile: String? {
            guard let program = known?.layout.program, program != .own else { return nil }
            return program.rawValue
        }
    }

    struct SourceRow {
        let row: CSVRow
        let table: Table

        /// The cell of a column that means nothing here.
        func value(_ column: OtherColumn) -> String? {
            guard column.profile == table.profile else {
                // What another program's column was called in an export of ours.
                return row.value(column.name, in: table.header)
            }
            return row.value(column.source, in: table.header)
        }
    }

    private let context: ExportContext
    private let known: Set<String>
    private var tables: [Int64: Table?] = [:]

    /// - Parameter known: the names of our own columns.
    init(_ context: ExportContext, known: Set<String>) {
        self.context = context
        self.known = Set(known.map { $0.lowercased() })
    }

    private func table(_ container: Int64) throws -> Table? {
        if let table = tables[container] { return table }
        let layout = try context.sources.layout(of: container).flatMap(CSVLayout.init)
        let header = CSVSourceRow(
            row: [], header: try context.sources.container(container), layout: layout)?.header
        let table = header.map { header in
            var dialect = layout?.dialect ?? CSVDialect()
            dialect.isForSpreadsheet = header.isForSpreadsheet
            return Table(header: header, dialect: dialect, known: SetsCSV.layout(of: header, []))
        }
        tables[container] = .some(table)
        return table
    }

    /// The row that a record came from; nil where it cannot be read any more.
    func row(_ source: Source) throws -> SourceRow? {
        guard let table = try table(source.container),
            let row = CSVRow(bytes: source.text, dialect: table.dialect)
        else { return nil }
        return SourceRow(row: row, table: table)
    }

    /// The columns that mean nothing here, of all tables that records came from.
    ///
    /// Those of another program have its name in front, since ours may be called alike.
    func otherColumns(of collection: CollectionID) throws -> [OtherColumn] {
        var columns: [OtherColumn] = []
        var seen = known
        let containers = try context.sources.containers(
            of: collection, format: .csv, where: context.condition)
        for (container, _) in containers {
            guard let table = try table(container) else { continue }
            let profile = collection == .sets ? table.profile : nil
            for source in profile == nil ? table.header.names : table.known?.layout.unmapped ?? [] {
                let name = profile.map { "\($0) \(source)" } ?? source
                guard !source.isEmpty, seen.insert(name.lowercased()).inserted else { continue }
                columns.append(OtherColumn(name: name, source: source, profile: profile))
            }
        }
        return columns
    }
}
