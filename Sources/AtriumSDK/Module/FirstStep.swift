/// One of the things with which somebody begins, as their module declares it: what it is, and how to tell whether it is done.
///
/// ```swift
/// FirstStep(
///     "task", title: "Something that you could do any time", help: "Add a task that has no fixed time.",
///     isDoneSQL: "SELECT EXISTS (SELECT 1 FROM tasks_task)", command: ["tasks", "add"])
/// ```
public struct FirstStep: Sendable, Hashable, Codable {
    /// The name: lower-case words joined by hyphens, unique within all modules.
    public var name: String
    /// What people read.
    public var title: String
    /// What to do, in one sentence.
    public var help: String
    /// One SELECT of whether it is done, over the module's own tables.
    public var isDoneSQL: String
    /// The words of the command that does it.
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
