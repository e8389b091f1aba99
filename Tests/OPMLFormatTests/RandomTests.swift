import SeededRandom
import Testing

@testable import OPMLFormat

/// Documents made by chance: written and read again they are the same, and so in every round after.
@Suite struct RandomTests {
    @Test(arguments: 0..<150)
    func writtenAndReadIsTheIdentity(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let events = events(&random)
        let file = try #require(Reading(events: events).written().first)
        let reading = try Reading(file)
        #expect(reading.codes.isEmpty)
        #expect(reading.content.count == events.count)
        for (found, expected) in zip(reading.content, events) { #expect(found == expected) }
        #expect(try reading.written() == [file])
    }

    /// What is well-formed goes to the parser byte for byte.
    @Test(arguments: 0..<20)
    func wellFormedMarkupIsNotTouched(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var body = "<opml version='2.0'><body>"
        for _ in 0..<20 {
            let values = attributes(&random, version: false)
            var element: [UInt8] = []
            XMLEscaping.append(value: values.first?.value ?? "", to: &element)
            body +=
                "\n<outline text=\"\(String(decoding: element, as: UTF8.self))\" \t a='>\"' ></outline ><!-- c -->"
        }
        body += "<![CDATA[ <&> ]]></body></opml>"
        var repair = MarkupRepair()
        let bytes = Array(body.utf8)
        let taken = try bytes.withUnsafeBufferPointer { try repair.take($0, isLast: true) }
        #expect(taken == bytes.count)
        #expect(repair.issues.isEmpty)
        let expected = body.replacing("</outline >", with: "</outline>")
        #expect(String(decoding: repair.output, as: UTF8.self) == expected)
    }

    /// Damaged files: nothing crashes, and what was read is read again.
    @Test(arguments: 0..<200)
    func damagedFilesAreMended(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 1_000)
        var bytes = Array(OPMLReaderTests.list.utf8)
        for _ in 0...random.int(0...8) {
            let start = random.int(0...bytes.count - 1)
            let end = min(bytes.count, start + random.int(0...30))
            switch random.int(0...2) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.int(0...bytes.count))
            default: bytes[start] = UInt8(random.int(0...255))
            }
            if bytes.isEmpty { return }
        }
        do {
            let reading = try Reading(bytes)
            let again = try reading.written().map { try Reading($0) }
            #expect(again.flatMap(\.content) == reading.content)
        } catch let error as OPMLError {
            #expect(error.code == .notOPML)
        }
    }

    // MARK: Random values

    /// A whole document, as a reader gives it.
    private func events(_ random: inout SeededGenerator) -> [OPMLEvent] {
        var events: [OPMLEvent] = [.document(document(&random))]
        var place = Place()
        // Depths go up by one at most, now and then all the way down to the limit.
        let isDeep = random.int(0...9) == 0
        for _ in 0..<random.int(isDeep ? 300...400 : 0...60) {
            let isDown = isDeep && random.int(0...20) > 0
            let deepest = min(place.depth + 1, OPMLLimits.depth)
            let depth = isDown ? deepest : random.int(1...deepest)
            events.append(.outline(place.next(attributes(&random, version: false), at: depth), issues: []))
            if random.int(0...5) == 0 {
                let other = OPMLOther(bodyNode(&random), at: .body(depth: random.int(0...depth)))
                events.append(.other(other))
                // What stands further out ends the outlines within.
                if case .body(let depth) = other.place { place.leave(to: depth) }
            }
        }
        events.append(.other(OPMLOther(note(&random), at: .afterBody)))
        events.append(.other(OPMLOther(note(&random), at: .afterDocument)))
        return events
    }

    private func document(_ random: inout SeededGenerator) -> OPMLDocument {
        var document = OPMLDocument(attributes: attributes(&random, version: true))
        document.head = (0..<random.int(0...6)).map { _ in node(&random, depth: 0, isText: false) }
        document.prolog = (0..<random.int(0...2)).map { _ in note(&random) }
        document.beforeBody = (0..<random.int(0...1)).map { _ in note(&random) }
        if random.int(0...4) == 0 { document.headAttributes = attributes(&random, version: false) }
        if random.int(0...9) == 0 { document.documentType = "opml SYSTEM \"opml.dtd\"" }
        return document
    }

    private func text(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.int(0...12) {
            let value: UInt32
            switch random.int(0...5) {
            case 0: value = UInt32(random.int(0...0x10FFFF))
            case 1: value = UInt32(random.int(0x80...0x2FF))
            case 2: value = random.pick([9, 10, 13, 32, 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x5D, 0x2D])
            default: value = UInt32(random.int(0x20...0x7E))
            }
            guard XMLCharacters.isAllowed(value), let scalar = Unicode.Scalar(value) else { continue }
            text.append(scalar)
        }
        return String(text)
    }

    private func attributes(_ random: inout SeededGenerator, version: Bool) -> OPMLAttributes {
        var names = [
            "text", "title", "xmlUrl", "XMLURL", "frss:path", "xmlns:frss", "xmlns", "été", "a.b-c_1", "日本",
        ]
        var result: [OPMLAttribute] = version ? [OPMLAttribute(name: "version", value: "2.0")] : []
        for _ in 0..<random.int(0...5) {
            let name = names.remove(at: random.int(0...names.count - 1))
            result.append(OPMLAttribute(name: name, value: text(&random)))
        }
        return OPMLAttributes(result)
    }

    /// A comment or an instruction, without what XML or the writer changes in them.
    private func note(_ random: inout SeededGenerator) -> OPMLNode {
        let text = String(text(&random).unicodeScalars.filter { $0 != "-" && $0 != "\r" && $0 != "?" })
        if random.int(0...1) == 0 { return .comment(text) }
        return .processingInstruction(target: "target", data: text.trimmed)
    }

    private func bodyNode(_ random: inout SeededGenerator) -> OPMLNode {
        random.int(0...1) == 0 ? note(&random) : node(&random, depth: 0, isText: false)
    }

    private func node(_ random: inout SeededGenerator, depth: Int, isText: Bool) -> OPMLNode {
        if isText && random.int(0...1) == 0 { return .text("t" + text(&random)) }
        if depth > 3 || random.int(0...4) == 0 { return note(&random) }
        var children: [OPMLNode] = []
        for _ in 0..<random.int(0...3) {
            let wasText = if case .text = children.last { true } else { false }
            children.append(node(&random, depth: depth + 1, isText: !wasText))
        }
        return .element(
            OPMLElement(
                name: random.pick(["title", "x:y", "dateCreated", "note"]),
                attributes: attributes(&random, version: false), children: children))
    }
}

/// Where in a body the next outline stands: within the last ones of each depth.
private struct Place {
    /// The texts and the attributes of the outlines that are open, from the outermost.
    private var open: [(text: String, attributes: OPMLAttributes)] = []
    /// How many outlines there were so far, in the body and in each of those.
    private var counts = [0]

    var depth: Int { open.count }

    /// Ends the outlines that are deeper.
    mutating func leave(to depth: Int) {
        open.removeSubrange(min(depth, open.count)...)
        counts.removeSubrange(min(depth + 1, counts.count)...)
    }

    /// The next outline, within the last one of the depth above.
    mutating func next(_ attributes: OPMLAttributes, at depth: Int) -> OPMLOutline {
        leave(to: depth - 1)
        counts[depth - 1] += 1
        let outline = OPMLOutline(
            attributes, depth: depth, position: counts[depth - 1], path: open.map(\.text),
            parent: open.last?.attributes)
        open.append((outline.text, attributes))
        counts.append(0)
        return outline
    }
}
