import CSVFormat
import Testing
import TextDecoding

/// What goes wrong between programs that write CSV and programs that read it: one test for each known pitfall.
@Suite struct PitfallTests {
    private static let table = "Näme;Café\r\nZoë;1\r\nÅsa;2\r\n"

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static let markedFiles: [(name: String, bytes: [UInt8])] = [
        ("UTF-8 with a mark", bytes(0xEF, 0xBB, 0xBF, then: Array(table.utf8))), ("UTF-8", Array(table.utf8)),
        ("UTF-16LE with a mark", bytes(0xFF, 0xFE, then: utf16(table, isBigEndian: false))),
        ("UTF-16BE with a mark", bytes(0xFE, 0xFF, then: utf16(table, isBigEndian: true))),
        ("UTF-16LE", utf16(table, isBigEndian: false)), ("UTF-16BE", utf16(table, isBigEndian: true)),
    ]

    private static func bytes(_ mark: UInt8..., then rest: [UInt8]) -> [UInt8] { mark + rest }

    @Test(arguments: markedFiles)
    func pitfall3AMarkAndUTF16(name: String, bytes: [UInt8]) throws {
        let reading = try read(bytes)
        #expect(
            reading == Reading(header: ["Näme", "Café"], rows: [["Zoë", "1"], ["Åsa", "2"]], issues: []))
        // Written, a mark stands only where it was asked for.
        var output: [UInt8] = []
        var writer = CSVWriter()
        writer.append(reading.header, to: &output)
        #expect(output.starts(with: [UInt8(ascii: "N")]))
    }

    @Test func pitfall4BytesThatAreNotUTF8() throws {
        // Windows-1252, unlabelled: é, ü, €, curly quotes.
        let bytes: [UInt8] =
            Array("Name,Note\r\nZo".utf8) + [0xEB] + Array(",".utf8) + [0x80, 0x93, 0x78, 0x94]
            + Array("\r\n".utf8)
        var reader = try CSVReader(ArrayByteSource(bytes))
        let row = try reader.next()
        #expect(row?.fields == ["Zoë", "€“x”"])
        #expect(try reader.next() == nil)
        #expect(reader.encoding?.encoding == .windows1252)
    }

    @Test(arguments: [
        ("semicolons and decimal commas", "a;b\r\n1,5;2,5\r\n3,5;4,5\r\n", ["a", "b"], ["1,5", "2,5"]),
        ("tabs", "a\tb\n1,2\t3\n4,5\t6\n", ["a", "b"], ["1,2", "3"]),
        ("bars", "a|b\n1|2\n3|4\n", ["a", "b"], ["1", "2"]),
        ("Excel's delimiter line", "sep=;\r\na;b\r\n1,2,3;4\r\n", ["a", "b"], ["1,2,3", "4"]),
        ("a tie goes to the comma", "a;x,b\n1;x,2\n", ["a;x", "b"], ["1;x", "2"]),
        ("carriage returns alone", "a,b\r1,2\r3,4\r", ["a", "b"], ["1", "2"]),
        ("quoted line ends", "a,b\n\"1\n2\",3\n", ["a", "b"], ["1\n2", "3"]),
        (
            "backslashes before quotes", "a;b\n\"say \\\"hi\\\"\";2\n\"x\";3\n", ["a", "b"],
            ["say \"hi\"", "2"]
        ),
        ("single quotes", "'a','b'\n'1,5','it''s'\n", ["a", "b"], ["1,5", "it's"]),
        ("blanks before quotes", "a, \"b\"\n1, \"2, 3\"\n", ["a", "b"], ["1", "2, 3"]),
        ("tildes", "a~b~c\n1,2~x~y\n3~x~y\n", ["a", "b", "c"], ["1,2", "x", "y"]),
        ("the unit separator", "a\u{1F}b\n1,2\u{1F}x\n3\u{1F}y\n", ["a", "b"], ["1,2", "x"]),
        ("blanks", "A  B C\n1 2   3\n4 5 6\n7 8 9\n", ["A", "B", "C"], ["1", "2", "3"]),
        (
            "notes", "Notes:\n\"Made today, by hand\"\n\na,b,c\n1,2,3\n4,5,6\n", ["a", "b", "c"],
            ["1", "2", "3"]
        ),
        ("comments", "# Made today\na;b\n1;2\n3;4\n", ["a", "b"], ["1", "2"]),
        ("empty and equal names", "a,,a,\n1,2,3,\n4,5,6,\n", ["a", "", "a", ""], ["1", "2", "3", ""]),
        ("an apostrophe is no quote", "'a,b'\n'1,2'\n", ["'a", "b'"], ["'1", "2'"]),
    ])
    func pitfall38TheDialectIsFound(name: String, text: String, header: [String], first: [String]) throws {
        let reading = try read(text)
        #expect(reading.header == header)
        #expect(reading.rows.first == first)
        #expect(reading.issues.filter { $0.code != .doubtfulHeader } == [])
    }

    @Test func pitfall38RaggedRowsAreIssuesWithTheirLines() throws {
        let reading = try read("a,b,c\n1,2\n1,2,3,4\n1,2,3,\n\"x\ny\",2,3\n\"open,2,3\n")
        #expect(reading.rows.count == 5)
        #expect(reading.issues.map(\.line) == [2, 3, 7])
        #expect(reading.codes == [.fewFields, .manyFields, .unterminatedQuote])
    }

    @Test func pitfall38AnUntouchedRowIsWrittenAsItStood() throws {
        let text = "a; \"b\" ;c\r\n\"1\" ;'x';\r\n2;\"y\"\"z\";\r\n"
        var reader = try CSVReader(ArrayByteSource(text))
        var output = reader.preamble
        var writer = CSVWriter()
        if let row = reader.header.row { writer.append(verbatim: row, to: &output) }
        while let row = try reader.next() { writer.append(verbatim: row, to: &output) }
        #expect(String(decoding: output, as: UTF8.self) == text)
    }

    @Test func pitfall40FormulasAreKeptAndMarkedOnlyOnRequest() throws {
        let rows = [["Name", "Phone", "Note"], ["=1+1", "+49 30 1", "'=2"], ["@x", "-5", "'quoted'"]]
        func written(_ options: CSVWriter.Options) -> ([UInt8], Int) {
            var writer = CSVWriter(options)
            var output: [UInt8] = []
            for row in rows { writer.append(row, to: &output) }
            return (output, writer.formulaCount)
        }
        let (exact, warned) = written(.init())
        #expect(
            String(decoding: exact, as: UTF8.self)
                == "Name,Phone,Note\r\n=1+1,+49 30 1,'=2\r\n@x,-5,'quoted'\r\n")
        #expect(warned == 2)
        #expect(try read(exact).rows == Array(rows.dropFirst()))
        let (safe, none) = written(.init(isForSpreadsheet: true))
        #expect(none == 0)
        let text = "Name [' before formulas],Phone,Note\r\n'=1+1,+49 30 1,''=2\r\n'@x,-5,'quoted'\r\n"
        #expect(String(decoding: safe, as: UTF8.self) == text)
        let reading = try read(safe)
        #expect(reading.header == rows[0])
        #expect(reading.rows == Array(rows.dropFirst()))
        // The spreadsheet saved it with other quotes and another delimiter.
        let saved =
            "\"Name [' before formulas]\";Phone;Note\n\"'=1+1\";\"+49 30 1\";\"''=2\"\n'@x;-5;'quoted'\n"
        #expect(try read(saved).rows == Array(rows.dropFirst()))
    }
}
