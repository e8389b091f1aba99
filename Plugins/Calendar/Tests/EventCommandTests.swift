import AtriumSDK
import Foundation
import Testing

@testable import Calendar

/// The commands of events: what they write and give back, and what they refuse.
@Suite struct EventCommandTests {
    let vault: CalendarVault

    init() throws { vault = try CalendarVault() }

    /// Adds an event; what is said of the words of its title is left out, as `show` leaves it.
    private func add(_ summary: String, _ values: DataObject) throws -> DataObject {
        var values = values
        values["summary"] = .text(summary)
        var event = try vault.run("add", values)
        for field in EventFields.words { event[field.name] = nil }
        return event
    }

    /// Edits an event; what is said of its series is left out, as `show` leaves it.
    private func edit(_ values: DataObject) throws -> DataObject {
        var event = try vault.run("edit", values)
        event[SeriesAnswer.field.name] = nil
        return event
    }

    @Test func anAddedEventIsShownWithAllItsFields() throws {
        let event = try add(
            "Dentist",
            [
                "start": .text("2026-03-02T15:00:00"), "duration": .text("PT45M"),
                "calendar": .text("Health"),
                "location": .text("Main Street 1"), "description": .text("Two lines\nof text"),
                "categories": .list([.text("Body"), .text("body"), .text("Teeth")]),
                "organizer": .text("ann@example.org"), "organizerName": .text("Ann"),
                "attendees": .list([
                    .object([
                        "address": .text("bob@example.org"), "role": .text("chair"),
                        "expectsReply": .bool(true),
                    ])
                ]),
                "alarms": .list([.object(["trigger": .text("-PT1H"), "fromEnd": .bool(true)])]),
                "attachments": .list([.object(["uri": .text("https://example.org/a.pdf")])]),
                "status": .text("tentative"), "transparency": .text("transparent"), "class": .text("private"),
                "priority": .integer(3), "latitude": .decimal(52.5), "longitude": .decimal(13.25),
                "url": .text("https://example.org"), "color": .text("teal"),
            ])
        #expect(event["start"] == .text("2026-03-02T15:00:00"))
        #expect(event["startZone"] == .text("Europe/Berlin"))
        #expect(event["duration"] == .text("PT45M"))
        #expect(event["end"] == .null)
        #expect(event["calendar"] == .text("Health"))
        #expect(event["categories"] == .list([.text("Body"), .text("Teeth")]))
        #expect(event["organizer"] == .text("mailto:ann@example.org"))
        #expect(event["attendees"]?.listValue?.first?.objectValue?["role"] == .text("chair"))
        #expect(event["alarms"]?.listValue?.first?.objectValue?["fromEnd"] == .bool(true))
        #expect(
            event["attachments"]?.listValue?.first?.objectValue?["uri"] == .text("https://example.org/a.pdf"))
        #expect(event["status"] == .text("tentative"))
        #expect(event["class"] == .text("private"))
        #expect(event["latitude"] == .decimal(52.5))
        #expect(event["updatedAt"] == .text("2026-03-02T08:00:00Z"))
        #expect(try vault.run("show", ["record": event["id"] ?? .null]) == event)
    }

    @Test(
        arguments: [
            ("2026-03-02", nil, "2026-03-02", nil, true),
            ("2026-03-02T09:00:00", nil, "2026-03-02T09:00:00", "Europe/Berlin", false),
            ("2026-03-02T09:00:00", "America/New_York", "2026-03-02T09:00:00", "America/New_York", false),
            ("2026-03-02T09:00:00", "W. Europe Standard Time", "2026-03-02T09:00:00", "Europe/Berlin", false),
            ("2026-03-02T09:00:00", "floating", "2026-03-02T09:00:00", nil, false),
            ("2026-03-02T09:00:00", "UTC", "2026-03-02T09:00:00Z", nil, false),
            ("2026-03-02T09:00:00Z", nil, "2026-03-02T09:00:00Z", nil, false),
            ("2026-03-02T09:00:00Z", "Europe/Berlin", "2026-03-02T10:00:00", "Europe/Berlin", false),
        ] as [(String, String?, String, String?, Bool)])
    func aStartIsKeptOnTheClockThatItWasGivenOn(
        _ start: String, _ zone: String?, _ text: String, _ stored: String?, _ isAllDay: Bool
    ) throws {
        var values: DataObject = ["start": .text(start)]
        values["zone"] = zone.map(DataValue.text)
        let event = try add("x", values)
        #expect(event["start"] == .text(text))
        #expect(event["startZone"] == .text(orNull: stored))
        #expect(event["allDay"] == .bool(isAllDay))
    }

    @Test(
        arguments: [
            (["start": .text("2026-13-02")], "start"),
            (["start": .text("2026-03-02T10:00:00"), "end": .text("2026-03-02T10:00:00")], "end"),
            (["start": .text("2026-03-02"), "end": .text("2026-03-02")], "end"),
            (["start": .text("2026-03-02"), "end": .text("2026-03-02T10:00:00")], "end"),
            (["start": .text("2026-03-02"), "duration": .text("PT2H")], "duration"),
            (["start": .text("2026-03-02T10:00:00"), "duration": .text("-PT2H")], "duration"),
            (
                [
                    "start": .text("2026-03-02T10:00:00"), "end": .text("2026-03-02T11:00:00"),
                    "duration": .text("PT2H"),
                ], "duration"
            ),
            (["start": .text("2026-03-02T10:00:00"), "zone": .text("Europe/Nowhere")], "zone"),
            (["start": .text("2026-03-02T10:00:00Z"), "zone": .text("floating")], "zone"),
            (
                ["start": .text("2026-03-02"), "recurrenceRules": .list([.text("FREQ=NEVER")])],
                "recurrenceRules"
            ),
            (
                [
                    "start": .text("2026-03-02"),
                    "exceptionDates": .list([.object(["value": .text("2026-03-02T10:00:00")])]),
                ], "exceptionDates"
            ),
            (["start": .text("2026-03-02"), "latitude": .decimal(1)], "longitude"),
            (["start": .text("2026-03-02"), "organizer": .text("nobody")], "organizer"),
            (["start": .text("2026-03-02"), "organizerName": .text("Ann")], "organizer"),
            (
                ["start": .text("2026-03-02"), "attendees": .list([.object(["address": .text("Bob")])])],
                "attendees"
            ),
            (
                ["start": .text("2026-03-02"), "alarms": .list([.object(["trigger": .text("soon")])])],
                "alarms"
            ),
            (["start": .text("2026-03-02"), "url": .text("two words")], "url"),
            (
                ["start": .text("2026-03-02"), "attachments": .list([.object(["uri": .text("a.pdf")])])],
                "attachments"
            ),
            (["start": .text("2026-03-02"), "summary": .text("")], "summary"),
            (["start": .text("2026-03-02"), "calendar": .text("  ")], "name"),
        ] as [(DataObject, String)])
    func whatDoesNotFitIsRefusedWithItsFieldAndARemedy(_ values: DataObject, _ field: String) throws {
        var values = values
        if values["summary"] == nil { values["summary"] = .text("x") }
        let error = vault.refusal(of: "add", values)
        #expect(error?.code == .badData)
        #expect(error?.field == field)
        #expect(error?.remedy.isEmpty == false)
        #expect(try vault.count("calendar_event") == 0)
        #expect(try vault.count("calendar_calendar") == 0)
    }

    @Test func anEditChangesWhatItNamesAndNothingElse() throws {
        let event = try add(
            "Walk",
            [
                "start": .text("2026-03-02T15:00:00"), "end": .text("2026-03-02T16:00:00"),
                "categories": .list([.text("a"), .text("b")]), "location": .text("Park"),
            ])
        vault.now += 60
        let edited = try edit(
            [
                "record": event["id"] ?? .null, "summary": .text("Long walk"), "location": .null,
                "addCategories": .list([.text("c")]), "removeCategories": .list([.text("A")]),
            ])
        #expect(edited["summary"] == .text("Long walk"))
        #expect(edited["location"] == .null)
        #expect(edited["categories"] == .list([.text("b"), .text("c")]))
        #expect(edited["sequence"] == .integer(1))
        #expect(edited["updatedAt"] == .text("2026-03-02T08:01:00Z"))
        let changed = edited.entries.filter { event[$0.name] != $0.value }.map(\.name)
        #expect(changed == ["summary", "location", "categories", "updatedAt", "sequence"])
    }

    @Test func anEditThatChangesNothingWritesNothing() throws {
        let event = try add("Walk", ["start": .text("2026-03-02")])
        vault.now += 60
        #expect(try edit(["record": event["id"] ?? .null, "summary": .text("Walk")]) == event)
    }

    @Test func aMoveOfTheStartCountsAsARevision() throws {
        let event = try add(
            "Walk", ["start": .text("2026-03-02T15:00:00"), "end": .text("2026-03-02T16:00:00")])
        let record = event["id"] ?? .null
        #expect(
            vault.refusal(of: "edit", ["record": record, "start": .text("2026-03-03T15:00:00")])?.field
                == "end")
        let moved = try vault.run(
            "edit", ["record": record, "start": .text("2026-03-03T15:30:00"), "keepLength": .bool(true)])
        #expect(moved["end"] == .text("2026-03-03T16:30:00"))
        #expect(moved["sequence"] == .integer(1))
        let rezoned = try vault.run("edit", ["record": record, "zone": .text("Asia/Tokyo")])
        #expect(rezoned["start"] == .text("2026-03-03T15:30:00"))
        #expect(rezoned["startZone"] == .text("Asia/Tokyo"))
        #expect(rezoned["endZone"] == .text("Asia/Tokyo"))
        #expect(rezoned["sequence"] == .integer(2))
    }

    @Test func listsAreSetAddedToAndTakenFrom() throws {
        let event = try add(
            "Course",
            [
                "start": .text("2026-03-02T15:00:00"), "recurrenceRules": .list([.text("FREQ=WEEKLY")]),
                "attendees": .list([.object(["address": .text("a@b.c"), "name": .text("A")])]),
                "alarms": .list([.object(["trigger": .text("-PT5M")])]),
            ])
        let record = event["id"] ?? .null
        let edited = try vault.run(
            "edit",
            [
                "record": record,
                "addExceptionDates": .list([.object(["value": .text("2026-03-09T15:00:00")])]),
                "addRecurrenceDates": .list([
                    .object(["value": .text("2026-03-10T15:00:00"), "periodEnd": .text("PT2H")])
                ]),
                "addAttendees": .list([
                    .object(["address": .text("A@B.C"), "name": .text("Ann")]),
                    .object(["address": .text("d@e.f")]),
                ]),
                "addAlarms": .list([.object(["trigger": .text("2026-03-01T09:00:00Z")])]),
                "addAttachments": .list([.object(["uri": .text("https://a.b/c"), "name": .text("c")])]),
            ])
        #expect(
            edited["exceptionDates"]
                == .list([
                    .object([
                        "value": .text("2026-03-09T15:00:00"), "zone": .text("Europe/Berlin"),
                        "periodEnd": .null,
                    ])
                ]))
        #expect(edited["recurrenceDates"]?.listValue?.first?.objectValue?["periodEnd"] == .text("PT2H"))
        #expect(edited["attendees"]?.listValue?.count == 2)
        #expect(edited["attendees"]?.listValue?.first?.objectValue?["name"] == .text("Ann"))
        #expect(edited["alarms"]?.listValue?.count == 2)
        let taken = try vault.run(
            "edit",
            [
                "record": record,
                "removeExceptionDates": .list([.object(["value": .text("2026-03-09T15:00:00")])]),
                "removeAttendees": .list([.text("d@e.f")]), "removeAlarms": .list([.text("-PT5M")]),
                "removeRecurrenceRules": .list([.text("freq=weekly")]),
                "removeAttachments": .list([.text("c")]),
            ])
        #expect(taken["exceptionDates"] == .list([]))
        #expect(taken["attendees"]?.listValue?.count == 1)
        #expect(taken["alarms"]?.listValue?.count == 1)
        #expect(taken["recurrenceRules"] == .list([]))
        #expect(taken["attachments"] == .list([]))
    }

    /// An EXDATE on another clock than the start cancels nothing.
    @Test(
        arguments: [
            (["start": "2026-03-02T09:00:00", "zone": "floating"], ["value": "2026-03-09T08:00:00Z"]),
            (["start": "2026-03-02"], ["value": "2026-03-09T08:00:00Z"]),
            (["start": "2026-03-02"], ["value": "2026-03-09T09:00:00"]),
        ] as [([String: String], [String: String])])
    func anExceptionOnAnotherClockIsRefused(start: [String: String], exception: [String: String]) throws {
        var fields = DataObject()
        for (name, text) in start { fields[name] = .text(text) }
        fields["recurrenceRules"] = .list([.text("FREQ=WEEKLY")])
        let event = try add("Course", fields)
        var date = DataObject()
        for (name, text) in exception { date[name] = .text(text) }
        let record = event["id"] ?? .null
        let error = vault.refusal(
            of: "edit", ["record": record, "addExceptionDates": .list([.object(date)])])
        #expect(error?.code == .badData && error?.field == "exceptionDates")
        try vault.run(
            "edit",
            [
                "record": record,
                "addExceptionDates": .list([.object(["value": .text("2026-03-09")])]),
            ])
    }

    // MARK: - What null does

    @Test func aZoneThatIsClearedIsTheUsers() throws {
        let event = try add(
            "Course",
            [
                "start": .text("2026-03-02T09:00:00"), "end": .text("2026-03-02T11:00:00"),
                "zone": .text("America/New_York"), "endZone": .text("America/Chicago"),
            ])
        let record = event["id"] ?? .null
        let sameEnd = try vault.run("edit", ["record": record, "endZone": .null])
        #expect(sameEnd["end"] == .text("2026-03-02T11:00:00"))
        #expect(sameEnd["endZone"] == .text("America/New_York"))
        let moved = try vault.run("edit", ["record": record, "zone": .null])
        #expect(moved["start"] == .text("2026-03-02T09:00:00"))
        #expect(moved["startZone"] == .text("Europe/Berlin") && moved["endZone"] == .text("Europe/Berlin"))
        try vault.run("edit", ["record": record, "zone": .text("Asia/Tokyo")])
        let given = try vault.run(
            "edit", ["record": record, "zone": .null, "start": .text("2026-03-02T08:00:00")])
        #expect(given["start"] == .text("2026-03-02T08:00:00"))
        #expect(given["startZone"] == .text("Europe/Berlin"))
    }

    /// Neither what floats nor an instant has a zone.
    @Test(arguments: [
        ("2026-03-02T09:00:00", "floating"), ("2026-03-02T09:00:00", "UTC"), ("2026-03-02", "UTC"),
    ])
    func whereThereIsNoZoneNoneIsCleared(start: String, zone: String) throws {
        let event = try add("Course", ["start": .text(start), "zone": .text(zone)])
        let same = try edit(["record": event["id"] ?? .null, "zone": .null, "endZone": .null])
        #expect(same == event)
    }

    @Test func aCalendarThatIsClearedIsTheDefaultOne() throws {
        let event = try add("Course", ["start": .text("2026-03-02"), "calendar": .text("Learning")])
        let moved = try edit(["record": event["id"] ?? .null, "calendar": .null])
        #expect(moved["calendar"] == .text("Personal"))
        #expect(try edit(["record": event["id"] ?? .null, "calendar": .null]) == moved)
    }

    // MARK: - Which rules a series may have

    /// RFC 5545, section 3.3.10.
    @Test(
        arguments: [
            (
                "2026-03-02T09:00:00", nil, "FREQ=DAILY;COUNT=3;UNTIL=20260401T000000Z",
                "has both COUNT and UNTIL"
            ),
            ("2026-03-02T09:00:00", nil, "FREQ=DAILY;UNTIL=20260401T000000", "must be an instant in UTC"),
            ("2026-03-02", nil, "FREQ=DAILY;UNTIL=20260401T000000Z", "must be a day, like the start"),
            ("2026-03-02", nil, "FREQ=DAILY;UNTIL=20260401T000000", "must be a day, like the start"),
            (
                "2026-03-02T09:00:00", "floating", "FREQ=DAILY;UNTIL=20260401T000000Z",
                "must be a time without a zone"
            ),
            ("2026-03-02", nil, "FREQ=HOURLY", "specifies hours, but the start is a day"),
            ("2026-03-02", nil, "FREQ=DAILY;BYMINUTE=30", "specifies hours, but the start is a day"),
            ("2026-03-02", nil, "FREQ=DAILY;FOO=1", "has a part that iCalendar does not define"),
        ] as [(String, String?, String, String)])
    func aRuleThatIsNotOfTheStartIsRefused(
        start: String, zone: String?, rule: String, message: String
    ) throws {
        var values: DataObject = ["start": .text(start)]
        values["zone"] = zone.map(DataValue.text)
        let event = try add("Course", values)
        let error = vault.refusal(
            of: "edit", ["record": event["id"] ?? .null, "recurrenceRules": .list([.text(rule)])])
        #expect(error?.code == .badData && error?.field == "recurrenceRules")
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.remedy.isEmpty == false)
    }

    /// People say the day with which a series ends; beside a time RFC 5545 has its end.
    @Test(
        arguments: [
            ("2026-03-02T09:00:00", "Europe/Berlin", "20260401", "20260401T215959Z"),
            ("2026-03-02T09:00:00", "Europe/Berlin", "20261231", "20261231T225959Z"),
            ("2026-03-02T09:00:00", "UTC", "20260401", "20260401T235959Z"),
            ("2026-03-02T09:00:00", "floating", "20260401", "20260401T235959"),
            ("2026-03-02", nil, "20260401", "20260401"),
        ] as [(String, String?, String, String)])
    func aDayAsUntilIsTheEndOfIt(start: String, zone: String?, until: String, kept: String) throws {
        var values: DataObject = [
            "start": .text(start), "recurrenceRules": .list([.text("FREQ=DAILY;UNTIL=" + until)]),
        ]
        values["zone"] = zone.map(DataValue.text)
        let event = try add("Course", values)
        #expect(event["recurrenceRules"] == .list([.text("FREQ=DAILY;UNTIL=" + kept)]))
    }

    @Test(
        arguments: [
            ("2026-03-02T09:00:00", nil, "FREQ=DAILY;UNTIL=20260401T000000Z"),
            ("2026-03-02T09:00:00Z", nil, "FREQ=DAILY;UNTIL=20260401T000000Z"),
            ("2026-03-02", nil, "FREQ=DAILY;UNTIL=20260401"), ("2026-03-02", nil, "FREQ=DAILY;COUNT=3"),
            ("2026-03-02T09:00:00", "floating", "FREQ=DAILY;UNTIL=20260401T000000"),
        ] as [(String, String?, String)])
    func anEndThatIsOfTheStartIsTaken(start: String, zone: String?, rule: String) throws {
        var values: DataObject = ["start": .text(start), "recurrenceRules": .list([.text(rule)])]
        values["zone"] = zone.map(DataValue.text)
        #expect(try add("Course", values)["recurrenceRules"] == .list([.text(rule)]))
    }

    // MARK: - Lists

    /// The text of a reminder that was given none is that of the event then, and does not make it another.
    @Test func aReminderIsAddedOnce() throws {
        let event = try add("Course", ["start": .text("2026-03-02T09:00:00")])
        let record = event["id"] ?? .null
        let reminder = DataValue.list([.object(["trigger": .text("-PT5M")])])
        try vault.run("edit", ["record": record, "addAlarms": reminder])
        try vault.run("edit", ["record": record, "summary": .text("Lesson")])
        let edited = try vault.run("edit", ["record": record, "addAlarms": reminder])
        #expect(edited["alarms"]?.listValue?.count == 1)
        let other = DataValue.list([.object(["trigger": .text("-PT5M"), "description": .text("Go!")])])
        #expect(
            try vault.run("edit", ["record": record, "addAlarms": other])["alarms"]?.listValue?.count == 2)
    }

    @Test(arguments: [
        ("removeCategories", DataValue.list([.text("x")])), ("removeAttendees", .list([.text("x@y.z")])),
        ("removeAlarms", .list([.text("-PT1M")])), ("removeAttachments", .list([.text("x")])),
        ("removeRecurrenceRules", .list([.text("FREQ=DAILY")])),
        ("removeExceptionDates", .list([.object(["value": .text("2026-03-09")])])),
    ])
    func whatIsNotThereCannotBeTakenAway(_ field: String, _ value: DataValue) throws {
        let event = try add("Course", ["start": .text("2026-03-02")])
        let error = vault.refusal(of: "edit", ["record": event["id"] ?? .null, field: value])
        #expect(error?.code == .badData)
        #expect(error?.field == field)
    }

    @Test func aFileIsKeptWithTheEvent() throws {
        let event = try vault.run(
            "add", ["summary": .text("x"), "start": .text("2026-03-02")],
            files: ["file": UploadedFile(name: "a.pdf", content: [1, 2, 3])])
        let document = event["attachments"]?.listValue?.first?.objectValue
        #expect(document?["name"] == .text("a.pdf"))
        #expect(document?["mediaType"] == .text("application/pdf"))
        #expect(document?["byteCount"] == .integer(3))
        let without = try vault.run(
            "edit", ["record": event["id"] ?? .null, "removeAttachments": .list([.text("a.pdf")])])
        #expect(without["attachments"] == .list([]))
    }

    @Test func aRemovedEventIsGone() throws {
        let event = try add(
            "x", ["start": .text("2026-03-02"), "alarms": .list([.object(["trigger": .text("-PT5M")])])])
        let removal = try vault.run("remove", ["record": event["id"] ?? .null])
        #expect(removal["removed"] == .bool(true))
        #expect(removal["uid"] == event["uid"])
        #expect(try vault.count("calendar_alarm") == 0)
        #expect(vault.refusal(of: "show", ["record": event["id"] ?? .null])?.code == .notFound)
        #expect(vault.refusal(of: "remove", ["record": event["id"] ?? .null])?.code == .notFound)
    }

    @Test func aListIsFilteredSortedAndPaged() throws {
        for (index, name) in ["delta", "Alpha", "charlie 100%", "Bravo"].enumerated() {
            vault.now += 1
            _ = try add(
                name,
                [
                    "start": .text("2026-03-0\(index + 1)"), "calendar": .text(index < 2 ? "One" : "Two"),
                    "categories": .list(index == 3 ? [.text("Blue")] : []),
                ])
        }
        func names(_ values: DataObject) throws -> [String] {
            try vault.run("list", values)["items"]?.listValue?.compactMap {
                $0.objectValue?["summary"]?.textValue
            } ?? []
        }
        #expect(try names([:]) == ["delta", "Alpha", "charlie 100%", "Bravo"])
        #expect(try names(["sort": .text("summary")]) == ["Alpha", "Bravo", "charlie 100%", "delta"])
        #expect(try names(["sort": .text("updated"), "descending": .bool(true)]).first == "Bravo")
        #expect(try names(["text": .text("0%")]) == ["charlie 100%"])
        #expect(try names(["text": .text("_")]) == [])
        #expect(try names(["tag": .text("blue")]) == ["Bravo"])
        #expect(try names(["from": .text("2026-03-03")]).suffix(2) == ["charlie 100%", "Bravo"])
        #expect(try names(["to": .text("2026-03-01")]) == ["delta"])
        let two =
            try vault.run("list", in: "calendars")["items"]?.listValue?.last?.objectValue?["id"] ?? .null
        #expect(try names(["calendar": two]) == ["charlie 100%", "Bravo"])
        let page = try vault.run("list", ["limit": .integer(3)])
        #expect(page["total"] == .integer(4))
        let next = page["next"] ?? .null
        #expect(try names(["limit": .integer(3), "cursor": next]) == ["Bravo"])
    }
}
