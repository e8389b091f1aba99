import Testing
import TextDecoding

@testable import OPMLFormat

@Suite struct OPMLReaderTests {
    static let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made by hand -->
        <?xml-stylesheet href="opml.css"?>
        <opml version="2.0" xmlns:frss="https://freshrss.org/opml">
          <head lang="en">
            <title>Feeds &amp; more</title>
            <dateCreated>Sat, 18 Jun 2005 12:11:52 GMT</dateCreated>
            <!-- kept -->
            <expansionState>1, 5,8</expansionState>
            <windowTop> 61 </windowTop>
            <x:own xmlns:x="urn:x" a="1">a <b>c</b> d</x:own>
          </head>
          <body text="all">
            <outline text="News" frss:priority="high">
              <outline text="One" type="rss" xmlUrl="https://example.org/1" htmlUrl="https://example.org/"/>
              <!-- between -->
              <outline title="Two" type="RSS" xmlurl="https://example.org/2"></outline>
            </outline>
            <outline text="Notes"><note>by hand</note>loose text</outline>
          </body>
          <!-- after -->
        </opml>
        <!-- last -->
        """

    @Test func headAndDocumentAreKeptInOrder() throws {
        let reading = try Reading(Self.list)
        #expect(reading.issues.isEmpty)
        let document = try #require(reading.documents.first)
        #expect(
            document.prolog == [
                .comment(" made by hand "),
                .processingInstruction(target: "xml-stylesheet", data: "href=\"opml.css\""),
            ])
        #expect(document.attributes == ["version": "2.0", "xmlns:frss": "https://freshrss.org/opml"])
        #expect(document.headAttributes == ["lang": "en"])
        #expect(document.bodyAttributes == ["text": "all"])
        #expect(document.title == "Feeds & more")
        #expect(document.dateCreated == "Sat, 18 Jun 2005 12:11:52 GMT")
        #expect(document.expansionState == [1, 5, 8])
        #expect(document.windowTop == 61)
        #expect(document.windowLeft == nil)
        #expect(document.head.count == 6)
        #expect(document.head[2] == .comment(" kept "))
        let own = OPMLElement(
            name: "x:own", attributes: ["xmlns:x": "urn:x", "a": "1"],
            children: [
                .text("a "), .element(OPMLElement(name: "b", children: [.text("c")])), .text(" d"),
            ])
        #expect(document.head[5] == .element(own))
    }

    @Test func outlinesKnowTheirPlace() throws {
        let outlines = try Reading(Self.list).outlines
        #expect(outlines.map(\.text) == ["News", "One", "Two", "Notes"])
        #expect(outlines.map(\.depth) == [1, 2, 2, 1])
        #expect(outlines.map(\.position) == [1, 1, 2, 2])
        #expect(outlines.map(\.path) == [[], ["News"], ["News"], []])
        #expect(outlines.map(\.line) == [14, 15, 17, 19])
        #expect(outlines.map(\.feedURL) == [nil, "https://example.org/1", "https://example.org/2", nil])
        #expect(outlines[0].attributes == ["text": "News", "frss:priority": "high"])
        #expect(outlines[2].attributes == ["title": "Two", "type": "RSS", "xmlurl": "https://example.org/2"])
    }

    @Test func whatIsNoOutlineHasAPlace() throws {
        #expect(
            try Reading(Self.list).others == [
                OPMLOther(.comment(" between "), at: .body(depth: 1)),
                OPMLOther(
                    .element(OPMLElement(name: "note", children: [.text("by hand")])), at: .body(depth: 1)),
                OPMLOther(.text("loose text"), at: .body(depth: 1)),
                OPMLOther(.comment(" after "), at: .afterBody),
                OPMLOther(.comment(" last "), at: .afterDocument),
            ])
    }

    @Test func deepPathsEndWhereTheirOutlinesDo() throws {
        let reading = try Reading(
            body: """
                <outline text="a"><outline text="b"><outline text="c"/></outline><outline text="d">
                <outline text="e"/></outline></outline><outline text="f"><outline text="g"/></outline>
                """)
        #expect(
            reading.outlines.map { ($0.path + [$0.text]).joined() } == [
                "a", "ab", "abc", "ad", "ade", "f", "fg",
            ])
        #expect(reading.outlines.map(\.position) == [1, 1, 1, 2, 1, 2, 1])
    }

    @Test func attributesAreFoundInAnyCaseButExactOnesFirst() throws {
        var attributes: OPMLAttributes = ["XMLURL": "a", "xmlUrl": "b"]
        #expect(attributes["xmlUrl"] == "b")
        #expect(attributes["xmlurl"] == "a")
        attributes["XmlUrl"] = nil
        #expect(attributes == ["xmlUrl": "b"])
        attributes["xmlURL"] = "c"
        attributes["text"] = "d"
        #expect(attributes == ["xmlUrl": "c", "text": "d"])
    }

    @Test func typedAttributes() throws {
        let reading = try Reading(
            body: """
                <outline text="x" isComment=" True " isBreakpoint="false" category="/a/b, c ,,d" created="2005"
                 type=" LinK " url=" https://example.org " language="de" version="RSS2" description="y"/>
                """)
        let outline = try #require(reading.outlines.first)
        #expect(outline.isComment && !outline.isBreakpoint)
        #expect(outline.categories == ["/a/b", "c", "d"])
        #expect(outline.type == "link" && outline.url == "https://example.org" && outline.feedURL == nil)
        #expect(outline.language == "de" && outline.version == "RSS2" && outline.description == "y")
        #expect(outline.created == "2005")
    }

    @Test func headElementsAreSetInPlace() {
        var document = OPMLDocument(head: [
            .element(OPMLElement(name: "Title", attributes: ["a": "b"], children: [.text("old")])),
            .comment("c"),
        ])
        document[head: "title"] = "new"
        document[head: "ownerName"] = "Ann"
        #expect(
            document.head == [
                .element(OPMLElement(name: "Title", attributes: ["a": "b"], children: [.text("new")])),
                .comment("c"), .element(OPMLElement(name: "ownerName", children: [.text("Ann")])),
            ])
        document[head: "title"] = nil
        #expect(document.title == nil && document.ownerName == "Ann")
    }

    @Test(arguments: ["1.0", "1.1", "2.0"])
    func knownVersions(version: String) throws {
        let reading = try Reading("<opml version='\(version)'><body/></opml>")
        #expect(reading.codes.isEmpty)
        #expect(reading.documents.first?.version == version)
        #expect(reading.documents.first?.headAttributes == nil)
    }

    /// However the source cuts the bytes, the events are the same.
    @Test(arguments: [1, 2, 3, 7, 64])
    func piecesOfAnySize(size: Int) throws {
        let whole = try Reading(Self.list)
        var reader = OPMLReader(PiecewiseSource(Array(Self.list.utf8), size: size))
        var events: [OPMLEvent] = []
        while let event = try reader.next() { events.append(event) }
        #expect(events == whole.events)
    }

    @Test(
        arguments: [
            ("<rss version='2.0'><channel/></rss>", OPMLRecognition.none),
            ("<!DOCTYPE html><html><body>opml</body></html>", .none),
            ("<?xml version='1.0'?>\n<!-- <opml> --><feed/>", .none),
            ("BEGIN:VCARD\nFN:<opml>\nEND:VCARD", .likely), ("", .none), ("{not xml :)", .none),
            ("a,b\n1,2", .none),
            ("<?xml version='1.0'?><!-- c --><!DOCTYPE opml [<!ENTITY a '>'>]><opml>", .certain),
            ("\u{FEFF} \n<OPML version='1.0'>", .certain), ("<opml", .certain), ("junk <opml>", .likely),
            ("<?xml version='1.0'?><!-- long", .possible),
        ] as [(String, OPMLRecognition)])
    func recognition(text: String, expected: OPMLRecognition) {
        #expect(OPMLRecognition(prefix: Array(text.utf8)) == expected)
    }
}

/// A source that gives a few bytes at a time.
struct PiecewiseSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: [UInt8], size: Int) {
        rest = bytes[...]
        self.size = size
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(size, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
