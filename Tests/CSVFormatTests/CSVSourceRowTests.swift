import CSVFormat
import Testing
import TextDecoding

@Suite struct CSVSourceRowTests {
    private func read(_ row: String, under header: String, layout: CSVLayout? = nil) -> CSVSourceRow? {
        CSVSourceRow(row: Array(row.utf8), header: Array(header.utf8), layout: layout)
    }

    @Test(arguments: [
        ("name,age\r\n", "Ada,36"), ("name;age\n", "Ada;36"), ("name\tage\r", "Ada\t36"),
        ("sep=;\r\nname;age\r\n", "Ada;36"), ("\"name\",\"age\"\n", "\"Ada\",\"36\""),
    ])
    func theRowIsReadAsInItsFile(header: String, row: String) throws {
        let source = try #require(read(row, under: header))
        #expect(source.header.names == ["name", "age"])
        #expect(source.value("Name") == "Ada")
        #expect(source.value(" AGE ") == "36")
        #expect(source.value("other") == nil)
        #expect(source.row?.bytes == Array(row.utf8))
    }

    @Test func linesWithinQuotesBelongToTheRow() throws {
        let source = try #require(read("Ada,\"two\r\nlines, \"\"quoted\"\"\"", under: "name,note\r\n"))
        #expect(source.value("note") == "two\r\nlines, \"quoted\"")
    }

    @Test func withoutARowThereIsAHeader() throws {
        let source = try #require(read("", under: "name,age\r\n"))
        #expect(source.header.names == ["name", "age"])
        #expect(source.row == nil)
        #expect(source.value("name") == nil)
    }

    @Test func withoutAHeaderThereIsNothing() {
        #expect(read("", under: "") == nil)
    }

    /// Where the texts could be read in more than one way, the layout decides.
    @Test func aGivenLayoutIsUsed() throws {
        let layout = CSVLayout(dialect: CSVDialect(delimiter: UInt8(ascii: "|")), preambleLength: 0)
        let source = try #require(read("a,b|c", under: "x,y|z\n", layout: layout))
        #expect(source.value("x,y") == "a,b")
        #expect(source.value("z") == "c")
    }

    /// A row that is read under its file's header and layout, as text, is the row of the file.
    @Test(arguments: [
        "a;b, c;d\nx;1, 2;3\ny;4;5\n",
        "# a note\n# another, with; signs\na,b,c\n1,2,3\n4,5,6\n",
        "Notes:\r\n\"about, the file\"\r\n\r\nFirst Name,Last Name,URL\r\nAda,King,x\r\nBob,Ray,y\r\n",
        "sep=;\r\na;b,c\r\n1;2,3\r\n",
        "a  b   c\n1 2  3\n4   5 6\n",
        "'a','b'\n'it\\'s','x'\n'y','z'\n",
    ])
    func everyRowIsReadAsInItsFile(text: String) throws {
        var reader = try CSVReader(ArrayByteSource(Array(text.utf8)))
        let layout = try #require(CSVLayout(reader.layout.description))
        let around =
            reader.preamble + (reader.header.row.map { $0.bytes + ($0.lineEnding?.bytes ?? []) } ?? [])
        var count = 0
        while let row = try reader.next() {
            count += 1
            let kept = try #require(CSVSourceRow(row: row.bytes, header: around, layout: layout))
            #expect(kept.header.names == reader.header.names)
            #expect(kept.row?.fields == row.fields)
        }
        #expect(count > 0)
    }

    @Test(arguments: [
        "", "44 34 doubled single kept", "300 34 doubled single kept 0", "44 34 x single kept 0",
    ])
    func anotherTextIsNoLayout(text: String) {
        #expect(CSVLayout(text) == nil)
    }
}
