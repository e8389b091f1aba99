/// One row of a CSV file: its bytes as they stood, and where the fields lie in them.
///
/// Fields become strings only when they are asked for.
public struct CSVRow: Hashable, Sendable {
    /// The text of the row in UTF-8, as it stood in the file, without the line end.
    public let bytes: [UInt8]
    /// What ended the row; nil at the end of a file without a last line end.
    public let lineEnding: CSVLineEnding?
    /// The line that the row begins on, from 1.
    public let line: Int
    /// The number of the row after the header, from 1, blank lines not counted; 0 for the header.
    public let ordinal: Int
    private let spans: [FieldSpan]
    private let rules: CellRules

    init(
        bytes: [UInt8], lineEnding: CSVLineEnding?, line: Int, ordinal: Int, spans: [FieldSpan],
        rules: CellRules
    ) {
        self.bytes = bytes
        self.lineEnding = lineEnding
        self.line = line
        self.ordinal = ordinal
        self.spans = spans
        self.rules = rules
    }

    /// Reads a row that was kept apart from its file, in the dialect of that file.
    ///
    /// Cheap, for exports that go through many: nothing is looked for. Nil where `bytes` hold more than one row. The
    /// row counts as the first of its file.
    public init?(bytes: [UInt8], dialect: CSVDialect) {
        var parser = RowParser(dialect)
        let outcome = bytes.withUnsafeBufferPointer { parser.parse($0, from: 0, isLast: true) }
        guard case .row(let end, let next, _) = outcome, next == bytes.count else { return nil }
        let lineEnding = bytes.withUnsafeBufferPointer { CSVLineEnding($0, from: end, to: next) }
        self.init(
            bytes: Array(bytes[..<end]), lineEnding: lineEnding, line: 1, ordinal: 1, spans: parser.fields,
            rules: CellRules(dialect))
    }

    /// How many fields the row has; at least one.
    public var count: Int { spans.count }

    /// The text of the field at `index`, from 0, without its quotes; nil where the row has no such field.
    public subscript(index: Int) -> String? {
        guard spans.indices.contains(index) else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            let span = spans[index]
            let raw = UnsafeBufferPointer(rebasing: buffer[Int(span.start)..<Int(span.end)])
            let text =
                span.isEscaped
                ? String(decoding: rules.unescaped(raw), as: UTF8.self)
                : String(decoding: raw, as: UTF8.self)
            return rules.isForSpreadsheet ? SpreadsheetText.restored(text) : text
        }
    }

    /// The texts of all fields.
    public var fields: [String] { (0..<count).map { self[$0] ?? "" } }

    /// The UTF-8 bytes of the field at `index`, without its quotes; nil where the row has no such field.
    public func bytes(at index: Int) -> [UInt8]? {
        guard spans.indices.contains(index) else { return nil }
        let span = spans[index]
        if rules.isForSpreadsheet { return self[index].map { Array($0.utf8) } }
        return bytes.withUnsafeBufferPointer { buffer in
            let raw = UnsafeBufferPointer(rebasing: buffer[Int(span.start)..<Int(span.end)])
            return span.isEscaped ? rules.unescaped(raw) : Array(raw)
        }
    }

    /// Whether the field at `index` is missing or has no characters.
    public func isEmpty(at index: Int) -> Bool {
        !spans.indices.contains(index) || spans[index].start == spans[index].end
    }

    /// Whether no field has characters, as in the rows that a spreadsheet adds at its end.
    public var isEmpty: Bool { spans.allSatisfy { $0.start == $0.end } }

    /// The text of the first column that `header` calls `name`; nil where there is no such column or field.
    public func value(_ name: String, in header: CSVHeader) -> String? {
        header.firstIndex(of: name).flatMap { self[$0] }
    }
}

/// What makes a cell's text of the bytes between its quotes, in one dialect.
struct CellRules: Hashable, Sendable {
    let quote: UInt8
    let hasBackslash: Bool
    let isForSpreadsheet: Bool

    init(_ dialect: CSVDialect) {
        quote = dialect.quote
        hasBackslash = dialect.quoteEscape == .backslash
        isForSpreadsheet = dialect.isForSpreadsheet
    }

    func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            let byte = raw[position]
            let next = position + 1 < raw.count ? raw[position + 1] : 0
            if byte == quote && next == quote {
                position += 1
            } else if hasBackslash && byte == backslash && (next == quote || next == backslash) {
                result.append(next)
                position += 2
                continue
            }
            result.append(byte)
            position += 1
        }
        return result
    }
}

/// The names of a file's columns.
public struct CSVHeader: Hashable, Sendable {
    /// The names, one for each column; some may be empty or stand twice.
    ///
    /// As they stand, but in a file for spreadsheets as they were before that.
    public let names: [String]
    /// The header's row, with its bytes; nil where the file has none.
    public let row: CSVRow?
    /// Whether the first name says that the file was written for spreadsheets; see ``SpreadsheetText``.
    public let isForSpreadsheet: Bool
    /// The names as they are compared; see ``key(_:)``.
    let keys: [String]
    private let positions: [String: [Int]]

    /// Makes a header of the row that stands for it.
    public init(row: CSVRow) {
        var names = row.fields
        let unmarked = names.first.flatMap(SpreadsheetText.withoutMark)
        if let unmarked {
            names[0] = unmarked
            names = names.map(SpreadsheetText.restored)
        }
        self.init(names: names, row: row, isForSpreadsheet: unmarked != nil)
    }

    /// Makes a header of names that stand in no file.
    public init(names: [String]) {
        self.init(names: names, row: nil, isForSpreadsheet: false)
    }

    private init(names: [String], row: CSVRow?, isForSpreadsheet: Bool) {
        self.names = names
        self.row = row
        self.isForSpreadsheet = isForSpreadsheet
        keys = names.map(Self.key)
        var positions: [String: [Int]] = [:]
        for (index, key) in keys.enumerated() { positions[key, default: []].append(index) }
        self.positions = positions
    }

    /// How many columns there are.
    public var count: Int { names.count }

    /// The indices, from 0, of all columns called `name`, in any case and with any blanks around it.
    public func indices(of name: String) -> [Int] { positions[CSVHeader.key(name), default: []] }

    /// The index of the first column called `name`.
    public func firstIndex(of name: String) -> Int? { indices(of: name).first }

    /// The names that stand more than once, lower-cased, with the indices of their columns; empty names are left out.
    public var duplicates: [String: [Int]] { positions.filter { $0.value.count > 1 && !$0.key.isEmpty } }

    /// A name as it is compared: lower case, runs of white space as one blank, none around.
    static func key(_ name: String) -> String {
        // Most are words of ASCII with one blank between, and are asked for in each row.
        var last: UInt8 = 0x20
        for byte in name.utf8 {
            guard (0x21...0x7E).contains(byte) || byte == 0x20 && last != 0x20 else {
                return compacted(name)
            }
            last = byte
        }
        return last == 0x20 ? compacted(name) : name.lowercased()
    }

    private static func compacted(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
