public import TextDecoding

/// Reads a CSV file row by row, in constant memory.
///
/// The charset, the delimiter, the quotes and the header are found by looking, unless ``Options`` say otherwise:
/// see ``DecodingByteSource`` and ``dialect``. Each row comes with its bytes, so that an untouched row can be
/// written as it stood. What is not as RFC 4180 has it becomes an issue, never an end; only a row beyond
/// ``Options/maximumRowLength`` and a source that fails end the reading.
///
/// ```swift
/// var reader = try CSVReader(source)
/// while let row = try reader.next() {
///     print(row.value("Given Name", in: reader.header) ?? "")
/// }
/// ```
public struct CSVReader<Source: ByteSource> {
    /// What is known of a file beforehand.
    public struct Options: Sendable {
        /// Where the header stands.
        public enum HeaderPosition: Hashable, Sendable {
            /// In the first ten rows: the first one that is as wide as most rows, after narrow rows of notes.
            case detected
            /// In the first row that is not blank.
            case firstRow
            /// In the first row that is not blank after so many bytes of UTF-8.
            case after(Int)
            /// Nowhere: columns have no names, and the first row is data.
            case absent
        }

        /// The charset; nil to look for it.
        public var encoding: TextEncoding?
        /// How the file is written; nil to look for it.
        public var dialect: CSVDialect?
        /// The delimiter, where it is all that is known of the dialect.
        public var delimiter: UInt8?
        /// Where the header stands.
        public var headerPosition: HeaderPosition
        /// How long one row may be, in bytes of UTF-8; at most 1 GiB.
        public var maximumRowLength: Int

        /// Makes options; without arguments everything is found by looking and a row has at most 64 MiB.
        public init(
            encoding: TextEncoding? = nil, dialect: CSVDialect? = nil, delimiter: UInt8? = nil,
            headerPosition: HeaderPosition = .detected, maximumRowLength: Int = 64 << 20
        ) {
            self.encoding = encoding
            self.dialect = dialect
            self.delimiter = delimiter
            self.headerPosition = headerPosition
            self.maximumRowLength = min(max(maximumRowLength, 1), 1 << 30)
        }

        /// Options for the text of a header and rows that were kept apart from their file; `layout` is that of the file,
        /// nil where it is not known.
        public init(keptIn layout: CSVLayout?) {
            self.init(
                encoding: .utf8, dialect: layout?.dialect,
                headerPosition: layout.map { .after($0.preambleLength) } ?? .detected)
        }
    }

    /// How many columns a header may have: as many as the sheets of spreadsheets.
    ///
    /// A row may have more fields; those that belong to no column are said.
    public static var maximumColumns: Int { 16_384 }

    /// How the file is written.
    public private(set) var dialect: CSVDialect
    /// The columns' names; without any where the file has no header.
    public private(set) var header = CSVHeader(names: [])
    /// The lines before the header, as they stood, with their line ends: notes, blank lines, a `sep=` line.
    public private(set) var preamble: [UInt8] = []

    /// What rows that are kept apart from this file need to be read as they are here.
    public var layout: CSVLayout { CSVLayout(dialect: dialect, preambleLength: preamble.count) }

    /// How many blank lines were passed over so far.
    public private(set) var blankLineCount = 0

    private var input: TextBuffer<Source>
    private var parser: RowParser
    private let maximumRowLength: Int
    private var line = 1
    private var ordinal = 0
    private var issues: [CSVIssue] = []

    /// Begins to read: finds the charset, the dialect and the header.
    ///
    /// - Throws: ``CSVError``, and what `source` throws.
    public init(_ source: Source, options: Options = Options()) throws {
        maximumRowLength = options.maximumRowLength
        input = TextBuffer(DecodingByteSource(source, encoding: options.encoding))
        try input.fill()
        var dialect: CSVDialect
        let separator = input.withBytes { separatorLine($0, isLast: $1) }
        if let given = options.dialect {
            dialect = given
        } else {
            let delimiter = options.delimiter ?? separator?.delimiter
            dialect = input.withBytes { bytes, isLast in
                DialectSniffer(bytes, isWhole: isLast).dialect(
                    delimiter: delimiter, from: separator?.next ?? 0)
            }
        }
        dialect.hasByteOrderMark = (input.source.detection?.byteOrderMarkLength ?? 0) > 0
        dialect.hasSeparatorLine = separator != nil
        self.dialect = dialect
        parser = RowParser(dialect)
        if let separator {
            preamble = input.withBytes { bytes, _ in Array(bytes[..<separator.next]) }
            input.drop(separator.next)
            line = 2
        }
        try readHeader(options.headerPosition)
    }

    /// Which charset the file is in, and how that is known; final when the end has been read.
    public var encoding: EncodingDetection? { input.source.detection }

    /// Reads the next row; nil at the end.
    ///
    /// Blank lines are passed over.
    ///
    /// - Throws: ``CSVError`` for a row beyond the limit, and what the source throws. No row can be read after that.
    public mutating func next() throws -> CSVRow? {
        guard let row = try nextRow(ordinal: ordinal + 1) else { return nil }
        ordinal += 1
        noteWidth(row)
        return row
    }

