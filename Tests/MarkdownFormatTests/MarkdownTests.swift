import SeededRandom
import Testing
import TextDecoding

@testable import MarkdownFormat

@Suite struct MarkdownTests {
    private static func documents(_ text: String) throws -> [MarkdownDocument] {
        var reader = MarkdownReader(ArrayByteSource(text))
        var documents: [MarkdownDocument] = []
        var bytes: [UInt8] = []
        while let item = try reader.next() {
            documents.append(item.document)
            bytes += item.source
        }
        #expect(bytes == Array(text.utf8), "no byte goes missing")
        return documents
    }

    // MARK: - Values

    @Test(
        arguments: [
            ("By the sea", .text("By the sea")),
            ("\"a\\tb \\u00e9\\x21 \\\"q\\\" \\\\\"", .text("a\tb é! \"q\" \\")),
            ("'it''s'", .text("it's")), ("", .text("")), ("~", .text("")), ("null", .text("")),
            ("a # a comment", .text("a")), ("a#b", .text("a#b")), ("'a # b'   # c", .text("a # b")),
            ("2026-03-01T19:30:00", .text("2026-03-01T19:30:00")), ("[]", .list([])),
            ("[a, \"b, c\", 'd']", .list(["a", "b, c", "d"])), ("[a b,c ]  # x", .list(["a b", "c"])),
            ("https://example.org", .text("https://example.org")),
            // What is not read.
            ("{a: b}", nil), ("&anchor a", nil), ("*alias", nil), ("!!str a", nil), ("> folded", nil),
            ("a: b", nil),
            ("\"open", nil), ("'open", nil), ("[a, b", nil), ("[[a]]", nil), ("\"a\" b", nil),
            ("\"\\q\"", nil),
            ("@a", nil), ("`a`", nil), ("%a", nil), ("[a: b]", nil),
        ] as [(String, FrontMatter.Value?)])
    func values(text: String, value: FrontMatter.Value?) {
        let document = MarkdownDocument(Array("---\nkey: \(text)\nnext: 1\n---\n".utf8))
        #expect(document.frontMatter?.fields.map(\.key) == ["key", "next"])
        #expect(document.frontMatter?.field("KEY")?.value == value)
    }

    @Test(
        arguments: [
            ("\n- a\n- b, c\n", .list(["a", "b, c"])), ("\n  - 'a'\n\n  # no\n  - b\n", .list(["a", "b"])),
            (" |\n  one\n    two\n\n  three\n", .text("one\n  two\n\nthree\n")),
            (" |-\n  one\n", .text("one")),
            ("\n  nested: a\n", nil), ("\n- a: b\n", nil), (" a\n  b\n", nil), (" >\n  a\n", nil),
            ("\n- [a]\n", nil),
        ] as [(String, FrontMatter.Value?)])
    func valuesOfSeveralLines(text: String, value: FrontMatter.Value?) {
        let document = MarkdownDocument(Array("---\nkey:\(text)next: 1\n---\n".utf8))
        #expect(document.frontMatter?.fields.map(\.key) == ["key", "next"])
        #expect(document.frontMatter?.field("key")?.value == value)
    }

    /// What is written is read as the same.
    @Test(
        arguments: [
            "plain", "", "true", "Null", "12", "1.5", "2026-03-01", "a: b", "a #b", "#a", "- a", "\"q\"",
            "it's", "a,b",
            "[a]", "{a}", "tab\there", "line\nend", "back\\slash", " edge ", "colon:", "é ü 日本", "\u{85}",
            "\u{7}",
            "@x", "*x", "&x", "!x", "|", ">", "%x", "`x`", "?", "---", "null", "😀",
        ])
    func whatIsWrittenIsRead(text: String) {
        var document = MarkdownDocument()
        document.set("title", to: .text(text))
        document.set("tags", to: .list([text, "b", text]))
        let again = MarkdownDocument(document.written())
        #expect(again.frontMatter?.field("title")?.value == .text(text))
        #expect(again.frontMatter?.field("tags")?.value == .list([text, "b", text]))
    }

