public import AtriumSDK
public import ICalendarFormat

extension LocalDate {
    /// The same day.
    public init(_ date: CivilDate) { self.init(daysSince1970: date.dayNumber) }
}

extension CivilDate {
    /// The same day.
    public init(_ day: LocalDate) { self.init(dayNumber: day.daysSince1970) }
}

extension CalendarTime {
    /// The day on its own clock.
    public var day: LocalDate { LocalDate(clock.date) }

    /// The instant of a time; of a day its beginning.
    ///
    /// - Parameters:
    ///   - zones: finds the zones; what they do not know is read on the viewer's clock.
    ///   - viewer: the clock of days and of floating times.
    public func instant(_ zones: ZoneResolver, for viewer: Zone) -> Instant {
        switch self {
        case .date(let date): viewer.startOfDay(date)
        case .floating(let clock): viewer.instant(of: clock)
        case .utc(let instant): instant
        case .zoned(let clock, let zone): (zones.zone(zone) ?? viewer).instant(of: clock)
        }
    }

    /// The moment from which something due then is overdue: the time itself, and for a day its end.
    public func end(_ zones: ZoneResolver, for viewer: Zone) -> Instant {
        if case .date(let date) = self { return viewer.startOfDay(date.adding(days: 1)) }
        return instant(zones, for: viewer)
    }

    /// The day, and for a time the hour, on a viewer's clock.
    public func seen(_ zones: ZoneResolver, from viewer: Zone) -> SeenTime {
        let clock =
            switch self {
            case .date(let date): CivilDateTime(date: date)
            case .floating(let clock): clock
            case .utc, .zoned: viewer.wallTime(at: instant(zones, for: viewer))
            }
        return SeenTime(
            day: LocalDate(clock.date),
            time: isDate ? nil : clock.clockText)
    }
}

/// A time on the clock of whoever looks at it.
public struct SeenTime: Sendable, Hashable, Comparable {
    /// The day.
    public let day: LocalDate
    /// The time as `HH:MM`; nil for the whole day.
    public let time: String?

    /// Whole days come before the times on them.
    public static func < (left: SeenTime, right: SeenTime) -> Bool {
        (left.day, left.time ?? "") < (right.day, right.time ?? "")
    }
}
