import AtriumSDK
import GRDB

/// The command that lists workouts: what was done on a day under one title.
///
/// A workout is no record of its own. Its title stands on its sets, as it does in the exports of Strong and Hevy, and what was
/// logged without a title is the day's workout without one.
enum WorkoutCommands {
    static let all = [workouts]

    private static let workout = Field<String>.text("workout", help: "Only workouts with exactly this title.")

    private static let item: [FieldDeclaration] =
        [
            FieldDeclaration("day", .date, help: "The day.", isRequired: true),
            FieldDeclaration("time", .text, help: "The time of its first set."),
            FieldDeclaration("zone", .text, help: "The time zone."),
            FieldDeclaration("workout", .text, help: "The title."),
            FieldDeclaration(
                "exercises", .list(.text), help: "The exercises, with the number of sets: 3 × Bench press.",
                isRequired: true),
        ] + ProgressCommands.totals.filter { !["oneRepMax", "oneRepMaxKg", "pace"].contains($0.name) }

    private static let workouts = Command(
        "workouts", .query, summary: "List workouts, latest first: the sets of a day with the same title.",
        discussion:
            "The sets of a day without a title form a workout, too. The limit counts workouts.",
        fields: [
            workout.declaration, ProgressCommands.from.declaration, ProgressCommands.to.declaration,
            ListQuery.limit.declaration,
        ],
        result: .list(
            item, columns: ["day", "time", "workout", "exercises", "sets", "volume", "distance", "duration"])
    ) { input, context in
        let limit = Int(input[ListQuery.limit] ?? 100)
        let units = context.settings.units
        var condition = "r.day BETWEEN ? AND ?"
        var arguments = ProgressCommands.span(input)
        if let title = input[workout] {
            condition += " AND r.workout = ?"
            arguments += [title]
        }
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT \(SetStore.columns) FROM exercise_set r WHERE \(condition) ORDER BY r.day DESC, r.id DESC
                    """), arguments: arguments)
        var items: [DataValue] = []
        var day: [StoredSet] = []
        while items.count < limit, let row = try rows.next() {
            let set = try SetStore.stored(row, from: 0)
            if let last = day.first, last.set.day != set.set.day {
                items += values(ofDay: day, units)
                day = []
            }
            day.append(set)
        }
        items += values(ofDay: day, units)
        return .object(["items": .list(Array(items.prefix(limit)))])
    }

    /// The workouts of a day whose sets come backwards, the last begun first.
    private static func values(ofDay sets: [StoredSet], _ units: UserSettings.Units) -> [DataValue] {
        var workouts: [(title: String?, sets: [StoredSet])] = []
        for set in sets.reversed() {
            if let index = workouts.firstIndex(where: { $0.title == set.set.workout }) {
                workouts[index].sets.append(set)
            } else {
                workouts.append((set.set.workout, [set]))
            }
        }
        return workouts.reversed().map { value(of: $0.sets, units) }
    }

    private static func value(of sets: [StoredSet], _ units: UserSettings.Units) -> DataValue {
        var totals = Totals()
        var exercises: [(name: String, count: Int)] = []
        for set in sets where set.set.kind.isDone {
            totals.take(set.performed)
            if let index = exercises.firstIndex(where: { $0.name == set.name }) {
                exercises[index].count += 1
            } else {
                exercises.append((set.name, 1))
            }
        }
        let first = sets.filter { $0.set.time != nil }.min { ($0.set.time ?? "") < ($1.set.time ?? "") }
        var value: DataObject = [
            "day": .text(orNull: sets.first?.set.day.description), "time": .text(orNull: first?.set.time),
            "zone": .text(orNull: first?.set.zone), "workout": .text(orNull: sets.first?.set.workout),
            "exercises": .list(exercises.map { .text("\($0.count) × \($0.name)") }),
        ]
        ProgressCommands.put(totals, into: &value, units)
        for name in ["oneRepMax", "oneRepMaxKg", "pace"] { value[name] = nil }
        return .object(value)
    }
}
