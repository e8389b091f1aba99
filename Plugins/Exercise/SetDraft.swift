import AtriumSDK

/// What a row of a table says of a set.
struct SetDraft: Sendable, Hashable {
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

    /// Whether a number stands without its unit.
    var needsUnits: Bool {
        weight.map { $0.unit == nil } ?? false || distance.map { $0.unit == nil } ?? false
    }

    /// A set with what the row says.
    ///
    /// - Parameters:
    ///   - exercise: the id of the exercise.
    ///   - units: what numbers without a unit are in.
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
    ]
}
