import AtriumSDK
import DatePhrases
import Foundation
import ICalendarExchange
import ICalendarFormat

/// The user's days: when they begin and end on their clock, and the grid on which times land.
///
/// A day has 23 or 25 hours where the clock changes: spans are of instants, and readings of the clock are made of them.
struct DayClock {
    /// The zone of the clock.
    let zone: Zone
    /// The moment that it is.
    let now: Instant
    /// The minutes of the day, from midnight, between which it is used.
    let hours: ClosedRange<Int>
    /// How many minutes apart the points of the grid are.
    let snap: Int

    init(zone: Zone, now: Instant, hours: ClosedRange<Int>, snap: Int) {
        (self.zone, self.now, self.hours, self.snap) = (zone, now, hours, snap)
    }

    /// The clock of a user, by their settings.
    ///
    /// - Parameter zone: nil: the user's.
    init(_ now: Date, _ user: UserSettings, _ settings: ModuleSettings, in zone: Zone? = nil) {
        let (start, end) = (
            DayHours.minutes(settings[TaskSettings.dayStart]) ?? 0,
            DayHours.minutes(settings[TaskSettings.dayEnd]) ?? DayHours.wholeDay
        )
        self.init(
            zone: zone ?? Zones.viewer(user), now: Instant(now),
            // Two settings that contradict each other leave the whole day.
            hours: start < end ? start...end : 0...DayHours.wholeDay,
            snap: Int(settings[TaskSettings.snap]) ?? 15)
    }

    /// The day on which a moment is.
    func day(of instant: Instant) -> LocalDate {
        LocalDate(zone.wallTime(at: instant).date)
    }

    /// The day that it is.
    var today: LocalDate { day(of: now) }

    /// The days that a span touches.
    func days(of span: Span) -> ClosedRange<LocalDate> {
        let last = span.isEmpty ? span.upperBound : span.upperBound.adding(seconds: -1)
        return day(of: span.lowerBound)...day(of: last)
    }

    /// A day from midnight to midnight.
    func whole(_ day: LocalDate) -> Span {
        let date = CivilDate(day)
        return zone.startOfDay(date)..<zone.startOfDay(date.adding(days: 1))
    }

    /// The part of a day between two times of its clock, in minutes from midnight.
    func span(of day: LocalDate, _ minutes: ClosedRange<Int>) -> Span {
        let start = instant(minutes.lowerBound, of: day)
        return start..<max(start, instant(minutes.upperBound, of: day))
    }

    /// The moment at which the clock shows a time of a day, in minutes from midnight.
    func instant(_ minute: Int, of day: LocalDate) -> Instant {
        let date = CivilDate(day)
        if minute >= DayHours.wholeDay { return zone.startOfDay(date.adding(days: 1)) }
        return minute == 0
            ? zone.startOfDay(date) : zone.instant(of: CivilDateTime(date: date, secondOfDay: minute * 60))
    }

    /// The point of the grid that is nearest to a moment; of two the earlier.
    func nearest(to instant: Instant) -> Instant {
        let past = Self.remainder(of: zone.wallTime(at: instant).secondOfDay, snap * 60)
        return instant.adding(seconds: past * 2 <= snap * 60 ? -past : snap * 60 - past)
    }

    /// The first point of the grid that is not before a moment.
    func next(from instant: Instant) -> Instant {
        let past = Self.remainder(of: zone.wallTime(at: instant).secondOfDay, snap * 60)
        return past == 0 ? instant : instant.adding(seconds: snap * 60 - past)
    }

    /// A length rounded up to the grid.
    func rounded(_ minutes: Int) -> Int { (minutes + snap - 1) / snap * snap }

    private static func remainder(of seconds: Int, _ step: Int) -> Int { seconds % step }

    // MARK: - What is kept

    /// A moment as a record keeps it, on the clock; in the second pass of an hour that is repeated in UTC, since the clock does
    /// not tell it from the first.
    func time(at instant: Instant) -> CalendarTime {
        let wall = zone.wallTime(at: instant)
        return zone.instant(of: wall) == instant ? .zoned(wall, zone: zone.id) : .utc(instant)
    }

    // MARK: - Words

    /// What the clock shows at a moment, with the day: `2026-03-02T14:00:00`.
    func text(_ instant: Instant) -> String { zone.wallTime(at: instant).isoText }

    /// A span as results show free time.
    func slot(_ span: Span) -> FreeSlot {
        FreeSlot(start: text(span.lowerBound), end: text(span.upperBound))
    }

    /// What the clock shows at a moment, as people say it on a day: `14:00`, and with the day on another one.
    func words(_ instant: Instant, on day: LocalDate? = nil) -> String {
        let wall = zone.wallTime(at: instant)
        return day == self.day(of: instant) ? wall.clockText : "\(wall.date.isoText) \(wall.clockText)"
    }

    /// A span as people say it on a day, or on that of its start: `14:00 to 15:00`.
    func words(_ span: Span, on day: LocalDate? = nil) -> String {
        let day = day ?? self.day(of: span.lowerBound)
        return "\(words(span.lowerBound, on: day)) to \(words(span.upperBound, on: day))"
    }
}
