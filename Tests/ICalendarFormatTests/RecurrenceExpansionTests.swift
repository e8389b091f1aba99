import CLibical
import Testing

@testable import ICalendarFormat

/// What the corpus does not say: windows, bounds, and properties that hold for every rule.
@Suite struct RecurrenceExpansionTests {
    private static func set(_ rule: String, _ start: String) throws -> RecurrenceSet {
        RecurrenceSet(start: try ZoneTests.wall(start), rule: try RecurrenceRule(rule))
    }

    /// Found by a fuzzer: a million candidates were looked at for nothing.
    @Test(arguments: [
        "FREQ=SECONDLY;BYSETPOS=5,-5", "FREQ=MINUTELY;BYSECOND=1,2;BYSETPOS=3", "FREQ=HOURLY;BYSETPOS=2",
    ])
    func positionsThatNoUnitHasEndARule(rule: String) throws {
        let found = try Self.set(rule, "20260101T000000").instances()
        #expect(found.isComplete && found.times.map(\.description) == ["20260101T000000"])
    }

    @Test func leapDayOnASundayComesAfterQuietYears() throws {
        let set = try Self.set("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU", "20040229T090000")
        let found = set.instances(maximum: 5).times.map { "\($0.date)" }
        #expect(found == ["20040229", "20320229", "20600229", "20880229", "21280229"])
    }

    @Test func anOpenRuleJumpsToTheWindow() throws {
        let set = try Self.set("FREQ=DAILY", "19700101T090000")
        let found = set.instances(
            from: try ZoneTests.wall("20600101T000000"), through: try ZoneTests.wall("20600102T235959"))
        #expect(found.times.map(\.description) == ["20600101T090000", "20600102T090000"])
        #expect(found.isComplete)
    }

    @Test func startCountsAsTheFirstInstance() throws {
        let set = try Self.set("FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3", "20260101T090000")
        #expect(set.instances().times.map { "\($0.date)" } == ["20260101", "20260115", "20260215"])
    }

