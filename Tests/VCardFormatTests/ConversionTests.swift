import ContentLine
import SeededRandom
import SharedFiles
import Testing
import VCardFormat

/// The same after it was written and read.
func reread(_ card: VCard) -> VCardReader.Item {
    VCardReader.read(RawItem(name: "VCARD", bytes: card.component.written()))
}

@Suite("Conversion between versions")
struct ConversionTests {
    @Test(
        "Every real card comes back from every version as it was",
        .needsShared(), arguments: Corpus.paths)
    func corpus(path: String) throws {
        for item in try CorpusTests.readAll(Corpus.bytes(path)).items {
            for target in VCardVersion.allCases where target != item.card.version {
                let there = reread(item.card.converted(to: target).card)
                #expect(there.card.version == target)
                let back = reread(there.card.converted(to: item.card.version).card)
                let difference = Said(item.card).difference(Said(back.card))
                #expect(difference == nil, "\(path):\(item.source.line) by \(target.rawValue)")
            }
        }
    }
}

extension ConversionTests {
    @Test(
        "A card within a card comes back as it was, whatever its version and its place",
        arguments: [
            // Found by a fuzzer: neither VERSION nor END, and what is an END but for its name.
            "ORG:Company\r\nAGENT:BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jane Doe\r\nEND:VCARD\r\nEND:VCRAD",
            "VERSION:3.0\r\nAGENT:BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jane\r\nBDAY:--0203\r\nEND:VCARD\r\nFN:Ada",
            "VERSION:3.0\r\nAGENT:BEGIN:VCARD\r\nVERSION:2.1\r\nN:Jane\r\nTEL;HOME:1\r\nEND:VCARD\r\nFN:Ada",
            "VERSION:3.0\r\nAGENT:BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jane\r\nEND:VCARD\r\nFN:Ada",
            "VERSION:2.1\r\nN:Ada\r\nAGENT:\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jane\r\nEND:VCARD\r\nTEL:2",
            "VERSION:2.1\r\nN:Ada\r\nAGENT: BEGIN:VCARD \r\nVERSION:3.0\r\nFN:Jane\r\nEND:VCARD\r\nTEL:2",
            "VERSION:2.1\r\nN:Ada\r\nitem1.AGENT;X-A=b:BEGIN:VCARD\r\nVERSION:2.1\r\nN:Jane\r\nEND:VCARD\r\nTEL:2",
            "VERSION:3.0\r\nFN:Ada\r\nAGENT:BEGIN:VCARD\\nVERSION:4.0\\nFN:Jane\\nEND:VCARD\\n",
            // Neither card has an END of its own: they are put right when they are written as text.
            "VERSION:3.0\r\nFN:Ada\r\nAGENT:BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jane\r\nAGENT:BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jo\r\nEND:VC",
            // A card within, in which a line moves to the one that it belongs to.
            "VERSION:3.0\r\nFN:Ada\r\nAGENT:BEGIN:VCARD\r\nVERSION:3.0\r\nN:Jane\r\nNOTE:x\r\nSORT-STRING:Jane\r\nEND:VCARD",
            // A card behind words is none of theirs.
            "VERSION:3.0\r\nFN:Ada\r\nAGENT:Jane\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jo\r\nEND:VCARD\r\nTEL:2",
        ])
    func cardsWithinCards(text: String) {
        let card = reread(read("BEGIN:VCARD\r\n\(text)\r\nEND:VCARD\r\n").card).card
        #expect(card.component.components.count + card.agents.count > 0)
        for target in VCardVersion.allCases where target != card.version {
            let there = reread(card.converted(to: target).card).card
            #expect(there.version == target)
            #expect(there[VCardProperty.formattedName].map(\.value) != ["Jane Doe"])
            let back = reread(there.converted(to: card.version).card).card
            #expect(Said(card).difference(Said(back)) == nil, "by \(target.rawValue)")
        }
    }

    @Test(
        "Lines that conversion writes in another order come to rest in one round",
        arguments: [
            // Found by a fuzzer: each conversion took another of the labels for that of the address.
            (
                VCardVersion.v3,
                "FN:Ada\r\nLABEL:a\r\nLABEL:b\r\nLABEL:c\r\nADR:;;d;;;;\r\nSORT-STRING:a\r\nSORT-STRING:a\r\nN:b"
            ),
            // Found by a fuzzer: each conversion wrote another of the words behind the types.
            (.v2, "N:Ada\r\nTEL;PREF;HOME;PREF;FAX;PREF;CELL:1"),
        ])
    func restInOneRound(version: VCardVersion, lines: String) {
        var card = card(version, lines)
        func round() {
            card = reread(reread(card.converted(to: .v4).card).card.converted(to: version).card).card
        }
        let first = Said(card)
        round()
        #expect(first.difference(Said(card)) == nil)
        let once = card.component.written()
        round()
        #expect(card.component.written() == once)
    }

