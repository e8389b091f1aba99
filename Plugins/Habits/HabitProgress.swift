import AtriumSDK

/// A month of a year.
struct Month: Sendable, Hashable {
    /// The year, 1 to 9999.
    let year: Int
    /// The month, 1 to 12.
    let month: Int

    /// The month that a day is in.
    init(of day: LocalDate) {
        year = day.year
        month = day.month
    }

    /// Reads `YYYY-MM`, or nil where the text is anything else.
    init?(_ text: String) {
        guard let first = LocalDate(iso: text + "-01") else { return nil }
        self.init(of: first)
    }

    /// How many days it has.
    var dayCount: Int { LocalDate.days(inMonth: month, of: year) }

    /// Whether a day is in it.
    func contains(_ day: LocalDate) -> Bool { day.year == year && day.month == month }
}

extension Month: CustomStringConvertible {
    /// The month as `YYYY-MM`.
    var description: String {
        String(LocalDate(year: year, month: month, day: 1)?.description.dropLast(3) ?? "")
    }
}

/// How far a habit has come in one month.
struct HabitProgress: Sendable, Hashable {
    /// The month.
    let month: Month
    /// The days of the month on which the habit was done, in order.
    let days: [LocalDate]
    /// On how many days of this month it was to be done: in a month that is shorter than the target, on all.
    let target: Int

    /// Counts the days of a habit in a month.
    init(of habit: Habit, in month: Month) {
        self.month = month
        days = habit.days.filter(month.contains).sorted()
        target = min(Int(habit.target), month.dayCount)
    }

    /// Days done for each hundred that were to be done, rounded down: 100 means that the target is reached.
    ///
    /// Who does more than the target has more than 100.
    var percent: Int { days.count * 100 / max(target, 1) }
}
