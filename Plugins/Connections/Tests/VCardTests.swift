import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import SharedFiles
import Testing
import TextDecoding
import VCardFormat

@testable import Connections

@Suite struct VCardTests {
    // MARK: Reading

    @Test func aCardOfThreeIsRead() throws {
        let card = try #require(try Cards.read(Fixture.bytes("apple.vcf")).first)
        var ada = Person(displayName: "Dr. Ada King Lovelace FRS")
        ada.name = PersonName(
            prefix: "Dr.", given: "Ada", additional: "King Byron", family: "Lovelace", suffix: "FRS",
            phoneticFamily: "Luv-lace")
        ada.birthday = "--12-10"
        ada.anniversary = "1835-07-08"
        ada.gender = .female
        ada.metPlace = "Royal Society"
        ada.metDate = "1833-06"
        ada.tags = ["Poets", "Maths"]
        ada.addresses = [
            PostalAddress(
                street: "12 St James's Square", locality: "London", postalCode: "SW1Y", country: "England",
                label: "Town house", types: ["HOME"], preference: 1)
        ]
        ada.details = [
            Detail(.nickname, "Countess"), Detail(.nickname, "Enchantress"),
            Detail(.email, "ada@example.org", types: ["INTERNET", "HOME"], preference: 1),
            Detail(.email, "lab@example.org", label: "Laboratory", types: ["INTERNET"]),
            Detail(.phone, "+44 20 7946 0000", types: ["CELL", "VOICE"]),
            Detail(.url, "https://example.org/ada", label: "HomePage", preference: 1),
            Detail(.messaging, "ada@example.org", qualifier: "Jabber", types: ["HOME"]),
            Detail(.messaging, "ada.l", qualifier: "Skype"),
            Detail(.organization, "Analytical Engines, Ltd.", qualifier: "Research\nPrograms"),
            Detail(.title, "Programmer"),
            Detail(.relation, "Charles Babbage", types: ["friend"]),
            Detail(.relation, "Mary Somerville", label: "Tutor"),
            Detail(.date, "1843-09-01", label: "First program"),
            Detail(.geo, "51.5072,-0.1276"),
            Detail(.note, "First line\nsecond; line, with signs"),
            Detail(.custom, "mathematics", qualifier: "HOBBY"),
            Detail(.custom, "38", qualifier: "X-SHOE-SIZE"),
        ]
        let mapped = ContactsVCard.map(card)
        expectEqual(mapped.draft.person, ada)
        #expect(mapped.uid == "ada-1")
        #expect(mapped.draft.photo?.mediaType == "image/gif")
    }

    @Test(arguments: [
        ("VERSION:2.1\nN:Doe;John", "John Doe"), ("VERSION:4.0\nFN:\nORG:;Unit", "Unit"),
        ("VERSION:3.0\nN:;;;;\nFN: \nNICKNAME:Jo", "Jo"), ("VERSION:3.0\nEMAIL:a@x", "a@x"),
        ("VERSION:4.0\nIMPP:xmpp:a@x", "a@x"), ("VERSION:4.0\nNOTE:x", "Unnamed"),
    ])
    func aCardWithoutANameGetsOne(_ lines: String, _ name: String) throws {
        let card = try #require(try Cards.read(lines).first)
        #expect(PersonVCard.person(card).displayName == name)
        var editor = VCardEditor(card)
        #expect(!PersonVCard.patch(&editor, to: PersonVCard.person(card)))
    }

    @Test(
        arguments: [
            ("BDAY:19850412", "1985-04-12"), ("BDAY:1985-04-12T10:00:00Z", "1985-04-12"),
            ("BDAY:--0412", "--04-12"),
            ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12", "--04-12"),
            ("BDAY;VALUE=text:circa 1800", "circa 1800"),
            ("BDAY:yesterday", nil), ("BDAY:T1022", nil), ("BDAY:", nil),
        ] as [(String, String?)])
    func birthdays(_ line: String, _ birthday: String?) throws {
        let card = try #require(try Cards.read("VERSION:4.0\nFN:A\n" + line).first)
        #expect(PersonVCard.person(card).birthday == birthday)
    }

