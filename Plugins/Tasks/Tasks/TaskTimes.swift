import Foundation
import GRDB

/// How much time a task takes: what is thought, spent, and kept on days to come.
struct TaskTimes {
    /// How many minutes it takes in all, if that is said.
    let estimate: Int64?
    /// How many were spent: those that were noted, and blocks that are done.
    let spent: Int64
    /// How many stand on the timeline in blocks that are not over.
    let scheduled: Int64

    /// Reads the times of a task.
    init(of task: Int64, now: Date, _ db: Database) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT r.estimate, \(Self.columnsSQL) FROM tasks_task r WHERE r.id = ?2"),
            arguments: [Self.latestOver(now), task])
        self.init(estimate: row?[0], spent: row?[1] ?? 0, scheduled: row?[2] ?? 0)
    }

    init(estimate: Int64?, spent: Int64, scheduled: Int64) {
        (self.estimate, self.spent, self.scheduled) = (estimate, spent, scheduled)
    }

    /// How many are left of the estimate.
    func remaining(usual: Int64) -> Int64 { max(0, (estimate ?? usual) - spent - scheduled) }

    /// SQL for what was spent on the task `r` and what is scheduled for it, where `?1` is ``latestOver(_:)``.
    static let columnsSQL = """
        ifnull((SELECT CAST(round(sum(min(l.minutes, 100000))) AS INTEGER) FROM tasks_log l WHERE l.task_id = r.id), 0)
            + ifnull((SELECT sum(b.spent) FROM tasks_block b WHERE b.task_id = r.id), 0),
        ifnull((SELECT sum(b.minutes) FROM tasks_block b WHERE b.task_id = r.id AND b.spent IS NULL
            AND unixepoch(b.starts_at) + 60 * b.minutes > ?1), 0)
        """

    /// What ``columnsSQL`` compares ends of blocks with: blocks that end until then are over.
    static func latestOver(_ now: Date) -> Int64 { Int64(now.timeIntervalSince1970.rounded(.down)) }
}
