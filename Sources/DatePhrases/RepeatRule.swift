public import AtriumSDK

/// How something repeats, as far as a phrase can say it: a part of RFC 5545, section 3.3.10.
public struct RepeatRule: Sendable, Hashable {
    /// The unit of repetition.
    public enum Frequency: String, Sendable, Hashable {
        /// Every so many days.
        case daily = "DAILY"
        /// Every so many weeks.
        case weekly = "WEEKLY"
        /// Every so many months.
        case monthly = "MONTHLY"
        /// Every so many years.
        case yearly = "YEARLY"
    }

    /// A weekday; within a month perhaps the nth.
    public struct Day: Sendable, Hashable {
        /// 1 for Monday to 7 for Sunday.
        public var weekday: Int
        /// Which of a month: 1 for the first, -1 for the last; nil for all.
        public var ordinal: Int?
    }

    /// The unit of repetition.
    public var frequency: Frequency
    /// Every how many units.
    public var interval = 1
    /// BYDAY.
    public var days: [Day] = []
    /// BYMONTHDAY: each 1 to 31, or -1 for the last.
    public var monthDays: [Int] = []
    /// BYMONTH.
    public var month: Int?
    /// COUNT.
    public var count: Int?
    /// UNTIL: the last day on which it may repeat.
    public var until: LocalDate?

    /// The value of RRULE for what begins on a day.
    ///
    /// What the day says already (the day of the month of a monthly one, say) is left to it. UNTIL is a date, as it is for
    /// a DTSTART that is one; beside a time it is an instant, which needs a zone (`text(endingIn:at:)` of ICalendarExchange).
    public var text: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if let month { parts.append("BYMONTH=\(month)") }
        if !monthDays.isEmpty {
            parts.append("BYMONTHDAY=\(monthDays.map(String.init).joined(separator: ","))")
        }
        if !days.isEmpty {
            let names = days.map { day in
                (day.ordinal.map(String.init) ?? "")
                    + ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][(day.weekday + 6) % 7]
            }
            parts.append("BYDAY=\(names.joined(separator: ","))")
        }
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until.description.replacing("-", with: ""))") }
        return parts.joined(separator: ";")
    }

    /// The first day from a day on that fits the rule, its interval left aside; nil where none ever does.
    func firstDay(from start: LocalDate) -> LocalDate? {
        // Leap days are at most eight years apart.
        (0...(8 * 366 + 1)).lazy.map { start.adding(days: $0) }.first(where: fits)
    }

    /// Whether it leaves to its first day on which days it is.
    var saysNoDay: Bool { days.isEmpty && monthDays.isEmpty }

    /// The rule with the day, and in a year the month, that it leaves to its first day.
    func on(_ first: LocalDate) -> RepeatRule {
        guard saysNoDay, frequency == .monthly || frequency == .yearly else { return self }
        var result = self
        result.monthDays = [first.day]
        if frequency == .yearly { result.month = first.month }
        return result
    }

    /// The rule of the days after its own; nil if no rule says that.
    var onNextDay: RepeatRule? {
        // What is after the first Friday of a month need not be its first Saturday.
        guard days.allSatisfy({ $0.ordinal == nil }) else { return nil }
        // Of several weeks, the day after a Sunday is in one that may be passed over.
        guard
            frequency != .weekly || interval == 1 || days.count == 1
                || !days.contains(where: { $0.weekday == 7 })
        else { return nil }
        // Of several months, the day after the last one is in one that may be passed over.
        guard frequency != .monthly || interval == 1 || monthDays.count == 1 || !monthDays.contains(-1) else {
            return nil
        }
        let dates = monthDays.map(dateAfter)
        guard dates.allSatisfy({ $0 != nil }), Set(dates.map(\.?.month)).count < 2 else { return nil }
        var result = self
        result.days = days.map { $0.weekday % 7 + 1 }.sorted().map { .init(weekday: $0) }
        result.monthDays = dates.compactMap(\.?.day).sorted()
        result.month = dates.first??.month ?? month
        result.until = until?.adding(days: 1)
        return result
    }

    /// The day after one of its days of a month, in the month that it names; nil where that is another one in some months.
    private func dateAfter(_ day: Int) -> (month: Int?, day: Int)? {
        guard let month else { return day < 0 ? (nil, 1) : day < 28 ? (nil, day + 1) : nil }
        // A leap year and a common one.
        let dates = [2000, 2001].map { year in
            let length = LocalDate.days(inMonth: month, of: year)
            return LocalDate(year: year, month: month, day: day < 0 ? length : day)?.adding(days: 1)
        }
        guard let first = dates[0], let second = dates[1], first.month == second.month,
            first.day == second.day
        else { return nil }
        return (first.month, first.day)
    }

    private func fits(_ date: LocalDate) -> Bool {
        let length = LocalDate.days(inMonth: date.month, of: date.year)
        if let month, date.month != month { return false }
        if !monthDays.isEmpty, !monthDays.contains(where: { date.day == ($0 < 0 ? length + 1 + $0 : $0) }) {
            return false
        }
        guard !days.isEmpty else { return true }
        return days.contains { day in
            guard day.weekday == date.weekday else { return false }
            guard let ordinal = day.ordinal else { return true }
            return ordinal < 0 ? (length - date.day) / 7 == -ordinal - 1 : (date.day - 1) / 7 == ordinal - 1
        }
    }
}
