import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The mapping between VEVENT and activities, both ways.
///
/// Pure. What iCalendar has no property for stands in properties of our own; `X-ATRIUM-ACTIVITY` marks a VEVENT as an activity,
/// and is how an import knows it from an event of a calendar.
enum ActivityEvent {
    /// The mark; its value is the category.
    static let mark = "X-ATRIUM-ACTIVITY"
    private static let start = "DTSTART"
    private static let rating = "X-ATRIUM-RATING"
    private static let cost = "X-ATRIUM-COST"
    /// A day on which it was done: `X-ATRIUM-DONE;X-DAY=2026-03-01;X-WITH=uid:note`.
    private static let done = "X-ATRIUM-DONE"

    // MARK: - In

    /// The draft of a VEVENT, and by what it is known again.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no SUMMARY: nothing is left to call it by.
    static func map(_ component: CalendarComponent, _ options: ImportOptions) throws -> MappedItem<
        RecordDraft
    > {
        guard let event = component.event else {
            throw AtriumError(.internal, "the activities received a component that is not an event")
        }
        var issues: [ImportIssue] = []
        let values = normalized(event, component.component, &issues)
        guard let values else { throw AtriumError(.badData, "the activity has no summary") }
        for line in component.component.properties(done) {
            guard let day = line.parameter("X-DAY").flatMap(LocalDate.init(iso:)),
                options.isYetToCome(day)
            else { continue }
            issues.append(.yetToCome(day, line: line.lineNumber, property: line.canonicalName))
        }
        var draft = activityKind.draft(of: values)
        draft.createdAt = event.created?.description
        draft.updatedAt = event.lastModified?.description
        return MappedItem(draft: draft, uid: component.uid, part: component.part, issues: issues)
    }

    /// What a VEVENT says, as far as the tables hold it; the source keeps the rest.
    private static func normalized(
        _ event: CalendarEvent, _ component: Component, _ issues: inout [ImportIssue]
    ) -> RecordValues? {
        func line(_ text: String?) -> DataValue { .text(orNull: Words.filled(text).flatMap(Words.line)) }
        guard case .text(let name) = line(event.summary) else { return nil }
        let position = event.position.flatMap {
            Coordinates(latitude: $0.latitude, longitude: $0.longitude)
        }
        var values = activityKind.initial
        values["name"] = .text(name)
        values["planned"] = component.naming(event.start, in: start)?.value ?? .null
        values["place"] = line(event.location)
        values["coordinates"] = .text(orNull: position?.description)
        values["notes"] = .text(orNull: Words.filled(event.description))
        values["link"] = line(event.url)
        values["tags"] = .texts(Words.distinctTags(event.categories))
        values["goodFor"] = .texts(event.peopleUIDs)
        values["category"] = line(component.property(mark)?.text())
        func note(_ line: ContentLine, _ code: String, _ message: String) {
            issues.append(ImportIssue(at: line, code, message))
        }
        if let line = component.property(rating) {
            let number = Int64(line.text()).flatMap { Activity.ratings.contains($0) ? $0 : nil }
            values["rating"] = .integer(orNull: number)
            if number == nil {
                note(line, "bad-rating", "The rating is not a number from \(Activity.ratingWords).")
            }
        }
        if let line = component.property(cost) {
            let cost = try? Cost(line.text())
            values["cost"] = .text(orNull: cost?.description)
            if cost == nil { note(line, "bad-cost", "The cost is not an amount with a currency.") }
        }
        var days: [LocalDate: Occasion] = [:]
        for line in component.properties(done) {
            guard let day = line.parameter("X-DAY").flatMap(LocalDate.init(iso:)),
                day >= DaysDeclaration.first
            else {
                note(line, "bad-date", "The day on which it was done is not a valid date such as 2026-03-01.")
                continue
            }
            var occasion = Occasion(note: Words.filled(line.text()).flatMap(Words.line))
            occasion.with = line.parameters.filter { $0.isNamed("X-WITH") }.flatMap(\.values).compactMap {
                Words.filled($0.filter { !$0.isNewline })
            }
            days[day] = occasion
        }
        values["done"] = Occasion.value(days)
        return values
    }

