import SeededRandom
import Testing
import TextDecoding

/// A source that gives its bytes in pieces of random size, as a pipe may.
private struct PiecewiseSource: ByteSource {
    var bytes: ArraySlice<UInt8>
    var generator: SeededGenerator
    var largest: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(buffer.count, bytes.count, Int.random(in: 1...largest, using: &generator))
        buffer.copyBytes(from: bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        return count
    }
}

private struct Decoded: Equatable {
    var bytes: [UInt8]
    var detection: EncodingDetection?
    var issues: [DecodingIssue]
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

private func readAll<Base>(_ source: DecodingByteSource<Base>, buffer size: Int) throws -> Decoded {
    var source = source
    var result: [UInt8] = []
    var issues: [DecodingIssue] = []
    while true {
        let piece = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        issues += source.takeIssues()
        if piece.isEmpty { break }
        result += piece
    }
    #expect(source.issueCount == issues.count)
    return Decoded(bytes: result, detection: source.detection, issues: issues)
}

private func decode(
    _ bytes: [UInt8], encoding: TextEncoding? = nil, keep: Bool = false, buffer: Int = 1 << 16
) throws -> Decoded {
    try readAll(
        DecodingByteSource(ArrayByteSource(bytes), encoding: encoding, eightBitText: keep ? .keep : .decode),
        buffer: buffer)
}

private func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return bigEndian ? bytes.reversed() : bytes
    }
}

@Suite struct DecodingByteSourceTests {
    static let sample = "Name,City\r\nJürgen,Köln\r\n井上,東京 😀\r\n"

    /// The same text in a form of Unicode, how it is recognised, and how long its mark is.
    struct Form: Sendable {
        let bytes: [UInt8]
        let name: String
        let evidence: EncodingDetection.Evidence
        let mark: Int

        init(
            _ name: String, _ evidence: EncodingDetection.Evidence, mark: [UInt8] = [], _ bytes: [UInt8]
        ) {
            self.bytes = mark + bytes
            (self.name, self.evidence, self.mark) = (name, evidence, mark.count)
        }
    }

