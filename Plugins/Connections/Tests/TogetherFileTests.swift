import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Files of interactions and memories that other programs wrote, or that say less than an earlier one.
@Suite struct TogetherFileTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        try hub.run("connections add", ["name": "Ada"])
    }

    /// What a file has no column for is still the user's own edit when a later file says it.
    @Test(arguments: [nil, ConflictDecision.merge, .keep])
    func anEditOutlivesAFileWithoutItsColumn(_ decision: ConflictDecision?) throws {
        func put(_ lines: String) throws {
            var request = ImportRequest(files: [("log.csv", TextFile("log.csv", lines))])
            request.onConflict = decision
            _ = try hub.session().importFiles(request)
        }
        try put("uid,when,kind,people,note\nA1,2026-03-01,call,Ada,n\n")
        try hub.run("connections interactions edit", ["record": "A1", "note": "mine"])
        try put("uid,when,kind,people\nA1,2026-03-01,call,Ada\n")
        try put("uid,when,kind,people,note\nA1,2026-03-01,call,Ada,theirs\n")
        #expect(try hub.run("connections interactions show", ["record": "A1"])["note"] == "mine")
    }

    /// Tables of other programs give a day with its time.
    @Test func aMemoryIsOfTheDayOfATime() throws {
        let rows = [
            "2026-03-01T10:00", "2026-03-01T23:30:00Z", "2026-03-01 10:00", "2026-03-01T22:00+05:00",
        ]
        let text = "uid,day,note,people\n" + rows.enumerated().map { "m\($0),\($1),x,Ada\n" }.joined()
        #expect(try hub.importFile(TextFile("days.csv", text)).added == rows.count)
        let days = try hub.items("connections memories list").map { $0["day"] }
        #expect(days.allSatisfy { $0 == "2026-03-01" })
    }
}
