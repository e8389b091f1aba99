import ContentLine
import Testing
import VCardFormat

@Suite("Changing cards")
struct EditorTests {
    /// A card with everything that must stay, and the lines that a test puts in.
    private func editor(_ version: VCardVersion, _ text: String) -> VCardEditor {
        VCardEditor(card(version, text))
    }

    private let threeEmails = """
        fn:A\r
        item1.EMAIL;X-KEEP=yes;TYPE=home:a@x\r
        EMAIL;TYPE=work;TYPE=PREF:b@x\r
        NOTE:unt\r
         ouched\r
        EMAIL:c@x\r
        item1.X-ABLabel:Boat
        """

    @Test("One of three e-mail addresses changes: its line alone differs")
    func change() {
        var editor = editor(.v3, threeEmails)
        var emails = editor.card[VCardProperty.email]
        emails[1].value = "new@x"
        let isChanged = editor.set(VCardProperty.email, to: emails)
        #expect(isChanged)
        #expect(
            lines(editor) == [
                "fn:A", "item1.EMAIL;X-KEEP=yes;TYPE=home:a@x", "EMAIL;TYPE=work;TYPE=PREF:new@x", "NOTE:unt",
                " ouched",
                "EMAIL:c@x", "item1.X-ABLabel:Boat",
            ])
        let isChangedAgain = editor.set(VCardProperty.email, to: emails)
        #expect(!isChangedAgain)
    }

    @Test("Types and preference change; group, unknown parameters and value stay")
    func attributes() {
        var editor = editor(.v3, threeEmails)
        var emails = editor.card[VCardProperty.email]
        emails[0].attributes.types = ["work", "X-odd"]
        emails[1].attributes.preference = nil
        editor.set(VCardProperty.email, to: emails)
        #expect(lines(editor)[1] == "item1.EMAIL;X-KEEP=yes;TYPE=work,X-odd:a@x")
        #expect(lines(editor)[2] == "EMAIL;TYPE=work:b@x")
        #expect(
            VCardReader.read(RawItem(name: "VCARD", bytes: editor.written())).card[VCardProperty.email]
                == emails)
    }

    @Test("Values are added, removed, moved")
    func lists() {
        var editor = editor(.v3, threeEmails)
        let emails = editor.card[VCardProperty.email]
        editor.set(VCardProperty.email, to: [emails[0], emails[2]])
        #expect(
            lines(editor).filter { $0.contains("EMAIL") } == [
                "item1.EMAIL;X-KEEP=yes;TYPE=home:a@x", "EMAIL:c@x",
            ])
        editor.set(VCardProperty.email, to: [emails[0], Property("d@x", types: ["home"]), emails[2]])
        #expect(editor.card[VCardProperty.email].map(\.value) == ["a@x", "d@x", "c@x"])
        editor.set(VCardProperty.email, to: [emails[2], emails[0]])
        #expect(
            lines(editor).filter { $0.contains("EMAIL") } == [
                "EMAIL:c@x", "item1.EMAIL;X-KEEP=yes;TYPE=home:a@x",
            ])
        editor.set(VCardProperty.email, to: [])
        // The label goes with its only value.
        #expect(lines(editor) == ["fn:A", "NOTE:unt", " ouched"])
    }

    @Test("Labels are added, changed and removed with their group (pitfall 10)")
    func labels() {
        var editor = editor(
            .v3, "ITEM1.TEL:1\r\nitem1.X-ABLabel:_$!<Other>!$_\r\nTEL:2\r\nX.ADR:;;a\r\nX.X-ABADR:de")
        var phones = editor.card[VCardProperty.phone]
        #expect(phones.map(\.attributes.label) == ["Other", nil])
        phones[1].attributes.label = "Home"
        editor.set(VCardProperty.phone, to: phones)
        #expect(lines(editor)[2...3] == ["item2.TEL:2", "item2.X-ABLabel:_$!<Home>!$_"])
        phones[0].attributes.label = "Car; mine"
        phones[1].attributes.label = nil
        editor.set(VCardProperty.phone, to: phones)
        #expect(
            lines(editor) == [
                "ITEM1.TEL:1", "ITEM1.X-ABLabel:Car\\; mine", "item2.TEL:2", "X.ADR:;;a", "X.X-ABADR:de",
            ])
        // A label that several values share stays theirs.
        var shared = self.editor(.v4, "a.TEL:1\r\na.TEL:2\r\na.X-ABLabel:Both")
        shared.set(VCardProperty.phone, to: [Property("1", label: "Both"), Property("2", label: "Mine")])
        #expect(lines(shared) == ["a.TEL:1", "item1.TEL:2", "item1.X-ABLabel:Mine", "a.X-ABLabel:Both"])
    }

    @Test("X-ABADR gives an address its country, and goes where that is taken away")
    func countryCodes() {
        var editor = editor(.v3, "item1.ADR:;;Main St 1;Town;;;\r\nITEM1.X-ABADR:gb\r\nADR:;;2;;;;")
        var addresses = editor.card[VCardProperty.address]
        #expect(addresses.map(\.value.countryCode) == ["gb", nil])
        addresses[0].value.locality = ["City"]
        editor.set(VCardProperty.address, to: addresses)
        #expect(lines(editor) == ["item1.ADR:;;Main St 1;City;;;", "ITEM1.X-ABADR:gb", "ADR:;;2;;;;"])
        addresses[0].value.countryCode = nil
        editor.set(VCardProperty.address, to: addresses)
        #expect(lines(editor) == ["item1.ADR:;;Main St 1;City;;;", "ADR:;;2;;;;"])
    }

    @Test("LABEL beside ADR is changed and removed with it (pitfall 16)")
    func deliveryLabels() {
        var editor = editor(
            .v3, "ADR;TYPE=home:;;A 1;B\r\nADR;TYPE=work:;;C\r\nLABEL;TYPE=work:C\\nD\r\nLABEL;TYPE=home:x")
        var addresses = editor.card[VCardProperty.address]
        #expect(addresses.map(\.value.label) == ["x", "C\nD"])
        addresses[1].value.label = "new"
        editor.set(VCardProperty.address, to: addresses)
        #expect(lines(editor)[2] == "LABEL;TYPE=work:new")
        editor.set(VCardProperty.address, to: [addresses[1]])
        #expect(lines(editor) == ["ADR;TYPE=work:;;C;;;;", "LABEL;TYPE=work:new"])
    }

    @Test("Lines that cannot be read stay when their kind is changed")
    func unreadable() {
        var editor = editor(.v4, "BDAY:someday\r\nno colon")
        editor.set(VCardProperty.birthday, to: [Property(.date(PartialDate(month: 4, day: 20)))])
        #expect(lines(editor) == ["BDAY:someday", "BDAY:--0420", "no colon"])
    }

    @Test("REV is set only if something changed")
    func revision() {
        var editor = editor(.v3, "FN:A\r\nREV:2008-01-01")
        editor.touch(revision: "20260704T120000Z")
        #expect(lines(editor) == ["FN:A", "REV:2008-01-01"])
        editor.setFirst(VCardProperty.title, to: Property("Boss"))
        editor.touch(revision: "20260704T120000Z")
        #expect(lines(editor) == ["FN:A", "REV:20260704T120000Z", "TITLE:Boss"])
        editor.setFirst(VCardProperty.title, to: nil)
        #expect(lines(editor) == ["FN:A", "REV:20260704T120000Z"])
    }

    @Test("Version 2.1 is written as its programs read it")
    func oldVersion() {
        var editor = editor(
            .v2, "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;A\r\nTEL;HOME;VOICE:1")
        editor.set(VCardProperty.name, to: [Property(StructuredName(family: ["Müller"], given: ["B"]))])
        editor.set(VCardProperty.phone, to: [Property("2", types: ["HOME"], preference: 1)])
        editor.set(VCardProperty.note, to: [Property(String(repeating: "long ", count: 20) + "end\nüber")])
        let written = lines(editor)
        #expect(written[0] == "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;B;;;")
        #expect(written[1] == "TEL;HOME;PREF:2")
        #expect(written.allSatisfy { $0.utf8.count <= 76 })
        let again = VCardReader.read(RawItem(name: "VCARD", bytes: editor.written()))
        #expect(again.issues.isEmpty)
        #expect(again.card[VCardProperty.note] == editor.card[VCardProperty.note])
    }

    @Test("New cards get what their version requires", arguments: VCardVersion.allCases)
    func new(version: VCardVersion) {
        var editor = VCardEditor(version: version)
        editor.set(VCardProperty.email, to: [Property("a@x")])
        let text = string(editor.written())
        #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n"))
        #expect(text.contains("\r\nFN:a@x\r\n") == (version >= .v3))
        #expect(text.contains("\r\nN:;;;;\r\n") == (version <= .v3))
        #expect(!text.hasPrefix("\u{FEFF}"))
        // It is not data: the editor's card does not say it.
        #expect(editor.card[VCardProperty.formattedName].isEmpty)
    }

    @Test("An edited line of 2.1 is written as a converted one: the charset in front")
    func oneWriterOfLines() {
        var editor = editor(.v2, "TEL;WORK:1")
        editor.set(VCardProperty.title, to: [Property("Gräfin", types: ["WORK"])])
        let converted = card(.v4, "TITLE;TYPE=WORK:Gräfin").converted(to: .v2).card
        #expect(
            lines(editor) == ["TEL;WORK:1", "TITLE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE;WORK:Gr=C3=A4fin"])
        #expect(lines(VCardEditor(converted)).contains(lines(editor)[1]))
    }

    @Test("Groups are the same in any case of ASCII letters, and of no others")
    func groupsOfOtherLetters() {
        let card = card(.v3, "ßa.TEL:1\r\nssa.X-ABLabel:Mine\r\nib.TEL:2\r\nIB.X-ABLabel:Two")
        #expect(card[VCardProperty.phone].map(\.attributes.label) == [nil, "Two"])
    }

    @Test(
        "A position has no exponent in any version",
        arguments: [
            (VCardVersion.v2, "GEO:-0.0000001,0.00001"), (.v3, "GEO:0.00001;-0.0000001"),
            (.v4, "GEO:geo:0.00001,-0.0000001"),
        ])
    func positions(version: VCardVersion, line: String) {
        var editor = editor(version, "TITLE:t")
        editor.set(VCardProperty.geo, to: [Property(GeoPosition(latitude: 1e-5, longitude: -1e-7))])
        #expect(lines(editor).contains(line))
        #expect(
            editor.card[VCardProperty.geo].map(\.value) == [GeoPosition(latitude: 1e-5, longitude: -1e-7)])
    }

    @Test("A card within the card stays where it is (pitfall 17)")
    func agent() {
        let text = "AGENT:\r\nBEGIN:VCARD\r\nFN:b\r\nEND:VCARD\r\nTEL:1\r\nNOTE:x"
        var editor = editor(.v2, "TITLE:t\r\n" + text)
        editor.set(VCardProperty.title, to: [])
        editor.set(VCardProperty.phone, to: [Property("1"), Property("2")])
        #expect(
            string(editor.written())
                == "BEGIN:VCARD\r\nVERSION:2.1\r\nAGENT:\r\nBEGIN:VCARD\r\nFN:b\r\nEND:VCARD\r\nTEL:1\r\nTEL:2\r\nNOTE:x\r\nEND:VCARD\r\n"
        )
    }
}
