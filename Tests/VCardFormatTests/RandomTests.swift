import ContentLine
import SeededRandom
import Testing
import VCardFormat

extension SeededGenerator {
    /// Text of any characters: separators and escapes often, every plane of Unicode sometimes.
    mutating func text(_ lengths: ClosedRange<Int> = 0...40) -> String {
        let special: [Unicode.Scalar] = [
            ";", ",", ":", "\\", "\n", "\"", "=", "^", "n", " ", "\t", "'", ".", "\u{FEFF}", "\u{301}",
            "\u{200D}",
            "ü", "日", "\u{1F468}", "\u{E000}", "\u{10FFFF}", "\u{85}", "\u{2028}", "%", "$", "<",
        ]
        var result = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: lengths, using: &self) {
            switch UInt8.random(in: 0..<10, using: &self) {
            case 0..<4: result.append(special.randomElement(using: &self) ?? "x")
            case 4..<9: result.append(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &self)))
            default:
                if let scalar = Unicode.Scalar(UInt32.random(in: 0x80...0x10FFFF, using: &self)) {
                    result.append(scalar)
                }
            }
        }
        return String(result)
    }

    /// What may stand beside a value.
    mutating func attributes(_ version: VCardVersion) -> Attributes {
        let types = ["home", "work", "X-a", "cell"].filter { _ in Bool.random(using: &self) }
        var attributes = Attributes(types: version == .v2 ? types.map { $0.uppercased() } : types)
        if Bool.random(using: &self) { attributes.preference = version == .v4 ? 7 : 1 }
        if Bool.random(using: &self) { attributes.label = text(1...12) + "x" }
        return attributes
    }

    mutating func texts(_ counts: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: counts, using: &self)).map { _ in text(1...20) }
    }
}

/// Values of a card's fields, of any text.
private struct CardValues {
    let note: [Property<String>]
    let emails: [Property<String>]
    let name: StructuredName
    let address: Property<Address>
    let organization: Organization
    let nicknames: [String]
    let photo: [UInt8]
    let birthday: DateValue
    let custom: Property<String>

    init(_ random: inout SeededGenerator, version: VCardVersion) {
        note = [Property(random.text(0...300)), Property(random.text())]
        emails = (0..<3).map { _ in Property("e" + random.text(), random.attributes(version)) }
        name = StructuredName(
            family: version == .v2 ? [random.text(1...9)] : random.texts(0...2),
            given: [random.text(1...9)],
            further: [[random.text(1...9)]])
        address = Property(
            Address(
                street: [random.text(1...99)], country: [random.text(1...9)],
                label: Bool.random(using: &random) ? random.text() : nil), random.attributes(version))
        organization = Organization([random.text(), random.text()])
        nicknames = random.texts(1...3)
        photo = (0..<Int.random(in: 1...200, using: &random)).map { _ in random.next() > 9 ? 0xA5 : 0 }
        birthday = .date(PartialDate(year: Bool.random(using: &random) ? 1999 : nil, month: 2, day: 7))
        custom = Property(random.text(), random.attributes(version))
    }

    func set(in editor: inout VCardEditor) {
        editor.set(VCardProperty.note, to: note)
        editor.set(VCardProperty.email, to: emails)
        editor.set(VCardProperty.name, to: [Property(name)])
        editor.set(VCardProperty.address, to: [address])
        editor.set(VCardProperty.organization, to: [Property(organization)])
        editor.set(VCardProperty.nickname, to: [Property(nicknames)])
        editor.set(VCardProperty.photo, to: [Property(.data(photo, mediaType: nil))])
        editor.set(VCardProperty.birthday, to: [Property(birthday)])
        editor.set(VCardProperty.custom("X-FIELD"), to: [custom])
    }

    /// Holds a card that was read to the values.
    func expect(in card: VCard, _ comment: Comment) {
        #expect(card[VCardProperty.note] == note, comment)
        #expect(card[VCardProperty.email] == emails, comment)
        #expect(card[VCardProperty.name].first?.value.family == name.family, comment)
        #expect(card[VCardProperty.address].map(\.value.street) == [address.value.street], comment)
        #expect(card[VCardProperty.address].map(\.value.label) == [address.value.label], comment)
        #expect(card[VCardProperty.organization].map(\.value) == [organization], comment)
        #expect(card[VCardProperty.nickname].map(\.value) == [nicknames], comment)
        if case .data(let bytes, _)? = card[VCardProperty.photo].first?.value {
            #expect(bytes == photo, comment)
        } else {
            Issue.record("The photo is gone: \(comment)")
        }
        #expect(card[VCardProperty.birthday].map(\.value) == [birthday], comment)
    }
}

