import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import Calendar

/// Import and export through the host: linking, names, calendars, patches.
@Suite struct ExchangeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
    }

    private func show(_ record: String) throws -> DataObject {
        try hub.run("calendar show", ["record": .text(record)])
    }

    /// The unfolded lines of a text that begin with a word.
    private func lines(_ text: String, _ word: String) -> [String] {
        text.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix(word) }
    }

    @Test func overridesAreNestedInTheirSeriesWhateverTheOrder() throws {
        let report = try hub.importFile(TextFile("series.ics", Fixtures.series))
        #expect(report.added == 4)
        let series = try show("weekly@example.org")
        let overrides = series["overrides"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(overrides.map { $0["summary"] } == [.text("Standup on Tuesday")])
        #expect(overrides.first?["recurrenceId"] == .text("2026-03-16T09:00:00"))
        #expect(overrides.first?["uid"] == .text("weekly@example.org#20260316T090000"))
        #expect(overrides.first?["icalUid"] == .text("weekly@example.org"))
        #expect(series["createdAt"] == .text("2025-12-01T10:00:00Z"))
        #expect(series["updatedAt"] == .text("2025-12-02T10:00:00Z"))
        let listed = try hub.items("calendar list").map { $0["summary"] }
        #expect(listed == [.text("Standup"), .text("Without its series"), .text("A whole day")])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("calendar list", ["from": .text("2030-01-01"), "to": .text("2020-01-01")])
        }
        #expect(error?.message == "the last day is before the first")
        try hub.run("calendar remove", ["record": .text("weekly@example.org")])
        #expect(try hub.items("calendar list").count == 2)
        #expect(throws: AtriumError.self) { try show("weekly@example.org#20260316T090000") }
    }

    @Test func anOrphanFindsItsSeriesInALaterFile() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series))
        let master = Fixtures.calendar(
            """
            BEGIN:VEVENT
            UID:orphan@example.org
            DTSTART:20260302T090000Z
            RRULE:FREQ=WEEKLY
            SUMMARY:The series
            END:VEVENT
            """)
        try hub.importFile(TextFile("master.ics", master))
        #expect(try show("orphan@example.org")["overrides"]?.listValue?.count == 1)
        #expect(try hub.importFile(TextFile("series.ics", Fixtures.series)).unchanged == 4)
    }

    /// A UID may look as the own uid of another event's override.
    @Test(arguments: [false, true])
    func anEventMayBeCalledAsAnOverride(isFirst: Bool) throws {
        let override = Fixtures.calendar(
            """
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20260309T090000Z
            DTSTART:20260309T100000Z
            SUMMARY:Override
            END:VEVENT
            """)
        let event = Fixtures.calendar(
            """
            BEGIN:VEVENT
            UID:a#20260309T090000Z
            DTSTART:20260401T100000Z
            SUMMARY:Event
            END:VEVENT
            """)
        let files = [TextFile("a.ics", override), TextFile("b.ics", event)]
        for file in isFirst ? files.reversed() : files {
            let report = try hub.importFile(file)
            #expect([report.added, report.issues.count] == [1, 0])
        }
        for file in files { #expect(try hub.importFile(file).unchanged == 1) }
        let text = try hub.export("calendar")
        #expect(lines(text, "UID:").sorted() == ["UID:a", "UID:a#20260309T090000Z"])
        #expect(lines(text, "SUMMARY:").sorted() == ["SUMMARY:Event", "SUMMARY:Override"])
    }

    /// Without the calendar, events of one calendar would be taken for those of another.
    @Test func aCalendarThatCannotBeMadeIsAnError() throws {
        let vault = try CalendarVault()
        try vault.queue.write { db in
            let writer = try EventWriter(vault.importContext(db, options: ["calendar": .text(" ")]))
            #expect(throws: AtriumError.self) { try writer.scope }
        }
    }

    @Test func untouchedComponentsComeBackByteForByte() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series))
        let text = try hub.export("calendar")
        for component in Fixtures.series.split(separator: "BEGIN:VEVENT").dropFirst() {
            let body = component.split(separator: "END:VEVENT")[0]
            #expect(text.contains(body))
        }
        #expect(lines(text, "BEGIN:VCALENDAR").count == 1)
        #expect(lines(text, "X-WR-CALNAME") == ["X-WR-CALNAME:Ours"])
        #expect(lines(text, "PRODID") == ["PRODID:-//Example//Test//EN"])
        #expect(lines(text, "TZID:") == ["TZID:Our Berlin"])
        #expect(lines(text, "X-ATRIUM").isEmpty)
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 4)
    }

    @Test func anEditPatchesJustWhatItChanges() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series))
        try hub.run(
            "calendar edit",
            [
                "record": .text("weekly@example.org"), "location": .text("Room 1"),
                "addCategories": .list([.text("New")]),
            ])
        let before = Fixtures.series.split(separator: "\r\n").map(String.init)
        let text = try hub.export("calendar")
        let after = text.split(separator: "\r\n").map(String.init)
        let new = Set(after).subtracting(before).filter {
            !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("LAST-MODIFIED")
        }
        #expect(new == ["LOCATION:Room 1", "CATEGORIES:Work,Team,New", "SEQUENCE:1"])
        #expect(
            Set(before).subtracting(after).isSubset(of: [
                "CATEGORIES:Work,Team", "LAST-MODIFIED:20251202T100000Z", "DTSTAMP:20260101T000000Z",
            ]))
        // Coming back it is what the vault says already.
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 4)
        #expect(try hub.export("calendar") == text)
    }

    @Test func whatAnEditCostsIsSaid() throws {
        let description = Fixtures.calendar(
            """
            BEGIN:VEVENT
            UID:html
            DTSTART:20260302T090000Z
            DESCRIPTION:old
            X-ALT-DESC;FMTTYPE=text/html:<b>old</b>
            END:VEVENT
            """)
        let old = """
            BEGIN:VCALENDAR
            VERSION:1.0
            BEGIN:VEVENT
            UID:rule
            DTSTART:20260302T090000
            RRULE:W1 MO #4
            END:VEVENT
            END:VCALENDAR
            """
        try hub.importFile(TextFile("html.ics", description))
        try hub.importFile(TextFile("rule.vcs", old))
        #expect(try hub.session().export(ExportRequest(module: "calendar")) { _ in } == [])
        try hub.run("calendar edit", ["record": .text("html"), "description": .text("new")])
        let rule = DataValue.text("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1")
        try hub.run("calendar edit", ["record": .text("rule"), "recurrenceRules": .list([rule])])
        var text: [UInt8] = []
        let warnings = try hub.session().export(ExportRequest(module: "calendar")) { text += $0 }
        #expect(
            warnings.sorted() == [
                "edited events are exported without X-ALT-DESC, which still has the unedited text",
                "vCalendar 1.0 cannot represent RRULE of edited events: written as in iCalendar",
            ])
        #expect(!String(decoding: text, as: UTF8.self).contains("X-ALT-DESC"))
    }

    @Test func aNewEventIsWrittenWithItsZone() throws {
        try hub.run(
            "calendar add",
            ["summary": .text("a"), "start": .text("2026-03-10T09:00:00"), "zone": .text("Europe/Berlin")])
        let text = try hub.export("calendar")
        #expect(lines(text, "DTSTART;TZID=Europe/Berlin") == ["DTSTART;TZID=Europe/Berlin:20260310T090000"])
        #expect(lines(text, "TZID:") == ["TZID:Europe/Berlin"])
        #expect(lines(text, "CREATED:").count == 1)
    }

    @Test func calendarsAreChosenOnImportAndKeptByAnExportOfAll() throws {
        let event = Fixtures.calendar("BEGIN:VEVENT\nUID:1\nDTSTART:20260310T090000Z\nSUMMARY:a\nEND:VEVENT")
        try hub.importFile(TextFile("a.ics", event), options: ["calendar": .text("Work")])
        try hub.importFile(TextFile("a.ics", event), options: ["calendar": .text("Home")])
        try hub.importFile(TextFile("a.ics", event))
        try hub.run("calendar calendars edit", ["record": .text("Work"), "color": .text("navy")])
        let uids = try hub.items("calendar list").compactMap { $0["uid"]?.textValue }
        #expect(uids == ["1", "1~2", "1~3"])
        #expect(
            try hub.importFile(TextFile("a.ics", event), options: ["calendar": .text("home")]).unchanged == 1)

        let text = try hub.export("calendar")
        #expect(lines(text, "BEGIN:VCALENDAR").count == 3)
        #expect(
            lines(text.replacing("\r\n ", with: ""), "X-ATRIUM-CALENDAR").map {
                $0.replacing(/;X-UID=[^;:]+/, with: "")
            } == [
                "X-ATRIUM-CALENDAR;X-COLOR=navy:Work", "X-ATRIUM-CALENDAR:Home",
            ])
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("all.ics", text))
        let calendars = try other.items("calendar calendars list")
        #expect(calendars.map { $0["name"] } == [.text("Home"), .text("Personal"), .text("Work")])
        #expect(calendars.map { $0["color"] } == [.null, .null, .text("navy")])
        #expect(try other.export("calendar") == text)

        let one = try hub.export("calendar", options: ["calendar": .text("WORK")])
        #expect(lines(one, "BEGIN:VEVENT").count == 1)
        #expect(lines(one, "X-ATRIUM").isEmpty)
        let error = #expect(throws: AtriumError.self) {
            try hub.export("calendar", options: ["calendar": .text("Nowhere")])
        }
        #expect(error?.code == .notFound)
    }

    @Test func oneUIDTwiceInAFileIsTwoEvents() throws {
        let twice = Fixtures.calendar(
            ["a", "b"].map { "BEGIN:VEVENT\nUID:1\nDTSTART:20260310T090000Z\nSUMMARY:\($0)\nEND:VEVENT" }
                .joined(separator: "\n"))
        let report = try hub.importFile(TextFile("a.ics", twice))
        #expect(report.added == 2)
        #expect(report.issues.count == 1)
        #expect(try hub.items("calendar list").map { $0["summary"] } == [.text("a"), .text("b")])
        #expect(lines(try hub.export("calendar"), "UID:") == ["UID:1", "UID:1"])
        #expect(try hub.importFile(TextFile("a.ics", twice)).unchanged == 2)
    }

    @Test func eventsOfVCalendarStandInACalendarOfTheirVersion() throws {
        try hub.importFile(
            TextFile(
                "old.vcs",
                Fixtures.calendar(
                    "BEGIN:VEVENT\nUID:old\nDTSTART:20260310T090000Z\nRRULE:D1 #3\nSUMMARY:old\nEND:VEVENT",
                    version: "1.0")))
        try hub.importFile(
            TextFile(
                "new.ics",
                Fixtures.calendar("BEGIN:VEVENT\nUID:new\nDTSTART:20260310T090000Z\nSUMMARY:new\nEND:VEVENT"))
        )
        let text = try hub.export("calendar")
        #expect(Set(lines(text, "VERSION:")) == ["VERSION:1.0", "VERSION:2.0"])
        #expect(lines(text, "RRULE") == ["RRULE:D1 #3"])
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 2)
    }

    @Test func toDosAndJournalsAreLeftToOthers() throws {
        let report = try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar("BEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VJOURNAL\nUID:2\nEND:VJOURNAL")))
        #expect(report.added == 0)
        #expect(report.unclaimed.count == 2)
    }

    @Test func attachmentsComeInAndGoOut() throws {
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    """
                    BEGIN:VEVENT
                    UID:1
                    DTSTART:20260310T090000Z
                    SUMMARY:a
                    ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=hi.txt:SGVsbG8=
                    ATTACH:https://example.org/x
                    ATTACH;ENCODING=BASE64;VALUE=BINARY:$$$
                    END:VEVENT
                    """)))
        let documents = try show("1")["attachments"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(documents.map { $0["name"] } == [.null, .text("hi.txt")])
        #expect(documents.last?["byteCount"] == .integer(5))
        try hub.run(
            "calendar edit",
            ["record": .text("1"), "removeAttachments": .list([.text("https://example.org/x")])])
        let text = try hub.export("calendar")
        #expect(!text.contains("https://example.org/x"))
        #expect(text.contains("SGVsbG8="))
        #expect(text.contains("$$$"))
    }

    @Test func positionsHaveNoExponents() throws {
        try hub.run(
            "calendar add",
            [
                "summary": .text("Null Island"), "start": .text("2026-03-02"), "latitude": .decimal(1e-5),
                "longitude": .decimal(-1e-7),
            ])
        let text = try hub.export("calendar")
        #expect(text.contains("\r\nGEO:0.00001;-0.0000001\r\n"))
        #expect(try hub.export("calendar", format: .csv).contains("0.00001,-0.0000001"))
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 1)
    }

    @Test func ourOwnCSVGivesTheSameEvents() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series), options: ["calendar": .text("Work")])
        let text = try hub.export("calendar", format: .csv)
        let other = try TemporaryHub(modules: [calendarModule], formats: [CSVFileFormat()])
        let report = try other.importFile(TextFile("events.csv", text))
        #expect(report.added == 4)
        #expect(try other.export("calendar", format: .csv) == text)
        #expect(try other.importFile(TextFile("events.csv", text)).unchanged == 4)
        #expect(
            try other.run("calendar show", ["record": .text("weekly@example.org")])["overrides"]?.listValue?
                .count == 1)
    }

    /// A tag is no revision of an event: what was imported and tagged is known again.
    @Test func aTagLeavesTheSequence() throws {
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar("BEGIN:VEVENT\nUID:1\nDTSTART:20260310T090000Z\nSUMMARY:Tea\nEND:VEVENT")))
        try hub.run(
            "tags add",
            ["collection": .text("calendar"), "record": .text("1"), "tags": .list([.text("work")])])
        let exported = try hub.export("calendar")
        #expect(exported.contains("CATEGORIES:work"))
        #expect(!exported.contains("SEQUENCE"))
        let report = try hub.importFile(TextFile("a.ics", exported))
        #expect([report.unchanged, report.conflicts] == [1, 0])
        try hub.run("calendar edit", ["record": .text("1"), "summary": .text("Coffee")])
        #expect(try hub.export("calendar").contains("SEQUENCE:1"))
    }

    /// The source keeps its own charset, also after its export, which is in UTF-8, came back.
    @Test func anExportOfAnotherCharsetComesBackUnchanged() throws {
        let text = Fixtures.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260310T090000Z\nSUMMARY:Caf#\nLOCATION;CHARSET=ISO-8859-1:Stra#e\nEND:VEVENT"
        )
        var bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] == 0x23 { bytes[index] = 0xE9 }
        try hub.importFile(TextFile("old.ics", content: bytes))
        let exported = try hub.export("calendar")
        #expect(exported.contains("SUMMARY:Café\r\n"))
        for _ in 0..<2 {
            let report = try hub.importFile(TextFile("export.ics", exported))
            #expect(report.unchanged == 1 && report.updated == 0)
            #expect(try hub.importFile(TextFile("old.ics", content: bytes)).unchanged == 1)
            #expect(try hub.export("calendar") == exported)
        }
        let changed = exported.replacing("Café", with: "Thé")
        #expect(try hub.importFile(TextFile("changed.ics", changed)).updated == 1)
    }

    /// An empty calendar comes back too, the default one as such.
    @Test func anEmptyDefaultCalendarComesBack() throws {
        try hub.run("calendar add", ["summary": .text("One"), "start": .text("2026-03-02T10:00:00Z")])
        try hub.run("calendar calendars add", ["name": .text("Work")])
        try hub.run("calendar edit", ["record": .integer(1), "calendar": .text("Work")])
        let file = try hub.export("calendar")
        let copy = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try copy.importFile(TextFile("calendar.ics", file))
        let calendars = try copy.items("calendar calendars list")
        #expect(calendars.map { $0["name"] } == [.text("Personal"), .text("Work")])
        #expect(calendars.map { $0["default"] } == [.bool(true), .bool(false)])
        #expect(try copy.export("calendar") == file)
    }
}
