import AtriumSDK

/// What a user can set for tasks.
enum TaskSettings {
    /// The kind of a task that says none.
    static let kind = ModuleSetting.choice(
        "default-kind", of: TaskFields.kinds, default: "flexible",
        help: "The kind of a new task if none is given: must-do or flexible.")
    /// How many minutes a task counts that says nothing of it.
    static let estimate = ModuleSetting.integer(
        "default-estimate", in: 15...480, default: 30,
        help: "The minutes to assume for a task without an estimate.")
    /// Whether today's list ends with what was left over.
    static let carryOver = ModuleSetting.boolean(
        "carry-over", default: false,
        help:
            "Show open tasks of earlier days at the end of today’s list, without moving them.")

    /// When the day begins that the timeline shows and plans use.
    static let dayStart = ModuleSetting.text(
        "day-start", default: "08:00", help: "The start of your day, such as 08:00.", check: DayHours.kept)
    /// When it ends.
    static let dayEnd = ModuleSetting.text(
        "day-end", default: "22:00", help: "The end of your day, such as 22:00.", check: DayHours.kept)
    /// The hours of weekdays that plans use.
    static let hours = ModuleSetting.text(
        "hours", title: "Hours for plans",
        help:
            "The hours that plans use on each weekday, such as mon-fri 09:00-12:00 13:00-18:00; sat 10:00-14:00. If empty, all of your day."
    ) { text in
        _ = try DayHours(text)
        return text
    }
    /// The grid on which moves and plans land.
    static let snap = ModuleSetting.choice(
        "snap", of: ["5", "10", "15", "30", "60"], default: "15", title: "Grid",
        help: "The grid in minutes for the start of planned and moved blocks.")
    /// The shortest piece into which plans split a task.
    static let shortest = ModuleSetting.integer(
        "shortest", in: 15...120, default: 15, title: "Shortest piece",
        help: "The length in minutes of the shortest piece into which a plan splits a task.")
    /// The longest piece.
    static let longest = ModuleSetting.integer(
        "longest", in: 30...480, default: 120, title: "Longest piece",
        help: "The length in minutes of the longest piece into which a plan splits a task.")
    /// How much is left free around what takes time.
    static let buffer = ModuleSetting.integer(
        "buffer", in: 0...60, default: 0,
        help: "The minutes to keep free before and after events and blocks.")
    /// Whether events of whole days take time.
    static let allDayBlocks = ModuleSetting.boolean(
        "all-day-blocks", default: false, title: "All-day events take time",
        help: "Treat the days of an all-day event as busy.")
    /// Which calendars count.
    static let calendars = ModuleSetting.text(
        "calendars", title: "Calendars that count",
        help: "The calendars whose events take time, separated by commas. If empty, all.")
    /// Whether today is planned at the first look.
    static let autoPlan = ModuleSetting.choice(
        "auto-plan", of: ["off", "offer", "on"], default: "offer", title: "Plan today automatically",
        help: "Offer a plan of today on the first visit of the page, make it (on), or do neither.")

    static let all = [
        kind.declaration, estimate.declaration, carryOver.declaration, dayStart.declaration,
        dayEnd.declaration, hours.declaration, snap.declaration, shortest.declaration, longest.declaration,
        buffer.declaration, allDayBlocks.declaration, calendars.declaration, autoPlan.declaration,
    ]
}
