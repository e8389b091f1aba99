import AtriumSDK
import Foundation
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0.0), ("2026-03-01T09:30:00Z", 1_772_357_400.0),
        ("1969-12-31T23:59:59Z", -1.0), ("2000-02-29T23:59:59Z", 951_868_799.0),
        ("0001-01-01T00:00:00Z", -62_135_596_800.0), ("9999-12-31T23:59:59Z", 253_402_300_799.0),
    ])
    func textAndDateAreInverse(text: String, seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(Timestamp.text(date) == text)
        #expect(Timestamp.date(text) == date)
    }

    @Test(arguments: [
        ("2026-03-01T09:30:00+01:00", "2026-03-01T08:30:00Z"),
        ("2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00Z"),
        ("2026-02-28T20:00:00-05:30", "2026-03-01T01:30:00Z"),
        ("2026-03-01T09:30:00-00:00", "2026-03-01T09:30:00Z"),
        ("2026-03-01T09:30:00+23:59", "2026-02-28T09:31:00Z"),
        ("2026-03-01t09:30:00z", "2026-03-01T09:30:00Z"),
        // A fraction is cut off, never rounded up, before 1970 too.
        ("2026-03-01T09:30:00.999Z", "2026-03-01T09:30:00Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59Z"),
        ("2026-03-01T09:30:00.123456789012+00:00", "2026-03-01T09:30:00Z"),
        // A leap second is the second before it.
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2017-01-01T00:59:60+01:00", "2016-12-31T23:59:59Z"),
        // Just within the valid years.
        ("0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z"),
        ("9999-12-31T22:59:59-01:00", "9999-12-31T23:59:59Z"),
    ])
    func readsOffsetsFractionsAndLeapSeconds(text: String, stored: String) throws {
        #expect(Timestamp.text(try #require(Timestamp.date(text))) == stored)
    }

    @Test(arguments: [(".5", 0.5), (".25", 0.25), (".000", 0), (".001", 0.001), (".123456789", 0.123456789)])
    func keepsFractionsInTheDate(fraction: String, seconds: Double) throws {
        let date = try #require(Timestamp.date("1970-01-01T00:00:10\(fraction)Z"))
        #expect(abs(date.timeIntervalSince1970 - 10 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "Z", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30Z", "2026-03-01 09:30:00Z",
        "20260301T093000Z", "2026-02-29T09:30:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z",
        "2026-03-01T09:30:61Z", "2026-03-01T09:30:00.Z", "2026-03-01T09:30:00,5Z", "2026-03-01T09:30:00ZZ",
        "2026-03-01T09:30:00+1:00", "2026-03-01T09:30:00+0100", "2026-03-01T09:30:00+01",
        "2026-03-01T09:30:00+24:00", "2026-03-01T09:30:00+01:60", "2026-03-01T09:30:00 01:00",
        "2026-03-01T09:30:00Z ", " 2026-03-01T09:30:00Z", "2026-03-01T09.30.00Z", "2026-03-01T-1:30:00Z",
        "2026-03-01T09:30:00.1234567890123456789Z", "2026-03-01T09:30:0٠Z", "0000-01-01T00:00:00Z",
        "2026-03-01T09:30:00\u{0}", "2026-03-01\u{301}09:30:00Z",
        // An offset leads out of the valid years.
        "0001-01-01T00:59:59+01:00", "9999-12-31T23:00:00-01:00", "9999-12-31T23:59:59.5-00:01",
    ])
    func refusesOtherTexts(text: String) {
        #expect(Timestamp.date(text) == nil)
    }

    /// What a clock says is clamped, what somebody wrote is not.
    @Test(
        arguments: [
            (-62_135_596_800.0, "0001-01-01T00:00:00Z"), (253_402_300_799.5, "9999-12-31T23:59:59Z"),
            (0.5, "1970-01-01T00:00:00Z"), (-62_135_596_800.5, nil), (253_402_300_800, nil), (.nan, nil),
            (.infinity, nil),
        ] as [(Double, String?)])
    func exactTextIsOfTheValidYearsOnly(seconds: Double, text: String?) {
        #expect(Timestamp.exactText(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func storedTextSortsByTime() {
        let seconds = [-62_135_596_800.0, -1e9, -1, 0, 1, 59, 60, 3600, 86_399, 86_400, 1e9, 253_402_300_799]
        let texts = seconds.map { Timestamp.text(Date(timeIntervalSince1970: $0)) }
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == texts.count)
    }

    @Test(arguments: [
        (-Double.infinity, "0001-01-01T00:00:00Z"), (Double.infinity, "9999-12-31T23:59:59Z"),
        (-1e300, "0001-01-01T00:00:00Z"), (1e300, "9999-12-31T23:59:59Z"),
        (Double.nan, "0001-01-01T00:00:00Z"),
    ])
    func clampsDatesThatAreNone(seconds: Double, text: String) {
        #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}
