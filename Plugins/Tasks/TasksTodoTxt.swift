import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import RecordKit
import TodoTxtFormat

/// What of todo.txt comes in and goes out: a task a line.
///
/// An edit changes its own line alone, and of that only what is another. The format has no words for notes, estimates and
/// most else: see the module's README.
enum TasksTodoTxt {
    static let importer = taskKind.importer(.todoTxt, kinds: [.todoTxtTask]) { item, _, _ in
        guard let task = item.value as? TodoTxtTask else {
            throw AtriumError(.internal, "the importer of tasks expected a line of todo.txt")
        }
        var values = normalized(task)
        let issues = LinesOfTasks.cutTitle(of: &values, line: item.line)
        guard values.text("title") != nil else { throw AtriumError(.badData, "the task has no text") }
        var draft = taskKind.draft(of: values, including: representable)
        draft.createdAt = task.createdOn.flatMap { LocalDate(iso: $0) }.map(Timestamp.noon)
        draft.clues[LinesOfTasks.format] = name
        return MappedItem(draft: draft, uid: nil, issues: issues)
    }

    static let exporter = Exporter(.todoTxt, of: .tasks, fileName: "todo.txt") { context in
        let table = RecordTable(taskKind, RecordContext(context))
        let zone = context.settings.timeZone
        var (writer, changedTags) = (TodoTxtWriter(), 0)
        for (id, _) in try context.sources.containers(of: .tasks, format: .todoTxt, where: context.condition)
            .prefix(1)
        {
            try context.write(context.sources.container(id))
        }
        try context.sources.forEachRecord(in: .tasks, format: .todoTxt, where: context.condition) {
            id, source in
            var output: [UInt8] = []
            let record = try table.record(id)
            if let source, var kept = TodoTxtSource(source.text) {
                if source.isEdited {
                    write(record, since: normalized(kept.task), into: &kept.task, zone)
                    if !says(kept.task, tagsOf: record) { changedTags += 1 }
                }
                writer.append(kept, to: &output)
            } else {
                let task = line(of: record, zone)
                if !says(task, tagsOf: record) { changedTags += 1 }
                writer.append(task, to: &output)
            }
            try context.write(output)
        }
        try LinesOfTasks.warn(
            of: name,
            lacking: [
                "r.notes IS NOT NULL", "r.estimate IS NOT NULL", "r.section IS NOT NULL", "r.due LIKE '%T%'",
            ], context)
        LinesOfTasks.warn(ofTagsChanged: changedTags, in: name, context)
    }

    static let name = "todo.txt"

    /// What lines of tasks say; nil if a draft is of another format.
    static func lines(of draft: RecordDraft, in zone: TimeZone) -> LinesOfTasks? {
        guard draft.clues[LinesOfTasks.format] == name else { return nil }
        return LinesOfTasks(representable: representable) { normalized(line(of: $0, zone)) }
    }

    /// The values that a line can say.
    static let representable: Set = [
        "title", "project", "tags", "priority", "due", "start", "repeat", "repeatFrom", "state",
    ]

    // MARK: - In

    /// What a line says, as far as tasks hold it.
    private static func normalized(_ task: TodoTxtTask) -> RecordValues {
        var values = taskKind.initial
        values["title"] = .text(orNull: Words.line(task.text) ?? Words.line(task.body))
        values["project"] = .text(
            orNull: task.projects.first.flatMap(Words.line).map { Words.cut($0, to: longestTitle) })
        values["tags"] = .texts(Words.distinctTags(task.contexts + task.projects.dropFirst()))
        values["priority"] = .integer(
            orNull: (task.priority ?? task.value(of: "pri")).flatMap(LinesOfTasks.priority))
        if let due = task.value(of: "due").flatMap(FileTime.init) { values["due"] = due.value }
        values["start"] = .text(orNull: task.value(of: "t").flatMap { LocalDate(iso: $0)?.description })
        if let rule = task.value(of: "rec").flatMap(Recurrence.init),
            !values.isEmpty("due") || !values.isEmpty("start")
        {
            values["repeat"] = .text(rule.text)
            values["repeatFrom"] = .text(rule.isStrict ? "schedule" : "completion")
        }
        if task.isDone {
            let day = task.completedOn.flatMap { LocalDate(iso: $0) }
            values.complete(at: day?.description ?? StateCodec.unknown)
        }
        return values
    }

