import AtriumSDK
import CSVFormat
import Foundation
import Testing
import TextDecoding

@testable import Connections

/// The tables in the section "CSV" of docs/formats.md that say what each column of each profile becomes.
private struct ColumnRow: Hashable, CustomTestStringConvertible {
    var profile: String
    var column: String
    /// Whether the first of two columns of the name is meant.
    var isFirstOfTwo = false
    var goesTo: String
    var testDescription: String { "\(profile): \(column)" }

    /// The lines of the section.
    private static let lines: [Substring] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/formats.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let section = text.components(separatedBy: "\n## CSV\n").last?.components(separatedBy: "\n## ").first
        return (section ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    }()

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The source of each profile's names, from the rows of `| profile | signature | source of the names |`.
    static let sources: [String: String] = {
        let rows = lines.map(cells).drop { $0 != ["profile", "signature", "source of the names"] }
        return rows.dropFirst(2).prefix { $0.count == 3 }.reduce(into: [:]) { $0[unquoted($1[0])] = $1[2] }
    }()

    /// Rows of `| profile | column | goes to |`, and of tables with a profile for each column after `goes to`.
    static let all: [ColumnRow] = {
        var profiles: [String] = []
        var rows: [ColumnRow] = []
        for line in lines {
            let cells = ColumnRow.cells(line)
            if cells.isEmpty {
                profiles = []
            } else if cells == ["profile", "column", "goes to"] {
                profiles = ["*"]
            } else if cells.first == "goes to" {
                profiles = cells.dropFirst().map(unquoted)
            } else if profiles == ["*"], cells.count == 3, cells[0].hasPrefix("`") {
                rows += columns(cells[1], of: unquoted(cells[0]), cells[2])
            } else if cells.count == profiles.count + 1, cells[0].hasPrefix("`") {
                for (profile, cell) in zip(profiles, cells.dropFirst()) {
                    rows += columns(cell, of: profile, cells[0])
                }
            }
        }
        return rows
    }()

    private static func columns(_ cell: String, of profile: String, _ goesTo: String) -> [ColumnRow] {
        // Names may have commas in them, so that they are told by their quotes.
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 1
        }.map {
            ColumnRow(
                profile: profile, column: String($0.element), isFirstOfTwo: cell.contains("the first of two"),
                goesTo: goesTo)
        }
    }

    private static func unquoted(_ cell: String) -> String { cell.replacing("`", with: "") }
}

@Suite struct CSVFormatsPageTests {
    @Test func thePageNamesEveryColumnOfEveryProfile() {
        let written = Dictionary(grouping: ColumnRow.all, by: \.profile).mapValues { Set($0.map(\.column)) }
        var known: [String: Set<String>] = [:]
        for dialect in ContactProfiles.all {
            known[dialect.profile.name, default: []].formUnion(dialect.profile.columns.flatMap(\.names))
        }
        #expect(written.keys.sorted() == known.keys.sorted())
        for (profile, columns) in known {
            #expect(written[profile, default: []].symmetricDifference(columns).sorted() == [], "\(profile)")
        }
    }

    /// The page says of each profile whether its names are of real files.
    @Test func aProgramIsTriedIfThePageNamesRealFiles() throws {
        for dialect in ContactProfiles.all {
            guard let program = dialect.program else { continue }
            let name = dialect.profile.name
            #expect(program.profile == name)
            let source = try #require(ColumnRow.sources[name], "\(name)")
            #expect(program.isTried == source.contains("real file"), "\(name)")
        }
    }

    /// A file of one row in which that column alone is set changes just the field that the page names.
    @Test(arguments: ColumnRow.all)
    fileprivate func aColumnGoesWhereThePageSays(row: ColumnRow) throws {
        #expect(try Self.goesTo(row) == row.goesTo)
    }

