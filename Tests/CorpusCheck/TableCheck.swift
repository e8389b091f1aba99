import CSVFormat
import TextDecoding

/// CSV: every field is written as RFC 4180 has it, and read again.
struct TableCheck {
    func check(_ bytes: [UInt8], _ file: CorpusFile, _ outcome: inout Outcome) throws {
        var (rows, issues, lines) = try read(bytes, CSVReader.Options(headerPosition: .absent))
        outcome.items = rows.count
        outcome.issues += issues
        var writer = CSVWriter()
        var written: [UInt8] = []
        for row in rows { writer.append(row, to: &written) }
        // A row of no fields at all is a blank line, which is no row.
        rows.removeAll { $0.isEmpty }
        let again = try read(written, CSVReader.Options(dialect: CSVDialect(), headerPosition: .absent))
        if again.rows != rows {
            let pair = zip(rows, again.rows).first { $0 != $1 }
            outcome.add(.codec, "\(rows.count) rows, \(again.rows.count) again; \(String(describing: pair))")
        }
        // The manifest counts the lines of a dialect's declaration and blank ones, too.
        outcome.compare(["record": lines], with: file)
    }

    private func read(
        _ bytes: [UInt8], _ options: CSVReader<ArrayByteSource>.Options
    ) throws -> (rows: [[String]], issues: Int, lines: Int) {
        var reader = try CSVReader(ArrayByteSource(bytes), options: options)
        var rows: [[String]] = []
        var issues = 0
        while let row = try reader.next() {
            rows.append(row.fields)
            issues += reader.takeIssues().count + reader.takeDecodingIssues().count
        }
        issues += reader.takeIssues().count + reader.takeDecodingIssues().count
        let declarations = reader.dialect.hasSeparatorLine ? 1 : 0
        return (rows, issues, rows.count + reader.blankLineCount + declarations)
    }
}
