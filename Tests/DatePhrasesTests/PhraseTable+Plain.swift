/// Phrases of which a wide rule took too much, or too little, silently.
extension PhraseTable {
    /// Plain sentences from which nothing is taken, and words that may be said of another day or time.
    static let plain: [(Row, [String])] = [
        (Row("call Ann not before Friday", "call Ann not before Friday", ""), ["not before Friday"]),
        (Row("do not call Ann before Friday", "do not call Ann before Friday", ""), ["before Friday"]),
        (
            Row("never before Friday at 9 call", "never before Friday at 9 call", ""),
            ["never before Friday", "at 9"]
        ),
        (Row("call no earlier than Friday", "call no earlier than Friday", ""), ["no earlier than Friday"]),
        (Row("don't forget to call Ann before Friday", "don't forget to call Ann", "2026-03-05"), []),
        (
            Row("call Ann a fortnight on Friday", "call Ann a fortnight on Friday", ""),
            ["a fortnight on Friday"]
        ),
        (Row("spend a week on Monday", "spend a week on Monday", ""), ["a week on Monday"]),
        (Row("week on Monday run", "week on Monday run", ""), ["week on Monday"]),
        (Row("plan the week on Monday", "plan the week", "2026-03-09"), []),
        (Row("fortnight today run", "run", "2026-03-18"), []),
        (Row("in 2 hours 15 people come", "15 people come", "2026-03-04 12:00"), []),
        (Row("in a week and a half call", "in a week and a half call", ""), ["a week"]),
        (Row("find alternate Monday slot", "find alternate Monday slot", ""), ["alternate Monday"]),
        (Row("switch to alternate day", "switch to alternate day", ""), ["alternate day"]),
        (Row("find alternate days for meeting", "find alternate days for meeting", ""), ["alternate days"]),
        (
            Row("suggest alternate Fridays to Bob at 9", "suggest alternate Fridays to Bob at 9", ""),
            ["alternate Fridays", "at 9"]
        ),
        (
            Row("find alternate weekdays for calls", "find alternate weekdays for calls", ""),
            ["alternate weekdays"]
        ),
        (Row("alternate first Mondays run", "alternate first Mondays run", ""), ["first Mondays"]),
        (
            Row("the second Tuesday at 9 run", "the second Tuesday at 9 run", ""),
            ["the second Tuesday", "at 9"]
        ),
        (Row("last Friday run", "last Friday run", ""), ["last Friday"]),
        (Row("first weekend in June run", "first weekend run", "2026-06-01"), ["first weekend"]),
        (Row("8 Tuesday evening call", "8 call", "2026-03-10 19:00"), ["8"]),
        (Row("Tuesday evening, 8 call", "8 call", "2026-03-10 19:00"), ["8"]),
        (Row("5 on Friday afternoon call", "5 call", "2026-03-06 15:00"), ["5"]),
        (Row("nine Friday evening call", "nine call", "2026-03-06 19:00"), ["nine"]),
        (Row("13 in the afternoon call", "13 call", "2026-03-04 15:00"), ["13"]),
        (Row("11 tonight call", "11 call", "2026-03-04 21:00"), ["11"]),
        (Row("Tuesday evening 8 pills", "8 pills", "2026-03-10 19:00"), []),
        (Row("next month end call", "next month end call", ""), ["next month"]),
        (Row("next month, 5th call", "5th call", "2026-04-01"), ["5th"]),
        (Row("5 next month call", "5 call", "2026-04-01"), ["5"]),
        (Row("5 of next month call", "5 of call", "2026-04-01"), ["5"]),
        (Row("next month on 5 call", "on 5 call", "2026-04-01"), ["on 5"]),
        (Row("June next year call", "June next year call", ""), ["June", "next year"]),
        (Row("late next week call", "late call", "2026-03-09"), ["late"]),
        (Row("this time tomorrow call", "this time call", "2026-03-05"), ["this time"]),
        (Row("first week of next month call", "first week of call", "2026-04-01"), ["first week"]),
        (Row("in 3 working days call", "in 3 working days call", ""), ["3 working days"]),
        (Row("Friday lunch with Ann", "lunch with Ann", "2026-03-06"), []),
        (Row("every noon lunch", "lunch", "2026-03-04 12:00", "FREQ=DAILY"), []),
        (Row("every Monday lunch with Ann", "lunch with Ann", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("give kids 5 euro each tomorrow", "give kids 5 euro each", "2026-03-05"), ["each"]),
        (Row("text each next week", "text each", "2026-03-09"), ["each"]),
        (Row("look at year end numbers", "look at year end numbers", ""), []),
        (Row("work on month-end figures tomorrow", "work on month-end figures", "2026-03-05"), []),
        (Row("Monday 30 people for dinner", "30 people for dinner", "2026-03-09"), ["30"]),
        (Row("Friday 27 children come", "27 children come", "2026-03-06"), ["27"]),
        (
            Row(
                "paint on the first, second and third floor", "paint on the first, second and third floor", ""
            ),
            ["the first"]
        ),
        (
            Row("paint on the 1st, 2nd and 3rd floor", "paint on the 1st, 2nd and 3rd floor", ""),
            ["the 1st", "2nd", "3rd"]
        ),
        (Row("prepare Monday week plan", "prepare week plan", "2026-03-09"), ["week"]),
        (Row("review today week plan", "review week plan", "2026-03-04"), ["week"]),
        (Row("book hotel Mon-Fri", "book hotel Mon-Fri", ""), ["Mon-Fri"]),
        (Row("tomorrow pm John about it", "pm John about it", "2026-03-05"), ["pm"]),
        (Row("Monday am I ready?", "am I ready?", "2026-03-09"), ["am"]),
        (Row("she sat at 9 tables", "she sat at 9 tables", ""), ["at 9"]),
        (Row("every day save money", "save money", "2026-03-04", "FREQ=DAILY"), []),
        (Row("every week on Mon/Thu run", "on Mon/Thu run", "2026-03-04", "FREQ=WEEKLY"), ["Mon/Thu"]),
        (Row("walk to Friday market", "walk to market", "2026-03-06"), []),
    ]

    /// Repetitions within a span, each with its end, and neighbours of forms that were read alone.
    static let bounded: [(Row, [String])] = [
        (Row("run every day in December", "run", "2026-12-01", "FREQ=DAILY;UNTIL=20261231"), []),
        (Row("run every day next week", "run", "2026-03-09", "FREQ=DAILY;UNTIL=20260315"), []),
        (Row("every day of next week run", "run", "2026-03-09", "FREQ=DAILY;UNTIL=20260315"), []),
        (Row("every day this week run", "run", "2026-03-04", "FREQ=DAILY;UNTIL=20260308"), []),
        (
            Row(
                "Mon-Fri next week run", "run", "2026-03-09",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260315"),
            []
        ),
        (Row("every Monday in June run", "run", "2026-06-01", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260630"), []),
        (Row("every Monday next month run", "run", "2026-04-06", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260430"), []),
        (
            Row(
                "every Monday to Wednesday of next week run", "run", "2026-03-09",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE;UNTIL=20260315"),
            []
        ),
        (Row("every month next year pay", "pay", "2027-01-01", "FREQ=MONTHLY;UNTIL=20271231"), []),
        (Row("every day next month for 2 weeks run", "run", "2026-04-01", "FREQ=DAILY;UNTIL=20260414"), []),
        (Row("every day next month 10 times run", "run", "2026-04-01", "FREQ=DAILY;COUNT=10"), []),
        (Row("every night next week at 2 feed", "feed", "2026-03-10 02:00", "FREQ=DAILY;UNTIL=20260316"), []),
        (Row("every year in June pay", "pay", "2026-06-01", "FREQ=YEARLY"), []),
        (Row("starting next month pay every week", "pay", "2026-04-01", "FREQ=WEEKLY"), []),
        (Row("every Tuesday to 5 Jan run", "run", "2026-03-10", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270105"), []),
        (Row("every day at 9 to Friday run", "run", "2026-03-05 09:00", "FREQ=DAILY;UNTIL=20260306"), []),
        (Row("every other weekend run", "run", "2026-03-07", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU"), []),
        (Row("every other evening at 8 run", "run", "2026-03-04 20:00", "FREQ=DAILY;INTERVAL=2"), []),
        (
            Row(
                "call Ann on alternate weekends", "call Ann", "2026-03-07",
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU"),
            []
        ),
        (Row("run alternate Mondays at 8", "run", "2026-03-09 08:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"), []),
        (Row("run on Mon-Fri", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("run Mon-Fri at 9", "run", "2026-03-05 09:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (
            Row(
                "every day, Sunday excepted, run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            []
        ),
        (Row("every day save Sunday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"), []),
        (
            Row(
                "every day with the exception of Sunday run", "run", "2026-03-04",
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
            []
        ),
        (Row("in 1h 30m call", "call", "2026-03-04 11:30"), []),
        (Row("in 1 h 30 min call", "call", "2026-03-04 11:30"), []),
        (Row("call in 2 hours 15", "call", "2026-03-04 12:15"), []),
        (Row("in a week's time call", "call", "2026-03-11"), []),
        (Row("in an hour's time call", "call", "2026-03-04 11:00"), []),
        (Row("call tomorrow at about 5", "call", "2026-03-05 17:00"), []),
        (Row("call Monday week at 9", "call", "2026-03-16 09:00"), []),
        (Row("on the 2nd of this month pay", "pay", "2026-03-02"), []),
        (Row("on the first Monday of this month pay", "pay", "2026-03-02"), []),
        (Row("in June next year call", "call", "2027-06-01"), []),
        (Row("call Ann Friday lunch", "call Ann", "2026-03-06 12:00"), []),
        (Row("at month-end pay", "pay", "2026-03-31"), []),
        (Row("sat 9am run", "run", "2026-03-07 09:00"), []),
        (Row("meeting wed at 3pm", "meeting", "2026-03-11 15:00"), []),
        (Row("run tue at 9", "run", "2026-03-10 09:00"), []),
        (Row("Wed next week run", "run", "2026-03-11"), []),
    ]
}
