import AtriumSDK
import GRDB

/// The calendars that events were in before they were moved here: an import of one of these knows them again.
///
/// By the calendars' uids: one that was removed may come back from a file.
struct FormerCalendars {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// They go with an export of the whole vault, so that no old file doubles an event in another vault either.
    static let sideData = SideData(
        name: "former-calendars",
        write: { db, add in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT e.uid, f.calendar_uid FROM calendar_former_calendar f
                    JOIN calendar_event e ON e.id = f.event_id ORDER BY 1, 2
                    """)
            while let row = try rows.next() { try add(["event": .text(row[0]), "calendar": .text(row[1])]) }
        },
        read: { object, db in
            guard let event = object["event"]?.textValue, let calendar = object["calendar"]?.textValue,
                !event.isEmpty, !calendar.isEmpty
            else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO calendar_former_calendar (event_id, calendar_uid)
                    SELECT id, ? FROM calendar_event WHERE uid = ? ON CONFLICT DO NOTHING
                    """, arguments: [calendar, event])
            return db.changesCount > 0
        })

    /// Remembers the calendar in which an event is, with its overrides: it is about to be moved.
    func keep(of event: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO calendar_former_calendar (event_id, calendar_uid)
                SELECT e.id, c.uid FROM calendar_event e JOIN calendar_calendar c ON c.id = e.calendar_id
                WHERE e.id = ?1 OR e.series_id = ?1 ON CONFLICT DO NOTHING
                """, arguments: [event])
    }

    /// Remembers that files have an event in a calendar in which it never was: an override of a series that was moved.
    func add(_ calendar: Int64, to event: Int64) throws {
        try db.execute(
            sql: """
                INSERT INTO calendar_former_calendar (event_id, calendar_uid)
                SELECT ?, uid FROM calendar_calendar WHERE id = ? ON CONFLICT DO NOTHING
                """, arguments: [event, calendar])
    }

    /// Whether an event was in a calendar once.
    func has(_ event: Int64, in calendar: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM calendar_former_calendar f
                    JOIN calendar_calendar c ON c.uid = f.calendar_uid WHERE f.event_id = ? AND c.id = ?)
                    """), arguments: [event, calendar]) ?? false
    }
}
