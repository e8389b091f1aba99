import AtriumSDK

/// Something to be done on a number of days each month.
struct Habit: Sendable, Hashable {
    /// What it is called: one line, never empty, without blanks around it.
    var title: String
    /// On how many days of a month it is to be done; see ``targets``.
    var target = defaultTarget
    /// The days on which it was done, as they were where the person was.
    var days: Set<LocalDate> = []

    /// The target of a habit for which none is given.
    static let defaultTarget: Int64 = 20
    /// The targets that a habit can have.
    static let targets: ClosedRange<Int64> = 1...31
}

/// A habit as the vault keeps it.
struct StoredHabit: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import.
    let uid: String
    /// What the person says.
    let habit: Habit
    /// When it was made: ``Instant``.
    let createdAt: String
    /// When it was last changed, a completion included: ``Instant``.
    let updatedAt: String
}

// MARK: - Rules

extension Habit {
    /// The first day that a habit can be marked as done on: what is before it is a slip of the keyboard.
    static let firstDay = LocalDate(daysSince1970: -25_567)  // 1900-01-01

    /// A title in the form in which it is kept, or nil where nothing is left of it.
    static func title(_ text: String) -> String? {
        let words = text.drop(while: \.isWhitespace)
        guard let last = words.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(words[...last])
    }

    /// Marks a day as done, or takes the mark away where it has one; says whether the day is done now.
    ///
    /// A mark can be taken from any day. It cannot be put on a day that has not come: at most on tomorrow, which it may
    /// be already where the person is.
    /// - Throws: ``AtriumError`` with code `badData` where the day cannot be done.
    mutating func toggle(_ day: LocalDate, today: LocalDate) throws -> Bool {
        if days.remove(day) != nil { return false }
        guard day >= Self.firstDay else {
            throw AtriumError(
                .badData, "\(day) is too long ago", remedy: "give a day from \(Self.firstDay) on",
                field: "day")
        }
        guard day <= today.adding(days: 1) else {
            throw AtriumError(
                .badData, "\(day) has not come yet", remedy: "mark a day when it is there; today is \(today)",
                field: "day")
        }
        days.insert(day)
        return true
    }
}
