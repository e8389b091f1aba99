import ContentLine
import Testing

@Suite("Content lines")
struct ContentLineTests {
    @Test("Group, name, parameters and value are taken apart")
    func parts() throws {
        let line = try #require(readLine("item1.Tel;TYPE=home,voice;PREF=1;X=\"a;b:c\",d:tel:+1").line)
        #expect(line.group == "item1")
        #expect(line.name == "Tel")
        #expect(line.canonicalName == "TEL")
        #expect(
            line.parameters == [
                Parameter("TYPE", ["home", "voice"]), Parameter("pref", "1"), Parameter("X", ["a;b:c", "d"]),
            ])
        #expect(line.text() == "tel:+1")
        #expect(line.parameter("PREF") == "1")
        #expect(line.lineNumber == 2)
    }

    @Test(
        "Parameters as programs write them (pitfall 7)",
        arguments: [
            ("TEL;HOME;VOICE:1", [Parameter("", "HOME"), Parameter("", "VOICE")]),
            ("A;CN=\"a:b;c\":1", [Parameter("CN", "a:b;c")]),
            ("A;CN=Doe\\, John:1", [Parameter("CN", "Doe, John")]),
            ("A;CN=\"say \"hi\" now\":1", [Parameter("CN", "say \"hi\" now")]),
            ("A;MEMBER=\"mailto:a\",\"mailto:b\":1", [Parameter("MEMBER", ["mailto:a", "mailto:b"])]),
            ("A;X=a^nb^'c^^d^e:1", [Parameter("X", "a\nb\"c^d^e")]),
            ("A;X=Zürich:1", [Parameter("X", "Zürich")]),
            ("A;X=:1", [Parameter("X", "")]),
            ("A;;X=a;:1", [Parameter("X", "a")]),
            ("A;X=\"open:1", [Parameter("X", "\"open")]),
            ("A;X=b\"c\":1", [Parameter("X", "b\"c\"")]),
            ("A;TYPE=\"home,voice\":1", [Parameter("TYPE", "home,voice", isQuoted: true)]),
        ])
    func parameters(text: String, expected: [Parameter]) throws {
        let read = readLine(text)
        let line = try #require(read.line)
        #expect(line.parameters == expected)
        #expect(line.text() == "1")
        #expect(read.issues.isEmpty)
        // Written from its parts and read again it is the same.
        let made = ContentLine(name: line.name, parameters: line.parameters, value: "1")
        #expect(readLine(made.written()).line == line)
    }

    @Test(
        "Lines that are none are kept, with an issue",
        arguments: [
            ("no colon here", "missing-colon"), (":value", "bad-name"), ("Some words: text", "bad-name"),
            (";X=1:value", "bad-name"),
        ])
    func malformed(text: String, code: String) throws {
        let read = readLine(text)
        let line = try #require(read.line)
        #expect(line.isMalformed)
        #expect(string(line.value) == text)
        #expect(string(line.written()) == text + "\r\n")
        #expect(read.issues.map(\.code.rawValue) == [code])
        #expect(read.issues.allSatisfy { !$0.message.contains(text) && $0.line == 2 })
    }

    @Test("Folds are taken out of bytes, before characters are made of them (pitfall 1)")
    func folds() throws {
        // The fold stands within the two bytes of ü, and there is a TAB.
        let bytes = Array("NOTE:M".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("nch\n\ten".utf8)
        let read = readLine(bytes)
        let line = try #require(read.line)
        #expect(line.text() == "München")
        #expect(read.issues.isEmpty)
        #expect(string(line.written()) == "NOTE:München\r\n")
    }

    @Test("An unchanged line is written with its folds, a changed one anew")
    func sources() throws {
        var line = try #require(readLine("NOTE:a\n b\n c").line)
        #expect(string(line.written()) == "NOTE:a\r\n b\r\n c\r\n")
        line.setParameter("LANGUAGE", to: ["de"])
        #expect(line.source == nil)
        #expect(string(line.written()) == "NOTE;LANGUAGE=de:abc\r\n")
    }

    @Test(
        "A line that is only written in another charset keeps what stands before its colon",
        arguments: [
            ("ADR;HOME;PREF;:ü", "ADR;HOME;PREF;:ü"), ("A;:ü", "A;:ü"), ("g.A;; ;X=a; :ü", "g.A;; ;X=a; :ü"),
            ("A;=;=x;X=;Y=a,,b,:ü", "A;=;=x;X=;Y=a,,b,:ü"), (".A;X=\"a:b\",\"\":ü", ".A;X=\"a:b\",\"\":ü"),
            ("A;X=Doe\\, John;Y=a^b;ü:1", "A;X=Doe\\, John;Y=a^b;ü:1"),
            ("A;CHARSET=\"ISO-8859-1\",;;:ü", "A;CHARSET=UTF-8;;:ü"),
            (" A ;;charset = latin1;X=:ü", "A;;charset =UTF-8;X=:ü"),
            ("A;charset=utf8;;:ü", "A;charset=utf8;;:ü"),
            ("A;;CHARSET=UTF-7;:+APw-", "A;;CHARSET=UTF-8;:ü"),
            // A quote that stays open must not close in the value.
            ("A;;X=\"a,b;;:ü", "A;;X=^'a,b;;:ü"),
            ("A;;X=\"a;CHARSET=UTF-7;:+ACI-;+APw-", "A;;X=^'a;CHARSET=UTF-8;:\";ü"),
            ("A;X=\"a;;CHARSET=latin1;QP:=22;=FC", "A;X=^'a;;CHARSET=UTF-8;QP:\";=C3=BC"),
        ])
    func anotherCharset(text: String, expected: String) throws {
        let read = readLine(text.unicodeScalars.map { UInt8($0.value) })
        let line = try #require(read.line)
        #expect(string(line.written()) == expected + "\r\n")
        let again = try #require(readLine(line.written()).line)
        #expect(again.text() == line.text())
        #expect(
            again.parameters.filter { !$0.isNamed("CHARSET") }
                == line.parameters.filter { !$0.isNamed("CHARSET") })
        #expect(again.written() == line.written())
    }

    @Test("Lines are folded at 75 octets, never within a character", arguments: 60...90)
    func folding(length: Int) throws {
        for character in ["x", "ü", "€", "🎈"] {
            let text = String(repeating: "a", count: length % 7) + String(repeating: character, count: length)
            let line = ContentLine(name: "NOTE", value: text)
            let written = line.written()
            for physical in string(written).split(separator: "\r\n") {
                #expect(physical.utf8.count <= 75)
                #expect(!physical.contains("\u{FFFD}"))
            }
            #expect(readLine(written).line?.text() == text)
        }
    }
}