    @Test func countIsCountedFromTheStartInEveryWindow() throws {
        for rule in [
            "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=500", "FREQ=DAILY;COUNT=700;BYHOUR=9,10",
            "FREQ=HOURLY;COUNT=9000;BYMINUTE=0,30",
            "FREQ=MONTHLY;BYMONTHDAY=-1,15;COUNT=50", "FREQ=WEEKLY;INTERVAL=3;COUNT=100",
            "FREQ=DAILY;INTERVAL=3;COUNT=9;BYDAY=MO,TU",
        ] {
            let set = try Self.set(rule, "20200101T090000")
            let all = set.instances().times
            #expect(
                set.instances(from: try ZoneTests.wall("20200901T000000")).times
                    == all.filter { "\($0)" >= "20200901T000000" })
        }
    }

    /// Rules that want to run for ever; each must answer, and say so where it gave up.
    @Test(
        arguments: [
            "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=2147483648", "FREQ=SECONDLY;BYSECOND=7;COUNT=2147483648",
            "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1,3", "FREQ=MINUTELY;BYHOUR=3;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2147483648",
            "FREQ=YEARLY;INTERVAL=10000000000", "FREQ=DAILY;INTERVAL=10000000000;COUNT=10000000000",
            "FREQ=WEEKLY;BYMONTHDAY=31;BYMONTH=2", "FREQ=HOURLY;INTERVAL=24;BYHOUR=1",
            "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
            "FREQ=SECONDLY;BYSETPOS=-1;BYMONTH=12", "FREQ=MONTHLY;BYSETPOS=366;BYDAY=MO",
            "FREQ=MINUTELY;INTERVAL=10000000000",
            "FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=1",
            "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=0;BYMINUTE=0;BYSECOND=0",
        ])
    func bombsAreBounded(_ rule: String) throws {
        let set = try Self.set(rule, "20260115T120000")
        let all = set.instances()
        #expect(all.times.count <= RecurrenceSet.candidateLimit + 1)
        #expect(all.times.first == set.start)
        let late = set.instances(from: try ZoneTests.wall("99990101T000000"))
        #expect(zip(late.times, late.times.dropFirst()).allSatisfy { $0 < $1 })
        let early = set.instances(through: try ZoneTests.wall("00011231T000000"))
        #expect(early.times.allSatisfy { $0 <= .latest })
    }

    @Test(arguments: [
        "FREQ=YEARLY", "FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;COUNT=3", "FREQ=YEARLY;BYWEEKNO=1,-1",
        "FREQ=HOURLY;BYHOUR=23",
    ])
    func theCalendarsEndsAreNoTrouble(_ rule: String) throws {
        for start in ["00000101T000000", "00010101T000000", "99991231T235959"] {
            let set = try Self.set(rule, start)
            #expect(set.instances(maximum: 3).times.first == set.start)
            #expect(
                set.instances(from: try ZoneTests.wall("99991201T000000")).times.allSatisfy { $0 <= .latest })
        }
    }

    @Test func anUnfinishedExpansionSaysSo() throws {
        #expect(try !Self.set("FREQ=SECONDLY", "20260101T000000").instances().isComplete)
        #expect(try Self.set("FREQ=SECONDLY", "20260101T000000").instances(maximum: 10).isComplete)
    }

    /// A small generator whose numbers are the same in every run.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    static func anyRule(_ numbers: inout Numbers) -> String {
        let frequency = RecurrenceRule.Frequency.allCases.randomElement(using: &numbers) ?? .daily
        var parts = ["FREQ=\(frequency.keyword)"]
        func list(_ name: String, _ choices: [Int], chance: Int, signed: Bool = false) {
            guard Int.random(in: 0..<chance, using: &numbers) == 0 else { return }
            let values = (0..<Int.random(in: 1...4, using: &numbers)).compactMap { _ in
                choices.randomElement(using: &numbers).map {
                    signed && Bool.random(using: &numbers) ? -$0 : $0
                }
            }
            parts.append("\(name)=\(values.map(String.init).joined(separator: ","))")
        }
        if Bool.random(using: &numbers) { parts.append("INTERVAL=\(Int.random(in: 1...9, using: &numbers))") }
        if Int.random(in: 0..<4, using: &numbers) == 0 {
            parts.append("COUNT=\(Int.random(in: 1...60, using: &numbers))")
        }
        list("BYMONTH", Array(1...12), chance: 4)
        list("BYMONTHDAY", Array(1...31), chance: 4, signed: true)
        list("BYYEARDAY", Array(1...366), chance: 8, signed: true)
        if frequency == .yearly { list("BYWEEKNO", Array(1...53), chance: 5, signed: true) }
        if Int.random(in: 0..<3, using: &numbers) == 0 {
            let days = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
                (frequency >= .monthly && Bool.random(using: &numbers)
                    ? "\(Int.random(in: 1...5, using: &numbers) * (Bool.random(using: &numbers) ? 1 : -1))"
                    : "")
                    + (Weekday.allCases.randomElement(using: &numbers) ?? .monday).code
            }
            parts.append("BYDAY=\(days.joined(separator: ","))")
        }
        list("BYHOUR", Array(0...23), chance: 4)
        list("BYMINUTE", Array(0...59), chance: 5)
        list("BYSECOND", Array(0...59), chance: 6)
        if parts.contains(where: { $0.hasPrefix("BY") }) {
            list("BYSETPOS", Array(1...5), chance: 5, signed: true)
        }
        if Bool.random(using: &numbers) {
            parts.append("WKST=\((Weekday.allCases.randomElement(using: &numbers) ?? .monday).code)")
        }
        return parts.joined(separator: ";")
    }

    @Test func windowsAreFiltersOfTheWhole() throws {
        var numbers = Numbers(state: 20_260_820)
        for _ in 0..<1500 {
            let rule = Self.anyRule(&numbers)
            let start = CivilDateTime(seconds: Int.random(in: 1_500_000_000...1_800_000_000, using: &numbers))
            let isDate = Bool.random(using: &numbers)
            let set = RecurrenceSet(
                start: isDate ? CivilDateTime(date: start.date) : start, isDate: isDate,
                rule: try RecurrenceRule(rule))
            // Short spans for short units, so that no rule has very many instances.
            let unit =
                rule.contains("SECONDLY") ? 3600 : rule.contains("MINUTELY") ? 86_400 : 3 * 366 * 86_400
            let end = set.start.adding(seconds: isDate ? 3 * 366 * 86_400 : unit)
            let whole = set.instances(through: end)
            guard whole.isComplete else { continue }
            #expect(zip(whole.times, whole.times.dropFirst()).allSatisfy { $0 < $1 }, "\(rule) from \(start)")
            #expect(whole.times.first == set.start, "\(rule)")
            for _ in 0..<3 {
                let from = start.adding(seconds: Int.random(in: -86_400...max(unit, 86_400), using: &numbers))
                let through = from.adding(seconds: Int.random(in: 0...400 * 86_400, using: &numbers))
                let expected = whole.times.filter { $0 >= from && $0 <= min(through, end) }
                let found = set.instances(from: from, through: min(through, end))
                if found.isComplete, found.times != expected {
                    Issue.record(
                        "\(rule) from \(set.start), window \(from) to \(through): \(found.times.prefix(3)), not \(expected.prefix(3))"
                    )
                }
            }
        }
    }

    @Test func instancesObeyTheirParts() throws {
        var numbers = Numbers(state: 7)
        for _ in 0..<1000 {
            let rule = try RecurrenceRule(Self.anyRule(&numbers))
            let start = CivilDateTime(seconds: Int.random(in: 0...3_000_000_000, using: &numbers))
            let end = start.adding(seconds: rule.frequency < .hourly ? 86_400 : 10 * 366 * 86_400)
            for time in RecurrenceSet(start: start, rule: rule).instances(through: end, maximum: 20).times
                .dropFirst()
            {
                let (year, month, day) = time.date.components
                if !rule.byMonth.isEmpty { #expect(rule.byMonth.contains(month), "\(rule)") }
                if !rule.byMonthDay.isEmpty {
                    let fromEnd = day - CivilDate.daysInMonth(month, of: year) - 1
                    #expect(rule.byMonthDay.contains(day) || rule.byMonthDay.contains(fromEnd), "\(rule)")
                }
                if !rule.byDay.isEmpty {
                    #expect(rule.byDay.contains { $0.weekday == time.date.weekday }, "\(rule)")
                }
                if !rule.byHour.isEmpty { #expect(rule.byHour.contains(time.hour), "\(rule)") }
                if !rule.byMinute.isEmpty { #expect(rule.byMinute.contains(time.minute), "\(rule)") }
                if !rule.bySecond.isEmpty { #expect(rule.bySecond.contains(time.second), "\(rule)") }
            }
        }
    }

    /// libical as a second opinion on rules that it is known to expand.
    @Test(arguments: [
        "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=2TU,4TU", "FREQ=YEARLY",
        "FREQ=YEARLY;BYMONTH=3,11;BYDAY=1SU", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=HOURLY;INTERVAL=5",
        "FREQ=MINUTELY;INTERVAL=90",
    ])
    func libicalAgrees(_ text: String) throws {
        icalerror_set_errors_are_fatal(0)
        let start = "20240229T093000"
        let ours = try Self.set(text, start).instances(maximum: 40).times.map(\.description)
        let iterator = try #require(
            icalrecur_iterator_new(icalrecurrencetype_from_string(text), icaltime_from_string(start)))
        defer { icalrecur_iterator_free(iterator) }
        var theirs: [String] = []
        while theirs.count < 40 {
            let time = icalrecur_iterator_next(iterator)
            guard icaltime_is_null_time(time) == 0, let name = icaltime_as_ical_string(time) else { break }
            theirs.append(String(cString: name))
        }
        // libical expands the rule alone, without a DTSTART that the rule does not give.
        if theirs.first != start { theirs = Array(([start] + theirs).prefix(40)) }
        #expect(ours == theirs)
    }

    @Test func singleTimesAreAddedAndTakenAway() throws {
        var set = try Self.set("FREQ=DAILY;COUNT=5", "20260101T090000")
        set.additions = [try ZoneTests.wall("20260103T120000"), try ZoneTests.wall("20260103T090000")]
        set.exclusions = [try ZoneTests.wall("20260102T090000")]
        set.excludedDays = [try #require(CivilDate(year: 2026, month: 1, day: 5))]
        set.exclusionRules = [RecurrenceSet.BoundedRule(try RecurrenceRule("FREQ=DAILY;INTERVAL=3"))]
        #expect(set.instances().times.map(\.description) == ["20260103T090000", "20260103T120000"])
    }
}
