public import AtriumSDK

/// Days, times and lengths of time as people type them into fields of commands: `next friday`, `tomorrow 9am`, `in 1 week`,
/// `1h30`.
///
/// The same words as in a ``DatePhrase``, and nothing beside them. One thing differs: a weekday is the next one, today
/// included, since a field may also name the past (`--from monday`).
///
/// ```swift
/// let words = DateWords(at: moment)
/// try words.when("tomorrow 9am")  // .time(2026-03-05, 09:00)
/// DateWords.duration("2 hours")  // "PT2H"
/// ```
public struct DateWords: Sendable {
    /// What a field's words say.
    public enum When: Sendable, Hashable {
        /// A day.
        case day(LocalDate)
        /// A time on the clock of whatever zone the field means.
        case time(LocalDate, ClockTime)
        /// A time in UTC.
        case utc(LocalDate, ClockTime)
        /// A number of minutes after now.
        case minutesFromNow(Int)
    }

    /// How many characters the words have at most; longer texts are read as none.
    public static let maximumLength = 100

    private let moment: PhraseMoment
    private var days: PhraseDays {
        PhraseDays(today: moment.today, firstWeekday: moment.firstWeekday, mayBeToday: true)
    }

    /// Reads words at a moment.
    public init(at moment: PhraseMoment) {
        self.moment = moment
    }

    // MARK: - Short forms

    /// The day that one of the short forms says; nil for any other text.
    ///
    /// | text | day |
    /// |---|---|
    /// | `today`, `tomorrow`, `yesterday` | counted from today |
    /// | `+3d`, `-2w` | so many days or weeks after or before today |
    /// | `friday`, `fri` | the next one, today included |
    /// | `next friday` | the one of the next week, as in a phrase |
    /// | `last friday` | the one before today |
    ///
    /// Two words may be joined by a hyphen.
    public func shortDay(_ text: String) -> LocalDate? {
        let text = text.lowercased()
        if let offset = PhraseLexicon.dayOffset(text) { return moment.today.adding(days: offset) }
        return weekday(text) ?? countedDay(text)
    }

    private func weekday(_ text: String) -> LocalDate? {
        let which = ["last", "next"].first { text.hasPrefix($0 + " ") || text.hasPrefix($0 + "-") }
        guard let weekday = PhraseLexicon.weekday(which == nil ? text : String(text.dropFirst(5))) else {
            return nil
        }
        switch which {
        case "last": return days.next(weekday, from: moment.today.adding(days: -7))
        case "next": return days.next(weekday, from: days.startOfWeek.adding(days: 7))
        default: return days.next(weekday, from: moment.today)
        }
    }

    private func countedDay(_ text: String) -> LocalDate? {
        guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
            let count = Int(text.dropFirst().dropLast()), (0...100_000).contains(count)
        else { return nil }
        let days: Int? =
            switch unit {
            case "d": count
            case "w": count * 7
            default: nil
            }
        return days.map { moment.today.adding(days: sign == "-" ? -$0 : $0) }
    }

    // MARK: - Words

    /// The day that some words say; nil if they say none, or say more than a day.
    ///
    /// - Throws: as ``when(_:)``.
    public func day(_ text: String) throws -> LocalDate? {
        guard case .day(let day) = try when(text) else { return nil }
        return day
    }

    /// What some words say; nil if they say no day, or if any of them says something else.
    ///
    /// A time needs its day, since the one that stands in the field may be of another: "9am" says none.
    ///
    /// - Throws: ``AtriumError`` with code `badData` for words that ``DatePhrase`` refuses: two days, a day that no month has.
    public func when(_ text: String) throws -> When? {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let words = PhraseWords(text)
        guard !words.words.isEmpty, !words.words.contains(where: \.isQuoted) else { return nil }
        return try moment.reading {
            var moment = moment
            moment.isOfField = true
            let parts = try PhraseScan(words, at: moment).parts()
            guard parts.map(\.words.count).reduce(0, +) == words.words.count, parts.allSatisfy(\.isOfField)
            else {
                return nil
            }
            let meaning = try PhraseAnswer(words: words, moment: moment, parts: parts).meaning()
            return Self.when(meaning, parts)
        }
    }

    private static func when(_ meaning: PhraseAnswer.Meaning, _ parts: [PhrasePart]) -> When? {
        for part in parts {
            for case .minutesFromNow(let minutes) in part.meanings { return .minutesFromNow(minutes) }
        }
        guard meaning.saysDay, let day = meaning.day else { return nil }
        guard let time = meaning.time else { return .day(day) }
        return meaning.zone == nil ? .time(day, time) : .utc(day, time)
    }

    // MARK: - Lengths of time

    /// The duration of RFC 5545, section 3.3.6, that some words say: `2 hours` is `PT2H`, `1 week` is `P1W`; nil if they say
    /// none.
    public static func duration(_ text: String) -> String? {
        guard text.utf8.count <= maximumLength else { return nil }
        let words = PhraseWords(text).words
        var cursor = PhraseCursor(words, at: 0)
        _ = cursor.take("for")
        guard cursor.next != nil else { return nil }
        var days: [Int] = []
        var minutes: Int?
        while cursor.next != nil, minutes == nil {
            if !days.isEmpty { _ = cursor.take("and") }
            if days.count < 2, let more = cursor.attempt(wholeDays) {
                days.append(more)
            } else if let more = PhraseDuration.take(&cursor, isNamed: true) {
                minutes = more
            } else {
                return nil
            }
        }
        guard cursor.index == words.count, !words.contains(where: \.isQuoted) else { return nil }
        return stored(days: days.isEmpty ? nil : days.reduce(0, +), minutes: minutes)
    }

    private static func wholeDays(_ cursor: inout PhraseCursor) -> Int? {
        guard let count = PhraseDays.count(&cursor), let unit = cursor.take(PhraseUnit.init(word:)) else {
            return nil
        }
        switch unit {
        case .day: return count
        case .week: return count * 7
        case .fortnight: return count * 14
        // A month has no length of its own.
        case .month, .quarter, .year: return nil
        }
    }

    private static func stored(days: Int?, minutes: Int?) -> String? {
        if let days, minutes == nil, days > 0, days % 7 == 0 { return "P\(days / 7)W" }
        let (hours, rest) = (minutes ?? 0).quotientAndRemainder(dividingBy: 60)
        let clock = (hours > 0 ? "\(hours)H" : "") + (rest > 0 || hours == 0 ? "\(rest)M" : "")
        let time = minutes.map { _ in "T" + clock } ?? ""
        return "P" + (days.map { "\($0)D" } ?? "") + time
    }
}

extension PhrasePart {
    /// Whether it says a day, a time or its zone, and nothing that a field has no place for.
    fileprivate var isOfField: Bool {
        meanings.allSatisfy { meaning in
            switch meaning {
            case .day, .weekday, .span, .time, .midnight, .dayPart, .minutesFromNow, .zone: true
            default: false
            }
        }
    }
}
