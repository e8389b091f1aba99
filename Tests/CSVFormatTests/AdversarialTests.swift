import CSVFormat
import SeededRandom
import Testing
import TextDecoding

/// Rows without end, made while they are read.
private struct EndlessSource: ByteSource {
    var head: [UInt8]
    let unit: [UInt8]
    var left: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let piece = head.isEmpty ? unit[...] : head[...]
        let count = min(buffer.count, piece.count, left)
        buffer.copyBytes(from: piece.prefix(count))
        if !head.isEmpty { head.removeFirst(count) }
        left -= count
        return count
    }
}

@Suite struct AdversarialTests {
    @Test func aMillionColumns() throws {
        let commas = Array(repeating: UInt8(ascii: ","), count: 999_999)
        let reading = try CSVReader(
            ArrayByteSource(commas + [0x0A] + commas), options: .init(headerPosition: .absent))
        var reader = reading
        #expect(try reader.next()?.count == 1_000_000)
        #expect(try reader.next()?.isEmpty == true)
        #expect(try reader.next() == nil)
    }

    @Test func aCellOfTwentyMegabytes() throws {
        let cell = [UInt8](repeating: UInt8(ascii: "x"), count: 20 << 20)
        var reader = try CSVReader(ArrayByteSource(Array("a,b\n1,\"".utf8) + cell + Array("\"\n3,4\n".utf8)))
        #expect(try reader.next()?.bytes(at: 1)?.count == cell.count)
        #expect(try reader.next()?.fields == ["3", "4"])
    }

    @Test func aRowBeyondTheLimitIsAnErrorWithItsPlace() throws {
        let source = EndlessSource(
            head: Array("a,b\n1,2\n3,\"".utf8), unit: Array(repeating: 0x78, count: 4096), left: 1 << 30)
        var reader = try CSVReader(source, options: .init(maximumRowLength: 3 << 20))
        #expect(try reader.next()?.fields == ["1", "2"])
        let error = #expect(throws: CSVError.self) { try reader.next() }
        #expect(error?.code == "row-too-large")
        #expect(error?.line == 3)
        #expect(error?.byteRange.lowerBound == 8)
        #expect((error?.byteRange.count ?? 0) > 3 << 20)
        #expect(error?.message.contains("line 3") == true)
    }

    @Test func aHeaderHasAsManyColumnsAsASpreadsheet() throws {
        let names = (1...CSVReader<ArrayByteSource>.maximumColumns).map { "c\($0)" }.joined(separator: ",")
        #expect(try CSVReader(ArrayByteSource("\(names)\n1\n")).header.count == 16_384)
        let error = #expect(throws: CSVError.self) { try CSVReader(ArrayByteSource("\n\(names),x\n1\n")) }
        #expect(error?.code == "too-many-columns")
        #expect(error?.line == 2)
        #expect(error?.byteRange == 1..<names.utf8.count + 4)
        #expect(error?.message == "The header on line 2 has 16385 columns; a table can have at most 16384.")
    }

    @Test func aLimitHoldsForShortRowsToo() throws {
        var reader = try CSVReader(
            ArrayByteSource("a,b\n1,2\nxxxxxxxxxx,y\n"), options: .init(maximumRowLength: 8))
        #expect(try reader.next() != nil)
        #expect(throws: CSVError.self) { try reader.next() }
    }

    @Test(arguments: [
        "\"", "\"\"", "\"\"\"", "\"a\"b\"c\"", ",\"", "\"\n\"", "\\\"", "\"\\", "\"\\\"", "\r", "\"\r",
        "a,\"b\r", "\u{0}",
        "sep=", "sep=;", "sep=\"", "sep=;;", "\u{FEFF}", "\"\"a", " \"", "\t\"x\" \"y\"",
        "a,b\n\" \"\" , \" x",
    ])
    func brokenBeginningsAndEndings(text: String) throws {
        for delimiter in [nil, UInt8(ascii: ","), UInt8(ascii: "\t")] {
            // The same bytes are the same rows, whatever comes of them.
            #expect(try read(text, delimiter: delimiter) == read(text, delimiter: delimiter))
        }
        let whole = try read("a,b\n1,2\n" + text, delimiter: UInt8(ascii: ","))
        #expect(whole.header == ["a", "b"])
        #expect(whole.rows.first == ["1", "2"])
    }

    /// Many stray quotes on one line must not each look through the rest of it.
    @Test func strayQuotesTakeLinearTime() throws {
        let row = Array(repeating: Array("\"a\"b,".utf8), count: 400_000).flatMap { $0 }
        var reader = try CSVReader(
            ArrayByteSource(row), options: .init(dialect: CSVDialect(), headerPosition: .absent))
        #expect(try reader.next()?.count == 400_001)
        #expect(reader.takeIssues().count == 400_000)
    }

    /// Any bytes at all are read without an error, and every byte is in a row, a line end or a blank line.
    @Test(arguments: Array(0..<40))
    func anyBytes(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 77)
        let alphabet: [UInt8] = Array("a1,;\t|\"\"\\\n\r \u{0}é".utf8)
        for _ in 0..<50 {
            let bytes = (0..<generator.int(0...200)).map { _ in generator.pick(alphabet) }
            let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
            let dialect = CSVDialect(quoteEscape: generator.pick([.doubled, .backslash]))
            var reader = try CSVReader(
                ArrayByteSource(text), options: .init(dialect: dialect, headerPosition: .absent))
            var rebuilt: [UInt8] = reader.preamble
            while let row = try reader.next() {
                rebuilt += row.bytes + (row.lineEnding?.bytes ?? [])
                #expect(row.count >= 1)
                #expect(row.fields.count == row.count)
            }
            let blank: (UInt8) -> Bool = { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }
            #expect(rebuilt.filter(blank) == text.filter(blank))
        }
    }
}
