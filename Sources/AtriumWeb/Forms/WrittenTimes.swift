import AtriumSDK
import Foundation

/// A date of which parts may be unknown, as three texts.
struct PartialDate: Hashable {
    var day: String?
    var month: String?
    var year: String?

    init(day: String?, month: String?, year: String?) {
        self.day = Self.trimmed(day)
        self.month = Self.trimmed(month)
        self.year = Self.trimmed(year)
    }

    private static func trimmed(_ text: String?) -> String? {
        let text = text?.trimmingCharacters(in: .whitespaces)
        return text?.isEmpty == true ? nil : text
    }

    /// The parts of a kept date; nil for one of another form.
    init?(_ text: String) {
        let parts: (String?, String?, String?)
        switch text.utf8.count {
        case 10: parts = (String(text.suffix(2)), String(text.dropFirst(5).prefix(2)), String(text.prefix(4)))
        case 7 where text.hasPrefix("--"):
            parts = (String(text.suffix(2)), String(text.dropFirst(2).prefix(2)), nil)
        case 7: parts = (nil, String(text.suffix(2)), String(text.prefix(4)))
        case 5 where text.hasPrefix("---"): parts = (String(text.suffix(2)), nil, nil)
        case 4 where text.hasPrefix("--"): parts = (nil, String(text.suffix(2)), nil)
        case 4: parts = (nil, nil, text)
        default: return nil
        }
        self.init(day: parts.0, month: parts.1, year: parts.2)
        guard self.text == text else { return nil }
    }

    /// Whether nothing is known.
    var isEmpty: Bool { day == nil && month == nil && year == nil }

    /// The date as it is kept (RFC 6350 section 4.3.1, with hyphens); nil for parts that make none.
    var text: String? {
        func padded(_ part: String?, _ length: Int) -> String? {
            guard let part else { return "" }
            guard part.utf8.count <= length, part.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return String(repeating: "0", count: length - part.utf8.count) + part
        }
        guard let day = padded(day, 2), let month = padded(month, 2), let year = padded(year, 4) else {
            return nil
        }
        switch (day.isEmpty, month.isEmpty, year.isEmpty) {
        case (false, false, false): return "\(year)-\(month)-\(day)"
        case (false, false, true): return "--\(month)-\(day)"
        case (true, false, false): return "\(year)-\(month)"
        case (true, true, false): return year
        case (true, false, true): return "--\(month)"
        case (false, true, true): return "---\(day)"
        default: return nil
        }
    }
}

/// A day, perhaps with a time, as inputs of a browser hold them.
struct WrittenTime: Hashable {
    /// `2026-03-01`.
    let date: String
    /// `09:30`, or with seconds where they are not 0: so browsers give it back.
    let time: String?
    let isUTC: Bool

    /// Reads a kept date, local time or instant; nil for one that inputs cannot hold.
    init?(_ text: String) {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let day = parts.first, let date = LocalDate(iso: String(day)), date.description == day,
            (1...9999).contains(Int(day.prefix(4)) ?? 0)
        else { return nil }
        self.date = String(day)
        guard parts.count == 2 else {
            (time, isUTC) = (nil, false)
            return
        }
        var clock = parts[1]
        isUTC = clock.hasSuffix("Z")
        if isUTC { clock.removeLast() }
        let bytes = Array(clock.utf8)
        guard bytes.count == 5 || bytes.count == 8,
            bytes.enumerated().allSatisfy({ $0 % 3 == 2 ? $1 == UInt8(ascii: ":") : (48...57).contains($1) }),
            clock.prefix(2) < "24", clock.dropFirst(3).prefix(2) < "60",
            clock.count == 5 || clock.suffix(2) < "60"
        else { return nil }
        time = String(clock.hasSuffix(":00") && clock.count == 8 ? clock.dropLast(3) : clock)
    }
}

/// Wall-clock times of a zone, and the instants that they are.
struct LocalClock {
    let zone: TimeZone

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// What the clock shows: `2026-03-01T09:30:00`.
    func text(of instant: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: instant)
        func padded(_ number: Int?, _ length: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, length - text.count)) + text
        }
        return "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
            + "T\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
    }

    /// The instant at which the clock shows something; nil where it never does.
    func instant(of text: String) -> Date? {
        guard let written = WrittenTime(text), let time = written.time, let day = LocalDate(iso: written.date)
        else {
            return nil
        }
        let clock = time.split(separator: ":").compactMap { Int($0) }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (day.year, day.month, day.day)
        (parts.hour, parts.minute, parts.second) = (
            clock.first, clock.dropFirst().first, clock.dropFirst(2).first ?? 0
        )
        guard let instant = calendar.date(from: parts) else { return nil }
        let full = time.count == 5 ? "\(written.date)T\(time):00" : "\(written.date)T\(time)"
        return self.text(of: instant) == full ? instant : nil
    }
}

/// A duration as hours and minutes.

struct HoursAndMinutes: Hashable {
    let hours: String?
    let minutes: String?

    /// Reads a kept duration (RFC 5545 section 3.3.6); nil for one that is not made of hours and minutes, or is written in a way
    /// that these would not come back in.
    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?/),
            match.1 != nil || match.2 != nil
        else { return nil }
        hours = match.1.map(String.init)
        minutes = match.2.map(String.init)
    }

    /// The duration of two texts; nil where both are empty.
    static func text(hours: String?, minutes: String?, name: String) throws(ControlError) -> String? {
        guard hours != nil || minutes != nil else { return nil }
        func number(_ text: String?, _ unit: String) throws(ControlError) -> String {
            guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return "" }
            guard text.utf8.count <= 9, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                throw ControlError(name: name, message: "give whole hours and minutes")
            }
            return text + unit
        }
        return try "PT" + number(hours, "H") + number(minutes, "M")
    }
}
