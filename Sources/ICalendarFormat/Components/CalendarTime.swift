/// A date or time of a component, in one of the four kinds that iCalendar knows.
///
/// The kinds are never turned into one another: a date is no midnight, and a floating time is in no zone. See RFC
/// 5545, sections 3.3.4 and 3.3.5.
public enum CalendarTime: Sendable, Hashable {
    /// A whole day.
    case date(CivilDate)
    /// A time on whatever clock the viewer has.
    case floating(CivilDateTime)
    /// An instant.
    case utc(Instant)
    /// A time on the clock of a zone, with the TZID as written; ``ZoneResolver`` finds the zone.
    case zoned(CivilDateTime, zone: String)

    /// Whether this is a whole day.
    public var isDate: Bool {
        if case .date = self { return true }
        return false
    }

    /// The TZID as written, or nil for the other kinds.
    public var zoneID: String? {
        if case .zoned(_, let zone) = self { return zone }
        return nil
    }

    /// What the clock or calendar shows: midnight for a date, UTC for an instant.
    public var clock: CivilDateTime {
        switch self {
        case .date(let date): return CivilDateTime(date: date)
        case .floating(let time), .zoned(let time, _): return time
        case .utc(let instant): return instant.utc
        }
    }

    /// The value as RFC 5545 writes it; the zone goes into the parameter TZID.
    public var text: String {
        switch self {
        case .date(let date): return date.description
        case .floating(let time), .zoned(let time, _): return time.description
        case .utc(let instant): return instant.utc.description + "Z"
        }
    }
}

extension CalendarTime {
    /// Returns a time of this kind with another clock reading.
    public func showing(_ clock: CivilDateTime) -> CalendarTime {
        switch self {
        case .date: .date(clock.date)
        case .floating: .floating(clock)
        case .utc: .utc(Instant(epochSeconds: clock.seconds))
        case .zoned(_, let zone): .zoned(clock, zone: zone)
        }
    }

    /// Returns a time of this kind, `seconds` later on its clock, limited to the years 0 to 9999.
    public func shifted(by seconds: Int) -> CalendarTime {
        showing(min(max(clock.adding(seconds: seconds), .earliest), .latest))
    }

    /// Returns true if both times are of the same kind and, if they have zones, in the same zone.
    public func hasClock(of other: CalendarTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let zone), .zoned(_, let otherZone)): zone == otherZone
        default: false
        }
    }
}

/// A span of time: weeks and days on the calendar, and exact seconds.
///
/// A day is as long as it is: adding one to 09:00 gives 09:00, also where the clocks change. See RFC 5545, section
/// 3.3.6.
public struct CalendarDuration: Sendable, Hashable {
    /// Days, counted on the calendar; negative for a span that goes back.
    public var days: Int
    /// Seconds beyond the days; of the same sign.
    public var seconds: Int

    /// Makes a span of days and seconds.
    public init(days: Int = 0, seconds: Int = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// Whether the span goes back in time.
    public var isNegative: Bool { days < 0 || seconds < 0 }
    /// The length in seconds if every day had 86,400.
    public var nominalSeconds: Int { days * 86_400 + seconds }

    /// Reads a span: `P1W`, `P1DT2H30M`, `-PT15M`; nil if the text is not a span.
    ///
    /// Taken as well, since they are met: a lower-case `p`, weeks beside days, and a `T` with nothing after it where
    /// days stand before it. A bare `P` or `PT` is refused.
    public init?(_ text: String) {
        self.init(text, hasTInPlace: true)
    }

    /// Reads a span in which the `T` is missing or in the wrong place: `-PT1D` is a day, `P1H30M` an hour and a half.
    ///
    /// The units must decrease from weeks to seconds. `M` means minutes, because iCalendar has no months.
    init?(withMisplacedT text: String) {
        self.init(text, hasTInPlace: false)
    }

    private init?(_ text: String, hasTInPlace: Bool) {
        var bytes = Array(text.utf8)
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        var position = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
        var sign = 1
        if position < bytes.count, bytes[position] == 0x2B || bytes[position] == 0x2D {
            sign = bytes[position] == 0x2D ? -1 : 1
            position += 1
        }
        guard position < bytes.count, bytes[position] & 0xDF == 0x50 else { return nil }
        position += 1
        days = 0
        seconds = 0
        var smallest = Int.max
        var isTime = false
        while position < bytes.count {
            if bytes[position] & 0xDF == 0x54, !isTime {
                isTime = true
                position += 1
                continue
            }
            var number = 0
            let start = position
            while position < bytes.count, bytes[position] &- 0x30 < 10 {
                number = number * 10 + Int(bytes[position] - 0x30)
                guard number <= 10_000_000_000 else { return nil }
                position += 1
            }
            guard position > start, position < bytes.count, let unit = Self.unit(bytes[position]) else {
                return nil
            }
            guard hasTInPlace ? (unit < Self.day) == isTime : unit < smallest else { return nil }
            if unit < Self.day { seconds += number * unit } else { days += number * (unit / Self.day) }
            smallest = unit
            position += 1
        }
        // Nothing within 10,000 years is longer than this.
        guard smallest < Int.max, days <= 4_000_000, seconds <= 400_000_000_000 else { return nil }
        days *= sign
        seconds *= sign
    }

    private static let day = 86_400

    /// The seconds of a unit, by its letter in any case.
    private static func unit(_ letter: UInt8) -> Int? {
        switch letter & 0xDF {
        case 0x57: 7 * day
        case 0x44: day
        case 0x48: 3600
        case 0x4D: 60
        case 0x53: 1
        default: nil
        }
    }

    /// The span as RFC 5545 writes it.
    public var text: String {
        let sign = isNegative ? "-" : ""
        let (days, seconds) = (abs(days), abs(seconds))
        if seconds == 0, days > 0, days % 7 == 0 { return "\(sign)P\(days / 7)W" }
        var text = sign + "P" + (days > 0 ? "\(days)D" : "")
        if seconds > 0 || days == 0 {
            text += "T"
            let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
            if hours > 0 { text += "\(hours)H" }
            // In the grammar seconds follow minutes alone, so that no unit between two others is left out.
            if minutes > 0 || (hours > 0 && rest > 0) { text += "\(minutes)M" }
            if rest > 0 || seconds == 0 { text += "\(rest)S" }
        }
        return text
    }
}

/// A value of RDATE: a time, or a time with a length of its own.
public struct RecurrenceDate: Sendable, Hashable {
    /// When, or after how long, an added instance ends.
    public typealias End = CalendarEnd

    /// When the instance begins.
    public var start: CalendarTime
    /// How long it lasts; nil for as long as the others.
    public var end: End?

    /// Makes an added instance.
    public init(_ start: CalendarTime, end: End? = nil) {
        self.start = start
        self.end = end
    }
}
