/// When one event begins and how long it lasts, with its zone found.
///
/// Events without a zone, floating or of whole days, are on the viewer's clock; see RFC 5545, section 3.3.5.
struct EventTiming {
    /// How long an event lasts.
    enum Length {
        /// So many whole days; for events of dates.
        case days(Int)
        /// So many seconds of real time: what DTEND means, also for later instances.
        case exact(Int)
        /// Days on the calendar and then seconds: what DURATION means.
        case nominal(CalendarDuration)
    }

    /// DTSTART as its clock or calendar shows it.
    let start: CivilDateTime
    /// Whether the event is of whole days.
    let isDate: Bool
    /// The zone of ``start``.
    let zone: Zone
    /// Whether DTSTART's TZID means nothing that is known; the viewer's zone then stands in, and is said to.
    let isUnresolved: Bool
    let length: Length

    /// Finds the timing of an event, or nil where it has no start.
    init?(_ event: EventTimes, zones: ZoneResolver, viewer: Zone) {
        guard let start = event.start else { return nil }
        self.init(start: start, end: event.end, zones: zones, viewer: viewer)
    }

    init(start: CalendarTime, end: CalendarEvent.End?, zones: ZoneResolver, viewer: Zone) {
        self.start = start.clock
        isDate = start.isDate
        let found = EventTiming.zone(of: start, zones: zones, viewer: viewer)
        zone = found ?? viewer
        isUnresolved = found == nil
        length = EventTiming.length(from: start, to: end, in: zone, zones: zones, viewer: viewer)
    }

    /// The zone that a time's clock is in, or nil where its TZID is unresolved.
    static func zone(of time: CalendarTime, zones: ZoneResolver, viewer: Zone) -> Zone? {
        switch time {
        case .date, .floating: return viewer
        case .utc: return .utc
        case .zoned(_, let id): return zones.zone(id)
        }
    }

    /// The instant of a time; an unresolved TZID is read on the viewer's clock.
    static func instant(of time: CalendarTime, zones: ZoneResolver, viewer: Zone) -> Instant {
        switch time {
        case .date(let date): return viewer.startOfDay(date)
        case .utc(let instant): return instant
        case .floating(let clock): return viewer.instant(of: clock)
        case .zoned(let clock, let id): return (zones.zone(id) ?? viewer).instant(of: clock)
        }
    }

    private static func length(
        from start: CalendarTime, to end: CalendarEvent.End?, in zone: Zone, zones: ZoneResolver, viewer: Zone
    ) -> Length {
        switch (start, end) {
        case (.date(let first), .time(let end)?):
            return .days(max(1, end.clock.date.dayNumber - first.dayNumber))
        case (.date, .duration(let duration)?):
            return .days(max(1, (duration.nominalSeconds + 86_399) / 86_400))
        case (.date, nil):
            return .days(1)
        case (_, .time(.date(let date))?):
            return .exact(max(0, seconds(from: start, to: zone.instant(of: CivilDateTime(date: date)), zone)))
        case (_, .time(let end)?):
            let instant: Instant
            // An end in the same zone that is unresolved, too, is on the same clock.
            if end.zoneID == start.zoneID, end.zoneID != nil {
                instant = zone.instant(of: end.clock)
            } else {
                instant = EventTiming.instant(of: end, zones: zones, viewer: viewer)
            }
            return .exact(max(0, seconds(from: start, to: instant, zone)))
        case (_, .duration(let duration)?):
            return duration.isNegative
                ? .exact(0) : duration.days == 0 ? .exact(duration.seconds) : .nominal(duration)
        case (_, nil):
            return .exact(0)
        }
    }

    private static func seconds(from start: CalendarTime, to end: Instant, _ zone: Zone) -> Int {
        end.epochSeconds - zone.instant(of: start.clock).epochSeconds
    }

    /// More seconds than any instance lasts, on any clock.
    var maximumSeconds: Int {
        switch length {
        case .days(let days): return days * 86_400 + 86_400
        case .exact(let seconds): return seconds
        case .nominal(let duration): return duration.nominalSeconds + 86_400
        }
    }

    /// The instants of an instance that begins at a time on the event's clock.
    func span(at time: CivilDateTime) -> (start: Instant, end: Instant) {
        switch length {
        case .days(let days):
            return (zone.startOfDay(time.date), zone.startOfDay(time.date.adding(days: days)))
        case .exact(let seconds):
            let start = zone.instant(of: time)
            return (start, start.adding(seconds: seconds))
        case .nominal(let duration):
            let start = zone.instant(of: time)
            let end = zone.instant(of: time.adding(seconds: duration.days * 86_400))
            return (start, max(start, end.adding(seconds: duration.seconds)))
        }
    }
}
