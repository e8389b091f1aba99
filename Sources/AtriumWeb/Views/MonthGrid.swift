import AtriumHost
import AtriumSDK

/// The days of a month as a table: weeks down, weekdays across.
struct MonthGrid {
    /// A day of the month.
    let first: LocalDate
    /// 1 for Monday to 7 for Sunday.
    let firstWeekday: Int
    let caption: String
    /// What stands in a day.
    let cell: (LocalDate) -> HTML

    /// The first day of the month of a day.
    static func beginning(of day: LocalDate) -> LocalDate { day.adding(days: 1 - day.day) }

    /// The first day of the next month.
    static func next(after day: LocalDate) -> LocalDate {
        beginning(of: beginning(of: day).adding(days: 31))
    }

    /// The days of whole weeks that hold a month.
    static func days(of day: LocalDate, firstWeekday: Int) -> ClosedRange<LocalDate> {
        let first = beginning(of: day)
        let last = next(after: day).adding(days: -1)
        let before = (first.weekday - firstWeekday + 7) % 7
        let after = (firstWeekday + 6 - last.weekday + 7) % 7
        return first.adding(days: -before)...last.adding(days: after)
    }

    var html: HTML {
        let days = Self.days(of: first, firstWeekday: firstWeekday)
        let weeks = (days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1) / 7
        return tag("table", .class("month")) {
            tag("caption", .class("vh")) { caption }
            tag("thead") {
                tag("tr") {
                    for index in 0..<7 {
                        let day = days.lowerBound.adding(days: index)
                        tag("th", Attribute("scope", "col"), Attribute("abbr", DayWords.weekday(day))) {
                            DayWords.weekday(day)
                        }
                    }
                }
            }
            tag("tbody") {
                for week in 0..<weeks {
                    tag("tr") {
                        for index in 0..<7 { cell(days.lowerBound.adding(days: week * 7 + index)) }
                    }
                }
            }
        }
    }
}

/// The way to what stands before and after: arrows around a title.
struct Steps {
    let previous: (link: SafeLink, title: String)?
    let next: (link: SafeLink, title: String)?
    let title: String
    var today: SafeLink?

    var html: HTML {
        tag("nav", .class("goto line"), .label("Other days")) {
            if let previous {
                link(previous.link, .class("ico"), .label(previous.title)) { Icon.left.drawn() }
            }
            tag("h2", .class("grow")) { title }
            if let today { button("Today", to: today, style: "btn text") }
            if let next { link(next.link, .class("ico"), .label(next.title)) { Icon.right.drawn() } }
        }
    }
}
