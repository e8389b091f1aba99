import AtriumCLI
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import SeededRandom
import Testing

/// Every command of every module, called with values that fit, nearly fit and do not fit at all.
///
/// What holds of each: it answers, or refuses in words for whoever called, and is never at a loss (`internal`, exit 70); and
/// after all of them the vault contradicts itself nowhere. `ATRIUM_RANDOM_CALLS` says how many calls are made.
@Suite struct RandomCommandTests {
    private static let calls = Int(ProcessInfo.processInfo.environment["ATRIUM_RANDOM_CALLS"] ?? "") ?? 600

    /// A hub with all modules on and a few records of most.
    private static func hub() throws -> TemporaryHub {
        let hub = try TemporaryHub(modules: installedModules, formats: installedFormats)
        for (command, values) in [
            ("connections add", ["name": "Rose"]), ("connections add", ["name": "Rosa"]),
            ("habits add", ["title": "Rose", "unit": "pages"]), ("activities add", ["name": "Rose"]),
            ("calendar add", ["summary": "Rose", "start": "2026-03-01T09:30:00"]),
            ("reminders add", ["text": ["Rose", "every", "day"], "plain": false]),
            ("journal add", ["title": "Rose"]), ("exercise add", ["name": "Rose", "category": "strength"]),
        ] as [(String, DataObject)] {
            try hub.run(command, values)
        }
        return hub
    }

    @Test(arguments: [1, 2]) func theHostDecodesAnything(seed: UInt64) throws {
        let hub = try Self.hub()
        let session = try hub.session()
        let entries = try session.catalog().filter(Self.isTried)
        #expect(entries.count > 150)
        var values = RandomValues(seed: seed)
        var answers = 0
        for _ in 0..<Self.calls {
            let entry = values.generator.pick(entries)
            let object = values.object(entry.declaration.fields)
            do {
                _ = try session.run(entry, values: object)
                answers += 1
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(entry.path.joined(separator: " ")) \(object): \(error)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(answers > Self.calls / 20)
        #expect(try session.contradictions() == [])
    }

    @Test(arguments: [3, 4]) func theCommandLineReadsAnything(seed: UInt64) throws {
        let hub = try Self.hub()
        let entries = try hub.session().catalog().filter(Self.isTried)
        let tool = CommandLineTool(modules: installedModules, formats: installedFormats)
        var values = RandomValues(seed: seed)
        var statuses: [Int32: Int] = [:]
        for _ in 0..<Self.calls / 4 {
            let words = values.words(values.generator.pick(entries))
            let output = MemoryOutput(terminalColumns: nil)
            let errors = MemoryOutput(terminalColumns: nil)
            let status = tool.run(
                words,
                environment: [
                    "ATRIUM_HOME": hub.hub.home, "USER": "ada", "TERM": "dumb",
                ],
                input: MemoryInput(Array("Rose\n".utf8)), output: output, errors: errors)
            statuses[status, default: 0] += 1
            #expect(
                [0, 64, 65, 66, 69, 73, 74, 75, 77].contains(status), "\(words): \(status) \(errors.text)")
            // A word less, and it may have been the one that asks for JSON.
            if status == 0, words.contains("--json") {
                #expect(
                    (try? JSONSerialization.jsonObject(
                        with: Data(output.text.utf8), options: .fragmentsAllowed)) != nil
                        || words.contains { ["-h", "--help", "--version"].contains($0) }, "\(words)")
            } else if status != 0 {
                #expect(!(output.text + errors.text).isEmpty, "\(words)")
            }
        }
        #expect(statuses[0, default: 0] > 0 && statuses[64, default: 0] > 0)
        #expect(try hub.session().contradictions() == [])
    }

    /// Not those that hash passwords, which takes a quarter of a second each, or that wait for others; nor those that end
    /// what the next calls need.
    private static func isTried(_ entry: CatalogEntry) -> Bool {
        guard case .brief = entry.effort else { return false }
        return !["modules", "users"].contains(entry.path[0])
    }
}

