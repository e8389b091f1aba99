/// When a series of events takes place: a master, and the overrides that stand in for some of its instances.
///
/// A pure function of its input. Instances follow the wall clock of DTSTART's zone; see
/// `docs/decisions/0002-recurrence.md` for the hours that a change of summer time skips or repeats.
///
/// - Overrides are matched to instances by instant, once zones are found, then by date (RFC 5545, section 3.8.4.4).
///   Of several for one instance the highest SEQUENCE counts, then the last. One that matches none is an occurrence
///   all the same.
/// - RANGE=THISANDFUTURE moves the start of all later instances by as much, and gives them its length and properties.
/// - EXDATE is compared by instant; a date excludes the day; a time on a series of days excludes its date.
public struct EventOccurrences: Sendable {
    let master: EventTimes?
    private let overrides: [EventTimes]
    let zones: ZoneResolver
    let viewer: Zone

    /// Makes the occurrences of an event or a series.
    ///
    /// - Parameters:
    ///   - master: the event without RECURRENCE-ID, or nil where only overrides are known.
    ///   - overrides: the events with the same UID and a RECURRENCE-ID.
    ///   - zones: finds the zones of their TZIDs.
    ///   - viewer: the zone of the viewer, which floating times and dates are read in.
    public init(master: CalendarEvent?, overrides: [CalendarEvent] = [], zones: ZoneResolver, viewer: Zone) {
        self.init(
            master: master.map(EventTimes.init), overrides: overrides.map(EventTimes.init), zones: zones,
            viewer: viewer)
    }

    /// The same of their times.
    public init(master: EventTimes?, overrides: [EventTimes], zones: ZoneResolver, viewer: Zone) {
        self.master = master
        self.overrides = overrides
        self.zones = zones
        self.viewer = viewer
    }

    /// The occurrences that overlap the time from `from` to `to`, `to` being exclusive.
    ///
    /// - Parameter limit: how many are given at most. Where it cuts any off, or a rule has too many candidates to look
    ///   at, the result says that it is not complete.
    public func within(from: Instant, to: Instant, limit: Int = 100_000) -> Occurrences {
        var result = Occurrences(items: [], isComplete: limit > 0 || from >= to)
        guard from < to, limit > 0 else { return result }
        if overrides.isEmpty, let master, !master.isRecurring {
            addSingle(master, from, to, &result.items)
            return result
        }
        let changes = Changes(overrides, zones: zones, viewer: viewer)
        for index in changes.single {
            let event = overrides[index]
            guard let timing = EventTiming(event, zones: zones, viewer: viewer) else { continue }
            add(timing, at: timing.start, .override(index), event.recurrenceID?.time, from, to, &result.items)
        }
        if let master, let timing = EventTiming(master, zones: zones, viewer: viewer) {
            addSeries(master, timing, changes, from, to, limit, &result)
        } else {
            // Without its master an override of all later instances stands for the first of them.
            for change in changes.ranges {
                let timing = change.timing
                add(
                    timing, at: timing.start, .future(change.index),
                    overrides[change.index].recurrenceID?.time,
                    from, to, &result.items)
            }
        }
        result.items.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        if result.items.count > limit {
            result.items.removeSubrange(limit...)
            result.isComplete = false
        }
        return result
    }

    private func addSingle(
        _ event: EventTimes, _ from: Instant, _ to: Instant, _ items: inout [Occurrence]
    ) {
        guard let timing = EventTiming(event, zones: zones, viewer: viewer) else { return }
        if let start = event.start, event.exclusions.contains(start) { return }
        add(timing, at: timing.start, .master, nil, from, to, &items)
    }

    private func addSeries(
        _ master: EventTimes, _ timing: EventTiming, _ changes: Changes, _ from: Instant, _ to: Instant,
        _ limit: Int, _ result: inout Occurrences
    ) {
        let series = Series(master, timing, zones: zones, viewer: viewer)
        let reach = changes.ranges.reduce(
            max(timing.maximumSeconds, series.longestAddition(zones: zones, viewer: viewer))
        ) {
            max($0, $1.timing.maximumSeconds + abs($1.shift))
        }
        // An instance's clock reading is its instant and one of the zone's offsets; moved ones may be in other zones.
        let offsets = timing.zone.table.offsetRange
        let slack = changes.ranges.isEmpty ? 0 : 2 * 86_400
        let lower = CivilDateTime(seconds: from.epochSeconds + offsets.lowerBound)
            .adding(seconds: -reach - slack)
        let upper = CivilDateTime(seconds: to.epochSeconds + offsets.upperBound)
            .adding(seconds: (changes.ranges.map { abs($0.shift) }.max() ?? 0) + slack)
        // The limit is for occurrences within the window. The margins have an instance a second at most, and some of
        // the others may be excluded or overridden.
        let spare =
            overrides.count + series.excludedInstants.count + 1
            + reach + 2 * slack + offsets.upperBound - offsets.lowerBound
        let maximum = limit > .max - spare - 1 ? .max : limit + spare + 1
        let instances = series.set.instances(
            from: max(lower, .earliest), through: min(upper, .latest), maximum: maximum)
        if !instances.isComplete || instances.times.count >= maximum { result.isComplete = false }

        let ranges = changes.orderedRanges(timing)
        var passed = 0
        for time in instances.times {
            // Enough are found; an event that lasts for centuries overlaps itself hundreds of thousands of times.
            if result.items.count > limit, result.items.count - overrides.count > limit { break }
            while passed < ranges.count, ranges[passed].original <= time { passed += 1 }
            let instant = timing.isDate ? Instant(epochSeconds: time.seconds) : timing.zone.instant(of: time)
            if series.excludedInstants.contains(instant) { continue }
            if changes.replaces(time, instant, timing) { continue }
            let id = series.recurrenceID(at: time)
            if passed > 0 {
                let (original, change) = ranges[passed - 1]
                let moved = change.timing.start.adding(seconds: time.seconds - original.seconds)
                add(change.timing, at: moved, .future(change.index), id, from, to, &result.items)
            } else if let length = series.additionLengths[time] {
                let own = EventTiming(start: id, end: length, zones: zones, viewer: viewer)
                add(own, at: time, .master, id, from, to, &result.items)
            } else {
                add(timing, at: time, .master, id, from, to, &result.items)
            }
        }
    }

    /// Adds an occurrence if the window holds any of it.
    private func add(
        _ timing: EventTiming, at time: CivilDateTime, _ source: Occurrence.Source, _ id: CalendarTime?,
        _ from: Instant, _ to: Instant, _ items: inout [Occurrence]
    ) {
        let (start, end) = timing.span(at: time)
        guard start < to, end > from || (start == end && start >= from) else { return }
        let localStart = timing.isDate ? CivilDateTime(date: time.date) : viewer.wallTime(at: start)
        var localEnd = viewer.wallTime(at: end)
        if case .days(let days) = timing.length {
            localEnd = CivilDateTime(date: time.date.adding(days: days))
        }
        items.append(
            Occurrence(
                source: source, recurrenceID: id, start: start, end: end, localStart: localStart,
                localEnd: localEnd, isAllDay: timing.isDate, isZoneUnresolved: timing.isUnresolved))
    }
}
