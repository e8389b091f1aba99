import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What an event looks like in results: declarations, and the object of each event.
enum EventFields {
    /// A time among others: RDATE and EXDATE.
    static let date = [
        FieldDeclaration("value", .when, help: "A day, a local time or an instant.", isRequired: true),
        FieldDeclaration("zone", .text, help: "The zone of a local time; empty: floating, or the event's."),
        FieldDeclaration("periodEnd", .text, help: "For a period: its end, or its duration."),
    ]

    /// Someone who is asked.
    static let attendee = [
        FieldDeclaration(
            "address", .text, help: "The calendar address: mailto:ann@example.org.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name."),
        FieldDeclaration("role", .text, help: "chair, req-participant, opt-participant or non-participant."),
        FieldDeclaration("status", .text, help: "The answer: needs-action, accepted, declined, tentative."),
        FieldDeclaration("kind", .text, help: "individual, group, resource or room."),
        FieldDeclaration("expectsReply", .boolean, help: "Whether an answer is asked for (RSVP)."),
    ]

    /// A reminder.
    static let alarm = [
        FieldDeclaration("trigger", .text, help: "A duration from the start, such as -PT15M, or an instant."),
        FieldDeclaration("action", .text, help: "display, audio or email."),
        FieldDeclaration("fromEnd", .boolean, help: "Whether the duration counts from the event's end."),
        FieldDeclaration("summary", .text, help: "The subject of an e-mail."),
        FieldDeclaration("description", .longText, help: "The text to show."),
        FieldDeclaration("repeatCount", .integer(from: 0), help: "How many times more it sounds."),
        FieldDeclaration("pause", .text, help: "How long it waits in between: a duration."),
    ]

    /// A document, by its address.
    static let link = [
        FieldDeclaration("uri", .text, help: "Where the document is.").formatted(.uri),
        FieldDeclaration("mediaType", .text, help: "Its media type."),
        FieldDeclaration("name", .text, help: "Its file name."),
    ]

    /// A document, linked or held.
    static let document =
        link + [
            FieldDeclaration(
                "byteCount", .integer(from: 0), help: "For a document held here: its size in bytes."),
            FieldDeclaration("sha256", .text, help: "For a document held here: the SHA-256 of its content."),
        ]

    /// What lists show of an event.
    static let listed = [
        FieldDeclaration("id", .integer(), help: "The event's id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The event's stable name, unique in the vault.", isRequired: true),
        FieldDeclaration("calendar", .text, help: "The calendar that it is in.", isRequired: true),
        FieldDeclaration("summary", .text, help: "The title."),
        FieldDeclaration("location", .text, help: "Where, in words."),
        FieldDeclaration("start", .when, help: "When it begins, on the clock of its zone.").onClock(
            of: "startZone"),
        FieldDeclaration("startZone", .text, help: "The zone of a local start; empty: floating."),
        FieldDeclaration("end", .when, help: "When it ends: the first moment or day after it.").onClock(
            of: "endZone"),
        FieldDeclaration("endZone", .text, help: "The zone of a local end."),
        FieldDeclaration("duration", .duration, help: "How long it lasts, where it has no end."),
        FieldDeclaration("allDay", .boolean, help: "Whether it covers whole days.", isRequired: true),
        FieldDeclaration("recurring", .boolean, help: "Whether it repeats.", isRequired: true),
        FieldDeclaration("status", .text, help: "confirmed, tentative or cancelled."),
        FieldDeclaration("categories", .list(.text), help: "The tags.", isRequired: true, title: "Tags"),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// All fields of an event, but for the overrides of a series.
    static let single =
        listed + [
            FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
            FieldDeclaration("icalUid", .text, help: "The UID of iCalendar.", isRequired: true),
            FieldDeclaration("description", .longText, help: "Longer text."),
            FieldDeclaration("latitude", .decimal(), help: "Where on earth, in degrees north."),
            FieldDeclaration("longitude", .decimal(), help: "Where on earth, in degrees east."),
            FieldDeclaration("recurrenceRules", .list(.text), help: "The rules (RRULE).", isRequired: true)
                .formatted(.recurrence, zone: "startZone"),
            FieldDeclaration("exceptionRules", .list(.text), help: "The rules of EXRULE.", isRequired: true),
            FieldDeclaration(
                "recurrenceDates", .list(.object(date)), help: "More instances (RDATE).", isRequired: true),
            FieldDeclaration(
                "exceptionDates", .list(.object(date)), help: "Cancelled instances (EXDATE).",
                isRequired: true),
            FieldDeclaration("seriesId", .reference(.events), help: "For an override: the id of its series."),
            FieldDeclaration(
                "recurrenceId", .text, help: "For an override: the instance that it stands for."),
            FieldDeclaration("recurrenceZone", .text, help: "The zone of recurrenceId."),
            FieldDeclaration(
                "thisAndFuture", .boolean, help: "Whether an override stands for all later instances too.",
                isRequired: true),
            FieldDeclaration("transparency", .text, help: "opaque or transparent."),
            FieldDeclaration("class", .text, help: "public, private or confidential."),
            FieldDeclaration("priority", .integer(), help: "1 (highest) to 9 (lowest)."),
            FieldDeclaration("organizer", .text, help: "The calendar address of who calls it.").formatted(
                .email),
            FieldDeclaration("organizerName", .text, help: "The name of who calls it."),
            FieldDeclaration("attendees", .list(.object(attendee)), help: "Who is asked.", isRequired: true),
            FieldDeclaration("alarms", .list(.object(alarm)), help: "The reminders.", isRequired: true),
            FieldDeclaration(
                "attachments", .list(.object(document)), help: "The documents.", isRequired: true),
            FieldDeclaration("url", .text, help: "A page about it.").formatted(.uri),
            FieldDeclaration("color", .text, help: "A colour name or #RRGGBB."),
            FieldDeclaration("sequence", .integer(), help: "How often its organizer has changed it."),
        ]

    /// What `add` says of the words of a title.
    static let words = [
        FieldDeclaration(
            "understood", .list(.text),
            help: "The words of the title that were read as a time, a zone, a repetition or a length.",
            isRequired: true),
        FieldDeclaration(
            "leftInText", .list(.text),
            help: "Words that sound like a time or its zone, were not understood and stayed in the title.",
            isRequired: true),
    ]

    /// All fields of an event.
    static let record =
        single + [
            FieldDeclaration(
                "overrides", .list(.object(single)), help: "The changed instances of a series.",
                isRequired: true)
        ]

    /// The fields of ``listed`` of an event.
    static func listed(_ stored: Event, calendar: String) -> DataObject {
        let event = stored.details
        return [
            "id": .integer(stored.id),
            "uid": .text(stored.uid),
            "calendar": .text(calendar),
            "summary": .text(orNull: event.summary),
            "location": .text(orNull: event.location),
            "start": .text(orNull: event.start?.storedText),
            "startZone": .text(orNull: event.start?.zoneID),
            "end": .text(orNull: event.endTime?.storedText),
            "endZone": .text(orNull: event.endTime?.zoneID),
            "duration": .text(orNull: event.duration?.text),
            "allDay": .bool(event.isAllDay),
            "recurring": .bool(event.isRecurring),
            "status": .text(orNull: event.status?.rawValue.lowercased()),
            "categories": .list(event.categories.map(DataValue.text)),
            "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// The fields of ``single`` of an event.
    static func single(
        _ stored: Event, calendar: String, enclosures: [AtriumSDK.Attachment]
    ) -> DataObject {
        let event = stored.details
        var object = listed(stored, calendar: calendar)
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
