import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The occurrences of a repeating reminder: its rules, and the occurrences that were done or changed.
///
/// Pure. Occurrences that are on days, and floating ones, are on the viewer's clock.
struct ReminderSeries {
    /// One occurrence.
    struct Occurrence: Hashable {
        /// What RECURRENCE-ID says of it: its start, in the kind and zone of the series' own.
        var id: CalendarTime
        /// When it is due.
        var due: CalendarTime
    }

    private let head: Reminder
    private let changes: [Reminder]
    private let zones: ZoneResolver
    private let viewer: Zone

    /// Makes a series.
    ///
    /// - Parameters:
    ///   - head: the reminder with the rules.
    ///   - changes: those of its occurrences that are kept by themselves.
    ///   - zones: finds the zones of their times.
    ///   - viewer: the zone of the user.
    init(_ head: Reminder, changes: [Reminder] = [], zones: ZoneResolver, viewer: Zone) {
        self.head = head
        self.changes = changes
        self.zones = zones
        self.viewer = viewer
    }

    /// The occurrence that is to be done next; nil where there is none.
    ///
    /// Where none was done yet it is the first. Otherwise it is the first that begins after the latest that was done, and
    /// after the moment at which that was done: what was missed until then is passed over.
    func next() -> Occurrence? {
        guard let anchor = head.anchor else { return nil }
        let passed = self.passed
        let moved = changes.compactMap { change -> (ICalendarFormat.Instant, Occurrence)? in
            guard change.isOpen, let id = change.occurrence, !id.includesFuture, isAfter(passed, id.time)
            else {
                return nil
            }
            let occurrence = Occurrence(id: id.time, due: change.due ?? id.time)
            return (instant(change.anchor ?? id.time), occurrence)
        }.min { $0.0 < $1.0 }
        let first = ([anchor] + head.additions.map(\.start)).map(instant).min() ?? instant(anchor)
        let ruled = firstByRule(from: passed.map { $0.adding(seconds: 1) } ?? first) { isAfter(passed, $0) }
        guard let moved, let ruled else { return moved?.1 ?? ruled?.1 }
        return moved.0 <= ruled.0 ? moved.1 : ruled.1
    }

    /// The occurrences that are still to be done and are due on some days of the viewer, from the next one on.
    ///
    /// - Returns: the occurrences, and whether these are all.
    func open(on days: ClosedRange<CivilDate>, limit: Int) -> (occurrences: [Occurrence], isComplete: Bool) {
        let passed = self.passed
        var found = changes.compactMap { change -> Occurrence? in
            guard change.isOpen, let id = change.occurrence, !id.includesFuture, isAfter(passed, id.time)
            else {
                return nil
            }
            return Occurrence(id: id.time, due: change.due ?? id.time)
        }
        // An occurrence may begin long before it is due.
        let lead = head.due.map {
            instant($0).epochSeconds - (head.anchor.map(instant) ?? instant($0)).epochSeconds
        }
        let from = viewer.startOfDay(days.lowerBound).adding(seconds: -max(0, lead ?? 0) - 86_400)
        let to = viewer.startOfDay(days.upperBound.adding(days: 1)).adding(
            seconds: max(0, -(lead ?? 0)) + 86_400)
        let result = occurrences.within(from: from, to: to, limit: limit + changes.count)
        found += result.items.compactMap(occurrence).filter { isAfter(passed, $0.id) }
        return (found.filter { days.contains(seenDay($0.due)) }, result.isComplete)
    }

    /// Whether the rules give anything after the first time.
    var hasFurther: Bool {
        guard let anchor = head.anchor else { return false }
        let first = instant(anchor)
        return firstByRule(from: first.adding(seconds: 1)) { instant($0) > first } != nil
    }

    // MARK: - Finding

    /// The moment up to which occurrences are passed over; nil where none was done.
    private var passed: ICalendarFormat.Instant? {
        changes.compactMap { change -> ICalendarFormat.Instant? in
            guard let done = change.completedAt, let id = change.occurrence else { return nil }
            return max(instant(id.time), ICalendarFormat.Instant(stored: done) ?? instant(id.time))
        }.max()
    }

    private func isAfter(_ passed: ICalendarFormat.Instant?, _ time: CalendarTime) -> Bool {
        passed.map { instant(time) > $0 } ?? true
    }

    private func instant(_ time: CalendarTime) -> ICalendarFormat.Instant { time.instant(zones, for: viewer) }

    private func seenDay(_ time: CalendarTime) -> CivilDate {
        CivilDate(dayNumber: time.seen(zones, from: viewer).day.daysSince1970)
    }

    /// The first occurrence by rule from an instant on, looked for in ever wider windows: most repeat soon.
    private func firstByRule(
        from: ICalendarFormat.Instant, where isWanted: (CalendarTime) -> Bool
    ) -> (ICalendarFormat.Instant, Occurrence)? {
        let occurrences = self.occurrences
        // A day that began before has begun.
        var begin = from.adding(seconds: -86_400)
        for days in [40, 400, 4000, CivilDate.latest.dayNumber] {
            let end = min(
                from.adding(seconds: days * 86_400),
                ICalendarFormat.Instant(epochSeconds: CivilDateTime.latest.seconds))
            guard begin < end else { break }
            let items = occurrences.within(from: begin, to: end, limit: changes.count + 4).items
            for item in items {
                if let found = occurrence(item), isWanted(found.id) { return (item.start, found) }
            }
            begin = end.adding(seconds: -86_400)
        }
        return nil
    }

    private var occurrences: EventOccurrences {
        var master = head.anchor.map { CalendarEvent(start: $0) }
        master?.rules = head.rules
        master?.exclusionRules = head.exclusionRules
        master?.additions = head.additions.map { RecurrenceDate($0.start) }
        master?.exclusions = head.exclusions
        let overrides = changes.compactMap { change -> CalendarEvent? in
            guard let id = change.occurrence else { return nil }
            var event = CalendarEvent(start: change.anchor ?? id.time)
            event.recurrenceID = id
            return event
        }
        return EventOccurrences(master: master, overrides: overrides, zones: zones, viewer: viewer)
    }

    /// What the engine found, unless it is kept by itself.
    private func occurrence(_ item: ICalendarFormat.Occurrence) -> Occurrence? {
        guard let id = item.recurrenceID else { return nil }
        switch item.source {
        case .master: return Occurrence(id: id, due: due(of: id, by: head, from: head.anchor))
        case .future(let index):
            let known = changes.filter { $0.occurrence != nil }
            guard known.indices.contains(index), known[index].isOpen else { return nil }
            return Occurrence(id: id, due: due(of: id, by: known[index], from: known[index].occurrence?.time))
        case .override: return nil
        }
    }

    /// When an occurrence is due: as long after its start as the one that says how.
    private func due(of id: CalendarTime, by model: Reminder, from origin: CalendarTime?) -> CalendarTime {
        guard let due = model.due, let origin, due != origin else { return id }
        guard case .utc = due, !id.hasClock(of: due) else {
            return due.shifted(by: id.clock.seconds - origin.clock.seconds)
        }
        return due.shifted(by: instant(id).epochSeconds - instant(origin).epochSeconds)
    }
}