    /// Gives the issues since the last call, in order, and forgets them.
    public mutating func takeIssues() -> [CSVIssue] {
        guard !issues.isEmpty else { return [] }
        defer { issues = [] }
        return issues
    }

    /// Gives the bytes that could not be decoded since the last call, with their offsets in the file.
    public mutating func takeDecodingIssues() -> [DecodingIssue] {
        input.source.takeIssues()
    }

    // MARK: Rows

    private mutating func nextRow(ordinal: Int) throws -> CSVRow? {
        while true {
            let found: (row: CSVRow?, isFound: Bool) = input.withBytes { bytes, isLast in
                guard !bytes.isEmpty || !isLast else { return (nil, true) }
                guard case .row(let end, let next, _) = parser.parse(bytes, from: 0, isLast: isLast) else {
                    return (nil, false)
                }
                let row = CSVRow(
                    bytes: Array(bytes[..<end]), lineEnding: CSVLineEnding(bytes, from: end, to: next),
                    line: line,
                    ordinal: ordinal, spans: parser.fields, rules: CellRules(dialect))
                return (row, true)
            }
            if found.isFound {
                guard let row = found.row else { return nil }
                guard row.bytes.count <= maximumRowLength else { throw rowTooLarge() }
                let firstLine = line
                advance(past: row)
                if isBlank(row) {
                    blankLineCount += 1
                    continue
                }
                for problem in parser.problems {
                    issues.append(
                        CSVIssue(
                            code: problem.code, line: firstLine + problem.line,
                            column: problem.code == .nulCharacter ? nil : problem.field + 1, ordinal: ordinal)
                    )
                }
                return row
            }
            guard input.count <= maximumRowLength else { throw rowTooLarge() }
            try input.fill()
        }
    }

    private mutating func advance(past row: CSVRow) {
        line += parser.linesOfLastRow
        input.drop(row.bytes.count + (row.lineEnding?.bytes.count ?? 0))
    }

    /// A line without anything but blanks; in a file of one column blanks may be a value.
    private func isBlank(_ row: CSVRow) -> Bool {
        if row.bytes.isEmpty { return true }
        return row.count == 1 && header.count != 1 && row.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    private func rowTooLarge() -> CSVError {
        CSVError.rowTooLarge(
            line: line, byteRange: input.offset..<input.offset + input.count, limit: maximumRowLength)
    }

    private mutating func noteWidth(_ row: CSVRow) {
        guard header.count > 0 && row.count != header.count else { return }
        if row.count < header.count {
            issues.append(CSVIssue(code: .fewFields, line: row.line, column: row.count, ordinal: row.ordinal))
        } else if (header.count..<row.count).contains(where: { !row.isEmpty(at: $0) }) {
            issues.append(
                CSVIssue(code: .manyFields, line: row.line, column: header.count + 1, ordinal: row.ordinal))
        }
    }

    // MARK: Header

    private mutating func readHeader(_ position: Options.HeaderPosition) throws {
        guard position != .absent else { return }
        if position == .detected {
            let notes = input.withBytes { bytes, isLast in
                HeaderFinder(sniffer: DialectSniffer(bytes, isWhole: isLast), dialect: dialect).preamble(
                    of: bytes)
            }
            passOverNotes(notes.length, lines: notes.lines)
        } else if case .after(let length) = position, length > preamble.count {
            let notes = input.withBytes { bytes, _ in Array(bytes.prefix(length - preamble.count)) }
            passOverNotes(notes.count, lines: notes.count { $0 == 0x0A })
        }
        guard let row = try nextRow(ordinal: 0) else { return }
        guard row.count <= Self.maximumColumns else {
            let length = row.bytes.count + (row.lineEnding?.bytes.count ?? 0)
            throw CSVError.tooManyColumns(
                line: row.line, byteRange: input.offset - length..<input.offset, count: row.count,
                limit: Self.maximumColumns)
        }
        header = CSVHeader(row: row)
        dialect.isForSpreadsheet = header.isForSpreadsheet
        if let column = HeaderFinder.firstDatum(in: row) {
            issues.append(CSVIssue(code: .doubtfulHeader, line: row.line, column: column + 1, ordinal: 0))
        }
    }

    private mutating func passOverNotes(_ length: Int, lines: Int) {
        guard length > 0 else { return }
        input.withBytes { bytes, _ in preamble.append(contentsOf: bytes[..<length]) }
        input.drop(length)
        line += lines
    }
}

/// Excel's first line `sep=;`: the delimiter and where the next line begins.
private func separatorLine(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> (
    delimiter: UInt8, next: Int
)? {
    guard bytes.count >= 5, bytes.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8.map { $0 | 0x20 }) else {
        return nil
    }
    let delimiter = bytes[4]
    guard delimiter < 0x80, delimiter != 0x0D, delimiter != 0x0A, delimiter != UInt8(ascii: "\"") else {
        return nil
    }
    if bytes.count == 5 { return isLast ? (delimiter, 5) : nil }
    if bytes[5] == 0x0A { return (delimiter, 6) }
    guard bytes[5] == 0x0D else { return nil }
    return (delimiter, bytes.count > 6 && bytes[6] == 0x0A ? 7 : 6)
}
