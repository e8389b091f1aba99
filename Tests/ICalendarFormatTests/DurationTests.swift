import ICalendarFormat
import Testing

@Suite struct DurationTests {
    /// The grammar of RFC 5545, section 3.3.6: seconds follow minutes, and minutes hours.
    @Test(arguments: [
        (0, 3601, "PT1H0M1S"), (0, 3600, "PT1H"), (0, 3660, "PT1H1M"), (0, 3661, "PT1H1M1S"),
        (0, 61, "PT1M1S"),
        (0, 1, "PT1S"), (0, 0, "PT0S"), (1, 3601, "P1DT1H0M1S"), (14, 0, "P2W"), (-1, -7205, "-P1DT2H0M5S"),
    ])
    func text(_ days: Int, _ seconds: Int, _ text: String) {
        let duration = CalendarDuration(days: days, seconds: seconds)
        #expect(duration.text == text)
        #expect(CalendarDuration(text) == duration)
    }
}
