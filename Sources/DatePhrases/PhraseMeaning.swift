import AtriumSDK

/// One thing that some words of a phrase say.
enum PhraseMeaning: Sendable, Hashable {
    /// A day.
    case day(LocalDate)
    /// The next such weekday, by its name alone; it may stand beside the date that it names.
    case weekday(LocalDate)
    /// A span of days that is longer than one, due on its first day; what repeats within it ends with its last.
    case span(DaySpan)
    /// A time of day; one of the twelve-hour clock without `am` or `pm` may be of either half.
    case time(ClockTime, isOfEitherHalf: Bool)
    /// Some minutes past midnight, of which a day has one at either end.
    case midnight(past: Int)
    /// A part of the day.
    case dayPart(DayPart)
    /// A number of minutes from now.
    case minutesFromNow(Int)
    /// How it repeats.
    case repeats(RepeatRule)
    /// The weekdays on which it repeats, which another part may say every how many weeks: `on Mondays`.
    case onWeekdays([Int])
    /// The day from which it repeats.
    case from(LocalDate)
    /// The last day on which it may repeat.
    case until(LocalDate)
    /// For how many units it repeats.
    case lasting(Int, PhraseUnit)
    /// How many times it repeats.
    case times(Int)
    /// The weekdays on which it does not repeat.
    case exceptWeekdays([Int])
    /// A day on which it does not repeat.
    case exceptDay(LocalDate)
    /// More than weekdays or a day to be left out, which no rule here can say: `except in August`.
    case exceptMore
    /// The zone of the time that stands before it.
    case zone(String)
    /// PRIORITY of RFC 5545, section 3.8.1.9: 1, 5 or 9.
    case priority(Int)
    /// Words that only open a phrase: `remind me to`.
    case opening
    /// Words that say a time, but not when it is due: `after 6pm`. They stay in the text.
    case unread
    /// Words that say a day, but not when it is due: `after Friday`. They stay in the text, with the time on that day.
    case unreadDay
}

/// The days of a week, a month or a year: `next week`, `in June`.
struct DaySpan: Sendable, Hashable {
    let first: LocalDate
    let last: LocalDate

    /// The days from one on that are within a unit.
    init(from first: LocalDate, lasting unit: PhraseUnit) {
        self.init(from: first, through: unit.adding(1, to: first).adding(days: -1))
    }

    /// Some days.
    init(from first: LocalDate, through last: LocalDate) {
        self.first = first
        self.last = last
    }

    /// Whether a rule happens several times within it, and so is over with it; else it only begins in it: every year in June.
    func bounds(_ rule: RepeatRule) -> Bool {
        let length = last.daysSince1970 - first.daysSince1970 + 1
        switch rule.frequency {
        case .daily: return true
        case .weekly: return length > 7 || rule.days.count > 1
        case .monthly: return length > 31
        case .yearly: return false
        }
    }
}

/// A part of a day, and the time that stands for it where none is given.
enum DayPart: Sendable, Hashable {
    case morning
    case noon
    case afternoon
    case endOfWork
    case evening
    /// The night that begins on a day: `tonight`, `Friday night`.
    case night
    /// Any night: `at night`, `in the night`.
    case nighttime
    /// The half of the day after noon: `pm`.
    case secondHalf

    /// The time that stands for it.
    var time: ClockTime? {
        switch self {
        case .morning: ClockTime(hour: 9)
        case .noon: ClockTime(hour: 12)
        case .afternoon, .secondHalf: ClockTime(hour: 15)
        case .endOfWork: ClockTime(hour: 17)
        case .evening: ClockTime(hour: 19)
        case .night, .nighttime: ClockTime(hour: 21)
        }
    }

    /// Whether its small hours are on the next day.
    var isOvernight: Bool { [.evening, .night, .nighttime].contains(self) }

    /// The hours that are said to be in it.
    private var hours: [ClosedRange<Int>] {
        switch self {
        case .morning: [0...11]
        case .noon: [10...14]
        case .afternoon: [12...18]
        case .endOfWork, .secondHalf: [12...23]
        case .evening: [0...0, 16...23]
        case .night, .nighttime: [0...4, 17...23]
        }
    }

