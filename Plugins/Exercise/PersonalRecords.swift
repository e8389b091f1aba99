import AtriumSDK

/// The most that can be lifted once, estimated from a set of several repetitions by the formula of Epley.
///
/// `weight × (1 + reps / 30)`; one repetition is the weight itself. The formula is meant for few repetitions: from sets of more
/// than twelve nothing is estimated, since it then says too much.
enum OneRepMax {
    /// The name of the formula, for results.
    static let formula = "Epley"
    /// The numbers of repetitions from which it is estimated.
    static let repetitions: ClosedRange<Int64> = 1...12

    /// The estimate in kilograms; nil without a weight, or outside of ``repetitions``.
    static func estimate(weight: Double?, reps: Int64?) -> Double? {
        guard let weight, let reps, repetitions.contains(reps) else { return nil }
        return reps == 1 ? weight : weight * (1 + Double(reps) / 30)
    }
}

/// The best that was ever done of an exercise.
///
/// Of equals the first counts. Warm-ups, rests and notes do not.
struct PersonalRecords: Sendable, Hashable {
    /// What can be best.
    enum Kind: String, Sendable, CaseIterable {
        /// The greatest weight of a set.
        case heaviest
        /// The greatest estimate of ``OneRepMax``.
        case oneRepMax = "one-rep-max"
        /// The most repetitions in a set.
        case reps = "most-reps"
        /// The greatest weight times repetitions of a set.
        case volume
        /// The greatest distance of a set.
        case farthest
        /// The longest set.
        case longest
        /// The least time for a kilometre, of sets over at least ``leastDistance``.
        case fastest

        /// Whether less is better.
        var isLeast: Bool { self == .fastest }

        /// The unit of the SI in which the value is.
        var unit: String {
            switch self {
            case .heaviest, .oneRepMax, .volume: "kg"
            case .reps: "reps"
            case .farthest: "m"
            case .longest: "s"
            case .fastest: "s/km"
            }
        }

        /// A value in words, in the user's units, rounded to two places.
        func text(_ value: Double, in units: UserSettings.Units) -> String {
            switch self {
            case .heaviest, .oneRepMax, .volume: Quantities.roundedWeight(value, in: units)
            case .reps: "\(Int64(value)) reps"
            case .farthest: Quantities.roundedDistance(value, in: units)
            case .longest: Quantities.durationText(value)
            case .fastest: Quantities.paceText(distance: 1000, duration: value, in: units) ?? ""
            }
        }
    }

    /// The least distance of a set whose pace counts, in metres.
    static let leastDistance = 1000.0

    /// A record and where it was set.
    struct Best: Sendable, Hashable {
        /// The value in ``Kind/unit``.
        var value: Double
        /// The day, as `YYYY-MM-DD`.
        var day: String
        /// The id of the set.
        var set: Int64
    }

    /// The records by kind.
    private(set) var best: [Kind: Best] = [:]

    /// Takes a set into account; sets come in the order of their days.
    mutating func take(_ set: PerformedSet, of category: Category) {
        guard set.kind.counts else { return }
        func candidate(_ kind: Kind) -> Double? {
            switch kind {
            case .heaviest: set.weight
            case .oneRepMax: OneRepMax.estimate(weight: set.weight, reps: set.reps)
            case .reps: set.reps.map(Double.init)
            case .volume: set.volume
            case .farthest: set.distance
            case .longest: set.duration
            case .fastest:
                set.duration.flatMap { duration in
                    guard category == .cardio, let distance = set.distance, distance >= Self.leastDistance
                    else { return nil }
                    return duration / distance * 1000
                }
            }
        }
        for kind in Kind.allCases {
            guard let value = candidate(kind) else { continue }
            if let old = best[kind], kind.isLeast ? value >= old.value : value <= old.value { continue }
            best[kind] = Best(value: value, day: set.day, set: set.id)
        }
    }
}

/// What counts of a set for records and progress.
struct PerformedSet: Sendable, Hashable {
    /// The id of the set.
    var id: Int64
    /// The day, as `YYYY-MM-DD`.
    var day: String
    var kind = ExerciseSet.Kind.normal
    var weight: Double?
    var reps: Int64?
    var distance: Double?
    var duration: Double?

    /// Weight times repetitions, in kilograms; nil without a weight.
    var volume: Double? { weight.flatMap { weight in reps.map { weight * Double($0) } } }
}

/// What was done of an exercise over some time.
struct Totals: Sendable, Hashable {
    /// The days on which something was done.
    private(set) var days = 0
    /// The sets, warm-ups too.
    private(set) var sets = 0
    /// The repetitions, without warm-ups.
    private(set) var reps: Int64 = 0
    /// Weight times repetitions, without warm-ups, in kilograms.
    private(set) var volume = 0.0
    /// The distance in metres.
    private(set) var distance = 0.0
    /// The duration in seconds.
    private(set) var duration = 0.0
    /// The greatest estimate of ``OneRepMax``, in kilograms.
    private(set) var oneRepMax: Double?
    /// Distance and duration of the sets that have both.
    private var pacedDistance = 0.0
    private var pacedDuration = 0.0
    private var lastDay = ""

    /// Takes a set into account; sets come in the order of their days, forwards or backwards.
    mutating func take(_ set: PerformedSet) {
        guard set.kind.isDone else { return }
        sets += 1
        if set.day != lastDay {
            days += 1
            lastDay = set.day
        }
        distance += set.distance ?? 0
        duration += set.duration ?? 0
        if let distance = set.distance, let duration = set.duration {
            pacedDistance += distance
            pacedDuration += duration
        }
        guard set.kind.counts else { return }
        reps += set.reps ?? 0
        volume += set.volume ?? 0
        if let estimate = OneRepMax.estimate(weight: set.weight, reps: set.reps) {
            oneRepMax = max(oneRepMax ?? 0, estimate)
        }
    }

    /// The mean time for a kilometre in seconds; nil where no set has both distance and duration.
    var pace: Double? { pacedDistance > 0 ? pacedDuration / pacedDistance * 1000 : nil }
}
