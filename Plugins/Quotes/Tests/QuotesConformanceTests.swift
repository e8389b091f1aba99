import AtriumFormats
import AtriumSDK
import AtriumTesting
import Foundation
import RecordKit
import SeededRandom
import Testing

@testable import Quotes

@Suite struct QuotesConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try conformance(quotesModule).check(rule)
    }

    /// What a quote is can be kept as a file: the module made of that is the same.
    @Test(arguments: ConformanceRule.allCases)
    func conformsFromJSON(to rule: ConformanceRule) throws {
        let json = try JSONEncoder().encode(quoteDeclaration)
        let declaration = try JSONDecoder().decode(RecordDeclaration.self, from: json)
        #expect(declaration == quoteDeclaration)
        try conformance(module(of: declaration)).check(rule)
    }

    private func conformance(_ module: Module) throws -> ModuleConformance {
        ModuleConformance(module, formats: [CSVFileFormat(), MarkdownFileFormat()], samples: samples)
    }

    @Test func theQuoteFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 24)
        let conformance = RecordConformance(
            RecordKind(quoteDeclaration, rules: QuoteRules()), of: quotesModule, formats: [CSVFileFormat()])
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "quotes add",
                [
                    "text": .text("Festina lente"), "author": .text("Augustus"), "source": .text("Suetonius"),
                    "tags": .list([.text("latin"), .text("haste, or not")]), "favorite": .bool(true),
                ]),
            SampleCommand(
                "quotes add",
                [
                    "text": .text("One line,\nand another; \"quoted\""), "location": .text("page 12"),
                    "url": .text("https://example.org/a?b=c"), "note": .text("Two\nlines"),
                    "addedOn": .text("2026-02-28"),
                ]),
            SampleCommand("quotes add", ["text": .text("festina  lente"), "anyway": .bool(true)]),
            SampleCommand("quotes edit", ["record": .integer(2), "author": .text("Nobody")]),
            SampleCommand("quotes remove", ["record": .integer(3)]),
            SampleCommand("quotes today"),
            SampleCommand("quotes random", ["seed": .integer(7)]),
            SampleCommand("quotes authors"),
        ],
        files: [
            TextFile(
                "with-uids.csv",
                """
                uid,text,author,source,tags,favorite\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a0e01,Nulla dies sine linea,Apelles,Pliny,"latin,work",yes\r
                7b1d4ba6-41ab-4c5c-92b2-7b4f9d6a0e02,"Know thyself, they say",,Delphi,,\r

                """),
            TextFile("without-uids.csv", "text;author;source;shelf\nEt in Arcadia ego;;Poussin;3\n"),
        ])
}
