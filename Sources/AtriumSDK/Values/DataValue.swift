/// A value in a command's input or result: a JSON value in which integers and decimals are distinct.
///
/// Every surface converts its own form (command-line words, JSON, a web form) to data values and back, so
/// that a module handles only one form.
public enum DataValue: Sendable, Hashable {
    /// No value, which in an edit is a request to clear the field.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A finite number with a fraction.
    case decimal(Double)
    /// A text, which may also be a date, an instant or a duration in the form that the ``FieldType``
    /// specifies.
    case text(String)
    /// An ordered list of values.
    case list([DataValue])
    /// An ordered list of named values.
    case object(DataObject)
}

extension DataValue {
    /// The approximate JSON size in bytes: the length of all texts, plus some bytes for each value.
    var size: Int {
        switch self {
        case .null, .bool, .integer, .decimal: 8
        case .text(let text): text.utf8.count + 2
        case .list(let values): values.reduce(2) { $0 + $1.size }
        case .object(let object): object.entries.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.size }
        }
    }
}

/// Named values in the order in which they were added.
public struct DataObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The entries in order; names are unique.
    public private(set) var entries: [Entry] = []

    /// One named value.
    public struct Entry: Sendable, Hashable {
        /// The name, as declared.
        public let name: String
        /// The value.
        public var value: DataValue
    }

    /// Creates an empty object.
    public init() {}

    /// Creates an empty object with room for a number of entries.
    public init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Creates an object from a literal; a repeated name keeps its first position and its last value.
    public init(dictionaryLiteral elements: (String, DataValue)...) {
        entries.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// Creates an object from ordered entries, or returns nil if a name is repeated.
    init?(unique entries: [(String, DataValue)]) {
        guard entries.count < 2 || Set(entries.map(\.0)).count == entries.count else { return nil }
        self.entries = entries.map { Entry(name: $0.0, value: $0.1) }
    }

    /// The value for a name, or nil if the name is absent.
    ///
    /// Setting nil removes the entry.
    public subscript(name: String) -> DataValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            if let index = entries.firstIndex(where: { $0.name == name }) {
                if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
            } else if let newValue {
                entries.append(Entry(name: name, value: newValue))
            }
        }
    }

    /// Appends an entry without checking its name; the caller must know that the name is new.
    public mutating func append(_ name: String, _ value: DataValue) {
        assert(self[name] == nil, "\(name) is already in the object")
        entries.append(Entry(name: name, value: value))
    }

    /// True if there are no entries.
    public var isEmpty: Bool { entries.isEmpty }
    /// The names in order.
    public var names: [String] { entries.map(\.name) }
}

extension DataValue {
    /// The text, or nil if the value has another type.
    public var textValue: String? { if case .text(let value) = self { value } else { nil } }
    /// The whole number, or nil if the value has another type.
    public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The whole or decimal number, or nil if the value has another type.
    public var decimalValue: Double? {
        switch self {
        case .decimal(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
    /// The texts in a list, or an empty array if the value has another type.
    public var texts: [String] { listValue?.compactMap(\.textValue) ?? [] }
    /// Creates a list of texts.
    public static func texts(_ texts: [String]) -> DataValue { .list(texts.map(DataValue.text)) }
    /// The elements, or nil if the value has another type.
    public var listValue: [DataValue]? { if case .list(let value) = self { value } else { nil } }
    /// The entries, or nil if the value has another type.
    public var objectValue: DataObject? { if case .object(let value) = self { value } else { nil } }
    /// True if there is no value.
    public var isNull: Bool { self == .null }
    /// True if there is nothing to show: no value, an empty text or list, or an object whose values are all
    /// empty.
    public var isEmpty: Bool {
        switch self {
        case .null, .text(""), .list([]): true
        case .object(let object): object.entries.allSatisfy(\.value.isEmpty)
        default: false
        }
    }

    /// Creates a text, or ``null`` for nil.
    public static func text(orNull value: String?) -> DataValue { value.map(DataValue.text) ?? .null }
    /// Creates a whole number, or ``null`` for nil.
    public static func integer(orNull value: Int64?) -> DataValue { value.map(DataValue.integer) ?? .null }
    /// Creates a decimal, or ``null`` for nil.
    public static func decimal(orNull value: Double?) -> DataValue { value.map(DataValue.decimal) ?? .null }
}
