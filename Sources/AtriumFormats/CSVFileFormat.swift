public import AtriumSDK
import CSVFormat
import TextDecoding

/// CSV files as the SDK's ``Format``.
///
/// The container holds a `CSVHeader` and keeps the bytes before the first row; items hold a `CSVRow`.
public struct CSVFileFormat: Format {
    /// How many bytes one row may have; smaller in tests.
    var maximumRowLength = 64 << 20

    /// Makes the format.
    public init() {}

    /// `csv`.
    public var id: FormatID { .csv }
    /// `csv`, `tsv`, `tab`.
    public var fileExtensions: [String] { ["csv", "tsv", "tab"] }

    /// Likely or possible, by the form of the first lines; never certain, since any text can be CSV.
    public func confidence(in prefix: [UInt8]) -> FormatConfidence {
        switch looksLikeCSV(decodedText(of: prefix)) {
        case 0.5...: .likely
        case let confidence where confidence > 0: .possible
        default: .none
        }
    }

    /// Whether a file that is named as CSV is one although its content does not show it: where it is text, and in no
    /// other format's form.
    public func accepts(_ prefix: [UInt8]) -> Bool { mayBeReadAsCSV(decodedText(of: prefix)) }

    /// Reads rows; see ``Format/read(_:events:)``.
    ///
    /// Rows all of whose fields are empty are passed over, as blank lines are.
    public func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        try read(file, .init(maximumRowLength: maximumRowLength), events: events)
    }

    /// Reads rows in the dialect of their file and under its header; see ``Format/read(kept:layout:events:)``.
    public func read(
        kept document: any ImportFile, layout: String?, events: (ImportEvent) throws -> Void
    ) throws {
        _ = try read(document, .init(keptIn: layout.flatMap(CSVLayout.init)), events: events)
    }

    /// Whether two rows have the same fields under the same names, whatever their delimiters, quotes and empty columns.
    public func isVariant(_ item: ItemSource, of kept: ItemSource) -> Bool {
        guard let row = CSVSourceRow(item), let other = CSVSourceRow(kept) else { return false }
        return row.namedFields == other.namedFields
    }

    private func read(
        _ file: any ImportFile, _ options: CSVReader<FileByteSource>.Options,
        events: (ImportEvent) throws -> Void
    ) throws -> String {
        do {
            var reader = try CSVReader(FileByteSource(file), options: options)
            let source =
                reader.preamble + (reader.header.row.map { $0.bytes + ($0.lineEnding?.bytes ?? []) } ?? [])
            try events(
                .container(
                    Container(
                        format: .csv, source: source, value: reader.header, columns: reader.header.names,
                        layout: reader.layout.description)))
            while let row = try reader.next() {
                let issues = reader.takeIssues()
                // Spreadsheets write the empty rows below a table too; they say no more than blank lines.
                if row.isEmpty { continue }
                for issue in reader.takeDecodingIssues() {
                    try events(.issue(Self.issue(issue, line: row.line)))
                }
                try events(
                    .item(
                        Item(
                            kind: .csvRow, source: row.bytes, line: row.line, value: row,
                            issues: issues.map { Self.issue($0, header: reader.header) })))
            }
            // A file of a header alone has no row that could bring them.
            for issue in reader.takeDecodingIssues() { try events(.issue(Self.issue(issue, line: 0))) }
            for issue in reader.takeIssues() { try events(.issue(Self.issue(issue, header: reader.header))) }
            return reader.encoding.map { $0.encoding.name } ?? "utf-8"
        } catch let error as CSVError {
            throw AtriumError(
                .badData,
                error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message,
                remedy: Guidance(error.remedy))
        }
    }

    private static func issue(_ issue: DecodingIssue, line: Int) -> ImportIssue {
        ImportIssue(
            line: line, code: "undecodable-bytes",
            message: "\(issue.message) (byte \(issue.offset) of the file)")
    }

    private static func issue(_ issue: CSVIssue, header: CSVHeader) -> ImportIssue {
        let column = issue.column.flatMap { $0 >= 0 && $0 < header.names.count ? header.names[$0] : nil }
        return ImportIssue(
            line: issue.line, property: column, code: issue.code.rawValue, message: issue.message)
    }
}

extension CSVSourceRow {
    fileprivate init?(_ source: ItemSource) {
        self.init(row: source.text, header: source.container, layout: source.layout.flatMap(CSVLayout.init))
    }
}
