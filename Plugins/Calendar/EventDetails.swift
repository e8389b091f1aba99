import Foundation
import ICalendarFormat

/// How the details of events are kept: rules that make two ways of saying nothing the same.
///
/// Times are kept as their author wrote them; nothing is converted when it is stored, zones are looked at when an
/// event is shown.
///
/// | stored text | zone | meaning |
/// |---|---|---|
/// | `2026-03-01` | null | a day |
/// | `2026-03-01T09:30:00` | a TZID | the time that clocks of that zone show |
/// | `2026-03-01T09:30:00` | null | floating: the time that the viewer's clock shows |
/// | `2026-03-01T09:30:00Z` | null | UTC |
enum EventDetails {
    /// The details as the tables can hold them: empty texts are nil, categories are tags, inline attachments are plain
    /// base64, and what the record has columns of its own for (UID, CREATED, LAST-MODIFIED) or is made anew by every
    /// export (DTSTAMP) is left out; so is what only the source has.
    static func normalized(_ event: CalendarEvent) -> CalendarEvent {
        var event = event
        event.uid = nil
        event.stamp = nil
        event.created = nil
        event.lastModified = nil
        event.summary = filled(event.summary)
        event.description = filled(event.description)
        event.location = filled(event.location)
        event.url = filled(event.url.map(withoutControls))
        event.color = filled(event.color)
        event.categories = distinctTags(event.categories)
        if let organizer = event.organizer { event.organizer = normalized(organizer) }
        for index in event.attendees.indices { event.attendees[index] = normalized(event.attendees[index]) }
        for index in event.alarms.indices { event.alarms[index] = normalized(event.alarms[index]) }
        if !event.attachments.isEmpty { event.attachments = attachments(event.attachments) }
        leaveToSource(&event.common)
        return event
    }

    /// Takes out what the tables do not hold; `docs/formats.md` lists it.
    private static func leaveToSource(_ common: inout CommonProperties) {
        common.resources = []
        common.comments = []
        common.contacts = []
        common.relations = []
        common.images = []
        common.conferences = []
        common.structuredData = []
        common.styledDescriptions = []
        common.participants = []
        common.locations = []
        common.resourceDescriptions = []
    }

    static func normalized(_ alarm: ICalendarFormat.Alarm) -> ICalendarFormat.Alarm {
        var alarm = alarm
        alarm.action = withoutNUL(alarm.action)
        alarm.summary = filled(alarm.summary)
        alarm.description = filled(alarm.description)
        alarm.uid = filled(alarm.uid)
        // The source keeps the rest.
        alarm.attendees = []
        alarm.attachments = []
        alarm.relations = []
        alarm.proximity = nil
        alarm.locations = []
        return alarm
    }

    static func normalized(_ user: CalendarUser) -> CalendarUser {
        var user = user
        user.address = withoutControls(user.address)
        user.commonName = filled(user.commonName)
        user.role = filled(user.role)
        user.participationStatus = filled(user.participationStatus)
        user.userType = filled(user.userType)
        user.sentBy = filled(user.sentBy)
        user.delegatedTo = addresses(user.delegatedTo)
        user.delegatedFrom = addresses(user.delegatedFrom)
        user.groups = addresses(user.groups)
        return user
    }

    /// Links first, then what is enclosed; what is no base64 stays in the source alone.
    private static func attachments(
        _ attachments: [ICalendarFormat.Attachment]
    ) -> [ICalendarFormat.Attachment] {
        let kept = attachments.compactMap(normalized)
        return kept.filter(\.isLink) + kept.filter { !$0.isLink }
    }

    /// Addresses as they can stand one a line.
    private static func addresses(_ texts: [String]) -> [String] {
        texts.isEmpty ? texts : texts.compactMap { filled($0.filter { !$0.isNewline }) }
    }

