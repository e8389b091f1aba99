import AtriumSDK
import CSVExchange
import CSVFormat

/// A record's cells for an export, each unchanged from the imported row if the cell's value is unchanged.
///
/// In an unedited record, every cell keeps its original text. In an edited record, every cell with an
/// unchanged value keeps its original text. The original text includes any text that the import could not
/// read. There are two exceptions. A value from an earlier row is written if the record's own row cannot
/// provide the value, because the value would otherwise be lost. An ambiguous date is written as ISO 8601,
/// because no file specifies its date order, and the export could not be imported again.
struct UntouchedCells {
    private let record: StoredRecord
    private let original: OriginalRow<DeclaredColumn>
    /// True if the row uses the kind's own columns.
    private let isOwn: Bool
    /// The cells for each value.
    private let written: [[String]]

    /// - Parameter columns: the kind's columns by name.
    init(
        _ columns: [String: DeclaredColumn], _ record: StoredRecord,
        _ original: OriginalRow<DeclaredColumn>, _ table: RecordTable
    ) throws {
        let kind = table.kind
        self.original = original
        self.record = record
        let own = kind.codecs.enumerated().map { $1.cells(of: record.values.values[$0]) }
        isOwn = original.source.map { !kind.isForeign($0.header) } ?? false
        guard isOwn else {
            written = own
            return
        }
        var cells = RowCells(
            order: original.options.csvDateOrder,
            cell: { name in columns[name].flatMap(original.text).map(Words.withoutNUL) })
        let draft = RecordDraft(values: kind.draftValues(of: &cells))
        let values = try kind.values(
            of: draft, over: table.initial, resolvedAgainst: record.values, table.context)
        written = values.values.indices.map { [own] index in
            let value = kind.declaration.values[index]
            let old = value.cells.map { cell in
                cells.ambiguousDates.contains(cell.header) ? nil : columns[cell.header].flatMap(original.text)
            }
            let (imported, stored) = (values.values[index], record.values.values[index])
            // An unedited record still has the row's values, even if names have since become uids and even if
            // an earlier version of the program did not read a cell. A value from an earlier row, which this
            // row cannot provide, must be written, because it would be lost.
            let wasRead =
                draft.values[index] != nil
                || value.cells.contains { cells.ambiguousDates.contains($0.header) }
            let isAsImported = !original.isEdited && (wasRead || stored == table.initial.values[index])
            if isAsImported || value.areSame(imported, stored) {
                return kind.codecs[index].untouched(old, own: own[index])
            }
            guard kind.codecs[index].hasSeparateCells else { return own[index] }
            let importedCells = kind.codecs[index].cells(of: imported)
            return own[index].indices.map {
                importedCells[$0] == own[index][$0] ? old[$0] ?? own[index][$0] : own[index][$0]
            }
        }
    }

    /// Returns the record's cell text in a column.
    func text(_ column: DeclaredColumn) -> String {
        if let index = column.value { return written[index][column.cell] }
        guard column.name == RecordKind.uid else {
            guard isOwn else { return record.createdAt }
            // A row without this time was imported when the record was added.
            guard let old = original.text(column), Words.line(old) != nil else { return "" }
            return Timestamp.date(old).map(Timestamp.text) == record.createdAt ? old : record.createdAt
        }
        guard let old = original.text(column), Words.line(old) == record.uid else { return record.uid }
        return old
    }
}
