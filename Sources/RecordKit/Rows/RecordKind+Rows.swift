public import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB

/// The columns of CSV: those of the declared cells between the uid's and that of the time when the record was made.
struct DeclaredColumn: RowColumn {
    /// The header.
    let name: String
    /// Which value it says; nil: what each record has, its uid or when it was made.
    let value: Int?
    /// Which of the value's cells it is.
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
            let own = column.name == Self.uid ? "The \(declaration.recordName)'s uid." : "When it was made."
            return FieldDeclaration(column.name, .text, help: column.declaration?.help ?? own)
        }
    }

    // MARK: - In

    /// How rows of CSV become records; nil if they stand in no file.
    public func importer() -> Importer? {
        guard let file = declaration.file else { return nil }
        let (columns, initial) = (columns, initial)
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
                        .internal, "\(declaration.collection) was given an item that is no row of CSV")
                }
                return try mapped(row, line: item.line, header, options, over: initial)
            }, writer: { RecordKindWriter(self, $0) })
    }

    /// How items of another format become records, by the same writer and fingerprints.
    ///
    /// - Parameters:
    ///   - claim: how it stands to other modules' importers of these kinds.
    ///   - map: what an item says.
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
            + (declaration.file?.fingerprints ?? []).map { names in
                Fingerprint(names.joined(separator: " and "), strength: .likely) { key(of: $0, names) }
            }
    }

    /// The program that a header is of.
    private func profile(of header: CSVHeader) -> RowProfile? { profiles.first { $0.isOf(header) } }

    /// How files of the profiles' programs are rewritten before they are read: what the module declares.
    public var rewrites: [FileRewrite] { profiles.compactMap { $0.pass?.rewrite } }

    /// Whether the rows below a header say nothing in the kind's own columns, whatever these are called there.
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
                && (!sign.isSaid || options.columns.contains { $0.field == sign.all.first })
                && sign.any.count(where: { places[$0] != nil }) >= sign.atLeast
        }
        guard let sign else { return nil }
        let known = Set(places.values)
        return Importer.Recognition(
            profile: file.profile, confidence: sign.isCertain ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !known.contains($0) }.map { header.names[$0] })
    }

    /// Maps a row to what it says.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if it lacks what no record can be without, and
    ///   ``AtriumError/dateOrderNeeded(line:column:)`` if a date may be two days.
    private func mapped(
        _ row: CSVRow, line: Int, _ header: CSVHeader, _ options: ImportOptions, over initial: RecordValues
    ) throws -> MappedItem<RecordDraft> {
        let foreign = profile(of: header)?.read(row, header)
        // SQLite's texts end at a NUL.
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
            said: said(by: &cells), clues: foreign?.clues ?? [:],
            createdAt: foreign?.createdAt ?? cells.instant(Self.createdAt))
        // A row that is refused anyway asks for no order of dates.
        try requireAll(of: draft, cells, over: initial)
        if !cells.ambiguousDates.isEmpty,
            let column = columns.last(where: { cells.ambiguousDates.contains($0.name) })?.name
        {
            throw AtriumError.dateOrderNeeded(line: line, column: headerName(column))
        }
        let (whole, problems) = whole(of: draft, cells, over: initial)
        draft.whole = whole
        return MappedItem(
            draft: draft, uid: cells.word(Self.uid),
            issues: problems.filter { UnknownZone.isToBeSaid($0.code, options) }.map {
                ImportIssue(line: line, property: headerName($0.header), code: $0.code, message: $0.message)
            })
    }

    /// Refuses a draft that lacks what no record can be without.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, with what is wrong with the cell if there is one.
    func requireAll(of draft: RecordDraft, _ cells: RowCells, over initial: RecordValues) throws {
        for index in layout.required where draft.said[index] == nil {
            let value = declaration.values[index]
            guard initial.values[index].isNull, !value.isFilled,
                value.cells.allSatisfy({ !cells.ambiguousDates.contains($0.header) })
            else { continue }
            let problem = cells.problems.first { $0.header == value.cells.first?.header }
            let isDay = [.date, .when].contains(value.fields[0].type)
            throw AtriumError(
                .badData,
                problem?.message ?? "the row has no \(isDay ? "day such as 2026-03-01" : value.name)")
        }
    }

    /// The values of a new record that a draft says, mended, and what was wrong with its cells.
    func whole(
        of draft: RecordDraft, _ cells: RowCells, over initial: RecordValues
    ) -> (values: RecordValues, problems: [RowCells.Problem]) {
        var values = unmended(draft, over: initial)
        let mended = rules.mend(&values)
        return (values, cells.problems + mended)
    }

    /// A draft that says all that values are.
    public func draft(of values: RecordValues) -> RecordDraft { RecordDraft(said: values.values) }

    /// A draft that says some of the values, and nothing of the others.
    public func draft(of values: RecordValues, saying said: Set<String>) -> RecordDraft {
        RecordDraft(said: zip(names, values.values).map { said.contains($0) ? $1 : nil })
    }

    /// What the cells of a row say, by value.
    func said(by cells: inout RowCells) -> [DataValue?] {
        var said: [DataValue?] = []
        said.reserveCapacity(codecs.count)
        let hasCells = layout.hasCells
        for index in codecs.indices {
            said.append(hasCells[index] ? codecs[index].value(of: &cells) : nil)
        }
        return said
    }

    /// Values with what a row says of them, mended.
    public func values(of draft: RecordDraft, over old: RecordValues) -> RecordValues {
        var values = unmended(draft, over: old)
        _ = rules.mend(&values)
        return values
    }

    /// The same in the words of the vault: with uids in the place of people's names.
    ///
    /// - Parameter known: the values of the record so far, in which people may be named already.
    func values(
        of draft: RecordDraft, over old: RecordValues, resolvedAgainst known: RecordValues,
        _ context: RecordContext
    ) throws -> RecordValues {
        var values = values(of: draft, over: old)
        try resolve(&values, of: draft, against: known, context)
        return values
    }

    /// The values of a new record in the words of the vault.
    func newValues(of draft: RecordDraft, _ context: RecordContext) throws -> RecordValues {
        let initial = layout.initial
        var values = draft.whole ?? values(of: draft, over: initial)
        try resolve(&values, of: draft, against: initial, context)
        return values
    }

    private func resolve(
        _ values: inout RecordValues, of draft: RecordDraft, against known: RecordValues,
        _ context: RecordContext
    ) throws {
        for index in layout.coded where draft.said[index] != nil {
            values.values[index] = try codecs[index].resolved(
                values.values[index], over: known.values[index], context)
        }
    }

    private func unmended(_ draft: RecordDraft, over old: RecordValues) -> RecordValues {
        let layout = layout
        var values = old
        for (index, said) in draft.said.enumerated() {
            guard let said else { continue }
            let new = layout.isCoded[index] ? codecs[index].value(said: said, over: old.values[index]) : said
            let isSame =
                layout.isUnordered[index]
                ? declaration.values[index].areSame(new, old.values[index]) : new == old.values[index]
            if !isSame { values.values[index] = new }
        }
        return values
    }

    /// The value that a row gives; nil if it does not say it.
    public func value(_ name: String, of draft: RecordDraft) -> DataValue? {
        names.firstIndex(of: name).flatMap { draft.said[$0] }
    }

    /// The key of a fingerprint: the texts of some values; nil if one is missing.
    private func key(of draft: RecordDraft, _ names: [String]) -> String? {
        var parts: [String] = []
        for name in names {
            guard let index = self.names.firstIndex(of: name) else { return nil }
            let said = draft.said[index] ?? codecs[index].initial
            if said.isNull { return nil }
            parts.append(Words.key(codecs[index].cells(of: said).joined(separator: "\n")))
        }
        return parts.joined(separator: "\n")
    }

    // MARK: - In other files

    /// What a record says, as the texts of its cells by their headers; empty ones are left out.
    public func cells(of record: StoredRecord) -> [(header: String, text: String)] {
        zip(declaration.values, codecs).enumerated().flatMap { index, value in
            zip(value.0.cells.map(\.header), value.1.cells(of: record.values.values[index]))
                .filter { !$0.1.isEmpty }.map { (header: $0, text: $1) }
        }
    }

    /// Values with what the texts of some cells say; those that cannot be read say nothing.
    public func values(
        ofCells texts: [String: String], over old: RecordValues, _ context: RecordContext
    ) throws -> RecordValues {
        var cells = RowCells(order: nil, cell: { texts[$0] })
        return try values(
            of: RecordDraft(said: said(by: &cells)), over: old, resolvedAgainst: old, context)
    }

    // MARK: - Out

    /// How records become rows of CSV; nil if they stand in no file.
    public func exporter() -> Exporter? {
        guard let file = declaration.file else { return nil }
        return Exporter(
            .csv, of: declaration.collection, fileName: file.name, options: CSVOptions.exports
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

    /// The columns in which a record says something.
    private func needed(_ columns: [DeclaredColumn], _ context: ExportContext) throws -> Set<DeclaredColumn> {
        let made = try saysWhenMade(context) ? columns.filter { $0.name == Self.createdAt } : []
        let some = columns.filter { $0.declaration?.isAlways == false }
        guard !some.isEmpty else { return Set(made) }
        let counts = some.map { "count(\(sql(of: $0)))" }.joined(separator: ", ")
        let row = try Row.fetchOne(
            context.db, sql: "SELECT \(counts) FROM \(declaration.table) r WHERE \(context.condition)")
        return Set(some.indices.filter { (row?[$0] as Int64? ?? 0) > 0 }.map { some[$0] } + made)
    }

    /// Whether it is known when a record was made: of one that a row in the kind's own columns brought, only such a row says it.
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

    /// SQL that is null where a record says nothing in a column.
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
    /// What other programs call such a column, for guesses.
    fileprivate var candidate: CSVColumnGuesser<DeclaredColumn>.Candidate {
        guard let declaration else {
            return .init(
                self, names: name == RecordKind.uid ? ["uid", "id"] : [name, "created", "created at"])
        }
        return .init(self, names: [name] + declaration.names, look: declaration.look)
    }
}
