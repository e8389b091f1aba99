/// A recurrence rule: the value of RRULE and EXRULE.
///
/// See RFC 5545, section 3.3.10.
/// A rule is immutable and says nothing of where it starts; ``RecurrenceSet`` joins it to a DTSTART. A rule that was
/// read keeps its text, and ``text`` gives that back exactly, also what the rule does not understand.
public struct RecurrenceRule: Sendable, Hashable {
    /// The unit in which a rule repeats, from the shortest to the longest.
    public enum Frequency: Int, Sendable, Hashable, CaseIterable, Comparable {
        case secondly
        case minutely
        case hourly
        case daily
        case weekly
        case monthly
        case yearly

        /// The word of RFC 5545: `SECONDLY` to `YEARLY`.
        public var keyword: String {
            ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"][rawValue]
        }

        /// Orders frequencies from the shortest unit to the longest.
        public static func < (left: Frequency, right: Frequency) -> Bool { left.rawValue < right.rawValue }
    }

    /// Where a rule ends, in one of the three spellings that are met.
    ///
    /// RFC 5545 wants the type of DTSTART: a date for dates, UTC for zoned times. Others are read as they are meant;
    /// see ``RecurrenceRule/lastWallTime(isDate:localTime:)``.
    public enum Until: Sendable, Hashable {
        /// A date: the rule holds to the end of that day.
        case date(CivilDate)
        /// A time without zone: read on DTSTART's clock.
        case local(CivilDateTime)
        /// An instant.
        case utc(Instant)
    }

    /// What becomes of dates that do not exist, such as 31 April: SKIP.
    ///
    /// So it is with day 366 of a year (BYYEARDAY), and with its week 53 (BYWEEKNO), for which a week stands. See
    /// RFC 7529, section 4.1.
    public enum Skip: String, Sendable, Hashable, CaseIterable {
        /// They are left out; what holds where nothing is said.
        case omit = "OMIT"
        /// The day before stands for them: the last one of the month.
        case backward = "BACKWARD"
        /// The day after stands for them: the first one of the next month.
        case forward = "FORWARD"
    }

    /// One entry of BYDAY: a weekday, or the nth of its kind within the month or year.
    public struct WeekdayNumber: Sendable, Hashable {
        /// The day of the week.
        public let weekday: Weekday
        /// 0 for every such weekday; 1 for the first, -1 for the last, up to 53.
        public let ordinal: Int

        /// Makes an entry; `ordinal` 0 stands for every such weekday.
        public init(_ weekday: Weekday, ordinal: Int = 0) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// The unit of repetition.
    public let frequency: Frequency
    /// Every how many units; 1 or more.
    public let interval: Int
    /// How many instances there are, DTSTART being the first; nil without a bound.
    public let count: Int?
    /// Where the rule ends; nil without a bound.
    public let until: Until?
    /// The first day of the week, which matters to WEEKLY rules with an interval and to BYWEEKNO.
    public let weekStart: Weekday
    /// SKIP of RFC 7529: what becomes of dates that do not exist.
    public let skip: Skip
    /// Where the text departs from RFC 5545 and was read nevertheless.
    public let deviations: RecurrenceDeviations
    /// The rule as it was written, or, for a new rule, as RFC 5545 writes it.
    public let text: String

    let parts: RecurrenceParts

    init(
        frequency: Frequency, interval: Int, count: Int?, until: Until?, weekStart: Weekday,
        skip: Skip, deviations: RecurrenceDeviations, parts: RecurrenceParts, text: String
    ) {
        self.frequency = frequency
        self.interval = interval
        self.count = count
        self.until = until
        self.weekStart = weekStart
        self.skip = skip
        self.deviations = deviations
        self.parts = parts
        self.text = text
    }

    /// Whether both mean the same; how they are spelled does not matter, unless one has parts that nobody knows.
    public static func == (left: RecurrenceRule, right: RecurrenceRule) -> Bool {
        if left.text == right.text { return true }
        return left.frequency == right.frequency && left.interval == right.interval
            && left.count == right.count && left.until == right.until && left.weekStart == right.weekStart
            && left.skip == right.skip && left.parts == right.parts
            && !left.deviations.union(right.deviations).contains(.unknownPart)
    }

