import ContentLine
import Testing
import TextDecoding

@testable import ICalendarFormat

/// Edits of events, line by line, and what must never get out through a value.
@Suite struct EventPatchTests {
    static let source = """
        UID:1
        DTSTAMP:20260101T000000Z
        SEQUENCE:4
        DTSTART;TZID=Europe/Berlin;X-A=1:20260601T090000
        DTEND;TZID=Europe/Berlin:20260601T100000
        SUMMARY;LANGUAGE=de:Treffen
        DESCRIPTION;ALTREP="data:text/html,x":Text
        X-ALT-DESC;FMTTYPE=text/html:<p>Text</p>
        CATEGORIES:ONE,TWO\\, and,THREE
        CATEGORIES;LANGUAGE=en:four
        ATTENDEE;CN=A;X-NUM-GUESTS=0;PARTSTAT=NEEDS-ACTION:mailto:a@example.org
        ATTENDEE;CN=B:mailto:b@example.org
        EXDATE;TZID=Europe/Berlin:20260602T090000,20260603T090000
        RRULE:FREQ=DAILY;COUNT=9
        ATTACH:https://example.org/1
        X-KEEP;P=1:anything at all
        BEGIN:VALARM
        ACTION:DISPLAY
        X-EVOLUTION-ALARM-UID:q
        TRIGGER:-PT5M
        END:VALARM
        BEGIN:X-INNER
        X-Y:z
        END:X-INNER
        """

