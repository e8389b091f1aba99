import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import Testing
import VCardFormat

@testable import Connections

/// The sample contacts, through the host: in, in again, out with every property, and taken back.
@Suite struct SampleDataTests {
    private let hub: TemporaryHub
    private let content: [UInt8]
    private let cards: [VCard]

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        content = try Array(Data(contentsOf: root.appending(path: "SampleData/contacts.vcf")))
        cards = try Cards.read(content)
        try #require(cards.count >= 20, "SampleData/contacts.vcf holds \(cards.count) cards")
    }

    private func importSample() throws -> ImportReport.File {
        try hub.importFile(TextFile("contacts.vcf", content: content))
    }

    @Test func everyCardBecomesAPersonAndIsUnchangedTheNextTime() throws {
        let first = try importSample()
        #expect(first.items == cards.count)
        #expect(first.added == cards.count)
        let second = try importSample()
        #expect(second.items == cards.count)
        #expect(second.unchanged == cards.count)
        #expect(try hub.items("connections list", ["limit": .integer(1000)]).count == cards.count)
    }

    @Test func theExportGivesEveryPropertyOfEveryCardBack() throws {
        _ = try importSample()
        let text = try hub.export("connections", format: .vcard)
        let exported = try Cards.read(Array(text.utf8))
        try #require(exported.count == cards.count)
        for (before, after) in zip(cards, exported) {
            let place = Comment("the card at line \(before.component.lineNumber)")
            #expect(Self.statements(before) == Self.statements(after), place)
            #expect(before.component.components == after.component.components, place)
        }
        // What comes out is what went in.
        #expect(try hub.importFile(TextFile("again.vcf", text)).unchanged == cards.count)
    }

    @Test func undoingTheImportLeavesNobody() throws {
        _ = try importSample()
        let runs = try hub.items("imports list")
        let run = try #require(runs.first?["run"])
        #expect(try hub.run("imports undo", ["run": run])["kept"] == .list([]))
        #expect(try hub.items("connections list").isEmpty)
        #expect(try Cards.read(Array(hub.export("connections", format: .vcard).utf8)).isEmpty)
    }

    /// What a line says, whatever its charset: the text is decoded.
    private struct Statement: Equatable {
        let group: String?
        let name: String
        let parameters: [Parameter]
        let value: String
    }

    /// What the lines of a card say, in their order.
    private static func statements(_ card: VCard) -> [Statement] {
        card.component.properties.map { line in
            Statement(
                group: line.group, name: line.name,
                parameters: line.parameters.filter { !$0.isNamed("CHARSET") }, value: line.text())
        }
    }
}
