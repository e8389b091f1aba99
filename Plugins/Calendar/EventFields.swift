import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What an event looks like in results: declarations, and the object of each event.
enum EventFields {
    /// A time among others: RDATE and EXDATE.
    static let date = [
        FieldDeclaration("value", .when, help: "A day, a local time or an instant.", isRequired: true),
        FieldDeclaration(
            "zone", .text, help: "The zone of a local time; if omitted, floating or the event's zone."),
        FieldDeclaration("periodEnd", .text, help: "The end or the duration of a period."),
    ]

    /// Someone who is asked.
    static let attendee = [
        FieldDeclaration(
            "address", .text, help: "The calendar address: mailto:ann@example.org.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name."),
        FieldDeclaration(
            "role", .text, help: "The role: chair, req-participant, opt-participant or non-participant."),
        FieldDeclaration("status", .text, help: "The reply: needs-action, accepted, declined or tentative."),
        FieldDeclaration("kind", .text, help: "The kind: individual, group, resource or room."),
        FieldDeclaration("expectsReply", .boolean, help: "True if a reply is requested (RSVP)."),
    ]

    /// A reminder.
    static let alarm = [
        FieldDeclaration("trigger", .text, help: "A duration from the start, such as -PT15M, or an instant."),
        FieldDeclaration("action", .text, help: "The action: display, audio or email."),
        FieldDeclaration("fromEnd", .boolean, help: "True if the duration counts from the event's end."),
        FieldDeclaration("summary", .text, help: "The subject of an e-mail."),
        FieldDeclaration("description", .longText, help: "The text to show."),
        FieldDeclaration("repeatCount", .integer(from: 0), help: "The number of repetitions."),
        FieldDeclaration("pause", .text, help: "The duration between repetitions."),
    ]

    /// A document, by its address.
    static let link = [
        FieldDeclaration("uri", .text, help: "The document's address.").formatted(.uri),
        FieldDeclaration("mediaType", .text, help: "The document's media type."),
        FieldDeclaration("name", .text, help: "The document's file name."),
    ]

    /// A document, linked or held.
    static let document =
        link + [
            FieldDeclaration(
                "byteCount", .integer(from: 0), help: "The size of a stored document in bytes."),
            FieldDeclaration("sha256", .text, help: "The SHA-256 of a stored document's content."),
        ]

