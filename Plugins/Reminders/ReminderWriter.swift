import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Puts reminders of one file into the tables.
///
/// Names: the record's own uid is the UID of iCalendar, with `#` and the RECURRENCE-ID for an occurrence; where another
/// record has that already, `~2`, `~3` … follows. The UID itself is then in `ical_uid`.
final class ReminderWriter: RecordWriter {
    private let db: Database
    private let zones: ZoneTable
    private let table: ReminderTable
    private let now: String
    private let links: any LinkStore
    private let modules: any ModuleDirectory
    /// What repeats and was touched, so that its next time is to be worked out again.
    private var touched: Set<Int64> = []
    private var hasOccurrences = false
    private var hasSeries = false

    init(_ context: ImportContext) {
        db = context.db
        zones = ZoneTable(ReminderTable.zones, context.db)
        table = ReminderTable(context.db, context.tags, context.settings, zones: zones)
        now = context.nowText
        links = context.links
        modules = context.modules
    }

    func begin(_ container: Container) { zones.begin(container.calendar) }

    func record(uid: String, part: String) throws -> Int64? {
        let own = ComponentTable.ownUID(uid, part)
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, ical_uid, occurrence FROM reminders_reminder WHERE uid = ?"),
            arguments: [own])
        if let row, Self.isItem(row, uid, part) { return row["id"] }
        return try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM reminders_reminder WHERE ical_uid = ?1 AND CASE WHEN ?2 = ''
                        THEN occurrence IS NULL ELSE substr(uid, 1, length(?3) + 1) = ?3 || '~' END
                    ORDER BY id LIMIT 1
                    """), arguments: [uid, part, own])
    }

    func insert(_ draft: ReminderDraft, uid: String, part: String) throws -> Int64 {
        let own = try ComponentTable.freeUID(ComponentTable.ownUID(uid, part), in: "reminders_reminder", db)
        let itemUID = draft.itemUID ?? own
        var series: Int64?
        if draft.reminder.occurrence != nil {
            series = try Int64.fetchOne(db.cachedStatement(sql: Self.seriesSQL), arguments: [itemUID])
            if series == nil { hasOccurrences = true }
        } else {
            hasSeries = hasSeries || draft.reminder.isRepeating
        }
        let id = try table.insert(
            draft.reminder, uid: own, icalUID: itemUID == own ? nil : itemUID, seriesID: series,
            createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now)
        if !draft.reminder.people.isEmpty { try link(draft.reminder, id) }
        if let stale = series ?? (draft.reminder.isRepeating ? id : nil) { touched.insert(stale) }
        return id
    }

    func update(_ record: Int64, to draft: ReminderDraft) throws {
        let old = try known(record)
        try table.update(
            old, to: draft.reminder, createdAt: draft.createdAt, updatedAt: draft.updatedAt ?? now)
        if old.reminder.people != draft.reminder.people { try link(draft.reminder, record) }
        if draft.reminder.isRepeating {
            hasSeries = true
            // Whoever compares it with what it was before looks now, and not when the file has ended.
            try table.refreshNext(record)
        }
        touched.insert(old.seriesID ?? record)
    }

    /// Makes links to those whom it is for, as far as the vault has them; of what repeats, from the series.
    private func link(_ reminder: Reminder, _ id: Int64) throws {
        guard reminder.occurrence == nil else { return }
        try ReminderTable.link(id, to: reminder.people, links, modules)
    }

    func matches(_ record: Int64, _ draft: ReminderDraft) throws -> Bool {
        try known(record).reminder == draft.reminder
    }

    func merged(
        _ draft: ReminderDraft, with record: Int64, since base: ReminderDraft?
    ) throws -> MergedDraft<ReminderDraft>? {
        let (reminder, contested) = try known(record).reminder.merged(
            with: draft.reminder, since: base?.reminder ?? Reminder())
        var merged = draft
        merged.reminder = reminder
        return MergedDraft(merged, contested: contested)
    }

    func forget() { zones.forget() }

    /// Joins occurrences to their series, in whatever order the file (or an earlier one) had them, and works out what is
    /// to be done next.
    func finish() throws {
        if hasOccurrences || hasSeries {
            let series = try Row.fetchAll(
                db,
                sql: """
                    SELECT o.id, (\(Self.seriesSQL.replacing("?1", with: "o.ical_uid"))) AS series
                    FROM reminders_reminder o
                    WHERE o.occurrence IS NOT NULL AND o.series_id IS NULL AND o.ical_uid IS NOT NULL
                    """)
            for row in series {
                guard let id: Int64 = row["series"] else { continue }
                try db.cachedStatement(
                    sql: """
                        UPDATE reminders_reminder SET series_id = ?, next_due = NULL, next_zone_id = NULL WHERE id = ?
                        """
                ).execute(arguments: [id, row["id"]])
                touched.insert(id)
            }
        }
        for id in touched.sorted() { try table.refreshNext(id) }
    }

    /// Finds the series of an occurrence by its UID.
    private static let seriesSQL = """
        SELECT min(s.id) FROM reminders_reminder s WHERE s.occurrence IS NULL AND (s.ical_uid = ?1
            OR (s.ical_uid IS NULL AND s.uid = ?1))
        """

    private func known(_ record: Int64) throws -> StoredReminder {
        guard let stored = try table.find(record) else {
            throw AtriumError(.internal, "reminder \(record) disappeared during the import")
        }
        return stored
    }

    /// Whether a row with an item's own uid is that item's: a task may have the UID `a#20260101`, which is also the own uid
    /// of the occurrence of `a` on that day.
    private static func isItem(_ row: Row, _ uid: String, _ part: String) -> Bool {
        let isOccurrence = row["occurrence"] as String? != nil
        if part.isEmpty { return !isOccurrence }
        return isOccurrence ? row["ical_uid"] ?? uid == uid : DateTimeText(part) == nil
    }
}
