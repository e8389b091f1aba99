/// The first items of a list, as a dashboard shows them in short: `habits list` with five habits.
///
/// A card names a command of the module that reads; the dashboard runs it with a fixed input and shows of each record the title
/// and a few facts, by the look of its collection. A list without items has no card.
///
/// ```swift
/// Card("habits", title: "Habits", command: ["habits", "list"])
/// ```
public struct Card: Sendable, Hashable {
    /// The name: lower-case words joined by hyphens, unique within the module.
    public var name: String
    /// What people read above it: `Latest entries`.
    public var title: String
    /// The words of the command: a list, or a query that gives items.
    public var command: [String]
    /// The command's input by declared name; its `limit`, if it has one, is set to ``limit``.
    public var input: DataObject
    /// How many items are shown at most, 1 to 20.
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
