/// A wall-clock time to the minute, without a day or a zone.
public struct ClockTime: Sendable, Hashable, Comparable {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int

    /// Makes a time, or nil if there is no such time.
    public init?(hour: Int, minute: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.hour = hour
        self.minute = minute
    }

    /// Minutes since midnight.
    public var minutes: Int { hour * 60 + minute }

    /// Whether one comes before the other on the same day.
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.minutes < right.minutes }
}

extension ClockTime: CustomStringConvertible {
    /// The time as `HH:MM`.
    public var description: String {
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        return "\(two(hour)):\(two(minute))"
    }
}

extension ClockTime {
    /// 00:00.
    public static let midnight = ClockTime(hour: 0, minute: 0, isValid: ())

    private init(hour: Int, minute: Int, isValid: Void) {
        self.hour = hour
        self.minute = minute
    }
}
