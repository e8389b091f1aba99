import ContentLine
import SeededRandom
import Testing
import VCardFormat

/// Parameters and values of parameters that say nothing: a program wrote them, and nobody edited them.
@Suite("Empty parameters of cards")
struct EmptyParameterTests {
    static let cases: [(VCardVersion, SampleLine.Encoding)] = VCardVersion.allCases.flatMap { version in
        SampleLine.Encoding.allCases.filter { version == .v2 || !$0.isQuotedPrintable }.map { (version, $0) }
    }

    private static let names = ["ADR", "TEL", "EMAIL", "NOTE", "ORG", "item1.URL", "N", "X-ANY"]

    /// The card with TITLE and one more EMAIL, which no sample has.
    private func edited(_ card: VCard) -> [UInt8] {
        var editor = VCardEditor(card)
        editor.setFirst(VCardProperty.title, to: Property("Chief"))
        editor.set(VCardProperty.email, to: card[VCardProperty.email] + [Property("new@example.org")])
        return editor.written()
    }

    private func expect(_ samples: [SampleLine], in written: [UInt8], _ comment: Comment) {
        let lines = Component.parse(written).component.properties.filter {
            !["VERSION", "TITLE"].contains($0.canonicalName) && $0.text() != "new@example.org"
        }
        #expect(lines.map { $0.text() } == samples.map(\.value), comment)
        for (line, sample) in zip(lines, samples) {
            #expect(sample.hasHead(of: line.source ?? []), "\(comment): \(sample.head)")
        }
    }

    @Test("They come back in every version and encoding, also if another field is edited", arguments: cases)
    func anyParameters(version: VCardVersion, encoding: SampleLine.Encoding) {
        var random = SeededGenerator(seed: 21)
        let words = version == .v2 ? ["HOME", "PREF", "Work"] : []
        for round in 0..<200 {
            let samples = (0..<random.int(1...6)).map { _ in
                random.line(named: Self.names, words: words, in: encoding)
            }
            let text =
                Array("BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n".utf8) + samples.flatMap(\.bytes)
                + Array("END:VCARD\r\n".utf8)
            let item = VCardReader.read(RawItem(name: "VCARD", bytes: text))
            let normalized = item.source.normalized()
            expect(samples, in: normalized, "round \(round)")
            #expect(item.card.component.written() == normalized, "round \(round)")
            #expect(RawItem(name: "VCARD", bytes: normalized).normalized() == normalized, "round \(round)")
            expect(samples, in: edited(item.card), "round \(round), edited")
        }
    }

    @Test(
        "They stay in a card of windows-1252 that is written in UTF-8",
        arguments: [
            "ADR;HOME;PREF;:;;Hauptstraße 1;Köln;;", "ADR;;HOME;PREF:;;Hauptstraße 1;Köln;;",
            "ADR;:;;Hauptstraße 1;Köln;;", "TEL;TYPE=home,,work;TYPE=:Büro", "TEL;=;=HOME;X-A=,:Büro",
        ])
    func cardOfWindows1252(line: String) {
        let text = "BEGIN:VCARD\r\nVERSION:2.1\r\n\(line)\r\nEND:VCARD\r\n"
        let item = VCardReader.read(
            RawItem(name: "VCARD", bytes: text.unicodeScalars.map { UInt8($0.value) }))
        #expect(string(item.source.normalized()) == text)
        #expect(string(edited(item.card)).contains("\r\n\(line)\r\n"))
    }
}
