import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Reminders

@Suite struct ReminderCommandTests {
    private let hub: TemporaryHub
    private let today: LocalDate

    init() throws {
        hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        today = LocalDate(hub.clock.now, in: .gmt)
    }

    private func add(_ text: String, _ values: DataObject = [:]) throws -> DataObject {
        var input = values
        input["text"] = .list([.text(text)])
        return try hub.run("reminders add", input)
    }

    private func titles(_ list: String) throws -> [String] {
        try hub.items("reminders \(list)").compactMap { $0["title"]?.textValue }
    }

    @Test func aPhraseBecomesAReminder() throws {
        let added = try add("call mum every second Sunday at 18:00 !!")
        #expect(added["title"] == .text("call mum"))
        #expect(added["repeat"] == .text("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"))
        #expect(added["zone"] == .text("UTC"))
        #expect(added["priority"] == .integer(5))
        #expect(added["next"] == added["due"])
        #expect(added["understood"] == .list([.text("every second Sunday"), .text("at 18:00"), .text("!!")]))
    }

    /// Fields take the words that the text takes.
    @Test func fieldsTakeWords() throws {
        _ = try add("water plants tomorrow")
        func edited(_ due: String) throws -> DataValue? {
            try hub.run("reminders edit", ["record": 1, "due": .text(due)])["due"]
        }
        #expect(try edited("next week") == "2026-03-16")
        #expect(try edited("in 1 week") == "2026-03-22")
        #expect(try edited("tomorrow 9am") == "2026-03-16T09:00:00")
        #expect(try edited("friday at 18") == "2026-03-20T18:00:00")
        let snoozed = try hub.run("reminders snooze", ["record": 1, "until": "in 1 week"])
        #expect(snoozed["snoozedUntil"] == "2026-03-22T09:00:00Z")
        for until in ["9am", "next friday call Ann", "every friday"] {
            #expect(throws: AtriumError.self) {
                try hub.run("reminders snooze", ["record": 1, "until": .text(until)])
            }
        }
    }

    /// What a phrase says of zones and of days that are left out stands in the record.
    @Test func aPhraseMaySayAZoneAndExceptions() throws {
        let zoned = try add("meet at 15:00 Asia/Tokyo")
        // It is 18:30 in Tokyo.
        #expect(zoned["due"] == .text("\(today.adding(days: 1))T15:00:00"))
        #expect(zoned["zone"] == "Asia/Tokyo")
        let series = try add("run every Monday at 7:00 except March 23")
        #expect(series["exceptionDates"] == ["2026-03-23T07:00:00"])
        try hub.run("reminders complete", ["record": 2])
        #expect(try hub.run("reminders show", ["record": 2])["next"] == "2026-03-30T07:00:00")
    }

    @Test func aBlankTextIsRefused() throws {
        for values: DataObject in [["text": ["   "]], ["text": ["   "], "plain": true]] {
            let error = #expect(throws: AtriumError.self) { try hub.run("reminders add", values) }
            #expect(error?.message == "title cannot be empty")
            #expect(error?.field == "text")
        }
    }

    @Test func aTextCanBeTakenAsItIs() throws {
        #expect(try add("read tomorrow's news on Friday", ["plain": .bool(true)])["due"] == .null)
        let given = try add("wait until Friday", ["due": .text("2026-05-01T10:00")])
        #expect(given["title"] == .text("wait until Friday"))
        #expect(given["due"] == .text("2026-05-01T10:00:00"))
    }

    /// What is done of a repeating reminder does not touch its rule.
    @Test func completionsAreKeptApartFromTheRule() throws {
        let added = try add("stretch every 3 days")
        let first = try #require(added["next"]?.textValue)
        let once = try hub.run("reminders complete", ["record": .integer(1)])
        #expect(once["done"] == .list([.text(first)]))
        #expect(once["next"] == .text(today.adding(days: 3).description))
        #expect(once["repeat"] == added["repeat"])
        #expect(once["due"] == added["due"])
        #expect(once["status"] == .text("pending"))
        let back = try hub.run("reminders reopen", ["record": .integer(1)])
        #expect(back["next"] == .text(first))
        #expect(back["done"] == .list([]))
    }

    @Test func theLastOccurrenceEndsIt() throws {
        _ = try add("take pills every day 2 times")
        #expect(try hub.run("reminders complete", ["record": .integer(1)])["status"] == .text("pending"))
        #expect(try hub.run("reminders complete", ["record": .integer(1)])["status"] == .text("completed"))
        let error = #expect(throws: AtriumError.self) {
            try hub.run("reminders complete", ["record": .integer(1)])
        }
        #expect(error?.code == .conflict)
        #expect(try titles("completed") == ["take pills", "take pills"])
    }

    @Test func theListsGoByTheDay() throws {
        _ = try add("now today")
        _ = try add("soon tomorrow")
        _ = try add("much later", ["due": .text(today.adding(days: 100).description)])
        _ = try add("late", ["due": .text(today.adding(days: -2).description)])
        _ = try add("whenever")
        #expect(try titles("today") == ["late", "now"])
        #expect(try titles("overdue") == ["late"])
        #expect(try titles("upcoming") == ["soon"])
        #expect(try titles("list") == ["late", "now", "soon", "much later", "whenever"])
        #expect(try hub.items("today").map { $0["overdue"] } == [.bool(true), .bool(false)])
    }

    /// What is overdue stands on today alone; what repeats, and what is put off, on days to come too.
    @Test func aLookAheadHasWhatIsToCome() throws {
        _ = try add("late", ["due": .text(today.adding(days: -2).description)])
        _ = try add("put off", ["due": .text(today.adding(days: -3).description)])
        let until = today.adding(days: 1).description + "T20:00"
        try hub.run("reminders snooze", ["record": "put off", "until": .text(until)])
        _ = try add("daily", ["due": .text(today.adding(days: -9).description), "repeat": "FREQ=DAILY"])
        _ = try add("soon tomorrow")
        let (start, more) = (today.adding(days: -30), today.adding(days: 2))
        func compact(_ day: LocalDate) -> String { day.description.filter { $0 != "-" } }
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", "BEGIN:VTODO", "UID:more",
            "SUMMARY:on two days",
            "DTSTART;VALUE=DATE:\(compact(start))", "DUE;VALUE=DATE:\(compact(start))",
            "RDATE;VALUE=DATE:\(compact(more))", "END:VTODO", "END:VCALENDAR", "",
        ]
        _ = try hub.importFile(TextFile("more.ics", lines.joined(separator: "\r\n")))
        let ahead = try hub.run("dashboard", ["days": 2, "parts": ["upcoming"]])["upcoming"]?.listValue ?? []
        let titles = ahead.compactMap { $0.objectValue?["title"]?.textValue }.sorted()
        #expect(titles == ["daily", "daily", "on two days", "put off", "soon"])
        #expect(try hub.items("today").compactMap { $0["title"]?.textValue }.contains("late"))
    }

    /// Both go by when it is to be shown, wherever the user is and whatever the clock.
    @Test(arguments: ["UTC", "Pacific/Auckland", "America/Los_Angeles"])
    func theFiguresCountTheListsByTime(_ zone: String) throws {
        try hub.run("settings set", ["key": "zone", "value": .text(zone)])
        let day = "2026-03-16"
        for (title, due, until) in [
            ("all day", day, nil), ("morning", "\(day)T09:00", nil), ("instant", "\(day)T03:00:00Z", nil),
            ("late", "2026-03-10", nil), ("later that day", day, "\(day)T23:00"),
            ("into December", "2026-03-14", "2026-12-01"), ("from December", "2026-12-01", "\(day)T20:00"),
            ("whenever", nil, "\(day)T20:00"), ("far", "2026-05-01", nil),
        ] as [(String, String?, String?)] {
            var values: DataObject = ["text": .list([.text(title)]), "plain": true]
            if let due { values["due"] = .text(due) }
            try hub.run("reminders add", values)
            if let until { try hub.run("reminders snooze", ["record": .text(title), "until": .text(until)]) }
        }
        for (title, due, zone) in [
            ("New York", "\(day)T20:00", "America/New_York"), ("Tokyo", "2026-03-17T00:30", "Asia/Tokyo"),
            ("Kiritimati", "2026-03-17T02:00", "Pacific/Kiritimati"),
            ("floating", "\(day)T23:30", "floating"),
        ] {
            try hub.run(
                "reminders add",
                ["text": .list([.text(title)]), "plain": true, "due": .text(due), "zone": .text(zone)])
        }
        // One in a zone of the file's own, and one in a zone that nobody knows.
        try hub.importFile(Fixtures.tasks)
        try hub.importFile(Fixtures.file("SUMMARY:Nowhere\nDUE;TZID=Nowhere:20260316T230000"))
        for _ in 0..<20 {
            let figures = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue)
            for (name, list) in [("due", "today"), ("overdue", "overdue"), ("upcoming", "upcoming")] {
                let count = figures?.first { $0["name"] == .text(name) }?["value"]
                #expect(count == .decimal(Double(try titles(list).count)), "\(name), \(hub.clock.now)")
            }
            hub.clock.advance(seconds: 3 * 3600)
        }
    }

    /// A row that stands for no occurrence that can be read moves no other's title and id.
    @Test func anUnreadableOccurrenceHidesNoOther() throws {
        try hub.importFile(
            TextFile(
                "a.ics",
                Fixtures.calendar(
                    """
                    BEGIN:VTODO
                    UID:s
                    SUMMARY:Series
                    DUE:20260314T100000Z
                    RRULE:FREQ=DAILY
                    END:VTODO
                    BEGIN:VTODO
                    UID:s
                    RECURRENCE-ID:20260314T100000Z
                    SUMMARY:First
                    DUE:20260314T110000Z
                    END:VTODO
                    BEGIN:VTODO
                    UID:s
                    RECURRENCE-ID:20260316T100000Z
                    SUMMARY:Second
                    DUE:20260316T120000Z
                    END:VTODO
                    """)))
        let second = try hub.items("today", ["day": "2026-03-16"]).first { $0["title"] == "Second" }
        try hub.session().execute(
            "UPDATE reminders_reminder SET occurrence = '0' WHERE occurrence = '2026-03-14T10:00:00Z'")
        let entries = try hub.items("today", ["day": "2026-03-16"])
        #expect(entries.map { $0["title"] } == ["Second"])
        #expect(entries.first?["id"] == second?["id"])
    }

    @Test func whatIsPutOffIsPutOffWithAllThatFallsDueUntilThen() throws {
        _ = try add("water", ["due": "2026-03-13T03:00", "repeat": "FREQ=DAILY"])
        #expect(try hub.items("today").map { $0["overdue"] } == [true])
        #expect(try titles("today") == ["water"])
        try hub.run("reminders snooze", ["record": 1, "until": "2026-03-16T08:00"])
        #expect(try hub.items("today").isEmpty)
        #expect(try titles("today").isEmpty)
    }

    @Test func anOccurrenceThatWasDoneStaysDoneAtAnotherTime() throws {
        _ = try add("water", ["due": "2026-03-15T03:00", "repeat": "FREQ=DAILY"])
        try hub.run("reminders complete", ["record": 1])
        let moved = try hub.run("reminders edit", ["record": 2, "due": "2026-03-15T05:00"])
        #expect(moved["status"] == "completed")
        #expect(try hub.run("reminders show", ["record": 1])["next"] == "2026-03-16T03:00:00")
    }

    @Test func whatIsPutOffUntilLaterTodayIsInTheList() throws {
        _ = try add("pay today")
        try hub.run("reminders snooze", ["record": 1, "until": .text("\(today)T23:00")])
        #expect(try titles("today") == ["pay"])
        #expect(try titles("overdue").isEmpty)
    }

    @Test func whatIsPutOffIsNotDueUntilThen() throws {
        _ = try add("pay today")
        let snoozed = try hub.run("reminders snooze", ["record": .integer(1), "until": .text("tomorrow")])
        #expect(snoozed["status"] == .text("snoozed"))
        #expect(try titles("today").isEmpty)
        #expect(try titles("upcoming") == ["pay"])
        hub.clock.advance(days: 2)
        #expect(try titles("today") == ["pay"])
        #expect(try titles("overdue") == ["pay"])
    }

    /// People say the day with which it ends; beside a time RFC 5545 has its end.
    @Test func aDayAsUntilIsTheEndOfIt() throws {
        let added = try hub.run(
            "reminders add",
            [
                "text": ["x"], "due": "2030-12-01T10:00", "zone": "Europe/Berlin",
                "repeat": "FREQ=DAILY;UNTIL=20301231",
            ])
        #expect(added["repeat"] == "FREQ=DAILY;UNTIL=20301231T225959Z")
    }

    /// Where the rule was not given, it is the due time that does not fit to it.
    @Test func aTimeThatDoesNotFitTheRuleIsWhatIsWrong() throws {
        let added = try hub.run(
            "reminders add",
            ["text": ["x"], "due": "2030-12-30", "repeat": "FREQ=DAILY;UNTIL=20301231"])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("reminders edit", ["record": added["id"] ?? .null, "due": "2030-12-30T10:00"])
        }
        #expect(error?.field == "due")
        #expect(error?.message.contains("must be an instant in UTC") == true)
        #expect(error?.remedy.description == "give --repeat too, for the new time")
    }

    @Test(
        arguments: [
            ("reminders snooze", ["record": .integer(1), "until": .text("yesterday")], "is in the past"),
            (
                "reminders edit",
                ["record": .integer(1), "repeat": .text("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")],
                "never happens"
            ),
            (
                "reminders edit", ["record": .integer(1), "repeat": .text("EVERY DAY")],
                "not a valid recurrence rule"
            ),
            (
                "reminders edit",
                ["record": .integer(1), "repeat": .text("FREQ=DAILY;COUNT=3;UNTIL=20991231T000000Z")],
                "has both COUNT and UNTIL"
            ),
            (
                "reminders edit",
                ["record": .integer(1), "repeat": .text("FREQ=DAILY;UNTIL=20991231T090000")],
                "must be an instant in UTC"
            ),
            (
                "reminders add",
                [
                    "text": .list([.text("x")]), "due": .text("2030-01-01"),
                    "repeat": .text("FREQ=DAILY;UNTIL=20301231T000000Z"),
                ], "must be a day"
            ),
            (
                "reminders edit", ["record": .integer(1), "repeat": .text("FREQ=DAILY;FOO=1")],
                "has a part that iCalendar does not define"
            ),
            (
                "reminders add",
                [
                    "text": .list([.text("x")]), "due": .text("2030-01-01"), "repeat": .text("FREQ=HOURLY"),
                ], "specifies hours, but the start is a day"
            ),
            (
                "reminders add",
                [
                    "text": .list([.text("x")]), "due": .text("2030-01-01"),
                    "repeat": .text("FREQ=DAILY;BYHOUR=9"),
                ], "specifies hours, but the start is a day"
            ),
            (
                "reminders edit", ["record": .integer(1), "due": .text("9999-12-31T23:30:00-01:00")],
                "outside the years 1 to 9999"
            ),
            (
                "reminders edit",
                [
                    "record": .integer(1), "due": .text("9999-12-31T23:30:00Z"),
                    "zone": .text("Pacific/Kiritimati"),
                ], "outside the supported years"
            ),
            ("reminders edit", ["record": .integer(1), "title": .text("\u{200B}")], "cannot be empty"),
            ("reminders edit", ["record": .integer(1), "zone": .text("Mars/Olympus")], "unknown time zone"),
            ("reminders edit", ["record": .integer(1), "title": .text(" ")], "cannot be empty"),
            ("reminders reopen", ["record": .integer(1)], "not done yet"),
            ("reminders add", ["text": .list([.text("call on June 31")])], "June has 30 days"),
            (
                "reminders add", ["text": .list([.text("x")]), "repeat": .text("FREQ=DAILY")],
                "needs a first time"
            ),
            ("reminders add", ["text": .list([.text("call on June 5 and on June 7")])], "two days"),
            (
                "reminders add", ["text": .list([.text(String(repeating: "a week from ", count: 42))])],
                "at most 500 characters; this one has 504"
            ),
            (
                "reminders edit", ["record": .integer(1), "start": .text("2099-01-01T10:00")],
                "the due time is not after the start"
            ),
            (
                "reminders edit", ["record": .integer(1), "start": .text("2020-01-01")],
                "one of start and due is a day"
            ),
            ("reminders edit", ["record": .integer(1), "priority": .integer(10)], "priority"),
            ("reminders add", ["text": .list([.text("x")]), "alert": .integer(5)], "needs a due time"),
            (
                "reminders add", ["text": .list([.text("x")]), "notification": .text("persistent")],
                "a persistent reminder needs a due time"
            ),
            (
                "reminders edit",
                ["record": .integer(1), "due": .text("2030-01-01T10:00:00Z"), "zone": .text("floating")],
                "cannot be floating"
            ),
        ] as [(String, DataObject, String)])
    func refusals(command: String, values: DataObject, message: String) throws {
        _ = try add("pay today at 23:00")
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.remedy.isEmpty == false)
    }

    /// A file's rule stays as it is, whatever is edited beside it.
    @Test func whatAFileSaysWronglyIsNotInTheWay() throws {
        try hub.importFile(
            TextFile(
                "a.ics",
                """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                BEGIN:VTODO\r
                UID:a\r
                SUMMARY:Water\r
                DUE;TZID=Europe/Vienna:20300101T090000\r
                RRULE:FREQ=DAILY;UNTIL=20301231;COUNT=9\r
                END:VTODO\r
                END:VCALENDAR\r

                """))
        let moved = try hub.run(
            "reminders edit", ["record": "a", "due": "2030-01-02T08:00", "title": "Pour"])
        #expect(moved["repeat"] == "FREQ=DAILY;UNTIL=20301231;COUNT=9")
        let error = #expect(throws: AtriumError.self) {
            try hub.run("reminders edit", ["record": "a", "repeat": "FREQ=DAILY;UNTIL=20301231T090000"])
        }
        #expect(error?.field == "repeat")
        #expect(try hub.export("reminders", format: .icalendar).contains("UNTIL=20301231;COUNT=9\r\n"))
    }

    @Test func whatIsClearedIsAsIfNothingHadBeenSaid() throws {
        let added = try add(
            "board",
            ["due": "2030-01-01T01:00", "zone": "Asia/Tokyo", "notification": "persistent", "alert": 10])
        let viewer = try #require(try add("x", ["due": "2030-01-01T01:00"])["zone"])
        let cleared = try hub.run(
            "reminders edit", ["record": added["id"] ?? .null, "zone": .null, "notification": .null])
        #expect(cleared["due"] == "2030-01-01T01:00:00" && cleared["zone"] == viewer)
        #expect(cleared["notification"] == "standard" && cleared["alert"] == 10)
    }

    /// A time in another zone is due when it is due there.
    @Test func aTimeOfAnotherZoneIsSeenOnTheUsersDay() throws {
        _ = try add(
            "board", ["due": .text("\(today.adding(days: 1))T01:00"), "zone": .text("Asia/Tokyo")])
        #expect(try titles("today") == ["board"])
        #expect(try hub.items("today").first?["time"] == .text("16:00"))
    }

    @Test func anEndBesideATimeIsAnInstant() throws {
        let added = try add("run every day at 23:30 until \(today.adding(days: 9))")
        let end = today.adding(days: 9).description.replacing("-", with: "")
        #expect(added["repeat"] == .text("FREQ=DAILY;UNTIL=\(end)T235959Z"))
    }
}