    /// Found by a fuzzer.
    @Test(
        "Lines that only look as if they went with others come back as they were",
        arguments: [
            "ADR;WORK:;;a\r\nLABEL;WORK;ENCODING=BASE64:=00x", "N:b\r\nX-SORT-STRING;BASE64:QUJD",
            "X-AGENT:BEGIN:VCARD\r\nEND:VCARD", "AGENT:BEGIN:VCARD",
        ])
    func linesAlone(lines: String) {
        let card = reread(card(.v2, "N:Ada\r\n" + lines)).card
        for target in [VCardVersion.v3, .v4] {
            let back = reread(reread(card.converted(to: target).card).card.converted(to: .v2).card).card
            #expect(Said(card).difference(Said(back)) == nil, "by \(target.rawValue)")
        }
    }

    @Test("Labels of several addresses of one type come back without groups")
    func labelsOfLikeAddresses() {
        let card = card(
            .v3,
            """
            FN:Ada\r\nADR;TYPE=home:;;1 First St;Town;;;\r\nLABEL;TYPE=home:1 First St\\nTown\r
            ADR;TYPE=home:;;2 Second St;Town;;;\r\nLABEL;TYPE=home:2 Second St\\nTown
            """)
        let old = VCardFormatTests.card(
            .v2,
            """
            N:Ada\r\nLABEL;WORK;QUOTED-PRINTABLE:1 First St=0D=0ATown\r\nADR;WORK:;;1 First St;Town\r
            LABEL;WORK;QUOTED-PRINTABLE:1 First St=0D=0ATown
            """)
        let oldBack = reread(reread(old.converted(to: .v4).card).card.converted(to: .v2).card).card
        #expect(Said(old).difference(Said(oldBack)) == nil)
        let there = reread(card.converted(to: .v4).card).card
        #expect(
            there[VCardProperty.address].map(\.value.label) == ["1 First St\nTown", "2 Second St\nTown"])
        let back = reread(there.converted(to: .v3).card).card
        #expect(Said(card).difference(Said(back)) == nil)
    }

    /// Lines of 4.0 in forms that are not its own, and others that it has in more than one form.
    static let foreignLines = [
        "SOUND;TYPE=BASIC;ENCODING=b:VGhlcmU=", "PHOTO;ENCODING=BASE64;TYPE=JPEG:VGhlcmU=",
        "item1.X-ABDATE:1930-03-20\r\nitem1.X-ABLabel:_$!<Anniversary>!$_",
        "item1.X-ABRELATEDNAMES:Jo\r\nitem1.X-ABLabel:_$!<Spouse>!$_",
        "item1.X-ABLabel:_$!<Child>!$_\r\nitem1.X-ABRELATEDNAMES;X-A=b:Jo",
        "ANNIVERSARY:19300320\r\nRELATED;TYPE=spouse;VALUE=text:Jo",
        "item1.X-ABDATE:1930-03-20\r\nitem1.X-ABLabel:Own", "X-PHONE;PREF=17;PREF=1:1",
        "END;:VC,RD", "BEGIN;X-A=b:VCARD",
        "N:Lovelace;Ada;;;\r\nSORT-STRING:Ada", "ADR;TYPE=home:;;a;;;;\r\nLABEL;TYPE=home:b",
    ]

    /// Found by a fuzzer: 4.0 has properties or forms of its own for them, but these were none of those.
    @Test(
        "Lines of a 4.0 card that are not in its own form come back as they were",
        arguments: foreignLines)
    func foreignLinesOfVersion4(lines: String) {
        let card = card(.v4, "FN:Ada\r\n" + lines)
        for target in [VCardVersion.v2, .v3] {
            let there = reread(card.converted(to: target).card).card
            let back = reread(there.converted(to: .v4).card).card
            #expect(Said(card).difference(Said(back)) == nil, "by \(target.rawValue)")
        }
    }

    /// Found by a fuzzer.
    @Test("The letter b alone is a type, and no encoding")
    func bareLetterB() {
        let card = card(.v2, "N:Ada\r\nTEL;a;b;QP:=31")
        #expect(card[VCardProperty.phone].map(\.attributes.types) == [["a", "b"]])
        let there = reread(card.converted(to: .v3).card).card
        #expect(Said(card).difference(Said(reread(there.converted(to: .v2).card).card)) == nil)
    }

    /// Found by a fuzzer.
    @Test("A photo keeps the spelling of its type", arguments: ["image/png", "PNG", "png", "X-OWN"])
    func photoTypes(type: String) {
        for version in [VCardVersion.v2, .v3] {
            let card = card(version, "N:Ada\r\nFN:Ada\r\nPHOTO;ENCODING=b;TYPE=\(type):iVBORw0KGgo=")
            let there = reread(card.converted(to: .v4).card).card
            let back = reread(there.converted(to: version).card).card
            #expect(Said(card).difference(Said(back)) == nil, "\(version)")
        }
    }

    /// A card of anything that may stand in one, of any version; what stands in it fits no version in particular.
    static func anyCard(_ random: inout SeededGenerator) -> VCard {
        let version = VCardVersion.allCases.randomElement(using: &random) ?? .v4
        var editor = VCardEditor(card(version, anyLines(&random).joined(separator: "\r\n")))
        editor.set(VCardProperty.note, to: [Property(random.text(0...200))])
        return VCardReader.read(RawItem(name: "VCARD", bytes: editor.written())).card
    }

    private static func anyLines(_ random: inout SeededGenerator) -> [String] {
        let names =
            VCardProperty.names.filter { $0 != "VERSION" } + [
                "X-ANY", "NEW-ONE", "AGENT", "ADR", "LABEL", "ADR",
            ]
        let parameters = [
            "TYPE=home", "TYPE=work,pref", "TYPE=\"a,b\"", "HOME", "PREF", "PREF=1", "PREF=17", "PREF=0",
            "ALTID=1",
            "PID=1.1,2", "LANGUAGE=de", "X-LANGUAGE=x", "VALUE=text", "VALUE=uri", "VALUE=URL", "VALUE=date",
            "X-ODD=\"a;b\"",
            "SORT-AS=\"x,y\"", "LABEL=\"a\\nb\"", "MEDIATYPE=image/gif", "X-ABC", "X-APPLE-OMIT-YEAR=1604",
            "X-ALTID=3",
            "TYPE=JPEG", "LEVEL=high", "GEO=\"geo:1,2\"", "X-PREF=5", "TYPE=spouse", "TYPE=X-mine",
            "CHARSET=UTF-8",
        ]
        let values = [
            "", "text", "a,b", "a\\,b;c", "--0203", "---03", "1985-04", "19850412T102200Z", "1604-02-03",
            "1985-04-12",
            "1953-10-15T23:10:00-05:00", "T10", "http://a/b", "urn:uuid:1", "geo:1,2", "geo:1.50,2.0,7;u=3",
            "1;2", "1,2",
            "data:image/gif;base64,R0lGODdh", "R0lGODdh", "xmpp:a@b", "aim:joe", "tel:+1-555;ext=1", "-0500",
            "-05:00",
            "Europe/Oslo", "M", ";they", "O;x", "Male", "_$!<Anniversary>!$_", "_$!<Spouse>!$_", "Spouse",
            "üñî日本語",
            "a\\nb", "a\\\\nb", "BEGIN:VCARD\\nVERSION:3.0\\nFN:x\\nBDAY:--0203\\nEND:VCARD\\n",
            ";;1 Main St;Town;;;", "::;;",
        ]
        return (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let group = ["", "", "", "a.", "item1.", "b."].randomElement(using: &random) ?? ""
            let name = names.randomElement(using: &random) ?? "X"
            let count = [0, 0, 1, 1, 2, 3].randomElement(using: &random) ?? 0
            let some = (0..<count).map { _ in ";" + (parameters.randomElement(using: &random) ?? "") }
                .joined()
            if name == "AGENT", Bool.random(using: &random) {
                let version = VCardVersion.allCases.randomElement(using: &random) ?? .v2
                let lines = "VERSION:\(version.rawValue)\r\nFN:x\r\nBDAY:--0203\r\nEND:VCARD"
                return group + name + ":BEGIN:VCARD\r\n" + lines
            }
            return group + name + some + ":" + (values.randomElement(using: &random) ?? "")
        }
    }

    @Test("Generated cards come back from every version as they were", arguments: 0..<8)
    func generated(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 1)
        for round in 0..<100 {
            let card = Self.anyCard(&random)
            for target in VCardVersion.allCases where target != card.version {
                let there = reread(card.converted(to: target).card)
                let back = reread(there.card.converted(to: card.version).card)
                let difference = Said(card).difference(Said(back.card))
                #expect(
                    difference == nil,
                    "round \(round)\n\(string(card.component.written()))\n\(string(there.card.component.written()))"
                )
                #expect(there.card.version == target)
            }
        }
    }
}
