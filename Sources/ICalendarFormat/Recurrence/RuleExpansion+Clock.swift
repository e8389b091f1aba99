extension RuleExpansion {
    /// Rules that repeat by hours, minutes or seconds and have BY-parts: one unit at a time within the days that the
    /// rule allows, leaping over hours, minutes, days and months that it does not.
    @inline(__always)
    func expandClock(_ progress: inout Progress, _ body: (Int) -> Bool) {
        let unit = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
        let allowed = ClockSet(
            hours: bits(rule.parts.hours, limit: 24), minutes: bits(rule.parts.minutes, limit: 60),
            seconds: bits(rule.parts.seconds, limit: 60))
        guard isReachable(unit: unit, allowed: allowed) else { return }
        // Each unit has as many times, so that positions that one does not have none has.
        let times =
            (unit > 1 && !rule.parts.seconds.isEmpty ? allowed.seconds.nonzeroBitCount : 1)
            * (unit > 60 && !rule.parts.minutes.isEmpty ? allowed.minutes.nonzeroBitCount : 1)
        let positions = rule.parts.setPositions
        guard positions.isEmpty || !Self.positions(positions, of: times).isEmpty else { return }

        let origin = floorDiv(start, unit)
        func aligned(_ number: Int) -> Int {
            let steps = max(0, number - origin + rule.interval - 1) / rule.interval
            return origin + steps * rule.interval
        }
        var number = rule.count == nil ? aligned(floorDiv(max(progress.from, start), unit)) : origin
        var cache = MonthCache()
        var checkedDay = Int.min
        while true {
            let time = number * unit
            guard time <= progress.through else { return }
            let day = floorDiv(time, 86_400)
            if day != checkedDay {
                if months.isLimiting, !cache.allows(day, in: months) {
                    let isEmpty = cache.mask(of: CivilDate(dayNumber: day), in: months) == 0
                    let next = isEmpty ? cache.firstDay + cache.length : day + 1
                    number = aligned(next * 86_400 / unit)
                    continue
                }
                checkedDay = day
            }
            let second = time - day * 86_400
            if let leap = nextAllowed(second, unit: unit, allowed: allowed) {
                guard progress.budget > 0 else {
                    progress.isTruncated = true
                    return
                }
                progress.budget -= 1
                number = max(number + 1, aligned((day * 86_400 + leap) / unit))
                continue
            }
            guard emitUnit(second, unit: unit, day: day, allowed: allowed, &progress, body) else { return }
            number += rule.interval
        }
    }

    /// Gives the instances within one hour, minute or second.
    @inline(__always)
    private func emitUnit(
        _ second: Int, unit: Int, day: Int, allowed: ClockSet, _ progress: inout Progress,
        _ body: (Int) -> Bool
    ) -> Bool {
        func single(_ value: Int) -> UInt64 { 1 << UInt64(value) }
        var clock = ClockSet(
            hours: single(second / 3600), minutes: single(second / 60 % 60), seconds: single(second % 60))
        if unit > 1 {
            clock.seconds = rule.parts.seconds.isEmpty ? single(startSecond % 60) : allowed.seconds
        }
        if unit > 60 {
            clock.minutes = rule.parts.minutes.isEmpty ? single(startSecond / 60 % 60) : allowed.minutes
        }
        let count = clock.count
        if rule.parts.setPositions.isEmpty {
            for index in 0..<count {
                guard emit(day * 86_400 + clock.member(index), &progress, body) else { return false }
            }
            return true
        }
        guard progress.budget > 0 else {
            progress.isTruncated = true
            return false
        }
        progress.budget -= 1
        for index in Self.positions(rule.parts.setPositions, of: count) {
            guard emit(day * 86_400 + clock.member(index), &progress, body) else { return false }
        }
        return true
    }

    private func bits(_ set: SmallNumberSet, limit: Int) -> UInt64 {
        set.isEmpty ? Bits.below(limit) : set.positive
    }

    /// The next second of the day worth a look where this one is not allowed; nil where it is.
    @inline(__always)
    private func nextAllowed(_ second: Int, unit: Int, allowed: ClockSet) -> Int? {
        let hour = second / 3600
        if allowed.hours >> UInt64(hour) & 1 == 0 {
            let later = allowed.hours & ~Bits.below(hour)
            return later == 0 ? 86_400 : later.trailingZeroBitCount * 3600
        }
        guard unit <= 60 else { return nil }
        let minute = second / 60 % 60
        if allowed.minutes >> UInt64(minute) & 1 == 0 {
            let later = allowed.minutes & ~Bits.below(minute)
            return later == 0 ? (hour + 1) * 3600 : hour * 3600 + later.trailingZeroBitCount * 60
        }
        guard unit == 1 else { return nil }
        if allowed.seconds >> UInt64(second % 60) & 1 == 0 {
            let later = allowed.seconds & ~Bits.below(second % 60)
            return later == 0
                ? (second / 60 + 1) * 60 : second / 60 * 60 + later.trailingZeroBitCount
        }
        return nil
    }

    /// Whether the interval ever lands on an allowed time of day; the times of day that it lands on are those that
    /// differ from DTSTART's by a multiple of the interval's common divisor with the day.
    private func isReachable(unit: Int, allowed: ClockSet) -> Bool {
        let perDay = 86_400 / unit
        let step = greatestCommonDivisor(rule.interval % perDay, perDay)
        var number = floorMod(floorDiv(start, unit), perDay) % step
        while number < perDay {
            guard let leap = nextAllowed(number * unit, unit: unit, allowed: allowed) else { return true }
            let next = leap / unit
            number += max(1, (next - number + step - 1) / step) * step
        }
        return false
    }
}
