import AtriumSDK
import RecordKit

/// Something to be done again and again, and the days on which it was.
///
/// Days are dates, as they were where the person was: they have no zone and no length, so that neither a change of clocks nor
/// a journey moves one of them. Only what day is today depends on the zone.
struct Habit: Sendable, Hashable {
    /// What it is called: one line, never empty, without blanks around it.
    var title: String
    /// How often it is to be done.
    var schedule = Schedule.standard
    /// What it counts, such as `pages`; nil where nothing or no more than times.
    var unit: String?
    /// The amount with which a day is done, more than 0; nil: any amount will do.
    var goal: Double?
    /// A colour for surfaces that have some: `CSSColor`.
    var color: String?
    /// The day on which it began: none before it is marked; nil where that is open.
    var start: LocalDate?
    /// Whether it is put away: lists and what is left to do pass it over.
    var isArchived = false
    /// What was logged, by day; see ``isDone(on:)``.
    var completions: Completions = [:]
}

/// What was logged on a day.
struct Completion: Sendable, Hashable {
    /// How much it was in the habit's unit, more than 0; nil: the day is marked as done, without a number.
    var amount: Double?
    /// What there is to say: one line, never empty.
    var note: String?
}

extension Habit {
    /// What the values of a record say.
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
    /// The first day that a habit can be marked as done on: what is before it is a slip of the keyboard.
    static let firstDay = DaysDeclaration.first

    /// Whether days have amounts: where there is a unit or a goal.
    var isCounted: Bool { unit != nil || goal != nil }

    /// The days as a value of a record.
    var completionsValue: DataValue {
        Days.value(
            inOrder: completions.entries.map { entry in
                (
                    entry.day,
                    [.decimal(orNull: entry.completion.amount), .text(orNull: entry.completion.note)]
                )
            })
    }

    /// Whether it is done on a day: marked, or with an amount that reaches the goal.
    func isDone(on day: LocalDate) -> Bool { completions[day].map(isDone) ?? false }

    private func isDone(_ completion: Completion) -> Bool {
        guard let goal, let amount = completion.amount else { return true }
        return amount >= goal
    }

    /// The days on which it is done, in order.
    var doneDays: [LocalDate] { completions.entries.compactMap { isDone($0.completion) ? $0.day : nil } }

    /// Marks a day as done, or takes the mark away where it has one; says whether the day is done now.
    ///
    /// A mark can be taken from any day, and its amount and note go with it. Where there is a goal, the day gets just that
    /// amount, also where it had less.
    /// - Throws: ``AtriumError`` with code `badData` where the day cannot be done; see ``check(_:today:)``.
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

    /// Sets the amount and the note of a day.
    ///
    /// - Parameters:
    ///   - amount: how much it was; nil leaves it as it is.
    ///   - note: what there is to say, empty to take the note away; nil leaves it as it is.
    /// - Throws: ``AtriumError`` with code `badData` where the day cannot be done, the amount is not more than 0, the habit
    ///   counts nothing, or it does and a new day has no amount.
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
                    .badData, "the habit counts nothing",
                    remedy: "leave \(field: "amount") out, or give the habit a unit or a goal first",
                    field: "amount")
            }
            guard amount > 0 else {
                throw AtriumError(
                    .badData, "amount is not more than 0",
                    remedy: "to take a day's mark away use \(command: "habits toggle")", field: "amount")
            }
        } else if isCounted, !isKnown {
            throw AtriumError(
                .badData, "amount is missing", remedy: "say how much it was on \(day)", field: "amount")
        }
        if !isKnown { try check(day, today: today) }
        var completion = completions[day] ?? Completion()
        if let amount { completion.amount = amount }
        if let note { completion.note = Words.line(note) }
        completions[day] = completion
    }

    /// Refuses a day on which the habit cannot be done.
    ///
    /// Such are days that have not come: at most tomorrow, which it may be already where the person is; days before
    /// ``start``; and those before ``firstDay``.
    /// - Throws: ``AtriumError`` with code `badData`.
    func check(_ day: LocalDate, today: LocalDate) throws {
        func refuse(_ message: String, _ remedy: Guidance) -> AtriumError {
            AtriumError(.badData, message, remedy: remedy, field: "day")
        }
        guard day >= Self.firstDay else {
            throw refuse("\(day) is too long ago", "give a day from \(Self.firstDay) on")
        }
        if let start, day < start {
            throw refuse(
                "\(day) is before the habit began",
                "give a day from \(start) on, or an earlier start with \(command: "habits edit")")
        }
        guard day <= today.adding(days: 1) else {
            throw refuse("\(day) has not come yet", "mark a day when it is there; today is \(today)")
        }
    }

    /// Refuses a day as the habit's beginning where it was done before.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    func checkStart() throws {
        guard let start else { return }
        func refuse(_ message: String, _ remedy: Guidance) -> AtriumError {
            AtriumError(.badData, message, remedy: remedy, field: "start")
        }
        guard start >= Self.firstDay else {
            throw refuse("\(start) is too long ago", "give a day from \(Self.firstDay) on")
        }
        if let first = completions.entries.first?.day, first < start {
            throw refuse("the habit was done on \(first) already", "give that day or an earlier one")
        }
    }
}
