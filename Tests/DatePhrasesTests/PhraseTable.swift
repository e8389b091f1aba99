import Testing

/// The phrases that the grammar is held to.
enum PhraseTable {
    /// A phrase, what is left of it, when it is due first, and how it repeats.
    struct Row: Sendable, CustomTestStringConvertible {
        let phrase: String
        let text: String
        let when: String
        let rule: String

        init(_ phrase: String, _ text: String, _ when: String, _ rule: String = "") {
            self.phrase = phrase
            self.text = text
            self.when = when
            self.rule = rule
        }

        var testDescription: String { phrase }
    }

    static let days = [
        Row("buy milk", "buy milk", ""),
        Row("buy milk today", "buy milk", "2026-03-04"),
        Row("buy milk tomorrow", "buy milk", "2026-03-05"),
        Row("tomorrow buy milk", "buy milk", "2026-03-05"),
        Row("buy milk tmrw", "buy milk", "2026-03-05"),
        Row("call Ann the day after tomorrow", "call Ann", "2026-03-06"),
        Row("call Ann day after tomorrow", "call Ann", "2026-03-06"),
        Row("pay rent in 3 days", "pay rent", "2026-03-07"),
        Row("pay rent in three days", "pay rent", "2026-03-07"),
        Row("in 3 days pay rent", "pay rent", "2026-03-07"),
        Row("pay rent in a day", "pay rent", "2026-03-05"),
        Row("pay rent in a week", "pay rent", "2026-03-11"),
        Row("pay rent in 2 weeks", "pay rent", "2026-03-18"),
        Row("pay rent in a couple of weeks", "pay rent", "2026-03-18"),
        Row("pay rent in a fortnight", "pay rent", "2026-03-18"),
        Row("pay rent in a month", "pay rent", "2026-04-04"),
        Row("pay rent in 6 months", "pay rent", "2026-09-04"),
        Row("pay rent within 10 days", "pay rent", "2026-03-14"),
        Row("renew passport in 2 years", "renew passport", "2028-03-04"),
        Row("3 days from now water plants", "water plants", "2026-03-07"),
        Row("water plants two weeks from tomorrow", "water plants", "2026-03-19"),
        Row("water plants a week from Friday", "water plants", "2026-03-13"),
        Row("follow up with John next week", "follow up with John", "2026-03-09"),
        Row("follow up with John the week after next", "follow up with John", "2026-03-16"),
        Row("follow up next month", "follow up", "2026-04-01"),
        Row("follow up the month after next", "follow up", "2026-05-01"),
        Row("follow up next quarter", "follow up", "2026-04-01"),
        Row("plan garden next year", "plan garden", "2027-01-01"),
        Row("clean car this weekend", "clean car", "2026-03-07"),
        Row("clean car on the weekend", "clean car", "2026-03-07"),
        Row("clean car next weekend", "clean car", "2026-03-14"),
        Row("send report on Friday", "send report", "2026-03-06"),
        Row("send report by Friday", "send report", "2026-03-06"),
        Row("send report due Friday", "send report", "2026-03-06"),
        Row("send report before Friday", "send report", "2026-03-05"),
        Row("send report Friday", "send report", "2026-03-06"),
        Row("send report on fri", "send report", "2026-03-06"),
        Row("send report this Friday", "send report", "2026-03-06"),
        Row("send report this Wednesday", "send report", "2026-03-04"),
        Row("send report on Wednesday", "send report", "2026-03-11"),
        Row("send report next Friday", "send report", "2026-03-13"),
        Row("send report Friday next week", "send report", "2026-03-13"),
        Row("send report next Monday", "send report", "2026-03-09"),
        Row("pay bills on the 5th", "pay bills", "2026-03-05"),
        Row("pay bills on the 3rd", "pay bills", "2026-04-03"),
        Row("pay bills by the 31st", "pay bills", "2026-03-31"),
        Row("pay bills the 15th", "pay bills", "2026-03-15"),
        Row("pay bills on the 15th of next month", "pay bills", "2026-04-15"),
        Row("pay bills on the 20th of the month", "pay bills", "2026-03-20"),
        Row("review budget end of month", "review budget", "2026-03-31"),
        Row("review budget at the end of the month", "review budget", "2026-03-31"),
        Row("review budget by end of next month", "review budget", "2026-04-30"),
        Row("review budget end of week", "review budget", "2026-03-06"),
        Row("review budget at the end of next week", "review budget", "2026-03-13"),
        Row("review budget end of the year", "review budget", "2026-12-31"),
        Row("review budget at the beginning of next month", "review budget", "2026-04-01"),
        Row("review budget start of June", "review budget", "2026-06-01"),
        Row("review budget middle of April", "review budget", "2026-04-15"),
        Row("review budget end of February", "review budget", "2027-02-28"),
        Row("book hall on the last Friday of the month", "book hall", "2026-03-27"),
        Row("book hall first Monday of next month", "book hall", "2026-04-06"),
        Row("book hall on the first Monday of the month", "book hall", "2026-04-06"),
        Row("book hall second Tuesday in June", "book hall", "2026-06-09"),
        Row("book hall on the last day of the month", "book hall", "2026-03-31"),
        Row("book hall on the last day of February", "book hall", "2027-02-28"),
        Row("book flights June 5", "book flights", "2026-06-05"),
        Row("book flights on June 5th", "book flights", "2026-06-05"),
        Row("book flights 5 June", "book flights", "2026-06-05"),
        Row("book flights on the 5th of June", "book flights", "2026-06-05"),
        Row("book flights 5 June 2027", "book flights", "2027-06-05"),
        Row("book flights June 5, 2027", "book flights", "2027-06-05"),
        Row("book flights on 2 March", "book flights", "2027-03-02"),
        Row("book flights on Feb 29", "book flights", "2028-02-29"),
        Row("book flights in June", "book flights", "2026-06-01"),
        Row("book flights in May 2027", "book flights", "2027-05-01"),
        Row("book flights on 2026-12-24", "book flights", "2026-12-24"),
        Row("book flights 24.12.2026", "book flights", "2026-12-24"),
        Row("book flights on 24.12.", "book flights", "2026-12-24"),
        Row("book flights 24/12/2026", "book flights", "2026-12-24"),
        Row("book flights 12/24", "book flights", "2026-12-24"),
        Row("book flights 6/6/26", "book flights", "2026-06-06"),
        Row("dentist Friday, June 5", "dentist", "2026-06-05"),
        Row("dentist on Friday 6 March", "dentist", "2026-03-06"),
        Row("dentist was 2 days ago", "dentist was", "2026-03-02"),
        Row("call yesterday", "call", "2026-03-03"),
        Row("call mum (tomorrow)", "call mum", "2026-03-05"),
    ]

