import AtriumSDK

/// A wall-clock time to the minute, without a day or a zone.
struct ClockTime: Sendable, Hashable, Comparable {
    /// The hour, 0 to 23.
    let hour: Int
    /// The minute, 0 to 59.
    let minute: Int

    /// Makes a time, or nil where there is no such one.
    init?(hour: Int, minute: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.hour = hour
        self.minute = minute
    }

    /// Minutes since midnight.
    var minutes: Int { hour * 60 + minute }

    /// Whether one comes before the other on the same day.
    static func < (left: ClockTime, right: ClockTime) -> Bool { left.minutes < right.minutes }
}

extension ClockTime: CustomStringConvertible {
    /// The time as `HH:MM`.
    var description: String {
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        return "\(two(hour)):\(two(minute))"
    }
}

extension ClockTime {
    /// 00:00.
    static let midnight = ClockTime(hour: 0, minute: 0, isValid: ())

    private init(hour: Int, minute: Int, isValid: Void) {
        self.hour = hour
        self.minute = minute
    }
}
