import AtriumSDK

/// How often a habit is to be done: exactly one of three kinds.
enum Schedule: Sendable, Hashable {
    /// On a number of days of each month, whichever they are; see ``targets``.
    case monthly(target: Int64)
    /// On these days of the week; never none.
    case weekdays(Set<Weekday>)
    /// On a number of days of each week, whichever they are; see ``weeklyTimes``.
    case weekly(times: Int64)

    /// The schedule of a habit for which none is given.
    static let standard = Schedule.monthly(target: 20)
    /// On how many days of a month a habit can be to be done.
    static let targets: ClosedRange<Int64> = 1...31
    /// On how many days of a week a habit can be to be done.
    static let weeklyTimes: ClosedRange<Int64> = 1...7

    /// The kinds as surfaces name them.
    enum Kind: String, CaseIterable {
        case monthly, weekdays, weekly
    }

    /// Which of the three it is.
    var kind: Kind {
        switch self {
        case .monthly: .monthly
        case .weekdays: .weekdays
        case .weekly: .weekly
        }
    }

    /// The target of a month; nil where that is not the schedule.
    var target: Int64? { if case .monthly(let target) = self { target } else { nil } }
    /// The days of the week, in their order; empty where they are not the schedule.
    var weekdays: [Weekday] { if case .weekdays(let days) = self { days.sorted() } else { [] } }
    /// The times a week; nil where that is not the schedule.
    var timesAWeek: Int64? { if case .weekly(let times) = self { times } else { nil } }

    /// Whether it wants a day: only days of the week leave some out.
    func includes(_ day: LocalDate) -> Bool {
        if case .weekdays(let days) = self { days.contains { $0.rawValue == day.weekday } } else { true }
    }

    /// On how many days of a month the habit is to be done; at least one.
    ///
    /// In a month that is shorter than the target, on all days. Times a week count for each seven days of the month,
    /// rounded to the nearest: three times a week are 13 days of 31, and 12 of 28.
    func target(in month: Month) -> Int {
        switch self {
        case .monthly(let target): min(Int(target), month.dayCount)
        case .weekdays: month.days.count(where: includes)
        case .weekly(let times): (Int(times) * month.dayCount * 2 + 7) / 14
        }
    }
}

/// A day of the week; its raw value is that of ISO 8601, 1 for Monday to 7 for Sunday.
enum Weekday: Int, Sendable, Hashable, CaseIterable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// Three letters: `mon`.
    var name: String { String("\(self)".prefix(3)) }

    /// The name above a column: `Mon`.
    var heading: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Reads an English name, or what it begins with: two letters at least, in any case.
    init?(_ word: some StringProtocol) {
        let word = word.lowercased()
        guard word.count >= 2, let day = Self.allCases.first(where: { "\($0)".hasPrefix(word) }) else {
            return nil
        }
        self = day
    }

    /// Reads names with commas, semicolons or blanks between; nil where one is no day, or there is none.
    static func days(_ text: String) -> Set<Weekday>? {
        let words = text.split { $0.isWhitespace || ",;|".contains($0) }
        let days = words.compactMap { Weekday($0) }
        return days.isEmpty || days.count < words.count ? nil : Set(days)
    }

    /// The seven days in the order of a week that begins with one of them (1 for Monday to 7 for Sunday).
    static func week(from first: Int) -> [Weekday] {
        (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }
    }

    static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
