import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import ICalendarExchange
import ICalendarFormat
import SharedFiles
import Testing
import TextDecoding

@testable import Reminders

/// Every VTODO of the corpus comes in, is what the tables say, and goes out as it was.
@Suite(.needsShared())
struct TaskCorpusTests {
    @Test(arguments: Corpus.files)
    func comesInAndGoesOutAsItWas(_ path: String) throws {
        let bytes = try Corpus.bytes(path)
        let hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        let file = TextFile((path as NSString).lastPathComponent, content: bytes)
        let first = try hub.importFile(file, module: "reminders")
        #expect(first.added + first.updated + first.unchanged + first.conflicts > 0)
        let again = try hub.importFile(file, module: "reminders")
        #expect(again.added == 0)
        let text = try hub.export("reminders")
        let other = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("again.ics", text), module: "reminders")
        #expect(try other.export("reminders") == text, "a second round differs")
        let written = text.components(separatedBy: "BEGIN:VTODO\r\n").count - 1
        #expect(written == first.added, "\(first.added) came in, \(written) go out")
    }

    @Test(arguments: Corpus.files)
    func anEditOfTheTitleChangesJustThat(_ path: String) throws {
        var reader = ICalendarReader(ArrayByteSource(try Corpus.bytes(path)))
        while let element = try reader.next() {
            guard case .component(let component) = element, component.kind == .toDo else { continue }
            let draft = try ReminderToDo.map(component).draft
            var stored = Self.stored(draft.reminder, component.uid)
            #expect(
                ReminderToDo.patched(
                    component.component, version: reader.version, localZone: component.localZone, to: stored)
                    == nil,
                "line \(component.source.line): it would be patched")
            guard reader.version == .iCalendar else { continue }
            // What is made anew of the record says what the record says.
            var output: [UInt8] = []
            ReminderToDo.component(of: stored).write(to: &output)
            let made = try ReminderToDo.map(CalendarComponent(RawItem(name: "VTODO", bytes: output)))
            #expect(made.draft.reminder == Self.writable(draft.reminder), "line \(component.source.line)")
            var edited = draft.reminder
            edited.title = "Edited, here"
            stored = Self.stored(edited, component.uid)
            let patched = try #require(
                ReminderToDo.patched(component.component, version: .iCalendar, to: stored)
            ).component
            var expected: Set<String> = ["SUMMARY", "LAST-MODIFIED", "SEQUENCE", "DTSTAMP"]
            if component.uid == nil { expected.insert("UID") }
            let names = Set(Self.difference(component.component, patched).map(\.canonicalName))
            #expect(names.subtracting(expected).isEmpty, "line \(component.source.line)")
            #expect(patched.components == component.component.components)
        }
    }

    /// What a new component can say: it needs an alarm to be persistent.
    private static func writable(_ reminder: Reminder) -> Reminder {
        var reminder = reminder
        if reminder.alert == nil { reminder.isPersistent = false }
        return reminder
    }

    private static func stored(_ reminder: Reminder, _ uid: String?) -> StoredReminder {
        StoredReminder(
            id: 1, uid: uid ?? "made", icalUID: nil, seriesID: nil, isOwn: false, reminder: reminder,
            next: nil,
            createdAt: "2026-03-02T08:00:00Z", updatedAt: "2026-03-02T08:00:00Z", zones: Zones.system)
    }

    /// The lines that stand in one of two components only.
    private static func difference(_ left: Component, _ right: Component) -> [ContentLine] {
        var rest = right.properties
        var result: [ContentLine] = []
        for line in left.properties {
            if let index = rest.firstIndex(of: line) { rest.remove(at: index) } else { result.append(line) }
        }
        return result + rest
    }
}

/// The real files beside the package that hold tasks.
enum Corpus {
    static let root = SharedFiles.corpusPath + "/icalendar"
    static let files: [String] = {
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return names.sorted().filter { name in
            guard [".ics", ".vcs", ".ical", ".ifb"].contains(where: { name.lowercased().hasSuffix($0) }),
                let data = FileManager.default.contents(atPath: root + "/" + name), data.count < 10_000_000
            else { return false }
            return data.range(of: Data("BEGIN:VTODO".utf8)) != nil
        }
    }()

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: root + "/" + path)))
    }
}
