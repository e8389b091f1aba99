import AtriumSDK
import Foundation
import SeededRandom
import Testing

@testable import AtriumWeb

/// Values as controls hold them, sent back as a browser does, are the same values.
@Suite struct ControlTests {
    private static let people = CollectionID(module: "notes", name: "people")
    private let control = ControlTexts(
        context: FormContext(zone: TimeZone(identifier: "Europe/Berlin") ?? .gmt) { record in
            record.id == 7 ? "Ada" : nil
        })

    private func back(
        _ value: DataValue, _ type: FieldType, format: TextFormat? = nil, suggestions: [String]? = nil,
        isRequired: Bool = false
    ) throws -> DataValue? {
        let name = "field"
        var field = FieldDeclaration(name, type, help: "", isRequired: isRequired)
        (field.format, field.suggestions) = (format, suggestions)
        var texts = FormTexts()
        control.add(value, of: field, named: name, to: &texts)
        return try control.value(of: field, named: name, in: texts)
    }

    @Test(arguments: [
        (DataValue.text("a line"), FieldType.text), (.text("two\nlines"), .text), (.text(" blanks "), .text),
        (.text("a\nb\n"), .longText), (.text("\n\nbegins"), .longText),
        (.integer(-3), .integer()), (.decimal(1.25), .decimal()), (.decimal(0.1), .decimal()),
        (.decimal(1e300), .decimal()),
        (.bool(true), .boolean), (.bool(false), .boolean),
        (.text("b"), .choice(["a", "b"])), (.text("g"), .choice(["a", "b", "c", "d", "e", "f", "g"])),
        (.text("2026-03-01"), .date), (.text("0099-01-01"), .date),
        (.text("1985-04-12"), .partialDate), (.text("--04-12"), .partialDate),
        (.text("1985-04"), .partialDate),
        (.text("1985"), .partialDate), (.text("---12"), .partialDate), (.text("--04"), .partialDate),
        (.text("2026-03-01"), .when), (.text("2026-03-01T09:30:00"), .when),
        (.text("2026-03-01T09:30:15"), .when),
        (.text("2026-03-01T09:30:00Z"), .when),
        (.text("2026-07-01T09:30:00Z"), .instant), (.text("2026-07-01T09:30:15Z"), .instant),
        // The hour that the clock of Berlin shows twice.
        (.text("2026-10-25T00:30:00Z"), .instant), (.text("2026-10-25T01:30:00Z"), .instant),
        (.text("2026-03-01T09:30:00"), .localTime),
        (.text("PT1H30M"), .duration), (.text("PT45M"), .duration), (.text("P1D"), .duration),
        (.text("-PT15M"), .duration),
        (.text("P2W"), .duration), (.text("PT90S"), .duration), (.text("PT0M"), .duration),
        (.integer(7), .reference(people)), (.integer(8), .reference(people)),
        (.texts(["a", "b"]), .list(.text)), (.texts(["a, b", "c"]), .list(.text)),
        (.texts(["two\nlines", "x"]), .list(.text)),
        (.texts(["monday", "friday"]), .list(.choice(["monday", "friday", "sunday"]))),
        (.list([.integer(7), .integer(8)]), .list(.reference(people))),
        (.list([.text("note\nof two lines"), .text("x")]), .list(.longText)),
        (.list([.text("2026-03-01"), .text("2026-03-02")]), .list(.date)),
    ]) func valuesComeBack(value: DataValue, type: FieldType) throws {
        #expect(try back(value, type) == value)
    }

    @Test(arguments: [["a", "b"], ["a, b"], [" a"], ["a\nb"], ["ä, ö", "x\ny"]]) func tagsComeBack(
        tags: [String]
    ) throws {
        #expect(try back(.texts(tags), .list(.text), format: .words) == .texts(tags))
    }

    @Test(arguments: ["call", "carrier pigeon", "other"]) func usualAndOtherWordsComeBack(word: String) throws
    {
        #expect(try back(.text(word), .text, suggestions: ["call", "letter"]) == .text(word))
    }

    /// A word that is chosen by “Other” and not written is asked for.
    @Test func otherNeedsAWord() throws {
        var field = FieldDeclaration("kind", .text, help: "")
        field.suggestions = ["call"]
        var texts = FormTexts()
        texts.add("kind" + ControlTexts.word, ControlTexts.other)
        #expect(throws: ControlError.self) { try control.value(of: field, named: "kind", in: texts) }
        texts.add("kind" + ControlTexts.own, "visit")
        let value = try control.value(of: field, named: "kind", in: texts)
        #expect(value == .text("visit"))
    }

    @Test(arguments: [
        ("2026-12-01T18:00:00", "2026-12-01T19:30:00", "Tuesday 1 December 2026, 18:00–19:30"),
        (
            "2026-12-01T22:00:00", "2026-12-02T01:00:00",
            "Tuesday 1 December 2026, 22:00 to 2 December 2026, 01:00"
        ),
        ("2026-12-01", "2026-12-02", "Tuesday 1 December 2026"),
        ("2026-12-01", "2026-12-04", "1 December 2026 to 3 December 2026"),
        ("2026-12-01T18:00:00", "2026-12-01T18:00:00", "Tuesday 1 December 2026, 18:00"),
    ])
    func aSpanIsSaid(start: String, end: String, words: String) throws {
        func shown(_ text: String) throws -> ShownTime {
            let written = try #require(WrittenTime(text))
            return ShownTime(date: written.date, time: written.time)
        }
        #expect(try DayWords.span(shown(start), shown(end)) == words)
    }

