import CSVFormat
import SeededRandom
import Testing
import TextDecoding

private func write(_ rows: [[String]], _ options: CSVWriter.Options = .init()) -> [UInt8] {
    var writer = CSVWriter(options)
    var output: [UInt8] = []
    for row in rows { writer.append(row, to: &output) }
    return output
}

@Suite struct CSVWriterTests {
    @Test(arguments: [
        (["a", "b"], "a,b\r\n"), (["", ""], ",\r\n"), ([""], "\"\"\r\n"), (["x,y", "z"], "\"x,y\",z\r\n"),
        (["say \"hi\""], "\"say \"\"hi\"\"\"\r\n"),
        (["two\nlines", "cr\rhere"], "\"two\nlines\",\"cr\rhere\"\r\n"),
        ([" x", "y\t"], "\" x\",\"y\t\"\r\n"), (["a;b"], "a;b\r\n"), ([], "\r\n"), (["=1+1"], "=1+1\r\n"),
        (["sep=;", "b"], "\"sep=;\",b\r\n"), (["\u{FEFF}x"], "\"\u{FEFF}x\"\r\n"), (["ä", "日"], "ä,日\r\n"),
    ])
    func quotesOnlyWhereNeeded(row: [String], text: String) {
        #expect(String(decoding: write([row]), as: UTF8.self) == text)
    }

    @Test func options() {
        let rows = [["a", "b;c"], ["1", ""]]
        #expect(write(rows, .init(quoting: .always)) == Array("\"a\",\"b;c\"\r\n\"1\",\"\"\r\n".utf8))
        let european = CSVWriter.Options(delimiter: UInt8(ascii: ";"), lineEnding: .lf, byteOrderMark: true)
        #expect(write(rows, european) == [0xEF, 0xBB, 0xBF] + Array("a;\"b;c\"\n1;\n".utf8))
    }

    @Test func untouchedRowsAreWrittenAsTheyStood() throws {
        let text = "a,b\n\"1\" , \"x\"\n2,\"two\r\nlines\"\n"
        var reader = try CSVReader(ArrayByteSource(text))
        var writer = CSVWriter(.init(lineEnding: .lf))
        var output: [UInt8] = []
        if let row = reader.header.row { writer.append(verbatim: row, to: &output) }
        while let row = try reader.next() { writer.append(verbatim: row, to: &output) }
        #expect(String(decoding: output, as: UTF8.self) == text)
    }

    /// What is written is read again as the same fields, whatever they hold.
    @Test(arguments: Array(0..<60))
    func readingUndoesWriting(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let delimiter = generator.pick(CSVDialect.commonDelimiters)
        let pieces = [
            "", "a", "B7", ",", ";", "\t", "|", "\"", "\"\"", "\\", "\\\"", "\n", "\r", "\r\n", " ", "é", "日",
            "😀",
            "\u{0}", "\u{FEFF}", "sep=", "=1", "\u{2028}", "e\u{301}",
        ]
        let width = generator.int(1...7)
        let rows = (0..<generator.int(1...40)).map { _ in
            (0..<width).map { _ in (0..<generator.int(0...6)).map { _ in generator.pick(pieces) }.joined() }
        }
        for quoting in [CSVWriter.Options.Quoting.whereNeeded, .always] {
            for ending in [CSVLineEnding.crlf, .lf, .cr] {
                let options = CSVWriter.Options(
                    delimiter: delimiter, quoting: quoting, lineEnding: ending, byteOrderMark: seed % 2 == 0)
                let written = write(rows, options)
                let dialect = CSVDialect(delimiter: delimiter)
                let reading = try read(written, dialect: dialect, header: .absent)
                #expect(reading.rows == rows)
                #expect(reading.issues.allSatisfy { $0.code == .nulCharacter })
                #expect(write(reading.rows, options) == written)
            }
        }
    }

    /// The same, with the dialect found by looking, for files as people have them.
    @Test(arguments: Array(0..<60))
    func readingFindsTheDialectOfWhatWasWritten(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 1000)
        let delimiter = generator.pick(CSVDialect.commonDelimiters)
        let pieces = [
            "Ann", "Bob ", "1,5", "x;y", "say \"hi\"", "two\nlines", "", "a|b", "\\path", "ü", "2024-01-02",
        ]
        let width = generator.int(3...9)
        let header = (0..<width).map { "Column \(Character(UnicodeScalar(UInt8(65 + $0))))" }
        let rows = (0..<generator.int(3...60)).map { _ in (0..<width).map { _ in generator.pick(pieces) } }
        let written = write([header] + rows, .init(delimiter: delimiter))
        let reading = try read(written)
        #expect(reading.header == header)
        #expect(reading.rows == rows.filter { $0.contains { !$0.isEmpty } || width > 1 })
        #expect(reading.issues.isEmpty)
    }
}
