import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Habits

/// Habits whose days were marked here and in the file, merged: no day of either side is lost.
@Suite struct HabitsMergeTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()]) }

    private func put(
        _ target: Int, _ days: String, notes: String = "", _ decision: ConflictDecision? = nil
    ) throws -> ImportReport.File {
        let text = "uid,title,target,days,notes\r\nh1,Read,\(target),\(days),\(notes)\r\n"
        var request = ImportRequest(files: [("h.csv", TextFile("h.csv", text))])
        request.onConflict = decision
        return try #require(try hub.session().importFiles(request).files.first)
    }

    private func days() throws -> [String] {
        try hub.run("habits show", ["record": "h1"])["days"]?.listValue?.compactMap(\.textValue) ?? []
    }

    /// Today, 15 March 2026, is marked here; the file has other days and another target.
    @Test(
        arguments: [
            ("2025-12-01 2025-12-02 2025-12-03", ["2025-12-01", "2025-12-02", "2025-12-03", "2026-03-15"]),
            ("2025-12-01", ["2025-12-01", "2026-03-15"]), ("", ["2026-03-15"]),
            ("2025-12-01 2025-12-02 2026-03-15", ["2025-12-01", "2025-12-02", "2026-03-15"]),
        ])
    func daysOfBothSidesAreJoined(file: String, expected: [String]) throws {
        #expect(try put(20, "2025-12-01 2025-12-02").added == 1)
        try hub.run("habits toggle", ["record": "h1"])
        let merged = try put(25, file, .merge)
        #expect([merged.updated, merged.conflicts] == [1, 0])
        #expect(merged.issues.isEmpty)
        #expect(try days() == expected)
        #expect(try hub.run("habits show", ["record": "h1"])["target"] == 25)
        let before = try hub.session().contents()
        for decision in [nil, .merge, .keep] as [ConflictDecision?] {
            #expect(try put(25, file, decision).unchanged == 1)
        }
        #expect(try hub.session().contents().difference(from: before) == [])
        // What was marked here is no edit that a newer file's days end.
        let later = try put(26, file + " 2025-12-09", .merge)
        #expect([later.updated, later.conflicts] == [1, 0])
        #expect(try days() == (expected + ["2025-12-09"]).sorted())
    }

    /// A day that was taken away here stays away; so does one that the file took away.
    @Test func daysThatWereTakenAwayStayAway() throws {
        #expect(try put(20, "2025-12-01 2025-12-02 2025-12-03").added == 1)
        try hub.run("habits toggle", ["record": "h1", "day": "2025-12-01"])
        #expect(try put(20, "2025-12-01 2025-12-03 2025-12-04", .merge).updated == 1)
        #expect(try days() == ["2025-12-03", "2025-12-04"])
    }

    /// One day with another note on each side: the one here stays, and the report says so.
    @Test func oneDayChangedOnBothSidesIsContested() throws {
        #expect(try put(20, "2025-12-01", notes: "2025-12-01: old").added == 1)
        try hub.run("habits log", ["record": "h1", "day": "2025-12-01", "note": "here"])
        let merged = try put(21, "2025-12-01", notes: "2025-12-01: there", .merge)
        #expect(merged.updated == 1)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        #expect(merged.issues.allSatisfy { $0.message.hasSuffix("your values were kept: entries") })
        #expect(try hub.export("habits").contains("2025-12-01: here"))
        #expect(try put(21, "2025-12-01", notes: "2025-12-01: there", .replace).updated == 1)
        #expect(try hub.export("habits").contains("2025-12-01: there"))
    }
}
