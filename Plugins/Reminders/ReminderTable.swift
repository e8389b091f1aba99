import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Writes whole reminders; ``ReminderTable/find(_:)`` reads them.
///
/// Statements are the database's cached ones, and rows are written by `RowStatement`: an import is measured in
/// microseconds.
struct ReminderTable {
    let db: Database
    /// Makes and finds rows of zones for what is written.
    let zones: ZoneTable
    /// Knows the zones of what is read.
    let clocks: StoredZones
    /// Reads the rules of what is read.
    let rules = StoredRules()
    let tags: any TagStore
    /// The zone of the user.
    let viewer: Zone

    /// The table of zones.
    static let zones = "reminders_zone"

    init(_ db: Database, _ tags: any TagStore, _ settings: UserSettings, zones: ZoneTable? = nil) {
        self.db = db
        self.tags = tags
        self.zones = zones ?? ZoneTable(Self.zones, db)
        clocks = StoredZones(in: Self.zones, db)
        viewer = Zones.viewer(settings)
    }

    /// The tables in the hands of a command.
    init(_ context: CommandContext, zones: ZoneTable? = nil) {
        self.init(context.db, context.tags, context.settings, zones: zones)
    }

    /// SQL for what the reminder `r` is called, as ``Reminder/shownTitle`` has it.
    static let titleSQL = "coalesce(\(ownTitleSQL), '(untitled)')"

    /// SQL for what is said of the reminder `r`, by its title or its note; NULL where it has neither.
    static let ownTitleSQL = """
        coalesce(r.title, nullif(trim(CASE instr(r.note, char(10)) WHEN 0 THEN r.note
            ELSE substr(r.note, 1, instr(r.note, char(10)) - 1) END), ''))
        """

    // MARK: - Writing

    /// The columns that hold a reminder's own values, in the order of ``bind(_:of:to:)``.
    private static let valueColumns = [
        "occurrence", "occurrence_zone_id", "is_this_and_future", "title", "note", "starts", "start_zone_id",
        "due",
        "due_zone_id", "rrule", "exrule", "priority", "alert", "is_persistent", "is_silent", "snoozed_until",
        "completed_at",
        "is_cancelled", "parent_uid", "people_uids", "next_due", "next_zone_id",
    ]

