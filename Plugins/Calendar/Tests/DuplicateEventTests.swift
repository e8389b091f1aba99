import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// The list of duplicates, merges through a host, and imports and exports after them.
@Suite struct DuplicateEventTests {
    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
        session = try hub.session()
        try hub.run("settings set", ["key": "zone", "value": "Europe/Berlin"])
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
            .joined(separator: "\n")
    }

    private static let talk = event(
        "talk-1", "DTSTART;TZID=Europe/Berlin:20260302T090000", "DURATION:PT1H", "SUMMARY:Talk",
        "X-OWN:of the first", "ATTENDEE;X-A=1:mailto:ann@example.org", "CATEGORIES:one")
    private static let copy = event(
        "talk-2", "DTSTART:20260302T080000Z", "DTEND:20260302T090000Z", "SUMMARY: talk",
        "X-OWN:of the second", "CONTACT:Bo", "ATTENDEE;X-A=2:mailto:ANN@example.org",
        "ATTENDEE;X-A=3:mailto:bo@example.org", "LOCATION:Room 2", "CATEGORIES:two",
        "ATTACH;FILENAME=a.txt;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=", "BEGIN:VALARM", "ACTION:DISPLAY",
        "TRIGGER:-PT5M", "DESCRIPTION:Talk", "X-ALARM:kept", "END:VALARM")

    @discardableResult
    private func put(_ events: String..., into calendar: String) throws -> ImportReport.File {
        try hub.importFile(
            TextFile("\(calendar).ics", Fixtures.calendar(events.joined(separator: "\n"))),
            options: ["calendar": .text(calendar)])
    }

    private func groups(_ values: DataObject = [:]) throws -> [String] {
        try hub.items("calendar duplicates", values).map { group in
            let others = group["others"]?.listValue?.compactMap { $0.integerValue.map(String.init) } ?? []
            return "\(group["first"]?.integerValue ?? 0): \(others.joined(separator: " "))"
        }
    }

    /// Expects that importing changes nothing.
    private func expectUnchanged(_ events: String..., in calendar: String) throws {
        let before = try session.contents()
        let report = try hub.importFile(
            TextFile("\(calendar).ics", Fixtures.calendar(events.joined(separator: "\n"))),
            options: ["calendar": .text(calendar)])
        #expect(report.unchanged == events.count)
        #expect((report.added, report.updated, report.conflicts) == (0, 0, 0))
        #expect(try session.contents().difference(from: before) == [])
    }

    @Test func equalEventsOfAllCalendarsAreListedInGroups() throws {
        try put(
            Self.talk,
            Self.event("day", "DTSTART;VALUE=DATE:20260302", "SUMMARY:Fair"),
            Self.event("longer", "DTSTART:20260302T080000Z", "DTEND:20260302T093000Z", "SUMMARY:Talk"),
            Self.event("weekly", "DTSTART:20260301T080000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Choir"),
            Self.event("off", "DTSTART:20260305T080000Z", "STATUS:CANCELLED", "SUMMARY:Off"), into: "Work")
        try put(
            Self.copy,
            Self.event("day-2", "DTSTART;VALUE=DATE:20260302", "DURATION:P1D", "SUMMARY:Fair"),
            Self.event("day-3", "DTSTART;VALUE=DATE:20260302", "SUMMARY:FAIR"),
            Self.event("daily", "DTSTART:20260301T080000Z", "RRULE:FREQ=DAILY", "SUMMARY:Choir"),
            Self.event("on", "DTSTART:20260305T080000Z", "SUMMARY:Off"), into: "Home")
        #expect(try groups() == ["1: 6", "2: 7 8"])
        let first = try hub.items("calendar duplicates")[0]
        #expect(first["count"] == 2)
        #expect(first["calendars"] == ["Work", "Home"])
        #expect(first["firstUid"] == "talk-1" && first["secondUid"] == "talk-2")
        let page = try hub.run("calendar duplicates", ["limit": 1])
        #expect(page["total"] == 2)
        #expect(try groups(["limit": 1, "cursor": page["next"] ?? .null]) == ["2: 7 8"])
        for cursor in ["", "1", "1:2", "a:b:c"] {
            let error = #expect(throws: AtriumError.self) { try groups(["cursor": .text(cursor)]) }
            #expect(error?.field == "cursor")
        }
    }

    @Test func aMergeKeepsTheDataOfBothAndBothTexts() throws {
        try put(Self.talk, into: "Work")
        try put(Self.copy, into: "Home")
        let before = try session.contents()
        let result = try hub.run("calendar merge", ["record": "talk-1", "other": "talk-2"])
        #expect(result["mergedUids"] == ["talk-2"])
        #expect((result["sources"], result["attachments"]) == (1, 1))
        let event = try hub.run("calendar show", ["record": "talk-2"])
        #expect(event["uid"] == "talk-1")
        #expect(event["categories"] == ["one", "two"])
        #expect(event["location"] == "Room 2")
        #expect(event["attendees"]?.listValue?.count == 2)
        #expect(event["alarms"]?.listValue?.count == 1)
        #expect(event["attachments"]?.listValue?.count == 1)
        #expect(try groups() == [])
        let text = try hub.export("calendar", format: .icalendar).replacing("\r\n ", with: "")
        for line in [
            "UID:talk-1", "X-OWN:of the first", "X-OWN:of the second", "CONTACT:Bo", "X-ALARM:kept",
            "ATTENDEE;X-A=1:mailto:ann@example.org", "ATTENDEE;X-A=3:mailto:bo@example.org", "aGVsbG8=",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        for line in ["talk-2", "X-A=2"] { #expect(!text.contains(line), "\(line)") }
        #expect(text.matches(of: /BEGIN:VEVENT/).count == 1)
        #expect(text.matches(of: /BEGIN:VALARM/).count == 1)
        try expectUnchanged(Self.talk, in: "Work")
        try expectUnchanged(Self.copy, in: "Home")
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
    }

    @Test func otherFilesFindTheRemainingEvent() throws {
        try put(Self.talk, into: "Work")
        try put(Self.copy, into: "Home")
        try hub.run("calendar merge", ["record": "talk-1", "other": "talk-2"])
        let text = try hub.export("calendar")
        let files: [(text: String, calendar: String?)] = [
            (Fixtures.calendar(Self.copy), "Third"), (text, nil), (text, nil),
        ]
        for file in files {
            let options: DataObject = file.calendar.map { ["calendar": .text($0)] } ?? [:]
            let report = try hub.importFile(TextFile("a.ics", file.text), options: options)
            #expect((report.unchanged, report.added, report.conflicts) == (1, 0, 0))
        }
        // The import has created an empty calendar, and no event.
        #expect(try hub.export("calendar").hasPrefix(text))
        // A changed text of the other file is a conflict, not a new event.
        let changed = Self.copy.replacing("Room 2", with: "Room 3")
        let report = try put(changed, into: "Home")
        #expect((report.added, report.conflicts) == (0, 1))
        #expect(try session.contradictions() == [])
    }

    /// One file was imported into two calendars: both events have one UID.
    @Test(arguments: ["of the first", "of the copy"], [("1", "2"), ("2", "1")])
    func eventsOfOneUIDInTwoCalendarsMerge(own: String, ids: (String, String)) throws {
        let copy = Self.talk.replacing("X-OWN:of the first", with: "X-OWN:\(own)")
        try put(Self.talk, into: "Work")
        try put(copy, into: "Home")
        #expect(try groups() == ["1: 2"])
        let before = try session.contents()
        try hub.run("calendar merge", ["record": .text(ids.0), "other": .text(ids.1)])
        try expectUnchanged(Self.talk, in: "Work")
        try expectUnchanged(copy, in: "Home")
        #expect(try hub.items("calendar list").count == 1)
        #expect(try hub.export("calendar").matches(of: /UID:talk-1\r\n/).count == 1)
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
    }

    private static func series(_ uid: String, _ overrides: String...) -> [String] {
        [
            event(
                uid, "DTSTART;TZID=Europe/Berlin:20260302T090000", "DURATION:PT1H",
                "RRULE:FREQ=WEEKLY;COUNT=5",
                "EXDATE;TZID=Europe/Berlin:20260330T090000", "SUMMARY:Choir")
        ] + overrides
    }

    private static func override(_ uid: String, _ day: String, _ lines: String...) -> String {
        event(
            uid, "RECURRENCE-ID;TZID=Europe/Berlin:202603\(day)T090000",
            "DTSTART;TZID=Europe/Berlin:202603\(day)T100000", "DURATION:PT1H",
            "SUMMARY:Choir", lines.joined(separator: "\n"))
    }

    private func put(_ events: [String], into calendar: String) throws -> ImportReport.File {
        try put(events.joined(separator: "\n"), into: calendar)
    }

    /// Changed occurrences follow their series; those of one instance become one.
    @Test(arguments: ["choir-2", "choir-1"]) func overridesFollowTheirSeries(uid: String) throws {
        let work = Self.series(
            "choir-1", Self.override("choir-1", "09", "LOCATION:Hall"),
            Self.override("choir-1", "16", "X-W:1"))
        let home = Self.series(
            uid, Self.override(uid, "09", "LOCATION:Garden", "X-H:1"), Self.override(uid, "23", "X-H:2"))
        _ = try put(work, into: "Work")
        _ = try put(home, into: "Home")
        let before = try session.contents()
        #expect(try groups() == ["1: 4"])
        try hub.run("calendar merge", ["record": "1", "all": true])
        let days = try hub.items("calendar agenda", ["from": "2026-03-01", "to": "2026-04-30"])
        #expect(
            days.compactMap { $0["start"]?.textValue } == [
                "2026-03-02T09:00:00", "2026-03-09T10:00:00", "2026-03-16T10:00:00", "2026-03-23T10:00:00",
            ])
        #expect(Set(days.compactMap { $0["calendar"]?.textValue }) == ["Work"])
        let show = try hub.run("calendar show", ["record": "1"])
        let overrides = show["overrides"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(overrides.count == 3)
        #expect(overrides[0]["location"] == "Hall")
        #expect(overrides[0]["description"] == "Merged location: Garden")
        let text = try hub.export("calendar", format: .icalendar)
        #expect(text.matches(of: /UID:choir-1\r\n/).count == 4)
        for line in ["X-W:1", "X-H:1", "X-H:2"] { #expect(text.contains(line), "\(line)") }
        if uid == "choir-2" { #expect(!text.contains("choir-2")) }
        for (file, calendar) in [(work, "Work"), (home, "Home")] {
            let contents = try session.contents()
            let report = try put(file, into: calendar)
            #expect((report.unchanged, report.added, report.conflicts) == (3, 0, 0), "\(calendar)")
            #expect(try session.contents().difference(from: contents) == [], "\(calendar)")
        }
        // Another installation reads the export as one series.
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.run("settings set", ["key": "zone", "value": "Europe/Berlin"])
        #expect(try other.importFile(TextFile("a.ics", text)).added == 4)
        #expect(try other.items("calendar agenda", ["from": "2026-03-01", "to": "2026-04-30"]).count == 4)
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
    }

    /// A later file of the merged series has one more changed occurrence.
    @Test func aNewOverrideOfAMergedSeriesJoinsTheRemainingOne() throws {
        _ = try put(Self.series("choir-1"), into: "Work")
        _ = try put(Self.series("choir-2"), into: "Home")
        try hub.run("calendar merge", ["record": "choir-1", "other": "choir-2"])
        let later = Self.series("choir-2", Self.override("choir-2", "16", "X-H:3"))
        let report = try put(later, into: "Home")
        #expect((report.unchanged, report.added, report.conflicts) == (1, 1, 0))
        let days = try hub.items("calendar agenda", ["from": "2026-03-16", "to": "2026-03-16"])
        #expect(days.compactMap { $0["start"]?.textValue } == ["2026-03-16T10:00:00"])
        #expect(try put(later, into: "Home").unchanged == 2)
        let text = try hub.export("calendar", format: .icalendar)
        #expect(text.contains("X-H:3") && !text.contains("choir-2"))
        #expect(try session.contradictions() == [])
    }

    @Test func aWholeGroupMergesInOneStep() throws {
        let copies = (1...30).map {
            Self.event(
                "c\($0)", "DTSTART:20260302T080000Z", "SUMMARY:Copy", "X-NR:\($0)", "CATEGORIES:t\($0)")
        }
        _ = try put(copies, into: "Work")
        let before = try session.contents()
        try hub.run("calendar dismiss", ["record": "c1", "other": "c7"])
        let result = try hub.run("calendar merge", ["record": "c1", "all": true])
        #expect(result["merged"]?.listValue?.count == 28)
        #expect(try hub.items("calendar list").count == 2)
        #expect(try hub.run("calendar show", ["record": "c30"])["categories"]?.listValue?.count == 29)
        let report = try put(copies, into: "Work")
        #expect((report.unchanged, report.added, report.conflicts) == (30, 0, 0))
        #expect(try hub.export("calendar").matches(of: /X-NR:/).count == 30)
        for _ in 0..<2 { try hub.run("undo") }
        #expect(try session.contents().difference(from: before) == [])
    }

    @Test func aDismissedPairStaysAwayUntilTheMarkIsRemoved() throws {
        try put(Self.talk, into: "Work")
        try put(Self.copy, into: "Home")
        try hub.run("calendar dismiss", ["record": "talk-1", "other": "talk-2"])
        #expect(try groups() == [])
        #expect(try groups(["dismissed": true]) == ["1: 2"])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("calendar merge", ["record": "talk-1", "all": true])
        }
        #expect(error?.code == .notFound)
        try hub.run("undo")
        #expect(try groups() == ["1: 2"])
        try hub.run("calendar dismiss", ["record": "talk-1", "other": "talk-2"])
        try hub.run("calendar dismiss", ["record": "talk-1", "other": "talk-2", "undo": true])
        #expect(try groups() == ["1: 2"])
    }

    @Test func whatCannotBeOneEventIsRefused() throws {
        try put(
            Self.talk,
            Self.event("later", "DTSTART:20260303T080000Z", "SUMMARY:Talk"),
            Self.event("daily", "DTSTART:20260301T080000Z", "RRULE:FREQ=DAILY", "SUMMARY:Choir"),
            Self.event("weekly", "DTSTART:20260301T080000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Choir"),
            Self.event(
                "weekly", "RECURRENCE-ID:20260308T080000Z", "DTSTART:20260308T090000Z", "SUMMARY:Choir"),
            into: "Work")
        let before = try session.contents()
        for (values, field, words) in [
            (["record": "1", "other": "2"], "other", "at different times"),
            (["record": "3", "other": "4"], "other", "different rules"),
            (["record": "4", "other": "5"], "other", "changed occurrence"),
            (["record": "5", "other": "4"], "record", "changed occurrence"),
            (["record": "1", "other": "1"], "other", "same event"),
            (["record": "1"], "other", "no other event"),
            (["record": "1", "all": true, "take": ["location"]], "other", "no other event"),
            (["record": "1", "all": true], "record", "no duplicates"),
        ] as [(DataObject, String, String)] {
            let error = #expect(throws: AtriumError.self) { try hub.run("calendar merge", values) }
            #expect(error?.field == field, "\(words)")
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(try session.contents().difference(from: before) == [])
    }

    @Test func aTakenCalendarMovesTheEventAndItsOccurrences() throws {
        _ = try put(Self.series("choir-1", Self.override("choir-1", "09")), into: "Work")
        _ = try put(Self.series("choir-2", Self.override("choir-2", "16")), into: "Home")
        try hub.run("calendar merge", ["record": "choir-1", "other": "choir-2", "take": ["calendar"]])
        let days = try hub.items("calendar agenda", ["from": "2026-03-01", "to": "2026-04-30"])
        #expect(Set(days.compactMap { $0["calendar"]?.textValue }) == ["Home"])
        #expect(days.count == 4)
        for (uid, calendar) in [("choir-1", "Work"), ("choir-2", "Home")] {
            let day = uid == "choir-1" ? "09" : "16"
            let report = try put(Self.series(uid, Self.override(uid, day)), into: calendar)
            #expect((report.unchanged, report.added, report.conflicts) == (2, 0, 0), "\(calendar)")
        }
    }

    /// The marks, and the uids of merged events, go with an export of the whole vault.
    @Test func theWholeVaultKeepsMergesAndMarks() throws {
        try put(Self.talk, into: "Work")
        try put(Self.copy, into: "Home")
        try put(
            Self.event("a", "DTSTART:20260305T080000Z", "SUMMARY:A"),
            Self.event("b", "DTSTART:20260305T080000Z", "SUMMARY:A"), into: "Home")
        try hub.run("calendar merge", ["record": "talk-1", "other": "talk-2"])
        try hub.run("calendar dismiss", ["record": "a", "other": "b"])
        let (other, _) = try hub.restored()
        #expect(try other.items("calendar duplicates").isEmpty)
        #expect(try other.items("calendar duplicates", ["dismissed": true]).count == 1)
        #expect(try other.run("calendar show", ["record": "talk-2"])["uid"] == "talk-1")
    }
}
