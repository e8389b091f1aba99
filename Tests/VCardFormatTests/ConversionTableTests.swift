import ContentLine
import Testing
import VCardFormat

/// What is written in another version, and what it says it cannot hold.
@Suite("Conversion, one row each")
struct ConversionTableTests {
    /// A line of a version, and the lines that it becomes in others, without what conversion adds for itself.
    struct Row: Sendable, CustomTestStringConvertible {
        var version: VCardVersion
        var line: String
        var expected: [VCardVersion: String]
        var testDescription: String { "\(version.rawValue) \(line)" }

        init(_ version: VCardVersion, _ line: String, v2: String? = nil, v3: String? = nil, v4: String? = nil)
        {
            self.version = version
            self.line = line
            expected = [:]
            expected[.v2] = v2
            expected[.v3] = v3
            expected[.v4] = v4
        }
    }

    static let rows = [
        Row(.v4, "TEL;TYPE=home,cell;PREF=1:1", v2: "TEL;home;cell;PREF:1", v3: "TEL;TYPE=home,cell,pref:1"),
        Row(.v4, "EMAIL;PREF=50:a@b", v2: "EMAIL;X-PREF=50:a@b", v3: "EMAIL;X-PREF=50:a@b"),
        Row(
            .v2, "TEL;HOME;VOICE;PREF:1", v3: "TEL;TYPE=HOME,VOICE,pref:1", v4: "TEL;TYPE=HOME,VOICE;PREF=1:1"
        ),
        Row(.v3, "TEL;type=CELL;type=pref:1", v2: "TEL;CELL;PREF:1", v4: "TEL;TYPE=CELL;PREF=1:1"),
        Row(.v4, "TEL;VALUE=uri:tel:+1-555", v3: "TEL:+1-555"),
        Row(.v4, "BDAY:--0203", v2: "BDAY:--0203", v3: "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03"),
        Row(.v4, "BDAY:19531015T231000-0500", v3: "BDAY:1953-10-15T23:10:00-05:00"),
        Row(.v3, "BDAY:1985-04-12", v2: "BDAY:19850412", v4: "BDAY:19850412"),
        Row(.v4, "BDAY;VALUE=text:circa 1800", v3: "BDAY;VALUE=text:circa 1800"),
        Row(
            .v4, "ANNIVERSARY:20090808",
            v3: "item1.X-ABDATE:2009-08-08\nitem1.X-ABLabel:_$!<Anniversary>!$_",
        ),
        Row(
            .v3, "a.X-ABDATE:2009-08-08\na.X-ABLabel:_$!<Anniversary>!$_", v4: "a.ANNIVERSARY:20090808"),
        Row(.v3, "X-ANNIVERSARY:2009-08-08", v4: "ANNIVERSARY:20090808"),
        Row(.v3, "X-EVOLUTION-ANNIVERSARY:2009-08-08", v4: "ANNIVERSARY:20090808"),
        Row(
            .v4, "RELATED;TYPE=spouse;VALUE=text:Jane",
            v3: "item1.X-ABRELATEDNAMES:Jane\nitem1.X-ABLabel:_$!<Spouse>!$_"),
        Row(
            .v4, "RELATED;TYPE=brother;VALUE=text:Bob",
            v3: "item1.X-ABRELATEDNAMES:Bob\nitem1.X-ABLabel:_$!<Brother>!$_"),
        Row(
            .v3, "item1.X-ABRELATEDNAMES:Bob\nitem1.X-ABLabel:_$!<Brother>!$_",
            v4: "item1.RELATED;VALUE=text:Bob\nitem1.X-ABLabel:_$!<Brother>!$_"),
        Row(.v4, "RELATED;TYPE=friend:urn:uuid:1", v3: "X-RELATED;TYPE=friend:urn:uuid:1"),
        Row(.v3, "X-SPOUSE:Jane", v4: "RELATED;VALUE=text;TYPE=spouse:Jane"),
        Row(.v3, "AGENT;VALUE=uri:urn:uuid:2", v4: "RELATED;VALUE=uri;TYPE=agent:urn:uuid:2"),
        Row(
            .v4, "ADR;TYPE=home;LABEL=\"1 Main St\\nTown\":;;1 Main St;Town;;;",
            v3: "ADR;TYPE=home:;;1 Main St;Town;;;\nLABEL;TYPE=home:1 Main St\\nTown"),
        Row(
            .v3, "ADR;TYPE=work:;;W;;;;\nLABEL;TYPE=work:W\\, 1",
            v4: "ADR;LABEL=\"W, 1\";TYPE=work:;;W;;;;"),
        Row(
            .v4, "N;SORT-AS=\"Harten,Rene\":van der Harten;Rene;;;",
            v3: "N:van der Harten;Rene;;;\nSORT-STRING:Harten\\,Rene"),
        Row(.v4, "N:a;b,c;;;", v2: "N:a;b,c;;;", v3: "N:a;b,c;;;"),
        Row(.v4, "KIND:group", v2: "X-ADDRESSBOOKSERVER-KIND:group", v3: "X-ADDRESSBOOKSERVER-KIND:group"),
        Row(.v3, "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1", v4: "MEMBER:urn:uuid:1"),
        Row(.v4, "GENDER:F", v2: "X-GENDER:Female", v3: "X-GENDER:Female"),
        Row(.v3, "X-GENDER:Male", v4: "GENDER:M"),
        Row(
            .v4, "GEO:geo:37.386013,-122.082932", v2: "GEO:-122.082932,37.386013",
            v3: "GEO:37.386013;-122.082932"),
        Row(.v3, "TZ:-05:00", v4: "TZ;VALUE=utc-offset:-0500"),
        Row(.v4, "TZ:Europe/Oslo", v2: "TZ:Europe/Oslo", v3: "TZ;VALUE=text:Europe/Oslo"),
        Row(.v3, "UID:abc", v4: "UID;VALUE=text:abc"),
        Row(.v4, "UID:urn:uuid:1", v3: "UID:urn:uuid:1"),
        Row(.v4, "REV:20080424T195243Z", v2: "REV:20080424T195243Z", v3: "REV:2008-04-24T19:52:43Z"),
        Row(.v4, "IMPP:aim:joe", v2: "X-AIM:joe", v3: "IMPP:aim:joe"),
        Row(.v3, "X-JABBER:a@b", v2: "X-JABBER:a@b", v4: "IMPP:xmpp:a@b"),
        Row(.v4, "LANG;PREF=1:fr", v3: "X-LANG;TYPE=pref:fr"),
        Row(.v4, "TITLE;ALTID=1;LANGUAGE=fr:Patron", v3: "TITLE;X-ALTID=1;LANGUAGE=fr:Patron"),
        Row(
            .v4, "EMAIL;PID=1.1:a@b\nCLIENTPIDMAP:1;urn:uuid:3",
            v3: "EMAIL;X-PID=1.1:a@b\nX-CLIENTPIDMAP:1;urn:uuid:3"),
        Row(
            .v4, "NOTE:ü\\n\\,", v2: "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=BC=0D=0A,",
            v3: "NOTE:ü\\n\\,"),
        Row(
            .v2, "NOTE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=FC=0D=0A;", v3: "NOTE:ü\\n\\;",
            v4: "NOTE:ü\\n\\;"),
        Row(.v3, "CLASS:PUBLIC\nMAILER:x\nPROFILE:VCARD", v4: "X-CLASS:PUBLIC\nX-MAILER:x\nX-PROFILE:VCARD"),
        Row(.v4, "LOGO;MEDIATYPE=image/gif:http://a/b", v3: "LOGO;VALUE=uri;TYPE=GIF:http://a/b"),
        Row(.v4, "PHOTO:data:image/gif;base64,R0lGODdh", v3: "PHOTO;ENCODING=b;TYPE=GIF:R0lGODdh"),
        Row(.v4, "HOBBY;LEVEL=high:chess", v3: "X-HOBBY;X-LEVEL=high:chess"),
        Row(.v3, "item1.URL:a\nitem1.X-ABLabel:Mine", v4: "item1.URL:a\nitem1.X-ABLabel:Mine"),
    ]

