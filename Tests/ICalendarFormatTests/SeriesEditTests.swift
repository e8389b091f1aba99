import Testing

@testable import ICalendarFormat

/// A series that random choices make, with the exceptions that people make of single days.
private struct RandomSeries {
    var master: CalendarEvent
    var overrides: [CalendarEvent] = []
    let zones = ZoneResolver()
    let viewer: Zone

    var edit: SeriesEdit {
        get throws {
            try #require(SeriesEdit(master: master, overrides: overrides, zones: zones, viewer: viewer))
        }
    }

    private static let zoneNames = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]
    private static let rules = [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO,WE", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,SA",
        "FREQ=MONTHLY", "FREQ=YEARLY", "FREQ=MONTHLY;BYMONTHDAY=12", "FREQ=HOURLY;INTERVAL=25",
        "FREQ=WEEKLY;BYHOUR=9",
    ]

    init(_ random: inout some RandomNumberGenerator, monthly: Bool = true) throws {
        viewer = try #require(ZoneResolver().zone("Europe/Vienna"))
        let day = CivilDate(dayNumber: 20_500 + Int.random(in: 0..<900, using: &random))
        let date = CivilDate(year: day.year, month: day.month, day: 12) ?? day
        let clock = CivilDateTime(
            date: monthly ? date : day, secondOfDay: 9 * 3600 + 60 * Int.random(in: 0..<60, using: &random))
        let zone = Self.zoneNames[Int.random(in: 0..<4, using: &random)]
        let starts: [CalendarTime] = [
            .date(clock.date), .floating(clock), .utc(Instant(epochSeconds: clock.seconds)),
            .zoned(clock, zone: zone), .zoned(clock, zone: zone),
        ]
        let start = starts[Int.random(in: 0..<starts.count, using: &random)]
        master = CalendarEvent(uid: "series", start: start)
        master.summary = "Class"
        master.end =
            start.isDate
            ? .time(.date(clock.date.adding(days: 1))) : .time(start.shifted(by: 5400))
        var text = Self.rules[Int.random(in: 0..<Self.rules.count, using: &random)]
        if start.isDate, text.contains("HOUR") { text = "FREQ=WEEKLY" }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text += ";COUNT=\(Int.random(in: 5...40, using: &random))"
        case 1:
            let last = clock.adding(seconds: Int.random(in: 100...700, using: &random) * 86_400)
            let until: RecurrenceRule.Until =
                switch start {
                case .date: .date(last.date)
                case .floating: .local(last)
                case .utc, .zoned: .utc(Instant(epochSeconds: last.seconds))
                }
            text += ";UNTIL=\(until)"
        default: break
        }
        master.rules = [try RecurrenceRule(text)]
        try addExceptions(&random)
    }

    private mutating func addExceptions(_ random: inout some RandomNumberGenerator) throws {
        let instances = try originals(maximum: 12)
        for (index, original) in instances.enumerated() {
            let id = try edit.recurrenceID(at: original)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let isOther = Bool.random(using: &random) && !id.isDate && id.zoneID != nil
                master.exclusions.append(
                    isOther ? .utc(EventTiming.instant(of: id, zones: zones, viewer: viewer)) : id)
            case 1 where index > 0:
                var event = try edit.override(at: original)
                event.summary = "Other room"
                if Bool.random(using: &random) { event.start = event.start?.shifted(by: 86_400) }
                if let start = event.start, event.end != nil, !start.isDate {
                    event.end = .time(start.shifted(by: 5400))
                } else if let start = event.start {
                    event.end = .time(start.shifted(by: 86_400))
                }
                overrides.append(event)
            case 2 where index == 3:
                master.additions.append(RecurrenceDate(id.shifted(by: id.isDate ? 86_400 : 7200)))
            default: break
            }
        }
    }

    /// The original starts of the first instances.
    func originals(maximum: Int) throws -> [CivilDateTime] {
        var result: [CivilDateTime] = []
        var next = CivilDateTime.earliest
        while result.count < maximum, let instance = try edit.instance(from: next) {
            result.append(instance.original)
            next = instance.original.adding(seconds: 1)
        }
        return result
    }
}

@Suite private struct SeriesEditTests {
    private static func occurrences(
        _ master: CalendarEvent, _ overrides: [CalendarEvent], _ series: RandomSeries
    ) -> [Occurrence] {
        EventOccurrences(master: master, overrides: overrides, zones: series.zones, viewer: series.viewer)
            .within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_400_000_000), limit: 300)
            .items
    }

    @Test(arguments: 0..<400) func aMovedSeriesKeepsItsInstances(seed: UInt64) throws {
        var random = RecurrenceExpansionTests.Numbers(state: seed)
        let series = try RandomSeries(&random)
        let edit = try series.edit
        let start = try #require(series.master.start)
        let days = Int.random(in: -3...9, using: &random)
        let seconds = start.isDate ? 0 : 60 * Int.random(in: -400...400, using: &random)
        let new = start.shifted(by: days * 86_400 + seconds)
        let moved: SeriesEdit.Move
        do {
            moved = try edit.moved(
                start: new, end: .time(new.shifted(by: start.isDate ? 86_400 : 5400)))
        } catch SeriesEditError.needsRule {
            return
        }
        let after = try #require(
            SeriesEdit(
                master: moved.master, overrides: moved.overrides, zones: series.zones, viewer: series.viewer))
        var movedSeries = series
        (movedSeries.master, movedSeries.overrides) = (moved.master, moved.overrides)
        let distance = new.clock.seconds - start.clock.seconds
        let before = try series.originals(maximum: 60)
        #expect(
            try movedSeries.originals(maximum: 60) == before.map { $0.adding(seconds: distance) },
            "\(series.master.rules) \(start) \(new)")
        #expect(edit.unmatched.exclusions.count == after.unmatched.exclusions.count)
        #expect(edit.unmatched.overrides == after.unmatched.overrides)
        for (old, event) in zip(series.overrides, moved.overrides) {
            let oldID = try #require(old.recurrenceID?.time)
            let isGiven = old.start == oldID
            #expect(isGiven ? event.start == event.recurrenceID?.time : event.start == old.start)
        }
    }

    @Test(arguments: 0..<400) func bothPartsTogetherHaveAllInstances(seed: UInt64) throws {
        var random = RecurrenceExpansionTests.Numbers(state: seed + 10_000)
        let series = try RandomSeries(&random)
        let originals = try series.originals(maximum: 20)
        let place = Int.random(in: 1..<max(2, originals.count), using: &random)
        guard place < originals.count else { return }
        let split: SeriesEdit.Split
        do {
            split = try series.edit.split(at: originals[place])
        } catch SeriesEditError.needsRule(part: "INTERVAL") {
            // An RDATE between the instances of a rule that skips some does not say which are next.
            #expect(series.master.rules[0].interval > 1 && !series.master.additions.isEmpty)
            return
        }
        let before = Self.occurrences(series.master, series.overrides, series)
        let first = Self.occurrences(
            split.first, split.firstOverrides.map { series.overrides[$0] }, series)
        let second = Self.occurrences(split.second, split.secondOverrides.map(\.event), series)
        func spans(_ items: [Occurrence]) -> [String] {
            items.map { "\($0.start) \($0.end)" }.sorted()
        }
        let together = spans(first + second)
        #expect(
            Array(together.prefix(250)) == Array(spans(before).prefix(250)),
            "\(series.master.rules) \(split.first.rules) \(split.second.rules) at \(originals[place])")
        #expect(!split.first.rules.contains { $0.count != nil && $0.until != nil })
        #expect(split.firstOverrides.count + split.secondOverrides.count == series.overrides.count)
    }
}
