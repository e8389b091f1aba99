import AtriumSDK
import GRDB
import Synchronization

/// The row layout for a kind.
///
/// The layout is computed once per kind, because an import uses the layout for each row in a file with a
/// hundred thousand rows.
final class RecordLayout: Sendable {
    /// The storage location for a value.
    enum Slot {
        /// One column, without conversion by a codec.
        case plain(PlainColumn)
        /// A number of columns that the codec converts.
        case coded(Int)
        /// The tags, which the host stores.
        case tags
        /// Rows in other tables.
        case elsewhere
    }

    /// The values' slots, in the declaration's order.
    let slots: [Slot]
    /// The indexes for values that are positions in the user's own order.
    let positions: [Int]
    /// The indexes for values whose codecs convert imported values.
    let coded: [Int]
    /// For each value, true if the value's codec converts imported values.
    let isCoded: [Bool]
    /// For each value, true if the value has cells.
    let hasCells: [Bool]
    /// For each value, true if the order of the value's texts has no meaning.
    let isUnordered: [Bool]
    /// The indexes for values that every record must have.
    let required: [Int]
    /// The values for a new record if the input is empty.
    let initial: RecordValues
    /// The SQL columns that are read from a row, over the alias `r`.
    ///
    /// The record's own columns precede the values' columns.
    let select: String
    let insertSQL: String
    let updateSQL: String
    /// An SQL query for the record with an id.
    let findSQL: String
    /// An SQL query for the records whose ids are in a JSON list, in the list's order.
    let listSQL: String

    init(_ kind: RecordKind) {
        let declaration = kind.declaration
        slots = declaration.values.indices.map { index in
            let count = declaration.values[index].columns.count
            if kind.places[index] != nil { return .elsewhere }
            if count == 0 { return .tags }
            guard let plain = kind.codecs[index] as? PlainCodec, plain.split == nil else {
                return .coded(count)
            }
            return .plain(plain.column)
        }
        positions = declaration.values.indices.filter { declaration.values[$0].isPosition }
        coded = kind.codecs.indices.filter { !(kind.codecs[$0] is PlainCodec) }
        isCoded = kind.codecs.map { !($0 is PlainCodec) }
        hasCells = declaration.values.map { !$0.cells.isEmpty }
        isUnordered = declaration.values.map(\.isUnordered)
        required = declaration.values.indices.filter { declaration.values[$0].isRequired }
        initial = kind.initial
        let columns = declaration.values.flatMap(\.columns)
        let written = columns + (declaration.duplicates.map { [$0.column] } ?? []) + ["updated_at"]
        let table = declaration.table
        select = (["id", "uid", "created_at", "updated_at"] + columns).map { "r.\($0)" }.joined(
            separator: ", ")
        let all = written + ["uid", "created_at"]
        let (revision, zero) = declaration.hasRevision ? (", revision", ", 0") : ("", "")
        insertSQL = """
            INSERT INTO \(table) (\(all.joined(separator: ", "))\(revision))
            VALUES (\(all.map { _ in "?" }.joined(separator: ", "))\(zero))
            """
        let settings = written.map { "\($0) = ?" } + (revision.isEmpty ? [] : ["revision = revision + 1"])
        updateSQL = "UPDATE \(table) SET \(settings.joined(separator: ", ")) WHERE id = ?"
        findSQL = "SELECT \(select) FROM \(table) r WHERE r.id = ?"
        listSQL = """
            SELECT \(select) FROM json_each(?) j CROSS JOIN \(table) r ON r.id = j.value ORDER BY j.key
            """
    }

    /// A box that creates a kind's layout on first use.
    final class Box: Sendable {
        private let kept = AtomicLazyReference<RecordLayout>()

        func layout(of kind: RecordKind) -> RecordLayout {
            kept.load() ?? kept.storeIfNil(RecordLayout(kind))
        }
    }
}

/// A column that stores a value without conversion by a codec.
struct PlainColumn {
    private enum Kind { case boolean, decimal, list, other }

    private let kind: Kind
    /// The value that an empty column represents.
    private let nothing: DataValue

    init(_ type: FieldType) {
        kind =
            switch type {
            case .boolean: .boolean
            case .decimal: .decimal
            case .list: .list
            default: .other
            }
        nothing = type.nothing
    }

    func value(of column: DatabaseValue) -> DataValue {
        switch (column.storage, kind) {
        case (.int64(let number), .boolean): .bool(number != 0)
        case (.int64(let number), .decimal): .decimal(Double(number))
        case (.int64(let number), _): .integer(number)
        case (.double(let number), _): .decimal(number)
        case (.string(let text), .list): .texts(Words.names(column: text))
        case (.string(let text), _): .text(text)
        case (.null, _), (.blob, _): nothing
        }
    }

    func column(of value: DataValue) -> DatabaseValue {
        if case .list = value { Words.column(value.texts).databaseValue } else { value.databaseValue }
    }
}
