import AtriumSDK
import GRDB
import RecordKit

/// Where the tasks of one file go, as far as it has been asked: most of them are in the project of the task before.
final class FilePlaces {
    /// Tasks that stand in one order.
    enum Group: Hashable {
        /// Those of a project, or of the inbox, which are parts of no other.
        case list(String?)
        /// Those of a day.
        case day(String)
    }

    /// A task that was written or asked for lately.
    private struct Recent {
        var task: TaskTree.Parent
        /// The place behind its last part; nil: it is to be looked for.
        var end: Int64?
    }

    /// The projects by their titles as the file has them.
    var projects: [String: Int64] = [:]
    /// The uids of projects that it names with them, since others have their titles.
    var namedByUID: Set<String> = []
    private var ends: [Group: Int64] = [:]
    /// The tasks that were written or asked for lately, the last one first: parts come soon behind what they are parts of.
    private var recent: [Recent] = []
    private static let recentCount = 8
    /// Whether a task may be waiting for one that it is a part of; nil: that was not asked yet.
    private var hasWaiting: Bool?
    /// The projects that new tasks have gone to, by their titles.
    var used: Set<String> = []

    /// The places of the file that is imported; nil: commands look each time.
    static func of(_ context: RecordContext) -> FilePlaces? {
        context.isOfFile ? context.once { _ in FilePlaces() } : nil
    }

    /// Takes the place behind the last task of a group.
    ///
    /// - Parameter end: looks where that is.
    func take(in group: Group, _ end: () throws -> Int64) rethrows -> Int64 {
        let place = try ends[group] ?? end()
        ends[group] = place + 1
        return place
    }

    /// Takes the place behind the last part of a task.
    ///
    /// - Parameter end: looks where that is.
    func take(in parent: TaskTree.Parent, _ end: () throws -> Int64) throws -> Int64 {
        guard let index = recent.firstIndex(where: { $0.task.id == parent.id }) else { return try end() }
        let place = try recent[index].end ?? end()
        recent[index].end = place + 1
        return place
    }

    /// Forgets where groups end: a task has a place that was not taken here.
    func forgetEnds() {
        ends = [:]
        for index in recent.indices { recent[index].end = nil }
    }

    // MARK: - Parents

    /// One of the last tasks that were written or asked for, which is then the last of them.
    func recentTask(where isMeant: (TaskTree.Parent) -> Bool) -> TaskTree.Parent? {
        guard let index = recent.firstIndex(where: { isMeant($0.task) }) else { return nil }
        if index > 0 { recent.insert(recent.remove(at: index), at: 0) }
        return recent[0].task
    }

    /// Remembers a task of which others may be parts.
    ///
    /// - Parameter hasParts: whether it may have some already.
    func remember(_ task: TaskTree.Parent, hasParts: Bool) {
        if recent.count == Self.recentCount { recent.removeLast() }
        recent.insert(Recent(task: task, end: hasParts ? nil : 0), at: 0)
    }

    /// Forgets those tasks: one of them may have become another.
    func forgetParents() { recent = [] }

    /// A task of the file names a parent that is not there yet.
    func wait() { hasWaiting = true }

    /// Whether tasks may wait for what they are parts of.
    func mayWait(_ db: Database) throws -> Bool {
        if let hasWaiting { return hasWaiting }
        let found = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM tasks_task WHERE parent_uid IS NOT NULL)")
        hasWaiting = found
        return found ?? true
    }

    /// Forgets all: the last task is not there after all, nor is what it brought.
    func forget() {
        projects = [:]
        ends = [:]
        recent = []
    }
}
