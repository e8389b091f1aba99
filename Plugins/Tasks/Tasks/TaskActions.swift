import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that say where a task stands: done, to be done after all, given up.
enum TaskActions {
    static let all = [complete.forSeveral, reopen, toggle, cancel.forSeveral]

    private static let at = Field<String>.when("at", help: "The time of completion. Defaults to now.")
    private static let keepSubtasks = Field<Bool>.boolean(
        "keepSubtasks", help: "Keep open subtasks open."
    ).defaulting(to: .bool(false))
    private static let occurrence = Field<String>.when(
        "occurrence",
        help: "The occurrence to complete; the command fails if it is no longer the current one."
    )

    private static let result = ResultShape.object(
        taskKind.recordFields + [
            FieldDeclaration(
                "completedSubtasks", .list(.text), help: "The titles of the subtasks completed with it.",
                isRequired: true)
        ])

    private static let complete = Command(
        "complete", .recordAction, past: "done",
        summary: "Mark a task and its open subtasks as done.",
        discussion: "For a repeating task, this completes the current occurrence; the next one follows.",
        fields: [
            TaskFields.record.declaration, at.declaration, keepSubtasks.declaration, occurrence.declaration,
        ], result: result
    ) { input, context in
        let instant = try input[at].map { try Self.moment(of: $0, context) } ?? context.nowText
        return try complete(
            input.required(TaskFields.record), at: instant, keepingSubtasks: input[keepSubtasks] == true,
            occurrence: input[occurrence], context)
    }

    private static let reopen = Command(
        "reopen", .recordAction, past: "reopened",
        summary: "Reopen a task that is done or cancelled, or the last occurrence of a repeating task.",
        fields: [TaskFields.record.declaration], result: result
    ) { input, context in try reopen(input.required(TaskFields.record), context) }

    private static let toggle = Command(
        "toggle", .recordAction, past: "updated", summary: "Mark a task as done, or reopen it.",
        fields: [TaskFields.record.declaration], result: result
    ) { input, context in
        let id = try input.required(TaskFields.record)
        return try taskKind.table(context).record(id).values.isOpen
            ? complete(id, at: context.nowText, keepingSubtasks: false, occurrence: nil, context)
            : reopen(id, context)
    }

    private static let cancel = Command(
        "cancel", .recordAction, past: "cancelled",
        summary: "Cancel a task; it is kept, but no longer to be done.",
        fields: [TaskFields.record.declaration], result: .object(taskKind.recordFields)
    ) { input, context in
        let table = taskKind.table(context)
        let old = try table.record(input.required(TaskFields.record))
        guard old.values.completedAt == nil else {
            throw AtriumError(
                .conflict, "the task is already done", remedy: "reopen it with \(command: "tasks reopen")",
                field: "record")
        }
        var values = old.values
        if values.cancelledAt == nil { values["state"] = .object(["cancelledAt": .text(context.nowText)]) }
        try table.update(old, to: values)
        return try taskKind.value(table.record(old.id), context)
    }

    // MARK: - The work

    /// What is refused of a task that was given up.
    static var givenUp: AtriumError {
        AtriumError(
            .conflict, "the task is cancelled", remedy: "reopen it first with \(command: "tasks reopen")",
            field: "record")
    }

    /// Marks a task as done now, and all below it that is open.
    static func complete(_ id: Int64, _ context: CommandContext) throws {
        _ = try complete(id, at: context.nowText, keepingSubtasks: false, occurrence: nil, context)
    }

    /// Marks a task as done, and all below it that is open.
    private static func complete(
        _ id: Int64, at instant: String, keepingSubtasks: Bool, occurrence: String?, _ context: CommandContext
    ) throws -> DataValue {
        let table = taskKind.table(context)
        let old = try table.record(id)
        guard old.values.cancelledAt == nil else { throw givenUp }
        var done: [String] = []
        if old.values.completedAt == nil {
            var values = old.values
            let isOver = try finishOrMove(&values, at: instant, table, old, meaning: occurrence, context)
            try table.update(old, to: values)
            if isOver, !keepingSubtasks {
                for part in try TaskTree(context.db).descendants(of: id) {
                    try table.change(part.id) { values in
                        guard values.isOpen else { return }
                        values.finish(at: instant)
                        done.append(values.text("title") ?? "")
                    }
                }
            }
        }
        return try value(id, done, table, context)
    }

