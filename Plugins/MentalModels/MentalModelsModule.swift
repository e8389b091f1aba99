public import AtriumSDK

/// Mental models: what the user thinks with, in the six levels of Munger's hierarchy, and what texts show of them.
public let mentalModelsModule = Module(
    manifest: Manifest(
        id: "mental-models", title: "Mental models",
        summary: "A library of mental models and their failure modes; finds the models that apply to a text.",
        version: "1.0.0", icon: "brain"),
    migrations: mentalModelsMigrations,
    collections: [
        Collection(
            .models, recordName: "model", isMain: true, table: "mental_models_model", titleSQL: "r.name",
            searchFields: [
                SearchField("description", sql: "r.description"), SearchField("keywords", sql: "r.keywords"),
                SearchField("examples", sql: "r.examples"),
            ], recordFields: ModelFields.record,
            commands: ModelCommands.all + [CaptureCommand.capture, StatsCommand.stats],
            look: RecordLook(
                facts: ["category", "level"], text: "description",
                groups: [
                    FieldGroup("", ["description"]), FieldGroup("Examples", ["examples"]),
                    FieldGroup("Failure modes", ["failureModes"]), FieldGroup("Keywords", ["keywords"]),
                    FieldGroup("Related", ["related"]),
                ])),
        Collection(
            .categories, recordName: "category", isMain: false, table: "mental_models_category",
            titleSQL: "r.name", searchFields: [SearchField("description", sql: "r.description")],
            recordFields: CategoryFields.record, commands: CategoryCommands.all,
            look: RecordLook(facts: ["level"], key: "modelCount", text: "description")),
        Collection(
            .levels, recordName: "level", isMain: false, table: "mental_models_level", titleSQL: "r.title",
            searchFields: [SearchField("description", sql: "r.description")],
            recordFields: LevelFields.record, commands: LevelCommands.all,
            look: RecordLook(facts: ["categoryCount"], key: "modelCount", text: "description")),
        Collection(
            .failureModes, recordName: "failure mode", isMain: false, table: "mental_models_failure_mode",
            titleSQL: "r.name", searchFields: [SearchField("description", sql: "r.description")],
            recordFields: FailureModeFields.record, commands: FailureModeCommands.all,
            look: RecordLook(facts: ["model"], key: "severity", text: "description")),
        Collection(
            .observations, recordName: "observation", isMain: false, table: "mental_models_observation",
            titleSQL: "substr(r.text, 1, 80)", searchFields: [SearchField("text", sql: "r.text")],
            recordFields: ObservationFields.record, commands: ObservationCommands.all,
            look: RecordLook(
                title: "text", lead: .day("capturedAt"), facts: ["lollapalooza", "models"],
                grouping: .month("capturedAt"),
                groups: [FieldGroup("", ["text"]), FieldGroup("Analysis", ["findings", "drawing"])],
                actions: ["analyze"])),
    ],
    importers: MentalModelsExchange.importers, exporters: MentalModelsExchange.exporters,
    figures: MentalModelsOverview.figures,
    cards: [
        Card(
            "latest", title: "Latest observations", command: ["mental-models", "observations", "list"],
            limit: 3)
    ])

extension CollectionID {
    /// The models.
    static let models = CollectionID(module: "mental-models", name: "models")
    /// The categories, each in one level.
    static let categories = CollectionID(module: "mental-models", name: "categories")
    /// The levels that are in use.
    static let levels = CollectionID(module: "mental-models", name: "levels")
    /// The ways in which models mislead.
    static let failureModes = CollectionID(module: "mental-models", name: "failure-modes")
    /// The texts that were captured.
    static let observations = CollectionID(module: "mental-models", name: "observations")
}
