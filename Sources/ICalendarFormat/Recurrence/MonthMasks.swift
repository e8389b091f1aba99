/// The date parts of a rule, BYMONTH to BYDAY, with what DTSTART supplies where they say too little.
///
/// Everything is asked a month at a time: ``mask(year:month:firstDay:)`` gives the days of a month that the rule allows as
/// bits, made from a few shifts. Each of RFC 5545's "expand" and "limit" is then the same thing, an intersection,
/// since a part that expands within a period is a limit on the period's days once no day is taken from DTSTART.
struct MonthMasks {
    private let months: UInt64
    private let monthDays: SmallNumberSet
    private let weekdays: UInt8
    private let numbered: [RecurrenceRule.WeekdayNumber]
    private let numbersCountYears: Bool
    private let yearDays: [Int16]
    private let weekNumbers: SmallNumberSet
    private let weekStart: Int
    private let skip: RecurrenceRule.Skip
    private let skippingPart: SkippingPart

    /// The part whose missing days SKIP moves.
    ///
    /// None where two of them stand together: a day that is missing from a month is not in any week, and so on.
    private enum SkippingPart {
        case none
        case monthDays
        case yearDays
        case weekNumbers
    }

    /// The numbers that only some years have.
    private static let lastYearDay: Int16 = 366
    private static let lastWeek = 53

    /// How many days before and after its period an instance may stand, since SKIP moved it there.
    let reach: (before: Int, after: Int)

    /// Whether any day may be struck out, that is, whether there is anything to look at.
    let isLimiting: Bool
    /// The allowed weekdays, if they are all that limits the days; nil where more does.
    let weekdaysOnly: UInt8?

    init(rule: RecurrenceRule, start: CivilDate) {
        let parts = rule.parts
        let namesDays = parts.hasWeekdays || !parts.monthDays.isEmpty || !parts.yearDays.isEmpty
        let usesNumbers =
            rule.frequency == .monthly || (rule.frequency == .yearly && parts.weekNumbers.isEmpty)

        var months = parts.months.positive
        var monthDays = parts.monthDays
        var weekdays = parts.weekdays
        if !usesNumbers {
            for entry in parts.numberedWeekdays { weekdays |= 1 << UInt8(entry.weekday.rawValue) }
        }
        if !namesDays {
            switch rule.frequency {
            case .yearly where parts.weekNumbers.isEmpty, .monthly where parts.weekNumbers.isEmpty:
                monthDays.insert(start.day)
                if rule.frequency == .yearly, months == 0 { months = 1 << UInt64(start.month) }
            case .yearly, .monthly, .weekly:
                weekdays = 1 << UInt8(start.weekday.rawValue)
            default: break
            }
        }
        self.months = months
        self.monthDays = monthDays
        self.weekdays = weekdays
        numbered = usesNumbers ? parts.numberedWeekdays : []
        numbersCountYears = rule.frequency == .yearly && parts.months.isEmpty
        yearDays = parts.yearDays
        weekNumbers = parts.weekNumbers
        weekStart = rule.weekStart.rawValue
        // Only months and years have dates that do not exist; days and weeks go from one real date to the next.
        skip = rule.frequency >= .monthly ? rule.skip : .omit
        let missing: (part: SkippingPart, fromStart: Bool, fromEnd: Bool)
        switch (monthDays.isEmpty, yearDays.isEmpty, weekNumbers.isEmpty) {
        case (false, true, true):
            missing = (.monthDays, monthDays.positive >> 29 != 0, monthDays.negative >> 29 != 0)
        case (true, false, true) where rule.frequency == .yearly:
            missing = (
                .yearDays, yearDays.contains(Self.lastYearDay), yearDays.contains(-Self.lastYearDay)
            )
        case (true, true, false) where rule.frequency == .yearly:
            missing = (
                .weekNumbers, weekNumbers.positive >> UInt64(Self.lastWeek) != 0,
                weekNumbers.negative >> UInt64(Self.lastWeek) != 0
            )
        default: missing = (.none, false, false)
        }
        skippingPart = skip == .omit ? .none : missing.part
        let step = missing.part == .weekNumbers ? 7 : 1
        reach = (
            before: skip == .backward && missing.fromEnd ? step : 0,
            after: skip == .forward && missing.fromStart ? step : 0
        )

        let onlyWeekdays =
            months == 0 && monthDays.isEmpty && numbered.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
        isLimiting = !onlyWeekdays || weekdays != 0
        weekdaysOnly = onlyWeekdays ? (weekdays == 0 ? 0x7F : weekdays) : nil
    }

