import Foundation
import GRDB

/// How much time a task takes: what is thought, spent, and kept on days to come.
struct TaskTimes {
    /// How many minutes it takes in all, if that is said.
    let estimate: Int64?
    /// How many were spent: those that were noted, and blocks that are done.
    let spent: Int64
    /// How many of them since it was done last, if it repeats: the others were for another time of it.
    let spentSince: Int64
    /// How many stand on the timeline in blocks that are not over.
    let scheduled: Int64

    /// Reads the times of a task.
    init(of task: Int64, now: Date, in zone: TimeZone, _ db: Database) throws {
        self.init(try Self.row("", of: task, now: now, in: zone, db), from: 0)
    }

    /// The row of one task, with ``columnsSQL`` behind other columns.
    ///
    /// - Parameter columns: SQL over the task `r`, with a comma behind each.
    static func row(
        _ columns: String, of task: Int64, now: Date, in zone: TimeZone, _ db: Database
    ) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns)\(ofOneSQL)"),
            arguments: [latestOver(now), task, zone.secondsFromGMT()])
    }

    /// The times in the columns of ``columnsSQL``.
    init(_ row: Row?, from first: Int) {
        estimate = row?[first]
        spent = row?[first + 1] ?? 0
        spentSince = row?[first + 2] ?? 0
        scheduled = row?[first + 3] ?? 0
    }

    /// How many are left of the estimate.
    ///
    /// - Parameters:
    ///   - usual: how many a task takes that says nothing.
    ///   - ignored: minutes of blocks that are thought away.
    func remaining(usual: Int64, without ignored: Int64 = 0) -> Int64 {
        max(0, (estimate ?? usual) - spentSince - (scheduled - ignored))
    }

    /// SQL for the estimate of the task `r` of ``joinSQL(in:)``, what was spent on it, also since it was done last, and what is
    /// scheduled for it.
    static let columnsSQL = """
        r.estimate, ifnull(l.minutes, 0) + ifnull(b.spent, 0), ifnull(l.since, 0) + ifnull(b.since, 0),
        ifnull(b.scheduled, 0)
        """

    /// SQL that joins what was noted and the blocks of tasks `r`, added up once; `?1` is ``latestOver(_:)``.
    ///
    /// - Parameter zone: that of the user, on whose days minutes were noted.
    static func joinSQL(in zone: TimeZone) -> String {
        joinSQL(of: "TRUE", offset: "\(zone.secondsFromGMT())")
    }

    /// SQL for the times of the task `?2`, in a zone that is `?3` seconds from UTC: made once, since each task of a list asks.
    private static let ofOneSQL =
        "\(columnsSQL) FROM tasks_task r \(joinSQL(of: "r.id = ?2", offset: "?3")) WHERE r.id = ?2"

    private static func joinSQL(of task: String, offset: String) -> String {
        """
        LEFT JOIN (SELECT l.task_id, CAST(round(sum(min(l.minutes, 100000))) AS INTEGER) AS minutes,
                CAST(round(sum(CASE WHEN l.day > ifnull(date(unixepoch(c.at) + \(offset), 'unixepoch'), '')
                    THEN min(l.minutes, 100000) END))
                    AS INTEGER) AS since
            FROM tasks_log l LEFT JOIN \(lastSQL(task)) c ON c.task_id = l.task_id
            WHERE \(task.replacing("r.id", with: "l.task_id")) GROUP BY l.task_id) l ON l.task_id = r.id
        LEFT JOIN (SELECT b.task_id, sum(b.spent) AS spent,
                sum(CASE WHEN b.starts_at > ifnull(c.at, '') THEN b.spent END) AS since,
                sum(CASE WHEN b.spent IS NULL AND unixepoch(b.starts_at) + 60 * b.minutes > ?1 THEN b.minutes END)
                    AS scheduled
            FROM tasks_block b LEFT JOIN \(lastSQL(task)) c ON c.task_id = b.task_id
            WHERE b.task_id IS NOT NULL AND \(task.replacing("r.id", with: "b.task_id")) GROUP BY b.task_id) b
            ON b.task_id = r.id
        """
    }

    /// SQL for when repeating tasks were done last.
    private static func lastSQL(_ task: String) -> String {
        """
        (SELECT task_id, max(ifnull(completed_at, day || 'T12:00:00Z')) AS at FROM tasks_completion
            WHERE \(task.replacing("r.id", with: "task_id")) GROUP BY task_id)
        """
    }

    /// What ``joinSQL(in:)`` compares ends of blocks with: blocks that end until then are over.
    static func latestOver(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }
}
