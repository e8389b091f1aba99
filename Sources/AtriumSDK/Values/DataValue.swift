/// A value as commands take and give it: what JSON can say, with integers kept apart from decimals.
///
/// Every surface turns its own form (command-line words, JSON, a web form) into data values and back, so that a module
/// sees one form only.
public enum DataValue: Sendable, Hashable {
    /// No value; in an edit, the wish to clear the field.
    case null
    /// A boolean.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction, finite.
    case decimal(Double)
    /// Text; also dates, instants and durations, in the form that their ``FieldType`` names.
    case text(String)
    /// Values in order.
    case list([DataValue])
    /// Named values in order.
    case object(DataObject)
}

extension DataValue {
    /// About how many bytes the value takes as JSON: those of its texts, and some for each value.
    var size: Int {
        switch self {
        case .null, .bool, .integer, .decimal: 8
        case .text(let text): text.utf8.count + 2
        case .list(let values): values.reduce(2) { $0 + $1.size }
        case .object(let object): object.entries.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.size }
        }
    }
}

/// Named values in the order in which they were put.
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

    /// Makes an empty object.
    public init() {}

    /// Makes an empty object with room for so many entries.
    public init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Makes an object from a literal; a repeated name keeps its first place and its last value.
    public init(dictionaryLiteral elements: (String, DataValue)...) {
        entries.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// Makes an object of entries in order, or nil where a name stands twice.
    init?(unique entries: [(String, DataValue)]) {
        guard entries.count < 2 || Set(entries.map(\.0)).count == entries.count else { return nil }
        self.entries = entries.map { Entry(name: $0.0, value: $0.1) }
    }

    /// The value of a name, or nil where it is absent.
    ///
    /// Setting nil removes it.
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

    /// Adds an entry behind the others, without looking whether there is one of its name: that is for the caller to know.
    public mutating func append(_ name: String, _ value: DataValue) {
        assert(self[name] == nil, "\(name) stands in the object already")
        entries.append(Entry(name: name, value: value))
    }

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }
    /// The names in order.
    public var names: [String] { entries.map(\.name) }
}

extension DataValue {
    /// The text, or nil where the value is of another kind.
    public var textValue: String? { if case .text(let value) = self { value } else { nil } }
    /// The whole number, or nil where the value is of another kind.
    public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The number, whole or not, or nil where the value is of another kind.
    public var decimalValue: Double? {
        switch self {
        case .decimal(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
    /// The texts of a list; none where the value is of another kind.
    public var texts: [String] { listValue?.compactMap(\.textValue) ?? [] }
    /// A list of texts.
    public static func texts(_ texts: [String]) -> DataValue { .list(texts.map(DataValue.text)) }
    /// The elements, or nil where the value is of another kind.
    public var listValue: [DataValue]? { if case .list(let value) = self { value } else { nil } }
    /// The entries, or nil where the value is of another kind.
    public var objectValue: DataObject? { if case .object(let value) = self { value } else { nil } }
    /// Whether there is no value.
    public var isNull: Bool { self == .null }
    /// Whether there is nothing to show: no value, an empty text or list, or an object of nothing else.
    public var isEmpty: Bool {
        switch self {
        case .null, .text(""), .list([]): true
        case .object(let object): object.entries.allSatisfy(\.value.isEmpty)
        default: false
        }
    }

    /// A text, or ``null`` for nil.
    public static func text(orNull value: String?) -> DataValue { value.map(DataValue.text) ?? .null }
    /// A whole number, or ``null`` for nil.
    public static func integer(orNull value: Int64?) -> DataValue { value.map(DataValue.integer) ?? .null }
    /// A decimal, or ``null`` for nil.
    public static func decimal(orNull value: Double?) -> DataValue { value.map(DataValue.decimal) ?? .null }
}
