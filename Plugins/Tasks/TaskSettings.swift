import AtriumSDK

/// What a user can set for tasks.
enum TaskSettings {
    /// The kind of a task that says none.
    static let kind = ModuleSetting.choice(
        "default-kind", of: TaskFields.kinds, default: "flexible",
        help: "The kind of tasks that say none: must-do or flexible.")
    /// How many minutes a task counts that says nothing of it.
    static let estimate = ModuleSetting.integer(
        "default-estimate", in: 15...480, default: 30,
        help: "How many minutes a task without an estimate counts.")
    /// Whether today's list ends with what was left over.
    static let carryOver = ModuleSetting.boolean(
        "carry-over", default: false,
        help:
            "Whether today’s list ends with what was planned for earlier days and is open; nothing is moved.")

    static let all = [kind.declaration, estimate.declaration, carryOver.declaration]
}