    static let times = [
        Row("stand up at 11:00", "stand up", "2026-03-04 11:00"),
        Row("stand up at 9:30am", "stand up", "2026-03-05 09:30"),
        Row("stand up at 6", "stand up", "2026-03-04 18:00"),
        Row("stand up at 8", "stand up", "2026-03-05 08:00"),
        Row("stand up at 18", "stand up", "2026-03-04 18:00"),
        Row("stand up at 6 pm", "stand up", "2026-03-04 18:00"),
        Row("stand up at 6pm", "stand up", "2026-03-04 18:00"),
        Row("stand up at 6 p.m.", "stand up", "2026-03-04 18:00"),
        Row("stand up 6:30pm", "stand up", "2026-03-04 18:30"),
        Row("stand up 12am", "stand up", "2026-03-05 00:00"),
        Row("stand up at 12pm", "stand up", "2026-03-04 12:00"),
        Row("stand up at 18h30", "stand up", "2026-03-04 18:30"),
        Row("stand up at 1830", "stand up", "2026-03-04 18:30"),
        Row("stand up at noon", "stand up", "2026-03-04 12:00"),
        Row("stand up at midnight", "stand up", "2026-03-05 00:00"),
        Row("stand up at half past six", "stand up", "2026-03-04 18:30"),
        Row("stand up at quarter to seven", "stand up", "2026-03-04 18:45"),
        Row("stand up at a quarter past 8 pm", "stand up", "2026-03-04 20:15"),
        Row("stand up at ten past eleven", "stand up", "2026-03-04 11:10"),
        Row("stand up at 5 o'clock", "stand up", "2026-03-04 17:00"),
        Row("stand up around 15:00", "stand up", "2026-03-04 15:00"),
        Row("stand up tomorrow at 7", "stand up", "2026-03-05 07:00"),
        Row("stand up tomorrow at 6 in the morning", "stand up", "2026-03-05 06:00"),
        Row("stand up at 8 in the evening", "stand up", "2026-03-04 20:00"),
        Row("stand up tomorrow morning", "stand up", "2026-03-05 09:00"),
        Row("stand up tomorrow afternoon", "stand up", "2026-03-05 15:00"),
        Row("stand up tomorrow evening", "stand up", "2026-03-05 19:00"),
        Row("stand up tomorrow night at 10", "stand up", "2026-03-05 22:00"),
        Row("stand up this evening", "stand up", "2026-03-04 19:00"),
        Row("stand up tonight", "stand up", "2026-03-04 21:00"),
        Row("stand up tonight at 8", "stand up", "2026-03-04 20:00"),
        Row("stand up Monday morning", "stand up", "2026-03-09 09:00"),
        Row("stand up in the morning", "stand up", "2026-03-05 09:00"),
        Row("stand up first thing tomorrow", "stand up", "2026-03-05 09:00"),
        Row("stand up at lunch", "stand up", "2026-03-04 12:00"),
        Row("stand up by end of day", "stand up", "2026-03-04 17:00"),
        Row("stand up eod Friday", "stand up", "2026-03-06 17:00"),
        Row("stand up in 2 hours", "stand up", "2026-03-04 12:00"),
        Row("stand up in 30 minutes", "stand up", "2026-03-04 10:30"),
        Row("stand up in 15 min", "stand up", "2026-03-04 10:15"),
        Row("stand up in half an hour", "stand up", "2026-03-04 10:30"),
        Row("stand up in an hour", "stand up", "2026-03-04 11:00"),
        Row("stand up in an hour and a half", "stand up", "2026-03-04 11:30"),
        Row("stand up in 1 hour and 20 minutes", "stand up", "2026-03-04 11:20"),
        Row("stand up in 90min", "stand up", "2026-03-04 11:30"),
        Row("stand up in 20 hours", "stand up", "2026-03-05 06:00"),
        Row("stand up 2 hours from now", "stand up", "2026-03-04 12:00"),
        Row("stand up Friday 18:00", "stand up", "2026-03-06 18:00"),
        Row("at 18:00 on Friday stand up", "stand up", "2026-03-06 18:00"),
    ]