/// Values for fields: most fit the field's type, some those of another, and some no type at all.
private struct RandomValues {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let texts = [
        "Rose", "rosa", "1", "2", "-1", "0", "", " ", "\u{0}", "a\u{0}b", "\u{202E}abc", "é", "e\u{301}",
        "薔薇 🌹", "%", "_", "'",
        "\\", "*", "a b\nc", "--json", "-5", "[]", "{}", "x=y;z", "99999999999999999999", "1e400", "NaN",
        "0x10",
        String(repeating: "x", count: 5000), "every day at 25:00", "FREQ=SECONDLY",
        "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=6", "48.2,16.37",
        "91,181", "80x5", "175 lb", "5 km", "-3 km", "Europe/Vienna", "Mars/Olympus", "connections/people",
        "connections", "habits",
    ]
    private static let days = [
        "2026-03-01", "today", "yesterday", "+3d", "-2w", "friday", "2026-02-30", "0000-00-00", "9999-12-31",
        "1582-10-10", "+99999999d",
        "--02-29", "2026", "2026-03", "2026-03-01T09:30:00", "2026-03-01T09:30:00Z", "2026-03-29T02:30:00",
        "1-1-1",
    ]
    private static let durations = ["PT1H30M", "P1D", "-PT15M", "P0D", "P99999999W", "PT", "1h"]

    mutating func text() -> String { generator.pick(Self.texts) }

    private mutating func chance(_ percent: Int) -> Bool { generator.int(1...100) <= percent }

    /// Values for some of the fields, and now and then one that was not declared.
    mutating func object(_ fields: [FieldDeclaration]) -> DataObject {
        var object: DataObject = [:]
        for field in fields where field.isRequired ? chance(95) : chance(25) {
            object[field.name] = value(field.type)
        }
        if chance(3) { object[text()] = .text(text()) }
        return object
    }

    private mutating func value(_ type: FieldType) -> DataValue {
        if chance(4) { return .null }
        if chance(8) {
            return generator.pick([
                .bool(true), .integer(.max), .integer(.min), .decimal(1e300), .decimal(-0.0), .text(text()),
                .list([]),
                .list([.text(text()), .null]), .object([:]), .object(["x": .list([.object([:])])]),
            ])
        }
        switch type {
        case .text, .longText, .secret: return .text(text())
        case .integer(let range):
            return .integer(
                generator.pick([
                    range.lowerBound, range.upperBound, min(max(range.lowerBound, 3), range.upperBound),
                ]))
        case .decimal(let range): return .decimal(generator.pick([range.lowerBound, range.upperBound, 1.5]))
        case .boolean: return .bool(chance(50))
        case .choice(let choices): return .text(generator.pick(choices))
        case .date, .partialDate, .instant, .localTime, .when: return .text(generator.pick(Self.days))
        case .duration: return .text(generator.pick(Self.durations))
        case .reference:
            return chance(60)
                ? .text(generator.pick(["Rose", "rosa", "Nobody"])) : .integer(Int64(generator.int(-1...4)))
        case .file: return .text(text())
        case .object(let fields): return .object(object(fields))
        case .list(let type):
            let count = generator.int(0...3)
            return .list((0..<count).map { _ in value(type) })
        }
    }

    /// A command line: the command's own words and options, with values as text, some left out, doubled or in a strange place.
    mutating func words(_ entry: CatalogEntry) -> [String] {
        var words = entry.path + ["--json"]
        for field in entry.declaration.fields where field.isRequired ? chance(95) : chance(25) {
            let value = value(field.type)
            for value in value.listValue ?? [value] {
                let text = value.textValue ?? value.json
                if field.isPositional {
                    words.append(text)
                } else if value == .bool(true) {
                    words.append("--\(field.optionName)")
                } else {
                    words += chance(50) ? ["--\(field.optionName)", text] : ["--\(field.optionName)=\(text)"]
                }
            }
        }
        if chance(10) { words.insert(text(), at: generator.int(0...words.count)) }
        if chance(10) {
            words.insert(
                generator.pick(["--", "-h", "--clear", "--nothing", "--=x", "-"]),
                at: generator.int(0...words.count))
        }
        if chance(5) { words.remove(at: generator.int(0...words.count - 1)) }
        return words
    }
}
