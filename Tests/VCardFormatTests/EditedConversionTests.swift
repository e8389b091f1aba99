import ContentLine
import Testing
import VCardFormat

/// Cards that another program changes between two conversions: what it wrote stays, and what it took away does not return.
@Suite("Conversion of edited cards")
struct EditedConversionTests {
    struct Row: CustomTestStringConvertible {
        /// What another program does.
        var testDescription: String
        var version: VCardVersion
        var lines: String
        var other: VCardVersion
        /// Texts in the converted card, and what the program makes of each.
        var edits: [(old: String, new: String)]
        /// What the card has to say when it is of its version again.
        var expected: [String]
        /// What it may say no more.
        var gone: [String] = []
    }

    static let label = "_$!<Anniversary>!$_"
    static let rows: [Row] = [
        Row(
            testDescription: "adds a sort string beside a name that conversion added", version: .v4,
            lines: "FN:Ada Lovelace", other: .v3,
            edits: [("END:VCARD", "SORT-STRING:Lovelace\r\nEND:VCARD")],
            expected: ["Lovelace", "FN:Ada Lovelace"]),
        Row(
            testDescription: "labels an address that was grouped with its delivery label", version: .v4,
            lines: "FN:Ada\r\nADR;TYPE=home;LABEL=A:;;a;;;;\r\nADR;TYPE=home;LABEL=B:;;b;;;;", other: .v3,
            edits: [("END:VCARD", "item1.X-ABLabel:Summer house\r\nEND:VCARD")],
            expected: ["item1.ADR;LABEL=\"A\";TYPE=home", "item1.X-ABLabel:Summer house"]),
        Row(
            testDescription: "changes a value that is marked", version: .v4, lines: "FN:Ada\r\nBDAY:1985-04",
            other: .v3,
            edits: [(":1985-04", ":1985-05-06")], expected: ["BDAY:19850506"], gone: ["1985-04", "X-ATRIUM"]),
        Row(
            testDescription: "writes a part of the mark in lower case", version: .v4,
            lines: "FN:Ada\r\nTEL;VALUE=uri:tel:+1-555", other: .v3, edits: [("VALUE%3Duri", "value%3duri")],
            expected: ["TEL:+1-555"], gone: ["X-ATRIUM", "tel:"]),
        Row(
            testDescription: "puts a note under the label that conversion wrote", version: .v4,
            lines: "FN:Ada\r\nitem1.ANNIVERSARY:2009-08-08", other: .v3,
            edits: [("END:VCARD", "item1.NOTE:party\r\nEND:VCARD")],
            expected: ["item1.NOTE:party", "item1.X-ABLabel:\(label)"]),
        Row(
            testDescription: "takes the label of an anniversary away", version: .v4,
            lines: "FN:Ada\r\nANNIVERSARY:20090808",
            other: .v3, edits: [("X-ABLabel;", "X-ABOther;")], expected: ["item1.X-ABDATE:20090808"],
            gone: ["ANNIVERSARY"]
        ),
        Row(
            testDescription: "removes the line of a label that conversion added", version: .v4,
            lines: "FN:Ada\r\nRELATED;VALUE=text;TYPE=spouse:Jo", other: .v3,
            edits: [("item1.X-ABRELATEDNAMES:Jo\r\n", "")], expected: ["FN:Ada"], gone: ["LABEL", "RELATED"]),
        Row(
            testDescription: "names the language of a name that conversion added", version: .v2,
            lines: "N:Lovelace;Ada", other: .v3, edits: [("FN;", "FN;LANGUAGE=en;")],
            expected: ["FN;LANGUAGE=en:Ada Lovelace"]),
        Row(
            testDescription: "writes text behind the card that an agent is", version: .v3,
            lines:
                "FN:Ada\r\nAGENT:BEGIN:VCARD\\nVERSION:3.0\\nFN:x\\nEND:VCARD\\nBEGIN:VCARD\\nFN:y\\nEND:VCARD\\n",
            other: .v4,
            edits: [], expected: ["FN:x\\nEND:VCARD\\nBEGIN:VCARD\\nFN:y\\nEND:VCARD\\n"]),
    ]

