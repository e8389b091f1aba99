import AtriumSDK

/// What was done of an exercise in one go: a set of a lift, a run, a stretch.
///
/// Quantities are in units of the SI, and kept so: kilograms, metres, seconds. ``Quantities`` reads and writes them in others.
struct ExerciseSet: Sendable, Hashable {
    /// The exercise: the id of its row.
    var exercise: Int64
    /// The day, as it was where the person was.
    var day: LocalDate
    /// The time of that day as `HH:MM` or `HH:MM:SS`; nil where only the day is known.
    var time: String?
    /// The zone of the time, such as `Europe/Vienna`; none without a time.
    var zone: String?
    /// The title of the workout that it was a part of.
    var workout: String?
    /// Its number within its exercise on the day, from 1.
    var position: Int64?
    /// What it was for.
    var kind = Kind.normal
    /// The weight that was moved, in kilograms, more than 0; nil where it was the body's alone.
    var weight: Double?
    /// How often, more than 0.
    var reps: Int64?
    /// How far, in metres, more than 0.
    var distance: Double?
    /// How long, in seconds, more than 0.
    var duration: Double?
    /// The heart rate in beats a minute: ``heartRates``.
    var heartRate: Int64?
    /// How hard it was: the rating of perceived exertion from 1 to 10, where 10 leaves nothing.
    var rpe: Double?
    /// The muscles that were stretched.
    var muscles: [String] = []
    /// What there is to say; may have lines.
    var note: String?

    /// What a set is for.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// One that counts.
        case normal
        /// Before those that count: in no record and no volume.
        case warmUp = "warm-up"
        /// With less weight, straight after another.
        case drop
        /// Until nothing went any more.
        case failure
        /// No set: how long was rested between two.
        case rest
        /// No set: what was written down between two.
        case note

        /// Whether something was done.
        var isDone: Bool { self != .rest && self != .note }
        /// Whether it counts for records and volume.
        var counts: Bool { isDone && self != .warmUp }
    }

    /// A value that only some categories have, under the name of its field.
    enum Value: String, Sendable, CaseIterable {
        case weight, reps, distance, duration, heartRate, muscles

        /// Those that say how much was done.
        static let amounts: [Value] = [.reps, .distance, .duration]

        /// The value as a sentence has it.
        var words: String { self == .heartRate ? "heart rate" : rawValue }
    }

    /// The heart rates that a person can have, in beats a minute.
    static let heartRates: ClosedRange<Int64> = 20...300
    /// How often something can be done in a set.
    static let repetitions: ClosedRange<Int64> = 1...100_000
    /// The first day that a set can be on: what is before it is a slip of the keyboard.
    static let firstDay = LocalDate(daysSince1970: -25_567)  // 1900-01-01
}

/// A set as the vault keeps it.
struct StoredSet: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What the person says.
    let set: ExerciseSet
    /// The name of its exercise.
    let name: String
    /// The category of its exercise.
    let category: Category
    /// When it was made: ``Timestamp``.
    let createdAt: String
    /// When it was last changed; ``Timestamp``.
    let updatedAt: String
}

// MARK: - Rules

/// What may have the values that only some categories have: a set, and what a row says of one.
protocol ValuesOfCategories {
    associatedtype Weight
    associatedtype Distance
    associatedtype Duration

    var weight: Weight? { get }
    var reps: Int64? { get }
    var distance: Distance? { get }
    var duration: Duration? { get }
    var heartRate: Int64? { get }
    var muscles: [String] { get }
}

extension ValuesOfCategories {
    /// The values that it has of those that only some categories have.
    var values: [ExerciseSet.Value] {
        var values: [ExerciseSet.Value] = []
        if weight != nil { values.append(.weight) }
        if reps != nil { values.append(.reps) }
        if distance != nil { values.append(.distance) }
        if duration != nil { values.append(.duration) }
        if heartRate != nil { values.append(.heartRate) }
        if !muscles.isEmpty { values.append(.muscles) }
        return values
    }
}

extension ExerciseSet: ValuesOfCategories {
    /// The first value that a category does not have.
    func surplus(in category: Category) -> Value? {
        let allowed = category.values
        return values.first { !allowed.contains($0) }
    }

    /// Refuses a value of another category.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    func check(_ category: Category) throws {
        guard let surplus = surplus(in: category) else { return }
        let others = Category.allCases.filter { $0.values.contains(surplus) }.map(\.rawValue)
        throw AtriumError(
            .badData, "\(category.phrase) has no \(surplus.words)",
            remedy: "leave it out, or choose an exercise of the category \(others.joined(separator: " or "))",
            field: surplus.rawValue)
    }

    /// Refuses a set that says nothing of what its category is about.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    func checkNotEmpty(_ category: Category) throws {
        let missing = Self.missing(
            in: category, reps: reps != nil, distance: distance != nil, duration: duration != nil)
        guard kind.isDone, let missing else { return }
        throw AtriumError(
            .badData, "\(missing == .distance ? "distance or duration" : missing.words) is missing",
            remedy: "say how much you did", field: missing.rawValue)
    }

    /// What a set of a category lacks to say how much was done, of which it has some values and others not; nil: nothing.
    static func missing(in category: Category, reps: Bool, distance: Bool, duration: Bool) -> Value? {
        switch category {
        case .cardio: distance || duration ? nil : .distance
        case .strength: reps || distance || duration ? nil : .reps
        case .flexibility: duration ? nil : .duration
        }
    }

    /// Refuses a day that cannot be: before ``firstDay``, or after tomorrow, which it may be already where the person is.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    static func check(_ day: LocalDate, today: LocalDate) throws {
        guard day >= firstDay else {
            throw AtriumError(
                .badData, "\(day) is too long ago", remedy: "give a day from \(firstDay) on", field: "day")
        }
        guard day <= today.adding(days: 1) else {
            throw AtriumError(
                .badData, "\(day) is in the future", remedy: "log only completed sets; today is \(today)",
                field: "day")
        }
    }
}
