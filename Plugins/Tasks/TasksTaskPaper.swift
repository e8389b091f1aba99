import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit
import TaskPaperFormat

/// What of TaskPaper comes in and goes out: tasks below their projects, with notes and tags.
///
/// An edit changes its own line and the lines of its note alone. Tasks below tasks come as tasks of their project, and stand
/// where they stood in the file that goes out.
enum TasksTaskPaper {
    static let importer = taskKind.importer(.taskPaper, kinds: [.taskPaperTask]) { item, _, _ in
        guard let task = item.value as? TaskPaperItem else {
            throw AtriumError(.internal, "the importer of tasks expected a TaskPaper task")
        }
        var issues: [ImportIssue] = []
        var values = normalized(task.task, in: task.projects)
        issues += LinesOfTasks.cutTitle(of: &values, line: item.line)
        guard values.text("title") != nil else { throw AtriumError(.badData, "the task has no text") }
        for name in ["due", "done", "defer", "start", "estimate"] {
            guard let value = task.line.tag(name)?.value, isUnread(name, value) else { continue }
            issues.append(
                ImportIssue(
                    line: item.line, property: "@" + name, code: "unread-tag",
                    message: "the value of the tag is not a day, time or length that can be read"))
        }
        var draft = taskKind.draft(of: values, including: representable)
        draft.clues[LinesOfTasks.format] = name
        return MappedItem(draft: draft, uid: nil, issues: issues)
    }

    static let exporter = Exporter(.taskPaper, of: .tasks, fileName: "tasks.taskpaper") { context in
        let table = RecordTable(taskKind, RecordContext(context))
        let zone = context.settings.timeZone
        var (writer, changedTags) = (TaskPaperWriter(), 0)
        var containers: [Int64: [TaskPaperLine]] = [:]
        let mark = try context.sources.containers(of: .tasks, format: .taskPaper, where: context.condition)
            .first
        if let mark, try context.sources.container(mark.id).starts(with: byteOrderMark) {
            try context.write(byteOrderMark)
        }
        try context.sources.forEachRecord(in: .tasks, format: .taskPaper, where: context.condition) {
            id, source in
            var output: [UInt8] = []
            let record = try table.record(id)
            guard let source, var kept = TaskPaperSource(source.text) else {
                let line = line(of: record.values, zone)
                if !says(line, tagsOf: record) { changedTags += 1 }
                writer.append(
                    line, note: record.values.text("notes") ?? "", under: projects(of: record.values),
                    to: &output)
                return try context.write(output)
            }
            let above =
                try containers[source.container] ?? lines(of: context.sources.container(source.container))
            containers[source.container] = above
            var place = above
            if source.isEdited {
                let before = normalized(kept, in: above)
                patch(&kept, from: before, to: record.values, zone)
                if !says(kept.line, tagsOf: record) { changedTags += 1 }
                let isThere = ["project", "section"].allSatisfy { before[$0] == record.values[$0] }
                if !isThere { place = projects(of: record.values) }
            }
            writer.append(kept, in: place, to: &output)
            try context.write(output)
        }
        try LinesOfTasks.warn(of: name, lacking: ["r.rrule IS NOT NULL"], context)
        LinesOfTasks.warn(ofTagsChanged: changedTags, in: name, context)
    }

    static let name = "TaskPaper"

