/// A day of the week; raw values count from Monday, as ISO 8601 does.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Codable {
    case monday = 0
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday

    /// The two letters of RFC 5545, section 3.3.10: `MO` to `SU`.
    public var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue] }
}

/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// It is one integer, the number of days since 1970-01-01, so that comparing, adding and stepping cost nothing.
/// Years run from 0 to 9999, which is what four digits of iCalendar text can say; see RFC 5545, section 3.3.4.
public struct CivilDate: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01; negative before it.
    public let dayNumber: Int

    /// The first day that iCalendar text can say: 0000-01-01.
    public static let earliest = CivilDate(dayNumber: -719_528)
    /// The last day that iCalendar text can say: 9999-12-31.
    public static let latest = CivilDate(dayNumber: 2_932_896)

    /// Makes a date from its day number; any number is taken, also one outside of years 0 to 9999.
    public init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// Makes a date from year, month and day, or nil where the calendar has no such day (30 February).
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.daysInMonth(month, of: year)
        else { return nil }
        dayNumber = CivilDate.dayNumber(year: year, month: month, day: day)
    }

    /// Year, month and day of the proleptic Gregorian calendar.
    public var components: (year: Int, month: Int, day: Int) {
        // Eras of 400 years, counted from 1 March of year 0, so that a leap day ends its year.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year, 0 to 9999 for every date that iCalendar text can say.
    public var year: Int { components.year }
    /// The month, 1 to 12.
    public var month: Int { components.month }
    /// The day of the month, 1 to 31.
    public var day: Int { components.day }

    /// The day of the week.
    public var weekday: Weekday {
        Weekday(rawValue: floorMod(dayNumber + 3, 7)) ?? .monday
    }

    /// The date `days` later, or earlier where `days` is negative.
    public func adding(days: Int) -> CivilDate {
        CivilDate(dayNumber: dayNumber + days)
    }

    /// Orders from earlier to later.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.dayNumber < right.dayNumber
    }

    /// Says whether `year` has a 29 February.
    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The length of a month; `month` is 1 to 12.
    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        // Thirty days have April, June, September, November.
        return 30 + (month + (month >> 3)) & 1
    }

    /// The length of a year.
    static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

    /// The day number of a date that exists.
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as iCalendar writes it: `20260820`.
    public var description: String {
        let (year, month, day) = components
        return padded(year, to: 4) + padded(month, to: 2) + padded(day, to: 2)
    }

    /// The date as ISO 8601's extended form writes it: `2026-08-20`.
    public var isoText: String {
        let (year, month, day) = components
        return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2)
    }
}

/// The remainder of a division that rounds towards minus infinity; `divisor` is positive.
@inline(__always)
func floorMod(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

/// The quotient of a division that rounds towards minus infinity; `divisor` is positive.
@inline(__always)
func floorDiv(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

/// A number in at least `width` decimal digits.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return digits.utf8.count >= width
        ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
