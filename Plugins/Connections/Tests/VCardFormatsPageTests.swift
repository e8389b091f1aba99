import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import Testing
import VCardFormat

@testable import Connections

/// The table in docs/formats.md that says where each property goes.
struct VCardTable {
    /// A row: property, where it comes from, an example, and the fields of the record that it fills.
    struct Row: Sendable, CustomTestStringConvertible {
        var property: String
        var line: String
        var fields: Set<String>
        var testDescription: String { property }
    }

    static let rows: [Row] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/formats.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let section = text.components(separatedBy: "\n## vCard\n").last?.components(separatedBy: "\n## ")
            .first
        return (section ?? "").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, cells[3].hasPrefix("`"), cells[3].hasSuffix("`") else { return nil }
            return Row(
                property: cells[1], line: String(cells[3].dropFirst().dropLast()),
                fields: Set(cells[4].components(separatedBy: ", ").filter { $0 != "source" }))
        }
    }()
}

@Suite struct VCardFormatsPageTests {
    /// What every card of this test has; the example comes before it.
    private static let rest =
        "VERSION:4.0\r\nFN:Base\r\nitem1.TEL:+1 555 0100\r\nitem2.ADR:;;1 Main St;Town;;;\r\nEND:VCARD\r\n"

    private static func card(_ line: String?) throws -> VCard {
        let text = "BEGIN:VCARD\r\n" + (line.map { $0 + "\r\n" } ?? "") + rest
        return try #require(try Cards.read(Array(text.utf8)).first)
    }

    /// The fields of a record by the names that commands and the page have for them.
    private static func fields(_ card: VCard) -> [String: String] {
        let mapped = ContactsVCard.map(card)
        let person = mapped.draft.person
        var fields: [String: String?] = [
            "name": person.displayName, "kind": person.kind, "birthday": person.birthday,
            "anniversary": person.anniversary, "gender": person.gender?.rawValue,
            "metDate": person.metDate, "tags": "\(person.tags)", "addresses": "\(person.addresses)",
            "photo": mapped.draft.photo.map { "\($0)" }, "uid": mapped.uid,
        ]
        for (field, path) in PersonFields.texts { fields[field.declaration.name] = person[keyPath: path] }
        for kind in DetailKind.allCases { fields[kind.declaration.field] = "\(person.details(kind))" }
        return fields.compactMapValues { $0 }
    }

    @Test("The page lists exactly the properties that the codec knows")
    func isComplete() {
        #expect(VCardTable.rows.count == Set(VCardTable.rows.map(\.property)).count)
        #expect(Set(VCardTable.rows.map(\.property)) == Set(VCardProperty.names))
    }

    @Test("A property goes where the page says, and comes out again", arguments: VCardTable.rows)
    func row(_ row: VCardTable.Row) throws {
        let card = try Self.card(row.line)
        let line = try #require(card.component.properties.first)
        #expect(line.canonicalName == row.property)
        let with = Self.fields(card)
        let without = try Self.fields(Self.card(nil))
        let changed = Set(with.keys).union(without.keys).filter { with[$0] != without[$0] }
        #expect(changed == row.fields)
        // Another field is edited: the line stays as it is.
        let bytes = Array(("BEGIN:VCARD\r\n" + row.line + "\r\n" + Self.rest).utf8)
        let vault = try TestVault()
        try vault.importAll([ContactsVCard.map(card)])
        _ = try vault.run("edit", ["record": 1, "addNotes": ["an added note"]])
        let exported = try vault.export(
            ContactsVCard.exporter, sources: [1: Source(text: bytes, container: 1, isEdited: true)])
        let again = try #require(try Cards.read(exported).first)
        // REV alone says when the card was edited.
        #expect(again.component.properties.contains(line) == (row.property != "REV"))
        #expect(again.component.properties.contains { $0.text() == "an added note" })
    }
}
