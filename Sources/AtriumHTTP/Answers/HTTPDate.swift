import Glibc

/// Instants as HTTP writes them (RFC 9110 section 5.6.7): `Sun, 01 Mar 2026 09:30:00 GMT`.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text of an instant, in seconds since 1970.
    static func text(_ instant: time_t) -> String {
        var (instant, parts) = (instant, tm())
        gmtime_r(&instant, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
        let time = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(days[Int(parts.tm_wday)]), \(day) \(time) GMT"
    }
}
