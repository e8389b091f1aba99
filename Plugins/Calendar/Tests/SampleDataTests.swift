import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import ICalendarFormat
import Testing
import TextDecoding

@testable import Calendar

/// The sample calendar, through the host: in, in again, out with every property, and taken back.
@Suite struct SampleDataTests {
    private let hub: TemporaryHub
    private let content: [UInt8]
    private let sample: Parts

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        content = try Array(Data(contentsOf: root.appending(path: "SampleData/calendar.ics")))
        sample = try Parts(content)
        try #require(
            sample.events.count >= 20, "SampleData/calendar.ics holds \(sample.events.count) events")
    }

    private func importSample() throws -> ImportReport.File {
        try hub.importFile(TextFile("calendar.ics", content: content))
    }

    @Test func everyEventIsKeptAndUnchangedTheNextTime() throws {
        let first = try importSample()
        #expect(first.added == sample.events.count)
        // Modules to come take the rest.
        #expect(first.unclaimed.values.map(\.count).reduce(0, +) == sample.others)
        #expect(first.items == sample.events.count + sample.others)
        let second = try importSample()
        #expect(second.unchanged == sample.events.count)
        #expect(second.items == first.items)
        #expect(second.added + second.updated + second.conflicts == 0)
    }

    @Test func theExportGivesEveryEventAndItsZonesBack() throws {
        _ = try importSample()
        let text = try hub.export("calendar", format: .icalendar)
        let exported = try Parts(Array(text.utf8))
        try #require(exported.events.count == sample.events.count)
        for (before, after) in zip(sample.events, exported.events) {
            #expect(before == after, "the event at line \(before.lineNumber)")
        }
        let used = Set(sample.events.flatMap(\.properties).compactMap { $0.parameter("TZID") })
        #expect(!used.isEmpty)
        for zone in used {
            let definition = try #require(
                sample.zones[zone], "SampleData/calendar.ics does not define \(zone)")
            #expect(exported.zones[zone] == definition, "\(zone)")
        }
        // What comes out is what went in.
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == sample.events.count)
    }

    @Test func undoingTheImportLeavesNoEvent() throws {
        _ = try importSample()
        let runs = try hub.items("imports list")
        let run = try #require(runs.first?["run"])
        #expect(try hub.run("imports undo", ["run": run])["kept"] == .list([]))
        #expect(try hub.items("calendar list").isEmpty)
        #expect(try Parts(Array(hub.export("calendar", format: .icalendar).utf8)).events.isEmpty)
    }

    /// The components of a file, each with all its properties and inner components.
    private struct Parts {
        var events: [Component] = []
        /// The VTIMEZONEs by TZID.
        var zones: [String: Component] = [:]
        /// How many components are neither.
        var others = 0

        init(_ bytes: [UInt8]) throws {
            var reader = ICalendarReader(ArrayByteSource(bytes))
            while let element = try reader.next() {
                switch element {
                case .timeZone(let zone, let source, _):
                    zones[zone.id] = Component.parse(source.bytes).component
                case .component(let component) where component.kind == .event:
                    events.append(component.component)
                case .component: others += 1
                default: break
                }
            }
        }
    }
}
