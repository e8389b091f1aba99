extension RuleExpansion {
    /// Rules that repeat by days, weeks, months or years: one set of days for each period, times the times of day.
    @inline(__always)
    func expandDays(_ progress: inout Progress, _ body: (Int) -> Bool) {
        let clock = clock
        let clockCount = clock.count
        let singleTime = clockCount == 1 ? clock.member(0) : 0
        var periods = Periods(expansion: self)
        let lastDay = floorDiv(progress.through, 86_400)
        let fromDay = max(floorDiv(progress.from, 86_400), startDay)

        guard var index = firstPeriod(&periods, clock: clock, fromDay: fromDay, &progress) else { return }
        let reach = months.reach
        // What SKIP moves out of a period may stand amid another's: that much waits for the next period.
        let mayMove = reach != (0, 0)
        var waiting: [Int] = []
        let horizon = min(lastDay + reach.before, CivilDate.latest.dayNumber)
        while periods.start(index) <= horizon {
            let days = periods.days(index)
            index = periods.index(after: index)
            let next = periods.start(index) - reach.before
            if rule.parts.setPositions.isEmpty {
                if !mayMove {
                    guard
                        days.forEach({
                            emit($0, clock, (fromDay, lastDay), single: singleTime, &progress, body)
                        })
                    else { return }
                    continue
                }
                waiting += days.members
                for day in Self.takeReady(&waiting, before: next) {
                    guard emit(day, clock, (fromDay, lastDay), single: singleTime, &progress, body) else {
                        return
                    }
                }
            } else {
                let total = days.count * clockCount
                var times = Self.positions(rule.parts.setPositions, of: total).map {
                    days.member($0 / clockCount) * 86_400 + clock.member($0 % clockCount)
                }
                if mayMove {
                    waiting += times
                    times = Self.takeReady(&waiting, before: next * 86_400)
                }
                for time in times {
                    guard emit(time, &progress, body) else { return }
                }
            }
        }
        // The calendar ends with what still waits.
        for value in Self.takeReady(&waiting, before: .max) {
            let goesOn =
                rule.parts.setPositions.isEmpty
                ? emit(value, clock, (fromDay, lastDay), single: singleTime, &progress, body)
                : emit(value, &progress, body)
            guard goesOn else { return }
        }
    }

    /// The period to begin with: where it is known how many instances those before have, none of them is expanded.
    ///
    /// - Returns: nil where `COUNT` is used up before.
    @inline(__always)
    private func firstPeriod(
        _ periods: inout Periods, clock: ClockSet, fromDay: Int, _ progress: inout Progress
    ) -> Int? {
        if rule.count == nil { return periods.index(before: fromDay) }
        guard rule.parts.setPositions.isEmpty, let weekdays = months.weekdaysOnly, rule.frequency <= .weekly
        else { return 0 }
        // Every full period has the same number of instances, so those before the window can be counted at once.
        let perPeriod = clock.count * (rule.frequency == .weekly ? weekdays.nonzeroBitCount : 1)
        let target = periods.index(before: fromDay) - 1
        guard target > 1, rule.frequency == .weekly || weekdays == 0x7F else { return 0 }
        let firstCount = count(of: periods.days(0), clock: clock, after: progress.after)
        let skipped = firstCount + (target - 1) * perPeriod
        guard skipped < progress.remaining else { return nil }
        progress.remaining -= skipped
        return target
    }

    /// Takes from `waiting` what comes before `limit`: ascending, and each once.
    private static func takeReady(_ waiting: inout [Int], before limit: Int) -> [Int] {
        let all = Set(waiting).sorted()
        let ready = all.prefix { $0 < limit }
        waiting = Array(all.dropFirst(ready.count))
        return Array(ready)
    }

    /// Gives the instances of one day of the rule; returns false where the expansion is over.
    @inline(__always)
    private func emit(
        _ day: Int, _ clock: ClockSet, _ window: (from: Int, through: Int), single: Int,
        _ progress: inout Progress,
        _ body: (Int) -> Bool
    ) -> Bool {
        if day >= window.from || rule.count == nil {
            guard day <= window.through else { return false }
            if clock.count == 1 { return emit(day * 86_400 + single, &progress, body) }
            return emitTimes(of: day, clock, &progress, body)
        }
        guard day >= startDay else { return true }
        progress.remaining -= clock.count
        if day == startDay {
            progress.remaining += clock.count(before: progress.after - day * 86_400 + 1)
        }
        return progress.remaining > 0
    }

    /// Gives the times of one day, from the window's first on.
    @inline(__always)
    private func emitTimes(
        of day: Int, _ clock: ClockSet, _ progress: inout Progress, _ body: (Int) -> Bool
    ) -> Bool {
        let floor = max(progress.after + 1, rule.count == nil ? progress.from : progress.after + 1)
        var index = clock.count(before: min(max(floor - day * 86_400, 0), 86_400))
        let count = clock.count
        while index < count {
            guard emit(day * 86_400 + clock.member(index), &progress, body) else { return false }
            index += 1
        }
        return true
    }

    /// How many instances a set of days has after a time.
    private func count(of days: DaySet, clock: ClockSet, after: Int) -> Int {
        var total = 0
        _ = days.forEach { day in
            if day > startDay { total += clock.count }
            if day == startDay {
                total += clock.count - clock.count(before: max(0, after - day * 86_400 + 1))
            }
            return true
        }
        return total
    }

    /// The indices that BYSETPOS picks from a set of `total` members, ascending.
    static func positions(_ setPositions: [Int16], of total: Int) -> [Int] {
        if setPositions.count == 1 {
            let index = setPositions[0] > 0 ? Int(setPositions[0]) - 1 : total + Int(setPositions[0])
            return index >= 0 && index < total ? [index] : []
        }
        var indices: [Int] = []
        for position in setPositions {
            let index = position > 0 ? Int(position) - 1 : total + Int(position)
            if index >= 0, index < total { indices.append(index) }
        }
        indices.sort()
        var unique: [Int] = []
        for index in indices where unique.last != index { unique.append(index) }
        return unique
    }
}

