import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Cancellations, replies and further dates (RFC 5546).
extension EventWriter: MessageWriter {
    func records(for message: EventDraft, uid: String, part: String) throws -> [Int64] {
        if let record = try record(uid: uid, part: part) {
            guard part.isEmpty, message.method == .cancel else { return [record] }
            // A series is cancelled with its changed occurrences.
            let overrides = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM calendar_event WHERE series_id = ? AND is_superseded = 0 ORDER BY id
                        """),
                arguments: [record])
            return [record] + overrides
        }
        guard let time = message.details.recurrenceID?.time, let id = try record(uid: uid, part: ""),
            let series = try table.find(id, withContent: false),
            let original = try occurrences(of: series).instance(at: time, zones: messageZones)
        else { return [] }
        // The message may spell the occurrence's time in another form, such as in UTC.
        if original != time, let record = try record(uid: uid, part: original.text) { return [record] }
        return try overridesByOriginal(of: series)[original] ?? []
    }

    /// The overrides of a series whose RECURRENCE-ID is not in the form and zone of DTSTART, by the original start in that
    /// form.
    private func overridesByOriginal(of series: Event) throws -> [CalendarTime: [Int64]] {
        if let spellings, spellings.series == series.id { return spellings.overrides }
        let (occurrences, zones) = try (occurrences(of: series), table.resolver(of: series.id))
        var found: [CalendarTime: [Int64]] = [:]
        for override in try overrides(of: series.id) {
            guard let original = occurrences.instance(at: override.time, zones: zones),
                original != override.time
            else { continue }
            found[original, default: []].append(override.id)
        }
        spellings = (series.id, found)
        return found
    }

    func makePart(of record: Int64, source: ItemSource?, for message: EventDraft) throws -> (
        record: Int64, text: [UInt8]
    )? {
        guard let series = try table.find(record), let id = message.details.recurrenceID,
            let time = try occurrences(of: series).instance(at: id.time, zones: messageZones)
        else { return nil }
        let container = CalendarContainer(source: source?.container ?? [])
        var component =
            source.map { Component.parse($0.text).component } ?? EventICalendar.component(of: series)
        // Edits of the series are edits of its occurrences.
        let edited = EventICalendar.patched(
            component, version: container.version, localZone: container.localZone, to: series)
        if let edited { component = edited.component }
        let text = Self.written(component, in: container) { event in
            event.becomeOccurrence(RecurrenceID(time, includesFuture: id.includesFuture))
            message.applyToText(of: &event)
        }
        let mapped = try EventICalendar.map(
            CalendarComponent(
                RawItem(name: "VEVENT", bytes: text), version: container.version,
                localZone: container.localZone))
        let uid = try ComponentTable.freeUID(
            ComponentTable.ownUID(series.itemUID, mapped.part), in: "calendar_event", db)
        let event = Event(
            id: 0, uid: uid, icalUID: series.itemUID, calendarID: series.calendarID, seriesID: series.id,
            createdAt: series.createdAt, updatedAt: now, details: mapped.draft.details)
        let made = try table.keepingZones(of: series.id).insert(event)
        met.overrides.insert(made)
        if id.includesFuture { try table.widenSeries(series.id) }
        return (made, text)
    }

    func objection(
        to message: EventDraft, text: [UInt8], about record: Int64, source: [UInt8]?, after earlier: [[UInt8]]
    ) throws -> ImportIssue? {
        guard let event = try table.find(record, withContent: false) else { throw gone(record) }
        return message.objection(text: text, about: event.details, source: source, after: earlier)
    }

    func apply(_ message: EventDraft, to record: Int64) throws {
        guard let old = try table.find(record) else { throw gone(record) }
        var new = old
        message.apply(to: &new.details)
        guard new != old else { return }
        new.updatedAt = now
        try table.keepingZones(of: record).update(old, to: new)
    }

    func applied(_ message: EventDraft, to source: ItemSource) throws -> [UInt8] {
        let component = Component.parse(source.text).component
        let text = Self.written(component, in: CalendarContainer(source: source.container)) {
            message.applyToText(of: &$0)
        }
        return text.isEmpty ? source.text : text
    }

    /// The text of a component after a change of its event, or an empty text if nothing changed.
    private static func written(
        _ component: Component, in container: CalendarContainer, change: (inout CalendarEvent) -> Void
    ) -> [UInt8] {
        var issues: [ContentIssue] = []
        let old = CalendarEvent(
            component, version: container.version, localZone: container.localZone, issues: &issues)
        var new = old
        change(&new)
        guard new != old else { return [] }
        return new.written(
            over: component, from: old, version: container.version, localZone: container.localZone
        ).component.written()
    }

    // MARK: - Series

    /// Hides the overrides of days that a newer version of their series excludes.
    func markSuperseded(in series: Set<Int64>) throws {
        for id in series.sorted() {
            guard let master = try table.find(id, withContent: false), !master.details.exclusions.isEmpty
            else { continue }
            let older = try overrides(of: id).filter { $0.sequence < master.details.sequence ?? 0 }
            guard !older.isEmpty else { continue }
            let excluded = try occurrences(of: master).areExcluded(older.map(\.time))
            for (override, isExcluded) in zip(older, excluded) where isExcluded {
                // An override of all later occurrences still has a meaning for these.
                try db.cachedStatement(
                    sql: "UPDATE calendar_event SET is_superseded = 1 WHERE id = ? AND is_this_and_future = 0"
                ).execute(arguments: [override.id])
            }
        }
    }

    /// The overrides of a series: their ids, original times and SEQUENCE.
    private func overrides(of series: Int64) throws -> [(id: Int64, time: CalendarTime, sequence: Int)] {
        let zones = StoredZones(in: EventTable.zones, db)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, recurrence_id, recurrence_zone_id, sequence FROM calendar_event
                    WHERE series_id = ? ORDER BY id
                    """), arguments: [series])
        return try rows.compactMap { row in
            let zone = try zones.name(of: row["recurrence_zone_id"])
            guard let text: String = row["recurrence_id"], let time = CalendarTime(stored: text, zone: zone)
            else { return nil }
            return (row["id"], time, row["sequence"] ?? 0)
        }
    }

    /// The occurrences of a series, without its overrides.
    private func occurrences(of series: Event) throws -> EventOccurrences {
        EventOccurrences(
            master: series.details, zones: try table.resolver(of: series.id),
            viewer: Zones.viewer(context.settings))
    }

    /// Finds the zones of the message at hand.
    private var messageZones: ZoneResolver { container?.calendar?.zones() ?? Zones.system }
}
