import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The columns of a collection's CSV, in the order in which they are written; the first one is the uid.
protocol JournalColumn: RowColumn, CaseIterable, Sendable, RawRepresentable
where RawValue == String, AllCases == [Self] {
    /// What stands in the column, for help.
    var help: String { get }
    /// The columns that are written only where a record needs them: each holds what stood in another one of the row that
    /// came, where it would say another thing there beside what was edited. They mean nothing to an import, which keeps them.
    static var kept: [Self: Self] { get }
}

extension JournalColumn {
    static var kept: [Self: Self] { [:] }
}

/// Where the columns of a collection stand under a header.
struct ColumnPlaces<Column: JournalColumn> {
    private let header: CSVHeader
    private let indices: [Column: Int]

    init(_ header: CSVHeader, _ options: ImportOptions) {
        self.header = header
        indices = Column.allCases.reduce(into: [:]) { indices, column in
            indices[column] = options.column(of: column.rawValue, at: header.firstIndex)
        }
    }

    /// The columns that the header has.
    var found: Set<Column> { Set(indices.keys) }

    /// The names of the columns that mean nothing here.
    var unmapped: [String] {
        let known = Set(indices.filter { Column.kept[$0.key] == nil }.values)
        return header.names.indices.filter { !known.contains($0) }.map { header.names[$0] }
    }

    /// A row's cell, without what SQLite's texts end at; nil where there is no such column.
    func cell(_ column: Column, of row: CSVRow) -> String? {
        indices[column].flatMap { row[$0]?.replacing("\0", with: "") }
    }

    /// What the file calls a column.
    func name(of column: Column) -> String {
        indices[column].map { header.names[$0] } ?? column.rawValue
    }
}

/// The cells of a row of CSV, read.
///
/// Of each cell nil says that there is none; inside, nil that it is empty. What cannot be read of one stands in ``problems``.
struct RowCells<Column: JournalColumn> {
    /// What was wrong.
    private(set) var problems: [(column: Column, code: String, message: String)] = []
    /// The column with a date that reads as two days; nil where there is none.
    private(set) var ambiguousDates: Column?
    private let order: CSVDateOrder?
    private let userZone: String?
    /// The text of a column's cell; nil where there is none.
    let text: (Column) -> String?

    /// - Parameters:
    ///   - order: in which order dates are written; nil where that is not known.
    ///   - userZone: the zone of times where there is no column for it; nil: they float.
    init(order: CSVDateOrder? = nil, userZone: String? = nil, text: @escaping (Column) -> String?) {
        self.order = order
        self.userZone = userZone
        self.text = text
    }

    /// A cell of one line.
    func line(_ column: Column) -> String?? { text(column).map(JournalText.line) }

    /// A cell of any number of lines.
    func body(_ column: Column) -> String?? { text(column).map(JournalText.body) }

    /// A cell with texts between commas.
    func list(_ column: Column) -> [String]? {
        text(column).map { cell in
            let line = cell.split(whereSeparator: \.isNewline).joined(separator: ",")
            return JournalText.lines(ContentLine(name: "X", value: line).list())
        }
    }

    /// A cell with a text a line.
    func lines(_ column: Column) -> [String]? {
        text(column).map { JournalText.lines(JournalText.split($0)) }
    }

    /// A cell's value; nil too where it cannot be read.
    mutating func value<Value>(
        _ column: Column, _ code: String, _ message: String, _ parse: (String) -> Value?
    ) -> Value?? {
        guard let word = line(column) else { return .none }
        guard let word else { return .some(nil) }
        if let value = parse(word) { return .some(value) }
        note(column, code, message)
        return .none
    }

    /// A day.
    mutating func day(_ column: Column) -> LocalDate?? {
        guard let word = line(column) else { return .none }
        guard let word else { return .some(nil) }
        do throws(CSVDateProblem) {
            if let day = LocalDate(iso: try CSVDate.parse(word, order: order).description) {
                return .some(day)
            }
        } catch {
            if case .ambiguousOrder = error { ambiguousDates = column }
        }
        note(column, "bad-date", "the cell is not a date such as 2026-03-01")
        return .none
    }

