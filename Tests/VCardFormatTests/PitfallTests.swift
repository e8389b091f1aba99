import ContentLine
import Testing
import TextDecoding
import VCardFormat

/// What programs really write, where no row of another table shows it already.
@Suite("Habits of programs")
struct PitfallTests {
    @Test("Unknown properties, parameters and groups stay when another field is changed (pitfall 9)")
    func pitfall09UnknownPropertiesStay() {
        let kept = [
            "X-MOZ-HTML:FALSE", "X-EVOLUTION-FILE-AS:Doe\\, J.",
            "ITEM7.X-ANDROID-CUSTOM:vnd.android/nickname;a;1;;",
            "x-odd;x-p=\"a:b\";BARE:v\\alue", "RFC9999-NEW;PROP-ID=1:z",
        ]
        var editor = VCardEditor(card(.v3, kept.joined(separator: "\r\n") + "\r\nTITLE:a"))
        editor.set(VCardProperty.title, to: [Property("b")])
        #expect(lines(editor) == kept + ["TITLE:b"])
        #expect(
            editor.card.customLines.map(\.canonicalName)
                == ["X-MOZ-HTML", "X-EVOLUTION-FILE-AS", "X-ANDROID-CUSTOM", "X-ODD", "RFC9999-NEW"])
    }

    @Test("A label without a group belongs to nothing and stays (pitfall 10)")
    func pitfall10UngroupedLabel() {
        var editor = VCardEditor(card(.v3, "X-ABLabel:lost\r\nTEL:1"))
        #expect(editor.card[VCardProperty.phone] == [Property("1")])
        editor.set(VCardProperty.phone, to: [])
        #expect(lines(editor) == ["X-ABLabel:lost"])
    }

    @Test("Anniversaries of all programs are one kind, and keep their own name when changed (pitfall 11)")
    func pitfall11Anniversaries() {
        var editor = VCardEditor(
            card(
                .v3,
                "X-EVOLUTION-ANNIVERSARY:2001-02-03\r\na.X-ABDATE;type=pref:1604-09-04\r\na.X-ABLabel:_$!<Anniversary>!$_"
            ))
        var dates = editor.card[VCardProperty.date]
        #expect(dates.map(\.attributes.label) == ["Anniversary", "Anniversary"])
        #expect(dates.map(\.value.partialDate?.year) == [2001, nil])
        dates[0].value = .date(PartialDate(year: 2002, month: 2, day: 3))
        dates[1].value = .date(PartialDate(month: 9, day: 5))
        editor.set(VCardProperty.date, to: dates)
        #expect(
            lines(editor) == [
                "X-EVOLUTION-ANNIVERSARY:2002-02-03",
                "a.X-ABDATE;type=pref;X-APPLE-OMIT-YEAR=1604:1604-09-05",
                "a.X-ABLabel:_$!<Anniversary>!$_",
            ])
    }

    @Test("Changing another field leaves X-APPLE-OMIT-YEAR alone (pitfall 12)")
    func pitfall12OmitYearStays() {
        var editor = VCardEditor(card(.v3, "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03\r\nTITLE:a"))
        editor.set(VCardProperty.birthday, to: [Property(.date(PartialDate(month: 2, day: 3)))])
        #expect(!editor.isChanged)
        editor.set(VCardProperty.title, to: [])
        #expect(lines(editor) == ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03"])
    }

    @Test(
        "Types in every spelling, also where versions are mixed (pitfall 14)",
        arguments: [
            (VCardVersion.v2, "TEL;HOME;VOICE;PREF:1", ["HOME", "VOICE"], 1),
            (.v3, "TEL;TYPE=home,voice,pref:1", ["home", "voice"], 1),
            (.v3, "TEL;type=home;type=voice;type=PREF:1", ["home", "voice"], 1),
            (.v4, "TEL;TYPE=\"home,voice\";PREF=1:1", ["home", "voice"], 1),
            (.v4, "TEL;PREF;WORK:1", ["WORK"], 1),
            (.v3, "TEL;TYPE=mobile,iphone,X-Mine:1", ["mobile", "iphone", "X-Mine"], nil),
            (.v4, "TEL;PREF=0:1", [], 1), (.v4, "TEL;PREF=999:1", [], 100), (.v4, "TEL;PREF=x:1", [], nil),
        ] as [(VCardVersion, String, [String], Int?)])
    func pitfall14Types(version: VCardVersion, line: String, types: [String], preference: Int?) {
        #expect(
            card(version, line)[VCardProperty.phone] == [Property("1", types: types, preference: preference)])
    }

    @Test(
        "A name to show is found, and marked as made up (pitfall 15)",
        arguments: [
            ("FN:Ann\r\nN:Doe;John", "Ann", false), ("N:Doe;John;Q.;Dr.;Jr.", "Dr. John Q. Doe Jr.", true),
            ("N:;;;;\r\nORG:ACME;Unit", "ACME", true), ("FN: \r\nNICKNAME:Annie", "Annie", true),
            ("EMAIL:a@b", "a@b", true), ("TEL:123", "123", true), ("IMPP:aim:joe", "joe", true),
            ("X-A:b", "", true),
        ])
    func pitfall15DisplayName(text: String, name: String, isDerived: Bool) {
        let shown = card(.v3, text).displayName
        #expect(shown.text == name)
        #expect(shown.isDerived == isDerived)
    }

    @Test("VERSION anywhere, missing or unknown (pitfall 15)")
    func pitfall15Version() {
        #expect(read("BEGIN:VCARD\nFN:a\nVERSION:4.0\nEND:VCARD\n").card.version == .v4)
        let missing = read("BEGIN:VCARD\nTEL;HOME:1\nEND:VCARD\n")
        #expect(missing.card.version == .v2)
        #expect(missing.issues.map(\.code) == [.badVersion])
        #expect(read("BEGIN:VCARD\nVERSION:5\nFN:a\nEND:VCARD\n").card.version == .v3)
    }

    @Test("Groups of people survive in both forms (pitfall 17)")
    func pitfall17GroupsOfPeople() {
        let apple = card(
            .v3,
            "X-ADDRESSBOOKSERVER-KIND:group\r\nX-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1\r\nCATEGORIES:myContacts,a"
        )
        #expect(apple[VCardProperty.kind].map(\.value) == ["group"])
        #expect(apple[VCardProperty.member].map(\.value) == ["urn:uuid:1"])
        #expect(apple[VCardProperty.categories].map(\.value) == [["myContacts", "a"]])
        var editor = VCardEditor(apple)
        editor.set(VCardProperty.member, to: [Property("urn:uuid:1"), Property("urn:uuid:2")])
        #expect(
            lines(editor)[1...2] == [
                "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:2",
            ])
    }

    @Test("The reader gives every card, what is no card, and what stands between")
    func reader() throws {
        let text =
            "junk\nBEGIN:VCARD\nVERSION:3.0\nFN:a\nBEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCARD\nVERSION:3.0\nBDAY:x\nEND:VCARD\nBEGIN:VCALENDAR\nEND:VCALENDAR\n"
        var reader = VCardReader(ArrayByteSource(text))
        var seen: [String] = []
        while let event = try reader.next() {
            switch event {
            case .card(let item):
                seen.append(
                    "card@\(item.source.line) \(item.issues.map { "\($0.code.rawValue)@\($0.line)" })")
            case .other(let item): seen.append("\(item.name)@\(item.line)")
            case .issue(let issue): seen.append("\(issue.code.rawValue)@\(issue.line)")
            }
        }
        #expect(
            seen == [
                "stray-text@1", "card@2 [\"missing-end@2\"]", "card@7 [\"bad-date@9\"]", "VCALENDAR@11",
            ])
    }
}
