import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation
import RecordKit

/// The rows of TickTick's backup as tasks: a list is a project, its folder a tag of the project.
enum TickTickProfile {
    static let profile = RowProfile(
        program: SourceProgram(
            "TickTick", steps: "ticktick.com: Settings > Account > Backup & Restore: Backup",
            isTried: true),
        pass: TickTickPass.pass, fullyStored: ["Title", "Tags"],
        isUnmapped: { unmapped.contains($0.lowercased()) },
        read: read)

    private static let unmapped: Set = [
        "kind", "reminder", "column order", "view mode", "projectkind",
    ]

    static func isCheckList(_ row: CSVRow, _ header: CSVHeader) -> Bool {
        row.value("Is Check list", in: header)?.trimmed.uppercased() == "Y"
            || row.value("Kind", in: header)?.trimmed.uppercased() == "CHECKLIST"
    }

    private static func read(_ csv: CSVRow, _ header: CSVHeader) -> RowProfile.Reading {
        var row = ProgramRow(csv, header)
        if let line = row.word(TickTickPass.line) {
            readLine(line, &row)
            return row.reading
        }
        guard let title = row.sayTitle(row.word("Title"), from: "Title") else { return row.reading }
        let list = list(row.word("List Name"))
        row.say("project", list, from: "List Name")
        row.clue(FileTasks.folder, row.word("Folder Name"))
        row.say("section", row.word("Column Name"), from: "Column Name")
        let content = row.text("Content")
        row.say(
            "notes", isCheckList(csv, header) ? content.flatMap { CheckList($0).text } : content,
            from: "Content")
        row.sayList("tags", row.word("Tags").map(Words.names) ?? [], from: "Tags")
        row.sayPriority(["5": "1", "3": "5", "1": "9", "0": ""], from: "Priority")
        if row.has("Repeat") { row.say("repeat", row.word("Repeat"), from: "Repeat") }
        if let order = row.word("Order").flatMap({ Int64($0) }), (0...1_000_000_000).contains(order) {
            row.say("position", String(order), from: "Order")
        }
        sayParent(&row)
        sayState(&row)
        sayTimes(&row)
        let created = instant("Created Time", row)
        row.sayCreation(created)
        row.clue("made", created.map { $0 + "\n" + Words.key(title) })
        row.sayPlace(project: list, section: row.word("Column Name"), parent: nil, title: title)
        return row.reading
    }

    /// The project that a list is; nil: the inbox.
    private static func list(_ name: String?) -> String? { name?.lowercased() == "inbox" ? nil : name }

    /// A line of a check list, as a task of its own.
    private static func readLine(_ line: String, _ row: inout ProgramRow) {
        let text = line.dropFirst().trimmed
        guard let title = row.sayTitle(Words.line(text), from: "Content") else { return }
        let parent = row.word(TickTickPass.task).map(ProgramRow.title)
        row.say("project", list(row.word(TickTickPass.list)), from: "List Name")
        row.say("status", line.first == CheckList.done ? "done" : "open", from: "Content")
        row.clue(FileTasks.parent, row.word(TickTickPass.taskID) ?? withoutID)
        row.clue(FileTasks.parentTitle, parent ?? "")
        row.sayPlace(project: row.word(TickTickPass.list), section: nil, parent: parent, title: title)
    }

    /// The key of the last task without an id.
    private static let withoutID = "last"

    private static func sayParent(_ row: inout ProgramRow) {
        let (id, parent) = (row.word("taskId"), row.word("parentId"))
        row.clue(FileTasks.key, id ?? withoutID)
        guard let parent else {
            if row.has("parentId") { row.say("parent", nil, from: "parentId") }
            return
        }
        guard parent != id else {
            return row.note(
                "parent", "parent-circle",
                "the task would be a part of itself; it was imported without a parent",
                from: "parentId")
        }
        row.clue(FileTasks.parent, parent)
    }

    /// Done or given up by the status alone: what is open again keeps the time at which it was done before.
    private static func sayState(_ row: inout ProgramRow) {
        let completed = instant("Completed Time", row)
        switch row.word("Status") {
        case "0", nil: row.say("status", "open", from: "Status")
        case "1", "2":
            row.say("status", "done", from: "Status")
            row.say("completedAt", completed, from: "Completed Time")
        case "-1":
            row.say("status", "cancelled", from: "Status")
            row.say("cancelledAt", completed, from: "Completed Time")
        default:
            row.note(
                "status", "bad-status", "the status is not 0, 1, 2 or -1; it was kept and ignored",
                from: "Status")
        }
    }

    // MARK: - Times

    private static func instant(_ column: String, _ row: ProgramRow) -> String? {
        row.word(column).flatMap(FileTime.init).flatMap { Timestamp.date($0.text) }.map(Timestamp.text)
    }

    private static func sayTimes(_ row: inout ProgramRow) {
        let zone = row.word("Timezone").flatMap { TimeZone(identifier: $0) }
        let isFloating = row.word("Is Floating")?.lowercased() == "true"
        let isDay = row.word("Is All Day")?.lowercased() == "true"
        let start = time("Start Date", own: "start", zone, isDay: isDay, &row)
        let due = time("Due Date", own: "due", zone, isDay: isDay, &row)
        if !due.isUnread { row.say("due", due.value?.text, from: "Due Date") }
        if !start.isUnread {
            // A task of one day has it as both.
            let isBefore = start.value.flatMap { start in due.value.map { start.day < $0.day } } ?? true
            row.say("start", isBefore ? start.value?.day.description : nil, from: "Start Date")
        }
        guard due.value.map({ $0.text.utf8.count > 10 }) ?? false else { return }
        if isFloating {
            row.say("zone", nil, from: "Is Floating")
        } else if let zone {
            row.say("zone", zone.identifier, from: "Timezone")
        } else if let name = row.word("Timezone") {
            row.note(
                "zone", "unknown-zone", "unknown time zone \(name.count > 40 ? "in this row" : name)",
                from: "Timezone")
        }
    }

    private static func time(
        _ column: String, own: String, _ zone: TimeZone?, isDay: Bool, _ row: inout ProgramRow
    ) -> (value: FileTime?, isUnread: Bool) {
        guard let text = row.word(column) else { return (nil, false) }
        guard let time = FileTime(text) else {
            row.note(
                own, "bad-date", "the time is not like 2026-03-01T19:30:00+0000; it was kept and ignored",
                from: column)
            return (nil, true)
        }
        guard let instant = Timestamp.date(time.text) else {
            if time.time != nil, !isDay {
                row.note(
                    own, "no-offset",
                    "the time has no offset; it was read in the row's time zone, or in yours",
                    from: column)
            }
            return (isDay ? FileTime(day: time.day, text: time.day.description) : time, false)
        }
        return (Self.time(instant, in: zone, isDay: isDay), false)
    }

    /// An instant on the clock of a zone.
    private static func time(_ instant: Date, in zone: TimeZone?, isDay: Bool) -> FileTime {
        guard let zone else {
            // A day begins at midnight of a zone that is not named: all but three of them are nearer to this midnight of UTC.
            let day = LocalDate(instant.addingTimeInterval(isDay ? 43_200 : 0), in: .gmt)
            return FileTime(day: day, text: isDay ? day.description : Timestamp.text(instant))
        }
        let day = LocalDate(instant, in: zone)
        let clock = instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant)))
        return FileTime(day: day, text: isDay ? day.description : String(Timestamp.text(clock).dropLast()))
    }
}
