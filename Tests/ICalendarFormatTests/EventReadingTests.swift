import ContentLine
import Testing
import TextDecoding

@testable import ICalendarFormat

/// Single events as programs write them, among them pitfalls 18 and 28 to 33.
@Suite struct EventReadingTests {
    static func read(_ lines: String, version: CalendarVersion = .iCalendar) -> CalendarComponent {
        let text =
            "BEGIN:VEVENT\r\n" + lines.split(separator: "\n").joined(separator: "\r\n") + "\r\nEND:VEVENT\r\n"
        return CalendarComponent(RawItem(name: "VEVENT", bytes: Array(text.utf8), line: 1), version: version)
    }

    static func event(_ lines: String) throws -> CalendarEvent {
        try #require(read(lines).event)
    }

    /// An event with every property that is typed.
    private static let full = """
        UID:a@b
        DTSTAMP:20260101T000000Z
        CREATED:20250101T000000Z
        LAST-MODIFIED:20250201T000000Z
        SEQUENCE:3
        DTSTART;TZID=Europe/Berlin:20260820T160000
        DTEND;TZID=Europe/Berlin:20260820T170000
        SUMMARY;LANGUAGE=en:Lunch\\, long
        DESCRIPTION:one\\ntwo
        LOCATION:Room 1
        GEO:52.5;13.4
        STATUS:CONFIRMED
        TRANSP:TRANSPARENT
        CLASS:PRIVATE
        PRIORITY:5
        CATEGORIES:WORK,FOOD
        CATEGORIES:Team
        URL:https://example.org/a,b
        COLOR:teal
        ORGANIZER;CN=Jane:mailto:jane@example.org
        ATTENDEE;CN="Doe, John";PARTSTAT=accepted;ROLE=CHAIR;RSVP=TRUE:mailto:john@example.org
        ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:aGk=
        ATTACH:https://example.org/x.pdf
        RRULE:FREQ=WEEKLY;COUNT=4
        RDATE;VALUE=PERIOD:20260901T100000Z/PT1H,20260902T100000Z/20260902T120000Z
        EXDATE;TZID=Europe/Berlin:20260827T160000,20260903T160000
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER;RELATED=END:-PT15M
        DESCRIPTION:Go
        END:VALARM
        """

