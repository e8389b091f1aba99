import SeededRandom
import Testing

@testable import ICalendarFormat

/// SKIP of RFC 7529: what becomes of dates that do not exist.
@Suite struct SkippedDatesTests {
    private static func set(_ rule: String, _ start: String) throws -> RecurrenceSet {
        RecurrenceSet(start: try ZoneTests.wall(start), rule: try RecurrenceRule(rule))
    }

    @Test(arguments: [
        // The day that was moved stands in the window, the month that it comes from before it.
        (
            "FREQ=MONTHLY;SKIP=FORWARD", "20140831T041822", "20141001T000000",
            ["20141001", "20141031", "20141201"]
        ),
        (
            "FREQ=MONTHLY;SKIP=FORWARD;INTERVAL=3", "20140831T041822", "20141201T000000",
            ["20141201", "20150301"]
        ),
        ("FREQ=YEARLY;SKIP=FORWARD", "20240229T000000", "20250301T000000", ["20250301", "20260301"]),
        ("FREQ=YEARLY;SKIP=BACKWARD", "20240229T000000", "20250101T000000", ["20250228", "20260228"]),
        // A day that is moved onto another instance is one instance, and COUNT counts it once.
        (
            "FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD;COUNT=6", "20260131T090000", "20260101T000000",
            ["20260131", "20260201", "20260301", "20260331", "20260401", "20260501"]
        ),
        (
            "FREQ=MONTHLY;BYMONTHDAY=-1,31;SKIP=BACKWARD;COUNT=3", "20260131T090000", "20260101T000000",
            ["20260131", "20260228", "20260331"]
        ),
    ])
    func movedDays(rule: String, start: String, from: String, expected: [String]) throws {
        let found = try Self.set(rule, start).instances(
            from: try ZoneTests.wall(from), through: .latest, maximum: expected.count)
        #expect(found.times.map { "\($0.date)" } == expected)
    }

    @Test(
        "Days and weeks that only some years have are moved too, and such as are counted from the end",
        arguments: [
            (
                "FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=FORWARD", "20150101",
                ["20150101", "20150201", "20150301", "20150401", "20150501"]
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD", "20150101",
                [
                    "20150101", "20150131", "20150301", "20150331", "20150501", "20150531", "20150701",
                    "20150801",
                ]
            ),
            (
                "FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD", "20121231",
                ["20121231", "20140101", "20150101", "20160101", "20161231", "20180101"]
            ),
            (
                "FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", "20121231",
                ["20121231", "20131231", "20141231", "20151231", "20161231", "20171231"]
            ),
            (
                "FREQ=YEARLY;BYYEARDAY=-366;SKIP=FORWARD", "20120101",
                ["20120101", "20130101", "20140101", "20150101", "20160101"]
            ),
            (
                "FREQ=YEARLY;BYYEARDAY=-366;SKIP=BACKWARD", "20120101",
                ["20120101", "20121231", "20131231", "20141231", "20160101", "20161231"]
            ),
            // Day 1 of the next year is an instance of its own, and one instance.
            (
                "FREQ=YEARLY;BYYEARDAY=1,366;SKIP=FORWARD", "20130101",
                ["20130101", "20140101", "20150101", "20160101", "20161231", "20170101"]
            ),
            ("FREQ=YEARLY;BYYEARDAY=366", "20121231", ["20121231", "20161231", "20201231"]),
            // The weekday is of DTSTART or of BYDAY; of 2015, 2020 and 2026 there is a week 53.
            (
                "FREQ=YEARLY;BYWEEKNO=53;SKIP=BACKWARD", "20151228",
                ["20151228", "20161226", "20171225", "20181224", "20191223", "20201228", "20211227"]
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=53;SKIP=FORWARD", "20151228",
                ["20151228", "20170102", "20180101", "20181231", "20191230", "20201228", "20220103"]
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=WE;SKIP=FORWARD", "20151230",
                [
                    "20151230", "20160106", "20170104", "20180103", "20190102", "20200101", "20201230",
                    "20210106",
                ]
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=SU;SKIP=BACKWARD", "20150104",
                ["20150104", "20160103", "20170101", "20171231", "20181230", "20200105", "20210103"]
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=SU;SKIP=FORWARD", "20150104",
                ["20150104", "20160110", "20170108", "20180107", "20190106", "20200105", "20210110"]
            ),
            // A day that is missing from a year is not in a month or week of it.
            ("FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=31;SKIP=BACKWARD", "20121231", ["20121231", "20161231"]),
        ])
    func daysOfSomeYears(rule: String, start: String, expected: [String]) throws {
        let set = try Self.set(rule + ";RSCALE=GREGORIAN", start + "T120000")
        #expect(set.instances(maximum: expected.count).times.map { "\($0.date)" } == expected)
        let counted = try Self.set("\(rule);COUNT=\(expected.count)", start + "T120000")
        #expect(counted.instances().times.map { "\($0.date)" } == expected)
    }

