/// A command's decoded input, which the host has checked against the command's declared fields.
///
/// To create the arguments, the host rejects unknown fields, checks types and bounds, fills in defaults and
/// resolves references. A run function reads values with ``Field`` keys. A run function that reads a declared
/// field therefore never finds a value of another type.
public struct Arguments: Sendable, Hashable {
    /// The values by declared field name.
    ///
    /// A name is absent if the caller gave no value. ``DataValue/null`` means that the caller clears the
    /// field.
    public let values: DataObject
    /// The uploaded files by declared field name, for fields with the type ``FieldType/file``.
    public let files: [String: UploadedFile]

    /// Creates arguments from values that have already been checked.
    ///
    /// In module tests, let the host create the arguments.
    public init(checked values: DataObject, files: [String: UploadedFile] = [:]) {
        self.values = values
        self.files = files
    }

    /// Returns the content of a file field, or nil if no file was given.
    public subscript(field: Field<UploadedFile>) -> UploadedFile? {
        files[field.declaration.name]
    }

    /// The change that an edit requests for a field.
    public enum Change<Value: Sendable>: Sendable {
        /// The edit does not name the field, so the field's value is kept.
        case keep
        /// The edit names the field without a value, so the field is cleared.
        case clear
        /// The edit sets the field to a value.
        case set(Value)
    }

    /// Returns the value of a field, or nil if no value was given.
    public subscript<Value>(field: Field<Value>) -> Value? {
        values[field.declaration.name].flatMap(field.decode)
    }

    /// Returns the value of a required field.
    ///
    /// - Throws: ``AtriumError`` with code `usage` if the value is missing, which the host normally detects
    ///   earlier.
    public func required<Value>(_ field: Field<Value>) throws -> Value {
        guard let value = self[field] else {
            throw AtriumError(
                .usage, "\(field.declaration.name) is missing", remedy: "give it a value",
                field: field.declaration.name)
        }
        return value
    }

    /// Returns the change that an edit requests for a field: keep, clear or set.
    public func change<Value>(_ field: Field<Value>) -> Change<Value> {
        guard let value = values[field.declaration.name] else { return .keep }
        if value.isNull { return .clear }
        return field.decode(value).map(Change.set) ?? .keep
    }

    /// Applies an edit's change of a field to an optional property.
    public func apply<Value>(_ field: Field<Value>, to property: inout Value?) {
        switch change(field) {
        case .keep: break
        case .clear: property = nil
        case .set(let value): property = value
        }
    }

    /// Applies an edit's change of a field to a property that cannot be empty.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the edit clears the field.
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

/// A file that a caller passes to a command.
public struct UploadedFile: Sendable, Hashable {
    /// The file's name without folders.
    public let name: String
    /// The content.
    public let content: [UInt8]

    /// Creates a file from its name and content.
    public init(name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }
}
