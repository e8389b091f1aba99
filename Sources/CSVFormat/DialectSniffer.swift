/// Finds out how a file is written, from its beginning.
///
/// Each common delimiter and each way to write a quote is tried with the real parser. The one under which most rows
/// have the same number of fields, and fewest quotes stand wrong, is taken; the order of
/// ``CSVDialect/commonDelimiters`` decides ties.
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
        // Of one column, nothing is known but that: a comma is what RFC 4180 says.
        if delimiter == nil && best?.typicalCount == 1 { dialect.delimiter = UInt8(ascii: ",") }
        dialect.lineEnding = firstLineEnding(dialect, from: start)
        return dialect
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
                trial.counts.append(parser.fields.count)
                frequency[parser.fields.count, default: 0] += 1
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
    private func hasBlanksBeforeQuotes(_ delimiter: UInt8) -> Bool {
        var blanks = false
        var wasDelimiter = false
        for byte in sample {
            if byte == delimiter {
                wasDelimiter = true
                blanks = false
            } else if byte == 0x20 && wasDelimiter {
                blanks = true
            } else {
                if byte == UInt8(ascii: "\"") && wasDelimiter && blanks { return true }
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
