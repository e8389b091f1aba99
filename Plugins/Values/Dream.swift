import AtriumSDK
import RecordKit

/// What a dream is: something that the user wants to have done or become, perhaps by a year.
let dreamKind = RecordKind(
    RecordDeclaration(
        .dreams, "dream", table: "values_dream",
        values: [
            .line("title", "The dream in a few words.").required.positional.upTo(500).always
                .named("dream", "name", "goal", "Traum", "rêve"),
            .text("description", "Details, in Markdown.").positional.searched.upTo(1_000_000).always
                .named("notes", "Beschreibung"),
            .tags("The dream's tags.").always.named("labels").filtered(
                .equals, as: "tag", "Only dreams with this tag."),
            .line("timeframe", "The timeframe in your own words, such as “by 2030” or “in 5 years”.").searched
                .upTo(200).always.hinted("Such as by 2030, or in 5 years.").named("when", "Zeitrahmen"),
            .integer(
                "by", in: 1...9999,
                """
                The year of the timeframe. A span such as 5 years counts from the day on which you wrote it.
                """
            ).column("by_year").derived,
            .date("achievedOn", "The day on which the dream was achieved; empty until then.").past
                .grouped("Details").filtered(
                    .isThere, as: "achieved", "Only achieved dreams (true) or only the others (false)."),
        ],
        computed: [
            FieldDeclaration(
                "achieved", .boolean, help: "True if the dream was achieved.", isRequired: true
            ).derived
        ],
        linked: [
            LinkedDeclaration(
                "projects", "project", from: .projects, kind: "contributes to",
                "The titles of the projects that contribute to the dream.")
        ],
        photo: "A picture of the dream.",
        filters: [
            FilterDeclaration(
                .containsInAny(["r.title", "r.description", "r.timeframe"]), "text",
                "Only dreams whose title, description or timeframe contains this.")
        ],
        listColumns: ["id", "title", "timeframe", "by", "tags", "achievedOn"],
        sorts: [
            SortDeclaration("title", "lower(r.title)"),
            // Behind all years that there can be.
            SortDeclaration("timeframe", "ifnull(r.by_year, 10000)"),
            SortDeclaration("created", "r.created_at"),
        ],
        file: FileDeclaration(
            "dreams.csv",
            signs: [
                SignDeclaration(["title", "timeframe"]),
                SignDeclaration(["title", "achievedOn"], isCertain: false, isOfChosenModule: true),
            ], fingerprints: [["title"]]),
        look: RecordLook(
            lead: .face(photo: "photo"), facts: ["timeframe", "tags", "projects"], key: "achievedOn",
            text: "description",
            groups: [
                FieldGroup("", ["timeframe", "by", "description", "projects", "tags"]),
                FieldGroup("Picture", ["photo"]),
            ], hidden: ["achieved"], actions: ["achieve"])),
    rules: DreamRules()
)
.describing("list", "List your dreams.")
.describing("remove", "Remove a dream but not its projects.")

/// How dreams stand in outlines, with their projects below them.
let dreamOutlines = OutlineDeclaration(
    "dream", in: "dreams.opml", title: "Dreams", attributes: ["title": ["text"]], below: ["projects"])

/// What the declaration of a dream does not say: the year of its timeframe, and whether it was achieved.
struct DreamRules: RecordRules {
    func mend(_ values: inout RecordValues) -> [RowCells.Problem] {
        switch values.text("timeframe").flatMap(Timeframe.init) {
        case nil: values["by"] = .null
        case .year(let year)?: values["by"] = .integer(Int64(year))
        // It counts from the day on which it was written: the file says the year, or ``check`` finds it.
        case .span?: break
        }
        return []
    }

    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) {
        _ = mend(&values)
        guard let text = values.text("timeframe"), case .span(let span)? = Timeframe(text) else { return }
        let isWrittenBefore = old?.values.text("timeframe") == text
        let isImported = door == .file && old?.values["by"] != values["by"]
        if !values.isEmpty("by"), isWrittenBefore || isImported { return }
        values["by"] = span.year(from: context.today).map { DataValue.integer(Int64($0)) } ?? .null
    }

    func computed(_ record: StoredRecord, _ context: CommandContext) -> DataObject {
        ["achieved": .bool(!record.values.isEmpty("achievedOn"))]
    }
}
