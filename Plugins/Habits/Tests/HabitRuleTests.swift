import AtriumSDK
import Testing

@testable import Habits

@Suite struct HabitRuleTests {
    private let today = LocalDate(daysSince1970: 20_527)  // 2026-03-15

    @Test(arguments: [
        ("Read", "Read"), ("  Read a book\t", "Read a book"), ("\u{A0}読む\u{3000}", "読む"), ("", nil),
        (" \n", nil),
    ])
    func titlesHaveNoBlanksAround(text: String, title: String?) {
        #expect(Habit.title(text) == title)
    }

    @Test func aDayIsMarkedAndUnmarked() throws {
        var habit = Habit(title: "Read")
        #expect(try habit.toggle(today, today: today))
        #expect(habit.days == [today])
        #expect(try !habit.toggle(today, today: today))
        #expect(habit.days.isEmpty)
    }

    @Test(arguments: [
        ("2026-03-15", true), ("2026-03-16", true), ("2026-03-17", false), ("9999-12-31", false),
    ])
    func aDayThatHasNotComeIsRefused(day: String, isAllowed: Bool) throws {
        try expect(
            day, isAllowed,
            message: "\(day) has not come yet: mark a day when it is there; today is 2026-03-15")
    }

    @Test(arguments: [("1900-01-01", true), ("1899-12-31", false), ("0026-03-15", false)])
    func aDayLongPastIsRefused(day: String, isAllowed: Bool) throws {
        try expect(day, isAllowed, message: "\(day) is too long ago: give a day from 1900-01-01 on")
    }

    private func expect(_ day: String, _ isAllowed: Bool, message: String) throws {
        let day = try #require(LocalDate(iso: day))
        var habit = Habit(title: "Read")
        if isAllowed {
            #expect(try habit.toggle(day, today: today))
        } else {
            let error = #expect(throws: AtriumError.self) { try habit.toggle(day, today: today) }
            #expect(error?.description == message)
            #expect(error?.field == "day")
            #expect(habit.days.isEmpty)
        }
    }

    /// An import may have brought it.
    @Test func aMarkCanBeTakenFromAnyDay() throws {
        let day = try #require(LocalDate(iso: "2031-01-01"))
        var habit = Habit(title: "Read", days: [day])
        #expect(try !habit.toggle(day, today: today))
        #expect(habit.days.isEmpty)
    }

    @Test(arguments: [
        ("2026-02", 28), ("2024-02", 29), ("1900-02", 28), ("2026-04", 30), ("0001-01", 31), ("9999-12", 31),
    ])
    func monthsAreRead(text: String, dayCount: Int) throws {
        let month = try #require(Month(text))
        #expect(month.dayCount == dayCount)
        #expect(month.description == text)
    }

    @Test(arguments: ["", "2026", "2026-13", "2026-00", "26-03", "2026-3", "2026-03-01", "--03", "2026-03 "])
    func otherTextIsNoMonth(text: String) {
        #expect(Month(text) == nil)
    }

    @Test(arguments: [
        (20, 0, 0), (20, 19, 95), (20, 20, 100), (20, 25, 125), (3, 1, 33), (31, 28, 100), (31, 27, 96),
        (1, 28, 2800),
    ])
    func percentOfAFebruary(target: Int64, completed: Int, percent: Int) throws {
        let first = try #require(LocalDate(iso: "2026-02-01"))
        // Days around the month do not count.
        let days = (-2..<completed).map { first.adding(days: $0) } + [first.adding(days: 28)]
        let month = Month(of: first)
        let progress = HabitProgress(of: Habit(title: "Read", target: target, days: Set(days)), in: month)
        #expect(progress.days == (0..<completed).map { first.adding(days: $0) })
        #expect(progress.target == min(Int(target), 28))
        #expect(progress.percent == percent)
    }
}
