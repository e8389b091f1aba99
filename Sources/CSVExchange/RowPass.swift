public import AtriumSDK
public import CSVFormat
import TextDecoding

/// How a table of another program is gone through once before it is read, so that each of its rows says all that it means.
///
/// The rows of such a table lean on others: a row names the section of those below it, a line of notes belongs to the row
/// above, a row names the title of another one. What a row needs of the others is put into columns of its own in front of the table's,
/// and rows that are no records go into the row that they belong to, as text. A file is held row by row, never as a whole.
///
/// ```swift
/// RowPass("todoist", columns: ["(section)"], knownBy: ["TYPE", "CONTENT"]) { file in TodoistPass(file) }
/// ```
public struct RowPass: Sendable {
    /// The name of the ``FileRewrite``, and of the profile of its rows: lower-case words joined by hyphens.
    public let name: String
    /// The columns in front of the table's own.
    ///
    /// Parentheses around their names tell them from those of the file.
    public let columns: [String]
    /// Whether a header is the program's, before the pass and after it.
    public let isHeader: @Sendable (CSVHeader) -> Bool
    private let begin: @Sendable (RowPassFile) throws -> any RowPassing

    /// The column, behind all others of the pass, with the text of the rows that are no records of their own.
    public static let rowsColumn = "(rows)"

    /// Declares a pass.
    ///
    /// - Parameters:
    ///   - columns: the columns that it adds; ``rowsColumn`` comes by itself.
    ///   - knownBy: columns that tell the program's header from others, in any case of letters. An export of Atrium may have them
    ///     too, and a `uid`.
    ///   - begin: makes what goes through one file.
    public init(
        _ name: String, columns: [String], knownBy: [String],
        begin: @escaping @Sendable (RowPassFile) throws -> any RowPassing
    ) {
        self.name = name
        self.columns = columns + [Self.rowsColumn]
        isHeader = { header in
            knownBy.allSatisfy { header.firstIndex(of: $0) != nil } && header.firstIndex(of: "uid") == nil
        }
        self.begin = begin
    }

    /// How many rows may stand before the header.
    private static let longestPreamble = 20

    /// The pass, as a module declares it to the host.
    public var rewrite: FileRewrite {
        FileRewrite(name, format: .csv, recognise: recognise) { file, append in
            do {
                return try goThrough(file, append)
            } catch let error as CSVError {
                throw AtriumError(
                    .badData,
                    error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message,
                    remedy: Guidance(error.remedy))
            }
        }
    }

    private func recognise(_ prefix: [UInt8]) -> Bool {
        guard var reader = try? CSVReader(ArrayByteSource(prefix), options: .init(headerPosition: .absent))
        else { return false }
        for _ in 0...Self.longestPreamble {
            guard let row = try? reader.next() else { return false }
            if isHeader(CSVHeader(row: row)) { return true }
        }
        return false
    }

    private func goThrough(
        _ file: any ImportFile, _ append: ([UInt8]) throws -> Void
    ) throws -> FileRewrite.Outcome {
        var reader = try CSVReader(RowPassFile.Bytes(file), options: .init(headerPosition: .absent))
        var preamble: [String] = []
        var output = Output(dialect: reader.dialect)
        var begun: CSVHeader?
        while begun == nil, let row = try reader.next() {
            let found = CSVHeader(row: row)
            if isHeader(found) {
                begun = found
                output.append(columns, before: row)
            } else {
                preamble.append(row.text)
            }
        }
        guard let header = begun else {
            throw AtriumError(.internal, "a file rewrite received a table of another program")
        }
        var pass = try begin(RowPassFile(file: file, header: header))
        var blankLines = reader.blankLineCount
        func write(_ rows: [PassedRow]) throws {
            for var row in rows {
                row.rows = preamble + row.rows
                preamble = []
                output.append(row, header)
            }
            guard output.bytes.count > 1 << 16 else { return }
            try append(output.take())
        }
        while let row = try reader.next() {
            if reader.blankLineCount > blankLines {
                pass.passOver(blankLines: reader.blankLineCount - blankLines)
                blankLines = reader.blankLineCount
            }
            try write(pass.take(row))
            output.outcome.issues += reader.takeDecodingIssues().map { Self.issue($0, row.line) }
        }
        try write(pass.end())
        output.outcome.issues += reader.takeDecodingIssues().map { Self.issue($0, 0) }
        try append(output.take())
        output.outcome.encoding = reader.encoding?.encoding.name
        return output.outcome
    }