    /// Notes that the present time of a task is done: the task as a whole, or one that repeats moves on to the next.
    ///
    /// - Returns: whether the task is done as a whole.
    private static func finishOrMove(
        _ values: inout RecordValues, at instant: String, _ table: RecordTable, _ task: StoredRecord,
        meaning occurrence: String?, _ context: CommandContext
    ) throws -> Bool {
        guard let repetition = TaskRepeat(values) else {
            values.finish(at: instant)
            return true
        }
        let anchor = repetition.anchor
        if let occurrence, occurrence != anchor.storedText {
            throw AtriumError(
                .conflict, "\(occurrence) is no longer the current occurrence: it is \(anchor.storedText)",
                remedy: "reload the task", field: "occurrence")
        }
        values.noteDone(at: instant)
        guard
            let next = repetition.next(at: try clock(of: anchor, task, table, context), today: context.today)
        else {
            values.complete(at: instant)
            return true
        }
        // The place among the three stays with the day that is over.
        values["top"] = .null
        values["exceptions"] = repetition.exceptions(
            movingTo: next.time, isMoved: next.isMoved, values["exceptions"])
        values.move(to: next.time, from: anchor, steps: next.steps)
        let again = try next.time.instant(table.zones(of: task.id), for: Zones.viewer(context.settings))
        try TaskBlocks.close(
            task.id, isDone: true, at: Instant(stored: instant), until: again, table.context)
        return false
    }

    /// What the clock of a time shows now.
    private static func clock(
        of time: CalendarTime, _ task: StoredRecord, _ table: RecordTable, _ context: CommandContext
    ) throws -> CivilDateTime {
        let now = Instant(context.now)
        let viewer = Zones.viewer(context.settings)
        switch time {
        case .date, .floating: return viewer.wallTime(at: now)
        case .utc: return now.utc
        case .zoned(_, let zone): return try (table.zones(of: task.id).zone(zone) ?? viewer).wallTime(at: now)
        }
    }

    private static func reopen(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let table = taskKind.table(context)
        let old = try table.record(id)
        var values = old.values
        let latest = Days.inOrder(values["done"]).max {
            (time(of: $0.parts), $0.day) < (time(of: $1.parts), $1.day)
        }
        // What was done as a whole at another moment than its last time has no time to take back.
        let last = latest.flatMap { last in
            values.completedAt.map { $0 == time(of: last.parts) } ?? true ? last : nil
        }
        guard !values.isOpen || last != nil else {
            throw AtriumError(
                .conflict, "the task is not done yet", remedy: "mark it with \(command: "tasks complete")",
                field: "record")
        }
        let wasCancelled = values.cancelledAt != nil
        values["state"] = .null
        if let last, !wasCancelled {
            takeBack(last, of: &values, isOver: !old.values.isOpen)
            // What a file had of that time says that it is done.
            let time = try last.parts.first?.textValue.flatMap {
                try TaskSeries(table.context).time($0, of: old)
            }
            if let time { try table.remove(time) }
            let places = try TopThree(db: context.db).taken(on: last.day.description)
            if values.day("planned") == last.day, let place = places.first(where: { $0.task == id }) {
                values["top"] = TopThree.value(last.day.description, place.rank)
            }
        }
        try table.update(old, to: values)
        try reopenParents(of: id, table, context)
        return try value(id, [], table, context)
    }

    private static func time(of parts: [DataValue]) -> String {
        parts.count > 1 ? parts[1].textValue ?? "" : ""
    }

    /// Makes the last time of a repetition that was done the present one again.
    private static func takeBack(
        _ last: (day: LocalDate, parts: [DataValue]), of values: inout RecordValues, isOver: Bool
    ) {
        var days = Days.parts(of: values["done"])
        days[last.day] = nil
        values["done"] = Days.value(days)
        guard !isOver, let repetition = TaskRepeat(values), let text = last.parts.first?.textValue,
            let former = CalendarTime(stored: text, zone: repetition.anchor.zoneID),
            former.isDate == repetition.anchor.isDate
        else { return }
        let wasMoved = Days.parts(of: values["exceptions"]).values.contains {
            $0.first?.textValue == former.storedText
        }
        values["exceptions"] = repetition.exceptions(
            movingTo: former, isMoved: false, values["exceptions"])
        if wasMoved, let before = days.keys.filter({ $0 < last.day }).max() {
            var left = Days.parts(of: values["exceptions"])
            left[before] = [.text(former.storedText)]
            values["exceptions"] = Days.value(left)
        }
        values.move(to: former, from: repetition.anchor, steps: -repetition.steps(from: former))
    }

    /// Reopens what a task is a part of, as far as it is done.
    private static func reopenParents(of id: Int64, _ table: RecordTable, _ context: CommandContext) throws {
        for parent in try TaskTree(context.db).ancestors(of: id).dropFirst() {
            try table.change(parent) { values in if values.completedAt != nil { values.complete(at: nil) } }
        }
    }

    private static func value(
        _ id: Int64, _ done: [String], _ table: RecordTable, _ context: CommandContext
    ) throws -> DataValue {
        var value = try taskKind.value(table.record(id), context).objectValue ?? [:]
        value["completedSubtasks"] = .texts(done)
        return .object(value)
    }

    private static func moment(of text: String, _ context: CommandContext) throws -> String {
        let time = try GivenTime(
            zone: .keep, other: nil, userZone: Zones.id(of: context.settings.timeZone), zones: Zones.system
        ).time(text, field: "at")
        let instant = time.instant(Zones.system, for: Zones.viewer(context.settings))
        guard instant <= Instant(context.now) else {
            throw AtriumError.yetToCome(time.storedText, field: "at")
        }
        return instant.description
    }
}
