public import AtriumSDK

/// Habits: what is to be done on a number of days each month, and the days on which it was.
public let habitsModule = Module(
    manifest: Manifest(
        id: "habits", title: "Habits",
        summary: "Keeps habits, the days on which they were done, and progress.",
        version: "1.0.0", icon: "repeat"),
    migrations: habitsMigrations,
    collections: [
        Collection(
            .habits, recordName: "habit", isMain: true, table: "habits_habit", titleSQL: "r.title",
            searchFields: [], recordFields: HabitsCommands.recordFields, commands: HabitsCommands.all)
    ],
    importers: [.habitsCSV],
    exporters: [.habitsCSV], figures: HabitsOverview.figures, days: [HabitsOverview.left])

extension CollectionID {
    /// The habits.
    static let habits = CollectionID(module: "habits", name: "habits")
}
