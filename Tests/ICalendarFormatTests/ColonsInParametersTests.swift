import ContentLine
import Testing

@testable import ICalendarFormat

/// Parameter values with a colon and without quotes, which RFC 5545, section 3.1, does not allow.
@Suite struct ColonsInParametersTests {
    private func line(_ text: String) throws -> ContentLine {
        try #require(ContentLine(reading: Array(text.utf8)))
    }

    @Test(arguments: [
        (
            "DTSTART;TZID=tzone://Microsoft/Custom:20260706T120000", "tzone://Microsoft/Custom",
            "20260706T120000"
        ),
        (
            "DTSTART;TZID=(GMT+01:00) Berlin;VALUE=DATE-TIME:20260706T120000", "(GMT+01:00) Berlin",
            "20260706T120000"
        ),
        ("DTSTART;VALUE=DATE-TIME;TZID=a:b:2026-07-06T12:00:00", "a:b", "2026-07-06T12:00:00"),
        ("EXDATE;TZID=a:b:20260706T120000,20260707T120000", "a:b", "20260706T120000,20260707T120000"),
        ("RDATE;TZID=a:b:20260706T120000/PT1H", "a:b", "20260706T120000/PT1H"),
        ("TRIGGER;TZID=a:b:-PT15M", "a:b", "-PT15M"), ("SEQUENCE;TZID=a:b:3", "a:b", "3"),
        (
            "ATTENDEE;TZID=mailto:a@example.org:mailto:b@example.org", "mailto:a@example.org",
            "mailto:b@example.org"
        ),
        ("ATTENDEE;TZID=Smith: John:mailto:b@example.org", "Smith: John", "mailto:b@example.org"),
        ("ATTACH;TZID=a:b.pdf:https://example.org:80/x", "a:b.pdf", "https://example.org:80/x"),
    ])
    func theValueBeginsAfterTheLastColonThatLeavesOne(_ text: String, _ parameter: String, _ value: String)
        throws
    {
        let line = try line(text)
        let found = try #require(line.withColonInParameter)
        #expect(found.parameter("TZID") == parameter)
        #expect(String(decoding: found.value, as: UTF8.self) == value)
        #expect(found.parameters.contains { $0.values == [parameter] })
        #expect(String(decoding: found.written(), as: UTF8.self) == text + "\r\n")
    }

    /// A line that can be read as it is written, and one that cannot be read at all, stay as they are.
    @Test(arguments: [
        "DTSTART;TZID=\"a:b\":20260706T120000", "DTSTART;TZID=Europe/Berlin:2026-07-06T12:00:00",
        "DTSTART:tzone:20260706T120000", "DTSTART;TZID=a:b:2026-13", "SUMMARY;LANGUAGE=en:a: b: c",
        "DESCRIPTION;ALTREP=cid:1:Text", "ATTENDEE;CN=A:mailto:a@example.org",
        "ATTACH;FMTTYPE=text/plain:https://example.org/?a=urn:b:c", "URL;VALUE=URI:message:%3Ca:b%3E",
        "ATTENDEE;ROLE=OWNER:Ada <ada@example.org>", "EXDATE;TZID=a:b:", "X-A;B=c:d:20260706T120000",
    ])
    func otherLinesStay(_ text: String) throws {
        #expect(try line(text).withColonInParameter == nil)
    }

    /// A hostile line with many colons: only the first 32 are tried.
    @Test func manyColons() throws {
        let line = try line("DTSTART;TZID=a" + String(repeating: ":", count: 2_000_000))
        #expect(line.withColonInParameter == nil)
    }

    @Test func anEditOfTheLineQuotesTheParameter() throws {
        let source = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=a:b;X-C=d:20260706T120000\r\nEND:VEVENT\r\n"
        let component = Component.parse(Array(source.utf8)).component
        var issues: [ContentIssue] = []
        var event = CalendarEvent(component, issues: &issues)
        #expect(issues.map(\.code) == [.colonInParameter])
        guard case .zoned(let time, "a:b")? = event.start else {
            Issue.record("\(String(describing: event.start))")
            return
        }
        event.summary = "x"
        let kept = event.patch(component, now: Instant(epochSeconds: 0)).component.written()
        #expect(String(decoding: kept, as: UTF8.self).contains("DTSTART;TZID=a:b;X-C=d:20260706T120000\r\n"))
        event.start = .zoned(time.adding(seconds: 3600), zone: "a:b")
        let moved = event.patch(component, now: Instant(epochSeconds: 0)).component.written()
        #expect(
            String(decoding: moved, as: UTF8.self).contains("DTSTART;TZID=\"a:b\";X-C=d:20260706T130000\r\n"))
    }

    /// Some programs write TZID as a property of the event.
    @Test func timesWithoutAZoneAreInTheZoneOfThePropertyTZID() throws {
        let source = """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260706T080000
            DTEND:20260706T020000Z
            EXDATE:20260707T080000
            TZID:Asia/Shanghai
            END:VEVENT
            """
        let component = Component.parse(Array(source.utf8)).component
        var issues: [ContentIssue] = []
        var event = CalendarEvent(component, issues: &issues)
        #expect(issues.map(\.code) == [.zoneAsProperty])
        #expect(event.start?.zoneID == "Asia/Shanghai" && event.exclusions.first?.zoneID == "Asia/Shanghai")
        guard case .time(.utc)? = event.end else {
            Issue.record("\(String(describing: event.end))")
            return
        }
        event.exclusions = []
        let written = event.patch(component, now: Instant(epochSeconds: 0)).component.written()
        let text = String(decoding: written, as: UTF8.self)
        #expect(!text.contains("EXDATE") && text.contains("DTSTART:20260706T080000\r\n"))
    }
}
