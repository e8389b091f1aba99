/// Something in a CSV file that is not as it should be; reading went on.
///
/// Holds no value of the file: those are private. The row's text is with the row.
public struct CSVIssue: Hashable, Sendable {
    /// What is wrong, as a word that stays the same between releases.
    public enum Code: String, Hashable, Sendable {
        /// A quoted field is never closed: its quote was taken as text and its row ends with its line.
        case unterminatedQuote = "unterminated-quote"
        /// A quote within a quoted field is neither doubled nor at the field's end: it was taken as text.
        case strayQuote = "stray-quote"
        /// The row has fewer fields than the header.
        case fewFields = "few-fields"
        /// The row has more fields than the header, and not only empty ones.
        case manyFields = "many-fields"
        /// The row holds a NUL character, which was kept.
        case nulCharacter = "nul-character"
        /// The first row has a number, a date or an e-mail address where a column's name is expected.
        case doubtfulHeader = "doubtful-header"
    }

    /// What is wrong.
    public var code: Code
    /// The line that the row begins on, from 1; for quotes, the line of the field's beginning.
    public var line: Int
    /// The number of the field in the row, from 1; nil where the whole row is meant.
    public var column: Int?
    /// The number of the row after the header, from 1; 0 for the header itself.
    public var ordinal: Int

    /// Makes an issue.
    public init(code: Code, line: Int, column: Int?, ordinal: Int) {
        self.code = code
        self.line = line
        self.column = column
        self.ordinal = ordinal
    }

    /// What is wrong and what was done, in one sentence.
    public var message: String {
        switch code {
        case .unterminatedQuote: "A quoted field is never closed; its quote was read as text."
        case .strayQuote: "A quote inside a quoted field is not doubled; it was read as text."
        case .fewFields: "The row has fewer fields than the header; the missing fields were read as absent."
        case .manyFields: "The row has more fields than the header; the extra fields belong to no column."
        case .nulCharacter: "The row contains a NUL character; it was kept."
        case .doubtfulHeader: "The first row looks like data, but was read as the header."
        }
    }
}

/// Why reading a CSV file had to stop.
public struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A word that stays the same between releases: `row-too-large`, `too-many-columns`.
    public var code: String
    /// What was wrong, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var remedy: String
    /// The line that the row begins on, from 1.
    public var line: Int
    /// The bytes of the row that were looked at, counted in the text after decoding to UTF-8.
    public var byteRange: Range<Int>

    /// The message and the remedy.
    public var description: String { "\(message) \(remedy)" }

    static func rowTooLarge(line: Int, byteRange: Range<Int>, limit: Int) -> CSVError {
        CSVError(
            code: "row-too-large",
            message:
                "The row that begins on line \(line), at byte \(byteRange.lowerBound), is longer than \(limit) bytes.",
            remedy: "Look for a quote there that is never closed.",
            line: line, byteRange: byteRange)
    }

    static func tooManyColumns(line: Int, byteRange: Range<Int>, count: Int, limit: Int) -> CSVError {
        CSVError(
            code: "too-many-columns",
            message: "The header on line \(line) has \(count) columns; a table can have at most \(limit).",
            remedy: "Check the separator of the columns, or split the table into several.",
            line: line, byteRange: byteRange)
    }
}
