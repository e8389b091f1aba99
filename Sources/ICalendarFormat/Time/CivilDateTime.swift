/// A wall-clock time: a date and a time of day, without a zone.
///
/// It is one integer, the number of seconds since 1970-01-01T00:00:00 on the same clock. Two of them compare as
/// the clock shows them, which around a change of summer time is not the order in which they happen.
public struct CivilDateTime: Sendable, Hashable, Comparable {
    /// Wall-clock seconds since 1970-01-01T00:00:00; every day has 86,400 of them.
    public let seconds: Int

    /// The first time that iCalendar text can say.
    public static let earliest = CivilDateTime(date: .earliest)
    /// The last time that iCalendar text can say.
    public static let latest = CivilDateTime(date: .latest, secondOfDay: 86_399)

    /// Makes a time from wall-clock seconds since 1970-01-01T00:00:00.
    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// Makes a time from a date and the seconds since its midnight.
    public init(date: CivilDate, secondOfDay: Int = 0) {
        seconds = date.dayNumber * 86_400 + secondOfDay
    }

    /// Makes a time from its parts, or nil where there is no such time.
    ///
    /// Second 60, a leap second, is taken as 59, as RFC 5545, section 3.3.12, advises.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard let date = CivilDate(year: year, month: month, day: day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        self.init(date: date, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
    }

    /// The date that the clock's calendar shows.
    public var date: CivilDate { CivilDate(dayNumber: floorDiv(seconds, 86_400)) }
    /// Seconds since midnight, 0 to 86,399.
    public var secondOfDay: Int { floorMod(seconds, 86_400) }
    /// The hour, 0 to 23.
    public var hour: Int { secondOfDay / 3600 }
    /// The minute, 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, 0 to 59.
    public var second: Int { secondOfDay % 60 }

    /// The time `seconds` later on the same clock, or earlier where `seconds` is negative.
    public func adding(seconds: Int) -> CivilDateTime {
        CivilDateTime(seconds: self.seconds + seconds)
    }

    /// Orders from earlier to later.
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.seconds < right.seconds
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// The time as iCalendar writes it: `20260820T160000`.
    public var description: String {
        date.description + "T" + padded(hour, to: 2) + padded(minute, to: 2) + padded(second, to: 2)
    }

    /// The time as ISO 8601's extended form writes it: `2026-08-20T16:00:00`.
    public var isoText: String {
        date.isoText + "T" + clockText + ":" + padded(second, to: 2)
    }

    /// The time of day as a clock shows it, without seconds: `16:00`.
    public var clockText: String { padded(hour, to: 2) + ":" + padded(minute, to: 2) }
}

/// A point on the world's time line, in whole seconds of UTC since 1970-01-01T00:00:00Z.
///
/// A type of its own, so that no wall-clock time is ever taken for one.
public struct Instant: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let epochSeconds: Int

    /// Makes an instant from seconds since 1970-01-01T00:00:00Z.
    public init(epochSeconds: Int) {
        self.epochSeconds = epochSeconds
    }

    /// What a clock that shows UTC reads at this instant.
    public var utc: CivilDateTime { CivilDateTime(seconds: epochSeconds) }

    /// The instant `seconds` later, or earlier where `seconds` is negative.
    public func adding(seconds: Int) -> Instant {
        Instant(epochSeconds: epochSeconds + seconds)
    }

    /// Orders from earlier to later.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.epochSeconds < right.epochSeconds
    }
}

extension Instant: CustomStringConvertible {
    /// The instant as RFC 3339 writes it: `2026-08-20T16:00:00Z`.
    public var description: String { utc.isoText + "Z" }
}
