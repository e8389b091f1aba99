import AtriumSDK
import Testing
import VCardFormat

@testable import Connections

@Suite struct RuleTests {
    @Test(arguments: [
        ("1985-04-12", "1985-04-12"), ("--04-12", "--04-12"), ("1985-04", "1985-04"), ("1985", "1985"),
        ("--04", "--04"), ("---12", "---12"), ("--0412", "--04-12"), ("19850412", "1985-04-12"),
        ("--02-29", "--02-29"),
    ])
    func datesHaveOneForm(_ text: String, _ date: String) {
        #expect(DateText.canonical(text) == date)
        #expect(DateText.text(DateText.value(text)) == date)
    }

    @Test(arguments: [
        "", "-", "85", "1985-4-12", "1985-13-01", "1985-02-29", "--02-30", "1985-04-12T10:00", "0000",
        "circa 1800",
    ])
    func whatIsNoDate(_ text: String) {
        #expect(DateText.canonical(text) == nil)
        if !text.isEmpty { #expect(DateText.text(DateText.value(text)) == text) }
    }

    @Test func anAnniversaryIsNoOtherDate() {
        var person = Person(displayName: "A")
        person.details = [
            Detail(.date, "2001", label: "First day"),
            Detail(.date, "2002", label: "anniversary", types: ["home"]),
            Detail(.date, "2003", label: "Anniversary"),
        ]
        person.normaliseDates()
        #expect(person.anniversary == "2002")
        #expect(
            person.details == [
                Detail(.date, "2001", label: "First day"), Detail(.date, "2003", label: "Anniversary"),
            ])
    }

    @Test func relationsHaveTypesRatherThanLabels() {
        var detail = Detail(.relation, "Charles", label: "Friend")
        detail.normalise()
        #expect(detail == Detail(.relation, "Charles", types: ["friend"]))
        detail = Detail(.relation, "Charles", label: "Chess partner")
        detail.normalise()
        #expect(detail.label == "Chess partner")
    }

    @Test func theNameIsMadeOfTheFirstThatIsKnown() {
        var person = Person(displayName: "")
        #expect(person.derivedDisplayName == "Unnamed")
        person.details = [Detail(.phone, "1")]
        #expect(person.derivedDisplayName == "1")
        person.details = Detail.inOrder([
            Detail(.phone, "1"), Detail(.email, "a@x"), Detail(.email, "b@x", preference: 1),
        ])
        #expect(person.derivedDisplayName == "b@x")
        person.setDetails(.organization, to: [Detail(.organization, "", qualifier: "Unit\nTeam")])
        #expect(person.derivedDisplayName == "Unit")
        person.name = PersonName(prefix: "Dr.", given: "Ada", family: "Lovelace")
        #expect(person.derivedDisplayName == "Dr. Ada Lovelace")
    }

    @Test(arguments: [
        ("Élodie Ångström", "elodie angstrom"), ("e\u{301}", "e"), ("ÖZGÜR", "ozgur"), ("Иван", "иван"),
        ("李", "李"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ])
    func keysFoldCaseAndDiacritics(_ text: String, _ key: String) {
        #expect(SortKey.folded(text) == key)
        #expect(SortKey.unlessASCII(text) == key)
    }

    @Test func asciiNeedsNoKey() {
        #expect(SortKey.unlessASCII("Ada Lovelace") == nil)
        var person = Person(displayName: "Zoë")
        #expect(person.familyKey == "zoe")
        person.name = PersonName(given: "Zoë", family: "Álvarez")
        #expect(person.familyKey == "alvarez zoe")
    }

    @Test func tagsAreTrimmedAndUnique() {
        #expect(Tags.canonical([" a ", "A", "", "b\nc", "b c", "\u{A0}"]) == ["a", "b c"])
    }

    @Test func typesAreSplitAndKnownOnce() {
        #expect(
            TypeNames.clean(["HOME,voice", " cell ", "pref", "PREF", "", "HOME", "home"]) == [
                "HOME", "voice", "cell", "home",
            ])
    }

    @Test(arguments: [
        ("37.386,-122.083", "37.386,-122.083"), ("geo:48.2,16.3", "48.2,16.3"),
        ("37.39;-122.08", "37.39,-122.08"),
        ("0, 0", "0.0,0.0"),
    ])
    func positions(_ text: String, _ position: String) {
        #expect(GeoText.canonical(text) == position)
    }

    @Test(arguments: [("1e-5,-1e-7", "0.00001,-0.0000001"), ("geo:1e1,2", "10.0,2.0")])
    func positionsHaveNoExponents(_ text: String, _ position: String) {
        #expect(GeoText.canonical(text) == position)
    }

    /// A label that conversion to 4.0 makes a type is one in every version.
    @Test(arguments: ["Mother", "partner", "Spouse", "Co-Worker", "Aunt"])
    func labelsOfRelationsAreTypes(_ label: String) throws {
        let card = try #require(
            try Cards.read("VERSION:3.0\nitem1.X-ABRELATEDNAMES:Ann\nitem1.X-ABLabel:_$!<\(label)>!$_").first)
        let relation = try #require(PersonVCard.person(card).details(.relation).first)
        let newer = PersonVCard.person(card.converted(to: .v4).card).details(.relation)
        #expect(newer == [relation])
        #expect(relation.types == (label == "Aunt" ? [] : [label.lowercased()]))
    }

    @Test(arguments: ["", "1", "91,0", "0,181", "a,b", "1,2,3", "nan,1", "inf,1"])
    func whatIsNoPosition(_ text: String) {
        #expect(GeoText.canonical(text) == nil)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (Array("GIF89a".utf8), "image/gif"),
            (Array("RIFF    WEBP".utf8), "image/webp"), (Array("    ftypheic".utf8), "image/heic"),
            (Array("    ftypmif1".utf8), "image/heif"),
            (Array("    ftypavif".utf8), "image/avif"), ([0x49, 0x49, 0x2A, 0], "image/tiff"),
        ] as [([UInt8], String)])
    func photosAreKnownByTheirBytes(_ bytes: [UInt8], _ type: String) {
        #expect(Photo(bytes)?.mediaType == type)
    }

    @Test(arguments: ["", "<svg/>", "<html>", "BM", "RIFF    WAVE"])
    func whatIsNoPhoto(_ text: String) {
        #expect(Photo(Array(text.utf8)) == nil)
    }

    @Test func thePreferredDetailIsTheLowestPreferenceOrTheFirst() {
        var person = Person(displayName: "A")
        person.details = [
            Detail(.email, "a"), Detail(.email, "b", preference: 50), Detail(.email, "c", preference: 2),
        ]
        #expect(person.preferred(.email)?.value == "c")
        person.details = [Detail(.email, "a"), Detail(.email, "b")]
        #expect(person.preferred(.email)?.value == "a")
        #expect(person.preferred(.phone) == nil)
    }
}
