import AtriumSDK
import ContentLine
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Puts events of one file into the tables, of whatever format.
///
/// Names: the record's own uid is the UID of iCalendar, with `#` and the RECURRENCE-ID for an override; where another
/// calendar has that already, `~2`, `~3` … follows. The UID itself is then in `ical_uid`.
final class EventWriter: RecordWriter {
    let context: ImportContext
    let db: Database
    private let zones: ZoneTable
    let table: EventTable
    private let formerCalendars: FormerCalendars
    let now: String
    /// The calendar that the user asked for.
    private let wanted: String?
    /// The calendar that the container asks for.
    private var offered: OfferedCalendar?
    private var calendars: [String?: Result<Int64, any Error>] = [:]
    /// Whether rows name records by their own uid, whatever calendar they are in: our own CSV.
    private var isVaultWide = false
    /// What the container calls its calendar, which chooses none.
    private var named: String?
    /// Remarks about the names of calendars in files and the calendars that their events were added to, and about
    /// events that the files lack or that another calendar has too.
    private(set) var remarks: [String] = []
    var met = MetEvents()
    /// Overrides with RECURRENCE-ID in another form or zone than their series.
    var spellings: (series: Int64, overrides: [CalendarTime: [Int64]])?
    /// The container of the items at hand.
    private(set) var container: Container?
    /// The series that the file has or has changed: a newer version may exclude days that older overrides move.
    private var series: Set<Int64> = []
    private var exceptions = MetExceptions()
    /// Finds the zones of the container's times.
    private var resolver = ZoneResolver()
    /// The zone in which floating times and days are read.
    private lazy var viewer = Zones.viewer(context.settings)
    /// The newest event when the import began.
    private let lastBefore: Int64
    private var hasOpenOverrides = false
    /// True if edits here changed the UID or RECURRENCE-ID of any override.
    private let hasRenamed: Bool
    /// The series that this import has met as they are now, not as they were before they moved.
    private var currentSeries: Set<Int64> = []
    private var hasMasters = false

