import AtriumSDK
import GRDB
import Synchronization

/// How the rows of a kind are read and written: worked out once a kind, since imports ask for each of a hundred thousand.
final class RecordLayout: Sendable {
    /// The place in which a value is kept.
    enum Slot {
        /// In a column of its own, as it is.
        case plain(PlainColumn)
        /// In so many columns, as its codec says.
        case coded(Int)
        /// Among the tags.
        case tags
        /// In other rows.
        case elsewhere
    }

    /// The slots of the values, in the order of the declaration.
    let slots: [Slot]
    /// The values that are places among the records, by their places in the declaration.
    let positions: [Int]
    /// The values whose codecs may do more with what a file says than to take it as it is.
    let coded: [Int]
    /// By value: whether it is one of those.
    let isCoded: [Bool]
    /// By value: whether it has cells.
    let hasCells: [Bool]
    /// By value: whether the order of its texts says nothing.
    let isUnordered: [Bool]
    /// The values without which there is no record.
    let required: [Int]
    /// The values of a record of which nothing is said.
    let initial: RecordValues
    /// The columns that are read of a row, over the alias `r`: the record's own, then those of the values.
    let select: String
    let insertSQL: String
    let updateSQL: String
    /// SQL for the record with an id.
    let findSQL: String
    /// SQL for the records with the ids of a list, in JSON, in its order.
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
        let written = columns + (declaration.doubles.map { [$0.column] } ?? []) + ["updated_at"]
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

    /// Keeps the layout of a kind once it was asked for.
    final class Box: Sendable {
        private let kept = AtomicLazyReference<RecordLayout>()

        func layout(of kind: RecordKind) -> RecordLayout {
            kept.load() ?? kept.storeIfNil(RecordLayout(kind))
        }
    }
}

/// A value that one column holds as it is.
struct PlainColumn {
    private enum Kind { case boolean, decimal, list, other }

    private let kind: Kind
    /// The value of an empty column.
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
