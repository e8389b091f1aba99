import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The details of two events that are one event: a pure function of values.
///
/// Lists are combined without repeats, the remaining event's elements first. If both events have a value that an event has
/// only once, the remaining event's value stays, unless the merge takes the other one's. The replaced value becomes a line of
/// the description (`Merged location: Room 2`), so that nothing is lost.
struct EventMerge {
    /// A value that the other event's value replaced.
    struct Kept: Hashable, Sendable {
        /// The field of `show`: `location`.
        let field: String
        /// The value as `show` returns it.
        let value: String
        /// The place where the value is kept.
        let place: String
    }

    /// The details with the values of both events.
    private(set) var details: CalendarEvent
    /// The replaced values of both events.
    private(set) var kept: [Kept] = []
    private let clock: EventClock

    /// The fields of `show` that a merge can take from the other event.
    static let takeable = [
        "summary", "location", "organizer", "status", "transparency", "class", "priority", "url", "color",
        "calendar",
    ]

    /// Returns true if both events repeat, but by different rules or on different clocks, so that no event takes place when
    /// both do.
    static func haveDifferentRules(_ one: CalendarEvent, _ other: CalendarEvent) -> Bool {
        func rules(_ event: CalendarEvent) -> [String] { (event.rules + event.exclusionRules).map(\.text) }
        guard !one.rules.isEmpty, !other.rules.isEmpty, let start = one.start, let otherStart = other.start
        else {
            return false
        }
        return rules(one) != rules(other) || !start.hasClock(of: otherStart)
    }

    /// Merges an event into another one.
    ///
    /// - Parameter taken: the ``takeable`` fields whose values come from the merged event, if it has them.
    init(
        _ merged: CalendarEvent, into remaining: CalendarEvent, taking taken: Set<String> = [],
        on clock: EventClock
    ) {
        details = remaining
        self.clock = clock
        mergeTimes(merged)
        for text in Self.texts { text.merge(merged, &self, taken.contains(text.field)) }
        mergeOrganizer(merged, isTaken: taken.contains("organizer"))
        mergeRecurrence(merged)
        for attendee in merged.attendees { add(attendee) }
        for alarm in merged.alarms where !details.alarms.contains(where: { $0.rings(like: alarm) }) {
            details.alarms.append(alarm)
        }
        for attachment in merged.attachments
        where !details.attachments.contains(where: { $0.content == attachment.content }) {
            details.attachments.append(attachment)
        }
        details.categories = Words.distinctTags(details.categories + merged.categories)
        details.sequence = [details.sequence, merged.sequence].compactMap(\.self).max()
        mergeDescription(merged.description)
        for value in kept where value.place == Self.description {
            addLine("Merged \(value.label): \(value.value)")
        }
        details = EventDetails.normalized(details)
    }

    private static let description = "a line of the description"

    // MARK: Single values

    /// A value that an event has only once, and its text.
    private struct Single: Sendable {
        let field: String
        let merge: @Sendable (CalendarEvent, inout EventMerge, _ isTaken: Bool) -> Void

        init<Value: Equatable & Sendable>(
            _ field: String, _ path: any WritableKeyPath<CalendarEvent, Value?> & Sendable,
            usual: Value? = nil, text: @escaping @Sendable (Value) -> String
        ) {
            self.field = field
            merge = { merged, merge, isTaken in
                let path = path as WritableKeyPath<CalendarEvent, Value?>
                guard let other = merged[keyPath: path] else { return }
                guard let own = merge.details[keyPath: path] ?? (other == usual ? nil : usual) else {
                    merge.details[keyPath: path] = other
                    return
                }
                guard own != other else { return }
                if isTaken { merge.details[keyPath: path] = other }
                merge.keep(field, text(isTaken ? own : other))
            }
        }
    }

    /// A missing STATUS means that the event takes place, and a missing TRANSP that it takes time: a merge does not change that.
    private static let texts = [
        Single("summary", \.common.summary) { $0 },
        Single("location", \.common.location) { $0 },
        Single("position", \.common.position) { "\($0.latitude), \($0.longitude)" },
        Single("status", \.status, usual: .confirmed) { $0.rawValue.lowercased() },
        Single("transparency", \.isTransparent, usual: false) { $0 ? "transparent" : "opaque" },
        Single("class", \.common.classification) { $0.rawValue.lowercased() },
        Single("priority", \.common.priority) { String($0) },
        Single("url", \.common.url) { $0 },
        Single("color", \.common.color) { $0 },
    ]

    private mutating func keep(_ field: String, _ value: String, in place: String = description) {
        let new = Kept(field: field, value: value, place: place)
        if !kept.contains(new) { kept.append(new) }
    }

