import AtriumSDK
import Foundation
import ICalendarExchange
import ICalendarFormat

extension CalendarTime {
    /// The same kind of time, with another reading of its clock.
    func showing(_ clock: CivilDateTime) -> CalendarTime {
        switch self {
        case .date: .date(clock.date)
        case .floating: .floating(clock)
        case .utc: .utc(ICalendarFormat.Instant(epochSeconds: clock.seconds))
        case .zoned(_, let zone): .zoned(clock, zone: zone)
        }
    }

    /// The same kind of time, so much later on its clock; within the years that there are.
    func shifted(by seconds: Int) -> CalendarTime {
        showing(min(max(clock.adding(seconds: seconds), .earliest), .latest))
    }

    /// Whether both are read on the same clock.
    func hasClock(of other: CalendarTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let zone), .zoned(_, let otherZone)): zone == otherZone
        default: false
        }
    }

    /// The instant of a time; of a day its beginning.
    ///
    /// - Parameters:
    ///   - zones: finds the zones; what they do not know is read on the viewer's clock.
    ///   - viewer: the clock of days and of floating times.
    func instant(_ zones: ZoneResolver, for viewer: Zone) -> ICalendarFormat.Instant {
        switch self {
        case .date(let date): viewer.startOfDay(date)
        case .floating(let clock): viewer.instant(of: clock)
        case .utc(let instant): instant
        case .zoned(let clock, let zone): (zones.zone(zone) ?? viewer).instant(of: clock)
        }
    }

    /// The moment from which something due then is overdue: the time itself, and for a day its end.
    func end(_ zones: ZoneResolver, for viewer: Zone) -> ICalendarFormat.Instant {
        if case .date(let date) = self { return viewer.startOfDay(date.adding(days: 1)) }
        return instant(zones, for: viewer)
    }

    /// The day, and for a time the hour, on a viewer's clock.
    func seen(_ zones: ZoneResolver, from viewer: Zone) -> SeenTime {
        let clock =
            switch self {
            case .date(let date): CivilDateTime(date: date)
            case .floating(let clock): clock
            case .utc, .zoned: viewer.wallTime(at: instant(zones, for: viewer))
            }
        return SeenTime(
            day: LocalDate(daysSince1970: clock.date.dayNumber),
            time: isDate ? nil : String(clock.isoText.dropFirst(11).prefix(5)))
    }
}

/// A time on the clock of whoever looks at it.
struct SeenTime: Sendable, Hashable, Comparable {
    /// The day.
    let day: LocalDate
    /// The time as `HH:MM`; nil for the whole day.
    let time: String?

    /// Whole days come before the times on them.
    static func < (left: SeenTime, right: SeenTime) -> Bool {
        (left.day, left.time ?? "") < (right.day, right.time ?? "")
    }
}

/// Zones by their names, without the definitions of files.
enum Zones {
    /// Knows the system's zones.
    static let system = ZoneResolver()

    /// Foundation's name for what everyone else, settings included, calls UTC.
    static func id(of zone: TimeZone) -> String { zone.identifier == "GMT" ? "UTC" : zone.identifier }

    /// The zone of a user.
    static func viewer(_ settings: UserSettings) -> Zone {
        let id = id(of: settings.timeZone)
        return system.zone(id) ?? .fixed(id: id, offset: settings.timeZone.secondsFromGMT())
    }
}

extension ICalendarFormat.Instant {
    /// An instant as the tables keep it; nil where it is none.
    init?(stored text: String) {
        guard case .utc(let instant) = DateTimeText(text) else { return nil }
        self = instant
    }

    /// An instant of the SDK.
    init(_ date: Date) {
        self.init(epochSeconds: Int(date.timeIntervalSince1970.rounded(.down)))
    }
}

/// Reads times that were given in a command.
struct GivenTime {
    /// The zone that was named, if any: a name of the zone database, `UTC` or `floating`.
    let zone: String?
    /// The time whose clock a local time is read on where no zone was named.
    let other: CalendarTime?
    /// The user's zone, for local times that name none.
    let userZone: String
    /// Knows the zones of files too.
    let zones: ZoneResolver

    /// Reads the value of a field of type `when`.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is no such zone, or a day is given one.
    func time(_ text: String, field: String) throws -> CalendarTime {
        guard let value = DateTimeText(text) else {
            throw AtriumError(
                .badData, "\(field) is no day, local time or instant",
                remedy: "write 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00Z", field: field)
        }
        switch (value, zone?.lowercased()) {
        case (.date(let date), _): return .date(date)
        case (.local(let time), nil):
            switch other {
            case .zoned(_, let zone): return .zoned(time, zone: zone)
            case .floating: return .floating(time)
            case .date, .utc, nil: return .zoned(time, zone: userZone)
            }
        case (.local(let time), "floating"): return .floating(time)
        case (.local(let time), "utc"): return .utc(ICalendarFormat.Instant(epochSeconds: time.seconds))
        case (.local(let time), _): return .zoned(time, zone: try named().id)
        case (.utc(let instant), nil), (.utc(let instant), "utc"): return .utc(instant)
        case (.utc, "floating"):
            throw AtriumError(
                .badData, "an instant cannot float", remedy: "give a local time without Z", field: "zone")
        case (.utc(let instant), _):
            let named = try named()
            return .zoned(named.zone.wallTime(at: instant), zone: named.id)
        }
    }

    private func named() throws -> (id: String, zone: Zone) {
        let name = zone ?? userZone
        // A zone that the reminder has already keeps the name that its file gave it.
        if let known = other?.zoneID, known == name, let zone = zones.zone(known) { return (known, zone) }
        guard let zone = Zones.system.zone(name) else {
            throw AtriumError(
                .badData, "there is no zone “\(name)”",
                remedy: "use a name of the zone database, such as Europe/Vienna", field: "zone")
        }
        return (zone.id, zone)
    }
}