    private static let utf32: [UInt8] = sample.unicodeScalars.flatMap { scalar in
        (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
    }

    /// Each by itself: as one literal they cost the compiler fifteen seconds.
    static let forms: [Form] = {
        var forms = [Form("utf-8", .validUTF8, Array(sample.utf8))]
        forms.append(Form("utf-8", .byteOrderMark, mark: [0xEF, 0xBB, 0xBF], Array(sample.utf8)))
        forms.append(Form("utf-16le", .byteOrderMark, mark: [0xFF, 0xFE], utf16(sample)))
        forms.append(Form("utf-16be", .byteOrderMark, mark: [0xFE, 0xFF], utf16(sample, bigEndian: true)))
        forms.append(Form("utf-16le", .nulPattern, utf16(sample)))
        forms.append(Form("utf-16be", .nulPattern, utf16(sample, bigEndian: true)))
        forms.append(Form("utf-32le", .byteOrderMark, mark: [0xFF, 0xFE, 0, 0], utf32))
        return forms
    }()

    @Test(arguments: forms)
    func detectsAndDecodes(_ form: Form) throws {
        for size in [1, 2, 7, 64, 1 << 16] {
            let decoded = try decode(form.bytes, buffer: size)
            #expect(decoded.text == Self.sample)
            #expect(decoded.detection?.encoding.name == form.name)
            #expect(decoded.detection?.evidence == form.evidence)
            #expect(decoded.detection?.byteOrderMarkLength == form.mark)
            #expect(decoded.issues.isEmpty)
        }
    }

    @Test func emptyAndTinyInputs() throws {
        #expect(try decode([]).detection?.evidence == .ascii)
        #expect(try decode([0x41]).text == "A")
        #expect(try decode([0xEF, 0xBB, 0xBF]).text == "")
        #expect(try decode([0xFF, 0xFE]).text == "")
        #expect(try decode([0xC3]).text == "Ã")
    }

    @Test func latin1AfterMegabytesOfASCII() throws {
        let head = Array(repeating: Array("plain ascii text\n".utf8), count: 100_000).flatMap { $0 }
        let tail: [UInt8] =
            Array("caf".utf8) + [0xE9, 0x0A] + Array("stra".utf8) + [0xDF] + Array("e\n".utf8)
        for size in [1000, 1 << 16, 8 << 20] {
            let decoded = try decode(head + tail, buffer: size)
            #expect(decoded.bytes == head + Array("café\nstraße\n".utf8))
            #expect(decoded.detection?.encoding == .windows1252)
            #expect(decoded.detection?.evidence == .notUTF8(firstOffset: head.count + 3))
            #expect(decoded.issues.isEmpty)
        }
    }

    @Test func damagedUTF8StaysUTF8AndIsReported() throws {
        let bytes = Array("Zürich, Genève, ".utf8) + [0x4D, 0xFC] + Array("ller, Ärger\n".utf8)
        let decoded = try decode(bytes)
        #expect(decoded.text == "Zürich, Genève, Müller, Ärger\n")
        #expect(decoded.detection?.evidence == .damagedUTF8(firstOffset: 19))
        #expect(decoded.issues == [DecodingIssue(offset: 19, bytes: [0xFC], replacement: "ü")])
    }

    @Test func loneSurrogatesAndOddBytesAreReported() throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8, 0x42, 0x00, 0x43]
        let decoded = try decode(bytes)
        #expect(decoded.text == "A\u{FFFD}B\u{FFFD}")
        #expect(decoded.issues.map(\.offset) == [4, 8])
        #expect(decoded.issues.map(\.bytes) == [[0x3D, 0xD8], [0x43]])
    }

    @Test func keptTextIsNotTouched() throws {
        let folded: [UInt8] =
            Array("NOTE:J".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("rgen ".utf8) + [0xE4]
        let decoded = try decode(folded, keep: true)
        #expect(decoded.bytes == folded)
        #expect(decoded.detection?.evidence == .unexamined)
        #expect(try decode([0xEF, 0xBB, 0xBF] + folded, keep: true).bytes == folded)
        #expect(try decode(utf16("BEGIN:VCARD\r\n"), keep: true).text == "BEGIN:VCARD\r\n")
    }

    @Test func aDeclaredCharsetIsTakenAsGiven() throws {
        let cyrillic = try TextEncoding(label: "windows-1251")
        let decoded = try decode([0xCF, 0xF0, 0xE8, 0x2C, 0x41], encoding: cyrillic)
        #expect(decoded.text == "При,A")
        #expect(decoded.detection == EncodingDetection(encoding: cyrillic, evidence: .declared))
        #expect(
            try decode([0xFE, 0xFF] + utf16("Ü", bigEndian: true), encoding: .utf16LittleEndian).text == "Ü")
    }

    @Test func nulBytesInEightBitTextAreText() throws {
        let bytes = Array("a,b\u{0},c\n".utf8) + Array(repeating: 0x41, count: 200)
        #expect(try decode(bytes).bytes == bytes)
    }

    /// What comes out depends on the bytes, not on how they arrive or are asked for.
    @Test func piecesMakeNoDifference() throws {
        var generator = SeededGenerator(seed: 7)
        let alphabets: [[UInt8]] = [
            [0x41, 0x0A, 0x2C], [0x41, 0xC3, 0xA4, 0x0A], [0x41, 0xE4, 0xFC, 0x0A], [0x00, 0x41, 0xFF, 0xFE],
            [0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x82, 0xAC], [0xEF, 0xBB, 0xBF, 0x81, 0xC2],
        ]
        for round in 0..<120 {
            let alphabet = alphabets[round % alphabets.count]
            var bytes = generator.bytes(upTo: 300, from: alphabet)
            if round % 40 == 0 { bytes = Array(repeating: 0x61, count: 70_000) + bytes }
            let whole = try decode(bytes)
            #expect(String(validating: whole.bytes, as: UTF8.self) != nil)
            for size in [3, 17, 100_000] {
                let source = PiecewiseSource(bytes: bytes[...], generator: generator, largest: size + 3)
                #expect(try readAll(DecodingByteSource(source), buffer: size) == whole)
            }
        }
    }

    @Test func issuesAreBoundedButCounted() throws {
        let bytes: [UInt8] =
            [0xFF, 0xFE] + Array(repeating: [0x00, 0xD8] as [UInt8], count: 30_000).flatMap { $0 }
        var source = DecodingByteSource(ArrayByteSource(bytes))
        var buffer = [UInt8](repeating: 0, count: 4096)
        while try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }) > 0 {}
        #expect(source.issueCount == 30_000)
        #expect(source.takeIssues().count == 10_000)
    }

    @Test func reasonsNameWhatWasSeen() {
        #expect(EncodingDetection(prefix: [0x41]).reason == "all bytes are ASCII")
        #expect(EncodingDetection(prefix: [0x41, 0xE4, 0x41]).reason.contains("byte 1"))
        #expect(EncodingDetection(prefix: [0x41, 0xC3]).encoding == .utf8)
    }
}
