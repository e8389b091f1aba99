import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What the dashboard, `today` and timelines show of reminders.
enum RemindersOverview {
    static let figures = [
        Figure(
            "open", title: "Open", help: "The number of open reminders.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder INDEXED BY reminders_reminder_open
                WHERE series_id IS NULL AND completed_at IS NULL AND is_cancelled = 0
                """),
        Figure(
            "due", title: "Due by today",
            help: "The number of reminders due by today, or snoozed until then.",
            table: "reminders_reminder", sql: countSQL(before: .tomorrow), opens: ["reminders", "today"],
            parameters: clocks()),
        Figure(
            "overdue", title: "Overdue", help: "The number of overdue reminders.",
            table: "reminders_reminder", sql: "\(countSQL(before: .tomorrow)) AND \(isOverdueSQL)",
            opens: ["reminders", "overdue"], parameters: clocks()),
        Figure(
            "upcoming", title: "Upcoming",
            help: "The number of reminders due in the next \(usualDays) days, starting tomorrow.",
            table: "reminders_reminder",
            sql: "\(countSQL(before: .later(days: usualDays))) AND NOT (\(isBeforeSQL(.tomorrow)))",
            opens: ["reminders", "upcoming"], parameters: clocks(later: usualDays)),
        Figure(
            "upcoming-reminders", title: "Upcoming for people",
            help: "The number of upcoming reminders for people in the next \(usualDaysForPeople) days.",
            table: "reminders_reminder",
            sql: """
                \(countSQL(before: .later(days: usualDaysForPeople))) AND NOT (\(isOverdueSQL))
                AND id IN (SELECT value FROM json_each(:forPeople))
                """, opens: ["connections", "upcoming-reminders"]
        ) { moment in
            try clocks(later: usualDaysForPeople)(moment).merging(["forPeople": idsForPeople(moment)]) {
                first, _ in first
            }
        },
        Figure(
            "done-this-month", title: "Done this month",
            help: "The number of reminders completed this month.", table: "reminders_reminder",
            sql: """
                SELECT count(*) FROM reminders_reminder r WHERE r.completed_at >= :monthStartsAt AND NOT EXISTS (
                    SELECT 1 FROM reminders_reminder o WHERE o.series_id = r.id AND o.completed_at IS NOT NULL)
                """),
    ]

    /// How many days ahead `reminders upcoming` looks if nobody says it.
    static let usualDays = 14
    /// How many days ahead `connections upcoming-reminders` looks if nobody says it.
    static let usualDaysForPeople = 30

    /// The beginning of a day of the user, as parameters of the queries.
    private enum Bound {
        case tomorrow
        /// So many days after the beginning of tomorrow.
        case later(days: Int)

        /// How many days it is after today.
        var days: Int {
            switch self {
            case .tomorrow: 1
            case .later(let days): days + 1
            }
        }
        /// The instant.
        var instant: String {
            switch self {
            case .tomorrow: ":tomorrowStartsAt"
            case .later(let days): ":startsAt\(days)"
            }
        }
        /// What the clocks of all zones show then: JSON by the zone's row.
        var clocks: String {
            switch self {
            case .tomorrow: ":tomorrowOnClocks"
            case .later(let days): ":clocks\(days)"
            }
        }
    }

    /// Counts the open reminders that are due, or put off to, before a day, as the lists by time have them: by the user's
    /// day, whatever clock a time is on; what is put off counts by the end of that.
    private static func countSQL(before bound: Bound) -> String {
        """
        SELECT count(*) FROM reminders_reminder INDEXED BY reminders_reminder_next
        WHERE series_id IS NULL AND ifnull(ifnull(snoozed_until, next_due), '~') < date(:today, '+\(bound.days + 1) days')
            AND completed_at IS NULL AND is_cancelled = 0 AND \(isBeforeSQL(bound))
        """
    }

    private static func isBeforeSQL(_ bound: Bound) -> String {
        """
        CASE WHEN snoozed_until > :now THEN snoozed_until < \(bound.instant)
            WHEN next_due LIKE '%Z' THEN next_due < \(bound.instant)
            WHEN next_zone_id IS NOT NULL
                THEN next_due < json_extract(\(bound.clocks), '$."' || next_zone_id || '"')
            ELSE next_due < date(:today, '+\(bound.days) days') END
        """
    }

    /// Holds for what is not put off and whose time is over: of a day its end.
    private static let isOverdueSQL = """
        CASE WHEN snoozed_until > :now THEN 0
            WHEN next_due LIKE '%Z' THEN next_due <= :now
            WHEN length(next_due) = 10 THEN next_due < :today
            WHEN next_zone_id IS NOT NULL
                THEN next_due <= json_extract(:nowOnClocks, '$."' || next_zone_id || '"')
            ELSE next_due <= :nowHere END
        """

    /// What the clocks of all zones show now, as the user's next day begins, and some days later.
    private static func clocks(
        later days: Int? = nil
    ) -> @Sendable (Figure.Moment) throws -> [String: String] {
        { moment in
            let stored = StoredZones(in: ReminderTable.zones, moment.db)
            let viewer = Zones.zone(of: moment.timeZone)
            let ids = try Int64.fetchAll(moment.db, sql: "SELECT id FROM \(ReminderTable.zones)")
            let zones = try ids.map { id in
                (id, try stored.name(of: id).flatMap { try stored.resolver(for: [id]).zone($0) } ?? viewer)
            }
            func shown(at instant: Date) -> String {
                var clocks = DataObject()
                let instant = Instant(instant)
                for (id, zone) in zones { clocks[String(id)] = .text(zone.wallTime(at: instant).isoText) }
                return DataValue.object(clocks).json
            }
            var values = [
                "tomorrowOnClocks": shown(at: moment.tomorrowStartsAt), "nowOnClocks": shown(at: moment.now),
                "nowHere": viewer.wallTime(at: Instant(moment.now)).isoText,
            ]
            if let days {
                let tomorrow = LocalDate(moment.tomorrowStartsAt, in: moment.timeZone)
                let start = tomorrow.adding(days: days).start(in: moment.timeZone)
                values["startsAt\(days)"] = Timestamp.text(start)
                values["clocks\(days)"] = shown(at: start)
            }
            return values
        }
    }

    /// The ids of the open reminders of the days ahead that are for people, as JSON: links are the host's, not in this table.
    private static func idsForPeople(_ moment: Figure.Moment) throws -> String {
        let today = LocalDate(moment.now, in: moment.timeZone)
        let last = today.adding(days: usualDaysForPeople + 2).description
        // What is long overdue is not asked for its people: there may be thousands of it.
        let first = today.adding(days: -2).description
        let ids = try Int64.fetchAll(
            moment.db,
            sql: """
                SELECT r.id FROM reminders_reminder r INDEXED BY reminders_reminder_next
                WHERE \(ReminderSchedule.isDue) AND r.completed_at IS NULL AND r.is_cancelled = 0
                    AND (r.next_due >= ? OR r.snoozed_until > ?)
                """, arguments: [last, first, Timestamp.text(moment.now)])
        return try ids.filter {
            try !moment.links.targets(of: RecordReference(.reminders, $0), kind: ReminderFields.forPerson)
                .isEmpty
        }.description
    }

    /// How many occurrences of one reminder are given at most.
    private static let mostOccurrences = 1000

    /// What is due on some days, repetitions included, and, where today is one of them, what is overdue.
    static let days = DaySource([.reminder]) { days, context in
        let schedule = ReminderSchedule(context)
        var entries = DayEntries([])
        // A time on another clock may be on another day there. What is overdue stands on today alone.
        let first = days.contains(context.today) ? nil : days.lowerBound.adding(days: -2)
        for item in try schedule.open(before: days.upperBound.adding(days: 2), from: first) {
            add(item, on: days, to: &entries, context)
        }
        entries.entries += try completed(on: days, context)
        return entries
    }

    /// What was done on some days, a series by its occurrences.
    private static func completed(
        on days: ClosedRange<LocalDate>, _ context: CommandContext
    ) throws -> [DayEntry] {
        let zone = context.settings.timeZone
        func beginning(of day: LocalDate) -> String { Timestamp.text(day.start(in: zone)) }
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, r.completed_at, \(ReminderTable.titleSQL) FROM reminders_reminder r
                WHERE r.completed_at >= ? AND r.completed_at < ? AND \(ReminderLists.isDone)
                ORDER BY r.completed_at DESC LIMIT \(mostOccurrences)
                """,
            arguments: [
                beginning(of: days.lowerBound), beginning(of: days.upperBound.adding(days: 1)),
            ])
        return rows.compactMap { row in
            Timestamp.date(row[1]).map { done in
                DayEntry(
                    .reminder, on: LocalDate(done, in: zone), title: row[2],
                    record: RecordReference(.reminders, row[0]), isDone: true)
            }
        }
    }

