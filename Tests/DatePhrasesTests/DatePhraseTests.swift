import AtriumSDK
import Testing

@testable import DatePhrases

/// Phrases said on Wednesday, 4 March 2026 at 10:00, in weeks that begin on Monday.
@Suite struct DatePhraseTests {
    static let moment = PhraseMoment(
        today: LocalDate(year: 2026, month: 3, day: 4) ?? .init(daysSince1970: 0),
        now: ClockTime(hour: 10) ?? .midnight, firstWeekday: 1,
        hasZone: ["Europe/London", "America/New_York"].contains)

    @Test(arguments: PhraseTable.days + PhraseTable.times + PhraseTable.repetitions + PhraseTable.whole)
    func reads(_ row: PhraseTable.Row) throws {
        let phrase = try DatePhrase(row.phrase, at: Self.moment)
        #expect(phrase.text == row.text)
        let when = [phrase.day?.description, phrase.time?.description].compactMap { $0 }.joined(
            separator: " ")
        #expect(when == row.when)
        #expect(phrase.rule?.text ?? "" == row.rule)
    }

    @Test(
        arguments: [
            (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (5, "5th"), (11, "11th"), (12, "12th"),
            (13, "13th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (31, "31st"), (111, "111th"),
            (-1, "last"),
        ])
    func ordinalsHaveTheirEnding(number: Int, text: String) {
        #expect(PhraseLexicon.text(ofOrdinal: number) == text)
    }

    /// What is understood is no longer in the text, and what is not is said.
    @Test(arguments: PhraseTable.misread)
    func readsAndSaysTheRest(_ row: PhraseTable.Row, _ left: [String]) throws {
        try reads(row)
        #expect(try DatePhrase(row.phrase, at: Self.moment).leftInText == left)
    }

    @Test(
        arguments: [
            ("meet at 15:00 UTC tomorrow", "UTC"), ("meet tomorrow at 3 GMT", "UTC"),
            ("meet at 15:00 Europe/London", "Europe/London"),
            ("meet every day at 9am America/New_York", "America/New_York"),
            ("meet at midnight UTC", "UTC"), ("meet tomorrow noon Europe/London", "Europe/London"),
            ("meet in the evening UTC", nil), ("meet tomorrow 9:00Z", "UTC"),
            ("meet 2026-11-30T10:15Z", "UTC"),
            ("meet 2026-11-30T10:15+02:00", "UTC"), ("meet 2026-11-30T10:15", nil),
            ("meet at 15:00 tomorrow", nil), ("meet UTC at 15:00", nil), ("meet at 15:00 Mars/Olympus", nil),
        ] as [(String, String?)])
    func readsZones(_ phrase: String, _ zone: String?) throws {
        #expect(try DatePhrase(phrase, at: Self.moment).zone == zone)
    }

    @Test(
        arguments: [
            ("every Monday except March 16 run", ["2026-03-16"], "FREQ=WEEKLY;BYDAY=MO"),
            ("every Monday except next Monday run", ["2026-03-09"], "FREQ=WEEKLY;BYDAY=MO"),
            ("every day except this Friday run", ["2026-03-06"], "FREQ=DAILY"),
            ("every day except June 5 and June 6 run", ["2026-06-05", "2026-06-06"], "FREQ=DAILY"),
            ("every day except June 5, June 6 run", ["2026-06-05", "2026-06-06"], "FREQ=DAILY"),
            (
                "every day except Sundays and June 5 run", ["2026-06-05"],
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"
            ),
            (
                "every day except June 5 and on Sundays run", ["2026-06-05"],
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"
            ),
            // The night of that Friday, too, is on the Saturday.
            ("every Friday night at 2 except March 13 run", ["2026-03-14"], "FREQ=WEEKLY;BYDAY=SA"),
            ("every Friday at midnight except March 13 run", ["2026-03-14"], "FREQ=WEEKLY;BYDAY=SA"),
            ("every day at midnight except March 13 run", ["2026-03-14"], "FREQ=DAILY"),
        ] as [(String, [String], String)])
    func readsDaysThatAreLeftOut(_ text: String, _ days: [String], _ rule: String) throws {
        let phrase = try DatePhrase(text, at: Self.moment)
        #expect(phrase.exceptions.map(\.description) == days)
        #expect(phrase.rule?.text == rule)
        #expect(phrase.text == "run")
        #expect(phrase.leftInText == [])
    }

    @Test(arguments: PhraseTable.allRefused)
    func refuses(_ phrase: String, _ message: String) {
        let error = #expect(throws: AtriumError.self) { try DatePhrase(phrase, at: Self.moment) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.code == .badData)
        #expect(error?.field == "text")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(arguments: PhraseTable.left)
    func saysWhatItLeaves(_ phrase: String, _ left: [String]) throws {
        let read = try DatePhrase(phrase, at: Self.moment)
        #expect(read.leftInText == left)
        for words in left { #expect(read.text.contains(words)) }
    }

    @Test func saysWhatItUnderstood() throws {
        let phrase = try DatePhrase(
            "remind me to call mum every second Sunday at 18:00, high priority", at: Self.moment)
        #expect(phrase.understood == ["every second Sunday", "at 18:00", "high priority"])
        #expect(phrase.priority == 1)
        #expect(phrase.text == "call mum")
    }

    @Test(arguments: [
        ("buy milk !!!", 1), ("buy milk !!", 5), ("buy milk !low", 9), ("low priority: buy milk", 9),
    ])
    func readsPriorities(_ phrase: String, _ level: Int) throws {
        #expect(try DatePhrase(phrase, at: Self.moment).priority == level)
    }

    /// Every phrase of the table says the same in capitals, and with other blanks.
    @Test(arguments: PhraseTable.days + PhraseTable.repetitions)
    func heedsNoCase(_ row: PhraseTable.Row) throws {
        let spaced = row.phrase.uppercased().replacing(" ", with: "  ")
        let phrase = try DatePhrase(" " + spaced + " ", at: Self.moment)
        #expect(phrase.day == (try DatePhrase(row.phrase, at: Self.moment)).day)
        #expect(phrase.rule?.text ?? "" == row.rule)
    }

    @Test func aWeekMayBeginOnSunday() throws {
        var moment = Self.moment
        moment.firstWeekday = 7
        #expect(try DatePhrase("call next week", at: moment).day == LocalDate(iso: "2026-03-08"))
    }

    /// What is said at another moment than the phrases of the table: a day, a time, a phrase, and when it is due.
    @Test(
        arguments: [
            // Sunday: this weekend is on.
            ("2026-11-22", 11, "next weekend hike", "2026-11-28"),
            ("2026-11-22", 11, "this weekend hike", "2026-11-22"),
            ("2026-11-21", 11, "next weekend hike", "2026-11-28"),
            // What was said of the morning is over; it is not tomorrow's.
            ("2026-11-22", 11, "this morning tea", "2026-11-22 09:00"),
            // In the small hours, tonight is the night that is on.
            ("2026-11-22", 0, "tonight at 1 sleep", "2026-11-22 01:00"),
            ("2026-11-22", 2, "tonight at 1 sleep", "2026-11-23 01:00"),
            ("2026-11-22", 0, "every Saturday night at 1 sleep", "2026-11-22 01:00"),
            ("2026-11-22", 2, "every Saturday night at 1 sleep", "2026-11-29 01:00"),
            ("2026-11-22", 0, "every day at midnight sleep", "2026-11-23 00:00"),
            ("2026-11-22", 0, "tonight at 1 every day sleep", "2026-11-22 01:00"),
            ("2026-11-22", 0, "every Saturday at midnight sleep", "2026-11-29 00:00"),
            ("2026-11-22", 11, "end of quarter tax", "2026-12-31"),
            ("2026-11-22", 11, "middle of the month tax", "2026-12-15"),
        ] as [(String, Int, String, String)])
    func readsAtOtherMoments(_ day: String, _ hour: Int, _ phrase: String, _ when: String) throws {
        var moment = Self.moment
        moment.today = try #require(LocalDate(iso: day))
        moment.now = try #require(ClockTime(hour: hour, minute: 15))
        let read = try DatePhrase(phrase, at: moment)
        let due = [read.day?.description, read.time?.description].compactMap { $0 }.joined(separator: " ")
        #expect(due == when)
    }

    @Test func aTimeThatIsOverIsTomorrow() throws {
        #expect(try DatePhrase("call at 9:00", at: Self.moment).day == LocalDate(iso: "2026-03-05"))
        #expect(try DatePhrase("call at 11:00", at: Self.moment).day == LocalDate(iso: "2026-03-04"))
    }
}
