import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The mapping between components of iCalendar and events, both ways.
///
/// Pure.
enum EventICalendar {
    // MARK: In

    /// Maps a VEVENT to a draft with its identifiers, and reports the values that the tables cannot hold.
    ///
    /// - Parameter method: METHOD of its calendar.
    static func map(_ component: CalendarComponent, method: String? = nil) throws -> MappedItem<EventDraft> {
        guard let event = component.event else {
            throw AtriumError(.internal, "the calendar received a component that is not an event")
        }
        let part = component.part
        // A RECURRENCE-ID that cannot be read makes no override.
        let isUnreadable = !part.isEmpty && event.recurrenceID == nil
        var draft = EventDraft(
            EventDetails.normalized(event), itemUID: isUnreadable ? nil : component.uid,
            createdAt: event.created?.description,
            updatedAt: event.lastModified?.description)
        draft.method = method.flatMap(EventMethod.init)
        if draft.method != nil { draft.stamp = event.stamp }
        var issues = attachmentIssues(component, event)
        if let notice = draft.method?.notice { issues.append(notice) }
        return MappedItem(
            draft: draft, uid: component.uid, part: part,
            message: method == nil ? nil : draft.method?.effect ?? .version, issues: issues)
    }

    private static func attachmentIssues(_ component: CalendarComponent, _ event: CalendarEvent)
        -> [ImportIssue]
    {
        guard event.attachments.contains(where: { EventDetails.normalized($0) == nil }) else { return [] }
        return [
            ImportIssue(
                line: component.component.property("ATTACH")?.lineNumber ?? component.source.line,
                property: "ATTACH", code: "bad-attachment",
                message: "An attachment is neither a URI nor base64; it is kept only in the original text.")
        ]
    }

    // MARK: Out

    /// The component of an event that no file of iCalendar brought.
    static func component(of event: Event) -> Component {
        var details = event.details
        details.uid = event.itemUID
        details.relations = siblings(of: event, besides: [])
        return details.component(createdAt: event.createdAt, updatedAt: event.updatedAt)
    }

    /// The component that a file brought, with just the differences between what it says and the event.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil, to event: Event
    ) -> PatchedComponent? {
        var issues: [ContentIssue] = []
        let old = CalendarEvent(component, version: version, localZone: localZone, issues: &issues)
        var new = merged(old, with: event.details)
        new.relations += siblings(of: event, besides: old.relations)
        if event.hasNewID { new.uid = event.itemUID }
        guard new != old else { return nil }
        // The record counts its revisions; a tag is none (RFC 5546, section 2.1.4).
        return new.patch(
            component, version: version, localZone: localZone, uid: event.itemUID, updatedAt: event.updatedAt,
            raisesSequence: false)
    }

    /// RELATED-TO of the series that this one was split from or that were split from it, unless it has them already.
    private static func siblings(of event: Event, besides relations: [Relation]) -> [Relation] {
        event.siblings.map { Relation(uid: $0, type: "SIBLING") }.filter { sibling in
            !relations.contains { $0 == sibling }
        }
    }

    /// Returns a component's values, replaced by the event's values if these differ from the values that an import of
    /// the component results in.
    private static func merged(_ component: CalendarEvent, with event: CalendarEvent) -> CalendarEvent {
        let imported = EventDetails.normalized(component)
        let event = completed(event, from: imported)
        var result = component
        func take<Value: Equatable>(_ path: WritableKeyPath<CalendarEvent, Value>) {
            if imported[keyPath: path] != event[keyPath: path] {
                result[keyPath: path] = event[keyPath: path]
            }
        }
        take(\.recurrenceID)
        take(\.sequence)
        take(\.start)
        take(\.end)
        take(\.rules)
        take(\.exclusionRules)
        take(\.additions)
        take(\.exclusions)
        take(\.summary)
        take(\.description)
        take(\.location)
        take(\.position)
        take(\.status)
        take(\.isTransparent)
        take(\.classification)
        take(\.priority)
        if imported.categories != event.categories {
            result.categories = Words.categories(
                component.categories, imported: imported.categories, tags: event.categories)
        }
        take(\.url)
        take(\.color)
        take(\.organizer)
        if imported.attendees != event.attendees {
            result.attendees = restored(event.attendees, from: component.attendees, EventDetails.normalized)
        }
        if imported.alarms != event.alarms {
            result.alarms = restored(event.alarms, from: component.alarms, EventDetails.normalized)
        }
        if imported.attachments != event.attachments {
            result.attachments =
                restored(event.attachments, from: component.attachments, EventDetails.normalized)
                + component.attachments.filter { EventDetails.normalized($0) == nil }
        }
        return result
    }

    /// The event with the values that an earlier version of Atrium could not read in its text, so that they are exported.
    ///
    /// No edit leaves an event without a start or an alarm without a trigger.
    private static func completed(_ event: CalendarEvent, from imported: CalendarEvent) -> CalendarEvent {
        var event = event
        event.recurrenceID = event.recurrenceID ?? imported.recurrenceID
        if event.start == nil {
            event.start = imported.start
            event.end = event.end ?? imported.end
            if event.additions.isEmpty { event.additions = imported.additions }
            if event.exclusions.isEmpty { event.exclusions = imported.exclusions }
        }
        for index in event.alarms.indices where event.alarms[index].trigger == nil {
            let known = imported.alarms.first { alarm in
                var alarm = alarm
                alarm.trigger = nil
                return alarm == event.alarms[index]
            }
            event.alarms[index].trigger = known?.trigger
        }
        for index in event.attachments.indices where event.attachments[index].fileName == nil {
            let known = imported.attachments.first { $0.content == event.attachments[index].content }
            event.attachments[index].fileName = known?.fileName
        }
        return event
    }

    /// Values in the spelling of the component, where it has them.
    private static func restored<Value: Hashable>(
        _ values: [Value], from written: [Value], _ normalize: (Value) -> Value?
    ) -> [Value] {
        var spellings: [Value: [Value]] = [:]
        for value in written.reversed() {
            if let normalized = normalize(value) { spellings[normalized, default: []].append(value) }
        }
        return values.map { spellings[$0]?.popLast() ?? $0 }
    }
}
