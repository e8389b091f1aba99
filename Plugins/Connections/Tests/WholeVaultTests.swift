import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Connections

/// People whose uid is not their card's UID, through an export of the whole vault: each stays who they are.
@Suite struct WholeVaultTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()]) }

    private func card(_ uid: String, _ name: String, _ lines: String..., version: String = "4.0") -> String {
        (["BEGIN:VCARD", "VERSION:\(version)", "UID:\(uid)", "FN:\(name)"] + lines + ["END:VCARD", ""])
            .joined(separator: "\r\n")
    }

    /// Exports and imports three times: each time the same files, and the same people under the same uids.
    private func expectFixedPoint() throws {
        func people(_ hub: TemporaryHub) throws -> [String] {
            try hub.items("connections list").map { person in
                var shown = try hub.run("connections show", ["record": person["id"] ?? .null])
                shown["id"] = nil
                return DataValue.object(shown).json
            }.sorted()
        }
        let wanted = try people(hub)
        var (other, files) = try hub.restored()
        for _ in 0..<3 {
            #expect(try people(other) == wanted)
            let next = try other.restored()
            for (name, text) in files where name != "manifest.json" { #expect(next.files[name] == text) }
            (other, files) = next
        }
        #expect(try other.session().contradictions() == [])
        #expect(try !other.export("connections").contains("X-ATRIUM"))
        #expect(try !hub.export("connections").contains("X-ATRIUM"))
    }

    private func tag(_ uid: String) throws {
        try hub.run(
            "tags add",
            ["collection": "connections/people", "record": .text(uid), "tags": .list(["second"])])
    }

    @Test(arguments: ["2.1", "3.0", "4.0"]) func theSecondOfOneUIDKeepsItsOwn(version: String) throws {
        let file = TextFile(
            "two.vcf", card("u", "One", version: version) + card("u", "Two", "X-KEPT:1", version: version))
        #expect(try hub.importFile(file).added == 2)
        let uid = try #require(
            try hub.items("connections list").first { $0["name"] == "Two" }?["uid"]?.textValue)
        #expect(uid != "u")
        try expectFixedPoint()
        #expect(try hub.restored().files["contacts.vcf"]?.contains("X-ATRIUM-UID:\(uid)\r\n") == true)
        #expect(try hub.restored().hub.importFile(file).unchanged == 2)
        try tag(uid)
        try expectFixedPoint()
        // The one with the UID itself is gone.
        try hub.run("connections remove", ["record": 1])
        try expectFixedPoint()
        #expect(try hub.restored().hub.items("connections list").map { $0["uid"] } == [.text(uid)])
        // Also where an edit writes it anew.
        try hub.run("connections edit", ["record": .text(uid), "notes": ["new"]])
        try expectFixedPoint()
        let other = try hub.restored().hub
        #expect(try other.export("connections").contains("X-KEPT:1"))
    }

    /// A folder cannot give a person the uid that another has, or had before they were merged.
    @Test func aUIDThatIsTakenIsNotGiven() throws {
        try hub.importFile(TextFile("two.vcf", card("a", "Ada") + card("b", "Bea")))
        try hub.run("connections merge", ["record": "a", "other": "b"])
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        let cards =
            card("x", "Xenia", "X-ATRIUM-UID:a") + card("y", "Yves", "X-ATRIUM-UID:b")
            + card("z", "Zoe", "X-ATRIUM-UID:new")
        try Data(cards.utf8).write(to: URL(filePath: path + "/contacts.vcf"))
        try hub.importWholeVault(path)
        #expect(try hub.items("connections list").map { $0["uid"] } == ["a", "x", "y", "new"])
        #expect(try !hub.export("connections").contains("X-ATRIUM-UID"))
        #expect(try hub.session().contradictions() == [])
    }

    /// Anybody can write such a line: whose card it names would be overwritten by theirs.
    @Test func aCardOfElsewhereHasNoUIDButItsOwn() throws {
        let eve = TextFile("eve.vcf", card("real", "Eve", "X-ATRIUM-UID:evil"))
        let file = try hub.importFile(eve)
        #expect(file.issues.map(\.code) == ["foreign-record-uid"])
        #expect(file.issues.map(\.property) == ["X-ATRIUM-UID"])
        #expect(try hub.items("connections list").map { $0["uid"] } == ["real"])
        let genuine = try hub.importFile(TextFile("genuine.vcf", card("evil", "Ada")))
        #expect(genuine.added == 1)
        #expect(try hub.importFile(eve).unchanged == 1)
        #expect(try hub.items("connections list").map { $0["name"] } == ["Ada", "Eve"])
    }

    /// A person made here, merged with one of a card that changes later.
    @Test func aPersonWithAnAbsorbedCardKeepsTheirUID() throws {
        let uid = try #require(try hub.run("connections add", ["name": "Handy"])["uid"]?.textValue)
        try hub.importFile(TextFile("w1.vcf", card("m1", "Max", "TEL:1", "EMAIL:m@example.org", "NOTE:n")))
        try hub.run("connections merge", ["record": .text(uid), "other": "m1"])
        try tag(uid)
        let newer = TextFile("w4.vcf", card("m1", "Max"))
        var request = ImportRequest(files: [(newer.name, newer)])
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        try expectFixedPoint()
        let other = try hub.restored().hub
        #expect(try other.items("connections list").map { $0["uid"] } == [.text(uid)])
        #expect(try other.importFile(newer).unchanged == 1)
        let before = try other.session().contents()
        #expect(try other.importFile(newer).unchanged == 1)
        #expect(try other.session().contents().difference(from: before) == [])
        #expect(try other.run("connections show", ["record": "m1"])["uid"] == .text(uid))
    }
}
