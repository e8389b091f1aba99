import AtriumSDK
import RecordKit

/// The declaration of a plant: its values, each with its column, field and CSV cell.
let plantKind = RecordKind(
    RecordDeclaration(
        .plants, "plant", isMain: true, table: "plants_plant",
        values: [
            .line("name", "The plant's name.").required.positional.always.upTo(500),
            .integer("rating", in: 1...5, "The rating, from 1 to 5 (best).").always,
            .date("since", "The day on which you got the plant.").always,
            .text("notes", "Notes about the plant.").searched,
            .tags("The plant's tags.").filtered(.equals, as: "tag", "Only plants with this tag."),
            .boolean("archived", "Archive the plant, so that lists omit it.")
                .filtered(.hidesTrue, "Include archived plants."),
        ],
        listColumns: ["id", "name", "rating", "since"],
        sorts: [SortDeclaration("name", "lower(r.name)"), SortDeclaration("created", "r.created_at")],
        file: FileDeclaration(
            "plants.csv", signs: [SignDeclaration(["name", "rating", "since"], isCertain: false)],
            fingerprints: [["name"]]),
        look: RecordLook(
            facts: ["since", "tags"], key: "rating",
            groups: [FieldGroup("", ["rating", "since", "tags"]), FieldGroup("Notes", ["notes"])])))
