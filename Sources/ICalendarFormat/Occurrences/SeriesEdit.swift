/// A series whose instances are edited: the master, its overrides, and the zones of their TZIDs.
///
/// Pure: results are values that the caller stores. An instance is named by its original start on DTSTART's clock. See
/// RFC 5545, sections 3.8.4.4 (RECURRENCE-ID) and 3.8.5 (EXDATE, RDATE, RRULE).
///
/// | edit | method |
/// |---|---|
/// | change one instance | ``override(at:)`` |
/// | change an instance and all later ones | ``split(at:)`` |
/// | move all instances | ``moved(start:end:)`` |
public struct SeriesEdit: Sendable {
    /// The event without RECURRENCE-ID.
    public let master: CalendarEvent
    /// The events with the master's UID and a RECURRENCE-ID.
    public let overrides: [CalendarEvent]
    /// The master's DTSTART.
    let start: CalendarTime
    let timing: EventTiming
    let series: Series
    let zones: ZoneResolver
    let viewer: Zone
    /// The overrides of one instance each, by the original start on DTSTART's clock.
    let singles: [CivilDateTime: Int]
    /// The overrides with RANGE=THISANDFUTURE, by original start, ascending.
    let ranges: [(original: CivilDateTime, index: Int)]

    /// Creates the edit of a series, or returns nil if its master has no start.
    ///
    /// - Parameter viewer: the zone in which floating times and days are read.
    public init?(
        master: CalendarEvent, overrides: [CalendarEvent] = [], zones: ZoneResolver, viewer: Zone
    ) {
        let times = EventTimes(master)
        guard let start = master.start, let timing = EventTiming(times, zones: zones, viewer: viewer) else {
            return nil
        }
        (self.master, self.overrides, self.start, self.timing) = (master, overrides, start, timing)
        (self.zones, self.viewer) = (zones, viewer)
        series = Series(times, timing, zones: zones, viewer: viewer)
        var singles: [CivilDateTime: Int] = [:]
        var ranges: [(original: CivilDateTime, index: Int)] = []
        for (index, event) in overrides.enumerated() {
            guard let id = event.recurrenceID else { continue }
            let original = series.clock(of: id.time)
            guard !id.includesFuture else {
                if event.start != nil { ranges.append((original, index)) }
                continue
            }
            let known = singles[original].map { overrides[$0].sequence ?? 0 } ?? .min
            if event.sequence ?? 0 >= known { singles[original] = index }
        }
        self.singles = singles
        self.ranges = ranges.sorted { $0.original < $1.original }
    }

    /// The RECURRENCE-ID of an instance, in the form and zone of DTSTART.
    public func recurrenceID(at original: CivilDateTime) -> CalendarTime {
        series.recurrenceID(at: original)
    }

    /// The original start of the instance with a RECURRENCE-ID, on DTSTART's clock.
    public func original(of recurrenceID: CalendarTime) -> CivilDateTime { series.clock(of: recurrenceID) }

    /// The event that changes an instance alone: its index among ``overrides``, or nil.
    public func overrideIndex(at original: CivilDateTime) -> Int? { singles[original] }

    /// The THISANDFUTURE override that an instance takes its values from: its index among ``overrides``, or nil for the master.
    public func rangeIndex(at original: CivilDateTime) -> Int? { given(at: original).range }

    /// Returns the event that an instance takes its properties from: a new override of the instance.
    ///
    /// If an override of the instance exists, that one is returned.
    public func override(at original: CivilDateTime) -> CalendarEvent {
        singles[original].map { overrides[$0] } ?? givenOverride(at: original)
    }

    /// Returns a new override of an instance with the values that the series gives it.
    ///
    /// The values are those of the master, or of the last THISANDFUTURE override before the instance.
    public func givenOverride(at original: CivilDateTime) -> CalendarEvent {
        let given = given(at: original)
        var event = given.event
        event.recurrenceID = RecurrenceID(series.recurrenceID(at: original))
        (event.start, event.end) = (given.start, given.end)
        (event.rules, event.exclusionRules, event.additions, event.exclusions) = ([], [], [], [])
        return event
    }