    /// An attachment as the tables can hold it; nil where it is neither a URI nor base64.
    static func normalized(_ attachment: ICalendarFormat.Attachment) -> ICalendarFormat.Attachment? {
        switch attachment.content {
        case .uri(let uri):
            guard let uri = filled(withoutControls(uri)) else { return nil }
            return ICalendarFormat.Attachment(
                content: .uri(uri), mediaType: filled(attachment.mediaType),
                fileName: filled(attachment.fileName))
        case .base64:
            guard let data = attachment.data() else { return nil }
            return ICalendarFormat.Attachment(
                data: data, mediaType: filled(attachment.mediaType) ?? MediaTypes.unknown,
                fileName: filled(attachment.fileName))
        }
    }

    /// The text without NUL, which SQLite's texts end at; nil where nothing is left.
    static func filled(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let plain = withoutNUL(text)
        return plain.isEmpty ? nil : plain
    }

    /// A URI without control characters, which none has.
    private static func withoutControls(_ uri: String) -> String {
        guard uri.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return uri }
        return String(decoding: uri.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }

    private static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
    }

    /// A calendar address: an e-mail address gets its `mailto:`.
    static func calendarAddress(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        return text.contains("@") && !text.contains(":") ? "mailto:" + text : text
    }

    /// Categories as the host keeps tags: without empty ones, and without those that differ from an earlier one in the
    /// case of letters or in white space around them only.
    static func distinctTags(_ tags: [String]) -> [String] {
        guard !tags.isEmpty else { return tags }
        let tags = tags.map(withoutNUL)
        var seen: Set<String> = []
        return tags.filter { tag in
            let folded = foldedTag(tag)
            return !folded.isEmpty && seen.insert(folded).inserted
        }
    }

    /// A tag as tags are compared.
    static func foldedTag(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}

extension CalendarEvent {
    /// Whether it covers whole days.
    var isAllDay: Bool { self.start?.isDate ?? false }
    /// DTEND, where that is how it says when it ends.
    var endTime: CalendarTime? {
        if case .time(let time) = end { time } else { nil }
    }
    /// DURATION, where that is how it says when it ends.
    var duration: CalendarDuration? {
        if case .duration(let duration) = end { duration } else { nil }
    }
}

extension ICalendarFormat.Attachment {
    /// Whether the document is elsewhere.
    var isLink: Bool {
        if case .uri = content { true } else { false }
    }
}

extension CalendarTime {
    /// The text as it is stored and shown; see ``EventDetails``.
    var storedText: String {
        switch self {
        case .date(let date): date.isoText
        case .floating(let time), .zoned(let time, _): time.isoText
        case .utc(let instant): instant.description
        }
    }

    /// Reads stored text; nil where it is no day or time.
    init?(stored text: String, zone: String? = nil) {
        switch DateTimeText(text) {
        case .date(let date): self = .date(date)
        case .utc(let instant): self = .utc(instant)
        case .local(let time): self = zone.map { .zoned(time, zone: $0) } ?? .floating(time)
        case nil: return nil
        }
    }

    /// Whether this is a time of the viewer's own clock.
    var isFloating: Bool {
        if case .floating = self { true } else { false }
    }
}

extension RecurrenceDate {
    /// The text as it is stored and shown: a time, and for a period a slash and its end or duration.
    var storedText: String {
        switch end {
        case .time(let time): "\(start.storedText)/\(time.storedText)"
        case .duration(let duration): "\(start.storedText)/\(duration.text)"
        case nil: start.storedText
        }
    }

    /// Reads stored text; nil where it is no time or period.
    init?(stored text: String, zone: String?) {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        guard let start = parts.first.flatMap({ CalendarTime(stored: $0, zone: zone) }) else { return nil }
        guard parts.count > 1 else {
            self.init(start)
            return
        }
        if let time = CalendarTime(stored: parts[1], zone: zone) {
            self.init(start, end: .time(time))
        } else if let duration = CalendarDuration(parts[1]) {
            self.init(start, end: .duration(duration))
        } else {
            return nil
        }
    }
}
