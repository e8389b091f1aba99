import GRDB
import Testing

@testable import Calendar

/// What is asked for every item of an import, or of an agenda among all events, is asked of an index.
@Suite struct IndexTests {
    private func plan(_ sql: String, _ arguments: StatementArguments) throws -> String {
        try CalendarVault().queue.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                .map { $0["detail"] as String }.joined(separator: "; ")
        }
    }

    @Test func anItemIsFoundByItsUID() throws {
        #expect(
            try plan(EventWriter.byItemUID, ["a", "", "a", 1]).contains(
                "calendar_event_ical_uid (ical_uid=?)"))
        #expect(try plan(EventWriter.seriesByUID, ["a", 1]).contains("(uid=?)"))
    }

    @Test(arguments: [false, true])
    func theEventsOfSomeDaysAreFoundByTwoIndexes(inCalendar: Bool) throws {
        let arguments: StatementArguments = [1, 2, "2026-01-01", "2026-02-01", 7]
        let plan = try plan(
            Agenda.candidates(inCalendar: inCalendar), inCalendar ? arguments + [1] : arguments)
        #expect(plan.contains("calendar_event_start (<expr>>? AND <expr><?)"))
        #expect(plan.contains("calendar_event_long (last_day>?)"))
        #expect(!plan.contains("SCAN calendar_event"))
    }
}
