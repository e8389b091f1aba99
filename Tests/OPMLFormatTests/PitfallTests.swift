import Testing
import TextDecoding

@testable import OPMLFormat

/// What programs are known to write, and what becomes of it; the numbers are those of the project's list of pitfalls.
@Suite struct PitfallTests {
    // MARK: 34: not well-formed XML

    @Test(
        arguments: [
            ("Sherlock & Co", "Sherlock & Co", [.bareAmpersand]),
            ("a&b&amp;c&", "a&b&c&", [.bareAmpersand, .bareAmpersand]),
            (
                "https://example.org/?a=1&b=2&copy=3", "https://example.org/?a=1&b=2&copy=3",
                [.bareAmpersand, .bareAmpersand]
            ),
            ("x&nbsp;y&AElig;&aelig;", "x\u{A0}yÆæ", [.htmlEntity, .htmlEntity, .htmlEntity]),
            ("&AMP;&LT;", "&<", [.htmlEntity, .htmlEntity]), ("&#X41;", "A", [.htmlEntity]),
            ("&unheardof;&x", "&unheardof;&x", [.undefinedEntity, .bareAmpersand]),
            ("&#8217;&#x1F600;", "\u{2019}\u{1F600}", []),
            (
                "&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
                [.illegalCharacter, .illegalCharacter, .illegalCharacter, .illegalCharacter]
            ),
            (
                "&#;&#x;&;&#-1;", "&#;&#x;&;&#-1;",
                [.bareAmpersand, .bareAmpersand, .bareAmpersand, .bareAmpersand]
            ),
            (
                "a\u{01}b\u{0B}\u{FFFF}", "a\u{FFFD}b\u{FFFD}\u{FFFD}",
                [.illegalCharacter, .illegalCharacter, .illegalCharacter]
            ),
            ("a < b > c", "a < b > c", [.bareLessThan]),
        ] as [(String, String, [OPMLIssue.Code])])
    func pitfall34ValuesAreMendedAndNeverCut(written: String, read: String, codes: [OPMLIssue.Code]) throws {
        let value = try Reading(body: "<outline text=\"\(written)\" xmlUrl='u'/>")
        #expect(value.outlines.map(\.text) == [read])
        #expect(value.outlines.first?.xmlURL == "u")
        #expect(value.codes == codes)
        #expect(value.issues.allSatisfy { $0.line == 2 && $0.isKept })
        let text = try Reading("<opml version='1.0'><head>\n<title>\(written)</title></head><body/></opml>")
        #expect(text.documents.first?.title == read)
        #expect(text.codes == codes)
    }

    @Test func pitfall34WronglyDeclaredEncodings() throws {
        let text = "<opml version='2.0'><body><outline text='Новости'/></body></opml>"
        let utf8 = Array("<?xml version='1.0' encoding='windows-1251'?>\(text)".utf8)
        let reading = try Reading(utf8)
        #expect(reading.outlines.map(\.text) == ["Новости"])
        #expect(reading.codes == [.wrongEncoding])
        #expect(reading.encoding == "utf-8")
    }

    @Test(arguments: ["windows-1251", "KOI8-R", "ISO-8859-5"])
    func pitfall34DeclaredEncodingsOfEightBits(label: String) throws {
        // "Новости" by each table.
        let bytes: [String: [UInt8]] = [
            "windows-1251": [0xCD, 0xEE, 0xE2, 0xEE, 0xF1, 0xF2, 0xE8],
            "KOI8-R": [0xEE, 0xCF, 0xD7, 0xCF, 0xD3, 0xD4, 0xC9],
            "ISO-8859-5": [0xBD, 0xDE, 0xD2, 0xDE, 0xE1, 0xE2, 0xD8],
        ]
        let file =
            Array(
                "<?xml version=\"1.0\" encoding=\"\(label)\"?><opml version='2.0'><body><outline text='".utf8)
            + (bytes[label] ?? []) + Array("'/></body></opml>".utf8)
        let reading = try Reading(file)
        #expect(reading.outlines.map(\.text) == ["Новости"])
        #expect(reading.codes.isEmpty)
        #expect(reading.encoding == label.lowercased())
    }

