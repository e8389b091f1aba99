/// Lists the instances of one rule within a window of wall-clock time.
///
/// All times are seconds on DTSTART's clock. The work is bounded by the window, by the year 9999, and by a budget of
/// candidates; years without any instance cost a few operations each and nothing of the budget.
struct RuleExpansion {
    let rule: RecurrenceRule
    /// DTSTART.
    let start: Int
    /// Whether instances are dates; BYHOUR, BYMINUTE and BYSECOND then mean nothing.
    let isDate: Bool
    /// The last time that UNTIL, or the end of the calendar, allows.
    let last: Int
    /// Whether DTSTART is an instance, the first that COUNT counts, also where the rule does not give it.
    let countsStart: Bool

    let startDay: Int
    let startSecond: Int
    let months: MonthMasks

    init(
        rule: RecurrenceRule, start: CivilDateTime, isDate: Bool, last: CivilDateTime?,
        countsStart: Bool = true
    ) {
        self.rule = rule
        self.isDate = isDate
        self.start = isDate ? start.date.dayNumber * 86_400 : start.seconds
        self.last = min((last ?? .latest).seconds, CivilDateTime.latest.seconds)
        self.countsStart = countsStart
        startDay = floorDiv(self.start, 86_400)
        startSecond = floorMod(self.start, 86_400)
        months = MonthMasks(rule: rule, start: CivilDate(dayNumber: startDay))
    }

    /// What the expansion of one window needs to remember.
    struct Progress {
        /// The window's first second.
        let from: Int
        /// The last second to look at: the window's, or UNTIL's where that is earlier.
        let through: Int
        /// How many instances COUNT still allows.
        var remaining: Int
        /// How many candidates may still be looked at.
        var budget: Int
        /// Instances of the rule at or before this time are not given; DTSTART has been.
        let after: Int
        /// Whether the budget ran out before the window's end.
        var isTruncated = false
    }

    /// Calls `body` with each instance from `from` to `through`, ascending, until it returns false.
    ///
    /// - Returns: whether all instances were given; false where the budget ran out.
    @inline(__always)
    func forEach(from: Int, through: Int, budget: inout Int, _ body: (Int) -> Bool) -> Bool {
        var progress = Progress(
            from: from, through: min(through, last), remaining: rule.count ?? .max, budget: budget,
            after: countsStart ? start : start - 1)
        defer { budget = progress.budget }
        if countsStart {
            progress.remaining -= 1
            if start >= from, start <= through, !body(start) { return true }
        }
        guard progress.through > progress.after, progress.remaining > 0 else { return true }

        if rule.frequency <= .hourly, !isDate, !rule.parts.isEmpty || !rule.parts.setPositions.isEmpty {
            expandClock(&progress, body)
        } else if rule.parts.isEmpty, rule.parts.setPositions.isEmpty, rule.frequency <= .weekly {
            expandUniform(&progress, body)
        } else {
            expandDays(&progress, body)
        }
        return !progress.isTruncated
    }

    /// Gives one instance to `body` if the window holds it; returns false where the expansion is over.
    @inline(__always)
    func emit(_ time: Int, _ progress: inout Progress, _ body: (Int) -> Bool) -> Bool {
        guard time > progress.after else { return true }
        guard time <= progress.through else { return false }
        guard progress.budget > 0 else {
            progress.isTruncated = true
            return false
        }
        progress.budget -= 1
        progress.remaining -= 1
        if time >= progress.from, !body(time) { return false }
        return progress.remaining > 0
    }

    /// Rules without BY-parts up to WEEKLY: the nth instance is a multiplication.
    @inline(__always)
    private func expandUniform(_ progress: inout Progress, _ body: (Int) -> Bool) {
        var step = rule.interval
        switch rule.frequency {
        case .secondly: break
        case .minutely: step *= 60
        case .hourly: step *= 3600
        case .daily: step *= 86_400
        default: step *= 604_800
        }
        // A date repeats only where the step lands on whole days again.
        if isDate, step % 86_400 != 0 { step *= 86_400 / greatestCommonDivisor(step % 86_400, 86_400) }
        let first = progress.after < start ? 0 : 1
        let skipped = max(first, progress.from > start ? (progress.from - start + step - 1) / step : 0)
        // COUNT counts the steps of the rule, dates or not, and DTSTART was counted already.
        guard skipped - first < progress.remaining else { return }
        progress.remaining -= skipped - first
        var time = start + skipped * step
        while emit(time, &progress, body) { time += step }
    }

    /// The times of day, for rules that repeat by days or longer.
    var clock: ClockSet {
        func bits(_ set: SmallNumberSet, _ fallback: Int) -> UInt64 {
            set.isEmpty || isDate ? 1 << UInt64(fallback) : set.positive
        }
        return ClockSet(
            hours: bits(rule.parts.hours, startSecond / 3600),
            minutes: bits(rule.parts.minutes, startSecond / 60 % 60),
            seconds: bits(rule.parts.seconds, startSecond % 60))
    }
}

/// The greatest number that divides both; one of them is above 0.
func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (high, low) = (first, second)
    while low != 0 { (high, low) = (low, high % low) }
    return high
}
