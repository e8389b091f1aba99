import AtriumSDK

/// Days and times as people type them in fields of commands.
///
/// | text | day |
/// |---|---|
/// | `2026-03-01` | that one |
/// | `today`, `tomorrow`, `yesterday` | counted from today |
/// | `+3d`, `-2w` | so many days or weeks after or before today |
/// | `friday`, `fri` | the next one, today included |
/// | `next friday` | the one of the next week, as in the words of a reminder |
/// | `last friday` | the one before today |
///
/// Two words may be joined by a hyphen. Where a time is wanted, one on the clock can follow: `tomorrow 9:00`,
/// `friday at 18:00`.
struct DayText {
    /// The day that it is for the user.
    let today: LocalDate
    /// With which day a week begins, 1 for Monday to 7 for Sunday.
    var firstWeekday = 1

    /// The day that a text says; nil where it says none.
    func day(_ text: String) -> LocalDate? { LocalDate(iso: text) ?? relativeDay(text.lowercased()) }

    /// The stored form of a day, a local time or an instant; nil where the text is none of these.
    func when(_ text: String) -> String? {
        if let day = day(text) { return day.description }
        if let time = Self.localTime(text) { return time }
        if let instant = Instant.date(text) { return Instant.text(instant) }
        var words = text.split(separator: " ")
        guard words.count > 1, let clock = words.popLast().flatMap({ Self.clock(String($0)) }) else {
            return nil
        }
        if words.last?.lowercased() == "at" { words.removeLast() }
        return day(words.joined(separator: " ")).map { "\($0)T\(clock)" }
    }

    /// Why a text that begins with a date of digits says no day: `June 2026 has 30 days, not 31`, or that its offset leads to
    /// the year 10000; nil where that is not why.
    static func problem(of text: String) -> String? {
        if LocalDate(iso: String(text.prefix(10))) != nil {
            let isReadInOtherYears = Instant.date("2000-01-01" + text.dropFirst(10)) != nil
            return isReadInOtherYears && Instant.date(text) == nil
                ? "“\(text)” is not within the years 1 to 9999 in UTC" : nil
        }
        guard let date = LocalDate.isoParts(String(text.prefix(10))), date.year > 0 else { return nil }
        guard (1...12).contains(date.month) else { return "there is no month \(date.month)" }
        let longest = LocalDate.days(inMonth: date.month, of: date.year)
        guard !(1...longest).contains(date.day) else { return nil }
        return "\(LocalDate.name(ofMonth: date.month)) \(date.year) has \(longest) days, not \(date.day)"
    }

    /// `YYYY-MM-DDTHH:MM[:SS]`, also with a space for the T; the stored form has seconds.
    ///
    /// Nil for anything else.
    static func localTime(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count == 16 || bytes.count == 19,
            bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74
        else { return nil }
        let normal = text.prefix(10) + "T" + text.dropFirst(11) + (bytes.count == 16 ? ":00" : "")
        guard bytes.count == 16 || bytes[17] != 0x36, Instant.date(normal + "Z") != nil else { return nil }
        return String(normal)
    }

    /// `9:00`, `18:00:30` as `HH:MM:SS`; nil for anything else.
    private static func clock(_ text: String) -> String? {
        let full = text.utf8.dropFirst().first == 0x3A ? "0" + text : text
        return localTime("2000-01-01T" + full).map { String($0.dropFirst(11)) }
    }

    private func relativeDay(_ text: String) -> LocalDate? {
        switch text {
        case "today": return today
        case "tomorrow": return today.adding(days: 1)
        case "yesterday": return today.adding(days: -1)
        default:
            if let day = weekday(text) { return day }
            guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
                let count = Int(text.dropFirst().dropLast()), (0...100_000).contains(count)
            else { return nil }
            let days =
                switch unit {
                case "d": count
                case "w": count * 7
                default: Int?.none
                }
            return days.map { today.adding(days: sign == "-" ? -$0 : $0) }
        }
    }

    private func weekday(_ text: String) -> LocalDate? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        let which = ["last", "next"].first { text.hasPrefix($0 + " ") || text.hasPrefix($0 + "-") }
        let word = which == nil ? text : String(text.dropFirst(5))
        guard let index = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else { return nil }
        func first(from day: LocalDate) -> LocalDate { day.adding(days: (index + 8 - day.weekday) % 7) }
        switch which {
        case "last": return first(from: today.adding(days: -7))
        case "next":
            return first(from: today.adding(days: 7 - (today.weekday - firstWeekday + 7) % 7))
        default: return first(from: today)
        }
    }
}
