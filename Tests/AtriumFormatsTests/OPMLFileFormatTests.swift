import AtriumFormats
import AtriumSDK
import AtriumTesting
import OPMLFormat
import Testing

@Suite private struct OPMLFileFormatTests {
    private func events(_ text: String) throws -> [ImportEvent] {
        var events: [ImportEvent] = []
        _ = try OPMLFileFormat().read(TextFile("file.opml", text)) { events.append($0) }
        return events
    }

    private func items(_ events: [ImportEvent]) -> [Item] {
        events.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }

    @Test func eachOutlineIsAnItemAfterItsDocument() throws {
        let events = try events(
            """
            <opml version="2.0"><head><title>t</title></head><body>
            <outline text="a">
            <!-- c --><outline text="b & c" xmlUrl='u'/>
            </outline></body></opml>
            """)
        guard case .container(let container) = events.first else {
            Issue.record("the first event is no container")
            return
        }
        #expect(container.format == .opml)
        #expect((container.value as? OPMLDocument)?.title == "t")
        #expect(String(decoding: container.source, as: UTF8.self).contains("<title>t</title>"))
        let items = items(events)
        #expect(items.map(\.kind) == [.outline, .outline])
        #expect(items.map(\.line) == [2, 3])
        #expect(
            items.map { String(decoding: $0.source, as: UTF8.self) } == [
                "<outline text=\"a\"/>\n", "<!-- c -->\n<outline text=\"b &amp; c\" xmlUrl=\"u\"/>\n",
            ])
        #expect(items.map { ($0.value as? OPMLOutline)?.path } == [[], ["a"]])
        #expect(items.map { $0.issues.map(\.code) } == [[], ["bare-ampersand"]])
    }

    /// What stands after the last outline belongs to no item that a module takes: the report counts it.
    @Test func whatStandsAfterTheLastOutlineIsCounted() throws {
        let items = items(try events("<opml version='2.0'><body><outline/></body><!-- c --></opml>"))
        #expect(items.map(\.kind.rawValue) == ["outline", "text"])
    }

    @Test(
        arguments: [
            "<rss version='2.0'><channel><title>t</title></channel></rss>", "<html><body>t</body></html>",
            "<opm/>", "",
            "BEGIN:VCARD\nEND:VCARD\n", "a,b\n1,2\n",
        ])
    func otherFilesAreNotRecognisedAndRefused(text: String) {
        #expect(OPMLFileFormat().confidence(in: Array(text.utf8)) == .none)
        let error = #expect(throws: AtriumError.self) { try events(text) }
        #expect(error?.code == .badData)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func otherFormatsLeaveOPMLAlone() {
        let text = Array(
            "<?xml version='1.0'?>\n<opml version='2.0'><body><outline text='a,b'/></body></opml>".utf8)
        #expect(OPMLFileFormat().confidence(in: text) == .certain)
        let others: [any Format] = [VCardFileFormat(), ICalendarFileFormat(), CSVFileFormat()]
        for other in others { #expect(other.confidence(in: text) < .certain) }
    }
}
