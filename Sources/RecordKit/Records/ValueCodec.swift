public import AtriumSDK
public import GRDB

/// A codec that converts one value between columns, fields and cells.
///
/// A value needs a codec if it has several columns, fields or cells. A value with only one field needs no
/// codec, because the field's type determines the conversion. The `record` parameter is nil for a new record.
public protocol ValueCodec: Sendable {
    /// The value for a new record if the input is empty.
    var initial: DataValue { get }
    /// True if each cell has an independent meaning, so that one cell can change without the others.
    var hasSeparateCells: Bool { get }
    /// Returns the value for table columns that are in the declaration's order.
    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue
    /// Returns the table columns for a value.
    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws -> [DatabaseValue]
    /// Returns the result fields for a value.
    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject
    /// The input fields that `edit` accepts in addition to the declared fields.
    var editFields: [FieldDeclaration] { get }
    /// Returns the new value for a command's input, based on the old value.
    ///
    /// - Parameter given: the value's fields that the input contains; null clears a field.
    /// - Throws: ``AtriumError`` with code `badData`; the error names the field.
    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue
    /// Reads the value from a row's cells, or returns nil if the row does not contain the value.
    ///
    /// Unreadable cells are recorded as problems in the row.
    func value(of row: inout RowCells) -> DataValue?
    /// Returns the cell texts for a value, in the declaration's order.
    func cells(of value: DataValue) -> [String]
    /// Returns the new value for an imported value, based on the old value.
    ///
    /// - Parameter imported: a result from ``value(of:)``, or a complete value.
    func value(imported: DataValue, over old: DataValue) -> DataValue
    /// Converts an imported value to the stored form, in which uids replace people's names.
    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws -> DataValue
    /// Returns an imported row's cells for an export if the row's value equals the record's value.
    ///
    /// If the row has no column for a cell, the result contains the record's own cell.
    func untouched(_ cells: [String?], own: [String]) -> [String]
    /// Returns the import issues for names in a file that match no record or several records.
    ///
    /// This function is not called for null.
    func issues(imported: DataValue, _ context: RecordContext) throws -> [ImportIssue]
}

extension ValueCodec {
    /// By default, null.
    public var initial: DataValue { .null }
    /// By default, false, which is correct for cells that have a meaning only together.
    public var hasSeparateCells: Bool { false }
    /// By default, returns null, which is correct for values without columns.
    public func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) throws -> DataValue {
        .null
    }
    /// By default, returns no columns.
    public func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) throws
        -> [DatabaseValue]
    { [] }
    /// By default, returns no fields, which is correct for values that only computed fields show.
    public func fields(of value: DataValue, in record: Int64, _ context: RecordContext) throws -> DataObject {
        [:]
    }
    /// By default, empty.
    public var editFields: [FieldDeclaration] { [] }
    /// By default, returns the old value, which is correct for values without fields.
    public func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue { old }
    /// By default, returns nil, which is correct for values without cells.
    public func value(of row: inout RowCells) -> DataValue? { nil }
    /// By default, returns no cells.
    public func cells(of value: DataValue) -> [String] { [] }
    /// By default, returns the imported value.
    public func value(imported: DataValue, over old: DataValue) -> DataValue { imported }
    /// By default, returns the value unchanged.
    public func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws
        -> DataValue
    { value }
    /// By default, returns the row's cells, or the record's own cell if the row does not have the cell.
    public func untouched(_ cells: [String?], own: [String]) -> [String] { zip(cells, own).map { $0 ?? $1 } }
    /// By default, returns no issues.
    public func issues(imported: DataValue, _ context: RecordContext) throws -> [ImportIssue] { [] }
}

/// A storage location for a value outside the record's row.
public protocol ValuePlace: Sendable {
    /// Returns a record's value.
    func value(of record: Int64, _ context: RecordContext) throws -> DataValue
    /// Replaces a record's value; called only if the new value differs from the old value.
    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ context: RecordContext) throws
    /// An SQL expression for the searchable text, over the alias `r`, or nil if search ignores the value.
    var searchSQL: String? { get }
    /// The SQL expressions for the value's cells, over the alias `r`.
    ///
    /// An expression is null if the record has no content for the cell.
    var cellSQL: [String] { get }
    /// Merges both sides' changes, or returns nil to use one side's whole value.
    ///
    /// - Returns: the merged value, with the fields that both sides changed.
    func merged(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])?
}

extension ValuePlace {
    /// By default, nil, which is correct for values that are not searched.
    public var searchSQL: String? { nil }
    /// By default, returns nil, which means that the merge uses one side's whole value.
    public func merged(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])? { nil }
}