    private static func goesTo(_ row: ColumnRow) throws -> String {
        let dialects = ContactProfiles.all.filter { $0.profile.name == row.profile }
        let dialect = try #require(dialects.first)
        let column = row.column.replacing("#", with: "1")
        var header = dialect.profile.signature
        if row.isFirstOfTwo { header += [column] }
        if row.isFirstOfTwo || !header.contains(column) { header.append(column) }
        let meaning = try #require(
            dialect.profile.columns.first { entry in entry.names.contains(row.column) }?.field.meaning)
        // A part of a value says nothing without the value.
        let companion = dialect.profile.columns.first { isValue($0.field.meaning, of: meaning) }?.names.first?
            .replacing("#", with: "1")
        if let companion, !header.contains(companion) { header.append(companion) }
        func person(_ cells: [String: String]) throws -> [String: String] {
            var seen: Set<String> = []
            let row = header.map { name in seen.insert(name).inserted ? cells[name] ?? "" : "" }
            var writer = CSVWriter()
            var output: [UInt8] = []
            writer.append(header, to: &output)
            writer.append(row, to: &output)
            let file = try CSVFile(output)
            #expect(file.recognition?.profile == dialect.profile.name)
            let item = try #require(try file.items().first)
            return fields(item.draft.person, uid: item.uid)
        }
        let value = if case .detail(.geo, _) = meaning { "1.5,2.5" } else { "Companion" }
        let base = try person(companion.map { [$0: value] } ?? ["": ""])
        let probed = try person([companion ?? "": value].merging([column: probe(meaning)]) { $1 })
        return changes(from: base, to: probed)
    }

    private static func isValue(_ meaning: ContactColumn.Meaning, of part: ContactColumn.Meaning) -> Bool {
        switch (meaning, part) {
        case (.detail(let kind, .value), .detail(let other, let part)):
            kind == other && part != .value && !(kind == .organization && part == .qualifier)
        case (.address(.street), .address(let part)): part.path == nil
        default: false
        }
    }

    private static func probe(_ meaning: ContactColumn.Meaning) -> String {
        switch meaning {
        case .single(.birthday), .single(.anniversary), .single(.metDate), .detail(.date, .value):
            "1990-02-03"
        case .detail(.geo, .value): "48.5,16.5"
        case .single(.gender): "female"
        case .single(.cadenceDays): "30"
        case .detail(_, .word), .address(.word), .detail(_, .types), .address(.types): "Home"
        case .detail(_, .preference), .address(.preference): "2"
        case .birthday(.year): "1990"
        case .birthday: "2"
        default: "Probe"
        }
    }

    /// All that a record says, by the names that commands have for its fields.
    private static func fields(_ person: Person, uid: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for single in SingleColumn.allCases {
            fields[single.rawValue] = single.path.flatMap { person[keyPath: $0] }
        }
        fields["cadenceDays"] = person.cadence?.description
        fields["uid"] = uid
        fields["name"] = person.isNameDerived ? nil : person.displayName
        fields["gender"] = person.gender?.rawValue
        fields["tags"] = person.tags.isEmpty ? nil : "\(person.tags)"
        for detail in person.details {
            let field = detail.kind.declaration.field
            if !detail.value.isEmpty { fields[field, default: ""] += detail.value }
            fields[field + " types"] = detail.types.isEmpty ? nil : detail.types.joined(separator: ", ")
            fields[field + " label"] = detail.label
            let qualifier = [DetailKind.custom: " name", .messaging: " service", .organization: " units"]
            fields[field + (qualifier[detail.kind] ?? " qualifier")] = detail.qualifier
            fields[field + " preference"] = detail.preference.map(String.init)
        }
        for address in person.addresses {
            for part in ContactColumn.AddressPart.allCases {
                fields["addresses " + part.rawValue] = part.path.flatMap { address[keyPath: $0] }
            }
            fields["addresses types"] = address.types.isEmpty ? nil : address.types.joined(separator: ", ")
            fields["addresses label"] = address.label
            fields["addresses preference"] = address.preference.map(String.init)
        }
        return fields
    }

    /// What differs: `phones` (types home, fax).
    private static func changes(from base: [String: String], to probed: [String: String]) -> String {
        var changed = probed.filter { base[$0.key] != $0.value }
        let value = changed.keys.sorted().first { key in
            !["types", "label", "service", "units", "preference", "name"].contains { key.hasSuffix(" " + $0) }
        }
        // A value's column may imply more; a part's column changes only the part.
        guard let value else { return changed.keys.sorted().map { "`\($0)`" }.joined(separator: ", ") }
        changed[value] = nil
        let rest = changed.sorted { $0.key < $1.key }.map { key, text in
            "\(key.split(separator: " ").last ?? "") \(text)"
        }
        return "`\(value)`" + (rest.isEmpty ? "" : " (\(rest.joined(separator: "; ")))")
    }
}