    @Test("Each is written in the form of the version, and comes back", arguments: rows)
    func row(_ row: Row) throws {
        let isName = row.line.hasPrefix("N:") || row.line.hasPrefix("N;")
        let lines = "FN:x\r\n" + (isName ? "" : "N:x;;;;\r\n") + row.line.replacing("\n", with: "\r\n")
        let original = card(row.version, lines)
        for (target, expected) in row.expected {
            let converted = reread(original.converted(to: target).card).card
            let own = converted.component.properties.dropFirst().filter { line in
                line.canonicalName != "FN" && (isName || line.canonicalName != "N")
            }
            let written = try own.map { line in
                var line = line
                line.parameters.removeAll { $0.name.hasPrefix("X-ATRIUM-") }
                let text = string(line.written()).replacing("\r\n ", with: "")
                return try #require(text.split(separator: "\r\n").first.map(String.init))
            }
            #expect(written == expected.split(separator: "\n").map(String.init))
            let back = reread(converted.converted(to: row.version).card).card
            #expect(Said(original).difference(Said(back)) == nil)
        }
    }

    @Test("What has no place is said, once a kind, without values")
    func losses() {
        let losses = card(
            .v4, "FN:a\r\nN:a;;;;\r\nHOBBY:x\r\nHOBBY:y\r\nEMAIL;ALTID=1:secret@b\r\nBDAY:---03"
        )
        .converted(to: .v3).losses
        #expect(
            Set(losses.map(\.summary)) == [
                "vCard 3.0 has no property HOBBY: kept as X-HOBBY",
                "vCard 3.0 has no parameter ALTID at EMAIL: kept as X-ALTID",
                "vCard 3.0 cannot express every BDAY: dates without a day or a month are kept unchanged",
            ])
        #expect(card(.v3, "FN:a\r\nN:a;;;;\r\nTEL;TYPE=home:1").converted(to: .v4).losses.isEmpty)
    }

    @Test("A line that was changed in between is not made what it was before")
    func changedInBetween() {
        let original = card(.v3, "FN:a\r\nN:a;;;;\r\nX-ANNIVERSARY:2009-08-08\r\nUID:1")
        var editor = VCardEditor(reread(original.converted(to: .v4).card).card)
        editor.set(
            VCardProperty.date,
            to: [
                Property(
                    .date(PartialDate(year: 2010, month: 1, day: 2)), label: VCardProperty.anniversaryLabel)
            ])
        let back = reread(editor.card.converted(to: .v3).card).card
        #expect(back[VCardProperty.date].map(\.value.partialDate?.year) == [2010])
        #expect(back[VCardProperty.uid].map(\.value) == ["1"])

        // The same where another program changed the text and kept the parameter.
        let text = string(original.converted(to: .v4).card.component.written()).replacing(
            "20090808", with: "20110203")
        let other = read(text).card.converted(to: .v3).card
        #expect(other[VCardProperty.date].map(\.value.partialDate?.year) == [2011])
    }

    @Test("FN and N that a version requires are added, are no data, and go again (pitfall 15)")
    func pitfall15RequiredPropertiesAreAdded() {
        let original = card(.v4, "FN:Ada Lovelace\r\nEMAIL:a@b")
        let three = reread(original.converted(to: .v3).card).card
        #expect(string(three.component.written()).contains(":;Ada Lovelace;;;\r\n"))
        #expect(three[VCardProperty.name].isEmpty)
        #expect(Said(reread(three.converted(to: .v4).card).card).difference(Said(original)) == nil)
        // What somebody makes of it is data.
        var editor = VCardEditor(three)
        editor.set(VCardProperty.name, to: [Property(StructuredName(family: ["Lovelace"], given: ["Ada"]))])
        #expect(editor.card.component.properties("N").count == 1)
        #expect(reread(editor.card.converted(to: .v4).card).card[VCardProperty.name].count == 1)
        let nameless = reread(card(.v2, "N:Doe;John").converted(to: .v4).card).card
        #expect(nameless[VCardProperty.formattedName].isEmpty)
        #expect(nameless.displayName.text == "John Doe" && nameless.displayName.isDerived)
        #expect(nameless.component.property("FN")?.text() == "John Doe")
    }

    @Test("Cards within cards: as lines, as text, as deep as one likes (pitfall 17)")
    func pitfall17Agents() throws {
        let lines = card(
            .v2, "FN:a\r\nAGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:b\r\nBDAY:19850412\r\nEND:VCARD\r\nTEL:1")
        guard case .card(let inner)? = lines.agents.first else { throw ValueMissing() }
        #expect(inner[VCardProperty.name].map(\.value.family) == [["b"]])
        let text = reread(lines.converted(to: .v3).card).card
        guard case .card(let again)? = text.agents.first else { throw ValueMissing() }
        #expect(again.version == .v3)
        #expect(again[VCardProperty.birthday].count == 1)
        #expect(text[VCardProperty.phone].map(\.value) == ["1"])
        #expect(Said(reread(text.converted(to: .v2).card).card).difference(Said(lines)) == nil)

        // Escaped text in escaped text: each level is read when it is asked for.
        var value = "BEGIN:VCARD\nVERSION:3.0\nFN:deep\nEND:VCARD\n"
        for _ in 0..<10 {
            value = "BEGIN:VCARD\nVERSION:3.0\nFN:a\nAGENT:" + TextValue.escape(value) + "\nEND:VCARD\n"
        }
        var level = read(value).card
        var depth = 0
        while case .card(let next)? = level.agents.first {
            level = next
            depth += 1
        }
        #expect(depth == 10)
        #expect(level[VCardProperty.formattedName].map(\.value) == ["deep"])
        let deep = read(value).card
        #expect(
            Said(reread(reread(deep.converted(to: .v4).card).card.converted(to: .v3).card).card).difference(
                Said(deep)) == nil)
    }

    private struct ValueMissing: Error {}
}

