public import AtriumSDK

/// Journal: a diary, and decisions whose expectations are sealed and looked at again.
public let journalModule = Module(
    manifest: Manifest(
        id: "journal", title: "Journal",
        summary: "A diary, and a record of decisions: what you expected and what happened.",
        version: "1.0.0", icon: "notebook-pen", enhances: ["connections", "mental-models"]),
    migrations: journalMigrations,
    collections: [
        Collection(
            .entries, recordName: "entry", isMain: true, table: "journal_entry",
            titleSQL: """
                coalesce(r.title, nullif(trim(substr(\(firstWords), 1,
                    ifnull(nullif(instr(\(firstWords), char(10)), 0) - 1, length(r.text)))), ''), '(untitled)')
                """,
            searchFields: [SearchField("text", sql: "r.text"), SearchField("place", sql: "r.place")],
            recordFields: EntryFields.record,
            commands: EntryCommands.all + EntryPhotos.all + EntryDays.all,
            look: RecordLook(
                title: "heading", untitled: "title", lead: .day("at"),
                facts: ["mood", "place", "people", "tags"], text: "text",
                grouping: .month("at"),
                groups: [
                    FieldGroup("", ["text"]), FieldGroup("Photos", ["photos"]),
                    FieldGroup("Where and with whom", ["at", "place", "mood", "people", "tags"]),
                ], actions: ["add-photo"])),
        Collection(
            .decisions, recordName: "decision", isMain: false, table: "journal_decision",
            titleSQL: "r.title",
            searchFields: [
                SearchField("context", sql: "r.context"), SearchField("options", sql: "r.options"),
                SearchField("expected", sql: "r.expected"),
                SearchField(
                    "addenda",
                    sql:
                        "(SELECT group_concat(a.text, char(10)) FROM journal_addendum a WHERE a.decision_id = r.id)"
                ),
                SearchField("outcome", sql: "r.outcome"), SearchField("lessons", sql: "r.lessons"),
            ], recordFields: DecisionFields.record,
            commands: DecisionCommands.all + DecisionActions.all + CalibrationCommand.all,
            look: RecordLook(
                facts: ["chosen", "reviewOn", "tags"], key: "status", figures: ["confidence", "rating"],
                groups: [
                    FieldGroup("Chosen", ["chosen"]), FieldGroup("Options", ["options"]),
                    FieldGroup("Context", ["context"]), FieldGroup("Expectation", ["expected"]),
                    FieldGroup("Additions", ["addenda"]),
                    FieldGroup("Outcome", ["outcome", "cameOut"]),
                    FieldGroup("Lessons", ["lessons"]),
                    FieldGroup("Dates and models", ["reviewOn", "sealedAt", "reviewedAt", "models", "tags"]),
                ], actions: ["seal", "review", "amend"])),
    ],
    importers: JournalExchange.importers, itemMarks: [JournalExchange.decisionMark],
    exporters: JournalExchange.exporters,
    figures: JournalOverview.figures, days: [JournalOverview.reviews], happenings: [JournalOverview.mentions],
    followers: [JournalPeople.follower, DecisionModels.follower],
    cards: [Card("latest", title: "Latest entries", command: ["journal", "list"], limit: 3)])

/// SQL for the text of an entry from its first word on, without the marks of a heading.
private let firstWords = "ltrim(r.text, char(9, 10, 13, 32) || '#')"

extension CollectionID {
    /// The entries of the diary.
    static let entries = CollectionID(module: "journal", name: "entries")
    /// The decisions.
    static let decisions = CollectionID(module: "journal", name: "decisions")
    /// The people, of the module that keeps them.
    static let people = CollectionID(module: "connections", name: "people")
}
