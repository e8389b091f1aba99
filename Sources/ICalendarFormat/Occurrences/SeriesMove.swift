extension SeriesEdit {
    /// A series after its start or its length changed.
    public struct Move: Sendable {
        /// The master with its rules, RDATE and EXDATE moved.
        public var master: CalendarEvent
        /// The overrides, in their order.
        public var overrides: [CalendarEvent]
        /// The number of overrides whose own time moved with the series.
        public var movedAlong = 0
        /// The number of overrides that keep a time of their own.
        public var kept = 0
    }

    /// Moves the whole series to a new DTSTART and DTEND on the wall clock: RRULE, RDATE, EXDATE and RECURRENCE-ID follow.
    ///
    /// The distance is that of the wall clocks of the old and the new DTSTART. An override's own time moves along if it is
    /// the time that the series gave its instance.
    ///
    /// - Throws: ``SeriesEditError`` if a rule cannot move, two exceptions would become one, or a year is out of range.
    public func moved(start new: CalendarTime, end: CalendarEvent.End?) throws -> Move {
        var result = master
        (result.start, result.end) = (new, end)
        var clock = try MovedClock(self, to: new, end: end)
        result.rules = try master.rules.map(clock.moved)
        result.exclusionRules = try master.exclusionRules.map(clock.moved)
        try clock.checkInstances(of: master.rules, result.rules)
        result.exclusions = try master.exclusions.map(clock.moved)
        result.additions = try master.additions.map { addition in
            var moved = RecurrenceDate(try clock.moved(addition.start), end: addition.end)
            if case .time(let end)? = addition.end { moved.end = .time(try clock.moved(end)) }
            return moved
        }
        var move = Move(master: result, overrides: overrides)
        try clock.move(&move)
        try clock.checkDistinct(move)
        return move
    }
}

/// The wall clock of a series before and after a move.
private struct MovedClock {
    let edit: SeriesEdit
    let newStart: CalendarTime
    let new: EventTiming
    /// Days from the old DTSTART's date to the new one's.
    let days: Int
    /// Wall-clock seconds from the old DTSTART to the new one.
    let seconds: Int
    /// True if a rule by months or years gives no instance a fixed distance later: times then move by months.
    var movesByMonths = false

    var old: EventTiming { edit.timing }

    init(_ edit: SeriesEdit, to start: CalendarTime, end: CalendarEvent.End?) throws {
        self.edit = edit
        newStart = start
        new = EventTiming(start: start, end: end, zones: edit.zones, viewer: edit.viewer)
        days = start.clock.date.dayNumber - edit.start.clock.date.dayNumber
        seconds = start.clock.seconds - edit.start.clock.seconds
    }

    // MARK: Times

    /// A reading of the old clock on the new one.
    func moved(_ clock: CivilDateTime) throws -> CivilDateTime {
        var result =
            new.isDate
            ? CivilDateTime(date: clock.date.adding(days: days)) : clock.adding(seconds: seconds)
        if movesByMonths, clock.date.day == old.start.date.day, let date = monthsLater(clock.date) {
            result = CivilDateTime(date: date, secondOfDay: result.secondOfDay)
        }
        guard result >= .earliest, result <= .latest else { throw SeriesEditError.outOfRange }
        return result
    }

    private func monthsLater(_ date: CivilDate) -> CivilDate? {
        func months(_ date: CivilDate) -> Int { date.year * 12 + date.month - 1 }
        let count = months(date) + months(new.start.date) - months(old.start.date)
        return CivilDate(year: floorDiv(count, 12), month: floorMod(count, 12) + 1, day: new.start.date.day)
    }

    /// A time of the series, moved, in the form that it had.
    func moved(_ time: CalendarTime) throws -> CalendarTime {
        written(try moved(edit.series.clock(of: time)), as: time)
    }

    /// A reading of the new clock in the form of another time; a time in DTSTART's form gets the form of the new DTSTART.
    private func written(_ clock: CivilDateTime, as form: CalendarTime) -> CalendarTime {
        if new.isDate { return .date(clock.date) }
        if old.isDate || form.hasClock(of: edit.start) { return newStart.showing(clock) }
        if form.isDate { return .date(clock.date) }
        return edit.written(new.zone.instant(of: clock), as: form)
    }

    // MARK: Rules

    func moved(_ rule: RecurrenceRule) throws -> RecurrenceRule {
        var changes: [(name: String, value: String?)] = []
        if let until = try movedUntil(of: rule), until != rule.until {
            changes.append(("UNTIL", until.description))
        }
        changes += try timeChanges(of: rule)
        if days != 0 { changes += try dayChanges(of: rule) }
        return changes.isEmpty ? rule : try rule.replacing(changes)
    }