    struct Edit: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout CalendarEvent) -> Void
        let removed: [String]
        let added: [String]
        var dropped: [String] = []

        var testDescription: String { name }
    }

    static let edits: [Edit] = [
        Edit(
            name: "summary", change: { $0.summary = "Neu; anders" }, removed: ["SUMMARY;LANGUAGE=de:Treffen"],
            added: ["SUMMARY;LANGUAGE=de:Neu\\; anders"]),
        Edit(
            name: "description drops its twins", change: { $0.description = "new" },
            removed: [
                "DESCRIPTION;ALTREP=\"data:text/html,x\":Text", "X-ALT-DESC;FMTTYPE=text/html:<p>Text</p>",
            ],
            added: ["DESCRIPTION:new"], dropped: ["X-ALT-DESC", "ALTREP"]),
        Edit(
            name: "start becomes a date",
            change: { $0.start = .date(CivilDate(dayNumber: 20_000)) },
            removed: ["DTSTART;TZID=Europe/Berlin;X-A=1:20260601T090000"],
            added: ["DTSTART;X-A=1;VALUE=DATE:20241004"]),
        Edit(
            name: "end becomes a duration", change: { $0.end = .duration(CalendarDuration(seconds: 5400)) },
            removed: ["DTEND;TZID=Europe/Berlin:20260601T100000"], added: ["DURATION:PT1H30M"]),
        Edit(
            name: "a category goes", change: { $0.categories.remove(at: 1) },
            removed: ["CATEGORIES:ONE,TWO\\, and,THREE"], added: ["CATEGORIES:ONE,THREE"]),
        Edit(
            name: "a category comes", change: { $0.categories.append("five, six") }, removed: [],
            added: ["CATEGORIES:five\\, six"]),
        Edit(
            name: "an attendee answers", change: { $0.attendees[0].participationStatus = "ACCEPTED" },
            removed: ["ATTENDEE;CN=A;X-NUM-GUESTS=0;PARTSTAT=NEEDS-ACTION:mailto:a@example.org"],
            added: ["ATTENDEE;CN=A;X-NUM-GUESTS=0;PARTSTAT=ACCEPTED:mailto:a@example.org"]),
        Edit(
            name: "an attendee goes", change: { $0.attendees.removeLast() },
            removed: ["ATTENDEE;CN=B:mailto:b@example.org"], added: []),
        Edit(
            name: "an exception goes, another comes",
            change: { $0.exclusions = [$0.exclusions[1], .utc(Instant(epochSeconds: 1_780_000_000))] },
            removed: ["EXDATE;TZID=Europe/Berlin:20260602T090000,20260603T090000"],
            added: ["EXDATE;TZID=Europe/Berlin:20260603T090000", "EXDATE:20260528T202640Z"]),
        Edit(
            name: "the rule changes",
            change: { $0.rules = [try? RecurrenceRule("FREQ=WEEKLY")].compactMap { $0 } },
            removed: ["RRULE:FREQ=DAILY;COUNT=9"], added: ["RRULE:FREQ=WEEKLY"]),
        Edit(
            name: "an alarm moves",
            change: { $0.alarms[0].trigger = .relative(CalendarDuration(seconds: -600), toEnd: false) },
            removed: ["TRIGGER:-PT5M"], added: ["TRIGGER:-PT10M"]),
        Edit(
            name: "an alarm comes",
            change: { $0.alarms.append(Alarm(trigger: .absolute(Instant(epochSeconds: 0)))) }, removed: [],
            added: [
                "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:19700101T000000Z", "END:VALARM",
            ]),
        Edit(
            name: "an attachment comes", change: { $0.attachments.append(Attachment(data: [1, 2, 3])) },
            removed: [],
            added: ["ATTACH;ENCODING=BASE64;VALUE=BINARY:AQID"]),
        Edit(
            name: "status, place and colour come",
            change: {
                $0.status = .tentative
                $0.isTransparent = true
                $0.color = "teal"
                $0.position = GeoPosition(latitude: 1.5, longitude: -2)
            }, removed: [], added: ["STATUS:TENTATIVE", "TRANSP:TRANSPARENT", "COLOR:teal", "GEO:1.5;-2.0"]),
    ]

    private static func lines(_ component: Component) -> [String] {
        String(decoding: component.written(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test(arguments: edits)
    func onlyTheEditedLinesDiffer(_ edit: Edit) throws {
        let item = EventReadingTests.read(Self.source)
        var event = try #require(item.event)
        edit.change(&event)
        let patched = item.patched(with: event, now: Instant(epochSeconds: 1_800_000_000))
        let before = Self.lines(item.component)
        let after = Self.lines(patched.component)
        let stamps = ["DTSTAMP:20270115T080000Z", "SEQUENCE:5", "LAST-MODIFIED:20270115T080000Z"]
        var removed = before
        var added: [String] = []
        for line in after {
            if let index = removed.firstIndex(of: line) {
                removed.remove(at: index)
            } else {
                added.append(line)
            }
        }
        // Lines that end a new component may equal others; what counts is which there are.
        #expect(removed.sorted() == (edit.removed + ["DTSTAMP:20260101T000000Z", "SEQUENCE:4"]).sorted())
        #expect(added.sorted() == (edit.added + stamps).sorted())
        #expect(patched.dropped == edit.dropped)

        var issues: [ContentIssue] = []
        var again = CalendarEvent(patched.component, issues: &issues)
        #expect(issues.isEmpty || edit.name.hasPrefix("start becomes"))
        again.stamp = event.stamp
        again.lastModified = event.lastModified
        again.sequence = event.sequence
        #expect(again == event)
        #expect(patched.component.components("X-INNER") == item.component.components("X-INNER"))
    }

    @Test func equalEventsChangeNothing() throws {
        let item = EventReadingTests.read(Self.source)
        let patched = item.patched(with: try #require(item.event), now: Instant(epochSeconds: 0))
        #expect(patched.component.written() == item.component.written())
    }

    @Test func newEventsAreWrittenAndReadAgain() throws {
        var event = CalendarEvent(
            uid: "new@x", start: .zoned(try ZoneTests.wall("20260601T090000"), zone: "Europe/Berlin"))
        event.end = .duration(CalendarDuration(seconds: 3600))
        event.summary = "Grüße, \\ und ; \nmehr " + String(repeating: "ä", count: 100)
        event.attendees = [CalendarUser(address: "mailto:x@example.org", commonName: "X \"Y\": Z")]
        event.alarms = [
            Alarm(trigger: .relative(CalendarDuration(seconds: -60), toEnd: false), description: "Go")
        ]
        event.exclusions = [.zoned(try ZoneTests.wall("20260602T090000"), zone: "Europe/Berlin")]
        event.rules = [try RecurrenceRule("FREQ=DAILY;COUNT=3")]
        event.sequence = 0
        let bytes = event.component(now: Instant(epochSeconds: 0)).written()
        #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 76 && $0.last == 0x0D })
        var issues: [ContentIssue] = []
        let again = CalendarEvent(Component.parse(bytes, line: 1).component, issues: &issues)
        event.stamp = Instant(epochSeconds: 0)
        #expect(again == event)
        #expect(issues.isEmpty)
    }

    /// CVE-2026-33635 and its like: a line break in any value starts no line.
    @Test func noValueCanStartALine() throws {
        let evil = "x\r\nATTENDEE:mailto:evil@example.org\nBEGIN:VEVENT\rX-EVIL:1\u{0}"
        var event = CalendarEvent(uid: evil, start: .zoned(.earliest, zone: evil))
        event.summary = evil
        event.description = evil
        event.location = evil
        event.url = evil
        event.color = evil
        event.categories = [evil]
        event.organizer = CalendarUser(address: evil, commonName: evil)
        event.organizer?.role = evil
        event.organizer?.sentBy = evil
        event.attachments = [
            Attachment(content: .uri(evil), mediaType: evil, fileName: evil),
            Attachment(content: .base64(ArraySlice(evil.utf8)), mediaType: evil),
        ]
        event.alarms = [Alarm(action: evil, trigger: nil, description: evil)]
        event.exclusions = [.zoned(.earliest, zone: evil)]
        let component = event.component(now: Instant(epochSeconds: 0))
        let unfolded = String(decoding: component.written(), as: UTF8.self)
            .replacing("\r\n ", with: "").replacing("\r\n", with: "\n")
        #expect(!unfolded.contains("\r"))
        let names = unfolded.split(separator: "\n").map { $0.prefix { $0 != ":" && $0 != ";" } }
        #expect(!names.contains("ATTENDEE") && !names.contains("X-EVIL"))
        #expect(names.filter { $0 == "BEGIN" }.count == 2)
    }

    @Test func calendarsAreWrittenWithTheirZones() throws {
        let berlin = try #require(ZoneDatabase.system.zone("Europe/Berlin"))
        var writer = ICalendarWriter()
        writer.begin(properties: [
            ContentLine(name: "X-WR-CALNAME", value: "Home"), ContentLine(name: "VERSION", value: "1.0"),
        ])
        let definition = TimeZoneDefinition(id: "Berlin; of old", zone: berlin, years: 2026...2026)
        writer.write(definition)
        writer.write(definition)
        let event = CalendarEvent(
            uid: "1", start: .zoned(try ZoneTests.wall("20260601T090000"), zone: "Berlin; of old"))
        writer.write(event.component(now: Instant(epochSeconds: 0)))
        writer.end()
        var reader = ICalendarReader(ArrayByteSource(writer.takeOutput()))
        var names: [String] = []
        while let element = try reader.next() {
            switch element {
            case .calendarProperty(let line): names.append(line.name)
            case .timeZone(let definition, _, let issues):
                names.append(definition.id)
                #expect(issues.isEmpty)
            case .component(let component):
                let zone = component.event?.start?.zoneID.flatMap { reader.zones().zone($0) }
                #expect(zone?.offset(at: try ZoneTests.instant("20260601T000000Z")) == 7200)
            case .issue(let issue): Issue.record("\(issue.code.rawValue)")
            case .calendarBegin, .calendarEnd: break
            }
        }
        #expect(names == ["VERSION", "PRODID", "X-WR-CALNAME", "Berlin; of old"])
    }
}
