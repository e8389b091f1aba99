import AtriumSDK
import RecordKit

/// The command with which what was just done is written down.
enum LogCommand {
    static let all = [log]

    private static let sets = Field<[String]>.texts(
        "sets", help: "A strength set, such as 80x5, 175 lb x 5 @8, x12, 40x10 w for a warm-up, or 45s."
    ).option("set")

    private static let result: [FieldDeclaration] =
        ExerciseFields.identity + [
            FieldDeclaration("day", .date, help: "The day.", isRequired: true),
            FieldDeclaration(
                "logged", .list(.text), help: "The sets in short form, in your units.", isRequired: true),
            FieldDeclaration(
                "sets", .list(.object(SetFields.record)), help: "The new sets.", isRequired: true),
        ]

    private static let log = Command(
        "log", .recordAction, past: "logged", summary: "Log sets of an exercise.",
        discussion: """
            Write strength sets as `80x5`: the weight, in your unit or with its own, and the repetitions. Give cardio a \
            distance such as `5 km`, a duration such as `25:00` and a heart rate, and a stretch a duration in minutes and \
            its muscles. The other values, such as the note, apply to all sets.
            """,
        fields: [ExerciseFields.exercise.declaration, sets.declaration] + SetFields.occasion
            + SetFields.values,
        result: .object(result)
    ) { input, context in
        let exercise = try exerciseKind.table(context).record(input.required(ExerciseFields.exercise))
        let category = exercise.values.category
        let units = context.settings.units
        var common = ExerciseSet(exercise: exercise.id, day: context.today)
        try common.applyOccasion(input, context)
        try common.applyValues(input, units)
        let lifts = try lifts(input[sets] ?? [], units)
        if !lifts.isEmpty, let twice = common.values.first(where: { $0 != .muscles && $0 != .heartRate }) {
            throw AtriumError(
                .badData, "\(twice.rawValue) cannot be combined with sets",
                remedy: "put it into \(field: "sets", as: "set"), such as \(SetText.examples)",
                field: twice.rawValue)
        }
        let all = lifts.isEmpty ? [common] : lifts.map { common.with($0) }
        let store = SetStore(db: context.db)
        var position = try store.nextPosition(of: exercise.id, on: common.day)
        var values: [DataValue] = []
        for var set in all {
            try set.check(category)
            try set.checkNotEmpty(category)
            set.position = position
            position += 1
            let id = try store.insert(set, uid: context.newUID(), now: context.nowText)
            values.append(try SetFields.value(store.set(id), units))
        }
        var result = ExerciseFields.identity(exercise)
        result["day"] = .text(common.day.description)
        result["logged"] = .list(all.map { .text($0.summary(units)) })
        result["sets"] = .list(values)
        return .object(result)
    }

    private static func lifts(_ texts: [String], _ units: UserSettings.Units) throws -> [SetText.Lift] {
        try texts.map { text in
            guard let lift = SetText.parse(text, in: units) else {
                if Quantities.hasAmbiguousNumber(text) { throw AtriumError.ambiguousNumber(in: "sets") }
                if SetText.isMinutesOrMetres(text) {
                    throw AtriumError(
                        .badData, "sets has a value in m, which may mean minutes or meters",
                        remedy:
                            "write a time as 40:00 or 40 min, and a distance as \(field: "distance", "40m")",
                        field: "sets")
                }
                throw AtriumError(
                    .badData, "sets has a wrong value", remedy: "write a set as \(SetText.examples)",
                    field: "sets")
            }
            return lift
        }
    }
}

extension ExerciseSet {
    /// The set with what a lift says.
    fileprivate func with(_ lift: SetText.Lift) -> ExerciseSet {
        var set = self
        (set.weight, set.reps, set.duration) = (lift.weight, lift.reps, lift.duration)
        set.rpe = lift.rpe ?? rpe
        if lift.kind != .normal { set.kind = lift.kind }
        return set
    }
}
