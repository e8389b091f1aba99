import AtriumSDK
import GRDB
import RecordKit

/// Puts mapped rows of sets into the tables, and makes the exercises that they name.
final class SetWriter: SelectiveWriter {
    /// An exercise that a row names.
    private struct Known {
        var exercise: ExerciseNames.Known
        /// Whether it is kept that it came in under this name.
        var isNoted = false
    }

    private let store: SetStore
    private let exercises: RecordTable
    private let names: ExerciseNames
    private let units: UserSettings.Units
    private let now: String
    /// The exercises by the names that rows have.
    private var known: [String: Known] = [:]
    /// The names under which exercises came in that have others here.
    private var otherNames: Set<String> = []
    /// Whether a number without a unit was met.
    private var hasNeededUnits = false

    init(_ context: ImportContext) {
        store = SetStore(db: context.db)
        exercises = RecordTable(exerciseKind, RecordContext(context))
        names = ExerciseNames(db: context.db)
        units =
            context.options.arguments[SetsCSV.units].flatMap(UserSettings.Units.init(rawValue:))
            ?? context.settings.units
        now = context.nowText
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: SetDraft, uid: String, part: String) throws -> Int64 {
        let exercise = try exercise(of: draft)
        return try store.insert(
            set(draft, of: exercise, from: ExerciseSet(exercise: exercise.id, day: draft.day)), uid: uid,
            now: now)
    }

    func update(_ record: Int64, to draft: SetDraft) throws {
        let old = try stored(record)
        let set = try set(draft, of: exercise(of: draft), from: old.set)
        try store.update(old, to: set, now: now)
    }

    func matches(_ record: Int64, _ draft: SetDraft) throws -> Bool {
        let old = try stored(record)
        if old.name != draft.exercise {
            guard try find(draft.exercise)?.exercise.id == old.set.exercise else { return false }
        }
        // A category that was guessed may give way to what the row has.
        if draft.category != old.category, !draft.surplus(in: old.category).isEmpty,
            try find(draft.exercise)?.exercise.hearsay == .guessed
        {
            return false
        }
        return draft.applied(to: old.set, exercise: old.set.exercise, of: old.category, units: units)
            == old.set
    }

    /// The exercise may be one of another category by now than when its row came in.
    func canTakeMore(_ record: Int64, of draft: SetDraft) throws -> Bool {
        guard !draft.values.isEmpty else { return false }
        let old = try stored(record)
        let (kept, allowed) = (old.set.values, old.category.values)
        guard draft.values.contains(where: { !kept.contains($0) && allowed.contains($0) }) else {
            return false
        }
        return try !matches(record, draft)
    }

    /// What is remembered may have been taken back with the item.
    func forget() { known = [:] }

    func issues(of draft: SetDraft) throws -> [ImportIssue] {
        guard let category = known[draft.exercise]?.exercise.category else { return [] }
        var issues: [ImportIssue] = []
        if draft.isCategoryStated, category != draft.category {
            issues.append(
                ImportIssue(
                    line: 0, property: SetLayout.Column.category.name, code: "other-category",
                    message: "the exercise keeps the category \(category.rawValue)"))
        }
        return issues
            + draft.surplus(in: category).map { value in
                ImportIssue(
                    line: 0, property: value.rawValue, code: "other-category",
                    message: "\(category.phrase) has no such value; it was kept and ignored")
            }
    }

    var remarks: [String] {
        var remarks: [String] = []
        if hasNeededUnits {
            let (weight, distance) = units == .metric ? ("kilograms", "kilometers") : ("pounds", "miles")
            remarks.append(
                "numbers without a unit were read as \(weight) and \(distance); the option units (metric or imperial) changes that"
            )
        }
        if !otherNames.isEmpty {
            let isOne = otherNames.count == 1
            remarks.append(
                "\(otherNames.count) \(isOne ? "exercise" : "exercises") of the file \(isOne ? "has another name" : "have other names") in Atrium; the sets are there"
            )
        }
        return remarks
    }

