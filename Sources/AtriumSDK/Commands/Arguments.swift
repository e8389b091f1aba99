/// The decoded input of a command: checked against its declared fields, read by ``Field``.
///
/// The host makes it: unknown fields are refused, types and bounds checked, defaults filled in, references looked
/// up. A run function that reads a declared field never meets a value of another type.
public struct Arguments: Sendable, Hashable {
    /// The values by declared name.
    ///
    /// Absent names were not given; ``DataValue/null`` was given to clear the field.
    public let values: DataObject
    /// The content of the fields of type ``FieldType/file``, by declared name.
    public let files: [String: UploadedFile]

    /// Makes arguments from values that have been checked; modules' tests go through the host instead.
    public init(checked values: DataObject, files: [String: UploadedFile] = [:]) {
        self.values = values
        self.files = files
    }

    /// The content of a file field, or nil where none was given.
    public subscript(field: Field<UploadedFile>) -> UploadedFile? {
        files[field.declaration.name]
    }

    /// What an edit asks of a field.
    public enum Change<Value: Sendable>: Sendable {
        /// The field was not named: it stays.
        case keep
        /// The field was named without a value: it becomes empty.
        case clear
        /// The field gets a value.
        case set(Value)
    }

    /// The value of a field, or nil where none was given.
    public subscript<Value>(field: Field<Value>) -> Value? {
        values[field.declaration.name].flatMap(field.decode)
    }

    /// The value of a required field.
    ///
    /// - Throws: ``AtriumError`` with code `usage` where it is missing; the host has refused that before.
    public func required<Value>(_ field: Field<Value>) throws -> Value {
        guard let value = self[field] else {
            throw AtriumError(
                .usage, "\(field.declaration.name) is missing", remedy: "give it a value",
                field: field.declaration.name)
        }
        return value
    }

    /// What an edit asks of a field: keep, clear or set.
    public func change<Value>(_ field: Field<Value>) -> Change<Value> {
        guard let value = values[field.declaration.name] else { return .keep }
        if value.isNull { return .clear }
        return field.decode(value).map(Change.set) ?? .keep
    }

    /// Applies what an edit asks of a field to an optional property.
    public func apply<Value>(_ field: Field<Value>, to property: inout Value?) {
        switch change(field) {
        case .keep: break
        case .clear: property = nil
        case .set(let value): property = value
        }
    }

    /// Applies what an edit asks of a field to a property that is never empty.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the edit clears it.
    public func apply<Value>(_ field: Field<Value>, to property: inout Value) throws {
        switch change(field) {
        case .keep: break
        case .clear:
            throw AtriumError(
                .badData, "\(field.declaration.name) cannot be empty", remedy: "give it a value",
                field: field.declaration.name)
        case .set(let value): property = value
        }
    }
}

/// A file that a caller brought to a command.
public struct UploadedFile: Sendable, Hashable {
    /// The file's name without folders.
    public let name: String
    /// The content.
    public let content: [UInt8]

    /// Holds a file.
    public init(name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }
}
