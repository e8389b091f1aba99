import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Journal

/// What the journal links to, in modules of which it knows no more than their names.
@Suite struct JournalLinkTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [PeopleModule.module, ModelsModule.module, journalModule],
            formats: [CSVFileFormat(), VCardFileFormat(), ICalendarFileFormat()])
    }

    // MARK: - People

    /// In a later file of the same import or in one of its own, by uid and by name; what stands in files stays.
    @Test func thoseWhoComeLaterAreLinked() throws {
        let text = "date,text,mood,people\r\n2026-01-02,Tea,good,\"eve-1,Zoe,gone-1\"\r\n"
        func people() throws -> DataValue? { try hub.run("journal show", ["record": 1])["people"] }
        try hub.importFiles([TextFile("a.csv", text), PeopleModule.card("Eve", uid: "eve-1")])
        #expect(try people() == ["Eve", "Zoe", "gone-1"])
        #expect(try hub.items("journal list", ["person": "Eve"]).count == 1)
        try hub.importFile(PeopleModule.card("Zoe", uid: "zoe-1"))
        #expect(try people() == ["Eve", "Zoe", "gone-1"])
        #expect(try hub.items("journal list", ["person": "Zoe"]).count == 1)
        #expect(
            try hub.run("connections timeline", ["record": "Zoe"])["happenings"] == [
                "2026-01-02 journal entry Tea"
            ])
        #expect(try hub.export("journal", format: .csv).contains("\"eve-1,Zoe,gone-1\""))
        #expect(try hub.importFile(TextFile("a.csv", text)).unchanged == 1)
        // It belongs to the import that brought them, and is no edit of the entry.
        try hub.run("undo")
        #expect(try people() == ["Eve", "Zoe", "gone-1"])
        try hub.importFile(PeopleModule.card("Zoe", uid: "zoe-1"))
        let report = try hub.importFile(TextFile("a.csv", text.replacing("good", with: "great")))
        #expect([report.updated, report.conflicts] == [1, 0])
        #expect(try hub.items("journal list", ["person": "Zoe"]).count == 1)
    }

    /// A uid says nothing to a person, and files go on to have it.
    @Test func whoeverIsGoneIsNoUIDOnTheScreen() throws {
        let uid = "958ef246-2e52-4c8f-9d0a-3f6f1b2c7d8e"
        let file = TextFile(
            "a.csv",
            "date,text,mood,people\r\n2026-01-02,Tea,good,\"\(uid),ben-1\"\r\n2026-01-03,Cake,good,URN:UUID:\(uid)\r\n"
        )
        try hub.importFiles([PeopleModule.card("Ben", uid: "ben-1"), file])
        func people(_ entry: Int64) throws -> DataValue? {
            try hub.run("journal show", ["record": .integer(entry)])["people"]
        }
        #expect(try people(1) == ["Ben", "(not in connections)"])
        #expect(try people(2) == ["(not in connections)"])
        try hub.importFile(PeopleModule.card("Ann Ames", uid: uid))
        #expect(try people(1) == ["Ann Ames", "Ben"])
        try hub.run("undo")
        #expect(try people(1) == ["Ben", "(not in connections)"])
        #expect(try hub.export("journal", format: .csv).contains("\"\(uid),ben-1\""))
    }

    // MARK: - Models

    private func linked(_ decision: String = "1") throws -> [DataValue?] {
        try hub.items("links list", ["collection": "journal/decisions", "record": .text(decision)]).map {
            $0["toTitle"]
        }
    }

    @Test func modelsThatAreKeptAreLinked() throws {
        try hub.run("mental-models add", ["name": "Inversion"])
        try hub.run("mental-models add", ["name": "Twin"])
        try hub.run("mental-models add", ["name": "Twin"])
        let added = try hub.run(
            "journal decisions add", ["title": "Move", "models": ["inversion", "Twin", "1", "Unheard of"]])
        #expect(added["models"] == ["inversion", "Twin", "1", "Unheard of"])
        #expect(try linked() == ["Inversion"])
        try hub.run("mental-models add", ["name": "Scale"])
        try hub.run("journal decisions edit", ["record": 1, "models": ["Scale"]])
        #expect(try linked() == ["Scale"])
        try hub.run("journal decisions edit", ["record": 1, "title": "Move out"])
        #expect(try linked() == ["Scale"])
    }

    /// A link is no more than the way to a model: which were applied, the names say.
    @Test func theNamesOfASealedDecisionOutlastItsLinks() throws {
        try hub.run("mental-models add", ["name": "Inversion"])
        try hub.run(
            "journal decisions add",
            ["title": "Move", "models": ["Inversion"], "expected": "Noise", "confidence": 70])
        let sealed = try hub.run("journal decisions seal", ["record": 1])
        let links = try hub.items("links list", ["collection": "journal/decisions", "record": "1"])
        try hub.run("links remove", ["id": #require(links.first?["id"])])
        #expect(try linked() == [])
        #expect(try hub.run("journal decisions show", ["record": 1]) == sealed)
    }

    @Test func decisionsAreKeptWithoutTheModule() throws {
        try hub.run("modules disable", ["id": "mental-models"])
        let added = try hub.run("journal decisions add", ["title": "Move", "models": ["Inversion"]])
        #expect(added["models"] == ["Inversion"])
        let row = "title,expected,confidence,models\nSell,x,70,Inversion\n"
        #expect(try hub.importFile(TextFile("d.csv", row)).added == 1)
    }

    /// Also of a decision that is sealed: its names stay as they are.
    @Test func modelsThatComeLaterAreLinked() throws {
        try hub.importFile(
            TextFile(
                "d.csv",
                """
                uid,title,expected,confidence,models,sealedAt
                d-1,Move,x,70,"Inversion
                Scale",2026-01-02T10:00:00Z
                d-2,Sell,x,70,Other,

                """))
        let before = try hub.run("journal decisions show", ["record": "d-1"])
        try hub.importFile(ModelsModule.file("Inversion", uid: "m-1"))
        #expect(try linked("d-1") == ["Inversion"])
        #expect(try linked("d-2") == [])
        try hub.importFile(ModelsModule.file("scale", uid: "m-2"))
        #expect(try linked("d-1") == ["Inversion", "scale"])
        #expect(try hub.run("journal decisions show", ["record": "d-1"]) == before)
        try hub.run("undo")
        #expect(try linked("d-1") == ["Inversion"])
    }
}
