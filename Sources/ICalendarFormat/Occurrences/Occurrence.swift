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

/// Times that are taken, and what they leave free: half-open, so that two that touch do not meet.
///
/// See RFC 5545, section 3.6.4: events that are transparent or called off take no time; days taken whole count from
/// midnight to midnight in the viewer's zone.
public enum BusyTime {
    /// Whether an event takes time, by its TRANSP and STATUS.
    public static func takesTime(isTransparent: Bool?, _ status: CalendarEvent.Status?) -> Bool {
        isTransparent != true && status != .cancelled
    }

    /// Joins spans that overlap or touch, ascending; empty ones are left out.
    public static func merge(_ spans: some Sequence<Range<Instant>>) -> [Range<Instant>] {
        var result: [Range<Instant>] = []
        for span in spans.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, span.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                result.append(span)
            }
        }
        return result
    }

    /// What merged spans leave of a window, ascending.
    public static func gaps(between busy: [Range<Instant>], within window: Range<Instant>) -> [Range<Instant>]
    {
        var gaps: [Range<Instant>] = []
        var start = window.lowerBound
        for span in busy {
            if start < min(span.lowerBound, window.upperBound) {
                gaps.append(start..<min(span.lowerBound, window.upperBound))
            }
            start = max(start, span.upperBound)
        }
        if start < window.upperBound { gaps.append(start..<window.upperBound) }
        return gaps
    }
}

extension Occurrence {
    /// The time that it takes within a window; empty where it takes none of it.
    public func span(within window: Range<Instant>) -> Range<Instant> {
        (start..<max(start, end)).clamped(to: window)
    }
}