    private func stored(_ record: Int64) throws -> StoredSet {
        guard let set = try store.find(record) else {
            throw AtriumError(.internal, "set \(record) disappeared during an import")
        }
        return set
    }

    private func find(_ name: String) throws -> Known? {
        if let exercise = known[name] { return exercise }
        guard let exercise = try names.named(name) ?? names.imported(as: name) else { return nil }
        let found = Known(exercise: exercise)
        known[name] = found
        return found
    }

    /// The exercise that a row names, under the name that it has here or that files have for it; a new one where there is none.
    private func exercise(of draft: SetDraft) throws -> ExerciseNames.Known {
        if draft.needsUnits { hasNeededUnits = true }
        let name = draft.exercise
        if let known = known[name], known.isNoted { return known.exercise }
        let exercise: ExerciseNames.Known
        if let found = try find(name) {
            exercise = found.exercise
            if try names.named(name) == nil { otherNames.insert(Words.key(name)) }
        } else {
            let hearsay = draft.isCategoryStated ? Hearsay.made : .guessed
            var values = exerciseKind.initial
            values["name"] = .text(name)
            values["category"] = .text(draft.category.rawValue)
            values["muscles"] = .texts(draft.exerciseMuscles)
            values.hearsay = hearsay
            let id = try exercises.insert(values)
            exercise = ExerciseNames.Known(id: id, category: draft.category, hearsay: hearsay)
        }
        try names.note(importedName: name, of: exercise.id)
        known[name] = Known(exercise: exercise, isNoted: true)
        return exercise
    }

    /// The set that a row makes of one: with what the row says and the exercise can have.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where the one has what the exercise cannot have, and the row does not say that
    ///   it is otherwise; and where nothing is left of how much the row says was done.
    private func set(_ draft: SetDraft, of exercise: ExerciseNames.Known, from old: ExerciseSet) throws
        -> ExerciseSet
    {
        let category = try category(of: exercise, for: draft, from: old)
        let set = draft.applied(to: old, exercise: exercise.id, of: category, units: units)
        try set.check(category)
        let surplus = draft.surplus(in: category)
        let isAmount = ExerciseSet.Value.amounts.contains
        // A row that says the category itself, and values that this has not, is taken at its word.
        if draft.category != category, !surplus.isEmpty, set.kind.isDone,
            !set.values.contains(where: isAmount), set.values.isEmpty || surplus.contains(where: isAmount)
        {
            try draft.applied(to: old, exercise: exercise.id, units: units).check(category)
        }
        return set
    }

    /// The category of the exercise that a row names, by which its values are taken.
    ///
    /// Where that is a guess from an earlier row, which was no more than a hint, it becomes the one that this row says; or, where
    /// it says none either, strength, if that has what this row says.
    private func category(of exercise: ExerciseNames.Known, for draft: SetDraft, from old: ExerciseSet) throws
        -> Category
    {
        guard exercise.hearsay == .guessed, draft.category != exercise.category else {
            return exercise.category
        }
        let category = draft.isCategoryStated ? draft.category : .strength
        let whole = draft.applied(to: old, exercise: exercise.id, units: units)
        guard draft.isCategoryStated || whole.surplus(in: exercise.category) != nil,
            whole.surplus(in: category) == nil, try change(exercise, of: draft, to: category)
        else { return exercise.category }
        return category
    }

    /// Gives an exercise another category than the one that was guessed; false where its sets have values that this has not.
    private func change(_ exercise: ExerciseNames.Known, of draft: SetDraft, to category: Category) throws
        -> Bool
    {
        let old = try exercises.record(exercise.id)
        var new = old.values
        new["category"] = .text(category.rawValue)
        if draft.isCategoryStated { new.hearsay = .made }
        do {
            try exercises.update(old, to: new)
        } catch let error as AtriumError where error.code == .badData {
            // What its sets have is a category by now: no later row asks again.
            known[draft.exercise]?.exercise.hearsay = .made
            return false
        }
        known[draft.exercise]?.exercise.category = category
        known[draft.exercise]?.exercise.hearsay = new.hearsay
        return true
    }
}
