/// Finds the header where notes stand before it, as in LinkedIn's exports.
struct HeaderFinder {
    let sniffer: DialectSniffer
    let dialect: CSVDialect

    /// The length in bytes and in lines of what stands before the header; 0 where the first row is the header.
    ///
    /// Notes are narrower rows, the first of them of at most half as many fields as most rows have, or a comment with
    /// `#` in front. The header is the first row after them that is as wide as most rows and has a different name in
    /// each column. Where any of that is not so, the first row is the header: reading a note as one is seen at once,
    /// dropping a header is not.
    func preamble(of bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, lines: Int) {
        let trial = sniffer.trial(dialect, from: 0)
        guard let first = trial.counts.first,
            trial.typicalCount >= 3 && first * 2 <= trial.typicalCount
                || trial.typicalCount > first && beginsWithComment(bytes)
        else { return (0, 0) }
        var parser = RowParser(dialect)
        var position = 0
        var lines = 0
        for _ in 0...DialectSniffer.maximumPreamble {
            guard position < bytes.count,
                case .row(let end, let next, let passed) = parser.parse(bytes, from: position, isLast: true)
            else { break }
            if end > position {
                if parser.fields.count == trial.typicalCount {
                    let row = CSVRow(
                        bytes: Array(bytes[position..<end]), lineEnding: nil, line: 1, ordinal: 0,
                        spans: parser.fields, rules: CellRules(dialect))
                    return isHeader(row) ? (position, lines) : (0, 0)
                }
                guard parser.fields.count < trial.typicalCount else { return (0, 0) }
            }
            position = next
            lines += passed
        }
        return (0, 0)
    }

    private func beginsWithComment(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "#")
    }

    private func isHeader(_ row: CSVRow) -> Bool {
        let names = row.fields.map(CSVHeader.key)
        let filled = names.filter { !$0.isEmpty }
        return filled.count * 2 > names.count && Set(filled).count == filled.count
            && Self.firstDatum(in: row) == nil
    }

    /// The index of the first field that is no column's name: a number, a date or an e-mail address.
    static func firstDatum(in row: CSVRow) -> Int? {
        row.fields.prefix(100).firstIndex { field in
            let text = field.trimmingBlanks()
            if let at = text.firstIndex(of: "@"), at != text.startIndex, text[at...].contains("."),
                !text.contains(" ")
            {
                return true
            }
            guard text.contains(where: \.isNumber) else { return false }
            return text.utf8.allSatisfy { "0123456789.,:/-+ ".utf8.contains($0) }
        }
    }
}
