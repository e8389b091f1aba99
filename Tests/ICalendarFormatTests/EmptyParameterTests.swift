import ContentLine
import ICalendarFormat
import SeededRandom
import Testing
import TextDecoding

/// Parameters and values of parameters that say nothing: a program wrote them, and nobody edited them.
@Suite("Empty parameters of calendars")
struct EmptyParameterTests {
    static let cases: [(CalendarVersion, SampleLine.Encoding)] =
        SampleLine.Encoding.allCases.map { (.vCalendar, $0) }
        + SampleLine.Encoding.allCases.filter { !$0.isQuotedPrintable }.map { (.iCalendar, $0) }

    private static let names = [
        "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "CATEGORIES", "ATTENDEE", "X-ANY",
    ]

    /// The event with URL, PRIORITY and one more ATTENDEE, which no sample has.
    private func edited(_ component: CalendarComponent) throws -> [UInt8] {
        var event = try #require(component.event)
        event.url = "https://example.org/"
        event.priority = 7
        event.attendees.append(CalendarUser(address: "mailto:new@example.org"))
        return component.patched(with: event, now: Instant(epochSeconds: 0)).component.written()
    }

    private static let added: Set = [
        "VERSION", "PRODID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "URL", "PRIORITY",
    ]

    private func expect(_ samples: [SampleLine], in written: [UInt8], _ comment: Comment) {
        let lines = Component.parse(written).component.properties.filter {
            !Self.added.contains($0.canonicalName) && $0.text() != "mailto:new@example.org"
        }
        #expect(lines.map { $0.text() } == samples.map(\.value), comment)
        for (line, sample) in zip(lines, samples) {
            #expect(sample.hasHead(of: line.source ?? []), "\(comment): \(sample.head)")
        }
    }

    @Test(
        "They come back in both versions and every encoding, also if another property is edited",
        arguments: cases)
    func anyParameters(version: CalendarVersion, encoding: SampleLine.Encoding) throws {
        var random = SeededGenerator(seed: 22)
        let words = version == .vCalendar ? ["WORK", "Home"] : []
        for round in 0..<200 {
            let own = (0..<random.int(0...3)).map { _ in
                random.line(named: ["X-WR-CALDESC", "X-ANY"], words: words, in: encoding)
            }
            let samples = (0..<random.int(1...6)).map { _ in
                random.line(named: Self.names, words: words, in: encoding)
            }
            let number = version == .vCalendar ? "1.0" : "2.0"
            let file =
                Array("BEGIN:VCALENDAR\r\nVERSION:\(number)\r\n".utf8) + own.flatMap(\.bytes)
                + Array("BEGIN:VEVENT\r\n".utf8) + samples.flatMap(\.bytes)
                + Array("END:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
            let reading = try ICalendarCorpusTests.read(file)
            let component = try #require(reading.components.first)
            #expect(component.version == version)
            let normalized = component.source.normalized()
            expect(samples, in: normalized, "round \(round)")
            #expect(component.component.written() == normalized, "round \(round)")
            expect(samples, in: try edited(component), "round \(round), edited")

            var writer = ICalendarWriter()
            writer.begin(properties: reading.properties, version: version)
            writer.write(source: component.source)
            writer.end()
            expect(own, in: writer.takeOutput(), "round \(round), calendar")
            var containers = CalendarContainerReader(ArrayByteSource(file))
            let container = try #require(try containers.next())
            expect(own, in: container.source, "round \(round), container")
        }
    }

    @Test(
        "They stay in an event of windows-1252 that is written in UTF-8",
        arguments: [
            "SUMMARY;;X-A=1;:Grüße", "SUMMARY;:Grüße",
            "ATTENDEE;CN=;MEMBER=a,,b;ROLE=,:mailto:jürgen@a.example",
            "DESCRIPTION;=;=WORK;ALTREP=\"\":Grüße",
        ])
    func eventOfWindows1252(line: String) throws {
        let text = "BEGIN:VEVENT\r\n\(line)\r\nEND:VEVENT\r\n"
        let source = RawItem(name: "VEVENT", bytes: text.unicodeScalars.map { UInt8($0.value) })
        for version in [CalendarVersion.iCalendar, .vCalendar] {
            let component = CalendarComponent(source, version: version)
            #expect(String(decoding: component.source.normalized(), as: UTF8.self) == text)
            #expect(String(decoding: try edited(component), as: UTF8.self).contains("\r\n\(line)\r\n"))
        }
    }
}
