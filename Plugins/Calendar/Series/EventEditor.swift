import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Changes events in the tables: whole ones, single occurrences of a series, and its rest.
///
/// See ``SeriesEdit`` for how the times of a series change.
struct EventEditor {
    let context: CommandContext
    let table: EventTable
    var answer = SeriesAnswer()

    init(_ table: EventTable, _ context: CommandContext) { (self.table, self.context) = (table, context) }

    // MARK: Whole events

    /// Changes an event or all of a series.
    mutating func edit(_ old: Event, _ changes: EventChanges, calendar: Int64? = nil) throws {
        var new = old
        let wasDate = old.details.start?.isDate == true
        try changes.applyTimes(to: &new.details)
        var overrides: [(old: Event, new: CalendarEvent)] = []
        if new.details.start != old.details.start || new.details.end != old.details.end {
            overrides = try move(old, &new.details, replacingRules: changes.replacesRules)
        }
        try changes.applyDetails(to: &new.details, wasDate: wasDate)
        new.calendarID = calendar ?? old.calendarID
        let drops = changes.input[EventInput.dropUnmatched] == true
        guard new != old || overrides.contains(where: { $0.old.details != $0.new }) else {
            if drops { try matchExceptions(of: old, before: old.details, drops: true) }
            return
        }
        try EventRules.check(new.details, since: old.details)
        try save(old, new)
        let keeping = overrides.isEmpty ? table : try table.keepingZones(of: old.id)
        for override in overrides where override.old.details != override.new {
            try saveTimes(of: override.old, to: override.new, keeping)
        }
        if new.calendarID != old.calendarID {
            try context.db.execute(
                sql: "UPDATE calendar_event SET calendar_id = ?, updated_at = ? WHERE series_id = ?",
                arguments: [new.calendarID, context.nowText, old.id])
        }
        try matchExceptions(of: new, before: old.details, drops: drops)
    }

    /// Writes the times of a moved override, and counts its revision.
    private mutating func saveTimes(of old: Event, to details: CalendarEvent, _ table: EventTable) throws {
        var event = old
        event.details = details
        event.details.sequence = Self.raised(old.details.sequence)
        try table.updateTimes(of: old.id, to: event.details, updatedAt: context.nowText)
        if old.details.recurrenceID != details.recurrenceID { try setNewID(of: old.id) }
        answer.add(.changed, event)
    }

    private func setNewID(of id: Int64) throws {
        try context.db.cachedStatement(sql: "UPDATE calendar_event SET has_new_id = 1 WHERE id = ?")
            .execute(arguments: [id])
    }

    private static func raised(_ sequence: Int?) -> Int { min(sequence ?? 0, Int(Int32.max) - 1) + 1 }

    /// Moves the exceptions of a series to its new start and length.
    private mutating func move(
        _ old: Event, _ details: inout CalendarEvent, replacingRules: Bool
    ) throws -> [(old: Event, new: CalendarEvent)] {
        guard let start = details.start, old.details.recurrenceID == nil else { return [] }
        var source = old
        // Rules that are replaced need not be able to move.
        if replacingRules { source.details.rules = [] }
        guard let series = try StoredSeries(source, table, viewer: viewer),
            source.details.isRecurring || !series.overrides.isEmpty || !source.details.exclusions.isEmpty
        else { return [] }
        let move = try reporting { try series.edit.moved(start: start, end: details.end) }
        let rules = replacingRules ? details.rules : move.master.rules
        details = move.master
        details.rules = rules
        (answer.movedAlong, answer.kept) = (move.movedAlong, move.kept)
        return zip(series.overrides, move.overrides).map { ($0, $1) }
    }

