import ContentLine
import Testing
import TextDecoding

/// What programs write that readers of lines trip over: what vCard and iCalendar share.
@Suite("Habits of programs: lines")
struct PitfallTests {
    /// The lines of a card.
    private func card(_ lines: [UInt8]) -> Component.Parsed {
        Component.parse(Array("BEGIN:VCARD\r\n".utf8) + lines + Array("\r\nEND:VCARD\r\n".utf8))
    }

    @Test func pitfall01FoldsAreOfBytes() throws {
        // Cut at 75 octets, within ü; a TAB folds as well; a long line need not be folded.
        let long = String(repeating: "x", count: 100_000)
        let bytes =
            Array("NOTE:M".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xBC]
            + Array("nchen\r\n\t, Isar\r\nX:\(long)".utf8)
        let parsed = card(bytes)
        #expect(parsed.component.properties.map { $0.text() } == ["München, Isar", long])
        #expect(parsed.issues.isEmpty)
        // Neither comes out cut within a character.
        var note = try #require(parsed.component.properties.first)
        #expect(string(note.written()) == "NOTE:München, Isar\r\n")
        note.value = ArraySlice(Array(repeating: Array("€".utf8), count: 50).flatMap { $0 })
        for physical in string(note.written()).split(separator: "\r\n") {
            #expect(physical.utf8.count <= 75 && !physical.contains("\u{FFFD}"))
        }
    }

    @Test(arguments: ["\r\n", "\n", "\r"])
    func pitfall02LineEndsAndBlankLines(end: String) throws {
        let text = ["", "BEGIN:VCARD", "", "FN:a", "  ", "NOTE:b", " c", "", "END:VCARD", "", ""].joined(
            separator: end)
        #expect(try split(Array(text.utf8), .vCard) == ["VCARD@2"])
        let start = text.utf8.firstIndex(of: 0x42) ?? text.startIndex
        let parsed = Component.parse(Array(text[start...].utf8), line: 2)
        #expect(parsed.component.properties.map { $0.text() } == ["a", "bc"])
        #expect(parsed.component.properties.map(\.lineNumber) == [4, 6])
        let written = string(parsed.component.written())
        #expect(written.utf8.count { $0 == 0x0D } == written.utf8.count { $0 == 0x0A })
    }

