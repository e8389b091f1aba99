import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// What one module keeps of another's records: links, companions, uids in files.
@Suite struct SharedRecordsTests {
    private let hub: TemporaryHub

    init() throws {
        // Another day than that of the vaults into which exports come back.
        let clock = FixedClock()
        clock.advance(days: 1)
        hub = try TemporaryHub(modules: installedModules, formats: installedFormats, clock: clock)
        try hub.importFile(
            TextFile("pia.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:p1\r\nFN:Pia\r\nEND:VCARD\r\n"))
    }

    /// Links that come with their records and others, in whatever order they were made.
    @Test func linksAreTheSameInEveryVault() throws {
        try hub.run("habits add", ["title": "Read"])
        try hub.run(
            "links add",
            [
                "fromCollection": "habits", "fromRecord": "Read", "toCollection": "connections",
                "toRecord": "p1", "kind": "with",
            ])
        try hub.run("activities add", ["name": "Chess", "goodFor": ["p1"]])
        try hub.run("reminders add", ["text": ["Call"], "people": ["p1"], "plain": true])
        let (other, files) = try hub.restored()
        #expect(files["links.jsonl"]?.split(separator: "\n").count == 3)
        #expect(try other.restored().files["links.jsonl"] == files["links.jsonl"])
    }

    /// An export of before a merge, and after it.
    @Test(arguments: [nil, .keep, .merge, .replace] as [ConflictDecision?])
    func anExportOfBeforeAMergeLeavesWhoeverRemains(decision: ConflictDecision?) throws {
        try hub.run("connections add", ["name": "Zoe"])
        try hub.run("connections interactions add", ["people": ["p1"]])
        try hub.run("activities add", ["name": "Chess", "goodFor": ["p1"]])
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        try hub.run("connections merge", ["record": "Zoe", "other": "p1"])
        try hub.importWholeVault(path, deciding: decision)
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Zoe"]])
        #expect(try hub.items("activities list").map { $0["goodFor"] } == [["Zoe"]])
        #expect(try hub.items("connections list").map { $0["name"] } == ["Zoe"])
        #expect(try hub.session().contradictions() == [])
    }

    /// Whoever is noted in an interaction by hand stays when their card goes, and is named.
    @Test(arguments: [false, true]) func whoeverWasMetByHandStays(isForced: Bool) throws {
        try hub.run("connections interactions add", ["people": ["p1"]])
        let undone = try hub.run("imports undo", ["run": 1, "force": .bool(isForced)])
        let kept = undone["kept"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }
        #expect(kept == ["Pia"])
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Pia"]])
    }
}