    /// The allowed days of a month: bit 0 is the first.
    func mask(year: Int, month: Int, firstDay: Int) -> UInt32 {
        guard months == 0 || months >> UInt64(month) & 1 == 1 else { return 0 }
        let length = CivilDate.daysInMonth(month, of: year)
        let all = UInt32(1) << UInt32(length) - 1
        var mask = all

        if !monthDays.isEmpty {
            var days = UInt32(truncatingIfNeeded: monthDays.positive >> 1)
            var fromEnd = monthDays.negative
            while fromEnd != 0 {
                let number = fromEnd.trailingZeroBitCount
                if number <= length { days |= 1 << UInt32(length - number) }
                fromEnd &= fromEnd - 1
            }
            if skippingPart == .monthDays {
                let missing = missingDays(year: year, month: month, length: length)
                if skip == .backward, missing.fromStart { days |= 1 << UInt32(length - 1) }
                if skip == .forward, missing.fromEnd { days |= 1 }
            }
            mask &= days
        }
        let firstWeekday = floorMod(firstDay + 3, 7)
        if weekdays != 0 || !numbered.isEmpty {
            var days = MonthMasks.repeated(weekdays, from: firstWeekday)
            for entry in numbered {
                days |= numberedMask(entry, year: year, month: month, length: length, firstDay: firstDay)
            }
            mask &= days
        }
        if !yearDays.isEmpty, mask != 0 {
            let before = firstDay - CivilDate.dayNumber(year: year, month: 1, day: 1)
            let yearLength = CivilDate.daysInYear(year)
            var days: UInt32 = 0
            for number in yearDays {
                let index = (number > 0 ? Int(number) - 1 : yearLength + Int(number)) - before
                if index >= 0, index < length { days |= 1 << UInt32(index) }
            }
            if skippingPart == .yearDays {
                let missing = missingDays(year: year, month: month, length: length)
                if skip == .backward, missing.fromStart { days |= 1 << UInt32(length - 1) }
                if skip == .forward, missing.fromEnd { days |= 1 }
            }
            mask &= days
        }
        if !weekNumbers.isEmpty, mask != 0 {
            mask &= weekMask(firstDay: firstDay, length: length, year: year)
        }
        return mask & all
    }

    /// Whether the rule names days that a month does not have: such behind its end, counted from its start, and such
    /// before its start, counted from its end.
    ///
    /// A day that a year does not have is taken for one of December, or, counted from its end, of January.
    private func missingDays(year: Int, month: Int, length: Int) -> (fromStart: Bool, fromEnd: Bool) {
        switch skippingPart {
        case .monthDays:
            return (
                monthDays.positive >> UInt64(length + 1) != 0, monthDays.negative >> UInt64(length + 1) != 0
            )
        case .yearDays where CivilDate.daysInYear(year) < Int(Self.lastYearDay):
            return (
                month == 12 && yearDays.contains(Self.lastYearDay),
                month == 1 && yearDays.contains(-Self.lastYearDay)
            )
        case .yearDays, .weekNumbers, .none: return (false, false)
        }
    }

    /// Whether the day before a month, and the day after it, stand for days that the month does not have.
    ///
    /// RFC 7529 applies SKIP after BYMONTHDAY and before BYDAY, which may still strike the new day out.
    func movesOut(year: Int, month: Int, firstDay: Int) -> (before: Bool, after: Bool) {
        guard reach != (0, 0), months == 0 || months >> UInt64(month) & 1 == 1 else { return (false, false) }
        let length = CivilDate.daysInMonth(month, of: year)
        let missing = missingDays(year: year, month: month, length: length)
        return (
            reach.before > 0 && missing.fromEnd && allowsWeekday(of: firstDay - 1),
            reach.after > 0 && missing.fromStart && allowsWeekday(of: firstDay + length)
        )
    }

    /// The week that stands for week 53 in a week-year without one, if it stands outside of that year.
    ///
    /// - Parameter year: the week-year's days.
    func weekMovedOut(of year: Range<Int>) -> Range<Int> {
        guard skippingPart == .weekNumbers, year.count < Self.lastWeek * 7 else { return 0..<0 }
        if reach.after > 0 { return year.upperBound..<year.upperBound + 7 }
        return reach.before > 0 ? year.lowerBound - 7..<year.lowerBound : 0..<0
    }

    /// Whether a day that SKIP moved is one of BYMONTH and BYDAY.
    func allowsMoved(_ day: Int) -> Bool {
        let month = CivilDate(dayNumber: day).month
        return (months == 0 || months >> UInt64(month) & 1 == 1) && allowsWeekday(of: day)
    }

    private func allowsWeekday(of day: Int) -> Bool {
        guard weekdays != 0 || !numbered.isEmpty else { return true }
        return weekdays >> UInt8(floorMod(day + 3, 7)) & 1 == 1
    }

    /// A pattern of weekdays, repeated over a month that begins on `firstWeekday`.
    private static func repeated(_ weekdays: UInt8, from firstWeekday: Int) -> UInt32 {
        let wide = UInt64(weekdays)
        // Five weeks, and one more for what the shift takes away.
        let weeks = wide | wide << 7 | wide << 14 | wide << 21 | wide << 28 | wide << 35
        return UInt32(truncatingIfNeeded: weeks >> UInt64(firstWeekday))
    }

