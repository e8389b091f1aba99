import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import ICalendarFormat
import SharedFiles
import Testing

@testable import Calendar

/// The files of `shared/corpus/reported` about values that other programs write in their own way, and files of our own of
/// the same kinds.
@Suite(.needsShared(ReportedCalendar.folder))
struct ReportedReadingTests {
    @Test("i38: an embedded file keeps its name")
    func i38() throws {
        let documents = try ReportedCalendar("i38").show("i38")["attachments"]?.listValue ?? []
        #expect(documents.compactMap { $0.objectValue?["name"] } == [.text("a, b.bin"), .text("empty.txt")])
        #expect(documents.compactMap { $0.objectValue?["byteCount"] } == [.integer(6144), .integer(0)])
    }

    @Test("i48: the name of a linked file is shown; MANAGED-ID and the other parameters survive an edit")
    func i48() throws {
        let reported = try ReportedCalendar("i48")
        func name(_ record: String) throws -> DataValue? {
            try reported.show(record)["attachments"]?.listValue?.first?.objectValue?["name"]
        }
        #expect(try name("i48a") == .text("/2025-12-04_scan.pdf"))
        #expect(try name("i48b") == .text("scan, two.pdf"))
        try reported.hub.run("calendar edit", ["record": .text("i48b"), "summary": .text("Another")])
        let text = try reported.hub.export("calendar").replacing("\r\n ", with: "")
        #expect(
            text.contains(
                """
                ATTACH;FILENAME="scan, two.pdf";FMTTYPE=application/pdf;SIZE=12345;MANAGED-ID=abc=;\
                X-APPLE-FILENAME="scan, two.pdf":https://cloud.example.org/u/attach?x=1,2&y=%20z
                """))
        try reported.hub.run(
            "calendar edit",
            [
                "record": .text("i48b"),
                "attachments": .list([
                    .object([
                        "uri": .text("https://cloud.example.org/u/attach?x=1,2&y=%20z"),
                        "mediaType": .text("application/pdf"), "name": .text("new name.pdf"),
                    ])
                ]),
            ])
        let renamed = try reported.hub.export("calendar").replacing("\r\n ", with: "")
        #expect(renamed.contains("MANAGED-ID=abc=") && renamed.contains("FILENAME=new name.pdf"))
        #expect(!renamed.contains("scan, two.pdf"))
    }

    @Test("i43: every spelling of a zone gives a start; unknown zones count as local time and are reported")
    func i43() throws {
        let reported = try ReportedCalendar("i43", timeZone: CalendarVault.berlin)
        #expect(
            reported.issues.sorted() == [
                "DTEND colon-in-parameter", "DTSTART colon-in-parameter", "DTSTART unknown-zone",
                "DTSTART unknown-zone", "TZID zone-as-property",
            ])
        #expect(
            try reported.agenda("2026-07-01", "2026-07-31", zone: "Europe/Berlin", withSummary: true) == [
                "zone as a property: 2026-07-06T02:00:00/2026-07-06T03:00:00",
                "custom uri: 2026-07-06T12:00:00/2026-07-06T12:30:00",
                "numbered name: 2026-07-06T13:00:00/2026-07-06T13:30:00",
                "utc uri: 2026-07-06T14:00:00/2026-07-06T14:30:00",
                "slash zone: 2026-07-06T18:00:00/2026-07-06T19:00:00",
                "no description: 2026-07-06T21:00:00/2026-07-06T21:15:00",
                "no description: 2026-07-07T21:00:00/2026-07-07T21:15:00",
                "no description: 2026-07-08T21:00:00/2026-07-08T21:15:00",
            ])
        #expect(try reported.show("i43b")["startZone"] == .text("tzone://Microsoft/Custom"))
        #expect(try reported.show("i43f")["startZone"] == .text("Asia/Shanghai"))
    }

    @Test("i43: an edit keeps a zone with a colon, in quotes, and the time without a zone of a TZID property")
    func i43Edited() throws {
        let reported = try ReportedCalendar("i43")
        for record in ["i43b", "i43f"] {
            try reported.hub.run(
                "calendar edit", ["record": .text(record), "start": .text("2026-07-06T07:00:00")])
        }
        let text = try reported.hub.export("calendar")
        #expect(text.contains("DTSTART;TZID=\"tzone://Microsoft/Custom\":20260706T070000\r\n"))
        #expect(text.contains("DTEND;TZID=tzone://Microsoft/Custom:20260706T123000\r\n"))
        #expect(text.contains("DTSTART:20260706T070000\r\n"))
        let copy = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try copy.importFile(TextFile("copy.ics", text))
        for record in ["i43b", "i43f"] {
            let values: DataObject = ["record": .text(record)]
            let (old, new) = (
                try reported.hub.run("calendar show", values), try copy.run("calendar show", values)
            )
            #expect(["start", "startZone", "end", "endZone"].allSatisfy { old[$0] == new[$0] })
        }
    }

    @Test("i53: a T that is missing or misplaced in a duration; -P9W2D is 65 days")
    func i53() throws {
        let reported = try ReportedCalendar("i53")
        #expect(reported.issues == ["TRIGGER misplaced-t"])
        func trigger(_ record: String) throws -> DataValue? {
            try reported.show(record)["alarms"]?.listValue?.first?.objectValue?["trigger"]
        }
        #expect(try trigger("i53a") == .text("-P1D"))
        #expect(try trigger("i53b") == .text("-P65D"))
        #expect(try trigger("i53e") == .text("-P13DT15H"))
        #expect(
            try reported.agenda("2023-05-01", "2023-05-31", of: "i53e")
                == ["2023-05-13T09:00:00/2023-05-22T12:00:00"])
        try reported.hub.run("calendar edit", ["record": .text("i53a"), "summary": .text("Another")])
        #expect(try reported.hub.export("calendar").contains("\r\nTRIGGER:-PT1D\r\n"))
    }

    // MARK: - Events without a start

    private static func hub(_ lines: String) throws -> TemporaryHub {
        let hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar("BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT")))
        return hub
    }

    @Test(
        "An event without a start says what could not be read, in the list and on its page",
        arguments: [
            (
                "DTSTART:20261345T100000",
                "The start (DTSTART) in the file is “20261345T100000”, which is not a date or time."
            ),
            ("SUMMARY:x", "The file has no start (DTSTART) for this event."),
            ("DTSTART:", "The start (DTSTART) in the file is empty."),
        ])
    func problem(_ lines: String, _ reason: String) throws {
        let hub = try Self.hub(lines)
        let problem = DataValue.text(reason + " Edit the event and give it a start.")
        #expect(try hub.run("calendar show", ["record": .text("a")])["problem"] == problem)
        #expect(try hub.items("calendar list").map { $0["problem"] } == [problem])
        try hub.run("calendar edit", ["record": .text("a"), "start": .text("2026-03-01T10:00:00Z")])
        #expect(try hub.run("calendar show", ["record": .text("a")])["problem"] == .null)
        #expect(try hub.export("calendar").contains("\r\nDTSTART:20260301T100000Z\r\n"))
    }

    /// An earlier version of Atrium stored such an event without a start; an edit of it must not remove the lines.
    @Test func valuesThatWereNotReadEarlierAreExported() throws {
        let lines = [
            "BEGIN:VEVENT", "UID:a", "DTSTART;TZID=tzone://Microsoft/Custom:20260706T120000",
            "ATTACH;X-LABEL=a.pdf;SIZE=3:https://example.org/1", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER:-PT1D", "END:VALARM", "END:VEVENT",
        ]
        let component = Component.parse(Array((lines.joined(separator: "\r\n") + "\r\n").utf8)).component
        var issues: [ContentIssue] = []
        var details = EventDetails.normalized(CalendarEvent(component, issues: &issues))
        #expect(details.start != nil && details.alarms.first?.trigger != nil)
        details.start = nil
        details.alarms[0].trigger = nil
        details.attachments[0].fileName = nil
        details.summary = "Tea"
        let event = Event(
            id: 1, uid: "a", icalUID: nil, calendarID: 1, seriesID: nil, createdAt: "2026-01-01T00:00:00Z",
            updatedAt: "2026-01-01T00:00:00Z", details: details)
        let patched = try #require(EventICalendar.patched(component, version: .iCalendar, to: event))
        let written = String(decoding: patched.component.written(), as: UTF8.self)
        #expect(written.contains("SUMMARY:Tea\r\n"))
        for line in lines { #expect(written.contains(line + "\r\n")) }
    }
}
