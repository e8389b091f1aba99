import CSVFormat
import Testing
import TextDecoding

@Suite struct CSVReaderTests {
    @Test(arguments: [
        ("a,b\n1,2\n", [["1", "2"]]),
        ("a,b\r\n1,2\r\n3,4", [["1", "2"], ["3", "4"]]),
        ("a,b\r1,2\r3,4\r", [["1", "2"], ["3", "4"]]),
        ("a,b\n\"1\",\"x,y\"\n", [["1", "x,y"]]),
        ("a,b\n\"line one\nline two\",2\n", [["line one\nline two", "2"]]),
        ("a,b\n\"say \"\"hi\"\"\",2\n", [["say \"hi\"", "2"]]),
        ("a,b\n\"\",\"\"\"\"\n", [["", "\""]]),
        ("a,b\n,\n", [["", ""]]),
        ("a,b\n5\" disk,x\"y\n", [["5\" disk", "x\"y"]]),
        ("a,b\n \"x\",y\n", [[" \"x\"", "y"]]),
        ("a,b\n1, \"x, y\"\n", [["1", "x, y"]]),
        ("a,b\n\"1\" ,2\n", [["1", "2"]]),
        ("a,b\n\n1,2\n\n\n3,4\n\n", [["1", "2"], ["3", "4"]]),
        ("a,b,\n1,2,\n", [["1", "2", ""]]),
        ("a\tb\n1\t\"x\ty\"\n", [["1", "x\ty"]]),
        ("a|b\n1|2\n", [["1", "2"]]),
        ("naïve,日本\n😀,é\n", [["😀", "é"]]),
        ("a\n1\n\"\"\n2\n", [["1"], [""], ["2"]]),
        ("a,b\n\"x\r\ny\",\"p\rq\"\n", [["x\r\ny", "p\rq"]]),
    ])
    func reads(text: String, rows: [[String]]) throws {
        let reading = try read(text)
        #expect(reading.rows == rows)
        #expect(reading.issues.isEmpty)
    }

    @Test(arguments: [
        ("a,b,c\n1,2\n", [["1", "2"]], CSVIssue.Code.fewFields, 2, 2),
        ("a,b\n1,2,3\n", [["1", "2", "3"]], .manyFields, 2, 3),
        ("a,b\n\"He said, \"hi\" twice\",2\n", [["He said, \"hi\" twice", "2"]], .strayQuote, 2, 1),
        ("a,b\n1,\"x\"y\n3,4\n", [["1", "x\"y"], ["3", "4"]], .strayQuote, 2, 2),
        (
            "a,b\n1,\"open\n3,4\n5,6\n", [["1", "\"open"], ["3", "4"], ["5", "6"]], .unterminatedQuote, 2, 2
        ),
        ("a,b\n1,2\n3,\"", [["1", "2"], ["3", "\""]], .unterminatedQuote, 3, 2),
    ])
    func recovers(text: String, rows: [[String]], code: CSVIssue.Code, line: Int, column: Int) throws {
        let reading = try read(text, delimiter: UInt8(ascii: ","))
        #expect(reading.rows == rows)
        #expect(reading.issues.map(\.code) == [code])
        #expect(reading.issues.first?.line == line)
        #expect(reading.issues.first?.column == column)
        #expect(reading.issues.first?.message.isEmpty == false)
    }

    @Test func surplusEmptyFieldsAreNoIssue() throws {
        let reading = try read("a,b\n1,2,\n3,4,,\n")
        #expect(reading.rows == [["1", "2", ""], ["3", "4", "", ""]])
        #expect(reading.issues.isEmpty)
    }

    @Test func nulIsKeptAndReported() throws {
        let reading = try read("a,b\n1\u{0},\"2\u{0}\"\n")
        #expect(reading.rows == [["1\u{0}", "2\u{0}"]])
        #expect(reading.codes == [.nulCharacter])
    }

