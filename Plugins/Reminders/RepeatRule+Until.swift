import AtriumSDK
import ICalendarFormat

extension RepeatRule {
    /// The value of RRULE for a reminder whose due time is on the clock of a zone.
    ///
    /// Beside a time, UNTIL is an instant (RFC 5545, section 3.3.10): the end of the last day in the zone.
    func text(endingIn zone: Zone, at clock: ClockTime?) -> String {
        guard let until, clock != nil else { return text }
        let end = zone.startOfDay(CivilDate(dayNumber: until.daysSince1970 + 1))
        let last = ICalendarFormat.Instant(epochSeconds: end.epochSeconds - 1)
        var endless = self
        endless.until = nil
        return endless.text + ";UNTIL=" + CivilDateTime(seconds: last.epochSeconds).description + "Z"
    }
}
