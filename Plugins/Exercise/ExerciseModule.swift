public import AtriumSDK
import RecordKit

/// Exercise: what somebody trains, each set of it, and how far they have come.
public let exerciseModule = Module(
    manifest: Manifest(
        id: "exercise", title: "Exercise",
        summary:
            "Your training, set by set: cardio, strength and flexibility, with history and records.",
        version: "1.0.0", icon: "dumbbell"),
    migrations: exerciseMigrations,
    collections: [
        exerciseKind.collection(
            with: LogCommand.all + WorkoutCommands.all + ProgressCommands.all + CalendarCommands.all),
        Collection(
            .sets, recordName: "set", isMain: false, table: "exercise_set",
            // Of its own row alone, so that another name of its exercise leaves the index as it is.
            titleSQL: "r.day || ifnull(': ' || r.note, '')",
            searchFields: [SearchField("workout", sql: "r.workout")], recordFields: SetFields.record,
            commands: SetCommands.all,
            look: RecordLook(
                title: "name", lead: .day("day"), facts: ["summary", "workout", "time"],
                grouping: .month("day"),
                groups: [
                    FieldGroup("", ["day", "time", "workout", "summary"]), FieldGroup("Note", ["note"]),
                ])),
    ],
    importers: [exerciseKind.importer(), ExerciseExchange.setsImporter],
    // Without a collection, an export of the module is of what was done.
    exporters: [ExerciseExchange.setsExporter, exerciseKind.exporter()],
    figures: ExerciseOverview.figures)

extension CollectionID {
    /// What can be trained.
    static let exercises = CollectionID(module: "exercise", name: "exercises")
    /// What was done.
    static let sets = CollectionID(module: "exercise", name: "sets")
}
