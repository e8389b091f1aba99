import AtriumSDK

/// What `add` and `edit` make of their input.
extension Habit {
    /// A habit with what an input says of it; checked.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func applying(_ input: Arguments) throws -> Habit {
        var habit = self
        try input.apply(HabitFields.title, to: &habit.title)
        guard let title = Self.title(habit.title) else {
            throw AtriumError(
                .badData, "title cannot be empty", remedy: "say what the habit is", field: "title")
        }
        habit.title = title
        habit.schedule = try schedule(input)
        input.apply(HabitFields.unit, to: &habit.unit)
        habit.unit = habit.unit.flatMap(Self.title)
        input.apply(HabitFields.goal, to: &habit.goal)
        input.apply(HabitFields.color, to: &habit.color)
        if let color = habit.color {
            guard let normalized = HabitColor.normalized(color) else {
                throw AtriumError(
                    .badData, "color has a wrong value",
                    remedy: "it is a CSS name such as teal, or #RRGGBB", field: "color")
            }
            habit.color = normalized
        }
        input.apply(HabitFields.start, to: &habit.start)
        try habit.checkStart()
        try input.apply(HabitFields.archived, to: &habit.isArchived)
        return habit
    }

    /// The schedule that an input asks for: one of the three replaces another.
    private func schedule(_ input: Arguments) throws -> Schedule {
        var given: [(schedule: Schedule, field: String)] = []
        if let target = input[HabitFields.target] { given.append((.monthly(target: target), "target")) }
        if let words = input[HabitFields.weekdays], !words.isEmpty {
            guard let days = Weekday.days(words.joined(separator: " ")) else {
                throw AtriumError(
                    .badData, "weekdays has a wrong value",
                    remedy: "it is days of the week such as mon,wed,fri", field: "weekdays")
            }
            given.append((.weekdays(days), "weekdays"))
        }
        if let times = input[HabitFields.timesAWeek] {
            given.append((.weekly(times: times), "timesAWeek"))
        }
        if given.count > 1 {
            throw AtriumError(
                .badData, "a habit has one schedule, not several",
                remedy:
                    "give one of \(field: "target"), \(field: "weekdays") and \(field: "timesAWeek")",
                field: given[1].field)
        }
        if let schedule = given.first?.schedule { return schedule }
        let cleared =
            switch schedule.kind {
            case .monthly: ("target", input.values["target"] == .null)
            case .weekdays:
                ("weekdays", input.values["weekdays"].map { $0 == .null || $0 == .list([]) } ?? false)
            case .weekly: ("timesAWeek", input.values["timesAWeek"] == .null)
            }
        if cleared.1 {
            throw AtriumError(
                .badData, "\(cleared.0) cannot be empty",
                remedy:
                    "give another schedule: \(field: "target"), \(field: "weekdays") or \(field: "timesAWeek")",
                field: cleared.0)
        }
        return schedule
    }
}
