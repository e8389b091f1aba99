/// One time that an event takes place, on the world's time line and on the viewer's clock.
public struct Occurrence: Sendable, Hashable {
    /// Where an occurrence's properties come from.
    public enum Source: Sendable, Hashable {
        /// The event itself, or the master of its series.
        case master
        /// The override with this index, for this occurrence alone.
        case override(Int)
        /// The override with this index, which changes this and all later ones.
        case future(Int)
    }

    /// Where the properties come from.
    public var source: Source
    /// Which instance of a series this is, by its original start: what RECURRENCE-ID would say; nil for a single
    /// event.
    public var recurrenceID: CalendarTime?
    /// When it begins; for whole days, the first midnight in the viewer's zone.
    public var start: Instant
    /// When it ends, exclusive; for whole days, the midnight after the last day in the viewer's zone.
    public var end: Instant
    /// The start on the viewer's clock.
    public var localStart: CivilDateTime
    /// The end on the viewer's clock, exclusive.
    public var localEnd: CivilDateTime
    /// Whether it is of whole days; its dates are then the same for every viewer.
    public var isAllDay: Bool
    /// Whether its TZID is unknown: ``localStart`` is then the clock reading as written, in no known zone.
    public var isZoneUnresolved: Bool

    /// The first day on the viewer's calendar.
    public var firstDay: CivilDate { localStart.date }
    /// The last day on the viewer's calendar, inclusive.
    public var lastDay: CivilDate {
        localEnd > localStart ? localEnd.adding(seconds: -1).date : localStart.date
    }
}

/// Occurrences within a window, and whether they are all.
public struct Occurrences: Sendable, Equatable {
    /// The occurrences, by start, then by end.
    public var items: [Occurrence]
    /// Whether these are all; false where a rule had too many candidates, or the limit was reached.
    public var isComplete: Bool
}

/// Times that are taken, merged.
///
/// See RFC 5545, section 3.6.4: events that are transparent or called off take no time; days taken whole count from
/// midnight to midnight in the viewer's zone.
public enum BusyTime {
    /// A span of time; the end is exclusive.
    public struct Period: Sendable, Hashable {
        /// When it begins.
        public var start: Instant
        /// When it ends.
        public var end: Instant

        /// Makes a period.
        public init(start: Instant, end: Instant) {
            self.start = start
            self.end = end
        }
    }

    /// Whether an event takes time.
    public static func blocks(_ event: CalendarEvent) -> Bool {
        event.isTransparent != true && event.status != .cancelled
    }

    /// Joins periods that overlap or touch, ascending; empty ones are left out.
    public static func merge(_ periods: some Sequence<Period>) -> [Period] {
        var result: [Period] = []
        for period in periods.filter({ $0.end > $0.start }).sorted(by: { $0.start < $1.start }) {
            if let last = result.last, period.start <= last.end {
                result[result.count - 1].end = max(last.end, period.end)
            } else {
                result.append(period)
            }
        }
        return result
    }
}
