import SharedFiles
import Testing

@testable import ICalendarFormat

/// The rules of the corpus, expanded; where another project expects something else, the table says why.
@Suite struct RecurrenceCorpusTests {
    /// What is listed here must differ, and nothing else may.
    ///
    /// `docs/decisions/0002-recurrence.md` argues each reason.
    static let differences: [String: String] = {
        let weekday = "BYWEEKNO names no weekday, so DTSTART's is taken, not all seven"
        let allMonths = "BYMONTHDAY without BYMONTH in a yearly rule means every month, not DTSTART's"
        let weekFromEnd = "BYWEEKNO=-28 is week 25 of 52, and 26 of 53"
        let weekYear = "years are counted as week-years from DTSTART's own week, as libical:143 to 146 expect"
        var table = [
            "dateutil:RRuleTest.testYearlyByWeekNo": weekday,
            "dateutil:RRuleTest.testMonthlyByWeekNo": weekday,
            "dateutil:RRuleTest.testWeeklyByWeekNo": weekday,
            "ical.js:14": "BYWEEKNO is forbidden in a weekly rule; it limits, and DTSTART's weekday is kept",
            "ical.js:60": allMonths, "libical:77": allMonths, "libical:78": allMonths,
            "ical.js:66": weekFromEnd, "ical.js:67": weekFromEnd, "ical.js:69": weekFromEnd,
            "libical:134": weekYear, "libical:135": weekYear,
            "libical:80":
                "expects to be refused; BYMONTH, BYMONTHDAY and BYWEEKNO together are expanded here",
        ]
        for number in 147...166 {
            table["libical:\(number)"] =
                "RSCALE (RFC 7529) names a calendar other than Gregorian; refused by name"
        }
        return table
    }()

    @Test(.needsShared())
    func everyVectorPassesOrIsListed() throws {
        var failed: [String: String] = [:]
        for vector in try RuleVector.load() {
            if let difference = Self.difference(vector) { failed[vector.id] = difference }
        }
        for (id, difference) in failed.sorted(by: { $0.key < $1.key }) where Self.differences[id] == nil {
            Issue.record("\(id): \(difference)")
        }
        for id in Self.differences.keys where failed[id] == nil {
            Issue.record("\(id) is listed as a difference and passes")
        }
    }

    /// What differs, or nil.
    private static func difference(_ vector: RuleVector) -> String? {
        guard let expected = vector.instances else { return "expects an error" }
        guard let start = DateTimeText(vector.dtstart) else { return "bad dtstart" }
        let rule: RecurrenceRule
        do { rule = try RecurrenceRule(vector.rrule) } catch { return "\(error.code)" }
        let time: CivilDateTime
        var isDate = false
        switch start {
        case .date(let date): (time, isDate) = (CivilDateTime(date: date), true)
        case .local(let local): time = local
        case .utc(let instant): time = instant.utc
        }
        // These projects expand the rule alone, without DTSTART where the rule does not give it.
        let expansion = RuleExpansion(
            rule: rule, start: time, isDate: isDate, last: rule.lastWallTime(isDate: isDate) { $0.utc },
            countsStart: expected.first == vector.dtstart)
        var found: [String] = []
        var budget = RecurrenceSet.candidateLimit
        let limit = vector.complete == true ? expected.count + 3 : expected.count
        if limit > 0 {
            _ = expansion.forEach(
                from: CivilDateTime.earliest.seconds, through: CivilDateTime.latest.seconds, budget: &budget
            ) {
                let instance = CivilDateTime(seconds: $0)
                found.append(
                    isDate ? "\(instance.date)" : "\(instance)" + (vector.dtstart.hasSuffix("Z") ? "Z" : ""))
                return found.count < limit
            }
        }
        return found == expected
            ? nil
            : "\(vector.rrule) from \(vector.dtstart) gives \(found.prefix(8)), not \(expected.prefix(8))"
    }
}
