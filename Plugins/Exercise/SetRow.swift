import AtriumSDK
import CSVFormat
import Foundation

/// Reads one row of a table of sets: pure.
///
/// What cannot be read of a cell becomes an issue, and the rest is taken.
struct SetRow {
    private let row: CSVRow
    private let layout: SetLayout
    private let order: CSVDateOrder?
    private let userZone: String
    /// What was wrong, by column.
    private(set) var problems: [(column: SetLayout.Column, code: String, message: String)] = []
    /// The columns whose values were not taken.
    private var open = SetLayout.Columns([])

    init(_ row: CSVRow, _ layout: SetLayout, order: CSVDateOrder?, userZone: String) {
        self.row = row
        self.layout = layout
        self.order = order
        self.userZone = userZone
    }

    /// A cell without blanks around it; nil where nothing is left, or there is no such column.
    func text(_ column: SetLayout.Column) -> String? {
        guard let place = layout.place(of: column), !row.isEmpty(at: place) else { return nil }
        return row[place].flatMap(Words.text)
    }

    /// What the row says.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no exercise or no day: nothing is left to make a set of;
    ///   and ``AtriumError/dateOrderNeeded(line:column:)`` where its day reads as two.
    mutating func draft(line: Int, header: CSVHeader, columns: SetLayout.Columns) throws -> SetDraft {
        guard let exercise = text(.exercise).flatMap(Words.line) else {
            throw AtriumError(.badData, "the row has no exercise")
        }
        let when = try when(line: line, header: header)
        var draft = SetDraft(
            exercise: exercise, category: .strength, isCategoryStated: false, columns: columns, day: when.day)
        readTime(when, &draft)
        draft.workout = text(.workout).flatMap(Words.line)
        readPositionAndKind(&draft)
        draft.weight = weight()
        draft.reps = whole(.reps, ExerciseSet.repetitions, "the repetitions are no whole number above 0")
        draft.distance = distance()
        draft.duration = duration()
        draft.heartRate = whole(
            .heartRate, ExerciseSet.heartRates, "the heart rate is no whole number from 20 to 300")
        draft.rpe = number(.rpe, "the RPE is no number from 1 to 10").flatMap { rpe in
            if (1...10).contains(rpe) { return rpe }
            problem(.rpe, "bad-rpe", "the RPE is no number from 1 to 10")
            return nil
        }
        draft.muscles = text(.muscles).map(Words.names) ?? []
        draft.note = text(.note)
        readCategory(&draft)
        draft.columns.subtract(open)
        return draft
    }

    private mutating func problem(_ column: SetLayout.Column, _ code: String, _ message: String) {
        problems.append((column, code, message))
        open.insert(column)
    }

    /// The code of a problem with the value of a column: `bad-heart-rate`.
    private static func code(_ column: SetLayout.Column) -> String {
        "bad-" + FieldDeclaration.kebabCase(column.name)
    }

    // MARK: - When

    private typealias When = (day: LocalDate, time: String?, zone: String)

    private func when(line: Int, header: CSVHeader) throws -> When {
        let wrong = AtriumError(.badData, "the row has no day such as 2026-03-01")
        guard let text = text(.day) else { throw wrong }
        let when = try Self.quick(text) ?? slow(text, line: line, header: header)
        guard let when, when.day >= ExerciseSet.firstDay else { throw wrong }
        return when
    }

    /// Reads `2026-03-01` and `2026-03-01 18:30:15`, as most tables have them; nil for anything else.
    private static func quick(_ text: String) -> When? {
        let count = text.utf8.count
        guard count == 10 || count == 19, let day = LocalDate(iso: String(Substring(text.utf8.prefix(10))))
        else {
            return nil
        }
        if count == 10 { return (day, nil, "") }
        let bytes = Array(text.utf8.dropFirst(10))
        func two(_ place: Int) -> Int? {
            let (tens, ones) = (bytes[place], bytes[place + 1])
            guard (0x30...0x39).contains(tens), (0x30...0x39).contains(ones) else { return nil }
            return Int(tens - 0x30) * 10 + Int(ones - 0x30)
        }
        guard bytes[0] == 0x20, bytes[3] == 0x3A, bytes[6] == 0x3A, let hour = two(1), let minute = two(4),
            let second = two(7), let time = CSVTime(hour: hour, minute: minute, second: second)
        else { return nil }
        return (day, ExerciseSet.text(time), "")
    }

