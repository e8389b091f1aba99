public import AtriumSDK

/// A declaration for days on which the user did something, with details for each day.
///
/// A separate table contains one row per day. The table has a column for the owner's id, a column `day`
/// (`YYYY-MM-DD`) and one column per detail. The pair of owner and day must be unique. A merge works day by
/// day.
///
/// The value is a list sorted by day. Each element is the day as text. If a detail has a value, the element
/// is a list with the day and the details instead.
public struct DaysDeclaration: Sendable, Hashable, Codable {
    /// The table's name.
    public var table: String
    /// The column that contains the record's id.
    public var owner: String
    /// The collection, if each day is a separate record, whose uid consists of the owner's uid and the day.
    public var collection: CollectionID?
    /// The details that each day may have.
    ///
    /// Numbers follow the day in the same cell. All other details have a separate cell with one line per day.
    public var parts: [ValueDeclaration]
    /// True if days may be in the future, such as days to skip.
    public var allowsFutureDays: Bool
    /// The result field that shows the days.
    public var daysField: String
    /// The result field that shows each day's details.
    public var partsField: String

    private enum CodingKeys: String, CodingKey {
        case table, owner, collection, parts, daysField, partsField
        case allowsFutureDays = "mayBeYetToCome"
    }

    /// Declares a value with days.
    public init(
        in table: String, of owner: String, as collection: CollectionID? = nil, parts: [ValueDeclaration],
        allowsFutureDays: Bool = false, shownIn daysField: String, and partsField: String? = nil
    ) {
        self.allowsFutureDays = allowsFutureDays
        self.table = table
        self.owner = owner
        self.collection = collection
        self.parts = parts
        self.daysField = daysField
        self.partsField = partsField ?? daysField
    }

    /// The earliest valid day; an earlier day is treated as a typing error.
    public static let first = LocalDate(daysSince1970: -25_567)  // 1900-01-01
}

/// Functions that read and create values with days.
public enum Days {
    /// Returns the list element for a day with details, in the order of ``DaysDeclaration/parts``.
    public static func item(_ day: String, _ parts: [DataValue]) -> DataValue {
        parts.allSatisfy { $0.isNull || $0 == .list([]) } ? .text(day) : .list([.text(day)] + parts)
    }

    /// Returns the list value for a dictionary that contains each day's details.
    public static func value(_ days: [LocalDate: [DataValue]]) -> DataValue {
        value(inOrder: days.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Like `value(_:)`, but for days that are already sorted and unique.
    public static func value(inOrder days: [(day: LocalDate, parts: [DataValue])]) -> DataValue {
        .list(days.map { item($0.day.description, $0.parts) })
    }

    /// Returns each day's details as a dictionary; a day without details has an empty list.
    public static func parts(of value: DataValue) -> [LocalDate: [DataValue]] {
        Dictionary(inOrder(value).map { ($0.day, $0.parts) }) { _, last in last }
    }

    /// Like `parts(of:)`, but returns the days as a list in the value's order.
    ///
    /// A stored value's days are sorted.
    public static func inOrder(_ value: DataValue) -> [(day: LocalDate, parts: [DataValue])] {
        (value.listValue ?? []).compactMap { item in day(of: item).map { ($0, parts(of: item)) } }
    }

    /// Returns the first day, or nil if the value contains no days.
    public static func first(of value: DataValue) -> LocalDate? {
        value.listValue?.first.flatMap(day(of:))
    }

    /// Returns the days as texts in the value's order, or nil if the value belongs to a draft without days.
    public static func texts(of value: DataValue) -> [String]? {
        (value.objectValue?["days"] ?? value).listValue.map { $0.compactMap(text) }
    }

    /// Returns the element's day as text.
    public static func text(of item: DataValue) -> String? {
        item.textValue ?? item.listValue?.first?.textValue
    }

    private static func day(of item: DataValue) -> LocalDate? { text(of: item).flatMap(LocalDate.init(iso:)) }

    private static func parts(of item: DataValue) -> [DataValue] {
        item.listValue.map { Array($0.dropFirst()) } ?? []
    }

    /// Returns true if any day has a value for a detail.
    static func has(_ part: Int, _ value: DataValue) -> Bool {
        value.listValue?.contains { item in
            item.listValue.map { !$0[part + 1].isNull && $0[part + 1] != .list([]) } ?? false
        } ?? false
    }
}