    /// A day, a time on the clock of the zone in another column, or an instant.
    ///
    /// A zone that there is not keeps its name, by which another reader may know it; its times count as the viewer's.
    mutating func time(_ column: Column, zone zoneColumn: Column) -> CalendarTime?? {
        guard let word = line(column) else { return .none }
        guard let word else { return .some(nil) }
        let zone = line(zoneColumn) ?? userZone
        _ = UnknownZone.read(line(zoneColumn) ?? nil, by: Zones.system.zone, orTaking: nil) {
            note(zoneColumn, $0, $1)
        }
        if let time = CalendarTime(stored: word, zone: zone) { return .some(time) }
        do throws(CSVDateProblem) {
            let read = try CSVDateTime.parse(word, order: order)
            if let year = read.date.year, read.zone.isEmpty,
                let day = CivilDate(year: year, month: read.date.month, day: read.date.day)
            {
                guard let time = read.time else { return .some(.date(day)) }
                let clock = CivilDateTime(
                    date: day, secondOfDay: time.hour * 3600 + time.minute * 60 + time.second)
                return .some(zone.map { .zoned(clock, zone: $0) } ?? .floating(clock))
            }
        } catch {
            if case .ambiguousOrder = error { ambiguousDates = column }
        }
        // With an offset it is an instant.
        if let instant = Timestamp.date(word) {
            return .some(.utc(Instant(instant)))
        }
        note(column, "bad-date", "the cell is not a date or time such as 2026-03-01T19:30")
        return .none
    }

    /// An instant, as stored text.
    mutating func instant(_ column: Column) -> String?? {
        value(column, "bad-date", "the cell is not an instant such as 2026-03-01T19:30:00Z") {
            Timestamp.date($0).map(Timestamp.text)
        }
    }

    /// Notes something that could not be read.
    mutating func note(_ column: Column, _ code: String, _ message: String) {
        problems.append((column, code, message))
    }
}

/// A collection's records as CSV: what its export and its import have in common with that of the other one.
struct JournalTable<Column: JournalColumn, Stored>: Sendable {
    /// The collection.
    let collection: CollectionID
    /// The text of a record's cell in a column.
    let text: @Sendable (Column, Stored) -> String
    /// The same of what the row says that a record came from, whose cells are given; nil where it says nothing that could
    /// be read.
    let reread: @Sendable (Column, Stored, @escaping (Column) -> String?) -> String?
    /// The uid of a record.
    let uid: @Sendable (Stored) -> String
    /// Whether a row, whose cells are given, says what a record does in the columns whose cells say something only beside
    /// other cells, a review of what is decided: those that `JournalColumn.kept` leads to.
    var isRepresented: @Sendable (Stored, @escaping (Column) -> String?) -> Bool = { _, _ in true }
    /// What stands in such a column of the row that a record came from, and did not come to stand in the record.
    var left: @Sendable (Column, Stored, @escaping (Column) -> String?) -> String? = { _, _, _ in nil }

    /// Writes the records of an export.
    func write(_ context: ExportContext, stored: (Int64) throws -> Stored) throws {
        let export = RowExport<Column>(of: collection, context)
        let kept = Set(Column.kept.keys)
        var needed: Set<Column> = []
        if !kept.isEmpty {
            try export.forEachEdited { id, original in
                let cell = cells(of: try stored(id), original)
                needed.formUnion(kept.filter { !cell($0).isEmpty })
            }
        }
        try export.run(always: Column.allCases.filter { !kept.contains($0) }, needed: needed) {
            cells(of: try stored($0), $1)
        }
    }

    /// The cells of a record, those too that hold what its row says and it does not.
    func cells(of stored: Stored, _ original: OriginalRow<Column>) -> (Column) -> String {
        let cell = cellTexts(of: stored, isEdited: original.isEdited, original.text)
        guard original.isEdited, original.source != nil else { return cell }
        let readCell = cellTexts(of: stored, isEdited: true, original.readText)
        return { column in
            guard let place = Column.kept[column] else { return cell(column) }
            let before = cell(column)
            guard let left = left(place, stored, original.readText),
                ![cell(place), readCell(place)].contains(original.readText(place))
            else { return before }
            return before.isEmpty ? left : "\(before)\n\(left)"
        }
    }

