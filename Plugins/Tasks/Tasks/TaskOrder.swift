import AtriumSDK
import GRDB

/// The orders in which tasks stand: in their project, in the inbox, in their parent, and on their day.
struct TaskOrder {
    let db: Database

    init(_ db: Database) { self.db = db }

    /// What a place can be.
    static let places: ClosedRange<Int64> = 0...1_000_000_000

    /// The place behind the last task of a group.
    func end(ofProject project: Int64?, parent: Int64?) throws -> Int64 {
        if let parent {
            return try last("SELECT max(position) FROM tasks_task WHERE parent_id = ?", [parent])
        }
        return try last("SELECT max(position) FROM tasks_task WHERE project_id IS ?", [project])
    }

    /// The place behind the last task of a day.
    func end(ofDay day: String) throws -> Int64 {
        try last("SELECT max(day_position) FROM tasks_task WHERE planned = ?", [day])
    }

    private func last(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        let last = try Int64?.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? nil
        return last.map { min($0, Self.places.upperBound - 1) + 1 } ?? 0
    }

    /// The tasks of a project or of the inbox that are parts of no other, or the parts of a task, in their order.
    func group(project: Int64?, parent: Int64?) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM tasks_task WHERE project_id IS ? AND parent_id IS ? ORDER BY position, id
                """, arguments: [project, parent])
    }

    /// The tasks of a day that are none of its three, in their order.
    func rest(of day: String) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT r.id FROM tasks_task r WHERE r.planned = ?1
                    AND NOT EXISTS (SELECT 1 FROM tasks_top t WHERE t.task_id = r.id AND t.day = ?1)
                ORDER BY r.day_position, r.id
                """, arguments: [day])
    }

    /// Gives tasks the places 0, 1, 2 … of a column, and counts those as changed that had another.
    func number(_ tasks: [Int64], by column: Column, at now: String) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE tasks_task SET \(column.rawValue) = ?1, updated_at = ?2, revision = revision + 1
                WHERE id = ?3 AND \(column.rawValue) IS NOT ?1
                """)
        for (place, task) in tasks.enumerated() { try statement.execute(arguments: [place, now, task]) }
    }

    /// The column of an order.
    enum Column: String {
        case position
        case day = "day_position"
    }
}
