import AtriumSDK
import GRDB
import RecordKit

/// Tasks that are parts of tasks.
struct TaskTree {
    let db: Database

    init(_ db: Database) { self.db = db }

    /// How many levels there are at most, the topmost one included.
    static let deepest = 5

    /// The id of the task with a uid.
    func id(ofUID uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM tasks_task WHERE uid = ?"), arguments: [uid])
    }

    /// The uid of a task; nil if there is no such task.
    func uid(of task: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT uid FROM tasks_task WHERE id = ?"), arguments: [task])
    }

    /// A task of which others are to be parts.
    struct Parent {
        let id: Int64
        let uid: String
        /// How many levels there are down to it, the topmost one and its own included.
        let level: Int
        /// The title of its project, as its file or ``Projects/title(of:)`` has it.
        let project: String?
    }

    /// The task with a uid, as one of which others are to be parts; nil if there is none.
    static func parent(uid: String, _ context: RecordContext) throws -> Parent? {
        if let known = FilePlaces.of(context)?.recentTask(where: { $0.uid == uid }) { return known }
        guard let id = try TaskTree(context.db).id(ofUID: uid) else { return nil }
        return try parent(id, uid, context)
    }

    /// The task with an id, as one of which others are to be parts; nil if there is none.
    static func parent(id: Int64, _ context: RecordContext) throws -> Parent? {
        if let known = FilePlaces.of(context)?.recentTask(where: { $0.id == id }) { return known }
        guard let uid = try TaskTree(context.db).uid(of: id) else { return nil }
        return try parent(id, uid, context)
    }

    private static func parent(_ id: Int64, _ uid: String, _ context: RecordContext) throws -> Parent {
        let projects = Projects(context)
        let parent = Parent(
            id: id, uid: uid, level: try TaskTree(context.db).ancestors(of: id).count,
            project: try projects.id(ofTask: id).flatMap(projects.title))
        FilePlaces.of(context)?.remember(parent, hasParts: true)
        return parent
    }

    /// Makes a task that names its parent by a uid a part of it, and puts it into its project; nil: a part of none.
    func put(_ task: Int64, in parent: Int64?) throws {
        try db.cachedStatement(
            sql: """
                UPDATE tasks_task SET parent_uid = NULL, parent_id = ?2,
                    project_id = CASE WHEN ?2 IS NULL THEN project_id
                        ELSE (SELECT project_id FROM tasks_task WHERE id = ?2) END
                WHERE id = ?1
                """
        ).execute(arguments: [task, parent])
        try settle(task)
    }

    /// Puts what is below a task, and the times of it that are kept by themselves, into its project.
    func settle(_ task: Int64) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE tasks_task SET project_id = (SELECT project_id FROM tasks_task WHERE id = ?1)
                WHERE id = ?2 OR series_id = ?2
                """)
        for part in try [task] + descendants(of: task).map(\.id) {
            try statement.execute(arguments: [task, part])
        }
    }

    /// The ids from a task up to its topmost one, itself first; bounded, whatever the table says.
    func ancestors(of task: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    WITH RECURSIVE up(id, parent, level) AS (
                        SELECT id, parent_id, 1 FROM tasks_task WHERE id = ?
                        UNION ALL SELECT t.id, t.parent_id, level + 1 FROM tasks_task t JOIN up ON t.id = up.parent
                        WHERE level < 100)
                    SELECT id FROM up ORDER BY level
                    """), arguments: [task])
    }

    /// The ids of the tasks below a task, level by level, with how deep below it they are.
    func descendants(of task: Int64) throws -> [(id: Int64, depth: Int)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    WITH RECURSIVE down(id, level) AS (
                        SELECT id, 1 FROM tasks_task WHERE parent_id = ?
                        UNION ALL SELECT t.id, level + 1 FROM tasks_task t JOIN down ON t.parent_id = down.id
                        WHERE level < 100)
                    SELECT id, level FROM down ORDER BY level, id
                    """), arguments: [task]
        ).map { ($0[0], $0[1]) }
    }

    /// What is wrong with a task becoming a part of another one.
    ///
    /// The raw values are the codes of issues.
    enum Problem: String {
        /// It would be a part of itself.
        case circle = "parent-circle"
        /// There would be more levels than there can be.
        case tooDeep = "too-deep"
    }

    /// What is wrong with a task becoming a part of another one; nil: nothing.
    func problem(of task: Int64, in parent: Int64) throws -> Problem? {
        let up = try ancestors(of: parent)
        if up.contains(task) { return .circle }
        let below = try descendants(of: task).last?.depth ?? 0
        return up.count + 1 + below > Self.deepest ? .tooDeep : nil
    }
}
