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

    /// Its days in order.
    var days: [LocalDate] {
        (1...dayCount).compactMap { LocalDate(year: year, month: month, day: $0) }
    }

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
    /// On how many days of this month it was to be done; see ``Schedule/target(in:)``.
    let target: Int
    /// The sum of the month's amounts, those of days that are not done included; nil where the habit counts nothing.
    let total: Double?

    /// Counts the days of a habit in a month.
    init(of habit: Habit, in month: Month) {
        self.month = month
        days = month.days.filter(habit.isDone)
        target = habit.schedule.target(in: month)
        total =
            habit.isCounted
            ? HabitAmount.sum(month.days.compactMap { habit.completions[$0]?.amount }) : nil
    }

    /// Days done for each hundred that were to be done, rounded down: 100 means that the target is reached.
    ///
    /// Who does more than the target has more than 100.
    var percent: Int { days.count * 100 / max(target, 1) }
}
