import TextDecoding

/// How likely the beginning of a file is to be CSV, from 0 to 1.
///
/// `prefix` is text in UTF-8, without a byte order mark. Four kilobytes are enough; fewer are taken as the whole
/// file. Formats with a mark of their own (vCard, iCalendar, XML, HTML, JSON, LDIF), binary files and prose give 0.
/// A single row gives little, a table more, and nothing more than 0.9, so that a codec that knows its format by a mark
/// goes first.
public func looksLikeCSV(_ prefix: [UInt8]) -> Double {
    prefix.withUnsafeBufferPointer { buffer in
        guard !buffer.isEmpty, !Recognition.isOtherFormat(buffer) else { return 0 }
        return Recognition.confidence(buffer)
    }
}

/// Whether the beginning of a file is text in no other format's form, so that a file which its name calls CSV can be
/// read as such, whatever its text looks like.
public func mayBeReadAsCSV(_ prefix: [UInt8]) -> Bool {
    prefix.withUnsafeBufferPointer { !$0.isEmpty && !Recognition.isOtherFormat($0) }
}

private enum Recognition {
    static func isOtherFormat(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
        // A NUL here and there stands in tables too; other control characters, and many NULs, in binary files.
        let nulls = buffer.count { $0 == 0 }
        let controls = buffer.count {
            $0 < 0x20 && $0 != 0 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x1F
        }
        if controls * 100 > buffer.count || nulls * 5 > buffer.count { return true }
        let text = String(decoding: buffer.prefix(2048), as: UTF8.self)
        guard let first = text.first(where: { !$0.isWhitespace }) else { return true }
        // No column's name begins so; JSON, XML, HTML and PDF do.
        if "<{[%".contains(first) { return true }
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.drop(while: \.isWhitespace).lowercased()
        }
        return lines.contains { $0.hasPrefix("begin:v") }
            || lines.first { !$0.hasPrefix("#") }.map { $0.hasPrefix("dn:") || $0.hasPrefix("version: ") }
                ?? false
    }

    static func confidence(_ buffer: UnsafeBufferPointer<UInt8>) -> Double {
        let sniffer = DialectSniffer(buffer, isWhole: buffer.count < EncodingDetection.prefixLength)
        let hasSeparatorLine =
            buffer.count > 5 && String(decoding: buffer.prefix(4), as: UTF8.self).lowercased() == "sep="
        if hasSeparatorLine { return 0.9 }
        let dialect = sniffer.dialect(delimiter: nil, from: 0)
        let notes = HeaderFinder(sniffer: sniffer, dialect: dialect).preamble(of: buffer)
        let table = Table(buffer, dialect, from: notes.length)
        if table.typicalCount < 2 || table.rows.count < 2 { return table.confidenceOfOneRow }
        // Below a header even ragged rows are a table; so are rows of texts in quotes.
        guard table.consistency >= (table.confidenceOfOneRow >= 0.4 ? 0.3 : 0.6), !table.isProse else {
            return table.isQuoted ? 0.3 : 0
        }
        // Two columns may be chance; ten in each of many rows are none.
        let width = min(Double(table.typicalCount), 10) / 10
        let length = min(Double(table.rows.count), 10) / 10
        return (0.4 + 0.3 * width + 0.2 * length) * (0.5 + 0.5 * table.consistency)
    }
}

/// The first rows of a file, without notes before the header and comments between.
private struct Table {
    let rows: [[String]]
    let typicalCount: Int
    /// How many rows have that many fields, from 0 to 1; 0 where it is one field.
    let consistency: Double
    /// Whether most fields stand in quotes.
    let isQuoted: Bool
    private let isComma: Bool

    private static let rowLimit = 200

    init(_ buffer: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect, from start: Int) {
        var all: [(fields: [String], quoted: Int)] = []
        var parser = RowParser(dialect)
        var position = start
        while position < buffer.count, all.count < Self.rowLimit,
            case .row(let end, let next, _) = parser.parse(buffer, from: position, isLast: true)
        {
            if end > position {
                let offset = position
                let quoted = parser.fields.count {
                    $0.start > 0 && buffer[offset + Int($0.start) - 1] == dialect.quote
                }
                let fields = parser.fields.prefix(1000).map { span in
                    String(
                        decoding: buffer[offset + Int(span.start)..<offset + Int(span.end)].prefix(4096),
                        as: UTF8.self)
                }
                all.append((fields, quoted))
            }
            position = next
        }
        // `# a comment`, or what a program chose instead of the number sign, stands in fewer fields than rows do.
        let widest = all.map(\.fields.count).max() ?? 1
        all.removeAll { $0.fields[0].hasPrefix("#") && $0.fields.count < widest }
        rows = all.map(\.fields)
        var frequency: [Int: Int] = [:]
        for row in rows { frequency[row.count, default: 0] += 1 }
        let most = frequency.max { ($0.value, $0.key) < ($1.value, $1.key) }
        typicalCount = most?.key ?? 1
        consistency = typicalCount > 1 ? Double(most?.value ?? 0) / Double(max(rows.count, 1)) : 0
        isQuoted = all.map(\.quoted).reduce(0, +) * 2 > rows.map(\.count).reduce(0, +)
        isComma = dialect.delimiter == UInt8(ascii: ",") || dialect.delimiter == UInt8(ascii: ";")
    }

    /// One row only: names or values, several and short, or in quotes.
    var confidenceOfOneRow: Double {
        guard let first = rows.first else { return 0 }
        let isShort = first.allSatisfy { $0.utf8.count <= 40 && !$0.contains(". ") }
        guard first.count > 1 else { return isShort ? 0.05 : 0 }
        if first.count >= 3 && isShort { return 0.4 }
        // Pairs, or one long text among short ones: only where no field is a part of a sentence.
        let isOfWords = first.allSatisfy { field in
            let words = field.split(separator: " ").count
            return words <= 3 && !field.hasSuffix(".") && !field.hasSuffix("!")
        }
        return isOfWords || isQuoted ? 0.1 : 0
    }

    /// Sentences have commas too; but most of their pieces begin with a blank or end with a full stop.
    ///
    /// Not so below a header that all rows have the width of: their last column may hold sentences.
    var isProse: Bool {
        guard isComma, !isQuoted else { return false }
        if rows.count >= 3 && consistency >= 0.9 && isHeader(rows[0]) { return false }
        var sentences = 0
        var looseRows = 0
        let sample = rows.prefix(50)
        for row in sample {
            if row.last?.hasSuffix(".") ?? false { sentences += 1 }
            let filled = row.filter { !$0.isEmpty }
            let isLoose = filled.count > 1 && filled.dropFirst().allSatisfy { $0.hasPrefix(" ") }
            let words = filled.map { $0.split(separator: " ").count }.reduce(0, +)
            if isLoose && words >= filled.count * 3 { looseRows += 1 }
        }
        return sentences * 2 > sample.count || looseRows * 2 > sample.count
    }

    /// Three names or more, each different, of at most four words, with no blank before.
    private func isHeader(_ row: [String]) -> Bool {
        row.count >= 3 && Set(row).count == row.count
            && row.allSatisfy {
                !$0.hasPrefix(" ") && !$0.hasSuffix(".") && $0.utf8.count <= 40
                    && (1...4).contains($0.split(separator: " ").count)
            }
    }
}