    /// UNTIL on the new clock, in the form that RFC 5545 wants beside the new DTSTART.
    private func movedUntil(of rule: RecurrenceRule) throws -> RecurrenceRule.Until? {
        guard let until = rule.until,
            let last = rule.lastWallTime(
                isDate: old.isDate, localTime: { old.zone.lastWallTime(notAfter: $0) })
        else { return nil }
        if newStart.hasClock(of: edit.start), seconds == 0 { return until }
        if new.isDate {
            // An end before the time of day of the last day's instance leaves that instance out.
            let spare = last.secondOfDay < old.start.secondOfDay ? -1 : 0
            return .date(last.date.adding(days: days + spare))
        }
        if case .date(let date) = until, !old.isDate { return .date(date.adding(days: days)) }
        let clock =
            old.isDate
            ? CivilDateTime(date: last.date.adding(days: days), secondOfDay: new.start.secondOfDay)
            : last.adding(seconds: seconds)
        guard clock >= .earliest, clock <= .latest else { throw SeriesEditError.outOfRange }
        if case .floating = newStart { return .local(clock) }
        return .utc(new.zone.instant(of: clock))
    }

    /// The parts of a rule that name times of day.
    private func timeChanges(of rule: RecurrenceRule) throws -> [(name: String, value: String?)] {
        let parts = [
            ("BYHOUR", rule.byHour, old.start.hour, new.start.hour),
            ("BYMINUTE", rule.byMinute, old.start.minute, new.start.minute),
            ("BYSECOND", rule.bySecond, old.start.second, new.start.second),
        ].filter { !$0.1.isEmpty }
        // Times of day have no meaning on series of days.
        if old.isDate || new.isDate {
            guard rule.frequency >= .daily else { throw SeriesEditError.needsRule(part: "FREQ") }
            guard old.isDate || parts.allSatisfy({ $0.1.count == 1 }) else {
                throw SeriesEditError.needsRule(part: parts[0].0)
            }
            return parts.map { ($0.0, nil) }
        }
        if seconds % 86_400 != 0, rule.frequency < .daily,
            let part = parts.first?.0 ?? (rule.parts.isEmpty ? nil : "BYDAY")
        {
            throw SeriesEditError.needsRule(part: part)
        }
        return try parts.compactMap { name, values, before, after in
            if before == after { return nil }
            guard values == [before] else { throw SeriesEditError.needsRule(part: name) }
            return (name, String(after))
        }
    }

    /// The parts of a rule that name days, for another day.
    private func dayChanges(of rule: RecurrenceRule) throws -> [(name: String, value: String?)] {
        let fixed = [
            ("BYSETPOS", rule.bySetPosition), ("BYWEEKNO", rule.byWeekNumber), ("BYYEARDAY", rule.byYearDay),
        ]
        if let part = fixed.first(where: { !$0.1.isEmpty }) { throw SeriesEditError.needsRule(part: part.0) }
        var changes: [(name: String, value: String?)] = []
        if !rule.byDay.isEmpty {
            guard rule.byDay.allSatisfy({ $0.ordinal == 0 }) else {
                throw SeriesEditError.needsRule(part: "BYDAY")
            }
            changes.append(("BYDAY", rule.byDay.map { turned($0.weekday).code }.joined(separator: ",")))
            // The first day of the week decides which weeks are skipped.
            if rule.frequency == .weekly, rule.interval > 1, rule.byDay.count > 1 {
                changes.append(("WKST", turned(rule.weekStart).code))
            }
        }
        for (name, values, before, after) in [
            ("BYMONTHDAY", rule.byMonthDay, old.start.date.day, new.start.date.day),
            ("BYMONTH", rule.byMonth, old.start.date.month, new.start.date.month),
        ] where !values.isEmpty && before != after {
            guard values == [before] else { throw SeriesEditError.needsRule(part: name) }
            changes.append((name, String(after)))
        }
        return changes
    }

    private func turned(_ weekday: Weekday) -> Weekday {
        Weekday(rawValue: floorMod(weekday.rawValue + days, 7)) ?? weekday
    }

    /// The number of instances of a rule that are compared with the instances before the move.
    private static let compared = 400

