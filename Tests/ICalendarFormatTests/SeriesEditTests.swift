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
        } catch SeriesEditError.cannotSplit {
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

    // MARK: Single rules

    private static func edit(
        _ start: CalendarTime, _ rule: String, exclusions: [CalendarTime] = [],
        overrides: [CalendarEvent] = [], end: CalendarTime? = nil
    ) throws -> SeriesEdit {
        var master = CalendarEvent(uid: "a", start: start)
        master.rules = [try RecurrenceRule(rule)]
        master.exclusions = exclusions
        master.end = end.map { .time($0) }
        let berlin = try #require(ZoneResolver().zone("Europe/Berlin"))
        return try #require(
            SeriesEdit(master: master, overrides: overrides, zones: ZoneResolver(), viewer: berlin))
    }

    private static func time(_ text: String, _ zone: String? = "Europe/Berlin") throws -> CalendarTime {
        switch try #require(DateTimeText(text)) {
        case .date(let date): .date(date)
        case .utc(let instant): .utc(instant)
        case .local(let clock): zone.map { .zoned(clock, zone: $0) } ?? .floating(clock)
        }
    }

    @Test(
        arguments: [
            ("20260302T090000", "FREQ=MONTHLY;BYDAY=1MO", "BYDAY"),
            ("20260302T090000", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "BYSETPOS"),
            ("20260302T090000", "FREQ=YEARLY;BYWEEKNO=10", "BYWEEKNO"),
            ("20260302T090000", "FREQ=YEARLY;BYYEARDAY=61", "BYYEARDAY"),
            ("20260302T090000", "FREQ=MONTHLY;BYMONTHDAY=2,16", "BYMONTHDAY"),
            ("20260302T090000", "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO", "BYDAY"),
        ])
    func aRuleThatCannotMoveToAnotherDay(start: String, rule: String, part: String) throws {
        let edit = try Self.edit(Self.time(start), rule)
        #expect(throws: SeriesEditError.needsRule(part: part)) {
            try edit.moved(start: Self.time("20260303T090000"), end: nil)
        }
        #expect(
            try edit.moved(start: Self.time("20260302T100000"), end: nil).master.rules == [
                RecurrenceRule(rule)
            ])
    }

    @Test func aSeriesByMonthsMovesItsExceptionsByMonths() throws {
        let edit = try Self.edit(
            Self.time("20260128T090000"), "FREQ=MONTHLY", exclusions: [Self.time("20260228T090000")])
        let moved = try edit.moved(start: Self.time("20260202T090000"), end: nil).master
        #expect(try moved.exclusions == [Self.time("20260302T090000")])
    }

    @Test func aNewZoneKeepsTheClock() throws {
        let exclusions = [
            try Self.time("20260309T090000"), try Self.time("20260316T080000Z"), try Self.time("20260323"),
        ]
        let edit = try Self.edit(
            Self.time("20260302T090000"), "FREQ=WEEKLY;UNTIL=20260601T070000Z", exclusions: exclusions)
        let zone = "America/New_York"
        let moved = try edit.moved(start: Self.time("20260302T090000", zone), end: nil).master
        #expect(moved.rules.map(\.text) == ["FREQ=WEEKLY;UNTIL=20260601T130000Z"])
        #expect(
            try moved.exclusions == [
                Self.time("20260309T090000", zone), Self.time("20260316T130000Z"), Self.time("20260323"),
            ])
    }

    @Test func aDayThatBecomesATimeAndBack() throws {
        let edit = try Self.edit(
            Self.time("20260302"), "FREQ=DAILY;UNTIL=20260310", exclusions: [Self.time("20260304")])
        let timed = try edit.moved(start: Self.time("20260303T090000"), end: nil).master
        #expect(timed.rules.map(\.text) == ["FREQ=DAILY;UNTIL=20260311T080000Z"])
        #expect(try timed.exclusions == [Self.time("20260305T090000")])
        let back = try #require(
            SeriesEdit(master: timed, zones: ZoneResolver(), viewer: edit.viewer)
        ).moved(start: Self.time("20260302"), end: nil).master
        #expect(back.rules.map(\.text) == ["FREQ=DAILY;UNTIL=20260310"])
        #expect(try back.exclusions == [Self.time("20260304")])
    }

    @Test func anEndBeforeTheTimeOfDayLeavesItsDayOut() throws {
        let edit = try Self.edit(
            Self.time("20260105T090000"), "FREQ=WEEKLY;UNTIL=20260202T075959Z")
        let days = try edit.moved(start: Self.time("20260105"), end: nil).master
        #expect(days.rules.map(\.text) == ["FREQ=WEEKLY;UNTIL=20260201"])
    }

    @Test func twoExceptionsInASkippedHourAreRefused() throws {
        // The clocks of Berlin skip 02:00 to 03:00 on 29 March 2026.
        let edit = try Self.edit(
            Self.time("20260328T000000"), "FREQ=HOURLY",
            exclusions: [Self.time("20260329T000000"), Self.time("20260329T010000")])
        let error = #expect(throws: SeriesEditError.self) {
            try edit.moved(start: Self.time("20260328T020000"), end: nil)
        }
        #expect(try error == .sameInstance(Self.time("20260329T030000")))
    }

    private static func range(_ id: String, _ start: String, _ summary: String) throws -> CalendarEvent {
        var event = CalendarEvent(uid: "a", start: try time(start))
        event.recurrenceID = RecurrenceID(try time(id), includesFuture: true)
        event.summary = summary
        return event
    }

    @Test(arguments: [
        ("20260323T090000", "Early"), ("20260330T090000", "Early"), ("20260427T090000", "Late"),
    ])
    func aSplitKeepsThisAndFuture(at: String, summary: String) throws {
        let ranges = [
            try Self.range("20260316T090000", "20260317T110000", "Early"),
            try Self.range("20260420T090000", "20260422T090000", "Late"),
        ]
        let edit = try Self.edit(
            Self.time("20260302T090000"), "FREQ=WEEKLY;BYDAY=MO;COUNT=12", overrides: ranges)
        let split = try edit.split(at: edit.original(of: Self.time(at)))
        func starts(_ master: CalendarEvent, _ overrides: [CalendarEvent]) -> [CivilDateTime] {
            EventOccurrences(
                master: master, overrides: overrides, zones: ZoneResolver(), viewer: edit.viewer
            ).within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000)).items
                .map(\.localStart)
        }
        #expect(
            starts(split.first, split.firstOverrides.map { ranges[$0] })
                + starts(split.second, split.secondOverrides.map(\.event)) == starts(edit.master, ranges))
        #expect(split.second.summary == summary)
        #expect(split.absorbed == nil)
    }

    @Test func aRangeAtTheSplitBecomesTheSecondPart() throws {
        let range = try Self.range("20260316T090000", "20260317T110000", "Early")
        let edit = try Self.edit(Self.time("20260302T090000"), "FREQ=WEEKLY;COUNT=5", overrides: [range])
        let split = try edit.split(at: edit.original(of: Self.time("20260316T090000")))
        #expect([split.absorbed, split.secondOverrides.count, split.firstOverrides.count] == [0, 0, 0])
        #expect(try split.second.start == Self.time("20260317T110000"))
        #expect(split.second.rules.map(\.text) == ["FREQ=WEEKLY;COUNT=3"])
        #expect(split.first.rules.map(\.text) == ["FREQ=WEEKLY;COUNT=2"])
    }

    @Test func valuesOfTheStartAreWrittenOut() throws {
        let edit = try Self.edit(
            Self.time("20260131T090000"), "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD")
        let split = try edit.split(at: edit.original(of: Self.time("20260228T090000")))
        #expect(
            split.second.rules.map(\.text) == ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31"])
    }

    @Test func theFirstInstanceIsNoSplit() throws {
        let edit = try Self.edit(
            Self.time("20260302T090000"), "FREQ=WEEKLY", exclusions: [Self.time("20260302T090000")])
        #expect(throws: SeriesEditError.splitsAtFirst) {
            try edit.split(at: edit.original(of: Self.time("20260309T090000")))
        }
    }
}
