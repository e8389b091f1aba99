public import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB

/// A CSV column: the record's uid, the record's creation time, or a declared cell.
struct DeclaredColumn: RowColumn {
    /// The column's header.
    let name: String
    /// The value's index, or nil for the columns with the record's uid and creation time.
    let value: Int?
    /// The cell's index within the value's cells.
    let cell: Int
    let declaration: CellDeclaration?
}

extension RecordKind {
    var columns: [DeclaredColumn] {
        [DeclaredColumn(name: Self.uid, value: nil, cell: 0, declaration: nil)]
            + declaration.values.enumerated().flatMap { index, value in
                value.cells.enumerated().map {
                    DeclaredColumn(name: $1.header, value: index, cell: $0, declaration: $1)
                }
            } + [DeclaredColumn(name: Self.createdAt, value: nil, cell: 0, declaration: nil)]
    }

    static var uid: String { "uid" }
    static var createdAt: String { "createdAt" }
    private var columnFields: [FieldDeclaration] {
        columns.map { column in
            let own =
                column.name == Self.uid
                ? "The \(declaration.recordName)'s uid." : "The time at which it was added."
            return FieldDeclaration(column.name, .text, help: column.declaration?.help ?? own)
        }
    }

    // MARK: - In

    /// Returns the importer for CSV rows.
    public func importer() -> Importer {
        let (file, columns, initial) = (declaration.file, columns, initial)
        let hasDates = columns.contains { $0.declaration?.look == .date }
        return Importer(
            .csv, kinds: [.csvRow], into: declaration.collection,
            options: hasDates ? [CSVOptions.dateOrder.declaration] : [], columns: columnFields,
            neededColumns: file.signs.last.map { sign in
                sign.all.map { [$0] } + (sign.any.isEmpty ? [] : [sign.any])
            } ?? [], programs: profiles.compactMap(\.program),
            recognise: { container, options in
                (container.value as? CSVHeader).flatMap { header in
                    profiles.lazy.compactMap { $0.recognise(header) }.first
                        ?? recognise(header, file, columns, options)
                }
            },
            guess: { container, items in
                guard let header = container.value as? CSVHeader else { return [] }
                return CSVColumnGuesser(columns.map(\.candidate)).columnGuesses(
                    for: header, rows: items.compactMap { $0.value as? CSVRow }, name: \.name)
            },
            fingerprints: fingerprints,
            map: { item, container, options in
                guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                    throw AtriumError(
                        .internal, "\(declaration.collection) received an item that is not a CSV row")
                }
                return try mapped(row, line: item.line, header, options, over: initial)
            }, writer: { RecordKindWriter(self, $0) })
    }

    /// Returns the importer for items in another format.
    ///
    /// The importer uses the same writer and fingerprints as the CSV importer.
    ///
    /// - Parameters:
    ///   - claim: the precedence relative to other modules' importers for the same item kinds.
    ///   - map: converts an item to a draft.
    public func importer(
        _ format: FormatID, kinds: [ItemKind], claim: Importer.Claim = .alone,
        recognise: @escaping @Sendable (Container, ImportOptions) -> Importer.Recognition? = {
            container, _ in .init(profile: container.format.rawValue, confidence: .certain)
        },
        map: @escaping @Sendable (Item, Container, ImportOptions) throws -> MappedItem<RecordDraft>
    ) -> Importer {
        Importer(
            format, kinds: kinds, claim: claim, into: declaration.collection, recognise: recognise,
            fingerprints: fingerprints, map: map, writer: { RecordKindWriter(self, $0) })
    }

    private var fingerprints: [Fingerprint<RecordDraft>] {
        rules.fingerprints
            + declaration.file.fingerprints.map { names in
                Fingerprint(names.joined(separator: " and "), strength: .likely) { key(of: $0, names) }
            }
    }

    /// Returns the profile that recognizes a header row, or nil if no profile recognizes the header row.
    private func profile(of header: CSVHeader) -> RowProfile? { profiles.first { $0.isOf(header) } }

    /// The file rewrites that the module must declare for the profiles' programs.
    public var rewrites: [FileRewrite] { profiles.compactMap { $0.pass?.rewrite } }

    /// Returns true if the rows below a header row do not use the kind's own columns.
    ///
    /// Such a header row may still contain some of the kind's column names.
    func isForeign(_ header: CSVHeader) -> Bool { profile(of: header)?.pass != nil }

    private func recognise(
        _ header: CSVHeader, _ file: FileDeclaration, _ columns: [DeclaredColumn], _ options: ImportOptions
    ) -> Importer.Recognition? {
        let places = columns.reduce(into: [String: Int]()) { places, column in
            places[column.name] = options.column(of: column.name, at: header.firstIndex)
        }
        let sign = file.signs.first { sign in
            sign.all.allSatisfy { places[$0] != nil }
                && (!sign.isOfChosenModule || options.isModuleChosen)
                && (!sign.requiresMapping || options.columns.contains { $0.field == sign.all.first })
                && sign.any.count(where: { places[$0] != nil }) >= sign.atLeast
        }
        guard let sign else { return nil }
        let known = Set(places.values)
        return Importer.Recognition(
            profile: file.profile, confidence: sign.isCertain ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !known.contains($0) }.map { header.names[$0] })
    }

    /// Converts a row to a draft.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the row lacks a required value, and
    ///   ``AtriumError/dateOrderNeeded(line:column:)`` if a date is ambiguous.
    private func mapped(
        _ row: CSVRow, line: Int, _ header: CSVHeader, _ options: ImportOptions, over initial: RecordValues
    ) throws -> MappedItem<RecordDraft> {
        let foreign = profile(of: header)?.read(row, header)
        // SQLite treats text as NUL-terminated.
        func own(_ name: String) -> String? {
            options.column(of: name, at: header.firstIndex).flatMap { row[$0].map(Words.withoutNUL) }
        }
        func headerName(_ name: String) -> String {
            if let foreign { return foreign.headers[name] ?? name }
            return options.column(of: name, at: header.firstIndex).map { header.names[$0] } ?? name
        }
        var cells = RowCells(
            order: foreign == nil ? options.csvDateOrder : nil, of: options,
            cell: { name in if let foreign { foreign.cells[name] } else { own(name) } })
        cells.problems = foreign?.problems ?? []
        var draft = RecordDraft(
            values: draftValues(of: &cells), clues: foreign?.clues ?? [:],
            createdAt: foreign?.createdAt ?? cells.instant(Self.createdAt))
        // A rejected row does not need a date order, so required values are checked first.
        try requireAll(of: draft, cells, over: initial)
        if !cells.ambiguousDates.isEmpty,
            let column = columns.last(where: { cells.ambiguousDates.contains($0.name) })?.name
        {
            throw AtriumError.dateOrderNeeded(line: line, column: headerName(column))
        }
        let (values, problems) = correctedValues(of: draft, cells, over: initial)
        draft.newRecordValues = values
        return MappedItem(
            draft: draft, uid: cells.word(Self.uid),
            issues: problems.filter { UnknownZone.isToBeSaid($0.code, options) }.map {
                ImportIssue(line: line, property: headerName($0.header), code: $0.code, message: $0.message)
            })
    }

    /// Rejects a draft that lacks a required value.
    ///
    /// - Throws: ``AtriumError`` with code `badData`; if the value's cell has a problem, the error contains
    ///   the problem.
    func requireAll(of draft: RecordDraft, _ cells: RowCells, over initial: RecordValues) throws {
        for index in layout.required where draft.values[index] == nil {
            let value = declaration.values[index]
            guard initial.values[index].isNull, !value.isDefaultedByRules,
                value.cells.allSatisfy({ !cells.ambiguousDates.contains($0.header) })
            else { continue }
            let problem = cells.problems.first { $0.header == value.cells.first?.header }
            let isDay = [.date, .when].contains(value.fields[0].type)
            throw AtriumError(
                .badData,
                problem?.message ?? "the row has no \(isDay ? "day such as 2026-03-01" : value.name)")
        }
    }

    /// Returns a new record's corrected values from a draft, with the problems in the draft's cells.
    func correctedValues(
        of draft: RecordDraft, _ cells: RowCells, over initial: RecordValues
    ) -> (values: RecordValues, problems: [RowCells.Problem]) {
        var values = unmended(draft, over: initial)
        let mended = rules.mend(&values)
        return (values, cells.problems + mended)
    }

    /// Returns a draft that contains all values from a record.
    public func draft(of values: RecordValues) -> RecordDraft { RecordDraft(values: values.values) }

    /// Returns a draft that contains only the named values from a record.
    public func draft(of values: RecordValues, including included: Set<String>) -> RecordDraft {
        RecordDraft(values: zip(names, values.values).map { included.contains($0) ? $1 : nil })
    }

    /// Returns the values that a row's cells contain, in the declaration's order.
    func draftValues(of cells: inout RowCells) -> [DataValue?] {
        var values: [DataValue?] = []
        values.reserveCapacity(codecs.count)
        let hasCells = layout.hasCells
        for index in codecs.indices {
            values.append(hasCells[index] ? codecs[index].value(of: &cells) : nil)
        }
        return values
    }

    /// Returns a record's corrected values after an import applies a row to the record.
    public func values(of draft: RecordDraft, over old: RecordValues) -> RecordValues {
        var values = unmended(draft, over: old)
        _ = rules.mend(&values)
        return values
    }

    /// Like `values(of:over:)`, but also converts the values to the stored form.
    ///
    /// In the stored form, uids replace people's names.
    ///
    /// - Parameter known: the record's current values, which may already contain people's uids.
    func values(
        of draft: RecordDraft, over old: RecordValues, resolvedAgainst known: RecordValues,
        _ context: RecordContext
    ) throws -> RecordValues {
        var values = values(of: draft, over: old)
        try resolve(&values, of: draft, against: known, context)
        return values
    }

    /// Returns a new record's values in the stored form.
    func newValues(of draft: RecordDraft, _ context: RecordContext) throws -> RecordValues {
        let initial = layout.initial
        var values = draft.newRecordValues ?? values(of: draft, over: initial)
        try resolve(&values, of: draft, against: initial, context)
        return values
    }

    private func resolve(
        _ values: inout RecordValues, of draft: RecordDraft, against known: RecordValues,
        _ context: RecordContext
    ) throws {
        for index in layout.coded where draft.values[index] != nil {
            values.values[index] = try codecs[index].resolved(
                values.values[index], over: known.values[index], context)
        }
    }

    private func unmended(_ draft: RecordDraft, over old: RecordValues) -> RecordValues {
        let layout = layout
        var values = old
        for (index, imported) in draft.values.enumerated() {
            guard let imported else { continue }
            let new =
                layout.isCoded[index]
                ? codecs[index].value(imported: imported, over: old.values[index]) : imported
            let isSame =
                layout.isUnordered[index]
                ? declaration.values[index].areSame(new, old.values[index]) : new == old.values[index]
            if !isSame { values.values[index] = new }
        }
        return values
    }

    /// Returns the draft's value with a name, or nil if the row does not contain the value.
    public func value(_ name: String, of draft: RecordDraft) -> DataValue? {
        names.firstIndex(of: name).flatMap { draft.values[$0] }
    }

    /// Returns the fingerprint key, which consists of the values' texts, or nil if a value is missing.
    private func key(of draft: RecordDraft, _ names: [String]) -> String? {
        var parts: [String] = []
        for name in names {
            guard let index = self.names.firstIndex(of: name) else { return nil }
            let value = draft.values[index] ?? codecs[index].initial
            if value.isNull { return nil }
            parts.append(Words.key(codecs[index].cells(of: value).joined(separator: "\n")))
        }
        return parts.joined(separator: "\n")
    }

    // MARK: - In other files

    /// Returns a record's cell texts with their headers, without empty cells.
    public func cells(of record: StoredRecord) -> [(header: String, text: String)] {
        zip(declaration.values, codecs).enumerated().flatMap { index, value in
            zip(value.0.cells.map(\.header), value.1.cells(of: record.values.values[index]))
                .filter { !$0.1.isEmpty }.map { (header: $0, text: $1) }
        }
    }

    /// Returns a record's values after the given cell texts are applied; unreadable texts are ignored.
    public func values(
        ofCells texts: [String: String], over old: RecordValues, _ context: RecordContext
    ) throws -> RecordValues {
        var cells = RowCells(order: nil, cell: { texts[$0] })
        return try values(
            of: RecordDraft(values: draftValues(of: &cells)), over: old, resolvedAgainst: old, context)
    }

    // MARK: - Out

    /// Returns the exporter for CSV rows.
    public func exporter() -> Exporter {
        Exporter(
            .csv, of: declaration.collection, fileName: declaration.file.name, options: CSVOptions.exports
        ) { context in
            let columns = columns
            let byName = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
            let table = RecordTable(self, RecordContext(context))
            let own = Set(columns.map { $0.name.lowercased() })
            let others: RowExport<DeclaredColumn>.Others = { header in
                profile(of: header)?.columnsGivenBack(of: header, own: own) ?? header.names.map { ($0, $0) }
            }
            try RowExport(of: declaration.collection, columns: columns, context, others: others).run(
                always: columns.filter { $0.declaration?.isAlways ?? ($0.name == Self.uid) },
                needed: needed(columns, context)
            ) { id, original in
                let record = try table.record(id)
                let cells = try UntouchedCells(byName, record, original, table)
                return { cells.text($0) }
            }
        }
    }

    /// Returns the columns that contain a value for at least one record.
    private func needed(_ columns: [DeclaredColumn], _ context: ExportContext) throws -> Set<DeclaredColumn> {
        let made = try saysWhenMade(context) ? columns.filter { $0.name == Self.createdAt } : []
        let some = columns.filter { $0.declaration?.isAlways == false }
        guard !some.isEmpty else { return Set(made) }
        let counts = some.map { "count(\(sql(of: $0)))" }.joined(separator: ", ")
        let row = try Row.fetchOne(
            context.db, sql: "SELECT \(counts) FROM \(declaration.table) r WHERE \(context.condition)")
        return Set(some.indices.filter { (row?[$0] as Int64? ?? 0) > 0 }.map { some[$0] } + made)
    }

    /// Returns true if the file must contain the records' creation times.
    ///
    /// Only a row in the kind's own columns contains a record's creation time. The exported file must contain
    /// the time for each record that was imported from another row, or was not imported.
    private func saysWhenMade(_ context: ExportContext) throws -> Bool {
        let collection = declaration.collection
        if try context.sources.isAnyWithoutSource(in: collection, format: .csv, where: context.condition) {
            return true
        }
        guard !profiles.isEmpty else { return false }
        return try context.sources.containers(of: collection, format: .csv, where: context.condition)
            .contains { container in
                let layout = try context.sources.layout(of: container.id).flatMap(CSVLayout.init)
                let header = try CSVSourceRow(
                    row: [], header: context.sources.container(container.id), layout: layout
                )?.header
                return header.map(isForeign) ?? false
            }
    }

    /// Returns an SQL expression that is null if a record has no value for a column.
    private func sql(of column: DeclaredColumn) -> String {
        guard let index = column.value else { return "r.id" }
        let value = declaration.values[index]
        switch value.place {
        case .tags: return "1"
        case .days, .custom: return places[index]?.cellSQL[column.cell] ?? "NULL"
        case .columns, .moment, .people:
            let names = value.columns
            let name = "r." + (names.indices.contains(column.cell) ? names[column.cell] : names[0])
            return value.fields.first?.type == .boolean ? "nullif(\(name), 0)" : name
        }
    }
}

extension DeclaredColumn {
    /// The column's names in other programs, by which an import guesses the column's meaning.
    fileprivate var candidate: CSVColumnGuesser<DeclaredColumn>.Candidate {
        guard let declaration else {
            return .init(
                self, names: name == RecordKind.uid ? ["uid", "id"] : [name, "created", "created at"])
        }
        return .init(self, names: [name] + declaration.names, look: declaration.look)
    }
}
