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
        /// The place in ``ReminderSeries/changes`` of the change that says what it is; nil where the series does.
        var change: Int?
    }

    private let head: Reminder
    /// Those of its occurrences that are kept by themselves.
    let changes: [Reminder]
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
        self.changes = changes.filter { $0.occurrence != nil }
        self.zones = zones
        self.viewer = viewer
    }

    /// The occurrence that is to be done next; nil where there is none.
    ///
    /// That is the first which was neither done nor passed over. What was missed is passed over once a later one, or it
    /// itself, was done after it had begun: all that was over at the moment of doing, so that of days the day itself stays.
    /// One that was done before it began says nothing of others.
    func next() -> Occurrence? {
        guard let anchor = head.anchor else { return nil }
        let cut = self.cut
        let moved = openChanges(after: cut).min { $0.begin < $1.begin }
        let first = ([anchor] + head.additions.map(\.start)).map(instant).min() ?? instant(anchor)
        // Of days the one in which the cut falls is not over.
        let ruled = firstByRule(from: cut ?? first) { !isOver($0, at: cut) }
        guard let moved, let ruled else { return moved?.occurrence ?? ruled?.1 }
        return moved.begin <= ruled.0 ? moved.occurrence : ruled.1
    }

    /// The occurrences that are still to be done and are due on some days of the viewer, from the next one on.
    ///
    /// - Returns: the occurrences, and whether these are all.
    func open(on days: ClosedRange<CivilDate>, limit: Int) -> (occurrences: [Occurrence], isComplete: Bool) {
        let cut = self.cut
        // An occurrence may begin long before it is due.
        let lead = head.due.map {
            instant($0).epochSeconds - (head.anchor.map(instant) ?? instant($0)).epochSeconds
        }
        let from = viewer.startOfDay(days.lowerBound).adding(seconds: -max(0, lead ?? 0) - 86_400)
        let to = viewer.startOfDay(days.upperBound.adding(days: 1)).adding(
            seconds: max(0, -(lead ?? 0)) + 86_400)
        let result = occurrences.within(from: from, to: to, limit: limit + changes.count)
        let ruled = result.items.compactMap(occurrence).filter { !isOver($0.id, at: cut) }
        let found = openChanges + ruled
        return (found.filter { days.contains(seenDay($0.due)) }, result.isComplete)
    }

    /// The changed occurrences that are still to be done.
    var openChanges: [Occurrence] { openChanges(after: cut).map(\.occurrence) }

    /// Of the occurrences by rule that are still to be done and are wanted, the last that begins in a time.
    ///
    /// It is looked for backwards in ever wider windows, so that it is found soon where they are many.
    ///
    /// - Returns: the occurrence, and whether all were looked at that may be later.
    func last(
        from: Instant, through end: Instant,
        where isWanted: (Occurrence) -> Bool
    ) -> (occurrence: Occurrence?, isComplete: Bool) {
        guard from <= end else { return (nil, true) }
        let (cut, occurrences) = (self.cut, self.occurrences)
        var isComplete = true
        for span in [3600, 86_400, 40 * 86_400, 4000 * 86_400, end.epochSeconds - from.epochSeconds] {
            let begin = max(from, end.adding(seconds: -max(span, 0)))
            let result = occurrences.within(from: begin, to: end.adding(seconds: 1), limit: Self.mostInWindow)
            // What was cut off is what comes last.
            isComplete = isComplete && result.isComplete
            let found = result.items.reversed().lazy.compactMap(occurrence).first {
                !isOver($0.id, at: cut) && isWanted($0)
            }
            if found != nil || begin == from || !isComplete { return (found, isComplete) }
        }
        return (nil, isComplete)
    }

    /// One a second, for more than a day.
    private static let mostInWindow = 100_000

    /// Whether the rules give anything after the first time.
    var hasFurther: Bool {
        guard let anchor = head.anchor else { return false }
        let first = instant(anchor)
        return firstByRule(from: first.adding(seconds: 1)) { instant($0) > first } != nil
    }

    // MARK: - Finding

    /// The latest moment at which an occurrence was done that had begun by then; nil where there is none.
    private var cut: Instant? {
        changes.compactMap { change -> Instant? in
            guard let done = change.completedAt, let begin = begin(of: change) else { return nil }
            let moment = Instant(stored: done) ?? begin
            return begin <= moment ? moment : nil
        }.max()
    }

    /// When a change begins: where it was moved to, else where the rule has it.
    private func begin(of change: Reminder) -> Instant? {
        (change.anchor ?? change.occurrence?.time).map(instant)
    }

    /// Whether a time was over at a moment; nil: before all time.
    private func isOver(_ time: CalendarTime, at moment: Instant?) -> Bool {
        moment.map { time.end(zones, for: viewer) <= $0 } ?? false
    }

    /// The single occurrences that were changed, are to be done and were not over at a moment.
    private func openChanges(
        after cut: Instant?
    ) -> [(begin: Instant, occurrence: Occurrence)] {
        changes.enumerated().compactMap { index, change in
            guard change.isOpen, let id = change.occurrence, !id.includesFuture,
                let begin = begin(of: change),
                !isOver(change.anchor ?? id.time, at: cut)
            else { return nil }
            return (begin, Occurrence(id: id.time, due: change.due ?? id.time, change: index))
        }
    }

    private func instant(_ time: CalendarTime) -> Instant { time.instant(zones, for: viewer) }

    private func seenDay(_ time: CalendarTime) -> CivilDate {
        CivilDate(time.seen(zones, from: viewer).day)
    }

    /// The first occurrence by rule that is not over at an instant, looked for in ever wider windows: most repeat soon.
    private func firstByRule(
        from: Instant, where isWanted: (CalendarTime) -> Bool
    ) -> (Instant, Occurrence)? {
        let occurrences = self.occurrences
        var begin = from
        var (limit, rounds) = (changes.count + 4, 0)
        for days in [40, 400, 4000, CivilDate.latest.dayNumber] {
            let end = min(
                from.adding(seconds: days * 86_400),
                Instant(epochSeconds: CivilDateTime.latest.seconds))
            // Given up where a file has called off all later ones of what repeats each second.
            while begin < end, rounds < 40 {
                let result = occurrences.within(from: begin, to: end, limit: limit)
                for item in result.items {
                    if let found = occurrence(item), isWanted(found.id) { return (item.start, found) }
                }
                // Where there are more of them than were given, the search goes on after these.
                guard !result.isComplete, let last = result.items.last, last.start >= begin else { break }
                begin = last.start.adding(seconds: 1)
                limit = min(2 * limit, Self.mostInWindow)
                rounds += 1
            }
            begin = max(begin, end.adding(seconds: -86_400))
        }
        return nil
    }

    private var occurrences: EventOccurrences {
        var master = head.anchor.map { EventTimes(start: $0) }
        master?.rules = head.rules
        master?.exclusionRules = head.exclusionRules
        master?.additions = head.additions.map { RecurrenceDate($0.start) }
        master?.exclusions = head.exclusions
        let overrides = changes.compactMap { change -> EventTimes? in
            guard let id = change.occurrence else { return nil }
            var times = EventTimes(start: change.anchor ?? id.time)
            times.recurrenceID = id
            return times
        }
        return EventOccurrences(master: master, overrides: overrides, zones: zones, viewer: viewer)
    }

    /// What the engine found, unless it is kept by itself.
    private func occurrence(_ item: ICalendarFormat.Occurrence) -> Occurrence? {
        guard let id = item.recurrenceID else { return nil }
        switch item.source {
        case .master: return Occurrence(id: id, due: due(of: id, by: head, from: head.anchor))
        case .future(let index):
            guard changes.indices.contains(index), changes[index].isOpen else { return nil }
            let model = changes[index]
            return Occurrence(
                id: id, due: due(of: id, by: model, from: model.occurrence?.time), change: index)
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