    @Test("What another program does to a converted card stays done", arguments: rows)
    func edits(row: Row) {
        let card = reread(card(row.version, row.lines)).card
        var text = string(card.converted(to: row.other).card.component.written()).unfolded
        for edit in row.edits {
            #expect(text.contains(edit.old), "\(text)")
            text = text.replacing(edit.old, with: edit.new)
        }
        let back = string(read(text).card.converted(to: row.version).card.component.written()).unfolded
        for line in row.expected {
            #expect(back.uppercased().contains(line.uppercased()), "\(text)\n\(back)")
        }
        for line in row.gone { #expect(!back.contains(line), "\(text)\n\(back)") }
    }

    @Test("A group that somebody else uses by now is not taken back")
    func groupsOfOthers() {
        func converted(_ text: String, to version: VCardVersion) -> String {
            string(read(text).card.converted(to: version).card.component.written()).unfolded
        }
        let first = string(card(.v4, "FN:Ada\r\nANNIVERSARY:20090808").component.written())
        // A day in a form of its own, so that the line is marked in 4.0 with its group in 3.0.
        var text = converted(first, to: .v3).replacing(":2009-08-08", with: ":20100102")
        text = converted(text, to: .v4).replacing(
            "END:VCARD", with: "item1.EMAIL:ada@example.org\r\nitem1.X-ABLabel:Work\r\nEND:VCARD")
        let back = converted(text, to: .v3)
        #expect(back.contains("item1.X-ABLabel:Work"))
        #expect(back.contains("item2.X-ABDATE"))
        #expect(back.contains("item2.X-ABLabel"))
    }

    @Test("A line that comes back to 2.1 is written as 2.1 is")
    func labelsOfVersion2() {
        let lines =
            "N:Ada\r\nADR;HOME:;;a\r\nLABEL;HOME;CHARSET=UTF-8;QUOTED-PRINTABLE:Stra=C3=9Fe=0D=0Ab\r\nX-A;PREF;X-B=c:d"
        let there = reread(reread(card(.v2, lines)).card.converted(to: .v4).card).card
        let back = there.converted(to: .v2).card.component.written()
        #expect(back.allSatisfy { $0 < 0x80 })
        #expect(!string(back).contains("\r\n "))
    }

    @Test("A mark that was forged brings no line that begins or ends a card")
    func forgedMarks() {
        /// A mark that holds at `TEL:1`: its first field is FNV-1a of 64 bits of the others and of that line.
        func mark(_ name: String) -> String {
            let fields = ["3.0", "", name, "0", "0", "VCARD"]
            let bytes: [UInt8] = (fields + [".TEL:1"]).flatMap { Array($0.utf8) + [0xFF] }
            let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            return ([String(hash, radix: 16)] + fields).joined(separator: "|")
        }
        func converted(_ name: String) -> [String] {
            let card = card(.v4, "FN:a\r\nTEL;X-ATRIUM-ORIGINAL=\(mark(name)):1").converted(to: .v3).card
            return string(card.component.written()).split(separator: "\r\n").map(String.init)
        }
        #expect(converted("NOTE").contains("NOTE:VCARD"), "The mark of this test holds no more.")
        for name in ["BEGIN", "END", "VERSION"] { #expect(converted(name).contains("TEL:1")) }
    }

    @Test("A card that goes through all versions comes back", arguments: ConversionTests.foreignLines)
    func throughAllVersions(lines: String) {
        let card = reread(card(.v4, "FN:Ada\r\n" + lines)).card
        var there = card
        for version in [VCardVersion.v3, .v2, .v3, .v4] {
            there = reread(there.converted(to: version).card).card
        }
        #expect(Said(card).difference(Said(there)) == nil)
    }
}

extension String {
    /// The same without folds, which may stand within what Swift takes for one character.
    fileprivate var unfolded: String {
        var result: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x0D, rest.starts(with: [0x0A, 0x20]) {
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
