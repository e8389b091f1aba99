import ContentLine
import FuzzSupport
import ICalendarFormat
import TextDecoding

private struct Reading {
    var components: [CalendarComponent] = []
    var zones: [String: [ZoneObservance]] = [:]
    var properties: [ContentLine] = []

    init(_ source: some ByteSource) {
        do {
            var reader = ICalendarReader(source)
            while let element = try reader.next() {
                switch element {
                case .component(let component): components.append(component)
                case .timeZone(let definition, _, _): zones[definition.id] = definition.observances
                case .calendarProperty(let line): properties.append(line)
                default: break
                }
            }
        } catch {
            require(error is ContentLineError, "an error that is none of the codec's: \(error)")
        }
    }
}

/// What was read, written and read again says the same; occurrences are few, in order and within what was asked for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzICalendar(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let first = Reading(ArrayByteSource(bytes))
    let pieces = Reading(PiecewiseSource(bytes, size: 1 + count % 7))
    require(
        pieces.components.map(\.source) == first.components.map(\.source),
        "pieces differ " + firstDifference(first.components.map(\.source), pieces.components.map(\.source)))
    for component in first.components {
        // NULs are told as issues and not written again where a line must be recoded.
        guard !component.source.bytes.contains(0) else { continue }
        let written = component.component.written()
        let again = CalendarComponent(
            RawItem(name: component.source.name, bytes: written), version: component.version,
            localZone: component.localZone)
        require(
            again.component.written() == written,
            "writing again differs " + firstDifferentLine(written, again.component.written()))
        require(
            again.item == component.item, "written and read " + firstDifferentPart(component.item, again.item)
        )
        guard let event = component.event else { continue }
        let untouched = component.patched(with: event, now: Instant(epochSeconds: 1_790_000_000)).component
        require(untouched == component.component, "setting what an event says changes it")
        checkOccurrences(of: event, zones: ZoneResolver(definitions: first.zones))
    }
    return 0
}

private func checkOccurrences(of event: CalendarEvent, zones: ZoneResolver) {
    guard let viewer = ZoneDatabase.system.zone("Europe/Berlin") else { return }
    let isOverride = event.recurrenceID != nil
    let series = EventOccurrences(
        master: isOverride ? nil : event, overrides: isOverride ? [event] : [], zones: zones, viewer: viewer)
    let (from, to) = (Instant(epochSeconds: 0), Instant(epochSeconds: 2_000_000_000))
    let found = series.within(from: from, to: to, limit: 50)
    require(found.items.count <= 50, "more occurrences than asked for")
    for (item, next) in zip(found.items, found.items.dropFirst()) {
        require(item.start <= next.start, "occurrences are out of order")
    }
    require(
        found.items.allSatisfy { $0.start < to && $0.end >= from },
        "an occurrence stands outside of the time that was asked for")
}
