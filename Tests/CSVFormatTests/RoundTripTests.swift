import CSVFormat
import SeededRandom
import Testing
import TextDecoding

/// Generated files: writing and reading are each other's inverse, in every dialect.
@Suite struct RoundTripTests {
    /// A file as a program of any dialect writes it, every field in quotes.
    private static func bytes(_ rows: [[String]], _ dialect: CSVDialect) -> [UInt8] {
        rows.flatMap { row in
            row.map {
                [dialect.quote] + $0.utf8.flatMap { $0 == dialect.quote ? [$0, $0] : [$0] } + [dialect.quote]
            }
            .joined(separator: [dialect.delimiter]) + dialect.lineEnding.bytes
        }
    }

    /// Any Unicode, delimiter, quote, line end and number of fields: the same rows in N rounds, and the bytes of the
    /// first round again.
    @Test(arguments: Array(0..<80))
    func whatIsReadIsWrittenAndReadAgain(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let dialect = CSVDialect(
            delimiter: generator.pick([0x2C, 0x3B, 0x09, 0x7C, 0x7E, 0x5E, 0x3A, 0x1F, 0x20]),
            quote: generator.pick([UInt8(ascii: "\""), UInt8(ascii: "'")]),
            lineEnding: generator.pick([.crlf, .lf, .cr]))
        let rows = (0..<generator.int(1...30)).map { _ in
            (0..<generator.int(1...6)).map { _ in Cells.random(&generator) }
        }
        let bytes = Self.bytes(rows, dialect)
        var (last, lastRows) = (bytes, try read(bytes, dialect: dialect, header: .absent).rows)
        #expect(lastRows == rows)
        var first: [UInt8]?
        for _ in 0..<3 {
            var writer = CSVWriter(.init(delimiter: dialect.delimiter, lineEnding: dialect.lineEnding))
            last = []
            for row in lastRows { writer.append(row, to: &last) }
            lastRows = try read(
                last, dialect: CSVDialect(delimiter: dialect.delimiter), header: .absent
            ).rows
            #expect(lastRows == rows)
            #expect(first == nil || first == last)
            first = last
        }
    }

    /// What is written is read again without a word on how it was written.
    @Test(arguments: Array(0..<60))
    func theDialectOfAWrittenFileIsFound(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let width = generator.int(2...6)
        let header = (0..<width).map { "Column \("abcdef".dropFirst($0).prefix(1))" }
        let words = [
            "Ada", "Zoë, Ida", "say \"hi\"", "two\nlines", "1,5", "a;b", "日本", "", "it's", "x|y", "-",
        ]
        let rows = (0..<generator.int(4...20)).map { _ in (0..<width).map { _ in generator.pick(words) } }
        var writer = CSVWriter(
            .init(
                delimiter: generator.pick([0x2C, 0x3B, 0x09]), lineEnding: generator.pick([.crlf, .lf]),
                byteOrderMark: seed % 3 == 0, isForSpreadsheet: seed % 2 == 0))
        var output: [UInt8] = []
        for row in [header] + rows { writer.append(row, to: &output) }
        let reading = try read(output)
        #expect(reading.header == header)
        #expect(reading.rows == rows)
    }
}
