import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

extension EventTable {
    /// The event with an id, whole.
    ///
    /// - Parameter withContent: whether attachments that the event holds are read from their files too.
    func find(_ id: Int64, withContent: Bool = true) throws -> Event? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM calendar_event WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return try read(row, withContent: withContent)
    }

    /// The UIDs of the series that were split from each series, or that it was split from, by its id.
    func siblings() throws -> [Int64: [String]] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT s.id, ifnull(s.ical_uid, s.uid), f.id, ifnull(f.ical_uid, f.uid)
                FROM calendar_event s JOIN calendar_event f ON f.id = s.split_from_id
                WHERE s.split_from_id IS NOT NULL ORDER BY s.id
                """)
        return rows.reduce(into: [:]) { siblings, row in
            siblings[row[0], default: []].append(row[3])
            siblings[row[2], default: []].append(row[1])
        }
    }

    /// The overrides of a series, by the instance that they stand for.
    ///
    /// - Parameter limit: the most that are read; nil reads all.
    func overrides(of series: Int64, limit: Int? = nil, withContent: Bool = false) throws -> [Event] {
        let ids = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM calendar_event WHERE series_id = ? ORDER BY recurrence_id, id LIMIT ?",
            arguments: [series, limit ?? -1])
        return try ids.compactMap { try find($0, withContent: withContent) }
    }

    /// The overrides of a series with their times and texts, but without guests, alarms, attachments and tags.
    ///
    /// Overrides that a newer version of the series excludes are left out.
    ///
    /// An override of all later instances is read whole, because later instances take its values.
    func overridesForTimes(of series: Int64) throws -> [Event] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM calendar_event WHERE series_id = ? AND is_superseded = 0
                ORDER BY recurrence_id, id
                """, arguments: [series])
        return try rows.map { row in
            let isRange: Bool = row["is_this_and_future"]
            return try read(row, withContent: isRange, withParts: isRange)
        }
    }

    /// The number of overrides of a series.
    func overrideCount(of series: Int64) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM calendar_event WHERE series_id = ?", arguments: [series]) ?? 0
    }

    private func read(_ row: Row, withContent: Bool, withParts: Bool = true) throws -> Event {
        let id: Int64 = row["id"]
        var event = CalendarEvent()
        event.summary = row["summary"]
        event.description = row["description"]
        event.location = row["location"]
        if let latitude: Double = row["latitude"], let longitude: Double = row["longitude"] {
            event.position = GeoPosition(latitude: latitude, longitude: longitude)
        }
        event.start = try time(row["starts"], zone: row["start_zone_id"])
        if let end = try time(row["ends"], zone: row["end_zone_id"]) {
            event.end = .time(end)
        } else if let duration = (row["duration"] as String?).flatMap(CalendarDuration.init) {
            event.end = .duration(duration)
        }
        event.rules = try rules(row["rrule"])
        event.exclusionRules = try rules(row["exrule"])
        if let time = try time(row["recurrence_id"], zone: row["recurrence_zone_id"]) {
            event.recurrenceID = CalendarEvent.RecurrenceID(
                time, includesFuture: row["is_this_and_future"])
        }
        event.status = (row["status"] as String?).flatMap(CalendarEvent.Status.init)
        event.isTransparent = row["is_transparent"]
        event.classification = (row["class"] as String?).flatMap(CalendarEvent.Classification.init)
        event.priority = row["priority"]
        event.url = row["url"]
        event.color = row["color"]
        event.sequence = row["sequence"]
        if withParts {
            try readDates(id, into: &event)
            try readParticipants(id, into: &event)
            event.alarms = try alarms(of: id)
            event.attachments = try attachments(of: id, withContent: withContent)
            event.categories = try tags.tags(of: RecordReference(.events, id))
        }
        return Event(
            id: id, uid: row["uid"], icalUID: row["ical_uid"], calendarID: row["calendar_id"],
            seriesID: row["series_id"], hasNewID: row["has_new_id"], createdAt: row["created_at"],
            updatedAt: row["updated_at"],
            details: event)
    }

    private func time(_ text: String?, zone: Int64?) throws -> CalendarTime? {
        guard let text else { return nil }
        return CalendarTime(stored: text, zone: try zones.name(of: zone))
    }

    private func rules(_ text: String?) throws -> [RecurrenceRule] {
        guard let text else { return [] }
        return try text.split(separator: "\n").map { try RecurrenceRule(String($0)) }
    }

    private func children(_ sql: String, of id: Int64) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [id])
    }

    private func readDates(_ id: Int64, into event: inout CalendarEvent) throws {
        let rows = try children(
            "SELECT kind, value, zone_id FROM calendar_event_date WHERE event_id = ? ORDER BY kind, position",
            of: id)
        for row in rows {
            let zone = try zones.name(of: row["zone_id"])
            if row["kind"] == "EXDATE" {
                if let time = CalendarTime(stored: row["value"], zone: zone) { event.exclusions.append(time) }
            } else if let date = RecurrenceDate(stored: row["value"], zone: zone) {
                event.additions.append(date)
            }
        }
    }

    private func readParticipants(_ id: Int64, into event: inout CalendarEvent) throws {
        func lines(_ text: String?) -> [String] {
            text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        }
        for row in try children(
            "SELECT * FROM calendar_participant WHERE event_id = ? ORDER BY position", of: id)
        {
            var user = CalendarUser(address: row["address"], commonName: row["name"])
            user.role = row["role"]
            user.participationStatus = row["status"]
            user.userType = row["kind"]
            user.expectsReply = row["expects_reply"]
            user.sentBy = row["sent_by"]
            user.delegatedTo = lines(row["delegated_to"])
            user.delegatedFrom = lines(row["delegated_from"])
            user.groups = lines(row["member_of"])
            if row["is_organizer"] == 1 { event.organizer = user } else { event.attendees.append(user) }
        }
    }

    private func alarms(of id: Int64) throws -> [ICalendarFormat.Alarm] {
        try children("SELECT * FROM calendar_alarm WHERE event_id = ? ORDER BY position", of: id).map { row in
            let trigger = (row["trigger"] as String?).flatMap {
                ICalendarFormat.Alarm.Trigger(stored: $0, isFromEnd: row["is_from_end"])
            }
            var alarm = ICalendarFormat.Alarm(
                action: row["action"], trigger: trigger, description: row["description"])
            alarm.summary = row["summary"]
            alarm.repeatCount = row["repeat"]
            alarm.repeatInterval = (row["pause"] as String?).flatMap(CalendarDuration.init)
            if let text: String = row["acknowledged_at"], case .utc(let instant) = DateTimeText(text) {
                alarm.acknowledged = instant
            }
            alarm.uid = row["alarm_uid"]
            return alarm
        }
    }

    private func attachments(of id: Int64, withContent: Bool) throws -> [ICalendarFormat.Attachment] {
        let links = try children(
            "SELECT * FROM calendar_attachment WHERE event_id = ? ORDER BY position", of: id
        ).map {
            ICalendarFormat.Attachment(
                content: .uri($0["uri"]), mediaType: $0["media_type"], fileName: $0["name"])
        }
        guard withContent else { return links }
        let held = try attachments.attachments(of: RecordReference(.events, id), role: Self.attachmentRole)
        return links
            + (try held.map {
                ICalendarFormat.Attachment(
                    data: try attachments.content(of: $0), mediaType: $0.mediaType,
                    fileName: Words.filled($0.name))
            })
    }
}
