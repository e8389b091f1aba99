import AtriumSDK
import Testing

@testable import DatePhrases

/// Words in fields, said on Wednesday, 4 March 2026 at 10:00.
@Suite struct DateWordsTests {
    private let words = DateWords(at: DatePhraseTests.moment)

    @Test(
        arguments: [
            ("next week", "2026-03-09"), ("in 1 week", "2026-03-11"), ("in 2 weeks", "2026-03-18"),
            ("in 1 month", "2026-04-04"), ("in 3 days", "2026-03-07"), ("next month", "2026-04-01"),
            ("this weekend", "2026-03-07"), ("end of month", "2026-03-31"), ("June 5", "2026-06-05"),
            ("5 June 2027", "2027-06-05"), ("the 10th", "2026-03-10"), ("on Friday", "2026-03-06"),
            ("by friday", "2026-03-06"), ("Friday next week", "2026-03-13"), ("2 days ago", "2026-03-02"),
            ("tomorrow week", "2026-03-12"), ("24.12.", "2026-12-24"), ("Tuesday, June 2", "2026-06-02"),
            // Today is a Wednesday, and in a field it is the one that is meant.
            ("on wednesday", "2026-03-04"), ("wednesday 9am", "2026-03-04 09:00"),
            ("tomorrow 9am", "2026-03-05 09:00"), ("friday at 18", "2026-03-06 18:00"),
            ("friday 18:00", "2026-03-06 18:00"), ("next friday at 6", "2026-03-13 18:00"),
            ("tomorrow morning", "2026-03-05 09:00"), ("tonight", "2026-03-04 21:00"),
            ("tomorrow at noon", "2026-03-05 12:00"), ("9am tomorrow", "2026-03-05 09:00"),
            ("in 2 hours", "120"), ("in half an hour", "30"), ("90 minutes from now", "90"),
            ("tomorrow 15:00 UTC", "2026-03-05 15:00Z"), ("2026-03-05T15:00", "2026-03-05 15:00"),
        ])
    func readsTimes(_ text: String, _ when: String) throws {
        let found: String? =
            switch try words.when(text) {
            case .day(let day): day.description
            case .time(let day, let clock): "\(day) \(clock)"
            case .utc(let day, let clock): "\(day) \(clock)Z"
            case .minutesFromNow(let minutes): String(minutes)
            case nil: nil
            }
        #expect(found == when)
        #expect(try words.day(text)?.description == (when.count == 10 ? when : nil))
    }

    /// A time without its day, what repeats, and what has other words in it.
    @Test(arguments: [
        "", "9am", "at 18:00", "noon", "in the evening", "tomorrow 9", "soon", "tomorrow or friday",
        "someday", "next",
        "every friday",
        "Mondays", "friday call Ann", "friday !!!", "until friday", "after friday", "not before friday",
        "\"tomorrow\"", "tomorrow \"9am\"", "2 hours", "UTC", "tomorrow 15:00 Europe/Vienna",
        "friday for 2 weeks",
    ])
    func otherWordsSayNoTime(_ text: String) throws {
        #expect(try words.when(text) == nil)
    }

    @Test func longTextsAreNotRead() throws {
        #expect(try words.when("tomorrow" + String(repeating: " ", count: 100) + "9am") == nil)
        #expect(DateWords.duration("2" + String(repeating: " ", count: 100) + "hours") == nil)
    }

    @Test(arguments: [
        ("tomorrow 5 June", "two days: tomorrow, and 5 June"), ("June 31", "June has 30 days"),
        ("tomorrow 25:00", "no time 25:00"), ("3/4/2026", "is ambiguous"),
        ("tomorrow 8am or 9am", "two times"),
    ])
    func refuses(_ text: String, _ message: String) {
        var moment = DatePhraseTests.moment
        moment.field = "due"
        moment.instead = "give a day"
        let error = #expect(throws: AtriumError.self) { try DateWords(at: moment).when(text) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.field == "due")
        #expect(error?.remedy.description.contains("quotation marks") == false)
    }

    @Test(
        arguments: [
            ("2 hours", "PT2H"), ("2h", "PT2H"), ("1h30", "PT1H30M"), ("1h 30m", "PT1H30M"),
            ("45 min", "PT45M"),
            ("45min", "PT45M"), ("90 minutes", "PT1H30M"), ("1.5 hours", "PT1H30M"), ("1.25h", "PT1H15M"),
            ("an hour", "PT1H"), ("half an hour", "PT30M"), ("an hour and a half", "PT1H30M"),
            ("for 2 hours", "PT2H"),
            ("a day", "P1D"), ("3 days", "P3D"), ("1 week", "P1W"), ("2 weeks", "P2W"),
            ("a fortnight", "P2W"),
            ("2 weeks and 1 day", "P15D"), ("1 day 2 hours", "P1DT2H"), ("1 day and 30 min", "P1DT30M"),
            ("2 Hours", "PT2H"), ("0 min", "PT0M"), ("15m", "PT15M"), ("2 hrs", "PT2H"), ("120", nil),
            ("1 month", nil), ("2 hours before", nil), ("in 2 hours", nil), ("1:30", nil), ("", nil),
            ("long", nil),
            ("2 hours 3 hours", nil), ("\"2 hours\"", nil), ("-2 hours", nil), ("and 2 hours", nil),
        ] as [(String, String?)])
    func readsLengths(_ text: String, _ duration: String?) {
        #expect(DateWords.duration(text) == duration)
    }
}
