import ContentLine
import Testing
import TextDecoding

@testable import ICalendarFormat

/// What programs really write in the text of calendars: pitfalls 1 to 9 of the list that this project keeps.
@Suite struct TextPitfallTests {
    static func calendar(_ lines: String, end: String = "\r\n") -> [UInt8] {
        Array(
            ("BEGIN:VCALENDAR\nVERSION:2.0\n" + lines + "\nEND:VCALENDAR\n").replacing("\n", with: end).utf8)
    }

    /// The file read, written and read again, with the same result.
    static func readTwice(_ bytes: [UInt8]) throws -> ICalendarCorpusTests.Reading {
        let reading = try ICalendarCorpusTests.read(bytes)
        var writer = ICalendarWriter()
        writer.begin(properties: reading.properties)
        for component in reading.components { writer.write(component.component) }
        writer.end()
        let again = try ICalendarCorpusTests.read(writer.takeOutput())
        #expect(again.components.map(\.item) == reading.components.map(\.item))
        #expect(again.components.map(\.component) == reading.components.map(\.component))
        return reading
    }

    static func event(_ bytes: [UInt8]) throws -> CalendarEvent {
        try #require(try readTwice(bytes).components.first?.event)
    }

    @Test func pitfall01FoldsMayCutCharacters() throws {
        var bytes = Self.calendar("BEGIN:VEVENT\nUID:1\nSUMMARY:Grü\u{DF}e\n\tund mehr\nEND:VEVENT")
        let cut = try #require(bytes.firstIndex(of: 0xC3)) + 1
        bytes.insert(contentsOf: [0x0D, 0x0A, 0x20], at: cut)
        #expect(try Self.event(bytes).summary == "Grüßeund mehr")
        let long = String(repeating: "ä🦊", count: 2000)
        var event = CalendarEvent(uid: "1", start: nil)
        event.summary = long
        let written = event.component(now: Instant(epochSeconds: 0)).written()
        for line in written.split(separator: 0x0A) {
            #expect(line.count <= 76 && line.last == 0x0D)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
        #expect(
            try Self.event(Self.calendar("BEGIN:VEVENT\nUID:1\nSUMMARY:\(long)\nEND:VEVENT")).summary == long)
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\r\n\r\n", "\n \n"])
    func pitfall02LineEndsAndBlankLines(end: String) throws {
        let event = try Self.event(
            Self.calendar("BEGIN:VEVENT\nUID:1\nSUMMARY:a\nDTSTART:20260101\nEND:VEVENT", end: end))
        #expect(event.uid == "1" && event.summary == "a" && event.start != nil)
    }

    @Test func pitfall03ByteOrderMarksAndUTF16() throws {
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:ü\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let files: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF] + text.utf8, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big,
        ]
        for file in files { #expect(try Self.event(file).uid == "ü") }
        var writer = ICalendarWriter()
        writer.begin()
        #expect(writer.takeOutput().starts(with: "BEGIN:VCALENDAR".utf8))
    }

