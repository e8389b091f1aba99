/// How one CSV file is written: its delimiter, quotes, line ends and what stands before its header.
public struct CSVDialect: Hashable, Sendable {
    /// How a quote within a quoted field is written.
    public enum QuoteEscape: String, Hashable, Sendable {
        /// As two quotes (RFC 4180, section 2, rule 7).
        case doubled
        /// As `\"`, and a backslash as `\\`; two quotes are understood too.
        case backslash
    }

    /// The byte between two fields, which is ASCII.
    public var delimiter: UInt8
    /// Whether several delimiters in a row part two fields only once, as blanks do.
    public var mergesDelimiters: Bool
    /// The byte around quoted fields: `"`, or `'` in the files of some programs.
    public var quote: UInt8
    /// How a quote within a quoted field is written.
    public var quoteEscape: QuoteEscape
    /// Whether blanks between a delimiter and an opening quote belong to neither: `a, "b, c"`.
    public var skipsBlanksBeforeQuote: Bool
    /// The line end of the first row.
    public var lineEnding: CSVLineEnding
    /// Whether the file began with a byte order mark.
    public var hasByteOrderMark: Bool
    /// Whether the first line was Excel's `sep=;`.
    public var hasSeparatorLine: Bool
    /// Whether the file was written for spreadsheets, with `'` before what they would run; see ``SpreadsheetText``.
    ///
    /// Cells are read as they were before that.
    public var isForSpreadsheet: Bool

    /// Makes a dialect; without arguments it is that of RFC 4180.
    public init(
        delimiter: UInt8 = UInt8(ascii: ","), mergesDelimiters: Bool = false,
        quote: UInt8 = UInt8(ascii: "\""),
        quoteEscape: QuoteEscape = .doubled, skipsBlanksBeforeQuote: Bool = false,
        lineEnding: CSVLineEnding = .crlf, hasByteOrderMark: Bool = false,
        hasSeparatorLine: Bool = false, isForSpreadsheet: Bool = false
    ) {
        self.delimiter = delimiter
        self.mergesDelimiters = mergesDelimiters
        self.quote = quote
        self.quoteEscape = quoteEscape
        self.skipsBlanksBeforeQuote = skipsBlanksBeforeQuote
        self.lineEnding = lineEnding
        self.hasByteOrderMark = hasByteOrderMark
        self.hasSeparatorLine = hasSeparatorLine
        self.isForSpreadsheet = isForSpreadsheet
    }

    /// The delimiters that are looked for, the likeliest first: an earlier one wins a tie.
    public static let commonDelimiters: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]

    /// The delimiters that are looked for where no common one makes columns.
    ///
    /// They also stand in texts and times, so that every row must have the same number of fields. 0x1F is ASCII's own
    /// unit separator.
    public static let rareDelimiters: [UInt8] = [
        0x1F, UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: " "),
    ]

    /// The delimiter in words, for a report: `comma`, `semicolon`, `tab`, `bar`, `blank`, or the character.
    public var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ","): "comma"
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: "|"): "bar"
        case UInt8(ascii: " "): "blank"
        case 0x1F: "unit separator"
        default: String(UnicodeScalar(delimiter))
        }
    }
}

/// What ends a line.
public enum CSVLineEnding: String, Hashable, Sendable {
    /// Carriage return and line feed, as RFC 4180 asks for.
    case crlf
    /// Line feed alone.
    case lf
    /// Carriage return alone, as old Macintosh programs wrote.
    case cr

    /// The bytes of it.
    public var bytes: [UInt8] {
        switch self {
        case .crlf: [0x0D, 0x0A]
        case .lf: [0x0A]
        case .cr: [0x0D]
        }
    }
}
