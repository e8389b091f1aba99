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
.describing("remove", "Remove a task with its subtasks.")
.describing(
    "list", "List your tasks: those that are open, unless another status is asked for.",
    "Tasks of archived projects are left out unless \(flag: "archived") is given.")

/// The columns that tables of other things have not.
private let onlyOfTasks = ["planned", "due", "status", "kind", "project"]

private let taskValues: [ValueDeclaration] = [
    .line("title", "What is to be done.").required.positional.searched.upTo(longestTitle).always
        .named("task", "name", "todo", "content", "Aufgabe", "tâche", "tarea"),
    .date("planned", "The day on which it is to be done.").always.named("plan", "scheduled")
        .filtered(.equals, "Only those that are planned for this day."),
    .moment(
        "due", zones: "tasks_zone", "The deadline: a day, a time in the zone, or an instant.",
        zone: "The zone of the deadline (Europe/Vienna), UTC or floating; yours if none is given."
    ).always.named("due date", "deadline", "fällig", "échéance")
        .filtered(.until, as: "dueBy", "Only those that are due until this day."),
    .integer("estimate", in: TaskFields.minutes, "How many minutes it takes in all.").always
        .hinted("In minutes.").titled("Minutes").named("duration", "minutes"),
    ValueDeclaration.one(
        FieldDeclaration(
            "project", .reference(.projects), help: "The project that it is in; none: the inbox.")
    ).column("project_id").always.named("list", "board", "Projekt", "projet")
        .filtered(.equals, "Only those of this project."),
    .tags("Its tags.").always.named("labels", "contexts", "Etiketten")
        .filtered(.equals, as: "tag", "Only those with this tag."),
    .text("notes", "More about it.").searched.always.named("note", "description", "details", "Notizen"),
    .choice("kind", of: TaskFields.kinds, "Whether it must be done, or could be done any time.")
        .filled.always.filtered(.equals, "Only those of this kind.").grouped("Details"),
    .choice("energy", of: TaskFields.energies, "What it asks of you; without one it counts as medium.")
        .always.filtered(.equals, "Only those that ask for so much.").grouped("Details"),
    .integer("priority", in: 1...9, "From 1, the highest, to 9, the lowest.").always
        .hinted("From 1, the highest, to 9, the lowest.").grouped("Details").named("importance", "Priorität"),
    .line("section", "The heading that it stands under in its project.").upTo(200).always.searched
        .grouped("Details").named("column", "heading", "Abschnitt")
        .filtered(.equals, "Only those under this heading."),
    .date("start", "The day before which it is not shown as to be done.").column("starts").always
        .titled("Not before").grouped("Details").named("start date", "defer"),
    ValueDeclaration.one(
        FieldDeclaration("parent", .reference(.tasks), help: "The task that it is a part of.")
    ).columns("parent_id", "parent_uid").always.grouped("Details").named("parent task"),
    ValueDeclaration.one(
        FieldDeclaration(
            "repeat", .text, help: "How it repeats: RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=SU."
        )
        .formatted(.recurrence, zone: "zone")
    ).column("rrule").titled("Repeats").always.grouped("Details"),
    .choice(
        "repeatFrom", of: ["schedule", "completion"],
        "Whether it comes again by its rule, or so long after it was done."
    ).defaulting(to: .text("schedule")).grouped("Details").always,
    .people(
        "people",
        PeopleDeclaration(TaskLinks.for, among: .people, column: "people_uids", "those whom it is for")
    ).option("person").always.grouped("Details").filtered(
        .equals, as: "person", "Only those for this person."
    )
    .named("assignee", "responsible"),
    .people(
        "waitingFor",
        PeopleDeclaration(
            TaskLinks.waitingFor, among: .people, column: "waiting_uids", "those for whom it waits")
    ).always.grouped("Details"),
    .link("link", "Where to read more.").searched.grouped("Details").always,
    ValueDeclaration(
        "position", in: .columns(["position"]), fields: [],
        cells: [
            CellDeclaration("position", "Its place in its project or in the inbox, from 0.", isAlways: true)
        ]),
    ValueDeclaration(
        "dayPosition", in: .columns(["day_position"]), fields: [],
        cells: [
            CellDeclaration("dayPosition", "Its place among the tasks of its day, from 0.", isAlways: true)
        ]),
    ValueDeclaration(
        "state", in: .columns(["completed_at", "cancelled_at"]), fields: [],
        cells: [
            CellDeclaration(
                "status", "Whether it is open, done or cancelled.", names: ["state", "completed", "done"],
                isAlways: true),
            CellDeclaration("completedAt", "When it was done.", names: ["completed at"], isAlways: true),
            CellDeclaration("cancelledAt", "When it was given up.", isAlways: true),
        ]),
    ValueDeclaration(
        "series", in: .columns(["occurrence", "series_id", "series_uid"]), fields: [],
        cells: [
            CellDeclaration(
                "occurrence", "Which time of a repeating task it is, and behind a blank the uid of that one.")
        ]),
    .days(
        "done",
        DaysDeclaration(
            in: "tasks_completion", of: "task_id",
            parts: [
                .line("occurrence", "Which time of the repetition it was.").cell(
                    CellDeclaration(
                        "doneOccurrences", "Which times of the repetition they were, a line each.")),
                .line("completedAt", "When it was done.").column("completed_at").cell(
                    CellDeclaration("doneAt", "When they were done, a line each.")),
            ], mayBeYetToCome: true, shownIn: "done"),
        CellDeclaration("doneDays", "The days of a repeating task that are done, with blanks between.")),
    ValueDeclaration(
        "top", in: .custom, fields: [],
        cells: [CellDeclaration("top", "Its place among the three of its day: 1, 2 or 3.", isAlways: true)]),
    .days(
        "exceptions",
        DaysDeclaration(
            in: "tasks_exception", of: "task_id",
            parts: [
                .line("movedTo", "The day or time that it was moved to.").column("moved_to").cell(
                    CellDeclaration("exceptionsMovedTo", "Where they were moved to, a line each."))
            ], mayBeYetToCome: true, shownIn: "exceptions"),
        CellDeclaration("exceptions", "The days on which a repeating task is not to be done, or is moved.")),
    .days(
        "log",
        DaysDeclaration(
            in: "tasks_log", of: "task_id",
            parts: [
                .decimal("minutes", above0To: 100_000, "How many minutes.").withoutCell,
                .line("note", "What was noted.").cell(
                    CellDeclaration("logNotes", "What was noted of the days, a line each.")),
            ], shownIn: "log"),
        CellDeclaration("log", "The minutes that were spent, by day: 2026-03-01=45, with blanks between.")),
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
    /// When it was done: `Instant`; nil: not yet.
    var completedAt: String? { self["state"].objectValue?["completedAt"]?.textValue }
    /// When it was given up: `Instant`; nil: it was not.
    var cancelledAt: String? { self["state"].objectValue?["cancelledAt"]?.textValue }
    /// When it was done or given up: `Instant`; nil: it is open.
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
