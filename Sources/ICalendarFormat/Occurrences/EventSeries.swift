/// A master's recurrence set, with all its times brought to DTSTART's clock.
struct Series {
    let set: RecurrenceSet
    /// Single instants taken away, where EXDATE is of another kind or zone than DTSTART.
    let excludedInstants: Set<Instant>
    /// The ends of instances that RDATE gives with a length of their own.
    let additionLengths: [CivilDateTime: CalendarEvent.End]
    private let start: CalendarTime
    private let timing: EventTiming
    private let zones: ZoneResolver
    private let viewer: Zone

    init(_ master: EventTimes, _ timing: EventTiming, zones: ZoneResolver, viewer: Zone) {
        let start = master.start ?? .floating(timing.start)
        (self.start, self.timing, self.zones, self.viewer) = (start, timing, zones, viewer)
        func bounded(_ rule: RecurrenceRule) -> RecurrenceSet.BoundedRule {
            let last = rule.lastWallTime(isDate: timing.isDate) { timing.zone.lastWallTime(notAfter: $0) }
            return RecurrenceSet.BoundedRule(rule, last: last)
        }
        var set = RecurrenceSet(
            start: timing.start, isDate: timing.isDate, rules: master.rules.map(bounded),
            exclusionRules: master.exclusionRules.map(bounded))

        func clock(_ time: CalendarTime) -> CivilDateTime {
            Series.clock(of: time, start, timing, zones: zones, viewer: viewer)
        }
        var lengths: [CivilDateTime: CalendarEvent.End] = [:]
        for addition in master.additions {
            let time = clock(addition.start)
            set.additions.append(time)
            switch addition.end {
            case .time(let end)?: lengths[time] = .time(end)
            case .duration(let duration)?: lengths[time] = .duration(duration)
            case nil: break
            }
        }
        var instants: Set<Instant> = []
        for exclusion in master.exclusions {
            if timing.isDate {
                set.exclusions.insert(clock(exclusion))
            } else if case .date(let date) = exclusion {
                set.excludedDays.insert(date)
            } else if exclusion.zoneID == start.zoneID, exclusion.zoneID != nil {
                set.exclusions.insert(exclusion.clock)
            } else {
                instants.insert(EventTiming.instant(of: exclusion, zones: zones, viewer: viewer))
            }
        }
        self.set = set
        excludedInstants = instants
        additionLengths = lengths
    }

    /// A time on DTSTART's clock.
    ///
    /// - Parameter otherZones: finds the zone of the time, if it is not from the series' own file.
    func clock(of time: CalendarTime, zones otherZones: ZoneResolver? = nil) -> CivilDateTime {
        Series.clock(of: time, start, timing, zones: otherZones ?? zones, viewer: viewer)
    }

    /// Returns true if EXDATE takes an instance away.
    func isExcluded(_ original: CivilDateTime) -> Bool {
        set.exclusions.contains(original) || set.excludedDays.contains(original.date)
            || (!excludedInstants.isEmpty && excludedInstants.contains(timing.zone.instant(of: original)))
    }

    private static func clock(
        of time: CalendarTime, _ start: CalendarTime, _ timing: EventTiming, zones: ZoneResolver, viewer: Zone
    ) -> CivilDateTime {
        if timing.isDate { return CivilDateTime(date: date(of: time, viewer: viewer)) }
        switch time {
        // A date among times means that day at DTSTART's time of day.
        case .date(let date): return CivilDateTime(date: date, secondOfDay: timing.start.secondOfDay)
        case .zoned(let clock, let id) where id == start.zoneID: return clock
        default:
            return timing.zone.wallTime(at: EventTiming.instant(of: time, zones: zones, viewer: viewer))
        }
    }

    /// The date that a time means to a series of whole days.
    static func date(of time: CalendarTime, viewer: Zone) -> CivilDate {
        // Midnight in UTC is how some programs write a date; another instant is on some day of the viewer's.
        if case .utc(let instant) = time, instant.utc.secondOfDay != 0 {
            return viewer.wallTime(at: instant).date
        }
        return time.clock.date
    }

    /// The instances including those that EXDATE takes away.
    var everyInstance: RecurrenceSet {
        var set = set
        (set.exclusions, set.excludedDays) = ([], [])
        return set
    }

