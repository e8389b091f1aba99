/// Phrases that were understood wrongly, or in part and silently, in a release: what they mean now.
extension PhraseTable {
    /// All that once were misread, with what is left and said.
    static var misread: [(Row, [String])] { hard + nights + dates + exceptions + words + forms }

    /// All that are refused, with a part of the message.
    static var allRefused: [(String, String)] { refused + refusedMisread + refusedBeside }

    /// Small hours are of the night that begins on the day that is said, and a time fits the part of the day beside it.
    static let nights: [(Row, [String])] = [
        (Row("tonight at 1 take pill", "take pill", "2026-03-05 01:00"), []),
        (Row("at 1 tonight take pill", "take pill", "2026-03-05 01:00"), []),
        (Row("tonight at 1am take pill", "take pill", "2026-03-05 01:00"), []),
        (Row("tonight at 00:30 take pill", "take pill", "2026-03-05 00:30"), []),
        (Row("tonight at 12 take pill", "take pill", "2026-03-05 00:00"), []),
        (Row("tonight at midnight take pill", "take pill", "2026-03-05 00:00"), []),
        (Row("today at midnight take pill", "take pill", "2026-03-05 00:00"), []),
        (Row("tonight at 10:30 take pill", "take pill", "2026-03-04 22:30"), []),
        (Row("Friday night at 2 party ends", "party ends", "2026-03-07 02:00"), []),
        (Row("Saturday night at 12 taxi", "taxi", "2026-03-08 00:00"), []),
        (Row("this Friday night at 2 taxi", "taxi", "2026-03-07 02:00"), []),
        (Row("every night at 2 take pill", "take pill", "2026-03-05 02:00", "FREQ=DAILY"), []),
        (Row("every day at midnight back up", "back up", "2026-03-05 00:00", "FREQ=DAILY"), []),
        (Row("every evening at 12 back up", "back up", "2026-03-05 00:00", "FREQ=DAILY"), []),
        (Row("in the night at 2 feed", "feed", "2026-03-05 02:00"), []),
        (Row("Saturday at 00:00 feed", "feed", "2026-03-07 00:00"), []),
        (Row("tomorrow night at 12:30 snack", "snack", "2026-03-06 00:30"), []),
        (Row("tomorrow evening at 12 snack", "snack", "2026-03-06 00:00"), []),
        (Row("this evening at 12 snack", "snack", "2026-03-05 00:00"), []),
        (Row("Saturday morning at 12:30 snack", "snack", "2026-03-07 00:30"), []),
        (Row("tomorrow at 12:30 snack", "snack", "2026-03-05 12:30"), []),
        (Row("tomorrow at 10:30 snack", "snack", "2026-03-05 10:30"), []),
        (Row("tomorrow evening at 10:30 snack", "snack", "2026-03-05 22:30"), []),
        (Row("tomorrow lunch at 11:30", "lunch", "2026-03-05 11:30"), []),
        (Row("every Friday night at 2 feed", "feed", "2026-03-07 02:00", "FREQ=WEEKLY;BYDAY=SA"), []),
        (Row("every Saturday night at 1 feed", "feed", "2026-03-08 01:00", "FREQ=WEEKLY;BYDAY=SU"), []),
        (Row("every Wednesday night at 1 feed", "feed", "2026-03-05 01:00", "FREQ=WEEKLY;BYDAY=TH"), []),
        (Row("every Sunday night at midnight feed", "feed", "2026-03-09 00:00", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row(
                "every weekday night at 1 feed", "feed", "2026-03-05 01:00",
                "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA"),
            []
        ),
        (
            Row(
                "every Friday night at 2 until March 20 feed", "feed", "2026-03-07 02:00",
                "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260321"), []
        ),
        (Row("this morning tea", "tea", "2026-03-04 09:00"), []),
    ]

    /// Days of a month, with and without points, weekdays and years.
    static let dates: [(Row, [String])] = [
        (Row("13.12. at 9:00 dentist", "dentist", "2026-12-13 09:00"), []),
        (Row("1.12. at 9:00 dentist", "dentist", "2026-12-01 09:00"), []),
        (Row("call at 9 on 5.12.", "call", "2026-12-05 09:00"), []),
        (Row("birthday party 20.12. at 19:00", "birthday party", "2026-12-20 19:00"), []),
        (Row("dentist on 13.12. at 9:00", "dentist", "2026-12-13 09:00"), []),
        (Row("party on 20.12.", "party", "2026-12-20"), []),
        (Row("party on 20.12", "party", "2026-12-20"), []),
        (Row("party by 5.12.", "party", "2026-12-05"), []),
        (Row("5.12. party", "party", "2026-12-05"), []),
        // A full stop may end the text as well; then it is a version, a price or a time.
        (Row("bought version 2.1. call Ann", "bought version 2.1. call Ann", ""), ["2.1"]),
        (Row("bought version 24.4. call Ann", "bought version 24.4. call Ann", ""), ["24.4"]),
        (Row("paid 12.10. for lunch", "paid 12.10. for lunch", ""), ["12.10"]),
        (Row("win 3.2. against Ann", "win 3.2. against Ann", ""), ["3.2"]),
        (Row("see section 4.2. on Monday", "see section 4.2.", "2026-03-09"), ["4.2"]),
        (Row("see sec. 4.2. on Monday", "see sec. 4.2.", "2026-03-09"), ["4.2"]),
        (
            Row("version 1.2. of the paper tomorrow", "version 1.2. of the paper", "2026-03-05"), ["1.2"]
        ),
        (Row("order 2.1. and 2.2. boards", "order 2.1. and 2.2. boards", ""), ["2.1", "2.2"]),
        (Row("party, 20.12. with Ann", "party, with Ann", "2026-12-20"), []),
        (Row("party 20.12., bring wine", "party bring wine", "2026-12-20"), []),
        (Row("party 20.12. 19:00 with Ann", "party with Ann", "2026-12-20 19:00"), []),
        (Row("finish before 5.12. with Ann", "finish with Ann", "2026-12-04"), []),
        (
            Row(
                "run every day until 5.12. with Ann", "run with Ann", "2026-03-04",
                "FREQ=DAILY;UNTIL=20261205"), []
        ),
        (Row("read chapter 3.2.", "read chapter 3.2.", ""), ["3.2"]),
        (Row("work on 3.2 release", "work on 3.2 release", ""), ["3.2"]),
        (Row("13.12 dentist tomorrow", "13.12 dentist", "2026-03-05"), ["13.12"]),
        (Row("at 9.10. go", "go", "2026-03-05 09:10"), []),
        (Row("Monday the 30th pay", "pay", "2026-03-30"), []),
        (Row("Monday 30th pay", "pay", "2026-03-30"), []),
        (Row("the 30th at 9 pay", "pay", "2026-03-30 09:00"), []),
        (Row("the 30th pay", "the 30th pay", ""), ["the 30th"]),
        (Row("30th pay", "30th pay", ""), ["30th"]),
        (Row("on 5th Avenue tomorrow", "on 5th Avenue", "2026-03-05"), []),
        (Row("first of the month rent", "rent", "2026-04-01"), []),
        (
            Row("the first of every month rent", "rent", "2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=1"),
            []
        ),
        (Row("5 December '27 party", "party", "2027-12-05"), []),
        (Row("5 December ’27 party", "party", "2027-12-05"), []),
        (Row("June 5, 26 eggs", "26 eggs", "2026-06-05"), []),
        (Row("next weekend hike", "hike", "2026-03-14"), []),
        (Row("beginning of month pay", "pay", "2026-04-01"), []),
        (Row("beginning of this month pay", "pay", "2026-03-01"), []),
        (Row("start of the week pay", "pay", "2026-03-09"), []),
        (Row("end of quarter pay", "pay", "2026-03-31"), []),
        (Row("last Friday of the year pay", "pay", "2026-12-25"), []),
        (Row("first weekday of next month pay", "pay", "2026-04-01"), []),
        (Row("first working day of August pay", "pay", "2026-08-03"), []),
        (Row("in three weeks' time pay", "pay", "2026-03-25"), []),
        (Row("call 2026-11-30T10:15", "call", "2026-11-30 10:15"), []),
        (Row("call on 2026-11-30T10:15:00", "call", "2026-11-30 10:15"), []),
        (Row("call 2026-11-30T10:15Z", "call", "2026-11-30 10:15"), []),
        (Row("call 20261130T101500Z", "call", "2026-11-30 10:15"), []),
        (Row("call 2026-11-30T23:15-05:00", "call", "2026-12-01 04:15"), []),
        (Row("call 2026-12-01T00:15+02:00", "call", "2026-11-30 22:15"), []),
        (Row("call 20261130", "call 20261130", ""), ["20261130"]),
        (Row("call 2026-11-30T10:15:20", "call 2026-11-30T10:15:20", ""), ["2026-11-30T10:15:20"]),
    ]

    /// Exceptions, multiples, and repetitions of more than one day.
    static let exceptions: [(Row, [String])] = [
        (
            Row("every day but Sunday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            []
        ),
        (
            Row("every day, not on Sundays, run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            []
        ),
        (
            Row("every day except the weekends run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            []
        ),
        (Row("every day but call Ann", "but call Ann", "2026-03-04", "FREQ=DAILY"), ["but call"]),
        (
            Row(
                "never forget to call mum every week", "never forget to call mum", "2026-03-04", "FREQ=WEEKLY"
            ),
            []
        ),
        (Row("twice daily pills", "twice pills", "2026-03-04", "FREQ=DAILY"), ["twice"]),
        (Row("3 times daily pills", "3 times pills", "2026-03-04", "FREQ=DAILY"), ["3 times"]),
        (Row("twice a week run", "twice a week run", ""), ["twice a week"]),
        (Row("once a week run", "run", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("once daily run", "run", "2026-03-04", "FREQ=DAILY"), []),
        (
            Row("every 1st and 3rd Monday club", "club", "2026-03-16", "FREQ=MONTHLY;BYDAY=1MO,3MO"), []
        ),
        (
            Row("monthly on the first pay", "pay", "2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=1"), []
        ),
        (
            Row("every day at 8 and 20 take pills", "and 20 take pills", "2026-03-05 08:00", "FREQ=DAILY"),
            ["and 20"]
        ),
    ]

    /// Times in other words; what is none is said.
    static let words: [(Row, [String])] = [
        (Row("in 1.5 hours call", "call", "2026-03-04 11:30"), []),
        (Row("in one and a half hours call", "call", "2026-03-04 11:30"), []),
        (Row("at seven thirty tomorrow call", "call", "2026-03-05 07:30"), []),
        (Row("tomorrow by 5 send report", "send report", "2026-03-05 17:00"), []),
        (Row("half nine tomorrow call", "half nine call", "2026-03-05"), ["half nine"]),
        (Row("in a few days call", "in a few days call", ""), ["few days"]),
        (Row("in 2027 call", "in 2027 call", ""), ["in 2027"]),
        (Row("after Friday send report", "after Friday send report", ""), ["after Friday"]),
        (Row("call Ann after Friday at 9", "call Ann after Friday at 9", ""), ["after Friday", "at 9"]),
        (Row("at 9 call Ann after Friday", "at 9 call Ann after Friday", ""), ["at 9", "after Friday"]),
        (
            Row("call after Friday at 9:00 UTC", "call after Friday at 9:00 UTC", ""),
            ["after Friday", "at 9:00", "UTC"]
        ),
        (Row("wait until Friday at 9", "wait until Friday at 9", ""), ["until Friday", "at 9"]),
        (Row("call at 9 tomorrow after Friday", "call after Friday", "2026-03-05 09:00"), ["after Friday"]),
        (Row("call tomorrow at five", "call", "2026-03-05 17:00"), []),
        (Row("call at four", "call", "2026-03-04 16:00"), []),
        (Row("call Friday at nine", "call", "2026-03-06 09:00"), []),
        (Row("call by five on Friday", "call", "2026-03-06 17:00"), []),
        (Row("call at 1830", "call", "2026-03-04 18:30"), []),
        (Row("after 6pm call Ann", "after 6pm call Ann", ""), ["after 6pm"]),
        (Row("look after Ann", "look after Ann", ""), []),
        (Row("tomorrow 1830 dinner", "1830 dinner", "2026-03-05"), ["1830"]),
        (Row("mornings pills", "mornings pills", ""), ["mornings"]),
        (Row("on Christmas cook", "on Christmas cook", ""), ["Christmas"]),
        (Row("Mon cook", "Mon cook", ""), ["Mon"]),
        (Row("Friday 3-5pm party", "3-5pm party", "2026-03-06"), ["3-5pm"]),
        (Row("tomorrow @5pm party", "@5pm party", "2026-03-05"), ["@5pm"]),
        (Row("11.30 tomorrow party", "11.30 party", "2026-03-05"), ["11.30"]),
        (Row("half-yearly check", "half-yearly check", ""), ["half-yearly"]),
        (Row("on the 5th and 20th pay", "and 20th pay", "2026-03-05"), ["and 20th"]),
        (Row("5 and 6 June camp", "5 and camp", "2026-06-06"), ["5 and"]),
        (Row("in two Sundays call", "in two Sundays call", ""), ["Sundays"]),
        (Row("at 7 Mondays run", "run", "2026-03-09 07:00", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("from tomorrow rest", "from tomorrow rest", ""), ["from tomorrow"]),
        (Row("tomorrow 9:00Z call", "call", "2026-03-05 09:00"), []),
        (Row("tomorrow 9:00+02:00 call", "9:00+02:00 call", "2026-03-05"), ["9:00+02:00"]),
        (Row("write 'next Friday' essay", "write 'next Friday' essay", ""), []),
        (Row("write ‘next Friday’ essay", "write ‘next Friday’ essay", ""), []),
        (Row("my parents' house tomorrow", "my parents' house", "2026-03-05"), []),
        (Row("'til Friday at my parents' house", "'til Friday at my parents' house", ""), ["til Friday"]),
    ]

    static let refusedMisread = [
        ("every first Friday at midnight feed", "midnight is the end of its day"),
        ("every month on the 31st at midnight feed", "midnight is the end of its day"),
        ("every February 28 at midnight feed", "midnight is the end of its day"),
        ("every other week on Saturdays and Sundays at midnight feed", "midnight is the end of its day"),
        ("every Friday at half past midnight feed", "the one before or after the day"),
        ("the 32nd of every month pay", "no month has a day 32"),
        ("run every Tuesday on Fridays", "two repetitions: every Tuesday, and on Fridays"),
        ("on Fridays run every Tuesday", "two repetitions: on Fridays, and every Tuesday"),
        ("run monthly on Mondays", "two repetitions: monthly, and on Mondays"),
        ("run every other day on weekdays", "two repetitions: every other day, and on weekdays"),
        ("run Mondays at 9 and Fridays at 10", "two repetitions: Mondays, and Fridays"),
        ("at noon and at midnight pills", "two times: at noon, and at midnight"),
        ("Friday at half past midnight feed", "the one before or after the day"),
        ("tomorrow 2 at night feed", "the one before or after the day"),
        ("every first working day of the month pay", "the repetition is unclear"),
        ("every 1st working day of the month pay", "the repetition is unclear"),
        ("last weekday of every month pay", "on one working day or weekend of each month"),
        ("pay rent on the first working day of every month", "on one working day"),
        ("every month on the first working day pay", "on one working day"),
        ("first weekend of each month run", "on one working day or weekend"),
        ("alternate weekdays run", "on every other working day"),
        ("run every other weekday", "on every other working day"),
        ("every tomorrow run", "“every” is followed by a single day"),
        ("every Monday this week run", "two days"),
        ("every Monday except 9 and 16 March run", "can be skipped: except 9 and 16 March"),
        ("every day except tomorrow, Friday run", "can be skipped: Friday"),
        ("every sixth Monday pay", "no month has a sixth Monday"),
        ("next month on the 31st pay", "April 2026 has 30 days, not 31"),
        ("every week but next week pay", "can be skipped: but next week"),
        ("every first Friday night at 2 feed", "the one before or after the day"),
        ("tomorrow at 2 at night feed", "the one before or after the day"),
        ("tomorrow afternoon at 11 feed", "two times: afternoon, and at 11"),
        ("tomorrow morning at 15:00 feed", "two times: morning, and at 15:00"),
        ("tonight at 13:00 feed", "two times"),
        ("party by 5.12", "5.12 could be a day or a time"),
        ("party on 32.12.", "December has 31 days, not 32"),
        ("Tuesday the 30th pay", "2026-03-30 is a Monday, not a Tuesday"),
        ("5 Dec 26 party", "26 after the month could be a year"),
        ("every day at 8 and 20", "two times: at 8, and 20"),
        ("every day at 8, 12 and 18", "two times: at 8, and 12"),
        ("every week except in August run", "can be skipped: except in August"),
        ("every day except next week run", "can be skipped: except next week"),
        ("every day except the 5th run", "can be skipped: except the 5th"),
        ("tomorrow 9:00 +02:00 call", "+02:00 is an offset"),
        ("call at 9:00 UTC+2", "UTC+2 is an offset"),
        ("call 2026-11-31T10:15", "there is no time 2026-11-31T10:15"),
        ("every day until 2026-12-10T18:00 run", "a day is required here, but 2026-12-10T18:00 has a time"),
        ("every day except 2026-12-10T18:00 run", "a day is required here, but 2026-12-10T18:00 has a time"),
    ]
}
