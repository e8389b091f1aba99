import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// What an edit makes of the lines that a file brought: as much as it says, and as RFC 5545 wants it.
@Suite struct EditedExportTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    /// Imports an event with these lines, edits it, and gives the unfolded lines of its export.
    private func edited(_ lines: String, _ edit: DataObject) throws -> [String] {
        let event = Fixtures.calendar("BEGIN:VEVENT\nUID:1\nSUMMARY:Tea\n\(lines)\nEND:VEVENT")
        try hub.importFile(TextFile("a.ics", event))
        var edit = edit
        edit["record"] = .text("1")
        try hub.run("calendar edit", edit)
        let text = try hub.export("calendar")
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 1)
        return text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test func aNewOrganizerHasNothingOfTheOldOne() throws {
        let organizer =
            "ORGANIZER;CN=Ann;SENT-BY=\"mailto:desk@x.example\";DIR=\"ldap://x\";X-A=1:mailto:ann@x.example"
        let start = "DTSTART:20260310T090000Z\n"
        let other = try edited(start + organizer, ["organizer": .text("bob@x.example")])
        #expect(other.contains("ORGANIZER:mailto:bob@x.example"))
        let event = try hub.run("calendar show", ["record": .text("1")])
        #expect([event["organizer"], event["organizerName"]] == [.text("mailto:bob@x.example"), .null])
        try hub.run(
            "calendar edit",
            ["record": .text("1"), "organizer": .text("eve@x.example"), "organizerName": .text("Eve")])
        #expect(try hub.export("calendar").contains("ORGANIZER;CN=Eve:mailto:eve@x.example"))
    }

    @Test func theSameOrganizerKeepsWhatIsKnown() throws {
        let line = "ORGANIZER;CN=Ann;DIR=\"ldap://x\":mailto:ann@x.example"
        let lines = try edited(
            "DTSTART:20260310T090000Z\n" + line,
            ["organizer": .text("ann@x.example"), "organizerName": .text("Ann B.")])
        #expect(lines.contains("ORGANIZER;CN=Ann B.;DIR=\"ldap://x\":mailto:ann@x.example"))
    }

    /// Files leave the scheme of an address out; an edit of something else, or of the name, is none of the address.
    @Test(
        arguments: [
            (
                ["summary": .text("Coffee")],
                "ORGANIZER;CN=Ann;SENT-BY=\"mailto:desk@x.example\":ann@x.example"
            ),
            (
                ["organizerName": .text("Ann B.")],
                "ORGANIZER;CN=Ann B.;SENT-BY=\"mailto:desk@x.example\":ann@x.example"
            ),
            (
                ["organizer": .text("mailto:ANN@x.example")],
                "ORGANIZER;CN=Ann;SENT-BY=\"mailto:desk@x.example\":ann@x.example"
            ),
        ] as [(DataObject, String)])
    func anOrganizerWithoutASchemeStaysAsItIsWritten(edit: DataObject, line: String) throws {
        let written = "ORGANIZER;CN=Ann;SENT-BY=\"mailto:desk@x.example\":ann@x.example"
        #expect(try edited("DTSTART:20260310T090000Z\n" + written, edit).contains(line))
    }

    @Test(arguments: [
        (
            "DTSTART;TZID=Europe/Berlin:20260113T090000", "2026-01-20",
            "EXDATE;TZID=Europe/Berlin:20260120T090000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20260113T090000", "2026-01-20T08:00:00Z",
            "EXDATE;TZID=Europe/Berlin:20260120T090000"
        ),
        ("DTSTART:20260113T090000Z", "2026-01-20", "EXDATE:20260120T090000Z"),
        ("DTSTART:20260113T090000", "2026-01-20", "EXDATE:20260120T090000"),
        ("DTSTART;VALUE=DATE:20260113", "2026-01-20", "EXDATE;VALUE=DATE:20260120"),
    ])
    func anExceptionHasTheFormOfTheStart(_ start: String, _ given: String, _ line: String) throws {
        let dates = DataValue.list([.object(["value": .text(given)])])
        let lines = try edited(start + "\nRRULE:FREQ=WEEKLY", ["addExceptionDates": dates])
        #expect(lines.contains(line))
        let event = try hub.run(
            "calendar edit", ["record": .text("1"), "removeExceptionDates": dates])
        #expect(event["exceptionDates"] == .list([]))
    }

    @Test func anExceptionOfAFileIsNamedAsItIsOrAsTheStart() throws {
        let lines = try edited(
            """
            DTSTART;TZID=Europe/Berlin:20260113T090000
            RRULE:FREQ=WEEKLY
            EXDATE;VALUE=DATE:20260120
            EXDATE:20260127T080000Z
            EXDATE:20260203T080000Z
            """,
            [
                "removeExceptionDates": .list([
                    .object(["value": .text("2026-01-20")]),
                    .object(["value": .text("2026-01-27T09:00:00")]),
                ])
            ])
        #expect(lines.filter { $0.hasPrefix("EXDATE") } == ["EXDATE:20260203T080000Z"])
    }

    @Test func aReminderThatIsShownHasAText() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nEND:VALARM"
        let lines = try edited(
            "DTSTART:20260310T090000Z\n" + alarm,
            [
                "addAlarms": .list([
                    .object(["trigger": .text("-PT5M")]), .object(["trigger": .text("-PT1H")]),
                    .object(["trigger": .text("-PT9M"), "action": .text("audio")]),
                ])
            ])
        let alarms = lines.joined(separator: "\n").split(separator: "BEGIN:VALARM\n").dropFirst()
        #expect(alarms.count == 3)
        #expect(alarms.count { $0.contains("DESCRIPTION:Tea") } == 1)
        #expect(alarms.first { $0.contains("-PT5M") }?.contains("DESCRIPTION:Tea") == true)
    }

    @Test(arguments: [
        ("CATEGORIES:a,a,A\nCATEGORIES:a", ["TT"], [], ["CATEGORIES:a,a,A", "CATEGORIES:a,TT"]),
        ("CATEGORIES:a,b,A\nCATEGORIES:a", [], ["a"], ["CATEGORIES:b"]),
        ("CATEGORIES;LANGUAGE=en:a,b", ["c"], ["b"], ["CATEGORIES;LANGUAGE=en:a", "CATEGORIES:c"]),
    ])
    func aTagChangesNoOther(_ written: String, _ added: [String], _ removed: [String], _ lines: [String])
        throws
    {
        let result = try edited(
            "DTSTART:20260310T090000Z\n" + written,
            [
                "addCategories": .list(added.map(DataValue.text)),
                "removeCategories": .list(removed.map(DataValue.text)),
            ])
        #expect(result.filter { $0.hasPrefix("CATEGORIES") } == lines)
    }

    /// What a file calls itself is not the name of a calendar to which one of its events was moved.
    @Test func aMovedEventDoesNotTakeTheNameOfItsFileAlong() throws {
        let events = ["1", "2"].map { "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20260310T090000Z\nEND:VEVENT" }
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    "X-WR-CALNAME:Club\nX-WR-TIMEZONE:Europe/Berlin\n" + events.joined(separator: "\n"))))
        try hub.run(
            "calendar edit", ["record": .text("1"), "calendar": .text("Other"), "summary": .text("x")])
        let text = try hub.export("calendar")
        let calendars = text.split(separator: "BEGIN:VCALENDAR").map(String.init)
        #expect(calendars.count == 2)
        #expect(calendars.map { $0.contains("X-WR-CALNAME:Club") } == [true, false])
        #expect(calendars.allSatisfy { $0.contains("X-WR-TIMEZONE:Europe/Berlin") })
        let other = try hub.export("calendar", options: ["calendar": .text("Other")])
        #expect(other.contains("BEGIN:VEVENT") && !other.contains("Club"))
        let copy = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try copy.importFile(TextFile("all.ics", text))
        #expect(try copy.export("calendar") == text)
    }

    /// A file's name for its calendar belongs to the calendar of that name, however many of its events were moved out of it.
    @Test(arguments: [["a"], ["a", "b"]]) func movedEventsLeaveTheNameToItsCalendar(moved: [String]) throws {
        let events = ["a", "b"].map { "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20260310T090000Z\nEND:VEVENT" }
        try hub.run("calendar add", ["summary": .text("Mine"), "start": .text("2026-03-09")])
        try hub.importFile(
            TextFile("a.ics", Fixtures.calendar("X-WR-CALNAME:Club\n" + events.joined(separator: "\n"))),
            options: ["calendar": .text("Club")])
        for uid in moved {
            try hub.run("calendar edit", ["record": .text(uid), "calendar": .text("Personal")])
        }
        let personal = try hub.export("calendar", options: ["calendar": .text("Personal")])
        #expect(personal.contains("UID:a") && !personal.contains("Club"))
        let club = try hub.export("calendar", options: ["calendar": .text("Club")])
        #expect(moved.count == 2 || club.contains("X-WR-CALNAME:Club"))
    }

    /// A file that names no calendar brings its events to those that are here already.
    @Test func aMovedEventIsKnownAgain() throws {
        let override =
            "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260311T090000Z\nDTSTART:20260311T100000Z\nEND:VEVENT"
        let events = ["a", "b"].map {
            "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20260310T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT"
        }
        let file = TextFile("s.ics", Fixtures.calendar((events + [override]).joined(separator: "\n")))
        try hub.importFile(file)
        try hub.run("calendar edit", ["record": .text("a"), "calendar": .text("Work")])
        let again = try hub.importFile(file)
        #expect(again.unchanged == 3 && again.added == 0)
        // Asked for by name, the calendar gets its own.
        let copied = try hub.importFile(file, options: ["calendar": .text("Copy")])
        #expect(copied.added == 3)
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(file, options: ["calendar": .text("Club")])
        #expect(try other.importFile(file).unchanged == 3)
    }

    /// A name that no calendar has is that of the calendar into which its file went, not of one that has all its events now.
    @Test func movedEventsLeaveANameThatNoCalendarHas() throws {
        let events = ["a", "b"].map { "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20260310T090000Z\nEND:VEVENT" }
        try hub.importFile(
            TextFile("a.ics", Fixtures.calendar("X-WR-CALNAME:Sample\n" + events.joined(separator: "\n"))))
        #expect(try hub.export("calendar").contains("Sample"))
        try hub.run("calendar edit", ["record": .text("a"), "calendar": .text("Work")])
        #expect(try hub.export("calendar", options: ["calendar": .text("Personal")]).contains("Sample"))
        try hub.run("calendar edit", ["record": .text("b"), "calendar": .text("Work")])
        let work = try hub.export("calendar", options: ["calendar": .text("Work")])
        #expect(work.contains("UID:a") && !work.contains("Sample"))
    }

    /// A file that asks for no calendar leaves its events in those where they are.
    @Test(arguments: [true, false]) func aMovedEventIsNotDoubled(isMovedByHand: Bool) throws {
        let series = "BEGIN:VEVENT\nUID:s\nDTSTART:20260310T090000Z\nRRULE:FREQ=DAILY;COUNT=9\nEND:VEVENT\n"
        let override =
            "BEGIN:VEVENT\nUID:s\nRECURRENCE-ID:20260311T090000Z\nDTSTART:20260311T100000Z\nEND:VEVENT"
        func file(_ more: String) -> TextFile {
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    "X-WR-CALNAME:Sample\nBEGIN:VEVENT\nUID:a\nDTSTART:20260310T090000Z\nEND:VEVENT\n"
                        + series
                        + more))
        }
        try hub.run("calendar add", ["summary": .text("Mine"), "start": .text("2026-03-09")])
        if isMovedByHand {
            try hub.importFile(file(""))
            for uid in ["a", "s"] {
                try hub.run("calendar edit", ["record": .text(uid), "calendar": .text("Work")])
            }
        } else {
            try hub.importFile(file(""), options: ["calendar": .text("Work")])
        }
        let again = try hub.importFile(file(""))
        #expect([again.added, again.unchanged, again.conflicts] == [0, 2, 0])
        #expect(again.remarks == [])
        // A new override follows its series.
        #expect(try hub.importFile(file(override)).added == 1)
        #expect(try hub.export("calendar", options: ["calendar": .text("Work")]).contains("RECURRENCE-ID"))
    }

    /// A zone that only the file knows: what is said on its clock cancels an instance, what is said on another is refused.
    @Test func anExceptionInAZoneOfTheFileIsSaidOnItsClock() throws {
        let zone =
            "BEGIN:VTIMEZONE\nTZID:Office\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0130\n"
            + "TZOFFSETTO:+0130\nEND:STANDARD\nEND:VTIMEZONE\n"
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    zone
                        + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Office:20260310T090000\nRRULE:FREQ=WEEKLY\nEND:VEVENT"
                )))
        func except(_ value: String) throws {
            try hub.run(
                "calendar edit",
                [
                    "record": .text("a"), "addExceptionDates": .list([.object(["value": .text(value)])]),
                ])
        }
        let error = #expect(throws: AtriumError.self) { try except("2026-03-17T07:30:00Z") }
        #expect(error?.code == .badData && error?.field == "exceptionDates")
        try except("2026-03-17T09:00:00")
        try except("2026-03-24")
        let text = try hub.export("calendar")
        for day in ["17", "24"] { #expect(text.contains("EXDATE;TZID=Office:202603\(day)T090000")) }
        #expect(text.contains("TZOFFSETTO:+0130"))
    }

    /// What others write of their calendar chooses none here: the report says so.
    @Test func anImportSaysWhereItsEventsWent() throws {
        func file(_ name: String) -> TextFile {
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    "X-WR-CALNAME:\(name)\nBEGIN:VEVENT\nUID:1\nDTSTART:20260310T090000Z\nEND:VEVENT"))
        }
        let remarks = try hub.importFile(file("Sample")).remarks
        #expect(remarks == ["added to the calendar “Personal”; the file's own is “Sample”"])
        #expect(try hub.importFile(file("personal")).remarks == [])
        // The user chose: nothing is said of names, but that the event is in both now.
        #expect(
            try hub.importFile(file("Sample"), options: ["calendar": .text("Work")]).remarks
                == ["1 of its events was in another calendar already and is now in both"])
    }

    /// A calendar that was named here is called so in its exports, whatever its files called theirs.
    @Test(arguments: [["Work"], ["Work", "Home"]]) func aNamedCalendarSaysItsOwnName(names: [String]) throws {
        let calendars = names.map {
            Fixtures.calendar(
                "NAME:\($0)\nX-WR-CALNAME:\($0)\nBEGIN:VEVENT\nUID:\($0)\nDTSTART:20260310T090000Z\nEND:VEVENT"
            )
        }
        try hub.importFile(TextFile("a.ics", calendars.joined()))
        #expect(try hub.export("calendar").contains("X-WR-CALNAME:Work"))
        try hub.run("calendar calendars edit", ["record": "Personal", "name": "Mine, all"])
        let text = try hub.export("calendar")
        for line in ["NAME:Mine\\, all", "X-WR-CALNAME:Mine\\, all"] {
            #expect(text.split(separator: "\r\n").count { $0 == line } == 1, "\(line)")
        }
        for name in names { #expect(!text.contains("NAME:\(name)")) }
        let copy = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try copy.importFile(TextFile("all.ics", text))
        #expect(try copy.export("calendar") == text)
    }
}
