public import AtriumSDK
import RecordKit

/// Tasks: what takes time, alone or in projects, planned for days, with the three of a day that matter most.
public let tasksModule = Module(
    manifest: Manifest(
        id: "tasks", title: "Tasks",
        summary: "Tasks and projects, a plan for the day, and your top three.",
        version: "1.0.0", icon: "list-checks", enhances: ["connections", "values", "ideas", "calendar"]),
    migrations: tasksMigrations,
    collections: [
        TaskWords.reading(
            taskKind.collection(
                with: TaskActions.all + TaskPlans.all + TaskLists.all + DayCommands.all + PlanCommands.all
                    + SuggestCommands.all + [
                        TaskWords.understand, Alignment.command,
                    ])),
        projectKind.collection(with: ProjectCommands.all),
        blockKind.collection(with: BlockCommands.all),
        checkInKind.collection(with: [CheckInSummary.command]),
    ],
    importers: [
        taskKind.importer(), projectKind.importer(), blockKind.importer(), BlocksCalendar.importer,
        checkInKind.importer(),
        TasksCalendar.importer, TasksTodoTxt.importer,
        TasksTaskPaper.importer,
    ],
    itemMarks: [TasksCalendar.mark, BlocksCalendar.mark, DueEvent.mark],
    rewrites: taskKind.rewrites,
    exporters: [
        // Those of tasks first: they are meant if no collection is named.
        taskKind.exporter(), TasksCalendar.exporter, TasksTodoTxt.exporter, TasksTaskPaper.exporter,
        projectKind.exporter(), blockKind.exporter(), BlocksCalendar.exporter, checkInKind.exporter(),
    ],
    figures: TasksOverview.figures, days: [TasksOverview.days, DayOverview.blocks],
    happenings: [TasksOverview.done],
    followers: [
        taskKind.follower(to: .people), projectKind.follower(to: .people), projectKind.follower(to: .values),
        projectKind.follower(to: .dreams), projectKind.follower(to: .ideas),
    ],
    views: [
        View(
            "tasks", title: "Tasks", command: ["tasks", "inbox"],
            form: .sheet(
                .init(
                    add: "add", field: "text", preview: "understand",
                    sections: [
                        .init(
                            "Today’s top three", ["tasks", "today"], ["group": .text("top")],
                            done: "doneOnDay", order: "reorder", orderValues: ["day": .text("today")],
                            without: ["planned"]),
                        .init(
                            "Today", ["tasks", "today"], ["group": .text("rest")], done: "doneOnDay",
                            order: "reorder", orderValues: ["day": .text("today")], without: ["planned"]),
                        .init("Left over from earlier days", ["tasks", "leftover"], action: "carry-over"),
                        .init("Inbox", ["tasks", "inbox"]),
                        .init("Upcoming", ["tasks", "upcoming"], isAside: true),
                    ]))),
        View(
            "day", title: "The day", command: ["tasks", "day"],
            form: .hours(
                .init(
                    blocks: .blocks, add: .init("add", "start"), move: .init("move", "to"),
                    resize: .init("resize", "end"),
                    suggest: .init("suggest", "at"), feeling: .init("energy", TaskFields.energies),
                    take: "take", plan: .init("plan", "day")))),
        View(
            "board", title: "Open tasks", command: ["tasks", "projects", "open"],
            form: .board(by: "section", of: .tasks)),
    ],
    settings: TaskSettings.all, cards: TasksOverview.cards,
    firstSteps: [
        FirstStep(
            "task", title: "A task for any time",
            help: "Add a task without a fixed time: read a chapter, water the plants.",
            isDoneSQL: "SELECT EXISTS (SELECT 1 FROM tasks_task WHERE kind = 'flexible')",
            command: ["tasks", "add"])
    ])

extension CollectionID {
    /// The tasks.
    static let tasks = CollectionID(module: "tasks", name: "tasks")
    /// The projects.
    static let projects = CollectionID(module: "tasks", name: "projects")
    /// The people, of the module that keeps them.
    static let people = CollectionID(module: "connections", name: "people")
    /// The values, of the module that keeps them.
    static let values = CollectionID(module: "values", name: "values")
    /// The dreams, of the module that keeps them.
    static let dreams = CollectionID(module: "values", name: "dreams")
    /// The ideas, of the module that keeps them.
    static let ideas = CollectionID(module: "ideas", name: "ideas")
}
