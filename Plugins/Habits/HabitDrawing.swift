import AtriumSDK

/// Draws a habit's months and years as text with at most 76 columns and without color codes.
enum HabitDrawing {
    // MARK: - Month

    /// Draws a habit's month as a calendar.
    ///
    /// Brackets mark days that are done, and parentheses mark days below the goal. If the habit counts
    /// amounts, each day's amount follows the day number.
    static func month(_ month: Month, of habit: Habit, firstWeekday: Int) -> String {
        let week = Weekday.week(from: firstWeekday)
        let width = habit.isCounted ? 10 : 4
        var cells = week.map { padded(" " + $0.heading, to: width) }
        let first = month.days[0].weekday
        cells += week.prefix(while: { $0.rawValue != first }).map { _ in padded("", to: width) }
        cells += month.days.map { day in
            let number = (day.day < 10 ? " " : "") + String(day.day)
            let completion = habit.completions[day]
            let marked =
                completion == nil ? " \(number) " : habit.isDone(on: day) ? "[\(number)]" : "(\(number))"
            return padded(marked + (completion?.amount.map { " " + HabitAmount.short($0) } ?? ""), to: width)
        }
        return stride(from: 0, to: cells.count, by: 7).map { start in
            trimmed(cells[start..<min(start + 7, cells.count)].joined(separator: " "))
        }.joined(separator: "\n")
    }

    // MARK: - Year

    /// The five shades in a heat map, from a day without a log entry to a day that is done.
    static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

    /// Draws a habit's year as a heat map, with a column for each week and a row for each weekday.
    ///
    /// The month names are above the columns. Days before the habit began and days in the future are blank.
    static func year(_ year: Int, of habit: Habit, today: LocalDate, firstWeekday: Int) -> String {
        let days = days(of: year)
        let week = Weekday.week(from: firstWeekday).map(\.rawValue)
        let offset = week.firstIndex(of: days[0].weekday) ?? 0
        let columns = (days.count + offset + 6) / 7
        let most = days.compactMap { habit.completions[$0]?.amount }.max() ?? 0
        var rows = week.map { weekday in
            (Weekday(rawValue: weekday)?.heading ?? "") + " "
        }
        var months = "    "
        for column in 0..<columns {
            for row in 0..<7 {
                let place = column * 7 + row - offset
                guard days.indices.contains(place) else {
                    rows[row] += " "
                    continue
                }
                let day = days[place]
                let isBlank = habit.completions[day] == nil && (day > today || day < habit.start ?? day)
                rows[row].append(isBlank ? " " : shades[shade(of: day, habit, most: most)])
                if day.day == 1 {
                    months = padded(months, to: 4 + column) + names[day.month - 1]
                }
            }
        }
        return ([months] + rows).map(trimmed).joined(separator: "\n")
    }

    /// Returns all days in a year, in chronological order.
    static func days(of year: Int) -> [LocalDate] {
        (1...12).flatMap { month in
            (1...LocalDate.days(inMonth: month, of: year)).compactMap {
                LocalDate(year: year, month: month, day: $0)
            }
        }
    }

    /// Returns the index into ``shades`` for a day.
    ///
    /// If the habit has a goal, the index is 4 for a day that is done. For an amount below the goal, the
    /// index is 1 to 3, in thirds of the goal. Without a goal, the index is the amount in quarters of the
    /// year's greatest amount.
    static func shade(of day: LocalDate, _ habit: Habit, most: Double) -> Int {
        guard let completion = habit.completions[day] else { return 0 }
        guard let amount = completion.amount else { return 4 }
        guard let goal = habit.goal else { return min(4, max(1, Int((amount / most * 4).rounded(.up)))) }
        return amount >= goal ? 4 : min(3, max(1, Int((amount / goal * 3).rounded(.up))))
    }

    private static let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    // MARK: - Text

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
