public import AtriumSDK

/// The values in one record, by name.
///
/// A value with one field has the field's form. A value with several fields is an object that contains the
/// fields. A value without fields has any form that the kind's own code uses. A missing value is
/// ``DataValue/null`` or an empty list.
public struct RecordValues: Sendable, Hashable {
    let names: [String]
    var values: [DataValue]

    /// Combines values with the declared names, in the declaration's order.
    init(_ values: [DataValue], names: [String]) {
        self.values = values
        self.names = names
    }

    /// The value with a name, or null if the name is not declared.
    public subscript(name: String) -> DataValue {
        get { names.firstIndex(of: name).map { values[$0] } ?? .null }
        set {
            guard let index = names.firstIndex(of: name) else {
                return assertionFailure("the record has no value \(name)")
            }
            values[index] = newValue
        }
    }

    /// Returns the value's text, which may represent a day or a choice.
    public func text(_ name: String) -> String? { self[name].textValue }
    /// Returns the value's integer.
    public func integer(_ name: String) -> Int64? { self[name].integerValue }
    /// Returns the value's decimal number.
    public func decimal(_ name: String) -> Double? { self[name].decimalValue }
    /// Returns true if the Boolean value with a name is true.
    public func flag(_ name: String) -> Bool { self[name] == .bool(true) }
    /// Returns the value's day.
    public func day(_ name: String) -> LocalDate? { text(name).flatMap(LocalDate.init(iso:)) }
    /// Returns true if the value is missing.
    public func isEmpty(_ name: String) -> Bool { self[name].isNull || self[name] == .list([]) }
    /// Returns the list's texts.
    public func texts(_ name: String) -> [String] { self[name].texts }
}

/// A record in the form that the vault stores.
public struct StoredRecord: Sendable, Hashable {
    /// The row's id, which is unique within the vault.
    public let id: Int64
    /// The record's identifier, which exports and imports preserve.
    public let uid: String
    /// The stored values.
    public var values: RecordValues
    /// The record's creation time as stored ``Timestamp`` text.
    public let createdAt: String
    /// The record's modification time as stored ``Timestamp`` text.
    public let updatedAt: String
}
