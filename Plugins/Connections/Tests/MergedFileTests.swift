import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Files with the cards of two people who are one here.
@Suite struct MergedFileTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()]) }

    private func cards(phone: String?, note: String?) -> TextFile {
        func card(_ uid: String, _ line: String?) -> [String] {
            [
                "BEGIN:VCARD", "VERSION:4.0", "UID:\(uid)", "FN:Dora Duplicate", "EMAIL:dora@example.org",
                line, "END:VCARD",
            ].compactMap { $0 }
        }
        let lines = card("d1", phone.map { "TEL:" + $0 }) + card("d2", note.map { "NOTE:" + $0 })
        return TextFile("dup.vcf", (lines + [""]).joined(separator: "\r\n"))
    }

    private func put(
        _ file: TextFile, _ decision: ConflictDecision?, in hub: TemporaryHub? = nil
    ) throws -> ImportReport.File {
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = decision
        return try #require(try (hub ?? self.hub).session().importFiles(request).files.first)
    }

    private func says(_ hub: TemporaryHub? = nil) throws -> [DataValue] {
        let person = try (hub ?? self.hub).run("connections show", ["record": "d1"])
        return [person["phone"] ?? .null, person["notes"] ?? .null]
    }

    /// Both cards of the file are the person's, whichever comes last.
    @Test(arguments: ["d1", "d2"]) func replacingTakesWhatBothCardsSay(remaining: String) throws {
        try hub.importFile(cards(phone: "+49 30 555", note: "one"))
        try hub.run(
            "connections merge",
            ["record": .text(remaining), "other": .text(remaining == "d1" ? "d2" : "d1")])
        let changed = cards(phone: "+49 30 556", note: "two")
        #expect(try put(changed, nil).conflicts == 2)
        #expect(try put(changed, .replace).updated == 2)
        #expect(try says() == ["+49 30 556", ["two"]])
        let before = try hub.session().contents()
        for decision in [nil, .replace] as [ConflictDecision?] {
            #expect(try put(changed, decision).unchanged == 2)
        }
        #expect(try hub.session().contents().difference(from: before) == [])
        let text = try hub.export("connections")
        #expect(text.contains("TEL:+49 30 556") && text.contains("NOTE:two"))
        #expect(!text.contains("30 555") && !text.contains("NOTE:one"))
        // Of one that changed alone the other's part stays.
        #expect(try put(cards(phone: nil, note: "two"), .replace).updated == 1)
        #expect(try says() == [.null, ["two"]])
    }

    /// What an export made of two cards says more than either.
    @Test(arguments: [nil, .keep, .replace, .merge] as [ConflictDecision?])
    func theOldFileTakesNothingFromARestoredPerson(decision: ConflictDecision?) throws {
        let file = cards(phone: "+49 30 555", note: "one")
        try hub.importFile(file)
        try hub.run("connections merge", ["record": "d1", "other": "d2"])
        let other = try hub.restored().hub
        let before = try other.session().contents()
        let again = try put(file, decision, in: other)
        #expect((again.unchanged, again.updated, again.conflicts) == (2, 0, 0))
        #expect(try other.session().contents().difference(from: before) == [])
        // A newer one is a conflict.
        let changed = cards(phone: "+49 30 556", note: "two")
        let report = try put(changed, decision, in: other)
        let expected: (Int, [DataValue]) =
            switch decision {
            case .replace: (0, ["+49 30 556", ["two"]])
            case .merge: (0, ["+49 30 555", ["one", "two"]])
            default: (decision == nil ? 2 : 0, ["+49 30 555", ["one"]])
            }
        #expect(report.conflicts == expected.0)
        #expect(try says(other) == expected.1)
    }

    // MARK: - Taken back

    /// A run of two files leaves one behind that no source needs any more: to remove it takes nothing back.
    @Test func anUndoThatKeepsEverythingWritesNothing() throws {
        let files = [cards(phone: "1", note: "one"), cards(phone: "2", note: "one")]
        try hub.importFiles(files)
        let first = try hub.session().contents()
        try hub.importFile(cards(phone: "3", note: "two"))
        let before = try hub.session().contents()
        let undone = try hub.run("imports undo", ["run": 1])
        #expect(undone["change"] == .null && undone["kept"]?.listValue?.count == 2)
        #expect(try hub.session().contents().difference(from: before) == [])
        #expect(try hub.items("imports list").map { $0["inForce"] } == [true, true])
        try hub.run("imports undo", ["run": 2])
        #expect(try hub.session().contents().difference(from: first) == [])
        #expect(try hub.run("imports undo", ["run": 1])["kept"] == .list([]))
        #expect(try hub.items("connections list").isEmpty)
    }
}
