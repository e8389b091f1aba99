import Testing

@testable import ICalendarFormat

/// Reading rules, and what is not a rule.
@Suite struct RecurrenceRuleTests {
    @Test(arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;WKST=SU", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=10",
        "FREQ=YEARLY;UNTIL=20301231T235959Z;BYMONTH=1,2;BYMONTHDAY=-1,15;BYHOUR=9;BYMINUTE=0,30;BYSECOND=0",
        "freq=weekly;byday=mo;", " FREQ = DAILY ; COUNT = 3", "FREQ=YEARLY;BYYEARDAY=-1,100;BYSETPOS=1,-1",
        "X-FOO=BAR;FREQ=DAILY", "FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD",
    ])
    func rulesAreWrittenBackExactly(_ text: String) throws {
        #expect(try RecurrenceRule(text).text == text)
    }

    @Test func partsAreRead() throws {
        let rule = try RecurrenceRule(
            "FREQ=MONTHLY;INTERVAL=3;COUNT=7;WKST=SU;BYMONTH=3,1;BYMONTHDAY=31,-2;BYDAY=FR,-1MO,+2TU;BYHOUR=23,0;"
                + "BYMINUTE=59;BYSECOND=60;BYSETPOS=-1,2")
        #expect(rule.frequency == .monthly)
        #expect(rule.interval == 3)
        #expect(rule.count == 7)
        #expect(rule.weekStart == .sunday)
        #expect(rule.byMonth == [1, 3])
        #expect(rule.byMonthDay == [31, -2])
        #expect(rule.byDay == [.init(.friday), .init(.monday, ordinal: -1), .init(.tuesday, ordinal: 2)])
        #expect(rule.byHour == [0, 23])
        #expect(rule.byMinute == [59])
        #expect(rule.bySecond == [59], "a leap second is the second before it")
        #expect(rule.bySetPosition == [-1, 2])
    }

    static let refused: [(text: String, code: RecurrenceRuleError.Code)] = [
        ("", .badFrequency), ("COUNT=3", .badFrequency), ("FREQ=FORTNIGHTLY", .badFrequency),
        ("FREQ", .badPart),
        ("FREQ=DAILY;COUNT", .badPart), ("FREQ=DAILY;INTERVAL=0", .badNumber),
        ("FREQ=DAILY;INTERVAL=-1", .badNumber),
        ("FREQ=DAILY;COUNT=0", .badNumber), ("FREQ=DAILY;COUNT=99999999999999999999999", .badNumber),
        ("FREQ=DAILY;BYHOUR=24", .badNumber), ("FREQ=DAILY;BYMONTH=13", .badNumber),
        ("FREQ=DAILY;BYMONTHDAY=0", .badNumber), ("FREQ=YEARLY;BYYEARDAY=367", .badNumber),
        ("FREQ=YEARLY;BYWEEKNO=54", .badNumber), ("FREQ=DAILY;BYDAY=XX", .badWeekday),
        ("FREQ=DAILY;BYDAY=", .badWeekday),
        ("FREQ=DAILY;BYDAY=54MO", .badNumber), ("FREQ=DAILY;UNTIL=soon", .badUntil),
        ("FREQ=DAILY;UNTIL=20260230", .badUntil), ("FREQ=DAILY;WKST=8", .badWeekday),
        ("RSCALE=CHINESE;FREQ=YEARLY", .unsupportedCalendar), ("FREQ=DAILY;BYSETPOS=0", .badNumber),
        ("FREQ=DAILY;BYHOUR=1,", .badNumber), ("D1 #10", .badPart),
        ("FREQ=DAILY;X=1\r\nATTENDEE:x", .badPart), ("FREQ=DAILY\n", .badPart),
    ]

    @Test(arguments: refused)
    func wrongRulesAreRefused(_ row: (text: String, code: RecurrenceRuleError.Code)) {
        #expect(
            performing: { _ = try RecurrenceRule(row.text) },
            throws: {
                ($0 as? RecurrenceRuleError)?.code == row.code
            })
    }

    static let deviating: [(text: String, deviation: RecurrenceDeviations)] = [
        ("FREQ=DAILY;", .emptyPart), ("FREQ=DAILY;;COUNT=2", .emptyPart),
        ("FREQ=DAILY; COUNT=2", .whiteSpace),
        ("FREQ=DAILY;COUNT=2;COUNT=3", .duplicatePart), ("FREQ=DAILY;X-A=1", .unknownPart),
        ("FREQ=DAILY;COUNT=2;UNTIL=20300101", .countAndUntil), ("FREQ=WEEKLY;BYDAY=1MO", .numberedWeekday),
        ("FREQ=MONTHLY;BYWEEKNO=3", .partForbiddenByFrequency),
        ("FREQ=YEARLY;BYSETPOS=1", .lonelySetPosition),
        ("FREQ=MONTHLY;SKIP=FORWARD", .skipWithoutScale), ("FREQ=MONTHLY;SKIP=SIDEWAYS", .skipNotApplied),
    ]

    @Test(arguments: deviating)
    func departuresAreReadAndSaid(_ row: (text: String, deviation: RecurrenceDeviations)) throws {
        let rule = try RecurrenceRule(row.text)
        #expect(rule.deviations == row.deviation)
        #expect(rule.deviations.explanations.count == 1)
    }

    @Test func newRulesAreWritten() throws {
        let rule = try #require(
            RecurrenceRule(
                frequency: .monthly, interval: 2, until: .date(.latest), weekStart: .sunday,
                byDay: [.init(.friday, ordinal: -1), .init(.monday)], bySetPosition: [1]))
        #expect(rule.text == "FREQ=MONTHLY;INTERVAL=2;UNTIL=99991231;WKST=SU;BYDAY=-1FR,MO;BYSETPOS=1")
        #expect(RecurrenceRule(frequency: .daily, byHour: [24]) == nil)
    }

    @Test(arguments: [
        ("D1 #10", "FREQ=DAILY;COUNT=10"), ("W2 TU TH #0", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
        ("MP1 1+ MO #6", "FREQ=MONTHLY;BYDAY=1MO;COUNT=6"),
        ("MP2 1+ SU 1- SU #10", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=10"),
        ("MP1 1+ 2- MO TU 3+ WE #5", "FREQ=MONTHLY;BYDAY=1MO,-2MO,1TU,-2TU,3WE;COUNT=5"),
        ("MD1 1 1- #0", "FREQ=MONTHLY;BYMONTHDAY=1,-1"), ("MD1 LD", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2"),
        ("YM1 6 7 #10", "FREQ=YEARLY;BYMONTH=6,7;COUNT=10"),
        ("YD3 1 100 200 #10", "FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200;COUNT=10"),
        ("D2 19971224T000000", "FREQ=DAILY;INTERVAL=2;UNTIL=19971224T000000"),
        ("D1 #3 19971224T000000Z", "FREQ=DAILY;UNTIL=19971224T000000Z;COUNT=3"),
        ("M15 #4", "FREQ=MINUTELY;INTERVAL=15;COUNT=4"),
        ("W1 MO 0900 1130$ #3", nil),
        ("W1 MO 0900 1100$ #3", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,11;BYMINUTE=0;COUNT=3"),
        ("d1 0600 #0", "FREQ=DAILY;BYHOUR=6;BYMINUTE=0"),
    ])
    func rulesOfVCalendarAreTranslated(old: String, new: String?) throws {
        #expect(VCalendarRule.translated(old) == new)
        if let new { _ = try RecurrenceRule(new) }
    }

    @Test(arguments: ["", "D", "D0", "Q1", "W1 1+ #2", "D1 MO #3", "W1 MO 2500 #3", "D1 #x", "MP1 1+ #2"])
    func otherTextIsNoRuleOfVCalendar(_ text: String) {
        #expect(VCalendarRule.translated(text) == nil)
    }

    /// What can be said in vCalendar 1.0 is said there, and means the same again; the rest is left to RFC 5545.
    @Test(arguments: [
        ("FREQ=DAILY;COUNT=10", "D1 #10"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "W2 TU TH #0"),
        ("FREQ=MONTHLY;BYDAY=1MO,-1FR;UNTIL=20300101", "MP1 1+ MO 1- FR 20300101"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1;COUNT=3", "MD1 15 1- #3"), ("FREQ=MONTHLY", "MD1 #0"),
        ("FREQ=YEARLY;BYMONTH=6,7", "YM1 6 7 #0"), ("FREQ=YEARLY;BYYEARDAY=100", "YD1 100 #0"),
        ("BYMINUTE=0,30;FREQ=DAILY;BYHOUR=9,11", "D1 0900 0930 1100 1130 #0"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", nil), ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", nil),
        ("FREQ=YEARLY;BYMONTH=6;BYDAY=1MO", nil), ("FREQ=HOURLY", nil),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", nil),
    ])
    func rulesAreWrittenInVCalendarsGrammar(rule: String, old: String?) throws {
        let rule = try RecurrenceRule(rule)
        #expect(VCalendarRule.text(of: rule) == old)
        if let old { #expect(try RecurrenceRule(VCalendarRule.translated(old) ?? "") == rule) }
    }

    @Test func rulesAreEqualByMeaning() throws {
        let rule = try RecurrenceRule("FREQ=WEEKLY;COUNT=4;BYDAY=TU")
        #expect(try rule == RecurrenceRule("BYDAY=TU;FREQ=WEEKLY;INTERVAL=1;COUNT=4;"))
        #expect(try rule.hashValue == RecurrenceRule("BYDAY=TU;FREQ=WEEKLY;COUNT=4").hashValue)
        #expect(try rule != RecurrenceRule("FREQ=WEEKLY;COUNT=4;BYDAY=WE"))
        #expect(try rule != RecurrenceRule("FREQ=WEEKLY;COUNT=4;BYDAY=TU;X-A=1"))
    }
}
