/// A dashboard card that shows a list's first records, such as five habits from `habits list`.
///
/// A card names one of the module's read commands. The dashboard runs the command with a fixed input and
/// shows each record's title and a few facts that the collection's ``RecordLook`` declares. If the list is
/// empty, the dashboard shows no card.
///
/// ```swift
/// Card("habits", title: "Habits", command: ["habits", "list"])
/// ```
public struct Card: Sendable, Hashable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public var name: String
    /// The card's heading: `Latest entries`.
    public var title: String
    /// The command's words; the command is a list, or a query that returns records.
    public var command: [String]
    /// The command's input by field name.
    ///
    /// If the command has a field `limit`, the dashboard sets the field to ``limit``.
    public var input: DataObject
    /// The largest number of records to show, from 1 to 20.
    public var limit: Int

    /// Declares a card.
    public init(
        _ name: String, title: String, command: [String], input: DataObject = [:], limit: Int = 5
    ) {
        self.name = name
        self.title = title
        self.command = command
        self.input = input
        self.limit = limit
    }
}