/// The periods of a rule that repeats by days, weeks, months or years, counted from the one that holds DTSTART.
struct Periods {
    private let rule: RecurrenceRule
    private let months: MonthMasks
    private let interval: Int
    private let startDay: Int
    /// Year, month (counted from year 0) or day of period 0, whichever the frequency counts.
    private let origin: Int
    private let countsWeekYears: Bool
    private var cache = MonthCache()

    init(expansion: RuleExpansion) {
        rule = expansion.rule
        months = expansion.months
        interval = rule.interval
        startDay = expansion.startDay
        let (year, month, _) = CivilDate(dayNumber: startDay).components
        let weekStart = rule.weekStart.rawValue
        countsWeekYears = rule.frequency == .yearly && !rule.parts.weekNumbers.isEmpty
        switch rule.frequency {
        case .yearly where countsWeekYears:
            if startDay < MonthMasks.firstWeekDay(of: year, weekStart: weekStart) {
                origin = year - 1
            } else if startDay >= MonthMasks.firstWeekDay(of: year + 1, weekStart: weekStart) {
                origin = year + 1
            } else {
                origin = year
            }
        case .yearly: origin = year
        case .monthly: origin = year * 12 + month - 1
        case .weekly: origin = startDay - floorMod(startDay + 3 - weekStart, 7)
        default: origin = startDay
        }
    }

    /// The first day of a period.
    func start(_ index: Int) -> Int {
        switch rule.frequency {
        case .yearly:
            let year = origin + index * interval
            guard countsWeekYears else {
                return CivilDate.dayNumber(year: min(year, 10_000), month: 1, day: 1)
            }
            // Week 1 of year 10000 may begin in 9999; what comes after it does not.
            return year > 10_000
                ? CivilDate.latest.dayNumber + 1
                : MonthMasks.firstWeekDay(of: year, weekStart: rule.weekStart.rawValue)
        case .monthly:
            let month = min(origin + index * interval, 120_000)
            return CivilDate.dayNumber(year: month / 12, month: month % 12 + 1, day: 1)
        case .weekly: return origin + index * interval * 7
        default: return origin + index * dayInterval
        }
    }