    @Test(
        arguments: [
            ("GENDER:F", Sex.female, nil), ("GENDER:m;Fellow", .male, "Fellow"),
            ("GENDER:;they", nil, "they"),
            ("X-GENDER:Male", .male, nil), ("X-GENDER:agender", nil, "agender"),
        ] as [(String, Sex?, String?)])
    func genders(_ line: String, _ sex: Sex?, _ text: String?) throws {
        let person = PersonVCard.person(try #require(try Cards.read("VERSION:4.0\nFN:A\n" + line).first))
        #expect(person.gender == sex)
        #expect(person.genderText == text)
    }

    // MARK: Writing

    @Test func aPersonWithoutACardBecomesOne() throws {
        let vault = try TestVault()
        _ = try vault.run("add", CommandTests.everything)
        let exported = try vault.export(ContactsVCard.exporter)
        let text = String(decoding: exported, as: UTF8.self)
        #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
        for line in [
            "FN:Dr. Ada King Byron Lovelace FRS", "N:Lovelace;Ada;King Byron;Dr.;FRS", "GENDER:F;she",
            "KIND:org",
            "BDAY:18151210", "ANNIVERSARY;VALUE=text:in summer", "NICKNAME:Countess",
            "CATEGORIES:maths,poets",
            "TEL;TYPE=cell:+44 20 7946 0000", "ORG:Analytical Engines;R&D;Programs",
            "IMPP:xmpp:ada@example.org",
            "RELATED;VALUE=text;TYPE=friend:Charles", "NOTE:Line one\\nline two", "GEO:geo:51.5,-0.1",
            "X-ATRIUM-MET-PLACE:Royal Society", "X-ATRIUM-MET-DATE:2024-05", "X-ABLabel:Shoe size",
        ] {
            #expect(text.contains(line + "\r\n"), "\(line)")
        }
        let uid = try #require(try vault.uid(1))
        let card = try #require(try Cards.read(exported).first)
        #expect(ContactsVCard.map(card).uid == uid)
        expectEqual(PersonVCard.person(card).comparable, try vault.person(1).comparable)
    }

    /// Each edit of a field changes the lines of one property, with the label or the name that goes with it, and REV.
    @Test(
        arguments: [
            (["given": "Augusta"], ["N", "FN"]), (["name": "Ada L."], ["FN"]),
            (["birthday": "1815-12-10"], ["BDAY"]),
            (["anniversary": .null], ["X-ABDATE", "X-ABLABEL"]),
            (["metPlace": "Court"], ["X-ATRIUM-MET-PLACE"]),
            (["addEmails": ["new@example.org"]], ["EMAIL"]),
            (["removeEmails": ["ada@example.org"]], ["EMAIL"]),
            (["addPhones": [["value": "+44 20 7946 0000", "types": ["WORK"]]]], ["TEL"]),
            (["removeNicknames": ["Enchantress"]], ["NICKNAME"]), (["addTags": ["Peers"]], ["CATEGORIES"]),
            (["addAddresses": [["street": "Ockham Park"]]], ["ADR"]), (["titles": ["Analyst"]], ["TITLE"]),
            (["notes": .null], ["NOTE"]), (["addNotes": ["more"]], ["NOTE"]),
            (["gender": "other"], ["GENDER", "X-GENDER"]),
            (["removeCustomFields": ["HOBBY"]], ["HOBBY"]),
            (["phoneticFamily": .null], ["X-PHONETIC-LAST-NAME"]),
            (["addCustomFields": [["name": "Shoe width", "value": "E"]]], ["X-ATRIUM-FIELD", "X-ABLABEL"]),
            (["removeMessaging": ["ada.l"]], ["X-SKYPE"]), (["positions": .null], ["GEO"]),
            (["organizations": [["value": "Engines", "units": ["Research", "Programs"]]]], ["ORG"]),
            (["removeRelations": ["Mary Somerville"]], ["X-ABRELATEDNAMES", "X-ABLABEL"]),
            (["kind": "org"], ["KIND", "X-ADDRESSBOOKSERVER-KIND"]), (["removePhoto": true], ["PHOTO"]),
        ] as [(DataObject, Set<String>)])
    func anEditPatchesItsProperty(_ edit: DataObject, _ properties: Set<String>) throws {
        let bytes = try Fixture.bytes("apple.vcf")
        let vault = try TestVault()
        let card = try #require(try Cards.read(bytes).first)
        try vault.importAll([ContactsVCard.map(card)])
        var input: DataObject = ["record": 1]
        for entry in edit.entries { input[entry.name] = entry.value }
        _ = try vault.run("edit", input)
        let exported = try vault.export(
            ContactsVCard.exporter, sources: [1: Source(text: bytes, container: 1, isEdited: true)])
        let patched = try #require(try Cards.read(exported).first)
        let (before, after) = (Cards.lines(card), Cards.lines(patched))
        let changed = Set(before.subtracting(after).union(after.subtracting(before)).map(\.name))
        #expect(changed.subtracting(properties) == ["REV"])
        #expect(!changed.isDisjoint(with: properties))
        let differs = try vault.person(1).comparable != PersonVCard.person(patched).comparable
        #expect(!differs)
    }

    @Test func anUntouchedCardIsGivenBack() throws {
        let bytes = try Fixture.bytes("apple.vcf")
        let vault = try TestVault()
        try vault.importAll(try Cards.read(bytes).map(ContactsVCard.map))
        for isEdited in [false, true] {
            let source = Source(text: bytes, container: 1, isEdited: isEdited)
            #expect(try vault.export(ContactsVCard.exporter, sources: [1: source]) == bytes)
        }
    }

    // MARK: The corpus

    @Test(.needsShared())
    func recordsOfRealCardsAreWhatTheCardsSay() throws {
        let vault = try TestVault()
        var count: Int64 = 0
        for path in Corpus.files("vcard", extensions: ["vcf", "vcard"]) {
            for card in try Cards.read(Corpus.bytes(path)) {
                count += 1
                let draft = ContactsVCard.map(card).draft
                try vault.withWriter { writer in
                    let id = try writer.insert(draft, uid: "\(count)", part: "")
                    let matches = try writer.matches(id, draft)
                    #expect(id == count && matches, "\(path)")
                }
                expectEqual(try vault.person(count), draft.person, "\(path)")
            }
        }
        #expect(count > 300)
    }

    @Test(.needsShared())
    func realCardsAreNotPatchedWithoutAnEdit() throws {
        for path in Corpus.files("vcard", extensions: ["vcf", "vcard"]) {
            for card in try Cards.read(Corpus.bytes(path)) {
                var editor = VCardEditor(card)
                #expect(!PersonVCard.patch(&editor, to: PersonVCard.person(card)), "\(path)")
                PersonVCard.patch(&editor, to: PersonVCard.photo(card)?.photo)
                #expect(!editor.isChanged, "\(path)")
            }
        }
    }

    /// A record without a source becomes a card that says the same, and so does that one.
    @Test(.needsShared())
    func peopleOfRealCardsSurviveNewCards() throws {
        for path in Corpus.files("vcard", extensions: ["vcf", "vcard"]) {
            for card in try Cards.read(Corpus.bytes(path)) {
                let person = PersonVCard.person(card)
                var texts: [[UInt8]] = []
                var last = person
                for _ in 0..<3 {
                    let editor = PersonVCard.newCard(last, uid: "1")
                    texts.append(editor.written())
                    last = PersonVCard.person(try #require(try Cards.read(editor.written()).first))
                    expectEqual(last.comparable, person.comparable, "\(path)")
                }
                #expect(texts[1] == texts[2], "\(path)")
            }
        }
    }

    @Test(
        .needsShared(),
        arguments: [
            (["addNotes": ["an added note"]], "NOTE"), (["addEmails": ["added@example.org"]], "EMAIL"),
            (["titles": ["Added title"]], "TITLE"), (["addPhones": ["+1 555 0100"]], "TEL"),
            (["addTags": ["added tag"]], "CATEGORIES"), (["addNicknames": ["Added"]], "NICKNAME"),
        ] as [(DataObject, String)])
    func anEditOfARealCardPatchesItsProperty(_ edit: DataObject, _ property: String) throws {
        for path in Corpus.files("vcard", extensions: ["vcf", "vcard"]) {
            for card in try Cards.read(Corpus.bytes(path)) {
                let person = PersonVCard.person(card)
                let edited = try PersonEdit(input: Arguments(checked: edit)).applied(to: person)
                var editor = VCardEditor(card)
                #expect(PersonVCard.patch(&editor, to: edited), "\(path)")
                let patched = try #require(try Cards.read(editor.written()).first)
                let (before, after) = (Cards.lines(card), Cards.lines(patched))
                let changed = Set(before.subtracting(after).union(after.subtracting(before)).map(\.name))
                #expect(changed.subtracting([property, "X-ABLABEL"]).isEmpty, "\(path): \(changed)")
                #expect(PersonVCard.person(patched).comparable == edited.comparable, "\(path)")
            }
        }
    }
}

/// Cards as the host would hand them to the importer.
enum Cards {
    static func read(_ bytes: [UInt8]) throws -> [VCard] {
        var reader = VCardReader(ArrayByteSource(bytes))
        var cards: [VCard] = []
        while let event = try reader.next() {
            if case .card(let item) = event { cards.append(item.card) }
        }
        return cards
    }

    /// One card of lines between BEGIN and END.
    static func read(_ lines: String) throws -> [VCard] {
        try read(Array("BEGIN:VCARD\n\(lines)\nEND:VCARD\n".utf8))
    }

    /// A line as the properties of two cards are compared: without its group.
    struct Line: Hashable {
        let name: String
        let text: String
    }

    static func lines(_ card: VCard) -> Set<Line> {
        Set(
            card.component.properties.map { line in
                // A line in another charset is written in UTF-8: the same text in other bytes.
                let parameters = line.parameters
                    .filter { !["CHARSET", "ENCODING"].contains($0.name.uppercased()) }
                    .map { $0.name.uppercased() + "=" + $0.values.joined(separator: ",") }
                return Line(
                    name: line.canonicalName, text: parameters.joined(separator: ";") + ":" + line.text())
            })
    }
}
