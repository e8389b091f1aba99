/// What was found out about a whole file and cannot be seen in a few of its rows: its dialect, and where its header
/// stands.
///
/// It is kept as text beside rows that are kept apart from their file, so that they are read as they were there.
public struct CSVLayout: Hashable, Sendable, LosslessStringConvertible {
    /// How the file is written.
    public let dialect: CSVDialect
    /// How many bytes of UTF-8 stand before the header's row: ``CSVReader/preamble``.
    public let preambleLength: Int

    /// Makes a layout.
    public init(dialect: CSVDialect, preambleLength: Int) {
        self.dialect = dialect
        self.preambleLength = max(0, preambleLength)
    }

    /// Six words: the bytes of delimiter and quote as numbers, the quote's escape, `merged` or `single` for delimiters in
    /// a row, `skipped` or `kept` for blanks before a quote, and the length of what stands before the header.
    ///
    /// What the rows themselves say, such as their line ends, is not in it.
    public var description: String {
        [
            String(dialect.delimiter), String(dialect.quote), dialect.quoteEscape.rawValue,
            dialect.mergesDelimiters ? "merged" : "single",
            dialect.skipsBlanksBeforeQuote ? "skipped" : "kept", String(preambleLength),
        ].joined(separator: " ")
    }

    /// Reads what ``description`` gave; nil for any other text.
    public init?(_ description: String) {
        let words = description.split(separator: " ").map(String.init)
        guard words.count == 6, let delimiter = UInt8(words[0]), delimiter < 0x80,
            let quote = UInt8(words[1]), quote < 0x80,
            let escape = CSVDialect.QuoteEscape(rawValue: words[2]),
            ["merged", "single"].contains(words[3]), ["skipped", "kept"].contains(words[4]),
            let length = Int(words[5]), length >= 0
        else { return nil }
        self.init(
            dialect: CSVDialect(
                delimiter: delimiter, mergesDelimiters: words[3] == "merged", quote: quote,
                quoteEscape: escape, skipsBlanksBeforeQuote: words[4] == "skipped"),
            preambleLength: length)
    }
}
