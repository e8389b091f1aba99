import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What the declaration of a task does not say.
struct TaskRules: RecordRules {
    static let today = Field<Bool>.boolean("today", help: "Plan the task for today.")
        .defaulting(to: .bool(false))
    static let top = Field<Bool>.boolean(
        "top", help: "Add it to the top three of its planned day, or of today if it has none."
    ).defaulting(to: .bool(false)).titled("In the day's top three")

    let mayWarn = true
    var addFields: [FieldDeclaration] { [Self.today.declaration, Self.top.declaration] }

    func apply(
        _ input: Arguments, to values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        guard old == nil else { return }
        let isTop = input[Self.top] == true
        if input[Self.today] == true, let day = values.text("planned"), day != context.today.description {
            throw AtriumError(
                .badData, "the task is planned for \(day)",
                remedy: "leave out \(flag: "today") or \(flag: "planned")",
                field: "today")
        }
        if input[Self.today] == true || isTop && values.isEmpty("planned") {
            values["planned"] = .text(context.today.description)
        }
        guard isTop, let day = values.text("planned") else { return }
        let three = TopThree(db: context.db)
        guard let rank = try three.free(on: day, wanting: nil, for: nil) else {
            try three.refuseFourth(on: day, field: "top")
        }
        values["top"] = TopThree.value(day, rank)
    }

