import AtriumSDK
import Foundation
import Testing

@Suite struct LocalDateTests {
    /// Foundation's calendar is the judge: every 97th day of all valid years, which is prime to weeks and months.
    ///
    /// Foundation counts days before 1582-10-15 by the Julian calendar. The Gregorian one repeats every 400 years,
    /// which are 146,097 days and whole weeks; so days before 1600 are looked up four such spans later.
    @Test func agreesWithFoundationOnEvery97thDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let first = try #require(LocalDate(year: 1, month: 1, day: 1)).daysSince1970
        let last = try #require(LocalDate(year: 9999, month: 12, day: 31)).daysSince1970
        #expect(first == -719_162)
        #expect(last == 2_932_896)
        for days in stride(from: first, through: last, by: 97) {
            let date = LocalDate(daysSince1970: days)
            #expect(date.daysSince1970 == days)
            #expect(LocalDate(iso: date.description) == date)
            let spans = date.year < 1600 ? 4 : 0
            let instant = Date(timeIntervalSince1970: Double(days + spans * 146_097) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: instant)
            #expect(parts.year == date.year + spans * 400, "\(date)")
            #expect(parts.month == date.month && parts.day == date.day, "\(date)")
            #expect(parts.weekday == date.weekday % 7 + 1, "\(date)")
        }
    }

    @Test(arguments: [
        (1900, 28), (2000, 29), (2023, 28), (2024, 29), (2100, 28), (2400, 29), (4, 29), (1, 28), (9996, 29),
    ])
    func leapYears(year: Int, february: Int) {
        #expect(LocalDate.days(inMonth: 2, of: year) == february)
        #expect((LocalDate(year: year, month: 2, day: 29) != nil) == (february == 29))
        #expect(LocalDate(year: year, month: 2, day: 30) == nil)
    }

    @Test func monthsHaveTheirDays() {
        let days = (1...12).map { LocalDate.days(inMonth: $0, of: 2023) }
        #expect(days == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    }

    @Test(arguments: [
        (0, 1, 1), (-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
        (2026, 4, 31), (Int.max, 1, 1), (Int.min, 1, 1), (2026, Int.min, 1), (2026, 1, Int.max),
    ])
    func refusesDaysThatAreNone(year: Int, month: Int, day: Int) {
        #expect(LocalDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("2026-03-02", 1), ("2026-03-01", 7), ("1970-01-01", 4), ("0001-01-01", 1), ("9999-12-31", 5),
        ("1969-12-31", 3), ("2000-02-29", 2),
    ])
    func weekdaysCountFromMonday(text: String, weekday: Int) throws {
        #expect(try #require(LocalDate(iso: text)).weekday == weekday)
    }

    @Test func clampsToTheValidYears() throws {
        let first = try #require(LocalDate(iso: "0001-01-01"))
        let last = try #require(LocalDate(iso: "9999-12-31"))
        for days in [Int.min, -719_163] { #expect(LocalDate(daysSince1970: days) == first) }
        for days in [Int.max, 2_932_897] { #expect(LocalDate(daysSince1970: days) == last) }
        #expect(first.adding(days: -1) == first)
        #expect(first.adding(days: Int.min) == first)
        #expect(last.adding(days: 1) == last)
        #expect(last.adding(days: Int.max) == last)
        #expect(first.adding(days: Int.max) == last)
        #expect(last.adding(days: Int.min) == first)
    }

    @Test(arguments: [
        ("2024-02-28", 1, "2024-02-29"), ("2023-02-28", 1, "2023-03-01"), ("2026-01-01", -1, "2025-12-31"),
        ("2026-03-01", 0, "2026-03-01"), ("2024-01-01", 366, "2025-01-01"),
    ])
    func addsDays(from: String, days: Int, to: String) throws {
        #expect(try #require(LocalDate(iso: from)).adding(days: days).description == to)
    }

    @Test(arguments: [
        "", "-", "--", "2026", "2026-03", "2026-3-1", "26-03-01", "02026-03-01", "+026-03-01", "2026-+3-01",
        "2026-03-01 ", " 2026-03-01", "2026-03-01T", "2026/03/01", "20260301", "2026-03-01-", "-2026-03-01",
        "2026-00-01", "2026-13-01", "2026-02-29", "0000-01-01", "２０２６-03-01", "٢٠٢٦-03-01",
        "2026-0\u{301}-01",
        "2026-03-0a", "2026–03–01", "2026-03-01\u{0}", "2026-03-01\u{301}",
    ])
    func refusesOtherTexts(text: String) {
        #expect(LocalDate(iso: text) == nil)
    }

    @Test func sortsByDay() throws {
        let dates = try ["2026-03-01", "2025-12-31", "2026-02-28", "0001-01-01"].map {
            try #require(LocalDate(iso: $0))
        }
        #expect(
            dates.sorted().map(\.description) == ["0001-01-01", "2025-12-31", "2026-02-28", "2026-03-01"])
    }

    @Test(arguments: [
        (0.0, 0, "1970-01-01"), (-1.0, 0, "1969-12-31"), (-0.5, 0, "1969-12-31"), (86_399.9, 0, "1970-01-01"),
        (82_800.0, 3600, "1970-01-02"), (0.0, -3600, "1969-12-31"), (-1e18, 0, "0001-01-01"),
        (1e18, 0, "9999-12-31"), (.nan, 0, "0001-01-01"), (.infinity, 0, "9999-12-31"),
        (-.infinity, 0, "0001-01-01"), (-1e18, -3600, "0001-01-01"), (1e18, 3600, "9999-12-31"),
    ])
    func isTheDayInAZone(seconds: Double, offset: Int, day: String) throws {
        let zone = try #require(TimeZone(secondsFromGMT: offset))
        #expect(LocalDate(Date(timeIntervalSince1970: seconds), in: zone).description == day)
    }
}
