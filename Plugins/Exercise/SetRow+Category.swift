import AtriumSDK

/// Which category a row's exercise has, if there is none of its name yet.
extension SetRow {
    mutating func readCategory(_ draft: inout SetDraft) {
        if let text = text(.category) {
            if let category = Category(text) {
                (draft.category, draft.isCategoryStated) = (category, true)
            } else if layout.program == .fitNotes {
                // Its other categories are groups of muscles.
                draft.exerciseMuscles = Words.names(text)
            } else {
                problem(.category, "bad-category", "the category is not cardio, strength or flexibility")
            }
        }
        if !draft.isCategoryStated { draft.category = Self.category(of: draft) }
    }

    /// The category of an exercise of which only a name and values are known.
    ///
    /// Strength has nearly all values, so that it is what is taken where nothing speaks against it.
    private static func category(of draft: SetDraft) -> Category {
        if draft.weight != nil || draft.reps != nil { return .strength }
        if draft.distance != nil || draft.heartRate != nil { return .cardio }
        if !draft.muscles.isEmpty { return .flexibility }
        let name = draft.exercise.lowercased()
        if cardioWords.contains(where: name.contains) { return .cardio }
        if flexibilityWords.contains(where: name.contains) { return .flexibility }
        return .strength
    }

    private static let cardioWords = [
        "running", "run ", "jog", "walk", "treadmill", "cycling", "bike", "biking", "rowing machine",
        "rowing (", "elliptical", "swim", "hiking", "climbing", "skating", "skiing", "stair", "jump rope",
        "aerobics", "cardio", "spinning",
    ]
    private static let flexibilityWords = ["stretch", "yoga", "mobility", "flexibility"]
}
