public import AtriumSDK
import RecordKit

/// Habits: what is to be done again and again, the days on which it was, and how much.
public let habitsModule = Module(
    manifest: Manifest(
        id: "habits", title: "Habits",
        summary: "Keeps habits, the days on which they were done, progress and streaks.",
        version: "1.1.0", icon: "repeat"),
    migrations: habitsMigrations,
    collections: [habitKind.collection(with: HabitDayCommands.all)],
    importers: [habitKind.importer()].compactMap { $0 }, joins: [LoopHabits.join],
    exporters: [habitKind.exporter()].compactMap { $0 },
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
    /// The habits.
    static let habits = CollectionID(module: "habits", name: "habits")
}
