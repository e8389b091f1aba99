/// Writes rows as RFC 4180 has them.
///
/// The bytes are appended to an array of the caller's, who decides when to write them out.
public struct CSVWriter: Sendable {
    /// How the file is to be written.
    public struct Options: Hashable, Sendable {
        /// Which fields are put in quotes.
        public enum Quoting: String, Hashable, Sendable {
            /// Those that would be read otherwise without.
            case whereNeeded
            /// All.
            case always
        }

        /// The byte between two fields.
        public var delimiter: UInt8
        /// Which fields are put in quotes.
        public var quoting: Quoting
        /// What ends a row; RFC 4180 says CRLF.
        public var lineEnding: CSVLineEnding
        /// Whether the file begins with a byte order mark, by which Excel knows UTF-8.
        public var byteOrderMark: Bool
        /// Whether cells that a spreadsheet would run are made harmless; see ``SpreadsheetText``.
        ///
        /// The first row is the header then: it is marked, so that a reader undoes it.
        public var isForSpreadsheet: Bool

        /// Makes options; without arguments they are those of RFC 4180.
        public init(
            delimiter: UInt8 = UInt8(ascii: ","), quoting: Quoting = .whereNeeded,
            lineEnding: CSVLineEnding = .crlf, byteOrderMark: Bool = false, isForSpreadsheet: Bool = false
        ) {
            self.delimiter = delimiter
            self.quoting = quoting
            self.lineEnding = lineEnding
            self.byteOrderMark = byteOrderMark
            self.isForSpreadsheet = isForSpreadsheet
        }
    }

    /// How the file is written.
    public let options: Options
    /// How many cells were written that a spreadsheet would run: none where the file is for spreadsheets.
    public private(set) var formulaCount = 0
    private var isFirstRow = true
    private static let quote = UInt8(ascii: "\"")

    /// Makes a writer for one file.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// Appends a row with its line end to `output`; before the first one, the byte order mark if there is to be one.
    ///
    /// A row of no fields is a blank line, which readers pass over.
    public mutating func append(_ fields: some Collection<String>, to output: inout [UInt8]) {
        if isFirstRow && options.byteOrderMark { output.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
        var isFirstField = true
        for field in fields {
            if !isFirstField { output.append(options.delimiter) }
            let isAlone = fields.count == 1
            appendCell(
                harmless(field, opensFile: isFirstRow && isFirstField), opensFile: isFirstRow && isFirstField,
                isAlone: isAlone, to: &output)
            isFirstField = false
        }
        output.append(contentsOf: options.lineEnding.bytes)
        isFirstRow = false
    }

    /// Appends an untouched row as it stood in its file, with its own line end, or the writer's where it had none.
    ///
    /// Right only where the file that is written has the row's dialect. In a file for spreadsheets the row is written
    /// anew, since no cell may stay as it stood there.
    public mutating func append(verbatim row: CSVRow, to output: inout [UInt8]) {
        if options.isForSpreadsheet { return append(row.fields, to: &output) }
        if isFirstRow && options.byteOrderMark { output.append(contentsOf: [0xEF, 0xBB, 0xBF]) }
        output.append(contentsOf: row.bytes)
        output.append(contentsOf: (row.lineEnding ?? options.lineEnding).bytes)
        isFirstRow = false
    }

    /// The cell as the file is to hold it.
    private mutating func harmless(_ cell: String, opensFile: Bool) -> String {
        guard options.isForSpreadsheet else {
            if SpreadsheetText.isFormula(cell) { formulaCount += 1 }
            return cell
        }
        let text = SpreadsheetText.protected(cell)
        return opensFile ? text + SpreadsheetText.mark : text
    }

    /// The one place where a cell becomes bytes.
    private func appendCell(_ cell: String, opensFile: Bool, isAlone: Bool, to output: inout [UInt8]) {
        var cell = cell
        cell.withUTF8 { bytes in
            guard options.quoting == .always || needsQuotes(bytes, opensFile: opensFile, isAlone: isAlone)
            else {
                output.append(contentsOf: bytes)
                return
            }
            output.append(Self.quote)
            for byte in bytes {
                if byte == Self.quote { output.append(byte) }
                output.append(byte)
            }
            output.append(Self.quote)
        }
    }

    private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>, opensFile: Bool, isAlone: Bool) -> Bool {
        // A row of one empty field would be a blank line.
        guard let first = bytes.first, let last = bytes.last else { return isAlone }
        // Many readers drop blanks around a field that has no quotes.
        if first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09 { return true }
        // At a file's beginning these would be read as a byte order mark, as Excel's delimiter line, as a comment,
        // and as a quote.
        if opensFile
            && (bytes.starts(with: [0xEF, 0xBB, 0xBF]) || Self.isSeparatorLine(bytes)
                || first == UInt8(ascii: "#") || first == UInt8(ascii: "'"))
        {
            return true
        }
        return bytes.contains { $0 == options.delimiter || $0 == Self.quote || $0 == 0x0D || $0 == 0x0A }
    }

    private static func isSeparatorLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count >= 4 && String(decoding: bytes.prefix(4), as: UTF8.self).lowercased() == "sep="
    }
}
