import AtriumSDK

/// How often in a row a habit was done as its schedule asks.
///
/// What is counted is, by the schedule:
///
/// | schedule | one of the row | breaks it |
/// |---|---|---|
/// | a target a month | a day that is done | a day that is not |
/// | days of the week | one of these days that is done | one of these days that is not; other days do neither |
/// | times a week | a week with so many days done | a week with fewer |
///
/// What is not over breaks nothing: today, and this week. The schedule of now is taken for the past too. An archived habit
/// keeps the streak that it had on the last day on which it was done.
struct Streaks: Sendable, Hashable {
    /// What is counted.
    enum Unit: String, Sendable, CaseIterable {
        case days, weeks
    }

    /// How many in a row it is now.
    let current: Int
    /// The most that it ever was.
    let longest: Int
    /// What is counted.
    let unit: Unit

    /// Counts the streaks of a habit.
    ///
    /// - Parameters:
    ///   - today: the day that it is for the user. A mark on the day after counts already, and one that is later does not;
    ///     where what is not over lies between it and what was done before, it joins that only once this is done too.
    ///   - firstWeekday: with which day a week begins, 1 for Monday to 7 for Sunday.
    init(of habit: Habit, today: LocalDate, firstWeekday: Int) {
        let tomorrow = today.adding(days: 1)
        let days = habit.doneDays.filter { $0 <= tomorrow }
        let end = habit.isArchived ? min(days.last ?? today, today) : today
        let units = Self.units(habit.schedule, days, firstWeekday: firstWeekday)
        let open = Self.firstOpenUnit(habit.schedule, at: end, firstWeekday: firstWeekday)
        var longest = 0
        var length = 0
        var last: Int?
        var before = 0
        for unit in units {
            length = last == unit - 1 ? length + 1 : 1
            longest = max(longest, length)
            if unit == open - 1 { before = length }
            last = unit
        }
        current = Self.current(before: before, open: open, units)
        self.longest = max(longest, current)
        if case .weekly = habit.schedule { unit = .weeks } else { unit = .days }
    }

    /// The units in a row up to the last that counts: what is not over breaks nothing, and joins nothing before it is done.
    private static func current(before: Int, open: Int, _ units: [Int]) -> Int {
        let place = units.lastIndex { $0 < open }.map { $0 + 1 } ?? 0
        let later = units[place...]
        if before > 0, later.first != open { return before }
        guard let first = later.first else { return before }
        return before + zip(later, first...).prefix { $0 == $1 }.count
    }

    /// The units that are done, each as a number, in order: neighbours in the schedule are neighbours as numbers.
    private static func units(_ schedule: Schedule, _ days: [LocalDate], firstWeekday: Int) -> [Int] {
        switch schedule {
        case .monthly: return days.map(\.daysSince1970)
        case .weekdays(let weekdays):
            let places = weekdays.map(\.rawValue).sorted()
            return days.compactMap { day in
                places.firstIndex(of: day.weekday).map { week(of: day, from: 1) * places.count + $0 }
            }
        case .weekly(let times):
            var weeks: [(week: Int, count: Int)] = []
            for day in days {
                let week = week(of: day, from: firstWeekday)
                if weeks.last?.week == week {
                    weeks[weeks.count - 1].count += 1
                } else {
                    weeks.append((week, 1))
                }
            }
            return weeks.filter { $0.count >= Int(times) }.map(\.week)
        }
    }

    /// The first unit that is not over on a day.
    private static func firstOpenUnit(_ schedule: Schedule, at day: LocalDate, firstWeekday: Int) -> Int {
        switch schedule {
        case .monthly: day.daysSince1970
        case .weekdays(let weekdays):
            week(of: day, from: 1) * weekdays.count + weekdays.count { $0.rawValue < day.weekday }
        case .weekly: week(of: day, from: firstWeekday)
        }
    }

    /// The number of a day's week, counted from one around 1970.
    private static func week(of day: LocalDate, from firstWeekday: Int) -> Int {
        let days = day.daysSince1970 + 3 - (firstWeekday - 1)  // 1970-01-01 was a Thursday.
        return days >= 0 ? days / 7 : (days - 6) / 7
    }
}