    /// The last period that may have instances on or before a day, of those that begin by then; or 0.
    ///
    /// Where SKIP moves days forward, the period that ends just before the day may have one on it.
    func index(before day: Int) -> Int {
        let day = day - months.reach.after
        let units: Int
        switch rule.frequency {
        case .yearly: units = CivilDate(dayNumber: day).year - origin - (countsWeekYears ? 1 : 0)
        case .monthly:
            let (year, month, _) = CivilDate(dayNumber: day).components
            units = year * 12 + month - 1 - origin
        case .weekly: units = (day - origin) / 7
        default: return max(0, (day - origin) / dayInterval)
        }
        return max(0, units / interval)
    }

    /// The period to look at after this one; months without any instance are passed over at once.
    mutating func index(after index: Int) -> Int {
        guard rule.frequency <= .daily, months.isLimiting else { return index + 1 }
        let next = CivilDate(dayNumber: origin + (index + 1) * dayInterval)
        guard next <= .latest, cache.mask(of: next, in: months) == 0 else { return index + 1 }
        let day = cache.firstDay + cache.length
        return max(index + 1, (day - origin + dayInterval - 1) / dayInterval)
    }

    /// Days from one period to the next, for rules that repeat by days; dates repeat on whole days only.
    private var dayInterval: Int {
        switch rule.frequency {
        case .hourly: return interval / greatestCommonDivisor(interval, 24)
        case .minutely: return interval / greatestCommonDivisor(interval, 1440)
        case .secondly: return interval / greatestCommonDivisor(interval, 86_400)
        default: return interval
        }
    }

    /// The days of a period that the rule allows.
    mutating func days(_ index: Int) -> DaySet {
        let first = start(index)
        switch rule.frequency {
        case .yearly: return yearDays(from: first, year: origin + index * interval)
        case .monthly:
            var days = DaySet(base: first - months.reach.before)
            let month = origin + index * interval
            insertMonth(month / 12, month % 12 + 1, firstDay: first, into: &days)
            return days
        case .weekly:
            var days = DaySet(base: first)
            for offset in 0..<7 where allows(first + offset) { days.insert(1, at: offset) }
            return days
        default:
            var days = DaySet(base: first)
            if allows(first) { days.insert(1, at: 0) }
            return days
        }
    }

    private func insertMonth(_ year: Int, _ month: Int, firstDay: Int, into days: inout DaySet) {
        let offset = firstDay - days.base
        days.insert(months.mask(year: year, month: month, firstDay: firstDay), at: offset)
        let moved = months.movesOut(year: year, month: month, firstDay: firstDay)
        if moved.before { days.insert(1, at: offset - 1) }
        if moved.after { days.insert(1, at: offset + CivilDate.daysInMonth(month, of: year)) }
    }

    private mutating func yearDays(from first: Int, year: Int) -> DaySet {
        var days = DaySet(base: first - months.reach.before)
        guard countsWeekYears else {
            var firstDay = first
            for month in 1...12 {
                insertMonth(year, month, firstDay: firstDay, into: &days)
                firstDay += CivilDate.daysInMonth(month, of: year)
            }
            return days
        }
        let end = MonthMasks.firstWeekDay(of: year + 1, weekStart: rule.weekStart.rawValue)
        for day in first..<end where allows(day) { days.insert(1, at: day - days.base) }
        for day in months.weekMovedOut(of: first..<end) where months.allowsMoved(day) {
            days.insert(1, at: day - days.base)
        }
        return days
    }

    private mutating func allows(_ day: Int) -> Bool {
        if let weekdays = months.weekdaysOnly { return weekdays >> UInt8(floorMod(day + 3, 7)) & 1 == 1 }
        return cache.allows(day, in: months)
    }
}

/// The mask of the month that was asked for last.
struct MonthCache {
    private(set) var firstDay = 0
    private(set) var length = 0
    private var mask: UInt32 = 0

    mutating func mask(of date: CivilDate, in months: MonthMasks) -> UInt32 {
        let offset = date.dayNumber - firstDay
        if offset < 0 || offset >= length {
            let (year, month, day) = date.components
            firstDay = date.dayNumber - day + 1
            length = CivilDate.daysInMonth(month, of: year)
            mask = months.mask(year: year, month: month, firstDay: firstDay)
        }
        return mask
    }

    @inline(__always)
    mutating func allows(_ day: Int, in months: MonthMasks) -> Bool {
        let mask = mask(of: CivilDate(dayNumber: day), in: months)
        return mask >> UInt32(day - firstDay) & 1 == 1
    }
}
