import AtriumSDK
public import ICalendarFormat

/// Reads times that were given in a command.
public struct GivenTime {
    /// The zone that was named, if any: a name of the zone database, `UTC` or `floating`.
    public let zone: String?
    /// The time whose clock a local time is read on where no zone was named.
    public let other: CalendarTime?
    /// The user's zone, for local times that name none.
    public let userZone: String
    /// Knows the zones of files too.
    public let zones: ZoneResolver

    /// Says on which clock times are read.
    public init(zone: String?, other: CalendarTime?, userZone: String, zones: ZoneResolver) {
        self.zone = zone
        self.other = other
        self.userZone = userZone
        self.zones = zones
    }

    /// Reads the value of a field of type `when`.
    ///
    /// A day is the same in every zone: one that is named must be one all the same.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is no such zone.
    public func time(_ text: String, field: String) throws -> CalendarTime {
        guard let value = DateTimeText(text) else {
            throw AtriumError(
                .badData, "\(field) is no day, local time or instant",
                remedy: "write 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00Z", field: field)
        }
        switch (value, zone?.lowercased()) {
        case (.date(let date), nil), (.date(let date), "utc"), (.date(let date), "floating"):
            return .date(date)
        case (.date(let date), _):
            _ = try named()
            return .date(date)
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
        // A zone that the record has already keeps the name that its file gave it.
        if let known = other?.zoneID, known == name, let zone = zones.zone(known) { return (known, zone) }
        guard let zone = Zones.system.zone(name) else {
            throw AtriumError(
                .badData, "there is no zone “\(name)”",
                remedy: "use a name of the zone database, such as Europe/Vienna", field: "zone")
        }
        return (zone.id, zone)
    }
}