    // MARK: - Documents

    @Test(arguments: ["\n", "\r\n"])
    func partsOfADocument(end: String) throws {
        let text =
            ["---", "# a comment", "title: By the sea", "---", "", "# Sea", "", "---", "end"]
            .joined(separator: end) + end
        let document = try #require(Self.documents(text).first)
        #expect(document.frontMatter?.field("title")?.value == .text("By the sea"))
        #expect(document.frontMatter?.field("title")?.line == 1)
        #expect(document.body == ["# Sea", "", "---", "end"].joined(separator: end))
        #expect(document.written() == Array(text.utf8))
    }

    @Test(
        arguments: [
            ("Just text\n", "Just text"), ("---\nno end\n", "---\nno end"), ("", ""),
            ("\n\na\n\n", "\n\na\n"),
            ("--- \ntitle: a\n...\nb", "b"), ("---\n---\n\n\nb\n", "\nb"),
        ])
    func bodies(text: String, body: String) {
        #expect(MarkdownDocument(Array(text.utf8)).body == body)
    }

    @Test func aChangeLeavesTheOtherLines() {
        let text = "---\n# mine\ntitle:   'Old'  # why\nnested:\n  a: 1\ntags:\n  - a\n  - b\n---\nText\n"
        var document = MarkdownDocument(Array(text.utf8))
        document.set("title", to: .text("New: one"))
        document.set("TAGS", to: .list(["c"]))
        document.set("mood", to: .text("good"))
        document.begin(withUID: "a-1")
        #expect(
            String(decoding: document.written(), as: UTF8.self)
                == "---\nuid: a-1\n# mine\ntitle: \"New: one\"\nnested:\n  a: 1\nTAGS: [c]\nmood: good\n---\nText\n"
        )
        document.set("tags", to: nil)
        document.body = "Else"
        #expect(
            String(decoding: document.written(), as: UTF8.self)
                == "---\nuid: a-1\n# mine\ntitle: \"New: one\"\nnested:\n  a: 1\nmood: good\n---\n\nElse\n")
    }

    @Test func aTextWithoutFrontMatterGetsSome() {
        var document = MarkdownDocument(Array("Text\n".utf8))
        document.begin(withUID: "a")
        #expect(String(decoding: document.written(), as: UTF8.self) == "---\nuid: a\n---\n\nText\n")
        #expect(MarkdownDocument(document.written()).body == "Text")
    }

    /// Lines above the first key, and a second uid, do not keep a document from beginning with its own.
    @Test(arguments: [
        (
            "---\nuid:no key\n- loose\ntitle: a\n---\n",
            "---\nuid: b\n# uid:no key\n# - loose\ntitle: a\n---\n"
        ),
        ("---\nuid: one\ntitle: a\nuid: two\n---\n", "---\nuid: b\ntitle: a\n---\n"),
    ])
    func aDocumentBeginsWithItsUID(text: String, written: String) {
        var document = MarkdownDocument(Array(text.utf8))
        document.begin(withUID: "b")
        #expect(document.frontMatter?.field("uid")?.value == .text("b"))
        #expect(String(decoding: document.written(), as: UTF8.self) == written)
    }

    /// A mark joins what is before it to one character: a quote, a colon and a blank are what they are all the same.
    @Test(arguments: ["\u{7F0} after the quote", "a: \u{301}b", "\u{301}", "x #\u{301}", "\u{FF9E}a"])
    func marksDoNotHideWhatIsWritten(text: String) {
        var document = MarkdownDocument()
        document.set("title", to: .text(text))
        document.set("tags", to: .list([text, text]))
        let again = MarkdownDocument(document.written())
        #expect(again.frontMatter?.field("title")?.value == .text(text))
        #expect(again.frontMatter?.field("tags")?.value == .list([text, text]))
    }

    /// Unicode takes CR LF for one character.
    @Test func linesOfWindowsAreToldApartInOneFile() throws {
        let body = "one\r\n---\r\nuid: x\r\ntwo"
        var document = MarkdownDocument(Array("---\r\nuid: a\r\n---\r\n".utf8))
        document.body = body
        let found = try Self.documents(String(decoding: document.written(), as: UTF8.self))
        #expect(found.map(\.body) == [body])
        #expect(MarkdownDocument(MarkdownDocument(Array("\r".utf8)).written()).body == "\r")
    }

    // MARK: - Several in a file

    @Test func documentsFollowEachOther() throws {
        let documents = try Self.documents(
            "---\nuid: a\n---\n\nOne\n\n---\n\nstill one\n---\nuid: b\ntitle: Two\n---\n---\n---\nuid: c\n---\n\nThree"
        )
        #expect(
            documents.map { $0.frontMatter?.field("uid")?.value } == [.text("a"), .text("b"), .text("c")])
        #expect(documents.map(\.body) == ["One\n\n---\n\nstill one", "---", "Three"])
        #expect(documents.map(\.line) == [1, 10, 15])
    }

    /// Whatever a text is, it comes back from a file of several.
    @Test func anyTextsStandInOneFile() throws {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "---", "--- ", "---  ", "uid: x", "uid:", "", "a", "# b", "...", "----", " ---", "title: y",
        ]
        for _ in 0..<500 {
            let bodies = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...8, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined(separator: "\n")
            }
            var file: [UInt8] = []
            for (number, body) in bodies.enumerated() {
                var document = MarkdownDocument()
                document.begin(withUID: "u\(number)")
                document.body = body
                file += document.written()
            }
            let found = try Self.documents(String(decoding: file, as: UTF8.self))
            #expect(found.map(\.body) == bodies)
        }
    }

    @Test(
        arguments: [
            ("---\nuid: a\n---\n", MarkdownRecognition.certain), ("---\ntitle: a\nuid: b\n---\n", .likely),
            ("---\nno key\n---\n", .none), ("# Title\n", .none), ("---\ntitle: a\n", .none), ("", .none),
            ("a,b\n1,2\n", .none), ("[2026-01-02 09:30] Title\n", .none),
        ])
    func recognition(text: String, recognition: MarkdownRecognition) {
        #expect(MarkdownRecognition(prefix: Array(text.utf8)) == recognition)
    }

    @Test func tooLongADocumentIsRefused() throws {
        var reader = MarkdownReader(ArrayByteSource(String(repeating: "a\n", count: 100)), maximumSize: 50)
        #expect(throws: TextTooLong(line: 1)) { try reader.next() }
    }

    /// Whatever the bytes, the documents of a file have all of its lines, and each is written and read again as the same.
    @Test func anyBytesAreRead() throws {
        var random = SeededGenerator(seed: 11)
        let alphabet = Array("---\n\r: \"'[],|>#&uida\\\t{}\u{e9}x".utf8) + [0xFF, 0]
        for _ in 0..<2000 {
            let head = Bool.random(using: &random) ? Array("---\n".utf8) : []
            let bytes =
                head
                + (0..<Int.random(in: 0...60, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
            var lines = LineReader(DecodingByteSource(ArrayByteSource(bytes)))
            var decoded: [UInt8] = []
            while let line = try lines.next() { decoded += line }
            var reader = MarkdownReader(ArrayByteSource(bytes))
            var source: [UInt8] = []
            while let item = try reader.next() {
                source += item.source
                let written = item.document.written()
                let again = MarkdownDocument(written)
                #expect(again.frontMatter == item.document.frontMatter, "\(bytes)")
                #expect(again.body == item.document.body, "\(bytes)")
                #expect(again.written() == written, "\(bytes)")
            }
            #expect(source == decoded, "\(bytes)")
        }
    }
}