    /// Reports the exceptions that match no occurrence after a change of times or rules, or drops them.
    private mutating func matchExceptions(of new: Event, before: CalendarEvent, drops: Bool) throws {
        guard drops || EventTimes(new.details) != EventTimes(before), new.details.recurrenceID == nil,
            let master = try table.find(new.id),
            let series = try StoredSeries(master, table, viewer: viewer)
        else { return }
        let unmatched = series.edit.unmatched
        let events = unmatched.overrides.map { series.overrides[$0] }
        answer.unmatched =
            unmatched.exclusions.map(\.storedText)
            + events.compactMap { $0.details.recurrenceID?.time.storedText }
        guard drops, !answer.unmatched.isEmpty else { return }
        answer.unmatched = []
        for event in events { try drop(event) }
        guard !unmatched.exclusions.isEmpty else { return }
        var rest = master
        rest.details.exclusions.removeAll { unmatched.exclusions.contains($0) }
        // A change that has counted the revision already does not count it again.
        if new.details == before { return try save(master, rest) }
        try table.keepingZones(of: master.id).update(master, to: rest)
    }

    // MARK: One occurrence

    /// Changes one occurrence of a series, and returns the id of its event.
    mutating func edit(
        _ instance: SeriesInstance, of series: StoredSeries, _ apply: (inout CalendarEvent) throws -> Void
    ) throws -> Int64 {
        answer.scope = .occurrence
        if let index = series.edit.overrideIndex(at: instance.original) {
            return try edit(series.overrides[index].id, at: instance, of: series, apply)
        }
        let given = series.edit.override(at: instance.original)
        var details = given
        try apply(&details)
        guard details != given else { return series.master.id }
        try EventRules.check(details, since: given)
        let (master, part) = (series.master, instance.recurrenceID.text)
        let uid = try ComponentTable.freeUID(
            ComponentTable.ownUID(master.itemUID, part), in: "calendar_event", context.db)
        var event = Event(
            id: 0, uid: uid, icalUID: master.itemUID, calendarID: master.calendarID, seriesID: master.id,
            createdAt: context.nowText, updatedAt: context.nowText, details: details)
        event.id = try table.keepingZones(of: master.id).insert(event)
        try context.db.execute(
            sql: "UPDATE calendar_event SET is_made_here = 1 WHERE id = ?", arguments: [event.id])
        try copyHostData(of: source(at: instance, in: series), to: event.id)
        answer.add(.new, event)
        return event.id
    }

    /// Changes an override, or removes it if it was made here and no longer differs from its series.
    private mutating func edit(
        _ id: Int64, at instance: SeriesInstance, of series: StoredSeries,
        _ apply: (inout CalendarEvent) throws -> Void
    ) throws -> Int64 {
        guard let old = try table.find(id) else { throw EventCommands.noEvent(id) }
        var new = old
        try apply(&new.details)
        guard new != old else { return id }
        try EventRules.check(new.details, since: old.details)
        let isMadeHere = try Bool.fetchOne(
            context.db, sql: "SELECT is_made_here FROM calendar_event WHERE id = ?", arguments: [id])
        if isMadeHere == true, isGiven(new.details, at: instance, by: series) {
            try drop(old)
            return series.master.id
        }
        try save(old, new)
        return id
    }

    /// Returns true if an override has the values that its series gives the occurrence.
    private func isGiven(_ details: CalendarEvent, at instance: SeriesInstance, by series: StoredSeries)
        -> Bool
    {
        var given = series.edit.givenOverride(at: instance.original)
        (given.sequence, given.recurrenceID) = (details.sequence, details.recurrenceID)
        return given == details
    }

    /// Removes an occurrence of a series, which then does not take place.
    mutating func remove(_ instance: SeriesInstance, of series: StoredSeries) throws {
        answer.scope = .occurrence
        if let index = series.edit.overrideIndex(at: instance.original) { try drop(series.overrides[index]) }
        var new = series.master
        new.details.exclusions.append(instance.recurrenceID)
        try save(series.master, new)
    }

    // MARK: The rest of a series

