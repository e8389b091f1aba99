extension EventOccurrences {
    /// Returns the RECURRENCE-ID of the instance at a time, in the form and zone of DTSTART, or nil if the series has no
    /// instance then.
    ///
    /// Overrides do not count: a moved instance is found by its original time.
    ///
    /// - Parameters:
    ///   - time: the original start, in any form and zone.
    ///   - otherZones: finds the zone of `time`.
    public func instance(at time: CalendarTime, zones otherZones: ZoneResolver) -> CalendarTime? {
        guard let master, master.isRecurring, let timing = EventTiming(master, zones: zones, viewer: viewer)
        else { return nil }
        let series = Series(master, timing, zones: zones, viewer: viewer)
        let clock = series.clock(of: time, zones: otherZones)
        guard series.set.instances(from: clock, through: clock, maximum: 1).times.first == clock,
            timing.isDate || !series.excludedInstants.contains(timing.zone.instant(of: clock))
        else { return nil }
        return series.recurrenceID(at: clock)
    }

    /// Returns for each of several times if EXDATE excludes the instance then.
    public func areExcluded(_ times: [CalendarTime]) -> [Bool] {
        guard let master, let timing = EventTiming(master, zones: zones, viewer: viewer) else {
            return times.map { _ in false }
        }
        let series = Series(master, timing, zones: zones, viewer: viewer)
        return times.map { series.isExcluded(series.clock(of: $0)) }
    }
}
