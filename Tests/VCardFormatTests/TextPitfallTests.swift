import ContentLine
import Foundation
import Testing
import TextDecoding
import VCardFormat

/// What programs really write below the properties: bytes, lines, escapes, structure.
@Suite("Habits of programs: text")
struct TextPitfallTests {
    private func cards(_ bytes: [UInt8]) throws -> (items: [VCardReader.Item], codes: [String]) {
        var source = DecodingByteSource(ArrayByteSource(bytes), eightBitText: .keep)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        var reader = VCardReader(ArrayByteSource(text))
        var items: [VCardReader.Item] = []
        var codes: [String] = []
        while let event = try reader.next() {
            switch event {
            case .card(let item):
                items.append(item)
                codes += item.issues.map(\.code.rawValue)
            case .issue(let issue): codes.append(issue.code.rawValue)
            case .other: break
            }
        }
        return (items, codes)
    }

    @Test(
        "Folds within a character are read, and none is written; nothing is too long",
        arguments: ["\r\n ", "\n\t", "\r\n\t"])
    func pitfall01Folding(fold: String) throws {
        let note = String(repeating: "añ日👨‍👩‍👧 ", count: 60)
        var line = Array("NOTE:".utf8)
        for (index, byte) in note.utf8.enumerated() {
            if index > 0, index % 7 == 0 { line += Array(fold.utf8) }
            line.append(byte)
        }
        let bytes =
            Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\n".utf8) + line + Array("\r\nEND:VCARD\r\n".utf8)
        let item = try #require(try cards(bytes).items.first)
        #expect(item.card[VCardProperty.note].map(\.value) == [note])
        let unfolded = read("BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:\(note)\r\nEND:VCARD\r\n")
        #expect(unfolded.card[VCardProperty.note].map(\.value) == [note])

        for version in VCardVersion.allCases {
            var editor = VCardEditor(version: version)
            editor.set(VCardProperty.note, to: [Property(note)])
            let lines = string(editor.written()).components(separatedBy: "\r\n")
            // QUOTED-PRINTABLE counts the soft break in (RFC 2045, section 6.7).
            #expect(lines.allSatisfy { $0.utf8.count <= (version == .v2 ? 76 : 75) })
            // Each physical line is text by itself: no character was cut.
            let physical = editor.written().split(separator: 0x0A)
            #expect(physical.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
            #expect(read(string(editor.written())).card[VCardProperty.note].map(\.value) == [note])
        }
    }

