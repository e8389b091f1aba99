import Testing
import TextDecoding

@testable import OPMLFormat

/// Text that is made while it is read: a head, then the same piece again and again.
private struct EndlessSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let piece: [UInt8]
    private var left: Int

    init(_ head: String, _ piece: String, count: Int) {
        rest = Array(head.utf8)[...]
        // Large steps, since a byte at a time would be what the test measures.
        let copies = max(1, 4096 / max(1, piece.utf8.count))
        self.piece = Array(String(repeating: piece, count: copies).utf8)
        left = count / copies
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if rest.isEmpty && left > 0 {
            rest = piece[...]
            left -= 1
        }
        let next = rest.prefix(buffer.count)
        buffer.copyBytes(from: next)
        rest = rest.dropFirst(next.count)
        return next.count
    }
}

@Suite struct HostileTests {
    private func error(_ source: some ByteSource) -> OPMLError? {
        var reader = OPMLReader(source, maximumItemSize: 1 << 20)
        do {
            while try reader.next() != nil {}
            return nil
        } catch {
            return error as? OPMLError
        }
    }

    @Test(arguments: ["<outline text='a'>", "<outline><b>", "<b>"])
    func elementsDeeperThanTheLimitAreAnErrorWithItsLine(element: String) {
        let error = error(EndlessSource("<opml version='2.0'>\n<body>", element + "\n", count: 50_000))
        #expect(error?.code == .tooDeep)
        #expect((245...256).contains(error?.line ?? 0))
        #expect(error?.message.contains("250") == true)
    }

    @Test func deepElementsOfTheHeadAreBoundedToo() {
        #expect(error(EndlessSource("<opml><head>", "<a>", count: 50_000))?.code == .tooDeep)
    }

    @Test func aValueOfTwentyMegabytesIsRead() throws {
        let count = 20 << 20
        let value = String(repeating: "x", count: count)
        let reading = try Reading(body: "<outline text=\"\(value)\"/><outline text='b'/>")
        #expect(reading.outlines.map(\.text.utf8.count) == [count, 1])
    }

    @Test(
        arguments: [
            ("<outline text=\"", "xxxxxxxx"), ("<!--", "xxxxxxxx"), ("<?pi ", "xxxxxxxx"),
            ("<![CDATA[", "xxxxxxxx"),
            ("<b>", "<c/>xxxx"), ("", "xxxxxxxx"),
        ])
    func whatIsLongerThanTheLimitIsAnErrorWithItsLine(beginning: String, piece: String) {
        let source = EndlessSource("<opml version='2.0'><body>\n\n" + beginning, piece, count: 1 << 18)
        let error = error(source)
        #expect(error?.code == .itemTooLarge)
        #expect(error?.line == 3)
    }

    @Test func aHeadLongerThanTheLimitIsAnError() {
        let source = EndlessSource(
            "<opml><head>", "<title>" + String(repeating: "x", count: 4096) + "</title>", count: 1000)
        #expect(error(source)?.code == .itemTooLarge)
    }

    @Test func manyAttributes() throws {
        func element(_ count: Int) -> String {
            "<outline " + (0..<count).map { "a\($0)='\($0)'" }.joined(separator: " ") + "/>"
        }
        #expect(try Reading(body: element(1000)).outlines.first?.attributes.count == 1000)
        let error = #expect(throws: OPMLError.self) { try Reading(body: element(1001)) }
        #expect(error?.code == .tooManyAttributes && error?.line == 2)
    }

    @Test func namesWithoutEndAreText() throws {
        let name = String(repeating: "n", count: 100_000)
        let reading = try Reading(body: "<outline text='a'/><\(name)>")
        #expect(reading.outlines.count == 1)
        #expect(reading.codes == [.bareLessThan])
    }

    /// Beginnings whose ends never come: each is looked for once, not once for each beginning.
    @Test(arguments: [
        "<!--", "<?a ", "<![CDATA[", "<a b=\"", "<a b='", "</", "<", "&", "]]>", "<!DOCTYPE a [", "<? ",
    ])
    func beginningsWithoutEndsTakeLinearTime(beginning: String) {
        #expect(
            error(
                EndlessSource("<opml version='2.0'><body>", beginning, count: 200_000 / beginning.utf8.count))
                == nil)
    }

    @Test func issuesAreGivenAsTheyCome() throws {
        var reader = OPMLReader(
            EndlessSource("<opml version='2.0'><body>", "<outline text='&'/>", count: 20_000))
        var issues = [0, 0]
        while let event = try reader.next() {
            guard case .outline(_, let found) = event else { continue }
            issues[min(found.count, 1)] += found.count == 1 ? 1 : 1000
        }
        #expect(issues[0] == 0 && issues[1] > 19_000 && issues[1] <= 20_000)
    }

    @Test func nothingIsNoOPML() {
        #expect(error(ArrayByteSource(""))?.code == .notOPML)
        #expect(error(ArrayByteSource("\u{FEFF}  \n"))?.code == .notOPML)
        #expect(error(ArrayByteSource("<rss><channel/></rss>"))?.code == .notOPML)
        #expect(error(ArrayByteSource("<html>"))?.message.contains("html") == true)
    }
}
