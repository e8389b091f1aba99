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

    /// The days of whole weeks that hold a month, as far as there are days: from the year 1 to 9999.
    static func days(of day: LocalDate, firstWeekday: Int) -> ClosedRange<LocalDate> {
        let first = beginning(of: day)
        let last = last(of: day)
        let before = (first.weekday - firstWeekday + 7) % 7
        let after = (firstWeekday + 6 - last.weekday + 7) % 7
        // Where there are no more days, the nearest one is given.
        return min(first, first.adding(days: -before))...max(last, last.adding(days: after))
    }

    /// The last day of the month of a day.
    private static func last(of day: LocalDate) -> LocalDate {
        let first = beginning(of: day)
        let lengths = (27...30).map { first.adding(days: $0) }
        return lengths.last { $0.month == first.month } ?? first
    }

    var html: HTML {
        let beginning = Self.beginning(of: first).daysSince1970
        let before = (Self.beginning(of: first).weekday - firstWeekday + 7) % 7
        let length = Self.last(of: first).daysSince1970 - beginning + 1
        let weeks = (before + length + 6) / 7
        return tag("table", .class("month")) {
            tag("caption", .class("vh")) { caption }
            tag("thead") {
                tag("tr") {
                    for index in 0..<7 {
                        tag("th", Attribute("scope", "col")) {
                            DayWords.weekday((firstWeekday - 1 + index) % 7 + 1)
                        }
                    }
                }
            }
            tag("tbody") {
                for week in 0..<weeks {
                    tag("tr") {
                        for index in 0..<7 { day(beginning - before + week * 7 + index) }
                    }
                }
            }
        }
    }

    /// A cell; empty before the first day that there is, and after the last.
    private func day(_ number: Int) -> HTML {
        let day = LocalDate(daysSince1970: number)
        return day.daysSince1970 == number ? cell(day) : tag("td", .class("out")) {}
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
