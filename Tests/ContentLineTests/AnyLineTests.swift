import ContentLine
import SeededRandom
import Testing
import TextDecoding

private extension SeededGenerator {
    /// Text with much of what the grammar makes something of, and characters of every plane.
    mutating func text(upTo count: Int) -> String {
        let special: [Unicode.Scalar] = [
            ";", ",", ":", "\\", "\n", "\"", "=", "^", "n", "N", "'", " ", "\t", ".", "\u{FEFF}", "\u{301}",
            "\u{200D}", "ü", "日", "\u{1F468}", "\u{10FFFF}", "\u{85}", "\u{2028}",
        ]
        var result = String.UnicodeScalarView()
        for _ in 0..<int(0...count) {
            switch int(0...9) {
            case 0..<4: result.append(special[int(0...special.count - 1)])
            case 4..<9: result.append(Unicode.Scalar(UInt8(int(0x20...0x7E))))
            default:
                if let scalar = Unicode.Scalar(UInt32(int(0x80...0x10FFFF))) { result.append(scalar) }
            }
        }
        return String(result)
    }

    mutating func name() -> String {
        let letters = Array("ABCXYZabcxyz0189-")
        return "X" + String((0..<int(0...12)).map { _ in letters[int(0...letters.count - 1)] })
    }

    mutating func line() -> ContentLine {
        let parameters = (0..<int(0...4)).map { _ in
            Parameter(name(), (0..<int(1...3)).map { _ in text(upTo: 30) }, isQuoted: int(0...3) == 0)
        }
        return ContentLine(
            group: int(0...3) == 0 ? name() : nil, name: name(), parameters: parameters,
            value: TextValue.structured(
                (0..<int(1...4)).map { _ in (0..<int(1...3)).map { _ in text(upTo: 99) } }))
    }

    /// Bytes of pieces that the grammar makes something of, in any order.
    mutating func bytes(pieces count: Int, areUTF8: Bool = false) -> [UInt8] {
        var pieces: [[UInt8]] =
            [
                "BEGIN:VCARD", "END:VCARD", "begin:vevent", "END:VEVENT", "TEL", "AGENT:BEGIN:VCARD",
                "AGENT:",
                "NOTE:", "item1.", ";TYPE=home", ";PREF", ";X=\"a:b;c\"", ";X=\"", "\"", ";", ":", ",", "=",
                "^n", "^",
                "\\n", "\\", ".", "a", "é", "日本", " ", "\t", "\r\n", "\r\n ", "\n", "\n\t", "\r", "=\r\n",
                "=3D", "=C3=BC",
                ";ENCODING=QUOTED-PRINTABLE:", ";ENCODING=b:", ";BASE64:", "R0lGODdh", ";CHARSET=SHIFT_JIS:",
                ";CHARSET=ISO-8859-1:", ";CHARSET=UTF-8",
            ].map { Array($0.utf8) }
        // Beyond text: NUL, which is told and left out, and charsets that are not UTF-8.
        if !areUTF8 { pieces += [[0x00], [0xFF], [0xC3], [0x93, 0xFA], [0xEF, 0xBB, 0xBF]] }
        return (0..<count).flatMap { _ in pieces[int(0...pieces.count - 1)] }
    }
}

