import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Activities

/// Activities that were done here and in the file, merged: no day of either side is lost.
@Suite struct ActivitiesMergeTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [activitiesModule], formats: [CSVFileFormat()]) }

    private func put(
        _ name: String, done: String, notes: String = "", _ decision: ConflictDecision? = nil
    ) throws -> ImportReport.File {
        let text = "uid,name,category,done,doneNotes\r\na1,\(name),x,\(done),\(notes)\r\n"
        var request = ImportRequest(files: [("a.csv", TextFile("a.csv", text))])
        request.onConflict = decision
        return try #require(try hub.session().importFiles(request).files.first)
    }

    /// The name, and the days on which it was done.
    private func shown() throws -> [String?] {
        let record = try hub.run("activities show", ["record": "a1"])
        let days = record["done"]?.listValue?.map { $0.objectValue?["day"]?.textValue } ?? []
        return [record["name"]?.textValue] + days
    }

    /// It was done on 11 November here; the file has other days and another name.
    @Test(
        arguments: [
            ("2025-09-01", ["2025-09-01", "2025-11-11"]),
            ("2025-09-01 2025-10-02", ["2025-09-01", "2025-10-02", "2025-11-11"]), ("", ["2025-11-11"]),
            ("2025-09-01 2025-11-11", ["2025-09-01", "2025-11-11"]),
        ])
    func daysOfBothSidesAreJoined(file: String, expected: [String]) throws {
        #expect(try put("Chess", done: "2025-09-01").added == 1)
        try hub.run("activities done", ["record": "a1", "on": "2025-11-11"])
        let merged = try put("Chess2", done: file, .merge)
        #expect([merged.updated, merged.conflicts, merged.issues.count] == [1, 0, 0])
        #expect(try shown() == ["Chess2"] + expected)
        let contents = try hub.session().contents()
        #expect(try put("Chess2", done: file).unchanged == 1)
        #expect(try hub.session().contents().difference(from: contents) == [])
        #expect(try put("Chess3", done: file, .merge).updated == 1)
        #expect(try shown() == ["Chess3"] + expected)
    }

    @Test func aDayThatWasTakenAwayStaysAway() throws {
        #expect(try put("Chess", done: "2025-09-01 2025-09-02").added == 1)
        try hub.run("activities undone", ["record": "a1", "on": "2025-09-02"])
        #expect(try put("Chess2", done: "2025-09-01 2025-09-02 2025-09-03", .merge).updated == 1)
        #expect(try shown() == ["Chess2", "2025-09-01", "2025-09-03"])
    }

    @Test func oneDayChangedOnBothSidesIsContested() throws {
        #expect(try put("Chess", done: "2025-09-01", notes: "2025-09-01: old").added == 1)
        try hub.run("activities done", ["record": "a1", "on": "2025-09-01", "note": "here"])
        let merged = try put("Chess2", done: "2025-09-01", notes: "2025-09-01: there", .merge)
        #expect(merged.updated == 1)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        #expect(merged.issues.allSatisfy { $0.message.hasSuffix("your values were kept: done") })
        #expect(try hub.export("activities", format: .csv).contains("2025-09-01: here"))
    }

    /// The file from which the activity came had no column of them: what was said here is an edit, not what both began from.
    @Test func whatTheFirstFileDidNotSayIsNoBase() throws {
        func put(_ text: String) throws {
            var request = ImportRequest(files: [("a.csv", TextFile("a.csv", text))])
            request.onConflict = .merge
            _ = try hub.session().importFiles(request)
        }
        try put("uid,name,category,rating\r\na1,Chess,x,4\r\n")
        try hub.run("activities edit", ["record": "a1", "tags": .list([.text("mine")]), "notes": "mine"])
        try put("uid,name,category,rating,tags,notes\r\na1,Chess,x,5,theirs,theirs\r\n")
        let record = try hub.run("activities show", ["record": "a1"])
        #expect(record["tags"] == .list([.text("mine"), .text("theirs")]) && record["notes"] == "mine")
        #expect(record["rating"] == .integer(5))
    }

    /// A part of days for which the first file had no column is no base either.
    @Test func aNoteOfADayThatTheFirstFileHadNoColumnForStays() throws {
        func put(_ text: String, _ decision: ConflictDecision? = nil) throws -> ImportReport.File {
            var request = ImportRequest(files: [("a.csv", TextFile("a.csv", text))])
            request.onConflict = decision
            return try #require(try hub.session().importFiles(request).files.first)
        }
        _ = try put("uid,name,category,done\r\na1,Chess,x,2025-09-01\r\n")
        try hub.run("activities done", ["record": "a1", "on": "2025-09-01", "note": "here"])
        let merged = try put(
            "uid,name,category,done,doneNotes\r\na1,Chess,x,2025-09-01,2025-09-01: there\r\n", .merge)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        #expect(try hub.export("activities", format: .csv).contains("2025-09-01: here"))
    }
}
