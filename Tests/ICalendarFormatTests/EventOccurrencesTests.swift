import ContentLine
import Testing

@testable import ICalendarFormat

/// When series take place, among them pitfalls 21 to 29.
@Suite struct EventOccurrencesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var master: String? =
            "DTSTART;TZID=Europe/Berlin:20260323T023000\nDTEND;TZID=Europe/Berlin:20260323T033000"
        var overrides: [String] = []
        var from = "20260101T000000Z"
        var to = "20270101T000000Z"
        var viewer = "Europe/Berlin"
        let expected: [String]

        var testDescription: String { name }
    }

    static let daily = "DTSTART;TZID=Europe/Berlin:20260601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4\n"

    static let cases: [Case] = [
        Case(
            name: "wall time through the gap: shifted once, back the next day",
            master: "DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3",
            expected: [
                "20260328T023000-20260328T030000", "20260329T033000-20260329T040000",
                "20260330T023000-20260330T030000",
            ]),
        Case(
            name: "the fold means the first pass",
            master: "DTSTART;TZID=Europe/Berlin:20261024T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=2",
            viewer: "UTC",
            expected: ["20261024T003000-20261024T010000", "20261025T003000-20261025T010000"]),
        Case(
            name: "a day by DURATION is as long as it is",
            master: "DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D",
            expected: ["20260328T120000-20260329T120000"]),
        Case(
            name: "seen from elsewhere",
            master: "DTSTART;TZID=Europe/Berlin:20260601T090000\nDTEND;TZID=Europe/Berlin:20260601T100000",
            viewer: "America/New_York", expected: ["20260601T030000-20260601T040000"]),
        Case(
            name: "floating times are the viewer's", master: "DTSTART:20260601T090000\nDURATION:PT1H",
            viewer: "America/New_York", expected: ["20260601T090000-20260601T100000"]),
        Case(
            name: "whole days, DTEND exclusive",
            master: "DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260603",
            expected: ["20260601T000000-20260603T000000 all day"]),
        Case(
            name: "a day that ends where it begins",
            master: "DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260601",
            viewer: "Asia/Tokyo", expected: ["20260601T000000-20260602T000000 all day"]),
        Case(
            name: "neither DTEND nor DURATION: a time has no length", master: "DTSTART:20260601T090000Z",
            viewer: "UTC",
            expected: ["20260601T090000-20260601T090000"]),
        Case(
            name: "the end before the start is no length",
            master: "DTSTART:20260601T090000Z\nDTEND:20260601T080000Z",
            viewer: "UTC", expected: ["20260601T090000-20260601T090000"]),
        Case(
            name: "UNTIL as a date means the end of that day", master: daily.replacingCount("UNTIL=20260603"),
            expected: [
                "20260601T090000-20260601T100000", "20260602T090000-20260602T100000",
                "20260603T090000-20260603T100000",
            ]),
        Case(
            name: "UNTIL in local time is on DTSTART's clock",
            master: daily.replacingCount("UNTIL=20260602T090000"),
            expected: ["20260601T090000-20260601T100000", "20260602T090000-20260602T100000"]),
        Case(
            name: "UNTIL in UTC ends a series of days on that day",
            master: "DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=DAILY;UNTIL=20260602T220000Z",
            expected: [
                "20260601T000000-20260602T000000 all day", "20260602T000000-20260603T000000 all day",
                "20260603T000000-20260604T000000 all day",
            ]),
        Case(
            name: "EXDATE in UTC, as a date, and in the zone",
            master: daily
                + "EXDATE:20260602T070000Z\nEXDATE;VALUE=DATE:20260603\nEXDATE;TZID=Europe/Berlin:20260604T090000",
            expected: ["20260601T090000-20260601T100000"]),
        Case(
            name: "EXDATE as a time on a series of days (Exchange)",
            master: "DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260602T000000",
            expected: ["20260601T000000-20260602T000000 all day"]),
        Case(
            name: "RDATE with a period has its own length",
            master:
                "DTSTART;TZID=Europe/Berlin:20260601T090000\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260605T070000Z/PT3H",
            expected: ["20260601T090000-20260601T100000", "20260605T090000-20260605T120000"]),
        Case(
            name: "an override in UTC stands in for an instance in a zone", master: daily,
            overrides: [
                "RECURRENCE-ID:20260602T070000Z\nDTSTART;TZID=Europe/Berlin:20260602T150000\nDURATION:PT2H"
            ],
            expected: [
                "20260601T090000-20260601T100000", "20260602T150000-20260602T170000 override 0",
                "20260603T090000-20260603T100000", "20260604T090000-20260604T100000",
            ]),
        Case(
            name: "an override by date of a series with times", master: daily,
            overrides: [
                "RECURRENCE-ID;VALUE=DATE:20260602\nDTSTART;TZID=Europe/Berlin:20260602T150000\nDURATION:PT2H"
            ],
            from: "20260602T000000Z", to: "20260603T000000Z",
            expected: ["20260602T150000-20260602T170000 override 0"]),
        Case(
            name: "the highest SEQUENCE wins", master: daily,
            overrides: [
                "RECURRENCE-ID:20260602T070000Z\nSEQUENCE:2\nDTSTART:20260602T110000Z\nDURATION:PT1H",
                "RECURRENCE-ID:20260602T070000Z\nSEQUENCE:1\nDTSTART:20260602T120000Z\nDURATION:PT1H",
            ], from: "20260602T000000Z", to: "20260603T000000Z",
            expected: ["20260602T130000-20260602T140000 override 0"]),
        Case(
            name: "an orphan is an event, and its rule has no effect", master: nil,
            overrides: [
                "RECURRENCE-ID:20260602T070000Z\nDTSTART:20260602T110000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY"
            ],
            viewer: "UTC", expected: ["20260602T110000-20260602T120000 override 0"]),
        Case(
            name: "an override that moved into the window", master: daily,
            overrides: ["RECURRENCE-ID:20260602T070000Z\nDTSTART:20260901T110000Z\nDURATION:PT1H"],
            from: "20260901T000000Z", to: "20260902T000000Z",
            expected: ["20260901T130000-20260901T140000 override 0"]),
        Case(
            name: "THISANDFUTURE shifts the later instances and their length", master: daily,
            overrides: [
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T070000Z\nDTSTART;TZID=Europe/Berlin:20260603T110000\nDURATION:PT2H"
            ],
            expected: [
                "20260601T090000-20260601T100000", "20260602T090000-20260602T100000",
                "20260603T110000-20260603T130000 future 0", "20260604T110000-20260604T130000 future 0",
            ]),
        Case(
            name: "an unknown zone keeps the clock reading",
            master: "DTSTART;TZID=Customized Time Zone:20260601T090000\nDURATION:PT1H",
            viewer: "America/New_York", expected: ["20260601T090000-20260601T100000 unresolved"]),
        Case(
            name: "an event that began before the window",
            master: "DTSTART:20260101T090000Z\nDTEND:20260301T090000Z",
            from: "20260201T000000Z", to: "20260202T000000Z", viewer: "UTC",
            expected: ["20260101T090000-20260301T090000"]),
        Case(
            name: "the end is exclusive", master: "DTSTART:20260101T090000Z\nDTEND:20260101T100000Z",
            from: "20260101T100000Z",
            to: "20260102T000000Z", viewer: "UTC", expected: []),
    ]

    @Test(arguments: cases)
    func occurrencesAreFound(_ row: Case) throws {
        let viewer = try #require(ZoneDatabase.system.zone(row.viewer))
        let series = EventOccurrences(
            master: try row.master.map { try EventReadingTests.event("UID:1\n" + $0) },
            overrides: try row.overrides.map { try EventReadingTests.event("UID:1\n" + $0) },
            zones: ZoneResolver(), viewer: viewer)
        let found = series.within(from: try ZoneTests.instant(row.from), to: try ZoneTests.instant(row.to))
        #expect(found.isComplete)
        let shown = found.items.map { item in
            var text = "\(item.localStart)-\(item.localEnd)"
            if item.isAllDay { text += " all day" }
            if item.isZoneUnresolved { text += " unresolved" }
            switch item.source {
            case .master: break
            case .override(let index): text += " override \(index)"
            case .future(let index): text += " future \(index)"
            }
            return text
        }
        #expect(shown == row.expected)
    }

    @Test func busyTimesAreMerged() throws {
        let viewer = Zone.utc
        let lines = [
            "DTSTART:20260601T090000Z\nDURATION:PT1H", "DTSTART:20260601T093000Z\nDURATION:PT1H",
            "DTSTART:20260601T103000Z\nDURATION:PT30M",
            "DTSTART:20260601T120000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT",
            "DTSTART:20260601T130000Z\nDURATION:PT1H\nSTATUS:CANCELLED", "DTSTART:20260601T140000Z",
            "DTSTART;VALUE=DATE:20260603",
        ]
        let window = try ZoneTests.instant("20260601T000000Z")..<ZoneTests.instant("20260610T000000Z")
        let spans = try lines.flatMap { text in
            let event = try EventReadingTests.event("UID:1\n" + text)
            guard BusyTime.takesTime(isTransparent: event.isTransparent, event.status) else {
                return [Range<Instant>]()
            }
            return EventOccurrences(master: event, zones: ZoneResolver(), viewer: viewer).within(
                from: window.lowerBound, to: window.upperBound
            ).items.map { $0.span(within: window) }
        }
        #expect(
            BusyTime.merge(spans).map { "\($0.lowerBound) \($0.upperBound)" } == [
                "2026-06-01T09:00:00Z 2026-06-01T11:00:00Z", "2026-06-03T00:00:00Z 2026-06-04T00:00:00Z",
            ])
    }

    @Test(arguments: [
        ("DTSTART:20260601T090000Z\nDURATION:PT1H", "20260601", "20260603"),
        ("DTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260605", "20260601", "20260606"),
        ("DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=DAILY;COUNT=10", "20260601", "20260611"),
        ("DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=WEEKLY;UNTIL=20260701", "20260601", "20260704"),
    ])
    func spansHoldEveryOccurrence(lines: String, first: String, last: String) throws {
        let span = try #require(EventSpan(try EventReadingTests.event("UID:1\n" + lines)))
        #expect(span.firstDay.description == first)
        #expect(span.lastDay?.description == last)
    }

    @Test(arguments: ["RRULE:FREQ=DAILY", "RRULE:FREQ=SECONDLY;COUNT=2147483648"])
    func endlessEventsHaveNoLastDay(_ rule: String) throws {
        let span = try #require(
            EventSpan(try EventReadingTests.event("UID:1\nDTSTART:20260601T090000Z\n" + rule)))
        #expect(span.lastDay == nil)
    }

    @Test func manyOverridesCostLittle() throws {
        var overrides: [CalendarEvent] = []
        let master = try EventReadingTests.event("UID:1\nDTSTART:20000101T090000Z\nRRULE:FREQ=DAILY")
        for day in 0..<5000 {
            var event = CalendarEvent(
                uid: "1", start: .utc(Instant(epochSeconds: 946_717_200 + day * 86_400 + 60)))
            event.recurrenceID = .init(
                .utc(Instant(epochSeconds: 946_717_200 + day * 86_400)), includesFuture: day % 2 == 1)
            overrides.append(event)
        }
        let series = EventOccurrences(
            master: master, overrides: overrides, zones: ZoneResolver(), viewer: .utc)
        let found = series.within(
            from: Instant(epochSeconds: 946_684_800), to: Instant(epochSeconds: 946_684_800 + 86_400 * 6000))
        #expect(found.items.count == 6000)
        #expect(found.items.allSatisfy { $0.start.epochSeconds % 86_400 == 9 * 3600 + 60 })
    }
}

extension String {
    fileprivate func replacingCount(_ end: String) -> String {
        split(separator: "\n").map { $0.hasPrefix("RRULE") ? "RRULE:FREQ=DAILY;\(end)" : String($0) }.joined(
            separator: "\n")
    }
}
