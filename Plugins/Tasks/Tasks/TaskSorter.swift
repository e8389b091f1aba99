import AtriumSDK
import GRDB
import RecordKit

/// Puts tasks of one group into another order.
struct TaskSorter {
    private let context: CommandContext
    private let order: TaskOrder

    init(_ context: CommandContext) {
        self.context = context
        order = TaskOrder(context.db)
    }

    /// Puts tasks of a day first, in this order: the three among themselves, and the others.
    ///
    /// - Returns: the day's tasks of that group in their order.
    /// - Throws: ``AtriumError`` with code `badData` if one of them is in the other group, or of another day.
    func sort(_ ids: [Int64], on day: String) throws -> [Int64] {
        // What the day's list shows beside its own has no place in its order: times that are done, and what is left over.
        let shown = try TaskLists.shownBeside(day, context)
        let ids = ids.filter { !shown.contains($0) }
        let three = TopThree(db: context.db)
        let top = try three.taken(on: day).map(\.task)
        if let first = ids.first, top.contains(first) {
            if let other = ids.first(where: { !top.contains($0) }) {
                throw try refusal(
                    other, "is not in the top three of \(day)", remedy: "reorder the top three separately")
            }
            let all = ids + top.filter { !ids.contains($0) }
            try three.arrange(all.enumerated().map { (Int64($0) + 1, $1) }, on: day, at: context.nowText)
            return all
        }
        if let other = ids.first(where: top.contains) {
            throw try refusal(
                other, "is in the top three of \(day)",
                remedy: "remove it first with \(command: "tasks top") and \(flag: "off")")
        }
        let rest = try order.rest(of: day)
        let known = Set(rest)
        if let other = ids.first(where: { !known.contains($0) }) {
            throw try refusal(
                other, "is not planned for \(day)", remedy: "plan it with \(command: "tasks plan-for")")
        }
        let named = Set(ids)
        let all = ids + rest.filter { !named.contains($0) }
        try order.number(all, by: .day, at: context.nowText)
        return all
    }

    /// Puts tasks of a project, or of the inbox, first in this order.
    func sort(_ ids: [Int64], in project: Int64?) throws -> [Int64] {
        let group = try order.group(project: project, parent: nil)
        let (known, named) = (Set(group), Set(ids))
        if let other = ids.first(where: { !known.contains($0) }) {
            throw try refusal(
                other, "is not in this list, or is a subtask", remedy: "give only tasks of this list")
        }
        let all = ids + group.filter { !named.contains($0) }
        try order.number(all, by: .position, at: context.nowText)
        return all
    }

    /// Moves a task to another place of its own group.
    func move(_ id: Int64, before: Int64?, after: Int64?, isFirst: Bool, isLast: Bool) throws {
        guard before != nil || after != nil || isFirst || isLast else { return }
        let row = try Row.fetchOne(
            context.db, sql: "SELECT project_id, parent_id FROM tasks_task WHERE id = ?", arguments: [id])
        var group = try order.group(project: row?[0], parent: row?[1]).filter { $0 != id }
        var place = isFirst ? 0 : group.count
        if let other = before ?? after {
            guard let index = group.firstIndex(of: other) else {
                throw try refusal(other, "is in another list", remedy: "give a task of the same list")
            }
            place = before != nil ? index : index + 1
        }
        group.insert(id, at: place)
        try order.number(group, by: .position, at: context.nowText)
    }

    private func refusal(_ id: Int64, _ why: String, remedy: Guidance) throws -> AtriumError {
        let title = try String.fetchOne(
            context.db, sql: "SELECT title FROM tasks_task WHERE id = ?", arguments: [id])
        return AtriumError(.badData, "“\(title ?? "")” \(why)", remedy: remedy, field: "records")
    }
}

extension TopThree {
    /// Gives tasks of a day their ranks; others keep theirs.
    func arrange(_ places: [(rank: Int64, task: Int64)], on day: String, at now: String) throws {
        let before = try taken(on: day)
        let changed = places.filter { place in !before.contains { $0 == place } }
        for place in places {
            try db.execute(
                sql: "DELETE FROM tasks_top WHERE day = ? AND task_id = ?", arguments: [day, place.task])
        }
        for place in places {
            try db.execute(
                sql: "INSERT INTO tasks_top (day, rank, task_id) VALUES (?, ?, ?)",
                arguments: [day, place.rank, place.task])
        }
        for place in changed {
            try db.execute(
                sql: "UPDATE tasks_task SET updated_at = ?, revision = revision + 1 WHERE id = ?",
                arguments: [now, place.task])
        }
    }
}
