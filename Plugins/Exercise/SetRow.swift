import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation

/// Reads one row of a table of sets: pure.
///
/// What cannot be read of a cell becomes an issue, and the rest is taken.
struct SetRow {
    private let row: CSVRow
    let layout: SetLayout
    private let order: CSVDateOrder?
    private let mark: DecimalMark?
    private let userZone: String
    /// What was wrong, by column.
    private(set) var problems: [(column: SetLayout.Column, code: String, message: String)] = []
    /// The columns whose values were not taken.
    private var open = SetLayout.Columns([])
    /// The first column with a number that may be two.
    private var ambiguousNumber: SetLayout.Column?

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - order: in which order dates are written; nil where that is not known.
    ///   - mark: what stands before the parts of a number; nil where that is not known.
    ///   - userZone: the zone of times beside which none stands.
    init(
        _ row: CSVRow, _ layout: SetLayout, order: CSVDateOrder?, mark: DecimalMark?, userZone: String
    ) {
        self.row = row
        self.layout = layout
        self.order = order
        self.mark = mark
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
    ///   ``AtriumError/dateOrderNeeded(line:column:)`` where its day reads as two, and
    ///   ``AtriumError/decimalMarkNeeded(line:column:)`` where one of its numbers does.
    mutating func draft(line: Int, header: CSVHeader, columns: SetLayout.Columns) throws -> SetDraft {
        guard let exercise = text(.exercise).flatMap(Words.line) else {
            throw AtriumError(.badData, "the row has no exercise")
        }
        let when = try when(line: line, header: header)
        var draft = SetDraft(
            exercise: exercise, category: .strength, isCategoryStated: false, columns: columns, day: when.day)
        readTime(when, &draft)
        readValues(&draft)
        if let column = ambiguousNumber {
            throw AtriumError.decimalMarkNeeded(line: line, column: name(of: column, in: header))
        }
        if problems.isEmpty, let missing = draft.missing {
            problems.append(
                (missing, "nothing-done", "the row does not say how much was done; it was imported as it is"))
        }
        draft.columns.subtract(open)
        return draft
    }

    /// What a column is called in the file; its own name where the file has none.
    func name(of column: SetLayout.Column, in header: CSVHeader) -> String {
        layout.place(of: column).map { header.names[$0] } ?? column.name
    }

    private mutating func readValues(_ draft: inout SetDraft) {
        draft.workout = text(.workout).flatMap(Words.line)
        readPositionAndKind(&draft)
        draft.weight = weight()
        draft.reps = whole(.reps, ExerciseSet.repetitions, "the repetitions are not a whole number above 0")
        draft.distance = distance()
        draft.duration = duration()
        draft.heartRate = whole(
            .heartRate, ExerciseSet.heartRates, "the heart rate is not a whole number from 20 to 300")
        draft.rpe = number(.rpe, "the RPE is not a number from 1 to 10").flatMap { rpe in
            if (1...10).contains(rpe) { return rpe }
            problem(.rpe, "bad-rpe", "the RPE is not a number from 1 to 10")
            return nil
        }
        draft.muscles = text(.muscles).map(Words.names) ?? []
        draft.note = text(.note)
        readCategory(&draft)
    }

    /// Notes what is wrong with a value, which is not taken.
    mutating func problem(_ column: SetLayout.Column, _ code: String, _ message: String) {
        problems.append((column, code, message))
        open.insert(column)
    }

    /// Notes that a value cannot be read, or that nobody can say which it is.
    private mutating func unreadable(_ column: SetLayout.Column, _ text: String, _ message: String) {
        if mark == nil, Quantities.hasAmbiguousNumber(text) { ambiguousNumber = ambiguousNumber ?? column }
        problem(column, Self.code(column), message)
    }

    /// The code of a problem with the value of a column: `bad-heart-rate`.
    private static func code(_ column: SetLayout.Column) -> String {
        "bad-" + FieldDeclaration.kebabCase(column.name)
    }

    // MARK: - When

    /// A day, and the time and zone that stand with it.
    typealias When = (day: LocalDate, time: String?, zone: String)

    private func when(line: Int, header: CSVHeader) throws -> When {
        let wrong = AtriumError(.badData, "the row has no day such as 2026-03-01")
        guard let text = text(.day) else { throw wrong }
        let when: When?
        do throws(CSVDateProblem) {
            when = try Self.when(text, order)
        } catch {
            if case .ambiguousOrder = error {
                throw AtriumError.dateOrderNeeded(line: line, column: name(of: .day, in: header))
            }
            throw wrong
        }
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

    /// Reads a day, which may have its time and zone with it; nil where it has no year.
    static func when(_ text: String, _ order: CSVDateOrder?) throws(CSVDateProblem) -> When? {
        if let when = quick(text) { return when }
        let found = try CSVDateTime.parse(text, order: order)
        guard let day = LocalDate(iso: found.date.description) else { return nil }
        return (day, found.time.map(ExerciseSet.text), found.zone)
    }

    private mutating func readTime(_ when: When, _ draft: inout SetDraft) {
        draft.time = when.time
        // A day may have its time with it.
        if when.time != nil { draft.columns.insert(.time) }
        var zone = RowZone(offset: when.zone)
        if let text = text(.time) {
            guard let time = ExerciseSet.time(text) else {
                return problem(.time, "bad-time", "the value is not a time such as 18:30")
            }
            draft.time = time
        }
        guard draft.time != nil else {
            if text(.zone) != nil {
                problems.append((.zone, "zone-without-time", "the row has a time zone but no time"))
            }
            return
        }
        let column = text(.zone) == nil ? SetLayout.Column.day : .zone
        if let text = text(.zone).flatMap(Words.line) { zone = RowZone(name: text) }
        switch zone {
        // Who writes no zone means the one where they are, unless a column says that there is none.
        case .none: draft.zone = layout.place(of: .zone) == nil ? userZone : nil
        case .known(let id): draft.zone = id
        case .unknown: problems.append((column, UnknownZone.code, UnknownZone.message(taking: nil)))
        }
    }

    // MARK: - Numbers

    /// The number of a cell; nil where it is empty, or 0, with which other programs say that there is none.
    private mutating func number(_ column: SetLayout.Column, _ message: String) -> Double? {
        guard let text = text(column) else { return nil }
        guard let number = Quantities.number(text, mark) else {
            unreadable(column, text, message)
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
                problem(.kind, "bad-kind", "the kind of the set is unknown")
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
            problem(.position, "bad-position", "the number of the set is not a whole number")
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
        let message = "the value is not a weight such as 80 kg"
        if isInPounds {
            guard let text = row[layout.poundsPlace].flatMap(Words.text) else { return nil }
            guard let number = Quantities.number(text, mark) else {
                unreadable(.weight, text, message)
                return nil
            }
            return number == 0
                ? nil : checked(.init(number: number, unit: Quantities.pound), .weight, message)
        }
        return measure(
            .weight, header: layout.weightUnit, unitPlace: layout.weightUnitPlace,
            unit: Quantities.kilograms(ofUnit:), message)
    }

    /// Whether the weight stands in the column of pounds: that of kilograms is empty, or has the 0 that says so.
    private var isInPounds: Bool {
        layout.poundsPlace >= 0 && text(.weight).map { Quantities.number($0, mark) == 0 } ?? true
    }

    private mutating func distance() -> SetDraft.Measure? {
        measure(
            .distance, header: layout.distanceUnit, unitPlace: layout.distanceUnitPlace,
            unit: Quantities.metres(ofUnit:), "the value is not a distance such as 5 km")
    }

    /// A number with the unit behind it, in the header, or in a column of its own.
    private mutating func measure(
        _ column: SetLayout.Column, header: Double?, unitPlace: Int, unit: (String) -> Double?,
        _ message: String
    ) -> SetDraft.Measure? {
        guard let text = text(column) else { return nil }
        guard let (number, word) = Quantities.parts(text, mark) else {
            unreadable(column, text, message)
            return nil
        }
        guard number > 0 else { return nil }
        var factor = header
        let unitWord = word.isEmpty ? (unitPlace < 0 ? nil : row[unitPlace].flatMap(Words.text)) : word
        if let unitWord {
            guard let found = unit(unitWord) else {
                problem(column, "bad-unit", "the unit of the \(column.name) is unknown")
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
            let number = Quantities.number(text, mark)
            if number == 0 { return nil }
            seconds = number.flatMap { Quantities.duration($0) }
        case .fitNotes where !text.contains(":"): seconds = nil
        case .own, .fitNotes:
            if text.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x3A }) { return nil }
            seconds = Quantities.duration(text, mark)
        }
        if let seconds { return seconds }
        unreadable(.duration, text, "the value is not a duration such as 25:00")
        return nil
    }

    // MARK: - Left over

    /// What stands in cells whose values were not taken, by column, each with the unit that its table gives it.
    ///
    /// Of another program's row this is all that an export can give back of them.
    /// - Parameter category: the category of the exercise, which decides what was taken; nil: all values are given.
    mutating func leftOver(in category: Category?) -> [SetLayout.Column: String] {
        var draft = SetDraft(
            exercise: text(.exercise) ?? "", category: .strength, isCategoryStated: false,
            columns: SetLayout.Columns([]), day: ExerciseSet.firstDay)
        readValues(&draft)
        var texts: [SetLayout.Column: String] = [:]
        let values = category.map(draft.surplus) ?? draft.values
        let surplus = values.compactMap { value in
            SetLayout.Column.allCases.first { $0.name == value.rawValue }
        }
        for column in problems.map(\.column) + surplus where texts[column] == nil {
            let cell =
                column == .weight && isInPounds ? row[layout.poundsPlace].flatMap(Words.text) : text(column)
            guard let text = cell else { continue }
            texts[column] = text + (isFigure(text.utf8.last) ? unit(of: column) : "")
        }
        // In minutes it would be another duration, not none.
        if let duration = draft.duration {
            if texts[.duration] != nil { texts[.duration] = Quantities.durationText(duration) }
        } else if let text = texts[.duration], Quantities.duration(text) != nil {
            texts[.duration] = nil
        }
        return texts
    }

    /// The unit that the table gives to a number of a column, behind a blank; empty where there is none.
    private func unit(of column: SetLayout.Column) -> String {
        func word(_ place: Int, _ names: [(unit: Double, name: String)], _ header: Double?) -> String {
            if place >= 0, let word = row[place].flatMap(Words.text) { return " " + word }
            return names.first { $0.unit == header }.map { " " + $0.name } ?? ""
        }
        return switch column {
        case .weight where isInPounds: " lb"
        case .weight:
            word(layout.weightUnitPlace, [(1, "kg"), (Quantities.pound, "lb")], layout.weightUnit)
        case .distance:
            word(
                layout.distanceUnitPlace, [(1000, "km"), (1, "m"), (Quantities.mile, "mi")],
                layout.distanceUnit)
        case .duration where layout.program == .strong || layout.program == .hevy: " s"
        default: ""
        }
    }

    private func isFigure(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
}
