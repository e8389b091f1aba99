import AtriumSDK
import CSVExchange
import CSVFormat

/// The cells of a record, each as it stands in the row that the record came from, as long as that says the same.
///
/// A cell of a record that was not edited comes back as it came, with what could not be read of it. So does each cell of an
/// edited one whose value was not touched. A value that the record has from an earlier row, and this row cannot be read for,
/// is written: it would be lost. So is a date that may be two days, as ISO 8601: no file says in
/// which order its dates are, and the export could not come in again.
struct UntouchedCells {
    private let record: StoredRecord
    private let original: OriginalRow<DeclaredColumn>
    /// Whether the row is in the kind's own columns.
    private let isOwn: Bool
    /// The cells by value.
    private let written: [[String]]

    /// - Parameter columns: the kind's columns by their names.
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
        let draft = RecordDraft(said: kind.said(by: &cells))
        let values = try kind.values(
            of: draft, over: table.initial, resolvedAgainst: record.values, table.context)
        written = values.values.indices.map { [own] index in
            let value = kind.declaration.values[index]
            let old = value.cells.map { cell in
                cells.ambiguousDates.contains(cell.header) ? nil : columns[cell.header].flatMap(original.text)
            }
            let (said, kept) = (values.values[index], record.values.values[index])
            // What was imported is what the row said, if names in it have become uids since, and what an earlier version did
            // not read is no more. A value from an earlier row, where this one cannot be read, would be lost.
            let wasRead =
                draft.said[index] != nil || value.cells.contains { cells.ambiguousDates.contains($0.header) }
            let isAsImported = !original.isEdited && (wasRead || kept == table.initial.values[index])
            if isAsImported || value.areSame(said, kept) {
                return kind.codecs[index].untouched(old, own: own[index])
            }
            guard kind.codecs[index].hasSeparateCells else { return own[index] }
            let saidCells = kind.codecs[index].cells(of: said)
            return own[index].indices.map {
                saidCells[$0] == own[index][$0] ? old[$0] ?? own[index][$0] : own[index][$0]
            }
        }
    }

    /// The text of the record's cell in a column.
    func text(_ column: DeclaredColumn) -> String {
        if let index = column.value { return written[index][column.cell] }
        guard column.name == RecordKind.uid else {
            guard isOwn else { return record.createdAt }
            // A row that says nothing of it came when the record was made.
            guard let old = original.text(column), Words.line(old) != nil else { return "" }
            return Instant.date(old).map(Instant.text) == record.createdAt ? old : record.createdAt
        }
        guard let old = original.text(column), Words.line(old) == record.uid else { return record.uid }
        return old
    }
}
