import ContentLine
import Testing

@Suite("Cutting files into items")
struct SplitterTests {
    @Test(
        "Cards (pitfalls 2, 3 and 8)",
        arguments: [
            ("BEGIN:VCARD\nFN:a\nEND:VCARD\n", ["VCARD@1"]),
            (
                "begin:vcard\r\n\r\nfn:a\rend:vCard\r\n\r\n\r\nBEGIN:VCARD \nEND:VCARD",
                ["VCARD@1", "VCARD@7"]
            ),
            ("\u{FEFF}BEGIN:VCARD\nEND:VCARD\n", ["VCARD@1"]),
            ("BEGIN:VCARD\nFN:a\nBEGIN:VCARD\nFN:b\nEND:VCARD\n", ["!missing-end@1", "VCARD@1", "VCARD@3"]),
            ("BEGIN:VCARD\nFN:a\n", ["!missing-end@1", "VCARD@1"]),
            ("BEGIN:VCARD", ["!missing-end@1", "VCARD@1"]),
            ("hello\nworld\n\nBEGIN:VCARD\nEND:VCARD\nbye", ["!stray-text@1", "VCARD@4", "!stray-text@6"]),
            ("END:VCARD\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\n", ["!stray-end@1", "VCARD@2", "!stray-end@4"]),
            (
                "  BEGIN:VCARD\n  FN:a\n  END:VCARD\nBEGIN:VCARD\nEND:VCARD",
                ["!indented@1", "VCARD@1", "VCARD@4"]
            ),
            ("", []),
            ("\n\n \n", []),
            // AGENT: the card within is a part of the outer one, in each way of writing.
            ("BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nFN:b\nEND:VCARD\nFN:a\nEND:VCARD\n", ["VCARD@1"]),
            ("BEGIN:VCARD\nAGENT:BEGIN:VCARD\nFN:b\nEND:VCARD\nFN:a\nEND:VCARD\n", ["VCARD@1"]),
            ("BEGIN:VCARD\nAGENT:BEGIN:VCARD\n FN:b\n END:VCARD\nFN:a\nEND:VCARD\n", ["VCARD@1"]),
            ("BEGIN:VCARD\nAGENT:BEGIN:VCARD\\nFN:b\\nEND:VCARD\nFN:a\nEND:VCARD\n", ["VCARD@1"]),
            // Cards within a card, but not as AGENT: a part of the outer one where that goes on to its own END.
            (
                "BEGIN:VCARD\nN:p\nBEGIN:VCARD\nEND:VCARD\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD\n",
                ["!nested-card@3", "VCARD@1", "VCARD@7"]
            ),
            (
                "BEGIN:VCARD\nBEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nN:i\nEND:VCARD\n\nEND:VCARD\n",
                ["!nested-card@2", "VCARD@1"]
            ),
            (
                "BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD\nN:i\nEND:VCARD\nN:o\nEND:VCARD\n",
                ["!nested-card@4", "VCARD@1"]
            ),
            // Where it does not, its END is missing.
            (
                "BEGIN:VCARD\nN:p\nBEGIN:VCARD\nEND:VCARD\nTEL:1\nBEGIN:VCARD\nEND:VCARD\n",
                ["!missing-end@1", "VCARD@1", "VCARD@3", "!stray-text@5", "VCARD@6"]
            ),
            (
                "BEGIN:VCARD\nN:p\nBEGIN:VCARD\nEND:VCARD\nTEL:1\n",
                ["!missing-end@1", "VCARD@1", "VCARD@3", "!stray-text@5"]
            ),
            (
                "BEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD\nEND:X\nBEGIN:VCALENDAR\nEND:VCALENDAR\n",
                ["!missing-end@1", "VCARD@1", "VCARD@2", "!stray-text@4", "VCALENDAR@5"]
            ),
            (
                "BEGIN:VCARD\nBEGIN:VCARD\nBEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\n",
                [
                    "!missing-end@1", "VCARD@1", "!missing-end@2", "VCARD@2", "VCARD@3", "!missing-end@5",
                    "VCARD@5",
                ]
            ),
        ])
    func cards(text: String, expected: [String]) throws {
        for step in [1, 2, 3, 7, Int.max] {
            #expect(try split(Array(text.utf8), .vCard, step: step) == expected)
        }
    }

