import AtriumSDK
import Testing

@testable import Calendar

/// Events in words, said on Monday, 2 March 2026 at 9:00 in Berlin.
@Suite struct EventWordsTests {
    let vault: CalendarVault

    init() throws { vault = try CalendarVault() }

    private func add(_ summary: String, _ values: DataObject = DataObject()) throws -> DataObject {
        var values = values
        values["summary"] = .text(summary)
        return try vault.run("add", values)
    }

    @Test(
        arguments: [
            (
                "Maths lecture every tuesday 10-12", "Maths lecture", "2026-03-03T10:00:00",
                "2026-03-03T12:00:00",
                ["FREQ=WEEKLY;BYDAY=TU"], ["every tuesday", "10-12"]
            ),
            (
                "Seminar tomorrow 9:00-10:30", "Seminar", "2026-03-03T09:00:00", "2026-03-03T10:30:00", [],
                ["tomorrow", "9:00-10:30"]
            ),
            ("Dentist friday at 3", "Dentist", "2026-03-06T15:00:00", nil, [], ["friday", "at 3"]),
            (
                "Dentist friday at 3 for 45 min", "Dentist", "2026-03-06T15:00:00", "2026-03-06T15:45:00", [],
                ["friday", "at 3", "for 45 min"]
            ),
            ("Holiday friday", "Holiday", "2026-03-06", nil, [], ["friday"]),
            (
                "Party friday 22:00-2:00", "Party", "2026-03-06T22:00:00", "2026-03-07T02:00:00", [],
                ["friday", "22:00-2:00"]
            ),
            // The end of June 30 in Berlin.
            (
                "Gym every monday 18-19 until June 30", "Gym", "2026-03-02T18:00:00", "2026-03-02T19:00:00",
                ["FREQ=WEEKLY;BYDAY=MO;UNTIL=20260630T215959Z"], ["every monday", "18-19", "until June 30"]
            ),
        ] as [(String, String, String, String?, [String], [String])])
    func wordsSayWhenItIs(
        _ phrase: String, _ title: String, _ start: String, _ end: String?, _ rules: [String],
        _ understood: [String]
    ) throws {
        let event = try add(phrase)
        #expect(event["summary"] == .text(title))
        #expect(event["start"] == .text(start))
        #expect(event["end"] == end.map(DataValue.text) ?? .null)
        #expect(event["startZone"] == (start.count == 10 ? .null : .text("Europe/Berlin")))
        #expect(event["recurrenceRules"] == .texts(rules))
        #expect(event["understood"] == .texts(understood))
        #expect(event["leftInText"] == .list([]))
    }

    @Test func daysCanBeLeftOut() throws {
        let event = try add("Gym every monday 18-19 except March 16")
        let left = event["exceptionDates"]?.listValue?.compactMap { $0.objectValue?["value"] }
        #expect(left == [.text("2026-03-16T18:00:00")])
    }

    @Test func aZoneIsThatOfTheTimes() throws {
        let event = try add("Call tomorrow 9:00-10:00 Europe/London")
        #expect(event["start"] == .text("2026-03-03T09:00:00"))
        #expect(event["startZone"] == .text("Europe/London"))
        #expect(event["end"] == .text("2026-03-03T10:00:00"))
    }

    @Test func otherFieldsGoWithWords() throws {
        let event = try add(
            "Dentist friday 15:00-16:00", ["location": .text("Main Street 1"), "calendar": .text("Health")])
        #expect(event["location"] == .text("Main Street 1"))
        #expect(event["calendar"] == .text("Health"))
        #expect(event["start"] == .text("2026-03-06T15:00:00"))
    }

    @Test func whatIsNotUnderstoodIsSaid() throws {
        let event = try add("Call tomorrow at 9am EST")
        #expect(event["summary"] == .text("Call EST"))
        #expect(event["leftInText"] == .list([.text("EST")]))
    }

    /// With a field that says when it is, and with `plain`, the title is the title.
    @Test(
        arguments: [
            ["start": .text("2026-03-09")],
            ["start": .text("2026-03-09"), "plain": .bool(true)],
        ] as [DataObject])
    func aTitleCanBeTakenAsItIs(_ values: DataObject) throws {
        let event = try add("Tomorrow 9:00-10:00 never dies", values)
        #expect(event["summary"] == .text("Tomorrow 9:00-10:00 never dies"))
        #expect(event["start"] == .text("2026-03-09"))
        #expect(event["understood"] == .list([]))
    }

    @Test(
        arguments: [
            ("Dentist", [:], "the event has no time", "start"),
            ("Dentist tomorrow", ["plain": .bool(true)], "the event has no time", "start"),
            ("Dentist tomorrow", ["duration": .text("PT1H")], "the event has no time", "start"),
            ("Dentist tomorrow or friday", [:], "the text names two days: tomorrow, and friday", "summary"),
            ("Dentist tomorrow for 2 hours", [:], "there is no start time", "summary"),
            ("Dentist on June 31", [:], "June has 30 days, not 31", "summary"),
            (
                String(repeating: "a", count: 501), [:], "an event in words can have at most 500 characters",
                "summary"
            ),
        ] as [(String, DataObject, String, String)])
    func refuses(_ phrase: String, _ values: DataObject, _ message: String, _ field: String) {
        let error = #expect(throws: AtriumError.self) { try add(phrase, values) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.field == field)
        #expect(error?.remedy.isEmpty == false)
    }
}
