public import Foundation

/// A date in the proleptic Gregorian calendar, without a time or a time zone.
///
/// The stored and printed form is `YYYY-MM-DD` (RFC 3339 full-date). Days from 0001-01-01 to 9999-12-31 are
/// valid.
public struct LocalDate: Sendable, Hashable, Comparable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a date, or returns nil if the day does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses `YYYY-MM-DD`, or returns nil if the text has another form or the day does not exist.
    public init?(iso text: String) {
        guard let parts = Self.isoParts(text) else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day)
    }

    /// Returns the year, month and day in a text with the form `YYYY-MM-DD`, or nil if the text has another
    /// form.
    ///
    /// The day need not exist.
    ///
    /// For speed, this function reads bytes, because lists read thousands of days.
    public static func isoParts(_ text: String) -> (year: Int, month: Int, day: Int)? {
        var (year, month, day) = (0, 0, 0)
        var place = 0
        for byte in text.utf8 {
            switch (place, byte) {
            case (4, 0x2D), (7, 0x2D): break
            case (0...3, 0x30...0x39): year = year * 10 + Int(byte - 0x30)
            case (5...6, 0x30...0x39): month = month * 10 + Int(byte - 0x30)
            case (8...9, 0x30...0x39): day = day * 10 + Int(byte - 0x30)
            default: return nil
            }
            place += 1
        }
        return place == 10 ? (year, month, day) : nil
    }

    /// Creates the date of an instant in a time zone, clamped to the valid years.
    public init(_ instant: Date, in zone: TimeZone) {
        let inRange = Date(timeIntervalSince1970: Self.bounded(instant.timeIntervalSince1970))
        let seconds = inRange.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: inRange))
        self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
    }

    /// Returns the instant at which the day begins in a time zone.
    public func start(in zone: TimeZone) -> Date {
        let midnight = Date(timeIntervalSince1970: Double(daysSince1970) * 86_400)
        return Timestamp.date(showing: midnight, in: zone)
    }

    /// Clamps seconds since 1970 to the valid years; NaN becomes the first valid second.
    static func bounded(_ seconds: Double) -> Double {
        seconds.isNaN ? -62_135_596_800 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    }

    /// Creates a date from the number of days since 1970-01-01, clamped to the valid years.
    public init(daysSince1970 days: Int) {
        // Converts days to a civil date by eras of 400 years, each of 146,097 days, counted from 0000-03-01.
        let shifted = min(max(days, -719_162), 2_932_896) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 1970-01-01 to the date, which is negative for earlier dates.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date a number of days later (or earlier), clamped to the valid years.
    public func adding(days: Int) -> LocalDate {
        LocalDate(daysSince1970: daysSince1970 + min(max(days, -10_000_000), 10_000_000))
    }

    /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
    public var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 + 1 }

    /// Returns the number of days in a month.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the English name of a month from 1 to 12.
    public static func name(ofMonth month: Int) -> String {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][month - 1]
    }

    /// Returns the English name of a day of the week, from 1 for Monday to 7 for Sunday.
    public static func name(ofWeekday weekday: Int) -> String {
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1]
    }

    /// Returns true if one day is earlier than another.
    public static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension LocalDate: CustomStringConvertible {
    /// The date as `YYYY-MM-DD`.
    public var description: String {
        // For speed, this property writes bytes, because lists write thousands of days.
        String(unsafeUninitializedCapacity: 10) { bytes in
            var rest = (year * 100 + month) * 100 + day
            for place in (0..<10).reversed() {
                if place == 4 || place == 7 {
                    bytes[place] = UInt8(ascii: "-")
                } else {
                    bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
            }
            return 10
        }
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