    /// The exceptions that match no instance of the rules and dates.
    public var unmatched: (exclusions: [CalendarTime], overrides: [Int]) {
        let changed = overrides.indices.filter { overrides[$0].recurrenceID != nil }
        let ids = changed.compactMap { overrides[$0].recurrenceID?.time }
        let found = series.unmatched(master.exclusions + ids, isDate: timing.isDate)
        let count = master.exclusions.count
        return (
            found.filter { $0 < count }.map { master.exclusions[$0] },
            found.filter { $0 >= count }.map { changed[$0 - count] }
        )
    }

    /// Returns the positions of exceptions that match no instance of a series.
    ///
    /// - Parameters:
    ///   - times: values of EXDATE or RECURRENCE-ID.
    ///   - viewer: the zone in which floating times and days are read.
    public static func unmatched(
        _ times: [CalendarTime], of master: EventTimes, zones: ZoneResolver, viewer: Zone
    ) -> [Int] {
        guard let timing = EventTiming(master, zones: zones, viewer: viewer) else { return [] }
        return Series(master, timing, zones: zones, viewer: viewer).unmatched(times, isDate: timing.isDate)
    }
}

extension SeriesEdit {
    /// The values that the master and its THISANDFUTURE overrides give an instance.
    struct Given {
        /// The event that the properties come from.
        var event: CalendarEvent
        var start: CalendarTime
        var end: CalendarEvent.End?
        var startInstant: Instant
        var endInstant: Instant
        /// The override with THISANDFUTURE, or nil for the master.
        var range: Int?
    }

    /// Returns the values of an instance before an override of its own.
    ///
    /// - Parameter limit: if given, only THISANDFUTURE overrides of earlier instances count.
    func given(at original: CivilDateTime, before limit: CivilDateTime? = nil) -> Given {
        let range = ranges.last { entry in
            limit.map { entry.original < $0 } ?? (entry.original <= original)
        }
        guard let range,
            let own = EventTiming(
                EventTimes(overrides[range.index]), zones: zones, viewer: viewer)
        else {
            let end = series.additionLengths[original]
            let length = end.map {
                EventTiming(
                    start: series.recurrenceID(at: original), end: $0, zones: zones, viewer: viewer)
            }
            return values(of: master, length ?? timing, at: original, end: end, range: nil)
        }
        let event = overrides[range.index]
        let clock = own.start.adding(seconds: original.seconds - range.original.seconds)
        return values(of: event, own, at: clock, end: nil, range: range.index)
    }

    func values(
        of event: CalendarEvent, _ timing: EventTiming, at clock: CivilDateTime, end: CalendarEvent.End?,
        range: Int?
    ) -> Given {
        let start = (event.start ?? self.start).showing(clock)
        let span = timing.span(at: clock)
        return Given(
            event: event, start: start, end: end ?? self.end(of: event, at: start, span.end),
            startInstant: span.start,
            endInstant: span.end, range: range)
    }

    /// The end of an instance in the form of its event's own end.
    private func end(of event: CalendarEvent, at start: CalendarTime, _ instant: Instant) -> CalendarEvent
        .End?
    {
        guard case .time(let end)? = event.end, let first = event.start else { return event.end }
        if start.isDate || (end.isDate && !first.isDate) {
            return .time(
                end.showing(
                    CivilDateTime(
                        date: end.clock.date.adding(
                            days: start.clock.date.dayNumber - first.clock.date.dayNumber))))
        }
        return .time(written(instant, as: end))
    }

    /// An instant in the form and zone of another time.
    func written(_ instant: Instant, as form: CalendarTime) -> CalendarTime {
        let zone = EventTiming.zone(of: form, zones: zones, viewer: viewer) ?? viewer
        return form.showing(zone.wallTime(at: instant))
    }
}

/// A reason why a series cannot be edited as asked.
public enum SeriesEditError: Error, Sendable, Hashable {
    /// The rule has a part that cannot move with the start, such as `BYSETPOS`: the caller needs a new rule.
    case needsRule(part: String)
    /// Two exceptions would become one instance, which is named.
    case sameInstance(CalendarTime)
    /// A moved time is outside the years 0 to 9999.
    case outOfRange
    /// No two series have the instances of the one: an RDATE between the instances of a rule that skips some, for example.
    case cannotSplit
    /// The split is at the first instance, so that all of the series is meant.
    case splitsAtFirst
}
