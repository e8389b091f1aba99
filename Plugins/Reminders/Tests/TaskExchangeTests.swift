import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Reminders

/// Tasks of files: what becomes of their lines here, and what an edit here makes of them there.
@Suite struct TaskExchangeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
    }

    private func imported(_ lines: String) throws -> DataObject {
        try hub.importFile(Fixtures.file(lines))
        return try hub.run("reminders show", ["record": .text("1")])
    }

    /// The unfolded lines of the export.
    private func exported() throws -> [String] {
        try hub.export("reminders").replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// The unfolded lines of the export's components, without those that a moment makes.
    private func task() throws -> [String] {
        try exported().filter { line in
            !["DTSTAMP", "LAST-MODIFIED", "CREATED", "UID"].contains { line.hasPrefix($0 + ":") }
        }
        .drop { $0 != "BEGIN:VTODO" }.dropLast()
    }

    // MARK: - In

    @Test(
        arguments: [
            ("DUE;VALUE=DATE:20260301", "due", .text("2026-03-01")),
            ("DUE:20260301T100000", "due", .text("2026-03-01T10:00:00")),
            ("DUE:20260301T100000Z", "due", .text("2026-03-01T10:00:00Z")),
            ("DUE;TZID=Asia/Tokyo:20260301T100000", "zone", .text("Asia/Tokyo")),
            ("DTSTART:20260301T100000\nDURATION:P1DT2H", "due", .text("2026-03-02T12:00:00")),
            ("DTSTART:20260301T100000", "due", .text("2026-03-01T10:00:00")),
            ("DTSTART:20260301T100000\nDUE:20260301T100000", "start", .null),
            ("DTSTART:20260301T090000\nDUE:20260301T100000", "start", .text("2026-03-01T09:00:00")),
            ("SUMMARY:a\\, b", "title", .text("a, b")),
            ("DESCRIPTION:First\\nSecond", "title", .text("First")),
            ("PRIORITY:7", "priority", .integer(7)), ("PRIORITY:0", "priority", .null),
            ("STATUS:COMPLETED\nCOMPLETED:20260102T030405Z", "completedAt", .text("2026-01-02T03:04:05Z")),
            (
                "STATUS:COMPLETED\nLAST-MODIFIED:20260103T000000Z", "completedAt",
                .text("2026-01-03T00:00:00Z")
            ),
            ("STATUS:COMPLETED", "completedAt", .text("2026-01-01T00:00:00Z")),
            ("PERCENT-COMPLETE:100", "status", .text("completed")),
            ("STATUS:IN-PROCESS\nPERCENT-COMPLETE:60", "status", .text("pending")),
            ("STATUS:CANCELLED\nDUE:20200101T000000Z", "status", .text("cancelled")),
            ("STATUS:CANCELLED\nDUE:20200101T000000Z", "overdue", .bool(false)),
            ("STATUS:CANCELLED\nDUE:20200101T000000Z", "next", .null),
            ("CATEGORIES:a,b\nCATEGORIES:A", "tags", .list([.text("a"), .text("b")])),
            ("RELATED-TO;RELTYPE=SIBLING:x\nRELATED-TO:y", "parent", .text("y")),
            (
                "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY\nDTSTART:20260301T100000", "repeat",
                .text("FREQ=DAILY\nFREQ=WEEKLY")
            ),
        ] as [(String, String, DataValue)])
    func aLineIsAField(_ lines: String, _ field: String, _ value: DataValue) throws {
        #expect(try imported(lines)[field] == value)
        #expect(try hub.importFile(Fixtures.file(lines)).unchanged == 1)
        let text = try exported()
        for line in lines.split(separator: "\n") { #expect(text.contains(String(line))) }
    }

    @Test(
        arguments: [
            ("TRIGGER:-PT15M", 15, "standard"), ("TRIGGER;RELATED=END:-PT15M", 15, "standard"),
            ("TRIGGER;RELATED=END:PT9H", -540, "standard"),
            ("TRIGGER;RELATED=END:PT0S\nREPEAT:2\nDURATION:PT5M", 0, "persistent"),
            ("TRIGGER;VALUE=DATE-TIME:20260301T080000Z\nREPEAT:2\nDURATION:PT5M", nil, "persistent"),
            ("TRIGGER;VALUE=DATE-TIME:20260301T080000Z", nil, "standard"),
        ] as [(String, Int64?, String)])
    func anAlarmSaysWhenItIsShown(_ lines: String, _ alert: Int64?, _ kind: String) throws {
        let task = try imported(
            "DUE:20260301T100000Z\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n\(lines)\nEND:VALARM")
        #expect(task["alert"] == .integer(orNull: alert))
        #expect(task["notification"] == .text(kind))
    }

    @Test func anAlarmMayCountFromTheStart() throws {
        let task = try imported(
            "DTSTART:20260301T090000\nDUE:20260301T100000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nEND:VALARM"
        )
        #expect(task["alert"] == .integer(75))
    }

    private static let silence =
        "BEGIN:VALARM\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM"

    /// An alarm that does not ring, as Apple's programs write it, is a silent reminder; beside one that rings it is nothing.
    @Test func anAlarmThatDoesNotRingIsSilence() throws {
        let due = "DUE:20260301T100000Z\n"
        #expect(try imported(due + Self.silence)["notification"] == "none")
        let ringing = "\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM"
        #expect(try imported(due + Self.silence + ringing)["notification"] == "standard")
    }

    // MARK: - Out

    @Test func silenceComesBack() throws {
        _ = try imported(
            "SUMMARY:x\nDUE:20260301T100000\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM")
        try hub.run("reminders edit", ["record": 1, "notification": "none"])
        try hub.run("reminders add", ["text": ["Tea"], "due": "2026-03-02T10:00", "notification": "none"])
        let lines = try exported()
        #expect(lines.filter { $0.hasPrefix("ACTION") } == ["ACTION:NONE", "ACTION:NONE"])
        let other = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("again.ics", try hub.export("reminders")))
        #expect(try other.items("reminders list").map { $0["notification"] } == ["none", "none"])
        // An alert makes a silent reminder ring again.
        try hub.run("reminders edit", ["record": 1, "alert": 15])
        #expect(try exported().filter { $0.hasPrefix("ACTION") } == ["ACTION:DISPLAY", "ACTION:NONE"])
    }

    @Test func anAlarmOfWhatIsDueAtNoTimeStays() throws {
        _ = try imported(
            "SUMMARY:Some day\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT15M\nEND:VALARM")
        try hub.run("reminders edit", ["record": "1", "title": "Another day"])
        #expect(try exported().contains("TRIGGER:-PT15M"))
    }

    @Test func whatIsNewIsWrittenForAPhone() throws {
        try hub.run(
            "reminders add",
            [
                "text": .list([.text("Call")]), "due": .text("2026-03-01T18:00"), "zone": .text("Asia/Tokyo"),
                "repeat": .text("FREQ=WEEKLY;COUNT=3"), "notification": .text("persistent"),
                "priority": .integer(1),
            ])
        #expect(
            try task().sorted()
                == [
                    "BEGIN:VTODO", "DUE;TZID=Asia/Tokyo:20260301T180000",
                    "DTSTART;TZID=Asia/Tokyo:20260301T180000",
                    "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Call", "PRIORITY:1", "BEGIN:VALARM",
                    "ACTION:DISPLAY",
                    "TRIGGER;RELATED=END:PT0S", "DESCRIPTION:Call", "REPEAT:4", "DURATION:PT15M",
                    "END:VALARM", "X-ATRIUM-REMINDER:", "END:VTODO",
                ].sorted())
        #expect(try exported().contains("TZID:Asia/Tokyo"))
    }

    @Test func aDayIsShownAtNine() throws {
        try hub.run("reminders add", ["text": .list([.text("Pay")]), "due": .text("2026-03-01")])
        let lines = try task()
        #expect(lines.contains("DUE;VALUE=DATE:20260301"))
        #expect(lines.contains("TRIGGER;RELATED=END:PT9H"))
        #expect(!lines.contains { $0.hasPrefix("DTSTART") })
    }

    /// Each edit, and the lines that it puts in the place of which.
    @Test(
        arguments: [
            (["title": .text("Tea")], ["SUMMARY:Tea"], ["SUMMARY:Old"]),
            (["note": .text("x")], ["DESCRIPTION:x"], []),
            (
                ["due": .text("2026-03-02T10:00")], ["DTSTART:20260302T080000", "DUE:20260302T100000"],
                ["DTSTART:20260301T080000", "DUE:20260301T100000"]
            ),
            (
                ["start": .text("2026-03-01T07:00")],
                ["DTSTART:20260301T070000", "TRIGGER;RELATED=END:-PT2H5M"],
                ["DTSTART:20260301T080000", "TRIGGER:-PT5M"]
            ),
            (
                ["start": .null], ["DTSTART:20260301T100000", "TRIGGER;RELATED=END:-PT2H5M"],
                ["DTSTART:20260301T080000", "TRIGGER:-PT5M"]
            ),
            (["repeat": .text("FREQ=DAILY")], ["RRULE:FREQ=DAILY"], []),
            (["priority": .integer(2)], ["PRIORITY:2"], ["PRIORITY:5"]),
            (["tags": .list([.text("b")])], ["CATEGORIES:b"], ["CATEGORIES:a,b"]),
            (["alert": .integer(30)], ["TRIGGER;RELATED=END:-PT30M"], ["TRIGGER:-PT5M"]),
            (["notification": .text("persistent")], ["REPEAT:4", "DURATION:PT15M"], []),
        ] as [(DataObject, [String], [String])])
    func anEditChangesItsLines(_ edit: DataObject, _ new: [String], _ gone: [String]) throws {
        _ = try imported(
            """
            SUMMARY:Old
            DTSTART:20260301T080000
            DUE:20260301T100000
            PRIORITY:5
            CATEGORIES:a,b
            X-KEPT;X-A=1:as it is
            RELATED-TO;RELTYPE=SIBLING:other
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Old
            TRIGGER:-PT5M
            X-KEPT:here too
            END:VALARM
            """)
        let before = try task()
        var values = edit
        values["record"] = .text("1")
        try hub.run("reminders edit", values)
        let after = try task().filter { !$0.hasPrefix("SEQUENCE") }
        #expect(after.filter { !before.contains($0) }.sorted() == new.sorted())
        #expect(before.filter { !after.contains($0) }.sorted() == gone.sorted())
        #expect(try hub.importFile(TextFile("again.ics", try hub.export("reminders"))).unchanged == 1)
    }

    @Test(arguments: [
        (
            "complete", ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"],
            ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"]
        ),
        ("cancel", ["STATUS:CANCELLED"], ["STATUS:IN-PROCESS"]),
    ])
    func anActionChangesItsLines(_ action: String, _ new: [String], _ gone: [String]) throws {
        _ = try imported("SUMMARY:Old\nSTATUS:IN-PROCESS\nPERCENT-COMPLETE:40\nX-KEPT:1")
        let before = try task()
        try hub.run("reminders \(action)", ["record": .text("1")])
        let after = try task().filter { !$0.hasPrefix("SEQUENCE") && !$0.hasPrefix("COMPLETED") }
        #expect(after.filter { !before.contains($0) }.sorted() == new.sorted())
        #expect(before.filter { !after.contains($0) }.sorted() == gone.sorted())
        // Taken back, the task says what it said, but for what an unfinished one says.
        try hub.run("reminders reopen", ["record": .text("1")])
        #expect(try hub.run("reminders show", ["record": .text("1")])["status"] == .text("pending"))
    }

    /// A duration still says when it is due after both of its ends were moved.
    @Test func aDurationStays() throws {
        _ = try imported("SUMMARY:x\nDTSTART:20260301T080000\nDURATION:PT2H")
        try hub.run("reminders edit", ["record": .text("1"), "due": .text("2026-03-05T10:00")])
        let lines = try task()
        #expect(lines.contains("DTSTART:20260305T080000"))
        #expect(lines.contains("DURATION:PT2H"))
        #expect(!lines.contains { $0.hasPrefix("DUE") })
    }

    // MARK: - Series

    /// What was done of a series stands beside it, and what comes next follows from that alone.
    @Test func whatComesNextIsTheSameEverywhere() throws {
        try hub.importFile(Fixtures.tasks)
        // Done until the 5th; the 12th was moved to the 13th.
        let series: DataObject = ["record": .text("series")]
        #expect(try hub.run("reminders show", series)["next"] == .text("2026-01-13T11:00:00"))
        let done = try hub.run("reminders complete", series)
        #expect(done["done"] == .list([.text("2026-01-05T08:00:00"), .text("2026-01-12T08:00:00")]))
        let next = try #require(done["next"]?.textValue)
        #expect(next > Timestamp.text(hub.clock.now))
        let other = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        other.clock.advance(days: 40)
        let text = try hub.export("reminders")
        try other.importFile(TextFile("other.ics", text))
        #expect(try other.run("reminders show", series)["next"] == .text(next))
        #expect(try other.export("reminders") == text)
        // What a file brought stays when it is taken back, and is to be done again.
        #expect(try hub.run("reminders reopen", series)["next"] == .text("2026-01-13T11:00:00"))
    }

    @Test func anOccurrenceThatWasDoneIsAnOverride() throws {
        try hub.run(
            "reminders add",
            [
                "text": .list([.text("Water")]), "due": .text("2026-01-05T09:00"),
                "start": .text("2026-01-05T08:00"),
                "zone": .text("Europe/Vienna"), "repeat": .text("FREQ=YEARLY"),
            ])
        try hub.run("reminders complete", ["record": .integer(1)])
        let lines = try exported()
        #expect(lines.count { $0 == "BEGIN:VTODO" } == 2)
        #expect(lines.contains("RECURRENCE-ID;TZID=Europe/Vienna:20260105T080000"))
        #expect(lines.contains("STATUS:COMPLETED"))
        #expect(lines.count { $0 == "RRULE:FREQ=YEARLY" } == 1)
        #expect(lines.count { $0.hasPrefix("UID:") } == 2)
        #expect(Set(lines.filter { $0.hasPrefix("UID:") }).count == 1)
    }

    /// A series that comes after its occurrences takes them in, whatever the order of files.
    @Test func occurrencesFindTheirSeries() throws {
        let done =
            "BEGIN:VTODO\nUID:s\nRECURRENCE-ID:20260105T080000Z\nSUMMARY:x\nDUE:20260105T080000Z\n"
            + "STATUS:COMPLETED\nCOMPLETED:20260105T090000Z\nEND:VTODO"
        let series = "BEGIN:VTODO\nUID:s\nSUMMARY:x\nDTSTART:20260105T080000Z\nRRULE:FREQ=DAILY\nEND:VTODO"
        try hub.importFile(TextFile("b.ics", Fixtures.calendar(done)))
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(series)))
        #expect(try hub.items("reminders list").count == 1)
        let shown = try hub.run("reminders show", ["record": .text("s")])
        #expect(shown["next"] == .text("2026-01-06T08:00:00Z"))
        #expect(shown["done"] == .list([.text("2026-01-05T08:00:00Z")]))
        #expect(try hub.items("reminders completed").map { $0["uid"] } == [.text("s#20260105T080000Z")])
    }

    /// A zone of a file's own is used as the file gives it: nine o'clock there is half past three in UTC.
    @Test func aZoneOfTheFilesOwnCounts() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Office
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0530
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VTODO
            UID:1
            SUMMARY:x
            DUE;TZID=Office:20990101T020000
            END:VTODO
            """
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(zone)))
        let days = try hub.run("today", ["day": .text("2098-12-31")])
        #expect("\(days)".contains("20:30"), "\(days)")
        try hub.run("reminders edit", ["record": .text("1"), "due": .text("2099-01-02T02:00")])
        #expect(try exported().contains("DUE;TZID=Office:20990102T020000"))
    }

    /// A task whose UID another has too keeps its own uid through an export of the whole vault, and through an edit.
    @Test(arguments: [true, false]) func theSecondOfOneUIDKeepsItsOwn(isEdited: Bool) throws {
        func task(_ summary: String) -> String { "BEGIN:VTODO\nUID:t\nSUMMARY:\(summary)\nEND:VTODO" }
        #expect(
            try hub.importFile(TextFile("a.ics", Fixtures.calendar(task("One") + "\n" + task("Two")))).added
                == 2)
        func uids(_ hub: TemporaryHub) throws -> [String] {
            try hub.items("reminders list").map { "\($0["title"] ?? .null) \($0["uid"] ?? .null)" }.sorted()
        }
        let second = try #require(
            try hub.items("reminders list").first { $0["title"] == "Two" }?["uid"]?.textValue)
        if isEdited { try hub.run("reminders edit", ["record": .text(second), "title": "Three"]) }
        let wanted = try uids(hub)
        var (other, files) = try hub.restored()
        for _ in 0..<2 {
            #expect(try uids(other) == wanted)
            #expect(files["reminders.ics"]?.contains("X-ATRIUM-UID:\(second)\r\n") == true)
            let next = try other.restored()
            #expect(next.files["reminders.ics"] == files["reminders.ics"])
            (other, files) = next
        }
        // Without the first it is who it was.
        try hub.run("reminders remove", ["record": 1])
        let left = try hub.restored().hub
        #expect(try uids(left) == uids(hub))
        #expect(try !left.export("reminders").contains("X-ATRIUM-UID"))
    }
}
