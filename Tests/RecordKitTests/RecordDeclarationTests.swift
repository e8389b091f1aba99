import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import Testing

@testable import RecordKit

/// A kind that stands nowhere else: a value of each type.
private let declaration = RecordDeclaration(
    CollectionID(module: "shed", name: "tools"), "tool", isMain: true, table: "shed_tool",
    values: [
        .line("name", "What it is called.").required.positional.upTo(10),
        .integer("rating", in: 1...5, "How good it is.").titled("Stars"),
        .decimal("weight", above0To: 100, "How heavy it is."),
        .choice("state", of: ["new", "worn"], "What state it is in.").defaulting(to: "new"),
        .boolean("lent", "Whether somebody has it."), .date("bought", "When it was bought."),
        .texts("uses", "What it is for.").listed(as: .names).unordered,
        .text("notes", "More about it."),
    ],
    listColumns: ["id", "name"], sorts: [SortDeclaration("name", "lower(r.name)")],
    file: FileDeclaration(
        "tools.csv", signs: [SignDeclaration(["name", "rating"])], fingerprints: [["name"]]))
private let kind = RecordKind(declaration)

@Suite struct RecordDeclarationTests {
    private func applying(_ input: DataObject, to values: RecordValues) throws -> RecordValues {
        try RecordContext.inMemory { try kind.applying(input, to: values, of: nil, $0) }
    }

    @Test func aDeclarationIsData() throws {
        let json = try JSONEncoder().encode(declaration)
        #expect(try JSONDecoder().decode(RecordDeclaration.self, from: json) == declaration)
    }

    @Test func fieldsForNamedRecordsSayWhichRecords() {
        let fields = PeopleFields(
            "values", of: CollectionID(module: "values", name: "values"), words: "the values that it serves")
        #expect(fields.all.declaration.help == "The values that it serves.")
        #expect(
            fields.changes.map { [$0.name, $0.help] } == [
                ["addValues", "Add to the values that it serves."],
                ["removeValues", "Remove from the values that it serves."],
            ])
    }

    @Test func fieldsHaveTitles() {
        let fields = kind.recordFields
        #expect(fields.map(\.title).prefix(4) == ["ID", "UID", "Name", "Stars"])
        #expect(FieldDeclaration("timesDone", .integer(), help: "").title == "Times done")
        #expect(FieldDeclaration("a", .choice(["must-do"]), help: "").title(ofChoice: "must-do") == "Must do")
    }

    @Test(arguments: [
        ("name", DataValue.text("  A\u{A0}b \n c "), DataValue.text("A\u{A0}b   c")),
        ("rating", .null, .null),
        ("weight", .integer(2), .decimal(2)), ("state", .null, .text("new")),
        ("uses", .list([.text("dig"), .text("Dig"), .text("cut; saw")]), .texts(["dig", "cut", "saw"])),
        ("notes", .text(" \n"), .null), ("notes", .text("  a\n b"), .text("  a\n b")),
    ])
    func anInputIsKept(_ name: String, _ given: DataValue, _ kept: DataValue) throws {
        #expect(try applying([name: given], to: kind.initial)[name] == kept)
    }

    @Test(arguments: [
        ("name", DataValue.null, "name cannot be empty: give it a value"),
        ("name", .text(" \n"), "name cannot be empty: say what the tool is"),
        ("lent", .null, "lent cannot be empty: give it a value"),
        ("name", .text("eleven char"), "name has 11 characters: use at most 10"),
    ])
    func anInputIsRefused(_ name: String, _ given: DataValue, _ message: String) {
        let error = #expect(throws: AtriumError.self) { try applying([name: given], to: kind.initial) }
        #expect(error?.description == message)
    }

    /// What cannot be read of a cell is noted by its column, and the rest of the row counts.
    @Test(arguments: [
        ("rating", "6", "bad-rating", "the stars is not a whole number from 1 to 5"),
        ("weight", "-1", "bad-weight", "the weight is not a number above 0"),
        ("state", "old", "bad-state", "the state is not one of new, worn"),
        ("lent", "perhaps", "bad-lent", "the value for “lent” is neither yes nor no"),
        ("bought", "soon", "bad-date", "the bought is not a date such as 2026-03-01"),
        ("name", "eleven char", "too-long", "the name has 11 characters, more than the limit of 10"),
    ])
    func aCellThatCannotBeReadIsNoted(_ header: String, _ text: String, _ code: String, _ message: String) {
        var cells = RowCells(order: nil) { ["uses": "dig, cut", header: text][$0] }
        let said = kind.draftValues(of: &cells)
        #expect(cells.problems == [.init(header, code, message)])
        #expect(said.compactMap { $0 } == [.texts(["dig", "cut"])])
    }

    @Test func aRowSaysNothingOfColumnsThatItLacks() {
        var cells = RowCells(order: .dayMonthYear) { ["bought": "3/4/2026", "lent": "", "notes": ""][$0] }
        let draft = RecordDraft(values: kind.draftValues(of: &cells))
        var old = kind.initial
        old["name"] = "Saw"
        old["notes"] = "old"
        let new = kind.values(of: draft, over: old)
        #expect(new["name"] == "Saw" && new["notes"].isNull && new.day("bought")?.description == "2026-04-03")
    }

    /// An unordered list that says the same is no change.
    @Test func whatIsTheSameChangesNothing() throws {
        var old = kind.initial
        old["uses"] = .texts(["dig", "cut"])
        #expect(try applying(["uses": .texts(["CUT", "dig"])], to: old) == old)
    }

    @Test(arguments: [
        ("“Festina lente”", "festina  LENTE"), ("a — b", "a - b"), ("it’s", "it's"), ("«oui»", "oui"),
    ])
    func spellingsOfOneTextAreFolded(_ one: String, _ other: String) {
        #expect(Words.folded(one) == Words.folded(other))
        #expect(Words.folded(one) != Words.folded(other + "x"))
    }
}