    @Test(
        "Calendars (pitfall 8)",
        arguments: [
            (
                "BEGIN:VCALENDAR\nVERSION:2.0\nX-A:b\n c\n\nBEGIN:VEVENT\nBEGIN:VALARM\nEND:VALARM\nEND:VEVENT\nX:y\nEND:VCALENDAR\n",
                ["calendar@1", "property VERSION@2", "property X-A@3", "VEVENT@6", "property X@10", "end"]
            ),
            (
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR\n",
                ["calendar@1", "!missing-end@2", "VEVENT@2", "VEVENT@4", "end"]
            ),
            (
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\n",
                [
                    "calendar@1", "!missing-end@2", "VEVENT@2", "end", "calendar@4", "VTODO@5",
                    "!missing-end@4", "end",
                ]
            ),
            (
                "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VCALENDAR\nEND:VCALENDAR\n",
                ["calendar@1", "property VERSION@2", "!missing-end@1", "end", "calendar@3", "end"]
            ),
            (
                "BEGIN:VCALENDAR\nno colon\nBEGIN:X-THING\nBEGIN:X-INNER\nEND:X-INNER\nEND:X-THING\nEND:VCALENDAR",
                ["calendar@1", "property @2", "X-THING@3", "end"]
            ),
            // A component that no RFC names may hold others of its name.
            (
                "BEGIN:VCALENDAR\nBEGIN:X-A\nBEGIN:X-A\nEND:X-A\nX:y\nEND:X-A\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n",
                ["calendar@1", "X-A@2", "VEVENT@7", "end"]
            ),
            (
                "BEGIN:VCALENDAR\nBEGIN:X-A\nBEGIN:X-A\nEND:X-A\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n",
                ["calendar@1", "!missing-end@2", "X-A@2", "VEVENT@5", "end"]
            ),
            ("BEGIN:VEVENT\nEND:VEVENT\n", ["!missing-container@1", "VEVENT@1"]),
            (
                "BEGIN:VCALENDAR\nDALARM;ENCODING=QUOTED-PRINTABLE:a=\nb=\nc\nVERSION:1.0\nEND:VCALENDAR\n",
                ["calendar@1", "property DALARM@2", "property VERSION@5", "end"]
            ),
            ("END:VCALENDAR\n", ["!stray-end@1"]),
        ])
    func calendars(text: String, expected: [String]) throws {
        for step in [1, 2, 3, 7, Int.max] {
            #expect(try split(Array(text.utf8), .iCalendar, step: step) == expected)
        }
    }

    @Test("Whatever lines come, each BEGIN is an item, however the bytes arrive")
    func anyLines() throws {
        let pool = [
            "BEGIN:VCARD", "END:VCARD", "begin:vcard", "FN:a", " fold", "", "END:X", "BEGIN:X", "no colon",
            "NOTE:=",
        ]
        var seed: UInt64 = 1
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        for _ in 0..<500 {
            let lines = (0..<random(30)).map { _ in pool[random(pool.count)] }
            let text = Array(lines.map { $0 + ["\n", "\r\n", "\r"][random(3)] }.joined().utf8)
            let events = try split(text, .vCard)
            let begins = lines.count { $0.lowercased() == "begin:vcard" }
            #expect(events.count { $0.hasPrefix("VCARD@") || $0.hasPrefix("!nested-card@") } == begins)
            #expect(try split(text, .vCard, step: 1 + random(9)) == events)
        }
    }

    @Test("An item over the limit fails the file, with its place", arguments: [300_001, 320_000, 600_000])
    func limit(length: Int) throws {
        let card = "BEGIN:VCARD\nNOTE:" + String(repeating: "x", count: length) + "\nEND:VCARD\n"
        let text = Array(("BEGIN:VCARD\nEND:VCARD\n" + card).utf8)
        #expect(try split(text, .vCard) == ["VCARD@1", "VCARD@3"])
        let error = #expect(throws: ContentLineError.self) { try split(text, .vCard, limit: 300_000) }
        #expect(error?.code == .itemTooLarge)
        #expect(error?.line == 3)
        #expect(error?.bytes.lowerBound == 22)
    }