    // MARK: - Out

    private static func says(_ task: TodoTxtTask, tagsOf record: StoredRecord) -> Bool {
        Set(normalized(task).texts("tags")) == Set(record.values.texts("tags"))
    }

    /// The line of a task that no file of todo.txt brought.
    private static func line(of record: StoredRecord, _ zone: TimeZone) -> TodoTxtTask {
        var task = TodoTxtTask(text: "")
        task.setCreatedOn(LinesOfTasks.day(of: record.createdAt, in: zone))
        write(record, since: taskKind.initial, into: &task, zone)
        return task
    }

    /// Makes a line say what a task says, where it says something else.
    private static func write(
        _ record: StoredRecord, since old: RecordValues, into task: inout TodoTxtTask, _ zone: TimeZone
    ) {
        let values = record.values
        func differs(_ name: String) -> Bool { old[name] != values[name] }
        let title = values.text("title") ?? ""
        // A title may have been cut on its way in.
        if differs("title"), old.text("title").map({ Words.cut($0, to: longestTitle) != title }) ?? true {
            // A title that looks like the beginning of a line is none behind a day.
            if task.createdOn == nil, !TodoTxtTask.holds(text: title) {
                task.setCreatedOn(LinesOfTasks.day(of: record.createdAt, in: zone))
            }
            task.setText(title)
        }
        if differs("project") || differs("tags") {
            let own = values.text("project").map(TodoTxtTask.name(for:))
            let others = task.projects.dropFirst().filter { values.texts("tags").contains($0) }
            if differs("project") { task.setProjects([own].compactMap(\.self) + others) }
            let names = values.texts("tags").filter { !others.contains($0) }.map(TodoTxtTask.name(for:))
            if differs("tags") { task.setContexts(names) }
        }
        if differs("priority") { task.setPriority(values.integer("priority").map(LinesOfTasks.letter)) }
        if differs("due") { task.set("due", to: values.due?.storedText.prefix(10).description) }
        if differs("start") { task.set("t", to: values.text("start")) }
        if differs("repeat") || differs("repeatFrom") {
            let rule = values.text("repeat").flatMap {
                Recurrence(rule: $0, isStrict: values.text("repeatFrom") != "completion")
            }
            task.set("rec", to: rule?.word)
        }
        if !StateCodec.says(old.completedAt, values.endedAt, in: zone) {
            task.setDone(!values.isOpen, on: values.endedAt.map { LinesOfTasks.day(of: $0, in: zone) })
        }
    }
}

extension TasksTodoTxt {
    /// A repetition as todo.txt's programs write it: `1w` counts from when it is done, `+1w` from its own day.
    struct Recurrence {
        let count: Int
        let unit: Character
        let isStrict: Bool

        private static let frequencies: [Character: String] = [
            "d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY",
        ]

        /// Reads a word; nil for what no rule says, such as business days.
        init?(_ word: String) {
            isStrict = word.hasPrefix("+")
            let word = isStrict ? word.dropFirst() : word[...]
            guard let unit = word.last, Self.frequencies[unit] != nil,
                let count = word.count == 1 ? 1 : Int(word.dropLast()), (1...1000).contains(count)
            else { return nil }
            (self.count, self.unit) = (count, unit)
        }

        /// Reads a rule that has no more than a frequency and an interval; nil for others.
        init?(rule: String, isStrict: Bool) {
            let parts = rule.uppercased().split(separator: ";").map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            guard parts.allSatisfy({ $0.count == 2 && ["FREQ", "INTERVAL"].contains($0[0]) }) else {
                return nil
            }
            let frequency = parts.first { $0[0] == "FREQ" }?[1]
            guard let unit = Self.frequencies.first(where: { $0.value == frequency })?.key else { return nil }
            count = parts.first { $0[0] == "INTERVAL" }.flatMap { Int($0[1]) } ?? 1
            (self.unit, self.isStrict) = (unit, isStrict)
        }

        /// The rule of RFC 5545.
        var text: String {
            "FREQ=\(Self.frequencies[unit] ?? "DAILY")" + (count == 1 ? "" : ";INTERVAL=\(count)")
        }

        /// The word.
        var word: String { (isStrict ? "+" : "") + "\(count)\(unit)" }
    }
}
