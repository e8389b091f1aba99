import SeededRandom
import Testing
import TextDecoding

@Suite struct TextEncodingTests {
    @Test(arguments: [
        ("SHIFT_JIS", [0x93, 0xFA, 0x96, 0x7B] as [UInt8], "日本"),
        ("ISO-8859-1", [0x47, 0x65, 0xE4, 0x6E], "Geän"),
        ("iso-8859-1", [0x80, 0x31], "€1"),
        ("\"windows-1251\"", [0xCF, 0xF0, 0xE8], "При"),
        ("KOI8-R", [0xF0, 0xD2, 0xC9], "При"),
        ("gb2312", [0xC4, 0xE3], "你"),
        ("EUC-KR", [0xC7, 0xD1], "한"),
        ("Big5", [0xA4, 0xA4], "中"),
        ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
        ("UTF-8", [0xE2, 0x82, 0xAC], "€"),
        ("utf8", [0x41], "A"),
        ("macintosh", [0x8A], "ä"),
        ("UTF-16BE", [0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "A😀"),
        ("UTF-7", [0x2B, 0x41, 0x4F, 0x51, 0x2D], "ä"),
    ])
    func decodesByLabel(label: String, bytes: [UInt8], text: String) throws {
        let decoded = try TextEncoding(label: label).decode(bytes)
        #expect(decoded.text == text)
        #expect(decoded.issues.isEmpty)
    }

    @Test(arguments: [
        "klingon", "", "UTF-8//IGNORE", "../../etc/passwd", "a\u{0}b", String(repeating: "x", count: 5000),
    ])
    func refusesUnknownLabels(label: String) {
        let error = #expect(throws: TextDecodingError.self) { try TextEncoding(label: label) }
        #expect(error?.code == "unknown-charset")
        #expect((error?.message.utf8.count ?? 0) < 100)
    }

    @Test func undecodableBytesAreKeptInIssues() throws {
        let decoded = try TextEncoding(label: "SHIFT_JIS").decode([0x41, 0xFF, 0x42, 0x93])
        #expect(decoded.text == "A\u{FFFD}B\u{FFFD}")
        #expect(decoded.issues.map(\.offset) == [1, 3])
        #expect(decoded.issues.map(\.bytes) == [[0xFF], [0x93]])
        #expect(decoded.issues.first?.message == "The bytes FF at byte 1 cannot be decoded.")
    }

    @Test func windows1252GivesEveryByteACharacterOfItsOwn() {
        let all = (0...255).map { UInt8($0) }
        let decoded = TextEncoding.windows1252.decode(all)
        #expect(decoded.text.unicodeScalars.count == 256)
        #expect(Set(decoded.text.unicodeScalars).count == 256)
        #expect(decoded.issues.map(\.offset) == [0x81, 0x8D, 0x8F, 0x90, 0x9D])
    }

    @Test func windows1252HasItsOwnCharactersBetween80And9F() {
        let defined = (0x80...0x9F).filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }.map { UInt8($0) }
        #expect(TextEncoding.windows1252.decode(defined).text == "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")
    }

    @Test(arguments: [
        ([0x41, 0xC3, 0xA4] as [UInt8], "Aä", "utf-8", 0),
        ([0x41, 0xE4], "Aä", "windows-1252", 0),
        ([0xC3, 0xA4, 0xC3, 0xB6, 0x20, 0xE4], "äö ä", "utf-8", 1),
        ([], "", "utf-8", 0),
        ([0xC3], "Ã", "windows-1252", 0),
    ])
    func unlabelledValues(bytes: [UInt8], text: String, encoding: String, issues: Int) {
        let decoded = TextEncoding.decodeUnlabelled(bytes)
        #expect(decoded.text == text)
        #expect(decoded.encoding.name == encoding)
        #expect(decoded.issues.count == issues)
    }

    @Test func isValidUTF8AgreesWithTheStandardLibrary() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let bytes = generator.bytes(
                upTo: 40,
                from: [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5])
            let expected = String(validating: bytes, as: UTF8.self) != nil
            #expect(bytes.withUnsafeBytes { TextEncoding.isValidUTF8($0) } == expected)
        }
    }

    @Test func descriptorsServeManyTasksAtOnce() async throws {
        let encoding = try TextEncoding(label: "KOI8-R")
        let bytes: [UInt8] = Array(repeating: 0xF0, count: 300)
        let texts = await withTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<64 {
                group.addTask { Set((0..<200).map { _ in encoding.decode(bytes).text }) }
            }
            return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(texts == [String(repeating: "П", count: 300)])
    }
}
