import AtriumSDK
import AtriumTesting
import Testing

@testable import Values

@Suite struct TimeframeTests {
    /// Seen from 2026-03-02.
    @Test(
        arguments: [
            ("by 2030", 2030), ("2030", 2030), ("Summer 2031!", 2031), ("2028-2030", 2030),
            ("bis 2030", 2030),
            ("the 2030s", 2039), ("before I am 40, so 2033", 2033), ("in 5 years", 2031), ("5 years", 2031),
            ("within two years", 2028), ("3-5 years", 2031), ("10y", 2036), ("a decade", 2036),
            ("in an year", 2027), ("18 months", 2027), ("10 months", 2027), ("9 months", 2026),
            ("in 6 weeks", 2026), ("2000 days", 2031), ("this year", 2026), ("next year", 2027),
            ("next decade", 2036), ("someday", nil), ("when I am 40", nil), ("every 2 years", nil),
            ("half a year", nil), ("5 years ago", nil), ("50 years old", nil), ("years", nil), ("", nil),
            ("9999 years", nil), ("99999999999999999999 years", nil), ("1066", nil), ("12030", nil),
        ] as [(String, Int?)])
    func aYearIsRead(_ text: String, _ year: Int?) throws {
        let day = try #require(LocalDate(iso: "2026-03-02"))
        switch Timeframe(text) {
        case .year(let found)?: #expect(found == year)
        case .span(let span)?: #expect(span.year(from: day) == year)
        case nil: #expect(year == nil)
        }
    }
}
