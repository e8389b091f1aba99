public import AtriumSDK
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
    private let isCleared: Bool

    /// Says on which clock times are read.
    ///
    /// - Parameters:
    ///   - zone: what is asked of the zone: the one that is named; none, for the user's; else that of `other`.
    ///   - other: the time that is replaced.
    public init(
        zone: Arguments.Change<String>, other: CalendarTime?, userZone: String, zones: ZoneResolver
    ) {
        (self.zone, isCleared) =
            switch zone {
            case .keep: (nil, false)
            case .clear: (nil, true)
            case .set(let name): (name, false)
            }
        self.other = isCleared ? nil : other
        self.userZone = userZone
        self.zones = zones
    }

    /// The time that stays where at most its zone is given: its clock shows the same.
    ///
    /// A day, and what is in UTC or floats, has no zone that could be cleared.
    ///
    /// - Throws: as ``time(_:field:)``.
    public func showingSame(as time: CalendarTime) throws -> CalendarTime {
        guard zone != nil || isCleared && time.zoneID != nil else { return time }
        return try self.time(time.isDate ? time.storedText : time.clock.isoText, field: "zone")
    }

    /// The same of a time that may be missing, or be a day, neither of which a zone can be given to.
    ///
    /// - Parameter field: the field of the time.
    /// - Throws: as ``time(_:field:)``, and where a zone is named without need.
    public func showingSame(as time: CalendarTime?, field: String) throws -> CalendarTime? {
        if let time, !time.isDate { return try showingSame(as: time) }
        guard zone == nil else {
            throw AtriumError(
                .badData, "a zone requires a time", remedy: "set \(field: field) to a time too",
                field: "zone")
        }
        return time
    }

    /// Reads the value of a field of type `when`.
    ///
    /// A day is the same in every zone: one that is named must be one all the same.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is no such zone.
    public func time(_ text: String, field: String) throws -> CalendarTime {
        guard let value = DateTimeText(text) else {
            throw AtriumError(
                .badData, "\(field) is not a day, local time or instant",
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
        case (.local(let time), "utc"): return .utc(Instant(epochSeconds: time.seconds))
        case (.local(let time), _): return .zoned(time, zone: try named().id)
        case (.utc(let instant), nil), (.utc(let instant), "utc"): return .utc(instant)
        case (.utc, "floating"):
            throw AtriumError(
                .badData, "an instant cannot be floating", remedy: "use a local time without Z",
                field: "zone")
        case (.utc(let instant), _):
            let named = try named()
            let clock = named.zone.wallTime(at: instant)
            guard clock >= .earliest, clock <= .latest else {
                throw AtriumError(
                    .badData, "\(field) is outside the supported years in \(named.id)",
                    remedy: "use an earlier time or a local time", field: field)
            }
            return .zoned(clock, zone: named.id)
        }
    }

    private func named() throws -> (id: String, zone: Zone) {
        let name = zone ?? userZone
        // A zone that the record has already keeps the name that its file gave it.
        if let known = other?.zoneID, known == name, let zone = zones.zone(known) { return (known, zone) }
        guard let zone = Zones.system.zone(name) else {
            throw AtriumError(
                .badData, "unknown time zone “\(name)”",
                remedy: "use a name from the time zone database, such as Europe/Vienna", field: "zone")
        }
        return (zone.id, zone)
    }
}
