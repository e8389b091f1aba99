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
                .fromDay("r.starts_at"), "from", "Only blocks that begin on this day or later."),
            FilterDeclaration(
                .untilDay("r.starts_at"), "to", "Only blocks that begin on this day or earlier."),
            FilterDeclaration(.oneOf(BlockState.choices), "state", "Only blocks in this state."),
            FilterDeclaration(
                .only("r.spent IS NULL"), "open", "Only blocks that are not done."),
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
    "add", "Add a block of time for a task or for anything else.",
    """
    If you give neither a length nor an end, the block lasts as long as the task still needs, or 30 minutes. A block \
    cannot overlap an event or another block; with \(flag: "push") the blocks in its way move to later times.
    """
)
.describing("list", "List your blocks of time, ordered by start.")
.describing("remove", "Remove a block; its task stays.")

private let blockValues: [ValueDeclaration] = [
    .line("title", "The title; a block for a task has the title of its task.").positional
        .searched.upTo(longestTitle).always.named("summary").shownByOthers,
    ValueDeclaration.one(
        FieldDeclaration("task", .reference(.tasks), help: "The task that the block is for.")
    ).columns("task_id", "task_uid").shownByOthers.always.filtered(.equals, "Only blocks for this task."),
    .moment(
        "start", zones: "tasks_zone", "The start.",
        zone: "The time zone of the start (Europe/Vienna). Defaults to yours."
    ).required.always,
    .integer("minutes", in: BlockFields.minutes, "The length in minutes.").defaultedByRules.always,
    .integer("spent", in: 1...BlockFields.minutes.upperBound, "The minutes spent, if it is done.")
        .derived.always,
    .choice("origin", of: BlockFields.origins, "Who added it: you, a plan, or a suggestion.")
        .derived.defaultedByRules.always.filtered(.equals, "Only blocks with this origin."),
    .boolean("locked", "Prevent plans from moving the block.").always,
    .text("note", "A note about the block.").searched.always,
    .hidden("startsAt", column: "starts_at"),
]

extension CollectionID {
    /// The blocks of time.
    static let blocks = CollectionID(module: "tasks", name: "blocks")
}
