import AtriumFormats
import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import ICalendarFormat
import Testing

@testable import Calendar

/// The tables in docs/formats.md that say where each property of iCalendar goes.
struct FormatsPageTable {
    /// A row: a property or component, the lines of its example, and the fields that these change.
    struct Row: Sendable {
        var property: String
        var lines: [String]
        var fields: Set<String>

        /// The name of the example's first line.
        var name: String { String(lines[0].prefix { $0 != ":" && $0 != ";" }) }
    }

    /// The rows of a table, by the title above it.
    static func rows(_ title: String) throws -> [Row] {
        let page = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/formats.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## iCalendar\n").last)
        let part = try #require(section.components(separatedBy: "\n### \(title)\n").last)
        let table = try #require(
            part.components(separatedBy: "\n## ").first?.components(separatedBy: "\n### ").first)
        return table.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, cells[3].hasPrefix("`"), cells[3].hasSuffix("`") else { return nil }
            return Row(
                property: cells[1],
                lines: cells[3].dropFirst().dropLast().components(separatedBy: "` `"),
                fields: Set(cells[4].components(separatedBy: ", ").filter { $0 != "source" }))
        }
    }
}

/// Each row's example, through the hub: exactly the fields that the page names change, and its lines come out again,
/// also after an edit of another field.
@Suite struct FormatsPageTests {
    private typealias Row = FormatsPageTable.Row

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    /// What every event of these tests has, but for what its example says.
    private static let base = [
        "UID:ID", "DTSTART:20260601T080000", "SUMMARY:Base", "X-KEEP;X-A=1:as it is", "X-ROW:ID",
    ]

    /// An event of the base's lines; the example's lines come before them, and instead of those of its name.
    private static func event(_ row: Row, _ number: Int, hasExample: Bool) -> String {
        let own = base.filter { !$0.hasPrefix(row.name + ":") }
            .map { $0.replacing(":ID", with: ":row-\(number)") }
        let properties = row.lines.filter { _ in hasExample }
        let isComponent = row.name == "BEGIN"
        let lines = isComponent ? own + properties : properties + own
        return (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    }

    private static func file(_ rows: [Row], version: String, hasExamples: Bool) -> TextFile {
        let events = rows.enumerated().map { event($1, $0, hasExample: hasExamples) }
        return TextFile("a.ics", Fixtures.calendar(events.joined(separator: "\n"), version: version))
    }

    /// The fields of each event but for those that are computed from others.
    private static func fields(_ hub: TemporaryHub, _ count: Int) throws -> [[String: String]] {
        let derived = Set(EventFields.record.filter(\.isDerived).map(\.name))
        return try (1...count).map { id in
            let object = try hub.run("calendar show", ["record": .integer(Int64(id))])
            return Dictionary(
                uniqueKeysWithValues: object.names.filter { !derived.contains($0) }
                    .map { ($0, "\(object[$0] ?? .null)") })
        }
    }

    /// The unfolded lines of each event of an export, by what its X-ROW says.
    private static func exported(_ hub: TemporaryHub) throws -> [String: [String]] {
        let text = try hub.export("calendar").replacing("\r\n ", with: "")
        var events: [String: [String]] = [:]
        for part in text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst() {
            let lines = part.components(separatedBy: "\r\n")
            let row = lines.first { $0.hasPrefix("X-ROW:") } ?? ""
            events[row] = lines
        }
        return events
    }

    @Test(arguments: [("Events", "2.0"), ("Events of vCalendar 1.0", "1.0")])
    func examplesChangeTheFieldsThatThePageNames(title: String, version: String) throws {
        let rows = try FormatsPageTable.rows(title)
        #expect(rows.count > 20)
        let (plain, full) = (try Self.hub(), try Self.hub())
        try plain.importFile(Self.file(rows, version: version, hasExamples: false))
        try full.importFile(Self.file(rows, version: version, hasExamples: true))
        let (before, after) = (try Self.fields(plain, rows.count), try Self.fields(full, rows.count))
        for (index, row) in rows.enumerated() {
            let changed = after[index].keys.filter { before[index][$0] != after[index][$0] }
            #expect(Set(changed) == row.fields, "\(row.property)")
        }
        let events = try Self.exported(full)
        for (index, row) in rows.enumerated() {
            let lines = try #require(events["X-ROW:row-\(index)"], "\(row.property)")
            #expect(row.lines.allSatisfy(lines.contains), "\(row.property): \(lines)")
        }
    }

    @Test(arguments: [("Events", "2.0"), ("Events of vCalendar 1.0", "1.0")])
    func examplesOutliveAnEditOfAnotherField(title: String, version: String) throws {
        // An edit sets these itself.
        let stamps: Set = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "LOCATION", "DTSTART"]
        let rows = try FormatsPageTable.rows(title).filter { !stamps.contains($0.name) }
        let hub = try Self.hub()
        try hub.importFile(Self.file(rows, version: version, hasExamples: true))
        for index in rows.indices {
            try hub.run(
                "calendar edit", ["record": .integer(Int64(index) + 1), "location": .text("Elsewhere")])
        }
        let events = try Self.exported(hub)
        for (index, row) in rows.enumerated() {
            let lines = try #require(events["X-ROW:row-\(index)"], "\(row.property)")
            #expect(lines.contains("LOCATION:Elsewhere"), "\(row.property)")
            #expect(row.lines.allSatisfy(lines.contains), "\(row.property): \(lines)")
            #expect(lines.contains("X-KEEP;X-A=1:as it is"), "\(row.property)")
        }
    }

