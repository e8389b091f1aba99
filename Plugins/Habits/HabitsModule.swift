public import AtriumSDK
import RecordKit

/// The habits module, which stores recurring activities, completed days and amounts.
public let habitsModule = Module(
    manifest: Manifest(
        id: "habits", title: "Habits",
        summary: "Habits, the days on which you did them, progress and streaks.",
        version: "1.1.0", icon: "repeat"),
    migrations: habitsMigrations,
    collections: [habitKind.collection(with: HabitDayCommands.all)],
    importers: [habitKind.importer()], joins: [LoopHabits.join],
    exporters: [habitKind.exporter()],
    figures: HabitsOverview.figures, days: [HabitsOverview.left],
    views: [
        View(
            "month", title: "Month", command: ["habits", "month"],
            form: .heatMap(
                .init(
                    items: "days", day: "day", level: "state", levels: ["open", "partial", "done"],
                    span: .month("month"), canToggle: "markable", toggledBy: "toggle"))),
        View(
            "year", title: "Year", command: ["habits", "year"],
            form: .heatMap(
                .init(
                    items: "days", day: "day", level: "state", levels: ["open", "partial", "done"],
                    span: .year("year")))),
    ],
    cards: [Card("habits", title: "Habits", command: ["habits", "list"])])

extension CollectionID {
    /// The id of the habits collection.
    static let habits = CollectionID(module: "habits", name: "habits")
}
