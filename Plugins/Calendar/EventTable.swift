import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Writes and reads whole events.
///
/// Statements are the database's cached ones, and rows are written by `RowStatement`: an import is measured in
/// microseconds.
struct EventTable {
    let db: Database
    let zones: ZoneTable
    /// The table of zones.
    static let zones = "calendar_zone"
    let tags: any TagStore
    let attachments: any AttachmentStore

    /// The role of inline attachments in the host's store.
    static let attachmentRole = "attachment"

    /// The last day of series that do not end, or end nobody knows when: 9999-12-31, as days after 1970-01-01.
    static let endless = CivilDate.latest.dayNumber

    /// The columns that hold an event's own values, in the order of ``bind(_:to:)``.
    private static let valueColumns = [
        "recurrence_id", "recurrence_zone_id", "is_this_and_future", "summary", "description", "location",
        "latitude", "longitude", "starts", "start_zone_id", "ends", "end_zone_id", "duration", "rrule",
        "exrule",
        "status", "is_transparent", "class", "priority", "url", "color", "sequence", "first_day", "last_day",
    ]

    private static let insertSQL: String = {
        let columns =
            ["uid", "ical_uid", "calendar_id", "series_id", "created_at", "updated_at"] + valueColumns
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO calendar_event (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }()

    private static let updateSQL: String = {
        let settings = (["calendar_id", "created_at", "updated_at"] + valueColumns).map { "\($0) = ?" }
        return "UPDATE calendar_event SET \(settings.joined(separator: ", ")), is_superseded = 0 WHERE id = ?"
    }()

    private func bind(_ event: CalendarEvent, to row: inout RowStatement) throws {
        let span = EventSpan(event)
        row.bind(event.recurrenceID?.time.storedText)
        row.bind(try zones.id(of: event.recurrenceID?.time.zoneID))
        row.bind(event.recurrenceID?.includesFuture ?? false)
        row.bind(event.summary)
        row.bind(event.description)
        row.bind(event.location)
        row.bind(event.position?.latitude)
        row.bind(event.position?.longitude)
        try bindSpan(event, to: &row)
        row.bind(Self.text(event.rules))
        row.bind(Self.text(event.exclusionRules))
        row.bind(event.status?.rawValue)
        row.bind(event.isTransparent)
        row.bind(event.classification?.rawValue)
        row.bind(event.priority)
        row.bind(event.url)
        row.bind(event.color)
        row.bind(event.sequence)
        row.bind(span?.firstDay.dayNumber)
        row.bind(span.map { min($0.lastDay?.dayNumber ?? Self.endless, Self.endless) })
    }

    /// Rules with line feeds between them, which no rule has; nil for none.
    private static func text(_ rules: [RecurrenceRule]) -> String? {
        rules.isEmpty ? nil : rules.map(\.text).joined(separator: "\n")
    }

    /// Makes the row of an event, with its children and tags, and gives its id.
    ///
    /// The event's own id is not looked at.
    func insert(_ event: Event) throws -> Int64 {
        var row = RowStatement(try db.cachedStatement(sql: Self.insertSQL))
        row.bind(event.uid)
        row.bind(event.icalUID)
        row.bind(event.calendarID)
        row.bind(event.seriesID)
        row.bind(event.createdAt)
        row.bind(event.updatedAt)
        try bind(event.details, to: &row)
        try row.run()
        let id = db.lastInsertedRowID
        try insertDates(of: event.details, id: id)
        try insertParticipants(of: event.details, id: id)
        try insertAlarms(of: event.details, id: id)
        try insertAttachments(of: event.details, id: id)
        if !event.details.categories.isEmpty {
            try tags.setTags(event.details.categories, ofNew: RecordReference(.events, id))
        }
        return id
    }

    /// Makes a row's values, children and tags those of an event; only children that differ are written anew.
    ///
    /// The calendar that an event leaves is remembered.
    func update(_ old: Event, to new: Event) throws {
        if old.calendarID != new.calendarID { try FormerCalendars(db).keep(of: old.id) }
        var row = RowStatement(try db.cachedStatement(sql: Self.updateSQL))
        row.bind(new.calendarID)
        row.bind(new.createdAt)
        row.bind(new.updatedAt)
        try bind(new.details, to: &row)
        row.bind(old.id)
        try row.run()
        try widenSeries(old.id)
        func clear(_ table: String) throws {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE event_id = ?").execute(arguments: [old.id]
            )
        }
        let (before, after) = (old.details, new.details)
        if before.additions != after.additions || before.exclusions != after.exclusions {
            try clear("calendar_event_date")
            try insertDates(of: after, id: old.id)
        }
        if before.attendees != after.attendees || before.organizer != after.organizer {
            try clear("calendar_participant")
            try insertParticipants(of: after, id: old.id)
        }
        if before.alarms != after.alarms {
            try clear("calendar_alarm")
            try insertAlarms(of: after, id: old.id)
        }
        let record = RecordReference(.events, old.id)
        if before.attachments != after.attachments {
            try clear("calendar_attachment")
            for attachment in try attachments.attachments(of: record, role: Self.attachmentRole) {
                try attachments.remove(attachment.id)
            }
            try insertAttachments(of: after, id: old.id)
        }
        if before.categories != after.categories { try tags.setTags(after.categories, of: record) }
    }