extension ConversionTableTests {
    @Test("Hostile cards are converted in time and memory that their size warrants")
    func hostile() {
        let grouped =
            (0..<4_000).map { "g.TEL;TYPE=a:\($0)" } + (0..<4_000).map { "a\($0).X-ABDATE:2001-02-03" }
        let addresses = (0..<2_000).map { _ in "ADR:;;x;;;;" } + (0..<2_000).map { _ in "LABEL:y" }
        let agents = (0..<400).map { _ in "AGENT:\r\nBEGIN:VCARD\r\nN:a\r\nEND:VCARD" }
        let dates = (0..<20_000).map { "g.X-ABDATE:\($0)" }
        for lines in [grouped, addresses, agents, dates] {
            let large = card(.v3, lines.joined(separator: "\r\n"))
            let converted = large.converted(to: .v4).card
            #expect(converted.component.properties.count >= large.component.properties.count / 2)
        }
        // What another program or an attacker puts into the parameters is checked, and else ignored.
        for value in [
            "", "|", "0|3.0||TEL|-1|-1|x", "0|3.0||TEL|99999999999999999999|0|x", "0|3.0||TEL|9|9|",
            "0|9.9||a|0|0|b",
            "%|%4|%zz||", "0|3.0|g|TEL|0|0|2|LABEL|x",
        ] {
            let shown = card(
                .v4, "FN:a\r\nTEL;X-ATRIUM-ORIGINAL=\(value):1\r\nN;X-ATRIUM-ADDED=\(value):b;c;;;")
            let back = shown.converted(to: .v3).card
            #expect(back[VCardProperty.phone].map(\.value) == ["1"])
            #expect(back[VCardProperty.name].map(\.value.family) == [["b"]])
        }
    }
}
