/// A time zone: how a place's clocks relate to UTC, at every instant.
///
/// A zone is a value that can be passed freely between tasks; converting costs a search by halving in an array, some
/// tens of nanoseconds. ``ZoneResolver`` finds the zone that a TZID means.
public struct Zone: Sendable {
    /// The id: an IANA name such as `Europe/Berlin`, or the TZID of the VTIMEZONE that defines the zone.
    public let id: String
    let table: TransitionTable

    init(id: String, table: TransitionTable) {
        self.id = id
        self.table = table
    }

    /// Coordinated universal time.
    public static let utc = Zone(
        id: "UTC",
        table: TransitionTable(initial: TransitionTable.Period(offset: 0, name: "UTC"), changes: []))

    /// A zone that is always the same number of seconds ahead of UTC.
    public static func fixed(id: String, offset: Int) -> Zone {
        Zone(id: id, table: TransitionTable(initial: TransitionTable.Period(offset: offset), changes: []))
    }

    /// How far the zone's clocks are ahead of UTC at an instant, in seconds.
    public func offset(at instant: Instant) -> Int {
        table.offsets[table.index(at: instant.epochSeconds)]
    }

    /// What the zone's clocks show at an instant.
    public func wallTime(at instant: Instant) -> CivilDateTime {
        CivilDateTime(seconds: instant.epochSeconds + offset(at: instant))
    }

    /// The instant at which the zone's clocks show a time.
    ///
    /// A time that happens twice, when clocks go back, means the first; one that never happens, when clocks go
    /// forward, is read with the offset before the change. See RFC 5545, section 3.3.5, form 3.
    public func instant(of time: CivilDateTime) -> Instant {
        Instant(epochSeconds: time.seconds - table.offsets[table.index(atWall: time.seconds)])
    }

    /// Whether the zone's clocks ever show a time; false within the hour that is skipped in spring.
    public func exists(_ time: CivilDateTime) -> Bool {
        wallTime(at: instant(of: time)) == time
    }

    /// The latest wall-clock time that is not after an instant.
    ///
    /// It is ``wallTime(at:)`` but for the hour that is repeated in autumn: there, all of the hour's first pass lies
    /// before an instant in its second.
    public func lastWallTime(notAfter instant: Instant) -> CivilDateTime {
        let index = table.index(at: instant.epochSeconds)
        let time = instant.epochSeconds + table.offsets[index]
        guard index > 0, table.offsets[index - 1] > table.offsets[index] else {
            return CivilDateTime(seconds: time)
        }
        let shift = instant.epochSeconds - table.instants[index - 1]
        let fold = table.offsets[index - 1] - table.offsets[index]
        return CivilDateTime(seconds: shift >= 0 && shift < fold ? time + (fold - shift) - 1 : time)
    }

    /// The abbreviation in use at an instant, such as `CEST`; empty where the zone gives none.
    public func abbreviation(at instant: Instant) -> String {
        table.periods[table.index(at: instant.epochSeconds)].name
    }

    /// The instant at which a day begins: midnight, or the first time there is where midnight is skipped.
    public func startOfDay(_ date: CivilDate) -> Instant {
        let midnight = CivilDateTime(date: date)
        let instant = instant(of: midnight)
        guard wallTime(at: instant) != midnight else { return instant }
        // Midnight is skipped; the day begins when the clocks go forward over it.
        let index = table.index(at: instant.epochSeconds)
        return index > 0
            ? Instant(
                epochSeconds: instant.epochSeconds
                    - floorMod(
                        instant.epochSeconds - table.instants[index - 1], TransitionTable.cycle)) : instant
    }
}

extension Zone: Hashable {
    /// Whether both have the same id and the same changes.
    public static func == (left: Zone, right: Zone) -> Bool {
        left.id == right.id
            && (left.table === right.table
                || (left.table.instants == right.table.instants && left.table.periods == right.table.periods
                    && left.table.repeats == right.table.repeats))
    }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