    /// The cells that say what a record does, with the cells of the row that it came from.
    private func cellTexts(
        of stored: Stored, isEdited: Bool, _ original: @escaping (Column) -> String?
    ) -> (Column) -> String {
        let cells = { cell($0, of: stored, isEdited: isEdited, original: original) }
        guard isEdited, !Column.kept.isEmpty, !isRepresented(stored, cells) else { return cells }
        // What meant nothing in the row that came would mean something beside what was edited.
        let dependent = Set(Column.kept.values)
        return { dependent.contains($0) ? text($0, stored) : cells($0) }
    }

    /// The cell of a record in a column.
    ///
    /// Where the row that it came from says the same, its own text stands: a cell that was not touched is given back as it
    /// was, with what could not be read of it.
    func cell(
        _ column: Column, of stored: Stored, isEdited: Bool, original: @escaping (Column) -> String?
    ) -> String {
        let text = text(column, stored)
        guard let old = original(column) else { return text }
        if column == Column.allCases[0] { return JournalText.line(old) == uid(stored) ? old : text }
        return !isEdited || reread(column, stored, original) == text ? old : text
    }
}

extension Importer {
    /// Declares an importer of a collection's rows of CSV.
    ///
    /// - Parameters:
    ///   - recognise: how sure it is of a header with these columns; nil: they are of something else.
    ///   - draft: what a row's cells say.
    static func rows<Column: JournalColumn, Writer: RecordWriter>(
        of column: Column.Type, into collection: CollectionID, profile: String,
        candidates: [CSVColumnGuesser<Column>.Candidate], fingerprints: [Fingerprint<Writer.Draft>],
        recognise: @escaping @Sendable (Set<Column>, ImportOptions) -> FormatConfidence?,
        draft: @escaping @Sendable (inout RowCells<Column>) throws -> Writer.Draft,
        writer: @escaping @Sendable (ImportContext) throws -> Writer
    ) -> Importer {
        Importer(
            .csv, kinds: [.csvRow], into: collection, options: [CSVOptions.dateOrder.declaration],
            columns: Column.allCases.filter { Column.kept[$0] == nil }.map {
                FieldDeclaration($0.rawValue, .text, help: $0.help)
            },
            recognise: { container, options in
                guard let header = container.value as? CSVHeader else { return nil }
                let places = ColumnPlaces<Column>(header, options)
                return recognise(places.found, options).map {
                    Recognition(profile: profile, confidence: $0, unmappedColumns: places.unmapped)
                }
            },
            guess: { container, items in
                guard let header = container.value as? CSVHeader else { return [] }
                return CSVColumnGuesser(candidates).columnGuesses(
                    for: header, rows: items.compactMap { $0.value as? CSVRow }, name: \.rawValue)
            },
            fingerprints: fingerprints,
            map: { item, container, options in
                guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                    throw AtriumError(.internal, "the importer of \(collection) expected a CSV row")
                }
                let places = ColumnPlaces<Column>(header, options)
                var cells = RowCells<Column>(
                    order: options.csvDateOrder, userZone: Zones.id(of: options.timeZone),
                    text: { places.cell($0, of: row) })
                let draft = Result { try draft(&cells) }
                if let column = cells.ambiguousDates {
                    throw AtriumError.dateOrderNeeded(line: item.line, column: places.name(of: column))
                }
                return MappedItem(
                    draft: try draft.get(), uid: cells.line(Column.allCases[0]) ?? nil,
                    issues: cells.problems.filter { UnknownZone.isToBeSaid($0.code, options) }.map {
                        ImportIssue(
                            line: item.line, property: places.name(of: $0.column), code: $0.code,
                            message: $0.message)
                    })
            }, writer: writer)
    }
}
