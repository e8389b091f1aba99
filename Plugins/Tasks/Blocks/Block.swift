import AtriumSDK
import RecordKit

/// What a block is: time on a day that is kept for a task, or for something of its own.
let blockKind = RecordKind(
    RecordDeclaration(
        .blocks, "block", table: "tasks_block", hasRevision: true,
        titleSQL: BlockFields.nameSQL, preferredSQL: "r.spent IS NULL", values: blockValues,
        computed: BlockFields.computed, details: BlockFields.details,
        filters: [
            FilterDeclaration(
                .fromDay("r.starts_at"), "from", "Only those that begin on this day or later."),
            FilterDeclaration(
                .untilDay("r.starts_at"), "to", "Only those that begin on this day or earlier."),
            FilterDeclaration(.oneOf(BlockState.choices), "state", "Only those that stand so."),
            FilterDeclaration(
                .only("r.spent IS NULL"), "open", "Whether to give only those that are not done."),
        ],
        listColumns: ["id", "title", "start", "minutes", "kind", "state", "origin"],
        sorts: [
            SortDeclaration("start", "r.starts_at"), SortDeclaration("created", "r.created_at"),
            SortDeclaration("updated", "r.updated_at"),
        ],
        file: FileDeclaration(
            "blocks.csv",
            signs: [
                SignDeclaration(["start", "minutes", "origin"]),
                SignDeclaration(["start", "minutes", "task"], isCertain: false),
            ], fingerprints: [["task", "title", "start"]]),
        look: RecordLook(
            facts: ["start", "minutes", "state", "kind"],
            groups: [
                FieldGroup("", ["start", "end", "minutes", "spent", "taskId", "kind", "origin", "locked"]),
                FieldGroup("Note", ["note"]),
            ], hidden: ["task", "startsAt", "endsAt", "zone"], actions: ["done", "move", "resize"])),
    rules: BlockRules()
)
.codec(BlockTitleCodec(), of: "title")
.codec(TaskCodec(name: "task"), of: "task")
.describing(
    "add", "Keep a time for a task, or for something of its own.",
    """
    The minutes are those that are left of the task, or 30, if neither they nor an end are given. A time that an event or \
    another block has is refused; with \(flag: "push") the blocks that are in the way move to later times.
    """
)
.describing("list", "List your blocks of time, the first by their start.")
.describing("remove", "Take a block off its day; its task stays.")

private let blockValues: [ValueDeclaration] = [
    .line("title", "What the time is for; of a block for a task, what the task is called.").positional
        .searched.upTo(longestTitle).always.named("summary").shownByOthers,
    ValueDeclaration.one(
        FieldDeclaration("task", .reference(.tasks), help: "The task that the time is for.")
    ).columns("task_id", "task_uid").shownByOthers.always.filtered(.equals, "Only those for this task."),
    .moment(
        "start", zones: "tasks_zone", "When it begins.",
        zone: "The zone on whose clock it begins (Europe/Vienna); yours if none is given."
    ).required.always,
    .integer("minutes", in: BlockFields.minutes, "How many minutes it lasts.").filled.always,
    .integer("spent", in: 1...BlockFields.minutes.upperBound, "How many minutes were spent, if it is done.")
        .made.always,
    .choice("origin", of: BlockFields.origins, "Who put it there: you, a plan, or a suggestion.").made.filled
        .always.filtered(.equals, "Only those that this put there."),
    .boolean("locked", "Whether plans must not move it.").always,
    .text("note", "What there is to say of it.").searched.always,
    .hidden("startsAt", column: "starts_at"),
]

extension CollectionID {
    /// The blocks of time.
    static let blocks = CollectionID(module: "tasks", name: "blocks")
}
