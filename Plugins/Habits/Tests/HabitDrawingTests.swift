import AtriumSDK
import AtriumTesting
import Testing

@testable import Habits
@testable import RecordKit

@Suite struct HabitDrawingTests {
    private func day(_ text: String) throws -> LocalDate { try #require(LocalDate(iso: text)) }

    private func habit(_ amounts: [String: Double?], goal: Double? = nil) throws -> Habit {
        var habit = Habit(title: "Read", goal: goal)
        for (text, amount) in amounts { habit.completions[try day(text)] = Completion(amount: amount) }
        return habit
    }

    @Test func aMonthIsACalendar() throws {
        let habit = try habit(["2026-03-01": nil, "2026-03-14": nil, "2026-03-31": nil, "2026-04-01": nil])
        let drawing = HabitDrawing.month(Month(of: try day("2026-03-09")), of: habit, firstWeekday: 1)
        #expect(
            drawing == """
                 Mon  Tue  Wed  Thu  Fri  Sat  Sun
                                              [ 1]
                  2    3    4    5    6    7    8
                  9   10   11   12   13  [14]  15
                 16   17   18   19   20   21   22
                 23   24   25   26   27   28   29
                 30  [31]
                """)
    }

    @Test func amountsStandBesideTheDaysAndWeeksBeginWhereTheUserSays() throws {
        let habit = try habit(
            ["2026-02-01": 12, "2026-02-02": 9.5, "2026-02-28": 1_234_567, "2026-02-03": nil], goal: 10)
        let drawing = HabitDrawing.month(Month(of: try day("2026-02-09")), of: habit, firstWeekday: 7)
        #expect(
            drawing == """
                 Sun        Mon        Tue        Wed        Thu        Fri        Sat
                [ 1] 12    ( 2) 9.5   [ 3]         4          5          6          7
                  8          9         10         11         12         13         14
                 15         16         17         18         19         20         21
                 22         23         24         25         26         27        [28] 1235k
                """)
    }

    @Test func aYearIsAHeatMap() throws {
        let habit = try habit(
            [
                "2026-01-01": 1, "2026-01-02": 4, "2026-01-03": 9, "2026-01-04": 10, "2026-01-05": nil,
            ], goal: 10)
        let drawing = HabitDrawing.year(2026, of: habit, today: try day("2026-01-14"), firstWeekday: 1)
        #expect(
            drawing == """
                    Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov  Dec
                Mon  █·
                Tue  ··
                Wed  ··
                Thu ░·
                Fri ▒·
                Sat ▓·
                Sun █·
                """)
    }

    @Test(arguments: 1...7)
    func everyYearFits(firstWeekday: Int) throws {
        for year in [1900, 2000, 2026, 2028, 9999] {
            var habit = Habit(title: "Read")
            for day in HabitDrawing.days(of: year) { habit.completions[day] = Completion() }
            let today = try #require(LocalDate(year: year, month: 12, day: 31))
            let lines = HabitDrawing.year(year, of: habit, today: today, firstWeekday: firstWeekday)
                .split(separator: "\n")
            #expect(lines.count == 8)
            #expect(lines.map(\.count).max() ?? 0 <= 76)
            let isLeap = LocalDate.days(inMonth: 2, of: year) == 29
            #expect(lines.joined().count { $0 == "█" } == (isLeap ? 366 : 365))
            for month in 1...12 {
                let drawing = HabitDrawing.month(
                    Month(of: try #require(LocalDate(year: year, month: month, day: 1))), of: habit,
                    firstWeekday: firstWeekday)
                #expect(drawing.count { $0 == "[" } == LocalDate.days(inMonth: month, of: year))
            }
        }
    }

    @Test func daysBeforeTheBeginningAreBlank() throws {
        var habit = try habit([:])
        habit.start = try day("2026-12-31")
        let drawing = HabitDrawing.year(2026, of: habit, today: try day("2026-12-31"), firstWeekday: 1)
        #expect(drawing.count { $0 == "·" } == 1)
    }

    @Test(
        arguments: [
            (1.0, "1"), (12.5, "12.5"), (0.001, "0.001"), (0.000_001, "1e-06"), (0.000_123_45, "<0.1"),
            (1.0 / 3, "0.3"), (12_345, "12345"),
            (123.456, "123.5"), (123_456, "123k"), (12_345.6, "12346"), (999_999.9, "1000k"),
            (12_345_678, "12.3M"), (1e9, "1000M"),
        ] as [(Double, String)])
    func amountsAreShortened(amount: Double, text: String) {
        #expect(HabitAmount.short(amount) == text)
        #expect(text.count <= 5)
    }

    @Test(
        arguments: [
            ("12", 12.0), ("1.5", 1.5), ("0", nil), ("-1", nil), ("1e3", 1000), ("1e-06", 0.000_001),
            ("", nil),
            (".", nil), ("nan", nil),
            ("1000000001", nil), ("1.2.3", nil),
        ] as [(String, Double?)])
    func amountsAreRead(text: String, amount: Double?) {
        var row = RowCells(order: nil) { ["title": "x", "days": "2026-03-01=\(text)"][$0] }
        let said = habitKind.draftValues(of: &row)
        let days = habitKind.value("completions", of: RecordDraft(values: said))
        let amounts = days?.objectValue?["days"]?.listValue?.map { $0.listValue?[1].decimalValue }
        #expect(amounts == (amount.map { [$0] } ?? []))
    }
}
