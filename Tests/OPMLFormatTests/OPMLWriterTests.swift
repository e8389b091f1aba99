import Testing

@testable import OPMLFormat

@Suite struct OPMLWriterTests {
    @Test func aFileByHand() throws {
        var document = OPMLDocument()
        document[head: "title"] = "Models & more"
        var writer = OPMLWriter()
        var output: [UInt8] = []
        try writer.begin(document, to: &output)
        try writer.append(OPMLOutline(["text": "a \"b\" <c>\n\td"]), to: &output)
        try writer.append(
            OPMLOutline(["text": "e", "url": "https://example.org/?f&g"], depth: 2), to: &output)
        try writer.append(OPMLOutline([:], depth: 1), to: &output)
        writer.finish(to: &output)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <opml version="2.0">
                \t<head>
                \t\t<title>Models &amp; more</title>
                \t</head>
                \t<body>
                \t\t<outline text="a &quot;b&quot; &lt;c>&#10;&#9;d">
                \t\t\t<outline text="e" url="https://example.org/?f&amp;g"/>
                \t\t</outline>
                \t\t<outline/>
                \t</body>
                </opml>

                """)
    }

    @Test func charactersThatXMLDoesNotAllowAreReplaced() throws {
        let element = try OPMLWriter.element(
            of: OPMLOutline(["text": "a\u{0}b\u{1B}c\u{FFFF}d\u{FFFE}\u{FFFD}"]))
        #expect(
            String(decoding: element, as: UTF8.self)
                == "<outline text=\"a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}\u{FFFD}\"/>\n")
    }

    /// What a record holds cannot become markup.
    @Test(arguments: ["a b", "", "1a", "a=\"b\" c", "a>", "xml ", "a\nb"])
    func namesThatAreNoneAreRefused(name: String) {
        #expect(throws: OPMLError.self) {
            try OPMLWriter.element(of: OPMLOutline(OPMLAttributes([OPMLAttribute(name: name, value: "")])))
        }
        #expect(throws: OPMLError.self) {
            try OPMLWriter.text(of: OPMLOther(.element(OPMLElement(name: name)), at: .afterBody))
        }
        #expect(throws: OPMLError.self) {
            try OPMLWriter.text(of: OPMLOther(.processingInstruction(target: name, data: ""), at: .afterBody))
        }
    }

    @Test func attributesThatStandTwiceAreRefused() {
        let twice = OPMLAttributes([
            OPMLAttribute(name: "a", value: "1"), OPMLAttribute(name: "a", value: "2"),
        ])
        #expect(throws: OPMLError.self) { try OPMLWriter.element(of: OPMLOutline(twice)) }
    }

    @Test func commentsAndInstructionsCannotEndEarly() throws {
        let comment = try OPMLWriter.text(of: OPMLOther(.comment("a-->b---"), at: .afterBody))
        #expect(String(decoding: comment, as: UTF8.self) == "<!--a- ->b- - - -->\n")
        let instruction = try OPMLWriter.text(
            of: OPMLOther(.processingInstruction(target: "a", data: "b?><c"), at: .afterBody))
        #expect(String(decoding: instruction, as: UTF8.self) == "<?a b? ><c?>\n")
    }

    @Test(arguments: [0, 2, 251, -1])
    func depthsWithoutAParentAreRefused(depth: Int) throws {
        var writer = OPMLWriter()
        var output: [UInt8] = []
        try writer.begin(OPMLDocument(), to: &output)
        #expect(throws: OPMLError.self) { try writer.append(OPMLOutline([:], depth: depth), to: &output) }
        #expect(throws: OPMLError.self) {
            try writer.append(OPMLOther(.comment(""), at: .body(depth: depth == 0 ? 1 : depth)), to: &output)
        }
    }

    @Test func aSecondBodyIsWrittenAsOne() throws {
        let reading = try Reading(
            "<opml version='2.0'><body/><!-- a --><body d='e'><!-- b --><outline text='c'/></body>f<body/>g</opml>"
        )
        let again = try Reading(try #require(try reading.written().first))
        #expect(again.content == reading.content)
        #expect(reading.others.count == 6)
        #expect(again.codes == [.repeatedPart, .repeatedPart])
    }

    @Test func outlinesAfterTheBodyComeBackInAnotherOne() throws {
        let reading = try Reading(
            "<opml version='2.0'><body><outline text='a'/></body>b<outline text='c'/>d<outline text='e'/></opml>"
        )
        #expect(reading.codes == [.missingBody, .missingBody])
        let again = try Reading(try #require(try reading.written().first))
        #expect(again.content == reading.content)
        #expect(again.outlines.map(\.text) == ["a", "c", "e"])
    }

    @Test func theInternalSubsetIsKeptWhereItIsAskedFor() throws {
        var document = OPMLDocument()
        document.documentType = "opml"
        document.internalSubset = "<!ENTITY a \"b\">"
        func written(_ keeps: Bool) throws -> String {
            var writer = OPMLWriter(keepsInternalSubset: keeps)
            var output: [UInt8] = []
            try writer.begin(document, to: &output)
            writer.finish(to: &output)
            return String(decoding: output, as: UTF8.self)
        }
        #expect(try written(true).contains("<!DOCTYPE opml [<!ENTITY a \"b\">]>"))
        #expect(try written(false).contains("<!DOCTYPE opml>"))
    }
}