    @Test func anotherClockIsNamed() {
        let start = ShownTime(date: "2026-12-01", time: "20:00", place: " (Berlin)")
        let end = ShownTime(date: "2026-12-01", time: "22:00", place: "")
        #expect(
            DayWords.span(start, end)
                == "Tuesday 1 December 2026, 20:00 (Berlin) to 1 December 2026, 22:00")
    }

    @Test func objectsComeBack() throws {
        let fields = [
            FieldDeclaration("value", .text, help: "", isRequired: true),
            FieldDeclaration("types", .list(.text), help: "").formatted(.words),
            FieldDeclaration("preferred", .boolean, help: ""),
            FieldDeclaration("day", .partialDate, help: ""),
        ]
        let rows: DataValue = .list([
            .object([
                "value": .text("a@example.org"), "types": .texts(["home", "cell"]), "preferred": .bool(true),
            ]),
            .object(["value": .text("b"), "day": .text("--02-29")]),
        ])
        #expect(try back(rows, .list(.object(fields))) == rows)
        let one: DataValue = .object(["value": .text("x")])
        #expect(try back(one, .object(fields)) == one)
    }

    @Test func emptyControlsSayNothing() throws {
        let types: [FieldType] = [
            .text, .longText, .integer(), .decimal(), .boolean, .choice(["a"]), .date, .partialDate, .when,
            .instant, .localTime,
            .duration, .reference(Self.people), .object([FieldDeclaration("a", .boolean, help: "")]),
            .list(.text),
            .list(.object([FieldDeclaration("a", .text, help: "")])),
        ]
        for type in types { #expect(try back(.null, type) == nil, "\(type)") }
    }

    @Test func aDecimalCommaIsRead() throws {
        var texts = FormTexts()
        texts.add("n", "1,5")
        #expect(
            try control.value(of: FieldDeclaration("n", .decimal(), help: ""), named: "n", in: texts)
                == .decimal(1.5))
    }

    @Test(arguments: [("x", FieldType.integer()), ("1.5", .integer()), ("one", .decimal())])
    func whatIsNoNumberIsRefused(text: String, type: FieldType) {
        var texts = FormTexts()
        texts.add("n", text)
        #expect(throws: ControlError.self) {
            try control.value(of: FieldDeclaration("n", type, help: ""), named: "n", in: texts)
        }
    }

    @Test func aTimeNeedsADate() {
        var texts = FormTexts()
        texts.add("w:time", "09:30")
        #expect(throws: ControlError.self) {
            try control.value(of: FieldDeclaration("w", .when, help: ""), named: "w", in: texts)
        }
    }

    /// A name that was shown means its record; another text is looked up.
    @Test func aNameThatWasChangedIsAnotherRecord() throws {
        let field = FieldDeclaration("who", .reference(Self.people), help: "")
        var texts = FormTexts()
        control.add(.integer(7), of: field, named: "who", to: &texts)
        texts.clear("who")
        texts.add("who", "Ben")
        #expect(try control.value(of: field, named: "who", in: texts) == .text("Ben"))
        texts.clear("who")
        #expect(try control.value(of: field, named: "who", in: texts) == nil)
    }

    @Test func aRowCanBeRemoved() throws {
        let field = FieldDeclaration("notes", .list(.longText), help: "")
        var texts = FormTexts()
        control.add(.list([.text("a"), .text("b")]), of: field, named: "notes", to: &texts)
        let before = texts.fingerprint(of: "notes")
        texts.add("notes.0" + FormTexts.removeSuffix, "true")
        #expect(texts.fingerprint(of: "notes") != before)
        #expect(try control.value(of: field, named: "notes", in: texts) == .list([.text("b")]))
    }

    // MARK: - Fingerprints

    /// A browser sends line breaks of two characters, and NUL as U+FFFD: that is no change.
    @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{0}b", "\n\nx\n", "plain"])
    func whatABrowserMakesOfATextIsNoChange(text: String) {
        var (shown, sent) = (FormTexts(), FormTexts())
        shown.add("t", text)
        let normal = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
            "\n", with: "\r\n"
        )
        .replacing("\u{0}", with: "\u{FFFD}")
        sent.add("t", normal)
        #expect(shown.fingerprint(of: "t") == sent.fingerprint(of: "t"))
    }

    @Test func fingerprintsTellFieldsApart() {
        var texts = FormTexts()
        texts.add("name", "a")
        texts.add("name2", "b")
        texts.add("name.0", "c")
        var other = texts
        other.clear("name2")
        #expect(texts.fingerprint(of: "name") == other.fingerprint(of: "name"))
        #expect(texts.fingerprint(of: "name2") != other.fingerprint(of: "name2"))
        other.clear("name.0")
        #expect(texts.fingerprint(of: "name") != other.fingerprint(of: "name"))
    }

    @Test(arguments: 0..<200) func randomPartialDatesComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ limit: Int, _ length: Int) -> String {
            let text = String(random.int(1...limit))
            return String(repeating: "0", count: length - text.count) + text
        }
        let (year, month, day) = (number(9999, 4), number(12, 2), number(28, 2))
        let forms = [
            "\(year)-\(month)-\(day)", "--\(month)-\(day)", "\(year)-\(month)", year, "---\(day)",
            "--\(month)",
        ]
        let text = random.pick(forms)
        #expect(try back(.text(text), .partialDate) == .text(text))
    }

    /// A target of 0 is none: `0 of 0` says nothing.
    @Test(
        arguments: [
            (0, 0, "0"), (2, 0, "2"), (2, nil, "2"), (0, 3, "0 of 3"), (nil, 3, "NA"),
        ] as [(Int64?, Int64?, String)])
    func figuresHaveTargets(value: Int64?, goal: Int64?, words: String) {
        let figure: DataObject = ["value": .integer(orNull: value), "goal": .integer(orNull: goal)]
        #expect(FigurePages.number(figure) == words)
    }
}
