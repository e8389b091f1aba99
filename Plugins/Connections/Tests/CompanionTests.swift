import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// What one of the people is to an interaction or a memory: somebody whom it names, and no part of it.
@Suite struct CompanionTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        try hub.importFile(people())
    }

    private func people(phone: String = "1") -> TextFile {
        let cards = [("ada", "Ada", "TEL:\(phone)"), ("ben", "Ben", "NOTE:b"), ("cy", "Cy", "NOTE:c")].map {
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\($0)\r\nFN:\($1)\r\n\($2)\r\nEND:VCARD\r\n"
        }
        return TextFile("people.vcf", cards.joined())
    }

    private static let interactions = TextFile(
        "interactions.csv",
        """
        uid,when,kind,people,personUids
        i1,2026-03-01,call,Ada,ada
        i2,2026-03-02,dinner,"Ada
        Ben","ada
        ben"

        """)

    private func add(_ people: DataValue) throws {
        try hub.run("connections interactions add", ["people": people])
        try hub.run("connections memories add", ["people": people, "note": "The lake"])
    }

    /// One rule says who is called so: in files as in phrases and questions.
    @Test(
        arguments: [
            ("Zoë Byron", 1), ("zoe byron", 1), ("ZOE", 1), ("Byron", 2), ("byron, zoe", 0), ("Zo-Zo", 1),
            ("zo zo", 1), ("Zo", 0), ("Zoe Max Byron", 0), ("Max", 1),
        ])
    func whoIsCalledSo(_ name: String, _ count: Int) throws {
        let hub = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        try hub.run(
            "connections add", ["given": "Zoë", "family": "Byron", "nicknames": ["Zo-Zo"]])
        try hub.run("connections add", ["name": "Max Byron"])
        let named = try hub.items("connections named", ["names": [.text(name)]])
        #expect(named.count == count)
        let file = TextFile("i.csv", "when,kind,people\n2026-03-01,call,\"\(name)\"\n")
        let report = try hub.importFile(file)
        let codes = [0: ["unknown-person"], 1: [], 2: ["ambiguous-person"]]
        #expect(report.issues.map(\.code) == codes[count])
        let person = named.first?["id"] ?? 1
        let linked = try hub.items("connections interactions list", ["person": person])
        #expect(linked.count == (count == 1 ? 1 : 0))
        // The words of the file stay as long as they say who it was.
        try hub.run("connections interactions edit", ["record": 1, "note": "x"])
        #expect(
            try hub.export("connections", collection: "interactions", format: .csv).contains(name))
    }

    @Test func whoeverIsMetIsNotEdited() throws {
        try add(["Ada", "Ben"])
        let again = try hub.importFile(people(phone: "2"))
        #expect((again.updated, again.unchanged, again.conflicts) == (1, 2, 0))
    }

    @Test(arguments: [false, true]) func anImportIsTakenBackWithoutThePeople(isForced: Bool) throws {
        try hub.importFile(Self.interactions)
        try hub.run("connections edit", ["record": "Ada", "given": "Adi"])
        let undone = try hub.run("imports undo", ["run": 2, "force": .bool(isForced)])
        #expect(undone["kept"] == [])
        #expect(try hub.items("connections interactions list").isEmpty)
        #expect(try hub.run("connections show", ["record": "ada"])["given"] == "Adi")
        #expect(try hub.session().contradictions() == [])
    }

    @Test func whatIsKeptKeepsAllOfItsPeople() throws {
        try hub.importFile(Self.interactions)
        try hub.run("connections interactions edit", ["record": "i2", "note": "good"])
        #expect(try hub.run("imports undo", ["run": 2])["kept"]?.listValue?.count == 1)
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Ada", "Ben"]])
    }

    @Test func anEditIsTakenBackBeneathAnInteraction() throws {
        try hub.run("connections edit", ["record": "Ada", "given": "Adi"])
        let change = try #require(try hub.items("history")[0]["id"])
        try add(["Ada"])
        try hub.run("undo", ["change": change])
        #expect(try hub.run("connections show", ["record": "ada"])["given"] == .null)
        #expect(try hub.items("connections interactions list").count == 1)
    }

    /// Their names stand with them alone, so that the index need not hear of new ones.
    @Test func aNewNameLeavesTheIndexWhole() throws {
        try add(["Ben"])
        try hub.run("connections edit", ["record": "Ben", "name": "Benjamin"])
        #expect(try hub.session().contradictions() == [])
        try hub.run("connections merge", ["record": "ada", "other": "ben"])
        #expect(try hub.session().contradictions() == [])
        try hub.run("connections remove", ["record": "ada"])
        #expect(try hub.session().contradictions() == [])
    }

    @Test func whoWasMergedIsFoundByTheFormerUID() throws {
        try hub.run("connections relate", ["record": "cy", "other": "ben", "as": "friend"])
        try hub.run("connections merge", ["record": "ada", "other": "ben"])
        try hub.importFile(
            TextFile("later.csv", "uid,when,kind,people,personUids\ni3,2026-03-03,call,Ben,ben\n"))
        #expect(try hub.items("connections interactions list").map { $0["people"] } == [["Ada"]])
        #expect(try hub.items("connections relations", ["record": "cy"]).map { $0["name"] } == ["Ada"])
    }
}