    @Test func backslashEscapes() throws {
        let reading = try read(#"a,b"# + "\n" + #""say \"hi\", you","C:\dir\\x""# + "\n" + #"1,2"# + "\n")
        #expect(reading.rows == [["say \"hi\", you", #"C:\dir\x"#], ["1", "2"]])
        #expect(reading.issues.isEmpty)
    }

    @Test func aBackslashBeforeAClosingQuoteIsText() throws {
        let reading = try read("a,b\n\"C:\\\",2\n\"D:\\\",3\n\"x\"\"y\",4\n")
        #expect(reading.rows == [["C:\\", "2"], ["D:\\", "3"], ["x\"y", "4"]])
    }

    @Test func rowsKnowTheirPlaceAndBytes() throws {
        let text = "name,note\r\nA,\"two\r\nlines\"\r\n\r\nB, plain \nC,end"
        var reader = try CSVReader(ArrayByteSource(text))
        #expect(reader.header.row?.bytes == Array("name,note".utf8))
        #expect(reader.header.row?.ordinal == 0)
        var rebuilt = (reader.header.row?.bytes ?? []) + [0x0D, 0x0A]
        var places: [[Int]] = []
        var endings: [CSVLineEnding?] = []
        while let row = try reader.next() {
            places.append([row.ordinal, row.line])
            endings.append(row.lineEnding)
            rebuilt += row.bytes + (row.lineEnding?.bytes ?? [])
        }
        #expect(places == [[1, 2], [2, 5], [3, 6]])
        #expect(endings == [.crlf, .lf, nil])
        #expect(rebuilt == Array(text.replacing("\r\n\r\n", with: "\r\n").utf8))
    }

    @Test func valuesByName() throws {
        var reader = try CSVReader(
            ArrayByteSource("E-mail, Name ,E-MAIL,\nx@example.org,Ann,y@example.org,\nz"))
        let header = reader.header
        #expect(header.indices(of: "e-mail") == [0, 2])
        #expect(header.firstIndex(of: "NAME") == 1)
        #expect(header.firstIndex(of: "phone") == nil)
        #expect(header.duplicates == ["e-mail": [0, 2]])
        let row = try #require(try reader.next())
        #expect(row.value("name", in: header) == "Ann")
        #expect(row.bytes(at: 1) == Array("Ann".utf8))
        #expect(row[9] == nil)
        let short = try #require(try reader.next())
        #expect(short.value("name", in: header) == nil)
        #expect(short.isEmpty(at: 1) && !short.isEmpty)
    }

    @Test func rowsKeptApartFromTheirFile() throws {
        let semicolons = CSVDialect(delimiter: UInt8(ascii: ";"), quoteEscape: .backslash)
        let row = try #require(CSVRow(bytes: Array("1,5;\"a;\nb\";\"\\\"\"\r\n".utf8), dialect: semicolons))
        #expect(row.fields == ["1,5", "a;\nb", "\""])
        #expect(row.lineEnding == .crlf)
        #expect(CSVHeader(row: row).names == row.fields)
        #expect(CSVRow(bytes: Array("a\nb".utf8), dialect: semicolons) == nil)
        #expect(CSVRow(bytes: [], dialect: semicolons)?.fields == [""])
    }

    @Test(arguments: ["", "\n\n", "\r\n", " \n"])
    func emptyFiles(text: String) throws {
        let reading = try read(text)
        #expect(reading.rows.isEmpty)
    }

    @Test func aHeaderAlone() throws {
        #expect(try read("a,b,c").header == ["a", "b", "c"])
        #expect(try read("a,b,c\r\n").rows.isEmpty)
    }

    @Test func filesWithoutHeader() throws {
        #expect(try read("1,2\n3,4\n", header: .absent).rows == [["1", "2"], ["3", "4"]])
        let doubtful = try read("Ann,ann@example.org\nBob,bob@example.org\n")
        #expect(doubtful.codes == [.doubtfulHeader])
        #expect(doubtful.issues.first?.column == 2)
    }

    @Test func decodesWhatIsNotUTF8() throws {
        let latin1: [UInt8] =
            Array("name,city\nJ".utf8) + [0xFC] + Array("rgen,K".utf8) + [0xF6] + Array("ln\n".utf8)
        var reader = try CSVReader(ArrayByteSource(latin1))
        #expect(try reader.next()?.fields == ["Jürgen", "Köln"])
        #expect(try reader.next() == nil)
        #expect(reader.encoding?.encoding == .windows1252)
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in "name;x\r\nÜ;1\r\n".utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        var wide = try CSVReader(ArrayByteSource(utf16))
        #expect(wide.dialect.hasByteOrderMark)
        #expect(wide.dialect.delimiter == UInt8(ascii: ";"))
        #expect(try wide.next()?.fields == ["Ü", "1"])
    }
}
