extension RecurrenceRule {
    /// Makes a new rule from its parts, or nil where a number is out of the range that RFC 5545 gives it.
    ///
    /// ``text`` is then the rule as RFC 5545 writes it: FREQ first, defaults left out.
    public init?(
        frequency: Frequency, interval: Int = 1, count: Int? = nil, until: Until? = nil,
        weekStart: Weekday = .monday, byMonth: [Int] = [], byWeekNumber: [Int] = [], byYearDay: [Int] = [],
        byMonthDay: [Int] = [], byDay: [WeekdayNumber] = [], byHour: [Int] = [], byMinute: [Int] = [],
        bySecond: [Int] = [], bySetPosition: [Int] = [], skip: Skip = .omit
    ) {
        var parts = ["FREQ=\(frequency.keyword)"]
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
        }
        if skip != .omit { parts.insert("RSCALE=GREGORIAN", at: 0) }
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until)") }
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        add("BYMONTH", byMonth.map(String.init))
        add("BYWEEKNO", byWeekNumber.map(String.init))
        add("BYYEARDAY", byYearDay.map(String.init))
        add("BYMONTHDAY", byMonthDay.map(String.init))
        add("BYDAY", byDay.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + $0.weekday.code })
        add("BYHOUR", byHour.map(String.init))
        add("BYMINUTE", byMinute.map(String.init))
        add("BYSECOND", bySecond.map(String.init))
        add("BYSETPOS", bySetPosition.map(String.init))
        if skip != .omit { parts.append("SKIP=\(skip.rawValue)") }
        guard let rule = try? RecurrenceRule(parts.joined(separator: ";")) else { return nil }
        self = rule
    }
}

extension RecurrenceRule: CustomStringConvertible {
    /// The rule as it was written; the same as ``text``.
    public var description: String { text }
}

extension RecurrenceRule.Until: CustomStringConvertible {
    /// The end as RFC 5545 writes it.
    public var description: String {
        switch self {
        case .date(let date): return date.description
        case .local(let time): return time.description
        case .utc(let instant): return instant.utc.description + "Z"
        }
    }
}
