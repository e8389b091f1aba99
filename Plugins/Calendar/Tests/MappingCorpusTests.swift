import AtriumSDK
import ContentLine
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat
import SharedFiles
import Testing
import TextDecoding

@testable import Calendar

/// The identity rule, over every VEVENT of the corpus: what an import makes of a component is what the tables give back.
@Suite(.needsShared())
struct MappingCorpusTests {
    @Test(arguments: Corpus.folders)
    func whatIsMappedIsWhatIsStored(_ folder: String) throws {
        let vault = try CalendarVault()
        var count = 0
        try vault.queue.write { db in
            for file in try Corpus.files(in: folder) {
                var containers = CalendarContainerReader(ArrayByteSource(file))
                var isOpen = false
                let writer = try EventWriter(vault.importContext(db))
                var reader = ICalendarReader(ArrayByteSource(file))
                var version = CalendarVersion.iCalendar
                var stored: [(Int64, EventDraft, CalendarComponent, CalendarVersion)] = []
                func open() throws {
                    let container = try #require(try containers.next())
                    version = container.version
                    isOpen = true
                    try writer.begin(Container(format: .icalendar, source: container.source, value: ()))
                }
                while let element = try reader.next() {
                    switch element {
                    case .calendarBegin: try open()
                    case .calendarEnd: isOpen = false
                    case .timeZone: if !isOpen { try open() }
                    case .component(let component):
                        if !isOpen { try open() }
                        guard component.kind == .event else { continue }
                        let mapped = try EventICalendar.map(component)
                        let uid = try mapped.uid.flatMap {
                            try writer.record(uid: $0, part: mapped.part) == nil ? $0 : nil
                        }
                        let id = try writer.insert(
                            mapped.draft, uid: uid ?? "made-\(count)", part: mapped.part)
                        stored.append((id, mapped.draft, component, version))
                        count += 1
                    default: break
                    }
                }
                try writer.finish()
                let table = EventTable(
                    db: db, zones: ZoneTable(EventTable.zones, db), tags: vault.tags,
                    attachments: vault.attachments)
                for (id, draft, component, version) in stored {
                    let event = try #require(try table.find(id))
                    let place = "\(folder), line \(component.source.line)"
                    let difference = Self.difference(event.details, draft.details)
                    #expect(difference.isEmpty, "\(place): \(difference) differ in the tables")
                    let isUntouched =
                        EventICalendar.patched(
                            component.component, version: version, localZone: component.localZone, to: event
                        ) == nil
                    #expect(isUntouched, "\(place): it would be patched")
                    let row = EventCSV.cells(event, calendar: "x")
                    let reread = Self.difference(try CSVRows.reread(row).details, draft.details)
                    #expect(reread.isEmpty, "\(place): \(reread) differ in CSV")
                    if version == .iCalendar { try expectNewComponentSaysTheSame(event) }
                }
            }
        }
        #expect(count > 0)
    }

    /// A component that is made anew of a record says what the record says.
    private func expectNewComponentSaysTheSame(_ event: Event) throws {
        var output: [UInt8] = []
        EventICalendar.component(of: event).write(to: &output)
        let again = CalendarComponent(RawItem(name: "VEVENT", bytes: output))
        let difference = Self.difference(try EventICalendar.map(again).draft.details, event.details)
        #expect(difference.isEmpty, "\(difference) differ in a new component")
        #expect(again.uid == event.itemUID)
    }

    @Test(arguments: Corpus.folders)
    func anEditOfTheSummaryChangesJustThat(_ folder: String) throws {
        var count = 0
        for file in try Corpus.files(in: folder) {
            var reader = ICalendarReader(ArrayByteSource(file))
            while let element = try reader.next() {
                guard case .component(let component) = element, component.kind == .event,
                    reader.version == .iCalendar
                else { continue }
                var draft = try EventICalendar.map(component).draft
                draft.details.summary = "Edited, here"
                draft.details.sequence = (draft.details.sequence ?? 0) + 1
                let event = Event(
                    id: 1, uid: component.uid ?? "made", icalUID: nil, calendarID: 1, seriesID: nil,
                    createdAt: "2026-03-02T08:00:00Z", updatedAt: "2026-03-02T08:00:00Z",
                    details: draft.details)
                let patched = try #require(
                    EventICalendar.patched(component.component, version: .iCalendar, to: event)
                ).component
                let expected: Set<String> = ["SUMMARY", "LAST-MODIFIED", "SEQUENCE", "DTSTAMP"]
                let names = Set(difference(component.component, patched).map(\.canonicalName))
                #expect(names.subtracting(component.uid == nil ? expected.union(["UID"]) : expected).isEmpty)
                #expect(names.isSuperset(of: ["SUMMARY", "SEQUENCE"]))
                #expect(patched.property("SUMMARY")?.text() == "Edited, here")
                #expect(patched.components == component.component.components)
                count += 1
            }
        }
        #expect(count > 0, "\(folder)")
    }

    /// The names of the values in which two events differ.
    private static func difference(_ left: CalendarEvent, _ right: CalendarEvent) -> [String] {
        guard left != right else { return [] }
        return zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
            .filter { "\($0.value)" != "\($1.value)" }.compactMap { $0.0.label }
    }

    /// The lines that are written in one of two components only.
    private func difference(_ left: Component, _ right: Component) -> [ContentLine] {
        var rest = right.properties
        var result: [ContentLine] = []
        for line in left.properties {
            let bytes = line.written()
            if let index = rest.firstIndex(where: { $0 == line || $0.written() == bytes }) {
                rest.remove(at: index)
            } else {
                result.append(line)
            }
        }
        return result + rest
    }
}

/// The real files beside the package.
enum Corpus {
    static let root = SharedFiles.corpusPath + "/icalendar"
    static let folders: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted().filter { folder in
            ((try? files(in: folder)) ?? []).contains { Data($0).range(of: Data("BEGIN:VEVENT".utf8)) != nil }
        }

    /// The files of a folder, but for those over ten megabytes.
    static func files(in folder: String) throws -> [[UInt8]] {
        let path = root + "/" + folder
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.sorted().filter { name in
            [".ics", ".vcs", ".ical", ".ifb", ".txt", ".eml"].contains { name.lowercased().hasSuffix($0) }
        }.compactMap { FileManager.default.contents(atPath: path + "/" + $0).map(Array.init) }
            .filter { $0.count < 10_000_000 }
    }
}
