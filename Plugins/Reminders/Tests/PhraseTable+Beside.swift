/// Words whose meaning hangs on what stands beside them: `weekly`, `before`, noon and midnight.
extension PhraseTable {
    /// All of them, with what is left and said.
    static var beside: [(Row, [String])] { adverbs + mixedWeekdays + laterMidnights + befores }

    /// All of them that are refused, with a part of the message.
    static var refusedBeside: [(String, String)] {
        refusedMidnights.map { ($0, "no repetition here is of the days after those: \($1)") }
            + refusedTimes.map { ($0, "two times: \($1)") }
            + refusedWeeks.map { ($0, "two repetitions: \($1)") }
            + [
                ("Mondays and Friday morning run", "two days"),
                ("Mondays to Friday June 5 run", "two days"),
                ("weekdays and Saturday, June 6 run", "two days"),
            ]
    }

    /// Behind a word that may stand alone, `daily` is of an action unless a thing's word follows.
    private static let adverbs: [(Row, [String])] = [
        (Row("call her daily at 9", "call her", "2026-03-05 09:00", "FREQ=DAILY"), []),
        (Row("do this daily at 9", "do this", "2026-03-05 09:00", "FREQ=DAILY"), []),
        (Row("call her daily", "call her", "2026-03-04", "FREQ=DAILY"), []),
        (Row("visit her weekly", "visit her", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("water that weekly", "water that", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("take this daily", "take this", "2026-03-04", "FREQ=DAILY"), []),
        (Row("phone his monthly", "phone his", "2026-03-04", "FREQ=MONTHLY"), []),
        (Row("feed the cat, that daily", "feed the cat, that", "2026-03-04", "FREQ=DAILY"), []),
        (Row("clean this weekly on Mondays", "clean this", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row("call her daily before work", "call her before work", "2026-03-04", "FREQ=DAILY"),
            ["before work"]
        ),
        (Row("water this weekly please", "water this please", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("feed her daily evenings", "feed her evenings", "2026-03-04", "FREQ=DAILY"), ["evenings"]),
        (Row("take her daily pill at 9", "take her daily pill", "2026-03-05 09:00"), ["daily"]),
        (Row("read this weekly report on Friday", "read this weekly report", "2026-03-06"), ["weekly"]),
        // "The daily" is a meeting, or a paper; without its word, "join the" is nothing to be done.
        (Row("join the daily at 9", "join the daily", "2026-03-05 09:00"), ["daily"]),
        (Row("weekly run on Mondays", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("on Mondays run weekly, with Bob", "run with Bob", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
    ]

    /// A weekday behind weekdays in the plural is one of them.
    private static let mixedWeekdays: [(Row, [String])] = [
        (Row("Mondays to Friday at 9", "", "2026-03-05 09:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("weekdays and Saturday", "", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"), []),
        (
            Row(
                "every week on weekdays and Saturday", "", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"
            ),
            []
        ),
        (Row("run on Mondays and Friday", "run", "2026-03-06", "FREQ=WEEKLY;BYDAY=MO,FR"), []),
        (Row("monthly on the 5th and 5th pay", "pay", "2026-03-05", "FREQ=MONTHLY;BYMONTHDAY=5"), []),
    ]

    /// Midnight of a month or a year of which another part says the day.
    private static let laterMidnights: [(Row, [String])] = [
        (Row("pay every month at midnight on the 5th", "pay", "2026-03-06 00:00", "FREQ=MONTHLY"), []),
        (Row("pay every year at midnight on June 5", "pay", "2026-06-06 00:00", "FREQ=YEARLY"), []),
        (
            Row(
                "pay every month on the 1st and the last day at midnight", "pay", "2026-04-01 00:00",
                "FREQ=MONTHLY;BYMONTHDAY=1,2"), []
        ),
        (
            Row(
                "pay every 2 months on the last day at midnight", "pay", "2026-04-01 00:00",
                "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1"), []
        ),
    ]

    /// The days after the last one that is in all months, and after one of several that is in the next month.
    private static let refusedMidnights = [
        ("pay rent every month at midnight on the 30th", "every month, at midnight, on the 30th"),
        ("pay rent at midnight on the 30th every month", "at midnight, on the 30th, every month"),
        (
            "pay rent every month at midnight starting on the 30th",
            "every month, at midnight, starting on the 30th"
        ),
        ("pay rent every month at midnight on the 28th", "every month, at midnight, on the 28th"),
        ("pay rent every year at midnight on February 28", "every year, at midnight, on February 28"),
        ("every three weeks on weekends at midnight feed", "every three weeks, on weekends, at midnight"),
        (
            "pay every 2 months on the 1st and the last day at midnight starting January 1 2027",
            "every 2 months on the 1st and the last day, at midnight, starting January 1 2027"
        ),
    ]

    /// `before` and a time; behind an amount of time it is how long before, and stays.
    private static let befores: [(Row, [String])] = [
        (Row("leave an hour before 6pm", "leave an hour before", "2026-03-04 18:00"), ["an hour", "before"]),
        (
            Row("set alarm for 2 hours before 6am", "set alarm for 2 hours before", "2026-03-05 06:00"),
            ["2 hours", "before"]
        ),
        (
            Row("30 minutes before noon on Friday call", "30 minutes before call", "2026-03-06 12:00"),
            ["30 minutes", "before"]
        ),
        (Row("the day before 6pm call", "the day before call", "2026-03-04 18:00"), ["before"]),
        (Row("the evening before 9am pack", "the evening before pack", "2026-03-05 09:00"), ["before"]),
        (Row("arrive well before noon", "arrive well before", "2026-03-04 12:00"), ["before"]),
        (Row("long before noon", "long before", "2026-03-04 12:00"), ["before"]),
        // Midnight before a word that is no day may be of a name.
        (Row("right before midnight toast", "right before midnight toast", ""), ["before midnight"]),
        (Row("every day before 9am run", "run", "2026-03-05 09:00", "FREQ=DAILY"), []),
        (Row("call Friday evening before 9pm", "call", "2026-03-06 21:00"), []),
        (Row("an hour of work, before 6pm", "an hour of work", "2026-03-04 18:00"), ["an hour"]),
        (Row("stop by the shop before 6pm", "stop by the shop", "2026-03-04 18:00"), []),
        // What is not to be done by then is not due then.
        (Row("no calls before 6pm", "no calls before 6pm", ""), ["before 6pm"]),
        (Row("nothing before noon", "nothing before noon", ""), ["before noon"]),
        (Row("avoid calling Ann before 6pm", "avoid calling Ann before 6pm", ""), ["before 6pm"]),
        (Row("nobody calls before 9am", "nobody calls before 9am", ""), ["before 9am"]),
        (Row("stop eating before midnight", "stop eating before midnight", ""), ["before midnight"]),
        (Row("without food before noon", "without food before noon", ""), ["before noon"]),
        // One of two times is none.
        (
            Row("call before noon or after 6pm", "call before noon or after 6pm", ""),
            ["before noon", "after 6pm"]
        ),
        (
            Row("call after 6pm or before noon", "call after 6pm or before noon", ""),
            ["after 6pm", "before noon"]
        ),
        (
            Row("call between noon and midnight about it", "call between noon and midnight about it", ""),
            ["between noon and midnight"]
        ),
    ]

    /// Two hours, of which one has a name.
    private static let refusedTimes = [
        ("call between noon and midnight", "noon, and midnight"),
        ("call between noon and 5pm", "noon, and 5pm"),
        ("every noon and midnight pray", "every noon, and midnight"),
        ("work from noon to 5pm", "noon, and 5pm"),
        ("every morning and midnight pray", "every morning, and midnight"),
        ("tomorrow morning and noon pills", "morning, and noon"),
        ("pills at 8 and noon with food", "noon, and at 8"),
    ]

    /// How often, said of a thing, and the days of what is to be done with it.
    private static let refusedWeeks = [
        ("read weekly magazine on Fridays", "weekly, and on Fridays"),
        ("watch daily show on Mondays", "daily, and on Mondays"),
        ("buy weekly ticket on weekdays", "weekly, and on weekdays"),
        ("on Mondays read weekly magazine", "on Mondays, and weekly"),
    ]
}
