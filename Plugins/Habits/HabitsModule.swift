public import AtriumSDK

/// Habits: what is to be done again and again, the days on which it was, and how much.
public let habitsModule = Module(
    manifest: Manifest(
        id: "habits", title: "Habits",
        summary: "Keeps habits, the days on which they were done, progress and streaks.",
        version: "1.1.0", icon: "repeat"),
    migrations: habitsMigrations,
    collections: [
        Collection(
            .habits, recordName: "habit", isMain: true, table: "habits_habit", titleSQL: "r.title",
            searchFields: [], recordFields: HabitFields.all, commands: HabitsCommands.all)
    ],
    importers: [.habitsCSV], joins: [LoopHabits.join],
    exporters: [.habitsCSV], figures: HabitsOverview.figures, days: [HabitsOverview.left])

extension CollectionID {
    /// The habits.
    static let habits = CollectionID(module: "habits", name: "habits")
}
