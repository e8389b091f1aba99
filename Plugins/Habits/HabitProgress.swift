import AtriumSDK

/// A calendar month in a specific year.
struct Month: Sendable, Hashable {
    /// The year, from 1 to 9999.
    let year: Int
    /// The month number, from 1 to 12.
    let month: Int

    /// Creates the month that contains a day.
    init(of day: LocalDate) {
        year = day.year
        month = day.month
    }

    /// Creates a month from text in the form `YYYY-MM`.
    ///
    /// Returns nil if the text has another form.
    init?(_ text: String) {
        guard let first = LocalDate(iso: text + "-01") else { return nil }
        self.init(of: first)
    }

    /// The number of days in the month.
    var dayCount: Int { LocalDate.days(inMonth: month, of: year) }

    /// The days in the month, in chronological order.
    var days: [LocalDate] {
        (1...dayCount).compactMap { LocalDate(year: year, month: month, day: $0) }
    }

    /// Returns true if the month contains the given day.
    func contains(_ day: LocalDate) -> Bool { day.year == year && day.month == month }
}

extension Month: CustomStringConvertible {
    /// The month in the form `YYYY-MM`.
    var description: String {
        String(LocalDate(year: year, month: month, day: 1)?.description.dropLast(3) ?? "")
    }
}

/// A habit's progress in one month.
struct HabitProgress: Sendable, Hashable {
    /// The month in which the progress is measured.
    let month: Month
    /// The days in the month on which the habit was done, in chronological order.
    let days: [LocalDate]
    /// The number of days on which the habit is to be done in the month; see ``Schedule/target(in:)``.
    let target: Int
    /// The sum of the month's amounts, or nil if the habit does not count amounts.
    ///
    /// The sum includes amounts on days that are not done.
    let total: Double?

    /// Computes a habit's progress in a month.
    init(of habit: Habit, in month: Month) {
        self.month = month
        days = month.days.filter(habit.isDone)
        target = habit.schedule.target(in: month)
        total =
            habit.isCounted
            ? HabitAmount.sum(month.days.compactMap { habit.completions[$0]?.amount }) : nil
    }

    /// The number of completed days as a percentage of the target, rounded down.
    ///
    /// A percentage of 100 means that the target is reached. The percentage exceeds 100 if more days are done
    /// than the target requires.
    var percent: Int { days.count * 100 / max(target, 1) }
}