@Suite("Any text in any field")
struct RandomTests {
    @Test(
        "What is written is read as the same, and written again as the same", arguments: VCardVersion.allCases
    )
    func identity(version: VCardVersion) throws {
        var random = SeededGenerator(seed: 42)
        for round in 0..<400 {
            let values = CardValues(&random, version: version)
            var editor = VCardEditor(version: version)
            values.set(in: &editor)
            let written = editor.written()
            let item = VCardReader.read(RawItem(name: "VCARD", bytes: written))
            let comment = Comment(rawValue: "round \(round)")
            #expect(item.issues.isEmpty, comment)
            values.expect(in: item.card, comment)
            #expect(item.card[VCardProperty.name] == editor.card[VCardProperty.name], comment)
            #expect(
                item.card[VCardProperty.custom("X-FIELD")] == editor.card[VCardProperty.custom("X-FIELD")],
                comment)
            #expect(item.card.component == Component.parse(item.card.component.written()).component, comment)
            #expect(string(item.card.component.written()) == string(written), comment)
            #expect(item.source.isUTF8 && item.source.normalized() == written, comment)
        }
    }

    @Test("Lines of any parameters and values are read as they were written")
    func lines() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let parameters = (0..<Int.random(in: 0...3, using: &random)).map { index in
                Parameter("X-P\(index)", random.texts(1...3).map { $0.filter { $0 != "\t" } + "e" })
            }
            let line = ContentLine(
                group: Bool.random(using: &random) ? "g1" : nil, name: "X-NAME", parameters: parameters,
                value: TextValue.structured([random.texts(1...3), random.texts(1...3)]))
            let component = Component(name: "X-C", properties: [line])
            let parsed = Component.parse(component.written())
            #expect(parsed.issues.isEmpty)
            #expect(parsed.component == component, Comment(rawValue: string(component.written())))
        }
    }

    @Test("Damaged cards are read without a crash, and what is read is a fixed point")
    func damage() throws {
        var random = SeededGenerator(seed: 99)
        let seed = Array(
            """
            BEGIN:VCARD\r
            VERSION:2.1\r
            N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=88=C9=\r
            =94=5C;x\r
            PHOTO;ENCODING=BASE64;TYPE=GIF:\r
             R0lGODdh\r
            \r
            item1.TEL;TYPE="home,work":1\r
            AGENT:\r
            BEGIN:VCARD\r
            FN:b\r
            END:VCARD\r
            BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03\r
            GEO:1;2\r
            NOTE:fol\r
             ded\\, text\r
            END:VCARD\r

            """.utf8)
        for _ in 0..<4000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch UInt8.random(in: 0..<4, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                case 2:
                    bytes.insert(contentsOf: Array(seed[at % seed.count..<min(seed.count, at + 20)]), at: at)
                default: bytes.removeSubrange(at..<min(bytes.count, at + 9))
                }
            }
            let item = VCardReader.read(RawItem(name: "VCARD", bytes: bytes))
            _ = item.card[VCardProperty.photo]
            _ = item.card[VCardProperty.address]
            _ = item.card.displayName
            let written = item.card.component.written()
            let again = Component.parse(written)
            #expect(string(again.component.written()) == string(written))
            #expect(String(validating: written, as: UTF8.self) != nil)
        }
    }
}

extension RandomTests {
    @Test("Base64 that is damaged is not taken for a URI after a conversion there and back")
    func damagedPicture() throws {
        let text =
            "BEGIN:VCARD\r\nVERSION:2.1\r\nPHOTO;ENCODING=BASE64;TYPE=JPEG:qgEPAAI:ASDF==\r\n\r\nEND:VCARD\r\n"
        let card = VCardReader.read(RawItem(name: "VCARD", bytes: Array(text.utf8))).card
        #expect(card[VCardProperty.photo].isEmpty)
        for version in [VCardVersion.v3, .v4] {
            let other = card.converted(to: version).card
            #expect(other[VCardProperty.photo].isEmpty && other.issues().contains { $0.code == .badBase64 })
            let back = other.converted(to: .v2).card
            let line = try #require(back.component.property("PHOTO"))
            #expect(line.encoding == .base64 && string(line.value) == "qgEPAAI:ASDF==")
            #expect(back[VCardProperty.photo].isEmpty)
        }
    }

    /// A card of any lines, with cards and unknown components within, so deep as `depth` says.
    private func nested(_ random: inout SeededGenerator, depth: Int) -> Component {
        let version = VCardVersion.allCases.randomElement(using: &random) ?? .v4
        var component = Component(
            name: "VCARD", properties: [ContentLine(name: "VERSION", value: version.rawValue)])
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            component.properties.append(
                ContentLine(
                    group: Bool.random(using: &random) ? "g" : nil,
                    name: ["NOTE", "X-ANY", "ORG", "N"].randomElement(using: &random) ?? "X",
                    parameters: Bool.random(using: &random)
                        ? [Parameter("X-P", random.texts(1...2).map { $0.filter { $0 != "\t" } + "e" })] : [],
                    value: TextValue.structured([random.texts(1...3), random.texts(0...2)])))
        }
        guard depth > 0 else { return component }
        if Bool.random(using: &random) {
            component.properties.append(ContentLine(name: "AGENT", value: ""))
            var inner = nested(&random, depth: depth - 1)
            inner.precedingProperties = component.properties.count
            component.components.append(inner)
            component.properties.append(ContentLine(name: "TITLE", value: "behind it"))
        }
        var other = nested(&random, depth: depth - 1)
        other.name = "X-\(depth)"
        other.precedingProperties = component.properties.count
        component.components.append(other)
        return component
    }

    @Test("Cards of any nesting are read as they were written, and many rounds are a fixed point")
    func nesting() {
        var random = SeededGenerator(seed: 2026)
        for _ in 0..<150 {
            let component = nested(&random, depth: Int.random(in: 0...6, using: &random))
            var bytes = component.written()
            for _ in 0..<4 {
                let item = VCardReader.read(RawItem(name: "VCARD", bytes: bytes))
                #expect(item.issues.isEmpty, Comment(rawValue: string(bytes)))
                #expect(item.card.component == component)
                #expect(item.source.normalized() == bytes)
                #expect(item.card.component.written() == bytes)
                bytes = item.card.component.written()
            }
        }
    }
}
