import AtriumSDK

/// What a row of a table says of a set.
struct SetDraft: Sendable, Hashable, ValuesOfCategories {
    /// A number of the user's units where the file does not say of which.
    struct Measure: Sendable, Hashable {
        /// The number, more than 0.
        var number: Double
        /// The unit in kilograms or metres; nil where the file does not say it.
        var unit: Double?
    }

    /// The name of the exercise.
    var exercise: String
    /// The category of the exercise, if there is none of that name yet.
    var category: Category
    /// Whether the file says the category, and not just the values.
    var isCategoryStated: Bool
    /// The muscles of the exercise, if there is none of that name yet.
    var exerciseMuscles: [String] = []
    /// The columns of which the values were read; the others say nothing.
    var columns: SetLayout.Columns
    var day: LocalDate
    var time: String?
    var zone: String?
    var workout: String?
    var position: Int64?
    var kind = ExerciseSet.Kind.normal
    var weight: Measure?
    var reps: Int64?
    var distance: Measure?
    var duration: Double?
    var heartRate: Int64?
    var rpe: Double?
    var muscles: [String] = []
    var note: String?

    /// The values that the row has and an exercise of a category has not: they are not taken.
    func surplus(in category: Category) -> [ExerciseSet.Value] {
        let allowed = category.values
        return values.filter { !allowed.contains($0) }
    }

    /// Whether a number stands without its unit.
    var needsUnits: Bool {
        weight.map { $0.unit == nil } ?? false || distance.map { $0.unit == nil } ?? false
    }

    /// The value that would say how much was done; nil where the row says that, or is of no set.
    var missing: SetLayout.Column? {
        guard kind.isDone, reps == nil, distance == nil, duration == nil else { return nil }
        let missing = ExerciseSet.missing(
            in: category, reps: reps != nil, distance: distance != nil, duration: duration != nil)
        return switch missing {
        case .distance: .distance
        case .reps: .reps
        case nil: nil
        default: .duration
        }
    }

    /// A set with what the row says and its exercise can have.
    ///
    /// - Parameters:
    ///   - exercise: the id of the exercise.
    ///   - actual: the category of the exercise, whatever the row says of that.
    ///   - units: what numbers without a unit are in.
    func applied(
        to set: ExerciseSet, exercise: Int64, of actual: Category, units: UserSettings.Units
    ) -> ExerciseSet {
        let surplus = surplus(in: actual)
        return (surplus.isEmpty ? self : without(surplus)).applied(to: set, exercise: exercise, units: units)
    }

    private func without(_ values: [ExerciseSet.Value]) -> SetDraft {
        var draft = self
        for value in values {
            switch value {
            case .weight: draft.weight = nil
            case .reps: draft.reps = nil
            case .distance: draft.distance = nil
            case .duration: draft.duration = nil
            case .heartRate: draft.heartRate = nil
            case .muscles: draft.muscles = []
            }
        }
        return draft
    }

    /// A set with all that the row says, whatever its exercise can have.
    func applied(to set: ExerciseSet, exercise: Int64, units: UserSettings.Units) -> ExerciseSet {
        var set = set
        set.exercise = exercise
        set.day = day
        if columns.contains(.time) { (set.time, set.zone) = (time, zone) }
        if columns.contains(.workout) { set.workout = workout }
        if columns.contains(.position) { set.position = position }
        if columns.contains(.kind) { set.kind = kind }
        if columns.contains(.weight) {
            set.weight = weight.flatMap {
                Quantities.weight($0.number, unit: $0.unit ?? Quantities.kilograms(of: units))
            }
        }
        if columns.contains(.reps) { set.reps = reps }
        if columns.contains(.distance) {
            set.distance = distance.flatMap {
                Quantities.distance($0.number, unit: $0.unit ?? Quantities.metres(of: units))
            }
        }
        if columns.contains(.duration) { set.duration = duration }
        if columns.contains(.heartRate) { set.heartRate = heartRate }
        if columns.contains(.rpe) { set.rpe = rpe }
        if columns.contains(.muscles) { set.muscles = muscles }
        if columns.contains(.note) { set.note = note }
        return set
    }

    /// By what a row without a uid is known again, the surest first.
    static let fingerprints: [Fingerprint<SetDraft>] = [
        Fingerprint("exercise, time and number", strength: .sure) { draft in
            draft.position.map { position in
                [
                    draft.exercise.lowercased(), draft.day.description, draft.time ?? "", draft.workout ?? "",
                    draft.kind.rawValue, String(position),
                ].joined(separator: "\n")
            }
        },
        Fingerprint("exercise, day and values", strength: .likely) { draft in
            let values = [
                draft.weight?.number, draft.reps.map(Double.init), draft.distance?.number, draft.duration,
            ]
            return draft.exercise.lowercased() + "\n" + draft.day.description + "\n"
                + values.map { $0.map { "\($0)" } ?? "" }.joined(separator: "\n")
        },
        // A warm-up of Strong's has no number: of several, one that alone has changed is left over.
        Fingerprint("exercise, time and kind", strength: .likely) { draft in
            draft.position == nil && draft.kind != .normal
                ? [
                    draft.exercise.lowercased(), draft.day.description, draft.time ?? "", draft.workout ?? "",
                    draft.kind.rawValue,
                ].joined(separator: "\n") : nil
        },
    ]
}
