import AtriumSDK

/// The days of a year as a drawing: a column for each week, a row for each day of the week, one path for each shade.
///
/// Half a year fits a phone; side by side the halves are a year.
struct YearMap {
    let year: Int
    /// 1 for Monday to 7 for Sunday.
    let firstWeekday: Int
    /// From 1 to 3, of the days that have one.
    let shades: [LocalDate: Int]
    /// What a day is of the highest shade: `done`.
    let word: String

    /// From one day to the next, and how much of it is drawn, in units of the drawing.
    private static let (step, side) = (13, 11)
    /// The room above for the names of months.
    private static let top = 16

    var html: HTML {
        tag("div") {
            tag("div", .class("year")) {
                half(months: 1...6)
                half(months: 7...12)
            }
            // What the drawing shows, for whoever does not see it.
            tag("div", .class("vh")) { table }
        }
    }

    private var table: HTML {
        tag("table") {
            tag("caption") { String(year) }
            tag("tbody") {
                for month in 1...12 {
                    tag("tr") {
                        tag("th", Attribute("scope", "row")) { DayWords.month(month) }
                        tag("td") { "\(count(month, 3...3)) \(word), \(count(month, 1...2)) in part" }
                    }
                }
            }
        }
    }

    private func count(_ month: Int, _ range: ClosedRange<Int>) -> Int {
        shades.count { $0.key.month == month && range.contains($0.value) }
    }

    private func half(months: ClosedRange<Int>) -> HTML {
        guard let first = LocalDate(year: year, month: months.lowerBound, day: 1) else { return HTML() }
        let length = months.reduce(0) { $0 + LocalDate.days(inMonth: $1, of: year) }
        let before = (first.weekday - firstWeekday + 7) % 7
        let weeks = (before + length + 6) / 7
        var paths = ["", "", "", ""]
        var names: [(x: Int, month: Int)] = []
        for index in 0..<length {
            let day = LocalDate(daysSince1970: first.daysSince1970 + index)
            let x = (before + index) / 7 * Self.step
            let y = Self.top + (before + index) % 7 * Self.step
            paths[shades[day] ?? 0] += "M\(x) \(y)h\(Self.side)v\(Self.side)h-\(Self.side)z"
            if day.day == 1 { names.append((x, day.month)) }
        }
        return tag(
            "svg", Attribute("viewBox", "0 0 \(weeks * Self.step) \(Self.top + 7 * Self.step)"), .isDecoration
        ) {
            for name in names {
                tag("text", Attribute("x", String(name.x)), Attribute("y", "10")) {
                    String(DayWords.month(name.month).prefix(3))
                }
            }
            for (shade, path) in paths.enumerated() where !path.isEmpty {
                shape("path", .class("s\(shade)"), Attribute("d", path))
            }
        }
    }
}