    /// What lists show of an event.
    static let listed = [
        FieldDeclaration("id", .integer(), help: "The event's id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The event's uid, unique in the vault.", isRequired: true),
        FieldDeclaration("calendar", .text, help: "The event's calendar.", isRequired: true),
        FieldDeclaration("summary", .text, help: "The title."),
        FieldDeclaration("location", .text, help: "The location in words."),
        FieldDeclaration("start", .when, help: "The start, in its zone's time.").onClock(
            of: "startZone"
        ).absent(as: "no start"),
        FieldDeclaration(
            "problem", .text, help: "The reason why the event has no start, and the remedy."
        ).formatted(.problem).derived,
        FieldDeclaration("startZone", .text, help: "The zone of a local start, or null if it is floating."),
        FieldDeclaration("end", .when, help: "The first moment or day after the event.").onClock(
            of: "endZone"),
        FieldDeclaration("endZone", .text, help: "The zone of a local end."),
        FieldDeclaration("duration", .duration, help: "The duration, if the event has no end."),
        FieldDeclaration("allDay", .boolean, help: "True if the event lasts whole days.", isRequired: true),
        FieldDeclaration("recurring", .boolean, help: "True if the event repeats.", isRequired: true).role(
            .repeats),
        FieldDeclaration("status", .text, help: "The status: confirmed, tentative or cancelled."),
        FieldDeclaration("state", .text, help: "The state in words: \(EventState.help)").asState,
        FieldDeclaration("categories", .list(.text), help: "The tags.", isRequired: true, title: "Tags"),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// All fields of an event, but for the overrides of a series.
    static let single =
        listed + [
            FieldDeclaration("createdAt", .instant, help: "When it was created.", isRequired: true),
            FieldDeclaration("icalUid", .text, help: "The iCalendar UID.", isRequired: true),
            FieldDeclaration("description", .longText, help: "The description."),
            FieldDeclaration("latitude", .decimal(), help: "The latitude, in degrees north."),
            FieldDeclaration("longitude", .decimal(), help: "The longitude, in degrees east."),
            FieldDeclaration("recurrenceRules", .list(.text), help: "The rules (RRULE).", isRequired: true)
                .formatted(.recurrence, zone: "startZone"),
            FieldDeclaration("exceptionRules", .list(.text), help: "The rules (EXRULE).", isRequired: true),
            FieldDeclaration(
                "recurrenceDates", .list(.object(date)), help: "More occurrences (RDATE).", isRequired: true),
            FieldDeclaration(
                "exceptionDates", .list(.object(date)), help: "Cancelled occurrences (EXDATE).",
                isRequired: true),
            FieldDeclaration(
                "seriesId", .reference(.events), help: "The id of the series of a changed occurrence."
            ).role(.series),
            FieldDeclaration(
                "recurrenceId", .when,
                help: "The original start of an occurrence of a series, which names it."
            ).onClock(of: "recurrenceZone").role(.occurrence),
            FieldDeclaration("recurrenceZone", .text, help: "The zone of recurrenceId."),
            FieldDeclaration(
                "thisAndFuture", .boolean, help: "True if the change applies to all later occurrences too.",
                isRequired: true),
            FieldDeclaration("transparency", .text, help: "The transparency: opaque or transparent."),
            FieldDeclaration("class", .text, help: "The visibility: public, private or confidential."),
            FieldDeclaration("priority", .integer(), help: "The priority, 1 (highest) to 9 (lowest)."),
            FieldDeclaration("organizer", .text, help: "The organizer's calendar address.").formatted(
                .email),
            FieldDeclaration("organizerName", .text, help: "The organizer's name."),
            FieldDeclaration("attendees", .list(.object(attendee)), help: "The guests.", isRequired: true),
            FieldDeclaration("alarms", .list(.object(alarm)), help: "The reminders.", isRequired: true),
            FieldDeclaration(
                "attachments", .list(.object(document)), help: "The documents.", isRequired: true),
            FieldDeclaration("url", .text, help: "A web page about the event.").formatted(.uri),
            FieldDeclaration("color", .text, help: "A color name or #RRGGBB."),
            FieldDeclaration("sequence", .integer(), help: "The number of changes by the organizer."),
        ]

    /// What `add` says of the words of a title.
    static let words = [
        FieldDeclaration(
            "understood", .list(.text),
            help: "Words of the title that were read as a time, a zone, a repetition or a length.",
            isRequired: true),
        FieldDeclaration(
            "leftInText", .list(.text),
            help: "Words that look like a time or a zone but were not understood and stay in the title.",
            isRequired: true),
    ]

    /// All fields of an event.
    static let record =
        single + [
            FieldDeclaration(
                "splitFrom", .reference(.events), help: "The id of the series that this one continues.",
                title: "The series before"),
            FieldDeclaration(
                "splitInto", .reference(.events), help: "The id of the series that continues this one.",
                title: "The rest of this series"),
            FieldDeclaration(
                "overrideCount", .integer(from: 0), help: "The number of changed occurrences.",
                isRequired: true),
            FieldDeclaration(
                "overrides", .list(.object(single)), help: "The changed occurrences of a series.",
                isRequired: true),
        ]

    /// The fields of ``listed`` of an event.
    ///
    /// - Parameter problem: the reason why it has no start; see ``EventProblem``.
    static func listed(_ stored: Event, calendar: String, problem: String?) -> DataObject {
        let event = stored.details
        return [
            "id": .integer(stored.id),
            "uid": .text(stored.uid),
            "calendar": .text(calendar),
            "summary": .text(orNull: event.summary),
            "location": .text(orNull: event.location),
            "start": .text(orNull: event.start?.storedText),
            "problem": .text(orNull: problem),
            "startZone": .text(orNull: event.start?.zoneID),
            "end": .text(orNull: event.endTime?.storedText),
            "endZone": .text(orNull: event.endTime?.zoneID),
            "duration": .text(orNull: event.duration?.text),
            "allDay": .bool(event.isAllDay),
            "recurring": .bool(event.isRecurring),
            "status": .text(orNull: event.status?.rawValue.lowercased()),
            "state": .text(
                orNull: EventState.words(event.status, isTransparent: event.isTransparent)),
            "categories": .list(event.categories.map(DataValue.text)),
            "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// The fields of ``single`` of an event.
    static func single(
        _ stored: Event, calendar: String, problem: String?, enclosures: [AtriumSDK.Attachment]
    ) -> DataObject {
        let event = stored.details
        var object = listed(stored, calendar: calendar, problem: problem)
        object["createdAt"] = .text(stored.createdAt)
        object["icalUid"] = .text(stored.itemUID)
        object["description"] = .text(orNull: event.description)
        object["latitude"] = .decimal(orNull: event.position?.latitude)
        object["longitude"] = .decimal(orNull: event.position?.longitude)
        object["recurrenceRules"] = .list(event.rules.map { .text($0.text) })
        object["exceptionRules"] = .list(event.exclusionRules.map { .text($0.text) })
        object["recurrenceDates"] = .list(event.additions.map(value))
        object["exceptionDates"] = .list(event.exclusions.map { value(RecurrenceDate($0)) })
        object["seriesId"] = .integer(orNull: stored.seriesID)
        object["recurrenceId"] = .text(orNull: event.recurrenceID?.time.storedText)
        object["recurrenceZone"] = .text(orNull: event.recurrenceID?.time.zoneID)
        object["thisAndFuture"] = .bool(event.recurrenceID?.includesFuture ?? false)
        object["transparency"] = .text(
            orNull: event.isTransparent.map { $0 ? "transparent" : "opaque" })
        object["class"] = .text(orNull: event.classification?.rawValue.lowercased())
        object["priority"] = .integer(orNull: event.priority.map(Int64.init))
        object["organizer"] = .text(orNull: event.organizer?.address)
        object["organizerName"] = .text(orNull: event.organizer?.commonName)
        object["attendees"] = .list(event.attendees.map(value))
        object["alarms"] = .list(event.alarms.map(value))
        object["attachments"] = .list(event.attachments.compactMap(value) + enclosures.map(value))
        object["url"] = .text(orNull: event.url)
        object["color"] = .text(orNull: event.color)
        object["sequence"] = .integer(orNull: event.sequence.map(Int64.init))
        return object
    }

    private static func value(_ date: RecurrenceDate) -> DataValue {
        let end: String? =
            switch date.end {
            case .time(let time): time.storedText
            case .duration(let duration): duration.text
            case nil: nil
            }
        return .object([
            "value": .text(date.start.storedText), "zone": .text(orNull: date.start.zoneID),
            "periodEnd": .text(orNull: end),
        ])
    }

    private static func value(_ attendee: CalendarUser) -> DataValue {
        .object([
            "address": .text(attendee.address), "name": .text(orNull: attendee.commonName),
            "role": .text(orNull: attendee.role?.lowercased()),
            "status": .text(orNull: attendee.participationStatus?.lowercased()),
            "kind": .text(orNull: attendee.userType?.lowercased()),
            "expectsReply": attendee.expectsReply.map(DataValue.bool) ?? .null,
        ])
    }

    private static func value(_ alarm: ICalendarFormat.Alarm) -> DataValue {
        .object([
            "trigger": .text(orNull: alarm.trigger?.storedText), "action": .text(alarm.action.lowercased()),
            "fromEnd": .bool(alarm.trigger?.isFromEnd ?? false), "summary": .text(orNull: alarm.summary),
            "description": .text(orNull: alarm.description),
            "repeatCount": .integer(orNull: alarm.repeatCount.map(Int64.init)),
            "pause": .text(orNull: alarm.repeatInterval?.text),
        ])
    }

    /// A linked document; nil for one that is held here, which the host's store tells more about.
    private static func value(_ attachment: ICalendarFormat.Attachment) -> DataValue? {
        guard case .uri(let uri) = attachment.content else { return nil }
        return .object([
            "uri": .text(uri), "mediaType": .text(orNull: attachment.mediaType),
            "name": .text(orNull: attachment.fileName), "byteCount": .null, "sha256": .null,
        ])
    }

    private static func value(_ attachment: AtriumSDK.Attachment) -> DataValue {
        .object([
            "uri": .null, "mediaType": .text(attachment.mediaType),
            "name": .text(orNull: Words.filled(attachment.name)),
            "byteCount": .integer(attachment.byteCount), "sha256": .text(attachment.sha256),
        ])
    }
}
