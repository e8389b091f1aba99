import AtriumSDK
import RecordKit

/// What a value is: something that matters to the user, and that projects stand for.
let valueKind = RecordKind(
    RecordDeclaration(
        .values, "value", isMain: true, table: "values_value",
        values: [
            .line("title", "The value in a few words; titles are unique.").required.positional
                .upTo(500).always.named("value", "name", "Wert", "valeur"),
            .text("description", "Details, in Markdown.").positional.searched.upTo(1_000_000).always
                .named("notes", "Beschreibung"),
            .position("position", "The value's place in your order, from 1. A new value is the last.").always
                .grouped("Details"),
            .line("color", "A color: a CSS name such as teal, or #RRGGBB.").hinted("A name such as teal.")
                .grouped("Details").named("colour", "Farbe"),
            .line("icon", "The name of a Lucide icon, such as heart.").hinted("A name such as heart.")
                .grouped("Details").upTo(100).always,
        ],
        linked: [
            LinkedDeclaration(
                "projects", "project", from: .projects, kind: "embodies",
                "The titles of the projects that embody the value.")
        ],
        filters: [
            FilterDeclaration(
                .containsInAny(["r.title", "r.description"]), "text",
                "Only values whose title or description contains this.")
        ],
        listColumns: ["id", "title", "description", "projects"],
        sorts: [
            SortDeclaration("position", "r.position"), SortDeclaration("title", "lower(r.title)"),
            SortDeclaration("created", "r.created_at"),
        ],
        duplicates: DuplicateDeclaration(of: "title", column: "title_key", isUnique: true),
        file: FileDeclaration(
            "values.csv",
            signs: [
                // Tables of projects have a title, a description and a position too.
                SignDeclaration(["title", "description", "position", "icon"]),
                SignDeclaration(
                    ["title"], andOf: ["description", "position", "color"], isCertain: false,
                    isOfChosenModule: true),
            ], fingerprints: [["title"]]),
        look: RecordLook(
            lead: .color("color"), facts: ["projects"], text: "description",
            groups: [FieldGroup("", ["description", "projects"])]))
)
.words(.color, of: "color")
.words(.icon, of: "icon")
.describing("list", "List your values in your own order.")
.describing("remove", "Remove a value but not its projects.")

/// How values stand in outlines, with their projects below them.
let valueOutlines = OutlineDeclaration(
    "value", in: "values.opml", title: "Values", attributes: ["title": ["text"]], below: ["projects"])
