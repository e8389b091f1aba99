import CSVFormat
import Testing

@Suite struct CSVSourceRowTests {
    private func read(_ row: String, under header: String, dialect: CSVDialect? = nil) -> CSVSourceRow? {
        CSVSourceRow(row: Array(row.utf8), header: Array(header.utf8), dialect: dialect)
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

    /// Where the texts could be read in more than one way, the dialect decides.
    @Test func aGivenDialectIsUsed() throws {
        let dialect = CSVDialect(delimiter: UInt8(ascii: "|"))
        let source = try #require(read("a,b|c", under: "x,y|z\n", dialect: dialect))
        #expect(source.value("x,y") == "a,b")
        #expect(source.value("z") == "c")
    }
}
