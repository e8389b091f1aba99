import AtriumSDK
import Foundation
import SeededRandom
import Testing

@Suite struct DataValueTests {
    /// Values whose JSON is exactly this, both ways.
    @Test(arguments: [
        (DataValue.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
        (.integer(0), "0"), (.integer(-42), "-42"),
        (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
        (.decimal(1.5), "1.5"), (.decimal(-0.25), "-0.25"), (.decimal(1e300), "1e+300"),
        (.decimal(.leastNonzeroMagnitude), "5e-324"), (.decimal(0.1), "0.1"),
        (.text(""), #""""#), (.text("Zoë 👩‍👩‍👧 日本"), #""Zoë 👩‍👩‍👧 日本""#),
        (.text("\"\\/"), #""\"\\/""#),
        (.list([]), "[]"), (.list([.null, .list([.bool(true)]), .object([:])]), "[null,[true],{}]"),
        (.object([:]), "{}"), (.object(["": .text(""), "a\"b": .list([])]), #"{"":"","a\"b":[]}"#),
    ])
    func isWrittenAndReadBack(value: DataValue, json: String) throws {
        #expect(value.json == json)
        #expect(try DataValue(json: Data(json.utf8)) == value)
    }

    /// Nothing that moves a terminal's cursor or ends a JavaScript line leaves unescaped.
    @Test func escapesControlCharactersAndLineSeparators() throws {
        let controls = [0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029].joined()
            .compactMap { Unicode.Scalar($0 as Int) }
        #expect(controls.count == 32 + 33 + 2)
        for scalar in controls {
            let value = DataValue.text("a\(Character(scalar))b")
            let short = ["\n": "\\n", "\r": "\\r", "\t": "\\t"][String(Character(scalar))]
            let hex = String(scalar.value, radix: 16)
            let escape = short ?? "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            #expect(value.json == "\"a\(escape)b\"")
            #expect(try DataValue(json: Data(value.json.utf8)) == value)
        }
    }

    @Test func escapesEachHalfOfALineEnd() {
        #expect(DataValue.text("a\r\nb\n\rc").json == #""a\r\nb\n\rc""#)
    }

    @Test func writesNamesInTheirOrder() {
        let object: DataObject = ["zeta": .integer(1), "alpha": .integer(2), "mid": .integer(3)]
        #expect(DataValue.object(object).json == #"{"zeta":1,"alpha":2,"mid":3}"#)
    }

    /// JSON cannot say them; a text that no reader takes would be worse.
    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func writesNumbersThatAreNoneAsNull(number: Double) {
        #expect(DataValue.decimal(number).json == "null")
    }

    @Test(arguments: [
        ("9223372036854775808", DataValue.decimal(9_223_372_036_854_775_808)),
        ("-9223372036854775809", .decimal(-9_223_372_036_854_775_808)),
        ("1e400", nil), ("-1e400", nil), ("1.0", .integer(1)), ("1e3", .integer(1000)),
        ("1e-3", .decimal(0.001)), ("12345678901234567890123", .decimal(12_345_678_901_234_567_741_440)),
        (" 7\n", .integer(7)), ("-0", .integer(0)),
    ])
    func readsNumbers(json: String, value: DataValue?) {
        #expect((try? DataValue(json: Data(json.utf8))) == value)
    }

    /// Shortest digits that read back as the same number, over all sizes.
    @Test func decimalsReadBackExactly() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
            guard number.isFinite, number != number.rounded() else { continue }
            #expect(try DataValue(json: Data(DataValue.decimal(number).json.utf8)) == .decimal(number))
        }
    }

    @Test(arguments: [
        (#""\u00e9\ud83d\ude00\/\b\f""#, "é😀/\u{8}\u{C}"), (#""\u0000""#, "\u{0}"),
        (#""a\u2028""#, "a\u{2028}"),
    ])
    func readsEscapes(json: String, text: String) throws {
        #expect(try DataValue(json: Data(json.utf8)) == .text(text))
    }

    @Test(arguments: [
        "", " ", "nul", "True", "'a'", "{", "[", "[1", "[1 2]", "{a:1}", #"{"a"}"#, #"{"a":}"#,
        #"{"a":1"#, "1 2", "01", "1.", ".5", "+1", "0x10", "NaN", "Infinity", "-", #""a"#, #""\x""#,
        #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #"{"a":1,"a":2}"#, "[1,]",
        #"{"a":1,}"#, "-01", "1e", "tru", "nulls", "\"a\nb\"", "[1]]", "<a/>",
        String(repeating: "[", count: 100_000),
        String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000),
        String(repeating: #"{"a":"#, count: 5000) + "1" + String(repeating: "}", count: 5000),
    ])
    func refusesWhatIsNoJSON(json: String) {
        let error = #expect(throws: AtriumError.self) { try DataValue(json: Data(json.utf8)) }
        #expect(error?.code == .badData)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            let error = #expect(throws: AtriumError.self) { try DataValue(json: Data(bytes)) }
            #expect(error?.code == .badData)
        }
    }

    @Test func readsItsKindOnly() {
        let values: [DataValue] = [
            .null, .bool(true), .integer(1), .decimal(1), .text("1"), .list([]), .object([:]),
        ]
        #expect(values.map { $0.textValue != nil } == [false, false, false, false, true, false, false])
        #expect(values.map { $0.integerValue != nil } == [false, false, true, false, false, false, false])
        #expect(values.map { $0.listValue != nil } == [false, false, false, false, false, true, false])
        #expect(values.map { $0.objectValue != nil } == [false, false, false, false, false, false, true])
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(DataValue.text(orNull: nil).isNull && DataValue.text(orNull: "a") == .text("a"))
        #expect(DataValue.integer(orNull: nil).isNull && DataValue.integer(orNull: 1) == .integer(1))
        #expect(DataValue.decimal(orNull: nil).isNull && DataValue.decimal(orNull: 1) == .decimal(1))
    }
}

@Suite struct DataObjectTests {
    @Test func keepsTheOrderOfNames() {
        var object = DataObject()
        #expect(object.isEmpty)
        for name in ["c", "a", "b"] { object[name] = .text(name) }
        object["a"] = .integer(1)
        #expect(object.names == ["c", "a", "b"])
        #expect(object["a"] == .integer(1))
        object["c"] = nil
        #expect(object.names == ["a", "b"])
        object["absent"] = nil
        #expect(object.names == ["a", "b"])
        object["c"] = .null
        #expect(object.names == ["a", "b", "c"])
        #expect(object["c"] == .null)
        #expect(object["absent"] == nil)
    }

    @Test func aRepeatedNameKeepsItsFirstPlaceAndItsLastValue() {
        let object: DataObject = ["a": .integer(1), "b": .integer(2), "a": .integer(3)]
        #expect(object.names == ["a", "b"])
        #expect(object["a"] == .integer(3))
    }

    @Test func orderIsPartOfTheValue() {
        let one: DataObject = ["a": .integer(1), "b": .integer(2)]
        let other: DataObject = ["b": .integer(2), "a": .integer(1)]
        #expect(one != other)
    }
}
