import AtriumSDK

// So that tests read as the JSON that they mean.
extension DataValue: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
}
extension DataValue: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int64) { self = .integer(value) }
}
extension DataValue: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .bool(value) }
}
extension DataValue: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: DataValue...) { self = .list(elements) }
}
extension DataValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, DataValue)...) {
        var object = DataObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}
