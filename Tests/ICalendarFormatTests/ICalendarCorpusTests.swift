import ContentLine
import Foundation
import SharedFiles
import Testing
import TextDecoding

@testable import ICalendarFormat

/// All iCalendar files of the corpus: read, written, and read again.
@Suite struct ICalendarCorpusTests {
    struct Reading {
        var components: [CalendarComponent] = []
        var zones: [TimeZoneDefinition] = []
        var properties: [ContentLine] = []
        var issues: [ContentIssue] = []
        /// The lines on which a VCALENDAR or another component begins.
        var begins: Set<Int> = []
    }

    static func read(_ bytes: [UInt8]) throws -> Reading {
        var reader = ICalendarReader(ArrayByteSource(bytes))
        var reading = Reading()
        while let element = try reader.next() {
            switch element {
            case .component(let component):
                reading.components.append(component)
                reading.begins.formUnion(lines(component.component))
                reading.issues += component.issues
            case .timeZone(let definition, _, let issues):
                reading.zones.append(definition)
                reading.begins.formUnion(lines(definition.component))
                reading.issues += issues
            case .calendarProperty(let line): reading.properties.append(line)
            case .issue(let issue): reading.issues.append(issue)
            case .calendarBegin(let line): reading.begins.insert(line)
            case .calendarEnd: break
            }
        }
        return reading
    }

    private static func lines(_ component: Component) -> [Int] {
        [component.lineNumber] + component.components.flatMap(lines)
    }

    static var inputs: [URL] {
        let extensions: Set = ["ics", "ical", "vcs", "ifb", "txt", "fixme"]
        return (Corpus.files(under: "icalendar") + Corpus.files(under: "rrule/libical")).filter {
            extensions.contains($0.pathExtension)
        }
    }

    @Test(.needsShared())
    func everyComponentComesOutAndGoesBack() throws {
        var components = 0
        for url in Self.inputs {
            let bytes = [UInt8](try Data(contentsOf: url))
            let reading = try Self.read(bytes)
            components += reading.components.count
            Self.expectNothingLost(bytes, reading, url.lastPathComponent)

            var writer = ICalendarWriter()
            let version: CalendarVersion =
                reading.properties.contains { $0.canonicalName == "VERSION" && $0.text() == "1.0" }
                ? .vCalendar : .iCalendar
            writer.begin(properties: reading.properties, version: version)
            for component in reading.components { writer.write(component.component) }
            writer.end()
            let again = try Self.read(writer.takeOutput())
            #expect(again.components.count == reading.components.count, "\(url.path)")
            for (old, new) in zip(reading.components, again.components) {
                if Self.said(new.component) != Self.said(old.component) || new.item != old.item {
                    let first = zip(Self.said(old.component), Self.said(new.component)).first { $0.0 != $0.1 }
                    Issue.record(
                        "\(url.path) line \(old.source.line): \(String(describing: first).debugDescription)")
                }
            }
        }
        #expect(components > 1500)
    }

    /// What a component says: names, parameters and values, however they are encoded.
    ///
    /// Text that is no line is written in UTF-8 with CRLF, so that only its being there can be compared; NUL bytes,
    /// which are reported, are not written again where a line has to be recoded.
    private static func said(_ component: Component) -> [String] {
        component.properties.map { line in
            guard !line.isMalformed else { return "?" }
            let parameters = line.parameters.filter { !$0.isNamed("CHARSET") }
                .map { "\($0.name.uppercased())=\($0.values.joined(separator: "|"))" }
            let value = line.encoding == .none ? String(decoding: line.value, as: UTF8.self) : line.text()
            return "\(line.canonicalName) \(parameters.joined(separator: ";")) \(value)".filter { $0 != "\0" }
        } + component.components.flatMap { [$0.name] + said($0) }
    }

