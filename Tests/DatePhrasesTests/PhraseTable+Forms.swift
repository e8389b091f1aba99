/// Forms of which a release read one order or one word only, by the rule that covers them.
extension PhraseTable {
    static var forms: [(Row, [String])] {
        hours + neighbours + seriesOfDays + plain + bounded + plurals + midnights + hoursInNames + beside
    }

    /// An hour before a part of the day, minutes in words, midnight and noon in the middle of a time, halves of days.
    static let hours: [(Row, [String])] = [
        (Row("8 in the evening call", "call", "2026-03-04 20:00"), []),
        (Row("11 at night call", "call", "2026-03-04 23:00"), []),
        (Row("Friday 8 in the morning call", "call", "2026-03-06 08:00"), []),
        (Row("call, 8 in the evening", "call", "2026-03-04 20:00"), []),
        (Row("call 8 in the evening", "call 8", "2026-03-04 19:00"), ["8"]),
        (Row("set alarm for 8 in the morning", "set alarm for 8", "2026-03-05 09:00"), ["8"]),
        (Row("book table for 2 in the evening", "book table for 2", "2026-03-04 19:00"), []),
        (Row("tonight quarter to midnight call", "call", "2026-03-04 23:45"), []),
        (Row("at half past midnight call", "call", "2026-03-05 00:30"), []),
        (Row("Friday night at half past midnight call", "call", "2026-03-07 00:30"), []),
        (Row("every day at half past midnight call", "call", "2026-03-05 00:30", "FREQ=DAILY"), []),
        (Row("tomorrow quarter to noon call", "call", "2026-03-05 11:45"), []),
        (Row("tomorrow at one thirty call", "call", "2026-03-05 13:30"), []),
        (Row("at two thirty call Ann", "call Ann", "2026-03-04 14:30"), []),
        (Row("tomorrow at seven forty-five call", "call", "2026-03-05 07:45"), []),
        (Row("tomorrow at seven forty five call", "call", "2026-03-05 07:45"), []),
        (Row("call tomorrow seven thirty", "call", "2026-03-05 07:30"), []),
        (Row("tomorrow two twenty euro notes", "two twenty euro notes", "2026-03-05"), []),
        (Row("7.30 pm call", "call", "2026-03-04 19:30"), []),
        (Row("Monday pm call", "call", "2026-03-09 15:00"), []),
        (Row("at 7 Monday pm call", "call", "2026-03-09 19:00"), []),
        (Row("call tomorrow am", "call", "2026-03-05 09:00"), []),
        (Row("every Monday am call", "call", "2026-03-09 09:00", "FREQ=WEEKLY;BYDAY=MO"), []),
    ]

