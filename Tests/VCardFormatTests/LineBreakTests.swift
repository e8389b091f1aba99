import ContentLine
import Testing
import VCardFormat

/// CVE-2026-33635 and its like, of cards: a line break in any value starts no line, in whichever version it is written.
@Suite("Line breaks in values")
struct LineBreakTests {
    static let breaks = ["\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{0}\n"]

    private func evil(_ lineBreak: String) -> String {
        "x\"\(lineBreak)X-EVIL:1\(lineBreak)END:VCARD\(lineBreak)BEGIN:VCARD"
    }

    /// The names of the lines that any reader finds: split at CR and LF, unfolded, soft line breaks of
    /// quoted-printable taken out.
    private func names(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for part in bytes.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
            let text = string(part)
            if let last = lines.last, part.first == 0x20 || part.first == 0x09 || isContinued(last) {
                lines[lines.count - 1] = last + text
            } else {
                lines.append(text)
            }
        }
        return lines.map { String($0.prefix { $0 != ":" && $0 != ";" }) }
    }

    private func isContinued(_ line: String) -> Bool {
        line.utf8.last == UInt8(ascii: "=") && line.prefix { $0 != ":" }.contains("QUOTED-PRINTABLE")
    }

    /// Expects nothing of a value to be a line, in the card's own version and in each that it can be converted to.
    private func expectNoLines(_ card: VCard, _ said: Comment) {
        for version in VCardVersion.allCases {
            let names = names(VCardEditor(card.converted(to: version).card).written())
            #expect(!names.contains { $0.hasSuffix("X-EVIL") }, said)
            #expect(names.filter { $0 == "BEGIN" }.count == 1, said)
            #expect(names.filter { $0 == "END" }.count == 1, said)
        }
    }

    @Test("Lines that a writer without escapes would begin are seen", arguments: ["\r\n", "\n", "\r"])
    func injectedLinesAreSeen(lineBreak: String) {
        let text = evil(lineBreak)
        #expect(names(Array("NOTE:\(text)\r\n".utf8)) == ["NOTE", "X-EVIL", "END", "BEGIN"])
        #expect(names(Array("ADR;LABEL=\"\(text)\":a\r\n".utf8)) == ["ADR", "X-EVIL", "END", "BEGIN"])
        #expect(names(Array("NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nX-EVIL:1\r\n".utf8)) == ["NOTE"])
    }

    @Test("No value that a record has starts a line", arguments: VCardVersion.allCases, breaks)
    func noValueCanStartALine(version: VCardVersion, lineBreak: String) {
        let evil = evil(lineBreak)
        let attributes = Attributes(types: [evil, "home"], preference: 1, label: evil)
        var editor = VCardEditor(version: version)
        let texts = [
            VCardProperty.formattedName, VCardProperty.note, VCardProperty.title, VCardProperty.role,
            VCardProperty.email, VCardProperty.phone, VCardProperty.url, VCardProperty.uid,
            VCardProperty.kind, VCardProperty.timeZone, VCardProperty.language, VCardProperty.member,
            VCardProperty.revision, VCardProperty.source, VCardProperty.productID, VCardProperty.calendarURL,
            VCardProperty.socialProfile, VCardProperty.interest, VCardProperty.phoneticGivenName,
            VCardProperty.custom("X-A"), VCardProperty.custom("SORT-STRING"),
        ]
        for kind in texts { editor.set(kind, to: [Property(evil, attributes), Property(evil)]) }
        editor.set(VCardProperty.nickname, to: [Property([evil, evil], attributes)])
        editor.set(VCardProperty.categories, to: [Property([evil, evil])])
        editor.set(VCardProperty.name, to: [Property(StructuredName(family: [evil], given: [evil]))])
        editor.set(VCardProperty.address, to: [Property(Address(street: [evil], label: evil), attributes)])
        editor.set(VCardProperty.organization, to: [Property(Organization([evil, evil]), attributes)])
        editor.set(
            VCardProperty.messaging, to: [Property(MessagingHandle(service: evil, handle: evil), attributes)])
        editor.set(
            VCardProperty.related,
            to: [Property(RelatedPerson(evil), attributes), Property(RelatedPerson(evil, isURI: true))])
        editor.set(VCardProperty.gender, to: [Property(Gender(sex: "O", identity: evil))])
        editor.set(VCardProperty.birthday, to: [Property(DateValue.text(evil))])
        editor.set(VCardProperty.date, to: [Property(DateValue.text(evil), attributes)])
        editor.set(VCardProperty.photo, to: [Property(Media.uri(evil), attributes)])
        editor.set(VCardProperty.logo, to: [Property(Media.data(Array(evil.utf8), mediaType: evil))])
        editor.set(
            VCardProperty.androidCustom, to: [Property(AndroidField(mediaType: evil, columns: [evil]))])
        #expect(string(editor.written()).contains("X-EVIL"))
        expectNoLines(editor.card, "\(version) \(lineBreak.debugDescription)")
    }

    /// What a card of 2.1 says in quoted-printable is written by another grammar's rules, of which those of URIs and of
    /// parameters have no escape for a line break.
    @Test("No value of a file starts a line, as it came or changed", arguments: breaks)
    func noValueOfAFileCanStartALine(lineBreak: String) {
        let octets = Array(evil(lineBreak).utf8).map { octet in
            let digits = String(octet, radix: 16, uppercase: true)
            return digits.count == 1 ? "=0" + digits : "=" + digits
        }.joined()
        let all = VCardProperty.names.filter { !["BEGIN", "END", "VERSION"].contains($0) }
        for name in all + ["X-A", "item1.X-A", "X-ABLABEL", "item1.X-ABLABEL"] {
            let line = "\(name);CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:\(octets)"
            let old = card(.v2, "FN:a\r\nitem1.TEL:1\r\n\(line)\r\nTEL:2")
            expectNoLines(old, "\(name) \(lineBreak.debugDescription)")
            var editor = VCardEditor(old)
            editor.set(VCardProperty.phone, to: [Property("3", types: ["home"])])
            editor.set(VCardProperty.url, to: old[VCardProperty.url] + [Property("http://b.example/")])
            expectNoLines(editor.card, "\(name), changed, \(lineBreak.debugDescription)")
        }
    }
}