    @Test func everyPropertyIsTyped() throws {
        let component = Self.read(Self.full)
        let event = try #require(component.event)
        #expect(component.issues.isEmpty)
        #expect(event.uid == "a@b" && event.sequence == 3)
        #expect(event.start == .zoned(try ZoneTests.wall("20260820T160000"), zone: "Europe/Berlin"))
        #expect(event.end == .time(.zoned(try ZoneTests.wall("20260820T170000"), zone: "Europe/Berlin")))
        #expect(
            event.summary == "Lunch, long" && event.description == "one\ntwo" && event.location == "Room 1")
        #expect(event.position == GeoPosition(latitude: 52.5, longitude: 13.4))
        #expect(event.status == .confirmed && event.isTransparent == true && event.classification == .private)
        #expect(event.priority == 5 && event.categories == ["WORK", "FOOD", "Team"])
        #expect(event.url == "https://example.org/a,b" && event.color == "teal")
        #expect(event.rules.map(\.text) == ["FREQ=WEEKLY;COUNT=4"])
        #expect(
            event.additions.count == 2 && event.additions[0].end == .duration(CalendarDuration(seconds: 3600))
        )
        #expect(event.exclusions.count == 2)
        #expect(event.alarms[0].trigger == .relative(CalendarDuration(seconds: -900), toEnd: true))
        #expect(event.alarms[0].isActive)
    }

    @Test func peopleAndFilesAreTyped() throws {
        let event = try Self.event(Self.full)
        #expect(event.organizer?.email == "jane@example.org" && event.organizer?.commonName == "Jane")
        let attendee = try #require(event.attendees.first)
        #expect(attendee.commonName == "Doe, John" && attendee.participationStatus == "ACCEPTED")
        #expect(attendee.role == "CHAIR" && attendee.expectsReply == true)
        #expect(
            event.attachments[0].data() == Array("hi".utf8) && event.attachments[0].mediaType == "text/plain")
        #expect(event.attachments[1].content == .uri("https://example.org/x.pdf"))
    }

    static let flagged: [(lines: String, codes: [String], why: String)] = [
        ("UID:1\nDTSTART:20260101\nDTEND:20260101", ["end-before-start"], "a day that ends where it begins"),
        ("UID:1\nDTSTART;VALUE=DATE:20260101T090000", ["date-with-time"], "a date with a time"),
        ("UID:1\nDTSTART;TZID=Europe/Berlin;VALUE=DATE:20260101", ["needless-zone"], "a date with a zone"),
        (
            "UID:1\nDTSTART;VALUE=DATE:20260101\nDTEND:20260102T000000", ["end-type-mismatch"],
            "Outlook holidays"
        ),
        ("UID:1\nDTSTART:20260101T090000Z\nDTEND:20260101T080000Z", ["end-before-start"], "end before start"),
        ("UID:1\nDTSTART:20260101T090000Z\nDURATION:-PT1H", ["end-before-start"], "negative duration"),
        ("UID:1\nDTSTART:20260101T090000Z\nDURATION:PT", ["bad-duration"], "empty duration"),
        (
            "UID:1\nDTSTART:20260101T090000Z\nDTEND:20260101T100000Z\nDURATION:PT2H", ["end-and-duration"],
            "both"
        ),
        ("UID:1\nDTSTART:20260230", ["bad-date"], "a day that does not exist"),
        ("UID:1", ["missing-start"], "no start"), ("DTSTART:20260101", ["missing-uid"], "no UID"),
        ("UID:1\nDTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;INTERVAL=0", ["rule-bad-number"], "a bad rule"),
        (
            "UID:1\nDTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;COUNT=2;", ["rule-empty-part"],
            "Google's semicolon"
        ),
        (
            "UID:1\nDTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;UNTIL=20260105", ["until-type-mismatch"],
            "UNTIL"
        ),
        ("UID:1\nDTSTART:20260101\nSUMMARY:a\nSUMMARY:b", ["repeated-property"], "twice"),
        ("UID:1\nDTSTART:20260101\nGEO:91;0", ["bad-position"], "off the globe"),
        ("UID:1\nDTSTART:20260101\nSTATUS:NEEDS-ACTION", ["bad-value"], "another component's status"),
        (
            "UID:1\nDTSTART:20260101\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\nEND:VALARM", ["bad-trigger"],
            "Outlook.com"
        ),
        (
            "UID:1\nDTSTART:20260101\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT\nEND:VALARM", ["bad-trigger"],
            "PT"
        ),
        ("UID:1\nDTSTART:20260101\nBEGIN:VALARM\nTRIGGER:-2115415M\nEND:VALARM", ["bad-trigger"], "no P"),
        (
            "UID:1\nDTSTART:20260101\nRECURRENCE-ID:20260101\nRRULE:FREQ=DAILY", ["rule-on-override"],
            "Evolution"
        ),
        ("UID:1\nDTSTART:20260101\nEXDATE:20260102,nonsense", ["bad-date"], "one bad value of a list"),
    ]

    @Test(arguments: flagged)
    func whatIsWrongIsSaidAndKept(_ row: (lines: String, codes: [String], why: String)) {
        let component = Self.read(row.lines)
        #expect(component.issues.map(\.code.rawValue) == row.codes, "\(row.why)")
        #expect(component.issues.allSatisfy { $0.isKept && $0.line > 0 }, "\(row.why)")
        let text = String(decoding: component.component.written(), as: UTF8.self)
        for line in row.lines.split(separator: "\n") { #expect(text.contains(line), "\(row.why)") }
    }

    @Test func issuesNeverQuoteValues() {
        let component = Self.read(
            "UID:1\nDTSTART:secret-value\nGEO:secret-value\nRRULE:secret-value\nDURATION:secret-value")
        #expect(component.issues.count >= 4)
        #expect(component.issues.allSatisfy { !$0.message.contains("secret") })
    }

    @Test func appleAlarmsThatAreNone() throws {
        let event = try Self.event(
            "UID:1\nDTSTART:20260101\nBEGIN:VALARM\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM"
        )
        #expect(event.alarms.count == 1 && !event.alarms[0].isActive)
    }

    @Test func missingUIDsAreDerivedFromTheText() {
        let one = Self.read("DTSTAMP:20260101T000000Z\nDTSTART:20260101\nSUMMARY:a")
        let later = Self.read("DTSTAMP:20260102T000000Z\nDTSTART:20260101\nSUMMARY:a")
        let other = Self.read("DTSTAMP:20260101T000000Z\nDTSTART:20260101\nSUMMARY:b")
        #expect(one.uid == nil && one.derivedUID == later.derivedUID && one.derivedUID != other.derivedUID)
    }

    @Test(arguments: [
        ("P1W", CalendarDuration(days: 7)), ("-PT15M", CalendarDuration(seconds: -900)),
        ("P1DT2H3M4S", CalendarDuration(days: 1, seconds: 7384)), ("+PT0S", CalendarDuration()),
        ("p2d", CalendarDuration(days: 2)), ("P1DT", CalendarDuration(days: 1)),
    ])
    func durationsAreRead(text: String, duration: CalendarDuration) {
        #expect(CalendarDuration(text) == duration)
        #expect(CalendarDuration(duration.text) == duration)
    }

    @Test(arguments: ["", "P", "PT", "1H", "P1", "PT1D", "P1H", "PT99999999999999999999S", "PTT1H", "P-1D"])
    func otherTextIsNoDuration(_ text: String) {
        #expect(CalendarDuration(text) == nil)
    }

    @Test(arguments: [
        ("20260820", "20260820"), ("20260820T160000", "20260820T160000"),
        ("20260820T160000Z", "20260820T160000Z"),
        ("20260820t1600z", "20260820T160000Z"), ("2026-08-20T16:00:00Z", "20260820T160000Z"),
        ("20260820T235960", "20260820T235959"), (" 20260820 ", "20260820"),
    ])
    func timesAreRead(text: String, written: String) {
        #expect(DateTimeText(text)?.description == written)
    }

    @Test(arguments: [
        "", "2026", "20260820T", "20260820T25", "20261301", "20260820T160000ZZ", "20260820T160000+0100",
        "\u{0}",
    ])
    func otherTextIsNoTime(_ text: String) {
        #expect(DateTimeText(text) == nil)
    }

    @Test func vCalendarIsReadByItsVersion() throws {
        let component = Self.read(
            """
            DTSTART:20260820T160000
            SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9=
             au lait
            CATEGORIES:WORK;HOME
            RRULE:W1 TU #4
            EXDATE:20260825T160000;20260901T160000
            DALARM:20260820T155000;PT5M;2;Wake up
            TRANSP:1
            """, version: .vCalendar)
        let event = try #require(component.event)
        #expect(event.summary?.hasPrefix("Café") == true)
        #expect(event.categories == ["WORK", "HOME"])
        #expect(event.rules.map(\.text) == ["FREQ=WEEKLY;BYDAY=TU;COUNT=4"])
        #expect(event.exclusions.count == 2)
        #expect(event.alarms.first?.description == "Wake up" && event.alarms.first?.repeatCount == 2)
        #expect(event.isTransparent == true)
    }

    @Test func theReaderStreamsCalendarsInOrder() throws {
        let text = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            X-WR-CALNAME:Home\r
            BEGIN:VEVENT\r
            DTSTART;TZID=Mine:20260101T090000\r
            END:VEVENT\r
            BEGIN:VTIMEZONE\r
            TZID:Mine\r
            BEGIN:STANDARD\r
            DTSTART:19700101T000000\r
            TZOFFSETFROM:+0000\r
            TZOFFSETTO:+0130\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VTODO\r
            UID:t\r
            END:VTODO\r
            BEGIN:X-THING\r
            END:X-THING\r
            END:VCALENDAR\r
            BEGIN:VCALENDAR\r
            VERSION:1.0\r
            END:VCALENDAR\r

            """
        var reader = ICalendarReader(ArrayByteSource(text))
        var seen: [String] = []
        while let element = try reader.next() {
            switch element {
            case .calendarBegin(let line): seen.append("begin \(line)")
            case .calendarProperty(let line): seen.append(line.name)
            case .timeZone(let definition, _, let issues):
                seen.append("zone \(definition.id) \(issues.map(\.code.rawValue))")
                #expect(reader.zones().zone("Mine")?.offset(at: Instant(epochSeconds: 0)) == 5400)
            case .component(let component): seen.append("\(component.kind.name) \(component.source.line)")
            case .calendarEnd: seen.append("end \(reader.version)")
            case .issue(let issue): seen.append(issue.code.rawValue)
            }
        }
        #expect(
            seen == [
                "begin 1", "VERSION", "X-WR-CALNAME", "VEVENT 4", "zone Mine [\"late-time-zone\"]",
                "VTODO 15",
                "X-THING 18", "end iCalendar", "begin 21", "VERSION", "end vCalendar",
            ])
    }

    @Test func manyAttendeesDatesAndLevelsAreReadInTime() throws {
        let attendees = (0..<20_000).map { "ATTENDEE;CN=P\($0):mailto:p\($0)@example.org" }.joined(
            separator: "\n")
        let dates =
            "RDATE:" + (0..<20_000).map { "\(CivilDateTime(seconds: $0 * 86_400))" }.joined(separator: ",")
        let component = Self.read("UID:1\nDTSTART:19700101T000000\n\(attendees)\n\(dates)")
        let event = try #require(component.event)
        #expect(event.attendees.count == 20_000 && event.additions.count == 20_000)
        var fewer = event
        fewer.attendees.removeFirst(19_000)
        fewer.additions.removeLast(5_000)
        let again = component.patched(with: fewer, now: Instant(epochSeconds: 0)).component
        #expect(again.properties("ATTENDEE").count == 1000)
        let deep = String(repeating: "BEGIN:X\n", count: 10_000)
        #expect(Self.read("UID:1\nDTSTART:20260101\n" + deep).event?.uid == "1")
    }
}
