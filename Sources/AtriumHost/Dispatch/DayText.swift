import AtriumSDK
import DatePhrases
import Foundation

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
/// `friday at 18:00`. What is none of these may be any words of a reminder that say one day, or one time: `next week`,
/// `tomorrow 9am`, `in 2 hours`.
struct DayText {
    /// A moment, and the zone on whose clock it is looked at.
    struct Now {
        let instant: Date
        let zone: TimeZone
    }

    /// The day that it is for the user.
    let today: LocalDate
    /// With which day a week begins, 1 for Monday to 7 for Sunday.
    var firstWeekday = 1
    /// The present moment for the user; nil where nothing is counted from it: `in 2 hours` is not read then.
    var now: Now?

    /// The day that a text of the short forms says; nil where it says none.
    func day(_ text: String) -> LocalDate? { LocalDate(iso: text) ?? words().shortDay(text) }

    /// The stored form of a day, a local time or an instant of the short forms; nil where the text is none of these.
    func when(_ text: String) -> String? {
        if let day = day(text) { return day.description }
        if let time = Self.localTime(text) { return time }
        if let instant = Timestamp.date(text) { return Timestamp.text(instant) }
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
            let isReadInOtherYears = Timestamp.date("2000-01-01" + text.dropFirst(10)) != nil
            return isReadInOtherYears && Timestamp.date(text) == nil
                ? "“\(text)” is outside the years 1 to 9999 in UTC" : nil
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
        guard bytes.count == 16 || bytes[17] != 0x36, Timestamp.date(normal + "Z") != nil else { return nil }
        return String(normal)
    }

    /// `9:00`, `18:00:30` as `HH:MM:SS`; nil for anything else.
    private static func clock(_ text: String) -> String? {
        let full = text.utf8.dropFirst().first == 0x3A ? "0" + text : text
        return localTime("2000-01-01T" + full).map { String($0.dropFirst(11)) }
    }

    // MARK: - Words

    /// The day that a text says, in a short form or in words; nil where it says none.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that names the field: for two days, and a day that no month has.
    func day(inWords text: String, field: String) throws -> LocalDate? {
        if let day = day(text) { return day }
        return Self.problem(of: text) == nil ? try words(of: field).day(text) : nil
    }

    /// The stored form of a day, a local time or an instant that a text says, in a short form or in words; nil where it says
    /// none.
    ///
    /// - Throws: as ``day(inWords:field:)``.
    func when(inWords text: String, field: String) throws -> String? {
        if let when = when(text) { return when }
        guard Self.problem(of: text) == nil else { return nil }
        switch try words(of: field).when(text) {
        case .day(let day): return day.description
        case .time(let day, let clock): return "\(day)T\(clock):00"
        case .utc(let day, let clock): return "\(day)T\(clock):00Z"
        case .minutesFromNow(let minutes):
            return now.map { now in
                let minute = (now.instant.timeIntervalSince1970 / 60).rounded(.down) + Double(minutes)
                return Timestamp.text(Date(timeIntervalSince1970: minute * 60))
            }
        case nil: return nil
        }
    }

    private func words(of field: String? = nil) -> DateWords {
        // A field has its zone beside it, so that its words know none but UTC.
        var moment = PhraseMoment(
            today: today, now: now?.clock ?? .midnight, firstWeekday: firstWeekday, hasZone: { _ in false })
        moment.field = field ?? moment.field
        moment.instead = "give a day such as 2026-03-01"
        return DateWords(at: moment)
    }
}

extension DayText.Now {
    /// What the zone's clock shows.
    fileprivate var clock: ClockTime? {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
        let minutes = (seconds % 86_400 + 86_400) % 86_400 / 60
        return ClockTime(hour: minutes / 60, minute: minutes % 60)
    }
}
