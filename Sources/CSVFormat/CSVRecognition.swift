import TextDecoding

/// How likely the beginning of a file is to be CSV, from 0 to 1.
///
/// `prefix` is text in UTF-8, without a byte order mark. Four kilobytes are enough; fewer are taken as the whole
/// file. Formats with a mark of their
/// own (vCard, iCalendar, XML, HTML, JSON, LDIF) and prose give 0. Never gives more than 0.9, so that a codec that
/// knows its format by a mark goes first.
public func looksLikeCSV(_ prefix: [UInt8]) -> Double {
    prefix.withUnsafeBufferPointer { buffer in
        guard !buffer.isEmpty, !Recognition.isOtherFormat(buffer) else { return 0 }
        return Recognition.confidence(buffer)
    }
}

private enum Recognition {
    static func isOtherFormat(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
        let controls = buffer.count { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if controls * 100 > buffer.count { return true }
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
        let dialect = sniffer.dialect(delimiter: hasSeparatorLine ? buffer[4] : nil, from: 0)
        let trial = sniffer.trial(dialect, from: 0)
        if hasSeparatorLine { return 0.9 }
        if trial.typicalCount < 2 || trial.counts.count < 2 { return headerAlone(buffer, dialect) }
        // Below a header even ragged rows are a table.
        let enough = headerAlone(buffer, dialect) >= 0.4 ? 0.3 : 0.6
        guard trial.consistency >= enough, !isProse(buffer, dialect) else { return 0 }
        // Two columns may be chance; ten in each of many rows are none.
        let width = min(Double(trial.typicalCount), 10) / 10
        let length = min(Double(trial.counts.count), 10) / 10
        return (0.4 + 0.3 * width + 0.2 * length) * (0.5 + 0.5 * trial.consistency)
    }

    /// One row only: a header with several short names and no data.
    private static func headerAlone(_ buffer: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect) -> Double {
        guard let first = rows(buffer, dialect, limit: 1).first else { return 0 }
        let isHeader = first.count >= 3 && first.allSatisfy { $0.utf8.count <= 40 && !$0.contains(". ") }
        return isHeader ? 0.4 : first.count == 1 && first[0].utf8.count <= 40 ? 0.05 : 0
    }

    /// Sentences have commas too; but most of their pieces begin with a blank or end with a full stop.
    private static func isProse(_ buffer: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect) -> Bool {
        guard dialect.delimiter == UInt8(ascii: ",") || dialect.delimiter == UInt8(ascii: ";") else {
            return false
        }
        var sentences = 0
        var looseRows = 0
        let rows = rows(buffer, dialect, limit: 50)
        for row in rows {
            if row.last?.hasSuffix(".") ?? false { sentences += 1 }
            let filled = row.filter { !$0.isEmpty }
            let isLoose = filled.count > 1 && filled.dropFirst().allSatisfy { $0.hasPrefix(" ") }
            let words = filled.map { $0.split(separator: " ").count }.reduce(0, +)
            if isLoose && words >= filled.count * 3 { looseRows += 1 }
        }
        return sentences * 2 > rows.count || looseRows * 2 > rows.count
    }

    private static func rows(
        _ buffer: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect, limit: Int
    ) -> [[String]] {
        var result: [[String]] = []
        var parser = RowParser(dialect)
        var position = 0
        while position < buffer.count, result.count < limit,
            case .row(let end, let next, _) = parser.parse(buffer, from: position, isLast: true)
        {
            if end > position {
                result.append(
                    parser.fields.prefix(1000).map { span in
                        let start = position + Int(span.start)
                        return String(decoding: buffer[start..<position + Int(span.end)], as: UTF8.self)
                    })
            }
            position = next
        }
        return result
    }
}
