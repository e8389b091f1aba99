import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// When reminders are to be done: read for all that are open at once, and of each only what says so.
///
/// It is made to be fast where thousands are open: three queries, however many there are.
struct ReminderSchedule {
    /// An open reminder, and when it is to be shown.
    ///
    /// A class: it is 800 bytes long, and thousands are put in order.
    final class Item {
        /// The reminder's id.
        let id: Int64
        /// What says when, and what it is called; the rest of a reminder is not read.
        let times: Reminder
        /// When it is to be done next.
        let next: CalendarTime?
        /// When it is to be shown, on the user's clock: until then it may be put off.
        let when: SeenTime
        /// Whether it is put off.
        let isSnoozed: Bool
        /// Whether its time is over and it is not put off.
        let isOverdue: Bool
        /// Its occurrences; nil where it does not repeat.
        let series: ReminderSeries?
        /// The ids of those of its occurrences that are kept by themselves, in the order of ``ReminderSeries/changes``.
        let changeIDs: [Int64]
        /// When it was made or last changed, as it is kept; of one that repeats, when it was made: what is done of it is a change
        /// too.
        let notedAt: String
        /// Which of its occurrences is to be done next, where one that is open was changed: of others, `next` says it.
        let nextOccurrence: ReminderSeries.Occurrence?
        /// Finds the zones of its times.
        let zones: ZoneResolver
        /// The zone of the user.
        let viewer: Zone

        init(
            id: Int64, times: Reminder, next: CalendarTime?, when: SeenTime, isSnoozed: Bool, isOverdue: Bool,
            series: ReminderSeries?, changeIDs: [Int64], notedAt: String,
            nextOccurrence: ReminderSeries.Occurrence?, zones: ZoneResolver, viewer: Zone
        ) {
            (self.id, self.times, self.next, self.when) = (id, times, next, when)
            (self.isSnoozed, self.isOverdue, self.series, self.changeIDs) = (
                isSnoozed, isOverdue, series, changeIDs
            )
            (self.notedAt, self.nextOccurrence) = (notedAt, nextOccurrence)
            (self.zones, self.viewer) = (zones, viewer)
        }

        /// What is to be shown of an occurrence: what was changed of it, in what the series says.
        func shown(_ occurrence: ReminderSeries.Occurrence?) -> Shown {
            guard let series, let index = occurrence?.change else { return Shown(id: id, reminder: times) }
            var reminder = series.changes[index]
            reminder.title = reminder.title ?? times.title
            if reminder.alert == nil, !reminder.isSilent {
                (reminder.alert, reminder.isPersistent) = (times.alert, times.isPersistent)
                reminder.isSilent = times.isSilent
            }
            return Shown(id: changeIDs[index], reminder: reminder)
        }

        /// Whether an occurrence is the one that is to be done next.
        func isNext(_ occurrence: ReminderSeries.Occurrence) -> Bool {
            nextOccurrence.map { $0.id == occurrence.id } ?? (occurrence.due == next)
        }
    }

    /// A reminder, or the change of one of its occurrences.
    struct Shown {
        /// The id of its row.
        let id: Int64
        /// What is said of it.
        let reminder: Reminder
    }

    private let context: CommandContext
    private let clocks: StoredZones
    private let rules = StoredRules()
    private let viewer: Zone
    /// Now as stored text: made once, for what is compared with every reminder.
    private let now: String

    /// Opens the tables that a command was lent.
    init(_ context: CommandContext) {
        self.context = context
        clocks = StoredZones(in: ReminderTable.zones, context.db)
        viewer = Zones.viewer(context.settings)
        now = context.nowText
    }

    /// SQL for the heads that are due, or put off to, before the day that is the argument.
    static let isDue = "r.series_id IS NULL AND ifnull(ifnull(r.snoozed_until, r.next_due), '~') < ?1"

    /// The open reminders that are due, or put off to, before a day, in no order.
    ///
    /// - Parameter first: what is due once, and before that day, is left out: of years there may be thousands.
    func open(before day: LocalDate, from first: LocalDate? = nil) throws -> [Item] {
        let dates = try dates(before: day)
        let changes = try changes(before: day)
        let rows = try Row.fetchCursor(
            context.db,
            sql:
                "SELECT \(Self.columns) FROM reminders_reminder r WHERE \(Self.isDue) AND \(Self.mayBeFrom)",
            arguments: [day.description, first?.description ?? ""])
        var items: [Item] = []
        while let row = try rows.next() {
            if let item = try item(row, dates: dates, changes: changes) { items.append(item) }
        }
        return items
    }

    /// SQL for what may be due on a day, the second argument, or later: what repeats, and what is not over before.
    private static let mayBeFrom = """
        (?2 <= ifnull(r.next_due, '') OR ?2 <= ifnull(r.snoozed_until, '') OR r.rrule IS NOT NULL
            OR r.id IN (SELECT reminder_id FROM reminders_date WHERE kind = 'RDATE'))
        """

    // MARK: - Reading