    @Test func whatStandsAroundTheEventsComesOutAgain() throws {
        let rows = try FormatsPageTable.rows("Around the components")
        #expect(rows.count > 20)
        for row in rows {
            let isOld = row.lines.contains("VERSION:1.0")
            func look(_ lines: [String]) throws -> (fields: [String: String], text: String) {
                let hub = try Self.hub()
                let head = lines.filter { !$0.hasPrefix("VERSION:") && row.name != "PRODID" }
                let body =
                    head.joined(separator: "\n") + "\nBEGIN:VEVENT\nUID:1\nSUMMARY:a\n"
                    + "DTSTART\(isOld ? "" : ";TZID=Ours"):20260601T090000\nEND:VEVENT"
                var text = Fixtures.calendar(body, version: isOld ? "1.0" : "2.0")
                if row.name == "PRODID", let line = lines.first {
                    text = text.replacing("PRODID:-//Example//Test//EN", with: line)
                }
                try hub.importFile(TextFile("a.ics", text))
                var fields = try Self.fields(hub, 1)[0]
                let agenda = try hub.items(
                    "calendar agenda", ["from": .text("2026-05-30"), "to": .text("2026-06-03")])
                fields["zone"] = agenda.map { "\($0)" }.joined()
                return (fields, try hub.export("calendar").replacing("\r\n ", with: ""))
            }
            let (plain, full) = (try look([]), try look(row.lines))
            let changed = full.fields.keys.filter { plain.fields[$0] != full.fields[$0] }
            #expect(Set(changed) == row.fields, "\(row.property)")
            for line in row.lines { #expect(full.text.contains(line + "\r\n"), "\(row.property)") }
        }
    }

    @Test func otherComponentsHaveTheFieldsThatThePageNames() throws {
        let rows = try FormatsPageTable.rows("To-dos, journal entries, free-busy times")
        #expect(rows.count > 20)
        for row in rows {
            let name = try #require(row.property.components(separatedBy: " of ").last)
            func look(_ lines: [String]) -> CalendarComponent {
                let text =
                    (["BEGIN:\(name)", "UID:1", "SUMMARY:a"] + lines + ["END:\(name)"])
                    .joined(separator: "\r\n") + "\r\n"
                return CalendarComponent(RawItem(name: name, bytes: Array(text.utf8)))
            }
            let (plain, full) = (look([]), look(row.lines))
            #expect(full.issues.isEmpty, "\(row.property)")
            #expect(try Self.difference(plain, full) == row.fields, "\(row.property)")
            let written = String(decoding: full.component.written(), as: UTF8.self)
            for line in row.lines { #expect(written.contains(line + "\r\n"), "\(row.property)") }
        }
    }

    /// The names of the values in which two components of one kind differ.
    private static func difference(_ left: CalendarComponent, _ right: CalendarComponent) throws -> Set<
        String
    > {
        func values(_ component: CalendarComponent) throws -> [String: String] {
            let item: Any =
                switch component.item {
                case .event(let event): event
                case .toDo(let toDo): toDo
                case .journal(let journal): journal
                case .freeBusy(let freeBusy): freeBusy
                case .untyped: ()
                }
            let own = Mirror(reflecting: item).children.filter { $0.label != "common" }
            let common = Mirror(reflecting: try #require(component.common)).children
            return Dictionary(
                (own + common).compactMap { child in child.label.map { ($0, "\(child.value)") } },
                uniquingKeysWith: { first, _ in first })
        }
        let (before, after) = (try values(left), try values(right))
        return Set(after.keys.filter { before[$0] != after[$0] })
    }
}
