import AtriumSDK
import CSVExchange
import CSVFormat
import RecordKit

/// The rows of Todoist's templates and backups, a project each, as tasks.
///
/// What leans on other rows is in the columns of ``TodoistPass``.
enum TodoistProfile {
    static let profile = RowProfile(
        program: SourceProgram(
            "Todoist", steps: "Todoist: Settings > Backups, or a project's menu > Export as a template",
            isTried: true),
        pass: TodoistPass.pass,
        isUnmapped: { unmapped.contains($0.uppercased()) },
        read: read)

    private static let unmapped: Set = [
        "AUTHOR", "DATE_LANG", "DUE_DATE_LANG", "DEADLINE_LANG", "IS_COLLAPSED",
    ]

    /// The title and the labels of a task's content: `Call @home` is `Call` with the label `home`; nil: there is nothing.
    static func title(of content: String) -> (title: String, labels: [String])? {
        guard let line = Words.line(content) else { return nil }
        guard line.utf8.contains(UInt8(ascii: "@")) else { return (line, []) }
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let labels = words.compactMap(label)
        let rest = words.filter { label($0) == nil }.joined(separator: " ").trimmed
        // Of labels alone they are the title too.
        return (rest.isEmpty || labels.isEmpty ? line : rest, labels)
    }

    private static func label(_ word: Substring) -> String? {
        guard word.first == "@" else { return nil }
        var name = word.dropFirst()
        while let last = name.last, ",.;:!?)".contains(last) { name.removeLast() }
        return name.contains { $0.isLetter || $0.isNumber } ? String(name) : nil
    }

    private static func read(_ row: CSVRow, _ header: CSVHeader) -> RowProfile.Reading {
        var row = ProgramRow(row, header)
        let type = row.word("TYPE")?.lowercased() ?? "task"
        guard type == "task" else {
            row.note(
                "title", "no-task", "the row is not a task, section or note; it was kept as text",
                from: "TYPE")
            return row.reading
        }
        let content = row.text("CONTENT").flatMap(title)
        guard let title = row.sayTitle(content?.title, from: "CONTENT") else { return row.reading }
        row.sayList("tags", content?.labels ?? [], from: "CONTENT")
        let notes = [row.text("DESCRIPTION"), row.text(TodoistPass.notes)].compactMap(\.self)
        row.say("notes", notes.isEmpty ? nil : notes.joined(separator: "\n\n"), from: "DESCRIPTION")
        row.sayPriority(["1": "1", "2": "5", "3": "9", "4": ""], from: "PRIORITY")
        sayPlace(title, &row)
        sayTimes(&row)
        sayEstimate(&row)
        if row.has("RESPONSIBLE") {
            row.sayList("people", row.word("RESPONSIBLE").map { [person($0)] } ?? [], from: "RESPONSIBLE")
        }
        return row.reading
    }

    /// A person's name without the number that Todoist writes behind it.
    private static func person(_ text: String) -> String {
        guard text.utf8.last == UInt8(ascii: ")") else { return text }
        return text.wholeMatch(of: /(.*\S)\s*\(\d+\)/).map { String($0.1) } ?? text
    }

    private static func sayPlace(_ title: String, _ row: inout ProgramRow) {
        guard let level = row.word(TodoistPass.level).flatMap({ Int($0) }) else { return }
        let (project, section) = (row.word(TodoistPass.project), row.word(TodoistPass.section))
        row.say("project", project, from: TodoistPass.project)
        row.say("section", section, from: TodoistPass.section)
        let parent = row.word(TodoistPass.parent)
        row.sayPlace(project: project, section: section, parent: parent, title: title)
        row.clue(FileTasks.key, String(level))
        if let parent {
            row.clue(FileTasks.parent, String(level - 1))
            row.clue(FileTasks.parentTitle, ProgramRow.title(parent))
        } else {
            row.say("parent", nil, from: "INDENT")
        }
        guard let indent = row.word("INDENT"), Int(indent) != level else { return }
        row.note(
            "parent", "bad-indent",
            "the indentation does not fit the tasks above; it was read as level \(level)", from: "INDENT")
    }

    private static func sayTimes(_ row: inout ProgramRow) {
        let dateColumn = row.has("DUE_DATE") ? "DUE_DATE" : "DATE"
        let date = read(dateColumn, own: "planned", &row)
        let deadline = read("DEADLINE", own: "due", &row)
        if row.has(dateColumn), !date.isUnread {
            row.say("planned", date.value?.day.description, from: dateColumn)
        }
        guard !deadline.isUnread else { return }
        if let due = deadline.value {
            row.say("due", due.text, from: "DEADLINE")
            if date.value?.time != nil {
                row.note(
                    "planned", "time-beside-deadline",
                    "the task has a time and a deadline; the time was kept and ignored", from: dateColumn)
            }
        } else if !date.isUnread, row.has(dateColumn) || row.has("DEADLINE") {
            row.say("due", date.value?.time, from: dateColumn)
        }
        if let zone = row.word("TIMEZONE") { row.say("zone", zone, from: "TIMEZONE") }
    }

    /// What a column of dates says.
    private static func read(
        _ column: String, own: String, _ row: inout ProgramRow
    ) -> (value: FileTime?, isUnread: Bool) {
        guard let text = row.word(column), text != none else { return (nil, false) }
        if let value = FileTime(text) { return (value, false) }
        let language = row.word(column + "_LANG")
        let isKnown =
            own == "planned"
            && TodoistWords.note(text, language: language, zone: row.word("TIMEZONE"), in: &row)
        if !isKnown {
            row.note(
                own, "unread-date", "the date was not understood; it was kept and ignored", from: column)
        }
        return (nil, true)
    }

    /// What Todoist writes for nothing in some columns.
    private static let none = "None"

    private static func sayEstimate(_ row: inout ProgramRow) {
        guard row.has("DURATION") else { return }
        guard let text = row.word("DURATION"), text != none else {
            return row.say("estimate", nil, from: "DURATION")
        }
        let minutes: Int64? =
            switch row.word("DURATION_UNIT")?.lowercased() {
            case "minute", nil: Int64(text)
            case "day": Int64(text).flatMap { (0...100).contains($0) ? $0 * 1440 : nil }
            default: nil
            }
        guard let minutes, TaskFields.minutes.contains(minutes) else {
            return row.note(
                "estimate", "bad-estimate",
                "the duration is not 1 to 6000 minutes; it was kept and ignored", from: "DURATION")
        }
        row.say("estimate", String(minutes), from: "DURATION")
    }
}
