import AtriumHost
public import AtriumSDK
import Foundation
import GRDB
public import RecordKit

/// A check that compares a record kind's declaration with its database table.
///
/// The check also tests that commands, exports, imports and merges preserve the record values.
///
/// ```swift
/// @Test func theDeclarationFits() throws {
///     var generator = SeededGenerator(seed: 1)
///     let conformance = RecordConformance(habitKind, of: habitsModule, formats: [CSVFileFormat()])
///     #expect(try conformance.schemaFindings() == [])
///     #expect(try conformance.roundTripFindings(rounds: 20, using: &generator) == [])
/// }
/// ```
public struct RecordConformance {
    private let kind: RecordKind
    private let module: Module
    private let formats: [any Format]
    private let words: [String: [String]]
    private let prepare: (TemporaryHub) throws -> Void

    /// Creates a conformance check for a record kind.
    ///
    /// - Parameters:
    ///   - words: the valid texts for each field whose value has a ``WordRule`` or a custom codec. If a
    ///     field's list is empty, the generated input omits the field. Use an empty list if
    ///     `RecordRules.check` compares the field with another field and rejects random values. The generated
    ///     input contains a reference field only if this dictionary contains the field.
    ///   - prepare: prepares an empty vault by adding the records that reference fields need.
    public init(
        _ kind: RecordKind, of module: Module, formats: [any Format], words: [String: [String]] = [:],
        prepare: @escaping (TemporaryHub) throws -> Void = { _ in }
    ) {
        self.prepare = prepare
        self.kind = kind
        self.module = module
        self.formats = formats
        self.words = words
    }

    private var path: String {
        let id = kind.declaration.collection
        return kind.declaration.isMain ? id.module : "\(id.module) \(id.name)"
    }

    // MARK: - The schema

    /// Returns one sentence for each contradiction between the declaration and the database schema.
    ///
    /// The check inserts each field's minimum and maximum value and reads the values back.
    public func schemaFindings() throws -> [String] {
        var findings = signFindings
        try RecordContext.inMemory(module.migrations) { context in
            let table = RecordTable(kind, context)
            for value in kind.declaration.values {
                guard let field = value.fields.first, value.fields.count == 1, words[field.name] == nil,
                    !value.isDerived
                else { continue }
                for extreme in extremes(of: field.type, longest: value.longest) {
                    findings += try finding(value.name, extreme, table)
                }
            }
        }
        return findings
    }

    /// A finding if an exported file may lack the columns by which an import recognizes the file.
    private var signFindings: [String] {
        let file = kind.declaration.file
        let always = Set(kind.declaration.values.flatMap(\.cells).filter(\.isAlways).map(\.header) + ["uid"])
        let isKnown = file.signs.contains { sign in
            always.isSuperset(of: sign.all) && sign.any.count(where: always.contains) >= sign.atLeast
        }
        return isKnown
            ? []
            : ["\(file.name): an export may lack columns of every sign; mark those of a sign as `always`"]
    }

