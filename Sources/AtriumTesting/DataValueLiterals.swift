public import AtriumSDK

// So that tests read as the JSON that they mean.
extension DataValue: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
}
extension DataValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
}
extension DataValue: ExpressibleByBooleanLiteral {
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
extension DataValue: ExpressibleByArrayLiteral {
    /// A list.
    public init(arrayLiteral elements: DataValue...) { self = .list(elements) }
}
extension DataValue: ExpressibleByDictionaryLiteral {
    /// An object.
    public init(dictionaryLiteral elements: (String, DataValue)...) {
        var object = DataObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}
