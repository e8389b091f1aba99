public import AtriumSDK
public import DatePhrases
public import Foundation
public import ICalendarFormat

extension RepeatRule {
    /// The value of RRULE for what begins at a time on the clock of a zone.
    ///
    /// Beside a time, UNTIL is an instant (RFC 5545, section 3.3.10): the end of the last day in the zone.
    ///
    /// - Parameter clock: the time of its first day; nil for what is on whole days.
    public func text(endingIn zone: Zone, at clock: ClockTime?) -> String {
        guard let until, clock != nil else { return text }
        let end = zone.startOfDay(CivilDate(dayNumber: until.daysSince1970 + 1))
        let last = Instant(epochSeconds: end.epochSeconds - 1)
        var endless = self
        endless.until = nil
        return endless.text + ";UNTIL=" + CivilDateTime(seconds: last.epochSeconds).description + "Z"
    }
}

extension PhraseMoment {
    /// The moment of a command, on the clock of a zone; knows the system's zones.
    public init(_ context: CommandContext, in zone: Zone) {
        self.init(at: context.now, context.settings, in: zone)
    }

    /// A moment on the clock of a zone; knows the system's zones.
    public init(at now: Date, _ settings: UserSettings, in zone: Zone) {
        let clock = zone.wallTime(at: Instant(now))
        self.init(
            today: LocalDate(clock.date),
            now: ClockTime(hour: clock.hour, minute: clock.minute) ?? .midnight,
            firstWeekday: settings.firstWeekday, hasZone: { Zones.system.zone($0) != nil })
    }

    /// Reads a phrase on the user's clock; if it says a zone and no day, on the clock of that zone.
    ///
    /// - Parameters:
    ///   - context: says what the time is, and what the user's zone is.
    ///   - read: reads the phrase at a moment.
    ///   - zone: the zone on whose clock the day follows from the time alone; nil if there is none.
    public static func reading<Phrase>(
        _ context: CommandContext, _ read: (PhraseMoment) throws -> Phrase, zone: (Phrase) -> String?
    ) throws -> Phrase {
        let first = try read(PhraseMoment(context, in: Zones.viewer(context.settings)))
        guard let other = zone(first).flatMap(Zones.system.zone) else { return first }
        return try read(PhraseMoment(context, in: other))
    }
}
