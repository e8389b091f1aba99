import ContentLine
import Testing

/// Lines that are put into an item and taken out again, without a reading of the item.
@Suite struct OwnLineTests {
    private static let line = ContentLine(
        name: "X-OWN", value: "a value, long enough that it is folded, öäü ".repeated(4))

    @Test(
        arguments: [
            ("BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n", "BEGIN:VCARD\r\nVERSION:3.0\r\n"),
            ("BEGIN:VCARD\nN:A\nVERSION:2.1\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nEND:VCARD\n", "BEGIN:VCARD\r\n"),
            ("BEGIN:VEVENT\nUID:1\nBEGIN:VALARM\nX-OWN:other\nEND:VALARM\nEND:VEVENT\n", "BEGIN:VEVENT\r\n"),
            ("begin:vevent\nX-OWNER:b\nSUMMARY:X-OWN:c\n X-OWN:d\nend:vevent\n", "begin:vevent\r\n"),
        ])
    func aLineGoesInAndComesOut(text: String, before: String) throws {
        let name = text.hasPrefix("BEGIN:VCARD") ? "VCARD" : "VEVENT"
        let item = RawItem(name: name, bytes: crlf(text))
        #expect(item.property("X-OWN") == nil)
        let named = item.normalized(adding: Self.line)
        #expect(string(named).hasPrefix(before + "X-OWN:"))
        var again = RawItem(name: name, bytes: named)
        #expect(again.property("X-OWN")?.text() == Self.line.text())
        #expect(again.take("X-OWN")?.text() == Self.line.text())
        #expect(string(again.bytes) == string(item.bytes))
        #expect(again.take("X-OWN") == nil)
    }

    @Test(arguments: ["", "X", "X-OWN:a", "\nX-OWN", "\nX-OWN:", "BEGIN:A\rX-OWN;", "END:A\nX-OWN:b\n"])
    func noTextIsTooShort(text: String) {
        var item = RawItem(name: "A", bytes: Array(text.utf8))
        _ = item.property("X-OWN")
        _ = item.take("X-OWN")
        _ = item.normalized(adding: Self.line)
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
