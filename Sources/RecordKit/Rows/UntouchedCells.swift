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
    private let own: [[String]]
    private let uid: String
    private let original: OriginalRow<DeclaredColumn>
    /// By value and cell: whether the original row says what the record says.
    private let isSame: [[Bool]]
    private let ambiguous: Set<String>

    /// - Parameter columns: the kind's columns by their names.
    init(
        _ kind: RecordKind, _ columns: [String: DeclaredColumn], _ record: StoredRecord,
        _ original: OriginalRow<DeclaredColumn>
    ) {
        self.original = original
        uid = record.uid
        own = kind.codecs.enumerated().map { $1.cells(of: record.values.values[$0]) }
        guard original.source != nil else {
            (isSame, ambiguous) = ([], [])
            return
        }
        var cells = RowCells(
            order: original.options.csvDateOrder,
            cell: { name in columns[name].flatMap(original.text).map(Words.withoutNUL) })
        var said: [DataValue?] = []
        for (index, value) in kind.declaration.values.enumerated() {
            said.append(value.cells.isEmpty ? nil : kind.codecs[index].value(of: &cells))
        }
        ambiguous = cells.ambiguousDates
        let draft = RecordDraft(said: said)
        let values = kind.values(of: draft, over: kind.initial)
        isSame = values.values.indices.map { [own] index in
            let value = kind.declaration.values[index]
            let (said, kept) = (values.values[index], record.values.values[index])
            // What was imported is what the row said, if names in it have become uids since, and what an earlier version did
            // not read is no more. A value from an earlier row, where this one cannot be read, would be lost.
            let isAsImported =
                !original.isEdited && (draft.said[index] != nil || kept == kind.codecs[index].initial)
            if isAsImported || value.areSame(said, kept) { return own[index].map { _ in true } }
            guard kind.codecs[index].hasSeparateCells else { return own[index].map { _ in false } }
            return zip(kind.codecs[index].cells(of: said), own[index]).map { $0 == $1 }
        }
    }

    /// The text of the record's cell in a column.
    func text(_ column: DeclaredColumn) -> String {
        guard let index = column.value else {
            guard let old = original.text(column), Words.line(old) == uid else { return uid }
            return old
        }
        guard original.source != nil, isSame[index][column.cell], !ambiguous.contains(column.name),
            let old = original.text(column)
        else {
            return own[index][column.cell]
        }
        return old
    }
}
