import AtriumSDK
import Foundation
import Testing

@testable import AtriumWeb

/// How something repeats, as taps say it.
struct RepetitionTests {
    private static let newYork = TimeZone(identifier: "America/New_York") ?? .gmt

    private static func texts(_ rule: String, zone: TimeZone = .gmt) -> FormTexts {
        var texts = FormTexts()
        Repetition.add(.texts([rule]), named: "rules", zone: zone, to: &texts)
        return texts
    }

    private static func rule(_ texts: FormTexts, keepsEnd: Bool = true) throws -> String? {
        try Repetition.value(named: "rules", in: texts, isList: true, keepsEnd: keepsEnd)?.texts.first
    }

    @Test(arguments: [
        ("FREQ=DAILY", "every day"), ("FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        (
            "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270131",
            "every week on Tuesday and Thursday, until 31 January 2027"
        ),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "every week on Monday, Wednesday and Friday"),
        ("FREQ=YEARLY;UNTIL=20301231T235959", "every year, until 31 December 2030"),
    ])
    func aRuleIsSaidInWordsAndComesBack(rule: String, words: String) throws {
        #expect(Repetition(rule: rule, zone: .gmt)?.words == words)
        #expect(try Self.rule(Self.texts(rule)) == rule)
    }

    /// Of what taps can say a part, nothing is lost.
    @Test(arguments: [
        "FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=WEEKLY;BYDAY=MO;WKST=SU", "FREQ=HOURLY",
        "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=WEEKLY;INTERVAL=0", "FREQ=DAILY;UNTIL=someday", "no rule",
    ])
    func anyOtherRuleStandsAsItIsWritten(rule: String) throws {
        #expect(Repetition(rule: rule, zone: .gmt) == nil)
        #expect(Self.texts(rule)["rules:frequency"] == "other")
        #expect(try Self.rule(Self.texts(rule)) == rule)
        #expect(Repetition.words(rule, zone: .gmt) == rule)
    }

    /// The end of a day in one zone is of the next day in another: an end that nobody touched stays as it was.
    @Test func theLastDayDoesNotMove() throws {
        var texts = Self.texts("FREQ=DAILY;UNTIL=20261211T045959Z", zone: Self.newYork)
        #expect(texts["rules:until"] == "2026-12-10")
        texts.set("rules:interval", "2")
        #expect(try Self.rule(texts) == "FREQ=DAILY;INTERVAL=2;UNTIL=20261211T045959Z")
        #expect(try Self.rule(texts, keepsEnd: false) == "FREQ=DAILY;INTERVAL=2;UNTIL=20261210")
        texts.set("rules:until", "2026-12-24")
        #expect(try Self.rule(texts) == "FREQ=DAILY;INTERVAL=2;UNTIL=20261224")
        texts.set("rules:until", nil)
        #expect(try Self.rule(texts) == "FREQ=DAILY;INTERVAL=2")
    }

    @Test(arguments: ["0", "abc", "-1", "1.5", "1000"])
    func anIntervalIsAWholeNumber(interval: String) {
        var texts = Self.texts("FREQ=DAILY")
        texts.set("rules:interval", interval)
        #expect(throws: ControlError.self) { try Self.rule(texts) }
    }

    @Test func neverIsNoRule() throws {
        var texts = Self.texts("FREQ=DAILY")
        texts.set("rules:frequency", nil)
        #expect(try Self.rule(texts) == nil)
    }
}

/// The colours of others by those of the sheet.
struct HueTests {
    @Test(
        arguments: [
            ("steelblue", Hue.blue), ("#FF0000", .red), ("#0a84ff", .blue), ("lightgoldenrodyellow", .gold),
            ("darkolivegreen", .green), ("teal", .blue), ("#008080", .blue), ("olive", .gold),
            ("#f80", .amber), ("rebeccapurple", .purple), ("#34C759FF", .green),
        ] as [(String, Hue?)])
    func theNearestIsTaken(color: String, hue: Hue?) { #expect(Hue(color) == hue) }

    @Test(arguments: ["", "#", "#12", "gray", "#808080", "\"><script>", "#GGGGGG", "black"])
    func whatIsNoColourIsNone(color: String) { #expect(Hue(color) == nil) }
}
