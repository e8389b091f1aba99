import AtriumSDK

/// A habit's schedule, which has exactly one of three kinds.
enum Schedule: Sendable, Hashable {
    /// A number of days in each month, on any dates; see ``targets``.
    case monthly(target: Int64)
    /// A set of weekdays that is never empty.
    case weekdays(Set<Weekday>)
    /// A number of days in each week, on any weekdays; see ``weeklyTimes``.
    case weekly(times: Int64)

    /// The default schedule for a new habit.
    static let standard = Schedule.monthly(target: 20)
    /// The valid numbers of days in a monthly schedule.
    static let targets: ClosedRange<Int64> = 1...31
    /// The valid numbers of days in a weekly schedule.
    static let weeklyTimes: ClosedRange<Int64> = 1...7

    /// The schedule kinds, with the names that users see.
    enum Kind: String, CaseIterable {
        case monthly, weekdays, weekly
    }

    /// The schedule's kind.
    var kind: Kind {
        switch self {
        case .monthly: .monthly
        case .weekdays: .weekdays
        case .weekly: .weekly
        }
    }

    /// The number of days in each month, or nil if the schedule is not monthly.
    var target: Int64? { if case .monthly(let target) = self { target } else { nil } }
    /// The scheduled weekdays in order, or an empty array if the schedule has no fixed weekdays.
    var weekdays: [Weekday] { if case .weekdays(let days) = self { days.sorted() } else { [] } }
    /// The number of days in each week, or nil if the schedule is not weekly.
    var timesAWeek: Int64? { if case .weekly(let times) = self { times } else { nil } }

    /// Returns true if the schedule includes the given day.
    ///
    /// Only a weekday schedule excludes days.
    func includes(_ day: LocalDate) -> Bool {
        if case .weekdays(let days) = self { days.contains { $0.rawValue == day.weekday } } else { true }
    }

    /// Returns the number of days on which the habit is to be done in a month; at least 1.
    ///
    /// If the target exceeds the month's length, the result is the month's length. For a weekly schedule, the
    /// number of days a week is multiplied by the month's length in weeks and rounded to the nearest integer.
    /// For example, three days a week become 13 days in a month with 31 days, and 12 days in a month with 28
    /// days.
    func target(in month: Month) -> Int {
        switch self {
        case .monthly(let target): min(Int(target), month.dayCount)
        case .weekdays: month.days.count(where: includes)
        case .weekly(let times): (Int(times) * month.dayCount * 2 + 7) / 14
        }
    }
}

/// A day of the week.
///
/// The raw value is the number in ISO 8601: 1 for Monday to 7 for Sunday.
enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The three-letter name, such as `mon`.
    var name: String { String("\(self)".prefix(3)) }

    /// The column heading, such as `Mon`.
    var heading: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Creates a weekday from an English name or a prefix with at least two letters, in any case.
    init?(_ word: some StringProtocol) {
        let word = word.lowercased()
        guard word.count >= 2, let day = Self.allCases.first(where: { "\($0)".hasPrefix(word) }) else {
            return nil
        }
        self = day
    }

    /// Returns the weekdays in a text that contains names separated by commas, semicolons or spaces.
    ///
    /// Returns nil if a name is not a weekday or if the text contains no names.
    static func days(_ text: String) -> Set<Weekday>? {
        let words = text.split { $0.isWhitespace || ",;|".contains($0) }
        let days = words.compactMap { Weekday($0) }
        return days.isEmpty || days.count < words.count ? nil : Set(days)
    }

    /// Returns the seven weekdays in order, beginning with the given day (1 for Monday to 7 for Sunday).
    static func week(from first: Int) -> [Weekday] {
        (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }
    }

    static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