    init(_ context: ImportContext) throws {
        self.context = context
        db = context.db
        zones = ZoneTable(EventTable.zones, context.db)
        table = EventTable(
            db: context.db, zones: zones, tags: context.tags, attachments: context.attachments)
        formerCalendars = FormerCalendars(context.db)
        now = context.nowText
        wanted = context.options.arguments[CalendarOption.field]
        hasRenamed =
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM calendar_event WHERE has_new_id = 1)") ?? false
        lastBefore = try Int64.fetchOne(db, sql: "SELECT max(id) FROM calendar_event") ?? 0
    }

    /// The calendar's id; for our own CSV empty, since its uids are unique in the whole vault.
    var scope: String {
        get throws { isVaultWide ? "" : String(try calendar(named: nil)) }
    }

    func begin(_ container: Container) throws {
        self.container = container
        zones.begin(container.calendar)
        let definitions = (container.calendar?.timeZones ?? []).map { ($0.id, $0.observances) }
        resolver = ZoneResolver(definitions: Dictionary(definitions) { first, _ in first })
        if let calendar = container.calendar {
            offered = OfferedCalendar(calendar)
            named = offered == nil && wanted == nil ? calendar.calendarName : nil
        } else {
            (offered, named) = (nil, nil)
            isVaultWide = EventCSVImport.isOwn(container)
        }
        calendars = [:]
        // One of our own exports brings its calendar back also where it holds no event.
        if offered != nil, wanted == nil { _ = try calendar(named: nil) }
    }

    func record(uid: String, part: String) throws -> Int64? {
        met.settle()
        let found = try renamed(uid: uid, part: part) ?? find(uid: uid, part: part)
        if let found, !part.isEmpty { met.overrides.insert(found) }
        return found
    }

    /// The override that has an item's UID and RECURRENCE-ID since an edit here moved or split its series.
    ///
    /// Before the edit, another override may have had these ids. A file from before the edit means that override.
    private func renamed(uid: String, part: String) throws -> Int64? {
        guard hasRenamed, !part.isEmpty, let calendar = try calendarIfThere(),
            let time = DateTimeText(part),
            let series = try series(of: uid, calendar: calendar)
                ?? Int64.fetchOne(
                    db.cachedStatement(sql: Self.byItemUID), arguments: [uid, "", uid, calendar]),
            let found = try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM calendar_event
                        WHERE has_new_id = 1 AND series_id = ? AND recurrence_id = ?
                        """), arguments: [series, time.storedText])
        else { return nil }
        let former = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM calendar_event WHERE uid = ?"),
            arguments: [ComponentTable.ownUID(uid, part)])
        guard let former, former != found else { return found }
        return currentSeries.contains(series) ? found : nil
    }

    private func find(uid: String, part: String) throws -> Int64? {
        let own = ComponentTable.ownUID(uid, part)
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT id, calendar_id, ical_uid, recurrence_id, has_new_id FROM calendar_event WHERE uid = ?"
            ),
            arguments: [own])
        if isVaultWide { return row?["id"] }
        // To look for an event makes no calendar: it may have been moved, and this one removed.
        let calendar = try calendarIfThere()
        if let row, let calendar, row["calendar_id"] == calendar, Self.isItem(row, uid, part) {
            try remark(calendar)
            return row["id"]
        }
        let here = try calendar.flatMap {
            try Int64.fetchOne(
                db.cachedStatement(sql: Self.byItemUID), arguments: [uid, part, own, $0])
        }
        if here == nil, let found = try elsewhere(row, uid, part, own, calendar) { return found }
        if let calendar { try remark(calendar) }
        return here
    }

    /// The event where it is now: the one that was moved out of the calendar here; or, for a file that names no calendar,
    /// the only one, which may have been imported with --calendar.
    ///
    /// Where several calendars have it, or this import brought it to another one, such a file means none of them.
    private func elsewhere(
        _ row: Row?, _ uid: String, _ part: String, _ own: String, _ calendar: Int64?
    ) throws -> Int64? {
        var found = try Int64.fetchAll(
            db.cachedStatement(sql: Self.byItemUIDAnywhere), arguments: [uid, part, own])
        if let row, Self.isItem(row, uid, part) { found.append(row["id"]) }
        if let calendar, let moved = try found.first(where: { try formerCalendars.has($0, in: calendar) }) {
            return moved
        }
        met.elsewhere = found.contains { $0 <= lastBefore } ? own : nil
        guard wanted == nil, offered == nil, found.count == 1, found[0] <= lastBefore else { return nil }
        return found[0]
    }

    /// Finds an event by the UID of its item.
    ///
    /// The plus signs keep SQLite from the index on the calendar, which would look at all of its events.
    static let byItemUID = "\(ofItem) AND +calendar_id = ?4 ORDER BY id LIMIT 1"

    /// Finds events of whatever calendar by the UID of their item.
    private static let byItemUIDAnywhere = "\(ofItem) AND uid <> ?3 ORDER BY id"

    /// Events of an item's UID and part, by the own uid of whichever is not the first.
    private static let ofItem = """
        SELECT id FROM calendar_event WHERE ical_uid = ?1 AND CASE WHEN ?2 = ''
            THEN recurrence_id IS NULL ELSE substr(uid, 1, length(?3) + 1) = ?3 || '~' END
        """

    /// Finds the series of an override by its UID.
    static let seriesByUID = """
        SELECT id FROM calendar_event WHERE uid = ? AND +calendar_id = ? AND recurrence_id IS NULL
        """

    /// Says once of a container that its events are in a calendar of another name.
    private func remark(_ id: Int64) throws {
        guard let named, let calendar = try NamedCalendar.find(id, db) else { return }
        self.named = nil
        guard !calendar.isCalled(named) else { return }
        let remark = "added to the calendar “\(calendar.name)”; the file's own is “\(named)”"
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    func insert(_ draft: EventDraft, uid: String, part: String) throws -> Int64 {
        let calendar = try calendar(named: draft.calendar)
        if draft.calendar == nil { try remark(calendar) }
        let own = try ComponentTable.freeUID(ComponentTable.ownUID(uid, part), in: "calendar_event", db)
        // Our own CSV says both names.
        let itemUID = draft.itemUID ?? (isVaultWide || !part.isEmpty ? own : uid)
        var event = Event(
            id: 0, uid: own, icalUID: itemUID == own ? nil : itemUID, calendarID: calendar, seriesID: nil,
            createdAt: draft.createdAt ?? now, updatedAt: draft.updatedAt ?? now, details: draft.details)
        if draft.details.recurrenceID == nil {
            hasMasters = true
        } else {
            event.seriesID = try series(of: itemUID, calendar: calendar)
            // An override follows a series that was moved or merged into another one.
            if event.seriesID == nil, !isVaultWide,
                let id = try record(uid: itemUID, part: "") ?? remaining(of: itemUID),
                let series = try table.find(id)
            {
                (event.seriesID, event.calendarID) = (series.id, series.calendarID)
            }
            if event.seriesID == nil || draft.details.recurrenceID?.includesFuture == true {
                hasOpenOverrides = true
            }
        }
        let id = try table.insert(event)
        noteExceptions(of: draft.details, id)
        if event.calendarID != calendar { try formerCalendars.add(calendar, to: id) }
        if !draft.details.exclusions.isEmpty { series.insert(id) }
        if let id = event.seriesID { series.insert(id) }
        if event.seriesID != nil {
            met.overrides.insert(id)
        } else if met.elsewhere == ComponentTable.ownUID(uid, part) {
            met.doubled += 1
        }
        return id
    }

    /// Returns the event into which the event with a UID was merged, or nil if it was not merged.
    private func remaining(of uid: String) throws -> Int64? {
        guard let id = try context.modules.record(of: uid, in: .events) else { return nil }
        return try Int64.fetchOne(
            db,
            sql: "SELECT id FROM calendar_event WHERE id = ? AND uid <> ? AND recurrence_id IS NULL",
            arguments: [id, uid])
    }

    func combined(_ draft: EventDraft, with other: EventDraft) throws -> EventDraft? {
        let clock = try EventClock(db, viewer: Zones.viewer(context.settings))
        let times = [draft, other].map { clock.span(EventTimes($0.details)) }
        guard times[0] == times[1] || draft.details.recurrenceID != nil,
            !EventMerge.haveDifferentRules(draft.details, other.details)
        else { return nil }
        var combined = draft
        combined.details = EventMerge(other.details, into: draft.details, on: clock).details
        return combined
    }

    func update(_ record: Int64, to draft: EventDraft) throws {
        guard let old = try table.find(record) else { throw gone(record) }
        defer { hasOpenOverrides = hasOpenOverrides || draft.details.recurrenceID != nil }
        var new = old
        new.details = draft.details
        new.createdAt = draft.createdAt ?? old.createdAt
        new.updatedAt = draft.updatedAt ?? now
        if let name = draft.calendar ?? wanted, old.seriesID == nil {
            new.calendarID = try calendar(named: name)
        }
        try table.update(old, to: new)
        noteExceptions(of: new.details, record)
        if old.seriesID != nil {
            try db.cachedStatement(
                sql: "UPDATE calendar_event SET is_made_here = 0 WHERE id = ? AND is_made_here = 1"
            ).execute(arguments: [record])
        }
        if !old.details.exclusions.isEmpty || !draft.details.exclusions.isEmpty { series.insert(record) }
        if let id = old.seriesID { series.insert(id) }
        met.changed = record
    }

    func matches(_ record: Int64, _ draft: EventDraft) throws -> Bool {
        guard let event = try table.find(record) else { throw gone(record) }
        if let name = draft.calendar, wanted == nil, event.seriesID == nil {
            guard try calendar(named: name) == event.calendarID else { return false }
        }
        if hasRenamed, event.details.recurrenceID == nil, event.details.start == draft.details.start {
            currentSeries.insert(record)
        }
        return event.details == draft.details
    }

    func forget() {
        met.changed = nil
        calendars = [:]
        spellings = nil
        zones.forget()
    }

    /// Counts the EXDATEs of a series that match no instance, and remembers overrides for the end of the file.
    private func noteExceptions(of event: CalendarEvent, _ id: Int64) {
        if event.recurrenceID != nil { return exceptions.overrides.append(id) }
        guard event.isRecurring, !event.exclusions.isEmpty else { return }
        exceptions.unmatched +=
            SeriesEdit.unmatched(
                event.exclusions, of: EventTimes(event), zones: resolver,
                viewer: viewer
            ).count
    }

    /// Joins overrides to their series, in whatever order the file (or an earlier one) had them.
    func finish() throws {
        met.settle()
        remarks += try met.remarks(db)
        defer { exceptions = MetExceptions() }
        if hasOpenOverrides || hasMasters || !series.isEmpty { try joinOverrides() }
        remarks += try exceptions.remarks(db, viewer: viewer)
    }

    private func joinOverrides() throws {
        for name in ["uid", "ical_uid"] {
            let master = """
                FROM calendar_event m WHERE m.\(name) = calendar_event.ical_uid
                    AND +m.calendar_id = calendar_event.calendar_id AND m.recurrence_id IS NULL
                """
            try db.execute(
                sql: """
                    UPDATE calendar_event SET series_id = (SELECT min(m.id) \(master))
                    WHERE ical_uid IS NOT NULL AND recurrence_id IS NOT NULL AND series_id IS NULL
                        AND EXISTS (SELECT 1 \(master))
                    """)
        }
        let widened = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT series_id FROM calendar_event
                WHERE series_id IS NOT NULL AND is_this_and_future = 1
                """)
        for series in widened { try table.widenSeries(series) }
        try markSuperseded(in: series)
    }

    func gone(_ record: Int64) -> AtriumError {
        AtriumError(.internal, "event \(record) disappeared during the import")
    }

    /// Whether a row with an item's own uid is that item's: an event may have the UID `a#20260101`, which is also the own
    /// uid of the override of `a` on that day.
    ///
    /// A RECURRENCE-ID that cannot be read makes no override, so that the row has none either.
    private static func isItem(_ row: Row, _ uid: String, _ part: String) -> Bool {
        let isOverride = row["recurrence_id"] as String? != nil
        if part.isEmpty { return !isOverride }
        // An edit here changed its UID, and its own uid still has the one of the file.
        if row["has_new_id"] == 1 { return true }
        return isOverride ? row["ical_uid"] ?? uid == uid : DateTimeText(part) == nil
    }

    private func series(of itemUID: String, calendar: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: Self.seriesByUID), arguments: [itemUID, calendar])
    }

    /// The calendar that events go to: what the user asked for, else what the event or its container says, else the
    /// default one.
    ///
    /// It is made when the first event needs it, or by a container that is one of our calendars.
    private func calendar(named name: String?) throws -> Int64 {
        let name = wanted ?? name ?? offered?.name
        if let known = calendars[name] { return try known.get() }
        let result = Result { try make(name) }
        calendars[name] = result
        return try result.get()
    }

    /// The same where it is there: none is made.
    private func calendarIfThere() throws -> Int64? {
        let name = wanted ?? offered?.name
        if let known = calendars[name] { return try known.get() }
        let uid = wanted == nil ? offered?.uid : nil
        let found =
            try uid.flatMap { try NamedCalendar.find(uid: $0, db) }
            ?? (name.map { try NamedCalendar.find(named: $0, db) } ?? NamedCalendar.findDefault(db))
        guard found != nil else { return nil }
        return try calendar(named: nil)
    }

    private func make(_ name: String?) throws -> Int64 {
        let own = wanted == nil && name != nil && offered?.name == name ? offered : nil
        // One of our calendars may have another name by now.
        if let uid = own?.uid, let known = try NamedCalendar.find(uid: uid, db) { return known.id }
        let isNew = try name.map { try NamedCalendar.find(named: $0, db) == nil } ?? false
        let calendar = try NamedCalendar.findOrMake(
            name, db, now: now, uid: { own?.uid ?? UUID().uuidString.lowercased() })
        if isNew { try own?.apply(to: calendar.id, db) }
        return calendar.id
    }
}

/// The option `--calendar` of imports and exports.
enum CalendarOption {
    static let field = Field<String>.text(
        "calendar",
        help: "The calendar's name. Imports create it if needed; exports contain only its events.")
}
