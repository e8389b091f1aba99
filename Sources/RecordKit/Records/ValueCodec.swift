public import AtriumSDK
public import GRDB

/// How a value is written in columns, in fields and in cells: for values that are more than one of each.
///
/// A value of one field needs none: its type says it all. The record in hand is nil where it is yet to be made.
public protocol ValueCodec: Sendable {
    /// The value of a record of which nothing is said.
    var initial: DataValue { get }
    /// Whether one of its cells may be untouched where another was changed: each says something of its own.
    var hasSeparateCells: Bool { get }
    /// The value that columns hold, in the order of the declaration.
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue
    /// The columns that hold a value.
    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue]
    /// The fields by which results show a value.
    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject
    /// What an edit takes beside the fields of the declaration.
    var editFields: [FieldDeclaration] { get }
    /// The value that an input makes of another one; `given` has the value's fields that are named, null to clear them.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue
    /// What a row says of the value; nil: nothing. What cannot be read is noted in the row.
    func value(of row: inout RowCells) -> DataValue?
    /// The texts of a value's cells, in the order of the declaration.
    func cells(of value: DataValue) -> [String]
    /// The value that a file makes of another one: `said` is what ``value(of:)`` gave, or a whole value.
    func value(said: DataValue, over old: DataValue) -> DataValue
    /// The value of a file in the words of the vault: with uids in the place of people's names.
    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws -> DataValue
    /// The cells of a row that says what the record does: its own where the row has no such column.
    func untouched(_ cells: [String?], own: [String]) -> [String]
    /// Returns what only the vault can tell of a file's value; not called for null.
    func issues(said: DataValue, _ context: RecordContext) throws -> [ImportIssue]
}

extension ValueCodec {
    /// Null.
    public var initial: DataValue { .null }
    /// False: the cells say one thing together.
    public var hasSeparateCells: Bool { false }
    /// Null: the value is in no column.
    public func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        .null
    }
    /// None.
    public func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws
        -> [DatabaseValue]
    { [] }
    /// None: only computed fields show it.
    public func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject {
        [:]
    }
    /// None.
    public var editFields: [FieldDeclaration] { [] }
    /// The old one: no field is of it.
    public func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue { old }
    /// Nil: no cell is of it.
    public func value(of row: inout RowCells) -> DataValue? { nil }
    /// None.
    public func cells(of value: DataValue) -> [String] { [] }
    /// What the file says.
    public func value(said: DataValue, over old: DataValue) -> DataValue { said }
    /// The value as it is.
    public func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws
        -> DataValue
    { value }
    /// The row's where it has them.
    public func untouched(_ cells: [String?], own: [String]) -> [String] { zip(cells, own).map { $0 ?? $1 } }
    /// None.
    public func issues(said: DataValue, _ context: RecordContext) throws -> [ImportIssue] { [] }
}

/// Keeps a value elsewhere than in the record's row.
public protocol ValuePlace: Sendable {
    /// The value of a record.
    func value(of record: Int64, _ context: RecordContext) throws -> DataValue
    /// Makes it another one; only called where the two differ.
    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws
    /// SQL over the alias `r` for what search looks through; nil: nothing.
    var searchSQL: String? { get }
    /// SQL over the alias `r`, by the value's cells, that is null if a record says nothing in it.
    var cellSQL: [String] { get }
    /// Both sides' changes as one, with the names of the fields that both changed; nil: one side's value is taken whole.
    func joined(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])?
}

extension ValuePlace {
    /// Nil: search does not look through it.
    public var searchSQL: String? { nil }
    /// Nil: one side's value is taken whole.
    public func joined(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])? { nil }
}
