import AtriumSDK
import RecordKit

/// What a project is: tasks that lead to one end, with how far they are.
let projectKind = RecordKind(
    RecordDeclaration(
        .projects, "project", table: "tasks_project", values: projectValues,
        computed: ProjectFields.computed, details: ProjectFields.details,
        filters: [
            FilterDeclaration(
                .only("r.is_priority = 1"), "first", "Whether to give only the one that comes first."),
            FilterDeclaration(
                .containsInAny(["r.title", "r.description"]), "text",
                "Only those whose title or description contain this."),
        ],
        listColumns: ["id", "title", "progress", "due", "impact", "priority", "archived"],
        sorts: [
            SortDeclaration("position", "(1 - r.is_priority) * 1000000000000 + r.position"),
            SortDeclaration("due", "ifnull(r.due, '~')"),
            SortDeclaration(
                "impact", "CASE r.impact WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END"),
            SortDeclaration("progress", ProjectFields.progressSQL), SortDeclaration("title", "r.title_key"),
            SortDeclaration("created", "r.created_at"), SortDeclaration("updated", "r.updated_at"),
        ],
        doubles: DoublesDeclaration(
            of: "title", column: "title_key", isUnique: true, exempting: "archived"),
        file: FileDeclaration(
            "projects.csv",
            signs: [
                SignDeclaration(["title", "impact", "archived"]),
                SignDeclaration(["title", "impact"], isCertain: false),
            ], fingerprints: [["title"]]),
        look: RecordLook(
            facts: ["priority", "tasksDone", "due", "impact", "values", "tags"], meter: "progress",
            figures: ["tasksDone", "tasksTotal"],
            groups: [
                FieldGroup("", ["due", "impact", "values", "dreams", "idea", "people", "link", "tags"]),
                FieldGroup("Description", ["description"]),
            ], hidden: ["position", "sections"], parts: [.view("board")],
            actions: ["prioritize", "archive", "finish"], hidesReferences: true)),
    rules: ProjectRules()
)
.codec(InstantCodec(header: "completedAt"), of: "completedAt")
.codec(PositionCodec(header: "position"), of: "position")
.words(.link, of: "link")
.words(.color, of: "color")
.describing("remove", "Remove a project with its tasks.")
.describing(
    "list", "List your projects.",
    "The project that has priority stands first; archived ones are left out unless \(flag: "archived") is given."
)

private let projectValues: [ValueDeclaration] = [
    .line("title", "What the project is called; of one that comes from an idea, at first as that is.")
        .neverEmpty.positional.searched.upTo(longestTitle)
        .always
        .named("project", "name", "list", "board"),
    .text("description", "What it is for.").searched.always.named("notes", "note"),
    .moment(
        "due", zones: "tasks_zone", "When it is to be finished: a day, a time in the zone, or an instant.",
        zone: "The zone of the deadline (Europe/Vienna), UTC or floating; yours if none is given."
    ).always.named("deadline", "due date"),
    .choice("impact", of: ProjectFields.impacts, "How much it changes.").defaulting(to: .text("medium"))
        .always
        .filtered(.equals, "Only those that change so much."),
    .boolean("priority", "Whether it is the one project that comes first.").always.titled("Priority project"),
    .boolean("archived", "Whether it is put away.").always
        .filtered(.hidesTrue, "Whether to give archived ones too."),
    .people(
        "values",
        PeopleDeclaration(
            ProjectLinks.embodies, among: .values, column: "value_uids", "the values that it embodies",
            hidesStrangers: true)
    ).option("value").always.filtered(.equals, as: "value", "Only those that embody this value."),
    .people(
        "dreams",
        PeopleDeclaration(
            ProjectLinks.contributesTo, among: .dreams, column: "dream_uids",
            "the dreams to which it contributes", hidesStrangers: true)
    ).option("dream").always.filtered(.equals, as: "dream", "Only those that contribute to this dream."),
    .people(
        "idea",
        PeopleDeclaration(
            ProjectLinks.cameFrom, among: .ideas, column: "idea_uids", "the idea from which it came",
            hidesStrangers: true)
    ).always,
    .people(
        "people",
        PeopleDeclaration(TaskLinks.for, among: .people, column: "people_uids", "those whom it is for")
    ).option("person").always.grouped("Details").filtered(
        .equals, as: "person", "Only those for this person."),
    .tags("Its tags.").always.named("labels").filtered(.equals, as: "tag", "Only those with this tag."),
    .line("color", "Its colour: a name of CSS or #RRGGBB.").upTo(50).grouped("Details").always,
    .link("link", "Where to read more.").grouped("Details").always,
    ValueDeclaration(
        "position", in: .columns(["position"]), fields: [],
        cells: [CellDeclaration("position", "Its place among projects, from 0.", isAlways: true)]),
    ValueDeclaration(
        "completedAt", in: .columns(["completed_at"]), fields: [],
        cells: [CellDeclaration("completedAt", "When it was finished.", isAlways: true)]),
]

/// The kinds of links from projects.
enum ProjectLinks {
    /// To the values that a project embodies.
    static let embodies = "embodies"
    /// To the dreams to which it contributes.
    static let contributesTo = "contributes to"
    /// To the idea from which it came.
    static let cameFrom = "came from"
}