    @Test("Hostile input is read in a time that grows with its length only")
    func hostile() throws {
        let megabyte = 1 << 20
        // One line of 20 MB; nothing but CR; one octet per fold; BEGIN after BEGIN.
        let long = Array("BEGIN:VCARD\nNOTE:".utf8) + [UInt8](repeating: 0x78, count: 20 * megabyte)
        #expect(try split(long, .vCard) == ["!missing-end@1", "VCARD@1"])
        #expect(try split([UInt8](repeating: 0x0D, count: megabyte), .vCard).isEmpty)

        var folds = Array("BEGIN:VCARD\r\nNOTE:".utf8)
        for _ in 0..<100_000 { folds += [0x0D, 0x0A, 0x20, 0x61] }
        let parsed = Component.parse(folds)
        #expect(parsed.component.properties.first?.value.count == 100_000)

        let begins = Array(repeatElement("begin:vcard\n", count: 40).joined().utf8)
        #expect(try split(begins, .vCard).count == 80)
        let nameless = Array(repeatElement("begin:", count: 40).joined(separator: "\n").utf8)
        #expect(try split(nameless, .vCard) == ["!missing-end@1", "@1"])
        #expect(Component.parse(nameless).issues.count == 40)

        for text in [
            ";", "a;", "\"", "\\", "=", "=\n", ":", "\n ", "\u{0}", ";a=\"x", "BEGIN:VCARD\n", "AGENT:\n",
        ] {
            let body = String(repeating: text, count: 20_000 / text.utf8.count)
            for parameters in ["", ";X=", ";ENCODING=QUOTED-PRINTABLE:", ":"] {
                let bytes = Array("BEGIN:VCARD\nNOTE\(parameters)\(body)\nEND:VCARD\n".utf8)
                _ = try split(bytes, .vCard)
                let parsed = Component.parse(bytes)
                _ = parsed.component.properties.map { ($0.structured().count, $0.list().count) }
                // What was read can be written, and that is a fixed point.
                let written = parsed.component.written()
                #expect(Component.parse(written).component.written() == written)
            }
        }
    }

    @Test("Components nest 64 levels deep; what lies deeper is kept unread")
    func depth() throws {
        let names = (0..<10_000).map { "X-\($0)" }
        let text =
            names.map { "BEGIN:\($0)\n" }.joined() + "NOTE:deep\n"
            + names.reversed().map { "END:\($0)\n" }.joined()
        let parsed = Component.parse(Array(text.utf8))
        #expect(parsed.issues.map(\.code) == [.tooDeep])
        var deepest = parsed.component
        var depth = 1
        while let inner = deepest.components.first {
            deepest = inner
            depth += 1
        }
        #expect(depth == 64)
        #expect(deepest.properties.first?.isMalformed == true)
        #expect(string(parsed.component.written()) == text.replacing("\n", with: "\r\n"))
    }

    @Test("A component of too many lines keeps the rest unread")
    func lineLimit() throws {
        var limits = ComponentLimits()
        limits.lines = 3
        let text = "BEGIN:VCARD\r\nA:1\r\nB:2\r\nC:3\r\nD:4\r\nEND:VCARD\r\n"
        let parsed = Component.parse(Array(text.utf8), limits: limits)
        #expect(parsed.issues.map(\.code) == [.tooManyLines])
        #expect(parsed.component.properties.count == 3)
        #expect(string(parsed.component.written()) == text)
    }
}

@Suite("Components")
struct ComponentTests {
    @Test("Lines and inner components keep their order")
    func order() throws {
        let text =
            "BEGIN:VEVENT\r\nA:1\r\nBEGIN:VALARM\r\nX:1\r\nEND:VALARM\r\nB:2\r\nBEGIN:x-y\r\nEND:x-y\r\nEND:VEVENT\r\n"
        let parsed = Component.parse(Array(text.utf8), line: 10)
        #expect(parsed.issues.isEmpty)
        #expect(string(parsed.component.written()) == text)
        #expect(parsed.component.properties.map(\.lineNumber) == [11, 15])
        #expect(parsed.component.components.map(\.lineNumber) == [12, 16])
        #expect(parsed.component.components("X-Y").count == 1)
    }

    @Test("Broken nesting is mended and told")
    func nesting() throws {
        let parsed = Component.parse(
            Array("BEGIN:VEVENT\nBEGIN:VALARM\nX:1\nEND:VTODO\nEND:VEVENT\n".utf8))
        #expect(parsed.issues.map(\.code) == [.strayEnd, .missingEnd])
        #expect(parsed.component.components.first?.properties.map(\.isMalformed) == [false, true])
        let open = Component.parse(Array("BEGIN:VEVENT\nBEGIN:VALARM\nX:1".utf8))
        #expect(open.issues.map(\.code) == [.missingEnd, .missingEnd])
    }

    @Test(
        "AGENT cards are inner components (pitfall 17)",
        arguments: [
            "BEGIN:VCARD\r\nAGENT:\r\nBEGIN:VCARD\r\nFN:b\r\nEND:VCARD\r\nFN:a\r\nEND:VCARD\r\n",
            "BEGIN:VCARD\r\nAGENT:BEGIN:VCARD\r\nFN:b\r\nEND:VCARD\r\nFN:a\r\nEND:VCARD\r\n",
        ])
    func agent(text: String) throws {
        let parsed = Component.parse(Array(text.utf8))
        #expect(parsed.issues.isEmpty)
        #expect(parsed.component.properties.map(\.name) == ["AGENT", "FN"])
        #expect(parsed.component.components.first?.property("FN")?.text() == "b")
        #expect(string(parsed.component.written()) == text)
    }

