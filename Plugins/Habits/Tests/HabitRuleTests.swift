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
        #expect(Words.line(text) == title)
    }

    @Test func aDayIsMarkedAndUnmarked() throws {
        var habit = Habit(title: "Read")
        #expect(try habit.toggle(today, today: today))
        #expect(habit.completions == [today: Completion()])
        #expect(try !habit.toggle(today, today: today))
        #expect(habit.completions.isEmpty)
    }

    @Test(arguments: [
        ("2026-03-15", true), ("2026-03-16", true), ("2026-03-17", false), ("9999-12-31", false),
    ])
    func aDayThatHasNotComeIsRefused(day: String, isAllowed: Bool) throws {
        try expect(
            day, isAllowed,
            message: "\(day) is in the future: give a day up to tomorrow; today is 2026-03-15")
    }

    @Test(arguments: [("1900-01-01", true), ("1899-12-31", false), ("0026-03-15", false)])
    func aDayLongPastIsRefused(day: String, isAllowed: Bool) throws {
        try expect(day, isAllowed, message: "\(day) is too long ago: give 1900-01-01 or a later day")
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
            #expect(habit.completions.isEmpty)
        }
    }

    /// An import may have brought it.
    @Test func aMarkCanBeTakenFromAnyDay() throws {
        let day = try #require(LocalDate(iso: "2031-01-01"))
        var habit = Habit(title: "Read", completions: [day: Completion()])
        #expect(try !habit.toggle(day, today: today))
        #expect(habit.completions.isEmpty)
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
        var habit = Habit(title: "Read", schedule: .monthly(target: target))
        for day in days { habit.completions[day] = Completion() }
        let progress = HabitProgress(of: habit, in: month)
        #expect(progress.days == (0..<completed).map { first.adding(days: $0) })
        #expect(progress.target == min(Int(target), 28))
        #expect(progress.percent == percent)
    }

    @Test(arguments: [
        (Schedule.weekly(times: 3), "2026-03", 13), (.weekly(times: 3), "2026-02", 12),
        (.weekly(times: 7), "2026-03", 31), (.weekly(times: 1), "2026-02", 4),
        (.weekly(times: 1), "2026-03", 4),
        (.weekdays([.sunday]), "2026-03", 5), (.weekdays([.monday, .sunday]), "2026-02", 8),
        (.weekdays(Set(Weekday.allCases)), "2024-02", 29),
    ])
    func everyScheduleHasATargetForAMonth(schedule: Schedule, month: String, target: Int) throws {
        let month = try #require(Month(month))
        #expect(schedule.target(in: month) == target)
    }

    @Test(
        arguments: [
            ("mon,wed,fri", [Weekday.monday, .wednesday, .friday]), ("Sunday", [.sunday]),
            ("tu TH;sa", [.tuesday, .thursday, .saturday]), ("mon mon", [.monday]), ("", nil), ("t", nil),
            ("mon,day", nil), ("1", nil),
        ] as [(String, [Weekday]?)])
    func weekdaysAreRead(text: String, days: [Weekday]?) {
        #expect(Weekday.days(text)?.sorted() == days)
    }

    // MARK: - Amounts

    @Test(
        arguments: [
            ([9.99, 10], 19.99), ([0.1, 0.2], 0.3), ([1e-5, 2e-5], 3e-5), ([], 0),
            ([1_000_000_000, 0.25], 1_000_000_000.25),
        ] as [([Double], Double)])
    func amountsAreSummedAsTheyAreWritten(amounts: [Double], sum: Double) {
        #expect(HabitAmount.sum(amounts) == sum)
    }

    @Test(
        arguments: [
            (nil, nil, true), (nil, 3, true), (10, nil, true), (10, 9.99, false),
            (10, 10, true),
            (10, 11, true),
        ] as [(Double?, Double?, Bool)])
    func aDayIsDoneWhenItsAmountReachesTheGoal(goal: Double?, amount: Double?, isDone: Bool) {
        let habit = Habit(title: "Read", goal: goal, completions: [today: Completion(amount: amount)])
        #expect(habit.isDone(on: today) == isDone)
        #expect(!habit.isDone(on: today.adding(days: -1)))
    }

    @Test func aMarkRaisesTheAmountToTheGoalAndKeepsTheNote() throws {
        var habit = Habit(title: "Read", goal: 10)
        try habit.log(today, amount: 4, note: " On the train ", today: today)
        #expect(try habit.toggle(today, today: today))
        #expect(habit.completions[today] == Completion(amount: 10, note: "On the train"))
        #expect(try !habit.toggle(today, today: today))
        #expect(habit.completions.isEmpty)
    }

    @Test func amountAndNoteAreSetApart() throws {
        var habit = Habit(title: "Run", unit: "km")
        try habit.log(today, amount: 5, note: "rain", today: today)
        try habit.log(today, amount: 6.5, note: nil, today: today)
        #expect(habit.completions[today] == Completion(amount: 6.5, note: "rain"))
        try habit.log(today, amount: nil, note: "", today: today)
        #expect(habit.completions[today] == Completion(amount: 6.5))
    }

    @Test func aNoteMarksADayWhereNothingIsCounted() throws {
        var habit = Habit(title: "Walk")
        try habit.log(today, amount: nil, note: "with the dog", today: today)
        #expect(habit.isDone(on: today))
    }

    @Test(
        arguments: [
            (
                "pages", 0.0, "note",
                "amount must be more than 0: to remove a day's mark, use atrium habits toggle"
            ),
            (
                "pages", -3, nil,
                "amount must be more than 0: to remove a day's mark, use atrium habits toggle"
            ),
            (
                nil, 3, nil,
                "the habit does not count amounts: leave out --amount, or give the habit a unit or a goal first"
            ),
            ("pages", nil, nil, "there is nothing to log: give --amount or --note"),
            (nil, nil, " ", "there is nothing to log: give --amount or --note"),
            ("pages", nil, "note", "amount is required: give the amount of 2026-03-15"),
        ] as [(String?, Double?, String?, String)])
    func wrongAmountsAreRefused(unit: String?, amount: Double?, note: String?, message: String) {
        var habit = Habit(title: "Read", unit: unit)
        let error = #expect(throws: AtriumError.self) {
            try habit.log(today, amount: amount, note: note, today: today)
        }
        #expect(error?.description == message)
        #expect(error?.field == "amount")
        #expect(habit.completions.isEmpty)
    }

    // MARK: - Beginning

    @Test func aDayBeforeTheHabitBeganIsRefused() throws {
        var habit = Habit(title: "Read", start: today)
        let before = today.adding(days: -1)
        let message =
            "2026-03-14 is before the habit began: give 2026-03-15 or a later day, or set an earlier start with atrium habits edit"
        for change in [
            { _ = try $0.toggle(before, today: today) },
            { try $0.log(before, amount: nil, note: "x", today: today) },
        ] as [(inout Habit) throws -> Void] {
            let error = #expect(throws: AtriumError.self) { try change(&habit) }
            #expect(error?.description == message)
            #expect(error?.field == "day")
        }
        #expect(habit.completions.isEmpty)
        #expect(try habit.toggle(today, today: today))
    }

    @Test func aBeginningAfterADayThatIsDoneIsRefused() throws {
        var habit = Habit(title: "Read", completions: [today: Completion()])
        habit.start = today
        try habit.checkStart()
        habit.start = today.adding(days: 1)
        let error = #expect(throws: AtriumError.self) { try habit.checkStart() }
        #expect(
            error?.description
                == "the habit was already done on 2026-03-15: give that day or an earlier one")
        #expect(error?.field == "start")
    }
}
