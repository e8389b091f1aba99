import ContentLine
import Testing

@testable import ICalendarFormat

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

    /// The T is missing or misplaced; the reading is reported with what was read.
    @Test(arguments: [
        ("-PT1D", "-P1D"), ("P1H30M", "PT1H30M"), ("-P15M", "-PT15M"), ("PT1W", "P1W"),
        ("PT1W2D3H", "P9DT3H"),
        ("P1D2H", "P1DT2H"), ("P2H30MT", "PT2H30M"), ("+PT2D", "P2D"), ("pt1d", "P1D"),
    ])
    func aMisplacedTIsReadAsIntended(_ written: String, _ meant: String) throws {
        let (duration, issues) = try read(written)
        #expect(duration == CalendarDuration(meant))
        #expect(issues.map(\.code) == [.misplacedT])
        #expect(issues.first?.message.contains(meant) == true)
    }

    /// A text that could mean months, or that has no clear meaning, is not a duration.
    @Test(arguments: [
        "P1M2D", "PT1M2W", "P1Y", "P1W9W9", "P1H1H", "PTT1D", "P", "PT", "P1", "1D", "P-1D", "PT1DX",
        "P9S9M",
    ])
    func otherTextsAreNoDurations(_ written: String) throws {
        let (duration, issues) = try read(written)
        #expect(duration == nil)
        #expect(issues.map(\.code) == [.badDuration])
    }

    private func read(_ text: String) throws -> (CalendarDuration?, [ContentIssue]) {
        let line = try #require(ContentLine(reading: Array("DURATION:\(text)".utf8)))
        var issues: [ContentIssue] = []
        return (PropertyReader.duration(line, &issues), issues)
    }
}
