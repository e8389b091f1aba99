import ICalendarFormat

/// A span of time: its end is exclusive, so that two that touch do not meet.
typealias Span = Range<Instant>

extension Span {
    /// The span of so many minutes from a start on.
    init(_ start: Instant, minutes: Int) {
        self = start..<start.adding(seconds: minutes * 60)
    }

    /// How many whole minutes it lasts.
    var minutes: Int { (upperBound.epochSeconds - lowerBound.epochSeconds) / 60 }

    /// The span with so many minutes more at both ends.
    func widened(by minutes: Int) -> Span {
        lowerBound.adding(seconds: -60 * minutes)..<upperBound.adding(seconds: 60 * minutes)
    }
}
