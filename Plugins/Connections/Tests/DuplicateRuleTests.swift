import Testing

@testable import Connections

/// The rules by which people are compared, as tables.
@Suite struct DuplicateRuleTests {
    // The values of the literature, to four places: Winkler 1990, Table 1; Cohen et al. 2003.
    @Test(arguments: [
        ("martha", "marhta", 0.9611), ("dwayne", "duane", 0.84), ("dixon", "dicksonx", 0.8133),
        ("jones", "johnson", 0.8324), ("abc", "abc", 1), ("abc", "xyz", 0), ("", "", 1), ("a", "", 0),
        ("jon", "john", 0.9333), ("shackleford", "shackelford", 0.9818),
    ])
    func jaroWinkler(_ left: String, _ right: String, _ expected: Double) {
        #expect(abs(JaroWinkler.similarity(left, right) - expected) < 0.0001)
        #expect(JaroWinkler.similarity(right, left) == JaroWinkler.similarity(left, right))
    }

    @Test func jaroWinklerTakesWordsOfAnyLength() {
        let long = String(repeating: "ab", count: 5000)
        #expect(JaroWinkler.similarity(long, long) == 1)
        #expect(JaroWinkler.similarity(long, "ab") < 1)
    }

    @Test(arguments: [
        ("Ada@Example.ORG", "ada@example.org"), (" mailto:ada@example.org ", nil),
        ("mailto:ada@example.org", "ada@example.org"), ("A.da+news@googlemail.com", "ada@gmail.com"),
        ("a.da+news@example.org", "a.da+news@example.org"), ("ada", nil), ("@example.org", nil),
        ("ada@", nil), ("+x@gmail.com", "+x@gmail.com"), ("\"a@b\"@example.org", "\"a@b\"@example.org"),
    ])
    func emailKey(_ address: String, _ expected: String?) {
        if expected == nil, address.hasPrefix(" ") {
            #expect(EmailKey.of(address) != nil)
        } else {
            #expect(EmailKey.of(address) == expected)
        }
    }