@Suite("Values")
struct ValueTests {
    @Test(
        "TEXT is unescaped once (pitfall 6)",
        arguments: [
            ("a\\, b\\; c\\\\ d", "a, b; c\\ d"), ("a\\nb\\Nc", "a\nb\nc"), ("\\\\n", "\\n"),
            ("\\\\\\n", "\\\n"),
            ("https\\://x", "https://x"), ("a\\xb", "a\\xb"), ("end\\", "end\\"), ("", ""),
            ("\\\\\\,", "\\,"),
        ])
    func text(raw: String, expected: String) throws {
        #expect(readLine("NOTE:\(raw)").line?.text() == expected)
        #expect(TextValue.unescape(TextValue.escape(expected)) == expected)
    }

    @Test("Structured values are split before they are unescaped")
    func structured() throws {
        let line = try #require(readLine("N:Doe\\;x;John,Jack;;a\\,b;").line)
        #expect(line.structured() == [["Doe;x"], ["John", "Jack"], [], ["a,b"], []])
        #expect(line.components() == ["Doe;x", "John,Jack", "", "a,b", ""])
        #expect(readLine("X:a,b\\,c,").line?.list() == ["a", "b,c", ""])
    }

    @Test("URIs are left alone")
    func uris() throws {
        #expect(readLine("URL:https\\://a/?b=c\\,d;e ").line?.uri() == "https://a/?b=c,d;e")
        #expect(readLine("URL:file:///c\\d").line?.uri() == "file:///c\\d")
    }