    /// Writes the times, SEQUENCE and RECURRENCE-ID of an override, and nothing else.
    func updateTimes(of id: Int64, to event: CalendarEvent, updatedAt: String) throws {
        let span = EventSpan(event)
        var row = RowStatement(
            try db.cachedStatement(
                sql: """
                    UPDATE calendar_event SET recurrence_id = ?, recurrence_zone_id = ?, starts = ?,
                        start_zone_id = ?, ends = ?, end_zone_id = ?, duration = ?, sequence = ?,
                        first_day = ?, last_day = ?, updated_at = ?
                    WHERE id = ?
                    """))
        row.bind(event.recurrenceID?.time.storedText)
        row.bind(try zones.id(of: event.recurrenceID?.time.zoneID))
        try bindSpan(event, to: &row)
        row.bind(event.sequence)
        row.bind(span?.firstDay.dayNumber)
        row.bind(span.map { min($0.lastDay?.dayNumber ?? Self.endless, Self.endless) })
        row.bind(updatedAt)
        row.bind(id)
        try row.run()
    }

    /// Binds DTSTART, DTEND and DURATION, with their zones.
    private func bindSpan(_ event: CalendarEvent, to row: inout RowStatement) throws {
        row.bind(event.start?.storedText)
        row.bind(try zones.id(of: event.start?.zoneID))
        row.bind(event.endTime?.storedText)
        row.bind(try zones.id(of: event.endTime?.zoneID))
        row.bind(event.duration?.text)
    }

    /// A series of which an override changes all later instances may take place after its own last day.
    func widenSeries(_ id: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE calendar_event SET last_day = ?1 WHERE id = ?2 AND last_day < ?1 AND EXISTS (
                    SELECT 1 FROM calendar_event o WHERE o.series_id = ?2 AND o.is_this_and_future = 1)
                """
        ).execute(arguments: [Self.endless, id])
    }

    private func insertDates(of event: CalendarEvent, id: Int64) throws {
        func insert(_ kind: String, _ position: Int, _ text: String, _ zone: String?) throws {
            try db.cachedStatement(
                sql: """
                    INSERT INTO calendar_event_date (event_id, position, kind, value, zone_id)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [id, position, kind, text, try zones.id(of: zone)])
        }
        for (position, date) in event.additions.enumerated() {
            try insert("RDATE", position, date.storedText, date.start.zoneID)
        }
        for (position, time) in event.exclusions.enumerated() {
            try insert("EXDATE", position, time.storedText, time.zoneID)
        }
    }

    private func insertParticipants(of event: CalendarEvent, id: Int64) throws {
        func insert(_ user: CalendarUser, _ position: Int, isOrganizer: Bool) throws {
            var row = RowStatement(
                try db.cachedStatement(
                    sql: """
                        INSERT INTO calendar_participant (event_id, position, is_organizer, address, name, role,
                            status, kind, expects_reply, sent_by, delegated_to, delegated_from, member_of)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """))
            row.bind(id)
            row.bind(position)
            row.bind(isOrganizer)
            row.bind(user.address)
            row.bind(user.commonName)
            row.bind(user.role)
            row.bind(user.participationStatus)
            row.bind(user.userType)
            row.bind(user.expectsReply)
            row.bind(user.sentBy)
            row.bind(Self.lines(user.delegatedTo))
            row.bind(Self.lines(user.delegatedFrom))
            row.bind(Self.lines(user.groups))
            try row.run()
        }
        if let organizer = event.organizer { try insert(organizer, 0, isOrganizer: true) }
        for (position, attendee) in event.attendees.enumerated() {
            try insert(attendee, position, isOrganizer: false)
        }
    }

    /// Addresses, one a line; nil for none.
    private static func lines(_ addresses: [String]) -> String? {
        addresses.isEmpty ? nil : addresses.joined(separator: "\n")
    }

    private func insertAlarms(of event: CalendarEvent, id: Int64) throws {
        for (position, alarm) in event.alarms.enumerated() {
            let values: [(any DatabaseValueConvertible)?] = [
                id, position, alarm.action, alarm.trigger?.storedText,
                alarm.trigger?.isFromEnd ?? false,
                alarm.summary, alarm.description, alarm.repeatCount, alarm.repeatInterval?.text,
                alarm.acknowledged?.description, alarm.uid,
            ]
            try db.cachedStatement(
                sql: """
                    INSERT INTO calendar_alarm (event_id, position, action, "trigger", is_from_end, summary,
                        description, repeat, pause, acknowledged_at, alarm_uid)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: StatementArguments(values))
        }
    }

    private func insertAttachments(of event: CalendarEvent, id: Int64) throws {
        for (position, attachment) in event.attachments.enumerated() {
            switch attachment.content {
            case .uri(let uri):
                try db.cachedStatement(
                    sql: """
                        INSERT INTO calendar_attachment (event_id, position, uri, media_type, name)
                        VALUES (?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [id, position, uri, attachment.mediaType, attachment.fileName])
            case .base64:
                try attachments.add(
                    attachment.data() ?? [], mediaType: attachment.mediaType ?? MediaTypes.unknown,
                    name: attachment.fileName ?? "", role: Self.attachmentRole,
                    to: RecordReference(.events, id))
            }
        }
    }
}

extension ICalendarFormat.Alarm.Trigger {
    /// The text as it is stored and shown: a duration, or an instant.
    var storedText: String {
        switch self {
        case .relative(let duration, _): duration.text
        case .absolute(let instant): instant.description
        }
    }

    /// Whether it counts from the event's end.
    var isFromEnd: Bool {
        if case .relative(_, let toEnd) = self { toEnd } else { false }
    }

    /// Reads stored text; nil where it is neither a duration nor an instant.
    init?(stored text: String, isFromEnd: Bool) {
        if let duration = CalendarDuration(text) {
            self = .relative(duration, toEnd: isFromEnd)
        } else if case .utc(let instant) = DateTimeText(text) {
            self = .absolute(instant)
        } else {
            return nil
        }
    }
}

extension CollectionID {
    /// The events.
    static let events = CollectionID(module: "calendar", name: "events")
    /// The calendars that they are in.
    static let calendars = CollectionID(module: "calendar", name: "calendars")
}
