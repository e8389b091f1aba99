import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

/// Marks of modules in files of iCalendar.
@Suite struct ItemMarkTests {
    private static let marks = [
        ItemMark(on: .vevent, property: "X-WALK", kind: ItemKind(rawValue: "walk")),
        ItemMark(
            on: .vevent, property: "X-COPY", kind: ItemKind(rawValue: "copy"), copyNotice: "It is a copy."),
        ItemMark(on: .vtodo, property: "X-BELL"),
    ]

    private func read(_ components: [(name: String, lines: [String])], detecting marks: [ItemMark]) throws
        -> (items: [Item], issues: [ImportIssue])
    {
        let body = components.map { name, lines in
            (["BEGIN:\(name)", "UID:1"] + lines + ["END:\(name)"]).joined(separator: "\r\n")
        }
        let text = (["BEGIN:VCALENDAR", "VERSION:2.0"] + body + ["END:VCALENDAR", ""]).joined(
            separator: "\r\n")
        var (items, issues): ([Item], [ImportIssue]) = ([], [])
        _ = try ICalendarFileFormat().detecting(marks).read(TextFile("a.ics", text)) { event in
            switch event {
            case .item(let item): items.append(item)
            case .issue(let issue): issues.append(issue)
            case .container: break
            }
        }
        return (items, issues)
    }

    @Test(
        arguments: [
            ("VEVENT", ["X-WALK:far"], "walk", "X-WALK"), ("vevent", ["x-walk:"], "walk", "X-WALK"),
            ("VEVENT", ["X-WALK;X-A=b:far"], "walk", "X-WALK"),
            // The first that is declared, whatever the order of the lines.
            ("VEVENT", ["X-COPY:", "X-WALK:"], "walk", "X-WALK"),
            ("VTODO", ["X-BELL:"], "vtodo", "X-BELL"),
            // Of another component the property says nothing.
            ("VTODO", ["X-WALK:"], "vtodo", nil), ("VJOURNAL", ["X-BELL:"], "vjournal", nil),
            ("VEVENT", ["SUMMARY:X-WALK:"], "vevent", nil), ("VEVENT", ["X-WALKER:"], "vevent", nil),
            // Nor in a component within.
            ("VEVENT", ["BEGIN:VALARM", "X-WALK:", "END:VALARM"], "vevent", nil),
        ] as [(String, [String], String, String?)])
    func aMarkGivesItsKind(component: String, lines: [String], kind: String, property: String?) throws {
        let item = try #require(try read([(component, lines)], detecting: Self.marks).items.first)
        #expect(item.kind.rawValue == kind)
        #expect(item.mark?.property == property)
    }

    @Test func withoutMarksTheSamePropertiesSayNothing() throws {
        let read = try read([("VEVENT", ["X-WALK:"]), ("VEVENT", ["X-COPY:"])], detecting: [])
        #expect(read.items.map(\.kind) == [.vevent, .vevent] && read.items.allSatisfy { $0.mark == nil })
        #expect(read.issues.isEmpty)
    }

    @Test func ofCopiesAFileTellsOnce() throws {
        let read = try read(
            [("VEVENT", []), ("VEVENT", ["X-COPY:"]), ("VEVENT", ["X-COPY:"])], detecting: Self.marks)
        #expect(read.items.map(\.kind.rawValue) == ["vevent", "copy", "copy"])
        #expect(
            read.issues == [
                ImportIssue(
                    line: 6, property: "X-COPY", code: "copy", message: "It is a copy.", isKept: false)
            ])
    }

    @Test func marksTakeThePlaceOfThoseBefore() throws {
        let format = ICalendarFileFormat().detecting(Self.marks).detecting([])
        var kinds: [ItemKind] = []
        _ = try format.read(TextFile("a.ics", "BEGIN:VEVENT\nX-WALK:\nEND:VEVENT\n")) { event in
            if case .item(let item) = event { kinds.append(item.kind) }
        }
        #expect(kinds == [.vevent])
    }
}