    @Test func pitfall04BytesThatAreNotUTF8() throws {
        var bytes = Self.calendar("BEGIN:VEVENT\nUID:1\nDTSTART:20260101\nSUMMARY:Caf#\nEND:VEVENT")
        bytes[try #require(bytes.firstIndex(of: 0x23))] = 0xE9
        let reading = try ICalendarCorpusTests.read(bytes)
        #expect(reading.components.first?.event?.summary == "Café")
        #expect(reading.issues.map(\.code) == [.notUTF8])
        #expect(reading.components.first?.source.bytes.contains(0xE9) == true)
        let said = EventReadingTests.read(
            "UID:1\nSUMMARY;CHARSET=windows-1251;ENCODING=QUOTED-PRINTABLE:=CF=F0=E8", version: .vCalendar)
        #expect(said.event?.summary == "При")
    }

    @Test func pitfall05QuotedPrintableSoftBreaks() throws {
        for soft in ["=\r\n", "=\r\n "] {
            let text =
                "BEGIN:VEVENT\r\nUID:1\r\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:a=C3\(soft)=A4=0D=0Ab\r\n"
                + "SUMMARY;QUOTED-PRINTABLE:x=\r\nLOCATION:here\r\nEND:VEVENT\r\n"
            let component = CalendarComponent(
                RawItem(name: "VEVENT", bytes: Array(text.utf8)), version: .vCalendar)
            #expect(component.event?.description == "aä\nb")
            #expect(component.event?.summary == "x" && component.event?.location == "here")
        }
    }

    @Test func pitfall06EscapesByKindOfValue() throws {
        let event = try Self.event(
            Self.calendar(
                #"""
                BEGIN:VEVENT
                UID:1
                SUMMARY:a\, b\; c\: d\\n e\N f\q
                URL:https\://example.org/a\,b
                CATEGORIES:one\,half,two
                GEO:52.5\;13.4
                END:VEVENT
                """#))
        #expect(event.summary == "a, b; c: d\\n e\n f\\q")
        #expect(event.url == "https://example.org/a,b")
        #expect(event.categories == ["one,half", "two"])
        #expect(event.position == GeoPosition(latitude: 52.5, longitude: 13.4))
    }

    @Test func pitfall07ParameterValues() throws {
        let event = try Self.event(
            Self.calendar(
                #"""
                BEGIN:VEVENT
                UID:1
                ATTENDEE;CN="a:b;c";MEMBER="mailto:x@y","mailto:z@y":mailto:1@example.org
                ATTENDEE;CN=Doe\, John:mailto:2@example.org
                ATTENDEE;CN=say "hi":mailto:3@example.org
                ATTENDEE;CN=a^nb^'c^^d:mailto:4@example.org
                LOCATION;ALTREP="https://example.org/:":Grüße
                END:VEVENT
                """#))
        #expect(event.attendees.map(\.commonName) == ["a:b;c", "Doe, John", "say \"hi\"", "a\nb\"c^d"])
        #expect(event.attendees[0].groups == ["mailto:x@y", "mailto:z@y"])
        #expect(event.location == "Grüße")
        var changed = event
        changed.attendees[0].commonName = "quote \" and\nline"
        let component = try #require(
            ICalendarCorpusTests.read(Self.calendar("BEGIN:VEVENT\nUID:1\nEND:VEVENT")).components.first)
        let line = try #require(
            component.patched(with: changed, now: Instant(epochSeconds: 0)).component.property("ATTENDEE"))
        #expect(String(decoding: line.written(), as: UTF8.self).contains("CN=quote ^' and^nline"))
    }

    @Test func pitfall08BrokenStructureLosesNoNeighbours() throws {
        let reading = try ICalendarCorpusTests.read(
            Array(
                """
                begin:vcalendar
                BEGIN:VEVENT
                UID:1
                BEGIN:VEVENT
                UID:2
                a line without a colon
                END:VEVENT
                BEGIN:VCALENDAR
                Begin:vEvent
                UID:3
                end:vevent
                BEGIN:VTODO
                UID:4
                """.utf8))
        #expect(reading.components.map(\.uid) == ["1", "2", "3", "4"])
        let codes = Set(reading.issues.map(\.code))
        #expect(codes.isSuperset(of: [.missingEnd, .missingColon]))
        #expect(reading.issues.filter { $0.code == .missingEnd }.count >= 3)
    }

    @Test func pitfall09WhatIsUnknownIsKeptInItsPlace() throws {
        let text = """
            BEGIN:VEVENT
            X-MOZ-LASTACK;X-P=1:20260101T000000Z
            UID:1
            x-apple-Structured.LOCATION;VALUE=URI:geo:1,2
            BEGIN:X-VENDOR
            X-A:\\q;,
            BEGIN:X-DEEPER
            END:X-DEEPER
            END:X-VENDOR
            SUMMARY:a
            END:VEVENT
            """
        let item = try #require(try Self.readTwice(Self.calendar(text)).components.first)
        var event = try #require(item.event)
        event.summary = "b"
        let patched = item.patched(with: event, now: Instant(epochSeconds: 0)).component.written()
        let lines = String(decoding: patched, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let expected = text.replacing("SUMMARY:a", with: "SUMMARY:b").split(separator: "\n").map(String.init)
        let stamps = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
        #expect(lines.filter { line in !stamps.contains { line.hasPrefix($0) } } == expected)
    }
}
