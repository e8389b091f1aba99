import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import RecordKit

/// The rows of Asana's export of a project as tasks.
enum AsanaProfile {
    static let profile = RowProfile(
        program: SourceProgram(
            "Asana", steps: "Asana: a project's menu > Export/Print > CSV", isTried: true),
        pass: AsanaPass.pass, fullyStored: ["Notes", "Tags"],
        isUnmapped: { !$0.isEmpty && !mapped.contains($0.lowercased()) },
        read: read)

    private static let mapped: Set = [
        "task id", "created at", "completed at", "name", "section/column", "assignee", "assignee email",
        "start date", "due date", "tags", "notes", "projects", "parent task", AsanaPass.parent,
        AsanaPass.problem, RowPass.rowsColumn,
    ]

    /// The uid of the task with an id of Asana, which no other task of Asana has.
    static func uid(of id: String) -> String { "asana-" + id }

    private static func read(_ csv: CSVRow, _ header: CSVHeader) -> RowProfile.Reading {
        var row = ProgramRow(csv, header)
        guard let title = row.sayTitle(row.word("Name"), from: "Name") else { return row.reading }
        if let id = row.word("Task ID") { row.say("uid", uid(of: id), from: "Task ID") }
        let projects = row.word("Projects").map(Words.names) ?? []
        if row.has("Projects") { row.say("project", projects.first, from: "Projects") }
        if row.has("Tags") || projects.count > 1 {
            let tags = row.word("Tags").map(Words.names) ?? []
            row.sayList("tags", tags + projects.dropFirst(), from: "Tags")
        }
        for (own, column) in [("section", "Section/Column"), ("start", "Start Date"), ("due", "Due Date")]
        where row.has(column) {
            row.say(own, row.word(column), from: column)
        }
        if row.has("Notes") { row.say("notes", row.text("Notes"), from: "Notes") }
        let completed = row.word("Completed At")
        row.say("status", completed == nil ? "open" : "done", from: "Completed At")
        row.say("completedAt", completed, from: "Completed At")
        row.sayCreation(row.word("Created At").flatMap(instant))
        sayAssignee(&row)
        sayParent(&row)
        row.sayPlace(
            project: projects.first, section: row.word("Section/Column"), parent: row.word("Parent task"),
            title: title)
        return row.reading
    }

    /// The instant of a time, or noon of a day; nil: it is neither.
    private static func instant(_ text: String) -> String? {
        guard let time = FileTime(text) else { return nil }
        return Timestamp.date(time.text).map(Timestamp.text) ?? Timestamp.noon(of: time.day)
    }

    private static func sayAssignee(_ row: inout ProgramRow) {
        guard row.has("Assignee") || row.has("Assignee Email") else { return }
        let address = row.word("Assignee Email")
        let name = row.word("Assignee", "Assignee Email")
        row.sayList("people", name.map { [$0] } ?? [], from: "Assignee")
        row.clue(TaskPeople.address, address)
    }

    private static func sayParent(_ row: inout ProgramRow) {
        guard row.has("Parent task") else { return }
        guard row.word("Parent task") != nil else { return row.say("parent", nil, from: "Parent task") }
        let problems = [
            AsanaPass.ambiguous: (
                "ambiguous-parent", "several tasks in the file have the title of its parent"
            ),
            AsanaPass.unknown: ("no-parent", "no task in the file has the title of its parent"),
            AsanaPass.itself: ("parent-circle", "the task would be a part of itself"),
        ]
        if let (code, message) = row.word(AsanaPass.problem).flatMap({ problems[$0] }) {
            row.note("parent", code, message + "; it was imported without a parent", from: "Parent task")
        } else if let parent = row.word(AsanaPass.parent) {
            row.say("parent", uid(of: parent), from: "Parent task")
        }
    }
}

/// The people of a row who are named with an address.
enum TaskPeople {
    /// The clue with the address.
    static let address = "address"

    /// Puts the person with an address in the place of the name beside it, if just one person has it.
    static func complete(
        _ values: inout RecordValues, by draft: RecordDraft, _ context: RecordContext
    ) throws {
        guard let address = draft.clues[address], let modules = context.modules else { return }
        let known = context.once { _ in Known() }
        if known.uids[address] == nil {
            known.uids[address] = .some(try LinkedPeople(.people, modules).uid(named: address))
        }
        guard let uid = known.uids[address] ?? nil else { return }
        values["people"] = .texts([uid])
    }

    /// Who has which address, as far as a file has asked: the answer takes a look at all people.
    private final class Known {
        var uids: [String: String?] = [:]
    }
}
