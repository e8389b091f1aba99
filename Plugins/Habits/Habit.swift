import AtriumSDK
import RecordKit

/// A recurring activity and the days on which it was done.
///
/// A logged day is the user's local date, without a time zone or a duration. A clock change or a journey
/// never moves a logged day. Only the current date depends on the user's time zone.
struct Habit: Sendable, Hashable {
    /// The habit's name: one line, never empty, without surrounding whitespace.
    var title: String
    /// The schedule, which is either a set of weekdays or a number of days in each month or week.
    var schedule = Schedule.standard
    /// The unit for amounts, such as `pages`, or nil if the habit counts only repetitions or nothing at all.
    var unit: String?
    /// The amount that completes a day, greater than 0, or nil if any amount completes the day.
    var goal: Double?
    /// The habit's color, a `CSSColor`.
    ///
    /// Not every surface shows the color.
    var color: String?
    /// The day on which the habit began, or nil if the habit has no start day.
    ///
    /// Days before the start day cannot be marked.
    var start: LocalDate?
    /// True if the habit is archived.
    ///
    /// Habit lists and to-do lists omit archived habits.
    var isArchived = false
    /// The logged days; see ``isDone(on:)``.
    var completions: Completions = [:]
}

/// The log entry for one day.
struct Completion: Sendable, Hashable {
    /// The amount in the habit's unit, greater than 0, or nil if the day is marked as done without an amount.
    var amount: Double?
    /// A one-line note that is never an empty text, or nil if the day has no note.
    var note: String?
}

extension Habit {
    /// Creates a habit from a record's values.
    init(_ values: RecordValues) {
        title = values.text("title") ?? ""
        schedule = Schedule(values["schedule"])
        unit = values.text("unit")
        goal = values.decimal("goal")
        color = values.text("color")
        start = values.day("start")
        isArchived = values.flag("archived")
        completions = Completions(
            Days.inOrder(values["completions"]).map { day, parts in
                let completion =
                    parts.isEmpty
                    ? Completion() : Completion(amount: parts[0].decimalValue, note: parts[1].textValue)
                return (day, completion)
            })
    }
}

// MARK: - Rules

extension Habit {
    /// The earliest day that can be marked.
    ///
    /// An earlier date is considered a typing error.
    static let firstDay = DaysDeclaration.first

    /// True if the habit counts amounts.
    ///
    /// A habit counts amounts if the habit has a unit or a goal.
    var isCounted: Bool { unit != nil || goal != nil }

    /// The logged days as a record value.
    var completionsValue: DataValue {
        Days.value(
            inOrder: completions.entries.map { entry in
                (
                    entry.day,
                    [.decimal(orNull: entry.completion.amount), .text(orNull: entry.completion.note)]
                )
            })
    }

    /// Returns true if the day is marked as done or has an amount that reaches the goal.
    func isDone(on day: LocalDate) -> Bool { completions[day].map(isDone) ?? false }

    private func isDone(_ completion: Completion) -> Bool {
        guard let goal, let amount = completion.amount else { return true }
        return amount >= goal
    }

    /// The days on which the habit was done, in chronological order.
    var doneDays: [LocalDate] { completions.entries.compactMap { isDone($0.completion) ? $0.day : nil } }

    /// Marks a day as done or removes the day's mark.
    ///
    /// Returns true if the day is done after the call.
    ///
    /// A mark can be removed from any day. Removing a mark also removes the day's amount and note. If the
    /// habit has a goal, marking a day sets the day's amount to the goal, even if the day had a lower amount.
    /// - Throws: ``AtriumError`` with code `badData` if the day cannot be marked; see ``check(_:today:)``.
    mutating func toggle(_ day: LocalDate, today: LocalDate) throws -> Bool {
        if isDone(on: day) {
            completions[day] = nil
            return false
        }
        try check(day, today: today)
        var completion = completions[day] ?? Completion()
        completion.amount = goal
        completions[day] = completion
        return true
    }

    /// Sets a day's amount and note.
    ///
    /// - Parameters:
    ///   - amount: the new amount, or nil to leave the amount unchanged.
    ///   - note: the new note, an empty text to remove the note, or nil to leave the note unchanged.
    /// - Throws: ``AtriumError`` with code `badData` if the day cannot be marked, the amount is not greater
    ///   than 0, an amount is given for a habit that does not count amounts, or the amount is missing for a
    ///   new day and the habit counts amounts.
    mutating func log(_ day: LocalDate, amount: Double?, note: String?, today: LocalDate) throws {
        let isKnown = completions[day] != nil
        guard amount != nil || (isKnown ? note != nil : note.flatMap(Words.line) != nil) else {
            throw AtriumError(
                .badData, "there is nothing to log",
                remedy: "give \(field: "amount") or \(field: "note")", field: "amount")
        }
        if let amount {
            guard isCounted else {
                throw AtriumError(
                    .badData, "the habit does not count amounts",
                    remedy: "leave out \(field: "amount"), or give the habit a unit or a goal first",
                    field: "amount")
            }
            guard amount > 0 else {
                throw AtriumError(
                    .badData, "amount must be more than 0",
                    remedy: "to remove a day's mark, use \(command: "habits toggle")", field: "amount")
            }
        } else if isCounted, !isKnown {
            throw AtriumError(
                .badData, "amount is required", remedy: "give the amount of \(day)", field: "amount")
        }
        if !isKnown { try check(day, today: today) }
        var completion = completions[day] ?? Completion()
        if let amount { completion.amount = amount }
        if let note { completion.note = Words.line(note) }
        completions[day] = completion
    }

    /// Checks that a day can be marked.
    ///
    /// Days after tomorrow cannot be marked. Tomorrow can be marked, because tomorrow may already have begun
    /// at the user's location. Days before ``start`` or ``firstDay`` cannot be marked either.
    /// - Throws: ``AtriumError`` with code `badData` if the day cannot be marked.
    func check(_ day: LocalDate, today: LocalDate) throws {
        func refuse(_ message: String, _ remedy: Guidance) -> AtriumError {
            AtriumError(.badData, message, remedy: remedy, field: "day")
        }
        guard day >= Self.firstDay else {
            throw refuse("\(day) is too long ago", "give \(Self.firstDay) or a later day")
        }
        if let start, day < start {
            throw refuse(
                "\(day) is before the habit began",
                "give \(start) or a later day, or set an earlier start with \(command: "habits edit")")
        }
        guard day <= today.adding(days: 1) else {
            throw refuse("\(day) is in the future", "give a day up to tomorrow; today is \(today)")
        }
    }

    /// Checks that no logged day is before the habit's start day.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if a logged day is before the start day, or if the start
    ///   day is before ``firstDay``.
    func checkStart() throws {
        guard let start else { return }
        func refuse(_ message: String, _ remedy: Guidance) -> AtriumError {
            AtriumError(.badData, message, remedy: remedy, field: "start")
        }
        guard start >= Self.firstDay else {
            throw refuse("\(start) is too long ago", "give \(Self.firstDay) or a later day")
        }
        if let first = completions.entries.first?.day, first < start {
            throw refuse("the habit was already done on \(first)", "give that day or an earlier one")
        }
    }
}