    private func numberedMask(
        _ entry: RecurrenceRule.WeekdayNumber, year: Int, month: Int, length: Int, firstDay: Int
    ) -> UInt32 {
        let spanStart = numbersCountYears ? CivilDate.dayNumber(year: year, month: 1, day: 1) : firstDay
        let spanLength = numbersCountYears ? CivilDate.daysInYear(year) : length
        let day: Int
        if entry.ordinal > 0 {
            let first = spanStart + floorMod(entry.weekday.rawValue - (spanStart + 3), 7)
            day = first + 7 * (entry.ordinal - 1)
        } else {
            let end = spanStart + spanLength - 1
            day = end - floorMod((end + 3) - entry.weekday.rawValue, 7) + 7 * (entry.ordinal + 1)
        }
        guard day >= spanStart, day < spanStart + spanLength else { return 0 }
        let index = day - firstDay
        return index >= 0 && index < length ? 1 << UInt32(index) : 0
    }

    private func weekMask(firstDay: Int, length: Int, year: Int) -> UInt32 {
        var mask: UInt32 = 0
        var day = firstDay - floorMod(firstDay + 3 - weekStart, 7)
        while day < firstDay + length {
            if allowsWeek(startingOn: day, near: year) {
                for offset in max(day, firstDay)..<min(day + 7, firstDay + length) {
                    mask |= 1 << UInt32(offset - firstDay)
                }
            }
            day += 7
        }
        return mask
    }

    private func allowsWeek(startingOn day: Int, near year: Int) -> Bool {
        // A week belongs to the year that holds its fourth day.
        var weekYear = year
        if day + 3 < CivilDate.dayNumber(year: year, month: 1, day: 1) {
            weekYear -= 1
        } else if day + 3 >= CivilDate.dayNumber(year: year + 1, month: 1, day: 1) {
            weekYear += 1
        }
        let first = MonthMasks.firstWeekDay(of: weekYear, weekStart: weekStart)
        let number = (day - first) / 7 + 1
        let count = (MonthMasks.firstWeekDay(of: weekYear + 1, weekStart: weekStart) - first) / 7
        if skippingPart == .weekNumbers, count < Self.lastWeek {
            // The week 53 that this year has not.
            if skip == .backward, number == count, weekNumbers.positive >> UInt64(Self.lastWeek) & 1 == 1 {
                return true
            }
            if skip == .forward, number == 1, weekNumbers.negative >> UInt64(Self.lastWeek) & 1 == 1 {
                return true
            }
        }
        return weekNumbers.positive >> UInt64(number) & 1 == 1
            || weekNumbers.negative >> UInt64(count - number + 1) & 1 == 1
    }

    /// The day on which week 1 of a year begins: the first week with four days in the year, as in ISO 8601.
    static func firstWeekDay(of year: Int, weekStart: Int) -> Int {
        let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
        let offset = floorMod(newYear + 3 - weekStart, 7)
        return newYear - offset + (offset > 3 ? 7 : 0)
    }
}

/// Up to 384 consecutive days as bits, enough for a year of whole weeks.
struct DaySet {
    private var words: InlineArray<6, UInt64> = InlineArray(repeating: 0)
    /// The day number that bit 0 stands for.
    let base: Int

    init(base: Int) {
        self.base = base
    }

    /// Adds days: bit 0 of `mask` is the day `offset` days after the base.
    @inline(__always)
    mutating func insert(_ mask: UInt32, at offset: Int) {
        let word = offset >> 6
        let shift = UInt64(offset & 63)
        words[word] |= UInt64(mask) << shift
        if shift > 32, word < 5 { words[word + 1] |= UInt64(mask) >> (64 - shift) }
    }

    var count: Int {
        var total = 0
        for index in 0..<6 { total += words[index].nonzeroBitCount }
        return total
    }

    /// The day numbers of all members, ascending.
    var members: [Int] {
        var members: [Int] = []
        _ = forEach {
            members.append($0)
            return true
        }
        return members
    }

    /// The day number of the member with this index, in ascending order.
    func member(_ index: Int) -> Int {
        var rest = index
        for word in 0..<6 {
            let here = words[word].nonzeroBitCount
            if rest < here { return base + word << 6 + Bits.position(of: rest, in: words[word]) }
            rest -= here
        }
        return base
    }

    /// Calls `body` with each day number, ascending, until it returns false; returns whether it never did.
    @inline(__always)
    func forEach(_ body: (Int) -> Bool) -> Bool {
        for word in 0..<6 {
            var bits = words[word]
            while bits != 0 {
                guard body(base + word << 6 + bits.trailingZeroBitCount) else { return false }
                bits &= bits - 1
            }
        }
        return true
    }
}

enum Bits {
    /// The position of the set bit that has `index` set bits below it.
    static func position(of index: Int, in word: UInt64) -> Int {
        var bits = word
        for _ in 0..<index { bits &= bits - 1 }
        return bits.trailingZeroBitCount
    }

    /// The bits below `position`, which is 0 to 63.
    static func below(_ position: Int) -> UInt64 { 1 << UInt64(position) - 1 }
}
