import CSVFormat
import SeededRandom
import Testing
import TextDecoding

@Suite struct SpreadsheetTextTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"), ("\rx", "'\rx"), ("\nx", "'\nx"), ("  =1", "'  =1"), ("\u{A0}=1", "'\u{A0}=1"),
        ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠a", "'＠a"), ("=", "="), ("-", "-"), ("- ", "- "),
        ("+1 555", "+1 555"), ("+49 (0)30/123-45", "+49 (0)30/123-45"), ("-1", "-1"), ("-1.5", "-1.5"),
        ("-1,5", "-1,5"), ("+5", "+5"), ("--04-20", "'--04-20"), ("-1-1", "'-1-1"), ("+1;=2", "'+1;'=2"),
        ("a;=1", "a;'=1"), ("a,=1", "a,'=1"), ("a|=1", "a|'=1"), ("a\t=1", "a\t'=1"), ("a\"=1", "a\"'=1"),
        ("a\n- b", "a\n'- b"), ("a=1", "a=1"), ("a - b", "a - b"), ("'", "'"), ("'a'", "'a'"),
        ("'=1", "''=1"),
        ("'''=1", "''''=1"), ("'+1 555", "'+1 555"), ("ада@example.org", "ада@example.org"),
    ])
    func aFormulaIsMadeHarmlessAndComesBack(cell: String, safe: String) {
        #expect(SpreadsheetText.protected(cell) == safe)
        #expect(SpreadsheetText.restored(safe) == cell)
    }

    @Test(arguments: Array(0..<200))
    func restoringUndoesProtecting(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<50 {
            let cell = Cells.random(&generator)
            let safe = SpreadsheetText.protected(cell)
            #expect(SpreadsheetText.restored(safe) == cell)
            #expect(!SpreadsheetText.isFormula(safe))
            // What was made harmless twice comes back in two steps.
            let twice = SpreadsheetText.protected(SpreadsheetText.protected(cell))
            #expect(SpreadsheetText.restored(SpreadsheetText.restored(twice)) == cell)
        }
    }

    /// A file for spreadsheets is read as what it was made of; another file keeps every apostrophe.
    @Test(arguments: Array(0..<60))
    func aFileForSpreadsheetsIsReadAsItWas(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let width = generator.int(1...5)
        let header = (0..<width).map { "c\($0)\(Cells.random(&generator))." }
        let rows = (0..<generator.int(1...20)).map { _ in (0..<width).map { _ in Cells.random(&generator) } }
        for isForSpreadsheet in [true, false] {
            var writer = CSVWriter(
                .init(
                    delimiter: generator.pick([0x2C, 0x3B, 0x09]), byteOrderMark: seed % 2 == 0,
                    isForSpreadsheet: isForSpreadsheet))
            var output: [UInt8] = []
            for row in [header] + rows { writer.append(row, to: &output) }
            var reader = try CSVReader(
                ArrayByteSource(output),
                options: .init(
                    dialect: CSVDialect(delimiter: writer.options.delimiter), headerPosition: .firstRow))
            #expect(reader.dialect.isForSpreadsheet == isForSpreadsheet)
            #expect(reader.header.names == header)
            var read: [[String]] = []
            while let row = try reader.next() {
                read.append(row.fields)
                #expect(row.bytes(at: 0) == Array((row[0] ?? "").utf8))
            }
            #expect(read == rows)
            let formulas = ([header] + rows).flatMap(\.self).count(where: SpreadsheetText.isFormula)
            #expect(writer.formulaCount == (isForSpreadsheet ? 0 : formulas))
        }
    }

    /// A kept row and its header give the same again.
    @Test func aKeptRowOfSuchAFileIsReadAsItWas() throws {
        let header = "name\(SpreadsheetText.mark),note\r\n"
        let source = CSVSourceRow(row: Array("'=1,''-a".utf8), header: Array(header.utf8))
        #expect(source?.value("name") == "=1")
        #expect(source?.value("note") == "'-a")
        let other = CSVSourceRow(row: Array("'=1,''-a".utf8), header: Array("name,note\r\n".utf8))
        #expect(other?.value("name") == "'=1")
    }
}

/// Texts of everything that a reader or a spreadsheet might stumble over.
enum Cells {
    private static let pieces = [
        "", "a", "B7", "12", ",", ";", "\t", "|", "\"", "\"\"", "'", "''", "\\", "\\\"", "\n", "\r", "\r\n",
        " ", "=",
        "+", "-", "@", "＝", "－", "é", "日", "😀", "\u{0}", "\u{FEFF}", "\u{A0}", "sep=", "=1", "+1 555",
        "\u{2028}",
        "e\u{301}", "\u{301}", "\u{600}", "#", "~", SpreadsheetText.mark,
    ]

    static func random(_ generator: inout SeededGenerator) -> String {
        (0..<generator.int(0...6)).map { _ in generator.pick(pieces) }.joined()
    }
}
