import CSVFormat
import FuzzSupport
import TextDecoding

/// The rows of a file; those up to the error that ended it.
private func rows<Source: ByteSource>(
    _ source: Source, dialect: CSVDialect? = nil, header: CSVReader<Source>.Options.HeaderPosition = .absent
) -> (dialect: CSVDialect?, rows: [CSVRow]) {
    var rows: [CSVRow] = []
    do {
        var reader = try CSVReader(source, options: .init(dialect: dialect, headerPosition: header))
        while let row = try reader.next() { rows.append(row) }
        return (reader.dialect, rows)
    } catch {
        require(error is CSVError, "an error that is none of the codec's: \(error)")
        return (nil, rows)
    }
}

/// What was read, written as RFC 4180 has it and read again has the same fields.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = looksLikeCSV(bytes)
    let first = rows(ArrayByteSource(bytes))
    _ = rows(ArrayByteSource(bytes), header: .detected)
    let pieces = rows(PiecewiseSource(bytes, size: 1 + count % 7))
    require(
        pieces.rows.map(\.fields) == first.rows.map(\.fields),
        "pieces differ " + firstDifference(first.rows.map(\.fields), pieces.rows.map(\.fields)))
    guard let dialect = first.dialect else { return 0 }
    for row in first.rows {
        let again = CSVRow(bytes: row.bytes, dialect: dialect)
        require(
            again?.fields == row.fields, "a row's text reads otherwise: \(row.fields) \(again?.fields ?? [])")
    }
    // Bytes of which every second one is NUL are UTF-16 to any reader; who writes cells like these writes a mark, by which
    // the charset is known for certain. Without NULs it is found by looking, as with any file.
    var writer = CSVWriter(.init(byteOrderMark: first.rows.contains { $0.bytes.contains(0) }))
    var output: [UInt8] = []
    for row in first.rows { writer.append(row.fields, to: &output) }
    let second = rows(ArrayByteSource(output), dialect: CSVDialect()).rows.map(\.fields)
    let expected = first.rows.map(\.fields)
    require(second == expected, "written, read " + firstDifference(expected, second))
    return 0
}
