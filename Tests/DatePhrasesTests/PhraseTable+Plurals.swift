/// Weekdays in the plural beside what says every how many weeks, and the named hours of the day.
extension PhraseTable {
    /// What repeats on weekdays, said with its weeks or days in either order, and what only sounds like it.
    static let plurals: [(Row, [String])] = [
        (Row("weekly on Mondays and Fridays run", "run", "2026-03-06", "FREQ=WEEKLY;BYDAY=MO,FR"), []),
        (Row("weekly on Monday and Friday run", "run", "2026-03-06", "FREQ=WEEKLY;BYDAY=MO,FR"), []),
        (Row("run weekly on Tuesdays", "run", "2026-03-10", "FREQ=WEEKLY;BYDAY=TU"), []),
        (Row("every week on Tuesdays at 9 run", "run", "2026-03-10 09:00", "FREQ=WEEKLY;BYDAY=TU"), []),
        (
            Row(
                "every other week on Mondays and Thursdays run", "run", "2026-03-05",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"), []
        ),
        (Row("run every two weeks on Fridays", "run", "2026-03-06", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"), []),
        (Row("biweekly on Mondays run", "run", "2026-03-09", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"), []),
        (
            Row(
                "weekly on Tuesdays, Thursdays & Saturdays run", "run", "2026-03-05",
                "FREQ=WEEKLY;BYDAY=TU,TH,SA"), []
        ),
        (
            Row("weekly on Mondays to Wednesdays run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE"), []
        ),
        (Row("weekly on Mondays sun the cat", "sun the cat", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("run on Mondays and on Fridays", "run", "2026-03-06", "FREQ=WEEKLY;BYDAY=MO,FR"), []),
        (Row("on Mondays every week run", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("run Mondays weekly", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row(
                "on Tuesdays at 9 run every other week", "run", "2026-03-10 09:00",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"), []
        ),
        (
            Row(
                "every other week on weekdays run", "run", "2026-03-04",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR"), []
        ),
        (Row("run every morning on weekends", "run", "2026-03-07 09:00", "FREQ=WEEKLY;BYDAY=SA,SU"), []),
        (
            Row("weekdays and Saturdays run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            []
        ),
        (Row("run daily Mon-Fri", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (
            Row(
                "weekly on Mondays until March 30 run", "run", "2026-03-09",
                "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260330"), []
        ),
        (Row("monthly on the 1st & 15th pay", "pay", "2026-03-15", "FREQ=MONTHLY;BYMONTHDAY=1,15"), []),
        (
            Row(
                "monthly on the 5th and on the 20th pay", "pay", "2026-03-05", "FREQ=MONTHLY;BYMONTHDAY=5,20"),
            []
        ),
        (
            Row(
                "on the 1st and 15th of every month pay", "pay", "2026-03-15", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
            []
        ),
        (
            Row(
                "the 1st and last day of each month pay", "pay", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=1,-1"),
            []
        ),
        (
            Row(
                "monthly on the 1st and the last day pay", "pay", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=1,-1"
            ),
            []
        ),
        (Row("lunch Fridays with Bob", "lunch with Bob", "2026-03-06", "FREQ=WEEKLY;BYDAY=FR"), []),
        // Nothing behind "on" is a day.
        (Row("weekly on call", "on call", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("weekly on Monday's list", "on Monday's list", "2026-03-04", "FREQ=WEEKLY"), []),
        (Row("monthly on budget", "on budget", "2026-03-04", "FREQ=MONTHLY"), []),
        (
            Row("the first and second floor of every house", "the first and second floor of every house", ""),
            ["every house"]
        ),
        // At its beginning, a text says when; within it, of which days something is.
        (Row("Mondays and Fridays report", "report", "2026-03-06", "FREQ=WEEKLY;BYDAY=MO,FR"), []),
        (
            Row("write Mondays and Fridays report", "write Mondays and Fridays report", ""),
            ["Mondays", "Fridays"]
        ),
        (Row("the Mondays plan", "the Mondays plan", ""), ["Mondays"]),
        (Row("plan weekends away", "plan weekends away", ""), ["weekends"]),
        // Behind an article, "weekly" is of what follows, or a name of it.
        (Row("read the weekly report on Friday", "read the weekly report", "2026-03-06"), ["weekly"]),
        (Row("buy my monthly ticket", "buy my monthly ticket", ""), ["monthly"]),
    ]

    /// Midnight on a day is the end of that day.
    ///
    /// So it is in "today at midnight" and "Friday night at midnight", and what is due by then is due on that day. People and
    /// programs are of two minds (Chronic takes 24:00, Chrono 00:00; NIST and GOV.UK advise against the word), so that one
    /// rule for all days, with both ends in figures, matters more than which: Friday at 00:00 and at 12am are its beginning.
    static let midnights: [(Row, [String])] = [
        (Row("Friday at midnight file", "file", "2026-03-07 00:00"), []),
        (Row("file by midnight on Friday", "file", "2026-03-07 00:00"), []),
        (Row("file before midnight tomorrow", "file", "2026-03-06 00:00"), []),
        (Row("Friday midnight file", "file", "2026-03-07 00:00"), []),
        (Row("Friday at 12 midnight file", "file", "2026-03-07 00:00"), []),
        (Row("Friday at 12 at night file", "file", "2026-03-07 00:00"), []),
        (Row("June 30 at midnight file", "file", "2026-07-01 00:00"), []),
        (Row("Friday at 00:00 file", "file", "2026-03-06 00:00"), []),
        (Row("Friday at 12am file", "file", "2026-03-06 00:00"), []),
        (Row("every Friday at midnight file", "file", "2026-03-07 00:00", "FREQ=WEEKLY;BYDAY=SA"), []),
        (Row("Fridays at midnight file", "file", "2026-03-07 00:00", "FREQ=WEEKLY;BYDAY=SA"), []),
        (Row("weekly on Sundays at midnight file", "file", "2026-03-09 00:00", "FREQ=WEEKLY;BYDAY=MO"), []),
        (
            Row(
                "every weekday at midnight file", "file", "2026-03-05 00:00",
                "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA"), []
        ),
        (
            Row(
                "every day at midnight except Sundays file", "file", "2026-03-05 00:00",
                "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU"), []
        ),
        (
            Row(
                "every Friday at midnight until March 20 file", "file", "2026-03-07 00:00",
                "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260321"), []
        ),
        (
            Row(
                "every day at midnight until Friday file", "file", "2026-03-05 00:00",
                "FREQ=DAILY;UNTIL=20260307"),
            []
        ),
        (Row("every night at 2 starting Friday feed", "feed", "2026-03-07 02:00", "FREQ=DAILY"), []),
        (Row("every midnight file", "file", "2026-03-05 00:00", "FREQ=DAILY"), []),
        (
            Row(
                "monthly on the 1st at midnight file", "file", "2026-04-02 00:00", "FREQ=MONTHLY;BYMONTHDAY=2"
            ), []
        ),
        (
            Row(
                "last day of every month at midnight file", "file", "2026-04-01 00:00",
                "FREQ=MONTHLY;BYMONTHDAY=1"), []
        ),
        (
            Row(
                "every December 31 at midnight cheer", "cheer", "2027-01-01 00:00",
                "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"), []
        ),
        (
            Row(
                "every Friday the 13th at midnight hide", "hide", "2026-03-14 00:00",
                "FREQ=MONTHLY;BYMONTHDAY=14;BYDAY=SA"), []
        ),
    ]

    /// Noon and midnight alone are times where a clause begins or ends or a day is beside them; elsewhere they say of what
    /// kind something is, or are of a name.
    static let hoursInNames: [(Row, [String])] = [
        (Row("noon call", "call", "2026-03-04 12:00"), []),
        (Row("12 noon call", "call", "2026-03-04 12:00"), []),
        (Row("tomorrow at 12 noon call", "call", "2026-03-05 12:00"), []),
        (Row("call noon tomorrow", "call", "2026-03-05 12:00"), []),
        (Row("call at midnight UTC", "call", "2026-03-05 00:00"), []),
        (Row("call tomorrow at noon UTC", "call", "2026-03-05 12:00"), []),
        (Row("call before 6pm tomorrow", "call", "2026-03-05 18:00"), []),
        (Row("do not call before 6pm", "do not call before 6pm", ""), ["before 6pm"]),
        (Row("do not call before noon", "do not call before noon", ""), ["before noon"]),
        (Row("after midnight call", "after midnight call", ""), ["after midnight"]),
        (Row("work until midnight", "work until midnight", ""), ["until midnight"]),
        (Row("dance past midnight", "dance past midnight", ""), ["midnight"]),
        (Row("meet at Midnight Oil on Friday", "meet at Midnight Oil", "2026-03-06"), ["Midnight"]),
        (Row("Midnight Oil on Friday", "Midnight Oil", "2026-03-06"), ["Midnight"]),
        (Row("AT MIDNIGHT CALL ANN", "CALL ANN", "2026-03-05 00:00"), []),
        (Row("call at Noon Monday", "call", "2026-03-09 12:00"), []),
        (Row("meet at Noon Café tomorrow", "meet at Noon Café", "2026-03-05"), ["Noon"]),
        (Row("read in the Evening Standard", "read in the Evening Standard", ""), []),
        (Row("watch High Noon tomorrow", "watch High Noon", "2026-03-05"), ["Noon"]),
        (Row("watch Midnight in Paris", "watch Midnight in Paris", ""), ["Midnight"]),
        (Row("buy midnight blue paint", "buy midnight blue paint", ""), ["midnight"]),
        (Row("buy 12 midnight snacks", "buy 12 midnight snacks", ""), ["midnight"]),
        (Row("burn the midnight oil", "burn the midnight oil", ""), ["midnight"]),
    ]
}