    // MARK: - Out

    /// The component of an activity that no file of iCalendar brought.
    static func component(of stored: StoredRecord, _ zones: ZoneResolver) -> Component {
        var event = CalendarEvent(uid: stored.uid)
        let activity = Activity(stored.values)
        merge(activity, since: nil, into: &event, zones)
        var component = event.component(createdAt: stored.createdAt, updatedAt: stored.updatedAt)
        mergeOwn(activity, since: nil, into: &component, zones)
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the activity.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil,
        to record: (stored: StoredRecord, zones: ZoneResolver)
    ) -> PatchedComponent? {
        let (stored, zones) = record
        var contentIssues: [ContentIssue] = []
        var issues: [ImportIssue] = []
        let old = CalendarEvent(component, version: version, localZone: localZone, issues: &contentIssues)
        let values = normalized(old, component, &issues)
        guard values != stored.values else { return nil }
        let (imported, activity) = (values.map(Activity.init), Activity(stored.values))
        var new = old
        merge(activity, since: imported, into: &new, zones)
        var patched = new.patch(
            component, version: version, localZone: localZone, uid: stored.uid, updatedAt: stored.updatedAt)
        mergeOwn(activity, since: imported, into: &patched.component, zones)
        return patched
    }

    /// Writes into an event what differs from what an import makes of it.
    private static func merge(
        _ activity: Activity, since old: Activity?, into event: inout CalendarEvent, _ zones: ZoneResolver
    ) {
        if old?.name != activity.name { event.summary = activity.name }
        if old?.planned != activity.planned { move(&event, to: activity.planned?.writable(zones)) }
        if old?.place != activity.place { event.location = activity.place }
        if old?.coordinates != activity.coordinates {
            event.position = activity.coordinates.flatMap { try? Coordinates($0) }.map {
                GeoPosition(latitude: $0.latitude, longitude: $0.longitude)
            }
        }
        if old?.notes != activity.notes { event.description = activity.notes }
        if old?.link != activity.link { event.url = activity.link }
        if old?.tags ?? [] != activity.tags {
            event.categories = Words.categories(
                event.categories, imported: old?.tags ?? [], tags: activity.tags)
        }
        if old?.goodFor ?? [] != activity.goodFor { event.peopleUIDs = activity.goodFor }
    }

    /// Another start; an end that a program gave stays as long after it.
    private static func move(_ event: inout CalendarEvent, to planned: CalendarTime?) {
        if case .time(let end)? = event.end, let start = event.start {
            let length = end.clock.seconds - start.clock.seconds
            let isKept = planned?.isDate == start.isDate && start.hasClock(of: end)
            event.end = isKept ? planned.map { .time($0.shifted(by: length)) } : nil
        }
        event.start = planned
    }

    /// Writes the properties of our own that differ.
    private static func mergeOwn(
        _ activity: Activity, since old: Activity?, into component: inout Component, _ zones: ZoneResolver
    ) {
        if old?.planned != activity.planned { component.nameZone(of: activity.planned, in: start, zones) }
        if old == nil || old?.category != activity.category {
            let value = TextValue.escape(activity.category ?? "")
            component.replace(mark, by: [ContentLine(name: mark, value: value)])
        }
        if old?.rating != activity.rating {
            let lines = activity.rating.map { [ContentLine(name: rating, value: String($0))] }
            component.replace(rating, by: lines ?? [])
        }
        if old?.cost != activity.cost {
            let lines = activity.cost.map { [ContentLine(name: cost, value: $0)] }
            component.replace(cost, by: lines ?? [])
        }
        if old?.occasions ?? [:] != activity.occasions {
            let days = activity.occasions.sorted { $0.key < $1.key }
            component.replace(done, by: days.map { line(of: $0.value, on: $0.key) })
        }
    }

    private static func line(of occasion: Occasion, on day: LocalDate) -> ContentLine {
        var parameters = [Parameter("X-DAY", day.description)]
        if !occasion.with.isEmpty { parameters.append(Parameter("X-WITH", occasion.with)) }
        return ContentLine(
            name: done, parameters: parameters, value: TextValue.escape(occasion.note ?? ""))
    }
}
