import AtriumSDK
import Foundation
import GRDB

/// Puts mapped rows of exercises into the tables.
final class ExerciseWriter: RecordWriter {
    private let store: ExerciseStore
    private let now: String

    init(_ context: ImportContext) {
        store = ExerciseStore(db: context.db)
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: ExercisesCSV.Draft, uid: String, part: String) throws -> Int64 {
        try store.insert(
            draft.applied(to: Exercise(name: draft.name, category: draft.category)), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: ExercisesCSV.Draft) throws {
        let old = try store.exercise(record)
        try store.update(old, to: draft.applied(to: old.exercise), now: now)
    }

    func matches(_ record: Int64, _ draft: ExercisesCSV.Draft) throws -> Bool {
        let exercise = try store.exercise(record).exercise
        return draft.applied(to: exercise) == exercise
    }
}

/// Puts mapped rows of sets into the tables, and makes the exercises that they name.
final class SetWriter: RecordWriter {
    private typealias Known = (id: Int64, category: Category)

    private let store: SetStore
    private let exercises: ExerciseStore
    private let units: UserSettings.Units
    private let now: String
    /// The exercises by the names that rows have.
    private var known: [String: Known] = [:]
    /// Those that this writer made.
    private var made: Set<Int64> = []
    /// Whether a number without a unit was met.
    private var hasNeededUnits = false

    init(_ context: ImportContext) {
        store = SetStore(db: context.db)
        exercises = ExerciseStore(db: context.db)
        units =
            context.options.arguments[SetsCSV.units].flatMap(UserSettings.Units.init(rawValue:))
            ?? context.settings.units
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: SetDraft, uid: String, part: String) throws -> Int64 {
        let exercise = try exercise(of: draft)
        let set = draft.applied(
            to: ExerciseSet(exercise: exercise.id, day: draft.day), exercise: exercise.id, units: units)
        try check(set, exercise, draft)
        return try store.insert(set, uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: SetDraft) throws {
        let old = try stored(record)
        let exercise = try exercise(of: draft)
        let set = draft.applied(to: old.set, exercise: exercise.id, units: units)
        try check(set, exercise, draft)
        try store.update(old, to: set, now: now)
    }

    func matches(_ record: Int64, _ draft: SetDraft) throws -> Bool {
        let old = try stored(record)
        if old.name != draft.exercise {
            guard try find(draft.exercise)?.id == old.set.exercise else { return false }
        }
        return draft.applied(to: old.set, exercise: old.set.exercise, units: units) == old.set
    }

    /// What is remembered may have been taken back with the item.
    func forget() {
        known = [:]
        made = []
    }

    var remarks: [String] {
        guard hasNeededUnits else { return [] }
        let (weight, distance) = units == .metric ? ("kilograms", "kilometres") : ("pounds", "miles")
        return [
            "numbers without a unit were read as \(weight) and \(distance); the option units, metric or imperial, says otherwise"
        ]
    }

    private func stored(_ record: Int64) throws -> StoredSet {
        guard let set = try store.find(record) else {
            throw AtriumError(.internal, "set \(record) is gone in the middle of an import")
        }
        return set
    }

    private func find(_ name: String) throws -> Known? {
        if let exercise = known[name] { return exercise }
        guard let exercise = try exercises.named(name) else { return nil }
        known[name] = exercise
        return exercise
    }

    /// The exercise that a row names; a new one where there is none of the name.
    private func exercise(of draft: SetDraft) throws -> Known {
        if draft.needsUnits { hasNeededUnits = true }
        if let exercise = try find(draft.exercise) { return exercise }
        let id = try exercises.insert(
            Exercise(name: draft.exercise, category: draft.category, muscles: draft.exerciseMuscles),
            uid: UUID().uuidString.lowercased(), now: now)
        made.insert(id)
        known[draft.exercise] = (id, draft.category)
        return (id, draft.category)
    }

    /// Refuses a set whose exercise has another category.
    ///
    /// Of one that this import has made, and of which no file says the category, the first row was no more than a hint: it
    /// becomes one of strength, which has what this row says.
    /// - Throws: ``AtriumError`` with code `badData`.
    private func check(_ set: ExerciseSet, _ exercise: Known, _ draft: SetDraft) throws {
        guard set.surplus(in: exercise.category) != nil else { return }
        guard made.contains(exercise.id), !draft.isCategoryStated, set.surplus(in: .strength) == nil else {
            try set.check(exercise.category)
            return
        }
        let old = try exercises.exercise(exercise.id)
        var new = old.exercise
        new.category = .strength
        try exercises.update(old, to: new, now: now)
        known[draft.exercise] = (exercise.id, .strength)
    }
}