    /// Every BEGIN of a file is an item, a part of one, or named in an issue, by its line.
    private static func expectNothingLost(_ bytes: [UInt8], _ reading: Reading, _ name: String) {
        // UTF-16 has other lines, and is compared by its components alone.
        guard !bytes.contains(0) else { return }
        let issues = Set(reading.issues.map(\.line))
        for (index, line) in Self.physicalLines(bytes).enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
            guard text.uppercased().hasPrefix("BEGIN:") else { continue }
            if !reading.begins.contains(index + 1), !issues.contains(index + 1) {
                Issue.record("\(name): line \(index + 1) begins a component that is nowhere")
            }
        }
    }

    private static func physicalLines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var index = start
        while index < bytes.count {
            if bytes[index] == 0x0A || bytes[index] == 0x0D {
                lines.append(bytes[start..<index])
                if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        return lines + [bytes[start...]]
    }

    @Test(.needsShared())
    func everyEventTakesPlaceWithinBounds() throws {
        let viewer = try #require(ZoneDatabase.system.zone("Europe/Berlin"))
        for url in Self.inputs {
            let reading = try Self.read([UInt8](try Data(contentsOf: url)))
            let definitions = Dictionary(reading.zones.map { ($0.id, $0.observances) }) { first, _ in first }
            let zones = ZoneResolver(definitions: definitions)
            for event in reading.components.compactMap(\.event) {
                let series = EventOccurrences(
                    master: event.recurrenceID == nil ? event : nil,
                    overrides: event.recurrenceID == nil ? [] : [event], zones: zones, viewer: viewer)
                let from = Instant(epochSeconds: 0)
                let to = Instant(epochSeconds: 2_000_000_000)
                let found = series.within(from: from, to: to, limit: 500)
                guard let span = EventSpan(event) else {
                    #expect(found.items.isEmpty)
                    continue
                }
                for item in found.items {
                    #expect(item.firstDay >= span.firstDay.adding(days: -EventSpan.slackDays), "\(url.path)")
                    if let last = span.lastDay {
                        #expect(item.lastDay <= last.adding(days: EventSpan.slackDays), "\(url.path)")
                    }
                }
            }
        }
    }

    /// To-dos, journal entries and free-busy times of real programs are patched by the same rules.
    @Test(.needsShared())
    func otherComponentsChangeOnlyWhereTheyAreEdited() throws {
        var count = 0
        func expectPatch<Item: CalendarItem>(_ item: Item, _ component: CalendarComponent, _ place: String) {
            count += 1
            let now = Instant(epochSeconds: 1_790_000_000)
            if component.patched(with: item, now: now).component != component.component {
                Issue.record("\(place): changed without a change")
            }
            var edited = item
            edited.common.contacts.append("someone")
            let patched = component.patched(with: edited, now: now).component
            let follow: Set = ["CONTACT", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
            let (before, after) = (component.component.properties, patched.properties)
            let isSame =
                before.filter { !follow.contains($0.canonicalName) }.map { $0.written() }
                == after.filter { !follow.contains($0.canonicalName) }.map { $0.written() }
            if !isSame || patched.components != component.component.components {
                Issue.record("\(place): another line changed")
            }
        }
        for url in Self.inputs {
            for component in try Self.read([UInt8](try Data(contentsOf: url))).components {
                let place = "\(url.lastPathComponent), line \(component.source.line)"
                switch component.item {
                case .toDo(let toDo): expectPatch(toDo, component, place)
                case .journal(let journal): expectPatch(journal, component, place)
                case .freeBusy(let freeBusy): expectPatch(freeBusy, component, place)
                case .event, .untyped: break
                }
            }
        }
        #expect(count > 100)
    }

    @Test(.needsShared())
    func anEditChangesOnlyItsOwnLines() throws {
        let now = Instant(epochSeconds: 1_790_000_000)
        let follow: Set = ["SUMMARY", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
        for url in Self.inputs {
            for item in try Self.read([UInt8](try Data(contentsOf: url))).components {
                guard let old = item.event else { continue }
                let untouched = item.patched(with: old, now: now).component
                if untouched != item.component { Issue.record("\(url.path): changed without a change") }
                var event = old
                event.summary = "A new, quite different; summary\nin two lines"
                let patched = item.patched(with: event, now: now)
                let before = item.component.properties.filter { !follow.contains($0.canonicalName) }
                let after = patched.component.properties.filter { !follow.contains($0.canonicalName) }
                if before.map({ $0.written() }) != after.map({ $0.written() })
                    || patched.component.components != item.component.components
                {
                    Issue.record("\(url.path): another line changed")
                }
                var issues: [ContentIssue] = []
                let again = CalendarEvent(patched.component, version: item.version, issues: &issues)
                #expect(again.summary == event.summary, "\(url.path)")
                // vCalendar 1.0 has no DTSTAMP.
                #expect((again.stamp ?? now) == now && again.lastModified == now)
                #expect(item.version == .vCalendar || again.stamp == now)
            }
        }
    }
}
