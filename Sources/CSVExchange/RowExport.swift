public import AtriumSDK
public import CSVFormat

/// Writes records as rows of CSV, each patched into the row that it came from.
///
/// Columns of imported files that mean nothing here come back under their names, with what stood in them; a module decides
/// of its own columns cell by cell, with the cell of that row in hand. A column that the user has mapped comes back with what
/// the record says now, beside the module's own: whoever imports the file again with the same mapping, or with none, finds it.
public struct RowExport<Column: RowColumn> {
    /// Columns of an imported file that mean nothing here: their names in the file that is written, and their own.
    public typealias Others = (CSVHeader) -> [(name: String, source: String)]

    private let context: ExportContext
    private let collection: CollectionID
    private let columns: [Column]
    private let others: Others

    /// Writes the records of a collection.
    ///
    /// - Parameters:
    ///   - columns: the module's own columns, in the order in which they are written.
    ///   - others: which columns of an imported file come back, and under which names; all under their own, if that is not
    ///     given. One that is called as ours is ours.
    public init(
        of collection: CollectionID, columns: [Column], _ context: ExportContext,
        others: @escaping Others = { $0.names.map { ($0, $0) } }
    ) {
        self.context = context
        self.collection = collection
        self.columns = columns
        self.others = others
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - always: the columns that every file has, first of all; nil: all.
    ///   - needed: the others in which a record has a value, behind those of imported files.
    ///   - row: makes the cells of a record, where the row that it came from is at hand.
    public func run(
        always: [Column]? = nil, needed: Set<Column> = [],
        row: (_ record: Int64, _ original: OriginalRow<Column>) throws -> (Column) -> String
    ) throws {
        var containers: [Int64: Container] = [:]
        for (id, _) in try context.sources.containers(of: collection, format: .csv, where: context.condition)
        {
            containers[id] = try container(id)
        }
        let headers = containers.sorted { $0.key < $1.key }.map { $0.value.others.map(\.name) }
        let columns = OutputColumn<Column>.all(
            of: self.columns, always: always ?? self.columns, headers: headers, needed: needed,
            mapped: containers.values.reduce(into: [:]) { $0.merge($1.mapped) { first, _ in first } })
        var writer = CSVWriter(context.csvWriterOptions)
        var output: [UInt8] = []
        writer.append(columns.map(\.name), to: &output)
        try context.sources.forEachRecord(in: collection, format: .csv, where: context.condition) {
            id, source in
            let container = try source.map { try containers[$0.container] ?? self.container($0.container) }
            var original = self.original(source, in: container)
            let cell = try row(id, original)
            // In a column that was mapped stands what the row was read as.
            var mappedCell = cell
            if let container, !container.mapped.isEmpty {
                original.options = container.options
                mappedCell = try row(id, original)
            }
            writer.append(
                columns.map { column in
                    if let own = column.own { return cell(own) }
                    let mapped = container.map { $0.mapped[column.name.lowercased()] } ?? column.mapped
                    if let mapped { return mappedCell(mapped) }
                    let foreign = container.flatMap { original.source?.value($0.ownName(of: column.name)) }
                    return foreign ?? column.mapped.map(cell) ?? ""
                }, to: &output)
            guard output.count > 1 << 16 else { return }
            try context.write(output)
            output.removeAll(keepingCapacity: true)
        }
        try context.write(output)
        context.warn(ofFormulas: writer.formulaCount)
    }

    /// Goes over the records that came from rows and were edited since: before ``run(always:needed:row:)``, for columns that
    /// only such a record may need.
    public func forEachEdited(
        _ body: (_ record: Int64, _ original: OriginalRow<Column>) throws -> Void
    ) throws {
        var containers: [Int64: Container] = [:]
        try context.sources.forEachRecord(in: collection, format: .csv, where: context.condition) {
            id, source in
            guard let source, source.isEdited else { return }
            let container = try containers[source.container] ?? self.container(source.container)
            containers[source.container] = container
            try body(id, original(source, in: container))
        }
    }

    /// The row that a record came from, in its container.
    private func original(_ source: Source?, in container: Container?) -> OriginalRow<Column> {
        let plain = ImportOptions(timeZone: context.settings.timeZone)
        guard let source, let container else {
            return OriginalRow(source: nil, isEdited: true, options: plain)
        }
        var original = OriginalRow<Column>(
            source: container.source(source.text), isEdited: source.isEdited, options: plain)
        original.readOptions = container.options
        return original
    }

    /// What stood around the rows of a file.
    private struct Container {
        /// What stood there, with no row; nil where it makes no header.
        let header: CSVSourceRow?
        /// How the columns were read.
        let options: ImportOptions
        /// What the columns that the user has mapped were read as, by their names in lower case.
        let mapped: [String: Column]
        let others: [(name: String, source: String)]
        private let ownNames: [String: String]
        /// Reads a row in the light of the whole file's text; nil where that is known without it.
        private let slowly: (([UInt8]) -> CSVSourceRow?)?

        init(
            _ bytes: [UInt8], _ layout: CSVLayout?, _ options: ImportOptions, _ columns: [Column],
            _ others: Others
        ) {
            header = CSVSourceRow(row: [], header: bytes, layout: layout)
            self.options = options
            // Of several columns for one field the first is read.
            mapped = columns.reduce(into: [:]) { mapped, column in
                guard let first = options.columns.first(where: { $0.field == column.name })?.column else {
                    return
                }
                mapped[first.lowercased()] = column
            }
            self.others = header.map { others($0.header) } ?? []
            ownNames = Dictionary(
                self.others.filter { $0.name != $0.source }.map { ($0.name, $0.source) },
                uniquingKeysWith: { first, _ in first })
            slowly = layout == nil ? { CSVSourceRow(row: $0, header: bytes) } : nil
        }

        func source(_ row: [UInt8]) -> CSVSourceRow? {
            if let slowly { slowly(row) } else { header?.other(row) }
        }

        /// What the file calls a column of the file that is written.
        func ownName(of name: String) -> String { ownNames[name] ?? name }
    }

    private func container(_ id: Int64) throws -> Container {
        try Container(
            context.sources.container(id), context.sources.layout(of: id).flatMap(CSVLayout.init),
            context.sources.options(of: id, in: context.settings.timeZone), columns, others)
    }
}

/// The row that a record came from.
public struct OriginalRow<Column: RowColumn> {
    /// The row under its file's header; nil where the record came from no file.
    public let source: CSVSourceRow?
    /// Whether the record was changed in the vault since.
    public let isEdited: Bool
    /// How it is to be read: as by an import of the file that is written, or, for the columns that the user has mapped, as
    /// it was.
    public internal(set) var options: ImportOptions
    /// How its import read it.
    var readOptions: ImportOptions