    private static func issue(_ issue: DecodingIssue, _ line: Int) -> ImportIssue {
        ImportIssue(
            line: line, code: "undecodable-bytes",
            message: "\(issue.message) (byte \(issue.offset) of the file)")
    }
}

/// What goes through the rows of one file, in their order.
public protocol RowPassing {
    /// Passes over lines without any field.
    mutating func passOver(blankLines: Int)
    /// Takes the next row, and gives those that are ready to be written: none, one or several.
    mutating func take(_ row: CSVRow) throws -> [PassedRow]
    /// Gives what is left at the end.
    mutating func end() throws -> [PassedRow]
}

extension RowPassing {
    /// Nothing: they mean nothing.
    public mutating func passOver(blankLines: Int) {}
    /// Nothing is left.
    public mutating func end() throws -> [PassedRow] { [] }
}

/// A row that goes on.
public struct PassedRow: Sendable {
    /// The row of the file; nil: it is made of another one, and the file's own columns are empty.
    public var row: CSVRow?
    /// The line of the file that it came of.
    public var line: Int
    /// What stands in the columns of the pass, in their order.
    public var cells: [String]
    /// The texts of rows that are no records and belong to it.
    public var rows: [String]

    /// Makes a row.
    public init(_ row: CSVRow?, line: Int, cells: [String], rows: [String] = []) {
        (self.row, self.line, self.cells, self.rows) = (row, line, cells, rows)
    }
}

/// The file that a pass goes through.
public struct RowPassFile {
    let file: any ImportFile
    /// The names of its columns.
    public let header: CSVHeader

    /// Its name, without folders.
    public var name: String { file.name }

    /// Reads the rows below the header from the first to the last, ahead of the pass: for what stands behind.
    public func forEachRow(_ body: (CSVRow) throws -> Void) throws {
        var reader = try CSVReader(Bytes(file), options: .init(headerPosition: .absent))
        var isBelowHeader = false
        while let row = try reader.next() {
            if isBelowHeader { try body(row) } else { isBelowHeader = row.bytes == header.row?.bytes }
        }
    }

    /// The file as the codec's kind of byte source.
    struct Bytes: ByteSource {
        private var reader: any ImportFileReader

        init(_ file: any ImportFile) throws { reader = try file.open() }

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try reader.read(into: buffer)
        }
    }
}

extension CSVRow {
    /// The row as it stood in the file, without its line end.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The rewritten table while it is written.
private struct Output {
    private(set) var bytes: [UInt8] = []
    var outcome = FileRewrite.Outcome()
    private var line = 1
    /// Whether rows can go on as they stand, byte for byte.
    private let isVerbatim: Bool
    private var writer: CSVWriter
    private var counted = 0

    init(dialect: CSVDialect) {
        isVerbatim =
            dialect.quote == UInt8(ascii: "\"") && dialect.quoteEscape == .doubled
            && !dialect.mergesDelimiters
            && !dialect.skipsBlanksBeforeQuote
        writer = CSVWriter(
            .init(delimiter: isVerbatim ? dialect.delimiter : UInt8(ascii: ","), lineEnding: .lf))
    }

    /// Appends a row behind the columns of the pass.
    mutating func append(_ cells: [String], before row: CSVRow) {
        if isVerbatim {
            writer.append(cells, to: &bytes)
            bytes[bytes.count - 1] = writer.options.delimiter
            bytes += row.bytes
            bytes.append(0x0A)
        } else {
            writer.append(cells + row.fields, to: &bytes)
        }
        countLines()
    }

    mutating func append(_ row: PassedRow, _ header: CSVHeader) {
        outcome.note(line: line, of: row.line)
        let cells = row.cells + [row.rows.joined(separator: "\n")]
        if let original = row.row {
            append(cells, before: original)
        } else {
            writer.append(cells + header.names.map { _ in "" }, to: &bytes)
            countLines()
        }
    }

    /// Gives what was written since the last call.
    mutating func take() -> [UInt8] {
        defer {
            bytes.removeAll(keepingCapacity: true)
            counted = 0
        }
        return bytes
    }

    /// A line ends as the codec has it: with CR, LF, or both.
    private mutating func countLines() {
        bytes.withUnsafeBufferPointer { bytes in
            for index in counted..<bytes.count where bytes[index] <= 0x0D {
                let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if bytes[index] == 0x0A || bytes[index] == 0x0D && !isPair { line += 1 }
            }
        }
        counted = bytes.count
    }
}