    @Test(
        "Any line ends, and blank lines anywhere; CRLF is written",
        arguments: ["\n", "\r", "\r\n", "\n\n", "\r\n \r\n"])
    func pitfall02LineEnds(end: String) throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:3.0", "FN:a", "TEL:1", "END:VCARD", "BEGIN:VCARD", "VERSION:3.0", "FN:b",
            "END:VCARD",
        ]
        let found = try cards(Array((lines.joined(separator: end) + end).utf8))
        #expect(found.items.map { $0.card[VCardProperty.formattedName].first?.value } == ["a", "b"])
        #expect(found.items.first?.card[VCardProperty.phone] == [Property("1")])
        for item in found.items {
            let written = string(item.source.normalized())
            #expect(!written.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
        }
    }

    @Test("A byte order mark, and UTF-16 with and without one")
    func pitfall03ByteOrderMarks() throws {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë 日\r\nEND:VCARD\r\n"
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big,
        ] {
            let item = try #require(try cards(bytes).items.first)
            #expect(item.card[VCardProperty.formattedName] == [Property("Zoë 日")])
            #expect(item.source.normalized() == Array(text.utf8))
        }
    }

    @Test("Other charsets: named, named in 3.0 where it is not allowed, and not named at all")
    func pitfall04Charsets() throws {
        func card(_ version: String, _ head: String, _ value: [UInt8]) -> [UInt8] {
            Array("BEGIN:VCARD\r\nVERSION:\(version)\r\n\(head):".utf8) + value
                + Array("\r\nEND:VCARD\r\n".utf8)
        }
        let rows: [(String, String, [UInt8], String)] = [
            ("2.1", "FN;CHARSET=ISO-8859-1", [0x5A, 0x6F, 0xEB], "Zoë"),
            ("3.0", "FN;CHARSET=windows-1251", [0xC8, 0xE2, 0xE0, 0xED], "Иван"),
            ("2.1", "FN;CHARSET=SHIFT_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            ("2.1", "FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE", Array("Zo=EB".utf8), "Zoë"),
            (
                "2.1", "FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE",
                Array("=5Ao".utf8) + [0xEB], "Zoë"
            ),
            ("3.0", "FN", [0x5A, 0x6F, 0xEB], "Zoë"), ("3.0", "FN;CHARSET=UTF-8", Array("Zoë".utf8), "Zoë"),
        ]
        for (version, head, value, text) in rows {
            let bytes = card(version, head, value)
            let item = try #require(try cards(bytes).items.first)
            #expect(item.card[VCardProperty.formattedName].map(\.value) == [text], "\(head)")
            // The bytes are kept; what is written is UTF-8 and says the same.
            #expect(item.source.bytes == bytes)
            let again = read(string(item.source.normalized()))
            #expect(again.card[VCardProperty.formattedName].map(\.value) == [text], "\(head)")
        }
        #expect(try cards(card("3.0", "FN", [0x5A, 0x6F, 0xEB])).codes.contains("not-utf-8"))
    }

    @Test(
        "QUOTED-PRINTABLE with soft breaks of every habit",
        arguments: [
            ("2.1", "NOTE;ENCODING=QUOTED-PRINTABLE:one=20=\r\ntwo", "one two"),
            ("2.1", "NOTE;ENCODING=QUOTED-PRINTABLE:one=20=\r\n two", "one two"),
            ("2.1", "NOTE;QUOTED-PRINTABLE:a=0D=0Ab", "a\nb"),
            ("3.0", "NOTE;ENCODING=QUOTED-PRINTABLE:a=C3=\r\n=BC", "aü"),
            ("2.1", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=\r\n=97=\r\n=A5", "日"),
            ("2.1", "NOTE;ENCODING=QUOTED-PRINTABLE:dangling=\r\nTEL:1", "dangling"),
        ])
    func pitfall05QuotedPrintable(version: String, line: String, text: String) {
        let item = read("BEGIN:VCARD\r\nVERSION:\(version)\r\n\(line)\r\nTITLE:t\r\nEND:VCARD\r\n")
        #expect(item.card[VCardProperty.note].map(\.value) == [text])
        #expect(item.card[VCardProperty.title].map(\.value) == ["t"])
        // An encoded semicolon is none between components.
        let name = card(.v2, "N;ENCODING=QUOTED-PRINTABLE:a=3Bb;c")[VCardProperty.name]
        #expect(name.map(\.value.family) == [["a;b"]])
    }

    @Test("Escapes by the value's type, and component by component")
    func pitfall06Escapes() {
        let shown = card(
            .v3,
            """
            NOTE:a\\, b\\; c\\: d\\\\n e\\nf\r
            ORG:R&D\\; Co.;Unit, one\r
            N:O\\;Hara;Jo\\,e,Ann\r
            URL:https\\://a.b/c?d=1\\,2\r
            X-PATH:C:\\new;D
            """)
        #expect(shown[VCardProperty.note].map(\.value) == ["a, b; c: d\\n e\nf"])
        #expect(shown[VCardProperty.organization].map(\.value.parts) == [["R&D; Co.", "Unit, one"]])
        #expect(shown[VCardProperty.name].map(\.value.family) == [["O;Hara"]])
        #expect(shown[VCardProperty.name].map(\.value.given) == [["Jo,e", "Ann"]])
        #expect(shown[VCardProperty.url].map(\.value) == ["https://a.b/c?d=1,2"])
        #expect(string(shown.component.written()).contains("X-PATH:C:\\new;D\r\n"))
        for text in ["\\n", "\\\\n", "\\\\\\;", ",;:\\", "\n\\n", "\\"] {
            for version in VCardVersion.allCases {
                var editor = VCardEditor(version: version)
                editor.set(VCardProperty.note, to: [Property(text)])
                #expect(read(string(editor.written())).card[VCardProperty.note].map(\.value) == [text])
            }
        }
    }

    @Test(
        "Parameters: colons and commas in quotes, escaped commas, RFC 6868, several quoted values",
        arguments: [
            ("X-A;P=\"a:b;c\":v", ["a:b;c"]), ("X-A;P=a\\,b:v", ["a,b"]),
            ("X-A;P=\"a\",\"b,c\":v", ["a", "b,c"]),
            ("X-A;P=a^nb^'c^^:v", ["a\nb\"c^"]), ("X-A;P=Zoë:v", ["Zoë"]),
            ("X-A;P=\"say \"hi\"\":v", ["say \"hi\""]),
        ])
    func pitfall07Parameters(line: String, values: [String]) throws {
        let shown = card(.v4, line)
        let found = try #require(shown.component.properties("X-A").first)
        #expect(found.parameters.first?.values == values)
        #expect(found.text() == "v")
        // Written anew it says the same, without a quote or a line feed in it.
        var changed = found
        changed.value = ArraySlice("w".utf8)
        let again = try #require(ContentLine(reading: changed.written()))
        #expect(again.parameters.first?.values == values)
        #expect(again.text() == "w")
    }

    @Test("Broken structure takes no neighbour with it, and is named")
    func pitfall08BrokenStructure() throws {
        let text = """
            BEGIN:VCARD
            VERSION:3.0
            FN:one
            BEGIN:VCARD
            VERSION:3.0
            FN:two
            no colon here
            END:VCARD
            begin:vcard
            version:3.0
            fn:three
            end:vcard
            """
        let found = try cards(Array(text.utf8))
        let names = found.items.flatMap { $0.card[VCardProperty.formattedName].map(\.value) }
        #expect(names == ["one", "two", "three"])
        #expect(Set(found.codes) == ["missing-end", "missing-colon"])
        #expect(string(found.items.flatMap { $0.source.normalized() }).contains("no colon here"))
    }

    @Test(
        "Pictures in every form are the same bytes, written in the form of the version",
        arguments: [
            "PHOTO;ENCODING=BASE64;TYPE=PNG:R0lGODdh\r\n", "PHOTO;BASE64:R0lGODdh\r\n",
            "PHOTO;ENCODING=b:R0lG\r\n ODdh",
            "PHOTO:data:image/gif;base64,R0lGODdh", "PHOTO;VALUE=URI:DATA:IMAGE/JPEG;BASE64\\,R0lGODdh",
            "X-MS-CARDPICTURE;TYPE=GIF;ENCODING=BASE64:R0lGODdh\r\n",
        ])
    func pitfall13Pictures(line: String) {
        let picture = Media.data(Array("GIF87a".utf8), mediaType: "image/gif")
        for version in VCardVersion.allCases {
            let shown = card(version, "FN:a\r\nN:a\r\n" + line)
            #expect(shown[VCardProperty.photo].map(\.value) == [picture])
            for target in VCardVersion.allCases where target != version {
                let converted = reread(shown.converted(to: target).card)
                #expect(converted.card[VCardProperty.photo].map(\.value) == [picture], "\(target)")
            }
        }
        let uri = card(.v4, "PHOTO:http://a/b.gif").converted(to: .v3).card
        #expect(uri[VCardProperty.photo].map(\.value) == [.uri("http://a/b.gif")])
    }

    @Test("Addresses: labels of both forms, any number of components, commas, line feeds")
    func pitfall16Addresses() throws {
        let three = card(
            .v3,
            "ADR;TYPE=home:;;a\\nb,c;d;;;;e;f\r\nADR;TYPE=work:;;w;;;\r\nLABEL;TYPE=work:W\\n1\r\nLABEL;TYPE=home:H\r\nLABEL;TYPE=dom:alone"
        )
        let addresses = three[VCardProperty.address].map(\.value)
        #expect(addresses.map(\.label) == ["H", "W\n1"])
        #expect(addresses.first?.street == ["a\nb", "c"])
        #expect(addresses.first?.further == [["e"], ["f"]])
        let four = reread(three.converted(to: .v4).card).card
        let converted = four[VCardProperty.address].map(\.value)
        #expect(converted.map(\.label) == ["H", "W\n1", "alone"])
        #expect(converted.first?.further == [["e"], ["f"]])
        #expect(four.component.property("LABEL") == nil)
        #expect(Said(reread(four.converted(to: .v3).card).card).difference(Said(three)) == nil)
    }
}
