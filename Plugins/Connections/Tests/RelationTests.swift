import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Relations, seen from both sides, and what happened with somebody.
@Suite struct RelationTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        for name in ["Ada", "Ben", "Cleo"] { try hub.run("connections add", ["name": .text(name)]) }
    }

    private func relations(_ name: String) throws -> [[DataValue?]] {
        try hub.items("connections relations", ["record": .text(name)]).map {
            [$0["as"], $0["name"], $0["statedBy"]]
        }
    }

    @Test func standWithOneAndAreSeenFromBoth() throws {
        try hub.run("connections relate", ["record": "Ada", "other": "Ben", "as": "child"])
        try hub.run("connections relate", ["record": "Ada", "other": "Ben", "as": "child"])
        #expect(try relations("Ada") == [["child", "Ben", "this"]])
        #expect(try relations("Ben") == [["parent", "Ada", "other"]])
        #expect(try relations("Cleo").isEmpty)
        let uid = try #require(try hub.run("connections show", ["record": "Ben"])["uid"]?.textValue)
        let cards = try hub.export("connections", format: .vcard)
        #expect(cards.contains("RELATED;VALUE=uri;TYPE=child:urn:uuid:\(uid)"))
        // The other one has another name now, and is still who they are.
        try hub.run("connections edit", ["record": "Ben", "name": "Benjamin"])
        #expect(try relations("Ada") == [["child", "Benjamin", "this"]])
        try hub.run("undo")
        try hub.run("undo")
        try hub.run("undo")
        #expect(try relations("Ada").isEmpty)
    }

    /// One card writes its uid with `urn:uuid:`, another names it without.
    @Test func uidsAreFoundInBothForms() throws {
        let uuid = "7d0c3a52-51f4-4b3e-9a60-000000000002"
        for (uid, value) in [("urn:uuid:" + uuid, uuid), (uuid, "urn:uuid:" + uuid.uppercased())] {
            let hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
            try hub.importFile(
                TextFile("a.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:Zed\r\nEND:VCARD\r\n"))
            try hub.run("connections add", ["name": "Ada", "relations": [["value": .text(value)]]])
            let items = try hub.items("connections relations", ["record": "Ada"])
            #expect(items.first?["name"] == "Zed", "\(uid)")
        }
    }

    @Test func namesAreFoundWhereOnePersonHasThem() throws {
        try hub.run(
            "connections edit",
            [
                "record": "Ada",
                "relations": [
                    ["value": "ben", "types": ["spouse"]], ["value": "Nobody", "label": "Captain"],
                ],
            ])
        #expect(try relations("Ada") == [["spouse", "Ben", "this"], ["Captain", "Nobody", "this"]])
        #expect(try relations("Ben") == [["spouse", "Ada", "other"]])
        try hub.run("connections add", ["name": "BEN"])
        #expect(try relations("Ada").first == ["spouse", "ben", "this"])
        #expect(try relations("2").isEmpty)
    }

    /// A relation that stands in both cards is one; one with several types is several.
    @Test func areListedOnceAndByEachOfTheirWords() throws {
        for (name, said) in [
            (
                "Ada",
                [
                    ["value": "Ben", "types": ["spouse", "co-worker"]],
                    ["value": "Cleo", "types": ["child"]],
                ]
            ), ("Ben", [["value": "Ada", "types": ["spouse"]]]),
            ("Cleo", [["value": "Ada", "types": ["parent", "friend"]]]),
        ] as [(DataValue, DataValue)] {
            try hub.run("connections edit", ["record": name, "relations": said])
        }
        #expect(
            try relations("Ada") == [
                ["spouse", "Ben", "this"], ["co-worker", "Ben", "this"], ["child", "Cleo", "this"],
                ["friend", "Cleo", "other"],
            ])
        #expect(try relations("Ben") == [["spouse", "Ada", "this"], ["co-worker", "Ada", "other"]])
    }

    /// Two people who are one are not related to themselves, by uid, by a former uid or by name; others stay.
    @Test func ofTwoWhoAreMergedGo() throws {
        func card(_ uid: String, _ name: String, _ lines: String...) -> String {
            (["BEGIN:VCARD", "VERSION:4.0", "UID:\(uid)", "FN:\(name)"] + lines + ["END:VCARD", ""])
                .joined(separator: "\r\n")
        }
        let hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        try hub.importFile(
            TextFile(
                "a.vcf",
                card("a", "Ann Ames", "RELATED;VALUE=text;TYPE=spouse:Ann B. Ames", "RELATED;TYPE=child:c")
                    + card("b", "Ann B. Ames", "RELATED;TYPE=spouse:a", "RELATED;TYPE=friend:urn:uuid:d")
                    + card("c", "Cleo", "RELATED;TYPE=parent:b")
                    + card("d", "A. Ames", "RELATED;TYPE=sibling:a")))
        func relations() throws -> [[DataValue?]] {
            try hub.items("connections relations", ["record": "a"]).map { [$0["as"], $0["name"]] }
        }
        let before = try hub.export("connections")
        let related = try relations()
        try hub.run("connections merge", ["record": "a", "other": "b"])
        #expect(
            try relations() == [
                ["child", "Cleo"], ["friend", "A. Ames"], ["sibling", "A. Ames"],
            ])
        let text = try hub.export("connections").replacing("\r\n ", with: "")
        #expect(!text.contains("TYPE=spouse"))
        #expect(text.contains("RELATED;TYPE=child:c") && text.contains("RELATED;TYPE=friend:urn:uuid:d"))
        // The one who is related to the one who was merged before.
        try hub.run("connections merge", ["record": "d", "other": "a"])
        #expect(try hub.items("connections relations", ["record": "d"]).map { $0["as"] } == ["child"])
        #expect(try !hub.export("connections").contains("TYPE=sibling"))
        try hub.run("undo")
        try hub.run("undo")
        #expect(try hub.export("connections") == before)
        #expect(try relations() == related)
    }

    @Test(
        arguments: [
            ("child", "parent"), ("Parent", "child"), ("spouse", "spouse"), ("mother", "child"),
            ("manager", "report"), ("captain", "captain of"),
        ])
    func haveAnotherSide(word: String, inverse: String) {
        #expect(Relations.inverse(word) == inverse)
    }

    @Test func areRefusedWithOneself() throws {
        for (values, message) in [
            (
                ["record": "Ada", "other": "Ada", "as": "friend"],
                "a person cannot be related to themselves: name another person"
            ),
            (
                ["record": "Ada", "other": "Ben", "as": " "],
                "as cannot be empty: give a word such as friend"
            ),
        ] as [(DataObject, String)] {
            do {
                try hub.run("connections relate", values)
                Issue.record("it was taken")
            } catch {
                #expect("\(error)" == message)
            }
        }
    }

    @Test func aTimelineHasAllInTheOrderOfTime() throws {
        try hub.run("connections edit", ["record": "Ada", "metDate": "2024-05", "metPlace": "Court"])
        try hub.run(
            "connections interactions add", ["people": ["Ada"], "when": "2026-03-14T18:00", "kind": "call"])
        try hub.run(
            "connections memories add", ["people": ["Ada", "Ben"], "note": "The lake", "day": "2026-03-14"])
        try hub.run("connections interactions add", ["people": ["Ben"]])
        let items = try hub.items("connections timeline", ["record": "Ada"])
        #expect(items.map { $0["kind"] } == ["call", "memory", "met"])
        #expect(items.map { $0["title"] } == ["call", "The lake", "Court"])
        #expect(items.map { $0["when"] } == ["2026-03-14T18:00:00", "2026-03-14", "2024-05"])
        #expect(try hub.items("connections timeline", ["record": "Ada", "limit": 1]).count == 1)
    }
}
