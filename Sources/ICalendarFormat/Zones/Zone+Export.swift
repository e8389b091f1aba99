extension Zone {
    /// Makes the observances of a VTIMEZONE that is right for every time within some years.
    ///
    /// Where the zone keeps one rule over these years, this is one STANDARD and one DAYLIGHT with an RRULE, which is
    /// what all programs read; else single observances for the years before the rule come in front. Nothing begins
    /// before 1970 unless the years do. A zone without changes has one STANDARD.
    public func observances(years: ClosedRange<Int>) -> [ZoneObservance] {
        let lower = min(max(years.lowerBound, 1), 9998)
        let upper = min(max(years.upperBound, lower), 9998)
        var result: [ZoneObservance] = []
        let ruled = ruledYears(down: max(lower - 1, 1), from: upper)
        let end = ruled.map { newYear($0.firstYear) } ?? newYear(upper + 1) + 86_400

        let begin = newYear(lower) - 86_400
        if ruled == nil || begin < end {
            var index = table.index(at: begin)
            result.append(initialObservance(index, from: begin))
            while index < table.instants.count, table.instants[index] < end {
                result.append(single(index + 1))
                index += 1
            }
        }
        if let ruled { result += ruled.observances }
        return result
    }

    /// The last years of a span in which the zone's changes are those of its rule, as observances from the first.
    private func ruledYears(down lower: Int, from upper: Int) -> (
        firstYear: Int, observances: [ZoneObservance]
    )? {
        guard let rule = table.rule, let daylight = rule.daylight,
            let begins = daylight.begins.yearlyRule, let ends = daylight.ends.yearlyRule
        else { return nil }
        var first: Int?
        var year = upper
        while year >= lower, follows(rule, in: year) {
            first = year
            year -= 1
        }
        guard let first else { return nil }
        return (
            first,
            [
                ZoneObservance(
                    isDaylight: false, offsetFrom: daylight.period.offset, offsetTo: rule.standard.offset,
                    start: CivilDateTime(seconds: daylight.ends.time(in: first)), rules: [ends],
                    name: rule.standard.name),
                ZoneObservance(
                    isDaylight: true, offsetFrom: rule.standard.offset, offsetTo: daylight.period.offset,
                    start: CivilDateTime(seconds: daylight.begins.time(in: first)), rules: [begins],
                    name: daylight.period.name),
            ]
        )
    }

    private func follows(_ rule: PosixZoneRule, in year: Int) -> Bool {
        guard let last = table.instants.last else { return false }
        if newYear(year) >= last - TransitionTable.cycle { return true }
        let (begin, end) = (newYear(year), newYear(year + 1))
        let found = table.instants.filter { $0 >= begin && $0 < end }
        return found == rule.changes(in: year).map(\.instant).sorted()
            && rule.changes(in: year).allSatisfy { table.periods[table.index(at: $0.instant)] == $0.period }
    }

    private func newYear(_ year: Int) -> Int {
        CivilDate.dayNumber(year: year, month: 1, day: 1) * 86_400
    }

    /// The observance that begins with the change before `index` of the periods.
    private func single(_ index: Int) -> ZoneObservance {
        let period = table.periods[index]
        let before = table.periods[index - 1].offset
        return ZoneObservance(
            isDaylight: period.isDaylight, offsetFrom: before, offsetTo: period.offset,
            start: CivilDateTime(seconds: table.instants[index - 1] + before), name: period.name)
    }

    /// What holds at the beginning: the last change before it, or, since some programs know nothing before 1970, the
    /// offset since then.
    private func initialObservance(_ index: Int, from begin: Int) -> ZoneObservance {
        if index > 0, table.instants[index - 1] >= 0 { return single(index) }
        let period = table.periods[index]
        let start = min(0, begin)
        return ZoneObservance(
            isDaylight: period.isDaylight, offsetFrom: period.offset, offsetTo: period.offset,
            start: CivilDateTime(seconds: start), name: period.name)
    }
}

extension PosixZoneRule.Change {
    /// The change as a yearly rule, or nil where RFC 5545 cannot say it simply.
    ///
    /// A change at 24:00 or later falls on a later weekday, which a rule says by a span of days of the month.
    var yearlyRule: RecurrenceRule? {
        guard case .weekday(let month, let week, let weekday) = day else { return nil }
        let shift = floorDiv(time, 86_400)
        if shift == 0 {
            return RecurrenceRule(
                frequency: .yearly, byMonth: [month], byDay: [.init(weekday, ordinal: week == 5 ? -1 : week)])
        }
        guard week < 5, let shifted = Weekday(rawValue: floorMod(weekday.rawValue + shift, 7)) else {
            return nil
        }
        let first = 7 * (week - 1) + 1 + shift
        guard first >= 1, first + 6 <= 28 || CivilDate.daysInMonth(month, of: 2025) >= first + 6 else {
            return nil
        }
        return RecurrenceRule(
            frequency: .yearly, byMonth: [month], byMonthDay: Array(first...first + 6),
            byDay: [.init(shifted)])
    }
}
