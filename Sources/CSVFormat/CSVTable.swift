import TextDecoding

/// A small CSV file as a whole, in memory: for what stands in a cell of another, or is read from several files.
public struct CSVTable: Sendable {
    /// The names of the columns; none where the first row is one of data.
    public let header: CSVHeader
    /// The rows below the header.
    public let rows: [CSVRow]

    /// Reads a table whose fields are separated by commas.
    ///
    /// - Parameters:
    ///   - bytes: the file; its charset is looked for.
    ///   - hasHeader: whether the first row names the columns.
    /// - Throws: ``CSVError``.
    public init(_ bytes: [UInt8], hasHeader: Bool) throws {
        var reader = try CSVReader(
            ArrayByteSource(bytes),
            options: .init(
                delimiter: UInt8(ascii: ","), headerPosition: hasHeader ? .firstRow : .absent))
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        header = reader.header
        self.rows = rows
    }
}
