import AtriumSDK
import RecordKit

/// What an interaction is: something that the user did with people, such as a call, a meeting, a letter.
let interactionKind = RecordKind(
    RecordDeclaration(
        .interactions, "interaction", table: "connections_interaction",
        titleSQL: "r.kind || ', ' || r.happened_on || ifnull(': ' || \(NoteSQL.beginning), '')",
        values: [
            HappenedCodec.declaration,
            .line("kind", "The kind: call, meeting, message, letter, or a word of your own.")
                .notNull.defaulting(to: .text("meeting")).suggesting(
                    "call", "meeting", "message", "letter"
                )
                .filtered(.equals, "Only interactions of this kind."),
            Companions.declaration("The people you did it with.", option: nil),
            .text("note", "A note about it.").searched
                .filtered(.contains, as: "text", "Only interactions whose note contains this text."),
        ].map(\.always),
        computed: [
            FieldDeclaration(
                "zone", .text, help: "The zone of the time, or null if only the day is known.")
        ],
        filters: [Companions.filter(.interactions)],
        listColumns: ["id", "when", "kind", "people", "note"],
        sorts: [
            SortDeclaration(
                "latest", HappenedSort.latest("r.happened_on || 'T' || ifnull(r.happened_at, '00:00:00')")),
            SortDeclaration("oldest", "r.happened_on || ifnull('T' || r.happened_at, '')"),
            SortDeclaration("kind", "r.kind"),
        ],
        file: FileDeclaration(
            "interactions.csv",
            signs: [
                SignDeclaration(["when", "people", "kind", "uid"]),
                SignDeclaration(["when", "people", "kind"], isCertain: false),
                SignDeclaration(["people", "when"], isCertain: false, requiresMapping: true),
                SignDeclaration(["when", "people"], isCertain: false, requiresMapping: true),
            ], fingerprints: [["when", "kind"]]),
        look: RecordLook(
            title: "people", lead: .day("when"), facts: ["kind"], text: "note", grouping: .month("when"),
            groups: [FieldGroup("", ["when", "people"]), FieldGroup("Note", ["note"])])),
    rules: InteractionRules()
)
.codec(HappenedCodec(), of: "when")
.codec(Companions(.interactions), of: "people")
.place(Companions(.interactions), of: "people")
.words(
    .form { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased() }, of: "kind"
)
.describing("list", "List your interactions with people, newest first.")
.describing(
    "add", titled: "Log interaction", "Log an interaction with people.",
    """
    An interaction counts as contact with each of the people. \(command: "connections follow-up") lists the people you \
    are due to contact.
    """
)

extension CollectionID {
    /// The interactions.
    static let interactions = CollectionID(module: "connections", name: "interactions")
    /// The memories.
    static let memories = CollectionID(module: "connections", name: "memories")
}

struct InteractionRules: RecordRules {
    func computed(_ record: StoredRecord, _ context: CommandContext) -> DataObject {
        ["zone": HappenedAt(record.values["when"])?.zone.map(DataValue.text) ?? .null]
    }

    func mend(_ values: inout RecordValues) -> [RowCells.Problem] { Companions.problems(values) }
}

/// SQL to sort what happened.
enum HappenedSort {
    /// An expression that is the smaller, the later a text of a day and a time is.
    static func latest(_ when: String) -> String { "-julianday(\(when))" }
}

/// SQL about notes.
enum NoteSQL {
    /// The beginning of the note of `r` on one line; null where there is none.
    static let beginning = "substr(replace(replace(r.note, char(13), ''), char(10), ' '), 1, 80)"
}
