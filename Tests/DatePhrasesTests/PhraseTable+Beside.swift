/// Words whose meaning hangs on what stands beside them: `weekly`, `before`, noon and midnight.
extension PhraseTable {
    /// All of them, with what is left and said.
    static var beside: [(Row, [String])] { adverbs + mixedWeekdays + laterMidnights + befores + ors }

    /// All of them that are refused, with a part of the message.
    static var refusedBeside: [(String, String)] {
        refusedMidnights.map { ($0, "the days after these cannot be repeated: \($1)") }
            + (refusedTimes + refusedOrs + refusedParts).map { ($0, "two times: \($1)") }
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

    /// A number before `or` is a time only if another time follows, and `or` alone adds no time.
    private static let ors: [(Row, [String])] = [
        (Row("meet at 5 or later", "meet at 5 or later", ""), ["at 5", "later"]),
        (Row("meet at 5 or so", "meet at 5 or so", ""), ["at 5"]),
        (Row("meet tomorrow at 5 or so", "meet or so", "2026-03-05 17:00"), []),
        (Row("meet at 5 or after 6pm", "meet at 5 or after 6pm", ""), ["at 5", "after 6pm"]),
        (
            Row("meet at 8 or at 9 or later", "meet at 8 or at 9 or later", ""),
            ["at 8", "at 9", "later"]
        ),
        (Row("call at 8 or tomorrow", "call at 8 or", "2026-03-05"), ["at 8 or"]),
        (
            Row("call after Friday at 8 or at 9", "call after Friday at 8 or at 9", ""),
            ["after Friday", "at 8", "at 9"]
        ),
        (Row("call \"at 8 or\" at 9", "call \"at 8 or\"", "2026-03-05 09:00"), []),
        // Numbers that count, or that are of a street or a price.
        (Row("watch 8 or 9 episodes", "watch 8 or 9 episodes", ""), []),
        (Row("watch 8 or 9 episodes at 9", "watch 8 or 9 episodes", "2026-03-05 09:00"), []),
        (Row("buy 2 or 3 eggs at 9", "buy 2 or 3 eggs", "2026-03-05 09:00"), []),
        (Row("look at 2 or 3 flats at 9", "look at 2 or 3 flats", "2026-03-05 09:00"), ["at 2"]),
        (Row("look at one or two things", "look at one or two things", ""), []),
        (Row("look at one or two on Friday", "look at one or two", "2026-03-06"), []),
        (Row("meet at 6 or 7 Main Street", "meet at 6 or 7 Main Street", ""), ["at 6"]),
        (Row("meet at 6 or at 7 Main Street", "meet at 6 or at 7 Main Street", ""), ["at 6", "at 7"]),
        (Row("lend at 4 or at 5 percent", "lend at 4 or at 5 percent", ""), ["at 4", "at 5"]),
        (Row("sell at 9.50 or 10.50 EUR", "sell at 9.50 or 10.50 EUR", ""), ["9.50"]),
        (Row("sell at 25.50 or at 9", "sell at 25.50 or", "2026-03-05 09:00"), []),
        // Behind "and" the number may count, and both may be of things to be done.
        (Row("lunch at 1 and two for Bob", "lunch and two for Bob", "2026-03-04 13:00"), []),
        (Row("pizza at noon and 2 for Bob", "pizza and 2 for Bob", "2026-03-04 12:00"), ["and 2"]),
        (Row("clean up tonight and at 9 call Ann", "clean up and call Ann", "2026-03-04 21:00"), []),
    ]

    /// Two hours, of which a word before `or` alone does not show that the first is one.
    private static let refusedOrs = [
        ("call Ann at 8 or at 9", "at 8, and at 9"),
        ("call Ann at 8 or 9", "at 8, and 9"),
        ("call Ann at 8 and at 9", "at 8, and at 9"),
        ("call Ann at 8, or at 9", "at 8, and at 9"),
        ("call Ann either at 8 or at 9", "at 8, and at 9"),
        ("call Ann at either 8 or 9", "at either 8, and 9"),
        ("at 8 or at 9 call Ann", "at 8, and at 9"),
        ("call Ann 8am or 9am", "8am, and 9am"),
        ("call Ann at 8 or 9am", "at 8, and 9am"),
        ("call Ann at 8 or 9 pm", "at 8, and 9 pm"),
        ("call Ann at 8 or 8:30", "at 8, and 8:30"),
        ("call Ann at 17.30 or at 18.30", "at 17.30, and at 18.30"),
        ("call Ann at 17.30 or 18.30", "at 17.30, and 18.30"),
        ("call Ann at 1830 or 1930", "at 1830, and 1930"),
        ("call Ann at eight or at nine", "at eight, and at nine"),
        ("call Ann at eight or nine", "at eight, and nine"),
        ("call Ann at eight and nine", "at eight, and nine"),
        ("call Ann at seven thirty or at eight", "at seven thirty, and at eight"),
        ("call Ann at half past seven or eight", "at half past seven, and eight"),
        ("call Ann at 8 or half past nine", "at 8, and half past nine"),
        ("call Ann by 8 or by 9", "by 8, and by 9"),
        ("call Ann around 8 or 9", "around 8, and 9"),
        ("call Ann at 8 or before 9am", "at 8, and before 9am"),
        ("call Ann at 8 or maybe at 9", "at 8, and at 9"),
        ("call Ann at 8, 9 or 10", "at 8, and 9"),
        ("call Ann at 8 or 9 or at 10", "at 8, and 9"),
        ("call Ann at eight or nine or ten", "at eight, and nine"),
        ("call Ann at eight, nine or ten", "at eight, and nine"),
        ("call Ann at 8 or in 2 hours", "at 8, in 2 hours"),
        // The day stands elsewhere, or behind "or".
        ("on Friday call Ann at 8 or at 9", "at 8, and at 9"),
        ("call Ann at 8 or 9 tomorrow", "at 8, and 9"),
        ("call Ann at 8 or tomorrow at 9", "at 8, and at 9"),
        ("take a pill at 8 or at 20 every day", "at 8, and at 20"),
        ("call Ann at 8 or at 9 UTC", "at 8, and at 9"),
    ]

    /// A part of the day and an hour that would be in it.
    private static let refusedParts = [
        ("call Ann at 8 or 9 in the evening", "at 8, and 9"),
        ("call Ann at 8 or at 9 in the evening", "at 8, and at 9"),
        ("call Ann at eight or nine in the evening", "at eight, and nine"),
        ("in the evening call Ann at 8 or at 9", "at 8, and at 9"),
        ("call Ann at 8 in the morning or at 9", "at 8, and at 9"),
        ("call Ann at 8 in the morning or at 9 in the evening", "in the morning, and in the evening"),
        ("call Ann at 8 or in the evening", "in the evening, and at 8"),
        ("call Ann at 8 or maybe tonight", "tonight, and at 8"),
        ("call Ann at 8 or tomorrow morning", "morning, and at 8"),
        ("call Ann in the evening or at 9", "in the evening, and at 9"),
        ("call Ann Friday at 8 or in the evening", "in the evening, and at 8"),
        ("call Ann at 8 or noon", "noon, and at 8"),
        ("call Ann at noon or 1", "at noon, and 1"),
        ("call Ann at noon or at 1", "at noon, and at 1"),
        ("call Ann between noon and 1pm", "noon, and 1pm"),
        ("take pills in the evening and at 9", "in the evening, and at 9"),
        ("in the evening and at 9 take pills", "in the evening, and at 9"),
    ]

    /// How often, said of a thing, and the days of what is to be done with it.
    private static let refusedWeeks = [
        ("read weekly magazine on Fridays", "weekly, and on Fridays"),
        ("watch daily show on Mondays", "daily, and on Mondays"),
        ("buy weekly ticket on weekdays", "weekly, and on weekdays"),
        ("on Mondays read weekly magazine", "on Mondays, and weekly"),
    ]
}
