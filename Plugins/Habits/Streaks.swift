import AtriumSDK

/// A habit's current streak and longest streak.
///
/// The schedule determines the unit in which a streak is counted:
///
/// | schedule | the streak counts | the streak is broken by |
/// |---|---|---|
/// | days a month | days that are done | a day that is not done |
/// | weekdays | scheduled days that are done | a scheduled day that is not done; other days do not matter |
/// | days a week | weeks with enough days done | a week with fewer days done |
///
/// If today or the current week is not done yet, the streak is not broken, because the day or week is not
/// over. The current schedule also applies to the past. An archived habit keeps the streak from its last
/// completed day.
struct Streaks: Sendable, Hashable {
    /// The unit in which a streak is counted.
    enum Unit: String, Sendable, CaseIterable {
        case days, weeks
    }

    /// The length of the current streak.
    let current: Int
    /// The length of the longest streak.
    let longest: Int
    /// The unit for both streak lengths.
    let unit: Unit

    /// Computes a habit's current streak and longest streak.
    ///
    /// - Parameters:
    ///   - today: the user's current day. A mark for tomorrow already counts, but later marks do not. If an
    ///     unfinished day or week separates tomorrow's mark from the streak, the mark extends the streak only
    ///     after the unfinished day or week is done too.
    ///   - firstWeekday: the first day of a week, 1 for Monday to 7 for Sunday.
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

    /// Returns the length of the current streak.
    ///
    /// A unit is a day or a week. An unfinished unit does not break the streak, and an unfinished unit
    /// extends the streak only if the unit is done.
    private static func current(before: Int, open: Int, _ units: [Int]) -> Int {
        let place = units.lastIndex { $0 < open }.map { $0 + 1 } ?? 0
        let later = units[place...]
        if before > 0, later.first != open { return before }
        guard let first = later.first else { return before }
        return before + zip(later, first...).prefix { $0 == $1 }.count
    }

    /// Returns the numbers of all completed units (days or weeks), in order.
    ///
    /// Consecutive units have consecutive numbers.
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

    /// Returns the number of the first unit (day or week) that is not over on the given day.
    private static func firstOpenUnit(_ schedule: Schedule, at day: LocalDate, firstWeekday: Int) -> Int {
        switch schedule {
        case .monthly: day.daysSince1970
        case .weekdays(let weekdays):
            week(of: day, from: 1) * weekdays.count + weekdays.count { $0.rawValue < day.weekday }
        case .weekly: week(of: day, from: firstWeekday)
        }
    }

    /// Returns a day's week number.
    ///
    /// Week 0 begins at most three days before or after 1970-01-01.
    private static func week(of day: LocalDate, from firstWeekday: Int) -> Int {
        let days = day.daysSince1970 + 3 - (firstWeekday - 1)  // 1970-01-01 was a Thursday.
        return days >= 0 ? days / 7 : (days - 6) / 7
    }
}