    /// Returns the positions of exceptions that match no instance; none if the rule has too many candidates to tell.
    func unmatched(_ times: [CalendarTime], isDate: Bool) -> [Int] {
        let clocks = times.map { clock(of: $0) }
        guard let first = clocks.min(), let last = clocks.max() else { return [] }
        let found = everyInstance.instances(
            from: CivilDateTime(date: first.date),
            through: CivilDateTime(date: last.date, secondOfDay: 86_399))
        guard found.isComplete else { return [] }
        let instances = Set(found.times)
        // A day among times means any instance of the day.
        lazy var days = Set(found.times.map(\.date))
        return times.indices.filter { index in
            times[index].isDate && !isDate
                ? !days.contains(clocks[index].date) : !instances.contains(clocks[index])
        }
    }

    /// More seconds than any of the instances with a length of their own lasts.
    func longestAddition(zones: ZoneResolver, viewer: Zone) -> Int {
        additionLengths.reduce(0) { longest, addition in
            let start = recurrenceID(at: addition.key)
            let timing = EventTiming(start: start, end: addition.value, zones: zones, viewer: viewer)
            return max(longest, timing.maximumSeconds)
        }
    }

    /// What RECURRENCE-ID says of an instance: its start in the kind and zone of DTSTART.
    func recurrenceID(at time: CivilDateTime) -> CalendarTime {
        switch start {
        case .date: return .date(time.date)
        case .floating: return .floating(time)
        case .utc: return .utc(Instant(epochSeconds: time.seconds))
        case .zoned(_, let id): return .zoned(time, zone: id)
        }
    }
}

/// The overrides of a series, arranged to be found by the instance that they change.
struct Changes {
    /// An override of an instance and all later ones.
    struct Range {
        let index: Int
        let id: CalendarTime
        let timing: EventTiming
        /// The id as an instant; for dates, as if they were in UTC.
        let instant: Instant
        /// How far it moves its instances, roughly, in seconds.
        let shift: Int

        /// The original start on the series' clock.
        func original(_ series: EventTiming) -> CivilDateTime {
            if series.isDate { return CivilDateTime(date: id.clock.date) }
            if case .date(let date) = id {
                return CivilDateTime(date: date, secondOfDay: series.start.secondOfDay)
            }
            return series.zone.wallTime(at: instant)
        }
    }

    /// The indices of overrides of one instance each.
    private(set) var single: [Int] = []
    /// The overrides of an instance and all later ones, in no order.
    private(set) var ranges: [Range] = []
    private var byInstant: [Instant: Int] = [:]
    private var byDate: [CivilDate: Int] = [:]
    private var dateOfInstant: [CivilDate: Int] = [:]

    init(_ overrides: [EventTimes], zones: ZoneResolver, viewer: Zone) {
        guard !overrides.isEmpty else { return }
        var best: [CalendarEvent.RecurrenceID: Int] = [:]
        for (index, event) in overrides.enumerated() {
            guard let id = event.recurrenceID else { continue }
            if let other = best[id], (overrides[other].sequence ?? 0) > (event.sequence ?? 0) { continue }
            best[id] = index
        }
        var chosen: [Instant: Int] = [:]
        for (id, index) in best where !id.includesFuture {
            switch id.time {
            case .date(let date): byDate[date] = index
            default:
                let instant = EventTiming.instant(of: id.time, zones: zones, viewer: viewer)
                // The same instant in two spellings is one instance.
                if let other = chosen[instant] {
                    let isNewer =
                        (overrides[index].sequence ?? 0, index) > (overrides[other].sequence ?? 0, other)
                    if !isNewer { continue }
                }
                chosen[instant] = index
                dateOfInstant[Series.date(of: id.time, viewer: viewer)] = index
            }
        }
        byInstant = chosen
        single = (Array(byDate.values) + Array(chosen.values)).sorted()
        for (id, index) in best where id.includesFuture {
            guard let timing = EventTiming(overrides[index], zones: zones, viewer: viewer) else { continue }
            let instant = EventTiming.instant(of: id.time, zones: zones, viewer: viewer)
            let shift = timing.start.seconds - id.time.clock.seconds
            ranges.append(
                Range(
                    index: index, id: id.time, timing: timing, instant: instant,
                    shift: shift + (shift < 0 ? -86_400 : 86_400)))
        }
    }

    /// Whether an override stands in for the instance at a time of the series' clock.
    func replaces(_ time: CivilDateTime, _ instant: Instant, _ series: EventTiming) -> Bool {
        if single.isEmpty { return false }
        if series.isDate { return byDate[time.date] != nil || dateOfInstant[time.date] != nil }
        return byInstant[instant] != nil || byDate[time.date] != nil
    }

    /// The overrides of later instances with the original starts that they reach from, ascending.
    func orderedRanges(_ series: EventTiming) -> [(original: CivilDateTime, range: Range)] {
        ranges.map { ($0.original(series), $0) }.sorted { $0.original < $1.original }
    }
}