    /// Weeks, months and years behind a day or before it, and days of the month beside weekdays.
    static let neighbours: [(Row, [String])] = [
        (Row("tomorrow week call", "call", "2026-03-12"), []),
        (Row("today week call", "call", "2026-03-11"), []),
        (Row("Monday fortnight call", "call", "2026-03-23"), []),
        (Row("Sunday week call", "call", "2026-03-15"), []),
        (Row("tomorrow week 12 begins", "week 12 begins", "2026-03-05"), []),
        (Row("a fortnight today call", "call", "2026-03-18"), []),
        (Row("call a week tomorrow", "call", "2026-03-12"), []),
        (Row("a week on Friday call", "a week on Friday call", ""), ["a week on Friday"]),
        (Row("the 5th next month pay", "pay", "2026-04-05"), []),
        (Row("next month on the 5th pay", "pay", "2026-04-05"), []),
        (Row("next month on the first Monday pay", "pay", "2026-04-06"), []),
        (Row("the 5th of the month after next pay", "pay", "2026-05-05"), []),
        (Row("June 5 next year pay", "pay", "2027-06-05"), []),
        (Row("next year on June 5 pay", "pay", "2027-06-05"), []),
        (Row("next week Friday pay", "pay", "2026-03-13"), []),
        (Row("Friday of next week pay", "pay", "2026-03-13"), []),
        (Row("next week on Friday at 9 pay", "pay", "2026-03-13 09:00"), []),
        (Row("the week after next on Friday pay", "pay", "2026-03-20"), []),
        (Row("pay Friday 6", "pay", "2026-03-06"), []),
        (Row("Friday 27, pay", "pay", "2026-03-27"), []),
        (Row("Friday 27 at 9 pay", "pay", "2026-03-27 09:00"), []),
        (Row("Friday 27 pay", "27 pay", "2026-03-06"), ["27"]),
        (Row("Friday 26 pay", "26 pay", "2026-03-06"), ["26"]),
        (Row("Friday 6 guests come", "6 guests come", "2026-03-06"), []),
        (Row("Friday 6 pm call", "call", "2026-03-06 18:00"), []),
        (Row("Sat 5.12. at 9 pay", "pay", "2026-12-05 09:00"), []),
        (Row("5.012. pay", "5.012. pay", ""), []),
        (Row("pay by year end", "pay", "2026-12-31"), []),
        (Row("by month-end pay", "pay", "2026-03-31"), []),
        (Row("month end report tomorrow", "month end report", "2026-03-05"), []),
        (Row("pay on the first", "pay", "2026-04-01"), []),
        (Row("on the first at 9 pay", "pay", "2026-04-01 09:00"), []),
        (Row("on the first pay", "on the first pay", ""), ["the first"]),
        (Row("call Ann this week", "call Ann this week", ""), ["this week"]),
    ]

    /// Lists and spans of weekdays, and days of each month.
    static let seriesOfDays: [(Row, [String])] = [
        (Row("alternate Mondays run", "run", "2026-03-09", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"), []),
        (Row("on alternate days run", "run", "2026-03-04", "FREQ=DAILY;INTERVAL=2"), []),
        (Row("every alternate Monday run", "run", "2026-03-09", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"), []),
        (Row("every mon wed fri run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,WE,FR"), []),
        (Row("every Friday sun the cat", "sun the cat", "2026-03-06", "FREQ=WEEKLY;BYDAY=FR"), []),
        (Row("every Monday to Friday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("every Monday through Friday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("every Monday to sun the cat", "to sun the cat", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("Mon-Fri run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("every Fri-Mon at 8 run", "run", "2026-03-06 08:00", "FREQ=WEEKLY;BYDAY=MO,FR,SA,SU"), []),
        (Row("Monday-Friday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), []),
        (Row("every Tuesday - Thursday run", "run", "2026-03-04", "FREQ=WEEKLY;BYDAY=TU,WE,TH"), []),
        (Row("book hotel Fri-Sun", "book hotel Fri-Sun", ""), ["Fri-Sun"]),
        (Row("on every Monday run", "run", "2026-03-09", "FREQ=WEEKLY;BYDAY=MO"), []),
        (Row("every first of the month pay", "pay", "2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=1"), []),
        (Row("every month on the first pay", "pay", "2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=1"), []),
        (
            Row(
                "every first and fifteenth of the month pay", "pay", "2026-03-15",
                "FREQ=MONTHLY;BYMONTHDAY=1,15"), []
        ),
        (Row("every month on the first Monday pay", "pay", "2026-04-06", "FREQ=MONTHLY;BYDAY=1MO"), []),
        (Row("every month end pay", "pay", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=-1"), []),
        (Row("every end of month pay", "pay", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=-1"), []),
        (Row("at the end of every month pay", "pay", "2026-03-31", "FREQ=MONTHLY;BYMONTHDAY=-1"), []),
        (Row("every day until year end run", "run", "2026-03-04", "FREQ=DAILY;UNTIL=20261231"), []),
        (Row("every 5.12. cook", "cook", "2026-12-05", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=5"), []),
        (Row("every tenth day run", "run", "2026-03-04", "FREQ=DAILY;INTERVAL=10"), []),
        (Row("bi-weekly check", "check", "2026-03-04", "FREQ=WEEKLY;INTERVAL=2"), []),
        (Row("annual check", "annual check", ""), ["annual"]),
    ]
}