    /// Gives a file's place among the three the day for which the task is planned.
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        guard let rank = values.topRank else { return [] }
        guard let day = values.text("planned") else {
            values["top"] = .null
            return [
                .init("top", "top-without-day", "the task is in a top three but has no planned day")
            ]
        }
        values["top"] = TopThree.value(day, rank)
        return []
    }

    // MARK: - Checks

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        if values.isEmpty("kind") { values["kind"] = .text(context.moduleSettings[TaskSettings.kind]) }
        try checkParent(&values, since: old, from: door, context)
        if door == .command {
            try checkTimes(values, since: old, context)
            try RepeatWords.check(values, since: old)
        }
        try setPositions(&values, since: old, context)
        try setTop(&values, since: old, from: door, context)
    }

    private func checkParent(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        guard let uid = values.text("parent") else { return }
        guard let parent = try TaskTree.parent(uid: uid, context) else {
            // A task of a file may come before the one that it is a part of.
            FilePlaces.of(context)?.wait()
            return
        }
        if values["parent"] != old?.values["parent"],
            let problem = try Self.problem(of: old?.id, in: parent, context)
        {
            guard door == .file else { throw Self.error(problem) }
            context.note(
                "parent", problem.rawValue,
                problem == .circle
                    ? "the task would be a part of itself; it was imported without a parent"
                    : "the task is below level \(TaskTree.deepest); it was imported without a parent")
            values["parent"] = .null
            return
        }
        let project = DataValue.text(orNull: parent.project)
        let isProjectChanged = values["project"] != (old?.values["project"] ?? .null)
        if door == .command, isProjectChanged, values["project"] != project,
            values["parent"] == old?.values["parent"] ?? values["parent"]
        {
            throw AtriumError(
                .conflict, "a subtask belongs to the project of its parent",
                remedy: "move the parent, or detach the subtask with \(command: "tasks move")",
                field: "project")
        }
        values["project"] = project
    }

    /// What is wrong with a task, nil for one that is yet to be made, becoming a part of another one.
    private static func problem(
        of task: Int64?, in parent: TaskTree.Parent, _ context: RecordContext
    ) throws -> TaskTree.Problem? {
        guard let task else { return parent.level < TaskTree.deepest ? nil : .tooDeep }
        return try TaskTree(context.db).problem(of: task, in: parent.id)
    }

    /// What a command is refused that makes a task a part of another one.
    static func error(_ problem: TaskTree.Problem) -> AtriumError {
        switch problem {
        case .circle:
            AtriumError(
                .badData, "a task cannot be a part of itself", remedy: "choose another task", field: "parent")
        case .tooDeep:
            AtriumError(
                .badData, "subtasks go \(TaskTree.deepest) levels deep",
                remedy: "put it next to its parent instead", field: "parent")
        }
    }

    private func checkTimes(_ values: RecordValues, since old: StoredRecord?, _ context: RecordContext) throws
    {
        guard let start = values.day("start"), let due = values.due,
            values["start"] != old?.values["start"] || values["due"] != old?.values["due"]
        else { return }
        let day = due.day
        guard start > day else { return }
        throw AtriumError(
            .badData, "the start (\(start)) is after the deadline (\(day))",
            remedy: "give an earlier start or a later deadline",
            field: values["start"] != old?.values["start"] ? "start" : "due")
    }

    // MARK: - Places

    /// Gives a new task, and one that moves to another group or another day, the last place there.
    private func setPositions(
        _ values: inout RecordValues, since old: StoredRecord?, _ context: RecordContext
    ) throws {
        let (order, places) = (TaskOrder(context.db), FilePlaces.of(context))
        let hasMoved =
            old.map { $0.values["project"] != values["project"] || $0.values["parent"] != values["parent"] }
            ?? true
        if values["position"].isNull || hasMoved && values["position"] == old?.values["position"] {
            values["position"] = .integer(try end(of: values, order, places, context))
        } else {
            places?.forgetEnds()
        }
        guard let day = values.text("planned") else {
            values["dayPosition"] = .null
            return
        }
        let isMoved = old?.values["planned"] != values["planned"]
        if values["dayPosition"].isNull || isMoved && values["dayPosition"] == old?.values["dayPosition"] {
            let end = { try order.end(ofDay: day) }
            values["dayPosition"] = .integer(try places?.take(in: .day(day), end) ?? end())
        }
    }

    /// The place behind the last task of the group that a task belongs to.
    private func end(
        of values: RecordValues, _ order: TaskOrder, _ places: FilePlaces?, _ context: RecordContext
    ) throws -> Int64 {
        if let parent = try values.text("parent").flatMap({ try TaskTree.parent(uid: $0, context) }) {
            let end = { try order.end(ofProject: nil, parent: parent.id) }
            return try places?.take(in: parent, end) ?? end()
        }
        let title = values.text("project")
        let project = try title.flatMap { try Projects(context).id(titled: $0) }
        // A project that this task brings is empty yet.
        let isFirst = title != nil && project == nil
        let end = { isFirst ? 0 : try order.end(ofProject: project, parent: nil) }
        return try places?.take(in: .list(title), end) ?? end()
    }

    /// Keeps a place among the three where there is room on the day, and frees the place of what is given up.
    private func setTop(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) throws {
        guard let place = values["top"].objectValue else { return }
        guard let day = values.text("planned"), values.cancelledAt == nil else {
            values["top"] = .null
            return
        }
        let wanted = place["rank"]?.integerValue
        guard let rank = try TopThree(db: context.db).free(on: day, wanting: wanted, for: old?.id) else {
            values["top"] = .null
            if door == .command {
                context.warn("\(day) already has three top tasks, so this one is not in the top three")
            } else {
                context.note(
                    "top", "too-many-top",
                    "the day already has three top tasks; this one is not in the top three")
            }
            return
        }
        values["top"] = TopThree.value(day, rank)
    }

    // MARK: - Files

    /// Of rows of other programs, by what they say of themselves beside their values.
    var fingerprints: [Fingerprint<RecordDraft>] {
        [
            Fingerprint("creation time and title", strength: .sure) { $0.clues["made"] },
            Fingerprint("place and title", strength: .likely) { $0.clues["place"] },
            Fingerprint("parent and title", strength: .likely) { $0.clues["part"] },
        ]
    }

    func complete(
        _ values: inout RecordValues, over old: RecordValues?, by draft: RecordDraft, _ context: RecordContext
    ) throws {
        if let old { TaskSeries.keepOwnTasks(&values, over: old) }
        try FileTasks.complete(&values, by: draft, context)
        try TaskPeople.complete(&values, by: draft, context)
        TodoistWords.complete(&values, by: draft, context)
    }

    func canRepresent(_ value: String, in draft: RecordDraft) -> Bool {
        LinesOfTasks.representable(in: draft)?.contains(value) ?? true
    }

    func met(_ record: Int64, as draft: RecordDraft, _ context: RecordContext) {
        FileTasks.met(record, as: draft, context)
        LinesOfTasks.met(record, as: draft, context)
    }

    func forget(_ context: RecordContext) { FilePlaces.of(context)?.forget() }

    func finish(_ context: RecordContext) throws -> [String] {
        try BlockRules.adoptWaiting(context.db)
        try TaskSeries(context).finish()
        return try FileTasks.finish(context) + strayed(context)
    }

    /// What there is to say of tasks that are in no list, or wait for what they are parts of.
    private func strayed(_ context: RecordContext) throws -> [String] {
        let titles = try String.fetchAll(
            context.db,
            sql: """
                SELECT p.title FROM tasks_project p
                WHERE p.is_archived = 1 AND p.title IN (SELECT value FROM json_each(?))
                    AND EXISTS (SELECT 1 FROM tasks_task r WHERE r.project_id = p.id AND \(TaskFilters.openSQL))
                """,
            arguments: [DataValue.texts(Array(FilePlaces.of(context)?.used ?? [])).json])
        let waiting = try Int.fetchOne(
            context.db, sql: "SELECT count(*) FROM tasks_task WHERE parent_uid IS NOT NULL")
        var remarks: [String] = []
        if !titles.isEmpty {
            let count = titles.count == 1 ? "a project that is" : "\(titles.count) projects that are"
            remarks.append(
                "open tasks are in \(count) archived, so no list shows them: restore the project to see them")
        }
        if let waiting, waiting > 0 {
            remarks.append(
                (waiting == 1 ? "1 task waits" : "\(waiting) tasks wait")
                    + " for a parent that is not imported yet")
        }
        return remarks
    }

    // MARK: - What follows

    func didWrite(_ record: StoredRecord, since old: StoredRecord?, _ context: RecordContext) throws {
        try FileTasks.didWrite(record, since: old, context)
        if old == nil { try didMake(record, context) } else { FilePlaces.of(context)?.forgetParents() }
        try TaskSeries(context).didWrite(record, isNew: old == nil)
        if let old, old.values.isOpen, !record.values.isOpen {
            let done = record.values.completedAt
            let end = (done ?? record.values.cancelledAt).flatMap(Instant.init(stored:))
            try TaskBlocks.close(record.id, isDone: done != nil, at: end, context)
        }
        guard let old, old.values["project"] != record.values["project"] else { return }
        try TaskTree(context.db).settle(record.id)
    }

    /// A task is new: others, and blocks of time, may have waited for it.
    private func didMake(_ record: StoredRecord, _ context: RecordContext) throws {
        guard let places = FilePlaces.of(context) else {
            _ = try adopt(record, context)
            return try BlockRules.adoptWaiting(context.db)
        }
        if let title = record.values.text("project") { places.used.insert(title) }
        let hasParts = try places.mayWait(context.db) && adopt(record, context)
        // One that names itself is a part of none by now.
        let parent = try record.values.text("parent").flatMap { uid in
            uid == record.uid ? nil : try TaskTree.parent(uid: uid, context)
        }
        places.remember(
            TaskTree.Parent(
                id: record.id, uid: record.uid, level: (parent?.level ?? 0) + 1,
                project: record.values.text("project")),
            hasParts: hasParts)
    }

    /// Makes tasks that came before the one that they are a part of its parts.
    ///
    /// - Returns: whether there are any.
    private func adopt(_ record: StoredRecord, _ context: RecordContext) throws -> Bool {
        let tree = TaskTree(context.db)
        let waiting = try Int64.fetchAll(
            context.db.cachedStatement(sql: "SELECT id FROM tasks_task WHERE parent_uid = ? ORDER BY id"),
            arguments: [record.uid])
        for part in waiting {
            let problem = try tree.problem(of: part, in: record.id)
            try tree.put(part, in: problem == nil ? record.id : nil)
            guard let problem else { continue }
            context.note(
                "parent", problem.rawValue,
                "another task cannot be a subtask of this one; it was imported without a parent")
        }
        if !waiting.isEmpty { FilePlaces.of(context)?.forgetParents() }
        return !waiting.isEmpty
    }

    func record(matching draft: RecordDraft, _ context: RecordContext) throws -> Int64? {
        let zone = context.settings.timeZone
        let lines = TasksTodoTxt.lines(of: draft, in: zone) ?? TasksTaskPaper.lines(of: draft, in: zone)
        return try lines.flatMap { try LinesOfTasks.task(matching: draft, in: $0, context) }
    }

    // MARK: - What goes with a task

    static let gone = FieldDeclaration(
        "subtasks", .integer(from: 0), help: "The number of subtasks removed with it.", isRequired: true)

    /// How many blocks go with tasks.
    static let goneBlocks = FieldDeclaration(
        "blocks", .integer(from: 0), help: "The number of blocks removed with it.", isRequired: true)

    var removeFields: [FieldDeclaration] { [Self.gone, Self.goneBlocks] }

    func willRemove(_ record: StoredRecord, _ context: CommandContext) throws -> DataObject {
        try TaskSeries(RecordContext(context)).willRemove(record)
        let parts = try TaskTree(context.db).descendants(of: record.id).map(\.id)
        let blocks = try Int64.fetchOne(
            context.db,
            sql: "SELECT count(*) FROM tasks_block WHERE task_id IN (SELECT value FROM json_each(?))",
            arguments: [([record.id] + parts).description])
        return ["subtasks": .integer(Int64(parts.count)), "blocks": .integer(blocks ?? 0)]
    }
}
