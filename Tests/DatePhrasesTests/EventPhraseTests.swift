import AtriumSDK
import Testing

@testable import DatePhrases

/// Events in words, said on Wednesday, 4 March 2026 at 10:00.
@Suite struct EventPhraseTests {
    /// A phrase, its title, from when to when it is, and its rule.
    struct Row: Sendable, CustomTestStringConvertible {
        let phrase: String
        let title: String
        let span: String
        let rule: String
        let left: [String]

        init(_ phrase: String, _ title: String, _ span: String, _ rule: String = "", left: [String] = []) {
            self.phrase = phrase
            self.title = title
            self.span = span
            self.rule = rule
            self.left = left
        }

        var testDescription: String { phrase }
    }

    static let spans = [
        Row(
            "Maths lecture every monday 10-12", "Maths lecture", "2026-03-09 10:00 - 12:00",
            "FREQ=WEEKLY;BYDAY=MO"),
        Row("Seminar tomorrow 9:00-10:30", "Seminar", "2026-03-05 09:00 - 10:30"),
        Row("Seminar tomorrow from 10 to 12", "Seminar", "2026-03-05 10:00 - 12:00"),
        Row("Seminar from 10 to 12 tomorrow", "Seminar", "2026-03-05 10:00 - 12:00"),
        Row("Seminar tomorrow between 10 and 12", "Seminar", "2026-03-05 10:00 - 12:00"),
        Row("Seminar friday from 9:00 until 10:30", "Seminar", "2026-03-06 09:00 - 10:30"),
        Row("Seminar friday 9:00 to 10:30", "Seminar", "2026-03-06 09:00 - 10:30"),
        Row("Seminar friday 9:00 - 10:30", "Seminar", "2026-03-06 09:00 - 10:30"),
        Row("Seminar friday 9:00–10:30", "Seminar", "2026-03-06 09:00 - 10:30"),
        Row("Seminar friday 9.00-10.30", "Seminar", "2026-03-06 09:00 - 10:30"),
        Row("Lunch friday 2-3pm", "Lunch", "2026-03-06 14:00 - 15:00"),
        Row("Lunch friday 11-1pm", "Lunch", "2026-03-06 11:00 - 13:00"),
        Row("Lunch friday 2 to 3 pm", "Lunch", "2026-03-06 14:00 - 15:00"),
        Row("Lunch friday 2-3", "Lunch", "2026-03-06 14:00 - 15:00"),
        Row("Lunch friday 11-1", "Lunch", "2026-03-06 11:00 - 13:00"),
        Row("Work friday 9-5", "Work", "2026-03-06 09:00 - 17:00"),
        Row("Work friday 9am-5pm", "Work", "2026-03-06 09:00 - 17:00"),
        Row("Work friday 8-20", "Work", "2026-03-06 08:00 - 20:00"),
        Row("Work friday 14-16", "Work", "2026-03-06 14:00 - 16:00"),
        Row("Work friday 14h-16h", "Work", "2026-03-06 14:00 - 16:00"),
        Row("Work friday from noon to 3", "Work", "2026-03-06 12:00 - 15:00"),
        Row("Concert friday evening 7-9", "Concert", "2026-03-06 19:00 - 21:00"),
        Row("Party friday 22:00-2:00", "Party", "2026-03-06 22:00 - 2026-03-07 02:00"),
        Row("Party friday from 9pm to midnight", "Party", "2026-03-06 21:00 - 2026-03-07 00:00"),
        Row("Party friday 10pm-2am", "Party", "2026-03-06 22:00 - 2026-03-07 02:00"),
        Row("10-12 maths tomorrow", "10-12 maths", "2026-03-05", left: []),
        Row("tomorrow 10-12 maths", "maths", "2026-03-05 10:00 - 12:00"),
        Row("maths 10-12 tomorrow", "maths", "2026-03-05 10:00 - 12:00"),
        Row("Call from 10 to 12", "Call", "2026-03-05 10:00 - 12:00"),
        Row("Call 11:00-12:00", "Call", "2026-03-04 11:00 - 12:00"),
        Row("Call tomorrow 9:00-10:00 UTC", "Call", "2026-03-05 09:00 - 10:00 UTC"),
        Row(
            "every weekday 9-17 work until June 30", "work", "2026-03-05 09:00 - 17:00",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260630"),
        Row(
            "Gym every monday and thursday from 18:00 to 19:30", "Gym", "2026-03-05 18:00 - 19:30",
            "FREQ=WEEKLY;BYDAY=MO,TH"),
    ]

    static let lengths = [
        Row("Dentist tomorrow at 9 for 45 min", "Dentist", "2026-03-05 09:00 - 09:45"),
        Row("Dentist tomorrow at 9, 45 min", "Dentist", "2026-03-05 09:00 - 09:45"),
        Row("Dentist tomorrow 9:00 2h", "Dentist", "2026-03-05 09:00 - 11:00"),
        Row("Dentist tomorrow at 9 for 1h30", "Dentist", "2026-03-05 09:00 - 10:30"),
        Row("Night shift friday 22:00 for 8 hours", "Night shift", "2026-03-06 22:00 - 2026-03-07 06:00"),
        Row("Call in 2 hours for 30 min", "Call", "2026-03-04 12:00 - 12:30"),
        Row("Yoga every day at 7am for an hour", "Yoga", "2026-03-05 07:00 - 08:00", "FREQ=DAILY"),
    ]

    static let others = [
        Row("Dentist tomorrow at 9", "Dentist", "2026-03-05 09:00"),
        Row("Holiday friday", "Holiday", "2026-03-06"),
        Row("Dentist", "Dentist", ""),
        Row("Read pages 10-12 tomorrow", "Read pages 10-12", "2026-03-05"),
        Row("Dinner for 10-12 people tomorrow", "Dinner for 10-12 people", "2026-03-05"),
        Row("Dentist 10-12", "Dentist 10-12", ""),
        Row("3 to 4 pills tomorrow", "3 to 4 pills", "2026-03-05"),
        Row(
            "talk to from 10 to 12 people tomorrow", "talk to from 10 to 12 people", "2026-03-05",
            left: ["from 10 to 12"]),
        Row("watch \"9-5\" tomorrow", "watch \"9-5\"", "2026-03-05"),
        Row("Boeing 747-8 tour tomorrow", "Boeing 747-8 tour", "2026-03-05"),
    ]

    @Test(arguments: spans + lengths + others)
    func reads(_ row: Row) throws {
        let event = try EventPhrase(row.phrase, at: DatePhraseTests.moment)
        #expect(event.text == row.title)
        let start = [event.day?.description, event.start?.description].compactMap { $0 }
        let end = [event.endDay == event.day ? nil : event.endDay?.description, event.end?.description]
            .compactMap { $0 }
        let zone = event.zone.map { " " + $0 } ?? ""
        let span =
            ([start, end].filter { !$0.isEmpty }.map { $0.joined(separator: " ") }).joined(separator: " - ")
            + zone
        #expect(span == row.span)
        #expect(event.rule?.text ?? "" == row.rule)
        #expect(event.leftInText == row.left)
    }

    @Test(arguments: [
        ("Maths friday 10-12 and 14-16", "two"),
        ("Maths friday 10-12 for 3 hours", "two ends: 10-12, and for 3 hours"),
        ("Maths friday for 2 hours", "there is no start time"),
        ("Maths friday 14:00-14:00", "ends when it starts"),
        ("Maths friday at 9 from 10 to 12", "two times"), ("Maths friday 10-12 tomorrow", "two days"),
    ])
    func refuses(_ phrase: String, _ message: String) {
        let error = #expect(throws: AtriumError.self) { try EventPhrase(phrase, at: DatePhraseTests.moment) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.field == "text")
    }

    @Test func saysWhatItUnderstood() throws {
        let event = try EventPhrase(
            "Maths lecture every monday 10-12, high priority", at: DatePhraseTests.moment)
        #expect(event.understood == ["every monday", "10-12", "high priority"])
        #expect(event.priority == 1)
    }

    /// Without a span and a length an event is read as a reminder is.
    @Test(arguments: PhraseTable.days + PhraseTable.repetitions)
    func readsDaysAsRemindersDo(_ row: PhraseTable.Row) throws {
        let phrase = try DatePhrase(row.phrase, at: DatePhraseTests.moment)
        let event = try EventPhrase(row.phrase, at: DatePhraseTests.moment)
        #expect(event.day == phrase.day)
        #expect(event.start == phrase.time)
        #expect(event.rule == phrase.rule)
        #expect(event.text == phrase.text)
    }
}
