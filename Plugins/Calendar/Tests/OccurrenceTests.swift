import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// One occurrence of a series by its name: in `show`, the agenda and `today`.
@Suite struct OccurrenceTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [calendarModule], formats: [ICalendarFileFormat()], timeZone: CalendarVault.berlin)
        try hub.importFile(
            TextFile(
                "yoga.ics",
                Fixtures.calendar(
                    """
                    BEGIN:VEVENT
                    UID:yoga
                    DTSTART;TZID=Europe/Berlin:20260302T180000
                    DTEND;TZID=Europe/Berlin:20260302T190000
                    RRULE:FREQ=WEEKLY;COUNT=8
                    EXDATE;TZID=Europe/Berlin:20260316T180000
                    SUMMARY:Yoga
                    LOCATION:Hall
                    END:VEVENT
                    BEGIN:VEVENT
                    UID:yoga
                    RECURRENCE-ID;TZID=Europe/Berlin:20260323T180000
                    DTSTART;TZID=Europe/Berlin:20260324T200000
                    DTEND;TZID=Europe/Berlin:20260324T210000
                    SUMMARY:Yoga late
                    END:VEVENT
                    BEGIN:VEVENT
                    UID:alone
                    RECURRENCE-ID:20260324T080000Z
                    DTSTART:20260324T080000Z
                    SUMMARY:Orphan
                    END:VEVENT
                    """)))
    }

    private func day(_ occurrence: String) throws -> DataObject {
        try hub.run("calendar show", ["record": "yoga", "occurrence": .text(occurrence)])
    }

    @Test func showAnswersWithTheDaysOwnValues() throws {
        let usual = try day("2026-03-30")
        #expect(
            [usual["start"], usual["end"], usual["location"], usual["seriesId"], usual["recurrenceId"]] == [
                "2026-03-30T18:00:00", "2026-03-30T19:00:00", "Hall", 1, "2026-03-30T18:00:00",
            ])
        #expect(usual["recurrenceRules"] == ["FREQ=WEEKLY;COUNT=8"])
        let moved = try day("2026-03-23T18:00:00")
        #expect(
            [moved["start"], moved["summary"], moved["location"], moved["seriesId"], moved["recurrenceId"]]
                == ["2026-03-24T20:00:00", "Yoga late", .null, 1, "2026-03-23T18:00:00"])
        #expect(try hub.run("calendar show", ["record": "yoga"])["recurrenceId"] == .null)
        #expect(throws: AtriumError.self) { try day("2026-03-16") }
    }

    @Test func theAgendaAndTodayNameTheOccurrence() throws {
        let agenda = try hub.items("calendar agenda", ["from": "2026-03-24", "to": "2026-03-30"])
        #expect(
            agenda.map { $0["recurrenceId"] } == [
                .null, "2026-03-23T18:00:00", "2026-03-30T18:00:00",
            ]
        )
        for (date, name) in [("2026-03-24", "2026-03-23T18:00:00"), ("2026-03-30", "2026-03-30T18:00:00")] {
            let names = try hub.items("today", ["day": .text(date)]).map { $0["occurrence"] }
            #expect(names.contains(.text(name)), "\(date)")
            // The name opens the day that it was read from.
            #expect(try day(name)["start"]?.textValue?.hasPrefix(date) == true)
        }
    }

    /// A day that was moved onto another: each is opened by its RECURRENCE-ID.
    @Test func twoOccurrencesAtOneStartHaveTheirNames() throws {
        try hub.run(
            "calendar edit",
            [
                "record": "yoga", "occurrence": "2026-03-30", "start": "2026-04-06T18:00",
                "end": "2026-04-06T19:00", "location": "Park",
            ])
        #expect(try day("2026-03-30T18:00:00")["location"] == "Park")
        #expect(try day("2026-04-06T18:00:00")["location"] == "Hall")
        let error = #expect(throws: AtriumError.self) { try day("2026-04-06") }
        #expect(error?.message.contains("2 occurrences match") == true)
    }

    @Test func exceptionsThatMatchNothingAreDroppedLater() throws {
        let rule: DataValue = ["FREQ=WEEKLY;BYDAY=TU;COUNT=8"]
        let changed = try hub.run("calendar edit", ["record": "yoga", "recurrenceRules": rule])
        #expect(changed["change"]?.objectValue?["unmatchedCount"] == 2)
        let dropped = try hub.run("calendar edit", ["record": "yoga", "dropUnmatched": true])
        #expect([dropped["exceptionDates"], dropped["overrideCount"]] == [[], 0])
        try hub.run("undo")
        let back = try hub.run("calendar show", ["record": "yoga"])
        #expect([back["overrideCount"], back["sequence"]] == [1, changed["sequence"]])
    }
}
