import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Calendar

/// One occurrence, this and following, or all of a series: at commands, in exports and in imports.
@Suite struct SeriesEditingTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [calendarModule], formats: [ICalendarFileFormat()], timeZone: CalendarVault.berlin)
    }

    /// A weekly class on Mondays at 18:00 with a day off on 16 March, and 23 March moved to Tuesday.
    private static let yoga = TextFile(
        "yoga.ics",
        Fixtures.calendar(
            """
            BEGIN:VEVENT
            UID:yoga
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Europe/Berlin:20260302T180000
            DTEND;TZID=Europe/Berlin:20260302T190000
            RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260601T160000Z
            EXDATE;TZID=Europe/Berlin:20260316T180000
            SUMMARY:Yoga
            CONFERENCE;VALUE=URI:https://example.org/call
            END:VEVENT
            BEGIN:VEVENT
            UID:yoga
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID;TZID=Europe/Berlin:20260323T180000
            DTSTART;TZID=Europe/Berlin:20260324T180000
            DTEND;TZID=Europe/Berlin:20260324T190000
            SUMMARY:Yoga on Tuesday
            END:VEVENT
            BEGIN:VEVENT
            UID:yoga
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID;TZID=Europe/Berlin:20260413T180000
            DTSTART;TZID=Europe/Berlin:20260413T180000
            DTEND;TZID=Europe/Berlin:20260413T190000
            SUMMARY:Yoga in the park
            END:VEVENT
            """))

    private func starts(_ hub: TemporaryHub? = nil) throws -> [String] {
        try (hub ?? self.hub).items(
            "calendar agenda",
            ["zone": "Europe/Berlin", "from": "2026-03-01", "to": "2026-06-30", "limit": .integer(100)]
        ).map { "\($0["start"]?.textValue?.prefix(16) ?? "") \($0["summary"]?.textValue ?? "")" }
    }

    private static let mondays = [
        "2026-03-02T18:00 Yoga", "2026-03-09T18:00 Yoga", "2026-03-24T18:00 Yoga on Tuesday",
        "2026-03-30T18:00 Yoga", "2026-04-06T18:00 Yoga", "2026-04-13T18:00 Yoga in the park",
        "2026-04-20T18:00 Yoga", "2026-04-27T18:00 Yoga", "2026-05-04T18:00 Yoga", "2026-05-11T18:00 Yoga",
        "2026-05-18T18:00 Yoga", "2026-05-25T18:00 Yoga", "2026-06-01T18:00 Yoga",
    ]

    @discardableResult
    private func edit(_ values: DataObject, _ command: String = "edit") throws -> DataObject {
        var values = values
        if values["record"] == nil { values["record"] = "yoga" }
        return try hub.run("calendar \(command)", values)
    }

    /// The part of an answer that says how the series changed.
    private func change(_ answer: DataObject) -> DataObject { answer["change"]?.objectValue ?? [:] }

    private func expectNoChange(from file: TextFile) throws {
        let report = try hub.importFile(file)
        #expect(report.added + report.updated + report.conflicts == 0, "\(report)")
    }

    // i62
    @Test func aMovedSeriesTakesItsExceptionsAlong() throws {
        try hub.importFile(Self.yoga)
        #expect(try starts() == Self.mondays)
        let answer = try edit(["start": "2026-03-03T19:30", "keepLength": true])
        #expect(answer["recurrenceRules"] == ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20260602T173000Z"])
        #expect(
            [change(answer)["movedAlong"], change(answer)["kept"], change(answer)["unmatchedCount"]] == [
                1, 1, 0,
            ])
        let tuesdays = [
            "2026-03-03T19:30 Yoga", "2026-03-10T19:30 Yoga", "2026-03-24T18:00 Yoga on Tuesday",
            "2026-03-31T19:30 Yoga", "2026-04-07T19:30 Yoga", "2026-04-14T19:30 Yoga in the park",
            "2026-04-21T19:30 Yoga", "2026-04-28T19:30 Yoga", "2026-05-05T19:30 Yoga",
            "2026-05-12T19:30 Yoga",
            "2026-05-19T19:30 Yoga", "2026-05-26T19:30 Yoga", "2026-06-02T19:30 Yoga",
        ]
        #expect(try starts() == tuesdays)
        let text = try hub.export("calendar")
        let exported = TextFile("calendar.ics", text)
        #expect(text.contains("EXDATE;TZID=Europe/Berlin:20260317T193000"))
        try expectNoChange(from: Self.yoga)
        try expectNoChange(from: exported)
        #expect(try hub.items("calendar list").count == 1)
        #expect(try starts(hub.restored().hub) == tuesdays)
    }

    /// The second of two calendars has the same series under another uid.
    @Test func aMovedSeriesOfASecondCalendarIsKnownAgain() throws {
        for name in ["One", "Two"] { try hub.importFile(Self.yoga, options: ["calendar": .text(name)]) }
        let second = try #require(hub.items("calendar list", ["calendar": "Two"]).first?["id"])
        try edit(["record": second, "start": "2026-03-02T19:00", "keepLength": true])
        let exported = try hub.export("calendar", options: ["calendar": "Two"])
        let report = try hub.importFile(TextFile("two.ics", exported), options: ["calendar": "Two"])
        #expect(report.added + report.updated + report.conflicts == 0, "\(report)")
    }

    @Test func theFirstPartOfASplitEndsWithAnOverrideOfAllLaterOnes() throws {
        try hub.importFile(
            TextFile(
                "range.ics",
                Fixtures.calendar(
                    """
                    BEGIN:VEVENT
                    UID:range
                    DTSTAMP:20260101T000000Z
                    DTSTART:20260302T090000Z
                    RRULE:FREQ=WEEKLY
                    SUMMARY:Plain
                    END:VEVENT
                    BEGIN:VEVENT
                    UID:range
                    DTSTAMP:20260101T000000Z
                    RECURRENCE-ID;RANGE=THISANDFUTURE:20260316T090000Z
                    DTSTART:20260316T110000Z
                    SUMMARY:Later
                    CONFERENCE;VALUE=URI:https://example.org/range
                    ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=a.txt:SGVsbG8=
                    END:VEVENT
                    """)))
        try edit(["record": "range", "occurrence": "2026-04-06", "location": "Room 2"])
        let text = try hub.export("calendar")
        #expect(text.components(separatedBy: "https://example.org/range").count == 3)
        #expect(text.components(separatedBy: "FILENAME=a.txt").count == 3)
        // Without the first of the later days, the others stay later, also after a restore.
        try edit(["record": "range", "occurrence": "2026-03-16"], "remove")
        #expect(try starts() == starts(hub.restored().hub))
        try edit(["record": "range", "from": "2026-03-09", "location": "Park"])
        #expect(try !hub.items("calendar list", ["from": "2030-01-01"]).contains { $0["id"] == 1 })
    }

    /// An override that takes the id that another had in the file: both files still mean the right ones.
    @Test func idsThatMoveOntoOneAnother() throws {
        func override(_ day: Int, _ summary: String) -> String {
            """
            BEGIN:VEVENT
            UID:daily
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID:2026030\(day)T090000Z
            DTSTART:2026030\(day)T090000Z
            DURATION:PT1H
            SUMMARY:\(summary)
            END:VEVENT
            """
        }
        let file = TextFile(
            "daily.ics",
            Fixtures.calendar(
                """
                BEGIN:VEVENT
                UID:daily
                DTSTAMP:20260101T000000Z
                DTSTART:20260302T090000Z
                DURATION:PT1H
                RRULE:FREQ=DAILY;COUNT=6
                SUMMARY:Plain
                END:VEVENT
                \(override(3, "Third"))
                \(override(4, "Fourth"))
                """))
        try hub.importFile(file)
        try edit(["record": "daily", "start": "2026-03-03T09:00:00Z"])
        try expectNoChange(from: file)
        let exported = TextFile("calendar.ics", try hub.export("calendar"))
        try expectNoChange(from: exported)
        #expect(
            try starts().dropFirst().prefix(3) == [
                "2026-03-04T10:00 Third", "2026-03-05T10:00 Fourth", "2026-03-06T10:00 Plain",
            ])
    }

    @Test func oneOccurrenceCarriesTheTextOfItsSeries() throws {
        try hub.importFile(Self.yoga)
        let before = try hub.export("calendar")
        let answer = try edit(["occurrence": "2026-03-30", "location": "Room 2"])
        #expect(
            [answer["location"], change(answer)["scope"], answer["recurrenceId"]] == [
                "Room 2", "occurrence", "2026-03-30T18:00:00",
            ])
        let exported = try hub.export("calendar")
        #expect(exported.contains("RECURRENCE-ID;TZID=Europe/Berlin:20260330T180000"))
        #expect(exported.components(separatedBy: "CONFERENCE").count == 3)
        #expect(exported.components(separatedBy: "RRULE:FREQ=WEEKLY").count == 2)
        try hub.run("undo")
        #expect(try hub.export("calendar") == before)
        try edit(["occurrence": "2026-03-30", "location": "Room 2"])
        try expectNoChange(from: Self.yoga)
        try expectNoChange(from: TextFile("calendar.ics", exported))
    }

    @Test func anOverrideGoesIfItNoLongerDiffers() throws {
        try hub.importFile(Self.yoga)
        let before = try hub.export("calendar")
        try edit(["occurrence": "2026-03-30", "location": "Room 2"])
        let answer = try edit(["occurrence": "2026-03-30T18:00", "location": .null])
        #expect(change(answer)["parts"]?.listValue?.first?.objectValue?["change"] == "dropped")
        #expect(answer["id"] == 1)
        #expect(try hub.export("calendar") == before)
        // An override that a file brought stays.
        try edit(["occurrence": "2026-04-13", "summary": "Yoga"])
        #expect(try hub.run("calendar show", ["record": "yoga"])["overrideCount"] == 2)
    }

    @Test func theRestOfASeriesIsASeriesOfItsOwn() throws {
        try hub.importFile(Self.yoga)
        let answer = try edit(["from": "2026-04-13", "location": "Park"])
        #expect(
            [change(answer)["scope"], answer["splitFrom"], answer["location"]] == ["following", 1, "Park"])
        #expect(try starts() == Self.mondays)
        let first = try hub.run("calendar show", ["record": "yoga"])
        #expect(first["recurrenceRules"] == ["FREQ=WEEKLY;BYDAY=MO;UNTIL=20260413T155959Z"])
        #expect(first["splitInto"] == answer["id"])
        let text = try hub.export("calendar")
        #expect(text.components(separatedBy: "RELATED-TO;RELTYPE=SIBLING").count == 3)
        #expect(text.components(separatedBy: "CONFERENCE").count == 3)
        #expect(try starts(hub.restored().hub) == Self.mondays)
        try hub.run("undo")
        #expect(try hub.run("calendar show", ["record": "yoga"])["splitInto"] == .null)
        #expect(try starts() == Self.mondays)
        try edit(["from": "2026-04-13", "location": "Park"])
        try expectNoChange(from: Self.yoga)
        try expectNoChange(from: TextFile("calendar.ics", try hub.export("calendar")))
    }

    @Test func removeAndCancelTakeTheSameParts() throws {
        try hub.importFile(Self.yoga)
        try edit(["occurrence": "2026-03-24"], "remove")
        #expect(try !starts().contains { $0.hasPrefix("2026-03-24") })
        let cancelled = try edit(["occurrence": "2026-04-06"], "cancel")
        #expect([cancelled["status"], cancelled["start"]] == ["cancelled", "2026-04-06T18:00:00"])
        try edit(["from": "2026-05-18"], "remove")
        #expect(try starts().last == "2026-05-11T18:00 Yoga")
        let rest = try edit(["from": "2026-05-04"], "cancel")
        #expect(rest["status"] == "cancelled")
        let statuses = try hub.items(
            "calendar agenda", ["from": "2026-04-20", "to": "2026-06-30"]
        ).map { $0["status"] }
        #expect(statuses == [.null, .null, "cancelled", "cancelled"])
        for _ in 0..<4 { try hub.run("undo") }
        #expect(try starts() == Self.mondays)
        let all = try edit([:], "cancel")
        #expect(all["status"] == "cancelled")
        #expect(all["overrides"]?.listValue?.allSatisfy { $0.objectValue?["status"] == "cancelled" } == true)
    }

    @Test func theFirstOccurrenceMeansAllOfTheSeries() throws {
        try hub.importFile(Self.yoga)
        let answer = try edit(["from": "2026-03-02", "location": "Park"])
        #expect([change(answer)["scope"], answer["id"], answer["splitInto"]] == ["all", 1, .null])
    }

    @Test func exceptionsThatMatchNothingAreListedAndDropped() throws {
        try hub.importFile(Self.yoga)
        let rule: DataValue = ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20260601T160000Z"]
        let answer = try edit(["recurrenceRules": rule])
        #expect(change(answer)["unmatchedCount"] == 3)
        #expect(
            change(answer)["unmatched"] == [
                "2026-03-16T18:00:00", "2026-03-23T18:00:00", "2026-04-13T18:00:00",
            ])
        try hub.run("undo")
        let dropped = try edit(["recurrenceRules": rule, "dropUnmatched": true])
        #expect([change(dropped)["unmatchedCount"], dropped["overrideCount"]] == [0, 0])
        #expect(dropped["exceptionDates"] == [])
    }

    @Test func anImportCountsExceptionsThatMatchNothing() throws {
        let text = String(decoding: Self.yoga.content, as: UTF8.self)
            .replacing(
                "RECURRENCE-ID;TZID=Europe/Berlin:20260413T180000", with: "RECURRENCE-ID:20260413T120000Z"
            )
            .replacing("EXDATE;TZID=Europe/Berlin:20260316", with: "EXDATE;TZID=Europe/Berlin:20260317")
        let report = try hub.importFile(TextFile("yoga.ics", text))
        #expect(report.remarks == ["2 exceptions match no occurrence of their series"])
        #expect(try hub.importFile(TextFile("yoga.ics", text)).remarks == [])
    }

    @Test(
        arguments: [
            (["occurrence": "2026-03-31"], "the nearest are 2026-03-30 18:00 and 2026-04-06 18:00"),
            (["occurrence": "2026-03-16"], "is not taking place"),
            (["from": "2027-01-04"], "no occurrence at 2027-01-04"),
            (["occurrence": "2026-03-30", "from": "2026-03-30"], "two parts"),
        ] as [(DataObject, String)])
    func aPartThatIsNone(values: DataObject, words: String) throws {
        try hub.importFile(Self.yoga)
        let before = try hub.export("calendar")
        let error = #expect(throws: AtriumError.self) {
            var values = values
            values["location"] = "Park"
            try edit(values)
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(try hub.export("calendar") == before)
    }

    @Test func aRuleThatCannotMoveAsksForAnother() throws {
        try hub.run(
            "calendar add",
            [
                "summary": "Board", "start": "2026-03-02T09:00", "duration": "PT1H", "plain": true,
                "recurrenceRules": ["FREQ=MONTHLY;BYDAY=1MO"],
            ])
        let error = #expect(throws: AtriumError.self) {
            try edit(["record": "Board", "start": "2026-03-03T09:00"])
        }
        #expect(error?.message.contains("BYDAY") == true)
        let answer = try edit(
            ["record": "Board", "start": "2026-03-03T09:00", "recurrenceRules": ["FREQ=MONTHLY;BYDAY=1TU"]])
        #expect(answer["start"] == "2026-03-03T09:00:00")
        // The time of day alone moves any rule.
        #expect(try change(edit(["record": "Board", "start": "2026-03-03T10:00"]))["unmatchedCount"] == 0)
    }

    @Test func anEventThatDoesNotRepeat() throws {
        try hub.run(
            "calendar add", ["summary": "Once", "start": "2026-03-02T09:00", "plain": true])
        for command in ["edit", "remove", "cancel"] {
            let error = #expect(throws: AtriumError.self) {
                try edit(["record": "Once", "occurrence": "2026-03-02"], command)
            }
            #expect(error?.message == "this event does not repeat")
        }
    }
}