    private static func add(
        _ item: ReminderSchedule.Item, on days: ClosedRange<LocalDate>, to entries: inout DayEntries,
        _ context: CommandContext
    ) {
        func entry(
            _ occurrence: ReminderSeries.Occurrence?, _ time: SeenTime, isOverdue: Bool, isNext: Bool
        ) -> DayEntry {
            let shown = item.shown(occurrence)
            return DayEntry(
                .reminder, on: time.day, at: time.time, title: shown.reminder.shownTitle,
                record: RecordReference(.reminders, shown.id), isOverdue: isOverdue,
                occurrence: isNext ? item.next?.storedText : nil)
        }
        let isLate = item.isOverdue && days.contains(context.today) && item.when.day < days.lowerBound
        if days.contains(item.when.day) || isLate {
            entries.entries.append(
                entry(
                    item.nextOccurrence, item.when, isOverdue: item.isOverdue, isNext: true))
        }
        guard let series = item.series, item.next != nil else { return }
        let span =
            CivilDate(
                dayNumber: days.lowerBound.daysSince1970)...CivilDate(
                dayNumber: days.upperBound.daysSince1970)
        let found = series.open(on: span, limit: mostOccurrences)
        let isNextShown = isLate || days.contains(item.when.day)
        for occurrence in found.occurrences where !item.isNext(occurrence) {
            let time = occurrence.due.seen(item.zones, from: item.viewer)
            // What is put off is put off with all of it that falls due until then.
            if item.isSnoozed, time < item.when { continue }
            // What is overdue is said once, and passed over with the first of it.
            let isOver =
                occurrence.due.end(item.zones, for: item.viewer) <= Instant(context.now)
            if isOver, isNextShown, item.isOverdue { continue }
            entries.entries.append(
                entry(
                    occurrence, time, isOverdue: isOver && !item.isSnoozed, isNext: false))
        }
        if !found.isComplete {
            entries.warnings.append("reminder \(item.id) repeats too often to show every time")
        }
    }

    /// What was done for somebody: of what repeats its occurrences, unless none is known.
    static let done = HappeningSource { subject, context in
        let ids = try context.links.origins(of: subject.record, kind: ReminderFields.forPerson).filter {
            $0.collection == .reminders
        }.map(\.id)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, ifnull(o.completed_at, r.completed_at) AS done, \(ReminderTable.titleSQL)
                FROM reminders_reminder r LEFT JOIN reminders_reminder o
                    ON o.series_id = r.id AND o.completed_at IS NOT NULL
                WHERE r.id IN (SELECT value FROM json_each(?)) AND done IS NOT NULL
                """, arguments: [ids.description])
        return rows.map { row in
            Happening(
                "reminder done", when: row[1], title: row[2], record: RecordReference(.reminders, row[0]))
        }
    }
}

extension DayEntry.Kind {
    /// Something to be done.
    static let reminder = DayEntry.Kind("reminder", .toBeDone, counted: ("reminder", "reminders"))
}