    /// The columns that are read of each, by their places.
    private static let columns = """
        r.id, r.series_id, r.starts, r.start_zone_id, r.due, r.due_zone_id, r.next_due, r.next_zone_id, r.rrule,
        r.exrule, r.snoozed_until, r.completed_at, r.is_cancelled, r.occurrence, r.occurrence_zone_id,
        r.is_this_and_future, r.alert, r.is_persistent, \(ReminderTable.ownTitleSQL), r.created_at,
        r.updated_at, r.is_silent
        """

    /// A reminder's own times, and the rows of the zones that they are in.
    private struct Times {
        let id: Int64
        var reminder: Reminder
        var next: CalendarTime?
        var createdAt = ""
        var updatedAt = ""
        var zoneIDs: Set<Int64> = []
    }

    private func item(
        _ row: Row, dates: [Int64: [StoredDate]], changes: [Int64: [Times]]
    ) throws -> Item? {
        let id: Int64 = row[0]
        var times = try self.times(row, dates: dates[id] ?? [])
        // What stands for no occurrence that can be read is none: one list for the series and for the ids.
        let changes = (changes[id] ?? []).filter { $0.reminder.occurrence != nil }
        for change in changes { times.zoneIDs.formUnion(change.zoneIDs) }
        let zones = try clocks.resolver(for: times.zoneIDs)
        let status = times.reminder.status(at: now)
        let when: SeenTime
        if status == .snoozed,
            let until = times.reminder.snoozedUntil.flatMap({ Instant(stored: $0) })
        {
            when = CalendarTime.utc(until).seen(Zones.system, from: viewer)
        } else if let next = times.next {
            when = next.seen(zones, from: viewer)
        } else {
            return nil
        }
        let isOver =
            times.next.map { $0.end(zones, for: viewer) <= Instant(context.now) } ?? false
        let series =
            times.reminder.isRepeating
            ? ReminderSeries(times.reminder, changes: changes.map(\.reminder), zones: zones, viewer: viewer)
            : nil
        // Worked out only where it matters which one it is.
        let isChanged = changes.contains { $0.reminder.isOpen }
        return Item(
            id: id, times: times.reminder, next: times.next, when: when, isSnoozed: status == .snoozed,
            isOverdue: status == .pending && isOver, series: series, changeIDs: changes.map(\.id),
            notedAt: series == nil ? times.updatedAt : times.createdAt,
            nextOccurrence: isChanged ? series?.next() : nil, zones: zones, viewer: viewer)
    }

    private func times(_ row: Row, dates: [StoredDate]) throws -> Times {
        var times = Times(id: row[0], reminder: Reminder())
        func time(_ column: Int) throws -> CalendarTime? {
            guard let text: String = row[column] else { return nil }
            let zone: Int64? = row[column + 1]
            if let zone { times.zoneIDs.insert(zone) }
            return CalendarTime(stored: text, zone: try clocks.name(of: zone))
        }
        times.reminder.start = try time(2)
        times.reminder.due = try time(4)
        times.next = try time(6)
        times.reminder.rules = try rules.rules(row[8])
        times.reminder.exclusionRules = try rules.rules(row[9])
        times.reminder.snoozedUntil = row[10]
        times.reminder.completedAt = row[11]
        times.reminder.isCancelled = row[12]
        if let occurrence = try time(13) {
            times.reminder.occurrence = RecurrenceID(occurrence, includesFuture: row[15])
        }
        times.reminder.alert = row[16]
        times.reminder.isPersistent = row[17]
        times.reminder.title = row[18]
        times.createdAt = row[19]
        times.updatedAt = row[20]
        times.reminder.isSilent = row[21]
        for date in dates {
            if let zone = date.zoneID { times.zoneIDs.insert(zone) }
            if date.isAddition {
                times.reminder.additions.append(date.date)
            } else {
                times.reminder.exclusions.append(date.date.start)
            }
        }
        return times
    }

    /// The occurrences of those reminders that are kept by themselves, by the series.
    private func changes(before day: LocalDate) throws -> [Int64: [Times]] {
        let columns = Self.columns.replacing("r.", with: "o.")
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT \(columns) FROM reminders_reminder r CROSS JOIN reminders_reminder o ON o.series_id = r.id
                WHERE \(Self.isDue) ORDER BY o.occurrence, o.id
                """, arguments: [day.description])
        var changes: [Int64: [Times]] = [:]
        while let row = try rows.next() {
            changes[row[1], default: []].append(try times(row, dates: []))
        }
        return changes
    }

    /// A value of RDATE or EXDATE.
    private struct StoredDate {
        let isAddition: Bool
        let date: RecurrenceDate
        let zoneID: Int64?
    }

    /// RDATE and EXDATE of those reminders.
    private func dates(before day: LocalDate) throws -> [Int64: [StoredDate]] {
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT d.reminder_id, d.kind, d.value, d.zone_id
                FROM reminders_reminder r CROSS JOIN reminders_date d ON d.reminder_id = r.id
                WHERE \(Self.isDue) ORDER BY d.position
                """, arguments: [day.description])
        var dates: [Int64: [StoredDate]] = [:]
        while let row = try rows.next() {
            let zone: Int64? = row[3]
            guard let date = RecurrenceDate(stored: row[2], zone: try clocks.name(of: zone)) else { continue }
            dates[row[0], default: []].append(
                StoredDate(isAddition: row[1] as String == "RDATE", date: date, zoneID: zone))
        }
        return dates
    }
}
