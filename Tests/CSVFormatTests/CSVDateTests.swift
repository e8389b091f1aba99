import CSVFormat
import Testing

@Suite struct CSVDateTests {
    @Test(
        arguments: [
            ("2024-02-29", nil, "2024-02-29"), (" 2024/2/9 ", nil, "2024-02-09"),
            ("20240131", nil, "2024-01-31"),
            ("--04-20", nil, "--04-20"), ("--0420", nil, "--04-20"), ("--02-29", nil, "--02-29"),
            ("29.2.2024", nil, "2024-02-29"), ("1.2.2024", nil, "2024-02-01"),
            ("1.2.2024", .monthDayYear, "2024-02-01"),
            ("13/02/2024", nil, "2024-02-13"), ("02/13/2024", nil, "2024-02-13"),
            ("3/3/2024", nil, "2024-03-03"),
            ("01/02/2024", .monthDayYear, "2024-01-02"), ("01/02/2024", .dayMonthYear, "2024-02-01"),
            ("1-2-2024", .dayMonthYear, "2024-02-01"), ("15 Jan 2024", nil, "2024-01-15"),
            ("Jan 15, 2024", nil, "2024-01-15"), ("15 September 2025", nil, "2025-09-15"),
            ("5-Sept-2025", nil, "2025-09-05"),
            ("0001-01-01", nil, "0001-01-01"),
        ] as [(String, CSVDateOrder?, String)])
    func reads(text: String, order: CSVDateOrder?, expected: String) throws {
        #expect(try CSVDate.parse(text, order: order).description == expected)
    }

    @Test(
        arguments: [
            ("", nil, CSVDateProblem.notADate), ("soon", nil, .notADate), ("2024-13-01", nil, .noSuchDay),
            ("2023-02-29", nil, .noSuchDay), ("01/02/24", .dayMonthYear, .twoDigitYear),
            ("15 Jan 24", nil, .twoDigitYear),
            ("13/14/2024", nil, .noSuchDay), ("13/02/2024", .monthDayYear, .noSuchDay),
            ("1/2", nil, .notADate),
            ("1/2/3/4", nil, .notADate), ("0000-01-01", nil, .noSuchDay), ("--13-01", nil, .noSuchDay),
            ("99999999999999999999-01-01", nil, .notADate), ("-2150000000", nil, .notADate),
            ("12 Foo 2024", nil, .notADate),
            (String(repeating: "1/", count: 10_000), nil, .notADate), ("Jan Jan Jan", nil, .notADate),
        ] as [(String, CSVDateOrder?, CSVDateProblem)])
    func refuses(text: String, order: CSVDateOrder?, problem: CSVDateProblem) {
        #expect(throws: problem) { try CSVDate.parse(text, order: order) }
    }

    @Test func ambiguousDatesAreNotGuessed() throws {
        let january = try #require(CSVDate(year: 2024, month: 1, day: 2))
        let february = try #require(CSVDate(year: 2024, month: 2, day: 1))
        #expect(throws: CSVDateProblem.ambiguousOrder(january, february)) { try CSVDate.parse("01/02/2024") }
    }

    @Test(arguments: [
        ("19:30", "19:30:00"), ("7:30 PM", "19:30:00"), ("7:30:15 pm", "19:30:15"), ("9 am", "09:00:00"),
        ("12:00 AM", "00:00:00"), ("12:15 PM", "12:15:00"), ("07:48:00.250", "07:48:00"),
        ("6:05 p.m.", "18:05:00"),
        ("00:00", "00:00:00"), ("9AM", "09:00:00"),
    ])
    func readsTimes(text: String, expected: String) {
        #expect(CSVTime.parse(text)?.description == expected)
    }

    @Test(arguments: [
        "", "24:00", "7", "13:00 PM", "0:30 AM", "7:60", "1:2:3:4", "x:y", "::", "AM", "7:30 XM", "1:00:xx",
    ])
    func refusesTimes(text: String) {
        #expect(CSVTime.parse(text) == nil)
    }

    @Test(arguments: [
        ("2024-01-02T03:04:05Z", "2024-01-02", "03:04:05", "Z"),
        ("2024-01-02 03:04+02:00", "2024-01-02", "03:04:00", "+02:00"),
        ("15 Sep 2025, 07:48", "2025-09-15", "07:48:00", ""),
        ("13/02/2024 7:30 PM", "2024-02-13", "19:30:00", ""),
        ("Oct 5, 2024 11:00 am", "2024-10-05", "11:00:00", ""),
        ("2024-01-02 03:04:05 +0530", "2024-01-02", "03:04:05", "+0530"),
    ])
    func readsDatesWithTimes(text: String, date: String, time: String, zone: String) throws {
        let parsed = try CSVDateTime.parse(text)
        #expect(parsed.date.description == date)
        #expect(parsed.time?.description == time)
        #expect(parsed.zone == zone)
    }

    @Test func aDateAloneHasNoTime() throws {
        #expect(try CSVDateTime.parse("2024-01-02").time == nil)
        #expect(throws: CSVDateProblem.notADate) { try CSVDateTime.parse("whenever") }
    }
}
