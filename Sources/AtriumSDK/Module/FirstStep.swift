/// A step that a module proposes to a new user, with a query that checks if the step is done.
///
/// ```swift
/// FirstStep(
///     "task", title: "Your first task", help: "Add a task that has no fixed time.",
///     isDoneSQL: "SELECT EXISTS (SELECT 1 FROM tasks_task)", command: ["tasks", "add"])
/// ```
public struct FirstStep: Sendable, Hashable, Codable {
    /// The name: lower-case words joined by hyphens, unique across all modules.
    public var name: String
    /// The title that people read.
    public var title: String
    /// The instruction, in one sentence.
    public var help: String
    /// A SELECT statement that reads the module's own tables and returns 1 if the step is done.
    public var isDoneSQL: String
    /// The words of the command that performs the step.
    public var command: [String]

    /// Declares a step.
    public init(_ name: String, title: String, help: String, isDoneSQL: String, command: [String]) {
        self.name = name
        self.title = title
        self.help = help
        self.isDoneSQL = isDoneSQL
        self.command = command
    }
}
