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

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }
}