    private func finding(_ name: String, _ extreme: DataValue, _ table: RecordTable) throws -> [String] {
        var values = try sample(table.context)
        values[name] = extreme
        var finding: String?
        try table.context.db.inSavepoint {
            do {
                let id = try table.insert(values, uid: "sample", from: .file)
                let kept = try table.record(id).values
                for value in kind.declaration.values
                where !value.fields.isEmpty && !value.isDerived && kept[value.name] != values[value.name] {
                    finding =
                        "\(value.name) is read back as \(kept[value.name].json) if \(name) is \(extreme.json)"
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                finding = "\(name): the table rejects \(extreme.json), which the declaration allows"
            }
            return .rollback
        }
        return finding.map { [$0] } ?? []
    }

    /// Returns sample values that differ for each field, so that the check can detect swapped fields.
    private func sample(_ context: RecordContext) throws -> RecordValues {
        var values = kind.initial
        for value in kind.declaration.values where value.fields.count == 1 {
            let name = value.fields[0].name
            if value.isPosition { values[value.name] = .integer(1) }
            if let word = words[name]?.first {
                if case .list = value.fields[0].type { continue }
                values = try kind.applying([name: .text(word)], to: values, of: nil, context)
                continue
            }
            switch value.fields[0].type {
            case .text, .longText: values[value.name] = .text("the \(name)")
            case .list(.text): values[value.name] = .texts(["the \(name)", "more \(name)"])
            case .choice(let choices): values[value.name] = .text(choices[0])
            default: break
            }
        }
        return values
    }

    private func extremes(of type: FieldType, longest: Int?) -> [DataValue] {
        switch type {
        case .text, .longText: ["x"] + (longest.map { [.text(String(repeating: "é", count: $0))] } ?? [])
        case .integer(let bounds): [.integer(bounds.lowerBound), .integer(bounds.upperBound)]
        case .decimal(let bounds): [.decimal(bounds.lowerBound), .decimal(bounds.upperBound)]
        case .boolean: [.bool(false), .bool(true)]
        case .choice(let choices): choices.map(DataValue.text)
        case .date: ["0001-01-01", "9999-12-31"]
        case .list(.text): [["x"], ["x", "y"]]
        default: []
        }
    }

    // MARK: - Round trip

    /// Returns one sentence for each record value that a round trip loses.
    ///
    /// The check adds random records, exports the records and imports the exported file into an empty vault.
    /// Then the check edits the records at random, exports the records again and imports the new file over
    /// the earlier records.
    public func roundTripFindings(
        rounds: Int, using generator: inout some RandomNumberGenerator
    ) throws -> [String] {
        let (hub, copy) = (try emptyHub(), try emptyHub())
        var findings: [String] = []
        var records: [DataObject] = []
        for _ in 0..<rounds {
            let input = input(required: true, &generator)
            let added = try hub.run("\(path) add", input)
            findings += differences(of: added, from: input, "add")
            records.append(added)
        }
        let file = try file(of: hub)
        findings += try copy.importFile(file, module: module.id).issues.map { "import: \($0.message)" }
        findings += try differences(between: hub, copy, "import into an empty vault")
        for record in records {
            guard let id = record["id"] else { continue }
            let input = input(required: false, &generator)
            let edited = try hub.run("\(path) edit", input.with("record", id))
            findings += differences(of: edited, from: input, "edit")
        }
        _ = try copy.importFile(self.file(of: hub), module: module.id)
        findings += try differences(between: hub, copy, "import after edits")
        let again = try copy.importFile(self.file(of: copy), module: module.id)
        if again.unchanged != rounds {
            findings.append("\(rounds - again.unchanged) records change if their export is imported again")
        }
        return findings
    }

    private func emptyHub() throws -> TemporaryHub {
        let hub = try TemporaryHub(modules: [module], formats: formats)
        try prepare(hub)
        return hub
    }

    private func file(of hub: TemporaryHub) throws -> TextFile {
        let text = try hub.export(module.id, collection: kind.declaration.collection.name, format: .csv)
        return TextFile("records.csv", text)
    }

    private func records(of hub: TemporaryHub) throws -> [String: DataObject] {
        var input: DataObject = ["limit": 1000]
        for filter in kind.declaration.values.flatMap(\.filters) {
            switch filter.condition {
            case .hidesTrue: input[filter.name] = .bool(true)
            case .usually: input[filter.name] = "all"
            default: break
            }
        }
        return try hub.items("\(path) list", input).reduce(into: [:]) { records, record in
            if let uid = record["uid"]?.textValue { records[uid] = record }
        }
    }

    // MARK: - Merge

    /// Returns one sentence for each random edit that is lost when two vaults are merged.
    ///
    /// If only one vault changed a value, the merged record must have the changed value. If both vaults
    /// changed a value, the merged record must have this vault's value. A merged list may instead contain the
    /// new elements from both vaults.
    public func mergeFindings(
        rounds: Int, using generator: inout some RandomNumberGenerator
    ) throws -> [String] {
        let (here, there) = (try emptyHub(), try emptyHub())
        for _ in 0..<rounds { try here.run("\(path) add", input(required: true, &generator)) }
        // Both vaults start with the same file.
        let first = try file(of: here)
        for hub in [here, there] { _ = try hub.importFile(first, module: module.id) }
        let base = try records(of: here)
        for hub in [here, there] {
            for uid in base.keys.sorted() {
                try hub.run(
                    "\(path) edit", input(required: false, &generator).with("record", .text(uid)))
            }
        }
        let (ours, theirs) = (try records(of: here), try records(of: there))
        var request = try ImportRequest(files: [("records.csv", file(of: there))], module: module.id)
        request.onConflict = .merge
        _ = try here.session().importFiles(request)
        let merged = try records(of: here)
        return base.keys.sorted().flatMap { uid -> [String] in
            kind.declaration.values.filter { !$0.isDerived }.compactMap { value in
                let states = [base, ours, theirs, merged].map { records in
                    value.fields.map { records[uid]?[$0.name] ?? .null }
                }
                return Self.isMerged(states[0], states[1], states[2], states[3])
                    ? nil
                    : "merge: \(value.name) lost an edit; base, here, there and merged are "
                        + "\(states.map { DataValue.list($0).json })"
            }
        }
    }

    private static func isMerged(
        _ base: [DataValue], _ ours: [DataValue], _ theirs: [DataValue], _ merged: [DataValue]
    ) -> Bool {
        if ours == base || ours == theirs { return merged == theirs }
        if theirs == base { return merged == ours }
        guard case .list(let old)? = base.first, base.count == 1, let own = ours[0].listValue,
            let new = theirs[0].listValue, let all = merged[0].listValue
        else { return merged == ours }
        // If elements cannot be matched, the merge has this vault's list.
        return merged == ours
            || (own + new).filter { !old.contains($0) }.allSatisfy(all.contains)
                && all.allSatisfy((own + new).contains)
    }

    /// Returns random command input with at most one field for each declared value.
    private func input(required: Bool, _ generator: inout some RandomNumberGenerator) -> DataObject {
        var input = DataObject()
        for value in kind.declaration.values where !value.isDerived {
            let fields = value.fields.filter { field in
                if case .list(.reference) = field.type { return words[field.name] != nil }
                return words[field.name]?.isEmpty != true
            }
            guard let field = fields.randomElement(using: &generator) else { continue }
            let isNeeded =
                required && (field.isRequired || value.isNotNull) && field.defaultValue == nil
            guard isNeeded || Bool.random(using: &generator) else { continue }
            input[field.name] = random(field, &generator)
        }
        return input
    }

    private func random(_ field: FieldDeclaration, _ generator: inout some RandomNumberGenerator) -> DataValue
    {
        func text(lines: Bool) -> String {
            if let words = words[field.name] { return words.randomElement(using: &generator) ?? "x" }
            let pieces = ["a", "Ünï", "b c", ",", ";", "\"q\"", "\\", "=1+1", "日本"] + (lines ? ["\n"] : [])
            let middle = (0..<Int.random(in: 0...4, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }
            return "w\(Int.random(in: 0...999_999, using: &generator))" + middle.joined() + "z"
        }
        switch field.type {
        case .text: return .text(text(lines: false))
        case .longText: return .text(text(lines: true))
        case .integer(let bounds): return .integer(Int64.random(in: bounds, using: &generator))
        case .decimal(let bounds):
            let greatest = min(bounds.upperBound, 1000)
            return .decimal((Double.random(in: 1...greatest, using: &generator) * 100).rounded() / 100)
        case .boolean: return .bool(Bool.random(using: &generator))
        case .choice(let choices): return .text(choices.randomElement(using: &generator) ?? "")
        case .date:
            return .text(LocalDate(daysSince1970: Int.random(in: 0...20_000, using: &generator)).description)
        case .when:
            if let words = words[field.name] { return .text(words.randomElement(using: &generator) ?? "") }
            let day = LocalDate(daysSince1970: Int.random(in: 0...20_000, using: &generator))
            return .text(Bool.random(using: &generator) ? "\(day)" : "\(day)T10:30:00")
        case .list(.reference): return .texts([text(lines: false)])
        case .list:
            let count = Int.random(in: 1...3, using: &generator)
            return .texts((0..<count).map { _ in text(lines: false).filter { !",;".contains($0) } })
        default: return .null
        }
    }

    private func differences(of record: DataObject, from input: DataObject, _ way: String) -> [String] {
        let references = kind.declaration.values.flatMap(\.fields).filter {
            if case .list(.reference) = $0.type { true } else { false }
        }.map(\.name)
        return input.entries.filter { !references.contains($0.name) }.compactMap { entry in
            record[entry.name] == entry.value || isSameWords(record[entry.name], entry.value)
                ? nil
                : "\(way): \(entry.name) is \(record[entry.name]?.json ?? "missing"), not \(entry.value.json)"
        }
    }

    /// Returns true if two values contain the same words, ignoring differences in the stored form.
    ///
    /// A word rule may store a word in another form, and a list may omit duplicate words.
    private func isSameWords(_ kept: DataValue?, _ given: DataValue) -> Bool {
        func texts(_ value: DataValue?) -> [String] {
            (value?.listValue ?? [value].compactMap { $0 }).compactMap(\.textValue)
        }
        return !texts(kept).isEmpty && Set(texts(kept).map(Words.key)) == Set(texts(given).map(Words.key))
    }

    private func differences(between hub: TemporaryHub, _ copy: TemporaryHub, _ way: String) throws
        -> [String]
    {
        let (records, copies) = (try records(of: hub), try records(of: copy))
        let names = kind.declaration.values.flatMap(\.fields).map(\.name)
        return records.flatMap { uid, record in
            names.compactMap { name in
                let there = copies[uid]?[name]
                return record[name] == there
                    ? nil
                    : "\(way): \(name) of \(uid) is \(there?.json ?? "missing"), "
                        + "not \(record[name]?.json ?? "")"
            }
        }
    }
}

extension RecordContext {
    /// Runs a closure with an in-memory context whose database has the tables from the migrations.
    public static func inMemory<Result>(
        _ migrations: [Migration] = [], _ body: (RecordContext) throws -> Result
    ) throws -> Result {
        try DatabaseQueue().write { db in
            for migration in migrations { try db.execute(sql: migration.sql) }
            return try body(
                RecordContext(
                    db: db, now: Date(timeIntervalSince1970: 0), settings: UserSettings(timeZone: .gmt),
                    tags: MemoryTags()))
        }
    }
}

extension DataObject {
    /// Returns a copy of the object in which one entry is added or replaced.
    fileprivate func with(_ name: String, _ value: DataValue) -> DataObject {
        var copy = self
        copy[name] = value
        return copy
    }
}
