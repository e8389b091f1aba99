import AtriumSDK

/// Months and years of training as text of at most 76 columns, without codes of colour.
enum TrainingCalendar {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// From a day on which nothing was done to one with the most sets.
    static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

    /// The row or column of a weekday in a week that begins with another, from 0.
    private static func place(of weekday: Int, firstWeekday: Int) -> Int { (weekday - firstWeekday + 7) % 7 }

    /// The calendar of the month that begins with a day.
    static func month(_ first: LocalDate, sets: [LocalDate: Int64], firstWeekday: Int) -> String {
        let width = 10
        var lines = [""]
        for place in 0..<7 {
            put(" " + weekdays[(firstWeekday - 1 + place) % 7], at: place * width, &lines[0])
        }
        for number in 1...LocalDate.days(inMonth: first.month, of: first.year) {
            let day = first.adding(days: number - 1)
            let place = place(of: day.weekday, firstWeekday: firstWeekday)
            if place == 0 || number == 1 { lines.append("") }
            let digits = number < 10 ? " \(number)" : "\(number)"
            let cell = sets[day].map { "[\(digits)] \(min($0, 9999))" } ?? " \(digits)"
            put(cell, at: place * width, &lines[lines.count - 1])
        }
        return lines.joined(separator: "\n")
    }

    /// The heat map of a year: a column for each week, a row for each day of it; days to come are blank.
    static func year(
        _ days: ClosedRange<LocalDate>, sets: [LocalDate: Int64], today: LocalDate, firstWeekday: Int
    ) -> String {
        let most = sets.values.max() ?? 0
        var header = ""
        var rows = (0..<7).map { weekdays[(firstWeekday - 1 + $0) % 7] }
        var column = 4
        var day = days.lowerBound
        while day <= days.upperBound {
            let row = place(of: day.weekday, firstWeekday: firstWeekday)
            if row == 0, day != days.lowerBound { column += 1 }
            if day.day == 1 { put(months[day.month - 1], at: column, &header) }
            let done = sets[day] ?? 0
            if done > 0 || day <= today {
                let shade = done == 0 ? 0 : Int((done * 4 + most - 1) / most)
                put(String(shades[shade]), at: column, &rows[row])
            }
            guard day < days.upperBound else { break }
            day = day.adding(days: 1)
        }
        return ([header] + rows).joined(separator: "\n")
    }

    /// Writes a text behind a line, from a column on.
    private static func put(_ text: String, at column: Int, _ line: inout String) {
        line += String(repeating: " ", count: max(0, column - line.count)) + text
    }
}