    private func slow(_ text: String, line: Int, header: CSVHeader) throws -> When? {
        do throws(CSVDateProblem) {
            let found = try CSVDateTime.parse(text, order: order)
            guard let day = LocalDate(iso: found.date.description) else { return nil }
            return (day, found.time.map(ExerciseSet.text), found.zone)
        } catch {
            if case .ambiguousOrder = error {
                throw AtriumError.dateOrderNeeded(
                    line: line, column: layout.place(of: .day).map { header.names[$0] } ?? "day")
            }
            return nil
        }
    }

    private mutating func readTime(_ when: When, _ draft: inout SetDraft) {
        draft.time = when.time
        // A day may have its time with it.
        if when.time != nil { draft.columns.insert(.time) }
        var zone = when.zone.uppercased() == "Z" ? "UTC" : when.zone
        if let text = text(.time) {
            guard let time = ExerciseSet.time(text) else {
                return problem(.time, "bad-time", "the time is none such as 18:30")
            }
            draft.time = time
        }
        guard draft.time != nil else {
            if text(.zone) != nil {
                problems.append((.zone, "zone-without-time", "there is a zone without a time"))
            }
            return
        }
        if let text = text(.zone).flatMap(Words.line) { zone = text }
        // Who writes no zone means the one where they are, unless a column says that there is none.
        draft.zone = zone.isEmpty ? (layout.place(of: .zone) == nil ? userZone : nil) : zone
    }

    // MARK: - Numbers

    /// The number of a cell; nil where it is empty, or 0, with which other programs say that there is none.
    private mutating func number(_ column: SetLayout.Column, _ message: String) -> Double? {
        guard let text = text(column) else { return nil }
        guard let number = Quantities.number(text) else {
            problem(column, Self.code(column), message)
            return nil
        }
        return number == 0 ? nil : number
    }

    private mutating func whole(
        _ column: SetLayout.Column, _ bounds: ClosedRange<Int64>, _ message: String
    ) -> Int64? {
        guard let number = number(column, message) else { return nil }
        guard let whole = Int64(exactly: number), bounds.contains(whole) else {
            problem(column, Self.code(column), message)
            return nil
        }
        return whole
    }

    private mutating func readPositionAndKind(_ draft: inout SetDraft) {
        if let text = text(.kind) {
            if let kind = Self.kind(text) {
                draft.kind = kind
            } else {
                problem(.kind, "bad-kind", "what the set was for is not known")
            }
        }
        guard let text = text(.position) else { return }
        if let number = Int64(text), number >= 0, number <= 1_000_000 {
            // Hevy counts from 0.
            let position = layout.program == .hevy ? number + 1 : number
            draft.position = position > 0 ? position : nil
        } else if layout.program == .strong, let kind = Self.kind(text) {
            draft.kind = kind
        } else {
            problem(.position, "bad-position", "the set's number is no whole number")
        }
    }

    /// The kind that a word names, ours or another program's.
    static func kind(_ word: String) -> ExerciseSet.Kind? {
        switch word.lowercased() {
        case "normal", "n", "working": .normal
        case "warm-up", "warmup", "warm up", "w": .warmUp
        case "drop", "dropset", "drop set", "drop-set", "d": .drop
        case "failure", "f": .failure
        case "rest", "rest timer": .rest
        case "note": .note
        default: nil
        }
    }

    // MARK: - Quantities

