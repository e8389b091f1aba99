import GRDB
import ICalendarExchange
import ICalendarFormat

/// Compares times that are written in different zones.
struct EventClock {
    private let zones: ZoneResolver
    private let viewer: Zone

    /// A day, or an instant.
    enum Moment: Hashable, Comparable {
        case day(CivilDate)
        case instant(Instant)
    }

    /// The first moment of an event, and the moment after its last.
    struct Span: Hashable {
        let start: Moment
        let end: Moment
    }

    /// Creates a clock that resolves the zones' ids with `zones`.
    init(_ zones: ZoneResolver, viewer: Zone) {
        (self.zones, self.viewer) = (zones, viewer)
    }

    /// Creates a clock that knows the zones that the vault's files define; of two definitions of one TZID, the first one counts.
    init(_ db: Database, viewer: Zone) throws {
        var definitions: [String: [ZoneObservance]] = [:]
        for zone in try StoredZone.all(in: EventTable.zones, db) where definitions[zone.tzid] == nil {
            if let observances = zone.definition?.observances, !observances.isEmpty {
                definitions[zone.tzid] = observances
            }
        }
        self.init(ZoneResolver(definitions: definitions), viewer: viewer)
    }

    /// Returns the moment of a time.
    func moment(_ time: CalendarTime) -> Moment {
        if case .date(let date) = time { return .day(date) }
        return .instant(time.instant(zones, for: viewer))
    }

    /// Returns the time that an event takes, or that the first instance of a series takes, or nil if the event has no start.
    func span(_ event: EventTimes) -> Span? {
        guard let start = event.start else { return nil }
        switch (start, event.end) {
        case (.date(let first), let end):
            let days =
                switch end {
                case .time(let time): time.clock.date.dayNumber - first.dayNumber
                case .duration(let duration): (duration.nominalSeconds + 86_399) / 86_400
                case nil: 1
                }
            return Span(start: .day(first), end: .day(first.adding(days: max(1, days))))
        case (_, .time(let time)):
            let end = time.isDate ? start.showing(time.clock) : time
            return Span(start: moment(start), end: max(moment(start), moment(end)))
        case (_, .duration(let duration)):
            let day = start.shifted(by: duration.days * 86_400).instant(zones, for: viewer)
            let end = Moment.instant(day.adding(seconds: duration.seconds))
            return Span(start: moment(start), end: max(moment(start), end))
        case (_, nil): return Span(start: moment(start), end: moment(start))
        }
    }

    /// Returns true if one of the exclusions (EXDATE) removes the instance at a time.
    func excludes(_ exclusions: [CalendarTime], _ time: CalendarTime) -> Bool {
        exclusions.contains { exclusion in
            moment(exclusion) == moment(time)
                || exclusion.isDate != time.isDate && exclusion.clock.date == time.clock.date
        }
    }

    /// Returns true if two changed occurrences replace the same instance.
    func isSameInstance(_ one: RecurrenceID, _ other: RecurrenceID) -> Bool {
        one.includesFuture == other.includesFuture && moment(one.time) == moment(other.time)
    }
}
