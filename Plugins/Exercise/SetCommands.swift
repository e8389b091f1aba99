import AtriumSDK
import GRDB
import RecordKit

/// The commands of the collection `sets`: what was done, one by one.
enum SetCommands {
    static let all = [list, show, add, edit, remove]

    private static let category = Field<String>.choice(
        "category", of: Category.words, help: "Only sets of this category.")
    private static let from = Field<LocalDate>.date("from", help: "Only sets on this day or later.")
    private static let to = Field<LocalDate>.date("to", help: "Only sets on this day or earlier.")
    private static let workout = Field<String>.text(
        "workout", help: "Only sets of workouts with exactly this title.")

    private static let query = ListQuery(
        table: "exercise_set",
        sorts: [.init("latest", sql: "-julianday(r.day)"), .init("oldest", sql: "r.day")])

    private static let list = Command(
        "list", .list, summary: "List sets, latest day first.",
        fields: [
            SetFields.exercise.declaration, category.declaration, workout.declaration, from.declaration,
            to.declaration,
        ] + query.fields,
        result: .page(
            SetFields.record, columns: ["id", "day", "time", "name", "position", "summary", "note"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let exercise = input[SetFields.exercise] {
            conditions.append(.init("r.exercise_id = ?", [exercise]))
        }
        if let category = input[category] {
            conditions.append(
                .init("r.exercise_id IN (SELECT id FROM exercise_exercise WHERE category = ?)", [category]))
        }
        if let workout = input[workout] { conditions.append(.init("r.workout = ?", [workout])) }
        if let from = input[from] { conditions.append(.init("r.day >= ?", [from.description])) }
        if let to = input[to] { conditions.append(.init("r.day <= ?", [to.description])) }
        let units = context.settings.units
        return try query.page(input, context.db, select: SetStore.columns, where: conditions) { row in
            // The page's own two columns stand before ours.
            try SetFields.value(SetStore.stored(row, from: 2), units)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a set.", fields: [SetFields.set.declaration],
        result: .object(SetFields.record)
    ) { input, context in
        try SetFields.value(
            SetStore(db: context.db).set(input.required(SetFields.set)), context.settings.units)
    }

    private static let add = Command(
        "add", .add, summary: "Add a set.",
        discussion: "\(command: "exercise log") adds several sets at once, in a shorter form.",
        fields: [SetFields.exercise.required.positional.declaration] + SetFields.occasion + SetFields.values
            + [SetFields.position.declaration],
        result: .object(SetFields.record)
    ) { input, context in
        let exercise = try exerciseKind.table(context).record(input.required(SetFields.exercise))
        let store = SetStore(db: context.db)
        var set = ExerciseSet(exercise: exercise.id, day: context.today)
        try set.applyOccasion(input, context)
        try set.applyValues(input, context.settings.units)
        try set.check(exercise.values.category)
        try set.checkNotEmpty(exercise.values.category)
        set.position = try input[SetFields.position] ?? store.nextPosition(of: exercise.id, on: set.day)
        let id = try store.insert(set, uid: context.newUID(), now: context.nowText)
        return try SetFields.value(store.set(id), context.settings.units)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a set.",
        fields: [SetFields.set.declaration, SetFields.exercise.declaration] + SetFields.occasion
            + SetFields.values + [SetFields.position.declaration],
        result: .object(SetFields.record)
    ) { input, context in
        let store = SetStore(db: context.db)
        let old = try store.set(input.required(SetFields.set))
        var set = old.set
        try input.apply(SetFields.exercise, to: &set.exercise)
        try set.applyOccasion(input, context)
        // Null for the day means today where a set is new; one that is there has its day.
        try input.apply(SetFields.day, to: &set.day)
        try set.applyValues(input, context.settings.units)
        input.apply(SetFields.position, to: &set.position)
        if set != old.set {
            let category = try exerciseKind.table(context).record(set.exercise).values.category
            try set.check(category)
            try set.checkNotEmpty(category)
            try store.update(old, to: set, now: context.nowText)
        }
        return try SetFields.value(store.set(old.id), context.settings.units)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a set.", fields: [SetFields.set.declaration], result: .removal
    ) { input, context in
        let store = SetStore(db: context.db)
        let old = try store.set(input.required(SetFields.set))
        try store.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
