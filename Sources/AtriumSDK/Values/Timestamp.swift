public import Foundation

/// Conversions between instants and their stored form: RFC 3339 text in UTC with whole seconds, such as
/// `2026-03-01T09:30:00Z`.
///
/// Texts in this form sort by time, so that SQLite can compare them.
public enum Timestamp {
    /// Returns an instant's stored text without the fractional second, clamped to the years 1 to 9999.
    ///
    /// Use this function for a clock's time, and ``exactText(_:)`` for a time that a person or a file
    /// specified.
    public static func text(_ date: Date) -> String {
        let total = Int(LocalDate.bounded(date.timeIntervalSince1970).rounded(.down))
        let days = total >= 0 ? total / 86_400 : (total - 86_399) / 86_400
        let second = total - days * 86_400
        func two(_ number: Int) -> String { LocalDate.padded(number, 2) }
        return
            "\(LocalDate(daysSince1970: days))T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }

    /// Returns an instant's stored text without the fractional second, or nil if the text cannot represent
    /// the instant.
    ///
    /// Stored text can represent the years 1 to 9999 in UTC.
    public static func exactText(_ date: Date) -> String? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return LocalDate.bounded(seconds) == seconds ? text(date) : nil
    }

    /// Returns a stored instant's local time in a time zone, to the minute, for messages: `2026-03-01 10:30`.
    public static func localText(_ stored: String, in zone: TimeZone) -> String {
        guard let instant = date(stored) else { return stored }
        let local = text(instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant))))
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
    }

    /// Returns noon in UTC on a day, as stored text for a file that contains only the day.
    ///
    /// At noon in UTC, most time zones have the same day.
    public static func noon(of day: LocalDate) -> String { "\(day)T12:00:00Z" }

    /// Returns the instant at which a time zone's local time equals the UTC time at `reading`.
    ///
    /// If a clock change skips or repeats the local time, the result is an instant near the clock change.
    public static func date(showing reading: Date, in zone: TimeZone) -> Date {
        let guess = reading.addingTimeInterval(-Double(zone.secondsFromGMT(for: reading)))
        // The zone's offset may change between the two instants.
        return reading.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    }

    /// Parses an RFC 3339 date-time with any offset.
    ///
    /// Returns nil if the text has another form, or if the instant is outside the years 1 to 9999 in UTC. The
    /// date keeps a fractional second. A leap second is converted to the second before the leap second.
    public static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let date = LocalDate(iso: String(text.prefix(10))), bytes[10] | 0x20 == 0x74,
            bytes[13] == 0x3A, bytes[16] == 0x3A,
            let hour = digits(bytes[11..<13]), hour < 24, let minute = digits(bytes[14..<16]), minute < 60,
            let second = digits(bytes[17..<19]), second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == 0x2E {
            let figures = rest.dropFirst().prefix { (48...57).contains($0) }
            guard !figures.isEmpty, figures.count <= 12, let number = digits(figures) else { return nil }
            fraction = (0..<figures.count).reduce(Double(number)) { value, _ in value / 10 }
            rest = rest.dropFirst(1 + figures.count)
        }
        guard let offset = offset(rest) else { return nil }
        let seconds = Double(
            date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + min(second, 59) - offset)
        guard LocalDate.bounded(seconds) == seconds else { return nil }
        return Date(timeIntervalSince1970: seconds + fraction)
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.count == 1, let first = bytes.first { return first | 0x20 == 0x7A ? 0 : nil }
        guard bytes.count == 6, let sign = bytes.first, sign == 0x2B || sign == 0x2D,
            bytes[bytes.startIndex + 3] == 0x3A,
            let hour = digits(bytes.dropFirst().prefix(2)), hour < 24,
            let minute = digits(bytes.suffix(2)), minute < 60
        else { return nil }
        return (hour * 3600 + minute * 60) * (sign == 0x2B ? 1 : -1)
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.count <= 18, bytes.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}
