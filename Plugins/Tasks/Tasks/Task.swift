import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What a task is: something that takes time, once or again and again.
let taskKind = RecordKind(
    RecordDeclaration(
        .tasks, "task", isMain: true, table: "tasks_task", hasRevision: true, titleSQL: TaskSeries.titleSQL,
        preferredSQL: TaskFilters.openSQL, values: taskValues,
        computed: TaskFields.computed, details: TaskFields.details, filters: TaskFilters.all,
        listColumns: ["id", "title", "kind", "project", "planned", "due", "estimate", "status"],
        sorts: [
            SortDeclaration("position", TaskFilters.positionSQL),
            SortDeclaration("due", "ifnull(r.due, '~')"),
            SortDeclaration("planned", "ifnull(r.planned, '~')"),
            SortDeclaration("priority", "ifnull(r.priority, 10)"),
            SortDeclaration("estimate", "ifnull(r.estimate, 0)"), SortDeclaration("title", "lower(r.title)"),
            SortDeclaration("created", "r.created_at"), SortDeclaration("updated", "r.updated_at"),
            SortDeclaration("completed", "ifnull(r.completed_at, '')"),
        ],
        file: FileDeclaration(
            "tasks.csv",
            signs: [
                SignDeclaration(["title", "kind", "status"]),
                SignDeclaration(["title"], andOf: onlyOfTasks, atLeast: 2),
                SignDeclaration(["title"], andOf: onlyOfTasks, isCertain: false),
            ], fingerprints: [["title", "project", "section"], ["title"]]),
        look: RecordLook(
            lead: .tick(command: "complete", done: "completedAt", undo: "reopen", occurrence: "next"),
            facts: ["parent", "overdue", "planned", "due", "project", "estimate", "tags"],
            figures: ["estimate", "spent", "remaining"],
            groups: [
                FieldGroup(
                    "",
                    [
                        "projectId", "parent", "section", "planned", "topRank", "due", "start", "repeat",
                        "priority",
                        "kind", "energy", "people", "waitingFor", "link", "tags",
                    ]), FieldGroup("Notes", ["notes"]),
            ], hidden: ["project", "subtasks", "position", "dayPosition", "topThree", "status", "next"],
            parts: [.query("parts")],
            actions: ["top", "plan-for", "log", "cancel"])),
    rules: TaskRules()
)
.codec(ProjectCodec(), of: "project")
.codec(TaskCodec(name: "parent"), of: "parent")
.codec(PositionCodec(header: "position"), of: "position")
.codec(PositionCodec(header: "dayPosition"), of: "dayPosition")
.codec(TopCodec(), of: "top")
.codec(StateCodec(), of: "state")
.codec(SeriesCodec(), of: "series")
.place(TopPlace(), of: "top")
.words(.link, of: "link")
.words(RepeatWords.rule, of: "repeat")
.reading(TodoistProfile.profile).reading(TickTickProfile.profile).reading(AsanaProfile.profile)
.describing("remove", "Remove a task and its subtasks.")
.describing(
    "list", "List your tasks; only open ones, unless another status is given.",
    "Tasks of archived projects are left out unless \(flag: "archived") is given.")

/// The columns that tables of other things have not.
private let onlyOfTasks = ["planned", "due", "status", "kind", "project"]

