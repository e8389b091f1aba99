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

    /// The row of one task, with its times behind other columns.
    ///
    /// - Parameter columns: SQL over the task `r`, with a comma behind each.
    static func row(
        _ columns: String, of task: Int64, now: Date, in zone: TimeZone, _ db: Database
    ) throws -> Row? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns)\(ofOneSQL)"),
            arguments: [latestOver(now), task, zone.secondsFromGMT()])
    }

    /// The times in the columns of ``row(_:of:now:in:_:)``.
    init(_ row: Row?, from first: Int) {
        estimate = row?[first]
        spent = row?[first + 1] ?? 0
        spentSince = row?[first + 2] ?? 0
        scheduled = row?[first + 3] ?? 0
    }

    /// How many are left of the estimate.
    ///
    /// - Parameter usual: how many a task takes that says nothing.
    func remaining(usual: Int64) -> Int64 { max(0, (estimate ?? usual) - spentSince - scheduled) }

    /// SQL for the times of the task `?2`: made once, since each task of a list asks.
    ///
    /// `?1` is ``latestOver(_:)`` and `?3` the seconds that the user's zone, on whose days minutes were noted, is from UTC.
    private static let ofOneSQL = """
        r.estimate, \(notedSQL("TRUE")) + \(blocksSQL("b.spent")),
        \(notedSQL(notedSinceSQL("?3"))) + \(blocksSQL(spentSinceSQL)), \(blocksSQL(scheduledSQL))
        FROM tasks_task r WHERE r.id = ?2
        """

    /// SQL for the minutes that are not left of the estimate of the task `r`: spent since it was done last, or scheduled.
    ///
    /// `?1` is ``latestOver(_:)``. Each task sums its own blocks: summing those of all tasks takes longer, even if half of the tasks
    /// are read.
    ///
    /// - Parameter zone: that of the user.
    static func claimedSQL(in zone: TimeZone) -> String {
        let minutes = "CASE WHEN b.spent IS NULL THEN \(scheduledSQL) ELSE \(spentSinceSQL) END"
        return "\(notedSQL(notedSinceSQL("\(zone.secondsFromGMT())"))) + \(blocksSQL(minutes))"
    }

    private static func notedSQL(_ condition: String) -> String {
        """
        ifnull((SELECT CAST(round(sum(min(l.minutes, 100000))) AS INTEGER) FROM tasks_log l
            WHERE l.task_id = r.id AND \(condition)), 0)
        """
    }

    /// SQL for a sum over the blocks of the task `r`; `last.at` is when it was done last.
    ///
    /// It is joined: SQLite runs a subquery about the task again for each of its blocks.
    private static func blocksSQL(_ minutes: String) -> String {
        """
        ifnull((SELECT sum(\(minutes)) FROM (SELECT ifnull(\(lastSQL), '') AS at) last
            CROSS JOIN tasks_block b WHERE b.task_id = r.id), 0)
        """
    }

    private static func notedSinceSQL(_ offset: String) -> String {
        "l.day > ifnull(date(unixepoch(\(lastSQL)) + \(offset), 'unixepoch'), '')"
    }

    private static let spentSinceSQL = "CASE WHEN b.starts_at > last.at THEN b.spent END"
    private static let scheduledSQL =
        "CASE WHEN b.spent IS NULL AND unixepoch(b.starts_at) + 60 * b.minutes > ?1 THEN b.minutes END"

    /// SQL for when the task `r` was done last, if it repeats.
    private static let lastSQL = """
        (SELECT max(ifnull(c.completed_at, c.day || 'T12:00:00Z')) FROM tasks_completion c WHERE c.task_id = r.id)
        """

    /// What ends of blocks are compared with: blocks that end until then are over.
    static func latestOver(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }
}