    private static let insertSQL: String = {
        let columns = ["uid", "ical_uid", "series_id", "is_own", "created_at", "updated_at"] + valueColumns
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO reminders_reminder (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }()

    private static let updateSQL: String = {
        let settings = (["created_at", "updated_at"] + valueColumns).map { "\($0) = ?" }
        return "UPDATE reminders_reminder SET \(settings.joined(separator: ", ")) WHERE id = ?"
    }()

    /// - Parameter seriesID: the series of an occurrence, which has no next time of its own.
    private func bind(_ reminder: Reminder, of seriesID: Int64?, to row: inout RowStatement) throws {
        row.bind(reminder.occurrence?.time.storedText)
        row.bind(try zones.id(of: reminder.occurrence?.time.zoneID))
        row.bind(reminder.occurrence?.includesFuture ?? false)
        row.bind(reminder.title)
        row.bind(reminder.note)
        row.bind(reminder.start?.storedText)
        row.bind(try zones.id(of: reminder.start?.zoneID))
        row.bind(reminder.due?.storedText)
        row.bind(try zones.id(of: reminder.due?.zoneID))
        row.bind(reminder.ruleText)
        row.bind(
            reminder.exclusionRules.isEmpty
                ? nil : reminder.exclusionRules.map(\.text).joined(separator: "\n"))
        row.bind(reminder.priority)
        row.bind(reminder.alert)
        row.bind(reminder.isPersistent)
        row.bind(reminder.isSilent)
        row.bind(reminder.snoozedUntil)
        row.bind(reminder.completedAt)
        row.bind(reminder.isCancelled)
        row.bind(reminder.parent)
        row.bind(reminder.people.isEmpty ? nil : reminder.people.joined(separator: "\n"))
        // Of what repeats, see refreshNext.
        let next = reminder.isOpen && !reminder.isRepeating && seriesID == nil ? reminder.due : nil
        row.bind(next?.storedText)
        row.bind(try zones.id(of: next?.zoneID))
    }

    /// Makes the row of a reminder, and gives its id.
    func insert(
        _ reminder: Reminder, uid: String, icalUID: String? = nil, seriesID: Int64? = nil,
        isOwn: Bool = false,
        createdAt: String, updatedAt: String
    ) throws -> Int64 {
        var row = RowStatement(try db.cachedStatement(sql: Self.insertSQL))
        row.bind(uid)
        row.bind(icalUID)
        row.bind(seriesID)
        row.bind(isOwn)
        row.bind(createdAt)
        row.bind(updatedAt)
        try bind(reminder, of: seriesID, to: &row)
        try row.run()
        let id = db.lastInsertedRowID
        try insertDates(of: reminder, id: id)
        if !reminder.tags.isEmpty { try tags.setTags(reminder.tags, ofNew: RecordReference(.reminders, id)) }
        return id
    }

    /// Makes a row's values those of a reminder; children that are the same are not written anew.
    ///
    /// What repeats then needs ``refreshNext(_:)``.
    func update(_ old: StoredReminder, to new: Reminder, createdAt: String? = nil, updatedAt: String) throws {
        var row = RowStatement(try db.cachedStatement(sql: Self.updateSQL))
        row.bind(createdAt ?? old.createdAt)
        row.bind(updatedAt)
        try bind(new, of: old.seriesID, to: &row)
        row.bind(old.id)
        try row.run()
        if old.reminder.additions != new.additions || old.reminder.exclusions != new.exclusions {
            try db.cachedStatement(sql: "DELETE FROM reminders_date WHERE reminder_id = ?")
                .execute(arguments: [old.id])
            try insertDates(of: new, id: old.id)
        }
        if old.reminder.tags != new.tags {
            try tags.setTags(new.tags, of: RecordReference(.reminders, old.id))
        }
    }

    private func insertDates(of reminder: Reminder, id: Int64) throws {
        func insert(_ kind: String, _ position: Int, _ text: String, _ zone: String?) throws {
            try db.cachedStatement(
                sql: """
                    INSERT INTO reminders_date (reminder_id, position, kind, value, zone_id)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [id, position, kind, text, try zones.id(of: zone)])
        }
        for (position, date) in reminder.additions.enumerated() {
            try insert("RDATE", position, date.storedText, date.start.zoneID)
        }
        for (position, time) in reminder.exclusions.enumerated() {
            try insert("EXDATE", position, time.storedText, time.zoneID)
        }
    }

    /// Works out anew when what repeats is to be done next, from its rules and from what was done of it.
    ///
    /// Nothing but the rows says it, so that it is the same wherever they come from.
    func refreshNext(_ id: Int64) throws {
        guard let stored = try find(id), stored.seriesID == nil, stored.reminder.isRepeating else { return }
        let next = stored.reminder.isOpen ? try series(of: stored).next()?.due : nil
        guard next != stored.next else { return }
        let zones = try ZoneTable(Self.zones, db, known: knownZones(of: id))
        try db.cachedStatement(
            sql: "UPDATE reminders_reminder SET next_due = ?, next_zone_id = ? WHERE id = ?"
        )
        .execute(arguments: [next?.storedText, try zones.id(of: next?.zoneID), id])
    }

    /// Removes a reminder, and with a series all that was kept of its occurrences.
    func remove(_ id: Int64) throws {
        try db.execute(sql: "DELETE FROM reminders_reminder WHERE id = ?", arguments: [id])
    }

    /// The zone rows that a reminder uses, by TZID: an edit, and what is made of its occurrences, keeps to them.
    func knownZones(of id: Int64) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT z.tzid, z.id FROM reminders_zone z WHERE z.id IN (
                    SELECT start_zone_id FROM reminders_reminder WHERE id = ?1
                    UNION SELECT due_zone_id FROM reminders_reminder WHERE id = ?1
                    UNION SELECT occurrence_zone_id FROM reminders_reminder WHERE id = ?1
                    UNION SELECT zone_id FROM reminders_date WHERE reminder_id = ?1)
                """, arguments: [id])
        return rows.reduce(into: [:]) { $0[$1["tzid"]] = $1["id"] }
    }
}

extension CollectionID {
    /// The reminders.
    static let reminders = CollectionID(module: "reminders", name: "reminders")
    /// The people, of the module that keeps them.
    static let people = CollectionID(module: "connections", name: "people")
}