    /// A time in this part: 8 in the evening is 20:00, 12 at night is midnight; nil where it is in another part.
    ///
    /// - Parameter isOfEitherHalf: whether it is of the twelve-hour clock, and may be of either half of the day.
    func placing(_ time: ClockTime, isOfEitherHalf: Bool) -> ClockTime? {
        let choices =
            isOfEitherHalf && time.hour <= 12 ? [time.hour % 12, time.hour % 12 + 12] : [time.hour]
        return choices.first { hour in hours.contains { $0.contains(hour) } }.flatMap {
            ClockTime(hour: $0, minute: time.minute)
        }
    }

    /// `am` or `pm` in place of a part.
    init?(half: String) {
        switch half {
        case "am", "a.m": self = .morning
        case "pm", "p.m": self = .secondHalf
        default: return nil
        }
    }

    /// `morning` and the like behind a day, of which `lunch` may be what is to be done.
    init?(bare word: String) {
        guard word != "lunch" else { return nil }
        self.init(word: word)
    }

    /// `morning` and the like.
    init?(word: String) {
        switch word {
        case "morning": self = .morning
        case "noon", "midday", "lunch", "lunchtime": self = .noon
        case "afternoon": self = .afternoon
        case "evening": self = .evening
        case "night": self = .night
        default: return nil
        }
    }
}

/// A unit of the calendar.
enum PhraseUnit: Sendable, Hashable {
    case day
    case week
    case fortnight
    case month
    case quarter
    case year

    /// `day`, `days` and the like.
    init?(word: String) {
        switch word {
        case "day", "days": self = .day
        case "week", "weeks", "wk", "wks": self = .week
        case "fortnight", "fortnights": self = .fortnight
        case "month", "months": self = .month
        case "quarter", "quarters": self = .quarter
        case "year", "years": self = .year
        default: return nil
        }
    }

    /// `daily` and the like.
    init?(adverb: String) {
        switch adverb {
        case "daily": self = .day
        case "weekly": self = .week
        case "fortnightly", "biweekly", "bi-weekly": self = .fortnight
        case "monthly": self = .month
        case "quarterly": self = .quarter
        case "yearly", "annually": self = .year
        default: return nil
        }
    }

    /// The day a number of units after a day; the last of its month where the month is too short.
    func adding(_ count: Int, to date: LocalDate) -> LocalDate {
        switch self {
        case .day: date.adding(days: count)
        case .week: date.adding(days: 7 * count)
        case .fortnight: date.adding(days: 14 * count)
        case .month: date.adding(months: count)
        case .quarter: date.adding(months: 3 * count)
        case .year: date.adding(months: 12 * count)
        }
    }

    /// A rule that repeats every so many units.
    func rule(every count: Int) -> RepeatRule {
        switch self {
        case .day: RepeatRule(frequency: .daily, interval: count)
        case .week: RepeatRule(frequency: .weekly, interval: count)
        case .fortnight: RepeatRule(frequency: .weekly, interval: 2 * count)
        case .month: RepeatRule(frequency: .monthly, interval: count)
        case .quarter: RepeatRule(frequency: .monthly, interval: 3 * count)
        case .year: RepeatRule(frequency: .yearly, interval: count)
        }
    }
}

extension LocalDate {
    /// The day a number of months later, the last of its month where that is too short; within the years 1 to 9999.
    func adding(months: Int) -> LocalDate {
        let month = min(max(year * 12 + self.month - 1 + months, 12), 9999 * 12 + 11)
        let length = LocalDate.days(inMonth: month % 12 + 1, of: month / 12)
        return LocalDate(year: month / 12, month: month % 12 + 1, day: min(day, length)) ?? self
    }

    /// The first day of the month.
    var startOfMonth: LocalDate { adding(days: 1 - day) }

    /// The last day of the month.
    var endOfMonth: LocalDate { adding(days: LocalDate.days(inMonth: month, of: year) - day) }
}
