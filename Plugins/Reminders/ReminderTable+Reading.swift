import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

extension ReminderTable {
    /// The reminder with an id, whole; nil where there is none.
    func find(_ id: Int64) throws -> StoredReminder? {
        let statement = try db.cachedStatement(sql: "SELECT r.* FROM reminders_reminder r WHERE r.id = ?")
        return try Array(Row.fetchCursor(statement, arguments: [id]).map { try read($0) }).first
    }

    /// The reminder with an id, whole.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func reminder(_ id: Int64) throws -> StoredReminder {
        guard let stored = try find(id) else {
            throw AtriumError(
                .notFound, "the reminder does not exist",
                remedy: "\(command: "reminders list") lists the reminders", field: "record")
        }
        return stored
    }

    /// The occurrences of a series that are kept by themselves, by the time that they stand for.
    func changes(of series: Int64) throws -> [StoredReminder] {
        let statement = try db.cachedStatement(
            sql: "SELECT r.* FROM reminders_reminder r WHERE r.series_id = ? ORDER BY r.occurrence, r.id")
        return try Array(Row.fetchCursor(statement, arguments: [series]).map { try read($0) })
    }

    /// The occurrences of what repeats.
    func series(of stored: StoredReminder) throws -> ReminderSeries {
        ReminderSeries(
            stored.reminder, changes: try changes(of: stored.id).map(\.reminder), zones: stored.zones,
            viewer: viewer)
    }

    /// The reminders with some ids, whole, in their order.
    func reminders(_ ids: [Int64]) throws -> [StoredReminder] {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT r.* FROM reminders_reminder r WHERE r.id IN (SELECT value FROM json_each(?))",
            arguments: [ids.description])
        var byID: [Int64: StoredReminder] = [:]
        // Each where it stands: a row that is copied looks a column's name up among all of them.
        while let row = try rows.next() { byID[row["id"]] = try read(row) }
        return ids.compactMap { byID[$0] }
    }

    /// The reminder in a row that has all columns of its table.
    func read(_ row: Row) throws -> StoredReminder {
        let id: Int64 = row["id"]
        var zoneIDs: Set<Int64> = []
        func time(_ text: String?, _ zone: Int64?) throws -> CalendarTime? {
            guard let text else { return nil }
            if let zone { zoneIDs.insert(zone) }
            return CalendarTime(stored: text, zone: try clocks.name(of: zone))
        }
        var reminder = Reminder(title: row["title"], note: row["note"])
        reminder.start = try time(row["starts"], row["start_zone_id"])
        reminder.due = try time(row["due"], row["due_zone_id"])
        reminder.rules = try rules.rules(row["rrule"])
        reminder.exclusionRules = try rules.rules(row["exrule"])
        if let occurrence = try time(row["occurrence"], row["occurrence_zone_id"]) {
            reminder.occurrence = RecurrenceID(occurrence, includesFuture: row["is_this_and_future"])
        }
        reminder.priority = row["priority"]
        reminder.alert = row["alert"]
        reminder.isPersistent = row["is_persistent"]
        reminder.isSilent = row["is_silent"]
        reminder.snoozedUntil = row["snoozed_until"]
        reminder.completedAt = row["completed_at"]
        reminder.isCancelled = row["is_cancelled"]
        reminder.parent = row["parent_uid"]
        reminder.people = (row["people_uids"] as String?)?.split(separator: "\n").map(String.init) ?? []
        reminder.tags = try tags.tags(of: RecordReference(.reminders, id))
        let dates = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT kind, value, zone_id FROM reminders_date WHERE reminder_id = ? ORDER BY position"
            ),
            arguments: [id])
        for date in dates {
            let zone: Int64? = date["zone_id"]
            if let zone { zoneIDs.insert(zone) }
            guard let value = RecurrenceDate(stored: date["value"], zone: try clocks.name(of: zone)) else {
                continue
            }
            if date["kind"] == "RDATE" {
                reminder.additions.append(value)
            } else {
                reminder.exclusions.append(value.start)
            }
        }
        let next = try time(row["next_due"], row["next_zone_id"])
        return StoredReminder(
            id: id, uid: row["uid"], icalUID: row["ical_uid"], seriesID: row["series_id"],
            isOwn: row["is_own"],
            reminder: reminder, next: next, createdAt: row["created_at"], updatedAt: row["updated_at"],
            zones: try clocks.resolver(for: zoneIDs))
    }
}

/// Reads the rules of many reminders, of which most repeat as another one does.
final class StoredRules {
    private var known: [String: [RecurrenceRule]] = [:]
    /// How many texts are remembered.
    private static let limit = 10_000

    /// The rules in a column, one a line; none for nil.
    func rules(_ text: String?) throws -> [RecurrenceRule] {
        guard let text else { return [] }
        if let rules = known[text] { return rules }
        let rules = try text.split(separator: "\n").map { try RecurrenceRule(String($0)) }
        if known.count < Self.limit { known[text] = rules }
        return rules
    }
}
