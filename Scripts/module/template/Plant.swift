import AtriumSDK
import RecordKit

/// What a plant is: its values, each with its column, its field and its cell of CSV.
let plantKind = RecordKind(
    RecordDeclaration(
        .plants, "plant", isMain: true, table: "plants_plant",
        values: [
            .line("name", "What the plant is called.").required.positional.always.upTo(500),
            .integer("rating", in: 1...5, "How good it is, from 1 to 5, the best.").always,
            .date("since", "Since when you have it.").always,
            .text("notes", "More about it.").searched,
            .tags("Its tags.").filtered(.equals, as: "tag", "Only plants with this tag."),
            .boolean("archived", "Whether it is put away, out of lists.")
                .filtered(.hidesTrue, "Whether to give archived plants too."),
        ],
        listColumns: ["id", "name", "rating", "since"],
        sorts: [SortDeclaration("name", "lower(r.name)"), SortDeclaration("created", "r.created_at")],
        file: FileDeclaration(
            "plants.csv", signs: [SignDeclaration(["name", "rating", "since"], isCertain: false)],
            fingerprints: [["name"]]),
        look: RecordLook(
            facts: ["since", "tags"], key: "rating",
            groups: [FieldGroup("", ["rating", "since", "tags"]), FieldGroup("Notes", ["notes"])])))