/// What the grammar promises of any line and any bytes.
@Suite("Any line, any bytes")
struct AnyLineTests {
    @Test("A line that is written is read as the same, and written again as the same", arguments: 0..<8)
    func lines(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let line = random.line()
            let written = line.written()
            let read = readLine(written)
            #expect(read.line == line)
            #expect(read.issues.isEmpty)
            #expect(read.line?.structured() == line.structured())
            var again = try #require(read.line)
            #expect(again.written() == written)
            // Changed and changed back it is written from its parts.
            again.setParameter("X-OTHER-THAN-ALL", to: ["1"])
            again.setParameter("X-OTHER-THAN-ALL", to: [])
            #expect(again.source == nil)
            #expect(again == line)
            #expect(readLine(again.written()).line == line)
        }
    }

    @Test("No written line is longer than 75 octets or ends within a character, and unfolded it is whole")
    func folds() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1000 {
            let value = TextValue.escape(random.text(upTo: 300))
            let written = string(ContentLine(name: "NOTE", value: value).written())
            #expect(!written.contains("\u{FFFD}"))
            var unfolded = ""
            for physical in written.utf8.split(separator: 0x0D) {
                let text = physical.first == 0x0A ? physical.dropFirst() : physical
                #expect(text.count <= 75)
                unfolded += String(decoding: unfolded.isEmpty ? text : text.dropFirst(), as: UTF8.self)
            }
            #expect(unfolded == "NOTE:" + value)
        }
    }

    @Test(
        "No line of QUOTED-PRINTABLE is longer than 76 octets with its soft break, and joined they are whole")
    func softBreaks() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let text = random.text(upTo: 300)
            let line = ContentLine(
                name: "NOTE",
                parameters: [Parameter("CHARSET", "UTF-8"), Parameter("ENCODING", "QUOTED-PRINTABLE")],
                value: String(decoding: QuotedPrintable.encode(text, keepsLineFeeds: true), as: UTF8.self))
            let written = line.written()
            for physical in string(written).split(separator: "\r\n") {
                #expect(physical.utf8.count <= 76)
                #expect(physical.utf8.count < 76 || physical.hasSuffix("="))
                #expect(physical.last != " " && physical.last != "\t")
            }
            #expect(readLine(written).line?.text() == line.text())
        }
    }

    @Test("Escaped text is read as it was")
    func escapes() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let text = random.text(upTo: 60)
            let list = (0..<random.int(1...4)).map { _ in random.text(upTo: 20) }
            #expect(TextValue.unescape(TextValue.escape(text)) == text)
            #expect(ContentLine(name: "X", value: TextValue.escape(text)).text() == text)
            #expect(ContentLine(name: "X", value: TextValue.list(list)).list() == list)
            let quoted = QuotedPrintable.encode(text, keepsLineFeeds: true)
            #expect(string(QuotedPrintable.decode(quoted[...])) == text)
            #expect(Base64.decode(Array(Base64.encode(quoted).utf8)[...]) == quoted)
        }
    }

    /// What a component says, whatever charset and line ends it is written in.
    ///
    /// Of what could not be read as a line only that it is there: its line ends and charset are mended.
    private func told(_ component: Component) -> [String] {
        component.properties.flatMap { line in
            if line.isMalformed { return ["?"] }
            let parameters = line.parameters.filter { !$0.isNamed("CHARSET") }
            return ["\(line.group ?? "").\(line.canonicalName)"]
                + parameters.map { "\($0.name) \($0.values)" }
                + line.structured().map { "\($0)" }
        } + component.components.flatMap { ["{"] + told($0) + ["}"] }
    }

    @Test(
        "Whatever is read is written and read as the same; a second writing changes nothing", arguments: 0..<8
    )
    func components(seed: UInt64) {
        var random = SeededGenerator(seed: 1000 + seed)
        for _ in 0..<400 {
            let body = random.bytes(pieces: random.int(0...40), areUTF8: true)
            let bytes = Array("BEGIN:VCARD\r\n".utf8) + body + Array("\r\nEND:VCARD\r\n".utf8)
            let first = Component.parse(bytes)
            let written = first.component.written()
            let second = Component.parse(written)
            #expect(told(second.component) == told(first.component), "\(string(bytes).debugDescription)")
            #expect(second.component.written() == written, "\(string(bytes).debugDescription)")
        }
    }

    @Test("Whatever the bytes, what is written is UTF-8, and no line is lost", arguments: 0..<4)
    func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: 2000 + seed)
        for _ in 0..<400 {
            let body = random.bytes(pieces: random.int(0...40))
            let bytes = Array("BEGIN:VCARD\r\n".utf8) + body + Array("\r\nEND:VCARD\r\n".utf8)
            let first = Component.parse(bytes)
            let written = first.component.written()
            #expect(written.withUnsafeBytes { TextEncoding.isValidUTF8($0) })
            let second = Component.parse(written)
            #expect(
                second.component.properties.count == first.component.properties.count,
                "\(string(bytes).debugDescription)")
            #expect(
                RawItem(name: "VCARD", bytes: bytes).normalized().withUnsafeBytes {
                    TextEncoding.isValidUTF8($0)
                })
        }
    }

    @Test(
        "Looking for a parameter gives what the list of all gives, in a line that was read and in one that was made"
    )
    func parameters() {
        var random = SeededGenerator(seed: 3)
        let names = ["TYPE", "X", "ENCODING", "CHARSET", "PREF", ""]
        for _ in 0..<3000 {
            let head =
                Array("TEL".utf8)
                + random.bytes(pieces: random.int(0...12)).filter { $0 != 0x0A && $0 != 0x0D }
            guard let line = ContentLine(reading: head + Array(";CHARSET=x;PREF=1:v".utf8)), !line.isMalformed
            else {
                continue
            }
            var made = line
            made.parameters = line.parameters
            #expect(made == line)
            #expect(
                made.hasParameters == line.hasParameters && line.hasParameters == !line.parameters.isEmpty)
            #expect(made.encoding == line.encoding)
            #expect(made.charset == line.charset)
            for name in names {
                let first = line.parameters.first { $0.isNamed(name) }?.values.first
                #expect(line.parameter(name) == first)
                #expect(made.parameter(name) == first)
            }
            for word in ["PREF", "BASE64", "A"] {
                #expect(made.hasBareParameter(word) == line.hasBareParameter(word))
            }
        }
    }

    @Test("Cutting a file into items takes the same memory whatever its length")
    func window() throws {
        /// Gives `count` cards, and keeps the largest number of bytes that it was asked for.
        final class Cards: ByteSource {
            var left: Int
            var asked = 0
            let card = Array("BEGIN:VCARD\r\nFN:Someone\r\nNOTE:a\\nb\r\nEND:VCARD\r\n".utf8)

            init(_ count: Int) { left = count }

            func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                asked = max(asked, buffer.count)
                guard left > 0, buffer.count >= card.count else { return 0 }
                left -= 1
                buffer.copyBytes(from: card)
                return card.count
            }
        }
        for count in [1, 10_000, 200_000] {
            let cards = Cards(count)
            var splitter = ComponentSplitter(cards, grammar: .vCard)
            var found = 0
            while case .item? = try splitter.next() { found += 1 }
            #expect(cards.asked <= 256 * 1024)
            #expect(found > 0)
        }
    }
}
