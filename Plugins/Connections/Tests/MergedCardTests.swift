import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import Testing
import VCardFormat

@testable import Connections

/// What the cards of merged people say beyond what a record keeps.
@Suite struct MergedCardTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()]) }

    /// AGENT with a card of this number: as lines, or as text.
    private func agent(_ version: String, _ phone: String) -> String {
        if version == "2.1" {
            return "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:Greig;W.\r\nTEL:\(phone)\r\nEND:VCARD"
        }
        return
            "AGENT:BEGIN:VCARD\\nVERSION:3.0\\nFN:W. Greig\\nN:Greig\\;W.\\;\\;\\;\\nTEL:\(phone)\\nEND:VCARD\\n"
    }

    private func card(_ version: String, _ uid: String, _ lines: String...) -> TextFile {
        let head = ["BEGIN:VCARD", "VERSION:\(version)", "UID:\(uid)", "FN:Ada", "N:Lovelace;Ada;;;"]
        return TextFile(
            uid + ".vcf", (head + lines + ["END:VCARD", ""]).joined(separator: "\r\n"))
    }

    /// The numbers of the agents that a card names.
    private func agentPhones(_ text: String) -> [String] {
        let card = VCardReader.read(RawItem(name: "VCARD", bytes: Array(text.utf8))).card
        let texts = card.component.properties("X-AGENT").map {
            VCard(Component.parse(Array($0.text().utf8)).component)
        }
        let cards = card.agents.compactMap { if case .card(let inner) = $0 { inner } else { nil } }
        return (cards + texts).flatMap { $0[VCardProperty.phone].map(\.value) }
    }

    @Test(arguments: ["2.1", "3.0", "4.0"], ["2.1", "3.0"])
    func cardsWithinCardsAndLinesThatNobodyReadsStay(own: String, other: String) throws {
        let isNew = own == "4.0"
        try hub.importFile(card(own, "a", isNew ? "NOTE:x" : agent(own, "5550"), "ADR:;;Oak Road 1;;;;"))
        try hub.importFile(
            card(other, "b", agent(other, "5551"), agent(other, "5552"), "LABEL:Main St 5", "no colon here"))
        try hub.run("connections merge", ["record": "a", "other": "b"])
        for note in ["one", "two"] {
            let text = try hub.export("connections")
            #expect(agentPhones(text) == (isNew ? [] : ["5550"]) + ["5551", "5552"])
            let lines = text.replacing("\r\n ", with: "").split(separator: "\r\n")
            #expect(lines.count { $0.hasSuffix("LABEL:Main St 5") } == 1)
            #expect(lines.count { $0 == "no colon here" } == 1)
            #expect(lines.count { $0.contains("Oak Road 1") } == 1)
            try hub.run("connections edit", ["record": "a", "notes": [.text(note)]])
        }
        // The export says it all again.
        let text = try hub.export("connections")
        let again = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        try again.importFile(TextFile("all.vcf", text))
        #expect(try again.export("connections") == text)
    }

    @Test func theSameAgentIsNotTakenTwice() throws {
        for uid in ["a", "b"] { try hub.importFile(card("2.1", uid, agent("2.1", "5551"))) }
        try hub.run("connections merge", ["record": "a", "other": "b"])
        #expect(agentPhones(try hub.export("connections")) == ["5551"])
    }
}