    @Test("A component without a name is written as it is read")
    func namelessComponents() {
        let read = Component.parse(Array("BEGIN:VCARD\nFN:a\nBEGIN:\nFN:b\nEND:VCARD\n".utf8)).component
        let written = read.written()
        #expect(String(decoding: written, as: UTF8.self).contains("BEGIN:\r\nFN:b\r\nEND:\r\nEND:VCARD"))
        #expect(Component.parse(written).component == read)
        #expect(Component.parse(written).component.written() == written)
    }

    @Test("What stands after a stray END does not become a part of the line before it")
    func foldsOfStrayEnds() {
        let read = Component.parse(Array("BEGIN:VCARD\nFN:a\nEND:x\n :b\nEND:VCARD\n".utf8)).component
        #expect(read.properties.count == 3)
        let again = Component.parse(read.written()).component
        #expect(again.properties.count == 3)
        #expect(again.property("FN")?.text() == "a")
        #expect(again.written() == read.written())
    }

    @Test(
        "An equals sign at the end of quoted-printable text is not lost by writing",
        arguments: ["a=", "a==", "a==="])
    func equalsSigns(value: String) throws {
        let text =
            "BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:\u{80}\(value)\r\n\r\nEND:VCARD\r\n"
        let read = Component.parse(text.unicodeScalars.map { UInt8($0.value) }).component
        let again = Component.parse(read.written()).component
        #expect(again.property("N")?.text() == read.property("N")?.text())
        #expect(
            Component.parse(again.written()).component.property("N")?.text() == read.property("N")?.text())
        let verbatim = Component.parse(
            Array("BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:\(value)\r\n\r\nEND:VCARD\r\n".utf8)
        )
        .component
        let rebuilt = ContentLine(
            name: "N", parameters: verbatim.properties[0].parameters,
            value: String(decoding: verbatim.properties[0].value, as: UTF8.self))
        let line = Component.parse(
            Array("BEGIN:VCARD\r\n".utf8) + rebuilt.written() + Array("\r\nEND:VCARD\r\n".utf8))
        #expect(line.component.property("N")?.text() == verbatim.properties[0].text())
    }

    @Test("A stray END stays where it is, so that no soft break goes over it")
    func softBreaksBeforeStrayEnds() {
        let text = "BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:a=\r\nEND:X\r\n=41;\r\nEND:VCARD\r\n"
        let read = Component.parse(Array(text.utf8))
        #expect(read.issues.contains { $0.code == .strayEnd && $0.isKept })
        #expect(read.component.property("N")?.text() == "a")
        #expect(string(read.component.written()) == text)
    }

    @Test("NUL bytes are left out of text and kept in the line")
    func nul() throws {
        let parsed = Component.parse(Array("BEGIN:VCARD\nFN:a\u{0}b\nEND:VCARD\n".utf8), line: 5)
        #expect(parsed.issues.map(\.code) == [.nulByte])
        #expect(parsed.issues.map(\.line) == [6])
        #expect(parsed.component.property("FN")?.text() == "ab")
        #expect(string(parsed.component.written()).contains("a\u{0}b"))
    }

    @Test("For export, text becomes UTF-8 with CRLF, and says the same")
    func normalized() throws {
        func normalized(_ bytes: [UInt8]) -> String {
            string(RawItem(name: "VCARD", bytes: bytes).normalized())
        }
        #expect(
            normalized(Array("BEGIN:VCARD\nA:b\r c\nEND:VCARD".utf8))
                == "BEGIN:VCARD\r\nA:b\r\n c\r\nEND:VCARD\r\n")
        let latin =
            Array("BEGIN:VCARD\nitem1.N;CHARSET=ISO-8859-1;X=y:M".utf8) + [0xFC]
            + Array("\nB:2\nEND:VCARD".utf8)
        #expect(normalized(latin) == "BEGIN:VCARD\r\nitem1.N;CHARSET=UTF-8;X=y:Mü\r\nB:2\r\nEND:VCARD\r\n")
        #expect(!RawItem(name: "VCARD", bytes: latin).isUTF8)
        #expect(normalized(Array("BEGIN:VCARD\nA:b\n".utf8)) == "BEGIN:VCARD\r\nA:b\r\nEND:VCARD\r\n")
        // ISO-2022-JP is ASCII to the eye.
        let stateful = Array("BEGIN:VCARD\nN;CHARSET=ISO-2022-JP:\u{1B}$BF|\u{1B}(B\nEND:VCARD\n".utf8)
        #expect(normalized(stateful) == "BEGIN:VCARD\r\nN;CHARSET=UTF-8:日\r\nEND:VCARD\r\n")
    }
}