    /// Keeps the other event's time: only changed occurrences of one instance can differ in it.
    private mutating func mergeTimes(_ merged: CalendarEvent) {
        guard let own = clock.span(EventTimes(details)) else {
            (details.start, details.end) = (merged.start, merged.end)
            return
        }
        guard let other = clock.span(EventTimes(merged)), own != other, let start = merged.start else {
            return
        }
        let zone = start.zoneID.map { " (\($0))" } ?? ""
        keep("start", start.storedText + zone)
        guard own.end != other.end else { return }
        switch merged.end {
        case .time(let time): keep("end", time.storedText + (time.zoneID.map { " (\($0))" } ?? ""))
        case .duration(let duration): keep("duration", duration.text)
        case nil: break
        }
    }

    private mutating func mergeOrganizer(_ merged: CalendarEvent, isTaken: Bool) {
        guard let other = merged.organizer else { return }
        guard var own = details.organizer else { return details.organizer = other }
        if own.hasAddress(of: other) {
            own.fill(from: other)
            details.organizer = own
            return
        }
        if isTaken { details.organizer = other }
        keep("organizer", (isTaken ? own : other).words)
    }

    private mutating func mergeDescription(_ other: String?) {
        guard let other else { return }
        guard let own = details.description, !other.contains(own) else { return details.description = other }
        if !own.contains(other) { details.description = own + "\n\n" + other }
    }

    private mutating func addLine(_ line: String) {
        guard let own = details.description else { return details.description = line }
        if !"\n\(own)\n".contains("\n\(line)\n") { details.description = own + "\n" + line }
    }

    // MARK: Lists

    private mutating func add(_ attendee: CalendarUser) {
        guard let place = details.attendees.firstIndex(where: { $0.hasAddress(of: attendee) }) else {
            return details.attendees.append(attendee)
        }
        let reply = details.attendees[place].fill(from: attendee)
        if let reply { keep("attendees", "\(attendee.words): \(reply.lowercased())") }
    }

    /// An instance takes place if it takes place in one of the two events.
    private mutating func mergeRecurrence(_ merged: CalendarEvent) {
        let own = details
        if details.rules.isEmpty {
            details.rules = merged.rules
            details.exclusionRules = merged.exclusionRules
        }
        for addition in merged.additions
        where !details.additions.contains(where: { clock.moment($0.start) == clock.moment(addition.start) }) {
            details.additions.append(addition)
        }
        /// Returns true if another event has the instance that an event excludes.
        func isShown(_ exclusion: CalendarTime, by other: CalendarEvent) -> Bool {
            if clock.excludes(other.exclusions, exclusion) { return false }
            return other.common.isRecurring || other.start.map { clock.excludes([exclusion], $0) } ?? false
        }
        for exclusion in own.exclusions where isShown(exclusion, by: merged) {
            details.exclusions.removeAll { $0 == exclusion }
            keep("exceptionDates", exclusion.storedText, in: "an occurrence")
        }
        for exclusion in merged.exclusions where !clock.excludes(own.exclusions, exclusion) {
            if isShown(exclusion, by: own) {
                keep("exceptionDates", exclusion.storedText, in: "an occurrence")
            } else {
                details.exclusions.append(exclusion)
            }
        }
    }
}

extension EventMerge.Kept {
    /// The field in words: `exceptionDates` as `exception dates`.
    fileprivate var label: String { FieldDeclaration.kebabCase(field).replacing("-", with: " ") }
}

extension CalendarUser {
    fileprivate func hasAddress(of other: CalendarUser) -> Bool {
        address.lowercased() == other.address.lowercased()
    }

    /// The name and the address.
    fileprivate var words: String { commonName.map { "\($0) (\(address))" } ?? address }

    /// Takes the values that only the same user of another event has; returns a reply that differs from this one.
    @discardableResult
    fileprivate mutating func fill(from other: CalendarUser) -> String? {
        commonName = commonName ?? other.commonName
        role = role ?? other.role
        userType = userType ?? other.userType
        expectsReply = expectsReply ?? other.expectsReply
        sentBy = sentBy ?? other.sentBy
        delegatedTo += other.delegatedTo.filter { !delegatedTo.contains($0) }
        delegatedFrom += other.delegatedFrom.filter { !delegatedFrom.contains($0) }
        groups += other.groups.filter { !groups.contains($0) }
        let open: Set<String?> = [nil, "NEEDS-ACTION"]
        guard !open.contains(other.participationStatus) else { return nil }
        if open.contains(participationStatus) { participationStatus = other.participationStatus }
        return participationStatus == other.participationStatus ? nil : other.participationStatus
    }
}

extension ICalendarFormat.Alarm {
    /// Returns true if both alarms ring at the same time and show the same text.
    fileprivate func rings(like other: ICalendarFormat.Alarm) -> Bool {
        (action, trigger, summary, description) == (
            other.action, other.trigger, other.summary, other.description
        ) && (repeatCount, repeatInterval) == (other.repeatCount, other.repeatInterval)
    }
}