    /// Splits a series before an occurrence, and returns the event of the rest; all of it if the occurrence is the first.
    mutating func split(_ series: StoredSeries, at instance: SeriesInstance) throws -> Event {
        answer.scope = .following
        let split: SeriesEdit.Split
        do {
            split = try series.edit.split(at: instance.original)
        } catch SeriesEditError.splitsAtFirst {
            answer.scope = .all
            return series.master
        } catch let error as SeriesEditError {
            throw error.atriumError
        }
        var first = series.master
        first.details = split.first
        var second = Event(
            id: 0, uid: context.newUID(), icalUID: nil, calendarID: first.calendarID, seriesID: nil,
            createdAt: context.nowText, updatedAt: context.nowText, details: split.second)
        second.details.sequence = nil
        let keeping = try table.keepingZones(of: first.id)
        second.id = try keeping.insert(second)
        try link(second.id, to: first.id)
        try copyHostData(of: source(at: instance, in: series), to: second.id, uid: second.uid)
        for (index, details) in split.secondOverrides {
            let old = series.overrides[index]
            var event = old
            event.details = details
            if details != old.details {
                try keeping.updateTimes(of: old.id, to: details, updatedAt: context.nowText)
            }
            try context.db.execute(
                sql: """
                    UPDATE calendar_event SET series_id = ?, ical_uid = ?, has_new_id = 1, updated_at = ?
                    WHERE id = ?
                    """, arguments: [second.id, second.uid, context.nowText, old.id])
            answer.add(.changed, event)
        }
        if let index = split.absorbed {
            let range = series.overrides[index]
            try context.records.merge(
                RecordReference(.events, range.id), into: RecordReference(.events, second.id))
            try drop(range)
        }
        // After its later overrides have left: one of all later instances would keep it without an end.
        try save(series.master, first)
        try table.widenSeries(second.id)
        answer.add(.new, second)
        return try table.find(second.id) ?? second
    }

    /// Links the rest of a series between the series and the series that were split from it earlier.
    private func link(_ second: Int64, to first: Int64) throws {
        try context.db.execute(
            sql: "UPDATE calendar_event SET split_from_id = ?1 WHERE split_from_id = ?2",
            arguments: [second, first])
        try context.db.execute(
            sql: "UPDATE calendar_event SET split_from_id = ? WHERE id = ?", arguments: [first, second])
    }

    // MARK: Cancelling and removing

    /// Marks an event, or all of a series, as cancelled.
    mutating func cancel(_ event: Event) throws {
        let overrides = try table.overridesForTimes(of: event.id).compactMap { try table.find($0.id) }
        for old in [event] + overrides where old.details.status != .cancelled {
            var new = old
            new.details.status = .cancelled
            try save(old, new)
        }
    }

    /// Deletes an event, with the changed occurrences of a series.
    mutating func drop(_ event: Event) throws {
        answer.add(.dropped, event)
        try context.db.execute(sql: "DELETE FROM calendar_event WHERE id = ?", arguments: [event.id])
    }

    // MARK: Rows

    private var viewer: Zone { Zones.viewer(context.settings) }

    /// Writes a changed event, and counts its revision.
    private mutating func save(_ old: Event, _ new: Event) throws {
        var new = new
        new.details.sequence = Self.raised(old.details.sequence)
        new.updatedAt = context.nowText
        try table.keepingZones(of: old.id).update(old, to: new)
        answer.add(.changed, new)
    }

    /// Copies the host's data about an event, its links and the text of its file, to an event that was made from it.
    ///
    /// - Parameter uid: the new event's UID, if it is not that of the old one.
    private func copyHostData(of id: Int64, to copy: Int64, uid: String? = nil) throws {
        try context.records.copy(
            from: RecordReference(.events, id), to: RecordReference(.events, copy), format: .icalendar
        ) { text in
            guard let uid else { return text }
            var component = Component.parse(text).component
            guard let place = component.properties.firstIndex(where: { $0.canonicalName == "UID" }) else {
                return text
            }
            component.properties[place] = ContentLine(name: "UID", value: TextValue.escape(uid))
            return component.written()
        }
    }

    /// The event whose text an occurrence takes: the last THISANDFUTURE override before it, or the master.
    private func source(at instance: SeriesInstance, in series: StoredSeries) -> Int64 {
        series.edit.rangeIndex(at: instance.original).map { series.overrides[$0].id } ?? series.master.id
    }

    private func reporting<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SeriesEditError { throw error.atriumError }
    }
}
