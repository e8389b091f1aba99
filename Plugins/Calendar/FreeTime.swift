import ICalendarFormat

/// Busy and free times within a window.
///
/// Pure.
enum FreeTime {
    /// The times that occurrences take, cut to the window, ascending; what overlaps or touches is one.
    static func busy(_ occurrences: [Occurrence], within window: BusyTime.Period) -> [BusyTime.Period] {
        BusyTime.merge(
            occurrences.map {
                BusyTime.Period(start: max($0.start, window.start), end: min($0.end, window.end))
            })
    }

    /// What merged busy times leave of the window.
    static func gaps(between busy: [BusyTime.Period], within window: BusyTime.Period) -> [BusyTime.Period] {
        var gaps: [BusyTime.Period] = []
        var start = window.start
        for period in busy {
            if period.start > start { gaps.append(BusyTime.Period(start: start, end: period.start)) }
            start = max(start, period.end)
        }
        if start < window.end { gaps.append(BusyTime.Period(start: start, end: window.end)) }
        return gaps
    }
}
