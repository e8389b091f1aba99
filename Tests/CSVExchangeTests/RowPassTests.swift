import AtriumSDK
import CSVFormat
import Testing

@testable import CSVExchange

/// Tables that are gone through before they are read.
@Suite struct RowPassTests {
    /// Rows `group` name the group of those below.
    private struct Groups: RowPassing {
        let header: CSVHeader
        var group = ""
        var rows: [String] = []

        mutating func passOver(blankLines: Int) { rows += Array(repeating: "", count: blankLines) }

        mutating func take(_ row: CSVRow) -> [PassedRow] {
            guard row.value("Kind", in: header) != "group" else {
                group = row.value("Name", in: header) ?? ""
                rows.append(row.text)
                return []
            }
            defer { rows = [] }
            let made =
                row.value("Name", in: header) == "two"
                ? [PassedRow(nil, line: row.line, cells: ["made"])] : []
            return [PassedRow(row, line: row.line, cells: [group], rows: rows)] + made
        }
    }

    private static let pass = RowPass(
        "groups", columns: ["(group)"], knownBy: ["Kind", "Name"]
    ) { Groups(header: $0.header) }

    private struct File: ImportFile {
        let name = "groups.csv"
        let bytes: [UInt8]

        func open() -> any ImportFileReader { Reader(rest: bytes[...]) }

        struct Reader: ImportFileReader {
            var rest: ArraySlice<UInt8>

            mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
                let next = rest.prefix(min(buffer.count, 7))
                buffer.copyBytes(from: next)
                rest = rest.dropFirst(next.count)
                return next.count
            }
        }
    }

    private func rewritten(_ text: String) throws -> (text: String, outcome: FileRewrite.Outcome) {
        var output: [UInt8] = []
        let outcome = try Self.pass.rewrite.rewrite(File(bytes: Array(text.utf8))) { output += $0 }
        return (String(decoding: output, as: UTF8.self), outcome)
    }

    @Test func rowsSayAllThatTheyAre() throws {
        let (text, outcome) = try rewritten(
            "A note\r\n\r\nKind,Name,More\r\ngroup,G,\r\n,one,\"a\nb\"\r\n\r\ngroup,\"H, I\",\r\n,two\r\n,three,x,y\r\n"
        )
        #expect(
            text == """
                (group),(rows),Kind,Name,More
                G,"A note
                group,G,",,one,"a
                b"
                "H, I","
                group,""H, I"",",,two
                made,,,,
                "H, I",,,three,x,y

                """)
        #expect([2, 5, 7, 8].map { outcome.original(of: $0) } == [5, 9, 9, 10])
        #expect(outcome.issues.isEmpty)
    }

    @Test func anotherDialectIsWrittenAsRows() throws {
        let (text, _) = try rewritten("Kind;Name\ngroup;G\n;one, two\n")
        let table = try CSVTable(Array(text.utf8.map { $0 == 0x3B ? 0x2C : $0 }), hasHeader: true)
        #expect(table.header.names == ["(group)", "(rows)", "Kind", "Name"])
        #expect(text.hasSuffix("G;group;G;;one, two\n") || text.hasSuffix("G;\"group;G\";;one, two\n"))
    }

    @Test(arguments: [
        ("Kind,Name\n", true), ("x\ny\n,,\nkind,NAME,z\n1,2,3\n", true), ("Kind,Title\n", false), ("", false),
        (String(repeating: "x\n", count: 30) + "Kind,Name\n", false),
    ])
    func headersAreFoundBelowNotes(_ text: String, _ isFound: Bool) {
        #expect(Self.pass.rewrite.recognise(Array(text.utf8)) == isFound)
    }
}
