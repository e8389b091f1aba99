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
    /// - Parameter usual: how many a task takes that says nothing.
    func remaining(usual: Int64) -> Int64 { max(0, (estimate ?? usual) - spentSince - scheduled) }

    /// SQL for the estimate of the task `r`, what was spent on it, also since it was done last, and what is scheduled for it; `?1`
    /// is ``latestOver(_:)`` and `?3` the seconds that the user's zone, on whose days minutes were noted, is from UTC.
    private static let columnsSQL = """
        r.estimate, \(notedSQL("TRUE")) + \(blocksSQL("b.spent")), \(notedSQL(isNotedSince("?3"))) + \(blocksSQL(spentSince)),
        \(blocksSQL(toCome))
        """

    /// SQL for the times of the task `?2`: made once, since each task of a list asks.
    private static let ofOneSQL = "\(columnsSQL) FROM tasks_task r WHERE r.id = ?2"

    /// SQL for the minutes that are not left of the estimate of the task `r`: spent since it was done last, or scheduled.
    ///
    /// `?1` is ``latestOver(_:)``. Each task asks for its own blocks: to add up those of all tasks takes longer, also where half of
    /// them ask.
    ///
    /// - Parameter zone: that of the user.
    static func claimedSQL(in zone: TimeZone) -> String {
        let minutes = "CASE WHEN b.spent IS NULL THEN \(toCome) ELSE \(spentSince) END"
        return "\(notedSQL(isNotedSince("\(zone.secondsFromGMT())"))) + \(blocksSQL(minutes))"
    }

    private static func notedSQL(_ condition: String) -> String {
        """
        ifnull((SELECT CAST(round(sum(min(l.minutes, 100000))) AS INTEGER) FROM tasks_log l
            WHERE l.task_id = r.id AND \(condition)), 0)
        """
    }

    private static func blocksSQL(_ minutes: String) -> String {
        "ifnull((SELECT sum(\(minutes)) FROM tasks_block b WHERE b.task_id = r.id), 0)"
    }

    private static func isNotedSince(_ offset: String) -> String {
        "l.day > ifnull(date(unixepoch(\(lastSQL)) + \(offset), 'unixepoch'), '')"
    }

    private static let spentSince = "CASE WHEN b.starts_at > ifnull(\(lastSQL), '') THEN b.spent END"
    private static let toCome =
        "CASE WHEN b.spent IS NULL AND unixepoch(b.starts_at) + 60 * b.minutes > ?1 THEN b.minutes END"

    /// SQL for when the task `r` was done last, if it repeats.
    private static let lastSQL = """
        (SELECT max(ifnull(c.completed_at, c.day || 'T12:00:00Z')) FROM tasks_completion c WHERE c.task_id = r.id)
        """

    /// What ends of blocks are compared with: blocks that end until then are over.
    static func latestOver(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }
}