    /// Checks that the rules still give the same instances, one for one, and finds out if they moved by months.
    mutating func checkInstances(of before: [RecurrenceRule], _ after: [RecurrenceRule]) throws {
        guard days != 0 else { return }
        var isUneven = false
        for (rule, movedRule) in zip(before, after) {
            let was = instances(of: rule, from: edit.start, old)
            let now = instances(of: movedRule, from: newStart, new)
            if try was.map({ try moved($0) }) == now { continue }
            guard rule.frequency >= .monthly, rule.byDay.isEmpty else {
                let part = rule.byDay.isEmpty ? "BYMONTH" : "BYDAY"
                throw SeriesEditError.needsRule(part: part)
            }
            isUneven = true
        }
        movesByMonths = isUneven
    }

    private func instances(of rule: RecurrenceRule, from start: CalendarTime, _ timing: EventTiming)
        -> [CivilDateTime]
    {
        var times = EventTimes(start: start)
        times.rules = [rule]
        let series = Series(times, timing, zones: edit.zones, viewer: edit.viewer)
        return series.set.instances(maximum: Self.compared).times
    }

    // MARK: Overrides

    /// Moves the ids of all overrides, and the times of those that take place when the series says.
    func move(_ move: inout SeriesEdit.Move) throws {
        // THISANDFUTURE first, in order: each decides what the later overrides are compared with.
        for range in edit.ranges {
            try self.move(range.index, of: &move, with: movedEdit(move))
        }
        let moved = movedEdit(move)
        for index in edit.overrides.indices where edit.overrides[index].recurrenceID?.includesFuture != true {
            try self.move(index, of: &move, with: moved)
        }
    }

    private func movedEdit(_ move: SeriesEdit.Move) -> SeriesEdit? {
        SeriesEdit(master: move.master, overrides: move.overrides, zones: edit.zones, viewer: edit.viewer)
    }

    private func move(_ index: Int, of move: inout SeriesEdit.Move, with moved: SeriesEdit?) throws {
        let form = edit.overrides[index]
        guard let id = form.recurrenceID else { return }
        let original = edit.series.clock(of: id.time)
        let target = try self.moved(original)
        move.overrides[index].recurrenceID?.time = written(target, as: id.time)
        guard let moved, let own = EventTiming(EventTimes(form), zones: edit.zones, viewer: edit.viewer)
        else {
            return
        }
        let before = edit.given(at: original, before: id.includesFuture ? original : nil)
        guard own.span(at: own.start) == (before.startInstant, before.endInstant) else {
            move.kept += 1
            return
        }
        let after = moved.given(at: target, before: id.includesFuture ? target : nil)
        guard (after.startInstant, after.endInstant) != (before.startInstant, before.endInstant) else {
            return
        }
        move.overrides[index].start = written(after.start, after.startInstant, as: form.start, before.start)
        move.overrides[index].end = end(after, of: form, before)
        move.movedAlong += 1
    }

    /// A time that the series gives, in the form that an override had before.
    private func written(
        _ time: CalendarTime, _ instant: Instant, as form: CalendarTime?, _ before: CalendarTime
    ) -> CalendarTime {
        guard let form, !form.hasClock(of: before), !form.isDate, !time.isDate else { return time }
        return edit.written(instant, as: form)
    }

    private func end(_ after: SeriesEdit.Given, of form: CalendarEvent, _ before: SeriesEdit.Given)
        -> CalendarEvent.End?
    {
        let isAsLong =
            after.endInstant.epochSeconds - after.startInstant.epochSeconds
            == before.endInstant.epochSeconds - before.startInstant.epochSeconds
        guard case .time(let old)? = form.end, !after.start.isDate, !old.isDate else {
            if case .duration? = form.end, isAsLong { return form.end }
            return after.end
        }
        guard case .time(let end)? = after.end, case .time(let given)? = before.end else {
            return .time(edit.written(after.endInstant, as: old))
        }
        return .time(written(end, after.endInstant, as: old, given))
    }

    /// Checks that no two exceptions became the same instance.
    func checkDistinct(_ move: SeriesEdit.Move) throws {
        func check(_ before: [CalendarTime], _ after: [CalendarTime]) throws {
            var seen: [Instant: CivilDateTime] = [:]
            for (old, new) in zip(before, after) {
                let instant = EventTiming.instant(of: new, zones: edit.zones, viewer: edit.viewer)
                let original = edit.series.clock(of: old)
                if let other = seen.updateValue(original, forKey: instant), other != original {
                    throw SeriesEditError.sameInstance(new)
                }
            }
        }
        try check(edit.master.exclusions, move.master.exclusions)
        func ids(_ events: [CalendarEvent]) -> [CalendarTime] { events.compactMap(\.recurrenceID?.time) }
        try check(ids(edit.overrides), ids(move.overrides))
    }
}
