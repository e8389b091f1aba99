import AtriumSDK
import Foundation

/// Days, times and durations as people read them: `2 March 2026, 09:30`.
enum DayWords {
    private static func month(_ text: some StringProtocol) -> String? {
        Int(text).flatMap { (1...12).contains($0) ? month($0) : nil }
    }

    private static func number(_ text: some StringProtocol) -> String {
        Int(text).map(String.init) ?? String(text)
    }

    /// A day, of which parts may be unknown; other texts as they are.
    static func day(_ text: String) -> String {
        guard let date = PartialDate(text) else { return text }
        let parts = [
            date.day.map(number), date.month.flatMap { month($0) }, date.year.map { number($0) },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// The day of the week in short: `Mon`.
    static func weekday(_ date: LocalDate) -> String { weekday(date.weekday) }

    /// A day of the week by its number, 1 for Monday to 7 for Sunday.
    static func weekday(_ number: Int) -> String { String(LocalDate.name(ofWeekday: number).prefix(3)) }

    /// A day with its weekday: `Monday 2 March`, and its year if it is another than a given one.
    static func long(_ date: LocalDate, in year: Int? = nil) -> String {
        "\(LocalDate.name(ofWeekday: date.weekday)) \(date.day) \(month(date.month))"
            + (date.year == year ? "" : " \(date.year)")
    }

    /// A day in short: `2 Mar`, and its year if it is another than a given one.
    static func short(_ date: LocalDate, in year: Int? = nil) -> String {
        "\(date.day) \(month(date.month).prefix(3))" + (date.year == year ? "" : " \(date.year)")
    }

    /// A day without its year: `2 March`.
    static func inYear(_ date: LocalDate) -> String { "\(date.day) \(month(date.month))" }

    /// A month by its number, 1 to 12: `March`.
    static func month(_ number: Int) -> String { LocalDate.name(ofMonth: number) }

    /// A month: `March 2026`.
    static func month(of date: LocalDate) -> String { "\(month(date.month)) \(date.year)" }

    /// A day, a local time or an instant.
    static func time(_ text: String) -> String {
        guard let written = WrittenTime(text) else { return text }
        guard let time = written.time?.prefix(5) else { return day(written.date) }
        return "\(day(written.date)), \(time)\(written.isUTC ? " UTC" : "")"
    }

    /// An instant, on the clock of a zone.
    static func instant(_ text: String, _ zone: TimeZone) -> String {
        guard let instant = Timestamp.date(text) else { return text }
        // Minutes are enough for what a person looks up.
        return time(String(LocalClock(zone: zone).text(of: instant).prefix(16)))
    }

    /// From when to when something lasts: `Tuesday 1 December 2026, 18:00–19:30`, `1 December 2026 to 3 December 2026`.
    ///
    /// - Parameter end: what is not in it any more: a time, or the day after the last.
    static func span(_ start: ShownTime, _ end: ShownTime?) -> String {
        let first = LocalDate(iso: start.date).map { long($0) } ?? day(start.date)
        guard let time = start.time?.prefix(5) else {
            let last = end.flatMap { LocalDate(iso: $0.date) }?.adding(days: -1)
            guard let last, last.description > start.date else { return first }
            return day(start.date) + " to " + day(last.description)
        }
        guard let end, let until = end.time?.prefix(5), end != start else {
            return "\(first), \(time)\(start.place)"
        }
        return end.date == start.date && end.place == start.place
            ? "\(first), \(time)–\(until)\(start.place)"
            : "\(first), \(time)\(start.place) to \(day(end.date)), \(until)\(end.place)"
    }

    /// A duration (RFC 5545 section 3.3.6): `1 h 30 min`.
    static func duration(_ text: String) -> String {
        guard
            let match = text.wholeMatch(
                of: /([+\-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?/)
        else { return text }
        let parts = [(match.2, "weeks"), (match.3, "days"), (match.4, "h"), (match.5, "min"), (match.6, "s")]
        let words = parts.compactMap { number, unit -> String? in
            guard let number, let count = Int(number) else { return nil }
            return count == 1 && unit.count > 3 ? "1 \(unit.dropLast())" : "\(count) \(unit)"
        }
        return (match.1 == "-" ? "minus " : "") + (words.isEmpty ? text : words.joined(separator: " "))
    }
}
