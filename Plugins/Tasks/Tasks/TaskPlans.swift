import AtriumSDK
import GRDB
import RecordKit

/// The commands that say when a task is to be done, and in which order.
enum TaskPlans {
    static let all = [planFor.forSeveral, top, log, carryOver, reorder, move]

    private static let record = TaskFields.record
    private static let day = Field<LocalDate>.date("day", help: "The day.").positional
    private static let clear = Field<Bool>.boolean("clear", help: "Remove the planned day.")
        .defaulting(to: .bool(false))

    private static let planFor = Command(
        "plan-for", .recordAction, title: "Plan for a day", past: "planned",
        summary: "Plan a task for a day, at the end of that day's list.",
        fields: [record.declaration, day.declaration, clear.declaration],
        result: taskKind.writtenResult
    ) { input, context in
        guard (input[day] == nil) == (input[clear] == true) else {
            throw AtriumError(
                .badData, "the day is missing or given twice", remedy: "give a day or \(flag: "clear")",
                field: "day")
        }
        return try taskKind.change(input, context) { values, _ in
            let day = input[day]?.description
            values["planned"] = .text(orNull: day)
            // Also on the day for which it is planned already.
            if let day { values["dayPosition"] = .integer(try TaskOrder(context.db).end(ofDay: day)) }
        }
    }

    private static let off = Field<Bool>.boolean("off", help: "Remove it from the top three.")
        .defaulting(to: .bool(false))
    private static let rank = Field<Int64>.integer(
        "rank", in: 1...3, help: "The place in the top three. Defaults to the first free one.")

    private static let top = Command(
        "top", .recordAction, title: "Top three", past: "in the top three",
        summary: "Add a task to the top three of its planned day, or of today if it has none.",
        discussion: "If another task has the given rank, the two tasks swap places.",
        fields: [record.declaration, off.declaration, rank.declaration],
        result: taskKind.writtenResult
    ) { input, context in
        let task = try taskKind.table(context).record(input.required(record))
        if input[off] == true {
            guard input[rank] == nil else {
                throw AtriumError(
                    .badData, "a task cannot be removed and ranked at once",
                    remedy: "leave out \(flag: "off") or \(field: "rank")", field: "rank")
            }
            return try taskKind.change(input, context) { values, _ in values["top"] = .null }
        }
        guard task.values.cancelledAt == nil else { throw TaskActions.givenUp }
        let day = task.values.text("planned") ?? context.today.description
        let three = TopThree(db: context.db)
        guard let free = try three.free(on: day, wanting: task.values.topRank, for: task.id) else {
            try three.refuseFourth(on: day)
        }
        let place = input[rank] ?? free
        // Another one that has the place takes the one that this one leaves, or the first that is free.
        if let other = try three.taken(on: day).first(where: { $0.rank == place && $0.task != task.id }) {
            try three.arrange([(free, other.task), (place, task.id)], on: day, at: context.nowText)
        }
        return try taskKind.change(input, context) { values, _ in
            values["planned"] = .text(day)
            values["top"] = TopThree.value(day, place)
        }
    }

    private static let minutes = Field<Int64>.integer("minutes", in: 1...1440, help: "The minutes spent.")
        .required
    private static let logDay = Field<LocalDate>.date("day", help: "The day. Defaults to today.")
    private static let note = Field<String>.text("note", help: "A note about the time.")

    private static let log = Command(
        "log", .recordAction, title: "Log time", past: "logged",
        summary: "Log time spent on a task.",
        discussion: "The minutes of one day add up.",
        fields: [record.declaration, minutes.declaration, logDay.declaration, note.declaration],
        result: taskKind.writtenResult
    ) { input, context in
        let day = input[logDay] ?? context.today
        guard day <= context.today else { throw AtriumError.yetToCome(day.description, field: "day") }
        let more = Double(try input.required(minutes))
        return try taskKind.change(input, context) { values, _ in
            var days = Days.parts(of: values["log"])
            let before = days[day] ?? []
            let note = input[note].map(DataValue.text) ?? (before.count > 1 ? before[1] : .null)
            days[day] = [.decimal((before.first?.decimalValue ?? 0) + more), note]
            values["log"] = Days.value(days)
        }
    }

    // MARK: - What was left over

    private static let leftover = Field<[Int64]>.records(
        "records", of: .tasks, help: "The tasks. Defaults to all leftover tasks."
    ).positional
    private static let to = Field<LocalDate>.date("to", help: "The day. Defaults to today.")