    /// Hashes what a rule means.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(frequency)
        hasher.combine(interval)
        hasher.combine(count)
        hasher.combine(until)
    }

    /// The values of BYSECOND, ascending.
    public var bySecond: [Int] { parts.seconds.members }
    /// The values of BYMINUTE, ascending.
    public var byMinute: [Int] { parts.minutes.members }
    /// The values of BYHOUR, ascending.
    public var byHour: [Int] { parts.hours.members }
    /// The entries of BYDAY: first those for every such weekday, then the numbered ones as written.
    public var byDay: [WeekdayNumber] {
        Weekday.allCases.filter { parts.weekdays & (1 << UInt8($0.rawValue)) != 0 }.map { WeekdayNumber($0) }
            + parts.numberedWeekdays
    }
    /// The values of BYMONTHDAY: those from the start of the month, then those from its end.
    public var byMonthDay: [Int] { parts.monthDays.members }
    /// The values of BYYEARDAY as written.
    public var byYearDay: [Int] { parts.yearDays.map(Int.init) }
    /// The values of BYWEEKNO: those from the start of the year, then those from its end.
    public var byWeekNumber: [Int] { parts.weekNumbers.members }
    /// The values of BYMONTH, ascending.
    public var byMonth: [Int] { parts.months.members }
    /// The values of BYSETPOS as written.
    public var bySetPosition: [Int] { parts.setPositions.map(Int.init) }

    /// The last wall-clock second that UNTIL allows, on DTSTART's clock; nil where there is no UNTIL.
    ///
    /// A date is read as the end of that day; an instant is turned into DTSTART's clock by `localTime`, and for
    /// events of whole days into that day's end, where midnight in UTC is the date that it names. This is what producers mean who write the wrong type.
    public func lastWallTime(isDate: Bool, localTime: (Instant) -> CivilDateTime) -> CivilDateTime? {
        switch until {
        case nil: return nil
        case .date(let date): return CivilDateTime(date: date, secondOfDay: 86_399)
        case .local(let time):
            return isDate ? CivilDateTime(date: time.date, secondOfDay: 86_399) : time
        case .utc(let instant):
            // Midnight in UTC is how some programs write a date, as with EXDATE.
            let time = isDate && instant.utc.secondOfDay == 0 ? instant.utc : localTime(instant)
            return isDate ? CivilDateTime(date: time.date, secondOfDay: 86_399) : time
        }
    }
}

/// The BY-parts of a rule, packed so that reading them allocates nothing in the common case.
struct RecurrenceParts: Sendable, Hashable {
    var seconds = SmallNumberSet()
    var minutes = SmallNumberSet()
    var hours = SmallNumberSet()
    /// BYDAY without numbers: bit n is weekday n, Monday being 0.
    var weekdays: UInt8 = 0
    var numberedWeekdays: [RecurrenceRule.WeekdayNumber] = []
    var monthDays = SmallNumberSet()
    var yearDays: [Int16] = []
    var weekNumbers = SmallNumberSet()
    var months = SmallNumberSet()
    var setPositions: [Int16] = []

    var hasWeekdays: Bool { weekdays != 0 || !numberedWeekdays.isEmpty }

    /// Whether any part other than BYSETPOS is there.
    var isEmpty: Bool {
        seconds.isEmpty && minutes.isEmpty && hours.isEmpty && !hasWeekdays && monthDays.isEmpty
            && yearDays.isEmpty && weekNumbers.isEmpty && months.isEmpty
    }
}

/// A set of whole numbers from -63 to 63, as two words of bits.
struct SmallNumberSet: Sendable, Hashable {
    /// Bit n stands for n.
    var positive: UInt64 = 0
    /// Bit n stands for -n.
    var negative: UInt64 = 0

    var isEmpty: Bool { positive | negative == 0 }

    mutating func insert(_ number: Int) {
        if number >= 0 { positive |= 1 << UInt64(number) } else { negative |= 1 << UInt64(-number) }
    }

    /// The numbers from 0 upwards, then those below 0 from -1 downwards.
    var members: [Int] {
        (0..<64).filter { positive >> UInt64($0) & 1 == 1 }
            + (1..<64).filter { negative >> UInt64($0) & 1 == 1 }.map { -$0 }
    }
}
