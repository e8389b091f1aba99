import Testing

@testable import ICalendarFormat

/// Series with so many occurrences that the limit matters: none is lost without a word.
@Suite struct DenseOccurrencesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var start = "DTSTART:20260225T000000Z"
        var length = "DURATION:PT1S"
        let rule: String
        let from: String
        let to: String
        var limit = 100_000
        let count: Int
        var isComplete = true

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "every second of a day", rule: "FREQ=SECONDLY", from: "20260302T000000Z",
            to: "20260303T000000Z", count: 86_400),
        Case(
            name: "every other second of a day", rule: "FREQ=SECONDLY;INTERVAL=2", from: "20261201T000000Z",
            to: "20261202T000000Z", count: 43_200),
        Case(
            name: "two days are more than the limit", rule: "FREQ=SECONDLY", from: "20260302T000000Z",
            to: "20260304T000000Z", count: 100_000, isComplete: false),
        Case(
            name: "as many as the limit are all", rule: "FREQ=SECONDLY", from: "20260302T000000Z",
            to: "20260302T000140Z", limit: 100, count: 100),
        Case(
            name: "one more than the limit is not all", rule: "FREQ=SECONDLY", from: "20260302T000000Z",
            to: "20260302T000141Z", limit: 100, count: 100, isComplete: false),
        Case(
            name: "what began before the window counts", length: "DURATION:PT1H", rule: "FREQ=SECONDLY",
            from: "20260302T000000Z", to: "20260302T000001Z", count: 3600),
        Case(
            name: "lengths of days reach back as far", length: "DURATION:P3D", rule: "FREQ=MINUTELY",
            from: "20260302T000000Z", to: "20260302T000100Z", count: 3 * 1440),
        Case(
            name: "a clock that goes forward", start: "DTSTART;TZID=Europe/Berlin:20260225T000000",
            rule: "FREQ=SECONDLY;INTERVAL=2", from: "20260328T230000Z", to: "20260329T220000Z", count: 43_200),
        Case(
            name: "too many candidates before the window",
            rule: "FREQ=SECONDLY;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14;COUNT=2000000000",
            from: "20261201T000000Z", to: "20261202T000000Z", count: 0, isComplete: false),
    ]

    @Test(arguments: cases)
    func theLimitIsForTheWindow(_ row: Case) throws {
        let lines = ["UID:1", row.start, row.length, "RRULE:" + row.rule].joined(separator: "\n")
        let series = EventOccurrences(
            master: try EventReadingTests.event(lines), zones: ZoneResolver(), viewer: .utc)
        let found = series.within(
            from: try ZoneTests.instant(row.from), to: try ZoneTests.instant(row.to), limit: row.limit)
        #expect(found.items.count == row.count)
        #expect(found.isComplete == row.isComplete)
    }

    @Test func aDayTakenByOneOverrideIsNotASilentGap() throws {
        // The override stands in for 86,400 instances, more than the limit leaves room for.
        let series = EventOccurrences(
            master: try EventReadingTests.event(
                "UID:1\nDTSTART:20260225T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY"),
            overrides: [
                try EventReadingTests.event(
                    "UID:1\nRECURRENCE-ID;VALUE=DATE:20260302\nDTSTART:20260302T120000Z\nDURATION:PT1H")
            ], zones: ZoneResolver(), viewer: .utc)
        let found = series.within(
            from: try ZoneTests.instant("20260302T000000Z"), to: try ZoneTests.instant("20260304T000000Z"),
            limit: 1000)
        #expect(found.items.count == 1)
        #expect(!found.isComplete)
    }
}
