import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// Merges events of the vault: rows, host data, original texts, and the changed occurrences of series.
struct EventMerger {
    private let context: CommandContext
    private let clock: EventClock
    private let table: EventTable

    /// The replaced values, and the numbers of moved objects.
    struct Result {
        var kept: [EventMerge.Kept] = []
        var moved = RecordMerge()
    }

    init(_ context: CommandContext) throws {
        self.context = context
        clock = try EventClock(
            context.db, viewer: Zones.viewer(context.settings))
        table = EventTable(context)
    }

    /// Merges an event or a series into another one.
    ///
    /// - Throws: `AtriumError` if the events cannot be one event; then nothing was written.
    func merge(_ otherID: Int64, into id: Int64, taking taken: Set<String> = []) throws -> Result {
        guard let event = try table.find(id, withContent: false), let other = try table.find(otherID) else {
            throw AtriumError(.internal, "an event to merge disappeared")
        }
        try check(other, event)
        var result = Result()
        let own = try table.overrides(of: id)
        for override in try table.overrides(of: otherID, withContent: true) {
            try merge(override, of: event, own, &result)
        }
        try absorb(other, into: id, taking: taken, &result)
        try table.widenSeries(id)
        let dismissals = EventDuplicateCommands.dismissals
        try dismissals.move(from: other.uid, to: event.uid, context.db)
        return result
    }

    /// Merges the changed occurrence of another series into that of the remaining series, or moves it to that series.
    private func merge(
        _ override: Event, of series: Event, _ own: [Event], _ result: inout Result
    ) throws {
        let counterpart = own.first { own in
            guard let one = own.details.recurrenceID, let other = override.details.recurrenceID else {
                return false
            }
            return clock.isSameInstance(one, other)
        }
        if let counterpart { return try absorb(override, into: counterpart.id, &result) }
        if override.calendarID != series.calendarID {
            try FormerCalendars(context.db).keep(of: override.id)
        }
        try context.db.execute(
            sql: "UPDATE calendar_event SET series_id = ?, calendar_id = ?, updated_at = ? WHERE id = ?",
            arguments: [series.id, series.calendarID, context.nowText, override.id])
    }

    /// Moves all data of an event to another one, and removes its row.
    private func absorb(
        _ other: Event, into id: Int64, taking taken: Set<String> = [], _ result: inout Result
    ) throws {
        let known = try table.knownZones(of: other.id).merging(table.knownZones(of: id)) { $1 }
        let part = other.details.recurrenceID?.time.text ?? ""
        let moved = try context.records.merge(
            RecordReference(.events, other.id), into: RecordReference(.events, id),
            identifier: (other.itemUID, part))
        result.moved.links += moved.links
        result.moved.attachments += moved.attachments
        result.moved.sources += moved.sources
        // Read now: the event has the tags and the attachments of both.
        guard let old = try table.find(id) else {
            throw AtriumError(.internal, "the remaining event disappeared")
        }
        let merge = EventMerge(other.details, into: old.details, taking: taken, on: clock)
        result.kept += merge.kept
        var new = old
        new.details = merge.details
        new.updatedAt = context.nowText
        if taken.contains("calendar") { new.calendarID = other.calendarID }
        let zones = ZoneTable(EventTable.zones, context.db, known: known)
        try EventTable(db: context.db, zones: zones, tags: context.tags, attachments: context.attachments)
            .update(old, to: new)
        if new.calendarID != old.calendarID {
            try context.db.execute(
                sql: "UPDATE calendar_event SET calendar_id = ? WHERE series_id = ?",
                arguments: [new.calendarID, id])
        }
        try context.db.execute(sql: "DELETE FROM calendar_event WHERE id = ?", arguments: [other.id])
    }

    private func check(_ other: Event, _ event: Event) throws {
        for (event, field) in [(event, "record"), (other, "other")] where event.details.recurrenceID != nil {
            throw AtriumError(
                .badData, "event \(event.id) is a changed occurrence of a series",
                remedy: "merge the series: its changed occurrences follow it", field: field)
        }
        guard clock.span(EventTimes(event.details)) == clock.span(EventTimes(other.details)) else {
            throw AtriumError(
                .badData, "the events are at different times",
                remedy: "change the time of one with \(command: "calendar edit"), then merge them",
                field: "other")
        }
        guard !EventMerge.haveDifferentRules(event.details, other.details) else {
            throw AtriumError(
                .badData, "the events repeat by different rules",
                remedy: "give both the same rule with \(command: "calendar edit"), then merge them",
                field: "other")
        }
    }
}
