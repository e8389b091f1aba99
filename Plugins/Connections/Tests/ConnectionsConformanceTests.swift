import AtriumFormats
import AtriumSDK
import AtriumTesting
import RecordKit
import SeededRandom
import Testing

@testable import Connections

@Suite struct ConnectionsConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        let files = [
            TextFile("apple.vcf", content: try Fixture.bytes("apple.vcf")),
            TextFile("google-2024.csv", content: try Fixture.bytes("google-2024.csv")),
        ]
        let samples = ModuleSamples(
            commands: Self.commands, files: files,
            // A photo has no place in a table; CSVTests hold all else to be equal.
            lossyFormats: [.csv])
        try ModuleConformance(
            connectionsModule, formats: [VCardFileFormat(), CSVFileFormat()], samples: samples
        ).check(rule)
    }

    @Test func theDeclarationsFit() throws {
        let people = ["ann-1", "bob-2"]
        // A memory has a note or a photo, so that no random one comes in; interactions have all else of it.
        for kind in [interactionKind] {
            var generator = SeededGenerator(seed: 22)
            let conformance = RecordConformance(
                kind, of: connectionsModule, formats: [CSVFileFormat(), VCardFileFormat()],
                words: [
                    "people": people, "kind": ["call", "lunch"],
                    "when": ["1969-07-20", "1969-07-20T20:17:00"],
                ]
            ) { hub in
                for uid in people {
                    let card = "BEGIN:VCARD\nVERSION:4.0\nUID:\(uid)\nFN:\(uid.prefix(3))\nEND:VCARD\n"
                    _ = try hub.importFile(TextFile("\(uid).vcf", card))
                }
            }
            let schema = try conformance.schemaFindings()
            #expect(schema == [])
            #expect(try conformance.roundTripFindings(rounds: 30, using: &generator) == [])
            let merges = try conformance.mergeFindings(rounds: 30, using: &generator)
            #expect(merges == [])
        }
    }

    private static let commands = [
        SampleCommand("connections add", CommandTests.everything),
        SampleCommand(
            "connections add", ["name": "Bob", "emails": [["value": "bob@example.org", "preferred": true]]],
            files: [
                "photo": UploadedFile(
                    name: "bob.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])
            ]),
        SampleCommand(
            "connections edit",
            [
                "record": "Bob", "addEmails": [["value": "robert@example.org"]], "notes": ["a", "b"],
                "addTags": ["friends"],
            ]),
        SampleCommand("connections edit", ["record": "Bob", "family": "Smith", "removeNotes": ["a"]]),
        SampleCommand("connections named", ["names": ["bob", "Ada"]]),
        SampleCommand("connections add", ["organizations": [["value": "Example Ltd."]]]),
        SampleCommand("connections remove", ["record": "Example Ltd."]),
        SampleCommand("connections add", ["name": "Robert Smith", "emails": [["value": "bob@example.org"]]]),
        SampleCommand(
            "connections add", ["name": "Robert Smith", "family": "Smyth", "tags": ["Friends", "club"]]),
        SampleCommand("connections dismiss", ["record": "Bob", "other": "4"]),
        SampleCommand("connections dismiss", ["record": "Bob", "other": "5"]),
        SampleCommand("connections dismiss", ["record": "5", "other": "Bob", "undo": true]),
        SampleCommand("connections relate", ["record": "1", "other": "Bob", "as": "friend"]),
        SampleCommand(
            "connections interactions add", ["people": ["Bob", "4"], "kind": "Call", "note": "a, b\nc"]),
        SampleCommand(
            "connections interactions add", ["people": ["5"], "when": "2026-03-01T18:00", "kind": "lunch"]),
        SampleCommand("connections interactions add", ["people": ["Bob"], "when": "2026-03-02"]),
        SampleCommand(
            "connections interactions edit", ["record": "3", "people": ["Bob", "5"], "note": "two"]),
        SampleCommand("connections edit", ["record": "Bob", "name": "Robert"]),
        SampleCommand("connections edit", ["record": "Robert", "name": "Bob"]),
        SampleCommand("connections interactions add", ["people": ["Bob"]]),
        SampleCommand("connections interactions remove", ["record": "4"]),
        SampleCommand(
            "connections memories add",
            ["people": ["Bob"], "note": "The lake", "day": "2026-03-01", "tags": ["Summer", "a, b"]]),
        SampleCommand(
            "connections memories add", ["people": ["5", "Bob"]],
            files: [
                "photo": UploadedFile(
                    name: "lake.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 3, 4])
            ]),
        SampleCommand("connections memories edit", ["record": "1", "note": "The lake\nat night"]),
        SampleCommand("connections memories add", ["people": ["Bob"], "note": "x"]),
        SampleCommand("connections memories remove", ["record": "3"]),
        SampleCommand(
            "connections merge", ["record": "4", "other": "5", "take": ["name", "family"]]),
    ]
}