private let taskValues: [ValueDeclaration] = [
    .line("title", "The title.").required.positional.searched.upTo(longestTitle).always
        .named("task", "name", "todo", "content", "Aufgabe", "tâche", "tarea"),
    .date("planned", "The day for which the task is planned.").always.named("plan", "scheduled")
        .filtered(.equals, "Only tasks planned for this day."),
    .moment(
        "due", zones: "tasks_zone", "The deadline: a day, a time in the zone, or an instant.",
        zone: "The time zone of the deadline (Europe/Vienna), UTC or floating. Defaults to yours."
    ).always.named("due date", "deadline", "fällig", "échéance")
        .filtered(.until, as: "dueBy", "Only tasks due on this day or earlier."),
    .integer("estimate", in: TaskFields.minutes, "The estimated length in minutes.").always
        .hinted("In minutes.").titled("Minutes").named("duration", "minutes"),
    ValueDeclaration.one(
        FieldDeclaration(
            "project", .reference(.projects), help: "The project. A task without one is in the inbox.")
    ).column("project_id").always.named("list", "board", "Projekt", "projet")
        .filtered(.equals, "Only tasks of this project."),
    .tags("The tags.").always.named("labels", "contexts", "Etiketten")
        .filtered(.equals, as: "tag", "Only tasks with this tag."),
    .text("notes", "The notes.").searched.always.named("note", "description", "details", "Notizen"),
    .choice("kind", of: TaskFields.kinds, "Must-do, or flexible for a task that can be done any time.")
        .defaultedByRules.always.filtered(.equals, "Only tasks of this kind.").grouped("Details"),
    .choice("energy", of: TaskFields.energies, "The energy it needs. A task without one counts as medium.")
        .always.filtered(.equals, "Only tasks that need this energy.").grouped("Details"),
    .integer("priority", in: 1...9, "The priority, from 1 (highest) to 9 (lowest).").always
        .hinted("From 1 (highest) to 9 (lowest).").grouped("Details").named("importance", "Priorität"),
    .line("section", "The section of the project.").upTo(200).always.searched
        .grouped("Details").named("column", "heading", "Abschnitt")
        .filtered(.equals, "Only tasks in this section."),
    .date("start", "The first day on which lists show the task.").column("starts").always
        .titled("Not before").grouped("Details").named("start date", "defer"),
    ValueDeclaration.one(
        FieldDeclaration("parent", .reference(.tasks), help: "The parent task.")
    ).columns("parent_id", "parent_uid").always.grouped("Details").named("parent task"),
    ValueDeclaration.one(
        FieldDeclaration(
            "repeat", .text, help: "The repetition: an RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=SU."
        )
        .formatted(.recurrence, zone: "zone")
    ).column("rrule").titled("Repeats").always.grouped("Details"),
    .choice(
        "repeatFrom", of: ["schedule", "completion"],
        "Repeat on the schedule of the rule, or a fixed time after completion."
    ).defaulting(to: .text("schedule")).grouped("Details").always,
    .people(
        "people",
        PeopleDeclaration(TaskLinks.for, among: .people, column: "people_uids", "the people it is for")
    ).option("person").always.grouped("Details").filtered(
        .equals, as: "person", "Only tasks for this person."
    )
    .named("assignee", "responsible"),
    .people(
        "waitingFor",
        PeopleDeclaration(
            TaskLinks.waitingFor, among: .people, column: "waiting_uids", "the people it waits for")
    ).always.grouped("Details"),
    .link("link", "A link with more information.").searched.grouped("Details").always,
    ValueDeclaration(
        "position", in: .columns(["position"]), fields: [],
        cells: [
            CellDeclaration("position", "The position in its project or the inbox, from 0.", isAlways: true)
        ]),
    ValueDeclaration(
        "dayPosition", in: .columns(["day_position"]), fields: [],
        cells: [
            CellDeclaration("dayPosition", "The position among the tasks of its day, from 0.", isAlways: true)
        ]),
    ValueDeclaration(
        "state", in: .columns(["completed_at", "cancelled_at"]), fields: [],
        cells: [
            CellDeclaration(
                "status", "The status: open, done or cancelled.", names: ["state", "completed", "done"],
                isAlways: true),
            CellDeclaration("completedAt", "When it was done.", names: ["completed at"], isAlways: true),
            CellDeclaration("cancelledAt", "When it was cancelled.", isAlways: true),
        ]),
    ValueDeclaration(
        "series", in: .columns(["occurrence", "series_id", "series_uid"]), fields: [],
        cells: [
            CellDeclaration(
                "occurrence", "The occurrence of a repeating task, a space, and the uid of that task.")
        ]),
    .days(
        "done",
        DaysDeclaration(
            in: "tasks_completion", of: "task_id",
            parts: [
                .line("occurrence", "The occurrence that was done.").cell(
                    CellDeclaration(
                        "doneOccurrences", "The occurrences that were done, one per line.")),
                .line("completedAt", "The time of completion.").column("completed_at").cell(
                    CellDeclaration("doneAt", "The times of completion, one per line.")),
            ], allowsFutureDays: true, shownIn: "done"),
        CellDeclaration("doneDays", "The days on which a repeating task was done, with spaces between.")),
    ValueDeclaration(
        "top", in: .custom, fields: [],
        cells: [CellDeclaration("top", "The place in the top three of its day: 1, 2 or 3.", isAlways: true)]),
    .days(
        "exceptions",
        DaysDeclaration(
            in: "tasks_exception", of: "task_id",
            parts: [
                .line("movedTo", "The new day or time.").column("moved_to").cell(
                    CellDeclaration("exceptionsMovedTo", "The new days or times, one per line."))
            ], allowsFutureDays: true, shownIn: "exceptions"),
        CellDeclaration("exceptions", "The days that a repeating task skips, or that are moved.")),
    .days(
        "log",
        DaysDeclaration(
            in: "tasks_log", of: "task_id",
            parts: [
                .decimal("minutes", above0To: 100_000, "The minutes spent.").withoutCell,
                .line("note", "The note.").cell(
                    CellDeclaration("logNotes", "The notes of these days, one per line.")),
            ], shownIn: "log"),
        CellDeclaration("log", "The minutes spent, by day, with spaces between: 2026-03-01=45.")),
]

/// The kinds of links from tasks to people.
enum TaskLinks {
    /// To those whom a task is for.
    static let `for` = "for"
    /// To those for whom it waits.
    static let waitingFor = "waiting for"
}

/// What a task's values say, for code.
extension RecordValues {
    /// When it was done: `Timestamp`; nil: not yet.
    var completedAt: String? { self["state"].objectValue?["completedAt"]?.textValue }
    /// When it was given up: `Timestamp`; nil: it was not.
    var cancelledAt: String? { self["state"].objectValue?["cancelledAt"]?.textValue }
    /// When it was done or given up: `Timestamp`; nil: it is open.
    var endedAt: String? { completedAt ?? cancelledAt }
    /// Whether it is still to be done.
    var isOpen: Bool { self["state"].isNull }
    /// The deadline.
    var due: CalendarTime? { CalendarTime(self["due"]) }
    /// Its rank among the three of its day.
    var topRank: Int64? { self["top"].objectValue?["rank"]?.integerValue }

    /// Says when it was done; nil: it was not.
    mutating func complete(at instant: String?) {
        self["state"] = instant.map { .object(["completedAt": .text($0)]) } ?? .null
    }
}
