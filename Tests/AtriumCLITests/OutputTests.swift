import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumCLI

@Suite("Output for terminals")
struct OutputTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[31mb", #"a\x1b[31mb"#), ("a\u{9B}2Jb", #"a\x9b2Jb"#), ("\0", #"\x00"#),
        ("a\nb\tc\rd", #"a\nb\tc\rd"#), ("\u{7F}", #"\x7f"#), ("\u{202E}gpj.exe", #"\u{202e}gpj.exe"#),
        ("a\u{2028}b", #"a\u{2028}b"#), ("a\u{2066}b", #"a\u{2066}b"#), ("naïve 薔薇 👩‍👩‍👧", "naïve 薔薇 👩‍👩‍👧"),
    ])
    func whatCouldActOnATerminalIsVisible(text: String, expected: String) {
        #expect(TerminalText.visible(text) == expected)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("e\u{301}", 1), ("薔薇", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4), ("🌹", 2),
        ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("a\u{200D}b", 2), ("नि", 1),
        ("\u{1112}\u{1161}\u{11AB}", 2),
    ])
    func widthInCells(text: String, cells: Int) {
        #expect(TerminalText.width(text) == cells)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("薔薇薔薇", 5, "薔薇…"), ("薔薇薔薇", 4, "薔…"),
        ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func truncation(text: String, limit: Int, expected: String) {
        #expect(TerminalText.truncated(text, to: limit) == expected)
        #expect(TerminalText.width(expected) <= limit)
    }

    @Test func tableAlignsByCells() {
        var table = Table([
            .init(heading: "ID", type: .integer()), .init(heading: "NAME"),
            .init(heading: "TOWN", type: .text),
        ])
        table.add(["1", "薔薇", "Kyōto"])
        table.add(["12", "Jose\u{301}", ""])
        table.add(["123", "a\u{1B}[2Jb\nc", "x"])
        #expect(
            table.rendered(limit: nil, style: TextStyle(isColored: false))
                == [
                    " ID  NAME          TOWN", "  1  薔薇          Kyōto", " 12  Jose\u{301}",
                    #"123  a\x1b[2Jb\nc  x"#, "",
                ].joined(separator: "\n"))
    }

    /// A drawing stands in the place of the lists that it draws.
    @Test func aDrawingStandsBelowItsName() {
        let day: DataValue = .object(["day": .text("2026-03-01"), "state": .text("done")])
        let block = RecordBlock(style: TextStyle(isColored: false))
        var value: DataObject = ["title": .text("Read"), "days": .list([day])]
        #expect(block.rendered(value, []) == "title: Read\ndays:\n  - day:   2026-03-01\n    state: done\n")
        value["drawing"] = .text(" Mon\n[ 2]")
        #expect(block.rendered(value, []) == "title:   Read\ndrawing:\n   Mon\n  [ 2]\n")
    }

    /// Row v06 of the reported files: one tag with a comma looks different from two tags.
    @Test func aCommaWithinAValueDiffersFromTheNextValue() {
        func cell(_ texts: String...) -> String { ValueText.cell(.list(texts.map(DataValue.text))) }
        #expect(cell("Family, close") == #""Family, close""#)
        #expect(cell("Family", "close") == "Family, close")
        #expect(cell("a, b", #"say "hi""#, #""quoted""#) == #""a, b", say "hi", "\"quoted\"""#)
        #expect(cell("FREQ=WEEKLY;BYDAY=MO,TU") == "FREQ=WEEKLY;BYDAY=MO,TU")
        let person: DataValue = .object(["name": .text("Doe, Ann"), "role": .text("chair")])
        #expect(ValueText.cell(.list([person, person])) == #""Doe, Ann" (chair), "Doe, Ann" (chair)"#)
        #expect(ValueText.cell(.text("Family, close")) == "Family, close")
    }

    /// Row v19 of the reported files: the lines of a note are lines, whether it is a value or one of a list.
    @Test func theLinesOfANoteAreLines() {
        let block = RecordBlock(style: TextStyle(isColored: false))
        func shown(_ value: DataValue) -> String { block.rendered(["note": value], []) }
        let lines = "note:\n  one\n  two\n  \n  four\n"
        #expect(shown(.text("one\ntwo\n\nfour")) == lines)
        #expect(shown(.text("one\r\ntwo\r\n\r\nfour")) == lines)
        #expect(shown(.text("one\rtwo\n\nfour")) == lines)
        #expect(shown(.list([.text("one\ntwo\n\nfour")])) == lines)
        #expect(shown(.list([.text("one\ntwo"), .text("x")])) == "note:\n  - one\n    two\n  - x\n")
        #expect(shown(.text("a\n\u{1B}[2Jb")) == "note:\n  a\n  \\x1b[2Jb\n")
        #expect(shown(.text("one")) == "note: one\n")
    }

    /// A defect of a record is told below the list, after the record's id.
    @Test func theProblemOfARecordIsToldBelowItsList() throws {
        let shape = ResultShape.page(
            [
                FieldDeclaration("id", .integer(), help: ""),
                FieldDeclaration("start", .when, help: "").absent(as: "no start"),
                FieldDeclaration("problem", .text, help: "").formatted(.problem),
            ], columns: ["id", "start"])
        let items: [DataValue] = [
            .object(["id": 1, "start": "2026-03-01", "problem": .null]),
            .object(["id": 12, "start": .null, "problem": "It has no start. Give it one."]),
        ]
        let (output, notes) = (MemoryOutput(), MemoryOutput())
        try ResultPrinter(output: output, notes: notes, isJSON: false, allowsColor: false)
            .print(.object(["items": .list(items), "total": 2, "next": .null]), shape: shape)
        #expect(output.text == "ID  START\n 1  2026-03-01\n12  no start\n")
        #expect(notes.text == "atrium: warning: 12: It has no start. Give it one.\n")
    }

    /// What is made of several lists stands as tables; a record's lists, and what does not fit a cell, as blocks.
    @Test func answersShowTheirListsAsTables() throws {
        let beds = FieldDeclaration(
            "beds",
            .list(
                .object([
                    FieldDeclaration("name", .text, help: ""), FieldDeclaration("area", .decimal(), help: ""),
                    FieldDeclaration("unit", .text, help: ""),
                ])), help: "")
        let visits = FieldDeclaration(
            "visits", .list(.object([FieldDeclaration("who", .list(.text), help: "")])), help: "")
        let day = FieldDeclaration("day", .date, help: "")
        let value: DataValue = .object([
            "day": .text("2026-03-01"),
            "beds": .list([
                .object(["name": .text("Roses"), "area": .decimal(2.5), "unit": .null]),
                .object(["name": .text("薔薇"), "area": .decimal(10), "unit": .null]),
            ]),
            "visits": .list([.object(["who": .list([.text("Ada"), .text("Ben")])])]),
        ])
        func printed(_ fields: [FieldDeclaration]) throws -> String {
            let output = MemoryOutput()
            try ResultPrinter(output: output, notes: MemoryOutput(), isJSON: false, allowsColor: false)
                .print(value, shape: .object(fields))
            return output.text
        }
        #expect(
            try printed([day, beds, visits])
                == [
                    "day:    2026-03-01", "visits:", "  - who: Ada, Ben", "", "beds:", "NAME   AREA",
                    "Roses   2.5", "薔薇     10", "",
                ].joined(separator: "\n"))
        let record = try printed([FieldDeclaration("id", .integer(), help: ""), day, beds, visits])
        #expect(record.contains("  - name: Roses"))
    }

    @Test(arguments: [80, 40, 24, 10, 1])
    func tableKeepsToTheTerminal(width: Int) {
        var table = Table((0..<3).map { Table.Column(heading: "C\($0)") })
        table.add([String(repeating: "x", count: 50), String(repeating: "薔", count: 30), "short"])
        let lines = table.rendered(limit: width, style: TextStyle(isColored: false)).split(separator: "\n")
        // Three columns cannot be narrower than six cells each and the gaps.
        #expect(lines.allSatisfy { TerminalText.width(String($0)) <= max(width, 21) })
        #expect(lines.count == 2)
        #expect(lines.last?.contains("…") == true)
    }

    /// Where nothing is cut, one long name widens its own row only.
    @Test func aLongCellDoesNotPadTheOthers() {
        var table = Table([Table.Column(heading: "NAME"), Table.Column(heading: "ID", type: .integer())])
        table.add([String(repeating: "x", count: 300), "1"])
        table.add(["y", "2"])
        let lines = table.rendered(limit: nil, style: TextStyle(isColored: false)).split(separator: "\n")
        #expect(lines.map(\.count) == [64, 304, 64])
        #expect(lines[1].hasSuffix("x   1"))
    }

    /// A list may name its columns, and what stands for null.
    @Test func aTableOfAnAnswerHasItsColumns() throws {
        let number = FieldDeclaration("value", .decimal(), help: "A number.").absent(as: "NA")
        let shape = ResultShape.object([
            FieldDeclaration(
                "figures",
                .list(
                    .object([
                        FieldDeclaration("title", .text, help: "A title."), number,
                        FieldDeclaration("unit", .text, help: "A unit."),
                        FieldDeclaration("icon", .text, help: "An icon."),
                        FieldDeclaration("parts", .list(.object([number])), help: "Parts."),
                    ])), help: "Figures."
            ).inColumns("title", "value", "unit")
        ])
        let value = DataValue.object([
            "figures": .list([
                .object(["title": "Done", "value": 3, "unit": .null, "icon": "star", "parts": .null]),
                .object(["title": "Score", "value": .null, "unit": .null, "icon": "brain", "parts": .null]),
            ])
        ])
        let output = MemoryOutput()
        try ResultPrinter(output: output, notes: MemoryOutput(), isJSON: false, allowsColor: false)
            .print(value, shape: shape)
        #expect(output.text == "figures:\nTITLE  VALUE\nDone       3\nScore     NA\n")
        let block = RecordBlock(style: TextStyle(isColored: false))
        #expect(block.rendered(["value": .null], [number]) == "value: NA\n")
    }

    @Test func cardsAreHeadingsWithLines() throws {
        let item: [FieldDeclaration] = [
            FieldDeclaration("title", .text, help: "A title."),
            FieldDeclaration("facts", .list(.text), help: "Facts."),
            FieldDeclaration("done", .boolean, help: "Done."),
        ]
        let cards = FieldDeclaration(
            "cards",
            .list(
                .object([
                    FieldDeclaration("title", .text, help: "A title."),
                    FieldDeclaration("command", .text, help: "Words."),
                    FieldDeclaration("items", .list(.object(item)), help: "Items."),
                    FieldDeclaration("omitted", .integer(), help: "More."),
                ])), help: "Cards.")
        let value = DataValue.object([
            "cards": .list([
                .object([
                    "title": "Habits", "command": "habits list", "omitted": 7,
                    "items": .list([
                        .object(["title": "Read", "facts": .list(["daily", "Streak 3"]), "done": true]),
                        .object(["title": "Run\u{1B}", "facts": .list([]), "done": false]),
                    ]),
                ]),
                .object([
                    "title": "Quote", "command": "quotes today", "omitted": .null,
                    "items": .list([.object(["title": "Be.", "facts": .list(["Ada"]), "done": .null])]),
                ]),
            ])
        ])
        let output = MemoryOutput()
        try ResultPrinter(output: output, notes: MemoryOutput(), isJSON: false, allowsColor: false)
            .print(value, shape: .object([cards]))
        #expect(
            output.text == #"""
                Habits:
                  [x] Read · daily · Streak 3
                  [ ] Run\x1b
                  and 7 more: atrium habits list

                Quote:
                  Be. · Ada

                """#)
    }

    @Test func warningsOfAListComeAfterIt() throws {
        let (output, notes) = (MemoryOutput(), MemoryOutput())
        let printer = ResultPrinter(output: output, notes: notes, isJSON: false, allowsColor: false)
        let value: DataObject = [
            "items": .list([.object(["id": .integer(1)])]),
            "warnings": .list([.text("one is\u{1B} missing")]),
        ]
        let fields = [FieldDeclaration("id", .integer(), help: "")]
        try printer.print(.object(value), shape: .list(fields, columns: []))
        #expect(output.text == "ID\n 1\n")
        #expect(notes.text == "atrium: warning: one is\\x1b missing\n")
    }

    @Test func datesAndNumbersAreCutLast() {
        var table = Table([.init(heading: "START", type: .when), .init(heading: "TITLE")])
        table.add(["2026-03-01T09:00:00Z", String(repeating: "x", count: 50)])
        let plain = TextStyle(isColored: false)
        #expect(table.rendered(limit: 34, style: plain).contains("2026-03-01T09:00:00Z  xxxxxxxxxxx…"))
        #expect(table.rendered(limit: 20, style: plain).contains("2026-03-01T…  xxxxx…"))
    }

    @Test func recordsAreAlignedBlocks() {
        let record: DataObject = [
            "title": .text("Rose"), "heightNow": .integer(20), "notes": .text("first\nsecond\u{7}"),
            "empty": .null,
            "none": .list([]), "tags": .list([.text("a"), .text("b")]), "edible": .bool(true),
            "names": .list([
                .object(["name": .text("Rosa"), "language": .text("la")]),
                .object(["name": .text("Röschen")]),
            ]),
            "bed": .object(["title": .text("North"), "id": .integer(2)]),
        ]
        let fields = [
            FieldDeclaration("heightNow", .integer(), help: ""), FieldDeclaration("title", .text, help: ""),
        ]
        #expect(
            RecordBlock(style: TextStyle(isColored: false)).rendered(record, fields) == #"""
                height now: 20
                title:      Rose
                notes:
                  first
                  second\x07
                tags:       a, b
                edible:     yes
                names:
                  - name:     Rosa
                    language: la
                  - name: Röschen
                bed:
                  title: North
                  id:    2

                """#)
    }

    private static let shape = ResultShape.page(
        [
            FieldDeclaration("id", .integer(), help: ""), FieldDeclaration("title", .text, help: ""),
            FieldDeclaration("emails", .list(.object([])), help: ""),
        ], columns: ["id", "title", "emails"])
    private static let page = DataValue.object([
        "items": .list([
            .object([
                "id": .integer(7), "title": .text("A \u{1B}[31m"),
                "emails": .list([.object(["address": .text("a@x.test"), "label": .text("work")])]),
            ])
        ]), "total": .integer(3), "next": .text("abc"),
    ])

    private func printed(
        _ value: DataValue, json: Bool = false, columns: Int? = nil, color: Bool = true
    ) throws -> (String, String) {
        let output = MemoryOutput(terminalColumns: columns), notes = MemoryOutput()
        try ResultPrinter(output: output, notes: notes, isJSON: json, allowsColor: color).print(
            value, shape: Self.shape)
        return (output.text, notes.text)
    }

    @Test func pagesAreTablesAndSayWhatIsMissing() throws {
        let (output, notes) = try printed(Self.page)
        #expect(output == "ID  TITLE       EMAILS\n 7  A \\x1b[31m  a@x.test (work)\n")
        #expect(notes == "1 of 3 shown; continue with --cursor abc\n")
    }

    @Test func jsonIsOneDocumentAndNothingElse() throws {
        let (output, notes) = try printed(Self.page, json: true, columns: 80)
        #expect(output == Self.page.json + "\n")
        #expect(notes.isEmpty)
        #expect(!output.contains("\u{1B}"))
    }

    @Test func colourIsForTerminalsThatWantIt() throws {
        #expect(try printed(Self.page, columns: 80).0.hasPrefix("\u{1B}[1mID"))
        #expect(try !printed(Self.page, columns: 80, color: false).0.contains("\u{1B}"))
        #expect(try !printed(Self.page).0.contains("\u{1B}"))
    }

    /// A column of states is shown if a row has one; a cancelled row is struck through if the terminal shows more than text.
    @Test func statesAreWordsAndStrikeCancelledRowsThrough() throws {
        let shape = ResultShape.list(
            [
                FieldDeclaration("title", .text, help: "The title."),
                FieldDeclaration("state", .text, help: "The state.").asState,
            ], columns: ["title", "state"])
        func printed(_ states: [String?], color: Bool) throws -> String {
            let output = MemoryOutput(terminalColumns: 80)
            try ResultPrinter(output: output, notes: MemoryOutput(), isJSON: false, allowsColor: color).print(
                .object([
                    "items": .list(
                        states.map { .object(["title": "Choir", "state": .text(orNull: $0)]) })
                ]), shape: shape)
            return output.text
        }
        #expect(try printed([nil, nil], color: false) == "TITLE\nChoir\nChoir\n")
        #expect(
            try printed([nil, "tentative", "cancelled"], color: false)
                == "TITLE  STATE\nChoir\nChoir  tentative\nChoir  cancelled\n")
        #expect(
            try printed(["tentative", "cancelled"], color: true).hasSuffix(
                "\nChoir  tentative\n\u{1B}[9mChoir  cancelled\u{1B}[0m\n"))
    }

    @Test func anEmptyPageLeavesTheOutputEmpty() throws {
        let (output, notes) = try printed(.object(["items": .list([]), "total": .integer(0), "next": .null]))
        #expect(output.isEmpty)
        #expect(notes == "nothing found\n")
    }
}