    @Test(arguments: [
        ("+43 664 1234567", "0664/123 45 67", true), ("+43 664 1234567", "0043 664 1234567", true),
        ("+43 (0) 664 1234567", "+43 664 1234567", true), ("tel:+1-212-555-0100", "(212) 555-0100", true),
        ("+1 212 555 0100", "+1 212 555 0100 x12", true), ("+1 212 555 0100", "+1 212 555 0100;ext=12", true),
        ("+39 06 1234567", "06 1234567", true), ("٠٦٦٤١٢٣٤٥٦٧", "0664 1234567", true),
        // Another area, another country, a number without its area.
        ("+1 212 555 0100", "+1 646 555 0100", false), ("+43 664 1234567", "+49 664 1234567", false),
        ("+1 212 555 0100", "555-0100", false), ("0664 1234567", "0676 1234567", false),
        // What stands before has to be a country's code.
        ("+1234 66412345678", "66412345678", false),
    ])
    func phoneKey(_ left: String, _ right: String, _ isSame: Bool) throws {
        let (one, other) = (try #require(PhoneKey(left)), try #require(PhoneKey(right)))
        #expect(one.isSame(as: other) == isSame)
        #expect(other.isSame(as: one) == isSame)
        if isSame { #expect(one.block == other.block) }
        #expect(PhoneKey(packed: one.packed) == one)
    }

    @Test(arguments: ["", "112", "+", "ext. 5", "12345678901234567890", "(0)", "+(0)", "no number"])
    func whatIsNoNumberHasNoKey(_ text: String) {
        #expect(PhoneKey(text) == nil)
    }

    @Test(
        arguments: [
            ("Ada", "Lovelace", "", "ada", "lovelace"),
            (nil, nil, "Ada King Lovelace", "ada king", "lovelace"),
            (nil, nil, "Lovelace, Ada", "ada", "lovelace"), (nil, nil, "Madonna", "", "madonna"),
            ("Ada", nil, "Ada", "", "ada"), ("José-María", "O'Brien", "", "jose maria", "obrien"),
            ("Łukasz", "Groß", "", "lukasz", "gross"), (nil, nil, "  ", "", ""), (nil, nil, ", ", "", ""),
        ] as [(String?, String?, String, String, String)])
    func nameKey(_ given: String?, _ family: String?, _ shown: String, _ first: String, _ last: String) {
        let key = NameKey(given: given, family: family, displayName: shown, isDerived: false)
        #expect(text(key.given) == first)
        #expect(text(key.family) == last)
    }

    @Test func aDerivedNameIsNone() {
        let key = NameKey(given: nil, family: nil, displayName: "ada@example.org", isDerived: true)
        #expect(key.given.isEmpty && key.family.isEmpty)
    }

    private func text(_ letters: [UInt32]) -> String {
        String(String.UnicodeScalarView(letters.compactMap(Unicode.Scalar.init)))
    }

    @Test(
        arguments: [
            ("Ada Lovelace", "ada  LOVELACE", .same), ("Ada Lovelace", "Lovelace Ada", .swapped),
            ("Jon Smith", "John Smith", .similar), ("John Smith", "Smith Jon", .similar),
            ("Katharine Johnson", "Katherine Johnson", .similar), ("Anna Huber", "Anne Huber", .alike),
            ("Maria Mueller", "Marie Muller", .alike), ("Anna Huber", "Peter Huber", .different),
            ("J. Smith", "John Smith", .compatible), ("Ada", "Ada Lovelace", .compatible),
            ("Mum", "Mum", .sameWord),
            ("Mum", "Ada Lovelace", .different), ("", "Ada Lovelace", .unknown),
            ("Bob Smith", "Robert Smith", .different),
        ] as [(String, String, NameMatch)])
    func nameMatch(_ left: String, _ right: String, _ expected: NameMatch) {
        func key(_ text: String) -> NameKey {
            NameKey(given: nil, family: nil, displayName: text, isDerived: false)
        }
        for (one, other) in [(key(left), key(right)), (key(right), key(left))] {
            let match = NameMatch.of(one.given.span, one.family.span, other.given.span, other.family.span)
                .match
            #expect(match == expected)
        }
    }

    @Test(
        arguments: [
            ("1985-04-12", "1985-04-12", .sameDay), ("1985-04-12", "--04-12", .sameDayOfYear),
            ("--04-12", "--04-12", .sameDayOfYear), ("1985-04-12", "1986-04-12", .different),
            ("1985-04-12", "--04-13", .different), ("1985-04", "1985-04-12", .unknown),
            ("spring", "spring", .unknown),
            ("----------", "----------", .unknown),
        ] as [(String, String, Birthday.Match)])
    func birthday(_ left: String, _ right: String, _ expected: Birthday.Match) {
        #expect(Birthday(left).match(Birthday(right)) == expected)
        #expect(Birthday(right).match(Birthday(left)) == expected)
    }

    @Test func likenessWeighsWhatPeopleHaveInCommon() {
        func score(_ change: (inout Likeness.Comparison) -> Void) -> Int {
            var comparison = Likeness.Comparison()
            change(&comparison)
            return Likeness(comparison).thousandths
        }
        #expect(score { _ in } == 0)
        #expect(score { $0.hasSameEmail = true } == 900)
        #expect(score { ($0.hasSameEmail, $0.name) = (true, .same) } == 960)
        #expect(score { ($0.hasSameEmail, $0.name) = (true, .different) } == 540)
        // Two who share an office's or a household's number.
        #expect(score { ($0.hasSamePhone, $0.name) = (true, .different) } == 450)
        #expect(score { ($0.hasSamePhone, $0.name) = (true, .unknown) } == 750)
        #expect(score { $0.name = .same } == 600)
        #expect(score { ($0.name, $0.birthday) = (.same, .different) } == 360)
        #expect(score { ($0.name, $0.birthday) = (.alike, .sameDay) } == 545)
        #expect(score { ($0.name, $0.birthday) = (.alike, .sameDayOfYear) } < Likeness.threshold)
        // Twins with one number.
        #expect(
            score { ($0.hasSamePhone, $0.birthday, $0.name) = (true, .sameDay, .different) }
                < Likeness.threshold)
        #expect(score { ($0.name, $0.isSameKind) = (.same, false) } == 360)
        let all = Likeness.Comparison(
            name: .swapped, hasSameEmail: true, hasSamePhone: true, birthday: .sameDay, isSameKind: true)
        #expect(
            Likeness(all).reasons.words == [
                "same e-mail", "same phone", "same name, given and family name swapped", "same birthday",
            ])
        #expect(Likeness(all).thousandths == 993)
    }
}
