/// Finds out how a file is written, from its beginning.
///
/// Each common delimiter and each way to write a quote is tried with the real parser. The one under which most rows
/// have the same number of fields, and fewest quotes stand wrong, is taken; the order of
/// ``CSVDialect/commonDelimiters`` decides ties. Where none of them makes columns, the rare ones are tried.
struct DialectSniffer {
    /// How much of a file is looked at.
    static let sampleLength = 64 * 1024
    /// How many lines may stand before the header.
    static let maximumPreamble = 9

    private let sample: UnsafeBufferPointer<UInt8>
    private let isWhole: Bool

    /// Looks at `bytes`; `isWhole` says that no more follow.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        self.isWhole = isWhole && bytes.count <= Self.sampleLength
        sample = UnsafeBufferPointer(rebasing: bytes.prefix(Self.sampleLength))
    }

    /// One way to read the sample and what came of it.
    struct Trial {
        var dialect: CSVDialect
        /// The number of fields of each row, without blank lines.
        var counts: [Int] = []
        var problems = 0
        /// The most frequent number of fields; the larger of two that are equally frequent.
        var typicalCount = 1
        /// How many rows have that number, from 0 to 1; 0 where it is one field.
        var consistency = 0.0
        /// How many fields stand in quotes.
        var quotedCount = 0
        /// Whether every field of the first row does, and there are several.
        var isFirstRowQuoted = false

        /// The first row counts more than others: decimal commas are in every row but the header.
        var score: Double {
            guard let first = counts.first else { return 0 }
            let header = typicalCount > 1 && first == typicalCount ? 0.25 : 0
            return consistency + header - Double(problems) / Double(counts.count)
        }
    }

    /// The dialect, with the delimiter of a `sep=` line or the option before any that is found by looking.
    func dialect(delimiter: UInt8?, from start: Int) -> CSVDialect {
        let delimiters = delimiter.map { [$0] } ?? CSVDialect.commonDelimiters
        if var dialect = singleQuoted(delimiters, from: start) {
            dialect.lineEnding = firstLineEnding(dialect, from: start)
            return dialect
        }
        var best: Trial?
        for delimiter in delimiters {
            for escape in quoteEscapes {
                let skips = hasBlanksBeforeQuotes(delimiter)
                let candidate = trial(
                    CSVDialect(delimiter: delimiter, quoteEscape: escape, skipsBlanksBeforeQuote: skips),
                    from: start)
                if best.map({ candidate.score > $0.score }) ?? true { best = candidate }
            }
        }
        var dialect = best?.dialect ?? CSVDialect()
        if delimiter == nil, best.map({ $0.typicalCount == 1 || $0.consistency < 0.5 }) ?? true {
            if let rare = rare(from: start) {
                dialect = rare.dialect
            } else if best?.typicalCount == 1 {
                // Of one column, nothing is known but that: a comma is what RFC 4180 says.
                dialect.delimiter = UInt8(ascii: ",")
            }
        }
        dialect.lineEnding = firstLineEnding(dialect, from: start)
        return dialect
    }

    /// The dialect of a file that has `'` around its fields: around all of the first row, and nowhere wrong.
    ///
    /// A writer of `"` can hold such a first row too, but puts `"` around it; see ``CSVWriter``.
    private func singleQuoted(_ delimiters: [UInt8], from start: Int) -> CSVDialect? {
        let apostrophe = UInt8(ascii: "'")
        guard start < sample.count, sample[start] == apostrophe else { return nil }
        var best: Trial?
        for delimiter in delimiters {
            let candidate = trial(
                CSVDialect(
                    delimiter: delimiter, quote: apostrophe,
                    skipsBlanksBeforeQuote: hasBlanksBeforeQuotes(delimiter, apostrophe)), from: start)
            guard candidate.isFirstRowQuoted, candidate.problems == 0 else { continue }
            if best.map({ candidate.score > $0.score }) ?? true { best = candidate }
        }
        return best?.dialect
    }

    /// The trial of the first rare delimiter that parts every row alike, and makes more than pairs of what often stands
    /// in texts.
    private func rare(from start: Int) -> Trial? {
        for delimiter in CSVDialect.rareDelimiters {
            let isBlank = delimiter == UInt8(ascii: " ")
            let isInTexts = isBlank || delimiter == UInt8(ascii: ":")
            let candidate = trial(
                CSVDialect(delimiter: delimiter, mergesDelimiters: isBlank), from: start)
            guard candidate.counts.count >= 2, candidate.problems == 0,
                candidate.typicalCount >= (isInTexts ? 3 : 2),
                candidate.consistency >= (isInTexts ? 1 : 0.5)
            else { continue }
            if isBlank && !holdsNumbers(candidate.dialect, from: start) { continue }
            return candidate
        }
        return nil
    }

    /// Whether most rows below the first hold a number or a date in one of two fields at least: words in lines of equal
    /// length are a poem.
    private func holdsNumbers(_ dialect: CSVDialect, from start: Int) -> Bool {
        var parser = RowParser(dialect)
        var position = start
        var (fields, numbers, rows) = (0, 0, 0)
        while position < sample.count,
            case .row(let end, let next, _) = parser.parse(sample, from: position, isLast: isWhole)
        {
            if end > position {
                rows += 1
                for span in rows > 1 ? parser.fields[...] : [] {
                    let field = sample[position + Int(span.start)..<position + Int(span.end)]
                    fields += field.isEmpty ? 0 : 1
                    numbers += field.contains(where: isDigit) ? 1 : 0
                }
            }
            position = next
        }
        return rows >= 3 && numbers * 2 >= fields
    }

    /// Reads the sample in one dialect.
    func trial(_ dialect: CSVDialect, from start: Int) -> Trial {
        var trial = Trial(dialect: dialect)
        var parser = RowParser(dialect)
        var position = start
        var frequency: [Int: Int] = [:]
        while position < sample.count,
            case .row(let end, let next, _) = parser.parse(sample, from: position, isLast: isWhole)
        {
            if end > position {
                let count = parser.fields.count
                let quoted = parser.fields.count {
                    $0.start > 0 && sample[position + Int($0.start) - 1] == dialect.quote
                }
                if trial.counts.isEmpty { trial.isFirstRowQuoted = count > 1 && quoted == count }
                trial.quotedCount += quoted
                trial.counts.append(count)
                frequency[count, default: 0] += 1
                trial.problems += parser.problems.count { $0.code != .nulCharacter }
            }
            position = next
        }
        // A first row longer than the sample: the delimiter that makes most fields of it is the likeliest.
        if trial.counts.isEmpty && parser.fields.count > 1 {
            trial.counts = [parser.fields.count]
            trial.typicalCount = parser.fields.count
            trial.consistency = 1 - 1 / Double(parser.fields.count)
        }
        if let (count, rows) = frequency.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            trial.typicalCount = count
            if count > 1 { trial.consistency = Double(rows) / Double(trial.counts.count) }
        }
        return trial
    }

    private var quoteEscapes: [CSVDialect.QuoteEscape] {
        let hasEscapedQuote = zip(sample, sample.dropFirst()).contains {
            $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "\"")
        }
        return hasEscapedQuote ? [.doubled, .backslash] : [.doubled]
    }

    /// Whether quotes stand after a delimiter and blanks.
    private func hasBlanksBeforeQuotes(_ delimiter: UInt8, _ quote: UInt8 = UInt8(ascii: "\"")) -> Bool {
        var blanks = false
        var wasDelimiter = false
        for byte in sample {
            if byte == delimiter {
                wasDelimiter = true
                blanks = false
            } else if byte == 0x20 && wasDelimiter {
                blanks = true
            } else {
                if byte == quote && wasDelimiter && blanks { return true }
                wasDelimiter = false
            }
        }
        return false
    }

    private func firstLineEnding(_ dialect: CSVDialect, from start: Int) -> CSVLineEnding {
        var parser = RowParser(dialect)
        guard start < sample.count,
            case .row(let end, let next, let lines) = parser.parse(sample, from: start, isLast: true),
            lines > 0
        else { return .crlf }
        return CSVLineEnding(sample, from: end, to: next) ?? .crlf
    }
}

extension CSVLineEnding {
    /// The line end that stands at `from..<to`, or nil for none.
    init?(_ buffer: UnsafeBufferPointer<UInt8>, from: Int, to: Int) {
        guard from < to else { return nil }
        self = to - from == 2 ? .crlf : buffer[from] == 0x0A ? .lf : .cr
    }
}
