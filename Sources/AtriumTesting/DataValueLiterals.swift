public import AtriumSDK

// These literals let tests read like JSON.
extension DataValue: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
{
    /// Creates a text value.
    public init(stringLiteral value: String) { self = .text(value) }
}
extension DataValue: ExpressibleByIntegerLiteral {
    /// Creates an integer value.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}
extension DataValue: ExpressibleByBooleanLiteral {
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
extension DataValue: ExpressibleByArrayLiteral {
    /// Creates a list value.
    public init(arrayLiteral elements: DataValue...) { self = .list(elements) }
}
extension DataValue: ExpressibleByDictionaryLiteral {
    /// Creates an object value.
    public init(dictionaryLiteral elements: (String, DataValue)...) {
        var object = DataObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}