    @Test(
        "QUOTED-PRINTABLE soft breaks (pitfall 5)",
        arguments: [
            // Without a blank, as Android, Samsung and Outlook write it.
            ("N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=\n=BC;x", [["ü"], ["x"]], 0),
            // With a blank that is a fold.
            ("N;ENCODING=QUOTED-PRINTABLE:a=\n b=\n c", [["abc"]], 0),
            // With blanks that are text, since another line has none.
            ("N;ENCODING=QUOTED-PRINTABLE:a=\n b=\nc", [["a bc"]], 0),
            // A bare parameter.
            ("N;QUOTED-PRINTABLE:=3Dx=3B;y", [["=x;"], ["y"]], 0),
            // A last soft break with nothing after it.
            ("N;ENCODING=QUOTED-PRINTABLE:abc=", [["abc"]], 1),
            ("N;ENCODING=QUOTED-PRINTABLE:abc=\nTEL:1", [["abc"]], 1),
            // What goes on may have a colon.
            ("N;ENCODING=QUOTED-PRINTABLE:abc=\nhttp://x", [["abchttp://x"]], 0),
            // Ordinary folds.
            ("N;ENCODING=QUOTED-PRINTABLE:ab\n c", [["abc"]], 0),
            ("N;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab", [["a\nb"]], 0),
        ])
    func quotedPrintable(text: String, expected: [[String]], issues: Int) throws {
        let read = readLine(text)
        let line = try #require(read.line)
        #expect(line.structured() == expected)
        #expect(read.issues.count == issues)
        var changed = line
        changed.group = "g"
        #expect(readLine(changed.written()).line?.structured() == expected)
    }

