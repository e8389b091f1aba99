import AtriumSDK
import Foundation
import ICalendarExchange
import ICalendarFormat

/// How the details of events are kept: rules that make two ways of saying nothing the same.
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
        event.summary = Words.filled(event.summary)
        event.description = Words.filled(event.description)
        event.location = Words.filled(event.location)
        event.url = Words.filled(event.url.map(withoutControls))
        event.color = Words.filled(event.color)
        event.categories = Words.distinctTags(event.categories)
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
        alarm.action = Words.withoutNUL(alarm.action)
        alarm.summary = Words.filled(alarm.summary)
        alarm.description = Words.filled(alarm.description)
        alarm.uid = Words.filled(alarm.uid)
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
        user.commonName = Words.filled(user.commonName)
        user.role = Words.filled(user.role)
        user.participationStatus = Words.filled(user.participationStatus)
        user.userType = Words.filled(user.userType)
        user.sentBy = Words.filled(user.sentBy)
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
        texts.isEmpty ? texts : texts.compactMap { Words.filled($0.filter { !$0.isNewline }) }
    }

    /// An attachment as the tables can hold it; nil where it is neither a URI nor base64.
    static func normalized(_ attachment: ICalendarFormat.Attachment) -> ICalendarFormat.Attachment? {
        switch attachment.content {
        case .uri(let uri):
            guard let uri = Words.filled(withoutControls(uri)) else { return nil }
            return ICalendarFormat.Attachment(
                content: .uri(uri), mediaType: Words.filled(attachment.mediaType),
                fileName: Words.filled(attachment.fileName))
        case .base64:
            guard let data = attachment.data() else { return nil }
            return ICalendarFormat.Attachment(
                data: data, mediaType: Words.filled(attachment.mediaType) ?? MediaTypes.unknown,
                fileName: Words.filled(attachment.fileName))
        }
    }

    /// A URI without control characters, which none has.
    private static func withoutControls(_ uri: String) -> String {
        guard uri.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return uri }
        return String(decoding: uri.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }

    /// A calendar address: an e-mail address gets its `mailto:`.
    static func calendarAddress(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        return text.contains("@") && !text.contains(":") ? "mailto:" + text : text
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
    /// Whether this is a time of the viewer's own clock.
    var isFloating: Bool {
        if case .floating = self { true } else { false }
    }
}
