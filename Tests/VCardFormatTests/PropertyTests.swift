import ContentLine
import Testing
import VCardFormat

/// One row for each property: what is read, and how the same is written in each version.
@Suite("Properties, one row each")
struct PropertyTests {
    /// A line, the value it is read as, and the lines that this value is written as in 2.1, 3.0 and 4.0.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var check: @Sendable () -> Void

        init<Value>(
            _ kind: PropertyKind<Value>, _ version: VCardVersion, _ line: String, _ expected: Property<Value>,
            v2: String? = nil, v3: String? = nil, v4: String? = nil
        ) {
            testDescription = "\(version.rawValue) \(line)"
            check = {
                #expect(card(version, line)[kind] == [expected])
                for (target, written) in [(VCardVersion.v2, v2), (.v3, v3), (.v4, v4)] {
                    guard let written else { continue }
                    var editor = VCardEditor(card(target, "X-A:b"))
                    editor.set(kind, to: [expected])
                    #expect(lines(editor) == ["X-A:b"] + written.split(separator: "\n").map(String.init))
                    // What was written reads as the same.
                    let again = read(string(editor.written()))
                    #expect(again.card[kind] == [expected])
                    #expect(again.issues.isEmpty)
                }
            }
        }
    }

    static let texts: [Row] = [
        Row(
            VCardProperty.formattedName, .v3, "FN:Doe\\, John", Property("Doe, John"), v2: "FN:Doe, John",
            v3: "FN:Doe\\, John", v4: "FN:Doe\\, John"),
        Row(
            VCardProperty.note, .v3, "NOTE:a\\nb\\\\n", Property("a\nb\\n"),
            v2: "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab\\\\n", v3: "NOTE:a\\nb\\\\n"),
        Row(
            VCardProperty.nickname, .v4, "NICKNAME:Jim,Jimmie\\, II", Property(["Jim", "Jimmie, II"]),
            v4: "NICKNAME:Jim,Jimmie\\, II"),
        Row(
            VCardProperty.categories, .v3, "CATEGORIES:a,b", Property(["a", "b"]), v3: "CATEGORIES:a,b",
            v4: "CATEGORIES:a,b"),
        Row(VCardProperty.title, .v2, "TITLE:Boss", Property("Boss"), v2: "TITLE:Boss", v4: "TITLE:Boss"),
        Row(
            VCardProperty.role, .v2, "ROLE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:K=C3=BCche",
            Property("Küche"), v2: "ROLE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:K=C3=BCche", v4: "ROLE:Küche"
        ),
        Row(
            VCardProperty.language, .v4, "LANG;PREF=1;TYPE=work:fr",
            Property("fr", types: ["work"], preference: 1), v4: "LANG;TYPE=work;PREF=1:fr"),
        Row(
            VCardProperty.timeZone, .v4, "TZ:Europe/Berlin", Property("Europe/Berlin"), v4: "TZ:Europe/Berlin"
        ),
        Row(
            VCardProperty.url, .v3, "URL:https\\://a.b/c?d=e\\,f", Property("https://a.b/c?d=e,f"),
            v3: "URL:https://a.b/c?d=e,f"),
        Row(VCardProperty.uid, .v4, "UID:urn:uuid:1", Property("urn:uuid:1"), v4: "UID:urn:uuid:1"),
        Row(VCardProperty.kind, .v3, "X-ADDRESSBOOKSERVER-KIND:group", Property("group"), v4: "KIND:group"),
        Row(
            VCardProperty.member, .v3, "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:2", Property("urn:uuid:2"),
            v4: "MEMBER:urn:uuid:2"),
        Row(
            VCardProperty.revision, .v3, "REV:2008-04-24T19:52:43Z", Property("2008-04-24T19:52:43Z"),
            v4: "REV:2008-04-24T19:52:43Z"),
        Row(
            VCardProperty.source, .v4, "SOURCE:http://a/b.vcf", Property("http://a/b.vcf"),
            v4: "SOURCE:http://a/b.vcf"),
        Row(VCardProperty.productID, .v4, "PRODID:-//A//B", Property("-//A//B"), v4: "PRODID:-//A//B"),
        Row(
            VCardProperty.custom("X-Met"), .v3, "X-MET:in Oslo\\, 2001", Property("in Oslo, 2001"),
            v4: "X-MET:in Oslo\\, 2001"),
    ]

    static let names: [Row] = [
        Row(
            VCardProperty.name, .v4, "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.",
            Property(
                StructuredName(
                    family: ["Stevenson"], given: ["John"], additional: ["Philip", "Paul"], prefixes: ["Dr."],
                    suffixes: ["Jr.", "M.D."])), v4: "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D."),
        Row(
            VCardProperty.name, .v2, "N:a\\;b;Smith, Jr.",
            Property(StructuredName(family: ["a;b"], given: ["Smith, Jr."])),
            v2: "N:a\\;b;Smith, Jr.;;;", v3: "N:a\\;b;Smith\\, Jr.;;;"),
        Row(
            VCardProperty.organization, .v3, "ORG:ABC\\, Inc.;North, Division",
            Property(Organization(["ABC, Inc.", "North, Division"])),
            v3: "ORG:ABC\\, Inc.;North\\, Division"),
        Row(
            VCardProperty.gender, .v4, "GENDER:O;intersex", Property(Gender(sex: "O", identity: "intersex")),
            v4: "GENDER:O;intersex"),
        Row(
            VCardProperty.gender, .v3, "X-GENDER:Male", Property(Gender(sex: "", identity: "Male")),
            v3: "X-GENDER:Male", v4: "GENDER:;Male"),
    ]

    static let communication: [Row] = [
        Row(
            VCardProperty.email, .v2, "EMAIL;PREF;INTERNET:a@b",
            Property("a@b", types: ["INTERNET"], preference: 1),
            v2: "EMAIL;INTERNET;PREF:a@b", v3: "EMAIL;TYPE=INTERNET,pref:a@b",
            v4: "EMAIL;TYPE=INTERNET;PREF=1:a@b"),
        Row(
            VCardProperty.email, .v3, "EMAIL;TYPE=internet;TYPE=home,pref:a@b",
            Property("a@b", types: ["internet", "home"], preference: 1),
            v4: "EMAIL;TYPE=internet,home;PREF=1:a@b"),
        Row(
            VCardProperty.phone, .v4, "TEL;VALUE=uri;TYPE=\"voice,home\";PREF=3:tel:+1-555;ext=2",
            Property("+1-555;ext=2", types: ["voice", "home"], preference: 3),
            v4: "TEL;TYPE=voice,home;PREF=3:+1-555\\;ext=2"),
        Row(
            VCardProperty.phone, .v3, "TEL;TYPE=X-Auto,iphone:1", Property("1", types: ["X-Auto", "iphone"]),
            v3: "TEL;TYPE=X-Auto,iphone:1"),
        Row(
            VCardProperty.phone, .v3, "item1.TEL:1\nitem1.X-ABLabel:_$!<Other>!$_",
            Property("1", label: "Other"),
            v3: "item1.TEL:1\nitem1.X-ABLabel:_$!<Other>!$_"),
        Row(
            VCardProperty.phone, .v3, "ABC.TEL:1\nabc.X-ABLabel:Boat, house",
            Property("1", label: "Boat, house"),
            v4: "item1.TEL:1\nitem1.X-ABLabel:Boat\\, house"),
        Row(
            VCardProperty.messaging, .v4, "IMPP;PREF=1:xmpp:a@b",
            Property(MessagingHandle(service: "XMPP", handle: "a@b"), preference: 1),
            v2: "X-JABBER;PREF:a@b", v4: "IMPP;PREF=1:xmpp:a@b"),
        Row(
            VCardProperty.messaging, .v3, "X-AIM;TYPE=home:joe",
            Property(MessagingHandle(service: "AIM", handle: "joe"), types: ["home"]),
            v3: "IMPP;TYPE=home:aim:joe"),
        Row(
            VCardProperty.messaging, .v3, "IMPP;X-SERVICE-TYPE=Face Book:x-apple:joe",
            Property(MessagingHandle(service: "Face Book", handle: "joe")),
            v3: "IMPP;X-SERVICE-TYPE=Face Book:x-apple:joe"),
        Row(
            VCardProperty.messaging, .v4, "IMPP:matrix:u/joe",
            Property(MessagingHandle(service: "matrix", handle: "u/joe")), v4: "IMPP:matrix:u/joe"),
        Row(
            VCardProperty.related, .v4, "RELATED;TYPE=friend:urn:uuid:1",
            Property(RelatedPerson("urn:uuid:1", isURI: true), types: ["friend"]),
            v4: "RELATED;VALUE=uri;TYPE=friend:urn:uuid:1"),
        Row(
            VCardProperty.related, .v3, "X-SPOUSE:Jane, D.",
            Property(RelatedPerson("Jane, D."), types: ["spouse"]),
            v4: "RELATED;VALUE=text;TYPE=spouse:Jane\\, D."),
        Row(
            VCardProperty.related, .v3, "item1.X-ABRELATEDNAMES:Jane\nitem1.X-ABLabel:_$!<Spouse>!$_",
            Property(RelatedPerson("Jane"), label: "Spouse"),
            v3: "item1.X-ABRELATEDNAMES:Jane\nitem1.X-ABLabel:_$!<Spouse>!$_"),
        Row(
            VCardProperty.geo, .v3, "GEO:37.386013;-122.082932",
            Property(GeoPosition(latitude: 37.386013, longitude: -122.082932)),
            v2: "GEO:-122.082932,37.386013", v3: "GEO:37.386013;-122.082932",
            v4: "GEO:geo:37.386013,-122.082932"),
    ]

    static let addresses: [Row] = [
        Row(
            VCardProperty.address, .v4, "ADR;LABEL=\"1 A St^nB\":;;1 A St,Rear;B;;12;C",
            Property(
                Address(
                    street: ["1 A St", "Rear"], locality: ["B"], postalCode: ["12"], country: ["C"],
                    label: "1 A St\nB")),
            v4: "ADR;LABEL=\"1 A St^nB\":;;1 A St,Rear;B;;12;C"),
        Row(
            VCardProperty.address, .v4, "ADR;LABEL=\"x\\ny\":;;;;;;;8;9",
            Property(Address(further: [["8"], ["9"]], label: "x\ny")),
            v4: "ADR;LABEL=\"x^ny\":;;;;;;;8;9"),
        Row(
            VCardProperty.address, .v3, "LABEL;TYPE=home:Way 1\\nTown\nADR;TYPE=home:;;Way 1;Town",
            Property(Address(street: ["Way 1"], locality: ["Town"], label: "Way 1\nTown"), types: ["home"]),
            v3: "ADR;TYPE=home:;;Way 1;Town;;;\nLABEL;TYPE=home:Way 1\\nTown"),
    ]

    static let dates: [Row] = {
        func date(_ year: Int?, _ month: Int?, _ day: Int?, _ time: String? = nil) -> Property<DateValue> {
            Property(.date(PartialDate(year: year, month: month, day: day, time: time)))
        }
        let birthday = VCardProperty.birthday
        return [
            Row(
                birthday, .v3, "BDAY:1996-04-15", date(1996, 4, 15), v2: "BDAY:19960415",
                v3: "BDAY:1996-04-15", v4: "BDAY:19960415"),
            Row(
                birthday, .v4, "BDAY:--0203", date(nil, 2, 3), v3: "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03",
                v4: "BDAY:--0203"),
            Row(birthday, .v3, "BDAY:--02-29", date(nil, 2, 29), v4: "BDAY:--0229"),
            Row(birthday, .v3, "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-03", date(nil, 2, 3), v4: "BDAY:--0203"),
            Row(birthday, .v3, "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1904:1904-02-03", date(nil, 2, 3)),
            Row(birthday, .v4, "BDAY:---03", date(nil, nil, 3), v4: "BDAY:---03"),
            Row(birthday, .v4, "BDAY:--04", date(nil, 4, nil), v4: "BDAY:--04"),
            Row(birthday, .v4, "BDAY:1985-04", date(1985, 4, nil), v4: "BDAY:1985-04"),
            Row(birthday, .v4, "BDAY:1985", date(1985, nil, nil), v4: "BDAY:1985"),
            Row(
                birthday, .v3, "BDAY:1953-10-15T23:10:00Z", date(1953, 10, 15, "23:10:00Z"),
                v3: "BDAY:1953-10-15T23:10:00Z"),
            Row(birthday, .v4, "BDAY:--0203T10-0500", date(nil, 2, 3, "10-0500"), v4: "BDAY:--0203T10-0500"),
            Row(birthday, .v4, "BDAY:T102200", date(nil, nil, nil, "102200"), v4: "BDAY:T102200"),
            Row(
                birthday, .v4, "BDAY;VALUE=text:circa 1800", Property(.text("circa 1800")),
                v3: "BDAY;VALUE=text:circa 1800"),
            Row(
                birthday, .v4, "BDAY;X-APPLE-OMIT-YEAR=0:16040203", date(1604, 2, 3),
                v3: "BDAY;X-APPLE-OMIT-YEAR=0:1604-02-03", v4: "BDAY;X-APPLE-OMIT-YEAR=0:16040203"),
            Row(
                VCardProperty.date, .v4, "ANNIVERSARY:20090808",
                Property(.date(PartialDate(year: 2009, month: 8, day: 8)), label: "Anniversary"),
                v3: "item1.X-ABDATE:2009-08-08\nitem1.X-ABLabel:_$!<Anniversary>!$_",
                v4: "ANNIVERSARY:20090808"),
            Row(
                VCardProperty.date, .v3, "item2.X-ABDATE;type=pref:2009-08-08\nitem2.X-ABLabel:First date",
                Property(
                    .date(PartialDate(year: 2009, month: 8, day: 8)), preference: 1, label: "First date"),
                v4: "item1.X-ABDATE;PREF=1:20090808\nitem1.X-ABLabel:First date"),
            Row(
                VCardProperty.date, .v3, "X-EVOLUTION-ANNIVERSARY:2009-08-08",
                Property(.date(PartialDate(year: 2009, month: 8, day: 8)), label: "Anniversary")),
        ]
    }()

    static let media: [Row] = {
        let gif = Property(Media.data(Array("GIF87a".utf8), mediaType: "image/gif"))
        let photo = VCardProperty.photo
        return [
            Row(
                photo, .v2, "PHOTO;ENCODING=BASE64;TYPE=GIF:R0lGODdh\r\n", gif,
                v2: "PHOTO;ENCODING=BASE64;TYPE=GIF:R0lGODdh",
                v3: "PHOTO;ENCODING=b;TYPE=GIF:R0lGODdh", v4: "PHOTO:data:image/gif;base64,R0lGODdh"),
            // A wrong TYPE does not matter; nor does the spelling of the encoding.
            Row(photo, .v3, "PHOTO;ENCODING=BASE64;TYPE=JPEG:R0lGODdh", gif),
            Row(photo, .v3, "PHOTO;VALUE=URI:DATA:IMAGE/GIF;BASE64\\,R0lGODdh", gif),
            Row(photo, .v3, "PHOTO;ENCODING=b:data:image/gif;base64,R0lGODdh", gif),
            Row(photo, .v3, "PHOTO:R0lGODdh", gif),
            Row(photo, .v2, "X-MS-CARDPICTURE;TYPE=GIF;ENCODING=BASE64:R0lGODdh\r\n", gif),
            Row(
                photo, .v3, "PHOTO;VALUE=uri:http://a/b.gif", Property(.uri("http://a/b.gif")),
                v2: "PHOTO;VALUE=URL:http://a/b.gif", v3: "PHOTO;VALUE=uri:http://a/b.gif",
                v4: "PHOTO:http://a/b.gif"),
            Row(
                VCardProperty.key, .v4, "KEY:data:application/pgp-keys;base64,AAAA",
                Property(.data([0, 0, 0], mediaType: "application/pgp-keys")),
                v4: "KEY:data:application/pgp-keys;base64,AAAA"),
            Row(
                VCardProperty.logo, .v3, "LOGO;ENCODING=b;TYPE=PICT:AAAA",
                Property(.data([0, 0, 0], mediaType: "image/pict")), v3: "LOGO;ENCODING=b;TYPE=PICT:AAAA"),
            Row(
                VCardProperty.sound, .v2, "SOUND;WAVE;BASE64:AAAA\r\n",
                Property(.data([0, 0, 0], mediaType: "audio/wave")),
                v2: "SOUND;ENCODING=BASE64;TYPE=WAVE:AAAA"),
        ]
    }()

    static let rare: [Row] = {
        func text(_ kind: PropertyKind<String>, _ name: String, _ value: String, older: String? = nil) -> Row
        {
            Row(
                kind, .v4, "\(name):\(value)", Property(value), v3: older.map { "\($0):\(value)" },
                v4: "\(name):\(value)")
        }
        return [
            text(VCardProperty.birthplace, "BIRTHPLACE", "London"),
            text(VCardProperty.deathplace, "DEATHPLACE", "Marylebone"),
            Row(
                VCardProperty.deathDate, .v4, "DEATHDATE:--1127",
                Property(.date(PartialDate(month: 11, day: 27))),
                v3: "X-DEATHDATE;X-APPLE-OMIT-YEAR=1604:1604-11-27", v4: "DEATHDATE:--1127"),
            text(VCardProperty.expertise, "EXPERTISE", "mathematics"),
            text(VCardProperty.hobby, "HOBBY", "chess"), text(VCardProperty.interest, "INTEREST", "music"),
            text(VCardProperty.organizationDirectory, "ORG-DIRECTORY", "https://a.b/c;d"),
            text(VCardProperty.freeBusyURL, "FBURL", "https://a.b/busy", older: "FBURL"),
            text(VCardProperty.calendarAddress, "CALADRURI", "mailto:a@b", older: "CALADRURI"),
            text(VCardProperty.calendarURL, "CALURI", "https://a.b/c", older: "CALURI"),
            text(VCardProperty.contactURI, "CONTACT-URI", "https://a.b/c"),
            text(VCardProperty.created, "CREATED", "20220705T093412Z"),
            text(VCardProperty.grammaticalGender, "GRAMGENDER", "neuter"),
            text(VCardProperty.cardLanguage, "LANGUAGE", "de-AT"),
            text(VCardProperty.pronouns, "PRONOUNS", "xe/xir"),
            text(
                VCardProperty.socialProfile, "SOCIALPROFILE", "https://a.b/@ada", older: "X-SOCIALPROFILE"),
            text(VCardProperty.xml, "XML", "<a/>"), text(VCardProperty.sourceName, "NAME", "x"),
            text(VCardProperty.accessClass, "CLASS", "PUBLIC", older: "CLASS"),
            text(VCardProperty.mailer, "MAILER", "x", older: "MAILER"),
            text(VCardProperty.sortString, "SORT-STRING", "x", older: "SORT-STRING"),
            Row(
                VCardProperty.clientIDMap, .v4, "CLIENTPIDMAP:1;urn:uuid:1", Property("1;urn:uuid:1")),
            text(VCardProperty.phoneticGivenName, "X-PHONETIC-FIRST-NAME", "Ay-da"),
            text(VCardProperty.phoneticMiddleName, "X-PHONETIC-MIDDLE-NAME", "a"),
            text(VCardProperty.phoneticFamilyName, "X-PHONETIC-LAST-NAME", "a"),
            text(VCardProperty.phoneticOrganization, "X-PHONETIC-ORG", "a"),
            text(VCardProperty.maidenName, "X-MAIDENNAME", "Byron"),
            text(VCardProperty.showAs, "X-ABSHOWAS", "COMPANY"),
            text(VCardProperty.appleUID, "X-ABUID", "1:ABPerson"),
            text(VCardProperty.fileAs, "X-FILE-AS", "L A"),
            text(VCardProperty.assistantPhone, "X-ASSISTANT-PHONE", "1"),
            Row(
                VCardProperty.androidCustom, .v3,
                "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Jo\\;e;1;;",
                Property(
                    AndroidField(
                        mediaType: "vnd.android.cursor.item/nickname", columns: ["Jo;e", "1", "", ""])),
                v3: "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Jo\\;e;1;;"),
        ]
    }()

    @Test(
        "Each is read and written",
        arguments: rare + texts + names + communication + addresses + dates + media)
    func row(_ row: Row) {
        row.check()
    }

    @Test(
        "What cannot be read is kept, with an issue that does not tell the value",
        arguments: [
            ("BDAY:31.12.1990", "bad-date"), ("BDAY:1990-02-30", "bad-date"), ("BDAY:19900231", "bad-date"),
            ("ANNIVERSARY:soon", "bad-date"), ("BDAY:99999999999999999999", "bad-date"),
            ("PHOTO;ENCODING=b:*secret*", "bad-base64"), ("GEO:north;south", "bad-geo"),
            ("GEO:91;0", "bad-geo"),
            ("BDAY:1604-05-06", "assumed-no-year"),
        ])
    func unreadable(line: String, code: String) throws {
        let item = read("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\n\(line)\r\nEND:VCARD\r\n")
        #expect(item.issues.map(\.code.rawValue) == [code])
        #expect(item.issues.map(\.line) == [4])
        let value = try #require(line.split(separator: ":").last)
        #expect(
            item.issues.allSatisfy {
                !$0.message.contains("\(value)")
                    && $0.property == item.card.component.properties[2].canonicalName
            })
        #expect(item.card[VCardProperty.formattedName] == [Property("a")])
        #expect(string(item.card.component.written()).contains(line + "\r\n"))
    }
}
