public import AtriumSDK

/// Days on which something was done: a row for each, with what there is to say of it, in a table of their own.
///
/// The table has the columns of the owner, `day` (`YYYY-MM-DD`) and the parts, unique by owner and day. Two sides of a merge are
/// joined day by day.
///
/// As a value they are a list, sorted by day: the day as text, or where a part says something a list of the day and the parts.
public struct DaysDeclaration: Sendable, Hashable, Codable {
    /// The table.
    public var table: String
    /// The column that holds the record.
    public var owner: String
    /// The collection, if each day is a record of its own, with a uid made of the owner's and the day.
    public var collection: CollectionID?
    /// What there is to say of a day: numbers stand behind the days in their cell, others have a line for each day in their own.
    public var parts: [ValueDeclaration]
    /// Whether days may lie ahead: those that something leaves out, say.
    public var mayBeYetToCome: Bool
    /// The field of results that shows the days.
    public var daysField: String
    /// The field of results that shows what is said of them.
    public var partsField: String

    /// Declares days.
    public init(
        in table: String, of owner: String, as collection: CollectionID? = nil, parts: [ValueDeclaration],
        mayBeYetToCome: Bool = false, shownIn daysField: String, and partsField: String? = nil
    ) {
        self.mayBeYetToCome = mayBeYetToCome
        self.table = table
        self.owner = owner
        self.collection = collection
        self.parts = parts
        self.daysField = daysField
        self.partsField = partsField ?? daysField
    }

    /// The first day on which something can have been done: what is before it is a slip of the keyboard.
    public static let first = LocalDate(daysSince1970: -25_567)  // 1900-01-01
}

/// The days of a value, by the day.
public enum Days {
    /// A day with what there is to say of it, in the order of the parts.
    public static func item(_ day: String, _ parts: [DataValue]) -> DataValue {
        parts.allSatisfy { $0.isNull || $0 == .list([]) } ? .text(day) : .list([.text(day)] + parts)
    }

    /// A value of days.
    public static func value(_ days: [LocalDate: [DataValue]]) -> DataValue {
        value(inOrder: days.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// The same, of days in order, each once.
    public static func value(inOrder days: [(day: LocalDate, parts: [DataValue])]) -> DataValue {
        .list(days.map { item($0.day.description, $0.parts) })
    }

    /// The days of a value; without parts if nothing is said of one.
    public static func parts(of value: DataValue) -> [LocalDate: [DataValue]] {
        Dictionary(inOrder(value).map { ($0.day, $0.parts) }) { _, last in last }
    }

    /// The same in its order, which is that of the days for what is kept.
    public static func inOrder(_ value: DataValue) -> [(day: LocalDate, parts: [DataValue])] {
        (value.listValue ?? []).compactMap { item in day(of: item).map { ($0, parts(of: item)) } }
    }

    /// The first day; nil if there is none.
    public static func first(of value: DataValue) -> LocalDate? {
        value.listValue?.first.flatMap(day(of:))
    }

    /// The days that a draft says, in order; nil if it says none.
    public static func said(_ said: DataValue) -> [String]? {
        (said.objectValue?["days"] ?? said).listValue.map { $0.compactMap(text) }
    }

    /// The day of an item, as text.
    public static func text(of item: DataValue) -> String? {
        item.textValue ?? item.listValue?.first?.textValue
    }

    private static func day(of item: DataValue) -> LocalDate? { text(of: item).flatMap(LocalDate.init(iso:)) }

    private static func parts(of item: DataValue) -> [DataValue] {
        item.listValue.map { Array($0.dropFirst()) } ?? []
    }

    /// Whether a value says something of a day in a part.
    static func has(_ part: Int, _ value: DataValue) -> Bool {
        value.listValue?.contains { item in
            item.listValue.map { !$0[part + 1].isNull && $0[part + 1] != .list([]) } ?? false
        } ?? false
    }
}