    static let repetitions = [
        Row("stretch every day", "stretch", "2026-03-04", "FREQ=DAILY"),
        Row("stretch daily", "stretch", "2026-03-04", "FREQ=DAILY"),
        Row("stretch each day at 9:00", "stretch", "2026-03-05 09:00", "FREQ=DAILY"),
        Row("stretch every morning", "stretch", "2026-03-05 09:00", "FREQ=DAILY"),
        Row("stretch every evening", "stretch", "2026-03-04 19:00", "FREQ=DAILY"),
        Row("stretch every other day", "stretch", "2026-03-04", "FREQ=DAILY;INTERVAL=2"),
        Row("stretch every 3 days", "stretch", "2026-03-04", "FREQ=DAILY;INTERVAL=3"),
        Row("stretch every third day", "stretch", "2026-03-04", "FREQ=DAILY;INTERVAL=3"),
        Row(
            "stretch every weekday at 8am", "stretch", "2026-03-05 08:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row("stretch on weekdays", "stretch", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row("stretch every weekend", "stretch", "2026-03-07", "FREQ=WEEKLY;BYDAY=SA,SU"),
        Row("stretch every week", "stretch", "2026-03-04", "FREQ=WEEKLY"),
        Row("stretch weekly on Monday", "stretch", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"),
        Row("stretch every Monday", "stretch", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"),
        Row("stretch every Monday morning", "stretch", "2026-03-09 09:00", "FREQ=WEEKLY;BYDAY=MO"),
        Row("stretch on Mondays", "stretch", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"),
        Row(
            "stretch Tuesdays and Thursdays at 7pm", "stretch", "2026-03-05 19:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
        Row("stretch every Monday and Thursday", "stretch", "2026-03-05", "FREQ=WEEKLY;BYDAY=MO,TH"),
        Row("stretch every mon, wed and fri", "stretch", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        Row(
            "call mum every second Sunday at 18:00", "call mum", "2026-03-08 18:00",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"),
        Row("call mum every other Sunday", "call mum", "2026-03-08", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"),
        Row("call mum every second Sunday of the month", "call mum", "2026-03-08", "FREQ=MONTHLY;BYDAY=2SU"),
        Row("call mum every two weeks", "call mum", "2026-03-04", "FREQ=WEEKLY;INTERVAL=2"),
        Row(
            "call mum every two weeks on Sunday", "call mum", "2026-03-08", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"),
        Row("call mum fortnightly", "call mum", "2026-03-04", "FREQ=WEEKLY;INTERVAL=2"),
        Row("call mum every third Friday", "call mum", "2026-03-20", "FREQ=MONTHLY;BYDAY=3FR"),
        Row(
            "call mum on the first Monday of every month", "call mum", "2026-04-06", "FREQ=MONTHLY;BYDAY=1MO"),
        Row("call mum every last Friday of the month", "call mum", "2026-03-27", "FREQ=MONTHLY;BYDAY=-1FR"),
        Row(
            "call mum every last Friday in June", "call mum", "2026-06-26", "FREQ=YEARLY;BYMONTH=6;BYDAY=-1FR"
        ),
        Row("pay rent every month", "pay rent", "2026-03-04", "FREQ=MONTHLY"),
        Row("pay rent every month on the 1st", "pay rent", "2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=1"),
        Row("pay rent monthly on the 5th", "pay rent", "2026-03-05", "FREQ=MONTHLY;BYMONTHDAY=5"),
        Row("pay rent on the 5th of every month", "pay rent", "2026-03-05", "FREQ=MONTHLY;BYMONTHDAY=5"),
        Row("pay rent every 5th", "pay rent", "2026-03-05", "FREQ=MONTHLY;BYMONTHDAY=5"),
        Row("pay rent every 1st and 15th", "pay rent", "2026-03-15", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        Row("pay rent every last day of the month", "pay rent", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        Row(
            "pay rent on the last day of every month", "pay rent", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        Row("pay rent every month on the first Monday", "pay rent", "2026-04-06", "FREQ=MONTHLY;BYDAY=1MO"),
        Row("pay rent every 3 months", "pay rent", "2026-03-04", "FREQ=MONTHLY;INTERVAL=3"),
        Row("pay tax every quarter", "pay tax", "2026-03-04", "FREQ=MONTHLY;INTERVAL=3"),
        Row("pay tax quarterly", "pay tax", "2026-03-04", "FREQ=MONTHLY;INTERVAL=3"),
        Row("pay tax every year", "pay tax", "2026-03-04", "FREQ=YEARLY"),
        Row("pay tax yearly on June 5", "pay tax", "2026-06-05", "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=5"),
        Row("pay tax every June 5th", "pay tax", "2026-06-05", "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=5"),
        Row("pay tax every 5th of June", "pay tax", "2026-06-05", "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=5"),
        Row("pay tax annually", "pay tax", "2026-03-04", "FREQ=YEARLY"),
        Row("run every day until Friday", "run", "2026-03-04", "FREQ=DAILY;UNTIL=20260306"),
        Row("run every day until June", "run", "2026-03-04", "FREQ=DAILY;UNTIL=20260601"),
        Row("run every day for 2 weeks", "run", "2026-03-04", "FREQ=DAILY;UNTIL=20260317"),
        Row("run every Monday 10 times", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO;COUNT=10"),
        Row("run every Monday starting June 1", "run", "2026-06-01", "FREQ=WEEKLY;BYDAY=MO"),
        Row("run every day from Monday until June 30", "run", "2026-03-09", "FREQ=DAILY;UNTIL=20260630"),
    ]

    static let whole = [
        Row("remind me to call Ann tomorrow at 5pm", "call Ann", "2026-03-05 17:00"),
        Row("Remind me about the keys in 20 minutes", "the keys", "2026-03-04 10:20"),
        Row("wait until Friday's meeting", "wait until Friday's meeting", ""),
        Row("run 3 times around the park", "run 3 times around the park", ""),
        Row("read chapter 5", "read chapter 5", ""),
        Row("meet at 6 Main Street tomorrow", "meet at 6 Main Street", "2026-03-05"),
        Row("watch the 5th element on Friday", "watch the 5th element", "2026-03-06"),
        Row("buy a wedding present", "buy a wedding present", ""),
        Row("watch \"Friday the 13th\" tomorrow", "watch \"Friday the 13th\"", "2026-03-05"),
        Row("book table for 2 on Friday at 8 pm", "book table for 2", "2026-03-06 20:00"),
        Row("march in the parade on Saturday", "march in the parade", "2026-03-07"),
        Row("may I call Sam on Monday?", "may I call Sam", "2026-03-09"),
        Row("second opinion from Dr Who next week", "second opinion from Dr Who", "2026-03-09"),
        Row("take out the trash tonight, and lock up", "take out the trash and lock up", "2026-03-04 21:00"),
        Row("дзвонити мамі tomorrow", "дзвонити мамі", "2026-03-05"),
        Row("☎️ mum at 18:00", "☎️ mum", "2026-03-04 18:00"),
        Row("tomorrow", "", "2026-03-05"),
        Row("", "", ""),
    ]

    /// Phrases that were once misread: with what is left and said.
    static let hard: [(Row, [String])] = [
        (Row("Monday morning at 7 gym", "gym", "2026-03-09 07:00"), []),
        (Row("gym Monday morning at 7", "gym", "2026-03-09 07:00"), []),
        // The night of tomorrow: its small hours are on the day after.
        (Row("tomorrow night at 1 take pill", "take pill", "2026-03-06 01:00"), []),
        (Row("this morning at 11 tea", "tea", "2026-03-04 11:00"), []),
        (Row("on Mondays at 7 run", "run", "2026-03-09 07:00", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row(
                "every year on 5 June at 10 Mum", "Mum", "2026-06-05 10:00",
                "FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=5"), []
        ),
        (Row("at 8 feed the cat", "feed the cat", "2026-03-05 08:00"), []),
        (Row("meet at 6 Main Street tomorrow", "meet at 6 Main Street", "2026-03-05"), ["at 6"]),
        (Row("look at 3 houses tomorrow", "look at 3 houses", "2026-03-05"), ["at 3"]),
        (Row("lend at 4 percent tomorrow", "lend at 4 percent", "2026-03-05"), ["at 4"]),
        (Row("look at one thing tomorrow", "look at one thing", "2026-03-05"), []),
        (Row("meeting at 15:00 UTC tomorrow", "meeting", "2026-03-05 15:00"), []),
        (Row("meeting at 15:00 Europe/London", "meeting", "2026-03-04 15:00"), []),
        (Row("meeting at 9am EST tomorrow", "meeting EST", "2026-03-05 09:00"), ["EST"]),
        (Row("meeting tomorrow at 9 PST", "meeting PST", "2026-03-05 09:00"), ["PST"]),
        (Row("meeting at 3pm New York time", "meeting New York time", "2026-03-04 15:00"), ["New York time"]),
        (Row("meeting at 15:00 Mars/Olympus", "meeting Mars/Olympus", "2026-03-04 15:00"), ["Mars/Olympus"]),
        (Row("buy the EST guide", "buy the EST guide", ""), []),
        (Row("meeting from 10 to 11 tomorrow", "meeting from 10 to 11", "2026-03-05"), ["from 10 to 11"]),
        (
            Row("meeting between 2 and 3 tomorrow", "meeting between 2 and 3", "2026-03-05"),
            ["between 2 and 3"]
        ),
        (Row("read pages 5 to 10 tomorrow", "read pages 5 to 10", "2026-03-05"), []),
        (Row("give 3 to 4 pills", "give 3 to 4 pills", ""), []),
        (Row("tomorrow 3 to 4 pills", "3 to 4 pills", "2026-03-05"), []),
        (Row("call at ten to six", "call", "2026-03-04 17:50"), []),
        (Row("call by 5 to 11", "call", "2026-03-04 10:55"), []),
        (Row("call tomorrow ten to six", "call", "2026-03-05 17:50"), []),
        (Row("call tomorrow quarter past eight", "call", "2026-03-05 08:15"), []),
        (Row("call at ten minutes to six", "call", "2026-03-04 17:50"), []),
        (
            Row(
                "every day except Sunday stretch", "stretch", "2026-03-04",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"), []
        ),
        (
            Row(
                "stretch every weekday but not on Fridays", "stretch", "2026-03-04",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH"), []
        ),
        (
            Row(
                "stretch every day except on weekends", "stretch", "2026-03-04",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []
        ),
        (
            Row(
                "stretch every 3 days except Sat and Sun", "stretch", "2026-03-04",
                "FREQ=DAILY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR"), []
        ),
        (
            Row(
                "pay on the 5th of every month except Sundays", "pay", "2026-03-05",
                "FREQ=MONTHLY;BYMONTHDAY=5;BYDAY=MO,TU,WE,TH,FR,SA"), []
        ),
        (Row("run every Monday except March 16", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row("stretch every day except holidays", "stretch except holidays", "2026-03-04", "FREQ=DAILY"),
            ["except holidays"]
        ),
        (Row("all except Sunday papers", "all except Sunday papers", ""), ["except Sunday"]),
        (
            Row(
                "every Friday the 13th stay in", "stay in", "2026-03-13",
                "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR"), []
        ),
        (Row("flight tomorrow at 17.30", "flight", "2026-03-05 17:30"), []),
        (Row("tomorrow at 17.30 flight", "flight", "2026-03-05 17:30"), []),
        (Row("pay 18.30 EUR tomorrow", "pay 18.30 EUR", "2026-03-05"), []),
        (Row("2027/01/05 thing", "thing", "2027-01-05"), []),
        (Row("thing every 10th day", "thing", "2026-03-04", "FREQ=DAILY;INTERVAL=10"), []),
        (Row("every 366th day thing", "thing", "2026-03-04", "FREQ=DAILY;INTERVAL=366"), []),
        (
            Row(
                "every second day for 10 times thing", "thing", "2026-03-04", "FREQ=DAILY;INTERVAL=2;COUNT=10"
            ), []
        ),
        (Row("second of May flowers", "flowers", "2026-05-02"), []),
        (Row("flowers on the twenty-first of June", "flowers", "2026-06-21"), []),
    ]

    static let refused = [
        ("call on Monday and on Friday", "two days"),
        ("call tomorrow or on June 5", "two days"),
        ("call at 5pm or at 6pm", "two times"),
        ("call in 2 hours at 6pm", "two times"),
        ("call every day and every week", "two repetitions"),
        ("call on June 31", "June has 30 days"),
        ("call on 31 June", "June has 30 days"),
        ("call on 2026-02-29", "February 2026 has 28 days"),
        ("call on the 32nd", "no month has a day 32"),
        ("call every 32nd", "no month has a day 32"),
        ("call at 25:00", "no time 25:00"),
        ("call at 13pm", "no time 13pm"),
        ("call on 3/4/2026", "is ambiguous"),
        ("call on Friday, June 6", "is a Saturday, not a Friday"),
        ("call every February 30", "February has 29 days"),
        ("call every day until yesterday", "never happens"),
        ("call every Monday until Friday", "never happens"),
        ("call every day for 3 weeks until June", "two ends"),
        ("call fifth Monday of next month", "has no 5th Monday"),
        ("call !!! with low priority", "two priorities"),
        ("meeting tomorrow or Friday", "the text names two days: tomorrow, and Friday"),
        ("stretch every day 0 times", "every day, 0 times never happens"),
        ("stretch every day for 0 days", "every day, for 0 days never happens"),
        ("stretch every 0 days", "a repetition every 0 days never happens"),
        ("stretch every 0th Monday", "no month has a 0th Monday"),
        ("stretch every 6th Monday", "no month has a 6th Monday"),
        ("stretch every Friday the 32nd", "no month has a day 32"),
        ("stretch every Sunday except Sundays", "never happens"),
        ("stretch every first Monday except Mondays", "cannot skip weekdays"),
        ("thing 2027/13/05", "there is no month 13"),
        ("call at 9:00 UTC or 9:00 Europe/London", "two zones"),
    ]

    static let left = [
        ("call soon", ["soon"]),
        ("call Ann later", ["later"]),
        ("call every blue moon", ["every blue"]),
        ("wait until Friday", ["until Friday"]),
        ("read next chapter", ["next chapter"]),
        ("call hourly", ["hourly"]),
        ("call Ann", []),
        ("call Ann \"soon\"", []),
    ]
}
