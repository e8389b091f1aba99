public import AtriumSDK

/// The values of one record, by their names.
///
/// A value of one field is as the field has it; one of several is an object of them; what only code sees is whatever that
/// keeps. A value that is not there is ``DataValue/null``, or an empty list.
public struct RecordValues: Sendable, Hashable {
    let names: [String]
    var values: [DataValue]

    /// Pairs values with the names of a declaration, in its order.
    init(_ values: [DataValue], names: [String]) {
        self.values = values
        self.names = names
    }

    /// The value of a name; null for a name that is not declared.
    public subscript(name: String) -> DataValue {
        get { names.firstIndex(of: name).map { values[$0] } ?? .null }
        set {
            guard let index = names.firstIndex(of: name) else {
                return assertionFailure("\(name) is no value of the record")
            }
            values[index] = newValue
        }
    }

    /// The text of a value: also of a day or a choice.
    public func text(_ name: String) -> String? { self[name].textValue }
    /// The whole number of a value.
    public func integer(_ name: String) -> Int64? { self[name].integerValue }
    /// The number of a value.
    public func decimal(_ name: String) -> Double? { self[name].decimalValue }
    /// Whether a value is true.
    public func flag(_ name: String) -> Bool { self[name] == .bool(true) }
    /// The day of a value.
    public func day(_ name: String) -> LocalDate? { text(name).flatMap(LocalDate.init(iso:)) }
    /// Whether a value says nothing.
    public func isEmpty(_ name: String) -> Bool { self[name].isNull || self[name] == .list([]) }
    /// The texts of a list.
    public func texts(_ name: String) -> [String] { self[name].texts }
}

/// A record as the vault keeps it.
public struct StoredRecord: Sendable, Hashable {
    /// The row's id, unique in the vault.
    public let id: Int64
    /// The identifier that stays the same over export and import.
    public let uid: String
    /// What is kept of it.
    public var values: RecordValues
    /// When it was made: ``Instant``.
    public let createdAt: String
    /// When it was last changed: ``Instant``.
    public let updatedAt: String
}
