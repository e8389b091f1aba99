import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Reminders

/// Reminders that were done, given up or put off here and changed in the file, merged: neither is lost.
@Suite struct RemindersMergeTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()]) }

    private func put(_ lines: String..., deciding decision: ConflictDecision? = nil) throws -> ImportReport {
        var request = ImportRequest(files: [("a.ics", Fixtures.file(lines.joined(separator: "\n")))])
        request.onConflict = decision
        request.isVerbose = true
        return try hub.session().importFiles(request)
    }

    private func merged(_ report: ImportReport) throws -> ImportReport.File {
        let file = try #require(report.files.first)
        #expect([file.updated, file.conflicts] == [1, 0])
        return file
    }

    private func shown(_ names: String...) throws -> [DataValue] {
        let record = try hub.run("reminders show", ["record": "1"])
        return names.map { record[$0] ?? .null }
    }

    private static let due = "DUE;VALUE=DATE:20260401"

    @Test(
        arguments: [
            ("complete", [:], "completed"), ("cancel", [:], "cancelled"),
            ("snooze", ["until": "2026-12-28"], "snoozed"),
        ] as [(String, DataObject, DataValue)])
    func whatWasDoneHereStays(action: String, values: DataObject, status: DataValue) throws {
        _ = try put("SUMMARY:T", Self.due)
        var values = values
        values["record"] = "1"
        try hub.run("reminders " + action, values)
        let before = try shown("status", "completedAt", "snoozedUntil", "next")
        #expect(try merged(put("SUMMARY:T2", Self.due, deciding: .merge)).issues.isEmpty)
        #expect(try shown("title", "status") == ["T2", status])
        #expect(try shown("status", "completedAt", "snoozedUntil", "next") == before)
        let contents = try hub.session().contents()
        #expect(try put("SUMMARY:T2", Self.due).files.map(\.unchanged) == [1])
        #expect(try hub.session().contents().difference(from: contents) == [])
        // What was done here is no edit that a newer file ends.
        #expect(try merged(put("SUMMARY:T3", Self.due, deciding: .merge)).issues.isEmpty)
        #expect(try shown("title", "status") == ["T3", status])
    }

    @Test func whatRepeatsKeepsWhatWasDoneOfIt() throws {
        let series = ["DTSTART:20260310T090000", "RRULE:FREQ=DAILY"]
        _ = try put("SUMMARY:T", series[0], series[1])
        try hub.run("reminders complete", ["record": "1"])
        let before = try shown("done", "next", "status")
        #expect(before[0].listValue?.count == 1)
        #expect(before[1] != .null)
        #expect(try merged(put("SUMMARY:T2", series[0], series[1], deciding: .merge)).issues.isEmpty)
        #expect(try shown("title") == ["T2"])
        #expect(try shown("done", "next", "status") == before)
    }

    /// An edit of the due time opens a reminder again, so that it must not be made a second time after it was done.
    @Test func whatWasMovedAndDoneHereStaysDone() throws {
        _ = try put("SUMMARY:T", Self.due)
        try hub.run("reminders edit", ["record": "1", "due": "2026-04-05"])
        try hub.run("reminders complete", ["record": "1"])
        #expect(try merged(put("SUMMARY:T2", Self.due, deciding: .merge)).issues.isEmpty)
        #expect(try shown("title", "due", "status") == ["T2", "2026-04-05", "completed"])
        // Moved on both sides: it stays where it is here, and the report says so.
        let later = try merged(put("SUMMARY:T3", "DUE;VALUE=DATE:20260409", deciding: .merge))
        #expect(later.issues.map(\.code) == ["contested-fields"])
        #expect(later.issues.allSatisfy { $0.message.hasSuffix("your values were kept: due") })
        #expect(try shown("due", "status") == ["2026-04-05", "completed"])
    }

    @Test func whatTheFileHasDoneIsDone() throws {
        _ = try put("SUMMARY:T", Self.due)
        try hub.run("reminders edit", ["record": "1", "title": "Mine"])
        try hub.run("reminders snooze", ["record": "1", "until": "2026-12-28"])
        let file = try merged(
            put("SUMMARY:T", Self.due, "STATUS:COMPLETED", "COMPLETED:20260312T080000Z", deciding: .merge))
        #expect(file.issues.isEmpty)
        #expect(try shown("title", "status", "snoozedUntil") == ["Mine", "completed", .null])
    }

    @Test(arguments: [("CANCELLED", "status"), ("COMPLETED\nCOMPLETED:20260312T080000Z", "completedAt")])
    func whatBothHaveEndedIsContested(status: String, field: String) throws {
        _ = try put("SUMMARY:T", Self.due)
        try hub.run("reminders complete", ["record": "1"])
        let file = try merged(put("SUMMARY:T2", Self.due, "STATUS:" + status, deciding: .merge))
        #expect(file.issues.map(\.code) == ["contested-fields"])
        #expect(file.issues.allSatisfy { $0.message.hasSuffix("your values were kept: " + field) })
        #expect(try shown("title", "status", "completedAt") == ["T2", "completed", "2026-03-15T09:30:00Z"])
    }

    @Test func whatCannotBeMergedIsNamed() throws {
        _ = try put("SUMMARY:T", Self.due)
        try hub.run("reminders edit", ["record": "1", "alert": 30])
        // Without a due time there is nothing that it could be shown before.
        let report = try put("SUMMARY:T2", deciding: .merge)
        #expect(report.files.map(\.conflicts) == [1])
        #expect(report.items.flatMap { $0.changes.map(\.field) }.contains("title"))
        #expect(try shown("title", "alert") == ["T", 30])
    }
}
