import AtriumSDK
import GRDB

/// The commands of exercises themselves; what was done of them is in `LogCommand.swift` and `SetCommands.swift`.
enum ExerciseCommands {
    static let all = [list, show, add, edit, remove]

    private static let query = ListQuery(
        table: "exercise_exercise",
        sorts: [
            .init("name", sql: "lower(r.name)"), .init("category", sql: "r.category"),
            .init("created", sql: "r.created_at"),
        ])
    private static let ofCategory = Field<String>.choice(
        "category", of: ExerciseFields.categories, help: "Only those of this category.")
    private static let withArchived = Field<Bool>.boolean(
        "archived", help: "Whether to give archived exercises too."
    ).defaulting(to: .bool(false))

    private static let list = Command(
        "list", .list, summary: "List your exercises.",
        discussion: "Archived exercises are left out, unless they are asked for.",
        fields: [ofCategory.declaration, withArchived.declaration] + query.fields,
        result: .page(ExerciseFields.record, columns: ["id", "name", "category", "muscles"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let category = input[ofCategory] { conditions.append(.init("r.category = ?", [category])) }
        if input[withArchived] != true { conditions.append(.init("r.is_archived = 0")) }
        return try query.page(
            input, context.db, select: "r.id AS record_id", where: conditions
        ) { row in
            try ExerciseFields.value(ExerciseStore(db: context.db).exercise(row["record_id"]))
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show an exercise.", fields: [ExerciseFields.exercise.declaration],
        result: .object(ExerciseFields.record)
    ) { input, context in
        try ExerciseFields.value(
            ExerciseStore(db: context.db).exercise(input.required(ExerciseFields.exercise)))
    }

    private static let add = Command(
        "add", .add, summary: "Add an exercise.",
        discussion: """
            Sets of cardio have distance, duration and heart rate; those of strength weight and reps, or a duration or \
            distance; those of flexibility duration and muscles. \(command: "exercise log") says what was done.
            """,
        fields: [
            ExerciseFields.name.required.positional.declaration, ExerciseFields.category.required.declaration,
        ] + ExerciseFields.values,
        result: .object(ExerciseFields.record)
    ) { input, context in
        let category = try Category(input.required(ExerciseFields.category)) ?? .strength
        let exercise = try Exercise(name: input.required(ExerciseFields.name), category: category)
            .applying(input)
        let store = ExerciseStore(db: context.db)
        let id = try store.insert(exercise, uid: context.newUID(), now: context.nowText)
        return try ExerciseFields.value(store.exercise(id))
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change an exercise.",
        discussion: "Another category is refused while sets have values that it does not have.",
        fields: [
            ExerciseFields.exercise.declaration, ExerciseFields.name.declaration,
            ExerciseFields.category.declaration,
        ] + ExerciseFields.values,
        result: .object(ExerciseFields.record)
    ) { input, context in
        let store = ExerciseStore(db: context.db)
        let old = try store.exercise(input.required(ExerciseFields.exercise))
        var new = try old.exercise.applying(input)
        // What a person says is no guess any more.
        if input[ExerciseFields.category] != nil { new.hearsay = .none }
        try store.update(old, to: new, now: context.nowText)
        return try ExerciseFields.value(store.exercise(old.id))
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove an exercise with all its sets.",
        fields: [ExerciseFields.exercise.declaration], result: .removal
    ) { input, context in
        let store = ExerciseStore(db: context.db)
        let old = try store.exercise(input.required(ExerciseFields.exercise))
        try store.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}

extension Exercise {
    /// An exercise with what an input says of it; checked.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    fileprivate func applying(_ input: Arguments) throws -> Exercise {
        var exercise = self
        try input.apply(ExerciseFields.name, to: &exercise.name)
        guard let name = Words.line(exercise.name) else {
            throw AtriumError(
                .badData, "name cannot be empty", remedy: "say what the exercise is", field: "name")
        }
        exercise.name = name
        var category = exercise.category.rawValue
        try input.apply(ExerciseFields.category, to: &category)
        exercise.category = Category(category) ?? exercise.category
        switch input.change(ExerciseFields.muscles) {
        case .keep: break
        case .clear: exercise.muscles = []
        case .set(let muscles): exercise.muscles = Words.names(muscles.joined(separator: ","))
        }
        input.apply(ExerciseFields.notes, to: &exercise.notes)
        exercise.notes = exercise.notes.flatMap(Words.text)
        switch input.change(ExerciseFields.importedAs) {
        case .keep: break
        case .clear: exercise.importedAs = []
        case .set(let names): exercise.importedAs = Words.lines(names.joined(separator: "\n"))
        }
        // What files call it beside its own name; that it came in under that, too, is known all the same.
        exercise.importedAs.removeAll { Words.key($0) == Words.key(name) }
        if Words.areSame(exercise.importedAs, importedAs) { exercise.importedAs = importedAs }
        try input.apply(ExerciseFields.archived, to: &exercise.isArchived)
        return exercise
    }
}