    /// Holds a row.
    public init(source: CSVSourceRow?, isEdited: Bool, options: ImportOptions) {
        self.source = source
        self.isEdited = isEdited
        self.options = options
        readOptions = options
    }

    /// The text of its cell in a column; nil where there is none.
    public func text(_ column: Column) -> String? { text(column, options) }

    /// The text of the cell that its import read as a column; nil where there is none.
    public func readText(_ column: Column) -> String? { text(column, readOptions) }

    private func text(_ column: Column, _ options: ImportOptions) -> String? {
        guard let source, let index = options.column(of: column.name, at: source.header.firstIndex) else {
            return nil
        }
        return source.row?[index]
    }
}

/// The columns of a file that is written.
struct OutputColumn<Column: RowColumn> {
    /// Its name.
    let name: String
    /// What it is to the module by its name; nil where that means nothing here.
    var own: Column?
    /// What the user has mapped it to in a file that was imported.
    var mapped: Column?

    /// The columns that every file has, those of imported files, and those that are needed beside these.
    ///
    /// Those of files stand in their order, also where they mean nothing here (nil). None has the name of another, in any
    /// case of letters.
    static func all(
        of own: [Column], always: [Column], headers: [[String]], needed: Set<Column>,
        mapped: [String: Column] = [:]
    ) -> [OutputColumn] {
        var columns = always.map { OutputColumn(name: $0.name, own: $0) }
        var seen = Set(columns.map { $0.name.lowercased() })
        for name in headers.joined() where !name.isEmpty && seen.insert(name.lowercased()).inserted {
            let column = own.first { $0.name.lowercased() == name.lowercased() }
            columns.append(OutputColumn(name: name, own: column, mapped: mapped[name.lowercased()]))
        }
        for column in own
        where needed.contains(column) && seen.insert(column.name.lowercased()).inserted {
            columns.append(OutputColumn(name: column.name, own: column))
        }
        return columns
    }
}

extension RowExport where Column: CaseIterable {
    /// Writes the records of a collection, whose columns are all there are of their type.
    public init(
        of collection: CollectionID, _ context: ExportContext,
        others: @escaping Others = { $0.names.map { ($0, $0) } }
    ) {
        self.init(of: collection, columns: Array(Column.allCases), context, others: others)
    }
}

extension ExportContext {
    /// How the user wants a CSV file to be written, for the codec.
    public var csvWriterOptions: CSVWriter.Options {
        CSVWriter.Options(
            delimiter: csv.delimiter, byteOrderMark: csv.byteOrderMark,
            isForSpreadsheet: csv.isForSpreadsheet)
    }
}
