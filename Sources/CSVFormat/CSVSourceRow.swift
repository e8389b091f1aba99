import TextDecoding

/// A row whose text was kept, read again under its file's header: what an export gives back or patches.
///
/// ```swift
/// let source = CSVSourceRow(row: Array("Ada;36".utf8), header: Array("name;age\r\n".utf8))
/// source?.value("age")  // "36"
/// ```
public struct CSVSourceRow: Sendable {
    /// The names of the file's columns.
    public let header: CSVHeader
    /// The row; nil where an empty text was given.
    public let row: CSVRow?
    private let dialect: CSVDialect

    /// Reads a row again.
    ///
    /// - Parameters:
    ///   - row: the row's bytes in UTF-8, without its line end: ``CSVRow/bytes``.
    ///   - header: what stood before the first row, in UTF-8: ``CSVReader/preamble`` and the header's row.
    ///   - layout: how the file was written: ``CSVReader/layout``; nil to find it in the two texts, as in a file.
    /// - Returns: nil where the texts make no header.
    public init?(row: [UInt8], header: [UInt8], layout: CSVLayout? = nil) {
        let source = ArrayByteSource(header + row)
        let options = CSVReader<ArrayByteSource>.Options(keptIn: layout)
        guard var reader = try? CSVReader(source, options: options), reader.header.count > 0 else {
            return nil
        }
        self.header = reader.header
        self.row = row.isEmpty ? nil : try? reader.next()
        dialect = reader.dialect
    }

    private init(_ header: CSVHeader, _ row: CSVRow?, _ dialect: CSVDialect) {
        self.header = header
        self.row = row
        self.dialect = dialect
    }

    /// Another row of the same file, whose header is not read again; ``row`` is nil where the bytes are not one row.
    ///
    /// The dialect is that which was known or found for this one.
    public func other(_ row: [UInt8]) -> CSVSourceRow {
        CSVSourceRow(header, row.isEmpty ? nil : CSVRow(bytes: row, dialect: dialect), dialect)
    }

    /// The text of the first column that the header calls `name`; nil where there is none.
    public func value(_ name: String) -> String? {
        row?.value(name, in: header)
    }

    /// The fields that have characters, each with the name of its column, in the order of the columns.
    ///
    /// Two rows of which these are equal say the same. A field beyond the header has an empty name.
    public var namedFields: [NamedField] {
        guard let row else { return [] }
        return row.fields.enumerated().compactMap { index, text in
            guard !text.isEmpty else { return nil }
            return NamedField(name: index < header.count ? header.names[index] : "", text: text)
        }
    }

    /// A field and the name of its column.
    public struct NamedField: Hashable, Sendable {
        /// The column's name.
        public let name: String
        /// The field's text.
        public let text: String
    }
}