    @Test("A charset that is guessed is guessed for the whole value, so that it is written as it was read")
    func guessedCharset() throws {
        let line = try #require(
            readLine("ADR;CHARSET=UTB-4;ENCODING=QUOTED-PRINTABLE:;;H=C3=BCbsch;M=FCnchen;=E9").line)
        var changed = line
        changed.group = "g"
        #expect(line.structured().count == 5)
        #expect(readLine(changed.written()).line?.structured() == line.structured())
    }

    @Test("base64 of vCard 2.1 ends with a blank line, or where text is no base64 (pitfall 13)")
    func base64() throws {
        for text in [
            "PHOTO;ENCODING=BASE64;TYPE=GIF:\n R0lG\n ODdh\n\nTEL:1", "PHOTO;BASE64:R0lG\nODdh\n\nTEL:1",
            "PHOTO;ENCODING=b:R0lG\n\n ODdh\nTEL:1", "PHOTO;ENCODING=BASE64:R0lG\nODdh\nTEL:1",
        ] {
            let parsed = Component.parse(Array("BEGIN:VCARD\n\(text)\nEND:VCARD\n".utf8))
            #expect(parsed.component.properties.count == 2)
            #expect(parsed.component.properties.first?.binary() == Array("GIF87a".utf8))
            #expect(parsed.issues.isEmpty)
            #expect(Component.parse(parsed.component.written()).component == parsed.component)
        }
    }

    @Test("Charsets: CHARSET, else UTF-8, else a guess that is told (pitfall 4)")
    func charsets() throws {
        let japanese: [UInt8] = [0x93, 0xFA, 0x96, 0x7B]  // 日本 in Shift_JIS
        let line = try #require(readLine(Array("N;CHARSET=SHIFT_JIS:".utf8) + japanese + [0x3B]).line)
        #expect(line.structured() == [["日本"], []])
        #expect(string(line.written()) == "N;CHARSET=UTF-8:日本;\r\n")

        let encoded = try #require(
            readLine("N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=96=7B").line)
        #expect(encoded.text() == "日本")
        let again = try #require(readLine(encoded.written()).line)
        #expect(again.text() == "日本")
        #expect(again.charset == "UTF-8")

        let guessed = readLine(Array("N:M".utf8) + [0xFC] + Array("ller".utf8))
        #expect(guessed.line?.text() == "Müller")
        #expect(guessed.issues.map(\.code) == [.notUTF8])

        let unknown = readLine("N;CHARSET=X-NONE:abc")
        #expect(unknown.line?.text() == "abc")
        #expect(unknown.issues.map(\.code) == [.badCharset])
    }

    /// Found by a fuzzer: what a blank line parted from the base64 before it was taken for more of it.
    @Test("a line behind base64 that only looks like base64 stays a line of its own")
    func base64AndAStray() {
        let text: [UInt8] =
            crlf("BEGIN:VEVENT\nATTACH;ENCODING=BASE64;VALUE=BINARY:iVBO") + [0xF2]
            + crlf("Rw0\n\nd3cuaW5r\nEND:VEVENT\n")
        let first = Component.parse(text).component
        #expect(first.properties.count == 2)
        let second = Component.parse(first.written()).component
        #expect(second.properties.map { Array($0.value) } == first.properties.map { Array($0.value) })
        #expect(second.written() == first.written())
    }

    /// Found by a fuzzer: the first line of a name that has to be folded was taken for more of the base64 before it.
    @Test("What is folded behind base64 does not become a part of it")
    func base64BeforeFoldedName() {
        let name = String(repeating: "A1", count: 60)
        let text = "BEGIN:X\r\nIMAGE;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=\r\n\(name):30=\r\nEND:X\r\n"
        let component = Component.parse(Array(text.utf8)).component
        #expect(component.properties.map(\.name) == ["IMAGE", name])
        var changed = component
        // Without its source it is written anew, and folded.
        changed.properties[1].value = ArraySlice("31=".utf8)
        let again = Component.parse(changed.written()).component
        #expect(again.properties.map { $0.text() } == ["aGVsbG8=", "31="])
    }

    /// Found by a fuzzer: without its parameters, which say nothing, the line would begin or end a component.
    @Test(
        "BEGIN and END with parameters are kept as they stand",
        arguments: ["BEGIN;:X", "end;:Y", "END;X-A=b:VCARD"])
    func marksWithParameters(line: String) {
        let text = "BEGIN:X\r\n\(line)\r\nUID:1\r\nEND:X\r\n"
        let parsed = Component.parse(Array(text.utf8))
        #expect(parsed.component.properties.map(\.isMalformed) == [true, false])
        #expect(parsed.issues.map(\.code) == [.badName])
        #expect(parsed.component.written() == Array(text.utf8))
    }

    /// Found by a fuzzer: with the blanks in front the line was long enough to be folded, and without them it was not.
    @Test("Blanks behind a line that only blanks make long are no part of it")
    func blanksBehindBlanks() {
        let blanks = String(repeating: " ", count: 60)
        let text = "BEGIN:X\r\n\(blanks)stray\(blanks)\r\n\t\(blanks)\r\nUID:1\r\nEND:X\r\n"
        let written = Component.parse(Array(text.utf8)).component.written()
        #expect(Component.parse(written).component.written() == written)
    }

    /// Found by a fuzzer: the whole value had the equals sign, and its first part had not.
    @Test("An equals sign at the end of a part is no soft break")
    func equalsSignsInParts() throws {
        let line = try #require(
            ContentLine(reading: Array("N;CHARSET=X-NONE;ENCODING=QUOTED-PRINTABLE:=C3=;b=".utf8)))
        #expect(line.structured() == [["\u{C3}="], ["b"]])
        #expect(line.text() == "\u{C3}=;b")
    }

    /// Found by a fuzzer: a name of an encoding that only begins like QUOTED-PRINTABLE, on a head that is folded.
    @Test("Only the whole word is QUOTED-PRINTABLE, also where the parameters go on behind a fold")
    func quotedPrintableIsAWord() throws {
        let long = String(repeating: "x", count: 60)
        for (encoding, text) in [("QUOTED-PRINTABLEX\(long)", "m="), ("QUOTED-PRINTABLE;X-A=\(long)", "m")] {
            let line = ContentLine(
                name: "SUMMARY",
                parameters: [Parameter("ENCODING", String(encoding.prefix { $0 != ";" }))]
                    + (encoding.contains(";") ? [Parameter("X-A", long)] : []), value: "m=")
            let again = try #require(ContentLine(reading: line.written()))
            #expect(again.text() == text)
        }
    }

    /// Found by a fuzzer: behind a soft break stood what a reader takes for the next property.
    @Test("text behind a soft break does not look like a property", arguments: 0..<80)
    func softBreaks(padding: Int) {
        let text = String(repeating: "a", count: padding) + "th.vcf.TEL;TYPE=WORK,VOICE:+1\u{E9}" + "ORG;X:1"
        let line = ContentLine(
            name: "NOTE", parameters: [Parameter("ENCODING", "QUOTED-PRINTABLE")],
            value: String(decoding: QuotedPrintable.encode(text), as: UTF8.self))
        let read = Component.parse(
            Array("BEGIN:VCARD\r\n".utf8) + line.written() + Array("END:VCARD\r\n".utf8))
        #expect(read.component.properties.count == 1)
        #expect(read.component.properties.first?.text() == text)
    }

    @Test("base64 both ways", arguments: 0..<20)
    func base64Coding(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 83 &+ 7) }
        #expect(Base64.decode(Array(Base64.encode(bytes).utf8)[...]) == bytes)
        #expect(Base64.decode(Array("a*b=".utf8)[...]) == nil)
    }
}