    private static let carryOver = Command(
        "carry-over", .action, title: "Move to today", past: "moved to another day",
        summary: "Move leftover tasks of earlier days to the end of today or another day.",
        discussion: "They lose their places in the top three of their days.",
        fields: [leftover.declaration, to.declaration, TaskLists.back.declaration],
        result: .list(taskKind.listedFields, columns: ["id", "title", "planned", "project"])
    ) { input, context in
        let table = taskKind.table(context)
        let day = (input[to] ?? context.today).description
        let ids = try input[leftover]?.unique ?? TaskLists.leftover(days: input[TaskLists.back], context)
        for id in ids {
            try table.change(id) { values in
                guard values.isOpen else { return }
                if values.text("planned") != day { values["top"] = .null }
                values["planned"] = .text(day)
            }
        }
        return try TaskLists.items(ids, context)
    }

    // MARK: - Orders

    private static let ofDay = Field<LocalDate>.date("day", help: "The day to reorder.")
    private static let ofProject = Field<Int64>.record(
        "project", of: .projects, help: "The project to reorder.")
    private static let ofInbox = Field<Bool>.boolean(
        "inbox", help: "Reorder the inbox."
    )
    .defaulting(to: .bool(false))

    private static let reorder = Command(
        "reorder", .action, past: "reordered",
        summary: "Put tasks of a day, a project or the inbox first, in the given order.",
        discussion:
            "The other tasks keep their order. The top three of a day are ordered separately from the rest.",
        fields: [
            TaskFields.records.declaration, ofDay.declaration, ofProject.declaration, ofInbox.declaration,
        ],
        result: .list(taskKind.listedFields, columns: ["id", "title", "topRank", "planned", "project"])
    ) { input, context in
        let ids = try input.required(TaskFields.records).unique
        let places = [input[ofDay] != nil, input[ofProject] != nil, input[ofInbox] == true].count { $0 }
        guard places == 1 else {
            throw AtriumError(
                .badData, "the list to reorder is missing or given twice",
                remedy: "give one of \(field: "day"), \(field: "project") and \(flag: "inbox")", field: "day")
        }
        let sorter = TaskSorter(context)
        if let day = input[ofDay] {
            return try TaskLists.items(sorter.sort(ids, on: day.description), context)
        }
        return try TaskLists.items(sorter.sort(ids, in: input[ofProject]), context)
    }

    private static let before = Field<Int64>.record(
        "before", of: .tasks, help: "The task to move it before.")
    private static let after = Field<Int64>.record(
        "after", of: .tasks, help: "The task to move it after.")
    private static let first = Field<Bool>.boolean("first", help: "Make it the first task.")
        .defaulting(to: .bool(false))
    private static let last = Field<Bool>.boolean("last", help: "Make it the last task.")
        .defaulting(to: .bool(false))
    private static let toProject = Field<Int64>.record(
        "toProject", of: .projects, help: "The project to move it to.")
    private static let toInbox = Field<Bool>.boolean("toInbox", help: "Move it to the inbox.")
        .defaulting(to: .bool(false))
    private static let parent = Field<Int64>.record(
        "parent", of: .tasks, help: "The new parent task.")

    private static let move = Command(
        "move", .recordAction, past: "moved",
        summary: "Move a task within its list, or to another project or parent.",
        discussion: "Its subtasks move with it.",
        fields: [
            record.declaration, before.declaration, after.declaration, first.declaration, last.declaration,
            toProject.declaration, toInbox.declaration, parent.declaration,
        ], result: taskKind.writtenResult
    ) { input, context in
        let id = try input.required(record)
        let places = [
            input[before] != nil, input[after] != nil, input[first] == true, input[last] == true,
        ]
        guard places.count(where: { $0 }) <= 1 else {
            throw AtriumError(
                .badData, "several positions are given",
                remedy:
                    "give one of \(field: "before"), \(field: "after"), \(flag: "first") and \(flag: "last")",
                field: "before")
        }
        let goals = [input[toProject] != nil, input[toInbox] == true, input[parent] != nil]
        guard goals.count(where: { $0 }) <= 1 else {
            throw AtriumError(
                .badData, "several destinations are given",
                remedy: "give one of \(field: "toProject"), \(flag: "toInbox") and \(field: "parent")",
                field: "toProject")
        }
        let changed = try taskKind.change(input, context) { values, _ in
            if let project = input[toProject] {
                let title = DataValue.text(try Projects(RecordContext(context)).openTitle(of: project))
                // A heading is one of its project.
                if title != values["project"] { values["section"] = .null }
                (values["project"], values["parent"]) = (title, .null)
            }
            if input[toInbox] == true {
                (values["project"], values["parent"], values["section"]) = (.null, .null, .null)
            }
            if let parent = input[parent] {
                values["parent"] = .text(try taskKind.table(context).record(parent).uid)
            }
        }
        try TaskSorter(context).move(
            id, before: input[before], after: input[after], isFirst: input[first] == true,
            isLast: input[last] == true)
        var value = try taskKind.written(id, by: taskKind.table(context), context).objectValue ?? [:]
        value["warnings"] = changed.objectValue?["warnings"]
        return .object(value)
    }
}