    @Test("Expansion ends with the calendar, whichever day begins a week", arguments: Weekday.allCases)
    func endOfTheCalendar(weekStart: Weekday) throws {
        for rule in ["BYWEEKNO=10", "BYWEEKNO=1", "BYWEEKNO=53;SKIP=FORWARD", "BYWEEKNO=-53;SKIP=BACKWARD"] {
            let set = try Self.set("FREQ=YEARLY;WKST=\(weekStart.code);\(rule)", "99900308T120000")
            let found = set.instances()
            #expect(found.isComplete)
            #expect(7...12 ~= found.times.count, "\(rule): \(found.times)")
        }
        let days = try Self.set("FREQ=YEARLY;BYYEARDAY=-366,366;SKIP=BACKWARD", "99960101T120000").instances()
        #expect(
            days.times.map { "\($0.date)" } == ["99960101", "99961231", "99971231", "99981231", "99991231"])
    }

    @Test("Of a moved day, each period takes the times that its BYSETPOS picks")
    func positionsAcrossPeriods() throws {
        // April picks 1 May 17:00 (its last), May 1 May 09:00 (its first) and 31 May 17:00.
        let set = try Self.set(
            "FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=9,17;BYSETPOS=1,-1;SKIP=FORWARD", "20260401T090000")
        let expected = ["20260401T090000", "20260501T090000", "20260501T170000", "20260531T170000"]
        #expect(set.instances(maximum: 4).times.map(\.description) == expected)
        let window = set.instances(from: try ZoneTests.wall("20260501T100000"), maximum: 2)
        #expect(window.times.map(\.description) == Array(expected[2...]))
    }

    private static func anyRule(_ random: inout SeededGenerator) -> String {
        var parts = ["FREQ=\(random.pick(["MONTHLY", "MONTHLY", "YEARLY"]))"]
        parts.append("RSCALE=GREGORIAN;SKIP=\(random.pick(["FORWARD", "FORWARD", "BACKWARD"]))")
        func list(_ name: String, _ values: [Int], chance: Int) {
            guard random.int(1...chance) == 1 else { return }
            let picked = (0..<random.int(1...3)).map { _ in "\(random.pick(values))" }
            parts.append("\(name)=\(picked.joined(separator: ","))")
        }
        parts.append("INTERVAL=\(random.int(1...5))")
        list("COUNT", Array(2...40), chance: 4)
        if let last = parts.last, last.hasPrefix("COUNT") {
            parts[parts.count - 1] = String(last.prefix { $0 != "," })
        }
        list("BYMONTH", [1, 2, 4, 6, 9, 11], chance: 4)
        list("BYMONTHDAY", [1, 2, 28, 29, 30, 31, 31, -1, -30, -31], chance: 2)
        if parts[0] == "FREQ=YEARLY" {
            list("BYYEARDAY", [1, 2, 100, 365, 366, 366, -1, -365, -366, -366], chance: 3)
            list("BYWEEKNO", [1, 2, 26, 52, 53, 53, -1, -2, -52, -53, -53], chance: 3)
            if random.int(1...4) == 1 { parts.append("WKST=\(random.pick(Weekday.allCases).code)") }
        }
        if random.int(1...4) == 1 {
            parts.append("BYDAY=\(random.pick(["MO,TU", "SA,SU", "1MO", "-1FR,WE"]))")
        }
        list("BYHOUR", [0, 9, 17, 23], chance: 3)
        if parts.contains(where: { $0.hasPrefix("BY") }) { list("BYSETPOS", [1, 2, -1, -2, 3], chance: 4) }
        return parts.joined(separator: ";")
    }

    @Test func windowsAreFiltersOfTheWhole() throws {
        var random = SeededGenerator(seed: 7529)
        let day = 86_400
        for _ in 0..<3000 {
            let rule = Self.anyRule(&random)
            // Often a day that not every month has.
            let year = random.int(2015...2028)
            let month = random.int(1...12)
            let number = random.pick([1, 15, 28, 29, 30, 31])
            let start = CivilDateTime(
                date: CivilDate(
                    dayNumber: CivilDate.dayNumber(
                        year: year, month: month, day: min(number, CivilDate.daysInMonth(month, of: year)))),
                secondOfDay: random.pick([0, 9 * 3600, day - 1]))
            let isDate = random.int(0...2) == 0
            let set = RecurrenceSet(
                start: isDate ? CivilDateTime(date: start.date) : start, isDate: isDate,
                rule: try RecurrenceRule(rule))
            let end = start.adding(seconds: 4 * 366 * day)
            let whole = set.instances(through: end)
            #expect(whole.isComplete)
            #expect(zip(whole.times, whole.times.dropFirst()).allSatisfy { $0 < $1 }, "\(rule) from \(start)")
            for index in 0..<4 {
                // Windows that begin anywhere, and such that begin with a month or right behind its first midnight.
                var from = start.adding(seconds: random.int(0...4 * 366) * day)
                if index > 0 {
                    let (year, month, _) = from.date.components
                    let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                    from = CivilDateTime(seconds: first * day + (index == 1 ? 0 : 43_200))
                }
                let through = min(end, from.adding(seconds: random.int(0...100) * day))
                guard from <= through else { continue }
                let expected = whole.times.filter { $0 >= from && $0 <= through }
                let found = set.instances(from: from, through: through)
                if found.times != expected {
                    Issue.record(
                        "\(rule) from \(set.start), window \(from) to \(through): \(found.times), not \(expected)"
                    )
                }
            }
        }
    }

    @Test("Without BYDAY and BYSETPOS the instances are what a plain walk over the months finds")
    func everyMonthByItself() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let days = Set((0..<random.int(1...4)).map { _ in random.int(1...31) }).sorted()
            let interval = random.int(1...4)
            let skip = random.pick(RecurrenceRule.Skip.allCases)
            let rule =
                "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=\(skip.rawValue);INTERVAL=\(interval);BYMONTHDAY="
                + days.map(String.init).joined(separator: ",")
            let startDay = CivilDate.dayNumber(
                year: random.int(2019...2024), month: random.int(1...12), day: 1)
            let start = CivilDateTime(seconds: startDay * 86_400)
            var expected: Set<Int> = [startDay]
            let (year, month, _) = start.date.components
            for step in stride(from: 0, to: 60, by: interval) {
                let count = year * 12 + month - 1 + step
                let first = CivilDate.dayNumber(year: count / 12, month: count % 12 + 1, day: 1)
                let length = CivilDate.daysInMonth(count % 12 + 1, of: count / 12)
                for day in days {
                    if day <= length { expected.insert(first + day - 1) }
                    if day > length, skip == .backward { expected.insert(first + length - 1) }
                    if day > length, skip == .forward { expected.insert(first + length) }
                }
            }
            let end = startDay + 1500
            let found = RecurrenceSet(start: start, isDate: true, rule: try RecurrenceRule(rule)).instances(
                through: CivilDateTime(seconds: end * 86_400))
            #expect(
                found.times.map { $0.date.dayNumber } == expected.filter { $0 <= end }.sorted(), "\(rule)")
        }
    }
}
