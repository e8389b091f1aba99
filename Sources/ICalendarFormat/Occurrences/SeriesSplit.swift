extension SeriesEdit {
    /// The two series that a split makes of one.
    public struct Split: Sendable {
        /// The master of the instances before the split.
        public var first: CalendarEvent
        /// The master of the instance at the split and all later ones; its UID is the caller's choice.
        public var second: CalendarEvent
        /// The indices of the overrides that stay with the first part.
        public var firstOverrides: [Int] = []
        /// The overrides of the second part with their indices, and with ids that match it.
        public var secondOverrides: [(index: Int, event: CalendarEvent)] = []
        /// The index of the THISANDFUTURE override of the split's instance: its values are now the second master's.
        public var absorbed: Int?
    }

    /// Splits the series before an instance.
    ///
    /// The first part ends before the instance; the second part starts with it and has the rest of COUNT or the old UNTIL.
    /// RDATE, EXDATE and overrides go to the part of their original time.
    ///
    /// - Parameter original: the original start of an instance, on DTSTART's clock.
    /// - Throws: ``SeriesEditError`` if the instance is the first, or no two rules give the instances of the one.
    public func split(at original: CivilDateTime) throws -> Split {
        guard original > firstInstance else { throw SeriesEditError.splitsAtFirst }
        var split = Split(first: master, second: master)
        let own = given(at: original, before: .earliest)
        (split.second.start, split.second.end) = (series.recurrenceID(at: original), own.end)
        if series.additionLengths[original] != nil {
            split.second.end = values(of: master, timing, at: original, end: nil, range: nil).end
        }
        split.first.rules = try master.rules.compactMap { try ended($0, before: original) }
        split.second.rules = try master.rules.compactMap { try continued($0, from: original) }
        split.second.exclusionRules = try master.exclusionRules.compactMap {
            try continued($0, from: original, countsStart: false)
        }
        split.first.additions = master.additions.filter { series.clock(of: $0.start) < original }
        split.second.additions = master.additions.filter { addition in
            let clock = series.clock(of: addition.start)
            return clock > original || (clock == original && addition.end != nil)
        }
        split.first.exclusions = master.exclusions.filter { isBefore($0, original) }
        split.second.exclusions = master.exclusions.filter { !isBefore($0, original) }
        try check(split, at: original)
        for (index, event) in overrides.enumerated() {
            guard let id = event.recurrenceID, !isBefore(id.time, original) else {
                split.firstOverrides.append(index)
                continue
            }
            if id.includesFuture, series.clock(of: id.time) == original {
                split.absorbed = index
            } else {
                split.secondOverrides.append((index, event))
            }
        }
        try applyRange(at: original, to: &split)
        return split
    }

    /// The start of the first instance that EXDATE does not take away.
    var firstInstance: CivilDateTime {
        let times = series.set.instances(maximum: 1 + series.excludedInstants.count).times
        return times.first { !series.isExcluded($0) } ?? timing.start
    }

    /// Returns true if a date or time of the series belongs before an instance.
    private func isBefore(_ time: CalendarTime, _ original: CivilDateTime) -> Bool {
        let clock = series.clock(of: time)
        return time.isDate && !timing.isDate ? clock.date < original.date : clock < original
    }

    /// A rule that ends before an instance, or nil if the rule has no earlier instance.
    private func ended(_ rule: RecurrenceRule, before original: CivilDateTime) throws -> RecurrenceRule? {
        let last = original.adding(seconds: timing.isDate ? -86_400 : -1)
        if rule.count != nil {
            let count = try countedInstances(of: rule, before: original)
            return count == 0 ? nil : try rule.replacing([("COUNT", String(count)), ("UNTIL", nil)])
        }
        let end = rule.lastWallTime(
            isDate: timing.isDate, localTime: { timing.zone.lastWallTime(notAfter: $0) })
        if let end, end <= last { return rule }
        let until: RecurrenceRule.Until =
            switch start {
            case .date: .date(last.date)
            case .floating: .local(last)
            case .utc, .zoned: .utc(timing.zone.instant(of: original).adding(seconds: -1))
            }
        return try rule.replacing([("UNTIL", until.description)])
    }

    /// A rule that starts with an instance, or nil if the rule has no instance from there on.
    private func continued(
        _ rule: RecurrenceRule, from original: CivilDateTime, countsStart: Bool = true
    ) throws -> RecurrenceRule? {
        var changes: [(name: String, value: String?)] = []
        if let count = rule.count {
            var rest = count - (try countedInstances(of: rule, before: original, countsStart: countsStart))
            // The new DTSTART is counted, also if the rule does not give it.
            let isExtra = countsStart && !gives(rule, original)
            if isExtra { rest += 1 }
            guard rest > (isExtra ? 1 : 0) else { return nil }
            changes.append(("COUNT", String(rest)))
        }
        let end = rule.lastWallTime(
            isDate: timing.isDate, localTime: { timing.zone.lastWallTime(notAfter: $0) })
        if let end, end < original { return nil }
        let rule = changes.isEmpty ? rule : try rule.replacing(changes)
        return try rule.writingOut(timing.start, for: original, isDate: timing.isDate)
    }

    private func expansion(of rule: RecurrenceRule, countsStart: Bool = true) -> RuleExpansion {
        let end = rule.lastWallTime(
            isDate: timing.isDate, localTime: { timing.zone.lastWallTime(notAfter: $0) })
        return RuleExpansion(
            rule: rule, start: timing.start, isDate: timing.isDate, last: end, countsStart: countsStart)
    }

    private func gives(_ rule: RecurrenceRule, _ original: CivilDateTime) -> Bool {
        var budget = RecurrenceSet.candidateLimit
        var isGiven = false
        _ = expansion(of: rule).forEach(
            from: original.seconds, through: original.seconds, budget: &budget
        ) { _ in
            isGiven = true
            return false
        }
        return isGiven
    }

    /// The number of instances that a rule with COUNT has before an instance, including instances that EXDATE removes.
    private func countedInstances(
        of rule: RecurrenceRule, before original: CivilDateTime, countsStart: Bool = true
    ) throws -> Int {
        var budget = RecurrenceSet.candidateLimit
        var count = 0
        let isComplete = expansion(of: rule, countsStart: countsStart).forEach(
            from: CivilDateTime.earliest.seconds, through: original.seconds - 1, budget: &budget
        ) { _ in
            count += 1
            return true
        }
        guard isComplete else { throw SeriesEditError.cannotSplit }
        return count
    }

    /// The number of instances of both parts that are compared with the instances before the split.
    private static let compared = 1000

    /// Checks that the parts together have the instances of the series, no more and no fewer.
    private func check(_ split: Split, at original: CivilDateTime) throws {
        let spare = series.excludedInstants.count
        func instances(_ event: CalendarEvent, from: CivilDateTime) -> [CivilDateTime] {
            guard let edit = SeriesEdit(master: event, zones: zones, viewer: viewer) else { return [] }
            return edit.series.set.instances(from: from, maximum: Self.compared + spare).times
                .filter { !edit.series.isExcluded($0) }
        }
        let earlier = original.adding(seconds: -400 * 86_400)
        let first = instances(split.first, from: earlier)
        let together = first + instances(split.second, from: .earliest)
        guard first.allSatisfy({ $0 < original }),
            together.prefix(Self.compared) == instances(master, from: earlier).prefix(Self.compared)
        else { throw SeriesEditError.cannotSplit }
    }

    /// Gives the second part the values of the THISANDFUTURE override that reaches the split.
    private func applyRange(at original: CivilDateTime, to split: inout Split) throws {
        let given = given(at: original)
        guard given.range != nil else { return }
        guard
            let plain = SeriesEdit(
                master: split.second, overrides: split.secondOverrides.map(\.event), zones: zones,
                viewer: viewer)
        else { return }
        let moved = try plain.moved(start: given.start, end: given.end)
        split.second = given.event
        split.second.recurrenceID = nil
        split.second.start = moved.master.start
        split.second.end = moved.master.end
        split.second.rules = moved.master.rules
        split.second.exclusionRules = moved.master.exclusionRules
        split.second.additions = moved.master.additions
        split.second.exclusions = moved.master.exclusions
        for (place, event) in moved.overrides.enumerated() { split.secondOverrides[place].event = event }
    }
}