    private mutating func weight() -> SetDraft.Measure? {
        let message = "the weight is none such as 80 kg"
        if layout.poundsPlace >= 0, text(.weight) == nil {
            guard let text = row[layout.poundsPlace].flatMap(Words.text),
                let number = Quantities.number(text),
                number > 0
            else { return nil }
            return checked(.init(number: number, unit: Quantities.pound), .weight, message)
        }
        return measure(
            .weight, header: layout.weightUnit, unitPlace: layout.weightUnitPlace,
            unit: Quantities.kilograms(ofUnit:), message)
    }

    private mutating func distance() -> SetDraft.Measure? {
        measure(
            .distance, header: layout.distanceUnit, unitPlace: layout.distanceUnitPlace,
            unit: Quantities.metres(ofUnit:), "the distance is none such as 5 km")
    }

    /// A number with the unit behind it, in the header, or in a column of its own.
    private mutating func measure(
        _ column: SetLayout.Column, header: Double?, unitPlace: Int, unit: (String) -> Double?,
        _ message: String
    ) -> SetDraft.Measure? {
        guard let text = text(column) else { return nil }
        guard let (number, word) = Quantities.parts(text) else {
            problem(column, Self.code(column), message)
            return nil
        }
        guard number > 0 else { return nil }
        var factor = header
        let said = word.isEmpty ? (unitPlace < 0 ? nil : row[unitPlace].flatMap(Words.text)) : word
        if let said {
            guard let found = unit(said) else {
                problem(column, "bad-unit", "the unit of the \(column.name) is not known")
                return nil
            }
            factor = found
        }
        return checked(.init(number: number, unit: factor), column, message)
    }

    private mutating func checked(
        _ measure: SetDraft.Measure, _ column: SetLayout.Column, _ message: String
    ) -> SetDraft.Measure? {
        let (number, unit) = (measure.number, measure.unit ?? 1)
        let value =
            column == .weight
            ? Quantities.weight(number, unit: unit) : Quantities.distance(number, unit: unit)
        if value != nil { return measure }
        problem(column, Self.code(column), message)
        return nil
    }

    private mutating func duration() -> Double? {
        guard let text = text(.duration) else { return nil }
        let seconds: Double?
        switch layout.program {
        case .strong, .hevy:
            let number = Quantities.number(text)
            if number == 0 { return nil }
            seconds = number.flatMap { Quantities.duration($0) }
        case .fitNotes where !text.contains(":"): seconds = nil
        case .own, .fitNotes:
            if text.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x3A }) { return nil }
            seconds = Quantities.duration(text)
        }
        if let seconds { return seconds }
        problem(.duration, "bad-duration", "the duration is none such as 25:00")
        return nil
    }

    // MARK: - Category

    private mutating func readCategory(_ draft: inout SetDraft) {
        if let text = text(.category) {
            if let category = Category(text) {
                (draft.category, draft.isCategoryStated) = (category, true)
            } else if layout.program == .fitNotes {
                // Its other categories are groups of muscles.
                draft.exerciseMuscles = Words.names(text)
            } else {
                problem(.category, "bad-category", "the category is none of cardio, strength, flexibility")
            }
        }
        if !draft.isCategoryStated { draft.category = Self.category(of: draft) }
        drop(&draft)
    }

    /// Leaves out what the category does not have.
    private mutating func drop(_ draft: inout SetDraft) {
        let allowed = draft.category.values
        func surplus(_ value: ExerciseSet.Value, _ isThere: Bool) -> Bool {
            isThere && !allowed.contains(value)
        }
        var message: String { "\(draft.category.phrase) has no such value; it was not taken" }
        if surplus(.weight, draft.weight != nil) {
            draft.weight = nil
            problem(.weight, "other-category", message)
        }
        if surplus(.reps, draft.reps != nil) {
            draft.reps = nil
            problem(.reps, "other-category", message)
        }
        if surplus(.distance, draft.distance != nil) {
            draft.distance = nil
            problem(.distance, "other-category", message)
        }
        if surplus(.heartRate, draft.heartRate != nil) {
            draft.heartRate = nil
            problem(.heartRate, "other-category", message)
        }
        if surplus(.muscles, !draft.muscles.isEmpty) {
            draft.muscles = []
            problem(.muscles, "other-category", message)
        }
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
