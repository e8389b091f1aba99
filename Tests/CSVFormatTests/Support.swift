import CSVFormat
import TextDecoding

/// A file read to its end.
struct Reading: Equatable {
    var header: [String]
    var rows: [[String]]
    var issues: [CSVIssue]
    var codes: [CSVIssue.Code] { issues.map(\.code) }
}

/// Reads all of `bytes`.
func read(
    _ bytes: [UInt8], delimiter: UInt8? = nil, dialect: CSVDialect? = nil,
    header: CSVReader<ArrayByteSource>.Options.HeaderPosition = .detected
) throws -> Reading {
    var reader = try CSVReader(
        ArrayByteSource(bytes),
        options: .init(dialect: dialect, delimiter: delimiter, headerPosition: header))
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.fields) }
    return Reading(header: reader.header.names, rows: rows, issues: reader.takeIssues())
}

func read(
    _ text: String, delimiter: UInt8? = nil, dialect: CSVDialect? = nil,
    header: CSVReader<ArrayByteSource>.Options.HeaderPosition = .detected
) throws -> Reading {
    try read(Array(text.utf8), delimiter: delimiter, dialect: dialect, header: header)
}
