public import AtriumSDK
import RecordKit

/// Activities: what there is to do, where and with whom, when it is planned, and the days on which it was done.
public let activitiesModule = Module(
    manifest: Manifest(
        id: "activities", title: "Activities",
        summary:
            "Places to go and things to do, whom they suit, and when you did them.",
        version: "1.0.0", icon: "map-pin", enhances: ["connections"]),
    migrations: activitiesMigrations,
    collections: [
        activityKind.collection(with: ActivityDays.all + ActivityQuestions.all),
        Collection(
            .occasions, recordName: "occasion", isMain: false, table: "activities_occasion",
            // Of its own row alone, so that another name of its activity leaves the index as it is.
            titleSQL: "r.day || ifnull(': ' || r.note, '')", searchFields: [],
            recordFields: OccasionFields.record, commands: OccasionCommands.all,
            look: RecordLook(
                title: "name", lead: .day("day"), facts: ["with"], text: "note", grouping: .month("day"),
                groups: [FieldGroup("", ["activity", "day", "with"]), FieldGroup("Note", ["note"])])),
    ],
    importers: [activityKind.importer(), ActivitiesCalendar.importer],
    itemMarks: [ActivitiesCalendar.mark],
    exporters: [activityKind.exporter(), ActivitiesCalendar.exporter],
    figures: ActivitiesOverview.figures, days: [ActivitiesOverview.planned],
    happenings: [ActivitiesOverview.done], followers: [activityKind.follower(to: .people)])

extension CollectionID {
    /// The activities.
    static let activities = CollectionID(module: "activities", name: "activities")
    /// The days on which activities were done.
    static let occasions = CollectionID(module: "activities", name: "occasions")
    /// The people, of the module that keeps them.
    static let people = CollectionID(module: "connections", name: "people")
}
