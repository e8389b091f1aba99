import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The tasks for which a plan of a day finds time, in the order in which it does.
enum PlanCandidates {
    /// How many days ahead a must-do task that is planned for no day is thought of.
    private static let daysAhead = 7

    /// Reads them.
    ///
    /// First what is due on the day or was due before, by when; then the day's three; then what is planned for the day, in its
    /// order; then what is due later.
    ///
    /// - Parameters:
    ///   - ignored: blocks that the plan replaces: what they keep is still to be planned.
    ///   - withFlexible: whether flexible tasks that are planned for the day count too.
    static func read(
        _ day: LocalDate, _ clock: DayClock, replacing ignored: [DayContents.Block], withFlexible: Bool,
        _ context: CommandContext
    ) throws -> [Planner.Candidate] {
        let replaced = Dictionary(
            ignored.compactMap { block in block.task.map { ($0, Int64(block.span.minutes)) } },
            uniquingKeysWith: +)
        let usual = context.moduleSettings[TaskSettings.estimate]
        let table = taskKind.table(context)
        let dayEnd = clock.whole(day).upperBound
        let nearEnd = clock.whole(day.adding(days: daysAhead)).upperBound
        // A deadline on a clock elsewhere is up to a day earlier or later on this one.
        let last = day.adding(days: daysAhead + 2).description
        let rows = try Row.fetchAll(
            context.db.cachedStatement(
                sql: """
                    SELECT r.id, r.title, r.kind, r.planned, r.due, z.tzid, z.definition IS NOT NULL, t.rank,
                        ifnull(r.day_position, 0), ifnull(r.priority, 10), ifnull(r.estimate, ?4),
                        \(TaskTimes.claimedSQL(in: context.settings.timeZone))
                    FROM tasks_task r LEFT JOIN tasks_zone z ON z.id = r.due_zone_id
                    LEFT JOIN tasks_top t ON t.task_id = r.id AND t.day = ?2
                    WHERE r.id IN (SELECT id FROM tasks_task WHERE planned = ?2
                            UNION SELECT id FROM tasks_task WHERE due < ?3 AND completed_at IS NULL
                                AND cancelled_at IS NULL)
                        AND \(TaskFilters.openSQL) AND NOT (\(TaskFilters.archivedSQL))
                        AND (r.starts IS NULL OR r.starts <= ?2) AND r.waiting_uids IS NULL
                        AND (r.kind = 'must-do' OR r.planned = ?2)
                    """),
            arguments: [TaskTimes.latestOver(context.now), day.description, last, usual])
        var found: [(key: Key, candidate: Planner.Candidate)] = []
        for row in rows {
            let (id, kind, planned, rank): (Int64, String, String?, Int64?) = (row[0], row[2], row[3], row[7])
            let due = try (row[4] as String?).flatMap { CalendarTime(stored: $0, zone: row[5]) }.map { due in
                due.end(try row[6] ? table.zones(of: id) : Zones.system, for: clock.zone)
            }
            let isPlanned = planned == day.description
            let isDue = due.map { $0 <= dayEnd } ?? false
            let isNear = due.map { $0 <= nearEnd } ?? false
            let counts =
                rank != nil || isPlanned && (kind == "must-do" || withFlexible)
                || kind == "must-do" && (isDue || planned == nil && isNear)
            let estimate: Int64 = row[10]
            let left = estimate - row[11] + (replaced[id] ?? 0)
            guard counts, left > 0 else { continue }
            let key = Key(
                group: isDue ? 0 : rank != nil ? 1 : isPlanned ? 2 : 3,
                place: isDue
                    ? due?.epochSeconds ?? 0
                    : rank.map(Int.init) ?? (isPlanned ? row[8] : due?.epochSeconds ?? 0),
                priority: row[9], length: -Int(estimate), id: id)
            found.append(
                (
                    key,
                    .init(
                        id: id, title: row[1], kind: kind, rank: rank, minutes: Int(left),
                        due: due.flatMap { $0 <= clock.now ? nil : $0 })
                ))
        }
        return found.sorted { $0.key < $1.key }.map(\.candidate)
    }

    private struct Key: Comparable {
        let group: Int
        let place: Int
        let priority: Int64
        let length: Int
        let id: Int64

        static func < (one: Key, other: Key) -> Bool {
            (one.group, one.place, one.priority, one.length, one.id)
                < (other.group, other.place, other.priority, other.length, other.id)
        }
    }
}