    @Test func pitfall34EncodingsByLooking() throws {
        let text = "<opml version='2.0'><body><outline text='é'/></body></opml>"
        let marked = try Reading([0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(marked.codes.isEmpty && marked.outlines.map(\.text) == ["é"])
        let latin = try Reading(Array(text.unicodeScalars.map { UInt8($0.value & 0xFF) }))
        #expect(latin.outlines.map(\.text) == ["é"])
        #expect(latin.codes == [.wrongEncoding] && latin.encoding == "windows-1252")
        let wide = "<?xml version='1.0' encoding='utf-16'?>" + text
        let utf16 = try Reading([0xFF, 0xFE] + wide.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        #expect(utf16.outlines.map(\.text) == ["é"] && utf16.codes.isEmpty && utf16.encoding == "utf-16le")
        let unmarked = try Reading(wide.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        #expect(unmarked.outlines.map(\.text) == ["é"] && unmarked.encoding == "utf-16be")
        let narrow = try Reading("<?xml version='1.0' encoding='utf-16'?>\(text)")
        #expect(narrow.outlines.map(\.text) == ["é"] && narrow.codes == [.wrongEncoding])
        let unknown = try Reading("<?xml version='1.0' encoding='x-none'?>\(text)")
        #expect(unknown.outlines.map(\.text) == ["é"] && unknown.codes == [.unknownEncoding])
    }

    @Test func pitfall34ConcatenatedDocuments() throws {
        let one = "<?xml version='1.0'?>\n<opml version='2.0'><body><outline text='a'/></body></opml>\n"
        let reading = try Reading(one + "<!-- c -->\n" + one)
        #expect(reading.documents.count == 2)
        #expect(reading.outlines.map(\.text) == ["a", "a"])
        #expect(reading.outlines.map(\.position) == [1, 1])
        #expect(reading.codes == [.concatenatedDocuments])
        #expect(reading.issues.first?.line == 5)
    }

    @Test(
        arguments: [
            ("<outline text='a'>", [.missingEnd]), ("<outline text='a'/></outline>", [.strayEnd]),
            ("<outline text='a'></Outline>", []), ("<outline text='a'/></b>", [.strayEnd]),
            ("<outline text='a'", [.unclosedTag]), ("<outline text='a' <outline text='b'/>", [.unclosedTag]),
            ("<outline text='a'></outline", [.unclosedTag]),
            ("<outline text=a/>", [.badAttribute]),
            ("<outline text=a x=b\"c'd\"/>", [.badAttribute, .badAttribute]),
            ("<outline text='a' checked/>", [.badAttribute]),
            ("<outline text='a' text='b'/>", [.duplicateAttribute]), ("<outline text='a'x='b'/>", []),
            ("<outline text='a' 1x='b'/>", [.badAttribute]), ("<outline text='a'\"/>", [.badAttribute]),
            ("<!-- a -- b ---><outline text='a'/>", [.badMarkup]), ("<outline text='a'/>]]>", [.badMarkup]),
            ("<outline text='a'/> < ", [.bareLessThan]), ("<outline text='a'/><!-- b", [.bareLessThan]),
            ("<?xml version='1.0'?><outline text='a'/>", [.badMarkup]),
            ("<outline text=\"a/>\n<outline text=\"b\"/>", [.badAttribute]),
        ] as [(String, [OPMLIssue.Code])])
    func pitfall34BrokenTags(body: String, codes: [OPMLIssue.Code]) throws {
        let reading = try Reading(body: body)
        #expect(reading.outlines.first?.text == "a")
        #expect(reading.codes == codes)
        // What was mended is well-formed: the same is read without an issue.
        let written = try reading.written()
        let again = try Reading(try #require(written.first))
        #expect(again.codes.isEmpty)
        #expect(again.content == reading.content)
    }

    @Test func pitfall34NothingAfterADamageIsLost() throws {
        let reading = try Reading(
            body: """
                <outline text="a & b" xmlUrl="https://example.org/?a&b"/>
                <outline text="c"><outline text="d" type='rss>
                <outline text="e" type='rss'/>
                </body>
                """)
        #expect(reading.outlines.map(\.text) == ["a & b", "c", "d", "e"])
        #expect(reading.codes == [.bareAmpersand, .bareAmpersand, .badAttribute, .missingEnd, .strayEnd])
    }

    // MARK: 35: missing or odd attributes

    @Test func pitfall35TextFallsBackToTitle() throws {
        let reading = try Reading(
            body: "<outline title='t'/><outline text='' title='t'/><outline text='x' title='t'/><outline/>")
        #expect(reading.outlines.map(\.text) == ["t", "t", "x", ""])
        #expect(
            reading.outlines.map(\.attributes) == [
                ["title": "t"], ["text": "", "title": "t"], ["text": "x", "title": "t"], [:],
            ])
        #expect(reading.codes.isEmpty)
    }

    @Test(
        arguments: [
            ("type='rss' xmlUrl='u'", "u"), ("xmlUrl='u'", "u"), ("xmlurl='u'", "u"), ("XMLURL=' u '", "u"),
            ("type='rss' url='u'", "u"), ("type='Atom' url='u'", "u"), ("type='rss'", nil),
            ("type='rss' xmlUrl=''", nil), ("type='link' url='u'", nil), ("type='include' url='u'", nil),
        ] as [(String, String?)])
    func pitfall35WhatIsAFeed(attributes: String, url: String?) throws {
        #expect(try Reading(body: "<outline text='a' \(attributes)/>").outlines.first?.feedURL == url)
    }

    @Test func pitfall35FilesWithoutVersionHeadOrBody() throws {
        let bare = try Reading("<opml><body><outline text='a'/></body></opml>")
        #expect(bare.outlines.count == 1 && bare.codes == [.unknownVersion])
        let bodiless = try Reading(
            "<opml version='2.0'><outline text='a'/><head><title>b</title></head></opml>")
        #expect(bodiless.outlines.count == 1 && bodiless.codes == [.missingBody, .repeatedPart])
        #expect(bodiless.others.count == 1)
        let twice = try Reading("<opml version='2.0'><body/><body><outline text='a'/></body></opml>")
        #expect(twice.outlines.count == 1 && twice.codes == [.repeatedPart])
        let late = try Reading(
            "<opml version='2.0'><head><title>a</title><body><outline text='b'/></body></opml>")
        #expect(late.outlines.count == 1 && late.codes == [.missingEnd])
        #expect(late.documents.first?.title == "a")
    }

    @Test func pitfall35CommentsAreKept() throws {
        let reading = try Reading(body: "<outline text='a' isComment='true'><outline text='b'/></outline>")
        #expect(reading.outlines.map(\.isComment) == [true, false])
    }

    // MARK: 36: structure and vendors' attributes

    @Test func pitfall36WhatVendorsWriteComesBack() throws {
        let reading = try Reading(OPMLReaderTests.list)
        let written = try #require(try reading.written().first)
        let again = try Reading(written)
        #expect(again.issues.isEmpty)
        #expect(again.content == reading.content)
        #expect(try again.written() == [written])
        let text = String(decoding: written, as: UTF8.self)
        #expect(text.contains("<outline text=\"News\" frss:priority=\"high\">"))
        #expect(text.contains("<expansionState>1, 5,8</expansionState>"))
    }

    @Test func pitfall36OneFeedInSeveralFolders() throws {
        let feed = "<outline text='f' xmlUrl='u'/>"
        let reading = try Reading(
            body: "<outline text='a'>\(feed)</outline><outline text='b'>\(feed)\(feed)</outline>\(feed)")
        let feeds = reading.outlines.filter { $0.feedURL == "u" }
        #expect(feeds.map(\.path) == [["a"], ["b"], ["b"], []])
        #expect(feeds.map(\.position) == [1, 1, 2, 3])
    }

    @Test func pitfall36OutlinesDownTo250Levels() throws {
        let depth = OPMLLimits.depth
        let body =
            String(repeating: "<outline text='a'>", count: depth)
            + String(repeating: "</outline>", count: depth)
        let reading = try Reading(body: body)
        #expect(reading.outlines.map(\.depth) == Array(1...depth))
        #expect(reading.outlines.last?.path.count == depth - 1)
        let again = try Reading(try #require(try reading.written().first))
        #expect(again.content == reading.content)
    }

    // MARK: 37: entity bombs and external entities

    @Test func pitfall37NoEntityIsExpanded() throws {
        var declarations = "<!ENTITY a0 \"ha\">"
        for level in 1...30 {
            let references = String(repeating: "&a\(level - 1);", count: 10)
            declarations += "<!ENTITY a\(level) \"\(references)\">"
        }
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE opml [\(declarations)]>
            <opml version="2.0"><head><title>&a30;</title></head><body><outline text="&a30;"/></body></opml>
            """
        let reading = try Reading(bomb)
        #expect(reading.outlines.map(\.text) == ["&a30;"])
        #expect(reading.documents.first?.title == "&a30;")
        #expect(reading.codes == [.documentType, .undefinedEntity, .undefinedEntity])
        let document = try #require(reading.documents.first)
        #expect(document.documentType == "opml")
        #expect(document.internalSubset == declarations)
        let written = String(decoding: try #require(try reading.written().first), as: UTF8.self)
        #expect(!written.contains("ENTITY"))
    }

    @Test(
        arguments: [
            "<!DOCTYPE opml [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
            "<!DOCTYPE opml [<!ENTITY x SYSTEM 'http://localhost:9/x'>]>",
            "<!DOCTYPE opml [<!ENTITY % p SYSTEM 'http://localhost:9/x'> %p; <!ENTITY x \"y\">]>",
            "<!DOCTYPE opml [<!-- > ]> ' --><?pi ]> ?><!ENTITY x '<!-- ]>'>]>",
        ])
    func pitfall37NothingIsFetched(type: String) throws {
        let reading = try Reading("\(type)<opml version='2.0'><body><outline text='&x;'/></body></opml>")
        #expect(reading.outlines.map(\.text) == ["&x;"])
        #expect(reading.codes == [.documentType, .undefinedEntity])
    }

    @Test func pitfall37ExternalSubsetsAreKeptUnread() throws {
        let reading = try Reading(
            "<!DOCTYPE opml SYSTEM \"http://localhost:9/opml.dtd\"><opml version='2.0'><body/></opml>")
        #expect(reading.codes.isEmpty)
        #expect(reading.documents.first?.documentType == "opml SYSTEM \"http://localhost:9/opml.dtd\"")
        let again = try Reading(try #require(try reading.written().first))
        #expect(again.content == reading.content)
    }

    @Test func pitfall37QuadraticGrowthIsNone() throws {
        let long = String(repeating: "a", count: 100_000)
        let references = String(repeating: "&x;", count: 10_000)
        let reading = try Reading(
            "<!DOCTYPE opml [<!ENTITY x \"\(long)\">]><opml version='2.0'><body><outline text='\(references)'/></body></opml>"
        )
        #expect(reading.outlines.map(\.text) == [references])
    }
}
