import CSVFormat
import Testing
import TextDecoding

private func dialect(_ text: String) throws -> CSVDialect {
    try CSVReader(ArrayByteSource(text)).dialect
}

@Suite struct DialectTests {
    @Test(arguments: [
        ("a,b,c\n1,2,3\n", "comma"),
        ("a;b;c\n1;2;3\n", "semicolon"),
        ("a\tb\n1\t2\n", "tab"),
        ("a|b\n1|2\n", "bar"),
        ("name;price\nx;1,5\ny;2,5\nz;3,0\n", "semicolon"),
        ("a,b\n\"1;2;3\",\"4;5;6\"\n\"7;8;9\",x\n", "comma"),
        ("a;b\n\"1,2\";\"3,4\"\n\"5,6\";7\n", "semicolon"),
        ("a,b;c\n1,2;3\n", "comma"),
        ("alone\nx\ny\n", "comma"),
        ("a;b\n1;Text, with, commas\n2;More\n", "semicolon"),
        ("sep=|\na|b\n1,2|3,4\n", "bar"),
        ("SEP=;\r\na;b\r\n1;2\r\n", "semicolon"),
        ("a\tb,c\td\n1\t2,3\t4\n1\t23\t4\n", "tab"),
    ])
    func findsTheDelimiter(text: String, name: String) throws {
        #expect(try dialect(text).delimiterName == name)
    }

    @Test func separatorLines() throws {
        var reader = try CSVReader(
            ArrayByteSource([0xEF, 0xBB, 0xBF] + Array("sep=;\r\na;b\r\n1;2\r\n".utf8)))
        #expect(reader.dialect.hasSeparatorLine && reader.dialect.hasByteOrderMark)
        #expect(reader.preamble == Array("sep=;\r\n".utf8))
        #expect(reader.header.names == ["a", "b"])
        let row = try #require(try reader.next())
        #expect(row.fields == ["1", "2"])
        #expect(row.line == 3)
        #expect(try read("sep=x").header == [])
        #expect(try read("separator,b\n1,2\n").header == ["separator", "b"])
    }

    @Test func aByteOrderMarkIsNoPartOfTheFirstName() throws {
        let reading = try read([0xEF, 0xBB, 0xBF] + Array("\"Name\",b\n1,2\n".utf8))
        #expect(reading.header == ["Name", "b"])
    }

    @Test(arguments: [
        ("a,b\r\n1,2\r\n", CSVLineEnding.crlf), ("a,b\n1,2\r\n", .lf), ("a,b\r1,2\r", .cr), ("a,b", .crlf),
    ])
    func findsTheLineEnding(text: String, ending: CSVLineEnding) throws {
        #expect(try dialect(text).lineEnding == ending)
    }

    @Test func notesBeforeTheHeader() throws {
        let text = """
            Notes:
            "When exporting your connection data, you may notice that some e-mail addresses are missing, by choice."

            First Name,Last Name,URL,Email Address,Company,Position,Connected On
            Ann,Example,https://example.org/ann,,Example,Engineer,15 Jan 2024
            Bob,Sample,https://example.org/bob,bob@example.org,Sample,,16 Jan 2024

            """
        var reader = try CSVReader(ArrayByteSource(text))
        #expect(reader.header.names.first == "First Name")
        #expect(reader.preamble == Array(text.utf8.prefix(reader.preamble.count)))
        #expect(reader.preamble.starts(with: Array("Notes:".utf8)))
        let row = try #require(try reader.next())
        #expect(row.line == 5)
        #expect(reader.takeIssues().isEmpty)
    }

    /// A narrow header over wider rows stays the header.
    @Test(arguments: [
        "Name\na,b,c\nd,e,f\n", "a,b\n1,2,\n3,4,\n", "a,b\nx,y,z\nx,y,z\n", "Total\n1,2,3\n4,5,6\n7,8,9\n",
    ])
    func aHeaderIsNotTakenForANote(text: String) throws {
        let reading = try read(text)
        #expect(
            reading.header.first.map { ["Name", "a", "Total"].contains($0) } ?? false
                || reading.header == ["a", "b", "c"])
        #expect(reading.rows.count >= 1)
    }

    @Test func aHeaderLongerThanTheSampleHasItsDelimiter() throws {
        let header = (0..<10_000).map { "Column \($0)" }.joined(separator: ";")
        #expect(header.utf8.count > 64 * 1024)
        #expect(try dialect(header + "\n").delimiterName == "semicolon")
    }

    @Test func aDialectThatIsGivenIsTaken() throws {
        let reading = try read("a:b\n1:2\n", delimiter: UInt8(ascii: ":"))
        #expect(reading.rows == [["1", "2"]])
        let dialect = CSVDialect(delimiter: UInt8(ascii: ";"), quoteEscape: .backslash)
        #expect(try read("a;b\n\"x\\\"\";2\n", dialect: dialect).rows == [["x\"", "2"]])
    }
}

@Suite struct RecognitionTests {
    @Test(arguments: [
        "First Name,Last Name,Phone\nAnn,Example,555-0100\n", "a;b;c\n1;2;3\n4;5;6\n", "sep=;\na;b\n",
        "Subject,Start Date,Start Time\nLunch,01/02/2024,12:00 PM\n", "x\ty\n1\t2\n2\t3\n",
        "name,email,phone", "id,title,note\n1,Hello,\"A sentence, with a comma.\"\n2,Bye,Another\n",
    ])
    func isCSV(text: String) {
        #expect(looksLikeCSV(Array(text.utf8)) >= 0.4)
    }

    @Test(arguments: [
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;John;;;\r\nEND:VCARD\r\n",
        "begin:vcalendar\nversion:2.0\nend:vcalendar\n", "\r\n BEGIN:VCARD\nN:a;b;c\nN:a;b;c\n",
        "<?xml version=\"1.0\"?>\n<a b=\"1,2\"/>\n", "<html><body>a,b,c</body></html>",
        "{\"a\": 1,\n\"b\": 2,\n\"c\": 3}", "[\"vcard\", [\n[\"fn\", {}, \"text\", \"x\"],\n",
        "%PDF-1.4\n1,2\n3,4\n",
        "dn: cn=Ann,dc=example,dc=org\ncn: Ann,\nsn: E,\n", "version: 1\n\ndn: cn=x,dc=y\n", "", "\n\n",
        "Dear Ann, thank you.\nI came, I saw, I left.\nSee you soon, Bob.\n",
        "It was late, and the rain fell on the roof,\nwhile she waited, looking at the long road,\nfor him to come home\n",
        "Just one line of text that says something. And more.",
    ])
    func isNotCSV(text: String) {
        #expect(looksLikeCSV(Array(text.utf8)) < 0.1)
    }

    @Test func binaryIsNotCSV() {
        #expect(looksLikeCSV((0..<200).map { UInt8($0 % 32) }) == 0)
    }
}