    @Test func pitfall02LineEndsMixed() throws {
        let parsed = card(Array("A:1\nB:2\rC:3\r\nD:4".utf8))
        #expect(parsed.component.properties.map(\.canonicalName) == ["A", "B", "C", "D"])
        #expect(
            string(parsed.component.written()) == "BEGIN:VCARD\r\nA:1\r\nB:2\r\nC:3\r\nD:4\r\nEND:VCARD\r\n")
    }

    @Test func pitfall03ByteOrderMarks() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = "BEGIN:VCARD\r\nFN:Ü\r\nEND:VCARD\r\n"
        #expect(try split(mark + Array(text.utf8), .vCard) == ["VCARD@1"])
        let parsed = Component.parse(mark + Array(text.utf8))
        #expect(parsed.issues.isEmpty)
        #expect(string(parsed.component.written()) == text)
    }

    @Test(arguments: [true, false], [true, false])
    func pitfall03UTF16(isBigEndian: Bool, hasMark: Bool) throws {
        var bytes: [UInt8] = []
        for unit in ((hasMark ? "\u{FEFF}" : "") + "BEGIN:VCARD\r\nFN:Ü日\r\nEND:VCARD\r\n").utf16 {
            let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            bytes += isBigEndian ? pair.reversed() : pair
        }
        var splitter = ComponentSplitter(
            DecodingByteSource(ArrayByteSource(bytes), eightBitText: .keep), grammar: .vCard)
        guard case .item(let item)? = try splitter.next() else {
            Issue.record("no card")
            return
        }
        #expect(Component.parse(item.bytes).component.property("FN")?.text() == "Ü日")
    }

    @Test func pitfall04CharsetsOfSingleLines() throws {
        let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B]  // 日本 in Shift_JIS
        let lines =
            Array("N;CHARSET=SHIFT_JIS:".utf8) + japanese + Array("\r\nTITLE;CHARSET=ISO-8859-1:M".utf8) + [
                0xFC
            ]
            + Array("ller\r\nORG;CHARSET=UTF-8:Ü\r\nNOTE:caf".utf8) + [0xE9]
        let parsed = card(lines)
        #expect(parsed.component.properties.map { $0.text() } == ["日本", "Müller", "Ü", "café"])
        // What was guessed is told, and where; the bytes are kept.
        #expect(parsed.issues.map(\.code) == [.notUTF8])
        #expect(parsed.issues.map(\.line) == [5])
        #expect(
            parsed.component.properties[3].source.map(Array.init) == Array("NOTE:caf".utf8) + [
                0xE9, 0x0D, 0x0A,
            ])
        // All is written in UTF-8.
        let written = parsed.component.written()
        #expect(written.withUnsafeBytes { TextEncoding.isValidUTF8($0) })
        #expect(
            Component.parse(written).component.properties.map { $0.text() } == ["日本", "Müller", "Ü", "café"])
    }

    @Test(arguments: [
        ("NOTE;ENCODING=QUOTED-PRINTABLE:=C3=\r\n=BC x", "ü x"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\n b", "ab"),
        ("NOTE;QUOTED-PRINTABLE:a=3Db", "a=b"), ("NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nTEL:1", "a"),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab", "a\nb"),
        ("NOTE;ENCODING=quoted-printable:=\r\n=\r\nx", "x"),
    ])
    func pitfall05SoftBreaks(lines: String, text: String) throws {
        let line = try #require(card(Array(lines.utf8)).component.properties.first)
        #expect(line.text() == text)
        var changed = line
        changed.group = "g"
        #expect(readLine(changed.written()).line?.text() == text)
    }

    @Test func pitfall05SeparatorsInQuotedPrintable() throws {
        let line = try #require(readLine("N;ENCODING=QUOTED-PRINTABLE:a=3Bb;c").line)
        #expect(line.structured() == [["a;b"], ["c"]])
    }

    @Test(arguments: [
        // Raw separators, escapes written twice, backslashes before other characters, and in odd numbers.
        ("a;b,c", "a;b,c"), ("a\\\\,b", "a\\,b"), ("https\\://x", "https://x"), ("a\\:b", "a:b"),
        ("a\\nb\\\\nc", "a\nb\\nc"),
        ("\\\\\\", "\\\\"), ("a\\xb", "a\\xb"), ("\\", "\\"),
    ])
    func pitfall06EscapesAreUndoneOnce(value: String, text: String) throws {
        let line = try #require(readLine("NOTE:\(value)").line)
        #expect(line.text() == text)
        #expect(string(line.written()) == "NOTE:\(value)\r\n")
    }

    @Test func pitfall06EscapesByKindOfValue() throws {
        #expect(
            readLine("N:Doe\\;x;John,Jack;;a\\,b;").line?.structured() == [
                ["Doe;x"], ["John", "Jack"], [], ["a,b"], [],
            ])
        #expect(readLine("ORG:A, Inc.;B").line?.components() == ["A, Inc.", "B"])
        #expect(readLine("URL:https\\://a/?b=c\\,d;e").line?.uri() == "https://a/?b=c,d;e")
        #expect(readLine("X:a,b\\,c").line?.list() == ["a", "b,c"])
    }

    /// In UTF-7 and EBCDIC other bytes than those that end a line stand for a line break.
    @Test(arguments: [
        ("NOTE;CHARSET=UTF-7:a+AAo-END:VCARD+AA0ACg-x", "a\nEND:VCARD\nx"),
        ("NOTE;CHARSET=IBM037:%\u{0F}%", "\n\u{0F}\n"),
        ("NOTE;CHARSET=UTF-7:+AA0-BEGIN:VCARD\u{FF}", "\nBEGIN:VCARD\u{FFFD}"),
        ("NOTE;X=+AAo-END;CHARSET=UTF-7:\u{FF}", "\u{FFFD}"),
        ("NOTE;X+AAo-END=VCARD+AAo-Y=1;CHARSET=UTF-7:\u{FF}", "\u{FFFD}"),
    ])
    func pitfall04LineBreaksOfOtherCharsets(text: String, said: String) throws {
        let read = card(text.unicodeScalars.map { UInt8($0.value) }).component
        let line = try #require(read.properties.first)
        #expect(line.text() == said)
        let written = string(line.written())
        #expect(written.utf8.count { $0 == 0x0A || $0 == 0x0D } == 2, "\(written)")
        let again = Component.parse(read.written())
        #expect(again.issues.isEmpty)
        #expect(again.component.properties.map { $0.text() } == [line.text()])
    }

    @Test(arguments: [
        ("ATTENDEE;CN=\"a:b;c\":v", "CN", ["a:b;c"]), ("ATTENDEE;CN=a\\,b:v", "CN", ["a,b"]),
        ("X;CN=\"say \"hi\" now\":v", "CN", ["say \"hi\" now"]),
        ("X;MEMBER=\"mailto:a\",\"mailto:b\":v", "MEMBER", ["mailto:a", "mailto:b"]),
        ("X;CN=a^nb^'c^^d^x:v", "CN", ["a\nb\"c^d^x"]), ("X;ALTREP=\"cid:1@x\":v", "ALTREP", ["cid:1@x"]),
        ("X;CN=Jürgen 日:v", "CN", ["Jürgen 日"]), ("X;CN=\"open:v", "CN", ["\"open"]), ("X;CN=:v", "CN", [""]),
    ])
    func pitfall07ParameterValues(text: String, name: String, values: [String]) throws {
        let line = try #require(readLine(text).line)
        #expect(line.parameters.map(\.values) == [values])
        #expect(line.parameter(name) == values.first)
        #expect(line.text() == "v")
        // Made anew it says the same, with no quote and no line feed within a value.
        var made = line
        made.parameters = line.parameters
        let written = string(made.written())
        #expect(readLine(written).line?.parameters.map(\.values) == [values])
        #expect(written.utf8.count { $0 == 0x22 } % 2 == 0)
        #expect(written.utf8.count { $0 == 0x0A } == 1)
    }
}