    /// What lines of tasks say; nil if a draft is of another format.
    static func lines(of draft: RecordDraft, in zone: TimeZone) -> LinesOfTasks? {
        guard draft.clues[LinesOfTasks.format] == name else { return nil }
        return LinesOfTasks(representable: representable) { record in
            var task = TaskPaperSource(line(of: record.values, zone))
            task.setNote(record.values.text("notes") ?? "")
            return normalized(task, in: projects(of: record.values))
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// The values that a task of TaskPaper can say.
    static let representable: Set = [
        "title", "notes", "project", "section", "tags", "priority", "due", "start", "estimate", "state",
    ]

    // MARK: - In

    /// What a task says, as far as tasks hold it.
    private static func normalized(_ task: TaskPaperSource, in projects: [TaskPaperLine]) -> RecordValues {
        let line = task.line
        var values = taskKind.initial
        values["title"] = .text(orNull: Words.line(line.text))
        values["notes"] = .text(orNull: Words.filled(task.note))
        values["project"] = .text(
            orNull: projects.first.flatMap { Words.line($0.text) }.map {
                Words.cut($0, to: longestTitle)
            })
        values["section"] = .text(
            orNull: projects.dropFirst().first.flatMap { Words.line($0.text) }.map { Words.cut($0, to: 200) })
        if let due = line.tag("due")?.value.flatMap(FileTime.init) { values["due"] = due.value }
        let start = (line.tag("defer") ?? line.tag("start"))?.value.flatMap(FileTime.init)
        values["start"] = .text(orNull: start?.day.description)
        values["estimate"] = .integer(orNull: line.tag("estimate")?.value.flatMap(minutes))
        values["priority"] = .integer(orNull: priority(of: line))
        if let done = line.tag("done") {
            values.complete(at: done.value.flatMap(FileTime.init)?.day.description ?? StateCodec.unknown)
        }
        values["tags"] = .texts(tags(of: line))
        return values
    }

    private static func tags(of line: TaskPaperLine) -> [String] {
        Words.distinctTags(line.tags.filter(isPlain).map(\.name))
    }

    private static func says(_ line: TaskPaperLine, tagsOf record: StoredRecord) -> Bool {
        Set(tags(of: line)) == Set(record.values.texts("tags"))
    }

    private static let own: Set = ["due", "defer", "start", "estimate", "done", "flagged", "priority"]

    /// Whether a tag is a word alone that tasks keep as a tag.
    private static func isPlain(_ tag: TaskPaperTag) -> Bool { tag.value == nil && !own.contains(tag.name) }

    private static func isUnread(_ name: String, _ value: String) -> Bool {
        name == "estimate" ? minutes(value) == nil : FileTime(value) == nil
    }

    private static func priority(of line: TaskPaperLine) -> Int64? {
        if line.tag("flagged") != nil { return 1 }
        switch line.tag("priority")?.value?.lowercased() {
        case "high": return 1
        case "medium": return 5
        case "low": return 9
        case let value?: return Int64(value).flatMap { (1...9).contains($0) ? $0 : nil }
        case nil: return nil
        }
    }

    /// Minutes of a length such as `30m`, `2h`, `1h30m`, `1d`, a day being eight hours.
    private static func minutes(_ text: String) -> Int64? {
        let text = text.lowercased().replacing(" ", with: "")
        guard let match = text.wholeMatch(of: /(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,4})m)?/) else {
            return nil
        }
        func count(_ digits: Substring?) -> Int64 { digits.flatMap { Int64($0) } ?? 0 }
        let total = count(match.1) * 480 + count(match.2) * 60 + count(match.3)
        return TaskFields.minutes.contains(total) ? total : nil
    }

    // MARK: - Out

    private static func lines(of container: [UInt8]) -> [TaskPaperLine] {
        let text = container.starts(with: byteOrderMark) ? container.dropFirst(3) : container[...]
        return text.split(separator: 0x0A).map { TaskPaperLine(line: Array($0)) }
    }

    /// The projects that a task stands below: its project, and its section.
    private static func projects(of values: RecordValues) -> [TaskPaperLine] {
        [values.text("project"), values.text("project") == nil ? nil : values.text("section")].compactMap {
            $0.map { TaskPaperLine(project: $0) }
        }
    }

    private static func line(of values: RecordValues, _ zone: TimeZone) -> TaskPaperLine {
        var line = TaskPaperLine(task: values.text("title") ?? "")
        write(values, since: taskKind.initial, into: &line, zone)
        return line
    }

    private static func patch(
        _ task: inout TaskPaperSource, from old: RecordValues, to values: RecordValues, _ zone: TimeZone
    ) {
        if old.text("title").map({ Words.cut($0, to: longestTitle) != values.text("title") ?? "" }) ?? true {
            task.line.setText(values.text("title") ?? "")
        }
        if old["notes"] != values["notes"] { task.setNote(values.text("notes") ?? "") }
        write(values, since: old, into: &task.line, zone)
    }

    private static func write(
        _ values: RecordValues, since old: RecordValues, into line: inout TaskPaperLine, _ zone: TimeZone
    ) {
        func set(_ name: String, _ tag: String, _ text: String?) {
            guard old[name] != values[name] else { return }
            if let text { line.set(TaskPaperTag(tag, value: text)) } else { line.removeTag(tag) }
        }
        set(
            "due", "due",
            values.due.map {
                $0.isDate ? $0.storedText : String($0.storedText.prefix(16)).replacing("T", with: " ")
            })
        set("start", line.tag("start") == nil ? "defer" : "start", values.text("start"))
        set("estimate", "estimate", values.integer("estimate").map { "\($0)m" })
        if old["priority"] != values["priority"] {
            line.removeTag("flagged")
            set("priority", "priority", values.integer("priority").map(String.init))
        }
        if !StateCodec.says(old.completedAt, values.endedAt, in: zone) {
            set("state", "done", values.endedAt.map { LinesOfTasks.day(of: $0, in: zone) })
        }
        guard old["tags"] != values["tags"] else { return }
        for tag in line.tags.filter(isPlain) where !values.texts("tags").contains(tag.name) {
            line.removeTag(tag.name)
        }
        for tag in values.texts("tags") where line.tag(tag) == nil {
            line.set(TaskPaperTag(tag.replacing(" ", with: "-")))
        }
    }
}
