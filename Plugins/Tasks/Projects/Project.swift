import AtriumSDK
import RecordKit

/// What a project is: tasks that lead to one end, with how far they are.
let projectKind = RecordKind(
    RecordDeclaration(
        .projects, "project", table: "tasks_project", values: projectValues,
        computed: ProjectFields.computed, details: ProjectFields.details,
        filters: [
            FilterDeclaration(
                .only("r.is_priority = 1"), "first", "Only the priority project."),
            FilterDeclaration(
                .containsInAny(["r.title", "r.description"]), "text",
                "Only projects whose title or description contains this."),
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
        duplicates: DuplicateDeclaration(
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
.describing("remove", "Remove a project and its tasks.")
.describing(
    "list", "List your projects.",
    "The priority project comes first. Archived projects are left out unless \(flag: "archived") is given."
)

private let projectValues: [ValueDeclaration] = [
    .line("title", "The project's title. Defaults to the title of its idea.")
        .notNull.positional.searched.upTo(longestTitle)
        .always
        .named("project", "name", "list", "board"),
    .text("description", "The description.").searched.always.named("notes", "note"),
    .moment(
        "due", zones: "tasks_zone", "The deadline: a day, a time in the zone, or an instant.",
        zone: "The time zone of the deadline (Europe/Vienna), UTC or floating. Defaults to yours."
    ).always.named("deadline", "due date"),
    .choice("impact", of: ProjectFields.impacts, "The impact.").defaulting(to: .text("medium"))
        .always
        .filtered(.equals, "Only projects with this impact."),
    .boolean("priority", "Make it your one priority project.").always.titled("Priority project"),
    .boolean("archived", "Archive the project.").always
        .filtered(.hidesTrue, "Include archived projects."),
    .people(
        "values",
        PeopleDeclaration(
            ProjectLinks.embodies, among: .values, column: "value_uids", "the values that it serves",
            noun: "value", hidesStrangers: true)
    ).option("value").always.filtered(.equals, as: "value", "Only projects that serve this value."),
    .people(
        "dreams",
        PeopleDeclaration(
            ProjectLinks.contributesTo, among: .dreams, column: "dream_uids",
            "the dreams that it contributes to", noun: "dream", hidesStrangers: true)
    ).option("dream").always.filtered(.equals, as: "dream", "Only projects that contribute to this dream."),
    .people(
        "idea",
        PeopleDeclaration(
            ProjectLinks.cameFrom, among: .ideas, column: "idea_uids", "the ideas behind it",
            noun: "idea", hidesStrangers: true)
    ).always,
    .people(
        "people",
        PeopleDeclaration(TaskLinks.for, among: .people, column: "people_uids", "the people it is for")
    ).option("person").always.grouped("Details").filtered(
        .equals, as: "person", "Only projects for this person."),
    .tags("The tags.").always.named("labels").filtered(.equals, as: "tag", "Only projects with this tag."),
    .line("color", "The color: a CSS name or #RRGGBB.").upTo(50).grouped("Details").always,
    .link("link", "A link with more information.").grouped("Details").always,
    ValueDeclaration(
        "position", in: .columns(["position"]), fields: [],
        cells: [CellDeclaration("position", "The position among projects, from 0.", isAlways: true)]),
    ValueDeclaration(
        "completedAt", in: .columns(["completed_at"]), fields: [],
        cells: [CellDeclaration("completedAt", "The time when it was finished.", isAlways: true)]),
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
